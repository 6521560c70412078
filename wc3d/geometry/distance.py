"""Exact shortest distances in inches: closed forms, or one convex root for a disc and a slope."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder, Piece, Points, Prism, clip_half_plane
from wc3d.geometry.tolerances import MIN_THICKNESS_IN, TINY_LENGTH_IN

Section = Points | tuple[tuple[float, float], float]
"""A flat shape: a convex polygon (n, 2), counter-clockwise, or a disc (center, radius)."""


def polygon_sides(polygon: Points) -> Iterator[tuple[XY, XY]]:
    """Yield the sides of a polygon (n, 2) as pairs of points."""
    corners = polygon.tolist()
    return zip(corners, [*corners[1:], corners[0]], strict=True)


def point_to_section(point: XY, section: Section) -> float:
    """Return the signed distance of a point from a section, negative inside.

    A sliver without width has no inside: a point is inside only if its nearest side is as near as
    the point is deep.
    """
    x, y = point
    if isinstance(section, tuple):
        (cx, cy), radius = section
        return math.hypot(x - cx, y - cy) - radius
    corners = section.tolist()
    deepest = -math.inf
    nearest = math.inf
    ax, ay = corners[-1]
    for bx, by in corners:
        ex, ey = bx - ax, by - ay
        long = math.hypot(ex, ey)
        if long > TINY_LENGTH_IN:
            px, py = x - ax, y - ay
            deepest = max(deepest, (px * ey - py * ex) / long)
            s = min(1.0, max(0.0, (px * ex + py * ey) / (long * long)))
            nearest = min(nearest, math.hypot(px - s * ex, py - s * ey))
        else:
            nearest = min(nearest, math.hypot(x - ax, y - ay))
        ax, ay = bx, by
    return (
        deepest if -math.inf < deepest <= 0.0 and nearest <= MIN_THICKNESS_IN - deepest else nearest
    )


def point_to_segment(point: XY, a: XY, b: XY) -> float:
    """Return the distance of a point from a segment in the plane."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    square = ex * ex + ey * ey
    s = 0.0 if square < 1e-24 else min(1.0, max(0.0, (px * ex + py * ey) / square))
    return math.hypot(px - s * ex, py - s * ey)


def clip_segment_to_polygon(a: XY, b: XY, polygon: Points) -> tuple[float, float] | None:
    """Return the part [s, t] of a segment (0 at a, 1 at b) in a closed convex polygon, or None."""
    s, t = 0.0, 1.0
    corners = polygon.tolist()
    vx, vy = corners[-1]
    for wx, wy in corners:
        ex, ey = wx - vx, wy - vy
        start = ex * (a[1] - vy) - ey * (a[0] - vx)
        end = ex * (b[1] - vy) - ey * (b[0] - vx)
        if start < 0.0 and end < 0.0:
            return None
        if start < 0.0:
            s = max(s, start / (start - end))
        elif end < 0.0:
            t = min(t, start / (start - end))
        vx, vy = wx, wy
    return (s, t) if s <= t else None


def segment_to_section(a: XY, b: XY, section: Section) -> float:
    """Return the distance of a segment from a section in the plane; 0 or less where they meet.

    Only a distance from a disc can be negative.
    """
    if isinstance(section, tuple):
        return point_to_segment(section[0], a, b) - section[1]
    span = clip_segment_to_polygon(a, b, section)
    if span is not None:
        share = (span[0] + span[1]) / 2
        middle = point_to_section(
            (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])), section
        )
        if middle <= MIN_THICKNESS_IN:
            return min(0.0, middle)
    return min(
        point_to_section(a, section),
        point_to_section(b, section),
        min(point_to_segment((x, y), a, b) for x, y in section.tolist()),
    )


def disc_to_disc(a: XYZ, radius_a: float, b: XYZ, radius_b: float) -> float:
    """Return the distance between two level discs, each at its own height."""
    flat = math.hypot(a[0] - b[0], a[1] - b[1]) - radius_a - radius_b
    return math.hypot(max(0.0, flat), a[2] - b[2])


