"""The ground of a top hanging over its edge: grass on a hill, sand or snow on a cliff.

A fringe is a thin skin on the upper part of a side, within the solid and in the ground's color.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.scene import materials as m
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.rings import Ring, chance, hanging_faces, make_rings
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, WallStyle

Floats = NDArray[np.float64]
BLADE_IN = 0.13
"""The distance in inches of the corners of a fringe."""
PATCH_IN = 1.1
"""The length in inches of a part of the edge with the same depth."""
MAX_SHARE = 0.55
"""The largest share of a side that a fringe covers."""
FOLD_IN, SKIN_IN = 0.035, 0.003
"""Inches below the edge at which a fringe is upright, and its inset from there."""
BARE_SHARE = 0.4
"""The share of the edge of rock where nothing hangs over it."""
TIP_TONES = (0.66, 1.02)


def make_fringe(layers: Sequence[Layer], style: WallStyle, seed: int) -> ColoredArrays:
    """Return what hangs over the upper edges of a solid, in the color and material of its top."""
    if not style.fringe:
        return join_arrays([])
    thread = WallStyle("thread", 0, 0, style.rgb, point_spacing=BLADE_IN)
    return join_arrays(
        [
            _hang(ring, layer, style, seed)
            for layer in layers
            if layer.high - layer.low > 3 * FOLD_IN
            for rings in make_rings(layer, thread, seed)
            for ring in rings
        ]
    )


def _hang(ring: Ring, layer: Layer, style: WallStyle, seed: int) -> ColoredArrays:
    n = len(ring.points)
    exposed = np.flatnonzero(ring.top & np.roll(ring.top, -1))
    if not len(exposed):
        return join_arrays([])
    patch = np.floor(ring.points / PATCH_IN)
    room = MAX_SHARE * (layer.high - layer.low)
    blade = 0.3 + 0.7 * chance(ring.points, seed + 41)
    depth = style.fringe * blade * (0.3 + 0.7 * chance(patch, seed + 42))
    if style.side == m.ROCK:  # bare in places
        depth = np.where(chance(patch, seed + 44) < BARE_SHARE, 0.0, depth)
    depth = np.clip(depth, FOLD_IN + 0.01, max(room, FOLD_IN + 0.01))
    outward = -ring.inward / np.maximum(np.linalg.norm(ring.inward, axis=1), 1e-9)[:, None]
    rows = [
        (np.full(n, layer.high - 0.001), MAX_INSET_IN, 0.85),
        (np.full(n, layer.high - FOLD_IN), 2 * SKIN_IN, 0.5),
        (layer.high - depth, SKIN_IN, 0.25),
    ]
    shapely.prepare(layer.plan)
    points = np.concatenate(
        [np.column_stack([_inset_within(ring, layer, inset), z]) for z, inset, _ in rows]
    )
    normals = np.concatenate(
        [np.column_stack([outward * (1 - up), np.full(n, up)]) for _, _, up in rows]
    )
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    low, high = TIP_TONES
    tips = low + (high - low) * chance(ring.points, seed + 43)
    tones = np.concatenate([np.ones(n), 0.5 + 0.5 * tips, tips])
    top_rgb = style.top_rgb or style.rgb
    skin = color_triangles(points, normals, top_rgb, style.top, tones)
    return replace(skin, faces=hanging_faces(exposed, n))


def _inset_within(ring: Ring, layer: Layer, inset: float) -> Floats:
    """Return the corners moved inward, but those near sharp ends stay where they are."""
    moved = ring.inset(inset)
    is_inside = shapely.contains_xy(layer.plan, moved[:, 0], moved[:, 1])
    return np.where(is_inside[:, None], moved, ring.points)
