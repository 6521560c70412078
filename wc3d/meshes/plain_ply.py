"""A surface's triangles alone as a PLY file, to the last bit of every coordinate."""
from __future__ import annotations

import numpy as np

from wc3d.meshes.surface import Triangles


def triangles_to_ply(triangles: Triangles) -> bytes:
    """Triangles (n, 3, 3) in their order; in half the space where no coordinate needs more."""
    corners = np.ascontiguousarray(triangles.reshape(-1, 3))
    corners = corners + 0.0  # no negative zeros
    _, first, inverse = np.unique(corners.view("V24").reshape(-1), return_index=True, return_inverse=True)
    order = np.argsort(first)
    points, rank = corners[first[order]], np.empty_like(order)
    rank[order] = np.arange(len(order))
    single = bool((points.astype(np.float32) == points).all())
    faces = np.zeros(len(triangles), [("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, rank[inverse.reshape(-1)].reshape(-1, 3)
    kind = "float" if single else "double"
    head = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty {kind} x\nproperty {kind} y\n"
        f"property {kind} z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    return head.encode() + points.astype("<f4" if single else "<f8").tobytes() + faces.tobytes()
