"""Rocks that stand out of the sides of cliffs: ledges, broken corners and rims, and scree.

They are decoration outside of the rules' solids, and they break the flat sides of cliffs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.terrain_details.colored_arrays import (
    EMPTY_ARRAYS,
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.plans import Side, are_outside, places_along, straight_sides
from wc3d.scene.terrain_details.wall_foot import place_stones
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
MAX_ROCK_REACH_IN, MAX_ROCK_RISE_IN = 0.22, 0.06
"""How far rocks stand out of a side and above a top, in inches."""
BURIED_IN = 0.06
"""How far the edges of a rock lie within its side in inches."""
MIN_SIDE_IN, MIN_HEIGHT_IN = 0.8, 0.7
"""The shortest and the lowest side in inches with rocks."""
CORNERS, COARSE_CORNERS, COARSE_SHARE = 7, 5, 0.4
"""The corners of a rock, of one with few triangles, and the share of rocks that are drawn then."""
LEDGES_PER_SQ_IN, RIM_ROCKS_PER_IN, BOULDER_HEAPS_PER_IN = 0.26, 0.5, 0.14
ROCK_TONES = (0.72, 1.12)
MIN_CORNER_TURN = 0.5
"""The sine of the smallest turn of a corner with rocks."""
HEAP_IN, HEAP_STONES, HEAP_SPREAD_IN = 4.2, 15, 0.5
"""The length of a side in inches for each heap of scree, the stones in a heap, and its size."""
MAX_SCREE_REACH_IN, MAX_SCREE_HEIGHT_IN = 0.5, 0.2
"""The farthest reach in inches of scree from its side, and its height."""
FOOT_SHADE, FOOT_SHADE_IN = 0.42, 0.8
"""How much darker rocks are at the foot of a side, and the height in inches where this ends."""
DUST_Z, DUST_SHARE = 0.45, 0.4
"""The z of the direction of faces of rocks with dust on them, and the share of its color."""


@dataclass(frozen=True, eq=False)
class _Rocks:
    """Rocks on a side: places along it and up, half sizes, reaches, and the highest corners."""

    spots: Floats
    sizes: Floats
    reach: Floats
    ceiling: float


def make_face_rocks(
    layers: Sequence[Layer],
    style: WallStyle,
    ground: GroundKind,
    seed: int,
    circles: Floats,
    is_fine: bool = True,
) -> ColoredArrays:
    """Return the rocks on the sides of a cliff, outside of circles (x, y, radius).

    With few triangles there are fewer rocks, with fewer corners, and no scree.
    """
    if style.side != m.ROCK or not style.strata:
        return EMPTY_ARRAYS
    rng = np.random.default_rng(seed + 92)
    dust = ground.colors[0] if style.top == m.GROUND else style.rgb
    parts = []
    for layer in layers:
        if layer.high - layer.low < MIN_HEIGHT_IN:
            continue
        for polygon in layer.polygons:
            for side in straight_sides(polygon, MIN_SIDE_IN):
                for rocks in _rocks_on(side, layer, rng):
                    parts.append(_carve(side, rocks, style.rgb, dust, circles, rng, is_fine))
            ring = np.asarray(shapely.orient_polygons(polygon).exterior.coords)[:-1, :2]
            for side, rocks in _corner_rocks(ring, layer, rng):
                parts.append(_carve(side, rocks, style.rgb, dust, circles, rng, is_fine))
    lowest = layers[0]
    if is_fine and lowest.low < 1e-3:
        parts.append(_scree(lowest, style.rgb, circles, rng))
    return join_arrays(parts)


def _rocks_on(side: Side, layer: Layer, rng: np.random.Generator) -> Iterator[_Rocks]:
    """Yield ledges all over a side, rocks in its upper edge, and boulders at its foot."""
    low, high = layer.low, layer.high
    tall = high - low
    is_rim = layer.above.is_empty or not layer.above.covers(layer.plan)

    def count(density: float) -> int:
        return int(rng.poisson(density))

    def along(number: int) -> Floats:
        return rng.uniform(0.15, side.length - 0.15, number)

    ledges = count(LEDGES_PER_SQ_IN * side.length * tall)
    wide = rng.uniform(0.25, 0.85, ledges)
    flat = rng.uniform(0.09, 0.26, ledges)
    z = low + 0.15 * tall + 0.75 * tall * rng.random(ledges)
    yield _Rocks(
        np.column_stack([along(ledges), z]),
        np.column_stack([wide, flat]),
        rng.uniform(0.05, 0.85, ledges) ** 1.3 * MAX_ROCK_REACH_IN,
        high - 0.02,
    )
    if is_rim:
        rims = count(RIM_ROCKS_PER_IN * side.length)
        sizes = rng.uniform((0.14, 0.1), (0.5, 0.3), (rims, 2))
        yield _Rocks(
            np.column_stack([along(rims), high - 0.6 * sizes[:, 1]]),
            sizes,
            rng.uniform(0.3, 0.9, rims) * MAX_ROCK_REACH_IN,
            high + MAX_ROCK_RISE_IN,
        )
    if low < 1e-3:
        yield from _boulders(side, high, rng)


def _boulders(side: Side, high: float, rng: np.random.Generator) -> Iterator[_Rocks]:
    """Yield heaps of boulders that lean on the foot of a side, highest in their middle."""
    for _ in range(int(rng.poisson(BOULDER_HEAPS_PER_IN * side.length))):
        middle = rng.uniform(0.3, side.length - 0.3)
        count = int(rng.integers(3, 8))
        shift = rng.normal(size=count) * 0.45
        tall = min(1.3, 0.4 * high) * rng.uniform(0.3, 1.0) * np.exp(-((shift / 0.6) ** 2))
        heights = np.maximum(tall * rng.uniform(0.55, 1.0, count), 0.12)
        wide = np.clip(heights * rng.uniform(0.55, 1.2, count), 0.14, 0.5)
        yield _Rocks(
            np.column_stack([np.clip(middle + shift, 0.1, side.length - 0.1), 0.35 * heights]),
            np.column_stack([wide, heights]),
            (0.45 + 0.55 * rng.random(count)) * MAX_ROCK_REACH_IN,
            high - 0.02,
        )


def _corner_rocks(
    ring: Floats, layer: Layer, rng: np.random.Generator
) -> Iterator[tuple[Side, _Rocks]]:
    """Yield rocks one above the other on the upright edges of a cliff."""
    for k, corner in enumerate(ring):
        before, after = corner - ring[k - 1], ring[(k + 1) % len(ring)] - corner
        lengths = float(np.hypot(*before)), float(np.hypot(*after))
        if min(lengths) < MIN_SIDE_IN:
            continue
        before, after = before / lengths[0], after / lengths[1]
        if before[0] * after[1] - before[1] * after[0] < MIN_CORNER_TURN:
            continue
        way = (before + after) / np.hypot(*(before + after))
        edges = np.cumsum(rng.uniform(0.25, 0.8, 24)) + layer.low - 0.2
        edges = edges[edges < layer.high]
        chosen = rng.random(len(edges)) < 0.75
        z = edges[chosen]
        sizes = rng.uniform((0.14, 0.14), (0.32, 0.4), (len(z), 2))
        reach = rng.uniform(-0.02, 0.09, len(z))
        spots = np.column_stack([rng.uniform(-0.08, 0.08, len(z)), z])
        yield Side(corner, way, 0.0), _Rocks(spots, sizes, reach, layer.high + 0.03)


def _carve(
    side: Side,
    rocks: _Rocks,
    rgb: RGB,
    dust: RGB,
    circles: Floats,
    rng: np.random.Generator,
    is_fine: bool,
) -> ColoredArrays:
    """Return rocks as facets: a wide foot within the side and a smaller, tilted front."""
    sides = CORNERS if is_fine else COARSE_CORNERS
    plan = side.start + rocks.spots[:, :1] * side.way
    is_free = are_outside(plan, circles, rocks.sizes[:, :1])
    if not is_fine:
        is_free &= rng.random(len(is_free)) < COARSE_SHARE
    spots, sizes, reach = rocks.spots[is_free], rocks.sizes[is_free], rocks.reach[is_free]
    count = len(spots)
    if not count:
        return EMPTY_ARRAYS
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    turn = turn + rng.uniform(-0.3, 0.3, (count, sides))
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=2)
    square = circle / np.maximum(np.abs(circle).max(axis=2, keepdims=True), 1e-9)
    shape = (0.55 * circle + 0.45 * square) * rng.uniform(0.75, 1.0, (count, sides, 1))
    foot = shape * sizes[:, None]
    front = foot * rng.uniform(0.5, 0.8, (count, sides, 1))
    front += rng.uniform(-0.1, 0.1, (count, 1, 2)) * sizes[:, None]
    buried = BURIED_IN if side.length else 0.3
    foot_depth = np.full((count, sides), -buried)
    tilt = rng.uniform(-0.25, 0.25, (count, 2))
    front_depth = reach[:, None] * (1 + (shape * tilt[:, None]).sum(axis=2))
    front_depth *= rng.uniform(0.75, 1.0, (count, sides))

    def place(offset: Floats, depth: Floats) -> Floats:
        x = spots[:, None, 0] + offset[..., 0]
        if side.length:
            x = np.clip(x, 0.02, side.length - 0.02)
        z = np.minimum(spots[:, None, 1] + offset[..., 1], rocks.ceiling)
        xy = side.start + x[..., None] * side.way + depth[..., None] * side.outward
        return np.concatenate([xy, np.maximum(z, 0.0)[..., None]], axis=2)

    corners = np.concatenate([place(foot, foot_depth), place(front, front_depth)], axis=1)
    faces = [(sides, sides + k, sides + k + 1) for k in range(1, sides - 1)]
    for k in range(sides):
        ahead = (k + 1) % sides
        faces += [(k, ahead, ahead + sides), (k, ahead + sides, k + sides)]
    triangles = corners[:, faces]
    low, high = ROCK_TONES
    tones = np.repeat(low + (high - low) * rng.random(count), len(faces))
    tones = tones * rng.uniform(0.92, 1.06, len(tones))
    triangles = triangles.reshape(-1, 3, 3)
    shade = 1 - FOOT_SHADE * np.clip(1 - triangles[..., 2] / FOOT_SHADE_IN, 0, 1)
    made = flat_triangles(triangles, rgb, m.ROCK, (tones[:, None] * shade).ravel())
    is_dusty = made.normals[:, 2] > DUST_Z
    colors = made.colors[is_dusty, :3].astype(float)
    made.colors[is_dusty, :3] = colors + DUST_SHARE * (np.array(dust) - colors)
    return made


def _scree(layer: Layer, rgb: RGB, circles: Floats, rng: np.random.Generator) -> ColoredArrays:
    """Return heaps of broken stones at the foot of a cliff, small ones farther out."""
    parts = []
    for polygon in layer.polygons:
        ring = shapely.orient_polygons(polygon).exterior
        heaps = max(1, round(ring.length / HEAP_IN))
        middles = rng.uniform(0, ring.length, heaps)
        heap = np.repeat(np.arange(heaps), rng.integers(5, HEAP_STONES + 1, heaps))
        count = len(heap)
        at = middles[heap] + rng.normal(size=count) * HEAP_SPREAD_IN
        foot, outward = places_along(ring, at)
        far = rng.random(count) ** 1.5
        size = (0.06 + 0.17 * rng.random(count) ** 1.6) * (1 - 0.6 * far)
        reach = 0.4 * size + (MAX_SCREE_REACH_IN - 0.24) * far
        spots = foot + outward * reach[:, None]
        free = are_outside(spots, circles)
        height = np.minimum(0.95 * size, MAX_SCREE_HEIGHT_IN)
        parts.append(place_stones(rng, spots[free], size[free], height[free], rgb))
    return join_arrays(parts)
