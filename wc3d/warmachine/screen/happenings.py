"""What each event looks like on the table: ways that models take, lines of attacks, dice, who is hurt, and where to look."""
from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Event
from wc3d.evidence.exhibit import XYZ, Stroke
from wc3d.evidence.game_facts import DiceShown, DieLook, Happening
from wc3d.evidence.palette import Pen
from wc3d.warmachine import events as ev
from wc3d.warmachine.dice import D6
from wc3d.warmachine.state import State

BREAST = 1.0
"""Inches above a base at which an attack's line is drawn where the attack names none."""
DICE_LOOKS = {D6.name: DieLook("d6", (60, 76, 96), (255, 255, 255), 0.2)}
CLOSING = (ev.Missed, ev.OutOfRange, ev.Damaged, ev.ActivationBegan, ev.ActivationEnded, ev.TurnBegan)
"""Events after which an attack is over."""
FORCED = ("is slammed", "is thrown", "is pushed")


def happening_of(state: State, event: Event) -> Happening:
    """What an event looks like, from the state just before it."""
    places = _places(state, event)
    if isinstance(event, ev.AttackDeclared):
        stroke = _line(state, event)
        return Happening(strokes=(stroke,) if stroke else (), attack=stroke, begins_attack=True, places=places)
    if isinstance(event, ev.Moved):
        stroke = Stroke(event.track, Pen.PATH)
        return Happening({event.model: event.track}, slides=event.how in FORCED, strokes=(stroke,), places=event.track)
    if isinstance(event, ev.Rolled):
        roll = DiceShown(event.player, event.why, ((D6, event.faces),), str(event.total))
        return Happening(roll=roll, places=places)
    hurts = (event.model,) if isinstance(event, ev.Damaged | ev.ModelRemoved) else ()
    number = event.round if isinstance(event, ev.RoundBegan) else 0
    return Happening(hurts=hurts, closes=isinstance(event, CLOSING), places=places, round=number)


def _line(state: State, event: ev.AttackDeclared) -> Stroke | None:
    ends = event.line or tuple(_breast(state, id) for id in (event.attacker, event.target) if state.on_table(id))
    return Stroke(tuple(ends), Pen.CLEAR, event.weapon) if len(ends) == 2 else None


def _breast(state: State, id: str) -> XYZ:
    x, y, z = state.place(id)
    return x, y, z + BREAST


def _places(state: State, event: Any) -> tuple[XYZ, ...]:
    """Where the models that an event names stand."""
    at = getattr(event, "at", None)
    if isinstance(at, tuple):
        return (at,)
    for part in ("model", "target", "caster"):
        id = getattr(event, part, "")
        if isinstance(id, str) and id and state.on_table(id):
            return (state.place(id),)
    return ()
