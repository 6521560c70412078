"""Details of buildings: window frames, boards of floors, loose stones, and heaps at their feet.

It is decoration outside of the rules' solids. Keeps and towers have corbels and slits instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.terrain_details.boxes import Axes, make_box_triangles
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer, polygons_of
from wc3d.scene.terrain_details.plans import are_outside, places_along, plan_box
from wc3d.scene.terrain_details.timber_details import make_deck
from wc3d.scene.terrain_details.wall_styles import BRICK_KILN, MASONRY, PLASTER, WallStyle
from wc3d.scene.terrain_details.wall_trim import is_opening

Floats = NDArray[np.float64]
WALL_STYLES = frozenset({MASONRY.name, PLASTER.name, BRICK_KILN.name})
MAX_WALL_WIDTH_IN = 0.8
"""The widest wall in inches with loose stones on its top."""
FRAME_IN, FRAME_DEPTH_IN, BAR_IN = 0.075, 0.14, 0.035
"""The width and the depth of a window frame, and the width of its bars, in inches."""
FRAME_SHARE, BAR_SHARE = 0.85, 0.65
"""The shares of frames and of bars that are not broken."""
MAX_WINDOW_IN = 2.2
"""The widest opening in inches with a frame; a wider one is a door or a gap."""
FRAME_RGBS: tuple[RGB, ...] = ((112, 92, 68), (92, 102, 92), (138, 128, 108))
TOP_STONES_PER_IN, MAX_TOP_STONE_IN = 0.55, 0.1
"""The loose stones on an inch of a wall's top, and their greatest height in inches."""
RUBBLE_IN, MAX_RUBBLE_REACH_IN, MAX_RUBBLE_HEIGHT_IN = 5.0, 0.45, 0.16
"""The length of a wall for each heap at its foot, its reach and its height in inches."""
BRICK_SIZE_IN = (0.24, 0.11, 0.09)
BRICK_RGB: RGB = (156, 92, 70)
MIN_FLOOR_IN, MAX_FLOOR_THICKNESS_IN, MIN_FLOOR_WIDTH_IN = 0.8, 0.7, 1.5
"""The least height of an upper floor, its greatest thickness and its least width, in inches."""
FLOOR_RGB: RGB = (128, 100, 72)
CASTLE_NAMES = ("keep", "tower", "castle", "fort")
MIN_CASTLE_HEIGHT_IN = 1.8
"""The lowest tower in inches with corbels and slits."""
CORBEL_STEP_IN, CORBEL_IN, CORBEL_REACH_IN = 0.46, (0.17, 0.24), 0.085
"""The distance, the width and height, and the reach of corbels, in inches."""
BAND_IN = (0.17, 0.055)
"""The height of the band above corbels, and its reach, in inches."""
SLIT_STEP_IN, SLIT_IN, SLIT_FRAME_IN = 4.4, (0.07, 0.46), 0.09
"""The distance of slits, half their width and their height, and the width of their stones."""
SLIT_RGB: RGB = (30, 28, 28)


def make_wall_ruins(
    layers: Sequence[Layer],
    style: WallStyle,
    name: str,
    seed: int,
    circles: Floats,
    has_level_top: bool = True,
    is_fine: bool = True,
) -> ColoredArrays:
    """Return the details of a wall or a tower, outside of circles (x, y, radius) of ladders.

    Loose stones lie on level tops alone. With few triangles there are frames, floors
    and slits alone.
    """
    if style.name not in WALL_STYLES:
        return join_arrays([])
    rng = np.random.default_rng(seed + 96)
    parts: list[ColoredArrays] = []
    if has_level_top and any(word in name.lower() for word in CASTLE_NAMES):
        for layer in layers:
            parts += _castle(layer, style, rng, circles, is_fine)
        return join_arrays(parts)
    for lower, upper in pairwise(layers):
        parts += _frames(lower, upper, layers, rng)
    for layer in layers:
        parts += _floors(layer, rng, is_fine)
    if not is_fine:
        return join_arrays(parts)
    rgb = BRICK_RGB if style.side == m.PLASTER else style.rgb
    for layer in layers if has_level_top else ():
        parts += _loose_stones(layer, rgb, rng)
    if layers and layers[0].low < 1e-3:
        parts += _rubble(layers[0], rgb, style.rgb, rng, circles)
    return join_arrays(parts)


