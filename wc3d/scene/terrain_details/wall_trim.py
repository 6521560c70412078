"""Trim on walls: sills and lintels of windows, stains, bare bricks at corners, and braces.

All of it lies between a wall, which is inset, and the surface of its solid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer, polygons_of
from wc3d.scene.terrain_details.wall_styles import SUPPORT, WallStyle, is_support

Floats = NDArray[np.float64]
TRIM_MATERIALS = frozenset({m.PLASTER, m.MASONRY})
"""The materials of walls with sills and stains."""
TRIM_DEPTH_IN, STAIN_DEPTH_IN = 0.006, 0.03
"""The distances in inches of trim and of stains from the surface of the solid."""
SILL_IN, LINTEL_IN, SILL_REACH_IN = 0.1, 0.16, 0.1
"""The heights of a sill and of a lintel, and how far they reach beyond their opening."""
MAX_OPENING_SQ_IN, MIN_OPENING_SQ_IN = 2.2, 0.1
STAIN_TONE = 0.72
BRICK_IN = (0.24, 0.1)
"""The length and the height of a bare brick in inches, with its joint."""
BRICK_JOINT_IN = 0.02
BRICK_RGB: RGB = (152, 96, 74)
MORTAR_RGB: RGB = (128, 120, 108)
BRICK_CORNER_SHARE = 0.6
"""The share of the corners of plaster with bare bricks."""
MIN_CORNER_HEIGHT_IN = 0.6
BEAM_IN = 0.13
"""The width of a brace in inches."""
BEAM_EDGE_IN, BEAM_EDGE_TONE = 0.03, 0.42
"""The width and the tone of the dark line around a brace."""
MIN_BRACE_IN = 1.2
"""The shortest side in inches with a brace."""


def make_wall_trim(layers: Sequence[Layer], style: WallStyle, seed: int) -> ColoredArrays:
    """Return the trim of a solid with these layers."""
    rng = np.random.default_rng(seed + 71)
    parts: list[ColoredArrays] = []
    if style.side in TRIM_MATERIALS and style.inset > STAIN_DEPTH_IN:
        for lower, upper in pairwise(layers):
            parts += _openings(lower, upper, style, rng)
    if style.side == m.PLASTER and style.inset > STAIN_DEPTH_IN:
        for layer in layers:
            parts += _bare_corners(layer, style, rng)
    for layer in layers:
        if is_support(layer, style):
            parts += [_brace(face) for face in _faces(layer) if face.length >= MIN_BRACE_IN]
    return join_arrays(parts)


@dataclass(frozen=True, eq=False)
class _Face:
    """A straight side: places along it (x), up (z) and inward (depth)."""

    start: Floats
    way: Floats
    length: float
    low: float
    high: float

    def place(self, spots: Floats) -> Floats:
        """Return points (n, 3) for (x, depth, z)."""
        inward = np.array([-self.way[1], self.way[0]])
        plan = self.start + spots[:, :1] * self.way + spots[:, 1:2] * inward
        return np.column_stack([plan, spots[:, 2]])

    def quads(
        self,
        corners: Floats,
        depth: float,
        rgb: RGB,
        material: int,
        tones: Floats | float = 1.0,
    ) -> ColoredArrays:
        """Return quads (n, 4, 2) of (x, z), with a tone for each corner (n, 4) or one."""
        count = len(corners)
        flat = np.concatenate(
            [corners[..., :1], np.full((count, 4, 1), depth), corners[..., 1:]], 2
        )
        points = self.place(flat.reshape(-1, 3)).reshape(count, 4, 3)
        order = np.array([(0, 1, 2), (0, 2, 3)])
        shades = np.broadcast_to(tones, (count, 4))[:, order].reshape(-1)
        outward = np.array([self.way[1], -self.way[0], 0.0])
        triangles = points[:, order].reshape(-1, 3)
        normals = np.tile(outward, (len(triangles), 1))
        return color_triangles(triangles, normals, rgb, material, shades)


def _box(x: float, z: float, wide: float, tall: float) -> list[tuple[float, float]]:
    return [(x, z), (x + wide, z), (x + wide, z + tall), (x, z + tall)]


def _faces(layer: Layer) -> Iterator[_Face]:
    """Yield the straight sides of a layer."""
    for polygon in layer.polygons:
        turned = shapely.orient_polygons(polygon)
        for ring in (turned.exterior, *turned.interiors):
            for start, end in pairwise(np.asarray(ring.coords)[:, :2]):
                length = float(np.hypot(*(end - start)))
                if length > 1e-3:
                    yield _Face(start, (end - start) / length, length, layer.low, layer.high)


def _openings(
    lower: Layer, upper: Layer, style: WallStyle, rng: np.random.Generator
) -> Iterator[ColoredArrays]:
    """Yield the sills of openings that begin between two layers, or the lintels where they end."""
    if lower.high < upper.low - 1e-6:
        return
    rgb = style.top_rgb or style.rgb
    for whole, rest, is_sill in ((lower, upper, True), (upper, lower, False)):
        for opening in polygons_of(whole.plan.difference(rest.plan)):
            if not is_opening(opening, rest.plan):
                continue
            for face in _opening_faces(opening, whole):
                reach = SILL_REACH_IN
                wide = face.length + 2 * reach
                if is_sill:
                    sill = np.array([_box(-reach, whole.high - SILL_IN, wide, SILL_IN - 0.004)])
                    yield face.quads(sill, TRIM_DEPTH_IN, rgb, style.top)
                    shade = np.array([_box(-reach, whole.high - SILL_IN - 0.04, wide, 0.04)])
                    yield face.quads(shade, STAIN_DEPTH_IN - 0.004, style.rgb, style.side, 0.5)
                    yield _stains(face, whole.high - SILL_IN, style, rng)
                elif whole.high - whole.low > LINTEL_IN + style.coping:
                    lintel = np.array([_box(-reach, whole.low + 0.004, wide, LINTEL_IN)])
                    yield face.quads(lintel, TRIM_DEPTH_IN, rgb, style.top, 0.94)


def is_opening(opening: Polygon, rest: BaseGeometry) -> bool:
    """Return whether an area lies between two parts of a wall."""
    if not MIN_OPENING_SQ_IN < opening.area < MAX_OPENING_SQ_IN:
        return False
    ends = opening.boundary.intersection(rest.buffer(1e-4))
    pieces = [part for part in shapely.get_parts(ends) if part.length > 0.1]
    merged = shapely.line_merge(
        shapely.MultiLineString([p for p in pieces if p.geom_type == "LineString"])
    )
    return len(shapely.get_parts(merged)) == 2


def _opening_faces(opening: Polygon, layer: Layer) -> Iterator[_Face]:
    """Yield the sides of an opening that lie on the outline of its layer."""
    outline = layer.plan.boundary
    ring = np.asarray(shapely.orient_polygons(opening).exterior.coords)[:, :2]
    for start, end in pairwise(ring):
        length = float(np.hypot(*(end - start)))
        if length > 0.3 and shapely.distance(outline, shapely.Point((start + end) / 2)) < 1e-3:
            yield _Face(start, (end - start) / length, length, layer.low, layer.high)


def _stains(face: _Face, z: float, style: WallStyle, rng: np.random.Generator) -> ColoredArrays:
    """Return streaks of dirt below the ends of a sill."""
    quads, tones = [], []
    for x in (0.0, face.length):
        for _ in range(2):
            wide = rng.uniform(0.05, 0.12)
            tall = min(rng.uniform(0.25, 0.8), z - face.low - 0.02)
            if tall > 0.05:
                quads.append(_box(x + rng.uniform(-0.1, 0.04), z - tall, wide, tall))
                tones.append((1.0, 1.0, STAIN_TONE, STAIN_TONE))
    return face.quads(
        np.array(quads).reshape(-1, 4, 2),
        STAIN_DEPTH_IN,
        style.rgb,
        style.side,
        np.array(tones).reshape(-1, 4),
    )


def _bare_corners(
    layer: Layer, style: WallStyle, rng: np.random.Generator
) -> Iterator[ColoredArrays]:
    """Yield bare bricks on both sides of some upright edges."""
    room = layer.high - style.coping - layer.low
    if room < MIN_CORNER_HEIGHT_IN:
        return
    for polygon in layer.polygons:
        ring = np.asarray(shapely.orient_polygons(polygon).exterior.coords)[:-1, :2]
        for k, corner in enumerate(ring):
            before, after = corner - ring[k - 1], ring[(k + 1) % len(ring)] - corner
            turn = before[0] * after[1] - before[1] * after[0]
            lengths = float(np.hypot(*before)), float(np.hypot(*after))
            if turn < 0.7 * lengths[0] * lengths[1] or rng.random() > BRICK_CORNER_SHARE:
                continue
            high = rng.uniform(0.35, 0.9) * room
            low = layer.low + rng.uniform(0.0, 1.0) * (room - high)
            yield from _brick_sides(corner, before, after, (low, low + high), layer, rng)


def _brick_sides(
    corner: Floats,
    before: Floats,
    after: Floats,
    span: tuple[float, float],
    layer: Layer,
    rng: np.random.Generator,
) -> Iterator[ColoredArrays]:
    long, tall = BRICK_IN
    courses = np.arange(span[0], span[1] - tall, tall)
    counts = 1 + rng.integers(3, size=len(courses))
    counts = np.minimum(
        counts, 1 + np.minimum(np.arange(len(courses)), np.arange(len(courses))[::-1])
    )
    for way, is_after in ((before, False), (after, True)):
        length = float(np.hypot(*way))
        unit = way / max(length, 1e-9)
        start = corner if is_after else corner - way
        face = _Face(start, unit, length, layer.low, layer.high)
        most = max(1, int((0.5 * length - 0.06) / long))
        bricks, mortar, tones = [], [], []
        for row, (z, count) in enumerate(zip(courses.tolist(), counts.tolist(), strict=True)):
            shift = 0.5 * long * ((row + is_after) % 2)
            reach = min(count, most) * long + shift
            reach = min(reach, length - 0.06)
            edges = np.unique(np.clip(np.arange(0, reach + long, long) - shift, 0.012, reach))
            mortar.append(_side_box(0.012, z, reach, tall, length, is_after))
            for near, far in pairwise(edges.tolist()):
                if far - near > 2 * BRICK_JOINT_IN:
                    box = _side_box(
                        near, z, far - BRICK_JOINT_IN, tall - BRICK_JOINT_IN, length, is_after
                    )
                    bricks.append(box)
                    tones.append(np.full(4, rng.uniform(0.75, 1.2)))
        if bricks:
            yield face.quads(np.array(mortar), 0.024, MORTAR_RGB, m.PLAIN)
            yield face.quads(np.array(bricks), 0.014, BRICK_RGB, m.PLAIN, np.array(tones))


def _side_box(
    near: float, z: float, far: float, tall: float, length: float, is_after: bool
) -> list[tuple[float, float]]:
    """Return a box between two distances from the end of a side at its corner."""
    x = near if is_after else length - far
    return _box(x, z, far - near, tall)


def _brace(face: _Face) -> ColoredArrays:
    """Return posts, rails and crossed beams on a side, each with a dark line around it."""
    low, high = face.low + 0.02, face.high - 0.02
    left, right = 0.02, face.length - 0.02
    half = BEAM_IN / 2
    lines = [
        ((left + half, low), (left + half, high)),
        ((right - half, low), (right - half, high)),
        ((left, low + 0.1 + half), (right, low + 0.1 + half)),
        ((left, high - half), (right, high - half)),
        ((left + BEAM_IN, low + 0.2), (right - BEAM_IN, high - BEAM_IN)),
        ((left + BEAM_IN, high - BEAM_IN), (right - BEAM_IN, low + 0.2)),
    ]
    order = (4, 5, 2, 3, 0, 1)
    parts = []
    for number, k in enumerate(order):
        depth = 0.012 - 0.0015 * number
        tone = 0.86 + 0.07 * (k % 3)
        for grow, shade, lift in ((BEAM_EDGE_IN, BEAM_EDGE_TONE, 0.0008), (0.0, tone, 0.0)):
            quad = _beam(lines[k], half + grow, (left - 0.015, right + 0.015, low, high))
            parts.append(face.quads(quad[None], depth + lift, SUPPORT.rgb, m.PLANKS, shade * 1.25))
    return join_arrays(parts)


def _beam(
    line: tuple[tuple[float, float], tuple[float, float]],
    half: float,
    room: tuple[float, float, float, float],
) -> Floats:
    start, end = np.array(line)
    way = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    side = half * np.array((way[1], -way[0]))
    quad = np.array([start + side, end + side, end - side, start - side])
    x_low, x_high, z_low, z_high = room
    clipped: Floats = np.clip(quad, (x_low, z_low), (x_high, z_high))
    across = clipped[1] - clipped[0], clipped[2] - clipped[0]
    return clipped if across[0][0] * across[1][1] > across[0][1] * across[1][0] else clipped[::-1]
