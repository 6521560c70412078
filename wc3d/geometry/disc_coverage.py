"""Exact test of whether a union of flat shapes covers a disc; curves are not approximated.

A union of closed shapes covers a disc if it meets the disc and no part of its outline is inside
the disc. The outline consists of the parts of the shapes' outlines outside all other shapes. The
outline can only change at crossings, so one test between neighboring crossings is enough.
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
"""Growth of every shape in inches, to close gaps between touching shapes.

An outline point is inside another shape only if it is inside by a part of this growth, because
shapes may share outlines.
"""


def is_disc_covered(center: XY, radius: float, shapes: Sequence[Section]) -> bool:
    """Return whether the union of `shapes` covers the disc, within EPSILON_IN."""
    gaps = [point_to_section(center, s) for s in shapes]
    if any(distance <= -radius for distance in gaps):
        return True  # usually a single shape covers the disc
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
    """Return the shape grown by SHAPE_GROWTH_IN, with sharp corners."""
    if isinstance(shape, tuple):
        return shape[0], shape[1] + SHAPE_GROWTH_IN
    return _move_outward(shape, SHAPE_GROWTH_IN)


def _move_outward(points: Points, offset: float) -> Points:
    along = np.roll(points, -1, axis=0) - points
    long = np.linalg.norm(along, axis=1)
    points = points[long > TINY_LENGTH_IN]
    along = along[long > TINY_LENGTH_IN] / long[long > TINY_LENGTH_IN, None]
    normal = np.column_stack([along[:, 1], -along[:, 0]])
    previous_normal = np.roll(normal, 1, axis=0)
    share = 1.0 + (previous_normal * normal).sum(axis=1)
    return points + offset * (previous_normal + normal) / np.maximum(share, 1e-3)[:, None]


def _sample_outline(shape: Section, other_shapes: Sequence[Section]) -> Iterator[XY]:
    """Yield a point of each part of a shape's outline between crossings with the other outlines."""
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
    """Return the positions between a (0) and b (1) at which a side crosses another outline."""
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
    """Return the angles at which a circle crosses another outline, with sides extended to lines."""
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
            to = math.atan2(qx - px, py - qy)  # from the circle's center to the line, for out > 0
            angles += [to - half, to + half]
    return angles


def find_outline_crossings(first: Section, second: Section) -> list[XY]:
    """Return the points where two outlines cross; for circles, sides are extended to lines."""
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
