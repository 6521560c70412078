"""The bodies of solids with slopes: chamfers, copings, joints and rough sides of the union's mesh.

The sides move inward as those of level solids do (see `solid_bodies`), so that both look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.edge_bevels import SIDE_Z, TOP_Z, bevel_edges, split_copings
from wc3d.scene.terrain_details.layers import EMPTY, Layer, make_layers
from wc3d.scene.terrain_details.rings import chance
from wc3d.scene.terrain_details.solid_bodies import (
    JOINT_TONE,
    STAIN_HEIGHT_IN,
    Part,
    level_cuts,
)
from wc3d.scene.terrain_details.triangle_cuts import close_gaps, cut_by_plane, weld_corners
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, WallStyle
from wc3d.scene.terrain_meshes import union_mesh

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
BODY, COPING, CHAMFER = 0, 1, 2
MAX_SLOPED_PIECES = 120
"""The maximum number of pieces of a solid with relief; more are drawn with chamfers alone."""
MAX_RELIEF_FACES = 12000
"""The number of triangles at which a solid gets no more joints."""
BEVEL_IN, MAX_CHAMFER_INSET_IN = 0.04, 0.02
"""The widest chamfer, and the largest inset of what is on a chamfer, which is an inset itself."""
MAX_STEPS = 24
"""The maximum number of joints along an axis."""
ACROSS = 0.4
"""The largest share of a joint's direction in the direction of a side that it crosses."""
SOLID_SLACK_IN = 4e-4


@dataclass(frozen=True, eq=False)
class _Relief:
    """A mesh that is cut by joints, with a label for each triangle and a depth at each corner."""

    points: Floats
    faces: Ints
    labels: Ints
    depth: Floats
    tone: Floats

    @property
    def normals(self) -> Floats:
        return DrawnMesh(self.points, self.faces).face_normals


def make_sloped_body(pieces: Sequence[Piece], style: WallStyle, seed: int) -> list[Part]:
    """Return the body of a solid with slopes."""
    foot = min(piece.low for piece in pieces)
    beveled = bevel_edges(union_mesh(pieces), min(style.bevel, BEVEL_IN), foot)
    coped = split_copings(beveled.mesh, style.coping)
    labels = np.zeros(len(coped.mesh.faces), np.int64)
    labels[beveled.face_count :] = CHAMFER
    labels[coped.face_count :] = COPING
    points, faces, kept = weld_corners(coped.mesh)
    faces, owner = close_gaps(points, faces)
    relief = _cut_joints(points, faces, labels[kept][owner], style, seed)
    return list(_make_parts(relief, _moved(relief, pieces), style))


def sloped_layers(pieces: Sequence[Piece]) -> list[Layer]:
    """Return the layers below all slopes: their sides are those of the solid."""
    level = [piece for piece in pieces if piece.is_level]
    limit = min(
        (_lowest_top(piece) for piece in pieces if not piece.is_level),
        default=max((piece.high for piece in level), default=0.0),
    )
    flat = [_without_slopes(piece, limit) for piece in pieces]
    return make_layers([piece for piece in flat if piece is not None])


def foot_layer(pieces: Sequence[Piece]) -> Layer | None:
    """Return the plan of what stands on the foot, as a layer."""
    foot = min(piece.low for piece in pieces)
    high = foot + 0.2
    flat = [
        Prism(piece.points, Plane(foot), Plane(high))
        if isinstance(piece, Prism)
        else Cylinder(piece.center, piece.radius, foot, high)
        for piece in pieces
        if piece.low <= foot + 1e-3
    ]
    layers = make_layers(flat)
    return Layer(foot, high, layers[0].plan, EMPTY, EMPTY) if layers else None


def _lowest_top(piece: Piece) -> float:
    return float(piece.top.heights(piece.points).min()) if isinstance(piece, Prism) else piece.high


def _without_slopes(piece: Piece, limit: float) -> Piece | None:
    """Return the part of a piece below a height at which no top slopes; None if it has slopes."""
    high = min(piece.high, limit)
    if isinstance(piece, Cylinder):
        return None if high <= piece.low else Cylinder(piece.center, piece.radius, piece.low, high)
    if not piece.bottom.is_level or high <= piece.low:
        return None
    return Prism(piece.points, piece.bottom, Plane(high))


