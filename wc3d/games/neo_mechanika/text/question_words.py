"""What a player has to know before deciding, in a few lines: points, Arc, tokens, and what the question is about."""
from __future__ import annotations

from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.agenda import find, question
from wc3d.games.neo_mechanika.rules.abilities.card_effects import (
    CardQuestion,
    Expiring,
    HandQuestion,
)
from wc3d.games.neo_mechanika.rules.abilities.effects import AmountQuestion
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.abilities.timing import Moment
from wc3d.games.neo_mechanika.rules.abilities.triggers import Opened, Reaction
from wc3d.games.neo_mechanika.rules.decisions import DECISIONS, STEP_NAMES
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import EffectQuestion
from wc3d.games.neo_mechanika.rules.fighting.extra_attacks import ExtraAttack
from wc3d.games.neo_mechanika.rules.fighting.strafing import StrafeQuestion
from wc3d.games.neo_mechanika.rules.frames import Activation, Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.moving.carrying import TakeQuestion
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.games.neo_mechanika.rules.moving.returning import ReturnQuestion
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State, Unit, Where
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import ChoiceQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, is_solo
from wc3d.games.neo_mechanika.text.vocabulary import (
    card_name,
    cite,
    effect_name,
    join_words,
    length,
    name,
    names,
    place,
)


def standings(state: State) -> list[str]:
    """A line for each player: points, Arc in the well, cards, void gates and which units have activated."""
    return [f"  {state.setup.names[p - 1]}: {_standing(state, p)}" for p in PLAYERS]


def _standing(state: State, player: int) -> str:
    who = state.players[player]
    told = f"{who.points} VP, {who.well} Arc in the well, {pluralize(len(who.hand), 'card')} in hand"
    spent = [u.id for u in state.units_in_play(player) if u.token]
    return told + (f"; activation tokens: {names(state, spent)}" if spent else "")


def facts(state: State, unit: Unit) -> list[str]:
    """What marks a unit: how many models it has left, or has in reserve, its Arc, token and cards, and the damage and effects of
    its models."""
    models = state.models_of(unit.id)
    whole = len(unit.models) + len(unit.attached)
    left = f"{whole} models" if unit.where is Where.RESERVE else f"{len(models)} of {whole} models"
    told = [left] if whole > 1 else []
    told += [f"{unit.arc} Arc"] if unit.arc else []
    told += ["activation token"] if unit.token else []
    told += [state.setup.cards.cyphers[c.card].name for c in unit.cyphers]
    for m in models:
        health = state.setup.card_of(m.id).health
        hurt = f"{health - m.damage} of {health} health" if m.damage else ""
        marks = [t for t in (hurt, *map(effect_name, m.effects), f"carries {state.name(m.carrying)}" if m.carrying else "") if t]
        if marks:
            told.append(f"{m.display_name}: {join_words(marks)}" if len(unit.models) > 1 else join_words(marks))
    return told


def describe_question(state: State) -> list[str]:
    """What the question is about, where the offers alone do not say it."""
    told = _describe(state, question(state))
    return [f"  {told}"] if told else []


def _describe(state: State, asked: Any) -> str:
    match asked:
        case ChoiceQuestion(first=first) if first:
            return f"{state.setup.names[first - 1]} takes the first turn"
        case ChoiceQuestion():
            return f"{state.setup.names[asked.player - 1]} won the roll and chooses one; the opponent gets the other"
        case InitialQuestion():
            return f"{asked.left} DC left for the first deployment"
        case DeploymentQuestion():
            gates = [f"{name(state, g.id)} ({g.arc} Arc)" for g in state.gates_of(asked.player)]
            return f"Deploy through {join_words(gates)}" if gates else "There is no void gate to deploy through"
        case ActivationQuestion():
            return _activating(state, asked)
        case ActingQuestion():
            return _acting(state, asked)
        case MoveQuestion(order=order):
            return f"{order.why}: {name(state, order.model or order.unit)} may move up to {length(order.inches)}"
        case PlaceQuestion():
            of = "its position" if asked.of == asked.model else name(state, asked.of)
            sight = ", in line of sight" if asked.sight else ""
            return f"{asked.why}: reposition {name(state, asked.model)} within {length(asked.within)} of {of}{sight}"
        case ReturnQuestion():
            return f"{asked.why}: place {name(state, asked.model)} within {length(asked.within)} of another model of its squad"
        case AmountQuestion():
            does = "charge on" if asked.what == "charge" else "clear from"
            return f"{asked.source}: choose the Arc to {does} {name(state, asked.holder)}"
        case ExtraAttack(why=why):
            return f"{why}: {name(state, asked.model)} may attack" if why else ""
        case Reaction():
            return _reaction(state, asked)
        case CardQuestion(source=source) | HandQuestion(source=source):
            return source
        case EffectQuestion():
            return "End of the Pulse round: which effect do you roll for next?"
        case TakeQuestion():
            return f"{name(state, asked.model)} has reached {names(state, asked.objectives)}"
        case StrafeQuestion():
            return f"Strafe: {name(state, asked.model)} may make additional attacks"
    return ""


