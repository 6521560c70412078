"""Mouse tools for terrain: draw shapes, and move, rotate or raise the selection."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import atan2, degrees, dist
from typing import Any

import numpy as np
import shapely

from wc3d.geometry.points import XY, XYZ
from wc3d.presentation.palette import is_drawn_see_through
from wc3d.scene.picking import RayHit, RayPicker, is_flat
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.edit_terrain import (
    AnyShape,
    TerrainEditError,
    bounding_box,
    feature_rotation,
    floor_height,
    make_ladder,
    pivot_point,
    round_number,
)
from wc3d.table.maps.map_shapes import BoxShape, CylinderShape, PrismShape
from wc3d.table.maps.snapping import (
    feature_footprint,
    round_to_grid,
    snap_angle,
    snap_move,
    snap_point,
)
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.window.board.workshop.board_editor import BoardDraft

CLOSE_RADIUS_IN = 0.4
"""Distance in inches from a prism's first corner at which a click closes it."""
MIN_SIZE_IN = 0.05
"""Smallest hand-drawn size in inches."""


class ShapeTool(StrEnum):
    """The item that a click on the board draws."""

    BOX = "box"
    PRISM = "prism"
    CYLINDER = "cylinder"
    LADDER = "ladder"


SHAPE_HINTS = {
    ShapeTool.BOX: ("drag from corner to corner, or click both", "click the opposite corner"),
    ShapeTool.PRISM: (
        "click the first corner",
        "click each corner in turn; click the first one again or press Space to finish",
    ),
    ShapeTool.CYLINDER: ("drag from its center to its edge, or click both", "click its edge"),
    ShapeTool.LADDER: ("click where it stands, next to the edge it leads to", ""),
}


@dataclass
class DrawnShape:
    """An unfinished shape: the points clicked so far, and the point under the mouse."""

    tool: ShapeTool
    points: list[XY] = field(default_factory=list)
    at: XY | None = None
    bottom: float = 0.0

    @property
    def next_hint(self) -> str:
        """The next step, as a hint."""
        return f"{self.tool.value.title()}: {SHAPE_HINTS[self.tool][1 if self.points else 0]}"

    def snap_point(self, draft: BoardDraft, at: XY) -> XY:
        """Return a point snapped for this shape."""
        return snap_point(draft.table, at, draft.snap)

    def add_point(self, draft: BoardDraft, at: XY) -> AnyShape | Ladder | None:
        """Add a clicked point. Return the finished shape, or None. Raises EditError."""
        at = self.snap_point(draft, at)
        if self.tool is ShapeTool.LADDER:
            return make_ladder(draft.table, at)
        if not self.points:
            self.bottom = floor_height(draft.table, at) if draft.snap.is_on_top else 0.0
        if self.tool is ShapeTool.PRISM:
            if len(self.points) >= 3 and dist(at, self.points[0]) <= CLOSE_RADIUS_IN:
                return self.make_prism(draft)
            if not self.points or dist(at, self.points[-1]) > MIN_SIZE_IN:
                self.points.append(at)
            return None
        if not self.points:
            self.points.append(at)
            return None
        return self._make_shape(draft, self.points[0], at)

    def _make_shape(self, draft: BoardDraft, a: XY, b: XY) -> AnyShape:
        if self.tool is ShapeTool.CYLINDER:
            radius = round_to_grid(dist(a, b), draft.snap.grid)
            if radius < MIN_SIZE_IN:
                raise TerrainEditError("a cylinder needs a radius: click farther from its center")
            return CylinderShape(
                type="cylinder",
                center=a,
                radius=radius,
                bottom=self.bottom,
                height=draft.default_height,
            )
        size = round_number(abs(a[0] - b[0])), round_number(abs(a[1] - b[1]))
        if min(size) < MIN_SIZE_IN:
            raise TerrainEditError("a box needs width and depth: click a corner farther away")
        center = round_number((a[0] + b[0]) / 2), round_number((a[1] + b[1]) / 2)
        return BoxShape(
            type="box", center=center, size=size, bottom=self.bottom, height=draft.default_height
        )

    def make_prism(self, draft: BoardDraft) -> AnyShape:
        """Return the prism over the corners clicked so far. Raises EditError."""
        if self.tool is not ShapeTool.PRISM or len(self.points) < 3:
            raise TerrainEditError("a prism needs at least 3 corners")
        try:
            return PrismShape(
                type="prism",
                points=tuple(self.points),
                bottom=self.bottom,
                height=draft.default_height,
            )
        except ValueError as error:
            first = error.errors()[0]["ctx"]["error"] if hasattr(error, "errors") else error
            raise TerrainEditError(f"prism: {first}") from None

    def preview_points(self) -> list[XY]:
        """Return the points so far, with the mouse's point."""
        if self.at is None or not self.points:
            return list(self.points)
        a, b = self.points[0], self.at
        if self.tool is ShapeTool.BOX:
            return [a, (b[0], a[1]), b, (a[0], b[1]), a]
        if self.tool is ShapeTool.CYLINDER:
            turn = np.linspace(0, 2 * np.pi, 49)
            r = dist(a, b)
            return [(a[0] + r * float(np.cos(t)), a[1] + r * float(np.sin(t))) for t in turn]
        return [*self.points, b]

    @property
    def describe_size(self) -> str:
        """The measures of the unfinished shape, as text."""
        if self.at is None or not self.points:
            return ""
        a, b = self.points[0], self.at
        if self.tool is ShapeTool.BOX:
            return f'{abs(a[0] - b[0]):.4g}" by {abs(a[1] - b[1]):.4g}"'
        if self.tool is ShapeTool.CYLINDER:
            return f'radius {dist(a, b):.3g}"'
        return f'{dist(self.points[-1], b):.3g}"'


