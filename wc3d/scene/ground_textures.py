"""The ground of the table: grass, salt, snow, sand, paving or deck plates, with colors, detail and
scattered decoration.

The board's name selects it ("Salt flats"); the default is grassland. The rules never use it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh import DrawnMesh, make_cone

FloatGrid = NDArray[np.float64]
RGBFactor = tuple[float, float, float]
DETAIL_TILE_PX = 512
"""The width of a tile of detail in pixels."""
DETAIL_TILE_IN = 4.0
"""The width of a tile of detail in inches."""


@dataclass(frozen=True)
class GroundKind:
    """A kind of ground: the colors of its main part, patches and worn places, and decoration."""

    name: str
    name_pattern: str
    """A regular expression for names of boards."""
    colors: tuple[RGB, RGB, RGB, RGB]
    tufts: tuple[RGB, ...] = ()
    stones: tuple[RGB, ...] = ()
    scatter_density: float = 0.0
    """The number of tufts and stones on a square inch."""
    roughness: float = 1.0
    """The strength of the differences between patches."""
    wear: float = 0.0
    """The strength of cracks and stains."""
    dunes: float = 0.0
    """The strength of the light and shade of low dunes."""
    tracks: float = 0.0
    """The strength of the tracks of wheels."""


GRASS = GroundKind(
    "grassland",
    r"grass|field|meadow|terrace|watchtower|hill|farm|village",
    ((100, 100, 68), (128, 110, 78), (76, 92, 56), (82, 76, 60)),
    ((86, 112, 56), (112, 128, 68), (140, 134, 84)),
    ((128, 122, 110), (150, 144, 130)),
    0.45,
)
GROUNDS = (
    GRASS,
    GroundKind(
        "forest floor",
        r"wood|forest|pine|grove|jungle",
        ((90, 82, 58), (112, 92, 64), (70, 86, 52), (74, 64, 50)),
        ((80, 106, 54), (116, 96, 58), (98, 118, 62)),
        ((112, 108, 100), (126, 100, 74)),
        0.6,
    ),
    GroundKind(
        "mud",
        r"trench|mud|marsh|swamp|bog|mire|moor|no man",
        ((106, 90, 68), (126, 108, 82), (84, 74, 56), (66, 53, 40)),
        ((108, 104, 66), (92, 98, 60)),
        ((112, 104, 94), (96, 82, 70)),
        0.24,
        tracks=0.3,
    ),
    GroundKind(
        "salt",
        r"salt|flats",
        ((134, 126, 113), (156, 149, 136), (112, 98, 82), (94, 83, 71)),
        (),
        ((188, 179, 164), (158, 148, 132)),
        0.22,
        1.0,
        0.16,
        dunes=0.2,
        tracks=0.3,
    ),
    GroundKind(
        "snow",
        r"snow|ice|frost|winter|glacier",
        ((172, 179, 189), (188, 194, 201), (146, 157, 170), (118, 114, 110)),
        ((126, 116, 88),),
        ((158, 164, 172), (120, 124, 132)),
        0.14,
        0.8,
    ),
    GroundKind(
        "desert",
        r"desert|dune|sand|ravine|canyon|mesa",
        ((146, 116, 80), (164, 136, 98), (122, 88, 60), (98, 74, 54)),
        ((142, 128, 76),),
        ((158, 124, 92), (186, 156, 120)),
        0.3,
        wear=0.1,
        dunes=0.16,
        tracks=0.26,
    ),
    GroundKind(
        "city",
        r"city|quarter|row|street|square|town|crossroads|market|plaza|ruin",
        ((116, 111, 104), (142, 132, 116), (90, 94, 84), (74, 68, 62)),
        ((88, 104, 64),),
        ((132, 122, 114), (148, 96, 78)),
        0.1,
        0.85,
        0.3,
    ),
    GroundKind(
        "station deck",
        r"station|deck|yard|dock|hangar|ship|factory|spaceport",
        ((98, 104, 110), (116, 118, 116), (80, 86, 94), (112, 80, 60)),
        (),
        ((70, 72, 76),),
        0.04,
        0.75,
        0.22,
    ),
)

SOIL_RGBS: dict[str, RGB] = {
    "city": (92, 74, 52),
    "station deck": (82, 68, 56),
    "grassland": (80, 62, 42),
    "forest floor": (70, 54, 38),
}
"""The dirt on some grounds; on others it has the darkest color of the ground."""


def soil_rgb(ground: GroundKind) -> RGB:
    """Return the color of the dirt along solids on a ground."""
    return SOIL_RGBS.get(ground.name, ground.colors[3])


@memo_per_process(Size.SMALL)
def ground_for_board(name: str) -> GroundKind:
    """Return the ground of a board, by its name."""
    words = name.lower()
    return next(
        (ground for ground in GROUNDS if re.search(rf"\b(?:{ground.name_pattern})", words)), GRASS
    )


def mat_tone(ground: GroundKind) -> RGBFactor:
    """Return the factor that makes the first color of a ground white, in linear light."""
    r, g, b = (v / 255 for v in ground.colors[0])
    return _inverse_light(r), _inverse_light(g), _inverse_light(b)


def _inverse_light(value: float) -> float:
    """Return 1 / the linear light of a color's channel, as `physical_light.LIGHT_GLSL` has it."""
    return 1 / (value * (value * (value * 0.305306 + 0.682171) + 0.012523))


