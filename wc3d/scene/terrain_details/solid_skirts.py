"""The ground along solids that stand on the table: dark soil, moss, and flat fallen pieces.

Everything is a thin decal on the table, so it may reach farther than what lies loose at a foot.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind, soil_rgb
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_details.colored_arrays import (
    EMPTY_ARRAYS,
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.ground_patches import (
    MAX_SKIRT_PIECES,
    PatchMaker,
    is_crater,
    make_mesh_skirt,
    mix_colors,
)
from wc3d.scene.terrain_details.layers import polygons_of
from wc3d.scene.terrain_details.local_frame import local_frame
from wc3d.scene.terrain_details.rings import chance, seed_of
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, WallStyle, wall_style
from wc3d.scene.terrain_meshes import GROUND_LIFT_IN, plan_outline
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape

Floats = NDArray[np.float64]
CLOSED_IN, UNDER_IN, COARSE_UNDER_IN = 0.3, 0.1, 0.16
"""Half the width in inches of notches in the outline of a mesh file that the dirt ignores, the reach
of the dirt below the mesh, and how far its outline is simplified with few triangles."""
MAX_MESH_PIECES = 600
"""The maximum number of pieces of a mesh file on the table with dirt around it."""
NEAR_IN, FAR_IN = (0.14, 0.4), (0.4, 0.95)
"""The least and the greatest reach in inches of the dark soil, and of all dirt."""
FOOT_TONE, WORN_SHARE = 0.42, 0.85
"""The tone of soil at the very foot of a solid, and the share of soil where its dark part ends."""
BLOTCH_IN, BLOTCH_SHARE, MOSS_SHARE = 0.8, 0.75, 0.4
"""The size in inches of patches in the dirt, the largest share of another color in a patch, and the
share of patches with moss."""
MOSS_RGBS: dict[str, RGB] = {"city": (70, 82, 40), "grassland": (66, 88, 42)}
CHIPS_PER_IN, COARSE_SHARE = 7.0, 0.4
"""The fallen pieces on an inch along a wall, and the share of them with few triangles."""
CHIP_REACH_IN, HEAP_IN, HEAP_SPREAD_IN = 0.9, 2.6, 0.55
"""The farthest reach of these pieces, the length of wall for each heap of them, and its size."""
MAX_LIFT_IN, CHIP_Z_IN = 0.004, 0.018
"""The heights in inches by which the dirt of different solids differs, so that none flickers, and of
fallen pieces."""
CHIP_SIZES_IN, CHIP_TONES, ROCK_CHIP_FACTOR = (0.03, 0.15), (0.5, 1.1), 1.3
"""The half widths of fallen pieces in inches, the factors of their color, and how many times as
wide those of rock are."""
BRICK_RGB: RGB = (150, 92, 68)


def make_solid_skirt(
    feature: Feature, ground: GroundKind, size: tuple[float, float], is_fine: bool = True
) -> ColoredArrays:
    """Return the ground along a solid without its mesh files, on a table of this size."""
    if not feature.kind.solid or feature.water:
        return EMPTY_ARRAYS
    own = [shape for shape in feature.shapes if not isinstance(shape, MeshShape)]
    drawn = [p for shape in own for p in shape.pieces()] if feature.meshes else feature.solid_pieces
    solid = [piece for piece in drawn if not is_flat(piece)]
    pieces = [piece for piece in solid if piece.low <= 0.01]
    if not pieces or len(pieces) > MAX_SKIRT_PIECES:
        return EMPTY_ARRAYS
    frame = local_frame(solid)
    area = shapely.transform(plan_outline(pieces), frame.to_local)
    board = shapely.transform(shapely.box(0, 0, *size), frame.to_local)
    seed = seed_of(feature.id)
    under = area.buffer(-MAX_INSET_IN).intersection(board)
    if under.is_empty:
        return EMPTY_ARRAYS
    dirt = _make_dirt(PatchMaker(under, ground, seed, is_fine), board)
    chips = _make_chips(area, board, wall_style(feature, ground), ground, seed, is_fine)
    return join_arrays([dirt, chips]).placed(frame)


def make_mesh_dirt(
    feature: Feature, ground: GroundKind, size: tuple[float, float], is_fine: bool = True
) -> ColoredArrays:
    """Return the ground along the mesh files of a feature: dirt, or the earth around a crater."""
    pieces = [piece for piece in feature.pieces if piece.low <= 0.01]
    if is_crater(feature) or not feature.kind.solid or not 0 < len(pieces) <= MAX_MESH_PIECES:
        return make_mesh_skirt(feature, ground, is_fine)
    frame = local_frame(pieces)
    area = shapely.transform(plan_outline(pieces), frame.to_local)
    board = shapely.transform(shapely.box(0, 0, *size), frame.to_local)
    closed = area.buffer(CLOSED_IN, quad_segs=2).buffer(-CLOSED_IN - UNDER_IN, quad_segs=2)
    under = closed.simplify(UNDER_IN if is_fine else COARSE_UNDER_IN).intersection(board)
    if under.is_empty:
        return EMPTY_ARRAYS
    return _make_dirt(PatchMaker(under, ground, seed_of(feature.id), is_fine), board).placed(frame)


def _make_dirt(maker: PatchMaker, board: BaseGeometry) -> ColoredArrays:
    """Return nearly black soil at the foot of a solid, then patches of soil and moss."""
    ground, plain = maker.ground, maker.ground_color
    soil = np.array(soil_rgb(ground), float)
    moss = np.array(MOSS_RGBS.get(ground.name, ground.colors[2]), float)
    near, far = (maker.contour(maker.area, -reach[0], -reach[1]) for reach in (NEAR_IN, FAR_IN))
    if not (far.covers(near) and near.covers(maker.area)):
        near, far = (maker.area.buffer(sum(reach) / 2) for reach in (NEAR_IN, FAR_IN))
    near, far = near.intersection(board), far.intersection(board)
    worn = mix_colors(plain, soil, WORN_SHARE)
    dirt = join_arrays(
        [
            maker.make_band(far, near, plain, worn, m.GROUND, GROUND_LIFT_IN / 3),
            maker.make_band(near, maker.area, worn, FOOT_TONE * soil, m.GROUND),
        ]
    )
    spots = np.floor(dirt.points[:, :2] / BLOTCH_IN)
    share = BLOTCH_SHARE * chance(spots, maker.seed + 52)
    is_mossy = chance(spots, maker.seed + 53) < MOSS_SHARE
    rgb = dirt.colors[:, :3].astype(float)
    is_plain = np.abs(rgb - plain).max(axis=1) < 2
    is_foot = shapely.distance(maker.area, shapely.points(dirt.points[:, :2])) < 1e-6
    other = np.where(is_mossy[:, None], np.where(is_foot[:, None], 0.6, 1.0) * moss, plain)
    share = np.where(is_plain | (is_foot & ~is_mossy), 0.0, share)
    dirt.colors[:, :3] = np.clip(mix_colors(rgb, other, share[:, None]), 0, 255).astype(np.uint8)
    dirt.points[:, 2] += MAX_LIFT_IN * (maker.seed % 64) / 64
    return dirt


def _make_chips(
    area: BaseGeometry,
    board: BaseGeometry,
    style: WallStyle,
    ground: GroundKind,
    seed: int,
    is_fine: bool,
) -> ColoredArrays:
    """Return flat broken pieces that lie in heaps along a solid."""
    rng = np.random.default_rng(seed + 54)
    colors = _chip_colors(style, ground)
    spots = np.concatenate(
        [np.zeros((0, 2)), *_heap_spots(area, rng, 1 if is_fine else COARSE_SHARE)]
    )
    is_free = shapely.contains_xy(board.buffer(-0.15), spots[:, 0], spots[:, 1])
    is_free &= ~shapely.contains_xy(area.buffer(0.02), spots[:, 0], spots[:, 1])
    spots = spots[is_free]
    count = len(spots)
    if not count:
        return EMPTY_ARRAYS
    half = rng.uniform(*CHIP_SIZES_IN, count) * rng.uniform(0.6, 1.0, count)
    half *= ROCK_CHIP_FACTOR if style.foot == "rocks" else 1.0
    turn = rng.uniform(0, 2 * np.pi, count)
    angles = turn[:, None] + np.array((0.45, 2.7, 3.6, 5.8)) + rng.uniform(-0.3, 0.3, (count, 4))
    way = np.stack([np.cos(angles), np.sin(angles)], axis=2)
    tone = rng.uniform(*CHIP_TONES, count)
    kinds = rng.integers(len(colors), size=count)
    high = np.where(half > 0.05, rng.uniform(0.3, 0.6, count) * half, 0.0) if is_fine else 0 * half
    parts = []
    for kind, rgb in enumerate(colors):
        chosen = kinds == kind
        triangles = _chip_triangles(spots[chosen], half[chosen], way[chosen], high[chosen])
        if len(triangles):
            tones = np.repeat(tone[chosen], 3 * len(triangles) // int(chosen.sum()))
            parts.append(flat_triangles(triangles, rgb, m.PLAIN, tones))
    return join_arrays(parts)


def _chip_triangles(spots: Floats, half: Floats, way: Floats, high: Floats) -> Floats:
    """Return broken pieces of these half widths and heights, flat if none has a height."""
    low = np.full((*way.shape[:2], 1), CHIP_Z_IN)
    foot = np.concatenate([spots[:, None] + half[:, None, None] * way, low], axis=2)
    if not high.any():
        return foot[:, [(0, 1, 2), (0, 2, 3)]].reshape(-1, 3, 3)
    top = foot.copy()
    top[..., :2] -= 0.2 * half[:, None, None] * way
    top[..., 2] += high[:, None]
    corners = np.concatenate([foot, top], axis=1)
    faces = [(4, 5, 6), (4, 6, 7)]
    for k in range(4):
        ahead = (k + 1) % 4
        faces += [(k, ahead, ahead + 4), (k, ahead + 4, k + 4)]
    return corners[:, faces].reshape(-1, 3, 3)


def _chip_colors(style: WallStyle, ground: GroundKind) -> Sequence[RGB]:
    """Return the colors of what falls off a solid."""
    if style.name == "earth":
        return (*ground.tufts[:2], style.rgb, *ground.stones[:1])
    if style.foot == "plants":
        return (MOSS_RGBS["grassland"], (104, 112, 58), (112, 92, 58))
    if style.side in (m.PLASTER, m.MASONRY):
        return (style.rgb, BRICK_RGB, (126, 118, 106))
    if style.side in (m.PLANKS, m.BARK):
        return ((128, 98, 66), (104, 82, 58), (96, 100, 60))
    stone = (ground.stones or ((120, 114, 104),))[0]
    return (style.rgb if style.side in (m.ROCK, m.CONCRETE) else stone, stone)


def _heap_spots(area: BaseGeometry, rng: np.random.Generator, share: float) -> list[Floats]:
    """Return random places along each outline, most of them in heaps."""
    result = []
    for polygon in polygons_of(area):
        for ring in (polygon.exterior, *polygon.interiors):
            heaps = max(1, round(ring.length / HEAP_IN))
            count = int(ring.length * CHIPS_PER_IN * share)
            middles = rng.uniform(0, ring.length, heaps)
            size = rng.uniform(0.4, 1.0, heaps)
            heap = rng.integers(heaps, size=count)
            at = middles[heap] + rng.normal(size=count) * HEAP_SPREAD_IN * size[heap]
            foot = shapely.get_coordinates(shapely.line_interpolate_point(ring, at % ring.length))
            reach = CHIP_REACH_IN * size[heap] * rng.random(count) ** 1.6 + 0.06
            angle = rng.uniform(0, 2 * np.pi, count)
            result.append(foot + reach[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]))
    return result
