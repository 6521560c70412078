"""Convex solids: vertical prisms between two planes, and upright cylinders.

Every piece of terrain is a union of these. A section means the open interior: solids that only
touch have no common section.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Plane:
    """The plane z = at + slope_x * x + slope_y * y (never vertical). Inches."""

    at: float
    slope_x: float = 0.0
    slope_y: float = 0.0

    @property
    def is_level(self) -> bool:
        """Return whether the plane is level."""
        return self.slope_x == 0.0 and self.slope_y == 0.0

    def height(self, x: float, y: float) -> float:
        """Return the plane's height at (x, y)."""
        return self.at + self.slope_x * x + self.slope_y * y

    def heights(self, points: Points) -> Points:
        """Return the plane's heights at `points` (n, 2)."""
        return self.at + points @ np.array([self.slope_x, self.slope_y])


@dataclass(frozen=True, eq=False)
class Prism:
    """A convex solid: a convex footprint between a bottom and a top plane.

    `points` (n, 2) are counter-clockwise, n >= 3. The top is never below the bottom over the
    footprint.
    """

    points: Points
    bottom: Plane
    top: Plane

    @cached_property
    def is_level(self) -> bool:
        """Return whether top and bottom are level."""
        return self.bottom.is_level and self.top.is_level

    @cached_property
    def low(self) -> float:
        """The lowest height of the solid."""
        return float(
            self.bottom.at if self.bottom.is_level else self.bottom.heights(self.points).min()
        )

    @cached_property
    def high(self) -> float:
        """The highest height of the solid."""
        return float(self.top.at if self.top.is_level else self.top.heights(self.points).max())

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The footprint's bounding box: lowest x and y, highest x and y."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder, also used for models: a disc around `center` between two heights."""

    center: tuple[float, float]
    radius: float
    low: float
    high: float

    @property
    def is_level(self) -> bool:
        """Return True: top and bottom are always level."""
        return True

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The footprint's bounding box: lowest x and y, highest x and y."""
        (x, y), r = self.center, self.radius
        return x - r, y - r, x + r, y + r


Piece = Prism | Cylinder


def clip_half_plane(points: Points, a: float, b: float, c: float) -> Points:
    """Return the part of a convex polygon (n, 2) where a x + b y + c >= 0; (0, 2) if empty."""
    side = points @ np.array([a, b]) + c
    if (side >= 0).all():
        return points
    corners: list[Points] = []
    for i in range(len(points)):
        j = (i + 1) % len(points)
        if side[i] >= 0:
            corners.append(points[i])
        if (side[i] >= 0) != (side[j] >= 0):
            corners.append(points[i] + (points[j] - points[i]) * (side[i] / (side[i] - side[j])))
    return np.array(corners).reshape(-1, 2)


def footprint_between(
    piece: Piece, low: float, high: float
) -> Points | tuple[tuple[float, float], float] | None:
    """Return the footprint of the part of `piece` strictly between two heights, or None.

    The footprint is a convex polygon (n, 2) for a prism, (center, radius) for a cylinder. A disc
    swept horizontally between `low` and `high` meets the piece's interior exactly if it meets the
    interior of this footprint.
    """
    if piece.low >= high or piece.high <= low:
        return None
    if isinstance(piece, Cylinder):
        return piece.center, piece.radius
    points = piece.points
    if piece.is_level:
        return points if len(points) > 2 else None
    if not piece.top.is_level and piece.top.heights(points).min() < low:
        points = clip_half_plane(points, piece.top.slope_x, piece.top.slope_y, piece.top.at - low)
    if not piece.bottom.is_level and len(points) > 2 and piece.bottom.heights(points).max() > high:
        points = clip_half_plane(
            points, -piece.bottom.slope_x, -piece.bottom.slope_y, high - piece.bottom.at
        )
    return points if len(points) > 2 else None
