"""The trees and the undergrowth of woods, by a wood's name and the board's ground."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from math import hypot
from zlib import crc32

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wc3d.presentation.palette import RGB, surface_alpha, terrain_look
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays, join_arrays
from wc3d.scene.terrain_details.local_frame import local_frame
from wc3d.scene.terrain_details.tree_shapes import (
    MAX_REACHES,
    VARIANTS,
    Plant,
    plant_shape,
)
from wc3d.scene.terrain_meshes import plan_outline
from wc3d.table.features import Feature

TreePlace = tuple[float, float, float, float]
"""A tree: x, y, height and turn in radians."""

PlantPlace = tuple[float, float, float, float, float]
"""A plant: x, y, z, height and turn in radians."""

PINE = "pine"
WOOD_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"pine|\bfirs?\b|spruce|conifer", (PINE,)),
    (r"dead|burnt|blasted|petrified", (Plant.DEAD,)),
    (r"thicket|bramble|scrub|bush|briar", (Plant.BUSH, Plant.BUSH, Plant.BROADLEAF)),
    (
        r"orchard|garden|street|beech|oak|birch|copse|park|grove",
        (Plant.BROADLEAF,),
    ),
    (r"sapling", (PINE, Plant.BROADLEAF, Plant.BUSH)),
    (r"gorge", (PINE, Plant.BROADLEAF, Plant.DEAD)),
)
GROUND_TREES: dict[str, tuple[str, ...]] = {
    "grassland": (Plant.BROADLEAF, PINE, Plant.BROADLEAF),
    "forest floor": (PINE, PINE, Plant.BROADLEAF),
    "snow": (PINE, PINE, PINE, Plant.DEAD),
    "desert": (PINE, Plant.DEAD, Plant.BUSH),
    "salt": (Plant.DEAD, Plant.BUSH),
    "mud": (Plant.DEAD, Plant.DEAD, PINE),
    "city": (Plant.BROADLEAF,),
    "station deck": (Plant.BROADLEAF, Plant.DEAD),
}
"""The mix of trees of a wood without a telling name."""
LEAF_RGBS: dict[str, tuple[RGB, ...]] = {
    "grassland": ((84, 110, 52), (104, 122, 58), (72, 98, 54)),
    "desert": ((112, 116, 66), (128, 124, 76)),
    "salt": ((122, 118, 84),),
    "snow": ((92, 104, 84), (118, 104, 72)),
    "city": ((92, 112, 56), (140, 116, 52), (78, 100, 56)),
    "mud": ((96, 98, 60),),
}
UNDERGROWTH_PER_SQ_IN = 2.8
MAX_UNDERGROWTH = 420
UNDERGROWTH_SIZES_IN = {
    Plant.FERN: (0.14, 0.34),
    Plant.BUSH: (0.2, 0.62),
    Plant.SAPLING: (0.7, 1.4),
    Plant.SPRUCE: (0.5, 1.3),
    Plant.STUMP: (0.22, 0.42),
    Plant.LOG: (1.0, 2.0),
}
"""The heights of low plants, and the lengths of logs."""
CLUSTER_SHARE, CLUSTER_WIDTH_IN = 0.4, 0.6
"""The share of plants that stand alone, and the spread of those that grow around them."""
LITTER_LIFT_IN = 0.02
LITTER_RGB: RGB = (72, 60, 42)
"""Needles and dead leaves at the foot of a tree."""
BUSH_HEIGHT_SHARE = 0.4
"""The height of a bush that stands for a tree, as a share of the tree's."""


def choose_trees(
    wood: Feature, ground: GroundKind, places: Sequence[TreePlace]
) -> dict[str, list[TreePlace]]:
    """Return the trees by kind: "pine", or a `Plant`."""
    words = f"{wood.name} {wood.id}".lower()
    mix = next(
        (kinds for pattern, kinds in WOOD_NAMES if re.search(pattern, words)),
        GROUND_TREES.get(ground.name, (Plant.BROADLEAF,)),
    )
    rng = np.random.default_rng(crc32(wood.id.encode()) + 1)
    chosen: dict[str, list[TreePlace]] = {}
    for place in places:
        chosen.setdefault(mix[int(rng.integers(len(mix)))], []).append(place)
    return chosen


def make_wood_plants(
    wood: Feature,
    ground: GroundKind,
    places: Sequence[TreePlace],
    keep_free: Sequence[tuple[float, float, float]],
    is_fine: bool = True,
) -> tuple[list[TreePlace], ColoredArrays]:
    """Return the places of a wood's pines, and its other plants as one mesh."""
    chosen = choose_trees(wood, ground, places)
    leaves = LEAF_RGBS.get(ground.name, LEAF_RGBS["grassland"])
    seed = crc32(wood.id.encode())
    groups: dict[tuple[Plant, int, bool], list[PlantPlace]] = {}
    for kind, spots in chosen.items():
        if kind == PINE:
            continue
        for number, (x, y, height, turn) in enumerate(spots):
            scale = height * (BUSH_HEIGHT_SHARE if kind == Plant.BUSH else 1.0)
            key = Plant(kind), (number + seed) % VARIANTS, is_fine
            groups.setdefault(key, []).append((x, y, wood.low, scale, turn))
    if is_fine:
        trunks = [(x, y, 0.12) for x, y, _, _ in places]
        for number, (plant, place) in enumerate(_undergrowth(wood, chosen, [*keep_free, *trunks])):
            groups.setdefault((plant, number % VARIANTS, False), []).append(place)
    parts = [_litter(wood, places, keep_free)] if is_fine else []
    parts += [
        plant_shape(plant, variant, leaves[variant % len(leaves)], is_near).copied(spots)
        for (plant, variant, is_near), spots in groups.items()
    ]
    return chosen.get(PINE, []), join_arrays(parts)


