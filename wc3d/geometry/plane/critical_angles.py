"""Critical directions, at which a moving disc's contacts may change, and their intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from wc3d.geometry.distance import Section, polygon_sides
from wc3d.geometry.plane.local_frame import vector_degrees
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import TINY_LENGTH_IN

SAME_DIRECTION_DEG = 1e-9
"""Difference below which two directions are equal, in degrees."""

Circle = tuple[XY, float]


def find_direction_intervals(
    critical: Iterable[float], holds: Callable[[float], bool]
) -> list[tuple[float, float]]:
    """Return the intervals of directions for which `holds` is true, in degrees counter-clockwise.

    `holds` may change only at critical directions. Each interval is (from, to) with 0 <= from <
    360, and `to` may exceed 360. The intervals are in order; (0, 360) means every direction.
    """
    angles = sorted({angle % 360.0 for angle in critical} | {0.0})
    ends = [a for a, b in pairwise([*angles, 360.0]) if b - a > SAME_DIRECTION_DEG]
    parts = list(pairwise([*ends, 360.0]))
    yes = [holds((a + b) / 2) for a, b in parts]
    intervals: list[tuple[float, float]] = []
    for (a, b), is_true in zip(parts, yes, strict=True):
        if is_true and intervals and intervals[-1][1] == a:
            intervals[-1] = intervals[-1][0], b
        elif is_true:
            intervals.append((a, b))
    # one interval across east
    if len(intervals) > 1 and intervals[0][0] == 0.0 and intervals[-1][1] == 360.0:
        intervals = [*intervals[1:-1], (intervals[-1][0], 360.0 + intervals[0][1])]
    return intervals


def tangent_directions(start: XY, section: Section, radius: float) -> Iterator[float]:
    """Yield the directions of a polygon's sides and of tangents from a point to a grown section."""
    if isinstance(section, tuple):
        yield from _circle_tangents(start, (section[0], section[1] + radius))
        return
    for a, b in polygon_sides(section):
        yield from _circle_tangents(start, (a, radius))
        side = vector_degrees((b[0] - a[0], b[1] - a[1]))
        yield from (side, side + 180.0)


def _circle_tangents(start: XY, circle: Circle) -> Iterator[float]:
    """Yield the directions of both tangents.

    From a point inside, yield the directions perpendicular to the center; from the center, none.
    """
    x, y = circle[0][0] - start[0], circle[0][1] - start[1]
    long = math.hypot(x, y)
    if long > TINY_LENGTH_IN:
        middle = vector_degrees((x, y))
        half = math.degrees(math.asin(min(1.0, circle[1] / long)))
        yield from (middle - half, middle + half)


def crossing_directions(
    start: XY, section: Section, radius: float, circle: Circle
) -> Iterator[float]:
    """Yield the directions in which the outline of a section grown by a radius crosses a circle."""
    if isinstance(section, tuple):
        yield from _directions(start, _circle_crossings((section[0], section[1] + radius), circle))
        return
    for a, b in polygon_sides(section):
        yield from _directions(start, _circle_crossings((a, radius), circle))
        long = math.hypot(b[0] - a[0], b[1] - a[1])
        if long > TINY_LENGTH_IN:
            offset = (b[1] - a[1]) / long * radius, (a[0] - b[0]) / long * radius
            line = (a[0] + offset[0], a[1] + offset[1]), (b[0] + offset[0], b[1] + offset[1])
            yield from _directions(start, line_circle_points(line, circle))


def _directions(start: XY, points: Iterable[XY]) -> Iterator[float]:
    return (vector_degrees((x - start[0], y - start[1])) for x, y in points)


def _circle_crossings(first: Circle, second: Circle) -> list[XY]:
    """Return the intersections of two circles."""
    (ax, ay), a = first
    (bx, by), b = second
    long = math.hypot(bx - ax, by - ay)
    if long <= TINY_LENGTH_IN or long > a + b or long < abs(a - b):
        return []
    along = (a * a - b * b + long * long) / (2 * long)
    aside = math.sqrt(max(0.0, a * a - along * along))
    ux, uy = (bx - ax) / long, (by - ay) / long
    return [
        (ax + along * ux - k * aside * uy, ay + along * uy + k * aside * ux) for k in (1.0, -1.0)
    ]


def line_circle_points(line: tuple[XY, XY], circle: Circle) -> list[XY]:
    """Return the intersections of an infinite line (through two points) and a circle."""
    (ax, ay), (bx, by) = line
    (cx, cy), radius = circle
    long = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / long, (by - ay) / long
    middle = (cx - ax) * ux + (cy - ay) * uy
    aside = (cx - ax) * uy - (cy - ay) * ux
    if abs(aside) > radius:
        return []
    half = math.sqrt((radius - abs(aside)) * (radius + abs(aside)))
    return [(ax + t * ux, ay + t * uy) for t in (middle - half, middle + half)]