def _cut_joints(points: Floats, faces: Ints, labels: Ints, style: WallStyle, seed: int) -> _Relief:
    """Cut the sides along joints and rows, and return the depth and the tone of every corner."""
    for axis, at, _ in _joint_planes(points, style, seed):
        if len(faces) > MAX_RELIEF_FACES:
            break
        normals = DrawnMesh(points, faces).face_normals
        chosen = (np.abs(normals[:, 2]) < SIDE_Z) & (np.abs(normals[:, axis]) < ACROSS)
        if axis == 2 and style.coping:
            chosen &= labels != COPING
        points, faces, owner = cut_by_plane(points, faces, points[:, axis] - at, chosen)
        labels = labels[owner]
    depth = np.full(len(points), style.inset)
    tone = np.ones(len(points))
    if style.strata:
        depth += 0.05 * chance(np.round(points[:, 2:], 1), seed + 3) - 0.01
    if style.course_spacing and style.tone_variation:
        course = np.floor(points[:, 2:] / style.course_spacing + 1e-6)
        tone += style.tone_variation * (chance(course, seed + 6) - 0.5)
        if style.board_variation:
            depth += style.board_variation * chance(course, seed + 4)
    elif style.tone_variation:
        tone += style.tone_variation * (chance(np.round(points[:, 2:], 0), seed + 6) - 0.5)
    if style.roughness:
        depth += style.roughness * (chance(points, seed + 5) - 0.35 * bool(style.strata))
    is_joint = np.zeros(len(points), bool)
    for axis, at, is_middle in _joint_planes(points, style, seed):
        if is_middle:
            is_joint |= np.abs(points[:, axis] - at) < 1e-4
    depth = np.where(is_joint, style.joint_depth, depth)
    on_chamfer = np.ones(len(points), bool)
    on_chamfer[faces[labels != CHAMFER]] = False
    depth[on_chamfer] = np.minimum(depth[on_chamfer], MAX_CHAMFER_INSET_IN)
    tone = np.where(is_joint, tone * JOINT_TONE, tone)
    return _Relief(points, faces, labels, np.clip(depth, 0.0, MAX_INSET_IN), tone)


def _joint_planes(points: Floats, style: WallStyle, seed: int) -> Iterator[tuple[int, float, bool]]:
    """Yield the axis and the place of each cut, and whether it is the middle of a joint."""
    low, high = points.min(axis=0), points.max(axis=0)
    gap = style.joint_width
    if low[2] < 1e-3 and high[2] > STAIN_HEIGHT_IN + 0.1:
        yield 2, STAIN_HEIGHT_IN, False
    if style.course_spacing or style.strata:
        for at in level_cuts(style, seed, float(high[2]) - 0.1):
            if at > low[2] + 0.1:
                yield 2, at - gap, False
                yield 2, at, bool(style.course_spacing)
                yield 2, at + gap, False
    elif style.point_spacing:
        yield from ((2, at, False) for at in _steps(low[2], high[2], style.point_spacing * 1.4))
    for axis in (0, 1):
        if style.joint_spacing and style.has_wall_joints and not style.is_staggered:
            for at in _steps(low[axis], high[axis], style.joint_spacing):
                yield axis, at - gap, False
                yield axis, at, True
                yield axis, at + gap, False
        elif style.point_spacing:
            steps = _steps(low[axis], high[axis], style.point_spacing)
            yield from ((axis, at, False) for at in steps)


def _steps(low: float, high: float, spacing: float) -> list[float]:
    """Return the multiples of a spacing between two places, or of a larger one if too many."""
    while (high - low) / spacing > MAX_STEPS:
        spacing *= 2
    first, last = int(np.floor(low / spacing)) + 1, int(np.ceil(high / spacing))
    return [k * spacing for k in range(first, last)]