def _floors(layer: Layer, rng: np.random.Generator, is_fine: bool) -> Iterator[ColoredArrays]:
    """Yield the boards of upper floors."""
    if layer.low < MIN_FLOOR_IN or layer.high - layer.low > MAX_FLOOR_THICKNESS_IN:
        return
    for polygon in polygons_of(layer.plan.difference(layer.above.buffer(1e-3))):
        if plan_box(polygon).width > MIN_FLOOR_WIDTH_IN:
            yield from make_deck(polygon, layer.high, FLOOR_RGB, rng, is_fine)


def _frames(
    lower: Layer, upper: Layer, layers: Sequence[Layer], rng: np.random.Generator
) -> Iterator[ColoredArrays]:
    """Yield the frames of the windows that begin between two layers, some of them broken."""
    if lower.high < upper.low - 1e-6:
        return
    for opening in polygons_of(lower.plan.difference(upper.plan)):
        _, way, _, wide, deep = plan_box(opening)
        if not is_opening(opening, upper.plan) or not 0.4 < wide < MAX_WINDOW_IN:
            continue
        middle = shapely.get_coordinates(opening.centroid)[0]
        covered = [
            layer for layer in layers if layer.low > lower.high - 1e-6 and _covers(layer, middle)
        ]
        if not covered or rng.random() > FRAME_SHARE:
            continue
        low, high = lower.high, min(layer.low for layer in covered)
        if deep > wide:
            continue
        yield _frame(middle, way, wide, (low, high), rng)


def _covers(layer: Layer, spot: Floats) -> bool:
    covers: bool = shapely.contains_xy(layer.plan, *spot)
    return covers


def _frame(
    middle: Floats, way: Floats, wide: float, span: tuple[float, float], rng: np.random.Generator
) -> ColoredArrays:
    """Return the four sides of a frame, and its bars without those that are broken."""
    rgb = FRAME_RGBS[int(rng.integers(len(FRAME_RGBS)))]
    across = np.array([-way[1], way[0]])
    low, high = span
    tall = high - low
    bars: list[tuple[float, float, float, float]] = []  # middles and half sizes along and up
    for side in (-1, 1):
        bars.append((side * (wide - FRAME_IN) / 2, tall / 2, FRAME_IN / 2, tall / 2))
        bars.append((0.0, tall / 2 + side * (tall - FRAME_IN) / 2, wide / 2, FRAME_IN / 2))
    if rng.random() < BAR_SHARE:
        bars.append((rng.uniform(-0.02, 0.02), tall / 2, BAR_IN / 2, tall / 2))
    for side in (-1, 1):
        if rng.random() < BAR_SHARE:
            long = wide / 2 * rng.choice([1.0, 1.0, 0.6])
            bars.append((side * (wide / 2 - long / 2), 0.55 * tall, long / 2, BAR_IN / 2))
    parts = []
    for x, z, half, up in bars:
        thick = FRAME_DEPTH_IN / 2 * (1.0 if min(half, up) > BAR_IN / 2 + 1e-6 else 0.5)
        axes: Axes = (
            np.array([*way, 0.0]) * half,
            np.array([*across, 0.0]) * thick,
            np.array([0.0, 0.0, up]),
        )
        box = make_box_triangles(np.array([*(middle + way * x), low + z]), axes, True)
        parts.append(flat_triangles(box, rgb, m.PLANKS, rng.uniform(0.8, 1.1)))
    return join_arrays(parts)


