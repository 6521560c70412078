"""Triangulation of polygons."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wc3d.meshes.mesh_source import MeshSource
from wc3d.meshes.surface import Floats
from wc3d.meshes.text_lines import IndexArray, LineMask

EFFORT_LIMIT = 50_000_000
"""Largest sum of squared corner counts of faces that are not convex: more would take minutes."""

_BLOCK = 1_000_000
"""Comparisons made at a time."""


def triangulate_faces(
    source: MeshSource, points: Floats, counts: IndexArray
) -> tuple[IndexArray, IndexArray]:
    """Triangulate faces given as flat corners, (n, 3), and the corner count of each face.

    Return the triangles (k, 3) as corner numbers, and the face of each. Faces with fewer than
    three corners are skipped. Convex faces become fans; others are cut along inner diagonals.
    Raises MeshError for too many.
    """
    source.refuse_too_many(int((counts[counts > 2] - 2).sum()))
    source.count_skipped("faces with fewer than three vertices", count=int((counts < 3).sum()))
    starts = np.cumsum(counts) - counts
    triangles = [np.zeros((0, 3), dtype=np.int64)]
    of = [np.zeros(0, dtype=np.int64)]
    effort = 0
    for corners in np.unique(counts[counts > 2]).tolist():
        faces = np.flatnonzero(counts == corners)
        first = starts[faces]
        behind = np.arange(1, corners - 1)
        cut = np.tile(np.column_stack([0 * behind, behind, behind + 1]), (len(faces), 1, 1))
        if corners > 3:
            flat = _project_flat(points[first[:, None] + np.arange(corners)])
            hollow = np.flatnonzero(~_is_convex(flat))
            effort += len(hollow) * corners**2
            if effort > EFFORT_LIMIT:
                raise source.make_error(
                    "", "too many concave faces; triangulate the mesh (Blender: Ctrl+T)"
                )
            for batch in _split_blocks(hollow, corners):
                cut[batch] = _clip_ears(flat[batch])
        triangles.append((cut + first[:, None, None]).reshape(-1, 3))
        of.append(np.repeat(faces, corners - 2))
    owners = np.concatenate(of)
    order = np.argsort(owners, kind="stable")
    return np.concatenate(triangles)[order], owners[order]


def _split_blocks(faces: IndexArray, corners: int) -> Iterator[IndexArray]:
    size = max(1, _BLOCK // corners**2)
    return (faces[i : i + size] for i in range(0, len(faces), size))


def _project_flat(faces: Floats) -> Floats:
    """Project faces (m, n, 3) to their main planes, (m, n, 2), counter-clockwise."""
    faces = np.where(np.isfinite(faces) & (np.abs(faces) < 1e100), faces, 0.0)
    around = faces - faces[:, :1]
    normal = np.cross(around, np.roll(around, -1, axis=1)).sum(axis=1)
    axis = np.argmax(np.abs(normal), axis=1)
    rows = np.arange(len(faces))
    flat = np.stack([around[rows, :, (axis + 1) % 3], around[rows, :, (axis + 2) % 3]], axis=-1)
    flat[normal[rows, axis] < 0, :, 0] *= -1
    return np.asarray(flat)


def _turns(flat: Floats) -> Floats:
    """Return the left turn of each corner, as the cross product of its two sides."""
    return _cross(flat - np.roll(flat, 1, axis=1), np.roll(flat, -1, axis=1) - flat)


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _is_convex(flat: Floats) -> LineMask:
    return np.asarray((_turns(flat) >= 0).all(axis=1))


def _clip_ears(flat: Floats) -> IndexArray:
    """Triangulate faces (m, n, 2) with equal corner counts by ear clipping, (m, n - 2, 3)."""
    m, n = flat.shape[:2]
    remaining = np.tile(np.arange(n), (m, 1))
    triangles = np.empty((m, n - 2, 3), dtype=np.int64)
    rows = np.arange(m)
    for k in range(n, 3, -1):
        ear = _find_ears(np.take_along_axis(flat, remaining[..., None], axis=1))
        triangles[:, n - k] = np.stack(
            [remaining[rows, (ear + step) % k] for step in (-1, 0, 1)], axis=-1
        )
        remaining = remaining[np.arange(k) != ear[:, None]].reshape(m, k - 1)
    triangles[:, n - 3] = remaining
    return triangles


def _find_ears(flat: Floats) -> IndexArray:
    """Return an ear of each face, or the sharpest corner if rounding leaves none."""
    turns = _turns(flat)
    best_ears = np.argmax(turns, axis=1)
    without = np.ones(len(flat), dtype=bool)
    previous_points = np.roll(flat, 1, axis=1)
    behind = np.roll(flat, -1, axis=1)
    block = max(8, _BLOCK // flat[..., 0].size)
    for start in range(0, flat.shape[1], block):
        open_faces = np.flatnonzero(without)
        at = slice(start, start + block)
        is_inside = np.broadcast_to(
            (turns[open_faces] <= 0)[:, None, :],
            (len(open_faces), turns[:, at].shape[1], flat.shape[1]),
        ).copy()
        points = flat[open_faces, None]
        for a, b in ((previous_points, flat), (flat, behind), (behind, previous_points)):
            a, b = a[open_faces, at, None], b[open_faces, at, None]
            is_inside &= (_cross(b - a, points - a) >= 0) & (points != a).any(axis=-1)
        ears = (turns[open_faces, at] > 0) & ~is_inside.any(axis=-1)
        has_ear = ears.any(axis=1)
        best_ears[open_faces[has_ear]] = start + np.argmax(ears[has_ear], axis=1)
        without[open_faces[has_ear]] = False
        if not without.any():
            break
    return np.asarray(best_ears)
