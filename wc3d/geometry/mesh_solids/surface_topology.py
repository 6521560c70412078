"""Topology of a surface: its shells, its holes, and the facing of its triangles."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

SAME_CORNER_SHARE = 1e-6
"""Distance within which corners are equal, as a share of the mesh's size."""


MAX_WELD_IN = 1e-5
"""Largest distance between equal corners of the edges in a screen, in inches."""


def _weld_corners(
    triangles: NDArray[np.float64], max_step: float = np.inf
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the first corner of each place, and the faces (n, 3) as place numbers."""
    corners = triangles.reshape(-1, 3)
    step = max(
        1e-9, min(max_step, float(np.ptp(corners, axis=0).max(initial=0.0)) * SAME_CORNER_SHARE)
    )
    first, number = _unique_rows(np.round(corners / step))
    return first, number.reshape(-1, 3)


def _unique_rows(
    rows: NDArray[np.float64] | NDArray[np.int64],
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the first of each kind of integer rows (n, k), and the kind of each row, in order.

    Much faster than numpy's `unique` for rows: combines columns into single numbers.
    """
    key = np.zeros(len(rows), dtype=np.uint64)
    kinds = 1
    for column in np.asarray(rows).T:
        lowest = column.min(initial=0)
        wide = int(column.max(initial=0) - lowest) + 1
        if kinds * wide >= 1 << 63:
            key = np.unique(key, return_inverse=True)[1].reshape(-1).astype(np.uint64)
            kinds = len(rows)
        key = key * np.uint64(wide) + (column - lowest).astype(np.uint64)
        kinds *= wide
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return first, number.reshape(-1).astype(np.int64)


def _face_edges(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the three edges of every face in sequence: from, to."""
    return faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2).astype(np.int64)


def label_components(pairs: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Label the connected components of `count` items joined by pairs (n, 2)."""
    joined = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    return np.asarray(connected_components(joined, directed=False)[1], dtype=np.int64)


def orient_triangles(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return triangles (n, 3, 3) with those turned over that face against most neighbors.

    Neighbors share an edge of two triangles. Copies that face the same way count once. Where
    neighbors cannot agree (on a Möbius strip), all triangles stay unchanged.
    """
    _, faces = _weld_corners(triangles)
    face_numbers = _drop_copies(faces)
    triangles = triangles[face_numbers]
    faces = faces[face_numbers]
    edges = _face_edges(faces)
    low, high = edges.min(axis=1), edges.max(axis=1)
    keys = np.where(low != high, low * len(edges) + high, -1)
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-2))
    pairs = starts[(np.diff(starts, append=len(order)) == 2) & (keys[order[starts]] >= 0)]
    first, second = order[pairs], order[pairs + 1]
    against = (edges[first, 0] == edges[second, 0]).astype(np.int64)
    if not against.any():
        return triangles
    first = first // 3
    second = second // 3
    count = len(faces)
    ends = (
        np.concatenate([first, first + count]),
        np.concatenate([second + against * count, second + (1 - against) * count]),
    )
    part = label_components(np.stack(ends, axis=1), 2 * count)
    e, f = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    areas = np.bincount(
        part[:count], np.linalg.norm(np.cross(e, f), axis=1), minlength=int(part.max()) + 1
    )
    is_turned = (
        areas[part[:count]] < areas[part[count:]]
    )  # a face and its reverse: two components unless orientations conflict
    return np.where(is_turned[:, None, None], triangles[:, ::-1], triangles)


def _drop_copies(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return which faces (n, 3) are the first with their corners in this rotation, in order.

    A copy with the opposite facing and faces that are not triangles stay.
    """
    begin = np.argmin(faces, axis=1)
    rotations = faces[np.arange(len(faces))[:, None], (begin[:, None] + np.arange(3)) % 3]
    first = np.zeros(len(faces), dtype=bool)
    first[_unique_rows(rotations)[0]] = True
    a, b, c = rotations.T
    numbers: NDArray[np.int64] = np.flatnonzero(first | (a == b) | (b == c) | (c == a))
    return numbers


class WeldedFaces:
    """Triangles (n, 3, 3) by places, with nearly equal corners welded."""

    def __init__(self, triangles: NDArray[np.float64]) -> None:
        self.first, self.faces = _weld_corners(triangles)

    @cached_property
    def shell(self) -> NDArray[np.int64]:
        """The number of each place's connected shell."""
        return label_components(self.faces[:, [0, 1, 1, 2]].reshape(-1, 2), len(self.first))

    def open_edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The open edges (k, 2: from, to) by places, and the hole of each."""
        edges = _face_edges(self.faces)
        edges = edges[edges[:, 0] != edges[:, 1]]
        ends = np.sort(edges, axis=1)
        first, number = _unique_rows(ends)
        net = np.bincount(number, np.where(edges[:, 0] < edges[:, 1], 1, -1), len(first)).astype(
            np.int64
        )
        uneven = np.flatnonzero(net)
        way = np.where(net[uneven, None] > 0, ends[first[uneven]], ends[first[uneven], ::-1])
        open_sides = np.repeat(way, np.abs(net[uneven]), axis=0)
        hole = label_components(open_sides, len(self.first))[open_sides[:, 0]]
        return open_sides, np.unique(hole, return_inverse=True)[1].reshape(-1)


def find_shells_and_holes(
    triangles: NDArray[np.float64],
) -> tuple[int, tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Return the number of connected shells, the open edges (k, 2, 3), and the hole of each."""
    faces = WeldedFaces(triangles)
    edges, hole = faces.open_edges()
    return int(faces.shell.max(initial=-1)) + 1, (
        triangles.reshape(-1, 3)[faces.first[edges]],
        hole,
    )


def number_shared_edges(triangles: NDArray[np.float64]) -> NDArray[np.int64]:
    """Number the edge (n, 3) after each corner of triangles; -1 where an odd number of them meets.

    Pairs of triangles with the same corners cancel, as where two solids touch. Of copies that
    touch nothing else, as in a two-sided sheet, one stays. Dropped and degenerate triangles have
    -2.
    """
    _, faces = _weld_corners(triangles, MAX_WELD_IN)
    is_used = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    edge_numbers = np.full((len(triangles), 3), -2, dtype=np.int64)
    sides = np.sort(_face_edges(faces), axis=1)
    keys = (sides[:, 0] * (len(sides) + 1) + sides[:, 1]).reshape(-1, 3)
    _cancel_pairs(faces, keys, is_used)
    _, number, count = np.unique(keys[is_used], return_inverse=True, return_counts=True)
    number = number.reshape(-1)
    edge_numbers[is_used] = np.where(count[number] % 2 == 0, number, -1).reshape(-1, 3)
    return edge_numbers


def _cancel_pairs(
    faces: NDArray[np.int64], keys: NDArray[np.int64], is_used: NDArray[np.bool_]
) -> None:
    """Remove triangles with equal corners that cancel from `is_used`."""
    first, number = _unique_rows(np.sort(faces, axis=1))
    count = np.bincount(number)
    is_even = count % 2 == 0
    if count.max(initial=1) == 1:
        return
    is_paired = is_used & is_even[number]
    other_edges = np.unique(keys[is_used & ~is_paired])
    doubled = np.flatnonzero(is_even & is_used[first])
    ends, part = np.unique(keys[first[doubled]], return_inverse=True)
    count_faces = len(doubled)
    pairs = np.stack([np.repeat(np.arange(count_faces), 3), count_faces + part.reshape(-1)], axis=1)
    group = label_components(pairs, count_faces + len(ends))
    touches = np.zeros(group.max(initial=0) + 1, dtype=bool)
    touches[group[count_faces:][np.isin(ends, other_edges)]] = True
    is_kept = np.zeros(len(count), dtype=bool)
    is_kept[~is_even] = True
    is_kept[doubled[~touches[group[:count_faces]]]] = True
    is_first = np.zeros(len(faces), dtype=bool)
    is_first[first[is_kept]] = True
    is_used &= is_first
