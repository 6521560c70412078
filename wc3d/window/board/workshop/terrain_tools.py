"""What the mouse does to terrain: shapes drawn on the board, and what is picked dragged along it, turned or raised."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import atan2, degrees, dist
from typing import Any

import numpy as np
import shapely

from wc3d.geometry.points import XY, XYZ
from wc3d.presentation.palette import glassy
from wc3d.scene.picking import Picker, RayHit, flat
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.editing import (
    AnyShape,
    EditError,
    anchor,
    extent,
    floor_under,
    ladder_at,
    rotation,
    tidy,
)
from wc3d.table.maps.shapes import BoxShape, CylinderShape, PrismShape
from wc3d.table.maps.snapping import plan_of, snap_angle, snap_move, snap_point, to_grid
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.window.board.workshop.board_editor import BoardDraft

CLOSE = 0.4
"""Inches: a click this near a prism's first corner closes it."""
THIN = 0.05
"""Inches: nothing thinner is drawn by hand."""


class Make(StrEnum):
    """What a click on the board makes."""

    BOX = "box"
    PRISM = "prism"
    CYLINDER = "cylinder"
    LADDER = "ladder"


HINTS = {
    Make.BOX: ("drag from corner to corner, or click both", "click the opposite corner"),
    Make.PRISM: ("click the first corner", "click each corner in turn; click the first one again or press Space to finish"),
    Make.CYLINDER: ("drag from its center to its edge, or click both", "click its edge"),
    Make.LADDER: ("click where it stands, next to the edge it leads to", ""),
}


@dataclass
class DrawnShape:
    """A shape that is being drawn: the points clicked so far, and the one under the mouse."""

    make: Make
    points: list[XY] = field(default_factory=list)
    at: XY | None = None
    bottom: float = 0.0

    @property
    def hint(self) -> str:
        """What to do next."""
        return f"{self.make.value.title()}: {HINTS[self.make][1 if self.points else 0]}"

    def point(self, draft: BoardDraft, at: XY) -> XY:
        """Where a point of the board comes to rest."""
        return snap_point(draft.table, at, draft.snap)

    def click(self, draft: BoardDraft, at: XY) -> AnyShape | Ladder | None:
        """The board was clicked: the finished shape, or None if there is more to click. Raises EditError."""
        at = self.point(draft, at)
        if self.make is Make.LADDER:
            return ladder_at(draft.table, at)
        if not self.points:
            self.bottom = floor_under(draft.table, at) if draft.snap.on_top else 0.0
        if self.make is Make.PRISM:
            if len(self.points) >= 3 and dist(at, self.points[0]) <= CLOSE:
                return self.finish(draft)
            if not self.points or dist(at, self.points[-1]) > THIN:
                self.points.append(at)
            return None
        if not self.points:
            self.points.append(at)
            return None
        return self._between(draft, self.points[0], at)

    def _between(self, draft: BoardDraft, a: XY, b: XY) -> AnyShape:
        if self.make is Make.CYLINDER:
            radius = to_grid(dist(a, b), draft.snap.grid)
            if radius < THIN:
                raise EditError("a cylinder needs a radius: click farther from its center")
            return CylinderShape(type="cylinder", center=a, radius=radius, bottom=self.bottom, height=draft.height)
        size = tidy(abs(a[0] - b[0])), tidy(abs(a[1] - b[1]))
        if min(size) < THIN:
            raise EditError("a box needs width and depth: click a corner farther away")
        center = tidy((a[0] + b[0]) / 2), tidy((a[1] + b[1]) / 2)
        return BoxShape(type="box", center=center, size=size, bottom=self.bottom, height=draft.height)

    def finish(self, draft: BoardDraft) -> AnyShape:
        """The prism over the corners clicked so far. Raises EditError."""
        if self.make is not Make.PRISM or len(self.points) < 3:
            raise EditError("a prism needs at least 3 corners")
        try:
            return PrismShape(type="prism", points=tuple(self.points), bottom=self.bottom, height=draft.height)
        except ValueError as error:
            first = error.errors()[0]["ctx"]["error"] if hasattr(error, "errors") else error
            raise EditError(f"prism: {first}") from None

    def outline(self) -> list[XY]:
        """What is drawn so far, with the mouse's point."""
        if self.at is None or not self.points:
            return list(self.points)
        a, b = self.points[0], self.at
        if self.make is Make.BOX:
            return [a, (b[0], a[1]), b, (a[0], b[1]), a]
        if self.make is Make.CYLINDER:
            turn = np.linspace(0, 2 * np.pi, 49)
            r = dist(a, b)
            return [(a[0] + r * float(np.cos(t)), a[1] + r * float(np.sin(t))) for t in turn]
        return [*self.points, b]

    @property
    def words(self) -> str:
        """The measures of what is drawn so far."""
        if self.at is None or not self.points:
            return ""
        a, b = self.points[0], self.at
        if self.make is Make.BOX:
            return f'{abs(a[0] - b[0]):.4g}" by {abs(a[1] - b[1]):.4g}"'
        if self.make is Make.CYLINDER:
            return f'radius {dist(a, b):.3g}"'
        return f'{dist(self.points[-1], b):.3g}"'


class Hold(StrEnum):
    """How the mouse holds what is picked."""

    MOVE = "move"
    TURN = "turn"
    RAISE = "raise"


@dataclass(frozen=True)
class Change:
    """What a drag does: how far along, and how many degrees about the anchor."""

    by: XYZ = (0.0, 0.0, 0.0)
    degrees: float = 0.0

    def __bool__(self) -> bool:
        return any(self.by) or bool(self.degrees)


