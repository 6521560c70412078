"""Turf that hangs over the upper edges of hills and cliffs, with blades of grass and roots.

It is decoration outside of the rules' solids, and it makes their straight edges ragged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind, soil_rgb
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.rings import Ring, hanging_faces, make_rings
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
CORNER_STEP_IN, COARSE_STEP_IN = 0.23, 1.0
"""The distance in inches of the corners of turf, and of turf with few triangles."""
MIN_SIDE_HEIGHT_IN = 0.3
"""The lowest side in inches with turf over its edge."""
MAX_TURF_REACH_IN, ROCK_REACH_SHARE = 0.18, 0.75
"""The farthest reach of turf over an edge in inches, and the share of it on rock."""
MAX_TURF_DEPTH_IN, ROCK_DEPTH_SHARE, MAX_DEPTH_SHARE = 0.5, 0.5, 0.45
"""How far turf hangs down in inches, the share of it on rock, and of the height of a side."""
MAX_TURF_RISE_IN = 0.035
"""The height in inches of turf above its top."""
INNER_IN = (0.15, 0.5)
"""The distances in inches from the edge at which turf begins on a top."""
BARE_SHARE, ROCK_BARE_SHARE = 0.0, 0.38
"""The shares of the edges of hills and of rock without turf."""
WAVE_CORNERS = 7
"""The number of corners of a wave of the edge of turf."""
LIP_TONE, TIP_TONES = 1.0, (0.42, 0.8)
ROW_NORMALS_Z = (1.0, 0.8, 0.1)
"""About the z of the directions of turf on its top, at its lip and at its tips."""
GREEN_SHARE = 0.35
"""The share of the color of grass in turf that hangs over an edge."""
BLADES_PER_IN, ROOTS_PER_IN = 3.0, 0.7
"""The blades of grass and the roots on an inch of an edge where the mat has much grass."""


def make_rim_turf(
    layers: Sequence[Layer],
    style: WallStyle,
    ground: GroundKind,
    seed: int,
    is_fine: bool = True,
) -> ColoredArrays:
    """Return the turf over the upper edges of a hill or a cliff.

    Turf with few triangles has no blades and no roots.
    """
    if not style.fringe:
        return join_arrays([])
    rng = np.random.default_rng(seed + 91)
    step = CORNER_STEP_IN if is_fine else COARSE_STEP_IN
    thread = WallStyle("thread", 0, 0, style.rgb, point_spacing=step)
    parts: list[ColoredArrays] = []
    for layer in layers:
        if layer.high - layer.low < MIN_SIDE_HEIGHT_IN:
            continue
        for ring in (ring for rings in make_rings(layer, thread, seed) for ring in rings):
            made = _hang(ring, layer, style, ground, rng)
            parts += made if is_fine else made[:1]
    return join_arrays(parts)


def _waves(rng: np.random.Generator, count: int) -> Floats:
    """Return smooth random numbers from 0 to 1 along a closed ring."""
    values = rng.normal(size=count)
    kernel = np.hanning(WAVE_CORNERS + 2)[1:-1]
    if count > WAVE_CORNERS:
        values = np.convolve(np.concatenate([values, values[: WAVE_CORNERS - 1]]), kernel, "valid")
    ranks = np.argsort(np.argsort(values))
    result: Floats = ranks / max(count - 1, 1)
    return result


def _hang(
    ring: Ring, layer: Layer, style: WallStyle, ground: GroundKind, rng: np.random.Generator
) -> list[ColoredArrays]:
    """Return a strip of turf from a top over its edge, and what grows out of it."""
    n = len(ring.points)
    is_rock = style.side == m.ROCK
    wave, uneven = _waves(rng, n), rng.random(n)
    is_bare = _waves(rng, n) < (ROCK_BARE_SHARE if is_rock else BARE_SHARE)
    amount = np.where(is_bare, 0.0, 0.2 + 0.8 * (0.55 * wave + 0.45 * uneven))
    reach = MAX_TURF_REACH_IN * (ROCK_REACH_SHARE if is_rock else 1.0) * amount
    deepest = MAX_TURF_DEPTH_IN * (ROCK_DEPTH_SHARE if is_rock else 1.0)
    deepest = min(deepest, MAX_DEPTH_SHARE * (layer.high - layer.low))
    depth = 0.04 + (deepest - 0.04) * amount * (0.35 + 0.65 * rng.random(n))
    is_exposed = ring.top & np.roll(ring.top, -1)
    exposed = np.flatnonzero(is_exposed & ~(is_bare & np.roll(is_bare, -1)))
    if not len(exposed):
        return []
    inner = INNER_IN[0] + (INNER_IN[1] - INNER_IN[0]) * rng.random(n)
    high = layer.high
    lip = np.column_stack([_moved(ring, reach), high + MAX_TURF_RISE_IN * (1.6 * uneven - 0.6)])
    rows = [
        np.column_stack([_moved(ring, -inner), np.full(n, high + 0.003)]),
        lip,
        np.column_stack([_moved(ring, 0.5 * reach + 0.004), high - depth]),
    ]
    outward = -ring.inward / np.maximum(np.linalg.norm(ring.inward, axis=1), 1e-9)[:, None]
    parts = [_skin(rows, outward, exposed, style, ground, rng)]
    if ground.tufts:
        parts.append(_blades(lip, outward, exposed, ground, rng))
    if style.name == "earth" and ground.tufts:
        edges = np.column_stack([_moved(ring, 0.3 * reach), high - 0.3 * depth])
        parts.append(_roots(edges, outward, exposed, layer, soil_rgb(ground), rng))
    return parts


def _skin(
    rows: Sequence[Floats],
    outward: Floats,
    exposed: NDArray[np.int64],
    style: WallStyle,
    ground: GroundKind,
    rng: np.random.Generator,
) -> ColoredArrays:
    """Return a strip through rows of corners: on the top, at the lip and at the tips of turf."""
    n = len(outward)
    normals = np.concatenate(
        [np.column_stack([outward * (1 - up), np.full(n, up)]) for up in ROW_NORMALS_Z]
    )
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    low, bright = TIP_TONES
    top = np.array(style.top_rgb or style.rgb, float)
    green = top.copy()
    if ground.tufts and style.side != m.ROCK:
        green += GREEN_SHARE * (np.array(ground.tufts[0]) - green)
    rgb = np.concatenate(
        [
            np.tile(top, (n, 1)),
            np.outer(LIP_TONE - 0.2 * rng.random(n), green),
            np.outer(low + (bright - low) * rng.random(n), green),
        ]
    )
    skin = color_triangles(np.concatenate(rows), normals, style.rgb, style.top)
    skin.colors[:, :3] = np.clip(rgb, 0, 255).astype(np.uint8)
    return replace(skin, faces=hanging_faces(exposed, n))


def _moved(ring: Ring, outward: Floats) -> Floats:
    """Return the corners of a ring, moved outward by inches."""
    return ring.inset(-outward)


def _places(
    corners: Floats, exposed: NDArray[np.int64], per_inch: float, rng: np.random.Generator
) -> tuple[NDArray[np.int64], Floats]:
    """Return random corners of an edge, and places between them and the next corners."""
    count = int(rng.poisson(per_inch * CORNER_STEP_IN * len(exposed)))
    chosen = exposed[rng.integers(len(exposed), size=count)]
    share = rng.random((count, 1))
    return chosen, corners[chosen] * (1 - share) + corners[(chosen + 1) % len(corners)] * share


def _blades(
    lip: Floats,
    outward: Floats,
    exposed: NDArray[np.int64],
    ground: GroundKind,
    rng: np.random.Generator,
) -> ColoredArrays:
    """Return blades of grass that bend over the edge of turf."""
    density = BLADES_PER_IN * max(ground.scatter_density, 0.15) / 0.45
    chosen, foot = _places(lip, exposed, density, rng)
    out = np.column_stack([outward[chosen], np.zeros(len(chosen))])
    along = np.column_stack([-outward[chosen, 1], outward[chosen, 0], np.zeros(len(chosen))])
    foot = foot - 0.05 * out
    spread = rng.uniform(-1, 1, (len(chosen), 1))
    tip = foot + out * rng.uniform(0.05, 0.15, (len(chosen), 1)) + 0.08 * spread * along
    tip[:, 2] += rng.uniform(-0.16, 0.09, len(chosen))
    side = along * rng.uniform(0.014, 0.03, (len(chosen), 1))
    kinds = rng.integers(len(ground.tufts), size=len(chosen))
    rgb = np.array(ground.tufts, float)[kinds] * rng.uniform(0.7, 1.15, (len(chosen), 1))
    return _two_sided(foot - side, foot + side, tip, rgb, m.GRASS)


def _roots(
    edge: Floats,
    outward: Floats,
    exposed: NDArray[np.int64],
    layer: Layer,
    rgb: RGB,
    rng: np.random.Generator,
) -> ColoredArrays:
    """Return roots that hang out of the earth below turf."""
    chosen, foot = _places(edge, exposed, ROOTS_PER_IN, rng)
    along = np.column_stack([-outward[chosen, 1], outward[chosen, 0], np.zeros(len(chosen))])
    out = np.column_stack([outward[chosen], np.zeros(len(chosen))])
    foot = foot + 0.012 * out
    tip = foot + along * rng.uniform(-0.16, 0.16, (len(chosen), 1)) + 0.02 * out
    room = 0.5 * (layer.high - layer.low)
    tip[:, 2] -= rng.uniform(0.4, 1.0, len(chosen)) * min(0.75, room)
    side = along * rng.uniform(0.012, 0.024, (len(chosen), 1))
    dark = np.outer(rng.uniform(0.5, 0.8, len(chosen)), rgb)
    return _two_sided(foot - side, foot + side, tip, dark, m.PLAIN)


def _two_sided(a: Floats, b: Floats, c: Floats, rgb: Floats, material: int) -> ColoredArrays:
    """Return triangles that are seen from both sides, each in its own color."""
    front = np.stack([a, b, c], axis=1)
    points = np.concatenate([front, front[:, ::-1]]).reshape(-1, 3)
    made = color_triangles(
        points, np.tile((0.0, 0.0, 1.0), (len(points), 1)), (255, 255, 255), material
    )
    made.colors[:, :3] = np.clip(np.repeat(np.tile(rgb, (2, 1)), 3, axis=0), 0, 255)
    return made
