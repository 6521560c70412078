"""Cuts of closed meshes by planes, without gaps between the triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.scene.mesh import DrawnMesh

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
WELD_DECIMALS = 5
"""Places of the coordinates in which corners at one place agree."""
ON_EDGE_IN = 1e-4
"""Inches from an edge to a corner that lies on it."""
MAX_GAP_PASSES = 8
GAP_EDGES = 512
"""The number of edges that are compared with all corners at once."""
SIDES = np.array([(0, 1), (1, 2), (2, 0)])


def weld_corners(mesh: DrawnMesh) -> tuple[Floats, Ints, Bools]:
    """Return points and triangles with corners merged by place, and which triangles are left."""
    points, ids = np.unique(np.round(mesh.vertices, WELD_DECIMALS), axis=0, return_inverse=True)
    faces = ids.reshape(-1)[mesh.faces]
    kept = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    return points, faces[kept].astype(np.int64), kept


def close_gaps(points: Floats, faces: Ints) -> tuple[Ints, Ints]:
    """Split edges where corners lie on them, and return the triangles and what each was part of."""
    owner = np.arange(len(faces))
    for _ in range(MAX_GAP_PASSES):
        edges, number = _unique_edges(faces)
        starts, ways = points[edges[:, 0]], points[edges[:, 1]] - points[edges[:, 0]]
        lengths = np.maximum((ways * ways).sum(axis=1), 1e-12)
        middle = np.full(len(edges), -1)
        used = np.unique(faces)
        spots = points[used]
        for first in range(0, len(edges), GAP_EDGES):
            some = slice(first, first + GAP_EDGES)
            along = spots @ ways[some].T - (starts[some] * ways[some]).sum(axis=1)
            share = along / lengths[some]
            distance = (spots**2).sum(axis=1)[:, None] - 2 * spots @ starts[some].T
            distance += (starts[some] ** 2).sum(axis=1) - share * along
            margin = 2 * ON_EDGE_IN / np.sqrt(lengths[some])
            hits = (distance < ON_EDGE_IN**2) & (share > margin) & (share < 1 - margin)
            nearest = np.argmin(np.where(hits, np.abs(share - 0.5), 1.0), axis=0)
            chosen = np.where(hits.any(axis=0), used[nearest], -1)
            middle[some] = chosen
        if (middle < 0).all():
            break
        faces, parts = _split(faces, middle[number])
        owner = owner[parts]
    return faces, owner


def cut_by_plane(
    points: Floats, faces: Ints, heights: Floats, chosen: Bools
) -> tuple[Floats, Ints, Ints]:
    """Cut the chosen triangles where `heights` is zero, and their neighbors along with them.

    Return the points, the triangles, and the number of the triangle that each was part of.
    """
    edges, number = _unique_edges(faces)
    first, second = heights[edges[:, 0]], heights[edges[:, 1]]
    crosses = (np.minimum(first, second) < -ON_EDGE_IN) & (np.maximum(first, second) > ON_EDGE_IN)
    is_chosen = np.zeros(len(edges), bool)
    is_chosen[number[chosen].reshape(-1)] = True
    cut = np.flatnonzero(crosses & is_chosen)
    if not len(cut):
        return points, faces, np.arange(len(faces))
    share = (first[cut] / (first[cut] - second[cut]))[:, None]
    spots = points[edges[cut, 0]] * (1 - share) + points[edges[cut, 1]] * share
    middle = np.full(len(edges), -1)
    middle[cut] = len(points) + np.arange(len(cut))
    faces, parts = _split(faces, middle[number])
    return np.concatenate([points, spots]), faces, parts


def _unique_edges(faces: Ints) -> tuple[Ints, Ints]:
    """Return the edges (n, 2), and the number of each edge of each triangle (m, 3)."""
    pairs = np.sort(faces[:, SIDES].reshape(-1, 2), axis=1)
    count = int(faces.max(initial=0)) + 1
    keys, number = np.unique(pairs[:, 0] * count + pairs[:, 1], return_inverse=True)
    return np.column_stack([keys // count, keys % count]), number.reshape(-1, 3)


def _split(faces: Ints, middle: Ints) -> tuple[Ints, Ints]:
    """Split triangles at corners on their sides (m, 3), which are -1 for none."""
    owner = np.arange(len(faces))
    count = (middle >= 0).sum(axis=1)
    pieces, owners = [faces[count == 0]], [owner[count == 0]]
    for sides in (1, 2, 3):
        rows = np.flatnonzero(count == sides)
        if not len(rows):
            continue
        split = middle[rows] >= 0
        turn = np.argmax(split, axis=1) if sides == 1 else (np.argmin(split, axis=1) + 1) % 3
        order = (turn[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(faces[rows], order, axis=1).T
        ab, bc, ca = np.take_along_axis(middle[rows], order, axis=1).T
        if sides == 1:
            triangles = [(a, ab, c), (ab, b, c)]
        elif sides == 2:
            triangles = [(ab, b, bc), (a, ab, bc), (a, bc, c)]
        else:
            triangles = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        pieces += [np.stack(triangle, axis=1) for triangle in triangles]
        owners += [rows] * len(triangles)
    return np.concatenate(pieces), np.concatenate(owners)
