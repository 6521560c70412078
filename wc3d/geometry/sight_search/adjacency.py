"""Adjacency of triangles: neighbors across edges, and shared corners. Compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer
from wc3d.geometry.mesh_solids.connected_cells import find_root
from wc3d.geometry.sight_search.workspace import Floats, Ints


class TriangleAdjacency(NamedTuple):
    """n triangles of a mesh with c corners. An edge is three times its triangle, plus a corner."""

    beside: Ints
    """(n, 3): the same edge in the next triangle, for the edge after each corner.

    Cyclic where more than two triangles meet. -1 at the end of the surface, -2 for a triangle that
    is not part of it.
    """
    corners: Ints
    """(n, 3): the number of each corner, shared by all triangles of an edge."""
    places: Floats
    """(c, 3): the corners' places."""
    gap: float
    """Largest distance of a triangle's corner from its shared place (sum of the coordinates)."""


@compile_outer
def _link_edges(edges, last, neighbors):
    """Link the triangles at each edge in a ring; `last` is scratch, -1 for each edge."""
    for h in range(edges.shape[0]):
        edge = edges[h]
        if edge < 0:
            neighbors[h] = edge
            continue
        if last[edge] < 0:
            neighbors[h] = h
        else:
            neighbors[h], neighbors[last[edge]] = neighbors[last[edge]], h
        last[edge] = h


@compile_inner
def _gap_between(points, i, j):
    return (
        abs(points[i, 0] - points[j, 0])
        + abs(points[i, 1] - points[j, 1])
        + abs(points[i, 2] - points[j, 2])
    )


@compile_outer
def _number_corners(points, neighbors, parent, corners, places):
    """Number the corners `points` (3 n, 3); return the count of places and the largest gap."""
    for h in range(neighbors.shape[0]):
        neighbor = neighbors[h]
        if neighbor < 0 or neighbor == h:
            continue
        i, j, k = h - h % 3 + (h + 1) % 3, neighbor, neighbor - neighbor % 3 + (neighbor + 1) % 3
        if _gap_between(points, h, j) + _gap_between(points, i, k) > _gap_between(
            points, h, k
        ) + _gap_between(points, i, j):
            j, k = k, j
        parent[find_root(parent, j)] = find_root(parent, h)
        parent[find_root(parent, k)] = find_root(parent, i)
    count = 0
    gap = 0.0
    for h in range(neighbors.shape[0]):
        corners[h] = -1
    for h in range(neighbors.shape[0]):
        root = find_root(parent, h)
        if corners[root] < 0:
            corners[root] = count
            places[count] = points[root]
            count += 1
        corners[h] = corners[root]
        gap = max(gap, _gap_between(points, h, root))
    return count, gap


def build_adjacency(triangles: Floats, edges: Ints) -> TriangleAdjacency:
    """Build the adjacency of triangles (n, 3, 3) from edge numbers (`number_shared_edges`)."""
    size = edges.size
    neighbors = np.empty(size, dtype=np.int64)
    corners = np.empty(size, dtype=np.int64)
    places = np.empty((size, 3))
    _link_edges(edges.reshape(-1), np.full(1 + edges.max(initial=0), -1, dtype=np.int64), neighbors)
    count, gap = _number_corners(
        triangles.reshape(-1, 3), neighbors, np.arange(size), corners, places
    )
    return TriangleAdjacency(
        neighbors.reshape(-1, 3), corners.reshape(-1, 3), places[:count].copy(), gap
    )
