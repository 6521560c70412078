"""The file of a figure: one mesh with normals and colors, quantized, in inches."""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

INCH = 0.0254
CELL = 1024
"""Places are rounded to whole numbers of so many to an inch, before they are coarsened."""
COARSE_PLACE, COARSE_NORMAL = 4, 12
"""The steps of places and normals in files, so that files compress well."""
TONES = 48
"""How many tones a color has in files, as far apart as the eye sees them."""
RECORD = np.dtype([("at", "<i2", 3), ("pad", "<i2"), ("normal", "i1", 4), ("color", "u1", 4)])


def write_glb(name: str, triangles: Floats, normals: Floats, shade: Floats) -> bytes:
    """Return a GLB file of one mesh: triangles (n, 3, 3) and normals, z up, and colors (n, 3, 4)."""
    rows = np.zeros(triangles.size // 3, RECORD)
    rows["at"] = np.rint((triangles.reshape(-1, 3)[:, (0, 2, 1)] * (1, 1, -1)) * CELL)
    rows["normal"][:, :3] = np.rint(normals.reshape(-1, 3)[:, (0, 2, 1)] * (1, 1, -1) * 127)
    flat = shade.reshape(-1, 4).copy()
    flat[:, :3] = np.where(
        flat[:, :3] <= 0.04045, flat[:, :3] / 12.92, ((flat[:, :3] + 0.055) / 1.055) ** 2.4
    )
    rows["color"] = np.rint(flat * 255)
    return pack_rows(name, rows)


def pack_rows(name: str, rows: NDArray[np.void]) -> bytes:
    """Return the file of corners, three for each triangle, so that it can be compressed well.

    Places, normals and colors are coarsened and stored apart, in the order of their first use.
    """
    coarse = rows.copy()
    coarse["at"] = np.rint(rows["at"] / COARSE_PLACE)
    coarse["normal"] = np.rint(rows["normal"] / COARSE_NORMAL) * COARSE_NORMAL
    coarse["color"][:, :3] = _coarse_tones()[rows["color"][:, :3]]
    kept, first, index = np.unique(
        coarse.view(np.dtype((np.void, RECORD.itemsize))).reshape(-1),
        return_index=True,
        return_inverse=True,
    )
    order = np.argsort(first)
    vertices = kept[order].view(RECORD)
    if len(vertices) >= 65536:
        raise ValueError(f"{name}: {len(vertices)} corners, at most 65535 fit in a file")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    spots = np.zeros((len(vertices), 4), "<i2")
    spots[:, :3] = vertices["at"]
    blobs = [spots, vertices["normal"], vertices["color"], place[index.reshape(-1)].astype("<u2")]
    parts = []
    views = []
    at = 0
    for k, blob in enumerate(blobs):
        data = np.ascontiguousarray(blob).tobytes()
        stride = {} if k == 3 else {"byteStride": 8 if k == 0 else 4}
        target = 34963 if k == 3 else 34962
        views.append(
            {"buffer": 0, "byteOffset": at, "byteLength": len(data), "target": target, **stride}
        )
        parts.append(data + b"\0" * (-len(data) % 4))
        at += len(parts[-1])
    head = json.dumps(_document(name, vertices, len(rows), views, at), separators=(",", ":"))
    return _pack(head.encode(), b"".join(parts))


def _coarse_tones() -> NDArray[np.uint8]:
    """The linear byte of the nearest tone for each linear byte."""
    seen = (np.arange(256) / 255.0) ** (1 / 2.2)
    tones = np.rint(seen * (TONES - 1)) / (TONES - 1)
    return np.rint(tones**2.2 * 255).astype(np.uint8)


def _document(
    name: str, vertices: NDArray[np.void], corners: int, views: list[dict[str, int]], size: int
) -> dict[str, object]:
    vertex_count = len(vertices)
    attributes = {"POSITION": 0, "NORMAL": 1, "COLOR_0": 2}
    return {
        "asset": {"version": "2.0", "generator": "wc3d figure kit"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "nodes": [{"mesh": 0, "name": name, "scale": [INCH * COARSE_PLACE / CELL] * 3}],
        "meshes": [
            {
                "name": name,
                "primitives": [{"attributes": attributes, "indices": 3, "material": 0}],
            }
        ],
        "materials": [
            {"name": name, "pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.8}}
        ],
        "accessors": [
            {
                "bufferView": 0,
                "count": vertex_count,
                "componentType": 5122,
                "type": "VEC3",
                "min": vertices["at"].min(axis=0).tolist(),
                "max": vertices["at"].max(axis=0).tolist(),
            },
            {
                "bufferView": 1,
                "count": vertex_count,
                "componentType": 5120,
                "normalized": True,
                "type": "VEC3",
            },
            {
                "bufferView": 2,
                "count": vertex_count,
                "componentType": 5121,
                "normalized": True,
                "type": "VEC4",
            },
            {"bufferView": 3, "count": corners, "componentType": 5123, "type": "SCALAR"},
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": size}],
    }


def _pack(head: bytes, body: bytes) -> bytes:
    head += b" " * (-len(head) % 4)
    chunks = len(head).to_bytes(4, "little") + b"JSON" + head
    chunks += len(body).to_bytes(4, "little") + b"BIN\0" + body
    return b"glTF" + (2).to_bytes(4, "little") + (12 + len(chunks)).to_bytes(4, "little") + chunks
