"""Front and back: which arc of a model a point or another model is in."""
from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.geometry.plane.local_frame import ahead_and_aside
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EQUAL


class Arc(StrEnum):
    """Where something is, seen from a model: wholly in its front arc, partly, or wholly in its back arc."""

    FRONT = "front"
    PARTLY = "partly"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class InFront:
    """Which arc it is in, and how far ahead of the model's center, and to the left of it. Inches."""

    arc: Arc
    forward: float
    across: float
    rules: ClassVar[tuple[str, ...]] = ("WM-MOD-18", "WM-GEO-01", "WM-GEO-02", "WM-RUL-11")


def arc_of_point(model: Fighter, point: XY) -> InFront:
    """The arc a point is in: the line between the arcs is in front (WM-GEO-02, WM-RUL-11)."""
    forward, across = ahead_and_aside(model.place, model.ahead, point)
    return InFront(Arc.FRONT if forward >= -EQUAL else Arc.BACK, forward, across)


def arc_of(model: Fighter, target: Fighter) -> InFront:
    """The arc a base is in: wholly in front, wholly in the back arc, or partly in each (WM-GEO-02, WM-RUL-11)."""
    forward, across = ahead_and_aside(model.place, model.ahead, target.place)
    if forward >= target.radius - EQUAL:
        return InFront(Arc.FRONT, forward, across)
    arc = Arc.BACK if is_behind(model, target.place, target.radius) else Arc.PARTLY
    return InFront(arc, forward, across)


def is_behind(model: Fighter, place: XY, radius: float) -> bool:
    """Is a base at a place wholly in the model's back arc, without touching the line between the arcs (WM-GEO-02)?"""
    return ahead_and_aside(model.place, model.ahead, place)[0] < -radius - EQUAL
