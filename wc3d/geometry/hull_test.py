"""Exact test of whether a solid's interior meets the convex hull of two upright cylinders.

The hull is the union of cylinders over t from 0 to 1. Their center, radius, bottom and top run
evenly from the first to the second. A solid meets the hull if some point x of its footprint
satisfies, at some t,

    |x - center(t)| < radius(t),   top(x) > bottom(t),   bottom(x) < top(t).

The last two are linear in (x, t): with the footprint they bound a convex polytope. |x - center(t)|
- radius(t) is convex. On a face of the polytope, its minimum is on an edge or where the line of
centers crosses the face. So it is enough to test whether the line of centers enters the polytope,
and how near each edge comes. On an edge, the minimum of |linear| - linear has a closed form.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.distance import clip_segment_to_planes, clip_segment_to_polygon, polygon_sides
from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Cylinder, Piece, Prism
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN

HalfSpaces = NDArray[np.float64]
"""Rows (a, b, c, d) with a x + b y + c t + d >= 0."""


def hull_intersects(first: Cylinder, second: Cylinder, piece: Piece) -> bool:
    """Return whether the interior of `piece` meets the convex hull of two upright cylinders."""
    if _is_apart(first, second, piece):
        return False
    if isinstance(piece, Cylinder):
        span = _level_span(first, second, piece.low, piece.high)
        if span is None:
            return False
        start, end = ((*piece.center, t) for t in span)
        return _edge_gap(first, second, start, end) - piece.radius < -EPSILON_IN
    if piece.is_level:
        return _level_prism_meets(first, second, piece)
    rows = _constraints(first, second, piece)
    if rows is None:
        return False
    if _axis_enters(first, second, rows):
        return True
    return any(_edge_gap(first, second, p, q) < -EPSILON_IN for p, q in _edges(rows, piece))


def _is_apart(first: Cylinder, second: Cylinder, piece: Piece) -> bool:
    """Return whether bounding boxes or the lane in plan already separate piece and hull."""
    a, b, c = first.box, second.box, piece.box
    if (
        c[0] >= max(a[2], b[2])
        or c[2] <= min(a[0], b[0])
        or c[1] >= max(a[3], b[3])
        or c[3] <= min(a[1], b[1])
    ):
        return True
    if piece.low >= max(first.high, second.high) or piece.high <= min(first.low, second.low):
        return True
    (x, y), (dx, dy) = (
        first.center,
        (second.center[0] - first.center[0], second.center[1] - first.center[1]),
    )
    aside = max(first.radius, second.radius) * math.hypot(dx, dy)
    sides = [(px - x) * dy - (py - y) * dx for px in (c[0], c[2]) for py in (c[1], c[3])]
    return min(sides) > aside or max(sides) < -aside


def _level_prism_meets(first: Cylinder, second: Cylinder, piece: Prism) -> bool:
    """Return whether a level prism meets the hull; its polytope is its footprint times a range."""
    span = _level_span(first, second, piece.low, piece.high)
    if span is None:
        return False
    s, t = span
    widest = max(_radius(first, second, s), _radius(first, second, t))
    if (
        widest > EPSILON_IN
        and clip_segment_to_polygon(
            _center(first, second, s), _center(first, second, t), piece.points
        )
        is not None
    ):
        return True
    for (px, py), (qx, qy) in polygon_sides(piece.points):
        for p, q in (
            ((px, py, s), (px, py, t)),
            ((px, py, s), (qx, qy, s)),
            ((px, py, t), (qx, qy, t)),
        ):
            if _edge_gap(first, second, p, q) < -EPSILON_IN:
                return True
    return False


def _interpolate(a: float, b: float, t: float) -> float:
    return a + t * (b - a)


def _radius(first: Cylinder, second: Cylinder, t: float) -> float:
    return _interpolate(first.radius, second.radius, t)


def _center(first: Cylinder, second: Cylinder, t: float) -> tuple[float, float]:
    return _interpolate(first.center[0], second.center[0], t), _interpolate(
        first.center[1], second.center[1], t
    )


def _edge_gap(first: Cylinder, second: Cylinder, p: XYZ, q: XYZ) -> float:
    """Return an edge's distance from the hull's circles; negative inside them."""
    start, end = _center(first, second, p[2]), _center(first, second, q[2])
    return _least_gap(
        (p[0] - start[0], p[1] - start[1]),
        (q[0] - end[0], q[1] - end[1]),
        _radius(first, second, p[2]),
        _radius(first, second, q[2]),
    )


def _level_span(
    first: Cylinder, second: Cylinder, low: float, high: float
) -> tuple[float, float] | None:
    """Return the range of t in which the hull is above `low` and below `high`, or None."""
    start, end = 0.0, 1.0
    for at, rate in (
        (first.high - low - EPSILON_IN, second.high - first.high),
        (high - EPSILON_IN - first.low, first.low - second.low),
    ):
        if abs(rate) <= 1e-15:
            if at <= 0.0:
                return None
        elif rate > 0.0:
            start = max(start, -at / rate)
        else:
            end = min(end, -at / rate)
    return (
        (start, end) if start < end or (start == end and (first.radius or second.radius)) else None
    )


def _least_gap(p: tuple[float, float], q: tuple[float, float], r: float, s: float) -> float:
    """Return the minimum of |offset| - radius for offsets from p to q and radii from r to s."""
    dx, dy, dr = q[0] - p[0], q[1] - p[1], s - r
    long = math.hypot(dx, dy)
    best = min(math.hypot(*p) - r, math.hypot(*q) - s)
    if long > abs(dr):  # the offset has this angle to its direction where the slope |.|' equals dr
        aside = abs(p[0] * dy - p[1] * dx) / long
        nearest = -(p[0] * dx + p[1] * dy) / (long * long)
        u = nearest + aside * (dr / long) / math.sqrt((long - dr) * (long + dr))
        if 0.0 < u < 1.0:
            best = min(best, math.hypot(p[0] + u * dx, p[1] + u * dy) - (r + u * dr))
    return best


def _constraints(first: Cylinder, second: Cylinder, piece: Prism) -> HalfSpaces | None:
    """Return the polytope of (x, y, t): above the footprint, between the hull's bottom and top."""
    flat = piece.points
    along = np.roll(flat, -1, axis=0) - flat
    long = np.linalg.norm(along, axis=1)
    flat = flat[long > TINY_LENGTH_IN]
    along = along[long > TINY_LENGTH_IN] / long[long > TINY_LENGTH_IN, None]
    zero = np.zeros(len(flat))
    sides = np.column_stack(
        [-along[:, 1], along[:, 0], zero, along[:, 1] * flat[:, 0] - along[:, 0] * flat[:, 1]]
    )
    top, bottom = piece.top, piece.bottom
    rows = np.array(
        [
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, -1.0, 1.0],
            [top.slope_x, top.slope_y, first.low - second.low, top.at - first.low - EPSILON_IN],
            [
                -bottom.slope_x,
                -bottom.slope_y,
                second.high - first.high,
                first.high - bottom.at - EPSILON_IN,
            ],
        ]
    )
    steep = np.abs(rows[:, :3]).max(axis=1) > TINY_LENGTH_IN
    if (rows[~steep, 3] <= 0.0).any():
        return None
    return np.concatenate([sides, rows[steep]])


