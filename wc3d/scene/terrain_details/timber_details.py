"""Loose timber on what is built of boards: decks of planks, posts, braces, nails, ropes and tips.

It is decoration outside of the rules' solids, mostly thin boards on their surfaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.terrain_details.boxes import Axes, make_box_triangles
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer, polygons_of
from wc3d.scene.terrain_details.plans import plan_box, straight_sides
from wc3d.scene.terrain_details.wall_styles import BOARDS, FENCE, WallStyle, is_support

Floats = NDArray[np.float64]
MIN_DECK_WIDTH_IN = 0.9
"""The narrowest top in inches with planks across it."""
PLANK_IN, PLANK_GAP_IN = (0.24, 0.36), 0.035
PLANK_RISE_IN, PLANK_REACH_IN = (0.012, 0.03), (-0.03, 0.11)
"""How far planks rise above a top, and how far their ends reach over its edges, in inches."""
MAX_WARP_IN = 0.012
"""The most in inches by which an end of a plank is higher than its middle."""
PLANK_TONES, GAP_RGB = (0.72, 1.14), (44, 34, 26)
NAIL_IN, NAIL_RGB = 0.022, (52, 46, 42)
"""Half the width of a nail in inches, and its color."""
STRAP_RISE_IN, STRAP_IN = 0.022, 0.07
"""How far the rope around a post stands out, and the height of a turn of it, in inches."""
ROPE_RGB: RGB = (150, 128, 92)
BRACE_IN, BRACE_REACH_IN = 0.075, 0.5
"""Half the width of a brace and its length along a post and its floor, in inches."""
UPRIGHT_STEP_IN, UPRIGHT_IN, UPRIGHT_REACH_IN, UPRIGHT_RISE_IN = 1.25, 0.065, 0.045, 0.07
"""The distance of the uprights of a rail, half their width, and how far they stand out and up."""
MAX_RAIL_WIDTH_IN, MIN_FLOOR_HEIGHT_IN = 0.4, 0.3
"""The widest rail, and the least height of a floor above the foot of its solid, in inches."""
TIP_STEP_IN, TIP_IN = 0.26, (0.02, 0.11)
"""The distance of the pointed tips of a fence, and their heights in inches."""
HAND_ROPE_IN, ROPE_SAG_IN, ROPE_HALF_IN = 0.42, 0.10, 0.022
"""The height of the ropes of a bridge, how far they sag, and half their width, in inches."""
ROPE_POST_IN = 0.075
ROPE_STEP_IN = 0.9


def make_timber(
    layers: Sequence[Layer], style: WallStyle, name: str, seed: int, is_fine: bool = True
) -> ColoredArrays:
    """Return the loose timber on a solid of boards, or the tips of a fence.

    With few triangles there are planks, braces and the ropes of bridges alone.
    """
    rng = np.random.default_rng(seed + 94)
    parts: list[ColoredArrays] = []
    if style.name == BOARDS.name:
        for layer in layers:
            free = layer.plan.difference(layer.above.buffer(1e-3))
            for polygon in polygons_of(free):
                parts += make_deck(polygon, layer.high, style.rgb, rng, is_fine)
            if is_support(layer, style):
                parts += _supports(layer, style.rgb, rng, is_fine)
            elif is_fine:
                parts += _uprights(layer, style.rgb, rng, len(layers) == 1)
        if "rope" in name.lower():
            parts += _hand_ropes(layers[-1], style.rgb, rng)
    elif is_fine and style.name == FENCE.name:
        parts += _tips(layers[-1], style.rgb, rng)
    return join_arrays(parts)


def make_deck(
    polygon: Polygon, z: float, rgb: RGB, rng: np.random.Generator, is_fine: bool
) -> Iterator[ColoredArrays]:
    """Yield planks across a top, with gaps and uneven ends, and two nails at each end."""
    middle, way, across, long, wide = plan_box(polygon)
    if wide < MIN_DECK_WIDTH_IN or polygon.area < 0.6 * long * wide:
        return
    under = polygon.buffer(-0.02, join_style="mitre")
    yield _level(under, z + 0.004, GAP_RGB)
    at = -long / 2
    while at < long / 2 - 0.1:
        plank = min(float(rng.uniform(*PLANK_IN)), long / 2 - at)
        center = middle + way * (at + plank / 2)
        line = LineString([center - across * wide, center + across * wide])
        ends = shapely.get_coordinates(line.intersection(polygon))
        at += plank
        if len(ends) < 2:
            continue
        shares = np.sort((ends - center) @ across)
        left = shares[0] - rng.uniform(*PLANK_REACH_IN)
        right = shares[-1] + rng.uniform(*PLANK_REACH_IN)
        rise = float(rng.uniform(*PLANK_RISE_IN))
        half = (plank - PLANK_GAP_IN) / 2
        tilt = rng.uniform(-MAX_WARP_IN, MAX_WARP_IN) / max(right - left, 0.1)
        skew = rng.uniform(-0.012, 0.012)
        axes = (
            np.array([*(across + way * skew), tilt * 2]) * (right - left) / 2,
            np.array([*-way, 0.0]) * half,
            np.array([0, 0, (rise + 0.03) / 2]),
        )
        spot = np.array([*(center + across * (left + right) / 2), z + (rise - 0.03) / 2])
        tone = float(rng.uniform(*PLANK_TONES))
        yield flat_triangles(make_box_triangles(spot, axes), rgb, m.PLANKS, tone)
        if is_fine:
            yield _nails(spot + axes[2], axes, (right - left) / 2, rng)


def _nails(middle: Floats, axes: Axes, reach: float, rng: np.random.Generator) -> ColoredArrays:
    """Return two dark nails near each end of a plank."""
    along, side, up = (axis / max(float(np.linalg.norm(axis)), 1e-9) for axis in axes)
    half = float(np.linalg.norm(axes[1]))
    quads = []
    for end in (-1, 1):
        for edge in (-1, 1):
            spot = (
                middle
                + along * end * (reach - rng.uniform(0.1, 0.17))
                + side * edge * half * 0.55
                + up * 0.004
            )
            a, b = along * NAIL_IN, side * NAIL_IN
            quads.append([spot - a - b, spot + a - b, spot + a + b, spot - a + b])
    triangles = np.array(quads)[:, [(0, 1, 2), (0, 2, 3)]].reshape(-1, 3, 3)
    return flat_triangles(_facing(triangles, up), NAIL_RGB, m.PLAIN)


def _facing(triangles: Floats, way: Floats) -> Floats:
    """Return triangles turned so that they face a direction."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    is_away = np.cross(b - a, c - a) @ way < 0
    result = triangles.copy()
    result[is_away] = result[is_away][:, ::-1]
    return result


