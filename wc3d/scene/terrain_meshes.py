"""Terrain and volumes as triangle meshes: the rules' solids, for pictures, picking and export.

Round sides have `CYLINDER_SIDES` flat faces with corners on the true circle. Verdicts never use
these meshes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from manifold3d import CrossSection, Manifold, OpType
from numpy.typing import NDArray
from shapely import (
    MultiPolygon,
    Polygon,
    constrained_delaunay_triangles,
    get_parts,
    get_rings,
    make_valid,
    union_all,
)
from shapely.errors import GEOSException

from wc3d.geometry.solids import Cylinder, Piece, Prism
from wc3d.geometry.vertical_section import prism_corners
from wc3d.scene.mesh import DrawnMesh, make_box
from wc3d.scene.mesh_looks import (
    MeshLook,
    cached_look,
    find_ready_look,
    get_look,
    mesh_files_of,
    placement_matrix,
)
from wc3d.scene.picking import is_flat
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.terrain.mesh_solids import MeshKey

CYLINDER_SIDES = 64
"""The number of flat faces of a round side."""

GROUND_LIFT_IN = 0.012
"""Inches between flat ground and the surface below it, so that both do not flicker."""

MAX_CREASES = 1000
"""The maximum creases to draw; more would hide a mesh, so its hull's edges are drawn."""

MAX_UNION_PIECES = 1500
"""The maximum number of pieces to unite; a larger union is slow and is drawn in pieces."""


def footprint(piece: Piece) -> NDArray[np.float64]:
    """Return the piece's outline in plan (n, 2), counter-clockwise."""
    if isinstance(piece, Prism):
        return piece.points
    turn = np.linspace(0, 2 * np.pi, CYLINDER_SIDES, endpoint=False)
    return np.array(piece.center) + piece.radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _piece_solid(piece: Piece) -> Manifold:
    if isinstance(piece, Cylinder):
        column = CrossSection([footprint(piece)]).extrude(piece.high - piece.low)
        return column.translate((0.0, 0.0, piece.low))
    if piece.is_level:
        return (
            CrossSection([piece.points])
            .extrude(piece.high - piece.low)
            .translate((0.0, 0.0, piece.low))
        )
    return Manifold.hull_points(prism_corners(piece))


def _to_mesh(solid: Manifold) -> DrawnMesh:
    mesh = solid.to_mesh64()
    points = np.asarray(mesh.vert_properties)[:, :3]
    faces = np.asarray(mesh.tri_verts)
    return DrawnMesh(points.copy(), faces.astype(np.int64))


def union_mesh(pieces: Iterable[Piece], most: int = MAX_UNION_PIECES) -> DrawnMesh:
    """Return the union of the pieces with a height as one clean mesh, empty if there are none.

    More than `most` pieces are not united.
    """
    solids = [_piece_solid(piece) for piece in pieces if not is_flat(piece)]
    if not solids:
        return DrawnMesh()
    if len(solids) > most:
        return _to_mesh(Manifold.compose(solids))
    return _to_mesh(Manifold.batch_boolean(solids, OpType.Add).simplify(1e-6))


def prisms_mesh(pieces: Iterable[Piece]) -> DrawnMesh:
    """Return separate prisms as one mesh: fast for thousands."""
    points: list[NDArray[np.float64]] = []
    faces: list[NDArray[np.int64]] = []
    count = 0
    for piece in pieces:
        if isinstance(piece, Prism) and not is_flat(piece):
            n = len(piece.points)
            ring = np.arange(n)
            fan = np.arange(1, n - 1)
            ahead = (ring + 1) % n
            bottom = np.column_stack([np.zeros_like(fan), fan + 1, fan])
            top = np.column_stack([np.zeros_like(fan), fan, fan + 1]) + n
            sides = [
                np.column_stack([ring, ahead, ahead + n]),
                np.column_stack([ring, ahead + n, ring + n]),
            ]
            points.append(prism_corners(piece))
            faces.append(np.concatenate([bottom, top, *sides]) + count)
            count += 2 * n
    if not points:
        return DrawnMesh()
    return DrawnMesh(np.concatenate(points), np.concatenate(faces))


