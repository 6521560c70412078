"""Convert events to their display: model moves, attack lines, dice, damage and camera targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.dice import D6
from wc3d.engine.text import DETAIL_SEPARATOR
from wc3d.games.neo_mechanika.previews.action_words import ability_meaning, cypher_meaning
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.games.neo_mechanika.rules.fighting.targeting import attack_range
from wc3d.games.neo_mechanika.rules.moving.carrying import objective_place
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.games.neo_mechanika.text.formatting import roll_name
from wc3d.games.neo_mechanika.text.log_events import event_sentence, excess_clause
from wc3d.presentation.attack_kinds import AttackKind, attack_kind_of
from wc3d.presentation.display_values import AreaEffectMark, DieLook, DisplayedRoll, EventDisplay
from wc3d.presentation.event_displays import (
    display_attack,
    display_damage,
    display_removal,
    find_attack_line,
)
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.format_inches import format_length
from wc3d.presentation.palette import Pen

DICE_LOOKS = {
    ACTION_DIE.name: DieLook("A", (236, 236, 228), (24, 28, 34), 0.2, has_diamonds=True),
    POWER_DIE.name: DieLook("P", (176, 44, 40), (255, 255, 255), 0.55, has_diamonds=True),
    D6.name: DieLook("d6", (60, 76, 96), (255, 255, 255), 0.0),
}
"""White Action Dice, red Power Dice, blue d6; marks and corners also distinguish them."""
ATTACK_CLOSING_EVENTS = (
    events.Missed,
    events.Damaged,
    events.ActivationBegan,
    events.ActivationEnded,
    events.TurnBegan,
)
"""The events that end an attack."""


MOVE_MANNERS = {"flies": "fly", "jumps": "jump", "is slammed": "slam", "is dragged": "slam"}
"""The manner of a move by its verb in the event."""
SILENT_EVENTS = (
    events.Rolled,
    events.Hit,
    events.Missed,
    events.Damaged,
    events.ModelDestroyed,
    events.Shuffled,
    events.Readied,
    events.Boosted,
    events.CardExpired,
    events.ActivationEnded,
    events.CardLies,
)
"""Events without a sentence, because dice or a tag show them or they matter little."""


def happening_of(state: State, event: Event) -> EventDisplay:
    """Return the display of an event, from the state just before it."""
    stroke = _find_stroke(event, state)
    places = _list_places(event, state)
    happening = EventDisplay(
        strokes=_list_strokes(stroke),
        places=places,
        sentence=_describe_briefly(event, state),
        why=_explain(event, state),
    )
    if isinstance(event, events.AttackDeclared):
        return display_attack(happening, event, stroke, _find_attack_kind(state, event))
    if isinstance(event, events.Moved):
        return replace(
            happening, tracks={event.model: event.track}, manner=MOVE_MANNERS.get(event.how, "walk")
        )
    if isinstance(event, events.Repositioned | events.Fell):
        way = (
            {event.model: (state.place(event.model), event.at)}
            if state.is_on_table(event.model)
            else {}
        )
        return replace(
            happening,
            tracks=way,
            is_sliding=True,
            manner="fall" if isinstance(event, events.Fell) else "put",
        )
    if isinstance(event, events.Rolled):
        blast = (
            (AreaEffectMark("blast", radius=state.table.policy.blast_within),)
            if event.why == "blast damage"
            else ()
        )
        return EventDisplay(roll=_build_dice(event), places=places, splashes=blast)
    return _add_model_changes(happening, state, event)


def _add_model_changes(happening: EventDisplay, state: State, event: Event) -> EventDisplay:
    """Add the changes of models that are hit, damaged, destroyed or deployed."""
    happening = replace(
        happening,
        ends_attack=isinstance(event, ATTACK_CLOSING_EVENTS),
        round=event.round if isinstance(event, events.RoundBegan) else 0,
    )
    match event:
        case events.Hit():
            return replace(happening, words=f"hit{excess_clause(event)}", beside_model=event.target)
        case events.Missed():
            return replace(happening, words="missed", beside_model=event.target)
        case events.Damaged():
            return display_damage(happening, event)
        case events.ModelDestroyed():
            return display_removal(happening, state, event.model, "destroyed")
        case events.UnitLeft():
            unit = state.units[event.unit]
            return replace(happening, cleared_models=unit.models + unit.attached)
        case events.GateCollapsed():
            return replace(
                happening,
                destroyed_models=(event.gate,),
                words="collapses",
                beside_model=event.gate,
            )
        case events.UnitDeployed():
            return replace(
                happening,
                arriving_models=tuple(id for id, _ in event.places),
                gate=event.gate,
                places=tuple(at for _, at in event.places),
            )
        case events.ModelReturned():
            return replace(happening, arriving_models=(event.model,))
        case events.GatePlaced():
            return replace(happening, arriving_models=(event.gate.id,), places=(event.gate.at,))
    return happening


def _describe_briefly(event: Event, state: State) -> str:
    """Return the event without its numbers; empty if it needs no sentence."""
    if isinstance(event, SILENT_EVENTS) or (isinstance(event, events.TokenGiven) and not event.why):
        return ""
    return (event_sentence(event, state) or "").partition(DETAIL_SEPARATOR)[0]


def _explain(event: Event, state: State) -> str:
    """Return why an attack was legal, or the text of the card used."""
    match event:
        case events.AttackDeclared():
            return _explain_attack(event, state)
        case events.CardPlayed():
            return cypher_meaning(state, event.card)
        case events.AbilityUsed():
            return ability_meaning(state, event.ability)
    return ""


def _explain_attack(event: events.AttackDeclared, state: State) -> str:
    """Return why the attack was legal: its range and its line of sight."""
    using = next((w for w in model_weapons(state, event.attacker) if w.name == event.weapon), None)
    is_on_table = (
        using is not None and state.is_on_table(event.attacker) and state.is_on_table(event.target)
    )
    reach = (
        attack_range(state, event.attacker, using, event.target)
        if is_on_table and using is not None
        else 0.0
    )
    if event.kind == "melee":
        return f"within reach ({format_length(reach)})" if reach else ""
    reasons = [f"within range ({format_length(reach)})"] if reach else []
    if event.line is not None:
        reasons.append("clear line of sight" + (", target in cover" if event.cover else ""))
    return ", ".join(reasons)


def _find_attack_kind(state: State, event: events.AttackDeclared) -> AttackKind:
    """Return what an attack looks like: that of its weapon, of a Fury's card, or the usual one."""
    if event.kind == "fury":
        cards = state.setup.cards.cyphers.values()
        energy = next((card.energy for card in cards if card.name == event.weapon), ())
        return attack_kind_of(event.kind, energy, AttackKind.MAGIC)
    weapons = model_weapons(state, event.attacker)
    using = next((w for w in weapons if w.name == event.weapon), None)
    return attack_kind_of(event.kind, using.energy if using is not None else ())


