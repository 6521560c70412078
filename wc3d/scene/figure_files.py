"""The files of figures: compressed GLB files with quantized normals, colors and materials.

scripts/make_figures.py writes them. `MATERIALS` lists what the alpha of a color means.
"""

from __future__ import annotations

import json
import lzma
import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.mesh_source import MeshError

MeshArrays = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8], NDArray[np.int64]]
"""Points, normals, colors and faces."""

INCH_M = 0.0254
FILE_SUFFIX = ".glb.xz"
MAX_FILE_BYTES = 1_000_000
"""The maximum size of a figure's file in bytes, compressed or not."""
MAX_DECOMPRESSION_BYTES = 128_000_000
"""The most memory for decompressing a file."""
COMPONENT_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2"}
"""The number types of GLB files that figures use, by their code."""
ROW_LENGTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}

MATERIAL_STEP = 16
"""The alpha of a color is 255 - MATERIAL_STEP * its material's number, less up to 6 for flags."""
EDGE_ALPHA_STEP = 4
"""The alpha of an edge whose paint may be chipped is less by so much."""
TEAM_COLOR_ALPHA = 254
"""The alpha value that marks colors to multiply by the player's color."""
GROUND_COLOR_ALPHA = 253
"""The alpha value that marks colors to multiply by the color of the board's ground."""


class FigureMaterial(NamedTuple):
    """How a paint reflects light, each from 0 to 1. `sheen` is a pale rim, `glow` is light."""

    name: str
    roughness: float
    metal: float
    sheen: float
    glow: float


MATERIALS = (
    FigureMaterial("matte", 0.8, 0.0, 0.1, 0.0),
    FigureMaterial("painted steel", 0.56, 0.0, 0.2, 0.0),
    FigureMaterial("ceramic", 0.27, 0.0, 0.4, 0.0),
    FigureMaterial("bone", 0.64, 0.0, 0.3, 0.0),
    FigureMaterial("bare steel", 0.36, 1.0, 0.2, 0.0),
    FigureMaterial("polished brass", 0.2, 1.0, 0.3, 0.0),
    FigureMaterial("cloth", 1.0, 0.0, 0.8, 0.0),
    FigureMaterial("light", 1.0, 0.0, 0.0, 1.0),
)
"""The materials by number, as in scripts/figure_kit/paints.py."""


def _srgb_bytes() -> NDArray[np.uint8]:
    """Return the sRGB byte for each linear byte."""
    linear = np.arange(256) / 255.0
    curve = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(curve * 255).astype(np.uint8)


SRGB_BYTES = _srgb_bytes()


def read_figure_file(path: Path) -> MeshArrays:
    """Return the mesh of a figure's file in inches, z up. Raises MeshError and OSError."""
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        raise MeshError(f"{path}: a figure's file may have at most {MAX_FILE_BYTES:,} bytes")
    try:
        return _decode(_decompress(path.read_bytes()))
    except (
        lzma.LZMAError,
        EOFError,
        ValueError,
        KeyError,
        TypeError,
        IndexError,
        struct.error,
    ) as error:
        message = f"{path}: the figure's file is damaged ({error}); run scripts/make_figures.py"
        raise MeshError(message) from None


def _decompress(data: bytes) -> bytes:
    """Return the decompressed file. Raises LZMAError, and ValueError if it is too large."""
    decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, MAX_DECOMPRESSION_BYTES)
    result = decompressor.decompress(data, MAX_FILE_BYTES + 1)
    if len(result) > MAX_FILE_BYTES or not decompressor.eof:
        raise ValueError("it is too large or cut off")
    return result


def _decode(data: bytes) -> MeshArrays:
    if data[:4] != b"glTF":
        raise ValueError("no GLB file")
    header_size = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + header_size])
    body = data[28 + header_size :]
    primitive = document["meshes"][0]["primitives"][0]
    attributes = primitive["attributes"]
    steps = _accessor(document, body, attributes["POSITION"]).astype(float)
    turned = _accessor(document, body, attributes["NORMAL"]).astype(float)
    colors = _accessor(document, body, attributes["COLOR_0"]).copy()
    faces = _accessor(document, body, primitive["indices"]).reshape(-1, 3).astype(np.int64)
    if not len(faces) or faces.max() >= len(steps):
        raise ValueError("its triangles name corners that are missing")
    scale = float(document["nodes"][0]["scale"][0]) / INCH_M
    points = np.round(steps * scale, 9)[:, (0, 2, 1)] * (1.0, -1.0, 1.0)
    normals = turned[:, (0, 2, 1)] * (1.0, -1.0, 1.0)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    colors[:, :3] = SRGB_BYTES[colors[:, :3]]
    return points, normals, colors, faces


def _accessor(document: dict[str, Any], body: bytes, number: int) -> NDArray[Any]:
    """Return the rows of an accessor."""
    accessor = document["accessors"][number]
    view = document["bufferViews"][accessor["bufferView"]]
    number_type = np.dtype(COMPONENT_TYPES[accessor["componentType"]])
    width = ROW_LENGTHS[accessor["type"]]
    stride = view.get("byteStride", number_type.itemsize * width)
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    return np.ndarray(
        (accessor["count"], width), number_type, body, start, (stride, number_type.itemsize)
    )
