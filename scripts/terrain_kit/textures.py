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
    below = (i + 1) % cells
    right = (j + 1) % (cells * stretch)
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


def chips(seed: int, share: float, cells: int = 7) -> Floats:
    """Patches with ragged edges where a layer has come off: 1 in a patch."""
    rough = clouds(seed, cells, 5)
    return np.clip((rough - np.quantile(rough, 1 - share)) / 0.03, 0, 1)


def concrete() -> Floats:
    stains = 0.3 * clouds(15, 2, 3) + 0.3 * clouds(11, 6)
    return (
        0.48
        + stains
        + 0.16 * (noise(88, 12) - 0.5)
        - 0.3 * specks(13, 0.1)
        - 0.5 * cracks(14)
        - 0.18 * chips(16, 0.12)
    )


def stone() -> Floats:
    hewn = np.clip((clouds(26, 11, 3, 2) - 0.5) * 1.5, -0.5, 0.5)
    return (
        0.5
        + 0.34 * (clouds(21, 6) - 0.5)
        + 0.35 * hewn
        + 0.2 * (noise(88, 22) - 0.5)
        - 0.22 * chips(23, 0.1, 11)
    )


def streaks(spots: Floats, length: int) -> Floats:
    """What runs down from spots, fainter and fainter, over that many points."""
    total = np.zeros_like(spots)
    for k in range(length):
        total = np.maximum(total, np.roll(spots, -k, axis=0) * (1 - k / length) ** 1.5)
    return total


def metal() -> Floats:
    scratches = np.clip((clouds(31, 3, 3, 14) - 0.74) * 5, 0, 1)
    off = np.maximum(0.8 * chips(34, 0.012, 14), 0.6 * chips(37, 0.03, 28))
    seeps = np.clip((noise(44, 38) - 0.82) / 0.1, 0, 1) * np.clip(2.4 * clouds(39, 3) - 0.6, 0, 1)
    runs = streaks(seeps, 74) * (0.7 + 0.3 * noise(88, 36))
    level = 0.68 + 0.28 * (clouds(33, 3) - 0.4) + 0.22 * scratches - 0.08 * noise(88, 36)
    return level - np.maximum(0.5 * off, 0.62 * runs)


GLYPHS = {
    "A": "010101111101101",
    "3": "111001111001111",
    "-": "000000111000000",
    "4": "101101111001001",
    "7": "111001001010010",
}
"""Signs of a stencil: three points wide and five high, from the top."""
STENCIL, STENCIL_SIZE = "stencil", (160, 96)
"""The material of a plate with a stenciled number, and the points of its tile that a plate shows."""


def stencil() -> Floats:
    """A plate with a number, a line of small print and stripes: 0 is ink, a half is yellow paint."""
    wide, high = STENCIL_SIZE
    plate = np.ones((high, wide))
    for number, sign in enumerate("A3-47"):
        dots = np.array(list(GLYPHS[sign]), int).reshape(5, 3)
        block = np.kron(dots, np.ones((8, 8)))
        left = 12 + 28 * number
        plate[10 : 10 + 40, left : left + 24][block > 0] = 0.04
    for left, right in ((12, 58), (64, 92), (98, 146)):
        plate[56:61, left:right] = 0.1
    y, x = np.mgrid[68:90, 0:wide]
    plate[68:90] = np.where((x + y) % 28 < 14, 0.5, 0.02)
    plate[:3] = plate[-3:] = plate[:, :3] = plate[:, -3:] = 0.3
    tile = np.ones((PERIOD, PERIOD))
    tile[:high, :wide] = plate[::-1]
    return tile - 0.16 * clouds(91, 6) - 0.3 * chips(92, 0.06, 9)


def rust() -> Floats:
    return (
        0.16
        + 0.5 * clouds(41, 6, 5)
        + 0.3 * chips(43, 0.3, 8) * clouds(44, 20, 2)
        + 0.2 * (noise(88, 42) - 0.5)
    )


def earth() -> Floats:
    return 0.2 + 0.5 * clouds(51, 9, 4) + 0.3 * (noise(88, 52) - 0.5) + 0.4 * specks(53, 0.12, 44)


def wood() -> Floats:
    grain = clouds(61, 3, 4, 12)
    gaps = np.clip(1 - np.abs(noise(4, 64, 16) - 0.5) / 0.04, 0, 1)
    return (
        0.26 + 0.62 * grain - 0.4 * gaps + 0.1 * (noise(88, 65) - 0.5) - 0.25 * chips(66, 0.06, 5)
    )


def bark() -> Floats:
    ridges = np.abs(clouds(71, 5, 3, 5) - 0.5) * 3.2
    return 0.08 + 0.7 * np.clip(ridges, 0, 1) + 0.25 * (noise(66, 72) - 0.3)


def foliage() -> Floats:
    needles = np.clip((clouds(84, 44, 2) - 0.42) * 2.2, 0, 1)
    return 0.12 + 0.34 * clouds(81, 8, 3) + 0.4 * needles + 0.15 * (noise(88, 83) - 0.5)


Shade = tuple[int, int, int]
MATERIALS: dict[str, tuple[Callable[[], Floats], Sequence[Shade]]] = {
    "concrete": (concrete, [(88, 84, 78), (188, 184, 176), (240, 237, 228)]),
    "stone": (stone, [(92, 84, 74), (198, 190, 176), (250, 244, 232)]),
    "metal": (metal, [(120, 84, 62), (206, 202, 196), (252, 252, 250)]),
    STENCIL: (stencil, [(34, 32, 30), (214, 158, 44), (232, 226, 210)]),
    "rust": (rust, [(70, 38, 26), (150, 82, 46), (222, 150, 92)]),
    "earth": (earth, [(70, 56, 42), (140, 114, 84), (204, 180, 144)]),
    "wood": (wood, [(94, 82, 70), (180, 162, 138), (230, 218, 196)]),
    "bark": (bark, [(50, 40, 33), (126, 106, 88), (196, 176, 152)]),
    "foliage": (foliage, [(28, 46, 32), (84, 116, 66), (172, 192, 112)]),
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
        points[row : row + TILE, column : column + TILE] = (
            np.pad(shades, (0, TILE - PERIOD), mode="wrap") + k * SHADES
        )
        stops = np.linspace(0, SHADES - 1, len(colors))
        palette.append(
            np.column_stack(
                [np.interp(np.arange(SHADES), stops, band) for band in zip(*colors, strict=True)]
            )
        )
    return points, np.rint(np.concatenate(palette)).astype(np.uint8)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def png(materials: Sequence[str]) -> bytes:
    """The picture of these materials as a PNG file with a palette."""
    points, palette = picture(materials)
    height, width = points.shape
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 3, 0, 0, 0])
    rows = np.column_stack([np.zeros(height, np.uint8), points]).tobytes()
    parts = [
        (b"IHDR", header),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)