def _list_strokes(stroke: Stroke | None) -> tuple[Stroke, ...]:
    return (stroke,) if stroke is not None else ()


def _build_dice(roll_event: events.Rolled) -> DisplayedRoll:
    dice = ((ACTION_DIE, roll_event.action), (POWER_DIE, roll_event.power), (D6, roll_event.plain))
    total = "" if roll_event.plain else f"= {roll_event.strikes}"
    purpose = roll_event.why if roll_event.plain else roll_name(roll_event)
    return DisplayedRoll(
        roll_event.player, purpose, tuple((die, faces) for die, faces in dice if faces), total
    )


def _find_stroke(event: Event, state: State) -> Stroke | None:
    """Return the line of an attack or of a model's move, or None."""
    if isinstance(event, events.AttackDeclared):
        pen = Pen.SPRAY if event.part == "spray" else Pen.CLEAR
        return find_attack_line(state, event, pen)
    if isinstance(event, events.Moved) and len(event.track) > 1:
        return Stroke(event.track, Pen.PATH)
    if isinstance(event, events.Repositioned) and state.is_on_table(event.model):
        return Stroke((state.place(event.model), event.at), Pen.PATH, is_bold=False)
    return None


def _list_places(event: Any, state: State) -> tuple[XYZ, ...]:
    """Return the places of everything that an event names."""
    for part in ("at", "model", "target", "unit", "on", "gate", "objective"):
        points = _locate(getattr(event, part, None), state)
        if points:
            return points
    return tuple(p for _, p in getattr(event, "places", ()))


def _locate(value: Any, state: State) -> tuple[XYZ, ...]:
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(v, float) for v in value):
        return (value,)
    if not isinstance(value, str):
        return (value.at,) if hasattr(value, "at") else ()
    if value in state.units:
        return tuple(state.place(m.id) for m in state.models_of(value))
    if value in state.objectives:
        return (objective_place(state, value),)
    return (state.place(value),) if value and state.is_on_table(value) else ()
