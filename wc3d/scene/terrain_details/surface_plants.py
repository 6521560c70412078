"""What grows and lies on hills, cliffs and hedges: tufts, pebbles, leaves, turf and rocks.

It is decoration outside of the rules' solids. What stands on a top is as low as what lies on the
mat, and leaves reach at most 0.05 inches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.solids import Piece
from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind, make_tuft
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_details.colored_arrays import (
    EMPTY_ARRAYS,
    ColoredArrays,
    color_triangles,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.face_rocks import make_face_rocks
from wc3d.scene.terrain_details.feature_details import ShapeKey, piece_key, piece_of
from wc3d.scene.terrain_details.layers import Layer, can_have_layers, make_layers
from wc3d.scene.terrain_details.local_frame import LocalFrame, local_frame
from wc3d.scene.terrain_details.plans import are_outside, straight_sides
from wc3d.scene.terrain_details.revetments import make_revetment
from wc3d.scene.terrain_details.rim_turf import make_rim_turf
from wc3d.scene.terrain_details.rings import seed_of
from wc3d.scene.terrain_details.sandbag_rows import make_sandbags
from wc3d.scene.terrain_details.timber_details import make_timber
from wc3d.scene.terrain_details.wall_foot import place_stones
from wc3d.scene.terrain_details.wall_ruins import WALL_STYLES, make_wall_ruins
from wc3d.scene.terrain_details.wall_styles import BOARDS, FENCE, SANDBAGS, WallStyle, wall_style
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape

Floats = NDArray[np.float64]
XYR = tuple[float, float, float]
BUILT_STYLES = frozenset({BOARDS.name, FENCE.name, SANDBAGS.name}) | WALL_STYLES
"""The styles of what is built and has details outside of its solid."""
NEAR_LADDER_IN = 1.0
"""The farthest distance in inches of a ladder from the box of a solid that it may stand at."""
MAX_HEIGHT_IN = 0.11
"""The maximum height in inches of what stands on a top; a base is 0.12 high."""
THINGS_PER_SQ_IN = 0.5
"""The tufts and pebbles on a square inch of a top where the mat has as many as any mat has."""
EDGE_IN, EDGE_FACTOR = 0.7, 2.2
"""The width in inches of the strip along an edge with more of them, and how many times as many."""
MAX_THINGS = 500
STONE_SHARE, ROCK_STONE_SHARE = 0.35, 0.75
"""The shares of pebbles on a hill and on rock; the others are tufts."""
EDGE_MARGIN_IN = 0.12
WIDTHS_IN = (0.07, 0.13)
"""The least distance from the edge of a top, and the widths of things."""
LEAVES_PER_SQ_IN, COARSE_LEAVES_PER_SQ_IN, MAX_LEAVES = 42.0, 9.0, 1200
LEAF_IN, COARSE_LEAF_IN, LEAF_REACH_IN = 0.15, 0.3, 0.045
"""The length of a leaf, of one of a few leaves, and their reach out of their hedge, in inches."""
LEAF_RGBS: tuple[RGB, ...] = ((84, 112, 56), (104, 124, 58), (66, 98, 52), (118, 122, 64))
TRUNK_HEIGHT_IN, TRUNK_STEP_IN, TRUNK_LIFT_IN = 0.2, 0.45, 0.012
"""The height and the distance of trunks, and how far they stand out of a hedge, in inches."""
TRUNK_RGB: RGB = (96, 72, 50)


def make_surface_details(
    feature: Feature,
    ground: GroundKind,
    keep_free: Sequence[XYR],
    is_fine: bool = True,
    ladders: Sequence[XYR] = (),
) -> ColoredArrays:
    """Return what grows and lies on a solid, without its mesh files.

    No tuft or pebble lies in a circle (x, y, radius) of `keep_free`, and nothing stands out of a
    side in a circle of `ladders`. With few triangles there are no tufts, pebbles and sandbags, and
    less of everything else.
    """
    own = [shape for shape in feature.shapes if not isinstance(shape, MeshShape)]
    pieces = (
        [piece for shape in own for piece in shape.pieces()]
        if feature.meshes
        else feature.solid_pieces
    )
    pieces = tuple(piece for piece in pieces if not is_flat(piece))
    style = wall_style(feature, ground)
    is_built = style.name in BUILT_STYLES
    is_natural = style.top == m.GROUND or bool(style.strata) or style.name == "hedge"
    is_level = can_have_layers(pieces)
    has_layers = can_have_layers([piece for piece in pieces if piece.is_level])
    if not has_layers or not (is_built or (is_natural and is_level)):
        return EMPTY_ARRAYS
    frame = local_frame(pieces)
    local_pieces = [frame.localize(piece) for piece in pieces]
    seed = seed_of(feature.id)
    made = _local_details(
        style,
        ground,
        feature.name,
        seed,
        is_fine,
        tuple(map(piece_key, local_pieces)),
        _near_circles(ladders, frame, local_pieces),
    )
    if not (is_fine and is_level and style.top == m.GROUND and not is_built):
        return made.placed(frame)
    layers = make_layers(local_pieces)
    things = make_tufts_and_pebbles(layers, style, ground, seed, frame, keep_free)
    return join_arrays([made, things]).placed(frame)


def _near_circles(
    circles: Sequence[XYR], frame: LocalFrame, pieces: Sequence[Piece]
) -> tuple[XYR, ...]:
    """Return the circles near pieces, in their coordinates, so that a cache ignores the others."""
    if not circles:
        return ()
    x0, y0, _, _ = np.array([piece.box for piece in pieces]).min(axis=0)
    _, _, x1, y1 = np.array([piece.box for piece in pieces]).max(axis=0)
    spots = frame.to_local(np.array(circles, float)[:, :2]).tolist()
    reach = NEAR_LADDER_IN
    return tuple(
        (x, y, radius)
        for (x, y), (_, _, radius) in zip(spots, circles, strict=True)
        if x0 - reach < x < x1 + reach and y0 - reach < y < y1 + reach
    )


@memo_per_process(Size.MEDIUM)
def _local_details(
    style: WallStyle,
    ground: GroundKind,
    name: str,
    seed: int,
    is_fine: bool,
    shape: ShapeKey,
    ladders: tuple[XYR, ...],
) -> ColoredArrays:
    """Return what is outside of a solid, in its own coordinates.

    It is cached because the editor draws a feature again whenever a player moves it, and a cliff
    takes 15 ms.
    """
    pieces = [piece_of(key) for key in shape]
    is_level = can_have_layers(pieces)
    layers = make_layers([piece for piece in pieces if piece.is_level])
    circles = np.array(ladders, float).reshape(-1, 3)
    if style.name in BUILT_STYLES:
        parts = [make_wall_ruins(layers, style, name, seed, circles, is_level, is_fine)]
        if is_level:
            parts.append(make_timber(layers, style, name, seed, is_fine))
        if is_level and is_fine:
            parts.append(make_sandbags(layers, style, seed))
        return join_arrays(parts)
    if style.name == "hedge":
        return _leaves(layers, style, seed, is_fine)
    return join_arrays(
        [
            make_rim_turf(layers, style, ground, seed, is_fine),
            make_revetment(layers, style, ground, seed, circles, is_fine),
            make_face_rocks(layers, style, ground, seed, circles, is_fine),
        ]
    )


def make_tufts_and_pebbles(
    layers: Sequence[Layer],
    style: WallStyle,
    ground: GroundKind,
    seed: int,
    frame: LocalFrame,
    keep_free: Sequence[XYR],
) -> ColoredArrays:
    """Return tufts and pebbles on the tops, none of them within a circle of `keep_free`."""
    rng = np.random.default_rng(seed + 61)
    circles = np.array(keep_free, float).reshape(-1, 3)
    is_rock = style.side == m.ROCK
    stone_rgb = style.rgb if is_rock else (ground.stones or (style.rgb,))[0]
    stone_share = 1.0 if not ground.tufts else ROCK_STONE_SHARE if is_rock else STONE_SHARE
    parts = []
    for layer in layers:
        top = layer.plan.difference(layer.above).buffer(-EDGE_MARGIN_IN)
        spots = _spots(top, ground, rng)[:MAX_THINGS]
        is_stone = rng.random(len(spots)) < stone_share
        wide = rng.uniform(*WIDTHS_IN, len(spots))
        on_table = frame.to_table(spots)
        is_free = are_outside(on_table, circles)
        stones, tufts = (np.flatnonzero(is_free & kind) for kind in (is_stone, ~is_stone))
        size = wide[stones] * rng.uniform(0.5, 1.1, len(stones))
        heights = np.minimum(0.8 * size, MAX_HEIGHT_IN)
        pebbles = place_stones(rng, spots[stones], size, heights, stone_rgb)
        pebbles.points[:, 2] += layer.high
        parts += [pebbles, _tufts(spots[tufts], wide[tufts], layer.high, ground, rng)]
    return join_arrays(parts)


def _tufts(
    spots: Floats, wide: Floats, z: float, ground: GroundKind, rng: np.random.Generator
) -> ColoredArrays:
    if not len(spots):
        return EMPTY_ARRAYS
    blades = np.stack([make_tuft(rng, width) for width in wide.tolist()])
    tallest = blades[..., 2].max(axis=(1, 2))
    blades[..., 2] *= np.minimum(1.0, MAX_HEIGHT_IN / tallest)[:, None, None]
    both = np.concatenate([blades, blades[:, :, ::-1]], axis=1).reshape(len(spots), -1, 3)
    points = (both + np.column_stack([spots, np.full(len(spots), z)])[:, None]).reshape(-1, 3)
    kinds = np.repeat(rng.integers(len(ground.tufts), size=len(spots)), both.shape[1])
    up = np.tile((0.0, 0.0, 1.0), (len(points), 1))
    made = color_triangles(points, up, (255, 255, 255), m.GRASS)
    tones = (0.7 + 3 * both[..., 2]).reshape(-1, 1)
    made.colors[:, :3] = np.clip(np.array(ground.tufts)[kinds] * tones, 0, 255).astype(np.uint8)
    return made


def _spots(top: BaseGeometry, ground: GroundKind, rng: np.random.Generator) -> Floats:
    """Return random places on a top, more of them along its edge."""
    if top.is_empty:
        return np.zeros((0, 2))
    x0, y0, x1, y1 = top.bounds
    density = THINGS_PER_SQ_IN * EDGE_FACTOR * max(ground.scatter_density, 0.15) / 0.45
    count = int(min(density * (x1 - x0) * (y1 - y0), 8 * MAX_THINGS)) + 1
    spots = rng.uniform((x0, y0), (x1, y1), (count, 2))
    share = rng.random(count)
    shapely.prepare(top)
    inside = shapely.contains_xy(top, spots[:, 0], spots[:, 1])
    distance = shapely.distance(top.boundary, shapely.points(spots))
    kept: Floats = spots[inside & ((distance < EDGE_IN) | (share < 1 / EDGE_FACTOR))]
    return kept


@memo_per_process(Size.FEW)
def _leaf_shape() -> Floats:
    """Return the corners of a leaf: along it, across it and outward, in shares."""
    return np.array([(-0.5, 0.0, -0.6), (0.1, -0.42, 0.5), (0.6, 0.0, 1.0), (0.1, 0.42, 0.5)])


def _leaves(layers: Sequence[Layer], style: WallStyle, seed: int, is_fine: bool) -> ColoredArrays:
    """Return leaves all over the sides, edges and tops of a hedge, and the trunks below them."""
    rng = np.random.default_rng(seed + 62)
    density = LEAVES_PER_SQ_IN if is_fine else COARSE_LEAVES_PER_SQ_IN
    parts = []
    for layer in layers:
        for polygon in layer.polygons:
            ring = np.asarray(shapely.orient_polygons(polygon).exterior.coords)[:-1, :2]
            parts.append(_side_leaves(ring, layer, density, rng))
            parts.append(_top_leaves(polygon.difference(layer.above), layer.high, density, rng))
    places, outward = (np.concatenate(values) for values in zip(*parts, strict=True))
    chosen = rng.permutation(len(places))[:MAX_LEAVES]
    places = places[chosen]
    outward = outward[chosen]
    count = len(places)
    along = np.cross(outward, rng.normal(size=(count, 3)))
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    across = np.cross(outward, along)
    size = (LEAF_IN if is_fine else COARSE_LEAF_IN) * rng.uniform(0.6, 1.3, (count, 1))
    reach = LEAF_REACH_IN * rng.uniform(0.3, 1.0, (count, 1))
    corners = np.stack(
        [
            places + along * size * x + across * size * y + outward * reach * z
            for x, y, z in _leaf_shape()
        ],
        axis=1,
    )
    corners = _within_reach(corners, layers)
    triangles = corners[:, [(0, 1, 2), (0, 2, 3)]].reshape(-1, 3)
    way = outward + 0.5 * rng.normal(size=(count, 3)) + (0, 0, 0.4)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    made = color_triangles(triangles, np.repeat(way, 6, axis=0), style.rgb, m.GRASS)
    heights = np.clip(places[:, 2] / max(layers[-1].high, 1e-9), 0, 1)
    tones = rng.uniform(0.55, 1.2, count) * (0.6 + 0.55 * heights)
    rgb = np.array(LEAF_RGBS)[rng.integers(len(LEAF_RGBS), size=count)] * tones[:, None]
    made.colors[:, :3] = np.repeat(np.clip(rgb, 0, 255).astype(np.uint8), 6, axis=0)
    return join_arrays([made, *_trunks(layers[0], rng)])


def _within_reach(corners: Floats, layers: Sequence[Layer]) -> Floats:
    """Return the corners of leaves (n, 4, 3), none of them farther from the hedge than allowed."""
    result = corners.reshape(-1, 3).copy()
    top = max(layer.high for layer in layers)
    result[:, 2] = np.clip(result[:, 2], 0.01, top + LEAF_REACH_IN)
    plan = shapely.union_all([layer.plan for layer in layers])
    spots = shapely.points(result[:, :2])
    distance = shapely.distance(plan, spots)
    far = np.flatnonzero(distance > LEAF_REACH_IN)
    feet = shapely.get_coordinates(shapely.shortest_line(plan, spots[far])).reshape(-1, 2, 2)[:, 0]
    share = LEAF_REACH_IN / np.maximum(distance[far], 1e-9)
    result[far, :2] = feet + (result[far, :2] - feet) * share[:, None]
    return result.reshape(corners.shape)


def _trunks(layer: Layer, rng: np.random.Generator) -> list[ColoredArrays]:
    """Return short trunks along the foot of a hedge, just outside its sides."""
    quads = []
    high = min(TRUNK_HEIGHT_IN, 0.4 * (layer.high - layer.low))
    for polygon in layer.polygons:
        for side in straight_sides(polygon):
            way, outward = side.way, side.outward * TRUNK_LIFT_IN
            for at in np.arange(0.2, side.length - 0.1, TRUNK_STEP_IN):
                foot = side.start + way * (at + rng.uniform(-0.1, 0.1)) + outward
                half = way * rng.uniform(0.025, 0.05)
                lean = way * rng.uniform(-0.06, 0.06)
                corners = foot - half, foot + half, foot + lean + half / 2, foot + lean - half / 2
                heights = layer.low, layer.low, layer.low + high, layer.low + high
                quads.append([(*xy, z) for xy, z in zip(corners, heights, strict=True)])
    if not quads:
        return []
    triangles = np.array(quads)[:, [(0, 1, 2), (0, 2, 3)]].reshape(-1, 3, 3)
    return [flat_triangles(triangles, TRUNK_RGB, m.PLAIN)]


def _side_leaves(
    ring: Floats, layer: Layer, density: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    ahead = np.roll(ring, -1, axis=0) - ring
    lengths = np.maximum(np.hypot(*ahead.T), 1e-9)
    count = int(lengths.sum() * (layer.high - layer.low) * density)
    side = rng.choice(len(ring), count, p=lengths / lengths.sum())
    spots = ring[side] + ahead[side] * rng.random((count, 1))
    ways = np.column_stack([ahead[side, 1], -ahead[side, 0]]) / lengths[side, None]
    low = layer.low + min(TRUNK_HEIGHT_IN, 0.3 * (layer.high - layer.low))
    z = rng.uniform(low, layer.high, count)
    return np.column_stack([spots, z]), np.column_stack([ways, np.zeros(count)])


def _top_leaves(
    area: BaseGeometry, z: float, density: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    x0, y0, x1, y1 = area.bounds if not area.is_empty else (0.0, 0.0, 0.0, 0.0)
    count = int(density * (x1 - x0) * (y1 - y0))
    spots = rng.uniform((x0, y0), (x1, y1), (min(count, MAX_LEAVES), 2))
    spots = spots[shapely.contains_xy(area, spots[:, 0], spots[:, 1])]
    return (
        np.column_stack([spots, np.full(len(spots), z)]),
        np.tile((0.0, 0.0, 1.0), (len(spots), 1)),
    )
