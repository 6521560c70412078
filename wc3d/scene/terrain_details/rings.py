"""Rings around a layer's plan: corners with joints, chamfers and their inward directions."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from zlib import crc32

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, WallStyle

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
CORNER_TURN = np.cos(np.radians(35.0))
"""The cosine of the smallest turn that is a corner and not part of a curve."""
CORNER_CUT_IN = 0.045
"""Inches from a corner to the start of its chamfer; the chamfer is 0.7 times as deep."""
TAPER_IN = 0.06
"""Inches along a side in which a relief ends."""
MIN_SIDE_IN = 0.18
"""The shortest side in inches that gets a chamfer or joints."""
MIN_STEP_IN = 0.004
"""The shortest distance in inches between corners of a ring."""
JOINT_NONE, JOINT_EVEN, JOINT_ODD, JOINT_ALL = 0, 1, 2, 3


@dataclass(frozen=True, eq=False)
class Ring:
    """A closed outline with the solid on its left.

    `inward`: how far a corner moves for an inset of 1. `joint`: the courses in which a corner is
    the middle of a joint. `board`: the number of the board at each corner. `top`, `bottom`:
    whether the edge above or below is exposed.
    """

    points: Floats
    inward: Floats
    joint: NDArray[np.int64]
    board: NDArray[np.int64]
    top: Bools
    bottom: Bools

    def inset(self, depth: Floats | float) -> Floats:
        """Return the corners moved inward (n, 2)."""
        return self.points + self.inward * np.broadcast_to(depth, len(self.points))[:, None]


def chance(points: Floats, seed: int) -> Floats:
    """Return a number from 0 to 1 for each point, the same wherever it is used."""
    keys = np.round(points * 1000).astype(np.int64)
    mixed = np.full(len(points), seed & 0x7FFFFFFF, np.uint64)
    for column in keys.T:
        mixed = (mixed ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    result: Floats = (mixed >> np.uint64(40)).astype(np.float64) / 2**24
    return result


def inward_ways(points: Floats) -> Floats:
    """Return the unit vector to the inside at each corner of a counter-clockwise outline."""
    way = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    return np.column_stack([-way[:, 1], way[:, 0]])


def seed_of(text: str) -> int:
    """Return a seed from a text."""
    return crc32(text.encode())


def make_rings(layer: Layer, style: WallStyle, seed: int) -> list[list[Ring]]:
    """Return the rings of each part of a layer: its outline first, then its holes."""
    return [
        [
            _make_ring(np.asarray(ring.coords)[:-1, :2], layer, style, seed, k == 0)
            for k, ring in enumerate([part.exterior, *part.interiors])
        ]
        for part in layer.polygons
    ]


def _make_ring(
    corners: Floats, layer: Layer, style: WallStyle, seed: int, is_outline: bool
) -> Ring:
    ahead = np.roll(corners, -1, axis=0)
    area = (corners[:, 0] * ahead[:, 1] - ahead[:, 0] * corners[:, 1]).sum()
    if (area > 0) != is_outline:
        corners = corners[::-1]
    neighbors = shapely.union_all([layer.above.boundary, layer.below.boundary])
    points, joint, board = _place_points(corners, neighbors, style, seed)
    return Ring(
        points,
        _inward(points),
        joint,
        board,
        _exposed(points, layer.above),
        _exposed(points, layer.below),
    )


def _turns(points: Floats) -> tuple[Floats, Floats, Floats]:
    """Return each corner's cosine and sine of its turn, and the lengths of the sides ahead."""
    ahead = np.roll(points, -1, axis=0) - points
    lengths = np.hypot(ahead[:, 0], ahead[:, 1])
    way = ahead / np.maximum(lengths, 1e-9)[:, None]
    before = np.roll(way, 1, axis=0)
    cosine = (before * way).sum(axis=1)
    sine = before[:, 0] * way[:, 1] - before[:, 1] * way[:, 0]
    return cosine, sine, lengths


def _inward(points: Floats) -> Floats:
    ahead = np.roll(points, -1, axis=0) - points
    ahead /= np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)[:, None]
    after = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    before = np.roll(after, 1, axis=0)
    total = before + after
    cosine = (before * after).sum(axis=1)
    miter = total / np.maximum(1 + cosine, 0.25)[:, None]
    is_reflex = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0] < -0.05
    length = np.hypot(miter[:, 0], miter[:, 1])
    limit = np.where(is_reflex, 1.0, 1.5)
    result: Floats = miter * np.minimum(1.0, limit / np.maximum(length, 1e-9))[:, None]
    return result


def _exposed(points: Floats, other: BaseGeometry) -> Bools:
    """Return whether no neighbor layer continues the wall on either side of each corner."""
    if other.is_empty:
        return np.ones(len(points), bool)
    ahead = np.roll(points, -1, axis=0) - points
    ahead /= np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)[:, None]
    middles = (points + np.roll(points, -1, axis=0)) / 2
    middles += 0.01 * np.column_stack([-ahead[:, 1], ahead[:, 0]])
    shapely.prepare(other)
    is_free = ~shapely.contains_xy(other, middles[:, 0], middles[:, 1])
    result: Bools = is_free & np.roll(is_free, 1)
    return result


