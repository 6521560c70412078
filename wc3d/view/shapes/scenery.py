"""Trees for the woods and stones for rough ground: decoration, which no rule ever sees. It always stays inside its feature."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from zlib import crc32

import numpy as np
import trimesh
from numpy.typing import NDArray
from shapely import Point
from trimesh.creation import cone, cylinder

from wc3d.evidence.palette import RGB
from wc3d.evidence.picking import flat
from wc3d.table.features import Feature
from wc3d.view.shapes.meshes import plan_outline

Part = tuple[trimesh.Trimesh, RGB]

TRUNK: RGB = (92, 66, 46)
LEAVES: tuple[RGB, ...] = ((62, 88, 58), (78, 100, 60), (70, 94, 52))
STONES: tuple[RGB, ...] = ((128, 120, 108), (108, 98, 86), (150, 140, 122))
MOST_STONES = 70


def _tree(height: float, rng: np.random.Generator, leaf: RGB) -> list[Part]:
    wide = min(0.8, height * 0.24)
    parts = [(_like(_stem(), 0.1, height * 0.5, height * 0.25), TRUNK)]
    for k in range(4):
        radius, uneven = wide * (1 - k * 0.2) * rng.uniform(0.9, 1.1), rng.uniform(0.92, 1.08, (len(_spike(9).vertices), 1))
        turn = np.radians(rng.uniform(1, 90))
        parts.append((_like(_spike(9), radius, height * 0.34, height * (0.2 + k * 0.15), uneven, turn), leaf))
    return parts


@cache
def _stem() -> trimesh.Trimesh:
    return cylinder(radius=1.0, height=1.0, sections=8)


@cache
def _spike(sections: int) -> trimesh.Trimesh:
    return cone(radius=1.0, height=1.0, sections=sections)


def _like(
    pattern: trimesh.Trimesh, wide: float, tall: float, z: float, uneven: NDArray[np.float64] | float = 1.0, turn: float = 0.0
) -> trimesh.Trimesh:
    """A pattern at another size, higher up, uneven round its middle and turned by radians."""
    points = np.array(pattern.vertices) * (wide, wide, tall)
    points[:, :2] *= uneven
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    points[:, :2] = points[:, :2] @ spin
    points[:, 2] += z
    return trimesh.Trimesh(points, pattern.faces, process=False)


def trees(wood: Feature, keep_free: Sequence[tuple[float, float, float]]) -> list[Part]:
    """Trees for a wood, the same every time; none within the radius of any (x, y, radius) of `keep_free`."""
    ground = plan_outline(wood.pieces)
    room = ground.buffer(-0.55)
    if room.is_empty:
        return []
    rng = np.random.default_rng(crc32(wood.id.encode()))
    x0, y0, x1, y1 = room.bounds
    height = min(wood.high - wood.low, 4.5)
    if height < 0.5:
        height = 2.5
    parts: list[Part] = []
    placed = [(x, y, r) for x, y, r in keep_free if x0 - r < x < x1 + r and y0 - r < y < y1 + r]
    wanted = max(3, int(ground.area / 4.5))
    for _ in range(wanted * 12):
        if wanted == 0:
            break
        x, y = rng.uniform((x0, y0), (x1, y1))
        if not room.contains(Point(x, y)) or any(np.hypot(x - a, y - b) < r for a, b, r in placed):
            continue
        for mesh, rgb in _tree(height * rng.uniform(0.55, 0.9), rng, LEAVES[wanted % len(LEAVES)]):
            mesh.vertices += (x, y, wood.low)
            parts.append((mesh, rgb))
        placed.append((x, y, 1.25))
        wanted -= 1
    return parts


def stones(rough: Feature) -> list[Part]:
    """Low stones on the flat parts of rough ground, the same every time."""
    pieces = [piece for piece in rough.pieces if flat(piece)]
    if not pieces:
        return []
    room = plan_outline(pieces).buffer(-0.22)
    if room.is_empty:
        return []
    rng, parts = np.random.default_rng(crc32(rough.id.encode())), []
    x0, y0, x1, y1 = room.bounds
    for k in range(min(MOST_STONES, int(room.area * 1.6) + 4)):
        x, y = rng.uniform((x0, y0), (x1, y1))
        if room.contains(Point(x, y)):
            wide = rng.uniform(0.05, 0.17)
            uneven = rng.uniform(0.8, 1.15, (len(_spike(5).vertices), 1))
            stone = _like(_spike(5), wide, wide * 1.1, rough.low, uneven, rng.uniform(0, 6.3))
            stone.vertices += (x, y, 0.0)
            parts.append((stone, STONES[k % len(STONES)]))
    return parts