class TerrainDragMode(StrEnum):
    """The kind of drag."""

    MOVE = "move"
    TURN = "turn"
    RAISE = "raise"


@dataclass(frozen=True)
class DragChange:
    """The effect of a drag: an offset, and degrees about the anchor."""

    offset: XYZ = (0.0, 0.0, 0.0)
    degrees: float = 0.0

    def __bool__(self) -> bool:
        return any(self.offset) or bool(self.degrees)


@dataclass
class TerrainDrag:
    """A drag of the selection from a point; `change` is its effect so far."""

    mode: TerrainDragMode
    start: XYZ
    change: DragChange = field(default_factory=DragChange)

    def move_to_ray(self, draft: BoardDraft, ray: tuple[Any, Any]) -> None:
        """Update the drag for the mouse ray."""
        picked = draft.selected_feature or draft.selected_ladder
        if picked is None:
            return
        if isinstance(picked, Ladder):
            spot = intersect_level_plane(ray, self.start[2])
            if spot is not None and self.mode is TerrainDragMode.MOVE:
                goal = (
                    picked.at[0] + spot[0] - self.start[0],
                    picked.at[1] + spot[1] - self.start[1],
                )
                x, y = snap_point(draft.table, goal, draft.snap)
                self.change = DragChange(
                    (round_number(x - picked.at[0]), round_number(y - picked.at[1]), 0.0)
                )
            return
        new = {
            TerrainDragMode.MOVE: self._move,
            TerrainDragMode.TURN: self._turn,
            TerrainDragMode.RAISE: self._raise,
        }[self.mode](draft, picked, ray)
        self.change = new or self.change

    def _move(self, draft: BoardDraft, feature: Feature, ray: tuple[Any, Any]) -> DragChange | None:
        spot = intersect_level_plane(ray, self.start[2])
        if spot is None:
            return None
        by = spot[0] - self.start[0], spot[1] - self.start[1]
        return DragChange(snap_move(draft.table, feature, by, draft.snap))

    def _turn(self, draft: BoardDraft, feature: Feature, ray: tuple[Any, Any]) -> DragChange | None:
        x, y, _ = pivot_point(feature)
        spot = intersect_level_plane(ray, self.start[2])
        if spot is None or dist(spot[:2], (x, y)) < 1e-6:
            return None
        drag_angle = degrees(
            atan2(spot[1] - y, spot[0] - x) - atan2(self.start[1] - y, self.start[0] - x)
        )
        angle = feature_rotation(feature) or 0.0
        rest = snap_angle(angle + drag_angle, draft.snap) - angle
        return DragChange(degrees=round_number((rest + 180.0) % 360.0 - 180.0))

    def _raise(
        self, draft: BoardDraft, feature: Feature, ray: tuple[Any, Any]
    ) -> DragChange | None:
        z = height_of_ray_near(ray, self.start)
        if z is None:
            return None
        bottom = pivot_point(feature)[2]
        return DragChange(
            (
                0.0,
                0.0,
                round_number(round_to_grid(bottom + z - self.start[2], draft.snap.grid) - bottom),
            )
        )