def _noise(seed: int, low: float, high: float) -> FloatGrid:
    """Return tiling noise from 0 to 1, with feature sizes between two shares of the tile."""
    rng = np.random.default_rng(seed)
    frequency = (
        np.hypot(np.fft.fftfreq(DETAIL_TILE_PX)[:, None], np.fft.rfftfreq(DETAIL_TILE_PX)[None])
        * DETAIL_TILE_PX
    )
    band = np.exp(
        -((np.log(np.maximum(frequency, 0.5) / np.sqrt(low * high)) / np.log(high / low) * 2) ** 2)
    )
    field = np.fft.irfft2(np.fft.rfft2(rng.normal(size=(DETAIL_TILE_PX, DETAIL_TILE_PX))) * band)
    noise: FloatGrid = np.clip(0.5 + 0.22 * (field - field.mean()) / field.std(), 0, 1)
    return noise


def _seams(cells: tuple[int, int], wide: float, shifted: bool) -> tuple[FloatGrid, FloatGrid]:
    """Return rows of stones or plates: 1 in a seam, and a tone from 0 to 1 for each stone."""
    across, row_count = cells
    y, x = np.mgrid[0:DETAIL_TILE_PX, 0:DETAIL_TILE_PX] / DETAIL_TILE_PX
    row = np.floor(y * row_count)
    along = x * across + (0.5 * (row % 2) if shifted else 0.0)
    edge = np.minimum(
        0.5 / across - np.abs(along % 1 - 0.5) / across,
        0.5 / row_count - np.abs(y * row_count % 1 - 0.5) / row_count,
    )
    tone = np.random.default_rng(3).random((row_count, across))[
        row.astype(int), np.floor(along).astype(int) % across
    ]
    return np.clip(1 - edge * DETAIL_TILE_PX / wide, 0, 1), tone


def _plates(seed: int, count: int) -> tuple[FloatGrid, FloatGrid]:
    """Return plates of dry ground: the distance to the next one, as a share of one, and a tone."""
    rng = np.random.default_rng(seed)
    spots = 0.5 + 0.85 * (rng.random((count, count, 2)) - 0.5)
    tones = rng.random((count, count))
    y, x = np.mgrid[0:DETAIL_TILE_PX, 0:DETAIL_TILE_PX] * (count / DETAIL_TILE_PX)
    bend = 0.3 * (_noise(seed + 100, 6, 30) - 0.5)
    x, y = x + bend, y - bend
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    first, second, tone = np.full(x.shape, 9.0), np.full(x.shape, 9.0), np.zeros(x.shape)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            at = (row + down) % count, (column + right) % count
            away = np.hypot(
                column + right + spots[at][..., 0] - x, row + down + spots[at][..., 1] - y
            )
            second = np.where(away < first, first, np.minimum(second, away))
            tone = np.where(away < first, tones[at], tone)
            first = np.minimum(first, away)
    return second - first, tone


def _cracks(seed: int, low: float, high: float, wide: float) -> FloatGrid:
    return np.clip(1 - np.abs(_noise(seed, low, high) - 0.5) / wide, 0, 1)


