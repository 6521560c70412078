"""The half disc in front of a place: distances of points, and when moving points are near."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wc3d.geometry.plane.local_frame import to_local_frame
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval
from wc3d.geometry.tolerances import TINY_LENGTH_IN

ALL_TIME: Interval = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class HalfDisc:
    """The closed half of a disc with this `radius` around a place in the direction `ahead`."""

    center: XY
    ahead: XY
    radius: float

    def distance(self, point: XY) -> float:
        """Return a point's distance from the half disc; 0 inside."""
        x, y = to_local_frame(self.center, self.ahead, point)
        if x >= 0.0:
            return max(0.0, math.hypot(x, y) - self.radius)
        return -x if abs(y) <= self.radius else math.hypot(x, abs(y) - self.radius)

    def near_interval(self, start: XY, way: XY, distance: float) -> Interval | None:
        """Return when a point moving endlessly along `way` is within `distance`, or None.

        The times are in inches from `start` (negative: behind it). The half disc grown by
        `distance` is convex: a larger half disc, a strip behind its straight side, and a disc at
        each end.
        """
        x, y = to_local_frame(self.center, self.ahead, start)
        u, v = to_local_frame((0.0, 0.0), self.ahead, way)
        parts = [
            clip_linear(x, u, 0.0, math.inf, time_in_disc(x, y, u, v, self.radius + distance)),
            clip_linear(
                x, u, -distance, 0.0, clip_linear(y, v, -self.radius, self.radius, ALL_TIME)
            ),
            time_in_disc(x, y - self.radius, u, v, distance),
            time_in_disc(x, y + self.radius, u, v, distance),
        ]
        intervals = [part for part in parts if part is not None]
        return (min(s for s, _ in intervals), max(t for _, t in intervals)) if intervals else None


def time_in_disc(x: float, y: float, u: float, v: float, radius: float) -> Interval | None:
    """Return when a point from (x, y) along unit vector (u, v) is within `radius` of the origin."""
    middle = -(x * u + y * v)
    aside = x * v - y * u
    square = (radius - abs(aside)) * (radius + abs(aside))
    if square < 0.0:
        return None
    half = math.sqrt(square)
    return middle - half, middle + half


def clip_linear(
    value: float, rate: float, low: float, high: float, within: Interval | None
) -> Interval | None:
    """Return the part of `within` in which low <= value + rate t <= high, or None."""
    if within is None:
        return None
    if abs(rate) < TINY_LENGTH_IN:
        return within if low <= value <= high else None
    s, t = sorted(((low - value) / rate, (high - value) / rate))
    first, last = max(within[0], s), min(within[1], t)
    return (first, last) if first <= last else None
