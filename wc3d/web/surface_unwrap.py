"""Texture coordinates of worked surfaces on the pages: walls, floors and boards, in inches.

A stone has one size on every face, because each face is measured along itself: a wall along its
foot, a tower around its curve, and a roof up its slope. Boards run along the longer side of a face.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import SURFACE_ALPHA_STEP, surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.mesh import shared_edges
from wc3d.scene.plain_patterns import PLAIN_PATTERNS
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays
from wc3d.scene.vertex_normals import connected_groups

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNWRAPPED_MATERIALS = (
    m.MASONRY,
    m.HAZARD,
    m.CORRUGATED,
    m.CONCRETE,
    m.PLANKS,
    m.METAL,
    m.PLASTER,
)
"""The materials with courses, boards, ribs or stripes; the others have grain alone."""
LEVEL_Z = 0.95
"""The z of a direction from which a face is a floor."""
FLAT_COSINE = 0.9995
"""The cosine of the largest turn of a flat face."""
EDGE_STRIP_IN = 0.09
"""The width in inches up to which a face is a chamfer and has no joints along it."""
EDGE_DROP_IN = 0.05
"""Inches below a chamfer to the place of the wall whose look it has."""
ANCHOR_STEP_IN = 0.25
"""Faces begin at multiples of this, so that a wall and its chamfer agree."""
ARM_SHARE = 0.4
"""The width of the arm of a floor, such as a parapet's top, as a share of its length."""
UPRIGHT_SHARE = 1.2
"""The height of a side, as a share of its length, from which its boards stand upright."""
BOARD_PHASES = 23
"""The number of different starts of boards, by face."""


@dataclass(frozen=True, eq=False)
class UnwrappedArrays:
    """A mesh with texture coordinates in inches (n, 2); (0, 0) on materials with grain alone."""

    arrays: ColoredArrays
    uv: Floats


def unwrap(arrays: ColoredArrays, has_upright_boards: bool = False) -> UnwrappedArrays:
    """Return a mesh with texture coordinates. Corners are split where faces have different ones.

    With `has_upright_boards`, boards on sides stand upright, as in a fence.
    """
    material = (255 - arrays.colors[arrays.faces[:, 0], 3].astype(int)) // SURFACE_ALPHA_STEP
    chosen = np.isin(material, UNWRAPPED_MATERIALS)
    if not chosen.any():
        return UnwrappedArrays(arrays, np.zeros((len(arrays.points), 2)))
    faces = arrays.faces[chosen]
    uv = _face_coordinates(arrays, faces, material[chosen], has_upright_boards)
    flat = faces.reshape(-1)
    rows = np.column_stack([flat, np.round(uv.reshape(-1, 2) * 1000)]).astype(np.int64)
    unique, number = np.unique(rows, axis=0, return_inverse=True)
    rest = arrays.faces[~chosen]
    used, rest_faces = np.unique(rest, return_inverse=True)
    kept = np.concatenate([unique[:, 0], used])
    whole = np.concatenate([number.reshape(-1, 3), rest_faces.reshape(-1, 3) + len(unique)]).astype(
        np.int64
    )
    split = ColoredArrays(arrays.points[kept], arrays.normals[kept], arrays.colors[kept], whole)
    return UnwrappedArrays(
        split, np.concatenate([unique[:, 1:] / 1000.0, np.zeros((len(used), 2))])
    )


def unwrapped_glsl() -> str:
    """Return the function that tells whether a material, by its number, is unwrapped."""
    bits = sum(1 << number for number in UNWRAPPED_MATERIALS)
    return f"float isUnwrapped(float number) {{ return float(({bits} >> int(number)) & 1); }}\n"


def board_up_fence(arrays: ColoredArrays) -> ColoredArrays:
    """Return a fence whose bark is planks: the fine mesh has its boards as shapes instead."""
    colors = arrays.colors.copy()
    colors[colors[:, 3] == surface_alpha(m.BARK), 3] = surface_alpha(m.PLANKS)
    return ColoredArrays(arrays.points, arrays.normals, colors, arrays.faces)


