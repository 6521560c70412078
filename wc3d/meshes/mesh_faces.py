"""Flat faces of a mesh on which it can lie."""

from __future__ import annotations

import numpy as np

from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.surface import Floats, Triangles

LARGEST = "largest"
"""The name of the largest face on which a mesh can lie."""

SAME_FACE_COSINE, SAME_FACE_SHARE = 0.9995, 2e-3
"""Smallest cosine between normals, and largest distance from the plane as a share of the size, of
triangles of one face."""

MIN_FACE_SHARE = 0.02
"""Smallest share of the hull's surface of a face that a direction chooses, unless none is larger."""

EQUAL_NORMAL_DIGITS = 6
"""Decimal places to which normals of the hull's facets agree that are one face."""


def find_resting_face(triangles: Triangles, direction: Floats | None, name: str) -> Floats:
    """Return the normal of a face on which a mesh can lie, outward, with the length 1.

    It is the face that looks most to a direction, or the largest for None. Raises MeshError for a
    flat mesh.
    """
    from scipy.spatial import ConvexHull, QhullError  # imports slowly

    points = triangles.reshape(-1, 3)
    try:
        hull = ConvexHull(points - points.mean(axis=0))
    except QhullError:
        raise MeshError(f"{name}: the mesh is flat, so it has no face to lie on") from None
    normals = hull.equations[:, :3]
    corners = hull.points[hull.simplices]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(across, axis=1)
    _, face = np.unique(np.round(normals, EQUAL_NORMAL_DIGITS) + 0.0, axis=0, return_inverse=True)
    face = face.reshape(-1)
    sizes = np.bincount(face, areas)
    if direction is None:
        chosen = int(np.argmax(sizes))
    else:
        direction = direction / np.abs(direction).max()
        toward = np.bincount(face, areas * (normals @ direction)) / np.maximum(sizes, 1e-300)
        is_large = sizes >= MIN_FACE_SHARE * sizes.sum()
        chosen = int(np.argmax(np.where(is_large | ~is_large.any(), toward, -np.inf)))
    own = face == chosen
    mean = (normals[own] * areas[own][:, None]).sum(axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


def find_hit_face(triangles: Triangles, start: Floats, way: Floats) -> Floats | None:
    """Return the normal of the flat face that a ray hits first, against the ray; None for no hit.

    All triangles in the plane of the one that is hit count by their area.
    """
    a = triangles[:, 0]
    u, v = triangles[:, 1] - a, triangles[:, 2] - a
    across = np.cross(u, v)
    with np.errstate(all="ignore"):
        h = np.cross(way, v)
        steepness = (u * h).sum(axis=1)
        s = start - a
        first = (s * h).sum(axis=1) / steepness
        q = np.cross(s, u)
        second = (q @ way) / steepness
        distance = (v * q).sum(axis=1) / steepness
        is_hit = (first >= 0) & (second >= 0) & (first + second <= 1) & (distance > 0)
    if not is_hit.any():
        return None
    hit = int(np.argmin(np.where(is_hit, distance, np.inf)))
    areas = np.linalg.norm(across, axis=1)
    normals = across / np.maximum(areas, 1e-300)[:, None]
    own = normals[hit]
    size = float(np.ptp(triangles, axis=(0, 1)).max())
    offsets = np.abs((triangles - a[hit]) @ own).max(axis=1)
    cosines = normals @ own
    is_same = (np.abs(cosines) >= SAME_FACE_COSINE) & (offsets <= SAME_FACE_SHARE * size)
    mean = (across[is_same] * np.sign(cosines[is_same])[:, None]).sum(axis=0)
    mean /= np.linalg.norm(mean)
    return np.asarray(-mean if mean @ way > 0 else mean)
