"""Front and back arcs: the arc that contains a point or a model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.geometry.plane.local_frame import to_local_frame
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.table_state import TableState


class Arc(StrEnum):
    """A position relative to a model: wholly in its front arc, partly, or wholly in its back."""

    FRONT = "front"
    PARTLY = "partly"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class ArcPosition:
    """The arc of a point or base, and its offset in inches: ahead of the center and to the left."""

    arc: Arc
    forward: float
    across: float
    rules: ClassVar[tuple[str, ...]] = ("WM-MOD-18", "WM-GEO-01", "WM-GEO-02", "WM-RUL-11")


def arc_of_point(model: Fighter, point: XY) -> ArcPosition:
    """Return the arc of a point. The line between the arcs is in front (WM-GEO-02, WM-RUL-11)."""
    forward, across = to_local_frame(model.place, model.facing_vector, point)
    return ArcPosition(Arc.FRONT if forward >= -EPSILON_IN else Arc.BACK, forward, across)


def arc_of(model: Fighter, target: Fighter) -> ArcPosition:
    """Return the arc of a base: in front, in the back arc, or partly (WM-GEO-02, WM-RUL-11)."""
    forward, across = to_local_frame(model.place, model.facing_vector, target.place)
    if forward >= target.radius - EPSILON_IN:
        return ArcPosition(Arc.FRONT, forward, across)
    arc = Arc.BACK if is_behind(model, target.place, target.radius) else Arc.PARTLY
    return ArcPosition(arc, forward, across)


def is_behind(model: Fighter, place: XY, radius: float) -> bool:
    """Return whether a base at a place is wholly in the model's back arc (WM-GEO-02)."""
    return to_local_frame(model.place, model.facing_vector, place)[0] < -radius - EPSILON_IN


@dataclass(frozen=True, slots=True)
class BackStrike:
    """The conditions of a back strike: from behind at the start and now, at a standing target."""

    began_behind: bool
    is_behind: bool
    stands: bool
    rules: ClassVar[tuple[str, ...]] = ("WM-REF-43", "WM-REF-44", "WM-GEO-35")

    @property
    def back_strike(self) -> bool:
        """Return whether all conditions hold; the target must not be knocked down (WM-REF-44)."""
        return self.began_behind and self.is_behind and self.stands


def check_back_strike(
    table: TableState, attacker: Fighter | str, target: Fighter | str, began: XY
) -> BackStrike:
    """Check for a back strike by an attacker whose activation began at `began` (WM-GEO-35)."""
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    return BackStrike(
        is_behind(target_model, began, attacker_model.radius),
        is_behind(target_model, attacker_model.place, attacker_model.radius),
        target_model.is_standing,
    )
