"""What a player has to know before deciding, in a few lines, and how the players stand."""
from __future__ import annotations

from typing import Any

from wc3d.engine.agenda import find, question
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.frames import (
    Activation,
    ActQuestion,
    BoostQuestion,
    OrderQuestion,
    unit_activation,
)
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvanceQuestion
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.sight_in_game import clouds_on
from wc3d.games.warmachine.rules.state import PLAYERS, Model, State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion, spells_upheld
from wc3d.games.warmachine.rules.turn.opening import (
    DeployQuestion,
    EdgeQuestion,
    FirstTurnQuestion,
    waiting,
)
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, to_activate
from wc3d.games.warmachine.rules.turn.unit_turn import MOVE
from wc3d.games.warmachine.rules.units.formation import BROKEN, out_of_formation, standing_of
from wc3d.games.warmachine.rules.units.orders import is_ordered
from wc3d.games.warmachine.text.vocabulary import (
    PHASES,
    SYSTEMS,
    effect_words,
    is_plural,
    join_words,
    name,
    player_name,
    points_words,
)

OVER = {"the rounds agreed on are played": "the last round is over", "the opponent gave up": "the opponent conceded"}
"""Why a game is over, where the event's own words are odd."""

COUNTED = (("warjack", "warjack"), ("trooper", "trooper"), ("solo", "solo"))
"""The kinds of models that are counted beside the warcaster."""


def describe_question(state: State) -> list[str]:
    """What the open question is about."""
    current_question = question(state)
    text = _describe(state, current_question) if current_question is not None else ""
    return [f"  {text}"] if text else []


def _describe(state: State, question: Any) -> str:
    match question:
        case FirstTurnQuestion():
            return f"{player_name(state, question.player)} won the roll. Go first or second?"
        case EdgeQuestion():
            return "Which table edge do you take?"
        case DeployQuestion():
            return f"Still to set up: {join_words(name(state, m.id) for m in waiting(state, question.player))}"
        case ControlQuestion():
            return _control(state, question)
        case ActivationQuestion():
            return _to_activate(state, question)
        case OrderQuestion(unit=unit):
            return f"{name(state, unit)} {'activate' if is_plural(state, unit) else 'activates'}. Order a charge or a run?"
        case ActQuestion(model=model):
            return f"{name(state, model)}: {'; '.join(facts(state, state.models[model])) or 'ready'}"
        case BoostQuestion():
            focus = points_words(state.models[question.model].focus, "focus point")
            return f"Boost the {question.roll} roll against {name(state, question.target)} ({question.why})? {focus} left"
        case FreeStrikeQuestion():
            return f"{name(state, question.mover)} leaves the melee range of {name(state, question.striker)}. Make a free strike?"
        case ReinforceQuestion():
            suffers = f"{name(state, question.model)} would suffer {points_words(question.points, 'damage point')}"
            return f"{suffers}. Spend 1 focus point to suffer 5 less?"
        case ExtraAdvanceQuestion():
            return f"{question.why}: {name(state, question.model)} may advance"
        case _:
            return ""


def _to_activate(state: State, question: ActivationQuestion) -> str:
    """Who is still to activate, a unit as a whole; or of a unit who is still to move or to act."""
    remaining = to_activate(state, question.player)
    if not question.unit:
        return f"Still to activate: {join_words(dict.fromkeys(name(state, m.group) for m in remaining))}"
    activation = unit_activation(state, question.unit)
    verb = "move" if activation is not None and activation.part == MOVE else "act"
    return f"{name(state, question.unit)}: still to {verb}: {join_words(m.display_name for m in remaining)}"


def _control(state: State, question: ControlQuestion) -> str:
    caster = state.caster_of(question.player)
    unpaid = [spell for spell in spells_upheld(state, question.player) if spell not in question.paid]
    upkeep = f"; upkeep not paid for: {join_words(unpaid)}" if unpaid else ""
    return f"{name(state, caster.id)} has {points_words(caster.focus, 'focus point')} to assign{upkeep}"


