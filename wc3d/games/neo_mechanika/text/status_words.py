"""Summarize what a player needs for a decision: points, Arc, tokens and the question's subject."""

from __future__ import annotations

from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.text import capitalize, join_words
from wc3d.games.neo_mechanika.rules.abilities.card_effects import (
    CardQuestion,
    Expiring,
    HandQuestion,
)
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.resolve_effects import AmountQuestion
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import Opened, Reaction
from wc3d.games.neo_mechanika.rules.action_dispatcher import DECISIONS, STEP_NAMES
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import EffectQuestion
from wc3d.games.neo_mechanika.rules.fighting.extra_attacks import ExtraAttack
from wc3d.games.neo_mechanika.rules.fighting.strafing import StrafeQuestion
from wc3d.games.neo_mechanika.rules.moving.carrying import TakeQuestion
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.games.neo_mechanika.rules.moving.returning import ReturnQuestion
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State, Unit, Where
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import ChoiceQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, is_solo
from wc3d.games.neo_mechanika.text.formatting import (
    card_name,
    cite_rule,
    display_name,
    effect_name,
    format_place,
    join_display_names,
)
from wc3d.presentation.format_inches import format_length


def describe_standings(state: State) -> list[str]:
    """Return a line for each player: points, Arc, cards, void gates and activated units."""
    return [f"  {state.setup.names[p - 1]}: {_describe_player(state, p)}" for p in PLAYERS]


def _describe_player(state: State, player: int) -> str:
    player_state = state.players[player]
    text = f"{player_state.points} VP, {player_state.well} Arc in the well, {pluralize(len(player_state.hand), 'card')} in hand"
    used_units = [u.id for u in state.units_in_play(player) if u.token]
    return text + (
        f"; activation tokens: {join_display_names(state, used_units)}" if used_units else ""
    )


def list_unit_facts(state: State, unit: Unit) -> list[str]:
    """Return a unit's status: models, Arc, token, cards, and its models' damage and effects."""
    models = state.models_of(unit.id)
    whole = len(unit.models) + len(unit.attached)
    count = f"{whole} models" if unit.where is Where.RESERVE else f"{len(models)} of {whole} models"
    entries = [count] if whole > 1 else []
    entries += [f"{unit.arc} Arc"] if unit.arc else []
    entries += ["activation token"] if unit.token else []
    entries += [state.setup.cards.cyphers[c.card].name for c in unit.cyphers]
    for m in models:
        health = state.setup.card_of(m.id).health
        hurt = f"{health - m.damage} of {health} health" if m.damage else ""
        marks = [
            t
            for t in (
                hurt,
                *map(effect_name, m.effects),
                f"carries {state.name(m.carrying)}" if m.carrying else "",
            )
            if t
        ]
        if marks:
            entries.append(
                f"{m.display_name}: {join_words(marks)}"
                if len(unit.models) > 1
                else join_words(marks)
            )
    return entries


def describe_question(state: State) -> list[str]:
    """Return the subject of the question, if the offers do not show it."""
    text = _describe_open_question(state, find_open_question(state))
    return [f"  {text}"] if text else []


def _describe_open_question(state: State, open_question: Any) -> str:
    match open_question:
        case ChoiceQuestion(first=first) if first:
            return f"{state.setup.names[first - 1]} takes the first turn"
        case ChoiceQuestion():
            return f"{state.setup.names[open_question.player - 1]} won the roll and chooses the first turn or a side; the opponent gets the other"
        case InitialQuestion():
            return f"{open_question.left} DC left for the initial deployment"
        case DeploymentQuestion():
            gates = [
                f"{display_name(state, g.id)} ({g.arc} Arc)"
                for g in state.gates_of(open_question.player)
            ]
            return (
                f"Deploy through {join_words(gates)}"
                if gates
                else "There is no void gate to deploy through"
            )
        case ActivationQuestion():
            return _describe_activation(state, open_question)
        case ActingQuestion():
            return _describe_unit_to_act(state, open_question)
        case MoveQuestion(order=order):
            return f"{order.why}: {display_name(state, order.model or order.unit)} may move up to {format_length(order.inches)}"
        case PlaceQuestion():
            of = (
                "its position"
                if open_question.of == open_question.model
                else display_name(state, open_question.of)
            )
            sight = ", in line of sight" if open_question.sight else ""
            who = display_name(state, open_question.model)
            where = f"within {format_length(open_question.within)} of {of}{sight}"
            return f"{open_question.why}: reposition {who} {where}"
        case ReturnQuestion():
            who = display_name(state, open_question.model)
            where = f"within {format_length(open_question.within)} of another model of its squad"
            return f"{open_question.why}: place {who} {where}"
        case AmountQuestion():
            verb = "charge on" if open_question.what == "charge" else "clear from"
            return f"{open_question.source}: choose the Arc to {verb} {display_name(state, open_question.holder)}"
        case ExtraAttack(why=reason):
            return (
                f"{reason}: {display_name(state, open_question.model)} may attack" if reason else ""
            )
        case Reaction():
            return _describe_reaction(state, open_question)
        case CardQuestion(source=source) | HandQuestion(source=source):
            return source
        case EffectQuestion():
            return "End of the Pulse round: which effect do you roll for next?"
        case TakeQuestion():
            return f"{display_name(state, open_question.model)} has reached {join_display_names(state, open_question.objectives)}"
        case StrafeQuestion():
            return f"Strafe: {display_name(state, open_question.model)} may make additional attacks"
    return ""


