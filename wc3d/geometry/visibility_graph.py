"""Shortest ways round convex obstacles in the plane, and what can be seen between them. Inches.

Obstacles are convex polygons; their interiors are closed to the way, their edges are not. Discs are replaced by
polygons drawn round them (`round_about`), so a way found here is a way in truth; it may be longer than the best by as
much as the polygon stands off the circle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.geometry.tolerances import TINY_LENGTH_IN

DISC_SIDES = 32
"""A disc becomes a polygon of this many sides."""

POLYGON_STANDOFF_RADII = 1.0 / math.cos(math.pi / DISC_SIDES) - 1.0
"""How far a polygon drawn round a disc stands off it, in radii (0.5%)."""

_HAIR = 1e-7
"""A way may enter an obstacle by this much."""

_TURNS = np.arange(DISC_SIDES) * (2.0 * math.pi / DISC_SIDES)
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_FINE = np.column_stack(
    [np.cos(np.arange(96) * (math.pi / 48)), np.sin(np.arange(96) * (math.pi / 48))]
)


def polygon_around_disc(center: XY, radius: float) -> Points:
    """A polygon round a disc: the disc lies inside."""
    return np.asarray(center) + _ROUND * (radius * (1.0 + POLYGON_STANDOFF_RADII) + 2e-6)


def polygon_inside_disc(center: XY, radius: float) -> Points:
    """A polygon inside a disc."""
    return np.asarray(center) + _ROUND * radius


def inflate_section(section: Section, radius: float) -> Points:
    """A convex polygon round everything nearer than `radius` to a section."""
    if isinstance(section, tuple):
        return polygon_around_disc(section[0], section[1] + radius)
    spread = (section[:, None, :] + polygon_around_disc((0.0, 0.0), radius)[None, :, :]).reshape(
        -1, 2
    )
    hull = shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(spread)))[:-1]
    return hull if shapely.is_ccw(shapely.linearrings(hull)) else hull[::-1]


class PlanObstacles:
    """Convex polygons in the way (counter-clockwise), ready for many questions."""

    def __init__(self, polygons: Sequence[Points]) -> None:
        self.polygons = [np.asarray(p, dtype=float) for p in polygons]
        longest = max((len(p) for p in self.polygons), default=3)
        count = len(self.polygons)
        self._normals = np.zeros((count, longest, 2))
        self._offsets = np.full((count, longest), 1.0)  # an empty row: 0 - 1 < 0, always inside
        self._low, self._high = np.zeros((count, 2)), np.zeros((count, 2))
        for i, polygon in enumerate(self.polygons):
            along = np.roll(polygon, -1, axis=0) - polygon
            long = np.linalg.norm(along, axis=1)
            keep = long > TINY_LENGTH_IN
            normals = np.column_stack([along[keep, 1], -along[keep, 0]]) / long[keep, None]
            self._normals[i, : len(normals)] = normals
            self._offsets[i, : len(normals)] = (normals * polygon[keep]).sum(axis=1)
            self._low[i], self._high[i] = polygon.min(axis=0), polygon.max(axis=0)

    def contains_points(self, points: Points) -> NDArray[np.bool_]:
        """Which points lie inside some obstacle?"""
        if not self.polygons or not len(points):
            return np.zeros(len(points), dtype=bool)
        is_inside = np.zeros(len(points), dtype=bool)
        in_box = (self._low < points.max(axis=0)) & (self._high > points.min(axis=0))
        order = np.argsort(points[:, 0])
        first, last = (
            np.searchsorted(points[order, 0], bound[:, 0]) for bound in (self._low, self._high)
        )
        for i in np.nonzero(in_box.all(axis=1))[0]:
            candidates = order[first[i] : last[i]]
            candidates = candidates[
                (points[candidates, 1] > self._low[i, 1])
                & (points[candidates, 1] < self._high[i, 1])
                & ~is_inside[candidates]
            ]
            depth = points[candidates] @ self._normals[i].T - self._offsets[i]
            is_inside[candidates[depth.max(axis=1) < -_HAIR]] = True
        return is_inside

    def reachable_ends(self, start: XY, ends: Points) -> NDArray[np.bool_]:
        """To which ends does a straight way lead from `start` past all obstacles?"""
        if not self.polygons or not len(ends):
            return np.ones(len(ends), dtype=bool)
        a = np.asarray(start)
        box_low, box_high = np.minimum(ends.min(axis=0), a), np.maximum(ends.max(axis=0), a)
        is_near = ((self._low < box_high) & (self._high > box_low)).all(axis=1)
        normals, offsets = self._normals[is_near], self._offsets[is_near]
        if not len(normals):
            return np.ones(len(ends), dtype=bool)
        start_sides = normals @ a - offsets + _HAIR  # (obstacles, sides)
        end_sides = np.einsum("ijk,nk->nij", normals, ends) - offsets + _HAIR
        rate = end_sides - start_sides
        with np.errstate(divide="ignore", invalid="ignore"):
            cross = -start_sides / rate
        enters = np.where(rate < 0.0, cross, -np.inf)
        leaves = np.where(rate > 0.0, cross, np.inf)
        is_outside = ((rate == 0.0) & (start_sides >= 0.0)).any(axis=2)
        first = np.maximum(enters.max(axis=2), 0.0)
        last = np.minimum(leaves.min(axis=2), 1.0)
        is_hit = (last - first > 1e-9) & ~is_outside
        return ~is_hit.any(axis=1)

    def visible_area(self, start: XY, radius: float) -> shapely.Geometry:
        """The area that straight ways of at most `radius` from `start` lead to."""
        disc = shapely.Polygon(np.asarray(start) + radius * _FINE)
        a = np.asarray(start)
        gaps = np.maximum(np.maximum(self._low - a, a - self._high), 0.0)
        numbers: list[int] = (
            np.nonzero(np.hypot(gaps[:, 0], gaps[:, 1]) < radius)[0].tolist()
            if self.polygons
            else []
        )
        shadows = [self._make_shadow(a, self.polygons[i], 4.0 * radius) for i in numbers]
        return shapely.difference(disc, shapely.union_all(shadows)) if shadows else disc

    @staticmethod
    def _make_shadow(a: NDArray[np.float64], polygon: Points, reach: float) -> shapely.Geometry:
        """The obstacle and everything behind it, as far as it matters."""
        ways = polygon - a
        ways = ways[np.abs(ways).sum(axis=1) > 1e-9]
        x, y = (ways / np.hypot(ways[:, 0], ways[:, 1])[:, None]).sum(axis=0).tolist()
        middle = math.atan2(y, x)
        turns = np.arctan2(x * ways[:, 1] - y * ways[:, 0], ways @ np.array([x, y]))
        first, last = float(turns.min()), float(turns.max())
        fan = middle + np.array([first, first / 2, 0.0, last / 2, last])
        rim = a + reach * np.column_stack([np.cos(fan), np.sin(fan)])
        return shapely.convex_hull(shapely.multipoints(np.vstack([polygon, rim])))


def find_tangent_corners(
    start: XY, corners: Points, previous_corners: Points, next_corners: Points
) -> NDArray[np.bool_]:
    """At which corners does a way from `start` graze the obstacle, both neighbors on one side of it?

    Only such corners lie on shortest ways.
    """
    way = corners - np.asarray(start)
    first_side = (
        way[:, 0] * (previous_corners - corners)[:, 1]
        - way[:, 1] * (previous_corners - corners)[:, 0]
    )
    second_side = (
        way[:, 0] * (next_corners - corners)[:, 1] - way[:, 1] * (next_corners - corners)[:, 0]
    )
    return first_side * second_side >= -1e-12