def _level(area: BaseGeometry, z: float, rgb: RGB) -> ColoredArrays:
    """Return a level area of one color."""
    triangles = [
        np.column_stack([np.asarray(part.exterior.coords)[:3, :2], np.full(3, z)])
        for part in shapely.get_parts(shapely.constrained_delaunay_triangles(area))
    ]
    stacked = np.array(triangles).reshape(-1, 3, 3)
    return flat_triangles(_facing(stacked, np.array((0.0, 0.0, 1.0))), rgb, m.PLAIN)


def _supports(
    layer: Layer, rgb: RGB, rng: np.random.Generator, is_fine: bool
) -> Iterator[ColoredArrays]:
    """Yield ropes around posts, and braces between posts and the floor that they carry."""
    floor = layer.above.centroid
    target = np.array([floor.x, floor.y])
    for polygon in layer.polygons:
        _, way, across, long, wide = plan_box(polygon)
        if long > 1.0:
            continue
        middle = np.asarray(polygon.centroid.coords)[0, :2]
        half = np.array([long, wide]) / 2
        for z in (layer.low + rng.uniform(0.5, 0.9), layer.high - rng.uniform(0.25, 0.4)):
            for turn in range(3 if is_fine else 0):
                grow = STRAP_RISE_IN * rng.uniform(0.6, 1.0)
                spot = np.array([*middle, z + turn * STRAP_IN])
                axes = (
                    np.array([*way, rng.uniform(-0.04, 0.04)]) * (half[0] + grow),
                    np.array([*across, 0.0]) * (half[1] + grow),
                    np.array([0, 0, 0.46 * STRAP_IN]),
                )
                yield flat_triangles(
                    make_box_triangles(spot, axes), ROPE_RGB, m.PLAIN, rng.uniform(0.7, 1.0)
                )
        for direction, own in ((way, half[0]), (across, half[1])):
            sign = np.sign((target - middle) @ direction)
            if abs((target - middle) @ direction) > BRACE_REACH_IN + own:
                yield _brace(middle, direction * sign, own, layer.high, rgb, rng)


def _brace(
    middle: Floats, way: Floats, half: float, z: float, rgb: RGB, rng: np.random.Generator
) -> ColoredArrays:
    """Return a slanting beam from a post to the floor above it."""
    reach = BRACE_REACH_IN * rng.uniform(0.85, 1.0)
    low = np.array([*(middle + way * (half - 0.05)), z - reach])
    high = np.array([*(middle + way * (half + reach)), z + 0.03])
    along = high - low
    unit = along / np.linalg.norm(along)
    side = np.array([-way[1], way[0], 0.0])
    axes = (along / 2, side * BRACE_IN, np.cross(unit, side) * BRACE_IN)
    box = make_box_triangles((low + high) / 2, axes, has_underside=True)
    return flat_triangles(box, rgb, m.PLANKS, rng.uniform(0.7, 0.95))