def _place_points(
    corners: Floats, neighbors: BaseGeometry, style: WallStyle, seed: int
) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return the corners of a ring: chamfers, joints, and the ends of neighboring layers."""
    cosine, sine, lengths = _turns(corners)
    starts = np.concatenate([[0.0], np.cumsum(lengths)])
    total = float(starts[-1])
    cut = _corner_cuts(corners, cosine, sine, lengths, seed)
    kept = np.concatenate(
        [starts[:-1][cut == 0], (starts[:-1] - cut)[cut > 0], (starts[:-1] + cut)[cut > 0]]
    )
    rows = [(at, JOINT_NONE) for at in kept.tolist()]
    ends = starts[:-1][cosine < CORNER_TURN] if (cosine < CORNER_TURN).any() else starts[:1]
    for start, end in zip(ends.tolist(), [*ends[1:].tolist(), ends[0] + total], strict=True):
        rows += _run_points(start, end - start, style)
    rows += _neighbor_points(corners, starts, neighbors)
    return _walk(corners, starts, total, rows)


def _corner_cuts(
    corners: Floats, cosine: Floats, sine: Floats, lengths: Floats, seed: int
) -> Floats:
    """Return the distances from convex corners to their chamfers; 0 for none."""
    room = np.minimum(lengths, np.roll(lengths, 1))
    cut = CORNER_CUT_IN * (0.55 + 0.45 * chance(corners, seed))
    return np.where((cosine < CORNER_TURN) & (sine > 0) & (room > MIN_SIDE_IN), cut, 0.0)


def _run_points(start: float, length: float, style: WallStyle) -> list[tuple[float, int]]:
    """Return the distances along the ring of the joints of a straight or curved side."""
    rows: list[tuple[float, int]] = []
    if length < 2 * MIN_SIDE_IN:
        return rows
    if style.joint_spacing:
        count = max(1, round(length / style.joint_spacing))
        step = length / count
        sets = [(0.0, JOINT_EVEN), (0.5, JOINT_ODD)] if style.is_staggered else [(0.0, JOINT_ALL)]
        for shift, mark in sets:
            for k in range(count + 1):
                at = (k + shift) * step
                if style.joint_width * 2 < at < length - style.joint_width * 2:
                    rows += [
                        (start + at - style.joint_width, JOINT_NONE),
                        (start + at, mark),
                        (start + at + style.joint_width, JOINT_NONE),
                    ]
    if style.point_spacing:
        count = ceil(length / style.point_spacing)
        steps = np.arange(1.0, count)
        if style.strata:  # broken rock has no even blocks
            spots = np.column_stack([steps, np.full(count - 1, length)])
            steps += 0.6 * (chance(spots, 17) - 0.5)
        rows += [(start + length * share, JOINT_NONE) for share in (steps / count).tolist()]
    return rows


def _neighbor_points(
    corners: Floats, starts: Floats, neighbors: BaseGeometry
) -> list[tuple[float, int]]:
    """Return the distances along the ring where neighboring layers start and end."""
    if neighbors.is_empty:
        return []
    spots = shapely.get_coordinates(neighbors)[:, :2]
    ahead = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)
    away = spots[:, None] - corners[None]
    along = (away * ahead[None]).sum(axis=2) / lengths
    across = np.abs(away[..., 0] * ahead[None, :, 1] - away[..., 1] * ahead[None, :, 0]) / lengths
    hits = (across < 1e-3) & (along > 1e-3) & (along < lengths - 1e-3)
    rows = []
    for spot, side in np.argwhere(hits).tolist():
        at = float(along[spot, side])
        for shift in (-TAPER_IN, 0.0, TAPER_IN):
            if 0.01 < at + shift < lengths[side] - 0.01:
                rows.append((float(starts[side]) + at + shift, JOINT_NONE))
    return rows


def _walk(
    corners: Floats, starts: Floats, total: float, rows: list[tuple[float, int]]
) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return the points at these distances along the ring, without near repetitions."""
    distances = np.array([row[0] for row in rows]) % total
    marks = np.array([row[1] for row in rows])
    distances[distances > total - MIN_STEP_IN] = 0.0
    order = np.lexsort((-marks, np.round(distances, 4)))
    distances, marks = distances[order], marks[order]
    keep = np.ones(len(distances), bool)
    last = -1.0
    for k, at in enumerate(distances.tolist()):
        if at - last < MIN_STEP_IN:
            keep[k] = False
        else:
            last = at
    distances, marks = distances[keep], marks[keep]
    side = np.clip(np.searchsorted(starts, distances, side="right") - 1, 0, len(corners) - 1)
    ahead = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)
    share = (distances - starts[side]) / lengths[side]
    points = corners[side] + ahead[side] * share[:, None]
    return points, marks.astype(np.int64), np.cumsum(marks > 0).astype(np.int64)


def clip_inset(depth: Floats) -> Floats:
    """Return insets within the tolerance."""
    result: Floats = np.clip(depth, 0.0, MAX_INSET_IN)
    return result


def hanging_faces(exposed: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the triangles (m, 3) of what hangs from a ring, on the sides from `exposed` corners.

    The corners are three rows of `count`: on the top, at its fold and at the lower edge.
    """
    ahead = (exposed + 1) % count
    faces = [
        np.column_stack(corners)
        for upper, lower in ((0, count), (count, 2 * count))
        for corners in (
            (exposed + lower, ahead + lower, ahead + upper),
            (exposed + lower, ahead + upper, exposed + upper),
        )
    ]
    return np.concatenate(faces)
