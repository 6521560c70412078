"""Stones that show in the earth of a hill's sides, within the solid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.plans import Side, straight_sides
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
STONES_PER_SQ_IN = 0.9
MAX_STONES = 160
"""The maximum number of stones in a side."""
SIZES_IN = (0.07, 0.22)
CORNERS = 6
HEIGHT_SHARE = 0.72
"""The height of a stone as a share of its length."""
TOP_SHARE = 0.75
"""The share of the height of a side below which stones lie, under what hangs over the edge."""
STONE_RGB: RGB = (132, 124, 112)
RIM_DEPTH_IN, MIDDLE_DEPTH_IN = 0.016, 0.002
"""The insets in inches of the edge and the middle of a stone; those of earth are mostly larger."""
RIM_SLOPE = 0.9
"""How far light on the edge of a stone turns from that on its middle."""


def make_soil_stones(
    layers: Sequence[Layer], style: WallStyle, ground: GroundKind, seed: int
) -> ColoredArrays:
    """Return the stones in the sides of earth."""
    if style.name != "earth":
        return join_arrays([])
    rng = np.random.default_rng(seed + 81)
    rgb = (ground.stones or (STONE_RGB,))[0]
    parts = []
    for layer in layers:
        for polygon in layer.polygons:
            for side in straight_sides(polygon):
                parts.append(_stones_in_side(side, layer, rgb, rng))
    return join_arrays(parts)


def _stones_in_side(side: Side, layer: Layer, rgb: RGB, rng: np.random.Generator) -> ColoredArrays:
    start, way, length = side.start, side.way, side.length
    high = TOP_SHARE * (layer.high - layer.low)
    margin, margin_z = 1.4 * SIZES_IN[1], SIZES_IN[1] * HEIGHT_SHARE * 1.1
    count = min(MAX_STONES, int(rng.poisson(length * high * STONES_PER_SQ_IN)))
    if not count or length < 4 * margin or high < 3 * margin_z:
        return join_arrays([])
    inward = -side.outward
    low, most = SIZES_IN
    size = low + (most - low) * rng.random((count, 1)) ** 2
    x = rng.uniform(margin, length - margin, (count, 1))
    z = layer.low + margin_z + (high - 2 * margin_z) * rng.random((count, 1))
    turn = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False) + rng.uniform(0, 1, (count, 1))
    reach = size * rng.uniform(0.7, 1.1, (count, CORNERS))
    across, up = reach * np.cos(turn), HEIGHT_SHARE * reach * np.sin(turn)

    def place(along: Floats, depth: float, height: Floats) -> Floats:
        plan = start + along[..., None] * way + depth * inward
        return np.concatenate([plan, height[..., None]], axis=-1)

    rim = place(x + across, RIM_DEPTH_IN, z + up)
    middle = place(x + 0.1 * size, MIDDLE_DEPTH_IN, z + 0.15 * size)
    outward = np.array([-inward[0], -inward[1], 0.0])
    lean = np.stack([across / size * way[0], across / size * way[1], up / size], axis=-1)
    bent = outward + RIM_SLOPE * lean
    bent /= np.linalg.norm(bent, axis=-1, keepdims=True)
    tops = np.broadcast_to(middle, rim.shape)
    points = np.stack([tops, rim, np.roll(rim, -1, axis=1)], axis=2)
    flat = np.broadcast_to(outward, rim.shape)
    normals = np.stack([flat, bent, np.roll(bent, -1, axis=1)], axis=2)
    tones = np.repeat(rng.uniform(0.7, 1.1, count), 3 * CORNERS)
    return color_triangles(points.reshape(-1, 3), normals.reshape(-1, 3), rgb, m.PLAIN, tones)
