"""What each event looks like on the table: ways that models take, lines of attacks, dice, who is hurt, and where to look."""
from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Event
from wc3d.evidence.exhibit import XYZ, Stroke
from wc3d.evidence.game_facts import DiceShown, DieLook, Happening
from wc3d.evidence.palette import Pen
from wc3d.warcaster import events as ev
from wc3d.warcaster.dice import ACTION, D6, POWER
from wc3d.warcaster.moving.carrying import place_of
from wc3d.warcaster.state import State

BREAST = 1.0
"""Inches above a base at which an attack's line is drawn where the attack names none."""
DICE_LOOKS = {
    ACTION.name: DieLook("A", (236, 236, 228), (24, 28, 34), 0.2),
    POWER.name: DieLook("P", (176, 44, 40), (255, 255, 255), 0.55),
    D6.name: DieLook("d6", (60, 76, 96), (255, 255, 255), 0.0),
}
"""White Action Dice, red Power Dice, blue d6; they are told apart by letter and corners, too."""
CLOSING = (ev.Missed, ev.Damaged, ev.ActivationBegan, ev.ActivationEnded, ev.TurnBegan)
"""Events after which an attack is over."""


def happening_of(state: State, event: Event) -> Happening:
    """What an event looks like, from the state just before it."""
    stroke, places = _stroke(event, state), _places(event, state)
    if isinstance(event, ev.AttackDeclared):
        return Happening(strokes=_all(stroke), attack=stroke, begins_attack=True, places=places)
    if isinstance(event, ev.Moved):
        return Happening({event.model: event.track}, strokes=_all(stroke), places=places)
    if isinstance(event, ev.Repositioned | ev.Fell):
        way = {event.model: (state.place(event.model), event.at)} if state.on_table(event.model) else {}
        return Happening(way, slides=True, strokes=_all(stroke), places=places)
    if isinstance(event, ev.Rolled):
        return Happening(roll=_dice(event), places=places)
    hurts = (event.model,) if isinstance(event, ev.Damaged | ev.ModelDestroyed) else ()
    closes = isinstance(event, CLOSING)
    return Happening(hurts=hurts, closes=closes, places=places, round=event.round if isinstance(event, ev.RoundBegan) else 0)


def _all(stroke: Stroke | None) -> tuple[Stroke, ...]:
    return (stroke,) if stroke is not None else ()


def _dice(rolled: ev.Rolled) -> DiceShown:
    dice = ((ACTION, rolled.action), (POWER, rolled.power), (D6, rolled.plain))
    total = "" if rolled.plain else f"= {rolled.strikes}"
    return DiceShown(rolled.player, rolled.why, tuple((die, faces) for die, faces in dice if faces), total)


def _stroke(event: Event, state: State) -> Stroke | None:
    """The line that shows an event: of an attack, or a way that a model took."""
    if isinstance(event, ev.AttackDeclared):
        ends = event.line or tuple(_breast(state, id) for id in (event.attacker, event.target) if state.on_table(id))
        return Stroke(tuple(ends), Pen.CLEAR, event.weapon) if len(ends) == 2 else None
    if isinstance(event, ev.Moved) and len(event.track) > 1:
        return Stroke(event.track, Pen.PATH)
    if isinstance(event, ev.Repositioned) and state.on_table(event.model):
        return Stroke((state.place(event.model), event.at), Pen.PATH, bold=False)
    return None


def _breast(state: State, id: str) -> XYZ:
    x, y, z = state.place(id)
    return x, y, z + BREAST


def _places(event: Any, state: State) -> tuple[XYZ, ...]:
    """Where the things that an event names are."""
    for part in ("at", "model", "target", "unit", "on", "gate", "objective"):
        found = _place(getattr(event, part, None), state)
        if found:
            return found
    return tuple(p for _, p in getattr(event, "places", ()))


def _place(thing: Any, state: State) -> tuple[XYZ, ...]:
    if isinstance(thing, tuple) and len(thing) == 3 and all(isinstance(v, float) for v in thing):
        return (thing,)
    if not isinstance(thing, str):
        return (thing.at,) if hasattr(thing, "at") else ()
    if thing in state.units:
        return tuple(state.place(m.id) for m in state.models_of(thing))
    if thing in state.objectives:
        return (place_of(state, thing),)
    return (state.place(thing),) if thing and state.on_table(thing) else ()
