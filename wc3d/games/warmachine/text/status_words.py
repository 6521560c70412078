"""Short texts for decisions, and the standing of each player."""

from __future__ import annotations

from typing import Any

from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.text import join_words
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    BoostQuestion,
    OrderQuestion,
    unit_activation,
)
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvanceQuestion
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.sight_in_game import clouds_touching
from wc3d.games.warmachine.rules.state import PLAYERS, Model, State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion, upkeep_spell_names
from wc3d.games.warmachine.rules.turn.opening import (
    DeployQuestion,
    EdgeQuestion,
    FirstTurnQuestion,
    undeployed_models,
)
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, models_to_activate
from wc3d.games.warmachine.rules.turn.unit_activation import MOVE
from wc3d.games.warmachine.rules.units.formation import (
    BROKEN,
    formation_kind,
    troopers_out_of_formation,
)
from wc3d.games.warmachine.rules.units.orders import has_order
from wc3d.games.warmachine.text.formatting import (
    PHASE_NAMES,
    SYSTEM_NAMES,
    describe_effect,
    display_name,
    format_count,
    is_plural,
    player_name,
)

GAME_END_PHRASES = {
    "the rounds agreed on are played": "the last round is over",
    "the opponent gave up": "the opponent conceded",
}
"""The reason for the end of the game, where the event's own words are unsuitable."""

COUNTED_KINDS = (("warjack", "warjack"), ("trooper", "trooper"), ("solo", "solo"))
"""The kinds of models counted in addition to the warcaster."""


def describe_question(state: State) -> list[str]:
    """Describe the open question."""
    current_question = find_open_question(state)
    text = _describe(state, current_question) if current_question is not None else ""
    return [f"  {text}"] if text else []


def _describe(state: State, question: Any) -> str:
    match question:
        case FirstTurnQuestion():
            return f"{player_name(state, question.player)} won the roll. Go first or second?"
        case EdgeQuestion():
            return "Which table edge do you take?"
        case DeployQuestion():
            return f"Still to set up: {join_words(display_name(state, m.id) for m in undeployed_models(state, question.player))}"
        case ControlQuestion():
            return _describe_control_question(state, question)
        case ActivationQuestion():
            return _describe_activation_question(state, question)
        case OrderQuestion(unit=unit):
            return f"{display_name(state, unit)} {'activate' if is_plural(state, unit) else 'activates'}. Order a charge or a run?"
        case ActQuestion(model=model):
            return f"{display_name(state, model)}: {'; '.join(list_model_facts(state, state.models[model])) or 'ready'}"
        case BoostQuestion():
            focus = format_count(state.models[question.model].focus, "focus point")
            return f"Boost the {question.roll} roll against {display_name(state, question.target)} ({question.why})? {focus} left"
        case FreeStrikeQuestion():
            return f"{display_name(state, question.mover)} leaves the melee range of {display_name(state, question.striker)}. Make a free strike?"
        case ReinforceQuestion():
            suffers = f"{display_name(state, question.model)} would suffer {format_count(question.points, 'damage point')}"
            return f"{suffers}. Spend 1 focus point to suffer 5 less?"
        case ExtraAdvanceQuestion():
            return f"{question.why}: {display_name(state, question.model)} may advance"
        case _:
            return ""


def _describe_activation_question(state: State, question: ActivationQuestion) -> str:
    """Describe the models and units to activate, or a unit's troopers to move or act."""
    remaining = models_to_activate(state, question.player)
    if not question.unit:
        return f"Still to activate: {join_words(dict.fromkeys(display_name(state, m.activation_group) for m in remaining))}"
    activation = unit_activation(state, question.unit)
    verb = "move" if activation is not None and activation.part == MOVE else "act"
    return f"{display_name(state, question.unit)}: still to {verb}: {join_words(m.display_name for m in remaining)}"


def _describe_control_question(state: State, question: ControlQuestion) -> str:
    caster = state.warcaster_of(question.player)
    unpaid = [
        spell for spell in upkeep_spell_names(state, question.player) if spell not in question.paid
    ]
    upkeep = f"; upkeep not paid for: {join_words(unpaid)}" if unpaid else ""
    return f"{display_name(state, caster.id)} has {format_count(caster.focus, 'focus point')} to assign{upkeep}"


def question_subject(state: State) -> str | None:
    """Return the model that the open question is about."""
    current_question = find_open_question(state)
    for part in ("striker", "model"):
        id = getattr(current_question, part, "")
        if id and state.is_on_table(id):
            return str(id)
    activation = find_frame(state, Activation)
    return (
        activation.model if activation is not None and state.is_on_table(activation.model) else None
    )


