"""What lies on rough ground: stones, bricks, brambles, wire, reeds, ditches or craters."""

from __future__ import annotations

import re
from zlib import crc32

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from wc3d.presentation.palette import RGB, terrain_look
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.mesh import DrawnMesh, make_box
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_details.colored_arrays import (
    EMPTY_ARRAYS,
    ColoredArrays,
    color_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.feature_details import merge_colored
from wc3d.scene.terrain_details.layers import split_triangles
from wc3d.scene.terrain_details.local_frame import LocalFrame, local_frame
from wc3d.scene.terrain_details.rings import chance
from wc3d.scene.terrain_details.solid_bodies import Part
from wc3d.scene.terrain_details.tree_shapes import VARIANTS, Plant, plant_shape
from wc3d.scene.terrain_details.wall_foot import place_stones
from wc3d.scene.terrain_details.wood_plants import LEAF_RGBS, scatter_plants
from wc3d.scene.terrain_meshes import GROUND_LIFT_IN, plan_outline
from wc3d.table.features import Feature

Floats = NDArray[np.float64]
MAX_ROUGH_HEIGHT_IN = 0.34
"""The maximum height in inches of what lies on flat rough ground."""
MARGIN_IN = 0.12
ROUGH_NAMES: tuple[tuple[str, str], ...] = (
    (r"stream|river|pond|pool|ford|brook|lake|water", "water"),
    (r"wire", "wire"),
    (r"bramble|nettle|thorn|scrub|bush|undergrowth|fern|hedge|grass|crop", "plants"),
    (r"crater|shell ?hole", "crater"),
    (r"oil|slick|spill|tar", "oil"),
    (r"ditch|mud|marsh|bog|swamp|mire", "mud"),
    (r"brick|rubble|ruin|debris|wreck", "rubble"),
    (r"crust|salt|ice|snow", "crust"),
)
SURFACES: dict[str, int] = {
    "water": m.WATER,
    "oil": m.WATER,
    "mud": m.EARTH,
    "plants": m.LEAVES,
    "crater": m.EARTH,
    "wire": m.EARTH,
    "crust": m.GROUND,
}
STONES_PER_SQ_IN: dict[str, float] = {
    "stones": 4.2,
    "rubble": 4.6,
    "crust": 1.0,
    "mud": 0.7,
    "water": 2.6,
    "crater": 1.2,
    "wire": 0.3,
    "plants": 0.4,
}
MAX_STONES = 190
MAX_COARSE_STONES = 60
HEAPED_KINDS = frozenset({"stones", "rubble"})
HEAP_SQ_IN, HEAPED_SHARE, HEAP_SPREAD_IN = 5.0, 0.6, 0.5
"""The square inches for each heap of stones, the share of them in heaps, and the size of heaps."""
HOLLOW_LEVELS = (
    (0.03, 0.016, 0.0, 1.15),
    (0.2, 0.08, 0.2, 1.2),
    (0.42, 0.03, -0.12, 0.72),
    (0.75, 0.018, -0.4, 0.5),
)
"""The edges of a ditch: distances from its edge in inches, heights, those for light, and tones."""
SHORE_IN = 0.36
"""The width in inches of the strip along water with stones and reeds."""
REED_CLUMPS_PER_SQ_IN, REEDS, MAX_REED_CLUMPS = 1.1, 9, 120
HOLLOW_STEP_IN, HOLLOW_UNEVEN_IN, HOLLOW_GAP_IN = 0.3, 0.16, 0.05
"""The distance of the corners along the edges of a ditch, how uneven they are, and the least
distance of two edges, in inches."""
CRATER_SIDES, MIN_CRATER_SHARE, CRATER_UNEVEN = 40, 0.95, 0.16
"""The corners around a crater, the smallest share of its convex hull, and how uneven its rim is."""
CRATER_LEVELS = (
    (0.985, 0.003, 0.0, 1.35),
    (0.86, 0.07, 0.22, 1.4),
    (0.72, 0.15, 0.42, 1.3),
    (0.62, 0.09, 0.12, 0.85),
    (0.45, 0.02, -0.3, 0.55),
    (0.22, 0.018, -0.5, 0.42),
    (0.002, 0.018, -0.55, 0.38),
)
"""The rings of a crater from outside: shares of its reach, heights, those for light, and tones."""
BRICK_RGB: RGB = (158, 98, 76)
WOOD_RGB: RGB = (112, 88, 64)
WIRE_RGB: RGB = (70, 62, 56)
OIL_RGB: RGB = (44, 42, 46)
WATER_RGB: RGB = (76, 112, 120)


def rough_kind(feature: Feature) -> str:
    """Return what a patch of rough ground is: "stones", or a kind by its name."""
    if feature.water:
        return "water"
    words = f"{feature.name} {feature.id}".lower().replace("-", " ")
    return next((kind for pattern, kind in ROUGH_NAMES if re.search(pattern, words)), "stones")


def rough_surface(feature: Feature, ground: GroundKind) -> tuple[RGB, int]:
    """Return the color and the material of a patch of rough ground."""
    look = terrain_look(feature)
    kind = rough_kind(feature)
    if feature.water:
        return look.body, look.surface
    surface = SURFACES.get(kind, look.surface)
    if kind == "water":
        return WATER_RGB, surface
    if kind == "oil":
        return OIL_RGB, surface
    if kind == "plants":
        return (78, 88, 52), surface
    base = np.array(look.body) * 0.5 + np.array(ground.colors[3]) * 0.5
    r, g, b = np.rint(base).astype(int).tolist()
    return (r, g, b), surface


def make_rough_details(feature: Feature, ground: GroundKind, is_fine: bool = True) -> ColoredArrays:
    """Return what lies on the flat parts of rough ground, always within them."""
    flat = [piece for piece in feature.pieces if is_flat(piece)]
    kind = rough_kind(feature)
    if not flat or kind == "oil":
        return join_arrays([])
    frame = local_frame(feature.pieces)
    area = shapely.transform(plan_outline(flat), frame.to_local)
    room = area.buffer(-MARGIN_IN)
    if room.is_empty:
        return join_arrays([])
    rng = np.random.default_rng(crc32(feature.id.encode()))
    shore = room.difference(room.buffer(-SHORE_IN)) if kind == "water" else room
    parts, stones = _stone_parts(kind, shore, ground, rng, is_fine)
    if kind == "wire":
        parts += _wire(room, rng, is_fine)
    elif kind == "crater" and is_fine:
        parts += _crater_rim(area, ground, rng)
    elif kind == "mud" and is_fine:
        parts += _hollow(area, ground, rng)
    arrays = [merge_colored(parts, 0, None).placed(frame), stones.placed(frame)]
    if is_fine and kind == "water":
        arrays.append(_reeds(shore, ground, rng).placed(frame))
    if is_fine and kind in ("plants", "mud", "water", "stones"):
        arrays.append(_plants(kind, frame, room, feature, ground))
    return join_arrays(arrays)


def _reeds(shore: BaseGeometry, ground: GroundKind, rng: np.random.Generator) -> ColoredArrays:
    """Return clumps of reeds along the edge of water."""
    count = min(MAX_REED_CLUMPS, int(shore.area * REED_CLUMPS_PER_SQ_IN))
    x0, y0, x1, y1 = shore.bounds
    spots = rng.uniform((x0, y0), (x1, y1), (count * 6, 2))
    spots = spots[shapely.contains_xy(shore, spots[:, 0], spots[:, 1])][:count]
    n = len(spots) * REEDS
    foot = np.repeat(spots, REEDS, axis=0) + rng.uniform(-0.06, 0.06, (n, 2))
    lean = rng.uniform(-0.05, 0.05, (n, 2))
    turn = rng.uniform(0, np.pi, n)
    side = 0.016 * np.column_stack([np.cos(turn), np.sin(turn)])
    high = rng.uniform(0.5, 1.0, n) * (MAX_ROUGH_HEIGHT_IN - 0.01)
    low = np.zeros(n)
    front = np.stack(
        [
            np.column_stack([foot + side, low]),
            np.column_stack([foot - side, low]),
            np.column_stack([foot + lean, high]),
        ],
        axis=1,
    )
    points = np.concatenate([front, front[:, ::-1]]).reshape(-1, 3)
    tones = 0.6 + 2.2 * points[:, 2]
    up = np.tile((0.0, 0.0, 1.0), (len(points), 1))
    rgb = (ground.tufts or ((92, 104, 58),))[0]
    return color_triangles(points, up, rgb, m.GRASS, tones)


def _plants(
    kind: str, frame: LocalFrame, room: BaseGeometry, feature: Feature, ground: GroundKind
) -> ColoredArrays:
    if kind in ("water", "mud"):
        room = room.difference(room.buffer(-0.4))
    elif kind == "stones" and not ground.tufts:
        return join_arrays([])
    if room.is_empty:
        return join_arrays([])
    mix = (Plant.BUSH, Plant.FERN, Plant.FERN) if kind == "plants" else (Plant.FERN,)
    density = 3.5 if kind == "plants" else 1.2 if kind == "stones" else 2.0
    area = shapely.transform(room, frame.to_table)
    leaves = LEAF_RGBS.get(ground.name, LEAF_RGBS["grassland"])
    groups: dict[tuple[Plant, int], list[tuple[float, float, float, float, float]]] = {}
    plants = scatter_plants(area, feature, (), mix, density, max_height=MAX_ROUGH_HEIGHT_IN - 0.01)
    for number, (plant, place) in enumerate(plants):
        groups.setdefault((plant, number % VARIANTS), []).append(place)
    return join_arrays(
        [
            plant_shape(plant, k, leaves[k % len(leaves)], False).copied(places)
            for (plant, k), places in groups.items()
        ]
    )


def _stone_parts(
    kind: str, room: BaseGeometry, ground: GroundKind, rng: np.random.Generator, is_fine: bool
) -> tuple[list[Part], ColoredArrays]:
    """Return the bricks and beams of rubble, and stones."""
    count = min(MAX_STONES, int(room.area * STONES_PER_SQ_IN[kind]) + 2)
    has_heaps = is_fine and kind in HEAPED_KINDS
    if not is_fine:
        count = min(count, int(room.area * 1.5), MAX_COARSE_STONES)
    x0, y0, x1, y1 = room.bounds
    spots = rng.uniform((x0, y0), (x1, y1), (count * 2, 2))
    if has_heaps:
        heaps = max(1, round(room.area / HEAP_SQ_IN))
        middles = rng.uniform((x0, y0), (x1, y1), (heaps, 2))
        chosen = rng.random(len(spots)) < HEAPED_SHARE
        own = middles[rng.integers(heaps, size=len(spots))]
        spread = own + rng.normal(size=(len(spots), 2)) * HEAP_SPREAD_IN
        spots = np.where(chosen[:, None], spread, spots)
    depth = shapely.distance(room.boundary, shapely.points(spots))
    inside = shapely.contains_xy(room, spots[:, 0], spots[:, 1])
    stones: list[tuple[Floats, float]] = []
    parts: list[Part] = []
    for spot, room_in in zip(spots[inside][:count], depth[inside][:count].tolist(), strict=True):
        size = 0.05 + 0.13 * rng.random() ** 2
        if has_heaps:
            size += 0.14 * rng.random() ** 5
        choice = rng.random()
        if kind == "rubble" and is_fine and choice < 0.5 and room_in > 0.04:
            parts.append(_brick(rng, spot))
        elif kind == "rubble" and is_fine and choice < 0.57 and room_in > 0.5:
            parts.append(_beam(rng, spot))
        else:
            stones.append((spot, min(size, MARGIN_IN + room_in)))
    if not stones:
        return parts, EMPTY_ARRAYS
    sizes = np.array([size for _, size in stones])
    rgb = (ground.stones or ((128, 120, 108),))[0]
    spots = np.array([spot for spot, _ in stones])
    heights = sizes * rng.uniform(0.6, 1.0, len(sizes))
    return parts, place_stones(rng, spots, sizes, heights, rgb)


def _placed(mesh: DrawnMesh, rng: np.random.Generator, spot: Floats, tilt: float) -> DrawnMesh:
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    points = mesh.vertices.copy()
    points[:, 2] += points[:, 0] * tilt
    points[:, 2] -= min(0.0, points[:, 2].min())
    points[:, :2] = points[:, :2] @ np.array([[c, s], [-s, c]]) + spot
    return DrawnMesh(points, mesh.faces)


def _brick(rng: np.random.Generator, spot: Floats) -> Part:
    long, wide, tall = np.array((0.12, 0.058, 0.085)) * rng.uniform(0.55, 1.0, 3)
    box = make_box((-long, -wide, 0), (long, wide, tall))
    rgb = BRICK_RGB
    tones = np.full(8, rng.uniform(0.75, 1.15))
    return Part(_placed(box, rng, spot, rng.uniform(0, 0.5)), rgb, m.PLAIN, tones)


def _beam(rng: np.random.Generator, spot: Floats) -> Part:
    length = rng.uniform(0.3, 0.55)
    box = make_box((-length, -0.05, 0), (length, 0.05, 0.08))
    tones = np.full(8, rng.uniform(0.7, 1.1))
    return Part(_placed(box, rng, spot, rng.uniform(0, 0.14)), WOOD_RGB, m.PLANKS, tones)


def _wire(room: BaseGeometry, rng: np.random.Generator, is_fine: bool) -> list[Part]:
    """Return rows of posts along the longest side of the room, and coils of barbed wire."""
    box = np.asarray(room.minimum_rotated_rectangle.exterior.coords)[:4, :2]
    first, second = box[1] - box[0], box[2] - box[1]
    if np.hypot(*first) < np.hypot(*second):
        box, first, second = np.roll(box, -1, axis=0), second, -first
    length = float(np.hypot(*first))
    rows = max(1, round(float(np.hypot(*second)) / 0.9))
    parts = []
    for row in range(rows):
        start = box[0] + second * (row + 0.5) / rows
        count = max(2, round(length / 1.3))
        for k in range(count + 1):
            spot = start + first * (0.03 + 0.94 * k / count)
            if room.contains(shapely.Point(*spot)):
                post = make_box((-0.03, -0.03, 0), (0.03, 0.03, rng.uniform(0.26, 0.33)))
                parts.append(Part(_placed(post, rng, spot, 0.0), WOOD_RGB, m.PLANKS))
        if is_fine:
            coil = _coil(start + first * 0.03, first * 0.94, room)
            if len(coil.faces):
                parts.append(Part(coil, WIRE_RGB, m.METAL))
    return parts


def _coil(start: Floats, way: Floats, room: BaseGeometry) -> DrawnMesh:
    length = float(np.hypot(*way))
    turns = np.arange(0, length * 3.2 * 2 * np.pi, 2 * np.pi / 9)
    along = way / length
    across = np.array([-along[1], along[0]])
    middle = start + along * (turns / turns[-1] * length)[:, None]
    points = np.column_stack(
        [middle + across * (0.11 * np.cos(turns))[:, None], 0.125 + 0.11 * np.sin(turns)]
    )
    ribbon = points + np.array([*(along * 0.03), 0.016])
    at = np.arange(len(points) - 1)
    n = len(points)
    faces = np.concatenate(
        [np.column_stack([at, at + 1, at + 1 + n]), np.column_stack([at, at + 1 + n, at + n])]
    )
    shapely.prepare(room)
    inside = shapely.contains_xy(room, points[:, 0], points[:, 1])
    faces = faces[inside[faces % n].all(axis=1)]
    return DrawnMesh(np.concatenate([points, ribbon]), np.concatenate([faces, faces[:, ::-1]]))


def _crater_rim(area: BaseGeometry, ground: GroundKind, rng: np.random.Generator) -> list[Part]:
    """Return an uneven rim of earth within the edge of a crater, and its scorched bowl.

    The bowl is as level as the table, and light falls on it as if it were deep.
    """
    if area.area < MIN_CRATER_SHARE * area.convex_hull.area:
        return []
    center = shapely.get_coordinates(area.centroid)[0]
    turns = np.linspace(0, 2 * np.pi, CRATER_SIDES, endpoint=False)
    ways = np.column_stack([np.cos(turns), np.sin(turns)])
    far = center + ways * 2 * np.hypot(*np.ptp(shapely.get_coordinates(area), axis=0))
    spokes = [shapely.LineString([center, end]).intersection(area) for end in far]
    reach = np.array([spoke.length for spoke in spokes])
    rows = []
    for share, z, deep, tone in CRATER_LEVELS:
        wave = _ring_noise(rng) - 0.5
        radius = reach * np.minimum(share * (1 + CRATER_UNEVEN * wave), 0.985)
        plan = center + ways * radius[:, None]
        high = np.maximum(z * (0.55 + 0.9 * _ring_noise(rng)), 1.5 * GROUND_LIFT_IN)
        tones = tone * rng.uniform(0.82, 1.14, CRATER_SIDES)
        rows.append((np.column_stack([plan, high]), high + deep - z, tones))
    points = np.concatenate([row[0] for row in rows])
    shading = np.column_stack([points[:, :2], np.concatenate([row[1] for row in rows])])
    tones = np.concatenate([row[2] for row in rows])
    at = np.arange(CRATER_SIDES)
    ahead = (at + 1) % CRATER_SIDES
    faces = []
    for k in range(len(rows) - 1):
        outer, inner = k * CRATER_SIDES, (k + 1) * CRATER_SIDES
        faces.append(np.column_stack([at + outer, ahead + outer, ahead + inner]))
        faces.append(np.column_stack([at + outer, ahead + inner, at + inner]))
    mesh = DrawnMesh(points, np.concatenate(faces))
    return [Part(mesh, ground.colors[3], m.EARTH, tones, shading)]


def _hollow(area: BaseGeometry, ground: GroundKind, rng: np.random.Generator) -> list[Part]:
    """Return the raised banks of a ditch within its edge, and its dark bottom.

    The bottom is as level as the table, and light falls on it as if it were deep.
    """
    seed = int(rng.integers(1 << 30))
    edges: list[BaseGeometry] = []
    for reach, *_ in HOLLOW_LEVELS:
        edge = shapely.segmentize(area.buffer(-reach, join_style="bevel"), HOLLOW_STEP_IN)
        if edges:
            edge = shapely.transform(edge, lambda spots: _shaken(spots, seed)).buffer(0)
            edge = edge.intersection(edges[-1].buffer(-HOLLOW_GAP_IN))
        edges.append(edge)
    parts = []
    for k, edge in enumerate(edges):
        if edge.is_empty:
            break
        inner = edges[k + 1] if k + 1 < len(edges) else edge.buffer(-9)
        band = edge if inner.is_empty else edge.difference(inner)
        flat = split_triangles(band).reshape(-1, 2)
        if not len(flat):
            continue
        is_inner = ~shapely.is_empty(inner) & (
            shapely.distance(edge.boundary, shapely.points(flat)) > 1e-4
        )
        rows = np.array([HOLLOW_LEVELS[min(k + step, len(edges) - 1)][1:] for step in (0, 1)])
        z, deep, tones = rows[is_inner.astype(int)].T
        noise = chance(flat, seed)
        high = np.maximum(z * (0.5 + noise), 1.3 * GROUND_LIFT_IN)
        points = np.column_stack([flat, high])
        shading = np.column_stack([flat, high + deep + 0.12 * (noise - 0.5)])
        faces = np.arange(len(points)).reshape(-1, 3)
        shade = tones * (0.93 + 0.14 * chance(flat, seed + 1))
        parts.append(Part(DrawnMesh(points, faces), ground.colors[3], m.EARTH, shade, shading))
    return parts


def _shaken(spots: Floats, seed: int) -> Floats:
    """Return points moved at random by a little."""
    shift = np.column_stack([chance(spots, seed + 2), chance(spots, seed + 3)]) - 0.5
    result: Floats = spots + HOLLOW_UNEVEN_IN * shift
    return result


def _ring_noise(rng: np.random.Generator) -> Floats:
    """Return random numbers from 0 to 1 around a crater, each near its neighbors."""
    values = rng.random(CRATER_SIDES)
    smooth = (np.roll(values, 1) + 2 * values + np.roll(values, -1)) / 4
    result: Floats = np.clip(0.5 + 1.5 * (smooth - 0.5), 0, 1)
    return result