def intersect_level_plane(ray: tuple[Any, Any], z: float) -> XYZ | None:
    """Return the point where a ray meets a level plane, or None if there is none near a table."""
    (x, y, h), (dx, dy, dz) = (tuple(float(v) for v in part) for part in ray)
    if abs(dz) < 1e-9 or (z - h) / dz < 0:
        return None
    t = (z - h) / dz
    return (x + dx * t, y + dy * t, z) if t < 1e4 else None


def height_of_ray_near(ray: tuple[Any, Any], at: XYZ) -> float | None:
    """Return the height where a ray is nearest to a vertical line; None for a vertical ray."""
    start, way = (np.asarray(part, float) for part in ray)
    flat_ = way[:2] @ way[:2]
    if flat_ < 1e-9:
        return None
    t = float((np.array(at[:2]) - start[:2]) @ way[:2] / flat_)
    return float(start[2] + way[2] * t) if t > 0 else None


class TerrainPicker:
    """Finds the feature or ladder under the mouse, including woods, smoke and flat ground."""

    def __init__(self, table: Table) -> None:
        self.table = table
        structures = tuple(
            replace(f, kind=Kind.STRUCTURE)
            for f in table.features
            if f.pieces and is_drawn_see_through(f)
        )
        self._glassy = RayPicker(replace(table, features=structures, bodies=()))

    def find_id(self, hit: RayHit | None, ray: tuple[Any, Any]) -> str | None:
        """Return the id under the mouse: ladder, solid, woods, smoke or flat ground, or None."""
        distance = hit.distance if hit is not None else 1e9
        for ladder in self.table.ladders:
            if _hits_ladder(ladder, ray, distance):
                return ladder.id
        if hit is not None and hit.kind == "feature":
            return hit.id
        glassy_hit = self._glassy.pick_terrain(*ray)
        if glassy_hit is not None and glassy_hit.distance < distance:
            return glassy_hit.id
        return self._find_flat_feature(hit.at) if hit is not None else None

    def _find_flat_feature(self, at: XYZ) -> str | None:
        """Return the smallest flat feature over a point."""
        spot = shapely.Point(at[:2])
        flat_features = [
            f
            for f in self.table.features
            if f.pieces
            and all(is_flat(p) for p in f.pieces)
            and feature_footprint(f).intersects(spot)
        ]
        return (
            min(flat_features, key=lambda f: bounding_box(f).size[0] * bounding_box(f).size[1]).id
            if flat_features
            else None
        )


def _hits_ladder(ladder: Ladder, ray: tuple[Any, Any], distance: float) -> bool:
    """Return whether a ray passes within a ladder's width before a given distance."""
    start, way = (np.asarray(part, float) for part in ray)
    if abs(way[2]) < 1e-9:
        return False
    enter, leave = sorted(((ladder.top - start[2]) / way[2], (ladder.bottom - start[2]) / way[2]))
    level = float(way[:2] @ way[:2])
    nearest = float((np.array(ladder.at) - start[:2]) @ way[:2]) / level if level > 1e-12 else enter
    t = min(max(nearest, enter), leave)
    side_distance = float(np.hypot(*(start[:2] + way[:2] * t - ladder.at)))
    return 0 < t < distance + 0.6 and side_distance < 0.4
