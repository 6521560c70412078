"""The display of the events that all games have: attacks, damage, removal."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from wc3d.engine.common_events import BaseAttackDeclared, BaseDamaged
from wc3d.presentation.attack_kinds import AttackKind, attack_kind_of
from wc3d.presentation.display_values import EventDisplay
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import Pen

ATTACK_LINE_HEIGHT_IN = 1.0
"""The height above a base of the line of an attack that has no line of its own, in inches."""


class ModelPlaces(Protocol):
    """The part of a game's state that says where its models are."""

    def is_on_table(self, id: str) -> bool: ...
    def place(self, id: str) -> XYZ: ...


def find_attack_line(
    state: ModelPlaces, event: BaseAttackDeclared, pen: Pen = Pen.CLEAR
) -> Stroke | None:
    """Return the line of an attack; None if a model is not on the table."""
    ends = event.line or tuple(
        _point_above_base(state, id)
        for id in (event.attacker, event.target)
        if state.is_on_table(id)
    )
    return Stroke(tuple(ends), pen, event.weapon) if len(ends) == 2 else None


def _point_above_base(state: ModelPlaces, id: str) -> XYZ:
    x, y, z = state.place(id)
    return x, y, z + ATTACK_LINE_HEIGHT_IN


def display_attack(
    display: EventDisplay,
    event: BaseAttackDeclared,
    line: Stroke | None,
    kind: AttackKind | None = None,
) -> EventDisplay:
    """Return a display with the beginning of an attack. `kind` decides its effects."""
    return replace(
        display,
        strokes=(line,) if line is not None else (),
        attack=line,
        begins_attack=True,
        attacker=event.attacker,
        attack_kind=kind or attack_kind_of(event.kind),
        weapon=event.weapon,
        beside_model=event.target,
        places=line.points if line is not None else display.places,
    )


def display_damage(display: EventDisplay, event: BaseDamaged) -> EventDisplay:
    """Return a display with the damage of a model."""
    return replace(
        display,
        words=f"{event.points} damage" if event.points else "no damage",
        beside_model=event.model,
        hurt_models=(event.model,) if event.points else (),
        damage={event.model: event.points},
    )


def display_removal(display: EventDisplay, state: ModelPlaces, id: str, words: str) -> EventDisplay:
    """Return a display with a model that leaves the table."""
    return replace(
        display,
        words=words,
        beside_model=id,
        hurt_models=(id,),
        destroyed_models=(id,) if state.is_on_table(id) else (),
    )