def list_model_facts(state: State, model: Model) -> list[str]:
    """List a model's damage, focus, effects, clouds, and disabled or locked systems."""
    marks = [format_count(model.focus, "focus point")] if model.focus else []
    whole, remaining = damage_boxes(state, model.id)
    marks += [f"{remaining} of {whole} boxes left"] if remaining < whole else []
    marks += ["knocked down"] if model.knocked_down else []
    marks += ["fleeing"] if model.fleeing else []
    if model.unit and model.at is not None:
        marks += _unit_marks(state, model)
    if model.is_warjack:
        marks += [
            f"{SYSTEM_NAMES[system]} disabled" for system in state.damage_grid(model.id).disabled
        ]
    marks += [describe_effect(effect) for effect in model.effects]
    marks += [
        f"in {cloud.id}"
        for cloud in (clouds_touching(state, model.id) if model.at is not None else ())
    ]
    marks += [
        f"{SYSTEM_NAMES[lock.part]} locked" for lock in state.locks if lock.defender == model.id
    ]
    marks += [
        f"locks {display_name(state, lock.defender)}"
        for lock in state.locks
        if lock.attacker == model.id
    ]
    return marks


def _unit_marks(state: State, model: Model) -> list[str]:
    """List the formation and order of a model's unit, or that it is out of formation."""
    if model.id in troopers_out_of_formation(state, model.unit):
        return ["out of formation"]
    marks = (
        [f"{formation} formation"]
        if (formation := formation_kind(state, model.unit)) != BROKEN
        else []
    )
    return marks + (
        [f"ordered to {state.units[model.unit].order}"] if has_order(state, model.unit) else []
    )


def damage_boxes(state: State, id: str) -> tuple[int, int]:
    """Return the total and the remaining damage boxes of a model."""
    model = state.models[id]
    if not model.is_warjack:
        boxes = state.setup.damage_row_size(id)
        return boxes, boxes - model.damage
    grid = state.damage_grid(id)
    return len(grid.boxes), grid.remaining_boxes


def describe_standings(state: State) -> list[str]:
    """Return a line for each player: the warcaster's boxes and focus, and the warjacks left."""
    return [f"  {player_name(state, p)}: {_describe_standing(state, p)}" for p in PLAYERS]


def _describe_standing(state: State, player: int) -> str:
    caster = state.warcaster_of(player)
    whole, remaining = damage_boxes(state, caster.id)
    condition = (
        "removed from play"
        if caster.removed
        else f"{remaining} of {whole} boxes, {format_count(caster.focus, 'focus point')}"
    )
    counted = [_count_models(state, player, kind, word) for kind, word in COUNTED_KINDS]
    return (
        f"{caster.name} {condition}; {join_words(count for count in counted if count)} on the table"
    )


def _count_models(state: State, player: int, kind: str, word: str) -> str:
    """Describe a kind's number of models on the table and in total; always for warjacks."""
    all_of_them = sum(m.kind == kind for m in state.models.values() if m.owner == player)
    number = sum(m.kind == kind for m in state.models_in_play(player))
    return (
        f"{number} of {format_count(all_of_them, word)}" if all_of_them or kind == "warjack" else ""
    )


def describe_progress(state: State) -> str:
    """Describe the progress of the game."""
    return f"Round {state.round}, turn {state.turn}" if state.round else "Setup"


def describe_moment(state: State) -> str:
    """Describe the present moment of the game."""
    if not state.round:
        return "Setup"
    return f"{describe_progress(state)}: {player_name(state, state.active)}'s {PHASE_NAMES[state.phase]} Phase"


def describe_ending(state: State) -> str:
    """Describe the end of the game."""
    if not state.over:
        return "The game is not over"
    reason = describe_game_end(state, state.winner, state.why)
    return (f"{player_name(state, state.winner)} wins: " if state.winner else "A draw: ") + reason


def describe_game_end(state: State, winner: int | None, reason: str) -> str:
    """Return the reason for the end of the game: the removed warcaster, or the event's reason."""
    caster = state.warcaster_of(3 - winner) if winner else None
    return (
        f"{display_name(state, caster.id)} is removed from play"
        if caster is not None and caster.removed
        else GAME_END_PHRASES.get(reason, reason)
    )


def make_announcement(old_state: State, new_state: State) -> str:
    """Announce a new round, if one begins."""
    return f"Round {new_state.round}" if 0 < old_state.round < new_state.round else ""
