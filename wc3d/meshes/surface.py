"""The content of a mesh file: triangles and their appearance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.units import Unit

Floats = NDArray[np.float64]
Triangles = NDArray[np.float64]
"""Triangle corners, (n, 3, 3): triangle, corner, coordinate."""

Uv = NDArray[np.float32]
"""Texture coordinates, (n, 3, 2): triangle, corner; from (0, 0) at the lower left to (1, 1)."""

Colors = NDArray[np.uint8]
"""Corner colors, (n, 3, 4): triangle, corner; red, green, blue, opacity in sRGB."""

ObjectNumbers = NDArray[np.int32]
"""The number of the object that each triangle is part of, (n,)."""


class ObjectName(NamedTuple):
    """The name of an object in a file, "" for none, and a number that tells it from others."""

    name: str
    number: int


ObjectPath = tuple[ObjectName, ...]
"""The names of an object and of those that contain it, from the outermost."""


@dataclass(frozen=True, eq=False)
class Texture:
    """An encoded image."""

    data: bytes
    mime: str
    size: tuple[int, int]
    """Width and height in pixels."""


@dataclass(frozen=True, eq=False)
class Material:
    """An appearance: an sRGB color, 0 to 1, that multiplies the texture and the corner colors."""

    color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    texture: Texture | None = None
    alpha: Literal["opaque", "mask", "blend"] = "opaque"
    cutoff: float = 0.5
    """Opacity below which nothing is drawn, with the alpha "mask"."""


@dataclass(frozen=True, eq=False)
class TrianglePatch:
    """Triangles with a common material, if the file gives one."""

    triangles: Triangles
    uv: Uv | None = None
    colors: Colors | None = None
    material: Material | None = None
    objects: ObjectNumbers | None = None
    """The object of each triangle, by its number in the file."""

    def select(self, index: Any) -> TrianglePatch:
        """Return the triangles or corners that a numpy index of the first two axes selects."""
        uv = None if self.uv is None else self.uv[index]
        return TrianglePatch(
            self.triangles[index],
            uv,
            None if self.colors is None else self.colors[index],
            self.material,
            None if self.objects is None else self.objects[_triangle_index(index)],
        )

    def with_object(self, number: int | None) -> TrianglePatch:
        """Return the patch as part of an object; None for no object."""
        if number is None:
            return self
        return replace(self, objects=np.full(len(self.triangles), number, dtype=np.int32))

    def transform(self, matrix: Floats) -> TrianglePatch:
        """Return the patch transformed by a matrix (4, 4), with mirrored triangles turned over."""
        triangles = self.triangles @ matrix[:3, :3].T + matrix[:3, 3]
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
        return replace(self, triangles=triangles).select(np.s_[:, :: -1 if mirrored else 1])


def _triangle_index(index: Any) -> Any:
    """Return the part of a numpy index that selects triangles."""
    return index[0] if isinstance(index, tuple) else index


def group_by_key(keys: NDArray[Any]) -> Iterator[tuple[Any, NDArray[np.int64]]]:
    """Yield each key with its positions."""
    order = np.argsort(keys, kind="stable")
    unique_keys, starts = np.unique(keys[order], return_index=True)
    yield from zip(
        unique_keys.tolist(), np.split(order, starts[1:]) if len(order) else (), strict=True
    )


def join_patches(patches: Sequence[TrianglePatch], material: Material | None) -> TrianglePatch:
    """Join patches of one material. All of them or none have texture coordinates, and colors."""
    uv = [patch.uv for patch in patches if patch.uv is not None]
    colors = [patch.colors for patch in patches if patch.colors is not None]
    objects = [patch.objects for patch in patches if patch.objects is not None]
    triangles = np.concatenate([patch.triangles for patch in patches])
    return TrianglePatch(
        triangles,
        np.concatenate(uv) if uv else None,
        np.concatenate(colors) if colors else None,
        material,
        np.concatenate(objects) if len(objects) == len(patches) else None,
    )


@dataclass(frozen=True, eq=False)
class SurfacePart:
    """A range of a surface's triangles with a common appearance: from `start` up to `stop`."""

    start: int
    stop: int
    uv: Uv | None
    colors: Colors | None
    material: Material | None


@dataclass(frozen=True, eq=False)
class MeshSurface:
    """A mesh file's triangles in its own units and axes, placed, possibly open or flipped."""

    triangles: Triangles
    parts: tuple[SurfacePart, ...]
    format: str
    """"stl", "obj", "glb", "gltf", "ply" or "3mf"."""
    unit: Unit | None
    """The unit that the file or its format specifies."""
    degenerate: int
    """Number of omitted triangles without an area."""
    broken: int
    """Number of omitted triangles with invalid coordinates (not finite or too large)."""
    notes: tuple[str, ...]
    """Notes on unread parts of the file, except metadata such as comments and names."""
    named_files: tuple[tuple[str, str], ...] = ()
    """Referenced files with the hashes of those read, "" for files not read."""
    producer: str = ""
    """What the file says about the program that wrote it, shortened."""
    objects: ObjectNumbers | None = None
    """The object of each triangle, if they were asked for and the file has some."""
    object_paths: tuple[ObjectPath, ...] = ()
    """The names of each object."""

    @property
    def low(self) -> Floats:
        """The smallest coordinates."""
        return np.asarray(self.triangles.min(axis=(0, 1)))

    @property
    def high(self) -> Floats:
        """The largest coordinates."""
        return np.asarray(self.triangles.max(axis=(0, 1)))