def _describe_activation(state: State, open_question: ActivationQuestion) -> str:
    """Return the number of units that activate in a turn, or those that still can."""
    if not open_question.activated:
        return f"Activate one unit, and one more solo if you like{cite_rule('NM-TRN-06')}"
    is_any = all(is_solo(state, unit) for unit in open_question.activated)
    return (
        f"You may activate {'one more unit' if is_any else 'one more solo'}{cite_rule('NM-TRN-06')}"
    )


def _describe_unit_to_act(state: State, open_question: ActingQuestion) -> str:
    activation = find_frame(state, Activation)
    models = state.models_of(open_question.unit)
    speed = current_stat(state, models[0].id, "SPD").value
    actions_taken = [
        word
        for word, is_true in (
            ("has advanced", activation and activation.advanced),
            ("has attacked", activation and activation.fired),
        )
        if is_true
    ]
    unit = state.units[open_question.unit]
    unit_facts = [
        f'SPD {speed:g}"',
        *(f for f in list_unit_facts(state, unit) if f != "activation token"),
        *actions_taken,
    ]
    positions = [
        f"{m.mark or m.name.removeprefix(unit.name).strip() or 'at'} {format_place(state.place(m.id))}"
        for m in models
    ]
    return f"{display_name(state, open_question.unit)}: {', '.join((*unit_facts, *positions))}"


MOMENT_PHRASES = {
    Moment.TURN_START: "the turn begins",
    Moment.ROLLED: "attack and defense are rolled",
    Moment.SOMEONE_HIT: "the attack hits",
    Moment.HIT: "the attack hits",
    Moment.BEFORE_DAMAGE: "the damage roll comes next",
    Moment.DAMAGE_ROLLED: "the damage is rolled",
    Moment.AFTER_ATTACKED: "the attack is resolved",
    Moment.AFTER_ATTACK: "the attack is resolved",
}
"""The moments of a turn or attack with a question, in a few words."""


def _describe_reaction(state: State, reaction: Reaction) -> str:
    """Describe the moment of a reaction: the attack, the Cypher or the activation."""
    opened = find_frame(state, Opened)
    card = find_frame(state, Expiring)
    f = find_frame(state, Attacking)
    subject = display_name(state, opened.subject) if opened is not None and opened.subject else ""
    if reaction.window is Moment.CARD_EXPIRING and card is not None:
        expiring = f"{card_name(state, card.card.card)} on {display_name(state, card.unit)}"
        return (
            f"{display_name(state, card.by)} is about to make {expiring} expire"
            if card.by
            else f"{expiring} is about to expire"
        )
    if reaction.window is Moment.WOUNDED:
        roll = find_frame(state, DamageRoll)
        return (
            f"{subject} is about to suffer {roll.points} damage"
            if roll is not None
            else f"{subject} is about to be damaged"
        )
    texts = {
        Moment.CARD_PLAYED: f"A Cypher was played on {subject}",
        Moment.AFTER_FURY: f"{subject} has channeled a Fury",
        Moment.ACTIVATION_START: f"{subject} activates",
        Moment.ACTIVATION_END: f"The activation of {subject} ends",
    }
    if reaction.window in texts:
        return texts[reaction.window]
    event_text = MOMENT_PHRASES.get(reaction.window, "")
    if f is None or not f.attacker:
        return capitalize(event_text)
    return (
        f"{display_name(state, f.attacker)} attacks {display_name(state, f.target)} with {f.weapon.name}"
        + (f": {event_text}" if event_text else "")
    )


def describe_progress(state: State) -> str:
    """Return the progress: "Pulse round 2, turn 3, step 4"; "setting up" before round 1."""
    if not state.round:
        return "setting up"
    return f"Pulse round {state.round}, turn {state.turn}, step {state.phase}"


def describe_moment(state: State) -> str:
    """Return the progress with the step: "Pulse round 2, turn 3, step 4: the Activation Phase"."""
    if not state.round:
        return capitalize(STEP_NAMES[0])
    actor = (
        ""
        if DECISIONS.to_act(state) == state.active
        else f" ({state.setup.names[state.active - 1]})"
    )
    return f"Pulse round {state.round}, turn {state.turn}{actor}, step {state.phase}: {STEP_NAMES[state.phase]}"


def question_subject(state: State) -> str | None:
    """Return the model, unit or void gate of the open question; None without a single one."""
    match find_open_question(state):
        case MoveQuestion(order=order):
            return order.model or order.unit
        case ActingQuestion(unit=unit):
            return unit
        case AmountQuestion(holder=holder):
            return holder
        case Reaction(options=options):
            return options[0][1] if options else None
        case (
            PlaceQuestion()
            | ReturnQuestion()
            | ExtraAttack()
            | TakeQuestion()
            | StrafeQuestion() as open_question
        ):
            return open_question.model
    return None
