"""Mesh files as terrain: read, and refused with what to do when they bound no solid."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wc3d.geometry.solids import Prism
from wc3d.meshes.files import MeshError
from wc3d.progress import Progress

if TYPE_CHECKING:
    import trimesh

KINDS = (".stl", ".obj", ".glb")
"""The mesh files that are read."""

FILE_LIMIT = 64_000_000
"""Bytes: no mesh file is read past this."""

SMALLEST = 1e-9
"""Cubic inches: less is no volume."""

WELD_DIGITS = 5
"""Corners equal to so many digits of an inch are one."""


KEPT = 64
"""Meshes that are kept in memory."""

MeshKey = tuple[Path, int, int, float]
"""A mesh file as it was at a time, at a scale: the file, its time of change, its size, and the scale."""

Kept = dict[MeshKey, tuple[Prism, ...]]
"""Solids of mesh files."""

_cache: Kept = {}


def mesh_key(path: Path, scale: float) -> MeshKey:
    """What a mesh file is now. Raises MeshError where it is gone."""
    try:
        state = path.stat()
    except OSError as error:
        raise MeshError(f"{path}: cannot be read ({error.strerror or error})") from None
    return path, state.st_mtime_ns, state.st_size, scale


def mesh_prisms(path: Path, scale: float = 1.0, progress: Progress | None = None) -> tuple[Prism, ...]:
    """The solid of a mesh file, in inches about the mesh's own origin, as convex prisms; kept in memory. Raises MeshError."""
    key = mesh_key(path, scale)
    if key not in _cache:
        from wc3d.geometry.mesh_prisms import ColumnsError, columns  # takes a while to load: many boards have no mesh

        try:
            cache_solids({key: columns(read_mesh(path, scale), progress)})
        except ColumnsError as error:
            raise MeshError(f"{path.name} {error}") from None
    return _cache[key]


def is_cached(path: Path, scale: float) -> bool:
    """Is the solid of this file, as it is now, in memory already?"""
    try:
        return mesh_key(path, scale) in _cache
    except MeshError:
        return False


def cached_solids() -> Kept:
    """All solids in memory, for another process to keep as well."""
    return dict(_cache)


def cache_solids(solids: Kept) -> None:
    """Keep these solids in memory; the oldest are forgotten."""
    _cache.update(solids)
    for key in list(_cache)[:-KEPT]:
        del _cache[key]


def read_mesh(path: Path, scale: float = 1.0) -> trimesh.Trimesh:
    """A mesh file as a closed surface that faces outward, in inches. Raises MeshError, in one line, with what to do."""
    mesh = _loaded(path)
    if len(mesh.faces) == 0:
        raise MeshError(f"{path.name} holds no triangles: export the solid itself")
    if not np.isfinite(mesh.vertices).all():
        raise MeshError(f"{path.name} has corners that are not finite numbers: export it again")
    mesh.apply_scale(scale)
    mesh.merge_vertices(merge_tex=True, merge_norm=True, digits_vertex=WELD_DIGITS)
    a, b, c = mesh.faces.T
    mesh.update_faces((a != b) & (b != c) & (c != a))
    _refuse_open(mesh, path.name)
    with np.errstate(divide="ignore", invalid="ignore"):
        volume = mesh.volume
    if not volume > SMALLEST:
        if volume > -SMALLEST:
            raise MeshError(f"{path.name} has no volume: terrain must be a solid")
        raise MeshError(
            f"{path.name} is inside out, its faces point inward: flip them (Blender: Mesh > Normals > Recalculate Outside)"
        )
    return mesh


def _loaded(path: Path) -> trimesh.Trimesh:
    """The triangles of a file, whatever they bound."""
    if path.suffix.lower() not in KINDS:
        raise MeshError(f'{path.name} is no mesh file that is read ({", ".join(KINDS)})')
    size = mesh_key(path, 1.0)[2]
    if size == 0:
        raise MeshError(f"{path.name} is empty: export it again")
    if size > FILE_LIMIT:
        raise MeshError(f"{path.name} has more than {FILE_LIMIT / 1e6:g} MB: simplify it (Blender: Decimate modifier)")
    import trimesh  # takes a while to load

    try:
        mesh = trimesh.load_scene(path, process=False, skip_materials=True).to_mesh()
    except ImportError:  # trimesh looks for help with what is neither its binary form nor text
        raise MeshError(f"{path.name} cannot be read as {path.suffix[1:].upper()} (damaged, or none): export it again") from None
    except Exception as error:  # a broken file makes trimesh's readers raise anything
        reason = " ".join(str(error).split()) or type(error).__name__
        raise MeshError(f"{path.name} cannot be read as {path.suffix[1:].upper()} ({reason[:120]}): export it again") from None
    return trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)


def _refuse_open(mesh: trimesh.Trimesh, name: str) -> None:
    """Raise MeshError unless every edge is run through as often one way as the other: then the surface is closed.

    (trimesh's own `is_watertight` also refuses solids that touch along an edge; they are fine here.)
    """
    edges = mesh.edges
    keys = np.sort(edges, axis=1)
    way = np.where(edges[:, 0] == keys[:, 0], 1, -1)
    unique, index = np.unique(keys, axis=0, return_inverse=True)
    index = index.reshape(-1)
    uneven = np.bincount(index, way) != 0
    if not uneven.any():
        return
    open_edges = uneven & (np.bincount(index) % 2 == 1)
    kind = open_edges if open_edges.any() else uneven
    x, y, z = mesh.vertices[unique[np.flatnonzero(kind)[0]]].mean(axis=0)
    near = f"{int(kind.sum())} edges, one near ({x:.2f}, {y:.2f}, {z:.2f}) of the mesh"
    if open_edges.any():
        raise MeshError(f"{name} is not watertight: open at {near}; close the holes (Blender: Mesh > Clean Up > Fill Holes)")
    raise MeshError(f"{name} has flipped faces: they disagree at {near}; Blender: Mesh > Normals > Recalculate Outside")
