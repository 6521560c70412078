"""A piece of terrain: solids with their materials and tints, and the glTF file made of them (y up, metres)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from terrain_kit import textures
from terrain_kit.shading import halved, openness
from terrain_kit.solids import Solid
from terrain_kit.weather import MOSSY, weathered, worn_tint

Floats = NDArray[np.float64]
Tint = tuple[float, float, float]

INCH = 0.0254
GRID = 512
"""Corners lie on a grid of 1/512 inch, so that the last digit of a sine changes nothing."""

LONGEST = 1.9
"""No triangle is longer, in inches: shade is kept at corners, and a tile reaches 2 inches past its seam."""

RUNS_DOWN = frozenset({"metal"})
"""The materials with rust that runs down."""

THIN, STRETCH = 0.06, 2.0
"""What holds fewer cubic inches a square inch of its surface is a bar or a sheet: that many times longer triangles do."""


@dataclass
class Piece:
    """A piece while it is built: what was added so far, and its own dice."""

    random: Random
    solids: list[tuple[Solid, str, Floats]] = field(default_factory=list)
    """Each with its material and a tint for each of its parts."""

    def add(
        self,
        solid: Solid | Iterable[Solid],
        material: str,
        tint: Tint = (1, 1, 1),
        vary: float = 0.06,
    ) -> None:
        """Adds solids of a material; each of their parts is tinted a little differently, by up to `vary`."""
        for one in [solid] if isinstance(solid, Solid) else solid:
            self.add_parts(one, material, [tint] * (int(one.parts.max()) + 1), vary)

    def add_parts(
        self, solid: Solid, material: str, tints: Sequence[Tint], vary: float = 0.06
    ) -> None:
        """Adds a solid whose parts have tints of their own."""
        rows = []
        for tint in tints:
            light = self.random.uniform(-vary, vary)
            rows.append(
                [
                    min(1.0, max(0.0, c * (1 + light + self.random.uniform(-vary, vary) / 4)))
                    for c in tint
                ]
            )
        self.solids.append((solid, material, np.array(rows)))

    def bounds(self) -> Floats:
        """The lowest and the highest corner, in inches."""
        corners = np.concatenate([solid.corners for solid, _, _ in self.solids])
        return np.array([corners.min(axis=0), corners.max(axis=0)])

    def file(self, name: str) -> bytes:
        """The piece as a GLB file: its footprint's middle at the origin, its foot on the table."""
        low, high = self.bounds()
        middle = np.append((low + high)[:2] / 2, low[2])
        return written(name, *self._surface(middle))

    def _surface(self, middle: Floats) -> tuple[Floats, Floats, Floats, list[str]]:
        materials = sorted({material for _, material, _ in self.solids})
        parts: list[list[Floats]] = []
        for solid, material, tints in self.solids:
            corners = np.round((solid.corners - middle) * GRID) / GRID
            triangles, worn = _faces(corners, solid)
            flat = _normals(triangles)
            stretch = STRETCH if _thickness(triangles) < THIN else 1.0
            runs_down = material in RUNS_DOWN
            uv = _laid_out(triangles, flat, solid.parts, self.random, runs_down) / stretch
            if material == textures.STENCIL:
                uv = _stenciled(triangles, flat)
            shade = worn_tint(tints[solid.parts], worn, material)[:, None, :] * np.ones(
                (len(triangles), 3, 1)
            )
            normals = np.repeat(flat[:, None], 3, axis=1)
            cut, carried = halved(triangles, [normals, uv, shade], LONGEST * stretch)
            tile = np.full((len(cut), 3, 1), materials.index(material), float)
            parts.append([cut, *carried, tile])
        corners, normals, uv, shade, tile = (
            np.concatenate(part) for part in zip(*parts, strict=True)
        )
        light = openness(corners.reshape(-1, 3), normals.reshape(-1, 3), corners).reshape(-1, 3, 1)
        grows = np.isin(tile[:, 0, 0], [k for k, name in enumerate(materials) if name in MOSSY])
        shade = weathered(shade, corners, normals, light, grows)
        return corners, _in_picture(uv, tile, materials), shade, materials


def _faces(corners: Floats, solid: Solid) -> tuple[Floats, NDArray[np.bool_]]:
    triangles = corners[solid.triangles]
    spread = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    if (np.abs(spread).max(axis=1) == 0).any():
        raise ValueError("a triangle has no area")
    return triangles, solid.worn


def _thickness(triangles: Floats) -> float:
    spread = np.cross(triangles[:, 1], triangles[:, 2])
    volume = float((triangles[:, 0] * spread).sum()) / 6
    around = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return 2 * volume / float(np.sqrt((around**2).sum(axis=1)).sum())


def _normals(triangles: Floats) -> Floats:
    u, v = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    spread = np.stack(
        [
            u[:, (k + 1) % 3] * v[:, (k + 2) % 3] - u[:, (k + 2) % 3] * v[:, (k + 1) % 3]
            for k in range(3)
        ],
        axis=1,
    )
    return spread / np.sqrt((spread**2).sum(axis=1))[:, None]


