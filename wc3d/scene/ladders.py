"""Ladders as they are drawn: just in front of the wall that they lead up, and along it.

The rules' ladder is a point on the wall, which does not move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from wc3d.geometry.solids import Piece
from wc3d.meshes.orientation import placed_matrix
from wc3d.presentation.palette import RGB
from wc3d.scene.figures import ColoredMesh
from wc3d.scene.mesh import make_box
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_meshes import footprint
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.table_state import Ladder

Floats = NDArray[np.float64]
RUNG_RGB: RGB = (214, 178, 92)
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


def make_ladder(ladder: Ladder, features: Collection[Feature] = ()) -> list[ColoredMesh]:
    """Return a ladder: two rails and its rungs, in front of the nearest wall of a feature.

    Return nothing where a mesh file of a feature shows a ladder or a stair.
    """
    if is_shown_by_mesh(ladder, features):
        return []
    low, high, rail = ladder.bottom, ladder.top, HALF_RAIL_IN
    parts = [
        make_box((s * HALF_WIDTH_IN - rail, -rail, low), (s * HALF_WIDTH_IN + rail, rail, high))
        for s in (-1, 1)
    ]
    parts += [
        make_box((-HALF_WIDTH_IN, -0.04, z - 0.035), (HALF_WIDTH_IN, 0.04, z + 0.035))
        for z in np.arange(low + 0.25, high, RUNG_STEP_IN)
    ]
    place = _place(ladder, features)
    return [(part.transformed(place), RUNG_RGB) for part in parts]


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
