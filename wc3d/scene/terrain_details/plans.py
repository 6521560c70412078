"""Plans of solids: their boxes and straight sides, and places beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LinearRing, Polygon

Floats = NDArray[np.float64]
AHEAD_IN = 0.01
"""The distance in inches between places of an outline that give its direction."""


class PlanBox(NamedTuple):
    """The smallest box around a plan: its middle, directions along and across, and sides."""

    middle: Floats
    way: Floats
    across: Floats
    length: float
    width: float


def plan_box(polygon: Polygon) -> PlanBox:
    """Return the smallest box around a plan; its length is the longer side, in inches."""
    rectangle = polygon.minimum_rotated_rectangle
    ring = np.asarray(rectangle.exterior.coords)[:3, :2]
    first, second = ring[1] - ring[0], ring[2] - ring[1]
    lengths = float(np.hypot(*first)), float(np.hypot(*second))
    if lengths[0] < lengths[1]:
        first, lengths = second, lengths[::-1]
    way = first / max(lengths[0], 1e-9)
    across = np.array([-way[1], way[0]])
    return PlanBox(np.asarray(rectangle.centroid.coords)[0, :2], way, across, *lengths)


@dataclass(frozen=True, eq=False)
class Side:
    """A straight side of a plan, with its direction and the direction out of the solid."""

    start: Floats
    way: Floats
    length: float

    @property
    def outward(self) -> Floats:
        return np.array([self.way[1], -self.way[0]])


def straight_sides(polygon: Polygon, min_length: float = 1e-9) -> Iterator[Side]:
    """Yield the sides of a plan's outer edge of at least `min_length` inches."""
    ring = np.asarray(shapely.orient_polygons(polygon).exterior.coords)[:, :2]
    for start, end in pairwise(ring):
        length = float(np.hypot(*(end - start)))
        if length >= min_length:
            yield Side(start, (end - start) / length, length)


def places_along(ring: LinearRing, at: Floats) -> tuple[Floats, Floats]:
    """Return the places (n, 2) at distances along an outline, and the directions out of it."""
    foot, ahead = (
        shapely.get_coordinates(shapely.line_interpolate_point(ring, (at + step) % ring.length))
        for step in (0.0, AHEAD_IN)
    )
    way = (ahead - foot) / np.maximum(np.hypot(*(ahead - foot).T), 1e-9)[:, None]
    return foot, np.column_stack([way[:, 1], -way[:, 0]])


def are_outside(spots: Floats, circles: Floats, reach: Floats | float = 0.0) -> NDArray[np.bool_]:
    """Return whether each of the spots (n, 2) is farther than `reach` from all circles (m, 3)."""
    away = np.hypot(*np.moveaxis(spots[:, None] - circles[None, :, :2], 2, 0))
    result: NDArray[np.bool_] = (away > circles[:, 2] + reach).all(axis=1)
    return result
