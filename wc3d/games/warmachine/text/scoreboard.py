"""How both battlegroups stand, model by model: what the log shows when a round begins and when the game is over."""
from __future__ import annotations

from wc3d.games.warmachine.rules.state import PLAYERS, Model, State, Unit
from wc3d.games.warmachine.text.question_words import damage_boxes
from wc3d.games.warmachine.text.vocabulary import SYSTEM_NAMES, join_words, player_name, format_count


def format_scoreboard(state: State) -> list[str]:
    """A line for each player: the damage boxes left on each model, what is disabled, who is removed; whose feat is unused."""
    return [f"  {player_name(state, player)}: {'; '.join(_side_lines(state, player))}" for player in PLAYERS]


def _side_lines(state: State, player: int) -> list[str]:
    mine = sorted((m for m in state.models.values() if m.owner == player and not m.unit), key=lambda m: not m.is_warcaster)
    return [*(_model_line(state, m) for m in mine), *(_unit_line(state, unit) for unit in state.units.values() if unit.owner == player)]


def _unit_line(state: State, unit: Unit) -> str:
    whole = sum(m.unit == unit.id for m in state.models.values())
    return f"{unit.name}: {len(state.members_of(unit.id))} of {format_count(whole, 'trooper')}"


def _model_line(state: State, model: Model) -> str:
    if model.removed:
        return f"{model.name} is gone"
    whole, remaining = damage_boxes(state, model.id)
    line = f"{model.name}: {remaining} of {format_count(whole, 'box')}"
    if model.is_warcaster:
        return line + ("" if model.feat_used else ", feat unused")
    if not model.is_warjack:
        return line
    disabled = [SYSTEM_NAMES[system] for system in state.damage_grid(model.id).disabled]
    return line + (f", {join_words(disabled)} disabled" if disabled else "")