def _axis_enters(first: Cylinder, second: Cylinder, rows: HalfSpaces) -> bool:
    """Return whether the line of centers enters the polytope where the hull has a width."""
    a = np.array([*first.center, 0.0])
    b = np.array([*second.center, 1.0])
    span = clip_segment_to_planes(rows[:, :3] @ a + rows[:, 3], rows[:, :3] @ b + rows[:, 3])
    return span is not None and max(_radius(first, second, t) for t in span) > EPSILON_IN


def _edges(rows: HalfSpaces, piece: Prism) -> list[tuple[XYZ, XYZ]]:
    """Return the edges of the polytope, each from both of its faces."""
    reach = 2.0 + 2.0 * float(np.abs(piece.points).max()) + 2.0
    edges = []
    for i, row in enumerate(rows):
        corners = _face(rows, i, row, reach)
        for p, q in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            edges.append(((p[0], p[1], p[2]), (q[0], q[1], q[2])))
    return edges


def _face(rows: HalfSpaces, i: int, row: NDArray[np.float64], reach: float) -> list[list[float]]:
    """Return the corners of one face of the polytope, empty if the plane has no face."""
    normal = row[:3]
    square = float(normal @ normal)
    foot = -row[3] / square * normal
    axis = int(np.argmin(np.abs(normal)))
    u = np.cross(normal, np.eye(3)[axis])
    u = u / np.linalg.norm(u)
    v = np.cross(normal, u) / math.sqrt(square)
    extent = 4.0 * (reach + float(np.linalg.norm(foot)))
    corners = [
        (foot + extent * (x * u + y * v)).tolist() for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    for j, constraint in enumerate(rows.tolist()):
        if j == i:
            continue
        a, b, c, d = constraint
        side = [a * p[0] + b * p[1] + c * p[2] + d for p in corners]
        new_corners: list[list[float]] = []
        for k, p in enumerate(corners):
            value = side[k]
            next_value = side[(k + 1) % len(corners)]
            q = corners[(k + 1) % len(corners)]
            if value >= 0.0:
                new_corners.append(p)
            if (value >= 0.0) != (next_value >= 0.0):
                w = value / (value - next_value)
                new_corners.append([p[m] + w * (q[m] - p[m]) for m in range(3)])
        corners = new_corners
        if not corners:
            return []
    return corners
