"""Split a print plate or a scene into pieces that one can place singly.

The objects that a file names are the pieces. Without several names, pieces are the connected parts
of the surface; parts that touch or overlap in plan stay together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.suggestions import pluralize
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.surface import MeshSurface, ObjectName, Triangles

Ints = NDArray[np.int64]

MAX_PIECES = 500
"""Most pieces of a file."""

MAX_LOOSE_PARTS = 2_000
"""Most unconnected parts of a surface."""

WELD_SHARE = 1e-6
"""Distance of corners that count as one, as a share of the mesh's size."""

GAP_IN = 0.02
"""Parts that are nearer in plan are one piece, in inches on the table."""

SPECK_IN = 0.1
"""Unconnected parts that are smaller are left out, in inches on the table."""

MAX_EXACT_TRIANGLES = 20_000
"""Most triangles of a part whose outline in plan is exact; that of others is their hull."""

SAME_SHARE = 1e-4
"""Difference of the corners of two copies of a piece, as a share of its size."""


@dataclass(frozen=True, eq=False)
class SplitPiece:
    """A piece of a file: its name, "" for none, its triangles by their numbers, and its copies."""

    name: str
    triangles: Ints
    copies: int = 1


def split_mesh(
    surface: MeshSurface, triangles: Triangles, file: str
) -> tuple[tuple[SplitPiece, ...], tuple[str, ...]]:
    """Return the pieces of a file, each once, and notes.

    `triangles` are the surface's, in inches with z up. Raises MeshError for a file of one piece, or
    of too many.
    """
    notes: list[str] = []
    pieces = _split_by_names(surface)
    if len(pieces) < 2:
        pieces, specks = _split_by_shape(triangles, file)
        if specks:
            notes.append(f'left out: {pluralize(specks, "loose part")} smaller than {SPECK_IN:g}"')
    if len(pieces) > MAX_PIECES:
        raise MeshError(
            f"{file}: has {len(pieces):,} pieces, more than the limit of {MAX_PIECES:,}"
        )
    if len(pieces) < 2:
        raise MeshError(f"{file}: is one piece: all of its parts touch or overlap in plan")
    unique = _join_copies(surface, pieces, triangles)
    if len(unique) < len(pieces):
        notes.append(f"{len(pieces)} pieces, of which {len(unique)} differ; each is written once")
    return tuple(unique), tuple(notes)


def _split_by_names(surface: MeshSurface) -> list[SplitPiece]:
    """Return the named objects, at the outermost level at which there are several."""
    if surface.objects is None:
        return []
    numbers = [int(number) for number in np.unique(surface.objects)]
    paths = [surface.object_paths[number] for number in numbers]
    level = 0
    while all(len(path) > level + 1 for path in paths) and len({p[level] for p in paths}) == 1:
        level += 1
    groups: dict[ObjectName, list[int]] = {}
    for number, path in zip(numbers, paths, strict=True):
        groups.setdefault(path[min(level, len(path) - 1)], []).append(number)
    return [
        SplitPiece(name.name, np.flatnonzero(np.isin(surface.objects, own)))
        for name, own in groups.items()
    ]


def _split_by_shape(triangles: Triangles, file: str) -> tuple[list[SplitPiece], int]:
    """Return the connected parts, joined where they touch in plan, and the number of specks."""
    part = _connected_parts(triangles)
    count = int(part.max()) + 1
    if count > MAX_LOOSE_PARTS:
        raise MeshError(
            f"{file}: has {count:,} unconnected parts, more than the limit of {MAX_LOOSE_PARTS:,}"
        )
    order = np.argsort(part, kind="stable")
    groups = np.split(order, np.cumsum(np.bincount(part))[:-1])
    outlines = [_outline(triangles[own]) for own in groups]
    first, second = shapely.STRtree(outlines).query(outlines, predicate="dwithin", distance=GAP_IN)
    piece = _number_groups(first, second, count)
    joined: dict[int, list[Ints]] = {}
    for number, own in enumerate(groups):
        joined.setdefault(int(piece[number]), []).append(own)
    pieces = [np.sort(np.concatenate(own)) for own in joined.values()]
    sizes = [float(np.ptp(triangles[own], axis=(0, 1)).max()) for own in pieces]
    kept = [own for own, size in zip(pieces, sizes, strict=True) if size >= SPECK_IN]
    ordered = sorted(kept, key=lambda own: int(own[0]))
    return [SplitPiece("", own) for own in ordered], len(pieces) - len(kept)


def _connected_parts(triangles: Triangles) -> Ints:
    """Return the number of the connected part of each triangle."""
    corners = triangles.reshape(-1, 3)
    step = WELD_SHARE * max(float(np.ptp(corners, axis=0).max()), 1e-300)
    cells = np.round((corners - corners.min(axis=0)) / step).astype(np.int64)
    _, vertex = np.unique(cells @ np.array([1 << 42, 1 << 21, 1]), return_inverse=True)
    a, b, c = vertex.reshape(-1, 3).T
    count = int(vertex.max()) + 1
    part = _number_groups(np.concatenate([a, b]), np.concatenate([b, c]), count)
    return np.unique(part[a], return_inverse=True)[1].astype(np.int64).reshape(-1)


def _number_groups(first: Ints, second: Ints, count: int) -> Ints:
    """Return the number of the group of each of `count` things that pairs join."""
    from scipy.sparse import coo_matrix  # imports slowly
    from scipy.sparse.csgraph import connected_components

    links = coo_matrix((np.ones(len(first)), (first, second)), shape=(count, count))
    groups: Ints = connected_components(links, directed=False)[1]
    return groups


def _outline(triangles: Triangles) -> shapely.Geometry:
    """Return the area that a part covers in plan."""
    corners = triangles[..., :2]
    if len(triangles) > MAX_EXACT_TRIANGLES:
        return shapely.MultiPoint(corners.reshape(-1, 2)).convex_hull
    u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    level = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) > 1e-9
    if not level.any():  # upright faces only
        return shapely.MultiLineString(list(corners[:, :2]))
    rings = np.concatenate([corners[level], corners[level][:, :1]], axis=1)
    return shapely.union_all(shapely.polygons(rings))


def _join_copies(
    surface: MeshSurface, pieces: Sequence[SplitPiece], triangles: Triangles
) -> list[SplitPiece]:
    """Return the pieces that differ in shape or look, with the number of their copies."""
    starts = np.array([part.start for part in surface.parts])
    unique: dict[bytes, SplitPiece] = {}
    for piece in pieces:
        own = triangles[piece.triangles]
        size = max(float(np.ptp(own, axis=(0, 1)).max()), 1e-300)
        local = (own - own.min(axis=(0, 1))) / (SAME_SHARE * size)
        look = np.searchsorted(starts, piece.triangles, side="right")
        rows = np.column_stack([np.round(local.mean(axis=1)).astype(np.int64), look])
        middles = rows[np.lexsort(rows.T)]
        key = middles.tobytes() + np.round(np.log(size), 3).tobytes()
        before = unique.get(key)
        name = before.name if before is not None else piece.name
        numbers = before.triangles if before is not None else piece.triangles
        copies = before.copies + 1 if before is not None else 1
        unique[key] = SplitPiece(name, numbers, copies)
    return list(unique.values())
