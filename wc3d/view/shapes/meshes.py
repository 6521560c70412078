"""Terrain and volumes as triangle meshes: the same solids the rules see, for pictures, picking and export.

Round sides get `SIDES` flat faces whose corners lie on the true circle. Verdicts never come from these meshes.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import trimesh
from manifold3d import CrossSection, Manifold, OpType
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from shapely import MultiPolygon, Polygon, constrained_delaunay_triangles, get_parts, get_rings, make_valid, union_all
from shapely.errors import GEOSException

from wc3d.evidence.picking import flat
from wc3d.geometry.section import prism_corners
from wc3d.geometry.solids import Cylinder, Piece, Prism
from wc3d.table.features import Feature
from wc3d.table.maps.shapes import MeshShape, turned
from wc3d.table.terrain.meshes import KEPT, MeshKey, MeshSolid, cached_solids

SIDES = 64
"""Flat faces of a round side."""

LEVEL = 0.007
"""Radians: faces that turn by less are one plane."""

LARGE = 10
"""A plane is never rounded off if it has more than one part in so many of its mesh's surface."""

UNION_LIMIT = 1500
"""Beyond this many pieces a feature is drawn piece by piece: uniting them would take longer than looking at them."""


def footprint(piece: Piece) -> NDArray[np.float64]:
    """The piece's outline in plan (n, 2), counter-clockwise."""
    if isinstance(piece, Prism):
        return piece.points
    turn = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    return np.array(piece.center) + piece.radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _solid(piece: Piece) -> Manifold:
    if isinstance(piece, Cylinder):
        column = CrossSection([footprint(piece)]).extrude(piece.high - piece.low)
        return column.translate((0.0, 0.0, piece.low))
    if piece.flat:
        return CrossSection([piece.points]).extrude(piece.high - piece.low).translate((0.0, 0.0, piece.low))
    return Manifold.hull_points(prism_corners(piece))


def _to_trimesh(solid: Manifold) -> trimesh.Trimesh:
    mesh = solid.to_mesh64()
    points, faces = np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts)
    return trimesh.Trimesh(points.copy(), faces.astype(np.int64), process=False)


def union_mesh(pieces: Iterable[Piece]) -> trimesh.Trimesh:
    """The union of the pieces that have a height, as one clean mesh (empty when none has)."""
    solids = [_solid(piece) for piece in pieces if not flat(piece)]
    if not solids:
        return trimesh.Trimesh()
    if len(solids) > UNION_LIMIT:
        return _to_trimesh(Manifold.compose(solids))
    return _to_trimesh(Manifold.batch_boolean(solids, OpType.Add).simplify(1e-6))


def ground_mesh(pieces: Iterable[Piece], lift: float = 0.0) -> trimesh.Trimesh:
    """The upper faces of the pieces' footprints at their lowest height: ground patches, for flat terrain and under woods."""
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
        return trimesh.Trimesh()
    return trimesh.Trimesh(np.concatenate(points), np.concatenate(faces), process=False)


def plan_outline(pieces: Iterable[Piece]) -> MultiPolygon:
    """The footprint of a union of pieces, in plan."""
    outlines = [Polygon(footprint(piece)) for piece in pieces]
    try:
        whole = union_all(outlines)
    except GEOSException:
        whole = union_all(outlines, grid_size=1e-6)
    return MultiPolygon([whole]) if isinstance(whole, Polygon) else MultiPolygon([p for p in whole.geoms if p.area > 0])


def outline(pieces: Iterable[Piece], lift: float = 0.0) -> NDArray[np.float64]:
    """The footprint's edges (n, 2, 3) at the pieces' lowest height, for drawing."""
    pieces = tuple(pieces)
    low = min(piece.low for piece in pieces) + lift
    rings = [np.array(ring.coords)[:, :2] for ring in get_rings(get_parts(plan_outline(pieces)))]
    flat_edges = np.concatenate([np.stack([corners[:-1], corners[1:]], axis=1) for corners in rings])
    return np.concatenate([flat_edges, np.full((*flat_edges.shape[:2], 1), low)], axis=2)


