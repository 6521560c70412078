"""Sandbags in rows, each a pillow that bulges a little out of its wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon

from wc3d.scene import materials as m
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays, color_triangles, join_arrays
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.plans import plan_box
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, SANDBAGS, WallStyle

Floats = NDArray[np.float64]
MAX_WALL_WIDTH_IN, MIN_WALL_WIDTH_IN = 0.9, 0.15
"""The widest wall of a single row of bags and the narrowest, in inches."""
BAG_IN, ROW_IN = 0.56, 0.26
"""The length of a bag and the height of a row in inches."""
MAX_BULGE_IN, MAX_RISE_IN = 0.055, 0.05
"""How far bags bulge out of their wall and above it, in inches."""
STATIONS = np.array([-1.0, -0.74, 0.74, 1.0])
STATION_SCALES = np.array([0.42, 1.0, 1.0, 0.42])
SECTION = np.array([(1, 0), (0.74, 1), (-0.74, 1), (-1, 0), (-0.74, -1), (0.74, -1)], float)
"""The places along a bag, its width there, and the corners of its section, in shares."""
TONES, UNDER_TONE = (0.76, 1.12), 0.5
"""The factors of the colors of bags, and that of their undersides."""
INNER_TONE = 0.45
TURN_RAD = 0.07
"""How crooked a bag lies."""


def inner_sandbags(style: WallStyle) -> WallStyle:
    """Return the style of the dark body behind bags."""
    r, g, b = (round(INNER_TONE * value) for value in style.rgb)
    return replace(
        style,
        rgb=(r, g, b),
        inset=0.8 * MAX_INSET_IN,
        joint_spacing=0.0,
        course_spacing=0.0,
        is_staggered=False,
        roughness=0.0,
        tone_variation=0.0,
    )


def has_rows(layers: Sequence[Layer], style: WallStyle) -> bool:
    """Return whether a wall is drawn as rows of bags: all of its parts are narrow."""
    return style.name == SANDBAGS.name and all(
        MIN_WALL_WIDTH_IN < plan_box(polygon).width < MAX_WALL_WIDTH_IN
        for layer in layers
        for polygon in layer.polygons
    )


def make_sandbags(layers: Sequence[Layer], style: WallStyle, seed: int) -> ColoredArrays:
    """Return the bags of a wall."""
    if not has_rows(layers, style):
        return join_arrays([])
    rng = np.random.default_rng(seed + 95)
    return join_arrays(
        [_rows(polygon, layer, style, rng) for layer in layers for polygon in layer.polygons]
    )


def _rows(
    polygon: Polygon, layer: Layer, style: WallStyle, rng: np.random.Generator
) -> ColoredArrays:
    """Return the bags of a straight part of a wall, every other row shifted by half a bag."""
    middle, way, across, long, _ = plan_box(polygon)
    rows = max(1, round((layer.high - layer.low) / ROW_IN))
    step = (layer.high - layer.low) / rows
    count = max(1, round(long / BAG_IN))
    bag = long / count
    spots = []
    for row in range(rows):
        edges = np.arange(count + 1) * bag
        if row % 2 and count > 1:
            edges = np.array([0.0, *(edges[:-1] + bag / 2), long])
        for start, end in pairwise(edges.tolist()):
            at = (start + end) / 2 - long / 2
            center = middle + way * at
            line = LineString([center - 3 * across, center + 3 * across]).intersection(polygon)
            if line.length > MIN_WALL_WIDTH_IN:
                plan = shapely.get_coordinates(line.centroid)[0]
                z = layer.low + (row + 0.5) * step
                spots.append((*plan, z, (end - start) / 2, line.length / 2, step / 2))
    if not spots:
        return join_arrays([])
    return _pillows(np.array(spots), way, style, layer, rng)


def _pillows(
    spots: Floats, way: Floats, style: WallStyle, layer: Layer, rng: np.random.Generator
) -> ColoredArrays:
    """Return bags at places (x, y, z) with half lengths, widths and heights."""
    count, sides = len(spots), len(SECTION)
    turn = rng.uniform(-TURN_RAD, TURN_RAD, count)
    heading = np.arctan2(way[1], way[0]) + turn
    along = np.column_stack([np.cos(heading), np.sin(heading)])
    across = np.column_stack([-along[:, 1], along[:, 0]])
    long = spots[:, 3] * rng.uniform(0.98, 1.05, count)
    wide = spots[:, 4] + rng.uniform(0.3, 1.0, count) * MAX_BULGE_IN
    tall = spots[:, 5] * rng.uniform(1.02, 1.16, count)
    x = np.broadcast_to(STATIONS[None, :, None], (count, len(STATIONS), sides))
    scale = STATION_SCALES[None, :, None] * rng.uniform(0.94, 1.04, (count, 4, sides))
    y = SECTION[None, None, :, 0] * (0.55 + 0.45 * scale)
    z = SECTION[None, None, :, 1] * scale
    plan = (
        spots[:, None, None, :2]
        + (x * long[:, None, None])[..., None] * along[:, None, None]
        + (y * wide[:, None, None])[..., None] * across[:, None, None]
    )
    high = spots[:, 2, None, None] + z * tall[:, None, None]
    points = np.concatenate(
        [plan, np.clip(high, layer.low, layer.high + MAX_RISE_IN)[..., None]], axis=3
    )
    normals = np.concatenate(
        [
            (0.5 * x**3)[..., None] * along[:, None, None] + y[..., None] * across[:, None, None],
            z[..., None],
        ],
        axis=3,
    )
    normals /= np.maximum(np.linalg.norm(normals, axis=3, keepdims=True), 1e-9)
    faces = []
    for station in range(len(STATIONS) - 1):
        for side in range(sides):
            a, b = station * sides + side, station * sides + (side + 1) % sides
            faces += [(a, b + sides, a + sides), (a, b, b + sides)]
    last = (len(STATIONS) - 1) * sides
    for side in range(1, sides - 1):
        faces += [(0, side + 1, side), (last, last + side, last + side + 1)]
    numbers = np.array(faces)[None] + (4 * sides * np.arange(count))[:, None, None]
    low, bright = TONES
    tones = (low + (bright - low) * rng.random(count))[:, None, None]
    tones = tones * (UNDER_TONE + (1 - UNDER_TONE) * np.clip(0.75 + 0.5 * z, 0, 1))
    ends = 1 - 0.22 * (np.abs(x) > 0.9)
    made = color_triangles(
        points.reshape(-1, 3), normals.reshape(-1, 3), style.rgb, m.EARTH, (tones * ends).ravel()
    )
    return replace(made, faces=numbers.reshape(-1, 3))
