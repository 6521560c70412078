"""Read mesh files without repairs; reject, in one line, only damaged, huge or empty files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from wc3d._internal.progress import Progress
from wc3d.meshes.mesh_source import MAX_BROKEN_SHARE, MESH_SUFFIXES, MeshError, MeshSource
from wc3d.meshes.producers import read_producer
from wc3d.meshes.surface import MeshSurface, SurfacePart, TrianglePatch, Triangles
from wc3d.meshes.text_lines import LineMask

MAX_COORDINATE_UNITS = 1e12
"""Largest valid coordinate, in the file's units."""

MIN_LONGEST_UNITS = 1e-100
"""Size below which the areas of triangles vanish in the arithmetic, in the file's units."""

_STRETCH = 200_000


def _read_patches(source: MeshSource, kind: str) -> list[TrianglePatch]:
    """Return the patches of a file; import only the reader of its format, as some import slowly."""
    if kind == ".stl":
        from wc3d.meshes.stl import read_stl

        return read_stl(source)
    if kind == ".obj":
        from wc3d.meshes.obj import read_obj

        return read_obj(source)
    if kind == ".ply":
        from wc3d.meshes.ply import read_ply

        return read_ply(source)
    if kind == ".3mf":
        from wc3d.meshes.three_mf import read_3mf

        return read_3mf(source)
    from wc3d.meshes.gltf import read_gltf

    return read_gltf(source)


def read_surface(
    path: Path, progress: Progress | None = None, *, with_objects: bool = False
) -> MeshSurface:
    """Read a mesh file without repairs: STL, OBJ, GLB, glTF, PLY or 3MF, in its own units and
    axes.

    `progress` receives the work done and the total work. If it returns False, this raises
    ReadingStoppedError. Raises MeshError, in one line, for an empty or damaged file or one beyond
    the limits. Files outside the mesh file's folder are never read. `with_objects` asks for the
    object of each triangle.
    """
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in MESH_SUFFIXES:
        raise MeshError(
            f"{path.name}: expected a mesh file that wc3d can read ({', '.join(MESH_SUFFIXES)})"
        )
    source = MeshSource(path, progress, with_objects=with_objects)
    source.producer = read_producer(kind, source.data)
    try:
        with np.errstate(all="ignore"):  # huge numbers are removed at the end
            return _join_surface(source, kind, _read_patches(source, kind))
    except MemoryError:
        raise source.make_error(
            "", "the mesh is too large for the memory of this computer; simplify it"
        ) from None


def _join_surface(source: MeshSource, kind: str, patches: list[TrianglePatch]) -> MeshSurface:
    """Join the patches to one surface, without broken triangles and those without an area."""
    parts = []
    groups = []
    objects = []
    start = 0
    degenerate = 0
    broken_count = 0
    for patch in patches:
        whole, thick = _check_triangles(patch.triangles)
        broken_count += int((~whole).sum())
        degenerate += int((whole & ~thick).sum())
        good = whole & thick
        if not good.any():
            continue
        patch = patch.select(good)
        groups.append(patch.triangles)
        if patch.objects is not None:
            objects.append(patch.objects)
        parts.append(
            SurfacePart(start, start + len(patch.triangles), patch.uv, patch.colors, patch.material)
        )
        start += len(groups[-1])
    total = sum(len(patch.triangles) for patch in patches)
    if not total:
        raise source.make_error("", "contains no triangles; export it as a triangle mesh")
    if broken_count > MAX_BROKEN_SHARE * total:
        problem = _describe_bad_coordinates(patches)
        words = f"{broken_count:,} of its {total:,} triangles have coordinates {problem}: export it again"
        raise source.make_error("", words)
    if not groups and 0.0 < _measure_longest(patches) < MIN_LONGEST_UNITS:
        raise source.make_error("", "is far too small for terrain: export it larger")
    if not groups:
        raise source.make_error("", "no triangle has an area; export it as a triangle mesh")
    triangles = np.concatenate(groups)
    source.report_progress(total, total)
    named = tuple(source.named.items())
    return MeshSurface(
        triangles,
        tuple(parts),
        kind[1:],
        source.unit,
        degenerate,
        broken_count,
        source.notes,
        named,
        source.producer,
        objects=np.concatenate(objects) if objects and len(objects) == len(groups) else None,
        object_paths=tuple(source.object_paths),
    )


def _describe_bad_coordinates(patches: Sequence[TrianglePatch]) -> str:
    """Return whether invalid coordinates are not numbers or only too large."""
    if all(np.isfinite(patch.triangles).all() for patch in patches):
        return f"beyond {MAX_COORDINATE_UNITS:,.0f} units"
    return "that are not finite numbers"


def _measure_longest(patches: Sequence[TrianglePatch]) -> float:
    """Return the largest extent of all triangles along an axis."""
    points = np.concatenate([patch.triangles.reshape(-1, 3) for patch in patches])
    return float(np.nan_to_num(np.ptp(points, axis=0)).max())


def _check_triangles(triangles: Triangles) -> tuple[LineMask, LineMask]:
    """Return which triangles have valid coordinates, and which have an area."""
    whole = np.empty(len(triangles), dtype=bool)
    thick = np.empty(len(triangles), dtype=bool)
    for i in range(0, len(triangles), _STRETCH):
        block = triangles[i : i + _STRETCH]
        whole[i : i + _STRETCH] = (np.abs(block) <= MAX_COORDINATE_UNITS).all(axis=(1, 2))
        across = np.cross(block[:, 1] - block[:, 0], block[:, 2] - block[:, 0])
        thick[i : i + _STRETCH] = (across != 0).any(axis=1)
    return whole, thick
