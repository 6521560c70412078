"""How both battlegroups stand, model by model: what the log shows when a round begins and when the game is over."""
from __future__ import annotations

from wc3d.games.warmachine.rules.state import PLAYERS, Model, State, Unit
from wc3d.games.warmachine.text.question_words import boxes_of
from wc3d.games.warmachine.text.vocabulary import SYSTEMS, join_words, player_name, points_words


def scoreboard(state: State) -> list[str]:
    """A line for each player: the damage boxes left on each model, what is disabled, who is removed; whose feat is unused."""
    return [f"  {player_name(state, player)}: {'; '.join(_models(state, player))}" for player in PLAYERS]


def _models(state: State, player: int) -> list[str]:
    mine = sorted((m for m in state.models.values() if m.owner == player and not m.unit), key=lambda m: not m.caster)
    return [*(_model(state, m) for m in mine), *(_unit(state, unit) for unit in state.units.values() if unit.owner == player)]


def _unit(state: State, unit: Unit) -> str:
    whole = sum(m.unit == unit.id for m in state.models.values())
    return f"{unit.name}: {len(state.members(unit.id))} of {points_words(whole, 'trooper')}"


def _model(state: State, model: Model) -> str:
    if model.removed:
        return f"{model.name} is gone"
    whole, remaining = boxes_of(state, model.id)
    line = f"{model.name}: {remaining} of {points_words(whole, 'box')}"
    if model.caster:
        return line + ("" if model.feat_used else ", feat unused")
    if not model.jack:
        return line
    disabled = [SYSTEMS[system] for system in state.grid(model.id).disabled]
    return line + (f", {join_words(disabled)} disabled" if disabled else "")
