"""Ladders as they are drawn: just in front of the wall that they lead up, and along it.

The rules' ladder is a point on the wall, which does not move. A ladder looks the same wherever it
is drawn: its uneven parts come from its name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from zlib import crc32

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from wc3d.geometry.solids import Piece
from wc3d.meshes.orientation import placed_matrix
from wc3d.presentation.palette import RGB
from wc3d.scene.figures import ColoredMesh
from wc3d.scene.ground_textures import GRASS, GroundKind
from wc3d.scene.materials import METAL, PLAIN
from wc3d.scene.mesh import DrawnMesh, make_box
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_meshes import footprint
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.table_state import Ladder

Floats = NDArray[np.float64]
STEEL_GROUNDS = frozenset({"station deck", "salt"})
"""The grounds of boards of industry, where ladders are of steel."""
WOOD_RGB: RGB = (176, 146, 104)
WOOD_RUNG_RGB: RGB = (206, 178, 130)
ROPE_RGB: RGB = (96, 80, 58)
PAINT_RGB: RGB = (206, 164, 62)
STEEL_RGB: RGB = (150, 146, 138)
RUST_RGB: RGB = (116, 72, 46)
WOOD_RISE_IN = 0.22
"""The height in inches of the longest rails of wood above the top of a ladder."""
CHIPS_PER_IN = 1.3
"""The chips in the paint on an inch of a rail."""
HALF_WIDTH_IN, HALF_RAIL_IN = 0.3, 0.05
RUNG_STEP_IN = 0.4
GAP_IN = 0.03
"""The distance in inches from a wall to its ladder."""
MESH_LADDERS: dict[str, tuple[tuple[float, float], ...]] = {
    "comms-tower.glb": ((0.96, -0.94),),
    "gantry.glb": ((-4.92, 0.0), (1.48, -1.9)),
    "gantry-bridge.glb": ((0.0, -1.49),),
    "lookout.glb": ((0.01, -2.16),),
    "tank.glb": ((-0.28, -1.64),),
}
"""The feet of the ladders and the heads of the stairs of mesh files, in inches from their origins."""
MAX_MESH_DISTANCE_IN = 0.6
"""The maximum distance in inches from a ladder's point to the ladder of a mesh file."""
FREE_RADIUS_IN = 0.46
"""The radius in inches of the place of a ladder without decoration of its wall."""
MAX_WALL_DISTANCE_IN = 1.0
"""The maximum distance in inches from a ladder's point to its wall."""


def make_ladder(
    ladder: Ladder,
    features: Collection[Feature] = (),
    ground: GroundKind = GRASS,
    is_fine: bool = True,
) -> list[ColoredMesh]:
    """Return a ladder in front of the nearest wall of a feature: two rails, rungs and feet.

    It is of wood, or of painted steel on the grounds of industry, whose chips are `is_fine` detail.
    Return nothing where a mesh file of a feature shows a ladder or a stair.
    """
    if is_shown_by_mesh(ladder, features):
        return []
    rng = np.random.default_rng(crc32(ladder.id.encode()))
    is_steel = ground.name in STEEL_GROUNDS
    parts = _make_steel(ladder, rng, is_fine) if is_steel else _make_wood(ladder, rng)
    place = _place(ladder, features)
    return [(part.transformed(place), rgb) for part, rgb in parts]


def ladder_surface(ground: GroundKind) -> int:
    """Return the number of the material of ladders on a board with this ground."""
    return METAL if ground.name in STEEL_GROUNDS else PLAIN


def _make_wood(ladder: Ladder, rng: np.random.Generator) -> Iterator[ColoredMesh]:
    """Yield weathered rails of different lengths, and tied rungs that are not quite level."""
    low, high, rail = ladder.bottom, ladder.top, HALF_RAIL_IN
    for s in (-1, 1):
        x, top = s * HALF_WIDTH_IN, high + rng.uniform(0.4, 1.0) * WOOD_RISE_IN
        half = rail * rng.uniform(0.85, 1.0)
        yield make_box((x - half, -rail, low), (x + half, rail, top)), _shaded(WOOD_RGB, rng)
    for z in np.arange(low + 0.25, high, RUNG_STEP_IN):
        middle = z + rng.uniform(-0.03, 0.03)
        ends = -HALF_WIDTH_IN - rng.uniform(0, 0.05), HALF_WIDTH_IN + rng.uniform(0, 0.05)
        rung = _tilted_bar(ends, middle, rng.uniform(0.03, 0.042), rng.uniform(-0.035, 0.035))
        yield rung, _shaded(WOOD_RUNG_RGB, rng)
    for s in (-1, 1):
        x, half = s * HALF_WIDTH_IN, rail + 0.012
        yield make_box((x - half, -half, high - 0.25), (x + half, half, high - 0.15)), ROPE_RGB