def _laid_out(
    triangles: Floats,
    flat: Floats,
    parts: NDArray[np.int64],
    random: Random,
    runs_down: bool = False,
) -> Floats:
    """Where each corner lies on the material, in inches: seen along the axis that the triangle faces most.

    The grain runs along the solid's longest side; with `runs_down` it is upright on all sides. Each part
    begins elsewhere on the material.
    """
    reach = textures.PERIOD / textures.PER_INCH
    starts = np.array(
        [[random.uniform(0, reach) for _ in range(2)] for _ in range(int(parts.max()) + 1)]
    )
    axis = np.abs(flat).argmax(axis=1)
    across = np.array([(1, 2), (0, 2), (0, 1)])[axis]
    longest = int((triangles.max(axis=(0, 1)) - triangles.min(axis=(0, 1))).argmax())
    is_turned = (across[:, :1] == longest) & ~(runs_down & (across[:, 1:] == 2))
    across = np.where(is_turned, across[:, ::-1], across)
    uv: Floats = np.take_along_axis(triangles, across[:, None, :].repeat(3, axis=1), axis=2)
    return uv + starts[parts][:, None, :]


def _stenciled(triangles: Floats, flat: Floats) -> Floats:
    """Where each corner of an upright plate along x lies on its tile, readable from both sides."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    share = (triangles - low) / np.maximum(high - low, 1e-9)
    across = np.where(flat[:, None, 1] > 0, 1 - share[..., 0], share[..., 0])
    points = np.stack([across, share[..., 2]], axis=2) * (np.array(textures.STENCIL_SIZE) - 1)
    uv: Floats = points / textures.PER_INCH
    return uv


def _in_picture(uv: Floats, tile: Floats, materials: list[str]) -> Floats:
    points = uv * textures.PER_INCH
    points -= np.floor(points.min(axis=1, keepdims=True) / textures.PERIOD) * textures.PERIOD
    wide = min(len(materials), 2)
    high = 1 + (len(materials) > 2)
    column, row = tile % 2, np.floor(tile / 2)
    places = np.concatenate(
        [column * textures.TILE + points[..., :1], row * textures.TILE + points[..., 1:]], axis=2
    )
    return (places + 0.5) / (np.array([wide, high]) * textures.TILE)


def written(name: str, corners: Floats, uv: Floats, shade: Floats, materials: list[str]) -> bytes:
    """A GLB file of one mesh: triangles (n, 3, 3) in inches, z up, with what their corners carry.

    It has no normals, so that every face is drawn flat, as glTF has it.
    """
    record = np.dtype([("at", "<f4", 3), ("uv", "<u2", 2), ("color", "u1", 4)])
    rows = np.zeros(corners.size // 3, record)
    flat = [part.reshape(-1, part.shape[-1]) for part in (corners, uv, shade)]
    rows["at"] = (flat[0][:, (0, 2, 1)] * (1, 1, -1)) * INCH
    rows["uv"] = np.rint(flat[1] * 65535)
    rows["color"][:, :3] = np.rint(
        flat[2] ** 2.2 * 255
    )  # the format has light, not what a screen shows
    rows["color"][:, 3] = 255
    kept, index = np.unique(
        rows.view(np.dtype((np.void, record.itemsize))).reshape(-1), return_inverse=True
    )
    vertices = kept.view(record)
    count = "<u2" if len(vertices) < 65536 else "<u4"
    blobs = [vertices["at"], vertices["uv"], vertices["color"], index.astype(count)]
    return _packed(name, [np.ascontiguousarray(blob) for blob in blobs], textures.png(materials))


def _packed(name: str, blobs: list[NDArray[np.generic]], image: bytes) -> bytes:
    parts = []
    views = []
    at = 0
    for k, data in enumerate([*(blob.tobytes() for blob in blobs), image]):
        target = {} if k == 4 else {"target": 34963 if k == 3 else 34962}
        views.append({"buffer": 0, "byteOffset": at, "byteLength": len(data), **target})
        parts.append(data + b"\0" * (-len(data) % 4))
        at += len(parts[-1])
    positions = blobs[0]
    indices = blobs[3]
    accessors = [
        {
            "componentType": 5126,
            "type": "VEC3",
            "min": positions.min(axis=0).tolist(),
            "max": positions.max(axis=0).tolist(),
        },
        {"componentType": 5123, "normalized": True, "type": "VEC2"},
        {"componentType": 5121, "normalized": True, "type": "VEC4"},
        {"componentType": 5123 if indices.dtype.itemsize == 2 else 5125, "type": "SCALAR"},
    ]
    attributes = {"POSITION": 0, "TEXCOORD_0": 1, "COLOR_0": 2}
    look = {"baseColorTexture": {"index": 0}, "metallicFactor": 0, "roughnessFactor": 0.9}
    document = {
        "asset": {"version": "2.0", "generator": "wc3d terrain kit"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": name}],
        "meshes": [
            {"name": name, "primitives": [{"attributes": attributes, "indices": 3, "material": 0}]}
        ],
        "materials": [{"name": name, "pbrMetallicRoughness": look}],
        "textures": [{"source": 0, "sampler": 0}],
        "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 33071, "wrapT": 33071}],
        "images": [{"bufferView": 4, "mimeType": "image/png"}],
        "accessors": [
            {"bufferView": k, "count": len(blobs[k]), **accessor}
            for k, accessor in enumerate(accessors)
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": at}],
    }
    head = json.dumps(document, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 4)
    body = b"".join(parts)
    length = (28 + len(head) + len(body)).to_bytes(4, "little")
    return (
        b"glTF"
        + (2).to_bytes(4, "little")
        + length
        + len(head).to_bytes(4, "little")
        + b"JSON"
        + head
        + len(body).to_bytes(4, "little")
        + b"BIN\0"
        + body
    )
