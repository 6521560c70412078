"""Where a walk on a height takes part of a base over the edge.

A base is wholly on its level as long as it overlaps no part of the level's outline: that is asked of a whole stretch at once.
"""
from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.boxes import swept_box
from wc3d.geometry.coverage import grow
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.sweep import Interval, overlap
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.caches import of_one_table
from wc3d.table.features import Feature
from wc3d.table.layout import Layout
from wc3d.table.moves.contacts import direction
from wc3d.table.terrain.standing import tops

OVER_EDGE = "part of its base would be over an edge on the way, where it has no room to stand"

ROUND_SIDES = 1440
"""Sides of the polygon drawn round the top of a cylinder: it is 0.00001" larger on a tower of 10"."""

Sides = NDArray[np.float64]
"""Straight pieces of an outline, by their ends: (n, 2, 2)."""


def over_edge(table: Layout, at: XYZ, way: XY, inches: float, radius: float) -> list[Interval]:
    """From when to when on a straight level way part of a base is over an edge of its level, in inches from where it starts.

    A way without length asks of the place alone. The table itself has no edge here.
    """
    if abs(at[2]) <= EQUAL:
        return []
    start, tight = (at[0], at[1]), radius - 3 * EQUAL
    end = (at[0] + inches * way[0], at[1] + inches * way[1])
    sides = _near(outline(table.features, at[2], radius), swept_box(start, end, radius))
    spans = [overlap(start, way, tight, side) for side in sides]
    met = sorted((max(0.0, s[0]), min(inches, s[1])) for s in spans if s is not None and s[0] <= inches and s[1] >= 0.0)
    joined: list[Interval] = []
    for first, last in met:
        if joined and first <= joined[-1][1] + EQUAL:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return joined


def _near(sides: Sides, box: tuple[float, float, float, float]) -> Sides:
    """The sides whose own boxes meet a box."""
    low, high = sides.min(axis=1), sides.max(axis=1)
    x0, y0, x1, y1 = box
    found: Sides = sides[(low[:, 0] < x1) & (low[:, 1] < y1) & (high[:, 0] > x0) & (high[:, 1] > y0)]
    return found


@of_one_table
@lru_cache(maxsize=256)
def outline(features: tuple[Feature, ...], z: float, radius: float) -> Sides:
    """The outline of the ground at a height (`ground`)."""
    lines = [shapely.get_coordinates(ring) for ring in shapely.get_parts(shapely.boundary(ground(features, z, radius))).tolist()]
    pieces = [np.stack([line[:-1], line[1:]], axis=1) for line in lines if len(line) > 1]
    return np.concatenate(pieces) if pieces else np.zeros((0, 2, 2))


@of_one_table
@lru_cache(maxsize=256)
def ground(features: tuple[Feature, ...], z: float, radius: float) -> shapely.Geometry:
    """What a base of a radius walks on at a height: all flat faces together, and the gaps too narrow for it to fall through.

    Drawn a hair outside them.
    """
    area = shapely.union_all([_drawn_round(t.section) for t in tops(features) if abs(t.height - z) <= EQUAL])
    closed = shapely.buffer(shapely.buffer(area, radius, quad_segs=64), -radius, quad_segs=64)
    return shapely.union(area, closed)


def _drawn_round(section: Section) -> shapely.Polygon:
    """A section as a polygon that holds it, larger by no more than a hair, so that what touches is one."""
    if not isinstance(section, tuple):
        return shapely.Polygon(grow(section))
    (x, y), radius = section
    out = (radius + EQUAL) / math.cos(math.pi / ROUND_SIDES)
    turns = np.arange(ROUND_SIDES) * (math.tau / ROUND_SIDES)
    return shapely.Polygon(np.column_stack([x + out * np.cos(turns), y + out * np.sin(turns)]))


class Footing:
    """How a model that moves of its own will stands on its level, and whether its walk may lead on so.

    A walk takes part of a base over an edge only to leave the level: it does not come back. Who was put there otherwise, by a
    jump, a fall or somebody else, may. Where the game lets models walk along edges, nothing is noticed here.
    """

    def __init__(self, table: Layout, radius: float, at: XYZ) -> None:
        self._table, self._radius = table, radius
        self._asked = not table.policy.walks_over_edges
        self._leaning = self._put = self.steady = False
        self.land(at)

    def land(self, at: XYZ) -> None:
        """It comes to stand at a place otherwise than by walking."""
        self._leaning = self._put = self._asked and bool(over_edge(self._table, at, (1.0, 0.0), 0.0, self._radius))
        self.steady = True  # it can jump or climb from where it is

    def walk(self, at: XYZ, to: XY, leaves: bool) -> bool:
        """It walks straight and level, and with the last inch leaves its level or not. May it, or does it come back onto it?"""
        way, inches = direction((at[0], at[1]), to)
        if not self._asked or inches == 0.0:
            return True
        spans = over_edge(self._table, at, way, inches, self._radius)
        held = self._leaning and bool(spans) and spans[0][0] <= EQUAL  # it goes on leaning from where it is
        ends_on = not leaves and not (spans and spans[-1][1] >= inches - EQUAL)
        returns = len(spans) - (not ends_on) + (self._leaning and not held)
        if self._put and (not held or len(spans) > 1 or ends_on):
            returns -= 1  # it comes back from where it was put
        self._put = self._put and held and len(spans) == 1 and not ends_on
        self._leaning = not ends_on
        self.steady = ends_on
        return returns <= 0
