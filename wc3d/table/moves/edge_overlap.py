"""Intervals in which a level walk takes part of a base over an edge.

A base is entirely on its level while it overlaps no part of the level's outline. One test covers a
whole stretch.
"""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.boxes import Box, moved_disc_box
from wc3d.geometry.disc_coverage import grow_outline
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.sweep import Interval
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN
from wc3d.table.features import Feature
from wc3d.table.moves.contacts import direction_and_distance
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import flat_tops

OVER_EDGE_TEXT = "on the way, part of the base would be over an edge where the model cannot stand"

CIRCLE_SIDES = 1440
"""The sides of the polygon around the top of a cylinder. It is 0.00001" larger on a tower of 10".
"""

Sides = NDArray[np.float64]
"""Straight pieces of an outline, as end points: (n, 2, 2)."""


def over_edge_intervals(
    features: tuple[Feature, ...], at: XYZ, way: XY, inches: float, radius: float
) -> list[Interval]:
    """Return the intervals of a straight level walk with part of the base over an edge, in inches
    from the start.

    A length of 0 tests only the start. The table itself has no edge here.
    """
    if abs(at[2]) <= EPSILON_IN:
        return []
    start = (at[0], at[1])
    tight = radius - 3 * EPSILON_IN
    end = (at[0] + inches * way[0], at[1] + inches * way[1])
    sides = _select_sides(
        _sides(features, at[2], radius), start, way, moved_disc_box(start, end, radius), radius
    )
    spans = _overlaps(sides, start, way, tight) if len(sides) else []
    intervals = sorted(
        (max(0.0, s[0]), min(inches, s[1])) for s in spans if s[0] <= inches and s[1] >= 0.0
    )
    joined: list[Interval] = []
    for first, last in intervals:
        if joined and first <= joined[-1][1] + EPSILON_IN:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return joined


@memo_per_terrain(Size.LARGE)
def is_over_edge(features: tuple[Feature, ...], at: XYZ, radius: float) -> bool:
    """Return whether part of a base is over an edge. Cached: every move from there needs it."""
    return bool(over_edge_intervals(features, at, (1.0, 0.0), 0.0, radius))


def _select_sides(level_outline: _Outline, start: XY, way: XY, box: Box, radius: float) -> Sides:
    """Return the sides whose boxes meet a box and that are within `radius` of the path's line."""
    x0, y0, x1, y1 = box
    sides, (low_x, low_y, high_x, high_y) = level_outline
    candidates = sides[(low_x < x1) & (low_y < y1) & (high_x > x0) & (high_y > y0)]
    if not len(candidates):
        return candidates
    aside = (candidates[:, :, 0] - start[0]) * way[1] - (candidates[:, :, 1] - start[1]) * way[0]
    lane: Sides = candidates[(aside.min(axis=1) <= radius) & (aside.max(axis=1) >= -radius)]
    return lane


def _overlaps(sides: Sides, start: XY, way: XY, radius: float) -> list[Interval]:
    """Return the interval in which a disc moving along `way` without end overlaps each side."""
    unit = np.array(way)
    from_a = sides[:, 0] - np.array(start)
    firsts = np.full(len(sides), math.inf)
    lasts = np.full(len(sides), -math.inf)
    for corner in (from_a, sides[:, 1] - np.array(start)):
        middle = corner @ unit
        aside = np.abs(corner[:, 0] * way[1] - corner[:, 1] * way[0])
        half = np.sqrt(np.maximum((radius - aside) * (radius + aside), 0.0))
        firsts = np.where(half > 0.0, np.minimum(firsts, middle - half), firsts)
        lasts = np.where(half > 0.0, np.maximum(lasts, middle + half), lasts)
    along = sides[:, 1] - sides[:, 0]
    long = np.maximum(np.hypot(*along.T), TINY_LENGTH_IN)
    ex, ey = (along / long[:, None]).T
    lateral_span = _solve_interval(
        -(from_a[:, 0] * ey - from_a[:, 1] * ex), way[0] * ey - way[1] * ex, -radius, radius
    )
    level = _solve_interval(
        -(from_a[:, 0] * ex + from_a[:, 1] * ey), way[0] * ex + way[1] * ey, 0.0, long
    )
    first, last = np.maximum(lateral_span[0], level[0]), np.minimum(lateral_span[1], level[1])
    strip = first < last
    firsts = np.where(strip, np.minimum(firsts, first), firsts)
    lasts = np.where(strip, np.maximum(lasts, last), lasts)
    has_overlap = firsts < lasts
    return list(zip(firsts[has_overlap].tolist(), lasts[has_overlap].tolist(), strict=True))