@dataclass(frozen=True, eq=False)
class FeatureMesh:
    """One feature of terrain as meshes: its body (what has height) and its ground (what has none)."""

    body: trimesh.Trimesh
    ground: trimesh.Trimesh


_bodies: dict[MeshKey, trimesh.Trimesh] = {}


def bodies_of(keys: Iterable[MeshKey]) -> dict[MeshKey, trimesh.Trimesh]:
    """The solids of mesh files, which are in memory, as meshes where they lie in their files; kept in memory."""
    solids = cached_solids()
    keep_bodies({key: _body_of(solids[key]) for key in keys if key in solids and key not in _bodies})
    return {key: _bodies[key] for key in keys if key in _bodies}


def _body_of(solid: MeshSolid) -> trimesh.Trimesh:
    """A mesh file's solid as it is drawn: the file's own triangles where its solids only hold it."""
    if solid.enclosure is None:
        return union_mesh(solid.prisms)
    corners = solid.enclosure.tree.triangles.reshape(-1, 3)
    return trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False)


def keep_bodies(made: Mapping[MeshKey, trimesh.Trimesh]) -> None:
    """Keep these in memory; the oldest are forgotten."""
    _bodies.update(made)
    for key in list(_bodies)[:-KEPT]:
        del _bodies[key]


def _body(feature: Feature) -> trimesh.Trimesh:
    """The union of a feature's solids; that of a mesh file is made once, wherever it is then put."""
    shape = feature.shapes[0] if len(feature.shapes) == 1 else None
    own = bodies_of([shape.made_of]) if isinstance(shape, MeshShape) and shape.made_of is not None else {}
    if not own:
        return union_mesh(feature.pieces)
    assert isinstance(shape, MeshShape)
    [body] = own.values()
    points = np.array(body.vertices)
    faces = np.array(body.faces)
    if shape.mirrored:
        points[:, 0] *= -1.0
        faces = faces[:, ::-1]
    points[:, :2] = turned(points[:, :2], shape.rotation)
    return trimesh.Trimesh(points + np.array(shape.position), faces, process=False)


_meshes: WeakKeyDictionary[Feature, FeatureMesh] = WeakKeyDictionary()


def feature_mesh(feature: Feature) -> FeatureMesh:
    """The meshes of a feature. Kept as long as it is there, because features never change."""
    if feature not in _meshes:
        _meshes[feature] = FeatureMesh(_body(feature), ground_mesh([piece for piece in feature.pieces if flat(piece)]))
    return _meshes[feature]


def cylinder_mesh(volume: Cylinder) -> trimesh.Trimesh:
    """A cylinder, with `SIDES` faces round it."""
    return _to_trimesh(_solid(volume))


def hull_mesh(a: Cylinder, b: Cylinder) -> trimesh.Trimesh:
    """The convex hull of two cylinders: everything that lies between them (p. 34)."""
    corners = [np.column_stack([footprint(v), np.full(SIDES, z)]) for v in (a, b) for z in (v.low, v.high)]
    return _to_trimesh(Manifold.hull_points(np.concatenate(corners)))


def area_mesh(shape: MultiPolygon | Polygon, z: float) -> trimesh.Trimesh:
    """A level area as triangles. A shape that cannot be cut up as it is, is mended first; what cannot be mended is left out."""
    corners = np.zeros((0, 2))
    for mend in (lambda: shape, lambda: make_valid(shape), lambda: shape.simplify(1e-3).buffer(0), lambda: shape.buffer(-1e-4)):
        try:
            triangles = constrained_delaunay_triangles(mend())
        except GEOSException:
            continue
        corners = np.array([t.exterior.coords[:3] for t in triangles.geoms if isinstance(t, Polygon)]).reshape(-1, 2)
        break
    points = np.column_stack([corners, np.full(len(corners), z)])
    return trimesh.Trimesh(points, np.arange(len(points)).reshape(-1, 3), process=False)