def ground_mesh(pieces: Iterable[Piece], lift: float = 0.0) -> DrawnMesh:
    """Return footprints at the pieces' lowest height, for flat terrain and under woods."""
    points: list[NDArray[np.float64]] = []
    faces: list[NDArray[np.int64]] = []
    count = 0
    for piece in pieces:
        outline = footprint(piece)
        points.append(np.column_stack([outline, np.full(len(outline), piece.low + lift)]))
        fan = np.arange(1, len(outline) - 1)
        faces.append(np.column_stack([np.zeros_like(fan), fan, fan + 1]) + count)
        count += len(outline)
    if not points:
        return DrawnMesh()
    return DrawnMesh(np.concatenate(points), np.concatenate(faces))


def plan_outline(pieces: Iterable[Piece]) -> MultiPolygon:
    """Return the footprint of a union of pieces in plan."""
    outlines = [Polygon(footprint(piece)) for piece in pieces]
    try:
        whole = union_all(outlines)
    except GEOSException:
        whole = union_all(outlines, grid_size=1e-6)
    return (
        MultiPolygon([whole])
        if isinstance(whole, Polygon)
        else MultiPolygon([p for p in whole.geoms if p.area > 0])
    )


def outline_edges(pieces: Iterable[Piece], lift: float = 0.0) -> NDArray[np.float64]:
    """Return the footprint's edges (n, 2, 3) at the pieces' lowest height, for drawing."""
    pieces = tuple(pieces)
    low = min(piece.low for piece in pieces) + lift
    rings = [np.array(ring.coords)[:, :2] for ring in get_rings(get_parts(plan_outline(pieces)))]
    flat_edges = np.concatenate(
        [np.stack([corners[:-1], corners[1:]], axis=1) for corners in rings]
    )
    return np.concatenate([flat_edges, np.full((*flat_edges.shape[:2], 1), low)], axis=2)


@dataclass(frozen=True, eq=False)
class PlacedMeshLook:
    """A mesh file for drawing: its look, and the matrix (4, 4) that places it on the table."""

    key: MeshKey
    look: MeshLook
    matrix: NDArray[np.float64]

    @property
    def is_mirrored(self) -> bool:
        """True if the matrix mirrors the mesh."""
        return bool(np.linalg.det(self.matrix[:3, :3]) < 0)


@dataclass(frozen=True, eq=False)
class FeatureMesh:
    """A terrain feature as meshes: its body (parts with a height) and its ground (flat parts).

    `files` are drawn with their own looks, `mesh_without_files` is the rest of the body.
    `is_waiting_for_files`: some looks are not ready, and boxes replace them.
    """

    body: DrawnMesh
    ground: DrawnMesh
    mesh_without_files: DrawnMesh
    files: tuple[PlacedMeshLook, ...] = ()
    is_waiting_for_files: bool = False


def _make_feature_mesh(feature: Feature, wait: bool) -> FeatureMesh:
    ground = ground_mesh([piece for piece in feature.pieces if is_flat(piece)])
    files = [  # a small mesh, which is its own solid, loads fast
        (shape, key, get_look(key) if wait or shape.mesh is None else find_ready_look(key))
        for shape, key in mesh_files_of(feature.shapes)
    ]
    waits = any(look is None for _, _, look in files)
    read = [
        (shape, key, look) for shape, key, look in files if look is not None and look.detail_levels
    ]
    if not any(look.has_own_colors or shape.mesh is not None for shape, _, look in read):
        solids = (
            bounding_boxes(feature)
            if waits
            else [prisms_mesh(p for mesh in feature.meshes for p in mesh.pieces)]
        )
        body = merge_meshes([union_mesh(feature.solid_pieces), *solids])
        return FeatureMesh(body, ground, body, (), waits)
    plain = union_mesh(
        p for shape in feature.shapes if not isinstance(shape, MeshShape) for p in shape.pieces()
    )
    placed_looks = tuple(
        PlacedMeshLook(key, look, placement_matrix(shape)) for shape, key, look in read
    )
    outlines = [file.look.outline.transformed(file.matrix) for file in placed_looks]
    return FeatureMesh(merge_meshes([plain, *outlines]), ground, plain, placed_looks, waits)


