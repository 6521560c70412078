"""Small textures made of noise: one tile a material, put together into the picture of a piece."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PERIOD, TILE = 176, 256
"""A tile repeats after 176 points; the rest of its 256 shows the beginning again, so that triangles may reach past the seam."""

PER_INCH = 40
SHADES = 32


def noise(cells: int, seed: int, stretch: int = 1) -> Floats:
    """Smooth noise from 0 to 1 that repeats, with that many cells across (times `stretch` upward)."""
    values = np.random.RandomState(seed).random_sample((cells, cells * stretch))
    rows, columns = (np.arange(PERIOD) * n / PERIOD for n in values.shape)
    (i, u), (j, v) = ((np.floor(x).astype(int), x - np.floor(x)) for x in (rows, columns))
    u, v = (u * u * (3 - 2 * u))[:, None], (v * v * (3 - 2 * v))[None, :]
    below, right = (i + 1) % cells, (j + 1) % (cells * stretch)
    first = values[np.ix_(i, j)] * (1 - v) + values[np.ix_(i, right)] * v
    second = values[np.ix_(below, j)] * (1 - v) + values[np.ix_(below, right)] * v
    return first * (1 - u) + second * u


def clouds(seed: int, cells: int = 5, octaves: int = 4, stretch: int = 1) -> Floats:
    """Noise upon noise, from about 0 to 1."""
    layers = [noise(cells * 2**k, seed + k, stretch) / 2**k for k in range(octaves)]
    total: Floats = sum(layers, np.zeros((PERIOD, PERIOD))) / (2 - 0.5 ** (octaves - 1))
    return np.clip((total - 0.5) * 1.6 + 0.5, 0, 1)


def cracks(seed: int, cells: int = 4, width: float = 0.02) -> Floats:
    """Thin lines that wander: 1 on a line, 0 beside it."""
    return np.clip(1 - np.abs(clouds(seed, cells, 3) - 0.5) / width, 0, 1)


def specks(seed: int, share: float, cells: int = 50) -> Floats:
    """Small spots: 1 in a spot."""
    return np.clip((noise(cells, seed) - (1 - share)) / 0.06, 0, 1)


def concrete() -> Floats:
    return 0.55 + 0.4 * clouds(11) + 0.12 * (noise(100, 12) - 0.5) - 0.35 * specks(13, 0.12) - 0.4 * cracks(14)


def stone() -> Floats:
    return 0.45 + 0.5 * clouds(21, 8) + 0.22 * (noise(66, 22) - 0.5) - 0.3 * specks(23, 0.2)


def metal() -> Floats:
    scratches = np.clip((clouds(31, 3, 3, 12) - 0.72) * 5, 0, 1)
    return 0.62 + 0.3 * clouds(33, 3) + 0.25 * scratches - 0.75 * specks(34, 0.2, 25) * clouds(35, 6) - 0.1 * noise(100, 36)


def rust() -> Floats:
    return 0.2 + 0.65 * clouds(41, 6, 5) + 0.2 * (noise(80, 42) - 0.5)


def earth() -> Floats:
    return 0.25 + 0.6 * clouds(51, 9, 4) + 0.3 * (noise(66, 52) - 0.5) + 0.3 * specks(53, 0.15, 33)


def wood() -> Floats:
    grain = clouds(61, 3, 4, 10)
    return 0.3 + 0.6 * grain - 0.35 * np.clip(1 - np.abs(noise(3, 64, 16) - 0.5) / 0.05, 0, 1)


def bark() -> Floats:
    ridges = np.abs(clouds(71, 4, 3, 5) - 0.5) * 3
    return 0.15 + 0.6 * np.clip(ridges, 0, 1) + 0.25 * noise(50, 72)


def foliage() -> Floats:
    return 0.2 + 0.35 * clouds(81, 20, 3) + 0.25 * specks(82, 0.35, 66) + 0.25 * (noise(100, 83) - 0.5)


Shade = tuple[int, int, int]
MATERIALS: dict[str, tuple[Callable[[], Floats], Sequence[Shade]]] = {
    "concrete": (concrete, [(120, 118, 114), (205, 203, 198), (238, 236, 230)]),
    "stone": (stone, [(128, 120, 110), (212, 204, 192), (246, 240, 230)]),
    "metal": (metal, [(96, 74, 60), (196, 196, 194), (250, 250, 248)]),
    "rust": (rust, [(66, 34, 22), (142, 74, 38), (204, 128, 74)]),
    "earth": (earth, [(62, 48, 34), (124, 98, 70), (178, 152, 116)]),
    "wood": (wood, [(92, 72, 54), (186, 158, 124), (228, 206, 172)]),
    "bark": (bark, [(48, 38, 30), (112, 90, 72), (168, 146, 122)]),
    "foliage": (foliage, [(30, 48, 34), (74, 100, 62), (140, 156, 96)]),
}
"""By name: how light it is from point to point, and its colors from dark to light."""


def picture(materials: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Up to four tiles side by side and below one another: which color of the palette each point has, and the palette."""
    points = np.zeros((TILE * (1 + (len(materials) > 2)), TILE * min(len(materials), 2)), np.uint8)
    palette = []
    for k, name in enumerate(materials):
        lightness, colors = MATERIALS[name]
        shades = np.rint(np.clip(lightness(), 0, 1) * (SHADES - 1)).astype(np.uint8)
        row, column = TILE * (k // 2), TILE * (k % 2)
        points[row : row + TILE, column : column + TILE] = np.pad(shades, (0, TILE - PERIOD), mode="wrap") + k * SHADES
        stops = np.linspace(0, SHADES - 1, len(colors))
        palette.append(np.column_stack([np.interp(np.arange(SHADES), stops, band) for band in zip(*colors, strict=True)]))
    return points, np.rint(np.concatenate(palette)).astype(np.uint8)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def png(materials: Sequence[str]) -> bytes:
    """The picture of these materials as a PNG file with a palette."""
    points, palette = picture(materials)
    height, width = points.shape
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 3, 0, 0, 0])
    rows = np.column_stack([np.zeros(height, np.uint8), points]).tobytes()
    parts = [(b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)
