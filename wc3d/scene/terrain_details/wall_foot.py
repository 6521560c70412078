"""Loose dirt, stones and grass at the foot of solids, lower than a base."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.solids import Piece
from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.layers import can_have_layers, make_layers
from wc3d.scene.terrain_details.rings import Ring, make_rings
from wc3d.scene.terrain_details.solid_bodies import Part
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
MAX_FOOT_HEIGHT_IN = 0.1
"""The maximum height in inches of what lies at a foot; a base is 0.12 high."""
MAX_FOOT_REACH_IN = 0.34
"""The maximum distance in inches of what lies at a foot from its wall."""
STONES_PER_IN = 0.9
TUFTS_PER_IN = 0.8


def make_foot(
    pieces: Sequence[Piece], style: WallStyle, ground: GroundKind, seed: int
) -> list[Part]:
    """Return what lies around a solid that stands on the table."""
    if not can_have_layers(pieces):
        return []
    layer = make_layers(pieces)[0]
    if layer.low > 1e-3:
        return []
    rng = np.random.default_rng(seed)
    plain = WallStyle("plain", 0, 0, style.rgb, point_spacing=0.35)
    rings = [ring for group in make_rings(layer, plain, seed, True) for ring in group]
    dirt = [_dirt(ring, rng) for ring in rings]
    has_plants = bool(ground.tufts) or style.foot == "plants"
    stones: list[Floats] = []
    blades: list[Floats] = []
    for ring in rings:
        stones += _stones(ring, rng, STONES_PER_IN * (1.8 if style.foot == "rocks" else 1.0))
        if has_plants:
            blades += _tufts(ring, rng, TUFTS_PER_IN * (2.2 if style.foot == "plants" else 1.0))
    parts = [Part(mesh, ground.colors[3], m.EARTH) for mesh in dirt if len(mesh.faces)]
    rgb = style.rgb if style.side in (m.ROCK, m.MASONRY, m.PLASTER, m.CONCRETE) else None
    parts += _soup(stones, rgb or (ground.stones or ((120, 114, 104),))[0], m.PLAIN)
    parts += _soup(blades, (ground.tufts or ((92, 116, 58),))[0], m.GRASS)
    return parts


def _soup(triangles: list[Floats], rgb: RGB, material: int) -> list[Part]:
    if not triangles:
        return []
    corners = np.concatenate(triangles).reshape(-1, 3)
    return [Part(DrawnMesh(corners, np.arange(len(corners)).reshape(-1, 3)), rgb, material)]


def _dirt(ring: Ring, rng: np.random.Generator) -> DrawnMesh:
    """Return a skirt of dirt that fades into the ground."""
    n = len(ring.points)
    reach = rng.uniform(0.03, 0.2, n)
    height = rng.uniform(0.02, 0.07, n)
    wide = np.hypot(ring.inward[:, 0], ring.inward[:, 1])
    outward = ring.inward / np.maximum(wide, 1.0)[:, None]
    inner = np.column_stack([ring.points + 0.045 * outward, height])
    outer = np.column_stack([ring.points - outward * reach[:, None], np.full(n, 0.004)])
    at = np.arange(n)
    ahead = (at + 1) % n
    faces = np.concatenate(
        [np.column_stack([at, at + n, ahead + n]), np.column_stack([at, ahead + n, ahead])]
    )
    return DrawnMesh(np.concatenate([inner, outer]), faces)


def _spots(ring: Ring, rng: np.random.Generator, per_inch: float) -> tuple[Floats, Floats]:
    """Return random places along a ring, and the outward direction at each."""
    ahead = np.roll(ring.points, -1, axis=0) - ring.points
    lengths = np.hypot(ahead[:, 0], ahead[:, 1])
    ends = np.cumsum(lengths)
    count = int(rng.poisson(ends[-1] * per_inch))
    at = rng.uniform(0, ends[-1], count)
    side = np.minimum(np.searchsorted(ends, at), len(ends) - 1)
    share = 1 - (ends[side] - at) / np.maximum(lengths[side], 1e-9)
    way = ahead[side] / np.maximum(lengths[side], 1e-9)[:, None]
    return ring.points[side] + ahead[side] * share[:, None], np.column_stack(
        [way[:, 1], -way[:, 0]]
    )


STONE = np.array(
    [(1, 0, 0), (0.3, 0.9, 0), (-0.8, 0.5, 0), (-0.7, -0.6, 0), (0.4, -0.9, 0)]
    + [(0.55, 0.1, 0.8), (-0.1, 0.5, 0.95), (-0.3, -0.35, 0.85)],
    float,
)
STONE_FACES = np.array(
    [(0, 1, 5), (1, 6, 5), (1, 2, 6), (2, 7, 6), (2, 3, 7), (3, 4, 7), (4, 5, 7), (4, 0, 5)]
    + [(5, 6, 7)]
)


def _stones(ring: Ring, rng: np.random.Generator, per_inch: float) -> list[Floats]:
    """Return stones (n, 3, 3) that lie along a wall."""
    stones = []
    for spot, outward in zip(*_spots(ring, rng, per_inch), strict=True):
        size = 0.03 + 0.075 * rng.random() ** 2
        at = spot + outward * (size * 0.5 + rng.random() ** 2 * 0.14)
        stones.append(stone_at(rng, at, size, min(size * 0.9, MAX_FOOT_HEIGHT_IN)))
    return stones


def stone_at(rng: np.random.Generator, at: Floats, size: float, height: float) -> Floats:
    """Return a broken stone (n, 3, 3) on the ground, no higher than a height."""
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    points = STONE * rng.uniform(0.75, 1.0, (len(STONE), 1)) * (size, size * 0.8, height)
    points[:, :2] = points[:, :2] @ np.array([[c, s], [-s, c]]) + at
    result: Floats = points[STONE_FACES]
    return result


def _tufts(ring: Ring, rng: np.random.Generator, per_inch: float) -> list[Floats]:
    """Return tufts of grass (n, 3, 3) that lean away from a wall."""
    tufts = []
    for spot, outward in zip(*_spots(ring, rng, per_inch), strict=True):
        foot = spot + outward * rng.uniform(0.01, 0.05)
        along = np.array([-outward[1], outward[0]])
        for _ in range(5):
            base = foot + along * rng.uniform(-0.07, 0.07)
            lean = outward * rng.uniform(0.02, 0.12) + along * rng.uniform(-0.06, 0.06)
            tip = np.array([*(base + lean), rng.uniform(0.055, MAX_FOOT_HEIGHT_IN)])
            side = np.array([*(along * 0.016 + outward * rng.uniform(-0.01, 0.01)), 0.0])
            low = np.array([*base, 0.0])
            tufts.append(np.array([[low + side, low - side, tip], [low - side, low + side, tip]]))
    return tufts
