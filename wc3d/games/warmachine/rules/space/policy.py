"""The space policy: sight from an eye, models that block, rough ground by the inch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from wc3d.games.warmachine.rules.book.rulebook import BOOK
from wc3d.games.warmachine.rules.editions import parse_edition
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.geometry.plane.local_frame import to_local_frame, unit_vector
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.geometry.visibility import point_volume
from wc3d.table.body import Body
from wc3d.table.space_policy import Motion, SightBlocker, SpacePolicy
from wc3d.table.space_rules import Citation, SpaceRule
from wc3d.table.table_state import TableState

BACK_ARC_ID = "back arc"
"""The id of the back arc among sight blockers."""

UNLIMITED_HEIGHT_IN = 1e4
"""A height in inches above any table."""

OBSCURING_DEPTH_IN = 3.0
"""The depth of forest that sight passes, in or out (WM-REF-32, WM-RUL-32)."""

PROTECTION_RANGE_IN = 1.0
"""The largest distance at which terrain or another model protects a base (WM-TER-09, WM-SCR-01)."""


SHARED_RULES: Mapping[str, str] = {
    SpaceRule.VOLUME: "WM-RUL-09",
    SpaceRule.LINE_OF_SIGHT: "WM-LOS-01",
    SpaceRule.MODELS_IN_SIGHT: "WM-RUL-10",
    SpaceRule.OBSCURING_DEPTH: "WM-REF-32",
    SpaceRule.OBSCURING_BETWEEN: "WM-REF-32",
    SpaceRule.RANGE: "WM-RUL-06",
    SpaceRule.WITHIN: "WM-RUL-06",
    SpaceRule.STAND: "WM-GEO-13",
    SpaceRule.OFF_TABLE: "WM-RUL-34",
}
"""This game's rules for the space rules that all games share."""


@dataclass(frozen=True)
class WarmachineSpace(SpacePolicy):
    """The space policy. `small_throw_bonus` lengthens throws of small bases (WM-REF-71).

    `extra_terrain` enables climbing of thick obstacles (WM-REF-29) and deep water (WM-REF-35).
    """

    game: ClassVar[str] = "warmachine"
    rough_pace: ClassVar[float] = 2.0  # WM-GEO-14
    small_throw_bonus: float = 0.0
    extra_terrain: bool = False

    def sight_source(self, viewer: Body) -> Cylinder:
        """Return the eye: the center of the top of the model's volume (WM-GEO-07, WM-RUL-08)."""
        return point_volume(eye_position(viewer))

    def sight_blockers(
        self, viewer: Body, target: Body, bodies: Sequence[Body]
    ) -> tuple[SightBlocker, ...]:
        """Return other standing models (WM-GEO-09, WM-RUL-10) and the back arc (WM-GEO-08)."""
        return (*sight_blocking_models(viewer, target, bodies), *back_arc_blocker(viewer, target))

    def cover_from(self, attacker: Body) -> Cylinder:
        """Return the attacker's eye, a point (WM-GEO-32)."""
        x, y, z = eye_position(attacker)
        return Cylinder((x, y), 0.0, z, z)

    def cover_to(self, target: Body) -> Cylinder:
        """Return the disc of the target's base (WM-GEO-32)."""
        x, y, z = target.at
        return Cylinder((x, y), target.radius, z, z)

    def can_pass_through(self, other: Body, mover: Body, by: Motion) -> bool:
        """Return whether a slam passes over a smaller base (WM-REF-67)."""
        return by is Motion.SLAM and other.radius < mover.radius - EPSILON_IN

    def occupied_volume(self, other: Body) -> Cylinder:
        """Return an unlimited column: bases never cross at any height (WM-GEO-13)."""
        x, y, _ = other.at
        return Cylinder((x, y), other.radius, -UNLIMITED_HEIGHT_IN, UNLIMITED_HEIGHT_IN)

    def of_edition(self, name: str) -> Self:
        """Return the space policy of an edition. Raises InputError for an unknown edition."""
        switches = parse_edition(name)
        bonus = float(switches["throw.small_bonus"])
        extra = bool(switches["terrain.extra"])
        return replace(self, edition=name, small_throw_bonus=bonus, extra_terrain=extra)

    def citation(self, rule: str) -> Citation | None:
        """Return a rule of the book, by its own id or that of a shared space rule."""
        id = SHARED_RULES.get(rule, rule)
        entry = BOOK.entries.get(id)
        return None if entry is None else Citation(id, "", f"{entry.text} {entry.ruling}".strip())


def has_extra_terrain(table: TableState) -> bool:
    """Return whether this table has climbable obstacles and deep water (WM-REF-29, WM-REF-35)."""
    return isinstance(table.policy, WarmachineSpace) and table.policy.extra_terrain


def eye_position(model: Body) -> tuple[float, float, float]:
    """Return the center of the volume's top (WM-LOS-03, WM-GEO-07, WM-RUL-08, WM-RUL-09)."""
    x, y, z = model.at
    return x, y, z + model.height


def sight_blocking_models(
    viewer: Body, target: Body, bodies: Sequence[Body]
) -> tuple[SightBlocker, ...]:
    """Return the other models that are not knocked down (WM-LOS-04, WM-KND-03, WM-RUL-10)."""
    return tuple(
        SightBlocker(body.id, (body.volume,))
        for body in bodies
        if body.id not in (viewer.id, target.id)
        and not (isinstance(body, Fighter) and body.knocked_down)
    )


def back_arc_blocker(viewer: Body, target: Body) -> tuple[SightBlocker, ...]:
    """Return a solid in the viewer's back arc around the part of the target there, or nothing.

    No line through the front arc meets it, and every line to that part ends in it (WM-GEO-08,
    WM-RUL-12).
    """
    if viewer.facing is None:
        return ()
    ahead = unit_vector(viewer.facing)
    x, y = to_local_frame(viewer.at[:2], ahead, target.at[:2])
    margin = target.radius + 0.01
    if x >= target.radius - EPSILON_IN:
        return ()
    back = x - margin
    front = min(0.0, x + margin)
    corners = [(back, y - margin), (front, y - margin), (front, y + margin), (back, y + margin)]
    (cx, cy), (u, v) = viewer.at[:2], ahead
    points = np.array([(cx + a * u - b * v, cy + a * v + b * u) for a, b in corners])
    low, high = target.at[2] - 1.0, target.at[2] + target.height + 1.0
    return (SightBlocker(BACK_ARC_ID, (Prism(points, Plane(low), Plane(high)),)),)


SPACE = WarmachineSpace(
    obscuring_depth=OBSCURING_DEPTH_IN, cover_within=PROTECTION_RANGE_IN, obstacle_height=1.0
)