def _undergrowth(
    wood: Feature,
    trees: Collection[str],
    keep_free: Sequence[tuple[float, float, float]],
) -> list[tuple[Plant, PlantPlace]]:
    """Return ferns, bushes, young trees, stumps and logs on a wood's ground."""
    young = {PINE: Plant.SPRUCE, Plant.BROADLEAF: Plant.SAPLING, Plant.BUSH: Plant.BUSH}
    saplings = [young[kind] for kind in trees if kind in young] or [Plant.STUMP]
    mix = [Plant.FERN] * 13 + [Plant.BUSH] * 6 + [Plant.STUMP, Plant.LOG]
    mix += [saplings[k % len(saplings)] for k in range(4)]
    return scatter_plants(
        plan_outline(wood.pieces),
        wood,
        keep_free,
        mix,
        UNDERGROWTH_PER_SQ_IN,
        max_height=0.9 * (wood.high - wood.low),
        has_clusters=True,
    )


def _litter(
    wood: Feature,
    places: Sequence[TreePlace],
    keep_free: Sequence[tuple[float, float, float]],
) -> ColoredArrays:
    """Return dark uneven patches of needles and leaves around the trunks."""
    look = terrain_look(wood)
    outline = plan_outline(wood.pieces)
    rng = np.random.default_rng(crc32(wood.id.encode()) + 3)
    sides = 11
    parts = []
    for x, y, height, turn in places:
        turns = turn + 2 * np.pi * np.arange(sides) / sides
        room = [hypot(x - x1, y - y1) - radius for x1, y1, radius in keep_free]
        edge = outline.boundary.distance(shapely.Point(x, y))
        reach = max(0.0, min(0.24 * height, 0.99 * edge, *room))
        rim = reach * rng.uniform(0.7, 1.0, sides)
        points = np.zeros((sides + 1, 3))
        points[1:, :2] = np.column_stack([np.cos(turns) * rim, np.sin(turns) * rim])
        at = np.arange(sides)
        faces = np.column_stack([np.zeros(sides, int), at + 1, (at + 1) % sides + 1])
        colors = np.tile((*look.body, surface_alpha(look.surface)), (sides + 1, 1))
        colors[0, :3] = LITTER_RGB
        up = np.tile((0.0, 0.0, 1.0), (sides + 1, 1))
        points += (x, y, wood.low + LITTER_LIFT_IN)
        parts.append(ColoredArrays(points, up, colors.astype(np.uint8), faces))
    return join_arrays(parts)


def scatter_plants(
    area: BaseGeometry,
    feature: Feature,
    keep_free: Sequence[tuple[float, float, float]],
    mix: Sequence[Plant],
    density: float,
    *,
    max_height: float,
    has_clusters: bool = False,
) -> list[tuple[Plant, PlantPlace]]:
    """Return low plants within an area, outside `keep_free`; most may grow in clusters."""
    frame = local_frame(feature.pieces)
    local = shapely.transform(area, frame.to_local)
    count = min(MAX_UNDERGROWTH, int(local.area * density) + 1)
    rng = np.random.default_rng(crc32(feature.id.encode()) + 2)
    x0, y0, x1, y1 = local.bounds
    spots = rng.uniform((x0, y0), (x1, y1), (count * 2, 2))
    if has_clusters:
        alone = int(len(spots) * CLUSTER_SHARE) + 1
        rest = len(spots) - alone
        middles = spots[rng.integers(alone, size=rest)]
        spots[alone:] = middles + rng.normal(0.0, CLUSTER_WIDTH_IN, (rest, 2))
        spots = rng.permutation(spots)
    kinds = rng.integers(len(mix), size=len(spots))
    shares = rng.random(len(spots))
    turns = rng.uniform(0, 2 * np.pi, len(spots))
    circles = np.array([*keep_free, (1e6, 1e6, 0.0)])
    table_spots = frame.to_table(spots)
    away = np.hypot(
        table_spots[:, None, 0] - circles[:, 0], table_spots[:, None, 1] - circles[:, 1]
    )
    clearance = (away - circles[:, 2]).min(axis=1)
    distance = shapely.distance(local.boundary, shapely.points(spots))
    is_inside = shapely.contains_xy(local, spots[:, 0], spots[:, 1])
    plants: list[tuple[Plant, PlantPlace]] = []
    for k in np.flatnonzero((clearance > 0) & is_inside).tolist():
        plant = mix[int(kinds[k])]
        low, high = UNDERGROWTH_SIZES_IN[plant]
        height = min(low + (high - low) * float(shares[k]), max_height)
        reach = height * MAX_REACHES[plant]
        is_clear = plant is not Plant.LOG or clearance[k] > reach
        if distance[k] > reach and is_clear and len(plants) < count:
            x, y = table_spots[k].tolist()
            turn = float(turns[k] + np.arctan2(frame.direction[1], frame.direction[0]))
            plants.append((plant, (x, y, feature.low, height, turn)))
    return plants
