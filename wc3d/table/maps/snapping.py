"""Snap moved or turned terrain to the grid, to edges of terrain and table, and to floors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import shapely

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.maps.edit_terrain import (
    NUMBER_DIGITS,
    bounding_box,
    feature_shapes,
    floor_height,
    pivot_point,
    round_number,
)
from wc3d.table.maps.map_shapes import BoxShape, MeshShape, PrismShape
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import piece_footprint

SNAP_DISTANCE_IN = 0.35
"""The distance within which an edge snaps. Inches."""

GRID_STEPS_IN = (0.0, 0.25, 1.0)
"""The grid steps on offer, in inches; 0 means no grid."""

ANGLE_STEP_DEG = 15.0


@dataclass(frozen=True)
class SnapSettings:
    """Snapping settings: grid step (0 for none), edges of terrain and table, floors, angle step."""

    grid: float = 0.25
    edges: bool = True
    is_on_top: bool = True
    degrees: float = ANGLE_STEP_DEG


def round_to_grid(value: float, step: float) -> float:
    """Round a number to the grid."""
    return round_number(round(value / step) * step) if step else round_number(value)


def snap_angle(degrees: float, snap: SnapSettings) -> float:
    """Round a rotation to the angle step, from 0 to 360."""
    return round_number(round_to_grid(degrees, snap.degrees) % 360.0)


def snap_point(table: Table, at: XY, snap: SnapSettings) -> XY:
    """Return the nearest corner of terrain or table, else the nearest grid point."""
    if snap.edges:
        corners = [(x, y) for f in table.features for p in f.pieces for x, y in _corners(p)]
        width, depth = table.size
        corners += [(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)]
        corner = min(corners, key=lambda c: (c[0] - at[0]) ** 2 + (c[1] - at[1]) ** 2)
        if (corner[0] - at[0]) ** 2 + (corner[1] - at[1]) ** 2 <= SNAP_DISTANCE_IN**2:
            return round_number(corner[0]), round_number(corner[1])
    return round_to_grid(at[0], snap.grid), round_to_grid(at[1], snap.grid)


def _corners(piece: object) -> list[tuple[float, float]]:
    plan = piece_footprint(piece)  # type: ignore[arg-type]
    return [] if isinstance(plan, tuple) else [(float(x), float(y)) for x, y in plan]


@memo_per_terrain(Size.LARGE)
def feature_footprint(feature: Feature) -> shapely.Geometry:
    """Return the footprint of a feature."""
    regions = [section_to_polygon(piece_footprint(p)) for p in feature.pieces]
    try:
        return shapely.union_all(regions)
    except shapely.errors.GEOSException:  # mesh slivers cross by less than a hair
        return shapely.union_all(regions, grid_size=10.0**-NUMBER_DIGITS)


def feature_grid_point(feature: Feature) -> XY:
    """Return the point of a feature that snaps to the grid: a corner square to the table if it has
    one, else its middle.
    """
    shape = feature_shapes(feature)[0]
    if isinstance(shape, PrismShape):
        return shape.points[0]
    if isinstance(shape, BoxShape) and shape.rotation % 90 == 0:
        wide, deep = shape.size if shape.rotation % 180 == 0 else shape.size[::-1]
        return shape.center[0] - wide / 2, shape.center[1] - deep / 2
    return pivot_point(feature)[:2] if isinstance(shape, MeshShape) else shape.center


def snap_move(
    table: Table, feature: Feature, by: XY, snap: SnapSettings
) -> tuple[float, float, float]:
    """Return the snapped movement of a feature dragged `by` a vector: along the table, and up or
    down with the floor below.

    Nearby sides take precedence over the grid. Raised terrain keeps its height above the floor.
    """
    x, y = feature_grid_point(feature)
    rest = replace(table, features=tuple(f for f in table.features if f.id != feature.id))
    dx, dy = round_to_grid(x + by[0], snap.grid) - x, round_to_grid(y + by[1], snap.grid) - y
    lift = _lift(rest, feature, by, snap)
    if snap.edges:
        caught = _snap_offset(rest, feature, by, (feature.low + lift, feature.high + lift))
        dx = caught[0] if caught[0] is not None else dx
        dy = caught[1] if caught[1] is not None else dy
    return round_number(dx), round_number(dy), round_number(_lift(rest, feature, (dx, dy), snap))


def _lift(table: Table, feature: Feature, by: XY, snap: SnapSettings) -> float:
    """Return the rise of the floor from the feature's old place to its new place."""
    if not snap.is_on_top:
        return 0.0
    x, y, _ = pivot_point(feature)
    return floor_height(table, (x + by[0], y + by[1])) - floor_height(table, (x, y))