def _face_coordinates(
    arrays: ColoredArrays, faces: Ints, material: Ints, has_upright_boards: bool
) -> Floats:
    """Return the coordinates of the corners of faces (n, 3, 2)."""
    corners = arrays.points[faces]
    a, b, c = np.moveaxis(corners, 1, 0)
    across = np.cross(b - a, c - a)
    area = np.linalg.norm(across, axis=1)
    normals = across / np.maximum(area, 1e-12)[:, None]
    keys = np.column_stack(
        [np.round(arrays.points * 1000), np.round(arrays.normals * 50), arrays.colors[:, 3]]
    )
    welded = np.unique(keys.astype(np.int64), axis=0, return_inverse=True)[1].reshape(-1)[faces]
    is_level = np.abs(normals[:, 2]) > LEVEL_Z
    pairs = _neighbors(welded)
    pairs = pairs[is_level[pairs[:, 0]] == is_level[pairs[:, 1]]]
    group = connected_groups(pairs, len(faces))
    count = int(group.max()) + 1
    sums: Floats = np.stack([np.bincount(group, across[:, k], count) for k in range(3)], axis=1)
    mean = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    turn = np.ones(count)
    np.minimum.at(turn, group, np.where(area > 1e-7, (normals * mean[group]).sum(axis=1), 1.0))
    level = np.zeros(count, bool)
    level[group] = is_level
    along, up = _axes(mean, level, group, corners, welded)
    uv = np.stack(
        [(corners * along[group][:, None]).sum(axis=2), (corners * up[group][:, None]).sum(axis=2)],
        axis=2,
    )
    for number in np.flatnonzero((turn < FLAT_COSINE) & ~level).tolist():
        own = np.flatnonzero(group == number)
        uv[own, :, 0] = _around(corners[own], normals[own], welded[own])
        uv[own, :, 1] = corners[own, :, 2]
    turned = is_level & (material == m.PLANKS) & _is_other_arm(corners, welded, along[group])
    uv[turned] = uv[turned][..., ::-1]
    return _laid(uv, corners, group, level, material, has_upright_boards)


