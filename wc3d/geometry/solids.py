"""Convex solids: vertical prisms between two planes, and upright cylinders.

Every piece of terrain is a union of these. Interior and boundary are different words: a *section* is the open
interior, so solids that only touch have no section in common.
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
        """Is it level?"""
        return self.slope_x == 0.0 and self.slope_y == 0.0

    def height(self, x: float, y: float) -> float:
        """z of the plane above (x, y)."""
        return self.at + self.slope_x * x + self.slope_y * y

    def heights(self, points: Points) -> Points:
        """z above each of `points` (n, 2)."""
        return self.at + points @ np.array([self.slope_x, self.slope_y])


@dataclass(frozen=True, eq=False)
class Prism:
    """A convex solid: a convex footprint between a bottom and a top plane.

    `points` (n, 2) runs counter-clockwise, n >= 3. The top is nowhere below the bottom over the footprint.
    """

    points: Points
    bottom: Plane
    top: Plane

    @cached_property
    def is_level(self) -> bool:
        """Are top and bottom level?"""
        return self.bottom.is_level and self.top.is_level

    @cached_property
    def low(self) -> float:
        """The lowest z of the solid."""
        return float(
            self.bottom.at if self.bottom.is_level else self.bottom.heights(self.points).min()
        )

    @cached_property
    def high(self) -> float:
        """The highest z of the solid."""
        return float(self.top.at if self.top.is_level else self.top.heights(self.points).max())

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The footprint's bounds: x and y of the lowest corner, x and y of the highest."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder: a disc of `radius` about `center`, from height `low` to `high`. Models are cylinders too."""

    center: tuple[float, float]
    radius: float
    low: float
    high: float

    @property
    def is_level(self) -> bool:
        """Are top and bottom level? Always."""
        return True

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The footprint's bounds: x and y of the lowest corner, x and y of the highest."""
        (x, y), r = self.center, self.radius
        return x - r, y - r, x + r, y + r


Piece = Prism | Cylinder


def clip_half_plane(points: Points, a: float, b: float, c: float) -> Points:
    """The part of a convex polygon (n, 2) where a x + b y + c >= 0; (0, 2) when nothing is left."""
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
    """The footprint of the part of `piece` that lies strictly between two heights, or None.

    A convex polygon (n, 2) for a prism, (center, radius) for a cylinder. A disc swept horizontally between `low`
    and `high` meets the piece's interior exactly when it meets the interior of this footprint.
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
