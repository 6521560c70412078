"""Packs meshes and lines for browsers: small integers in a block of bytes, with their offsets.

Coordinates are rounded to 1/65,535 of the longest side of the mesh's box, for display only.
"""

from __future__ import annotations

import base64
import gzip
from typing import Any

import numpy as np
from manifold3d import Manifold, Mesh64
from numpy.typing import ArrayLike, NDArray

from wc3d.scene.mesh import DrawnMesh

QUANTIZATION_STEPS = 65_535
MAX_FACES = 12_000
"""The maximum number of triangles of a feature. Larger meshes are simplified."""
SIMPLIFICATION_STEPS_IN = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
"""The tolerances in inches for simplifying a surface, tried in this order."""


class BinaryPack:
    """A block of bytes with meshes and lines."""

    def __init__(self) -> None:
        self._block = bytearray()

    def _append(self, values: NDArray[Any]) -> int:
        self._block.extend(b"\0" * (-len(self._block) % 4))
        start = len(self._block)
        self._block.extend(values.tobytes())
        return start

    def _append_points(self, points: NDArray[np.float64]) -> dict[str, Any]:
        low = points.min(axis=0)
        span = max(float(np.ptp(points, axis=0).max()), 1e-6)
        grid_points = np.round((points - low) / span * QUANTIZATION_STEPS).astype("<u2")
        return {
            "at": self._append(grid_points),
            "low": [round(float(v), 5) for v in low],
            "span": round(span, 5),
        }

    def add_mesh(
        self, points: ArrayLike, normals: ArrayLike, colors: ArrayLike, faces: ArrayLike
    ) -> dict[str, Any]:
        """Add points (n, 3), normals (n, 3), colors (n, 4) to 255, faces (m, 3). Return offsets."""
        vertices = np.asarray(points, float).reshape(-1, 3)
        triangles = np.asarray(faces).reshape(-1)
        wide = len(vertices) > QUANTIZATION_STEPS
        return {
            **self._append_points(vertices),
            "points": len(vertices),
            "normals": self._append(np.round(np.asarray(normals, float) * 127).astype("<i1")),
            "colors": self._append(np.asarray(colors).astype("u1")),
            "faces": self._append(triangles.astype("<u4" if wide else "<u2")),
            "corners": len(triangles),
            "wide": wide,
        }

    def add_uv(self, uv: NDArray[np.floating[Any]]) -> dict[str, Any]:
        """Add texture coordinates (n, 2). Return their offset, their low corner and their spans."""
        low = uv.min(axis=0)
        span = np.maximum(np.ptp(uv, axis=0), 1e-6)
        grid_points = np.round((uv - low) / span * QUANTIZATION_STEPS).astype("<u2")
        return {
            "uv": self._append(grid_points),
            "uvLow": [round(float(v), 6) for v in low],
            "uvSpan": [round(float(v), 6) for v in span],
        }

    def add_lines(self, segments: ArrayLike) -> dict[str, Any]:
        """Add line segments (n, 2, 3). Return their offsets."""
        ends = np.asarray(segments, float).reshape(-1, 3)
        return {**self._append_points(ends), "count": len(ends) // 2}

    def add_bytes(self, values: NDArray[Any]) -> int:
        """Add bytes. Return their offset."""
        return self._append(values)

    def to_base64(self, hard: int = 9) -> str:
        """Return the block as gzip in base64. `hard` is the compression level from 1 to 9."""
        return base64.b64encode(gzip.compress(bytes(self._block), hard, mtime=0)).decode("ascii")


def simplify_if_large(mesh: DrawnMesh, max_faces: int = MAX_FACES) -> DrawnMesh:
    """Simplify a mesh with over `max_faces` triangles. Its surface moves by up to 0.32 inches."""
    if len(mesh.faces) <= max_faces:
        return mesh
    solid = Manifold(
        Mesh64(np.asarray(mesh.vertices, np.float64), np.asarray(mesh.faces, np.uint64))
    )
    for tolerance in SIMPLIFICATION_STEPS_IN:
        fewer = solid.simplify(tolerance)
        if fewer.is_empty() or fewer.num_tri() <= max_faces:
            break
    if fewer.is_empty():
        return mesh
    result = fewer.to_mesh64()
    return DrawnMesh(
        np.asarray(result.vert_properties)[:, :3], np.asarray(result.tri_verts).astype(np.int64)
    )