def _uprights(
    layer: Layer, rgb: RGB, rng: np.random.Generator, can_be_rail: bool
) -> Iterator[ColoredArrays]:
    """Yield short posts along the outer sides of a rail, and joists' ends along a floor."""
    for polygon in layer.polygons:
        is_rail = polygon.buffer(-MAX_RAIL_WIDTH_IN / 2).is_empty
        is_wide = not polygon.buffer(-MIN_DECK_WIDTH_IN / 2).is_empty
        is_floor = is_wide and layer.low > MIN_FLOOR_HEIGHT_IN
        if not (is_floor or (is_rail and can_be_rail)):
            continue
        for side in straight_sides(polygon, UPRIGHT_STEP_IN):
            start, way, outward, length = side.start, side.way, side.outward, side.length
            step = UPRIGHT_STEP_IN if is_rail else 0.8 * UPRIGHT_STEP_IN
            count = max(2, round(length / step) + 1)
            tall = layer.high - layer.low
            for x in np.linspace(0.12, length - 0.12, count).tolist():
                x += rng.uniform(-0.04, 0.04)
                half = UPRIGHT_IN * rng.uniform(0.85, 1.2)
                rise = UPRIGHT_RISE_IN * rng.uniform(-0.2, 1.0) if is_rail else -0.4 * tall
                low, high = layer.low + (0.0 if is_rail else 0.1), layer.high + rise
                plan = start + way * x + outward * 0.4 * UPRIGHT_REACH_IN
                spot = np.array([*plan, (low + high) / 2])
                axes = (
                    np.array([*-way, 0.0]) * half,
                    np.array([*outward, 0.0]) * 0.6 * UPRIGHT_REACH_IN * rng.uniform(0.7, 1.0),
                    np.array([0, 0, (high - low) / 2]),
                )
                yield flat_triangles(
                    make_box_triangles(spot, axes), rgb, m.PLANKS, rng.uniform(0.6, 0.9)
                )


def _tips(layer: Layer, rgb: RGB, rng: np.random.Generator) -> Iterator[ColoredArrays]:
    """Yield pointed tips of different heights along the top of a fence."""
    for polygon in layer.polygons:
        middle, way, across, long, wide = plan_box(polygon)
        if wide > 2 * MAX_RAIL_WIDTH_IN or long < 2 * TIP_STEP_IN:
            continue
        count = max(1, round(long / TIP_STEP_IN))
        step = long / count
        for k in range(count):
            high = float(rng.uniform(*TIP_IN))
            at = middle + way * (-long / 2 + (k + 0.5) * step)
            a, b = way * 0.42 * step, across * (wide / 2 - 0.03)
            low = layer.high - 0.03
            corners = [
                np.array([*(at + x * a + y * b), low])
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            shift = rng.uniform(-0.3, 0.3) * a
            tips = [np.array([*(at + shift + y * 0.85 * b), layer.high + high]) for y in (-1, 1)]
            points = np.array([*corners, *tips])
            faces = [(0, 1, 4), (2, 3, 5), (1, 2, 5), (1, 5, 4), (3, 0, 4), (3, 4, 5)]
            tone = rng.uniform(0.75, 1.1)
            yield flat_triangles(points[faces], rgb, m.BARK, tone)


def _hand_ropes(layer: Layer, rgb: RGB, rng: np.random.Generator) -> Iterator[ColoredArrays]:
    """Yield posts, sagging ropes and their ties along both long sides of a bridge."""
    for polygon in layer.polygons:
        middle, way, across, long, wide = plan_box(polygon)
        for side in (-1, 1):
            edge = middle + across * side * (wide / 2 + 0.02)
            for end in (-1, 1):
                spot = np.array([*(edge + way * end * (long / 2 - 0.15)), 0.0])
                low, high = layer.low - 0.05, layer.high + HAND_ROPE_IN + rng.uniform(0.05, 0.15)
                spot[2] = (low + high) / 2
                axes = (
                    np.array([*way, rng.uniform(-0.06, 0.06)]) * ROPE_POST_IN,
                    np.array([*across, 0.0]) * ROPE_POST_IN,
                    np.array([*(way * rng.uniform(-0.03, 0.03)), 1.0]) * (high - low) / 2,
                )
                yield flat_triangles(
                    make_box_triangles(spot, axes), rgb, m.BARK, rng.uniform(0.65, 0.8)
                )
            x = np.linspace(-long / 2 + 0.15, long / 2 - 0.15, max(3, round(long / ROPE_STEP_IN)))
            for share in (1.0, 0.5):
                sag = ROPE_SAG_IN * (1 - (2 * x / long) ** 2) * (1.6 - share)
                z = layer.high + share * HAND_ROPE_IN - sag
                rope = np.column_stack([edge + np.outer(x, way), z])
                for start, stop in pairwise(rope):
                    yield _rope(start, stop, across)
                if share == 1.0:
                    for knot in rope[1:-1]:
                        foot = np.array([*knot[:2], layer.high - 0.1])
                        yield _rope(foot, knot, across)


def _rope(start: Floats, stop: Floats, across: Floats) -> ColoredArrays:
    """Return a straight piece of rope."""
    along = stop - start
    unit = along / max(float(np.linalg.norm(along)), 1e-9)
    side = np.array([*across, 0.0])
    axes = (along / 2, side * ROPE_HALF_IN, np.cross(unit, side) * ROPE_HALF_IN)
    box = make_box_triangles((start + stop) / 2, axes, has_underside=True)
    return flat_triangles(box, ROPE_RGB, m.PLAIN, 0.85)
