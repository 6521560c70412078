"""Loose dirt, stones and grass at the foot of solids, lower than a base."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind, soil_rgb
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.rings import Ring, make_rings
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
MAX_FOOT_HEIGHT_IN = 0.1
"""The maximum height in inches of what lies at a foot; a base is 0.12 high."""
MAX_FOOT_REACH_IN = 0.34
"""The maximum distance in inches of what lies at a foot from its wall."""
SOIL_TONE = 0.62
"""The tone of the heaped dirt, whose upper edge is darker by it again."""
BLADES = 5
STONES_PER_IN, ROCK_STONES = 0.9, 3.2
"""The stones on an inch along a wall, and how many times as many lie along rock."""
TUFTS_PER_IN = 0.8


def make_foot(layer: Layer, style: WallStyle, ground: GroundKind, seed: int) -> ColoredArrays:
    """Return what lies around the lowest layer of a solid that stands on the table."""
    rng = np.random.default_rng(seed)
    plain = WallStyle("plain", 0, 0, style.rgb, point_spacing=0.35)
    rings = [ring for group in make_rings(layer, plain, seed) for ring in group]
    has_plants = bool(ground.tufts) or style.foot == "plants"
    stone_rgb = (ground.stones or ((120, 114, 104),))[0]
    if style.side in (m.ROCK, m.MASONRY, m.PLASTER, m.CONCRETE):
        stone_rgb = style.rgb
    parts = []
    for ring in rings:
        parts.append(_dirt(ring, soil_rgb(ground), rng))
        parts.append(_stones(ring, stone_rgb, rng, ROCK_STONES if style.foot == "rocks" else 1.0))
        if has_plants:
            rgb = (ground.tufts or ((92, 116, 58),))[0]
            parts.append(_tufts(ring, rgb, rng, 2.2 if style.foot == "plants" else 1.0))
    return join_arrays(parts)


def _smooth(values: Floats) -> Floats:
    """Return values along a ring, each mixed with its neighbors."""
    result: Floats = 0.25 * np.roll(values, 1) + 0.5 * values + 0.25 * np.roll(values, -1)
    return result


def _dirt(ring: Ring, rgb: RGB, rng: np.random.Generator) -> ColoredArrays:
    """Return a skirt of dirt that fades into the ground."""
    n = len(ring.points)
    reach = _smooth(rng.uniform(0.03, 0.2, n))
    height = _smooth(rng.uniform(0.02, 0.07, n))
    wide = np.hypot(ring.inward[:, 0], ring.inward[:, 1])
    outward = -ring.inward / np.maximum(wide, 1.0)[:, None]
    inner = np.column_stack([ring.points - 0.045 * outward, height])
    outer = np.column_stack([ring.points + outward * reach[:, None], np.full(n, 0.004)])
    at = np.arange(n)
    ahead = (at + 1) % n
    faces = np.concatenate(
        [np.column_stack([at, at + n, ahead + n]), np.column_stack([at, ahead + n, ahead])]
    )
    up = np.tile((0.0, 0.0, 1.0), (2 * n, 1))
    up[:, :2] = 0.4 * np.concatenate([outward, outward])
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    tones = np.repeat((SOIL_TONE, 1.0), n)
    skirt = color_triangles(np.concatenate([inner, outer]), up, rgb, m.EARTH, SOIL_TONE * tones)
    return replace(skirt, faces=faces)


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


def _stones(ring: Ring, rgb: RGB, rng: np.random.Generator, density: float) -> ColoredArrays:
    """Return stones that lie along a wall."""
    spots, outward = _spots(ring, rng, STONES_PER_IN * density)
    count = len(spots)
    size = 0.03 + (0.1 if density > 2 else 0.075) * rng.random(count) ** 2
    at = spots + outward * (size * 0.5 + rng.random(count) ** 2 * 0.14)[:, None]
    return place_stones(rng, at, size, np.minimum(size * 0.9, MAX_FOOT_HEIGHT_IN), rgb)


def place_stones(
    rng: np.random.Generator, at: Floats, size: Floats, height: Floats, rgb: RGB
) -> ColoredArrays:
    """Return broken stones on the ground, of these sizes and no higher than these heights."""
    count = len(at)
    turn = rng.uniform(0, 2 * np.pi, (count, 1))
    points = STONE * rng.uniform(0.75, 1.0, (count, len(STONE), 1))
    x, y = points[..., 0] * size[:, None], points[..., 1] * size[:, None] * 0.8
    c, s = np.cos(turn), np.sin(turn)
    placed = np.stack(
        [
            c * x - s * y + at[:, :1],
            s * x + c * y + at[:, 1:],
            points[..., 2] * height[:, None],
        ],
        axis=2,
    )
    tones = np.repeat(rng.uniform(0.75, 1.15, count), 3 * len(STONE_FACES))
    return flat_triangles(placed[:, STONE_FACES].reshape(-1, 3, 3), rgb, m.PLAIN, tones)


def _tufts(ring: Ring, rgb: RGB, rng: np.random.Generator, density: float) -> ColoredArrays:
    """Return tufts of grass that lean away from a wall."""
    spots, outward = (
        np.repeat(values, BLADES, axis=0) for values in _spots(ring, rng, TUFTS_PER_IN * density)
    )
    n = len(spots)

    def spread(low: float, high: float) -> Floats:
        return rng.uniform(low, high, (n, 1))

    along = np.column_stack([-outward[:, 1], outward[:, 0]])
    foot = spots + outward * spread(0.01, 0.05) + along * spread(-0.07, 0.07)
    tip = foot + outward * spread(0.02, 0.12) + along * spread(-0.06, 0.06)
    side = along * 0.016 + outward * spread(-0.01, 0.01)
    low = np.zeros(n)
    corners = [
        np.column_stack([foot + side, low]),
        np.column_stack([foot - side, low]),
        np.column_stack([tip, spread(0.055, MAX_FOOT_HEIGHT_IN)[:, 0]]),
    ]
    front = np.stack(corners, axis=1)
    points = np.concatenate([front, front[:, ::-1]]).reshape(-1, 3)
    tones = 0.75 + 3.5 * points[:, 2]
    return color_triangles(points, np.tile((0.0, 0.0, 1.0), (len(points), 1)), rgb, m.GRASS, tones)
