"""Meshes for drawing as arrays, with a color and a material at every vertex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB, surface_alpha
from wc3d.scene.terrain_details.local_frame import LocalFrame

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ColoredArrays:
    """A mesh for drawing: points, normals, colors (the alpha names the material) and faces."""

    points: Floats
    normals: Floats
    colors: NDArray[np.uint8]
    faces: NDArray[np.int64]

    def placed(self, frame: LocalFrame) -> ColoredArrays:
        """Return the mesh on the table."""
        return ColoredArrays(
            frame.to_table(self.points),
            frame.turn_to_table(self.normals),
            self.colors,
            self.faces,
        )

    def copied(self, places: Sequence[tuple[float, float, float, float, float]]) -> ColoredArrays:
        """Return a copy at each place (x, y, z), scaled and turned by radians."""
        if not places:
            return EMPTY_ARRAYS
        x, y, z, scale, turn = np.array(places).T[:, :, None]
        count, n = len(places), len(self.points)
        cosine, sine = np.cos(turn), np.sin(turn)

        def turned(vectors: Floats) -> tuple[Floats, Floats, Floats]:
            a, b, c = vectors.T
            return cosine * a - sine * b, sine * a + cosine * b, np.broadcast_to(c, (count, n))

        px, py, pz = turned(self.points)
        points = np.stack([px * scale + x, py * scale + y, pz * scale + z], axis=2)
        normals = np.stack(turned(self.normals), axis=2)
        starts = (n * np.arange(count))[:, None, None]
        return ColoredArrays(
            points.reshape(-1, 3),
            normals.reshape(-1, 3),
            np.tile(self.colors, (count, 1)),
            (self.faces[None] + starts).reshape(-1, 3),
        )


EMPTY_ARRAYS = ColoredArrays(
    np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 4), np.uint8), np.zeros((0, 3), np.int64)
)


def join_arrays(parts: Sequence[ColoredArrays]) -> ColoredArrays:
    """Return several meshes as one."""
    if not parts:
        return EMPTY_ARRAYS
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    return ColoredArrays(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.colors for part in parts]),
        np.concatenate([part.faces + k for part, k in zip(parts, starts, strict=True)]),
    )


def split_material(arrays: ColoredArrays, material: int) -> tuple[ColoredArrays, ColoredArrays]:
    """Return the faces of a material, and the others."""
    is_chosen = (arrays.colors[:, 3] == surface_alpha(material))[arrays.faces].all(axis=1)
    if not is_chosen.any():
        return EMPTY_ARRAYS, arrays
    parts = []
    for faces in (arrays.faces[is_chosen], arrays.faces[~is_chosen]):
        used, numbers = np.unique(faces, return_inverse=True)
        parts.append(
            ColoredArrays(
                arrays.points[used],
                arrays.normals[used],
                arrays.colors[used],
                numbers.reshape(-1, 3),
            )
        )
    return parts[0], parts[1]


def color_triangles(
    points: Floats, normals: Floats, rgb: RGB, material: int, tones: Floats | float = 1.0
) -> ColoredArrays:
    """Return separate triangles of one color; `tones` are the factors of the color at points."""
    shade = np.broadcast_to(tones, len(points))[:, None]
    colors = np.column_stack(
        [np.clip(np.array(rgb) * shade, 0, 255), np.full(len(points), surface_alpha(material))]
    )
    return ColoredArrays(
        points, normals, colors.astype(np.uint8), np.arange(len(points) // 3 * 3).reshape(-1, 3)
    )


def flat_triangles(
    triangles: Floats, rgb: RGB, material: int, tones: Floats | float = 1.0
) -> ColoredArrays:
    """Return triangles (n, 3, 3) with flat normals."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    across = np.cross(b - a, c - a)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    normals = np.repeat(across, 3, axis=0)
    return color_triangles(triangles.reshape(-1, 3), normals, rgb, material, tones)