def _activating(state: State, asked: ActivationQuestion) -> str:
    """Return how many units activate in a turn, or which may still do so."""
    if not asked.activated:
        return f"One unit activates, and one more solo if you like{cite('NM-TRN-06')}"
    is_any = all(is_solo(state, unit) for unit in asked.activated)
    return f"{'One more unit' if is_any else 'One more solo'} may activate{cite('NM-TRN-06')}"


def _acting(state: State, asked: ActingQuestion) -> str:
    now = find(state, Activation)
    models = state.models_of(asked.unit)
    speed = stat(state, models[0].id, "SPD").value
    done = [word for word, so in (("has advanced", now and now.advanced), ("has attacked", now and now.fired)) if so]
    unit = state.units[asked.unit]
    told = [f'SPD {speed:g}"', *(f for f in facts(state, unit) if f != "activation token"), *done]
    where = [f"{m.mark or m.name.removeprefix(unit.name).strip() or 'at'} {place(state.place(m.id))}" for m in models]
    return f"{name(state, asked.unit)}: {', '.join((*told, *where))}"


MOMENTS = {
    Moment.TURN_START: "the turn begins",
    Moment.ROLLED: "attack and defense are rolled",
    Moment.SOMEONE_HIT: "the attack hits",
    Moment.HIT: "the attack hits",
    Moment.BEFORE_DAMAGE: "the damage roll comes next",
    Moment.DAMAGE_ROLLED: "the damage is rolled",
    Moment.AFTER_ATTACKED: "the attack is resolved",
    Moment.AFTER_ATTACK: "the attack is resolved",
}
"""The moments of a turn and of an attack in which something is asked, in a few words."""


def _reaction(state: State, asked: Reaction) -> str:
    """What is going on in this moment: whose attack on whom, which Cypher on whom, who activates."""
    opened, card, f = find(state, Opened), find(state, Expiring), find(state, Attacking)
    subject = name(state, opened.subject) if opened is not None and opened.subject else ""
    if asked.window is Moment.CARD_EXPIRING and card is not None:
        expiring = f"{card_name(state, card.card.card)} on {name(state, card.unit)}"
        return f"{name(state, card.by)} is about to make {expiring} expire" if card.by else f"{expiring} is about to expire"
    if asked.window is Moment.WOUNDED:
        roll = find(state, DamageRoll)
        return f"{subject} is about to suffer {roll.points} damage" if roll is not None else f"{subject} is about to be damaged"
    told = {
        Moment.CARD_PLAYED: f"A Cypher was played on {subject}", Moment.AFTER_FURY: f"{subject} has channeled a Fury",
        Moment.ACTIVATION_START: f"{subject} activates", Moment.ACTIVATION_END: f"The activation of {subject} ends",
    }  # fmt: skip
    if asked.window in told:
        return told[asked.window]
    what = MOMENTS.get(asked.window, "")
    if f is None or not f.attacker:
        return what[:1].upper() + what[1:]
    return f"{name(state, f.attacker)} attacks {name(state, f.target)} with {f.weapon.name}" + (f": {what}" if what else "")


def clock(state: State) -> str:
    """How far the game is: "Pulse round 2, turn 3, step 4", or "setting up" before the first round."""
    if not state.round:
        return "setting up"
    return f"Pulse round {state.round}, turn {state.turn}, step {state.phase}"


def moment(state: State) -> str:
    """Where the game stands, as the one who is asked reads it: "Pulse round 2, turn 3, step 4: the Activation Phase"."""
    if not state.round:
        return STEP_NAMES[0]
    whose = "" if DECISIONS.to_act(state) == state.active else f" ({state.setup.names[state.active - 1]})"
    return f"Pulse round {state.round}, turn {state.turn}{whose}, step {state.phase}: {STEP_NAMES[state.phase]}"


def about(state: State) -> str | None:
    """The model, unit or void gate that the open question is about; None if it is about none of them, or about many."""
    match question(state):
        case MoveQuestion(order=order):
            return order.model or order.unit
        case ActingQuestion(unit=unit):
            return unit
        case AmountQuestion(holder=holder):
            return holder
        case Reaction(options=options):
            return options[0][1] if options else None
        case PlaceQuestion() | ReturnQuestion() | ExtraAttack() | TakeQuestion() | StrafeQuestion() as asked:
            return asked.model
    return None