@dataclass
class Grab:
    """A drag of what is picked, from a point; `change` is what it does so far."""

    hold: Hold
    start: XYZ
    change: Change = field(default_factory=Change)

    def follow(self, draft: BoardDraft, ray: tuple[Any, Any]) -> None:
        """The mouse's ray is here now."""
        picked = draft.feature or draft.ladder
        if picked is None:
            return
        if isinstance(picked, Ladder):
            spot = on_plane(ray, self.start[2])
            if spot is not None and self.hold is Hold.MOVE:
                goal = picked.at[0] + spot[0] - self.start[0], picked.at[1] + spot[1] - self.start[1]
                x, y = snap_point(draft.table, goal, draft.snap)
                self.change = Change((tidy(x - picked.at[0]), tidy(y - picked.at[1]), 0.0))
            return
        new = {Hold.MOVE: self._move, Hold.TURN: self._turn, Hold.RAISE: self._raise}[self.hold](draft, picked, ray)
        self.change = new or self.change

    def _move(self, draft: BoardDraft, feature: Feature, ray: tuple[Any, Any]) -> Change | None:
        spot = on_plane(ray, self.start[2])
        if spot is None:
            return None
        by = spot[0] - self.start[0], spot[1] - self.start[1]
        return Change(snap_move(draft.table, feature, by, draft.snap))

    def _turn(self, draft: BoardDraft, feature: Feature, ray: tuple[Any, Any]) -> Change | None:
        x, y, _ = anchor(feature)
        spot = on_plane(ray, self.start[2])
        if spot is None or dist(spot[:2], (x, y)) < 1e-6:
            return None
        drag_angle = degrees(atan2(spot[1] - y, spot[0] - x) - atan2(self.start[1] - y, self.start[0] - x))
        angle = rotation(feature) or 0.0
        rest = snap_angle(angle + drag_angle, draft.snap) - angle
        return Change(degrees=tidy((rest + 180.0) % 360.0 - 180.0))

    def _raise(self, draft: BoardDraft, feature: Feature, ray: tuple[Any, Any]) -> Change | None:
        z = height_on(ray, self.start)
        if z is None:
            return None
        bottom = anchor(feature)[2]
        return Change((0.0, 0.0, tidy(to_grid(bottom + z - self.start[2], draft.snap.grid) - bottom)))


def on_plane(ray: tuple[Any, Any], z: float) -> XYZ | None:
    """Where a ray meets a level plane; None where it does not, or beyond all tables."""
    (x, y, h), (dx, dy, dz) = (tuple(float(v) for v in part) for part in ray)
    if abs(dz) < 1e-9 or (z - h) / dz < 0:
        return None
    t = (z - h) / dz
    return (x + dx * t, y + dy * t, z) if t < 1e4 else None


def height_on(ray: tuple[Any, Any], at: XYZ) -> float | None:
    """The height at which a ray passes nearest to the upright line through a point; None for a ray that is upright itself."""
    start, way = (np.asarray(part, float) for part in ray)
    flat_ = way[:2] @ way[:2]
    if flat_ < 1e-9:
        return None
    t = float((np.array(at[:2]) - start[:2]) @ way[:2] / flat_)
    return float(start[2] + way[2] * t) if t > 0 else None


class TerrainPicker:
    """Which feature or ladder the mouse points at: also woods, smoke and flat ground, which let sight's rays through."""

    def __init__(self, table: Table) -> None:
        self.table = table
        structures = tuple(replace(f, kind=Kind.STRUCTURE) for f in table.features if f.pieces and glassy(f))
        self._glassy = Picker(replace(table, features=structures, bodies=()))

    def at(self, hit: RayHit | None, ray: tuple[Any, Any]) -> str | None:
        """The id of what is there: a ladder, what is solid, woods and smoke, flat ground; None for the bare table."""
        distance = hit.distance if hit is not None else 1e9
        for ladder in self.table.ladders:
            if _near_ladder(ladder, ray, distance):
                return ladder.id
        if hit is not None and hit.what == "feature":
            return hit.id
        glassy_hit = self._glassy.terrain(*ray)
        if glassy_hit is not None and glassy_hit.distance < distance:
            return glassy_hit.id
        return self._lying(hit.at) if hit is not None else None

    def _lying(self, at: XYZ) -> str | None:
        """The smallest flat feature over a point."""
        spot = shapely.Point(at[:2])
        flat_features = [f for f in self.table.features if f.pieces and all(flat(p) for p in f.pieces) and plan_of(f).intersects(spot)]
        return min(flat_features, key=lambda f: extent(f).size[0] * extent(f).size[1]).id if flat_features else None


def _near_ladder(ladder: Ladder, ray: tuple[Any, Any], distance: float) -> bool:
    """Does a ray pass within a ladder's width, before what is so far away?"""
    start, way = (np.asarray(part, float) for part in ray)
    if abs(way[2]) < 1e-9:
        return False
    enter, leave = sorted(((ladder.top - start[2]) / way[2], (ladder.bottom - start[2]) / way[2]))
    level = float(way[:2] @ way[:2])
    nearest = float((np.array(ladder.at) - start[:2]) @ way[:2]) / level if level > 1e-12 else enter
    t = min(max(nearest, enter), leave)
    side_distance = float(np.hypot(*(start[:2] + way[:2] * t - ladder.at)))
    return 0 < t < distance + 0.6 and side_distance < 0.4
