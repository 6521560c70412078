"""The rims of level tops: coping stones on walls, and broken rock on cliffs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.layers import polygons_of, split_triangles
from wc3d.scene.terrain_details.rings import chance, inward_ways
from wc3d.scene.terrain_details.round_lids import is_round
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
MIN_INSIDE_SHARE = 0.25
"""The smallest share of a top within its rim; a narrower top has no rim."""
ROCK_STEP = 0.7
"""The distance of corners along a rim of rock, as a share of that along its side."""
NOTCH_IN = 0.06
"""More than the depth in inches of a joint in the edge of a top."""
JOINT_IN = 0.014
"""Half the width of a joint between coping stones in inches."""
JOINT_TONE, STONE_TONES = 0.5, (0.8, 1.12)
"""The factors of the color of a joint, and of the darkest and the brightest stone."""
ROCK_TONES = (0.86, 1.1)
ROCK_SLOPE = 0.2
"""The slope of a rim of rock for the normals alone; its place is level."""


@dataclass(frozen=True, eq=False)
class Rim:
    """A rim as a mesh with its tones and its places for normals, and the area within it."""

    mesh: DrawnMesh
    tones: Floats
    shading: Floats
    inside: BaseGeometry


def make_rim(
    outlines: Sequence[Floats], heights: Floats, covered: BaseGeometry, style: WallStyle, seed: int
) -> Rim | None:
    """Return the rim of a top with these outlines, whose corners have these heights.

    Nothing is made where the top is `covered`. Return None for a top without room for a rim.
    """
    top = Polygon(outlines[0], outlines[1:])
    if not top.is_valid:
        return None
    inside = _inner_area(top, style, seed)
    if inside is None:
        return None
    band = top.difference(inside).difference(covered)
    inside = inside.difference(covered)
    stones, joints = _split_stones(top, inside, band, style)
    corners = [(_triangles(stone), 0.0) for stone in polygons_of(stones)]
    corners += [(_triangles(joint), JOINT_TONE) for joint in polygons_of(joints)]
    corners = [(triangles, tone) for triangles, tone in corners if len(triangles)]
    if not corners:
        return None
    plan = np.concatenate([triangles for triangles, _ in corners]).reshape(-1, 2)
    middles = np.concatenate([np.tile(t.mean(axis=(0, 1)), (3 * len(t), 1)) for t, _ in corners])
    fixed = np.concatenate([np.full(3 * len(t), tone) for t, tone in corners])
    points, numbers = np.unique(
        np.column_stack([plan, fixed, middles]), axis=0, return_inverse=True
    )
    plan, fixed, middles = points[:, :2], points[:, 2], points[:, 3:]
    z = _heights(plan, np.concatenate(outlines), heights)
    solid = np.column_stack([plan, z])
    shading = solid.copy()
    if style.rim_stone:
        low, high = STONE_TONES
        tones = np.where(fixed > 0, fixed, low + (high - low) * chance(middles, seed + 31))
    else:
        low, high = ROCK_TONES
        rock = np.array(style.rgb) / np.maximum(style.top_rgb or style.rgb, 1)
        tones = np.outer(low + (high - low) * chance(plan, seed + 32), rock)
        is_outer = shapely.distance(top.boundary, shapely.points(plan)) < 1e-6
        drop = style.rim * ROCK_SLOPE * (0.5 + chance(plan, seed + 33))
        shading[:, 2] -= np.where(is_outer, drop, 0.0)
        tones = np.where(is_outer[:, None], tones, 1.0)
    return Rim(DrawnMesh(solid, numbers.reshape(-1, 3)), tones, shading, inside)


def _inner_area(top: Polygon, style: WallStyle, seed: int) -> BaseGeometry | None:
    """Return the area within a rim: even for stones, ragged for rock; None without room."""
    width = style.rim if style.rim_stone else 0.5 * style.rim
    if not top.interiors and is_round(np.asarray(top.exterior.coords)[:-1, :2]):
        inner = top.convex_hull.buffer(-width, join_style="mitre")
    else:
        closed = top.buffer(NOTCH_IN, join_style="mitre")  # without the notches of joints
        inner = closed.buffer(-width - NOTCH_IN, join_style="mitre")
    if inner.area < MIN_INSIDE_SHARE * top.area:
        return None
    if style.rim_stone:
        return inner
    step = ROCK_STEP * style.point_spacing
    ragged = MultiPolygon([_ragged(part, style.rim, step, seed) for part in polygons_of(inner)])
    whole = ragged if ragged.is_valid else ragged.buffer(0)
    return whole if top.contains(whole) and whole.area > 0.5 * inner.area else inner


def _ragged(area: Polygon, reach: float, step: float, seed: int) -> Polygon:
    """Return an area with its edge moved inward by random distances, every `step` inches."""
    rings = []
    whole = shapely.segmentize(shapely.orient_polygons(area.simplify(NOTCH_IN)), step)
    for ring in (whole.exterior, *whole.interiors):
        points = np.asarray(ring.coords)[:-1, :2]
        depth = reach * (1.5 * chance(points, seed + 30) ** 2 - 0.2)
        rings.append(points + inward_ways(points) * depth[:, None])
    return Polygon(rings[0], rings[1:])


def _split_stones(
    top: Polygon, inside: BaseGeometry, band: BaseGeometry, style: WallStyle
) -> tuple[BaseGeometry, BaseGeometry]:
    """Return the stones of a rim, and the joints between them."""
    if not style.rim_stone or inside.is_empty:
        return band, Polygon()
    lines = []
    for ring in (top.exterior, *top.interiors):
        count = max(3, round(ring.length / style.rim_stone))
        starts = shapely.line_interpolate_point(ring, np.arange(count) * ring.length / count)
        for start in starts.tolist():
            line = shapely.shortest_line(start, inside.boundary)
            if line.length < 1.3 * style.rim:
                a, b = np.asarray(line.coords)
                lines.append(LineString([a - 0.1 * (b - a), b + 0.1 * (b - a)]))
    radial = shapely.buffer(lines, JOINT_IN, cap_style="flat")
    joints = shapely.union_all([*radial, inside.boundary.buffer(2 * JOINT_IN, quad_segs=1)])
    return band.difference(joints), band.intersection(joints)


def _triangles(area: Polygon) -> Floats:
    """Return an area as triangles (n, 3, 2), counter-clockwise, without slivers."""
    corners = split_triangles(area)
    a, b, c = np.moveaxis(corners, 1, 0)
    turn = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    kept: Floats = corners[turn > 1e-7]
    return kept


def _heights(plan: Floats, outline: Floats, heights: Floats) -> Floats:
    """Return the heights of points: those of the outline's corners, else the highest."""
    known = {
        tuple(p): z for p, z in zip(np.round(outline, 6).tolist(), heights.tolist(), strict=True)
    }
    top = float(heights.max())
    return np.array([known.get(tuple(p), top) for p in np.round(plan, 6).tolist()])