def _loose_stones(layer: Layer, rgb: RGB, rng: np.random.Generator) -> Iterator[ColoredArrays]:
    """Yield broken stones that lie on the top of a narrow wall."""
    free = layer.plan.difference(layer.above.buffer(1e-3))
    for polygon in polygons_of(free):
        middle, way, across, long, wide = plan_box(polygon)
        if wide > MAX_WALL_WIDTH_IN or long < 1.0:
            continue
        count = int(rng.poisson(TOP_STONES_PER_IN * long))
        heaps = rng.uniform(-long / 2, long / 2, 3)
        at = heaps[rng.integers(3, size=count)] + rng.normal(size=count) * 0.5
        for x in at[np.abs(at) < long / 2 - 0.15].tolist():
            spot = middle + way * x + across * rng.uniform(-0.3, 0.3) * wide
            yield _brick(spot, layer.high, rgb, rng, MAX_TOP_STONE_IN)


def _brick(
    spot: Floats, z: float, rgb: RGB, rng: np.random.Generator, tallest: float
) -> ColoredArrays:
    """Return a broken brick or stone that lies on a surface."""
    long, wide, tall = np.array(BRICK_SIZE_IN) * rng.uniform(0.6, 1.15, 3) / 2
    tall = min(tall, tallest / 2)
    turn = rng.uniform(0, np.pi)
    way = np.array([np.cos(turn), np.sin(turn)])
    lean = rng.uniform(-0.12, 0.12)
    axes: Axes = (
        np.array([*way, lean]) * long,
        np.array([-way[1], way[0], 0.0]) * wide,
        np.array([0.0, 0.0, tall]),
    )
    box = make_box_triangles(np.array([*spot, z + tall]), axes)
    box[..., 2] = np.clip(box[..., 2], z - 0.01, z + tallest)
    return flat_triangles(box, rgb, m.PLAIN, rng.uniform(0.65, 1.12))


def _rubble(
    layer: Layer, brick_rgb: RGB, rgb: RGB, rng: np.random.Generator, circles: Floats
) -> Iterator[ColoredArrays]:
    """Yield heaps of fallen bricks along the foot of a wall."""
    for polygon in layer.polygons:
        ring = shapely.orient_polygons(polygon).exterior
        if ring.length < 2:
            continue
        for start in rng.uniform(0, ring.length, max(1, round(ring.length / RUBBLE_IN))).tolist():
            count = int(rng.integers(4, 13))
            shifts = rng.normal(size=count) * 0.3
            far = rng.random(count) ** 1.4
            foot, outward = places_along(ring, start + shifts)
            spots = foot + outward * (0.08 + (MAX_RUBBLE_REACH_IN - 0.2) * far)[:, None]
            is_free = are_outside(spots, circles)
            for spot, reach in zip(spots[is_free], far[is_free].tolist(), strict=True):
                z = 0.06 * (1 - reach) * rng.random()
                own = brick_rgb if rng.random() < 0.6 else rgb
                yield _brick(spot, z, own, rng, MAX_RUBBLE_HEIGHT_IN - z)


def _castle(
    layer: Layer, style: WallStyle, rng: np.random.Generator, circles: Floats, is_fine: bool
) -> Iterator[ColoredArrays]:
    """Yield corbels and a band below the top of a tower, and slits in its sides."""
    tall = layer.high - layer.low
    if tall < MIN_CASTLE_HEIGHT_IN:
        return
    for polygon in layer.polygons:
        ring = shapely.orient_polygons(polygon).exterior
        if is_fine and not layer.above.buffer(-0.05).covers(polygon):
            yield _band(ring, layer.high, style)
            for spot, way in _along(ring, CORBEL_STEP_IN, 0.0, rng):
                wide, high = CORBEL_IN
                z = layer.high - BAND_IN[0] - high / 2
                yield _block(spot, way, wide / 2, CORBEL_REACH_IN, (z, high / 2), style.rgb, rng)
        slit_z = layer.low + 0.52 * tall
        for spot, way in _along(ring, SLIT_STEP_IN, 0.2, rng):
            if are_outside(spot[None], circles, 0.2).all():
                yield from _slit(spot, way, slit_z, style, rng)