AxisSide = tuple[float, float, float]
"""A side along an axis: its coordinate across the axis, and its start and end along the axis."""


@memo_per_terrain(Size.LARGE)
def _sides(feature: Feature, axis: int) -> tuple[AxisSide, ...]:
    """Return the sides of a feature's footprint that are square to an axis of the table (0: x)."""
    sides = set()
    for polygon in shapely.get_parts(feature_footprint(feature)).tolist():
        for ring in (polygon.exterior, *polygon.interiors):
            points = shapely.get_coordinates(ring)
            for a, b in pairwise(points.tolist()):
                if abs(a[axis] - b[axis]) < EPSILON_IN and abs(a[1 - axis] - b[1 - axis]) > 1e-3:
                    low, high = sorted((a[1 - axis], b[1 - axis]))
                    sides.add((a[axis], low, high))
    return tuple(sides)


def _snap_offset(
    table: Table, feature: Feature, by: XY, heights: tuple[float, float]
) -> tuple[float | None, float | None]:
    """Return the offsets along x and y to the nearest sides; None if no side is near."""
    solid = [f for f in table.features if f.kind.solid and f.pieces]
    neighbors = [f for f in solid if f.low < heights[1] and heights[0] < f.high]
    supports = [f for f in solid if abs(f.high - heights[0]) < EPSILON_IN]
    x, y = (_nearest(_gaps(table, feature, by, [*neighbors, *supports], axis)) for axis in (0, 1))
    if x is None and y is None:
        return _touch_offset(neighbors, feature, by)
    return by[0] + x if x is not None else None, by[1] + y if y is not None else None


def _nearest(gaps: Iterable[float]) -> float | None:
    best = min(gaps, key=abs, default=None)
    return best if best is not None and abs(best) <= SNAP_DISTANCE_IN else None


def _gaps(
    table: Table, feature: Feature, by: XY, features: list[Feature], axis: int
) -> Iterator[float]:
    """Yield the distances across an axis to the sides of neighbors, and from the outermost points
    to the table's edges.
    """
    around = bounding_box(feature)
    yield -around.low[axis] - by[axis]
    yield table.size[axis] - around.high[axis] - by[axis]
    along = by[1 - axis]
    mine = [(at + by[axis], low + along, high + along) for at, low, high in _sides(feature, axis)]
    for neighbor in features:
        for at, low, high in _sides(neighbor, axis):
            for own, own_low, own_high in mine:
                if own_low <= high + SNAP_DISTANCE_IN and low <= own_high + SNAP_DISTANCE_IN:
                    yield at - own


def _touch_offset(
    neighbors: list[Feature], feature: Feature, by: XY
) -> tuple[float | None, float | None]:
    """Return the offset that touches the nearest slanting or round side."""
    mine = shapely.transform(feature_footprint(feature), lambda points: points + by)
    best: tuple[float, XY] | None = None
    for neighbor in neighbors:
        plan = feature_footprint(neighbor)
        distance = float(mine.distance(plan))
        if 0.0 < distance <= SNAP_DISTANCE_IN and (best is None or distance < best[0]):
            (ax, ay), (bx, by_) = shapely.get_coordinates(shapely.shortest_line(mine, plan))
            best = distance, (float(bx - ax), float(by_ - ay))
    return (None, None) if best is None else (by[0] + best[1][0], by[1] + best[1][1])