def make_detail_tile(name: str) -> NDArray[np.uint8]:
    """Return the close-up detail of a ground (n, n); 128 changes nothing."""
    fine = _noise(21, 20, 70)
    grit = _noise(22, 80, 220)
    if name == "salt":
        plate, tone = _plates(23, 3)
        small, _ = _plates(24, 9)
        ridge = np.exp(-(((plate - 0.085) / 0.04) ** 2))  # salt grows up along the cracks
        level = 0.52 + 0.18 * (fine - 0.5) + 0.2 * (grit - 0.5) + 0.12 * (tone - 0.5)
        level += 0.14 * ridge - 0.42 * np.clip(1.4 - plate / 0.035, 0, 1)
        level -= 0.2 * np.clip(1.2 - small / 0.06, 0, 1) * (tone > 0.4) * (plate > 0.08)
    elif name == "snow":
        level = (
            0.5
            + 0.14 * (_noise(24, 4, 14) - 0.5)
            + 0.1 * (fine - 0.5)
            + 0.3 * np.clip(grit - 0.86, 0, 1)
        )
    elif name == "desert":
        y, x = np.mgrid[0:DETAIL_TILE_PX, 0:DETAIL_TILE_PX] / DETAIL_TILE_PX
        ripple = np.sin(2 * np.pi * (y * 14 + 1.6 * _noise(25, 2, 5) + x * 2))
        level = 0.5 + 0.08 * ripple + 0.18 * (grit - 0.5) + 0.16 * (fine - 0.5)
    elif name == "city":
        seam, tone = _seams((4, 8), 5.0, True)
        level = 0.5 + 0.2 * (tone - 0.5) + 0.14 * (fine - 0.5) + 0.12 * (grit - 0.5) - 0.26 * seam
    elif name == "station deck":
        seam, tone = _seams((2, 2), 4.0, False)
        y, x = np.mgrid[0:DETAIL_TILE_PX, 0:DETAIL_TILE_PX] * (32 / DETAIL_TILE_PX)
        tread = (np.abs((x + y) % 2 - 1) < 0.28) & (((x - y) % 2) < 1.2)
        level = (
            0.48
            + 0.1 * (tone - 0.5)
            + 0.07 * tread
            + 0.1 * (fine - 0.5)
            + 0.08 * (grit - 0.5)
            - 0.26 * seam
        )
    elif name == "forest floor":
        level = 0.42 + 0.26 * (_noise(32, 6, 18) - 0.5) + 0.2 * (grit - 0.5)
        for number, count in ((36, 30), (37, 24), (38, 20)):  # leaves, the last on top
            edge, tone = _plates(number, count)
            leaf = np.clip((edge - 0.14) / 0.05, 0, 1) * (tone > 0.62)
            level += leaf * (0.38 + 0.5 * (tone - 0.62) + 0.3 * edge - level)
    elif name == "mud":
        ruts = _noise(33, 3, 10)
        level = 0.5 + 0.3 * (ruts - 0.5) + 0.24 * (_noise(34, 14, 50) - 0.5) + 0.14 * (grit - 0.5)
        level -= 0.16 * _cracks(35, 4, 12, 0.03)
    else:
        blades = np.abs(_noise(26, 26, 60) - 0.5) * 2
        level = (
            0.46 + 0.34 * (blades - 0.3) + 0.24 * (grit - 0.5) + 0.16 * (_noise(27, 5, 14) - 0.5)
        )
    return np.asarray(np.rint(np.clip(level, 0, 1) * 255), np.uint8)


def scatter_decoration(
    ground: GroundKind, size: tuple[float, float], heights: FloatGrid
) -> list[tuple[DrawnMesh, RGB]]:
    """Return tufts and pebbles, lower than a base, where `heights` (south row first) are zero."""
    rng = np.random.default_rng(crc32(ground.name.encode()))
    kinds: list[tuple[bool, RGB]] = [(True, rgb) for rgb in ground.tufts] + [
        (False, rgb) for rgb in ground.stones
    ]
    points: dict[tuple[bool, RGB], list[FloatGrid]] = {}
    for _ in range(int(size[0] * size[1] * ground.scatter_density)):
        x, y = rng.uniform(0.3, size[0] - 0.3), rng.uniform(0.3, size[1] - 0.3)
        kind = kinds[int(rng.integers(len(kinds)))]
        turn = rng.uniform(0, 6.28)
        wide = rng.uniform(0.07, 0.14)
        i, k = int(y / size[1] * len(heights)), int(x / size[0] * heights.shape[1])
        if heights[i, k] > 0:
            continue
        triangles = make_tuft(rng, wide) if kind[0] else _pebble(rng, wide)
        c, s = np.cos(turn), np.sin(turn)
        spot = triangles @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + (x, y, 0)
        points.setdefault(kind, []).append(spot.reshape(-1, 3))
    meshes = []
    for kind, parts in points.items():
        corners = np.concatenate(parts)
        meshes.append((DrawnMesh(corners, np.arange(len(corners)).reshape(-1, 3)), kind[1]))
    return meshes


def make_tuft(rng: np.random.Generator, wide: float) -> FloatGrid:
    """Return blades of grass (n, 3, 3)."""
    blades = []
    for k in range(3):
        turn = 2.1 * k + rng.uniform(-0.5, 0.5)
        lean = rng.uniform(0.4, 1.0) * wide
        outward = np.array([np.cos(turn), np.sin(turn), 0.0])
        side = np.array([-outward[1], outward[0], 0.0]) * wide * 0.22
        foot = outward * wide * 0.3
        tip = outward * lean + (0, 0, wide * rng.uniform(1.0, 1.6))
        blades.append([foot - side, foot + side, tip])
    return np.array(blades)


@memo_per_process(Size.FEW)
def _cone() -> DrawnMesh:
    return make_cone(radius=1.0, height=1.0, sections=5)


def _pebble(rng: np.random.Generator, wide: float) -> FloatGrid:
    """Return a stone (n, 3, 3)."""
    stone = _cone()
    corners = stone.vertices * (wide * 0.7) * rng.uniform(0.75, 1.2, (len(stone.vertices), 1))
    faces: FloatGrid = corners[stone.faces]
    return faces[faces[:, :, 2].max(axis=1) > 0]