def about(state: State) -> str | None:
    """The model that the open question is about."""
    current_question = question(state)
    for part in ("striker", "model"):
        id = getattr(current_question, part, "")
        if id and state.on_table(id):
            return str(id)
    activation = find(state, Activation)
    return activation.model if activation is not None and state.on_table(activation.model) else None


def facts(state: State, model: Model) -> list[str]:
    """What marks a model: its damage, focus, what lasts on it, the clouds it is in, what is disabled or held."""
    marks = [points_words(model.focus, "focus point")] if model.focus else []
    whole, remaining = boxes_of(state, model.id)
    marks += [f"{remaining} of {whole} boxes left"] if remaining < whole else []
    marks += ["knocked down"] if model.knocked_down else []
    marks += ["fleeing"] if model.fleeing else []
    if model.unit and model.at is not None:
        marks += _in_its_unit(state, model)
    if model.jack:
        marks += [f"{SYSTEMS[system]} disabled" for system in state.grid(model.id).disabled]
    marks += [effect_words(effect) for effect in model.effects]
    marks += [f"in {cloud.id}" for cloud in (clouds_on(state, model.id) if model.at is not None else ())]
    marks += [f"{SYSTEMS[lock.part]} locked" for lock in state.locks if lock.defender == model.id]
    marks += [f"locks {name(state, lock.defender)}" for lock in state.locks if lock.attacker == model.id]
    return marks


def _in_its_unit(state: State, model: Model) -> list[str]:
    """How its unit stands, or that it is out of formation, and what its unit was told to do this turn."""
    if model.id in out_of_formation(state, model.unit):
        return ["out of formation"]
    marks = [f"{formation} formation"] if (formation := standing_of(state, model.unit)) != BROKEN else []
    return marks + ([f"ordered to {state.units[model.unit].order}"] if is_ordered(state, model.unit) else [])


def boxes_of(state: State, id: str) -> tuple[int, int]:
    """The damage boxes of a model, and how many are left."""
    model = state.models[id]
    if not model.jack:
        boxes = state.setup.row(id)
        return boxes, boxes - model.damage
    grid = state.grid(id)
    return len(grid.boxes), grid.unmarked


def standings(state: State) -> list[str]:
    """A line for each player: the warcaster's boxes and focus, and the warjacks that are left."""
    return [f"  {player_name(state, p)}: {_standing(state, p)}" for p in PLAYERS]


def _standing(state: State, player: int) -> str:
    caster = state.caster_of(player)
    whole, remaining = boxes_of(state, caster.id)
    condition = "removed from play" if caster.removed else f"{remaining} of {whole} boxes, {points_words(caster.focus, 'focus point')}"
    counted = [_counted(state, player, kind, word) for kind, word in COUNTED]
    return f"{caster.name} {condition}; {join_words(count for count in counted if count)} on the table"


def _counted(state: State, player: int, kind: str, word: str) -> str:
    """How many models of a kind are on the table, and of how many; warjacks are told in any case."""
    all_of_them = sum(m.kind == kind for m in state.models.values() if m.owner == player)
    number = sum(m.kind == kind for m in state.in_play(player))
    return f"{number} of {points_words(all_of_them, word)}" if all_of_them or kind == "warjack" else ""


def clock(state: State) -> str:
    """How far the game is."""
    return f"Round {state.round}, turn {state.turn}" if state.round else "Setup"


def moment(state: State) -> str:
    """Where the game stands."""
    if not state.round:
        return "Setup"
    return f"{clock(state)}: {player_name(state, state.active)}'s {PHASES[state.phase]} Phase"


def ending(state: State) -> str:
    """How the game ended."""
    if not state.over:
        return "The game is not over"
    reason = why_over(state, state.winner, state.why)
    return (f"{player_name(state, state.winner)} wins: " if state.winner else "A draw: ") + reason


def why_over(state: State, winner: int | None, reason: str) -> str:
    """Why the game is over; whose warcaster was removed, where both have the same."""
    caster = state.caster_of(3 - winner) if winner else None
    return f"{name(state, caster.id)} is removed from play" if caster is not None and caster.removed else OVER.get(reason, reason)


def news(old_state: State, new_state: State) -> str:
    """That a round begins, or that a model is gone."""
    return f"Round {new_state.round}" if 0 < old_state.round < new_state.round else ""