def _neighbors(welded: Ints) -> Ints:
    """Return the pairs of faces that share an edge."""
    edges = np.sort(welded[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    order, first = shared_edges(edges, int(welded.max()) + 1)
    return np.stack([order[first], order[first + 1]], axis=1) // 3


def _outer_edges(corners: Floats, welded: Ints) -> tuple[Floats, Floats]:
    """Return the edges of all faces (3 n, 3), and their lengths: 0 for those of two faces."""
    edges = np.sort(welded[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    order, first = shared_edges(edges, int(welded.max()) + 1)
    way = (np.roll(corners, -1, axis=1) - corners).reshape(-1, 3)
    length = np.linalg.norm(way, axis=1)
    length[np.concatenate([order[first], order[first + 1]])] = 0.0
    return way, length


def _is_other_arm(corners: Floats, welded: Ints, along: Floats) -> NDArray[np.bool_]:
    """Return whether each face is in an arm of its floor that goes across the longest one."""
    way, length = _outer_edges(corners, welded)
    longest = length.reshape(-1, 3).argmax(axis=1)
    rows = np.arange(len(corners))
    edge, size = way.reshape(-1, 3, 3)[rows, longest], length.reshape(-1, 3)[rows, longest]
    a, b, c = np.moveaxis(corners, 1, 0)
    width = np.linalg.norm(np.cross(b - a, c - a), axis=1) / np.maximum(size, 1e-9)
    result: NDArray[np.bool_] = (np.abs((edge * along).sum(axis=1)) < 0.3 * size) & (
        width < ARM_SHARE * size
    )
    return result


def _axes(
    mean: Floats, level: NDArray[np.bool_], group: Ints, corners: Floats, welded: Ints
) -> tuple[Floats, Floats]:
    """Return the directions along and up each group; along a floor is along its longest edge."""
    along = np.column_stack([-mean[:, 1], mean[:, 0], np.zeros(len(mean))])
    way, length = _outer_edges(corners, welded)
    of_edge = np.repeat(group, 3)
    order = np.lexsort((np.round(length, 3), of_edge))
    longest = order[np.searchsorted(of_edge[order], np.arange(len(mean)), side="right") - 1]
    edge = way[longest] * [1.0, 1.0, 0.0]
    edge *= np.where((edge[:, :1] < -1e-6) | ((edge[:, :1] < 1e-6) & (edge[:, 1:2] < 0)), -1, 1)
    along = np.where(level[:, None], edge, along)
    size = np.linalg.norm(along, axis=1, keepdims=True)
    along = np.where(size > 1e-9, along / np.maximum(size, 1e-9), np.array([1.0, 0.0, 0.0]))
    up = np.where(
        level[:, None],
        np.column_stack([-along[:, 1], along[:, 0], np.zeros(len(mean))]),
        np.cross(mean, along),
    )
    return along, up


def _around(corners: Floats, normals: Floats, welded: Ints) -> Floats:
    """Return how far along a curved wall each corner is (n, 3), from its first face on.

    A closed curve gets a whole number of blocks, so that no seam cuts one.
    """
    tangents = np.column_stack([-normals[:, 1], normals[:, 0], np.zeros(len(normals))])
    tangents /= np.maximum(np.linalg.norm(tangents, axis=1, keepdims=True), 1e-9)
    local = (corners * tangents[:, None]).sum(axis=2)
    neighbors: dict[int, list[int]] = {}
    for one, other in _neighbors(welded).tolist():
        neighbors.setdefault(one, []).append(other)
        neighbors.setdefault(other, []).append(one)
    middle = corners.reshape(-1, 3).mean(axis=0)
    off = corners.mean(axis=1) - middle
    start = int(np.argmin(np.round(np.arctan2(off[:, 1], -off[:, 0]) % (2 * np.pi), 3)))
    shift = np.full(len(corners), np.nan)
    shift[start] = -local[start].min()
    queue = deque([start])
    lap = 0.0
    while queue:
        face = queue.popleft()
        for other in neighbors.get(face, ()):
            mine, theirs = np.nonzero(welded[face][:, None] == welded[other][None])
            wanted = local[face, mine[0]] + shift[face] - local[other, theirs[0]]
            if np.isnan(shift[other]):
                shift[other] = wanted
                queue.append(other)
            else:
                lap = max(lap, abs(float(wanted - shift[other])))
    block = PLAIN_PATTERNS["masonry"].block
    scale = max(1, round(lap / block)) * block / lap if lap > 0.5 else 1.0
    return (local + np.nan_to_num(shift)[:, None]) * scale


def _laid(
    uv: Floats,
    corners: Floats,
    group: Ints,
    level: NDArray[np.bool_],
    material: Ints,
    has_upright_boards: bool,
) -> Floats:
    """Return coordinates that begin at the edge of each face, and turn boards the longer way."""
    count = len(level)
    low = np.full((count, 3), np.inf)
    high = np.full((count, 3), -np.inf)
    values = np.concatenate([uv, corners[..., 2:]], axis=2).reshape(-1, 3)
    np.minimum.at(low, np.repeat(group, 3), values)
    np.maximum.at(high, np.repeat(group, 3), values)
    length, height = (high - low)[:, 0], (high - low)[:, 1]
    anchor = np.round(low[:, :2] / ANCHOR_STEP_IN) * ANCHOR_STEP_IN
    anchor[:, 1] = np.where(level, anchor[:, 1], 0.0)
    laid = uv - anchor[group][:, None]
    is_strip = ~level & (height < EDGE_STRIP_IN)
    laid[..., 1] = np.where(
        is_strip[group][:, None], low[group, 2][:, None] - EDGE_DROP_IN, laid[..., 1]
    )
    is_plank = np.zeros(count, bool)
    is_plank[group] = material == m.PLANKS
    is_upright = (
        is_plank & ~level & ~is_strip & ((height > UPRIGHT_SHARE * length) | has_upright_boards)
    )
    laid = np.where(is_upright[group][:, None, None], laid[..., ::-1], laid)
    row = PLAIN_PATTERNS["planks"].row
    phase = (np.abs(np.round(low.sum(axis=1) * 100)).astype(np.int64) * 7) % BOARD_PHASES
    shift = np.stack([phase * 1.37, phase * row], axis=1) * is_plank[:, None]
    return laid + shift[group][:, None]