def _along(
    ring: shapely.LinearRing, step: float, jitter: float, rng: np.random.Generator
) -> Iterator[tuple[Floats, Floats]]:
    """Yield places along a ring, and the direction along it at each."""
    count = max(3, round(ring.length / step))
    for k in range(count):
        at = (k + 0.37 + rng.uniform(-jitter, jitter)) * ring.length / count
        spots = [
            shapely.get_coordinates(ring.interpolate((at + shift) % ring.length))[0]
            for shift in (-0.02, 0.02)
        ]
        way = spots[1] - spots[0]
        yield (spots[0] + spots[1]) / 2, way / max(float(np.hypot(*way)), 1e-9)


def _block(
    spot: Floats,
    way: Floats,
    half: float,
    reach: float,
    z: tuple[float, float],
    rgb: RGB,
    rng: np.random.Generator,
) -> ColoredArrays:
    """Return a stone that stands out of a wall; `z` is its middle and half its height."""
    outward = np.array([way[1], -way[0]])
    deep = (reach + 0.08) / 2
    axes: Axes = (
        np.array([*-way, 0.0]) * half,
        np.array([*outward, 0.0]) * deep,
        np.array([0.0, 0.0, z[1]]),
    )
    middle = np.array([*(spot + outward * (reach - deep)), z[0]])
    box = make_box_triangles(middle, axes, True)
    return flat_triangles(box, rgb, m.PLAIN, rng.uniform(0.82, 1.1))


def _band(ring: shapely.LinearRing, z: float, style: WallStyle) -> ColoredArrays:
    """Return a band of stone around the top of a tower."""
    tall, reach = BAND_IN
    points = np.asarray(ring.coords)[:-1, :2]
    way = np.roll(points, -1, axis=0) - points
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    after = np.column_stack([way[:, 1], -way[:, 0]])
    before = np.roll(after, 1, axis=0)
    cosine = (before * after).sum(axis=1)
    outer = points + reach * (before + after) / np.maximum(1 + cosine, 0.5)[:, None]
    ahead, outer_ahead = np.roll(points, -1, axis=0), np.roll(outer, -1, axis=0)

    def quads(*corners: tuple[Floats, float]) -> Floats:
        rows = [np.column_stack([plan, np.full(len(plan), height)]) for plan, height in corners]
        made: Floats = np.stack(rows, axis=1)[:, [(0, 1, 2), (0, 2, 3)]].reshape(-1, 3, 3)
        return made

    low = z - tall
    triangles = np.concatenate(
        [
            quads((outer, low), (outer_ahead, low), (outer_ahead, z), (outer, z)),
            quads((points, low), (ahead, low), (outer_ahead, low), (outer, low)),
            quads((outer, z), (outer_ahead, z), (ahead, z + 0.002), (points, z + 0.002)),
        ]
    )
    return flat_triangles(triangles, style.top_rgb or style.rgb, m.CONCRETE, 0.97)


def _slit(
    spot: Floats, way: Floats, z: float, style: WallStyle, rng: np.random.Generator
) -> Iterator[ColoredArrays]:
    """Yield a dark slit and the stones around it."""
    half, tall = SLIT_IN
    yield _block(spot, way, half, 0.012, (z, tall / 2), SLIT_RGB, rng)
    rgb = style.top_rgb or style.rgb
    for side in (-1, 1):
        shift = spot + way * side * (half + SLIT_FRAME_IN / 2)
        yield _block(shift, way, SLIT_FRAME_IN / 2, 0.035, (z, tall / 2 + 0.03), rgb, rng)
        lintel = z + side * (tall / 2 + SLIT_FRAME_IN / 2)
        wide = half + SLIT_FRAME_IN * (1.4 if side > 0 else 1.7)
        yield _block(spot, way, wide, 0.045, (lintel, SLIT_FRAME_IN / 2), rgb, rng)
