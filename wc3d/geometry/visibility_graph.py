"""Shortest paths and visibility among convex obstacles in the plane. Inches.

Obstacles are convex polygons. Paths may run along their edges but not through their interiors.
Polygons around discs replace discs (`polygon_around_disc`), so every path is valid. It may be
longer than the best path by the polygon's distance from the circle.
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
"""Sides of the polygon that replaces a disc."""

POLYGON_STANDOFF_RADII = 1.0 / math.cos(math.pi / DISC_SIDES) - 1.0
"""Largest distance of the polygon around a disc from the disc, in radii (0.5%)."""

_HAIR = 1e-7
"""Depth in inches by which a path may enter an obstacle."""

_TURNS = np.arange(DISC_SIDES) * (2.0 * math.pi / DISC_SIDES)
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_FINE = np.column_stack(
    [np.cos(np.arange(96) * (math.pi / 48)), np.sin(np.arange(96) * (math.pi / 48))]
)


def polygon_around_disc(center: XY, radius: float) -> Points:
    """Return a polygon that contains a disc."""
    return np.asarray(center) + _ROUND * (radius * (1.0 + POLYGON_STANDOFF_RADII) + 2e-6)


def polygon_inside_disc(center: XY, radius: float) -> Points:
    """Return a polygon inside a disc."""
    return np.asarray(center) + _ROUND * radius


def inflate_section(section: Section, radius: float) -> Points:
    """Return a convex polygon around everything within `radius` of a section."""
    if isinstance(section, tuple):
        return polygon_around_disc(section[0], section[1] + radius)
    spread = (section[:, None, :] + polygon_around_disc((0.0, 0.0), radius)[None, :, :]).reshape(
        -1, 2
    )
    hull = shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(spread)))[:-1]
    return hull if shapely.is_ccw(shapely.linearrings(hull)) else hull[::-1]


class PlanObstacles:
    """Counter-clockwise convex polygons, prepared for many queries."""

    def __init__(self, polygons: Sequence[Points]) -> None:
        self.polygons = [np.asarray(p, dtype=float) for p in polygons]
        longest = max((len(p) for p in self.polygons), default=3)
        count = len(self.polygons)
        self._normals = np.zeros((count, longest, 2))
        self._offsets = np.full((count, longest), 1.0)  # an empty row: 0 - 1 < 0, always inside
        self._low = np.zeros((count, 2))
        self._high = np.zeros((count, 2))
        for i, polygon in enumerate(self.polygons):
            along = np.roll(polygon, -1, axis=0) - polygon
            long = np.linalg.norm(along, axis=1)
            keep = long > TINY_LENGTH_IN
            normals = np.column_stack([along[keep, 1], -along[keep, 0]]) / long[keep, None]
            self._normals[i, : len(normals)] = normals
            self._offsets[i, : len(normals)] = (normals * polygon[keep]).sum(axis=1)
            self._low[i], self._high[i] = polygon.min(axis=0), polygon.max(axis=0)

    def contains_points(self, points: Points) -> NDArray[np.bool_]:
        """Return which points are inside any obstacle."""
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
        """Return to which ends a straight path from `start` passes all obstacles."""
        if not self.polygons or not len(ends):
            return np.ones(len(ends), dtype=bool)
        a = np.asarray(start)
        box_low, box_high = np.minimum(ends.min(axis=0), a), np.maximum(ends.max(axis=0), a)
        is_near = ((self._low < box_high) & (self._high > box_low)).all(axis=1)
        normals = self._normals[is_near]
        offsets = self._offsets[is_near]
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
        """Return the area visible from `start` within `radius`."""
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
        """Return the obstacle and the area behind it within reach."""
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
    """Return the corners at which a path from `start` is tangent to the obstacle.

    Both neighbors are on one side of the path. Shortest paths use only such corners.
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
