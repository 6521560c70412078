"""How whole a surface is: its shells, where it is open, and which way its triangles face."""
from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

SAME_CORNER = 1e-6
"""Corners this near one another, as a share of the whole, are one."""


FINEST_WELD = 1e-5
"""Inches: no corners farther apart are one for the edges that a screen is made of."""


def _welded(triangles: NDArray[np.float64], most: float = np.inf) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Which corner is the first of each place, and the faces (n, 3) by numbers of places."""
    corners = triangles.reshape(-1, 3)
    step = max(1e-9, min(most, float(np.ptp(corners, axis=0).max(initial=0.0)) * SAME_CORNER))
    first, number = _alike(np.round(corners / step))
    return first, number.reshape(-1, 3)


def _alike(rows: NDArray[np.float64] | NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Which of many rows (n, k) of whole numbers is the first of each kind, and the number of each row's kind, in order.

    As numpy's `unique` of rows has it, and many times as quick: the rows become single numbers, column after column.
    """
    key = np.zeros(len(rows), dtype=np.uint64)
    kinds = 1
    for column in np.asarray(rows).T:
        least = column.min(initial=0)
        wide = int(column.max(initial=0) - least) + 1
        if kinds * wide >= 1 << 63:
            key = np.unique(key, return_inverse=True)[1].reshape(-1).astype(np.uint64)
            kinds = len(rows)
        key = key * np.uint64(wide) + (column - least).astype(np.uint64)
        kinds *= wide
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return first, number.reshape(-1).astype(np.int64)


def _sides(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """The three edges of every face, one after the other: from, to."""
    return faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2).astype(np.int64)


def connected(pairs: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The number of the connected part that each of so many things belongs to, of which pairs (n, 2) are joined."""
    joined = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    return np.asarray(connected_components(joined, directed=False)[1], dtype=np.int64)


def facing_alike(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same triangles (n, 3, 3), those turned over that face otherwise than most of their neighbors over edges of two.

    Copies that face the same way are one. Where neighbors cannot agree (on a band with half a turn) all stay as they are.
    """
    _, faces = _welded(triangles)
    once = _without_copies(faces)
    triangles, faces = triangles[once], faces[once]
    edges = _sides(faces)
    low, high = edges.min(axis=1), edges.max(axis=1)
    keys = np.where(low != high, low * len(edges) + high, -1)
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-2))
    pairs = starts[(np.diff(starts, append=len(order)) == 2) & (keys[order[starts]] >= 0)]
    one, two = order[pairs], order[pairs + 1]
    against = (edges[one, 0] == edges[two, 0]).astype(np.int64)
    if not against.any():
        return triangles
    one, two, count = one // 3, two // 3, len(faces)
    ends = np.concatenate([one, one + count]), np.concatenate([two + against * count, two + (1 - against) * count])
    part = connected(np.stack(ends, axis=1), 2 * count)
    e, f = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    kept = np.bincount(part[:count], np.linalg.norm(np.cross(e, f), axis=1), minlength=int(part.max()) + 1)
    turned = kept[part[:count]] < kept[part[count:]]  # a face as it is, and turned over: two parts, unless nothing agrees
    return np.where(turned[:, None, None], triangles[:, ::-1], triangles)


def _without_copies(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which faces (n, 3) are the first of their corners in that turn, in order: a copy that faces otherwise is none.

    Faces that are no triangles stay.
    """
    begin = np.argmin(faces, axis=1)
    turned = faces[np.arange(len(faces))[:, None], (begin[:, None] + np.arange(3)) % 3]
    first = np.zeros(len(faces), dtype=bool)
    first[_alike(turned)[0]] = True
    one, two, three = turned.T
    found: NDArray[np.int64] = np.flatnonzero(first | (one == two) | (two == three) | (three == one))
    return found


class Faces:
    """Triangles (n, 3, 3) by their places: corners as good as one are one place."""

    def __init__(self, triangles: NDArray[np.float64]) -> None:
        self.first, self.faces = _welded(triangles)

    @cached_property
    def shell(self) -> NDArray[np.int64]:
        """The number of the connected shell that each place belongs to."""
        return connected(self.faces[:, [0, 1, 1, 2]].reshape(-1, 2), len(self.first))

    def open_edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The edges (k, 2; from, to, by places) at which the surface is open, and to which hole each belongs."""
        edges = _sides(self.faces)
        edges = edges[edges[:, 0] != edges[:, 1]]
        ends = np.sort(edges, axis=1)
        first, number = _alike(ends)
        net = np.bincount(number, np.where(edges[:, 0] < edges[:, 1], 1, -1), len(first)).astype(np.int64)
        uneven = np.flatnonzero(net)
        way = np.where(net[uneven, None] > 0, ends[first[uneven]], ends[first[uneven], ::-1])
        found = np.repeat(way, np.abs(net[uneven]), axis=0)
        hole = connected(found, len(self.first))[found[:, 0]]
        return found, np.unique(hole, return_inverse=True)[1].reshape(-1)


def look_at_surface(triangles: NDArray[np.float64]) -> tuple[int, tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """How many connected shells triangles (n, 3, 3) make; the edges (k, 2, 3) at which they are open, and the hole of each."""
    faces = Faces(triangles)
    edges, hole = faces.open_edges()
    return int(faces.shell.max(initial=-1)) + 1, (triangles.reshape(-1, 3)[faces.first[edges]], hole)


def edges_shared(triangles: NDArray[np.float64]) -> NDArray[np.int64]:
    """The number of the edge (n, 3) after each corner of triangles (n, 3, 3): -1 where an odd number of them meets there.

    Of triangles with the same corners two and two cancel out, as where a solid stands on another; of those that touch nothing
    else, as in a sheet of two sides, one is kept. What is left out, or no triangle, has -2.
    """
    _, faces = _welded(triangles, FINEST_WELD)
    taken = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    found = np.full((len(triangles), 3), -2, dtype=np.int64)
    sides = np.sort(_sides(faces), axis=1)
    keys = (sides[:, 0] * (len(sides) + 1) + sides[:, 1]).reshape(-1, 3)
    _taken_once(faces, keys, taken)
    _, number, count = np.unique(keys[taken], return_inverse=True, return_counts=True)
    number = number.reshape(-1)
    found[taken] = np.where(count[number] % 2 == 0, number, -1).reshape(-1, 3)
    return found


def _taken_once(faces: NDArray[np.int64], keys: NDArray[np.int64], taken: NDArray[np.bool_]) -> None:
    """Takes away from `taken` those of the same corners that cancel out."""
    first, number = _alike(np.sort(faces, axis=1))
    count = np.bincount(number)
    even = count % 2 == 0
    if count.max(initial=1) == 1:
        return
    twice = taken & even[number]
    others = np.unique(keys[taken & ~twice])
    doubled = np.flatnonzero(even & taken[first])
    ends, part = np.unique(keys[first[doubled]], return_inverse=True)
    count_faces = len(doubled)
    pairs = np.stack([np.repeat(np.arange(count_faces), 3), count_faces + part.reshape(-1)], axis=1)
    group = connected(pairs, count_faces + len(ends))
    touches = np.zeros(group.max(initial=0) + 1, dtype=bool)
    touches[group[count_faces:][np.isin(ends, others)]] = True
    kept = np.zeros(len(count), dtype=bool)
    kept[~even] = True
    kept[doubled[~touches[group[:count_faces]]]] = True
    once = np.zeros(len(faces), dtype=bool)
    once[first[kept]] = True
    taken &= once