def _make_steel(ladder: Ladder, rng: np.random.Generator, is_fine: bool) -> Iterator[ColoredMesh]:
    """Yield rails with chipped paint, worn rungs, feet, and bars that hold it to its wall."""
    low, high, rail = ladder.bottom, ladder.top, HALF_RAIL_IN
    for s in (-1, 1):
        x = s * HALF_WIDTH_IN
        yield make_box((x - rail, -rail, low), (x + rail, rail, high)), _shaded(PAINT_RGB, rng)
        yield make_box((x - 0.09, -0.09, low), (x + 0.09, 0.08, low + 0.04)), STEEL_RGB
        half = rail + 0.003
        chips = int(rng.poisson(CHIPS_PER_IN * (high - low))) if is_fine else 0
        for z in rng.uniform(low + 0.1, high - 0.3, chips):
            long = rng.uniform(0.04, 0.2)
            box = make_box((x - half, -half, z), (x + half, 0.0, z + long))
            yield box, (RUST_RGB, STEEL_RGB)[int(rng.random() < 0.5)]
        for z in (low + 0.3 * (high - low), high - 0.25):
            yield (
                make_box((x - 0.025, 0.0, z), (x + 0.025, rail + GAP_IN + 0.05, z + 0.05)),
                RUST_RGB,
            )
    for z in np.arange(low + 0.25, high, RUNG_STEP_IN):
        ends = -HALF_WIDTH_IN, HALF_WIDTH_IN
        tilt = rng.uniform(-0.02, 0.02) if rng.random() < 0.3 else 0.0
        yield _tilted_bar(ends, z, 0.03, tilt), _shaded(STEEL_RGB, rng)


def _tilted_bar(ends: tuple[float, float], z: float, half: float, tilt: float) -> DrawnMesh:
    """Return a bar across a ladder whose right end is higher by twice `tilt`."""
    bar = make_box((ends[0], -0.04, z - half), (ends[1], 0.04, z + half))
    bar.vertices[:, 2] += tilt * np.sign(bar.vertices[:, 0])
    return bar


def _shaded(rgb: RGB, rng: np.random.Generator) -> RGB:
    """Return a color that is a little brighter or darker."""
    tone = rng.uniform(0.88, 1.1)
    r, g, b = (min(255, round(value * tone)) for value in rgb)
    return r, g, b


def ladder_circles(ladders: Iterable[Ladder]) -> list[tuple[float, float, float]]:
    """Return circles (x, y, radius) that decoration of walls must leave free."""
    return [(*ladder.at, FREE_RADIUS_IN) for ladder in ladders]


def is_shown_by_mesh(ladder: Ladder, features: Iterable[Feature]) -> bool:
    """Return whether a mesh file of these features shows this ladder."""
    return any(
        np.hypot(*(_on_table(shape, spot) - ladder.at)) < MAX_MESH_DISTANCE_IN
        for feature in features
        for shape in feature.shapes
        if isinstance(shape, MeshShape)
        for spot in MESH_LADDERS.get(shape.file, ())
    )


def _on_table(shape: MeshShape, spot: tuple[float, float]) -> Floats:
    """Return the place on the table of a point of a mesh that stands upright."""
    turn = placed_matrix("z", shape.rotation, shape.mirrored)[:2, :2]
    result: Floats = shape.scale * turn @ np.array(spot) + shape.position[:2]
    return result


def _place(ladder: Ladder, features: Iterable[Feature]) -> Floats:
    """Return the matrix that places a ladder whose rungs are along x and whose wall is at +y."""
    spot = np.array(ladder.at, float)
    along = np.array((1.0, 0.0))
    starts, ways = _wall_sides(ladder, features)
    if len(starts):
        lengths = np.maximum(np.hypot(ways[:, 0], ways[:, 1]), 1e-9)
        units = ways / lengths[:, None]
        shares = np.clip(((spot - starts) * units).sum(axis=1), 0, lengths)
        feet = starts + units * shares[:, None]
        distances = np.hypot(*(feet - spot).T)
        nearest = np.lexsort((-lengths, np.round(distances, 3)))[0]
        if distances[nearest] < MAX_WALL_DISTANCE_IN:
            along = units[nearest]
            outward = np.array((along[1], -along[0]))
            spot = feet[nearest] + outward * (HALF_RAIL_IN + GAP_IN)
    matrix = np.eye(4)
    matrix[:2, 0] = along
    matrix[:2, 1] = -along[1], along[0]
    matrix[:2, 3] = spot
    return matrix


def _wall_sides(ladder: Ladder, features: Iterable[Feature]) -> tuple[Floats, Floats]:
    """Return the starts of the walls around a ladder in plan, and their ways, with the solid left."""
    outlines = [
        shapely.make_valid(Polygon(footprint(piece)))
        for feature in features
        if feature.kind.solid
        for piece in feature.pieces
        if _is_at(piece, ladder)
    ]
    whole = shapely.orient_polygons(shapely.union_all(outlines, grid_size=1e-5))
    rings = [np.asarray(ring.coords)[:, :2] for ring in shapely.get_rings(shapely.get_parts(whole))]
    if not rings:
        return np.zeros((0, 2)), np.zeros((0, 2))
    return (
        np.concatenate([ring[:-1] for ring in rings]),
        np.concatenate([np.diff(ring, axis=0) for ring in rings]),
    )


def _is_at(piece: Piece, ladder: Ladder) -> bool:
    """Return whether a piece is near a ladder and between its ends."""
    if is_flat(piece) or piece.low >= ladder.top or piece.high <= ladder.bottom + 0.05:
        return False
    low_x, low_y, high_x, high_y = piece.box
    x, y = ladder.at
    reach = MAX_WALL_DISTANCE_IN
    return low_x - reach < x < high_x + reach and low_y - reach < y < high_y + reach
