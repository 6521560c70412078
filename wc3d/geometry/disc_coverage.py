"""Does a disc lie wholly on a flat surface made of several shapes? Exact: no curve is replaced by a polygon.

A disc lies on a union of closed shapes exactly when it meets the union and no part of the union's outline runs inside
the disc. The outline is what is left of each shape's own outline outside all other shapes, and it can only change
where outlines cross: one test between each two neighboring crossings decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from wc3d.geometry.distance import Section, point_to_section, polygon_sides
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN

SHAPE_GROWTH_IN = EPSILON_IN / 4
"""Every shape is grown by this much, so that nothing falls between shapes that touch.

A stretch of outline is inside another shape only when it is inside by a part of this: shapes may share an outline.
"""


def is_disc_covered(center: XY, radius: float, shapes: Sequence[Section]) -> bool:
    """Does the union of `shapes` cover the disc (to within `EQUAL`)?"""
    gaps = [point_to_section(center, s) for s in shapes]
    if any(distance <= -radius for distance in gaps):
        return True  # one of them does by itself: nearly always
    grown_shapes = [
        grow_outline(s)
        for distance, s in zip(gaps, shapes, strict=True)
        if distance < radius + EPSILON_IN
    ]
    if not any(point_to_section(center, s) <= 0.0 for s in grown_shapes):
        return False
    disc: Section = (center, max(0.0, radius - EPSILON_IN))
    for i, shape in enumerate(grown_shapes):
        other_shapes = grown_shapes[:i] + grown_shapes[i + 1 :]
        for point in _sample_outline(shape, [disc, *other_shapes]):
            if point_to_section(point, disc) < 0.0 and all(
                point_to_section(point, other_shape) > -SHAPE_GROWTH_IN / 8
                for other_shape in other_shapes
            ):
                return False
    return True


def grow_outline(shape: Section) -> Section:
    """The shape with its outline moved outward by `GROWTH` (corners stay sharp)."""
    if isinstance(shape, tuple):
        return shape[0], shape[1] + SHAPE_GROWTH_IN
    return _move_outward(shape, SHAPE_GROWTH_IN)


def _move_outward(points: Points, offset: float) -> Points:
    along = np.roll(points, -1, axis=0) - points
    long = np.linalg.norm(along, axis=1)
    points, along = (
        points[long > TINY_LENGTH_IN],
        (along[long > TINY_LENGTH_IN] / long[long > TINY_LENGTH_IN, None]),
    )
    normal = np.column_stack([along[:, 1], -along[:, 0]])
    previous_normal = np.roll(normal, 1, axis=0)
    share = 1.0 + (previous_normal * normal).sum(axis=1)
    return points + offset * (previous_normal + normal) / np.maximum(share, 1e-3)[:, None]


def _sample_outline(shape: Section, other_shapes: Sequence[Section]) -> Iterator[XY]:
    """A point of each stretch of a shape's outline between two crossings with the others' outlines."""
    if isinstance(shape, tuple):
        (cx, cy), radius = shape
        turns = sorted(
            {
                a % math.tau
                for other_shape in other_shapes
                for a in _crossings_of_circle(shape, other_shape)
            }
        )
        for a, b in zip(turns, [*turns[1:], turns[0] + math.tau] if turns else [], strict=True):
            middle = (a + b) / 2
            yield cx + radius * math.cos(middle), cy + radius * math.sin(middle)
        if not turns:
            yield cx + radius, cy
        return
    for (ax, ay), (bx, by) in polygon_sides(shape):
        marks = sorted(
            {
                0.0,
                1.0,
                *(
                    s
                    for other_shape in other_shapes
                    for s in _crossings_of_side((ax, ay), (bx, by), other_shape)
                ),
            }
        )
        for s, t in pairwise(marks):
            middle = (s + t) / 2
            yield ax + middle * (bx - ax), ay + middle * (by - ay)


def _crossings_of_side(a: XY, b: XY, shape: Section) -> list[float]:
    """Where between a (0) and b (1) a side crosses another shape's outline."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    if isinstance(shape, tuple):
        (cx, cy), radius = shape
        square = ex * ex + ey * ey
        if square == 0.0:
            return []
        middle = ((cx - a[0]) * ex + (cy - a[1]) * ey) / square
        aside = ((cx - a[0]) * ey - (cy - a[1]) * ex) ** 2 / square
        if aside >= radius * radius:
            return []
        half = math.sqrt((radius * radius - aside) / square)
        return [s for s in (middle - half, middle + half) if 0.0 < s < 1.0]
    crossings = []
    for (px, py), (qx, qy) in polygon_sides(shape):
        start = (qx - px) * (a[1] - py) - (qy - py) * (a[0] - px)
        end = (qx - px) * (b[1] - py) - (qy - py) * (b[0] - px)
        if (start < 0.0) != (end < 0.0):
            crossings.append(start / (start - end))
    return [s for s in crossings if 0.0 < s < 1.0]


def _crossings_of_circle(circle: tuple[XY, float], shape: Section) -> list[float]:
    """The angles at which a circle crosses another shape's outline (sides count as whole lines: harmless)."""
    (cx, cy), radius = circle
    if isinstance(shape, tuple):
        (ox, oy), around = shape
        distance = math.hypot(ox - cx, oy - cy)
        if distance == 0.0 or distance >= radius + around or distance <= abs(radius - around):
            return []
        half = math.acos(
            (distance * distance + radius * radius - around * around) / (2 * distance * radius)
        )
        to = math.atan2(oy - cy, ox - cx)
        return [to - half, to + half]
    angles = []
    for (px, py), (qx, qy) in polygon_sides(shape):
        long = math.hypot(qx - px, qy - py)
        if long == 0.0:
            continue
        offset = ((cx - px) * (qy - py) - (cy - py) * (qx - px)) / long
        if abs(offset) < radius:
            half = math.acos(offset / radius)
            to = math.atan2(
                qx - px, py - qy
            )  # the way from the circle's center to the line, for out > 0
            angles += [to - half, to + half]
    return angles


def find_outline_crossings(first: Section, second: Section) -> list[XY]:
    """Every point where the outlines of two shapes cross (and, for a circle, where it crosses the lines of sides)."""
    if isinstance(first, tuple):
        (cx, cy), radius = first
        return [
            (cx + radius * math.cos(a), cy + radius * math.sin(a))
            for a in _crossings_of_circle(first, second)
        ]
    points = []
    for (ax, ay), (bx, by) in polygon_sides(first):
        points += [
            (ax + s * (bx - ax), ay + s * (by - ay))
            for s in _crossings_of_side((ax, ay), (bx, by), second)
        ]
    return points
