"""GLB files of pieces, with their colors and textures, at their size on the table."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.surface import Material, MeshSurface, SurfacePart, Triangles

METERS_PER_INCH = 0.0254
GENERATOR = "wc3d"
FLOAT, UNSIGNED_BYTE = 5126, 5121
"""Numbers of the format for types of values."""

CHUNK_JSON, CHUNK_BINARY = 0x4E4F534A, 0x004E4942


def make_glb(surface: MeshSurface, triangles: Triangles, numbers: NDArray[np.int64]) -> bytes:
    """Return a GLB file of some triangles of a surface, in meters with y up.

    `triangles` are all of the surface, in inches with z up. The piece stands on 0, with the middle
    of its plan at the origin.
    """
    own = triangles[numbers]
    low, high = own.min(axis=(0, 1)), own.max(axis=(0, 1))
    origin = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    writer = _Writer()
    for part in surface.parts:
        rows = numbers[(numbers >= part.start) & (numbers < part.stop)]
        if len(rows):
            writer.add_part(part, triangles[rows] - origin, rows - part.start)
    return writer.finish()


def _to_linear(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Convert sRGB, 0 to 1, to linear light."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


class _Writer:
    """A GLB file while it is written."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._primitives: list[dict[str, Any]] = []
        self._materials: list[dict[str, Any]] = []
        self._images: list[dict[str, Any]] = []
        self._material_numbers: dict[int, int] = {}

    def add_part(self, part: SurfacePart, triangles: Triangles, rows: NDArray[np.int64]) -> None:
        """Add triangles in inches; `rows` are their numbers in the part."""
        x, y, z = np.moveaxis(triangles * METERS_PER_INCH, -1, 0)
        attributes = {"POSITION": self._add_values(np.stack([x, z, -y], axis=-1), "VEC3")}
        if part.uv is not None:
            uv = part.uv[rows].astype(np.float64)
            uv[..., 1] = 1.0 - uv[..., 1]
            attributes["TEXCOORD_0"] = self._add_values(uv, "VEC2")
        if part.colors is not None:
            colors = part.colors[rows] / 255.0
            colors[..., :3] = _to_linear(colors[..., :3])
            attributes["COLOR_0"] = self._add_values(colors, "VEC4")
        primitive: dict[str, Any] = {"attributes": attributes}
        if part.material is not None:
            primitive["material"] = self._add_material(part.material, part.uv is not None)
        self._primitives.append(primitive)

    def _add_view(self, data: bytes) -> int:
        self._data += bytes(-len(self._data) % 4)
        self._views.append({"buffer": 0, "byteOffset": len(self._data), "byteLength": len(data)})
        self._data += data
        return len(self._views) - 1

    def _add_values(self, values: NDArray[np.float64], kind: str) -> int:
        rows = values.reshape(-1, values.shape[-1]).astype("<f4")
        accessor = {
            "bufferView": self._add_view(rows.tobytes()),
            "componentType": FLOAT,
            "count": len(rows),
            "type": kind,
            "min": rows.min(axis=0).tolist(),
            "max": rows.max(axis=0).tolist(),
        }
        self._accessors.append(accessor)
        return len(self._accessors) - 1

    def _add_material(self, material: Material, has_uv: bool) -> int:
        key = id(material)
        if key not in self._material_numbers:
            color = np.array(material.color)
            color[:3] = _to_linear(color[:3])
            look: dict[str, Any] = {
                "baseColorFactor": np.clip(color, 0.0, 1.0).tolist(),
                "metallicFactor": 0.0,
            }
            if material.texture is not None and has_uv:
                view = self._add_view(material.texture.data)
                self._images.append({"bufferView": view, "mimeType": material.texture.mime})
                look["baseColorTexture"] = {"index": len(self._images) - 1}
            entry: dict[str, Any] = {
                "pbrMetallicRoughness": look,
                "alphaMode": material.alpha.upper(),
                "doubleSided": True,
            }
            if material.alpha == "mask":
                entry["alphaCutoff"] = material.cutoff
            self._materials.append(entry)
            self._material_numbers[key] = len(self._materials) - 1
        return self._material_numbers[key]

    def finish(self) -> bytes:
        """Return the file."""
        document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": GENERATOR},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": self._primitives}],
            "accessors": self._accessors,
            "bufferViews": self._views,
            "buffers": [{"byteLength": len(self._data)}],
        }
        if self._materials:
            document["materials"] = self._materials
        if self._images:
            document["images"] = self._images
            document["textures"] = [{"source": k} for k in range(len(self._images))]
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self._data) + bytes(-len(self._data) % 4)
        chunks = struct.pack("<II", len(text), CHUNK_JSON) + text
        chunks += struct.pack("<II", len(data), CHUNK_BINARY) + data
        return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks
