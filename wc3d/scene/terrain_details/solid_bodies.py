"""The bodies of solids: sides with relief, chamfered edges and tops, within the rules' solid.

A side is a ring swept through rows: heights, each with an inset for every corner of the ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from manifold3d import triangulate
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from wc3d.geometry.solids import Piece
from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.edge_bevels import bevel_edges, split_copings
from wc3d.scene.terrain_details.layers import Layer, polygons_of
from wc3d.scene.terrain_details.rings import (
    JOINT_EVEN,
    JOINT_ODD,
    Ring,
    chance,
    clip_inset,
    make_rings,
)
from wc3d.scene.terrain_details.round_lids import (
    Lid,
    has_lid,
    is_round,
    make_lid,
    split_lids,
)
from wc3d.scene.terrain_details.top_rims import make_rim
from wc3d.scene.terrain_details.wall_styles import (
    MAX_INSET_IN,
    SUPPORT,
    WallStyle,
    is_support,
)
from wc3d.scene.terrain_meshes import union_mesh

Floats = NDArray[np.float64]
TonedMesh = tuple[DrawnMesh, Floats, Floats]
"""A mesh, the factor of the color at each vertex, and its vertices for the normals."""
MAX_LID_DROP_IN = 1e-6
"""The largest difference in inches of the heights of a level top."""
OVERLAP_IN = 0.05
"""Inches by which a top extends below the layer above it."""
STAIN_HEIGHT_IN = 0.5
"""The height in inches of the dirt on the foot of a wall."""
MIN_RELIEF_IN = 0.06
"""The lowest side in inches that has rows between its edges."""
MIN_BAND_IN = 0.12
"""The lowest course in inches that has joints."""
JOINT_TONE = 0.55
"""The factor of the color in a joint, which sees little of the sky."""
MAX_CHIP_IN = 0.045
"""The depth in inches of chips in the upper edge of rock."""
MAX_FINE_SPACING_IN = 1.0
"""The distance of corners in inches from which rock has one row of corners in each bed."""
LEDGE_WAVE_IN = 0.1
"""The height in inches of the waves of a ledge."""
LEDGE_TONE, UNDER_LEDGE_TONE = 1.14, 0.66
"""The tones of the lit top of a bed of rock and of the shade below the next ledge."""
CRACK_SHARE, CRACK_IN, CRACK_TONE = 0.15, 1.6, 0.55
"""The share of the corners of rock with an upright crack, the length in inches of its parts, and
its tone."""
WEATHERING, WEATHERING_IN = 0.3, (2.6, 4.3, 9.0)
"""How bright and dark wide areas of rock are, and their lengths in inches."""
FOOT_SHADE, FOOT_SHADE_IN = 0.4, 0.9
"""How much darker rock and soil are at their foot, and the height in inches where this ends."""
MAX_BEND_IN, BEND_SHARE, BEND_FADE = 0.7, 0.2, 0.4
"""The reach of bent beds of rock in inches, and as a share of the height of their side; the share
of the height in which they become level."""
PLAIN_BEVEL_IN = 0.04
"""The width in inches of the chamfers of a solid with few triangles."""
UPPER_Z = 0.3
"""The z of a direction from which a chamfer is one of a top, not of an upright edge."""
HUNG_TONE = 0.86
"""The factor of the color of ground that hangs over the edge of a solid with few triangles."""
EDGE_TONE = 1.16
"""The factor of the color of an edge, which wear makes bright."""
TOP_SLOPE = 0.7
"""The z of a direction from which a face of a sloping solid is a top."""


@dataclass(frozen=True, eq=False)
class Part:
    """A mesh with one color and one material; its tones may be factors of red, green and blue.

    `shading` has the places of its vertices for normals alone, if those exaggerate its relief.
    """

    mesh: DrawnMesh
    rgb: RGB
    material: int
    tones: Floats | None = None
    shading: Floats | None = None

    @property
    def shaded_mesh(self) -> DrawnMesh:
        """The mesh that gives the normals."""
        return self.mesh if self.shading is None else DrawnMesh(self.shading, self.mesh.faces)

    @property
    def vertex_tones(self) -> Floats:
        """The factors of red, green and blue at each vertex."""
        if self.tones is None:
            return np.ones((len(self.mesh.vertices), 3))
        tones = self.tones if self.tones.ndim == 2 else self.tones[:, None]
        return np.broadcast_to(tones, (len(tones), 3))


@dataclass(frozen=True, eq=False)
class Row:
    """A height of a swept ring, and the inset and the tone of every corner at it.

    `relief` is how many times as deep it is for the normals.
    """

    z: Floats
    depth: Floats
    tone: Floats | float = 1.0
    relief: float = 1.0

    @property
    def shaded_depth(self) -> Floats:
        """The inset for the normals, which is the same at the middle of the tolerance."""
        middle = MAX_INSET_IN / 2
        return middle + (self.depth - middle) * self.relief


def make_body(layers: Sequence[Layer], style: WallStyle, seed: int) -> list[Part]:
    """Return the body of a solid with relief."""
    sides: list[TonedMesh] = []
    supports: list[TonedMesh] = []
    copings: list[TonedMesh] = []
    rims: list[TonedMesh] = []
    slabs: list[TonedMesh] = []
    tops: list[TonedMesh] = []
    lids: list[TonedMesh] = []
    for layer in layers:
        own = SUPPORT if is_support(layer, style) else style
        below_coping = supports if own is SUPPORT else sides
        for rings in make_rings(layer, own, seed):
            swept = [_side_rows(ring, layer, own, seed) for ring in rings]
            for ring, (rows, coping_start) in zip(rings, swept, strict=True):
                below_coping.append(sweep(ring, rows[: coping_start + 1]))
                is_coping = ring.top & np.roll(ring.top, -1) & bool(style.coping)
                upper = rows[coping_start:]
                below_coping.append(sweep(ring, upper, ~is_coping))
                copings.append(sweep(ring, upper, is_coping))
            top = _top(rings, [rows[-1] for rows, _ in swept], layer.above, style, seed)
            rims += top.rims
            lids += top.lids
            (slabs if top.rims else tops).extend(top.caps)
            if layer.low > 1e-3:
                below = _caps(rings, [rows[0] for rows, _ in swept], layer.below, False)
                sides += [untoned(mesh) for mesh in below]
    top_rgb = style.top_rgb or style.rgb
    parts = [
        _part(sides, style.rgb, style.side),
        _part(supports, SUPPORT.rgb, SUPPORT.side),
        _part(copings, top_rgb, style.top),
        _part(rims, top_rgb, style.top),
        _part(slabs, top_rgb, paving_material(style)),
        _part(tops, top_rgb, style.top),
        _part(lids, top_rgb, m.PLAIN),
    ]
    return [part for part in parts if len(part.mesh.faces)]


def paving_material(style: WallStyle) -> int:
    """Return the material of a wide top: slabs on masonry."""
    return m.MASONRY if style.side == m.MASONRY and style.top == m.CONCRETE else style.top


def untoned(mesh: DrawnMesh) -> TonedMesh:
    """Return a mesh with its own color and normals."""
    return mesh, np.ones(len(mesh.vertices)), mesh.vertices


@dataclass(frozen=True, eq=False)
class _Top:
    """The parts of a top: its rim, the level faces within it, and round lids instead of them."""

    rims: Sequence[TonedMesh] = ()
    caps: Sequence[TonedMesh] = ()
    lids: Sequence[TonedMesh] = ()


def _top(
    rings: Sequence[Ring], rows: Sequence[Row], above: BaseGeometry, style: WallStyle, seed: int
) -> _Top:
    outlines = [ring.inset(row.depth) for ring, row in zip(rings, rows, strict=True)]
    heights = np.concatenate([row.z for row in rows])
    level = float(heights.max())
    can_have_lid = has_lid(style) and above.is_empty and len(outlines) == 1
    if style.rim:
        covered = above.buffer(-OVERLAP_IN, quad_segs=2)
        rim = make_rim(outlines, heights, covered, style, seed)
        if rim is not None:
            rims = [(rim.mesh, rim.tones, rim.shading)]
            inside = polygons_of(rim.inside)
            outline = _corners(inside[0]) if len(inside) == 1 else np.zeros((0, 2))
            if can_have_lid and is_round(outline):
                return _Top(rims, lids=[_lid_mesh(outline, level, style, seed)])
            return _Top(rims, [untoned(_fill_polygon(p, level, True)) for p in inside])
    if can_have_lid and is_round(outlines[0]) and level - heights.min() < MAX_LID_DROP_IN:
        return _Top(lids=[_lid_mesh(outlines[0], level, style, seed)])
    return _Top(caps=[untoned(mesh) for mesh in _caps(rings, rows, above, True)])


def _corners(polygon: Polygon) -> Floats:
    corners: Floats = np.asarray(polygon.exterior.coords)[:-1, :2]
    return corners


def _lid_mesh(outline: Floats, z: float, style: WallStyle, seed: int) -> TonedMesh:
    """Return the lid of a round top at a height."""
    return _toned_lid(make_lid(_turned(outline, True)[0], style, seed), z)


def _toned_lid(lid: Lid, z: float) -> TonedMesh:
    plan = lid.triangles.reshape(-1, 2)
    points = np.column_stack([plan, np.full(len(plan), z)])
    return DrawnMesh(points, np.arange(len(points)).reshape(-1, 3)), lid.tones.ravel(), points


def _part(meshes: Sequence[TonedMesh], rgb: RGB, material: int) -> Part:
    filled = [row for row in meshes if len(row[0].faces)]
    if not filled:
        return Part(DrawnMesh(), rgb, material)
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh, _, _ in filled[:-1])])
    faces = [mesh.faces + k for (mesh, _, _), k in zip(filled, offsets, strict=True)]
    points = np.concatenate([mesh.vertices for mesh, _, _ in filled])
    tones = np.concatenate([tones for _, tones, _ in filled])
    shading = np.concatenate([shading for _, _, shading in filled])
    return Part(DrawnMesh(points, np.concatenate(faces)), rgb, material, tones, shading)


def sweep(ring: Ring, rows: Sequence[Row], sides: NDArray[np.bool_] | None = None) -> TonedMesh:
    """Return the surface of a ring, or of some of its sides, through rows from the lowest."""
    n = len(ring.points)
    if len(rows) < 2 or (sides is not None and not sides.any()):
        return DrawnMesh(), np.zeros(0), np.zeros((0, 3))
    points = np.concatenate([np.column_stack([ring.inset(row.depth), row.z]) for row in rows])
    shading = np.concatenate(
        [np.column_stack([ring.inset(row.shaded_depth), row.z]) for row in rows]
    )
    at = np.arange(n) if sides is None else np.flatnonzero(sides)
    ahead = (at + 1) % n
    first = np.concatenate(
        [np.column_stack([at, ahead, ahead + n]), np.column_stack([at, ahead + n, at + n])]
    )
    faces = (first[None] + n * np.arange(len(rows) - 1)[:, None, None]).reshape(-1, 3)
    a, b, c = np.moveaxis(points[faces], 1, 0)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    tones = np.concatenate([np.broadcast_to(row.tone, n) for row in rows])
    return DrawnMesh(points, faces[area > 1e-7]), tones, shading


def _side_rows(ring: Ring, layer: Layer, style: WallStyle, seed: int) -> tuple[list[Row], int]:
    """Return the rows of a ring, and the number of the row at the foot of the coping."""
    n = len(ring.points)
    base = np.full(n, style.inset)
    low, high = layer.low, layer.high
    coping = style.coping if high - low > style.coping + MIN_BAND_IN else 0.0
    bevel = style.bevel * (1 - style.chip * chance(ring.points, seed + 1))
    bevel = np.minimum(bevel, (high - low) / 4)
    rows = []
    if low > 1e-3:
        edge = np.where(ring.bottom, np.maximum(bevel, base), base)
        rows.append(Row(np.full(n, low), edge))
        rows.append(Row(np.where(ring.bottom, low + bevel, low + 1e-4), base))
    else:
        rows.append(Row(np.full(n, low), base))
    limit = high - (coping if coping else float(bevel.max()))
    bands = _band_rows(ring, low, limit, style, seed)
    tone = bands[-1].tone if bands and not coping else 1.0
    if bands:
        rows = [replace(row, tone=bands[0].tone) for row in rows] + bands
    if not style.joint_spacing or style.is_staggered:  # those of copings
        joints = np.zeros(n)
    else:
        joints = np.where(ring.joint > 0, style.joint_depth, 0.0)
    boards = np.zeros(n)
    if style.joint_spacing and style.board_variation:
        boards = style.board_variation * _board_chances(ring, seed)
    if coping:
        rows.append(Row(np.full(n, high - coping - 0.012), base))
        lip = np.where(ring.top, joints, base)
        start = len(rows) - 1
        rows.append(Row(np.full(n, high - coping), lip))
    else:
        lip = np.where(ring.top, clip_inset(np.maximum(base + boards, joints)), base)
        start = len(rows)
        rows.append(Row(np.where(ring.top, high - bevel, high - 1e-4), lip, tone))
    edge = np.where(ring.top, clip_inset(np.maximum(lip, np.minimum(lip + bevel, 0.05))), base)
    drop = np.where(ring.top, np.minimum(boards, 0.04), 0.0)
    if style.strata:  # chips
        drop = np.where(ring.top, MAX_CHIP_IN * chance(ring.points, seed + 8) ** 2, 0.0)
    if coping:
        rows.append(Row(np.where(ring.top, high - bevel, high - 1e-4), lip, tone))
    rows.append(Row(high - drop, edge, tone))
    return rows, start


def _board_chances(ring: Ring, seed: int) -> Floats:
    count = max(1, int(ring.board.max()))
    number = (ring.board % count).astype(float)
    return chance(np.column_stack([number, np.full(len(number), len(number))]), seed + 2)


def _band_rows(ring: Ring, low: float, limit: float, style: WallStyle, seed: int) -> list[Row]:
    """Return the rows between the edges: courses, ledges, roughness and the dirty foot."""
    n = len(ring.points)
    if limit - low < MIN_RELIEF_IN:
        return []
    cuts = [
        z for z in level_cuts(style, seed, limit) if low + MIN_BAND_IN < z < limit - MIN_BAND_IN / 2
    ]
    edges = [low, *cuts, limit]
    gap = style.joint_width if style.course_spacing else 0.03
    rows: list[Row] = []
    for k, (bottom, top) in enumerate(pairwise(edges)):
        course = round(bottom / style.course_spacing) if style.course_spacing else 0
        start = bottom + (gap if k else 0.02)
        end = top - (gap if k + 2 < len(edges) else 0.02)
        if style.strata:
            rows += _ledge_rows(
                ring, (bottom, top), (start, end), k, (low + 0.02, limit - 0.02), style, seed
            )
            continue
        levels = [start, end]
        if style.point_spacing:
            count = max(1, round((end - start) / (style.point_spacing * 1.4)))
            levels = np.linspace(start, end, count + 1).tolist()
        elif bottom <= 1e-3 and end > STAIN_HEIGHT_IN + 0.1:
            levels.insert(1, max(STAIN_HEIGHT_IN, start + 0.02))
        for z in levels:
            depth = _band_depth(ring, z, bottom, course, style, seed)
            tone = _band_tone(ring, bottom, course, style, seed)
            if style.mottle:
                spots = np.column_stack([ring.points, np.full(n, round(z, 3))])
                tone = tone * (1 + style.mottle * (chance(spots, seed + 12) - 0.5))
            if style.fringe:
                tone = tone * _foot_shade(np.full(n, z - low))
            rows.append(Row(np.full(n, z), depth, tone, style.relief_shading))
        if k + 2 < len(edges) and style.course_spacing:
            rows.append(Row(np.full(n, top), np.full(n, style.joint_depth), JOINT_TONE))
    return rows


def _ledge_rows(
    ring: Ring,
    band: tuple[float, float],
    ends: tuple[float, float],
    number: int,
    limits: tuple[float, float],
    style: WallStyle,
    seed: int,
) -> list[Row]:
    """Return the rows of a bed of rock: dark below the next ledge, and bright on its own.

    Beds are tilted and bent between the limits, the lowest and the highest row. A row at the upper
    limit has no waves above it.
    """
    n = len(ring.points)
    rows = []
    tone = _band_tone(ring, band[0], 0, style, seed)
    high = band[1] - band[0]
    wave = min(LEDGE_WAVE_IN, 0.25 * high)
    levels = [(ends[0], band[0], LEDGE_TONE), (ends[1], band[1], UNDER_LEDGE_TONE)]
    if style.point_spacing > MAX_FINE_SPACING_IN:
        wave = 0.5 * high
        levels = [(sum(band) / 2, band[1], 1.1 if number % 2 else 0.78)]
    elif high > 1.2 * style.strata:
        levels.insert(1, (sum(band) / 2, sum(band) / 2, 1.0))
    for z, edge, light in levels:
        wavy = number > 0 or z > ends[0]
        shift = chance(np.column_stack([ring.points, np.full(n, round(edge, 3))]), seed + 9) - 0.5
        height = z + _bend(ring.points, z, limits, seed) + (wave * shift if wavy else 0.0)
        if z == limits[1]:
            height = np.minimum(height, z)
        depth = _band_depth(ring, z, band[0], 0, style, seed)
        is_cracked = _is_cracked(ring.points, height, seed)
        depth = np.where(is_cracked, MAX_INSET_IN, depth)
        shade = np.where(is_cracked, CRACK_TONE, 1.0) * _foot_shade(height - limits[0])
        stain = 1 + style.mottle * (chance(np.column_stack([ring.points, height]), seed + 10) - 0.5)
        stain = stain * _weathering(ring.points, height, seed)
        rows.append(Row(height, depth, tone * light * shade * stain, style.relief_shading))
    return rows


def _foot_shade(height: Floats) -> Floats:
    """Return the tone of rock or soil at heights above its foot."""
    result: Floats = 1 - FOOT_SHADE * np.clip(1 - height / FOOT_SHADE_IN, 0, 1)
    return result


def _weathering(points: Floats, height: Floats, seed: int) -> Floats:
    """Return the tone of wide bright and dark areas of rock, which beds do not follow."""
    rng = np.random.default_rng(seed + 16)
    turns, starts = rng.uniform(0, 2 * np.pi, (2, 3))
    waves = [
        np.sin(
            points @ np.array([np.cos(turn), np.sin(turn)]) * 2 * np.pi / length
            + climb * height
            + start
        )
        for turn, start, length, climb in zip(
            turns, starts, WEATHERING_IN, (0.9, -1.4, 0.5), strict=True
        )
    ]
    result: Floats = 1 + WEATHERING * sum(waves) / len(waves)
    return result


def _is_cracked(points: Floats, height: Floats, seed: int) -> NDArray[np.bool_]:
    """Return whether each corner is in an upright crack, which is interrupted in places."""
    column = chance(points, seed + 14) < CRACK_SHARE
    spots = np.column_stack([points, np.floor(height / CRACK_IN)])
    result: NDArray[np.bool_] = column & (chance(spots, seed + 15) < 0.7)
    return result


def _bend(points: Floats, z: float, limits: tuple[float, float], seed: int) -> Floats:
    """Return how far a bed of rock at a height is bent up at each corner, less near the limits."""
    low, high = limits
    fade = min(1.0, (z - low) / (BEND_FADE * (high - low)), (high - z) / (BEND_FADE * (high - low)))
    turn, start, other = np.random.default_rng(seed + 13).uniform(0, 2 * np.pi, 3)
    along = points @ np.array([np.cos(turn), np.sin(turn)])
    across = points @ np.array([-np.sin(turn), np.cos(turn)])
    reach = min(MAX_BEND_IN, BEND_SHARE * (high - low)) * max(fade, 0.0)
    bend: Floats = reach * (
        0.62 * np.sin(0.32 * along + start) + 0.38 * np.sin(0.75 * across + other)
    )
    return bend


def level_cuts(style: WallStyle, seed: int, limit: float) -> list[float]:
    """Return the heights of level joints and ledges, the same in all layers of a feature."""
    if style.course_spacing:
        return [k * style.course_spacing for k in range(1, int(limit / style.course_spacing) + 1)]
    if not style.strata:
        return []
    rng = np.random.default_rng(seed)
    count = int(limit / style.strata * 1.6) + 1
    return np.cumsum(style.strata * rng.uniform(0.55, 1.45, count)).tolist()


def _band_depth(
    ring: Ring, z: float, bottom: float, course: int, style: WallStyle, seed: int
) -> Floats:
    """Return the inset of every corner at a height in a course."""
    n = len(ring.points)
    depth = np.full(n, style.inset)
    if style.strata:
        spot = np.array([[round(bottom, 3), 7.0]])
        depth += 0.05 * chance(spot, seed + 3)[0] - 0.01
    if style.board_variation:
        if style.course_spacing:
            depth += style.board_variation * chance(np.array([[course, 3.0]]), seed + 4)[0]
        else:
            depth += style.board_variation * _board_chances(ring, seed)
    if style.roughness:
        spots = np.column_stack([ring.points, np.full(n, round(z, 3))])
        depth += style.roughness * (chance(spots, seed + 5) - 0.35 * bool(style.strata))
    if style.joint_spacing and style.has_wall_joints:
        mark = (JOINT_ODD if course % 2 else JOINT_EVEN) if style.is_staggered else JOINT_EVEN
        is_joint = (ring.joint & mark) > 0
        depth = np.where(is_joint, style.joint_depth, depth)
    return clip_inset(depth)


def _band_tone(ring: Ring, bottom: float, course: int, style: WallStyle, seed: int) -> Floats:
    """Return the factor of the color of every corner in a course."""
    n = len(ring.points)
    tone = np.ones(n)
    if not style.tone_variation:
        return tone
    if style.strata:
        spots = np.column_stack([np.full(n, round(bottom, 3)), np.round(ring.points[:, 0] * 0)])
    elif style.course_spacing and not style.is_staggered:
        spots = np.column_stack([np.full(n, float(course)), np.zeros(n)])
    else:
        spots = np.column_stack([ring.board.astype(float), np.full(n, float(course))])
    tone += style.tone_variation * (chance(spots, seed + 6) - 0.5)
    if style.joint_spacing and style.has_wall_joints:
        mark = (JOINT_ODD if course % 2 else JOINT_EVEN) if style.is_staggered else JOINT_EVEN
        tone = np.where((ring.joint & mark) > 0, tone * JOINT_TONE, tone)
    return tone


def _caps(
    rings: Sequence[Ring], rows: Sequence[Row], neighbor: BaseGeometry, is_top: bool
) -> list[DrawnMesh]:
    """Return the level faces at the end of a layer, except below or above its neighbor."""
    outlines = [ring.inset(row.depth) for ring, row in zip(rings, rows, strict=True)]
    heights = np.concatenate([row.z for row in rows])
    if neighbor.is_empty:
        return [_fill(outlines, heights, is_top)]
    shape = Polygon(outlines[0], outlines[1:])
    rest = (shape if shape.is_valid else shape.buffer(0)).difference(
        neighbor.buffer(-OVERLAP_IN, quad_segs=2)
    )
    z = float(heights.max() if is_top else heights.min())
    return [_fill_polygon(polygon, z, is_top) for polygon in polygons_of(rest)]


def _fill_polygon(polygon: Polygon, z: float, is_top: bool) -> DrawnMesh:
    parts = [np.asarray(r.coords)[:-1, :2] for r in (polygon.exterior, *polygon.interiors)]
    return _fill(parts, np.full(sum(map(len, parts)), z), is_top)


def _fill(outlines: Sequence[Floats], heights: Floats, is_top: bool) -> DrawnMesh:
    """Return the area between an outline and its holes as triangles."""
    turned = [_turned(ring, k == 0) for k, ring in enumerate(outlines)]
    faces = np.asarray(triangulate([ring for ring, _ in turned]), np.int64).reshape(-1, 3)
    points = np.concatenate([ring for ring, _ in turned])
    order = np.concatenate(
        [
            np.arange(len(ring))[:: -1 if flipped else 1] + start
            for (ring, flipped), start in zip(
                turned, np.cumsum([0, *(len(ring) for ring, _ in turned[:-1])]), strict=True
            )
        ]
    )
    solid = np.column_stack([points, heights[order]])
    return DrawnMesh(solid, faces if is_top else faces[:, ::-1])


def _turned(ring: Floats, is_outline: bool) -> tuple[Floats, bool]:
    """Return an outline counter-clockwise or a hole clockwise, and whether it was reversed."""
    ahead = np.roll(ring, -1, axis=0)
    area = (ring[:, 0] * ahead[:, 1] - ahead[:, 0] * ring[:, 1]).sum()
    return (ring, False) if (area > 0) == is_outline else (ring[::-1], True)


def make_plain_body(pieces: Sequence[Piece], style: WallStyle, seed: int) -> list[Part]:
    """Return a solid with few triangles: its outer edges have chamfers, and it has no underside.

    The chamfers are as bright as edges that were painted with a dry brush. Ground that hangs over
    an edge is a strip of the side.
    """
    foot = min(piece.low for piece in pieces)
    solid = bevel_edges(union_mesh(pieces), PLAIN_BEVEL_IN, foot)
    parts = [(solid.faces, style, 1.0), (solid.strips, style, EDGE_TONE)]
    if style.fringe:
        low, high = min(p.low for p in pieces), max(p.high for p in pieces)
        strip = split_copings(solid.mesh, min(0.5 * style.fringe, 0.4 * (high - low)))
        points, faces = strip.mesh.vertices, strip.mesh.faces
        chamfers = DrawnMesh(points, faces[solid.face_count : strip.face_count])
        is_upper = chamfers.face_normals[:, 2] > UPPER_Z
        hung = replace(style, side=style.top, rgb=style.top_rgb or style.rgb)
        parts = [
            (DrawnMesh(points, faces[: solid.face_count]), style, 1.0),
            (DrawnMesh(points, chamfers.faces[~is_upper]), style, EDGE_TONE),
            (DrawnMesh(points, chamfers.faces[is_upper]), hung, 1.0),
            (strip.strips, hung, HUNG_TONE),
        ]
    lids: list[TonedMesh] = []
    if not style.fringe and has_lid(style):
        mesh, coarse = split_lids(solid.faces, pieces, style, seed)
        lids = [_toned_lid(lid, z) for lid, z in coarse]
        parts[0] = (mesh, style, 1.0)
    whole = [
        part
        for mesh, look, tone in parts
        for part in _split_tops(_without_underside(mesh, foot), look, tone)
    ]
    lid_rgb = style.top_rgb or style.rgb
    return [*whole, _part(lids, lid_rgb, m.PLAIN)] if lids else whole


def _without_underside(mesh: DrawnMesh, foot: float) -> DrawnMesh:
    is_low = mesh.vertices[mesh.faces][..., 2].max(axis=1, initial=foot) < foot + 1e-3
    return DrawnMesh(mesh.vertices, mesh.faces[~is_low])


def _split_tops(mesh: DrawnMesh, style: WallStyle, tone: float) -> list[Part]:
    """Return the sides and the tops of a mesh."""
    is_top = mesh.face_normals[:, 2] > TOP_SLOPE
    parts = []
    for chosen, rgb, material in (
        (~is_top, style.rgb, style.side),
        (is_top, style.top_rgb or style.rgb, paving_material(style)),
    ):
        used, faces = np.unique(mesh.faces[chosen], return_inverse=True)
        if len(used):
            points = DrawnMesh(mesh.vertices[used], faces.reshape(-1, 3))
            parts.append(Part(points, rgb, material, np.full(len(used), tone)))
    return parts
