"""Vertex normals that keep flat parts flat and shade round parts smoothly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.scene.mesh import DrawnMesh, shared_edges

COPLANAR_ANGLE_RAD = 0.007
"""Radians: faces that turn by less are coplanar."""

MAX_PLANE_PARTS = 10
"""A plane larger than 1 / this of its mesh's surface is never smoothed."""


def smooth_normals(
    mesh: DrawnMesh, degrees: float = 30.0
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return points, normals and faces, with corners split where the surface turns by more than
    `degrees`.

    Flat parts stay flat, and round parts look round.
    """
    points, normals, faces, _ = smooth_normals_of_many([mesh], degrees)
    return points, normals, faces


def flat_normals(
    mesh: DrawnMesh,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return points, normals and faces with separate corners for every face."""
    points = (
        np.asarray(mesh.vertices)[mesh.faces].reshape(-1, 3)
        if len(mesh.faces)
        else np.zeros((0, 3))
    )
    return points, np.repeat(mesh.face_normals, 3, axis=0), np.arange(len(points)).reshape(-1, 3)


def smooth_normals_of_many(
    meshes: Sequence[DrawnMesh], degrees: float = 30.0
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Shade many meshes at once, much faster; the last array maps each point to its mesh."""
    corners, normals, faces, vertex_ids = smooth_joined_normals(meshes, degrees)
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    mesh_of = (np.searchsorted(offsets, vertex_ids, side="right") - 1).astype(np.int64)
    return corners, normals, faces, mesh_of


def smooth_joined_normals(
    meshes: Sequence[DrawnMesh], degrees: float = 30.0
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Shade many meshes at once; the last array maps each point to its joined vertex."""
    if not sum(len(mesh.faces) for mesh in meshes):
        return np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros(0, np.int64)
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    corners = np.concatenate([np.asarray(mesh.vertices) for mesh in meshes])
    faces = np.concatenate(
        [np.asarray(mesh.faces) + k for mesh, k in zip(meshes, offsets[:-1], strict=True)]
    )
    owner = np.repeat(np.arange(len(meshes)), [len(mesh.faces) for mesh in meshes])
    a, b, c = (corners[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    double_areas = np.linalg.norm(across, axis=1)
    facing = across / np.maximum(double_areas, 1e-300)[:, None]
    patch = _patches(faces, facing, double_areas, owner, np.radians(degrees))
    keys, rows = np.unique((patch[:, None] * len(corners) + faces).reshape(-1), return_inverse=True)
    weights = np.stack(
        [_angles(b - a, c - a), _angles(c - b, a - b), _angles(a - c, b - c)], axis=1
    ).reshape(-1)
    spread = np.repeat(facing, 3, axis=0) * weights[:, None]
    sums: Any = np.stack(
        [np.bincount(rows.reshape(-1), spread[:, k], len(keys)) for k in range(3)], axis=1
    )
    normals = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)
    vertex_ids = keys % len(corners)
    return corners[vertex_ids], normals, rows.reshape(-1, 3).astype(np.int64), vertex_ids


def _angles(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    return np.arccos(np.clip((first * second).sum(axis=1) / np.maximum(lengths, 1e-300), -1.0, 1.0))


def _patches(
    faces: NDArray[np.int64],
    facing: NDArray[np.float64],
    areas: NDArray[np.float64],
    owner: NDArray[np.int64],
    smooth: float,
) -> NDArray[np.int64]:
    """Return the surface of each face: large planes, and faces that turn less than `smooth`."""
    order, first = shared_edges(
        np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1), int(faces.max()) + 1
    )
    pairs = np.stack([order[first], order[first + 1]], axis=1) // 3
    turns = _angles(facing[pairs[:, 0]], facing[pairs[:, 1]])
    level = pairs[turns < COPLANAR_ANGLE_RAD]
    plane = connected_groups(level, len(faces))
    large = np.bincount(plane, areas)[plane] * MAX_PLANE_PARTS > np.bincount(owner, areas)[owner]
    large &= np.bincount(plane)[plane] > 1
    gentle = pairs[(turns < smooth) & ~large[pairs].any(axis=1)]
    return connected_groups(np.concatenate([gentle, level[large[level].all(axis=1)]]), len(faces))


def connected_groups(pairs: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the group of each of `count` items, where each pair belongs to one group."""
    first = np.arange(count)  # the group of each item, as far as known
    while len(pairs := pairs[first[pairs[:, 0]] != first[pairs[:, 1]]]):
        ends = np.sort(first[pairs], axis=1)
        np.minimum.at(first, ends[:, 1], ends[:, 0])
        while not np.array_equal(first, first[first]):
            first = first[first]
    return np.unique(first, return_inverse=True)[1].reshape(-1).astype(np.int64)