def bounding_boxes(feature: Feature) -> list[DrawnMesh]:
    """Return boxes around the feature's meshes."""
    box_meshes = []
    for mesh in feature.meshes:
        boxes = np.array([p.box for p in mesh.pieces])
        heights = [(p.low, p.high) for p in mesh.pieces]
        low = (*boxes[:, :2].min(axis=0), min(low for low, _ in heights))
        high = (*boxes[:, 2:].max(axis=0), max(high for _, high in heights))
        box_meshes.append(make_box(low, high))
    return box_meshes


def merge_meshes(meshes: Iterable[DrawnMesh]) -> DrawnMesh:
    """Return several meshes as one."""
    filled_meshes = [mesh for mesh in meshes if len(mesh.faces)]
    if len(filled_meshes) < 2:
        return filled_meshes[0] if filled_meshes else DrawnMesh()
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in filled_meshes)])
    faces = [
        np.asarray(mesh.faces) + k for mesh, k in zip(filled_meshes, offsets[:-1], strict=True)
    ]
    return DrawnMesh(
        np.concatenate([mesh.vertices for mesh in filled_meshes]), np.concatenate(faces)
    )


_meshes: WeakKeyDictionary[Feature, FeatureMesh] = WeakKeyDictionary()


def make_feature_mesh(feature: Feature, wait: bool = True) -> FeatureMesh:
    """Return a feature's meshes, cached for its lifetime because features never change.

    Without `wait`, its mesh files are drawn only if their looks are ready.
    """
    result = _meshes.get(feature)
    if result is None or (
        result.is_waiting_for_files
        and (wait or any(cached_look(key) is not None for _, key in mesh_files_of(feature.shapes)))
    ):
        result = _meshes[feature] = _make_feature_mesh(feature, wait)
    return result


def cylinder_mesh(volume: Cylinder) -> DrawnMesh:
    """Return a cylinder with `CYLINDER_SIDES` faces."""
    return _to_mesh(_piece_solid(volume))


def hull_mesh(a: Cylinder, b: Cylinder) -> DrawnMesh:
    """Return the convex hull of two cylinders: everything between them (p. 34)."""
    corners = [
        np.column_stack([footprint(v), np.full(CYLINDER_SIDES, z)])
        for v in (a, b)
        for z in (v.low, v.high)
    ]
    return _to_mesh(Manifold.hull_points(np.concatenate(corners)))


def area_mesh(shape: MultiPolygon | Polygon, z: float) -> DrawnMesh:
    """Return a level area as triangles. An invalid shape is repaired, or left out if that fails."""
    corners = np.zeros((0, 2))
    for mend in (
        lambda: shape,
        lambda: make_valid(shape),
        lambda: shape.simplify(1e-3).buffer(0),
        lambda: shape.buffer(-1e-4),
    ):
        try:
            triangles = constrained_delaunay_triangles(mend())
        except GEOSException:
            continue
        corners = np.array(
            [t.exterior.coords[:3] for t in triangles.geoms if isinstance(t, Polygon)]
        ).reshape(-1, 2)
        break
    points = np.column_stack([corners, np.full(len(corners), z)])
    return DrawnMesh(points, np.arange(len(points)).reshape(-1, 3))


def crease_edges(mesh: DrawnMesh, degrees: float = 30.0) -> NDArray[np.float64]:
    """Return the edges (n, 2, 3) where the surface turns sharply, for line drawings."""
    return mesh.crease_edges(degrees)


def characteristic_edges(mesh: DrawnMesh) -> NDArray[np.float64]:
    """Return edges (n, 2, 3) that show a solid: its creases, or its hull's if they are too many."""
    edges = crease_edges(mesh)
    return (
        edges
        if len(edges) <= MAX_CREASES
        else crease_edges(_to_mesh(Manifold.hull_points(mesh.vertices)))
    )
