"""Mesh simplification for drawing: vertices slide onto neighbors where that moves the surface
least.

The method uses Garland and Heckbert's quadrics (1997) in rounds. In each round, many vertices
without a common triangle slide at once. A corner keeps its texture coordinates or takes those of
the corner it slides onto.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.progress import Progress

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RIM_WEIGHT = 3.0
"""The weight of a rim or a texture seam relative to a surface."""
LENGTH_WEIGHT = 1e-4
"""The weight of a slide's length, so that flat parts also lose their short edges first."""
VERTICES_PER_ROUND_SHARE = 0.35
"""The share of vertices, the cheapest ones, that a round considers."""
MIN_NORMAL_COSINE = 0.3
"""The minimum cosine between a triangle's normals before and after."""
STUCK_SHARE = 0.995
"""The share of remaining triangles after a round above which triangles may flip."""
MAX_PREVIEW_TRIANGLES = 6_000
"""The maximum number of triangles of a mesh preview during placement."""
NO_FORBIDDEN_SLIDES = np.zeros(0, np.int64)
"""The value of `refused` that permits every slide."""


class SharedVertexMesh(NamedTuple):
    """Triangles over shared vertices."""

    points: Floats
    """(n, 3)."""
    faces: Ints
    """(m, 3): the vertices of each triangle."""
    corners: Ints
    """(m, 3): unique numbers of corner attributes (uv, color), each at a single vertex."""


def simplify_mesh(
    soup: SharedVertexMesh, counts: Sequence[int], progress: Progress | None = None
) -> Iterator[SharedVertexMesh]:
    """Yield meshes of up to the falling `counts` triangles; `progress` may stop early."""
    quadrics = _quadrics(soup)
    first = len(soup.faces)
    refused = np.zeros(0, np.int64)
    for max_faces in counts:
        while len(soup.faces) > max_faces:
            old_count = len(soup.faces)
            soup, new_slides = _slide_vertices(soup, quadrics, old_count - max_faces, refused)
            refused = (
                np.union1d(refused, new_slides)
                if len(soup.faces) < STUCK_SHARE * old_count
                else NO_FORBIDDEN_SLIDES
            )
            if progress is not None and not progress(first - len(soup.faces), first):
                return
        yield soup


def simplify_quickly(triangles: Floats, max_triangles: int = MAX_PREVIEW_TRIANGLES) -> Floats:
    """Return up to `max_triangles` triangles (n, 3, 3) by merging corners in grid cells."""
    low = triangles.min(axis=(0, 1))
    longest = max(float(np.ptp(triangles, axis=(0, 1)).max()), 1e-9)
    cells = 128
    result = triangles
    while len(result) > max_triangles and cells > 2:
        numbers = np.floor((triangles - low) / longest * cells).astype(np.int64).reshape(-1, 3)
        _, first, corner = np.unique(
            numbers @ (1 << 40, 1 << 20, 1), return_index=True, return_inverse=True
        )
        faces = corner.reshape(-1, 3)
        a, b, c = np.sort(faces, axis=1).T
        _, unique_rows = np.unique(np.stack([a, b, c]), axis=1, return_index=True)
        unique_rows = unique_rows[
            (a[unique_rows] != b[unique_rows]) & (b[unique_rows] != c[unique_rows])
        ]
        result = triangles.reshape(-1, 3)[first][faces[unique_rows]]
        cells = cells * 3 // 4
    return result


def _slide_vertices(
    soup: SharedVertexMesh, quadrics: Floats, surplus: int, refused: Ints
) -> tuple[SharedVertexMesh, Ints]:
    """Slide some vertices to remove up to about `surplus` triangles, and return the slides that
    would flip triangles.

    Those in `refused` are not tried again. `NO_FORBIDDEN_SLIDES` accepts slides that flip
    triangles.
    """
    points, faces, corners = soup
    onto, cost = _best_slides(points, quadrics, faces, refused)
    slides = _select_slides(
        faces,
        cost,
        max(64, int(VERTICES_PER_ROUND_SHARE * np.isfinite(cost).sum())),
        surplus // 2 + 1,
    )
    target = np.where(slides, onto, np.arange(len(points)))
    moved = target[faces]
    degenerate = _find_degenerate(moved)
    is_moved = ~degenerate & (moved != faces).any(axis=1)
    flipped_faces = (
        faces[is_moved][_find_flipped(points, faces[is_moved], moved[is_moved])]
        if refused is not NO_FORBIDDEN_SLIDES
        else faces[:0]
    )
    stopped = np.unique(flipped_faces[slides[flipped_faces]])
    slides[stopped] = False
    target = np.where(slides, onto, np.arange(len(points)))
    moved = target[faces]
    slid = np.flatnonzero(slides)
    np.add.at(quadrics, onto[slid], quadrics[slid])
    renamed = np.arange(int(corners.max()) + 1)
    for k in range(3):  # a corner slides along its edge
        for j in ((k + 1) % 3, (k + 2) % 3):
            along = slides[faces[:, k]] & (target[faces[:, k]] == faces[:, j])
            renamed[corners[along, k]] = corners[along, j]
    valid = ~_find_degenerate(moved)
    moved = moved[valid]
    named = renamed[corners[valid]]
    whole = _unique_faces(moved)
    return SharedVertexMesh(points, moved[whole], named[whole]), stopped * len(points) + onto[
        stopped
    ]


def _find_degenerate(faces: Ints) -> NDArray[np.bool_]:
    """Return a mask of triangles with a repeated vertex."""
    a, b, c = faces.T
    doubled: NDArray[np.bool_] = (a == b) | (b == c) | (c == a)
    return doubled