def disc_to_piece(at: XYZ, radius: float, piece: Piece) -> float:
    """Return the distance of a level disc with center `at` from a solid; 0 where they meet."""
    x, y, z = at
    if isinstance(piece, Cylinder) or piece.is_level:
        section: Section = (
            (piece.center, piece.radius) if isinstance(piece, Cylinder) else piece.points
        )
        flat = point_to_section((x, y), section) - radius
        return math.hypot(max(0.0, flat), max(0.0, piece.low - z, z - piece.high))
    level = _level_section(piece, z)
    if level is not None and point_to_section((x, y), level) <= radius:
        return 0.0
    solid = _polyhedron(piece)
    best = min(
        _disc_to_edge(at, radius, p, q) for p, q in zip(solid.starts, solid.ends, strict=True)
    )
    for normal, offset in zip(solid.normals, solid.offsets, strict=True):
        tilt = math.hypot(normal[0], normal[1])
        point = np.array(at, dtype=float)
        if tilt > 1e-15:  # the point of the rim nearest to the face's plane
            point[:2] -= radius * normal[:2] / tilt
        elif not _lies_over(piece, x, y):  # on a level face, the nearest point is on an edge
            continue
        height = float(normal @ point - offset)
        if (
            height >= 0.0
            and (solid.normals @ (point - height * normal) - solid.offsets <= TINY_LENGTH_IN).all()
        ):
            best = min(best, height)
    return best


def _lies_over(piece: Prism, x: float, y: float) -> bool:
    return point_to_section((x, y), piece.points) <= 0.0


def _level_section(piece: Prism, z: float) -> Points | None:
    """Return the closed level section of a prism at height z, or None."""
    points = clip_half_plane(piece.points, piece.top.slope_x, piece.top.slope_y, piece.top.at - z)
    if len(points) > 2:
        points = clip_half_plane(
            points, -piece.bottom.slope_x, -piece.bottom.slope_y, z - piece.bottom.at
        )
    return points if len(points) > 2 else None


def _find_minimum(slope: Callable[[float], float]) -> tuple[float, float]:
    """Return neighboring numbers on [0, 1] around a convex function's minimum, from its slope."""
    low, high = 0.0, 1.0
    if slope(low) >= 0.0:
        high = low
    elif slope(high) <= 0.0:
        low = high
    for _ in range(60):
        if low == high:
            break
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0.0 else (low, middle)
    return low, high


def _disc_to_edge(at: XYZ, radius: float, p: NDArray[np.float64], q: NDArray[np.float64]) -> float:
    """Return the distance of a level disc from a segment, the minimum of a convex function."""
    px, py, pz = p.tolist()
    dx, dy, dz = (q - p).tolist()
    px, py, pz = px - at[0], py - at[1], pz - at[2]

    def slope(s: float) -> float:
        x, y, z = px + s * dx, py + s * dy, pz + s * dz
        flat = math.hypot(x, y)
        radial = (1.0 - radius / flat) * (x * dx + y * dy) if flat > radius else 0.0
        return radial + z * dz

    return min(
        math.hypot(max(0.0, math.hypot(px + s * dx, py + s * dy) - radius), pz + s * dz)
        for s in _find_minimum(slope)
    )


class _Polyhedron:
    """A prism's edges, and its faces as planes with outward unit normals."""

    def __init__(self, piece: Prism) -> None:
        flat = piece.points
        bottom_ring = np.column_stack([flat, piece.bottom.heights(flat)])
        top_ring = np.column_stack([flat, piece.top.heights(flat)])
        self.starts = np.concatenate([bottom_ring, top_ring, bottom_ring])
        self.ends = np.concatenate(
            [np.roll(bottom_ring, -1, axis=0), np.roll(top_ring, -1, axis=0), top_ring]
        )
        along = np.roll(flat, -1, axis=0) - flat
        sides = np.column_stack([along[:, 1], -along[:, 0], np.zeros(len(flat))])
        top = np.array([[-piece.top.slope_x, -piece.top.slope_y, 1.0]])
        bottom = np.array([[piece.bottom.slope_x, piece.bottom.slope_y, -1.0]])
        normals = np.concatenate([sides, top, bottom])
        offsets = np.concatenate(
            [(sides[:, :2] * flat).sum(axis=1), [piece.top.at], [-piece.bottom.at]]
        )
        lengths = np.linalg.norm(normals, axis=1)
        self.normals = normals / lengths[:, None]
        self.offsets = offsets / lengths


@lru_cache(maxsize=4096)
def _polyhedron(piece: Prism) -> _Polyhedron:
    return _Polyhedron(piece)


def segment_to_piece(a: XYZ, b: XYZ, piece: Piece) -> float:
    """Return the distance of a segment in space from a solid; 0 where they meet."""
    if isinstance(piece, Cylinder):
        return _segment_to_cylinder(a, b, piece)
    solid = _polyhedron(piece)
    ends = np.array([a, b], dtype=float)
    heights = (
        solid.normals @ ends.T - solid.offsets[:, None]
    )  # (faces, 2): the distance of each end outside each face
    if clip_segment_to_planes(-heights[:, 0], -heights[:, 1]) is not None:
        return 0.0
    best = _segment_to_edges(ends[0], ends[1], solid.starts, solid.ends)
    for end in (0, 1):  # an end directly above a face
        feet = ends[end] - heights[:, end, None] * solid.normals
        is_over = (feet @ solid.normals.T - solid.offsets <= TINY_LENGTH_IN).all(axis=1) & (
            heights[:, end] >= 0.0
        )
        if is_over.any():
            best = min(best, float(heights[is_over, end].min()))
    return best


