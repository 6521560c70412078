"""Mesh files made by hand, byte by byte, so that they can be wrong in any way."""

from __future__ import annotations

import io
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.surface import MeshSurface

CUBE_POINTS = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 2.0) for z in (0.0, 3.0)])
"""A block 1 x 2 x 3."""

CUBE_QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
CUBE_FACES = np.array(
    [[a, b, c] for p, q, r, s in CUBE_QUADS for a, b, c in ((p, q, r), (p, r, s))]
)
CUBE = CUBE_POINTS[CUBE_FACES]


def same(found: NDArray[Any], expected: ArrayLike, digits: int = 5) -> bool:
    """Are these the same triangles, whatever their order and wherever each of them begins?"""
    return _sorted(found, digits) == _sorted(np.asarray(expected, dtype=float), digits)


def _sorted(triangles: NDArray[Any], digits: int) -> list[Any]:
    rounded = np.round(triangles, digits) + 0.0
    return sorted(
        min(tuple(map(tuple, np.roll(one, k, axis=0).tolist())) for k in range(3))
        for one in rounded
    )


def put(path: Path, data: bytes | str) -> Path:
    """Write a file."""
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def read(path: Path, data: bytes | str) -> MeshSurface:
    """A file with this in it, read."""
    return read_surface(put(path, data))


def stl(triangles: ArrayLike = CUBE, told: int | None = None, more: bytes = b"") -> bytes:
    """A binary STL file that says that it has so many triangles."""
    triangles = np.asarray(triangles, dtype="<f4")
    records = np.zeros(
        len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")]
    )
    records["corners"] = triangles
    return (
        bytes(80)
        + struct.pack("<I", len(triangles) if told is None else told)
        + records.tobytes()
        + more
    )


def stl_text(triangles: ArrayLike = CUBE, end: str = "endsolid made\n") -> str:
    """A text STL file."""
    lines = ["solid made"]
    for triangle in np.asarray(triangles, dtype=float).tolist():
        corners = [f"      vertex {x:.9g} {y:.9g} {z:.9g}" for x, y, z in triangle]
        lines += ["  facet normal 0 0 0", "    outer loop", *corners, "    endloop", "  endfacet"]
    return "\n".join([*lines, end])


def obj(points: ArrayLike = CUBE_POINTS, faces: Any = CUBE_FACES + 1) -> str:
    """An OBJ file; faces count from 1."""
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in np.asarray(points, dtype=float).tolist()]
    return (
        "\n".join([*lines, *("f " + " ".join(str(corner) for corner in face) for face in faces)])
        + "\n"
    )


def ply(
    order: str = "ascii",
    points: ArrayLike = CUBE_POINTS,
    faces: Any = CUBE_FACES,
    told: int | None = None,
) -> bytes:
    """A PLY file."""
    points = np.asarray(points, dtype=float)
    head = (
        f"ply\nformat {order} 1.0\ncomment made\nelement vertex {len(points)}\n"
        "property float x\nproperty float y\nproperty float z\n"
        f"element face {len(faces) if told is None else told}\nproperty list uchar int vertex_indices\nend_header\n"
    ).encode()
    if order == "ascii":
        rows = [" ".join(map(repr, point)) for point in points.tolist()]
        return (
            head
            + "\n".join(
                [*rows, *(" ".join(map(str, [len(face), *face])) for face in faces)]
            ).encode()
            + b"\n"
        )
    sign = "<" if "little" in order else ">"
    body = b"".join(struct.pack(f"{sign}B{len(face)}i", len(face), *face) for face in faces)
    return head + points.astype(sign + "f4").tobytes() + body


class Gltf:
    """A glTF file in the making: its JSON and its bytes."""

    def __init__(self) -> None:
        self.bytes = b""
        self.json: dict[str, Any] = {
            "asset": {"version": "2.0"},
            "bufferViews": [],
            "accessors": [],
            "meshes": [],
            "nodes": [],
        }

    def view(self, data: bytes, **more: Any) -> int:
        """A stretch of bytes more."""
        self.bytes += bytes(-len(self.bytes) % 4)
        self.json["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data), **more}
        )
        self.bytes += data
        return len(self.json["bufferViews"]) - 1

    def accessor(self, values: Any, kind: str = "<f4", **more: Any) -> int:
        """Numbers more."""
        array = np.asarray(values).astype(kind)
        code = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}[kind[-2:]]
        size = 1 if array.ndim == 1 else array.shape[1]
        shape = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}[size]
        entry = {
            "bufferView": self.view(array.tobytes()),
            "componentType": code,
            "count": len(array),
            "type": shape,
            **more,
        }
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def mesh(
        self, points: Any = CUBE_POINTS, faces: Any = CUBE_FACES, attributes: Any = (), **more: Any
    ) -> int:
        """A mesh of one primitive more."""
        primitive: dict[str, Any] = {
            "attributes": {"POSITION": self.accessor(points), **dict(attributes)},
            **more,
        }
        if faces is not None:
            primitive["indices"] = self.accessor(np.asarray(faces).reshape(-1), "<u2")
        self.json["meshes"].append({"primitives": [primitive]})
        return len(self.json["meshes"]) - 1

    def node(self, **entry: Any) -> int:
        """A node more."""
        self.json["nodes"].append(entry)
        return len(self.json["nodes"]) - 1

    def glb(self, told: int | None = None, version: int = 2) -> bytes:
        """The file in its binary form."""
        document = {
            **self.json,
            "buffers": self.json.get("buffers", [{"byteLength": len(self.bytes)}]),
        }
        text = json.dumps(document).encode()
        text += b" " * (-len(text) % 4)
        own = self.bytes + bytes(-len(self.bytes) % 4)
        length = 12 + 8 + len(text) + 8 + len(own)
        head = struct.pack("<III", 0x46546C67, version, length if told is None else told)
        return (
            head
            + struct.pack("<II", len(text), 0x4E4F534A)
            + text
            + struct.pack("<II", len(own), 0x004E4942)
            + own
        )

    def gltf(self, uri: str | None) -> str:
        """The file's JSON, its bytes at an address."""
        return json.dumps(
            {
                **self.json,
                "buffers": [{"byteLength": len(self.bytes), **({"uri": uri} if uri else {})}],
            }
        )


def cube_gltf(**node: Any) -> Gltf:
    """A block as glTF, at a node."""
    made = Gltf()
    made.node(mesh=made.mesh(), **node)
    return made


def png(width: int = 2, height: int = 3, told: tuple[int, int] | None = None) -> bytes:
    """A picture, which says that it has this size."""
    rows = b"".join(b"\0" + b"\x80\x40\x20" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", *(told or (width, height)), 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    out = io.BytesIO(b"\x89PNG\r\n\x1a\n")
    out.seek(0, 2)
    for kind, data in chunks:
        out.write(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )
    return out.getvalue()