def creases(mesh: trimesh.Trimesh, degrees: float = 30.0) -> NDArray[np.float64]:
    """The edges (n, 2, 3) where the surface turns sharply: what a pencil would draw."""
    if not len(mesh.faces):
        return np.zeros((0, 2, 3))
    sharp = mesh.face_adjacency_angles > np.radians(degrees)
    return np.asarray(mesh.vertices[mesh.face_adjacency_edges[sharp]])


def shade(mesh: trimesh.Trimesh, degrees: float = 30.0) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Points, normals and faces with corners split where the surface turns by more than `degrees`: flat stays flat,
    round looks round."""
    points, normals, faces, _ = shade_together([mesh], degrees)
    return points, normals, faces


def shade_together(
    meshes: Sequence[trimesh.Trimesh], degrees: float = 30.0
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Many meshes shaded as one, much faster than one by one; at last to which of them each point belongs."""
    if not sum(len(mesh.faces) for mesh in meshes):
        return np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros(0, np.int64)
    before = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    corners = np.concatenate([np.asarray(mesh.vertices) for mesh in meshes])
    faces = np.concatenate([np.asarray(mesh.faces) + k for mesh, k in zip(meshes, before[:-1], strict=True)])
    owner = np.repeat(np.arange(len(meshes)), [len(mesh.faces) for mesh in meshes])
    a, b, c = (corners[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    twice = np.linalg.norm(across, axis=1)
    facing = across / np.maximum(twice, 1e-300)[:, None]
    patch = _patches(faces, facing, twice, owner, np.radians(degrees))
    keys, rows = np.unique((patch[:, None] * len(corners) + faces).reshape(-1), return_inverse=True)
    weights = np.stack([_angles(b - a, c - a), _angles(c - b, a - b), _angles(a - c, b - c)], axis=1).reshape(-1)
    spread = np.repeat(facing, 3, axis=0) * weights[:, None]
    sums: Any = np.stack([np.bincount(rows.reshape(-1), spread[:, k], len(keys)) for k in range(3)], axis=1)
    normals = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)
    which = keys % len(corners)
    mesh_of = (np.searchsorted(before, which, side="right") - 1).astype(np.int64)
    return corners[which], normals, rows.reshape(-1, 3).astype(np.int64), mesh_of


def _angles(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    return np.arccos(np.clip((one * other).sum(axis=1) / np.maximum(lengths, 1e-300), -1.0, 1.0))


def _patches(
    faces: NDArray[np.int64], facing: NDArray[np.float64], areas: NDArray[np.float64], owner: NDArray[np.int64], smooth: float
) -> NDArray[np.int64]:
    """Which faces are one surface: those of a plane that is large in its mesh, and others that turn by less than `smooth`."""
    low, high = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1).T
    edges = low * (faces.max() + 1) + high
    order = np.argsort(edges, kind="stable")
    first = np.flatnonzero(np.diff(edges[order], prepend=-1))
    first = first[np.diff(first, append=len(edges)) == 2]
    pairs = np.stack([order[first], order[first + 1]], axis=1) // 3
    turns = _angles(facing[pairs[:, 0]], facing[pairs[:, 1]])
    level = pairs[turns < LEVEL]
    plane = _group(level, len(faces))
    large = np.bincount(plane, areas)[plane] * LARGE > np.bincount(owner, areas)[owner]
    large &= np.bincount(plane)[plane] > 1
    gentle = pairs[(turns < smooth) & ~large[pairs].any(axis=1)]
    return _group(np.concatenate([gentle, level[large[level].all(axis=1)]]), len(faces))


def _group(pairs: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The number of the group each of `count` things is in, where each pair is of one group."""
    graph = coo_array((np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), (count, count))
    return connected_components(graph, directed=False)[1].astype(np.int64)
