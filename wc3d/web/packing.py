"""Packs meshes and lines for a browser: small whole numbers in one block of bytes, and a table that says where each begins.

Places are kept to a 65,535th of the longest side of their mesh's box: for looking at. No number of an answer comes from here.
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
"""Triangles: a feature with more is drawn with fewer."""
SIMPLIFICATION_STEPS_IN = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
"""Inches: how far a surface that has too many triangles may be moved, least first."""


class BinaryPack:
    """Meshes and lines put into one block of bytes."""

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
        """Keep a mesh: points (n, 3), normals (n, 3), colors (n, 4) to 255, faces (m, 3). Where it lies in the block."""
        vertices, triangles = (
            np.asarray(points, float).reshape(-1, 3),
            np.asarray(faces).reshape(-1),
        )
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

    def add_lines(self, segments: ArrayLike) -> dict[str, Any]:
        """Keep segments (n, 2, 3). Where they lie in the block."""
        ends = np.asarray(segments, float).reshape(-1, 3)
        return {**self._append_points(ends), "count": len(ends) // 2}

    def add_bytes(self, values: NDArray[Any]) -> int:
        """Keep bytes; where they begin."""
        return self._append(values)

    def to_base64(self, hard: int = 9) -> str:
        """The block as text: gzip in base64, packed as `hard` as 1 (quickly) to 9 (small)."""
        return base64.b64encode(gzip.compress(bytes(self._block), hard, mtime=0)).decode("ascii")


def simplify_if_large(mesh: DrawnMesh, max_faces: int = MAX_FACES) -> DrawnMesh:
    """A mesh, or if it has more than `max_faces` triangles one with fewer, its surface moved by a third of an inch at most."""
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