def _solve_interval(
    value: NDArray[np.float64],
    rate: NDArray[np.float64],
    low: float,
    high: float | NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return, for each, the interval of t with low < value + rate t < high; from infinity to minus
    infinity if empty.
    """
    is_constant = np.abs(rate) < TINY_LENGTH_IN
    rate = np.where(is_constant, 1.0, rate)
    s, t = (low - value) / rate, (high - value) / rate
    is_inside = (low < value) & (value < high)
    first = np.where(is_constant, np.where(is_inside, -math.inf, math.inf), np.minimum(s, t))
    last = np.where(is_constant, np.where(is_inside, math.inf, -math.inf), np.maximum(s, t))
    return first, last


_Outline = tuple[Sides, tuple[NDArray[np.float64], ...]]
"""The sides of an outline and their bounds: least x and y, greatest x and y."""


@memo_per_terrain(Size.SMALL)
def _sides(features: tuple[Feature, ...], z: float, radius: float) -> _Outline:
    sides = ground_outline(features, z, radius)
    low, high = sides.min(axis=1), sides.max(axis=1)
    return sides, tuple(np.ascontiguousarray(bound) for bound in (*low.T, *high.T))


def ground_outline(features: tuple[Feature, ...], z: float, radius: float) -> Sides:
    """Return the outline of the ground at a height (`ground_area`)."""
    lines = [
        shapely.get_coordinates(ring)
        for ring in shapely.get_parts(shapely.boundary(ground_area(features, z, radius))).tolist()
    ]
    pieces = [np.stack([line[:-1], line[1:]], axis=1) for line in lines if len(line) > 1]
    return np.concatenate(pieces) if pieces else np.zeros((0, 2, 2))


@memo_per_terrain(Size.SMALL)
def ground_area(features: tuple[Feature, ...], z: float, radius: float) -> shapely.Geometry:
    """Return the ground for a base at a height: all flat faces, and gaps too narrow to fall
    through.

    The area is a hair too large.
    """
    area = shapely.union_all(
        [_circumscribe(t.section) for t in flat_tops(features) if abs(t.height - z) <= EPSILON_IN]
    )
    closed = shapely.buffer(shapely.buffer(area, radius, quad_segs=64), -radius, quad_segs=64)
    return shapely.union(area, closed)


def _circumscribe(section: Section) -> shapely.Polygon:
    """Return a polygon around a section, up to a hair larger, so that touching sections join."""
    if not isinstance(section, tuple):
        return shapely.Polygon(grow_outline(section))
    (x, y), radius = section
    circumradius = (radius + EPSILON_IN) / math.cos(math.pi / CIRCLE_SIDES)
    turns = np.arange(CIRCLE_SIDES) * (math.tau / CIRCLE_SIDES)
    return shapely.Polygon(
        np.column_stack([x + circumradius * np.cos(turns), y + circumradius * np.sin(turns)])
    )


class EdgeFooting:
    """The footing of a model that moves voluntarily, and whether its walk may continue.

    A walk takes part of a base over an edge only to leave the level and may not return. A model
    put there by a jump, a fall or another model may return. This class does nothing in games that
    let models walk along edges.
    """

    def __init__(self, table: TableState, radius: float, at: XYZ) -> None:
        self._table = table
        self._radius = radius
        self._asked = not table.policy.walks_over_edges
        self._leaning = self._put = self.steady = False
        self.land(at)

    def land(self, at: XYZ) -> None:
        """Record that the model stands at a place that it did not walk to."""
        self._leaning = self._put = self._asked and is_over_edge(
            self._table.features, at, self._radius
        )
        self.steady = True  # the model can jump or climb from here

    def walk(self, at: XYZ, to: XY, leaves: bool) -> bool:
        """Record a level walk; return whether it is legal. `leaves`: it ends off the level."""
        way, inches = direction_and_distance((at[0], at[1]), to)
        if not self._asked or inches == 0.0:
            return True
        spans = over_edge_intervals(self._table.features, at, way, inches, self._radius)
        is_held = (
            self._leaning and bool(spans) and spans[0][0] <= EPSILON_IN
        )  # the model continues to lean from its start
        ends_on = not leaves and not (spans and spans[-1][1] >= inches - EPSILON_IN)
        returns = len(spans) - (not ends_on) + (self._leaning and not is_held)
        if self._put and (not is_held or len(spans) > 1 or ends_on):
            returns -= 1  # the model returns from where it was put
        self._put = self._put and is_held and len(spans) == 1 and not ends_on
        self._leaning = not ends_on
        self.steady = ends_on
        return returns <= 0
