"""Low-poly trees and plants, one inch high, with varied shapes and colors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.palette import RGB, surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.vertex_normals import flat_normals, smooth_normals

Floats = NDArray[np.float64]
VARIANTS = 4
"""The number of shapes of each kind of plant."""
MAX_CROWN_REACH = 0.27
"""The maximum distance from the trunk, as a share of the height."""
TRUNK_RGB: RGB = (104, 82, 62)
CUT_WOOD_RGB: RGB = (176, 146, 104)
MOSS_RGB: RGB = (94, 112, 52)
DEAD_RGB: RGB = (128, 112, 94)


class Plant(StrEnum):
    """A kind of plant made by code."""

    BROADLEAF = "broadleaf"
    DEAD = "dead"
    BUSH = "bush"
    FERN = "fern"
    SAPLING = "sapling"
    SPRUCE = "young spruce"
    STUMP = "stump"
    LOG = "fallen log"


MAX_REACHES = {
    Plant.BROADLEAF: MAX_CROWN_REACH,
    Plant.DEAD: MAX_CROWN_REACH,
    Plant.BUSH: 0.7,
    Plant.FERN: 1.1,
    Plant.SAPLING: 0.3,
    Plant.SPRUCE: 0.34,
    Plant.STUMP: 0.9,
    Plant.LOG: 0.54,
}
"""The maximum distance of each plant from its middle, as a share of its height or length."""


@memo_per_process(Size.MEDIUM)
def plant_shape(plant: Plant, variant: int, leaf: RGB, is_fine: bool) -> ColoredArrays:
    """Return a plant one inch high. It is cached because woods repeat it many times."""
    rng = np.random.default_rng((variant + 1) * 7 + len(plant))
    makers: dict[Plant, Callable[[], ColoredArrays]] = {
        Plant.BROADLEAF: lambda: _broadleaf(rng, leaf, is_fine),
        Plant.DEAD: lambda: _dead(rng, is_fine),
        Plant.BUSH: lambda: _bush(rng, leaf, is_fine),
        Plant.FERN: lambda: _fern(rng, leaf),
        Plant.SAPLING: lambda: _sapling(rng, leaf),
        Plant.SPRUCE: lambda: _spruce(rng, leaf),
        Plant.STUMP: lambda: _stump(rng),
        Plant.LOG: lambda: _log(rng),
    }
    return _fitted(makers[plant](), MAX_REACHES[plant])


def _fitted(shape: ColoredArrays, reach: float) -> ColoredArrays:
    """Return a plant scaled down to its reach and to one inch."""
    wide = float(np.hypot(shape.points[:, 0], shape.points[:, 1]).max())
    tall = float(shape.points[:, 2].max())
    scale = min(1.0, reach / wide), min(1.0, reach / wide), min(1.0, 1 / tall)
    return replace(shape, points=np.maximum(shape.points, (-9, -9, 0)) * scale)


def _broadleaf(rng: np.random.Generator, leaf: RGB, is_fine: bool) -> ColoredArrays:
    bend = rng.uniform(-0.03, 0.03, 2)
    fork = np.array([*bend, 0.42])
    parts = [_limb(np.zeros(3), fork, 0.045, 0.028, 6 if is_fine else 3, TRUNK_RGB)]
    parts.append(
        _limb(fork, np.array([*(bend * 1.5), 0.72]), 0.028, 0.01, 4 if is_fine else 3, TRUNK_RGB)
    )
    count = 7 if is_fine else 2
    blobs = [(np.array([*(bend * 1.5), 0.79]), 0.18 if is_fine else 0.2)]
    for k in range(count):
        turn = 2 * np.pi * (k + rng.uniform(0, 0.5)) / count
        radius = rng.uniform(0.12, 0.155)
        reach = MAX_CROWN_REACH - radius * 1.12
        level = rng.uniform(0.44, 0.56) if k % 2 else rng.uniform(0.6, 0.72)
        spot = np.array([np.cos(turn) * reach, np.sin(turn) * reach, level])
        blobs.append((spot, radius))
        if is_fine:
            parts.append(_limb(fork, spot, 0.018, 0.008, 3, TRUNK_RGB))
    parts += [_foliage(rng, spot, radius, leaf, is_fine) for spot, radius in blobs]
    return join_arrays(parts)


def _dead(rng: np.random.Generator, is_fine: bool) -> ColoredArrays:
    joints = [np.zeros(3)]
    for k in range(3):
        joints.append(joints[-1] + (*rng.uniform(-0.05, 0.05, 2), (0.36, 0.34, 0.26)[k]))
    widths = (0.05, 0.036, 0.022, 0.006)
    parts = [
        _limb(joints[k], joints[k + 1], widths[k], widths[k + 1], 5 if is_fine else 3, DEAD_RGB)
        for k in range(3)
    ]
    for k in range(6 if is_fine else 2):
        level = rng.uniform(0.35, 0.85)
        piece = min(2, int(level * 3))
        start = joints[piece] + (joints[piece + 1] - joints[piece]) * (level * 3 - piece)
        turn = 2.4 * k + rng.uniform(0, 0.8)
        reach = rng.uniform(0.1, 0.19) * (1.2 - 0.6 * level)
        elbow = start + (np.cos(turn) * reach, np.sin(turn) * reach, rng.uniform(0.02, 0.09))
        parts.append(_limb(start, elbow, 0.017, 0.009, 3, DEAD_RGB))
        if is_fine:
            turn += rng.uniform(-0.7, 0.7)
            tip = elbow + (np.cos(turn) * 0.07, np.sin(turn) * 0.07, rng.uniform(0.03, 0.09))
            parts.append(_limb(elbow, tip, 0.009, 0.003, 3, DEAD_RGB))
    return join_arrays(parts)


def _bush(rng: np.random.Generator, leaf: RGB, is_fine: bool) -> ColoredArrays:
    parts = []
    for k in range(4 if is_fine else 2):
        turn = 1.6 * k + rng.uniform(0, 0.8)
        radius = rng.uniform(0.26, 0.36)
        spot = np.array([np.cos(turn) * 0.3, np.sin(turn) * 0.3, rng.uniform(0.3, 0.58)])
        parts.append(_foliage(rng, spot, radius, leaf, is_fine))
    return join_arrays(parts)


def _fern(rng: np.random.Generator, leaf: RGB) -> ColoredArrays:
    triangles = []
    for k in range(5):
        turn = 2 * np.pi * k / 5 + rng.uniform(-0.4, 0.4)
        way = np.array([np.cos(turn), np.sin(turn), 0.0])
        side = np.array([-way[1], way[0], 0.0]) * 0.24
        middle = way * rng.uniform(0.4, 0.6) + (0, 0, rng.uniform(0.6, 1.0))
        tip = way * rng.uniform(0.9, 1.2) + (0, 0, rng.uniform(0.15, 0.6))
        foot = np.zeros(3)
        triangles += [(foot, middle - side, middle + side), (middle - side, tip, middle + side)]
    corners = np.array(triangles)
    up = np.tile((0.0, 0.0, 1.0), (len(corners) * 3, 1))
    tones = 0.85 + 0.6 * corners.reshape(-1, 3)[:, 2]
    rgb = (leaf[0], leaf[1], round(leaf[2] * 0.85))
    return color_triangles(corners.reshape(-1, 3), up, rgb, m.GRASS, tones)


def _sapling(rng: np.random.Generator, leaf: RGB) -> ColoredArrays:
    top = np.array([*rng.uniform(-0.05, 0.05, 2), 0.66])
    parts = [_limb(np.zeros(3), top, 0.026, 0.012, 3, TRUNK_RGB)]
    for k in range(2):
        turn = np.pi * k + rng.uniform(0, 1.4)
        spot = np.array([np.cos(turn) * 0.12, np.sin(turn) * 0.12, rng.uniform(0.46, 0.62)])
        parts.append(_foliage(rng, spot, rng.uniform(0.14, 0.17), leaf, False))
    parts.append(_foliage(rng, top + (0, 0, 0.14), 0.17, leaf, False))
    return join_arrays(parts)


def _spruce(rng: np.random.Generator, leaf: RGB) -> ColoredArrays:
    """Return a young conifer: whorls of drooping branches, narrower toward the top."""
    rgb = (round(leaf[0] * 0.78), round(leaf[1] * 0.92), round(leaf[2] * 0.95))
    triangles, tones = [], []
    for level, (low, high, wide) in enumerate(
        ((0.1, 0.46, 0.32), (0.3, 0.64, 0.26), (0.48, 0.8, 0.19), (0.64, 1.0, 0.12))
    ):
        count = 12 - 2 * level
        turns = 2 * np.pi * (np.arange(count) + rng.uniform(0, 1)) / count
        reach = np.where(np.arange(count) % 2, 0.62, 1.0) * wide * rng.uniform(0.88, 1.1, count)
        heights = low + np.where(np.arange(count) % 2, 0.07, 0.0) + rng.uniform(0, 0.03, count)
        rim = np.column_stack([np.cos(turns) * reach, np.sin(turns) * reach, heights])
        top = np.array([0.0, 0.0, high])
        for k in range(count):
            triangles.append((top, rim[k], rim[(k + 1) % count]))
            tones += [0.62, *(1.12 if n % count % 2 == 0 else 0.8 for n in (k, k + 1))]
    corners = np.array(triangles).reshape(-1, 3)
    normals = corners * (1, 1, 0) / 0.3 + (0, 0, 0.55)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    needles = color_triangles(corners, normals, rgb, m.LEAVES, np.array(tones))
    return join_arrays(
        [_limb(np.zeros(3), np.array([0, 0, 0.5]), 0.04, 0.02, 4, TRUNK_RGB), needles]
    )


def _stump(rng: np.random.Generator) -> ColoredArrays:
    parts = [
        _limb(np.zeros(3), np.array([0, 0, 0.35]), 0.62, 0.44, 8, TRUNK_RGB),
        _limb(np.array([0, 0, 0.35]), np.array([0, 0, 0.86]), 0.44, 0.4, 8, TRUNK_RGB),
    ]
    turns = 2 * np.pi * np.arange(8) / 8
    rim = np.column_stack([np.cos(turns) * 0.4, np.sin(turns) * 0.4, np.full(8, 0.86)])
    rim[:, 2] += rng.uniform(-0.05, 0.14, 8)
    parts.append(_fan(np.array([0, 0, 0.88]), rim, CUT_WOOD_RGB))
    for k in range(3):
        turn = 2.1 * k + rng.uniform(0, 0.9)
        way = np.array([np.cos(turn), np.sin(turn), 0])
        parts.append(_limb(way * 0.4 + (0, 0, 0.16), way * 0.84, 0.12, 0.03, 4, TRUNK_RGB))
    return join_arrays(parts)


def _log(rng: np.random.Generator) -> ColoredArrays:
    """Return a trunk along x, one inch long, with moss on its upper side."""
    start, end = np.array([-0.5, 0, 0.075]), np.array([0.5, rng.uniform(-0.04, 0.04), 0.06])
    trunk = _limb(start, end, 0.075, 0.056, 8, TRUNK_RGB)
    colors = trunk.colors.copy()
    is_mossy = trunk.normals[:, 2] > rng.uniform(0.2, 0.6)
    colors[is_mossy, :3] = MOSS_RGB
    parts = [replace(trunk, colors=colors)]
    turns = 2 * np.pi * np.arange(8) / 8
    for center, radius, way in ((start, 0.075, -1.0), (end, 0.056, 1.0)):
        rim = center + radius * np.column_stack([np.zeros(8), np.cos(turns) * way, np.sin(turns)])
        parts.append(_fan(center, rim, CUT_WOOD_RGB))
    for _ in range(2):
        foot = start + (end - start) * rng.uniform(0.25, 0.8)
        aside = float(rng.choice((-1.0, 1.0)) * rng.uniform(0.08, 0.14))
        parts.append(_limb(foot, foot + (0.06, aside, 0.07), 0.026, 0.012, 4, TRUNK_RGB))
    return join_arrays(parts)


def _fan(center: Floats, rim: Floats, rgb: RGB) -> ColoredArrays:
    """Return the cut end of a trunk: flat triangles around a center, counter-clockwise."""
    ahead = np.roll(rim, -1, axis=0)
    triangles = np.stack([np.broadcast_to(center, rim.shape), rim, ahead], axis=1)
    return flat_triangles(triangles, rgb, m.PLANKS)


def _limb(
    start: Floats, end: Floats, wide: float, narrow: float, sides: int, rgb: RGB
) -> ColoredArrays:
    """Return a tapered branch without its ends."""
    way = end - start
    way = way / np.linalg.norm(way)
    across = np.cross(way, (0.31, 0.95, 0.0))
    across /= np.linalg.norm(across)
    other = np.cross(way, across)
    turns = 2 * np.pi * np.arange(sides) / sides
    ring = across * np.cos(turns)[:, None] + other * np.sin(turns)[:, None]
    points = np.concatenate([start + ring * wide, end + ring * narrow])
    at = np.arange(sides)
    ahead = (at + 1) % sides
    faces = np.concatenate(
        [
            np.column_stack([at, ahead, ahead + sides]),
            np.column_stack([at, ahead + sides, at + sides]),
        ]
    )
    points, normals, faces = smooth_normals(DrawnMesh(points, faces), 100.0)
    tone = np.full(len(points), 1.0)
    colors = np.column_stack(
        [np.array(rgb) * tone[:, None], np.full(len(points), surface_alpha(m.BARK))]
    )
    return ColoredArrays(points, normals, colors.astype(np.uint8), faces)


@memo_per_process(Size.FEW)
def _ball(steps: int) -> DrawnMesh:
    """Return an icosahedron, its faces divided into four `steps` times."""
    t = (1 + 5**0.5) / 2
    points = [
        (-1, t, 0),
        (1, t, 0),
        (-1, -t, 0),
        (1, -t, 0),
        (0, -1, t),
        (0, 1, t),
        (0, -1, -t),
        (0, 1, -t),
        (t, 0, -1),
        (t, 0, 1),
        (-t, 0, -1),
        (-t, 0, 1),
    ]
    faces = [
        (0, 11, 5),
        (0, 5, 1),
        (0, 1, 7),
        (0, 7, 10),
        (0, 10, 11),
        (1, 5, 9),
        (5, 11, 4),
        (11, 10, 2),
        (10, 7, 6),
        (7, 1, 8),
        (3, 9, 4),
        (3, 4, 2),
        (3, 2, 6),
        (3, 6, 8),
        (3, 8, 9),
        (4, 9, 5),
        (2, 4, 11),
        (6, 2, 10),
        (8, 6, 7),
        (9, 8, 1),
    ]
    corners = np.array(points, float)
    corners /= np.linalg.norm(corners, axis=1, keepdims=True)
    triangles = corners[np.array(faces)]
    for _ in range(steps):
        a, b, c = np.moveaxis(triangles, 1, 0)
        ab, bc, ca = a + b, b + c, c + a
        for middle in (ab, bc, ca):
            middle /= np.linalg.norm(middle, axis=1, keepdims=True)
        triangles = np.concatenate(
            [np.stack(t, axis=1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
        )
    unique, numbers = np.unique(np.round(triangles.reshape(-1, 3), 6), axis=0, return_inverse=True)
    return DrawnMesh(unique, numbers.reshape(-1, 3))


def _foliage(
    rng: np.random.Generator, center: Floats, radius: float, leaf: RGB, is_fine: bool
) -> ColoredArrays:
    """Return a clump of leaves: an uneven ball, and single leaves that stand out of it."""
    ball = _ball(1 if is_fine else 0)
    uneven = rng.uniform(0.8, 1.06, (len(ball.vertices), 1))
    mesh = DrawnMesh(ball.vertices * uneven * (1, 1, 0.85), ball.faces)
    points, normals, _ = flat_normals(mesh)
    round_normals = points / np.linalg.norm(points, axis=1, keepdims=True)
    normals = 0.45 * normals + 0.55 * round_normals
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    tones = 0.78 + 0.26 * points[:, 2] + np.repeat(rng.uniform(-0.08, 0.08, len(points) // 3), 3)
    core = color_triangles(points * radius + center, normals, leaf, m.LEAVES, tones)
    if not is_fine:
        return core
    count = 44
    way = rng.normal(size=(count, 3))
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    side = np.cross(way, rng.normal(size=(count, 3)))
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    up = np.cross(way, side)
    foot = way * (0.88, 0.88, 0.76)
    size = rng.uniform(0.14, 0.24, (count, 1))
    tips = foot + up * size * 1.2 + way * size * 0.5
    tips *= np.minimum(1.12 / np.linalg.norm(tips, axis=1, keepdims=True), 1.0)
    corners = np.stack([foot - side * size * 0.6, foot + side * size * 0.6, tips], axis=1)
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    corners[(facing * way).sum(axis=1) < 0] = corners[(facing * way).sum(axis=1) < 0][:, ::-1]
    leaves = corners.reshape(-1, 3)
    leaf_tones = np.repeat(rng.uniform(0.75, 1.2, count) + 0.14 * way[:, 2], 3)
    return join_arrays(
        [
            core,
            color_triangles(
                leaves * radius + center, np.repeat(way, 3, axis=0), leaf, m.LEAVES, leaf_tones
            ),
        ]
    )
