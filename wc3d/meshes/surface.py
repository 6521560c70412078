"""What a mesh file holds: triangles, and how they look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Triangles = NDArray[np.float64]
"""Corners of triangles, (n, 3, 3): triangle, corner, coordinate."""

Uv = NDArray[np.float32]
"""Places in a texture, (n, 3, 2): triangle, corner; (0, 0) is the lower left of the image, (1, 1) its upper right."""

Colors = NDArray[np.uint8]
"""Colors of corners, (n, 3, 4): triangle, corner; red, green, blue, opacity, as a screen shows them."""

Unit = Literal["in", "mm", "cm", "m"]
Up = Literal["y", "z"]


@dataclass(frozen=True, eq=False)
class Texture:
    """An image as its file stores it."""

    data: bytes
    mime: str
    size: tuple[int, int]
    """Width and height in pixels."""


@dataclass(frozen=True, eq=False)
class Material:
    """How a part looks: a color that multiplies its texture and the colors of its corners, as a screen shows it, 0 to 1."""

    color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    texture: Texture | None = None
    alpha: Literal["opaque", "mask", "blend"] = "opaque"
    cutoff: float = 0.5
    """With the alpha "mask": what is less opaque is not drawn."""


@dataclass(frozen=True, eq=False)
class TrianglePatch:
    """Triangles that look alike. The file may say nothing of how they look."""

    triangles: Triangles
    uv: Uv | None = None
    colors: Colors | None = None
    material: Material | None = None

    def select(self, index: Any) -> TrianglePatch:
        """Some of its triangles, or their corners in another order: as numpy's index of the first two axes has it."""
        uv = None if self.uv is None else self.uv[index]
        return TrianglePatch(
            self.triangles[index],
            uv,
            None if self.colors is None else self.colors[index],
            self.material,
        )

    def transform(self, matrix: Floats) -> TrianglePatch:
        """Itself where a matrix (4, 4) has it; a mirror turns its triangles round, so that they face as before."""
        triangles = self.triangles @ matrix[:3, :3].T + matrix[:3, 3]
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
        return replace(self, triangles=triangles).select(np.s_[:, :: -1 if mirrored else 1])


def group_by_key(keys: NDArray[Any]) -> Iterator[tuple[Any, NDArray[np.int64]]]:
    """Each key with the places where it stands."""
    order = np.argsort(keys, kind="stable")
    unique_keys, starts = np.unique(keys[order], return_index=True)
    yield from zip(
        unique_keys.tolist(), np.split(order, starts[1:]) if len(order) else (), strict=True
    )


def join_patches(patches: Sequence[TrianglePatch], material: Material | None) -> TrianglePatch:
    """Patches as one, of one material. All of them have places in the texture, or none; so too colors."""
    uv = [patch.uv for patch in patches if patch.uv is not None]
    colors = [patch.colors for patch in patches if patch.colors is not None]
    triangles = np.concatenate([patch.triangles for patch in patches])
    return TrianglePatch(
        triangles,
        np.concatenate(uv) if uv else None,
        np.concatenate(colors) if colors else None,
        material,
    )


@dataclass(frozen=True, eq=False)
class SurfacePart:
    """A stretch of a surface's triangles that look alike: from `start` up to `stop`."""

    start: int
    stop: int
    uv: Uv | None
    colors: Colors | None
    material: Material | None


@dataclass(frozen=True, eq=False)
class MeshSurface:
    """A mesh file's triangles in its own units and axes, all scenes' transforms applied. They may be open, flipped or doubled."""

    triangles: Triangles
    parts: tuple[SurfacePart, ...]
    format: str
    """"stl", "obj", "glb", "gltf", "ply" or "3mf"."""
    unit: Unit | None
    """What the file, or the standard of its format, says."""
    degenerate: int
    """Triangles without an area, left out."""
    broken: int
    """Triangles with corners that are no places (not finite, or beyond all measure), left out."""
    notes: tuple[str, ...]
    """Everything of the file that was not read, one line each; comments, names and other metadata are not counted."""
    named_files: tuple[tuple[str, str], ...] = ()
    """The files beside it that it names, with the hash of what was read; nothing for one that was not."""

    @property
    def low(self) -> Floats:
        """The least coordinates."""
        return np.asarray(self.triangles.min(axis=(0, 1)))

    @property
    def high(self) -> Floats:
        """The greatest coordinates."""
        return np.asarray(self.triangles.max(axis=(0, 1)))
