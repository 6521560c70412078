"""Turn mesh files into solids in inches: exact if clean and small, else bounded by two solids."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wc3d._internal.progress import Progress, scale_progress
from wc3d.geometry.solids import Prism
from wc3d.geometry.tolerances import MAX_UNEVEN_IN
from wc3d.meshes.mesh_source import MeshError, ReadingStoppedError
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.meshes.units import FORMAT_UNITS_AND_UP

if TYPE_CHECKING:
    import trimesh

    from wc3d.geometry.mesh_solids.data import MeshSolids
    from wc3d.meshes.surface import MeshSurface, Triangles
    from wc3d.meshes.units import AnyUp, Unit

DEFAULT_TOLERANCE_IN = 0.03
"""The default distance to which solids follow a mesh that is not exact. Inches."""

MIN_VOLUME_CU_IN = 1e-9
"""A smaller volume counts as none. Cubic inches."""

WELD_DIGITS = 5
"""The decimal places of an inch to which corners must agree to be merged."""

MIN_MESH_SIZE_IN = 1e-4
"""The smallest size of a mesh, along its longest axis. Inches."""

MAX_EXACT_TRIANGLES, MAX_EXACT_PRISMS = 1_000, 150
"""The most triangles and prisms of a clean mesh that becomes an exact solid."""

EXACT_KIND = "exact"
"""The kind of the stored solid of a clean, small mesh."""

MAX_CACHED_MESHES = 64
"""The number of meshes cached in memory."""


class MeshImportSettings(NamedTuple):
    """Mesh import settings: units and upward axis (None: the format's), scale, tolerance in
    inches.

    `has_fixed_levels`: the map says where models stand on the mesh. `uneven`: the range of heights
    in one floor, in inches, if the map states it.
    """

    units: Unit | None = None
    up: AnyUp | None = None
    scale: float = 1.0
    tolerance: float = DEFAULT_TOLERANCE_IN
    has_fixed_levels: bool = False
    uneven: float | None = None

    @property
    def must_be_bounded(self) -> bool:
        """Return whether two solids must bound even a clean mesh, to follow its map's floors."""
        return self.has_fixed_levels or self.uneven is not None

    @property
    def enclosure_kind(self) -> str:
        """The kind of the stored solids that bound a mesh."""
        return f"mesh-{self.tolerance}-{self.unevenness}"

    @property
    def unevenness(self) -> float:
        """The range of heights in one floor, in inches."""
        return MAX_UNEVEN_IN if self.uneven is None else self.uneven


DEFAULT_IMPORT_SETTINGS = MeshImportSettings()


class MeshKey(NamedTuple):
    """The identity of a mesh file at a time, and its import settings."""

    path: Path
    modified_ns: int
    size: int
    settings: MeshImportSettings


@dataclass(frozen=True, eq=False)
class MeshSolid:
    """The solid of a mesh file, in inches about the mesh's own origin.

    `prisms` are the solid itself. For a mesh between two solids they are the outer one, on which
    models stand and move. `triangles_hash` is a hash of the file's triangles, and `notes` name the
    parts of the file that were not read.
    """

    prisms: tuple[Prism, ...]
    bounds: MeshSolids | None = None
    triangles_hash: str = ""
    notes: tuple[str, ...] = ()


SolidCache = dict[MeshKey, MeshSolid]
"""Solids of mesh files by key."""

_cache: SolidCache = {}


def make_mesh_key(path: Path, fit: MeshImportSettings = DEFAULT_IMPORT_SETTINGS) -> MeshKey:
    """Return the key of a mesh file in its present state. Raises MeshError if it is missing."""
    try:
        state = path.stat()
    except OSError as error:
        raise MeshError(f"{path}: cannot be read ({error.strerror or error})") from None
    return MeshKey(path, state.st_mtime_ns, state.st_size, fit)


def load_mesh_solid(
    path: Path,
    fit: MeshImportSettings = DEFAULT_IMPORT_SETTINGS,
    progress: Progress | None = None,
    surface: MeshSurface | None = None,
) -> MeshSolid:
    """Return the solid of a mesh file, cached in memory and, if it took long, in the user's cache.
    Raises MeshError.

    `surface` is the content of the file, if it was already read.
    """
    key = make_mesh_key(path, fit)
    if key not in _cache:
        if surface is None:
            surface = _read(path, scale_progress(progress, 0.0, 0.1))
        solid = _solid(
            path, fit, _fit_triangles(surface, path, fit), scale_progress(progress, 0.1, 1.0)
        )
        add_cached_solids({key: replace(solid, notes=surface.notes)})
    return _cache[key]


def is_solid_cached(path: Path, fit: MeshImportSettings = DEFAULT_IMPORT_SETTINGS) -> bool:
    """Return whether the solid of this file, in its present state, is in memory."""
    try:
        return make_mesh_key(path, fit) in _cache
    except MeshError:
        return False


def cached_solids() -> SolidCache:
    """Return all solids in memory, to share with another process."""
    return dict(_cache)


def add_cached_solids(solids: SolidCache) -> None:
    """Cache these solids in memory and drop the oldest."""
    _cache.update(solids)
    for key in list(_cache)[:-MAX_CACHED_MESHES]:
        del _cache[key]


def read_triangles(
    path: Path, fit: MeshImportSettings = DEFAULT_IMPORT_SETTINGS, progress: Progress | None = None
) -> Triangles:
    """Read a mesh's triangles (n, 3, 3) in inches, z up, about its origin. Raises MeshError."""
    return _fit_triangles(_read(path, progress), path, fit)


def _read(path: Path, progress: Progress | None) -> MeshSurface:
    from wc3d.meshes.read_mesh import read_surface  # imports slowly, and many boards have no mesh

    return read_surface(path, progress)


def _fit_triangles(surface: MeshSurface, path: Path, fit: MeshImportSettings) -> Triangles:
    """Return a surface's triangles in inches, z up."""
    units, up_axis = FORMAT_UNITS_AND_UP.get(path.suffix.lower(), ("in", "z"))
    return convert_to_inches(surface.triangles, fit.units or units, fit.up or up_axis, fit.scale)


def _solid(
    path: Path, fit: MeshImportSettings, triangles: Triangles, progress: Progress | None
) -> MeshSolid:
    if np.abs(triangles).max() > 1e5:
        raise MeshError(
            f"{path.name}: the mesh is more than 100,000 inches wide; set its units in the board file"
        )
    longest = float(np.ptp(triangles, axis=(0, 1)).max())
    if longest < MIN_MESH_SIZE_IN:
        raise MeshError(
            f"{path.name} is {longest:.2g} inches across, too small for terrain (at least {MIN_MESH_SIZE_IN:g} inches): set its units or scale"
        )
    made_from = hashlib.sha256((np.round(triangles, WELD_DIGITS) + 0.0).tobytes()).hexdigest()[:16]
    exact = (
        _load_or_build_prisms(triangles)
        if len(triangles) <= MAX_EXACT_TRIANGLES and not fit.must_be_bounded
        else None
    )
    if exact:
        return MeshSolid(exact, triangles_hash=made_from)
    enclosure = _load_or_enclose(path, fit, triangles, progress)
    from wc3d.geometry.mesh_solids.data import unpack_prisms

    prisms = tuple(unpack_prisms(enclosure.outer))
    if not prisms:
        raise MeshError(
            f"{path.name} is {longest:.2g} inches long but too thin for terrain: set its units or scale"
        )
    return MeshSolid(prisms, enclosure, made_from)


def _load_or_enclose(
    path: Path, fit: MeshImportSettings, triangles: Triangles, progress: Progress | None
) -> MeshSolids:
    """Return the solids that bound a mesh, shipped or from the user's cache if present."""
    from wc3d.geometry.mesh_solids.build import build_mesh_solids, build_mesh_tree
    from wc3d.geometry.mesh_solids.build_layers import CancelledError
    from wc3d.geometry.mesh_solids.data import load_mesh_solids, save_mesh_solids
    from wc3d.table.terrain.solid_cache import solid_cache_path, stored_solid_paths

    for stored_path in stored_solid_paths(fit.enclosure_kind, triangles):
        with contextlib.suppress(OSError, ValueError, KeyError):
            return load_mesh_solids(stored_path, lambda: build_mesh_tree(triangles)[0])
    try:
        enclosure = build_mesh_solids(triangles, fit.tolerance, progress, fit.unevenness)
    except CancelledError:
        raise ReadingStoppedError(f"{path.name}: reading was canceled") from None
    with contextlib.suppress(OSError):  # a full disk: rebuild next time
        save_mesh_solids(enclosure, solid_cache_path(fit.enclosure_kind, triangles))
    return enclosure


def _load_or_build_prisms(triangles: Triangles) -> tuple[Prism, ...] | None:
    """Return the exact solid of a small mesh, or None, shipped or from the cache if present."""
    from wc3d.table.terrain.solid_cache import (
        load_prisms,
        save_prisms,
        solid_cache_path,
        stored_solid_paths,
    )

    for stored_path in stored_solid_paths(EXACT_KIND, triangles):
        with contextlib.suppress(OSError, ValueError, KeyError):
            return load_prisms(stored_path)
    prisms = build_prisms(triangles)
    with contextlib.suppress(OSError):
        save_prisms(prisms, solid_cache_path(EXACT_KIND, triangles))
    return prisms


@np.errstate(all="ignore")  # trimesh divides by the volume, which may be 0
def build_prisms(triangles: Triangles) -> tuple[Prism, ...] | None:
    """Return the convex prisms of a clean mesh; None if it is open, crossed or too complex."""
    import trimesh  # imports slowly

    from wc3d.geometry.mesh_prisms import MeshPrismsError, split_into_prisms

    corners = np.round(triangles.reshape(-1, 3), WELD_DIGITS + 1)
    mesh = trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False)
    mesh.merge_vertices(digits_vertex=WELD_DIGITS)
    a, b, c = mesh.faces.T
    mesh.update_faces((a != b) & (b != c) & (c != a))
    if not is_closed(mesh) or abs(mesh.volume) <= MIN_VOLUME_CU_IN:
        return None
    if mesh.volume < 0.0:
        mesh.invert()
    try:
        prisms = split_into_prisms(mesh)
    except MeshPrismsError:
        return None
    return prisms if len(prisms) <= MAX_EXACT_PRISMS else None


def is_closed(mesh: trimesh.Trimesh) -> bool:
    """Return whether a surface is closed: it uses every edge equally often in both directions.

    (trimesh's `is_watertight` also rejects solids that touch along an edge, which are fine here.)
    """
    edges = mesh.edges
    way = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    _, index = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    return not np.bincount(index.reshape(-1), way).any()