def _unique_faces(faces: Ints) -> Ints:
    """Return the triangles without duplicates."""
    low, middle, high = np.sort(faces, axis=1).T
    vertex_count = int(faces.max()) + 1 if len(faces) else 1
    mixed = (low * vertex_count + middle).astype(np.uint64) * np.uint64(
        0x9E3779B97F4A7C15
    ) + high.astype(np.uint64)
    return np.sort(np.unique(mixed, return_index=True)[1])


def _best_slides(
    points: Floats, quadrics: Floats, faces: Ints, refused: Ints
) -> tuple[Ints, Floats]:
    """Return each vertex's best neighbor to slide onto, and the cost (infinite without one)."""
    source = faces[:, [0, 1, 2, 1, 2, 0]].reshape(-1)
    target = faces[:, [1, 2, 0, 0, 1, 2]].reshape(-1)
    x, y, z = (points[target, k] for k in range(3))
    sums = quadrics[source] + quadrics[target]
    xx, xy, xz, yy, yz, zz, dx, dy, dz, d, area = sums.T
    moves = (
        xx * x * x
        + yy * y * y
        + zz * z * z
        + 2 * (xy * x * y + xz * x * z + yz * y * z + dx * x + dy * y + dz * z)
        + d
    )
    squared_distances = ((points[target] - points[source]) ** 2).sum(axis=1)
    price = np.maximum(moves, 0.0) + LENGTH_WEIGHT * area * squared_distances
    if len(refused):
        slide = source * len(points) + target
        price[refused[np.minimum(np.searchsorted(refused, slide), len(refused) - 1)] == slide] = (
            np.inf
        )
    cost = np.full(len(points), np.inf)
    np.minimum.at(cost, source, price)
    onto = np.arange(len(points))
    cheapest = price == cost[source]
    onto[source[cheapest]] = target[cheapest]
    return onto, cost


def _select_slides(faces: Ints, cost: Floats, looked_at: int, max_slides: int) -> NDArray[np.bool_]:
    """Return a mask of up to `max_slides` cheapest vertices without a common triangle."""
    order = np.argsort(cost, kind="stable")[:looked_at]
    rank = np.full(len(cost), len(cost))
    rank[order] = np.arange(len(order))
    ranks = rank[faces]
    beaten = ranks != ranks.min(axis=1)[:, None]
    slides = np.zeros(len(cost), bool)
    slides[order] = True
    slides[faces[beaten]] = False
    selection = order[slides[order]][:max_slides]
    slides[:] = False
    slides[selection] = np.isfinite(cost[selection])
    return slides


def _find_flipped(points: Floats, old_faces: Ints, new_faces: Ints) -> NDArray[np.bool_]:
    """Return a mask of triangles that would turn too far."""
    old, new = (
        np.cross(points[f[:, 1]] - points[f[:, 0]], points[f[:, 2]] - points[f[:, 0]])
        for f in (old_faces, new_faces)
    )
    lengths = np.linalg.norm(old, axis=1) * np.linalg.norm(new, axis=1)
    is_flipped: NDArray[np.bool_] = (old * new).sum(axis=1) < MIN_NORMAL_COSINE * lengths
    return is_flipped


def _quadrics(soup: SharedVertexMesh) -> Floats:
    """Return the area-weighted plane quadrics of each vertex and their areas (n, 11)."""
    points, faces, corners = soup
    a, b, c = (points[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    double_areas = np.linalg.norm(across, axis=1)
    normals = across / np.maximum(double_areas, 1e-300)[:, None]
    quadrics = np.zeros((len(points), 11))
    _add_planes(quadrics, faces, normals, a, double_areas / 6)
    for k, j in ((0, 1), (1, 2), (2, 0)):
        rim = _find_rims(faces, corners, k, j)
        start, end = points[faces[rim, k]], points[faces[rim, j]]
        outward = np.cross(end - start, normals[rim])
        long = np.linalg.norm(outward, axis=1)
        _add_planes(
            quadrics,
            faces[rim][:, [k, j]],
            outward / np.maximum(long, 1e-300)[:, None],
            start,
            RIM_WEIGHT * long**2 / 4,
        )
    return quadrics


def _add_planes(
    quadrics: Floats, vertices: Ints, normals: Floats, points: Floats, weights: Floats
) -> None:
    """Add planes to the quadrics of their vertices (n, k)."""
    offsets = -(normals * points).sum(axis=1)
    x, y, z = normals.T
    rows = np.stack(
        [
            x * x,
            x * y,
            x * z,
            y * y,
            y * z,
            z * z,
            x * offsets,
            y * offsets,
            z * offsets,
            offsets * offsets,
            np.ones(len(x)),
        ],
        axis=1,
    )
    rows *= weights[:, None]
    for vertex in vertices.T:
        for column in range(11):
            quadrics[:, column] += np.bincount(vertex, rows[:, column], len(quadrics))


def _find_rims(faces: Ints, corners: Ints, k: int, j: int) -> NDArray[np.bool_]:
    """Return a mask of triangles whose edge from corner k to j lacks a single matching twin."""
    corner_count = int(corners.max()) + 1
    ends = np.sort(corners[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    _, edge_numbers, counts = np.unique(
        ends[:, 0] * corner_count + ends[:, 1], return_inverse=True, return_counts=True
    )
    rim: NDArray[np.bool_] = counts[edge_numbers.reshape(-1, 3)[:, k]] != 2
    return rim