def gaps_to_boxes(line: tuple[XYZ, XYZ], boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return lower bounds of the distance of a segment from boxes (n, 6: lowest, highest corner).

    A bound is negative where the segment may pass through the box.
    """
    (ax, ay, _), (bx, by, _) = line
    low, high = boxes[:, :3], boxes[:, 3:]
    gaps = np.maximum(low - np.maximum(*line), np.minimum(*line) - high).max(axis=1)
    long = math.hypot(bx - ax, by - ay)
    if long > 0.0:  # distance from the line in plan
        nx, ny = (ay - by) / long, (bx - ax) / long
        middle, half = (low + high) / 2, (high - low) / 2
        aside = np.abs((middle[:, 0] - ax) * nx + (middle[:, 1] - ay) * ny)
        gaps = np.maximum(gaps, aside - half[:, 0] * abs(nx) - half[:, 1] * abs(ny))
    return np.asarray(gaps)


def bounding_boxes(pieces: Sequence[Piece]) -> NDArray[np.float64]:
    """Return the bounding box of each solid (n, 6): lowest x, y, z, highest x, y, z."""
    boxes = [(*piece.box[:2], piece.low, *piece.box[2:], piece.high) for piece in pieces]
    return np.array(boxes, dtype=np.float64).reshape(-1, 6)


def clip_segment_to_planes(
    start: NDArray[np.float64], end: NDArray[np.float64]
) -> tuple[float, float] | None:
    """Return the part [s, t] of a segment (0 to 1) inside all planes, or None.

    `start` and `end` are the depths of the two ends inside each plane; negative means outside.
    """
    if ((start < 0.0) & (end < 0.0)).any():
        return None
    s, t = 0.0, 1.0
    for u, v in zip(start.tolist(), end.tolist(), strict=True):
        if u < 0.0:
            s = max(s, u / (u - v))
        elif v < 0.0:
            t = min(t, u / (u - v))
    return (s, t) if s <= t else None


def _segment_to_edges(
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    starts: NDArray[np.float64],
    ends: NDArray[np.float64],
) -> float:
    """Return the smallest distance between one segment and many, in space."""
    u, v, w = b - a, ends - starts, a - starts
    uu, vv = float(u @ u), (v * v).sum(axis=1)
    uv, uw, vw = v @ u, w @ u, (v * w).sum(axis=1)
    fall = uu * vv - uv * uv
    vv_safe = np.where(vv > 0.0, vv, 1.0)
    best = math.inf
    interior = np.clip(
        np.where(
            fall > 1e-14 * uu * vv_safe, (uv * vw - vv * uw) / np.where(fall > 0, fall, 1.0), 0.0
        ),
        0.0,
        1.0,
    )
    for s in (interior, np.zeros_like(interior), np.ones_like(interior)):
        t = np.clip((vw + s * uv) / vv_safe, 0.0, 1.0)
        s_again = np.clip((t * uv - uw) / uu, 0.0, 1.0) if uu > 0.0 else s
        difference = w + s_again[:, None] * u - t[:, None] * v
        best = min(best, float(np.sqrt((difference * difference).sum(axis=1).min())))
    return best


def _segment_to_cylinder(a: XYZ, b: XYZ, piece: Cylinder) -> float:
    """Return the distance of a segment from a cylinder, the minimum of a convex function."""
    (cx, cy), radius = piece.center, piece.radius
    ax, ay, az = a[0] - cx, a[1] - cy, a[2]
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]

    def apart(s: float) -> tuple[float, float]:
        z = az + s * dz
        return math.hypot(
            ax + s * dx, ay + s * dy
        ) - radius, piece.low - z if z < piece.low else min(0.0, piece.high - z)

    def slope(s: float) -> float:
        radial, vertical = apart(s)
        x, y = ax + s * dx, ay + s * dy
        across = radial / (radial + radius) * (x * dx + y * dy) if radial > 0.0 else 0.0
        return across - vertical * dz

    return min(
        math.hypot(max(0.0, radial), vertical)
        for radial, vertical in map(apart, _find_minimum(slope))
    )