def _moved(relief: _Relief, pieces: Sequence[Piece]) -> Floats:
    """Return the points with those of sides moved inward, except where they would leave the solid.

    A corner of several sides moves so far that each side is as deep as it should be.
    """
    normals = relief.normals
    is_side = (np.abs(normals[:, 2]) < SIDE_Z) & (np.linalg.norm(normals, axis=1) > 0.5)
    flat = normals[is_side, :2]
    flat = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9)
    count = len(relief.points)
    corners = relief.faces[is_side].reshape(-1)
    x, y = np.repeat(flat, 3, axis=0).T
    xx, xy, yy, ax, ay = (
        np.bincount(corners, values, count) for values in (x * x, x * y, y * y, x, y)
    )
    matrix = np.stack([np.stack([xx, xy], axis=1), np.stack([xy, yy], axis=1)], axis=1)
    inverse = np.linalg.pinv(matrix, rcond=0.02, hermitian=True)
    way = -(inverse @ np.stack([ax, ay], axis=1)[..., None])[..., 0]
    shift = way * relief.depth[:, None]
    length = np.linalg.norm(shift, axis=1, keepdims=True)
    shift *= np.minimum(1.0, 0.98 * MAX_INSET_IN / np.maximum(length, 1e-9))
    moved = relief.points.copy()
    moved[:, :2] += shift
    outside = ~_is_within(pieces, moved)
    moved[outside] = relief.points[outside]
    return moved


def _is_within(pieces: Sequence[Piece], points: Floats) -> Bools:
    """Return whether each point is in a piece."""
    result = np.zeros(len(points), bool)
    for piece in pieces:
        if isinstance(piece, Cylinder):
            away = np.hypot(*(points[:, :2] - piece.center).T)
            inside = away <= piece.radius + SOLID_SLACK_IN
            low: Floats | float = piece.low
            high: Floats | float = piece.high
        else:
            ahead = np.roll(piece.points, -1, axis=0) - piece.points
            ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
            off = points[:, None, :2] - piece.points[None]
            left = ahead[:, 0] * off[..., 1] - ahead[:, 1] * off[..., 0]
            inside = (left >= -SOLID_SLACK_IN).all(axis=1)
            low, high = piece.bottom.heights(points[:, :2]), piece.top.heights(points[:, :2])
        z = points[:, 2]
        result |= inside & (z >= low - SOLID_SLACK_IN) & (z <= high + SOLID_SLACK_IN)
    return result


def _make_parts(relief: _Relief, moved: Floats, style: WallStyle) -> Iterator[Part]:
    """Yield the sides, and the copings with the tops; copings do not move but at joints."""
    count = len(relief.points)
    has_joints = style.joint_spacing and style.has_wall_joints
    is_joint = relief.depth >= style.joint_depth - 1e-9 if has_joints else False
    still = np.where(np.reshape(is_joint, (-1, 1)), moved, relief.points)
    points = np.concatenate([moved, still])
    tones = np.concatenate([relief.tone, relief.tone])
    is_coping = relief.labels == COPING
    is_top = (relief.normals[:, 2] > TOP_Z) & ~is_coping
    copings = relief.faces[is_coping] + count
    ledges = _ledges(relief.faces[is_coping], relief.faces[~is_coping & ~is_top], count)
    sides = np.concatenate([relief.faces[~is_coping & ~is_top], ledges])
    tops = np.concatenate([relief.faces[is_top], copings])
    if len(copings):
        is_edge = np.isin(relief.faces[is_top], relief.faces[is_coping])
        tops[: is_edge.shape[0]] += count * is_edge
    for faces, rgb, material in (
        (sides, style.rgb, style.side),
        (tops, style.top_rgb or style.rgb, style.top),
    ):
        if len(faces):
            used, number = np.unique(faces, return_inverse=True)
            yield Part(DrawnMesh(points[used], number.reshape(-1, 3)), rgb, material, tones[used])


def _ledges(copings: Ints, sides: Ints, count: int) -> Ints:
    """Return the faces below copings, between their lower edge and the top of the sides."""
    pairs = np.array([(0, 1), (1, 2), (2, 0)])
    of_copings, of_sides = (faces[:, pairs].reshape(-1, 2) for faces in (copings, sides))
    numbers = of_copings[:, 0] * count + of_copings[:, 1]
    shared = np.isin(numbers, of_sides[:, 1] * count + of_sides[:, 0])
    start, end = of_copings[shared].T
    return np.concatenate(
        [
            np.stack([end + count, start + count, start], axis=1),
            np.stack([end + count, start, end], axis=1),
        ]
    ).reshape(-1, 3)
