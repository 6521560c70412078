"""How whole a surface is: its shells, and where it is open."""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

SAME_CORNER = 1e-6
"""Corners this near one another, as a share of the whole, are one."""


def soundness(triangles: NDArray[np.float64]) -> tuple[int, int, tuple[float, float, float] | None]:
    """How many connected shells there are, how many edges are open, and where one is."""
    corners = triangles.reshape(-1, 3)
    step = max(1e-9, float(np.ptp(corners, axis=0).max()) * SAME_CORNER)
    _, first, number = np.unique(np.round(corners / step), axis=0, return_index=True, return_inverse=True)
    faces = number.reshape(-1, 3)
    edges = faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    count = len(first)
    joined = coo_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(count, count))
    shells = int(connected_components(joined, directed=False)[0])
    edges = edges[edges[:, 0] != edges[:, 1]]
    keys, index = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    uneven = np.flatnonzero(np.bincount(index.reshape(-1), np.where(edges[:, 0] < edges[:, 1], 1, -1)) != 0)
    if not len(uneven):
        return shells, 0, None
    x, y, z = corners[first[keys[uneven[0]]]].mean(axis=0).tolist()
    return shells, len(uneven), (x, y, z)
