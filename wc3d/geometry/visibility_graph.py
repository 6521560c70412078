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
from wc3d.geometry.tolerances import NOTHING

SIDES = 32
"""A disc becomes a polygon of this many sides."""

STANDOFF = 1.0 / math.cos(math.pi / SIDES) - 1.0
"""How far a polygon drawn round a disc stands off it, in radii (0.5%)."""

_HAIR = 1e-7
"""A way may enter an obstacle by this much."""

_TURNS = np.arange(SIDES) * (2.0 * math.pi / SIDES)
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_FINE = np.column_stack([np.cos(np.arange(96) * (math.pi / 48)), np.sin(np.arange(96) * (math.pi / 48))])


def round_about(center: XY, radius: float) -> Points:
    """A polygon round a disc: the disc lies inside."""
    return np.asarray(center) + _ROUND * (radius * (1.0 + STANDOFF) + 2e-6)


def round_within(center: XY, radius: float) -> Points:
    """A polygon inside a disc."""
    return np.asarray(center) + _ROUND * radius


def inflate(section: Section, radius: float) -> Points:
    """A convex polygon round everything nearer than `radius` to a section."""
    if isinstance(section, tuple):
        return round_about(section[0], section[1] + radius)
    spread = (section[:, None, :] + round_about((0.0, 0.0), radius)[None, :, :]).reshape(-1, 2)
    hull = shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(spread)))[:-1]
    return hull if shapely.is_ccw(shapely.linearrings(hull)) else hull[::-1]


class Obstacles:
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
            keep = long > NOTHING
            normals = np.column_stack([along[keep, 1], -along[keep, 0]]) / long[keep, None]
            self._normals[i, : len(normals)] = normals
            self._offsets[i, : len(normals)] = (normals * polygon[keep]).sum(axis=1)
            self._low[i], self._high[i] = polygon.min(axis=0), polygon.max(axis=0)

    def inside(self, points: Points) -> NDArray[np.bool_]:
        """Which points lie inside some obstacle?"""
        if not self.polygons or not len(points):
            return np.zeros(len(points), dtype=bool)
        met = np.zeros(len(points), dtype=bool)
        in_box = (self._low < points.max(axis=0)) & (self._high > points.min(axis=0))
        order = np.argsort(points[:, 0])
        first, last = (np.searchsorted(points[order, 0], bound[:, 0]) for bound in (self._low, self._high))
        for i in np.nonzero(in_box.all(axis=1))[0]:
            near = order[first[i] : last[i]]
            near = near[(points[near, 1] > self._low[i, 1]) & (points[near, 1] < self._high[i, 1]) & ~met[near]]
            depth = points[near] @ self._normals[i].T - self._offsets[i]
            met[near[depth.max(axis=1) < -_HAIR]] = True
        return met

    def free(self, start: XY, ends: Points) -> NDArray[np.bool_]:
        """To which ends does a straight way lead from `start` past all obstacles?"""
        if not self.polygons or not len(ends):
            return np.ones(len(ends), dtype=bool)
        a = np.asarray(start)
        box_low, box_high = np.minimum(ends.min(axis=0), a), np.maximum(ends.max(axis=0), a)
        near = ((self._low < box_high) & (self._high > box_low)).all(axis=1)
        normals, offsets = self._normals[near], self._offsets[near]
        if not len(normals):
            return np.ones(len(ends), dtype=bool)
        here = normals @ a - offsets + _HAIR  # (obstacles, sides)
        there = np.einsum("ijk,nk->nij", normals, ends) - offsets + _HAIR
        rate = there - here
        with np.errstate(divide="ignore", invalid="ignore"):
            cross = -here / rate
        enters = np.where(rate < 0.0, cross, -np.inf)
        leaves = np.where(rate > 0.0, cross, np.inf)
        never = ((rate == 0.0) & (here >= 0.0)).any(axis=2)
        first = np.maximum(enters.max(axis=2), 0.0)
        last = np.minimum(leaves.min(axis=2), 1.0)
        met = (last - first > 1e-9) & ~never
        return ~met.any(axis=1)

    def seen(self, start: XY, radius: float) -> shapely.Geometry:
        """The area that straight ways of at most `radius` from `start` lead to."""
        disc = shapely.Polygon(np.asarray(start) + radius * _FINE)
        a = np.asarray(start)
        apart = np.maximum(np.maximum(self._low - a, a - self._high), 0.0)
        near: list[int] = np.nonzero(np.hypot(apart[:, 0], apart[:, 1]) < radius)[0].tolist() if self.polygons else []
        shadows = [self._shadow(a, self.polygons[i], 4.0 * radius) for i in near]
        return shapely.difference(disc, shapely.union_all(shadows)) if shadows else disc

    @staticmethod
    def _shadow(a: NDArray[np.float64], polygon: Points, far: float) -> shapely.Geometry:
        """The obstacle and everything behind it, as far as it matters."""
        ways = polygon - a
        ways = ways[np.abs(ways).sum(axis=1) > 1e-9]
        x, y = (ways / np.hypot(ways[:, 0], ways[:, 1])[:, None]).sum(axis=0).tolist()
        middle = math.atan2(y, x)
        turns = np.arctan2(x * ways[:, 1] - y * ways[:, 0], ways @ np.array([x, y]))
        first, last = float(turns.min()), float(turns.max())
        fan = middle + np.array([first, first / 2, 0.0, last / 2, last])
        away = a + far * np.column_stack([np.cos(fan), np.sin(fan)])
        return shapely.convex_hull(shapely.multipoints(np.vstack([polygon, away])))


def tangent(start: XY, corners: Points, before: Points, after: Points) -> NDArray[np.bool_]:
    """At which corners does a way from `start` graze the obstacle, both neighbors on one side of it?

    Only such corners lie on shortest ways.
    """
    way = corners - np.asarray(start)
    one = way[:, 0] * (before - corners)[:, 1] - way[:, 1] * (before - corners)[:, 0]
    two = way[:, 0] * (after - corners)[:, 1] - way[:, 1] * (after - corners)[:, 0]
    return one * two >= -1e-12
