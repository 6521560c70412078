"""Strips, and the lane between a point and a disc: distances of points."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wc3d.geometry.plane.local_frame import to_local_frame
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import TINY_LENGTH_IN


@dataclass(frozen=True, slots=True)
class Strip:
    """A closed rectangle from the middle of a short side along a unit vector."""

    start: XY
    direction: XY
    length: float
    width: float

    def distance(self, point: XY) -> float:
        """Return a point's distance from the strip; 0 inside."""
        along, aside = to_local_frame(self.start, self.direction, point)
        return math.hypot(
            max(0.0, -along, along - self.length), max(0.0, abs(aside) - self.width / 2)
        )

    @property
    def corners(self) -> tuple[XY, XY, XY, XY]:
        """The corners, counter-clockwise from the right end of the starting side."""
        (x, y), (u, v), half = self.start, self.direction, self.width / 2
        end = x + self.length * u, y + self.length * v
        return (
            (x + half * v, y - half * u),
            (end[0] + half * v, end[1] - half * u),
            (end[0] - half * v, end[1] + half * u),
            (x - half * v, y + half * u),
        )


def distance_to_lane(point: XY, end: XY, center: XY, radius: float) -> float:
    """Return a point's distance from the convex hull of the point `end` and a disc; 0 inside.

    The hull is the union of the disc and the triangle of `end` and the tangent points on the disc.
    """
    long = math.hypot(center[0] - end[0], center[1] - end[1])
    from_disc = max(0.0, math.hypot(point[0] - center[0], point[1] - center[1]) - radius)
    if long <= radius + TINY_LENGTH_IN or from_disc == 0.0:
        return from_disc
    way = (center[0] - end[0]) / long, (center[1] - end[1]) / long
    along, aside = to_local_frame(end, way, point)
    aside = abs(aside)
    slope, side = (
        radius / long,
        math.sqrt(1.0 - (radius / long) ** 2),
    )  # sine and cosine of half the angle at `end`
    down_side, off_side = along * side + aside * slope, aside * side - along * slope
    tangent = long * side
    if down_side >= tangent:
        return from_disc
    if down_side <= 0.0:
        return math.hypot(along, aside)
    return max(0.0, off_side)
