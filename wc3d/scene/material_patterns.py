"""The patterns of materials, drawn from noise on a square that repeats without seams.

A pattern's color is a factor, and its height is 0 to 1. The first row is the foot of a wall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Grid = NDArray[np.float64]

TILE_PX = 256
"""The width of a tile in pixels."""
Y, X = np.mgrid[0:TILE_PX, 0:TILE_PX] / TILE_PX
FREQUENCY_X = np.abs(np.fft.rfftfreq(TILE_PX, 1 / TILE_PX))[None]
FREQUENCY_Y = np.abs(np.fft.fftfreq(TILE_PX, 1 / TILE_PX))[:, None]


@dataclass(frozen=True, eq=False)
class TilePattern:
    """A tile: the color's factor (n, n) or (n, n, 3), the height, its depth and the roughness."""

    color: Grid
    height: Grid
    depth_in: float
    roughness: ArrayLike = 0.0


def noise(seed: int, low: float, high: float, stretch: float = 1.0) -> Grid:
    """Return tiling noise from 0 to 1 with `low` to `high` features on a side.

    Features are `stretch` times as long along x as along y.
    """
    rng = np.random.default_rng(seed)
    root = np.sqrt(stretch)
    frequency = np.hypot(FREQUENCY_Y / root, FREQUENCY_X * root)
    middle, width = np.sqrt(low * high), np.log(high / low) / 2
    band = np.exp(-((np.log(np.maximum(frequency, 0.3) / middle) / width) ** 2))
    band[0, 0] = 0.0
    field = np.fft.irfft2(np.fft.rfft2(rng.normal(size=(TILE_PX, TILE_PX))) * band)
    result: Grid = np.clip(0.5 + 0.22 * field / field.std(), 0, 1)
    return result


def clouds(seed: int, base: float = 2.0, falloff: float = 1.0) -> Grid:
    """Return tiling fractal noise from 0 to 1 with features of 1 / `base` and smaller."""
    rng = np.random.default_rng(seed)
    frequency = np.hypot(FREQUENCY_Y, FREQUENCY_X)
    spectrum = np.maximum(frequency, 1.0) ** (-1.2 * falloff) * (frequency >= base * 0.7)
    field = np.fft.irfft2(np.fft.rfft2(rng.normal(size=(TILE_PX, TILE_PX))) * spectrum)
    result: Grid = np.clip(0.5 + 0.2 * field / field.std(), 0, 1)
    return result


def ramp(field: Grid, low: float, high: float) -> Grid:
    """Return a smooth step from 0 at `low` to 1 at `high`."""
    share = np.clip((field - low) / (high - low), 0, 1)
    return share * share * (3 - 2 * share)


def cells(seed: int, count: int, jitter: float = 0.8, stretch: int = 1) -> tuple[Grid, Grid, Grid]:
    """Return cells of `count` points a row: the distances to the nearest two, and a random tone.

    Cells are `stretch` times as long along x. Distances are shares of a cell.
    """
    rng = np.random.default_rng(seed)
    rows, columns = count, count // stretch
    points = 0.5 + jitter * (rng.random((rows, columns, 2)) - 0.5)
    tones = rng.random((rows, columns))
    x, y = X * columns, Y * rows
    column, row = x.astype(int), y.astype(int)
    first = np.full(X.shape, 9.0)
    second = first.copy()
    tone = np.zeros_like(first)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            at = (row + dy) % rows, (column + dx) % columns
            spot = points[at]
            distance = np.hypot(
                column + dx + spot[..., 0] - x,
                row + dy + spot[..., 1] - y,
            )
            is_nearest = distance < first
            second = np.where(is_nearest, first, np.minimum(second, distance))
            tone = np.where(is_nearest, tones[at], tone)
            first = np.minimum(first, distance)
    return first, second, tone


def tint(*layers: tuple[Grid | float, tuple[float, float, float]]) -> Grid:
    """Return white, mixed with each color by its share in turn."""
    color = np.ones((TILE_PX, TILE_PX, 3))
    for share, rgb in layers:
        color += (np.array(rgb) - color) * np.asarray(share)[..., None]
    return color


def _times(color: Grid, factor: Grid) -> Grid:
    return color * factor[..., None]


def _cracks(seed: int, low: float, high: float, wide: float) -> Grid:
    """Return lines of 1 along the middle of a noise."""
    return np.clip(1 - np.abs(noise(seed, low, high) - 0.5) / wide, 0, 1)


def _rows(
    rows: int, columns: int, seed: int, wobble: float = 0.0, shift: float = 0.5
) -> tuple[Grid, Grid]:
    """Return courses of blocks: inches' share to the nearest joint, and a tone per block.

    Every other course is shifted by `shift` blocks, and joints are straight within `wobble`.
    """
    y = Y * rows + wobble * (noise(seed, 3, 9) - 0.5)
    row = np.floor(y).astype(int)
    x = X * columns + shift * (row % 2 == 0) + wobble * (noise(seed + 1, 3, 9) - 0.5)
    column = np.floor(x).astype(int)
    edge = np.minimum(
        (0.5 - np.abs(y % 1 - 0.5)) / rows,
        (0.5 - np.abs(x % 1 - 0.5)) / columns,
    )
    tones = np.random.default_rng(seed).random((rows, columns))
    return edge, tones[row % rows, column % columns]


def _plain(seed: int) -> TilePattern:
    soft = clouds(seed, 3)
    grit = noise(seed + 50, 40, 110)
    return TilePattern(0.84 + 0.2 * soft + 0.12 * grit, 0.5 * soft + 0.5 * grit, 0.02, 0.1 * soft)


def _masonry(seed: int) -> TilePattern:
    edge, tone = _rows(4, 2, seed, 0.05)
    stone = ramp(edge, 0.004, 0.022)
    chips = ramp(noise(seed + 7, 8, 30), 0.62, 0.8) * (1 - ramp(edge, 0.02, 0.06))
    pits = ramp(noise(seed + 8, 30, 90), 0.66, 0.86)
    rough = clouds(seed + 9, 5)
    height = stone * (0.72 + 0.2 * rough + 0.08 * tone) * (1 - 0.5 * chips) - 0.1 * pits
    warm = np.random.default_rng(seed).random() * 0 + tone
    color = tint(
        (0.34 * ramp(warm, 0.55, 0.9), (1.08, 0.95, 0.82)),
        (0.4 * ramp(1 - warm, 0.6, 0.95), (0.8, 0.83, 0.88)),
        (0.5 * ramp(clouds(seed + 10, 2), 0.58, 0.8), (0.78, 0.76, 0.7)),
        (1 - stone, (0.55, 0.53, 0.5)),
    )
    shade = (0.8 + 0.26 * tone) * (0.86 + 0.24 * rough) * (1 - 0.16 * pits)
    return TilePattern(_times(color, shade), np.clip(height, 0, 1), 0.09, 0.1 * (rough - 0.5))


def _hazard(seed: int) -> TilePattern:
    stripe = (X + Y) * 4 % 1
    dark = ramp(stripe, 0.47, 0.5) * (1 - ramp(stripe, 0.97, 1.0))
    dark = np.maximum(dark, 0.0)
    wear = ramp(clouds(seed, 4, 0.8) + 0.25 * (noise(seed + 1, 40, 110) - 0.5), 0.66, 0.72)
    color = _times(
        tint((dark, (0.42, 0.43, 0.46)), (wear, (0.8, 0.66, 0.54))),
        0.92 + 0.16 * clouds(seed + 2, 6),
    )
    height = 0.8 - 0.5 * wear + 0.1 * noise(seed + 3, 60, 120)
    return TilePattern(color, height, 0.02, 0.35 * wear)


def _rubble(seed: int) -> TilePattern:
    first, second, tone = cells(seed, 7, 0.9)
    small, other, small_tone = cells(seed + 1, 17, 0.9)
    big = ramp(second - first, 0.06, 0.3) * ramp(tone, 0.3, 0.36)
    pebble = ramp(other - small, 0.05, 0.3) * ramp(small_tone, 0.35, 0.4)
    grit = noise(seed + 2, 40, 110)
    height = np.maximum(big * (0.7 + 0.3 * tone), 0.5 * pebble) * 0.9 + 0.1 * grit
    color = tint(
        (0.8 * pebble * (1 - big), (1.06, 1.02, 0.97)),
        (0.85 * big, (1.18, 1.15, 1.1)),
        ((1 - big) * (1 - pebble) * 0.8, (0.66, 0.62, 0.56)),
    )
    shade = 0.8 + 0.2 * tone * big + 0.14 * small_tone * pebble + 0.2 * (grit - 0.5)
    return TilePattern(_times(color, shade), height, 0.13, -0.1 * big)


def _corrugated(seed: int) -> TilePattern:
    wave = 0.5 - 0.5 * np.cos(2 * np.pi * 8 * X)
    streak = noise(seed, 6, 30, 0.04)
    patch = clouds(seed + 1, 2)
    rust = ramp(patch * 0.6 + streak * 0.5, 0.58, 0.72)
    seam = ramp(np.abs(Y - 0.5), 0.0, 0.012)
    grit = noise(seed + 2, 40, 120)
    color = _times(
        tint(
            (0.3 * streak, (0.86, 0.88, 0.92)),
            (rust, (0.82, 0.5, 0.32)),
        ),
        (0.72 + 0.36 * wave) * (0.6 + 0.4 * seam) * (0.92 + 0.16 * grit),
    )
    return TilePattern(color, wave * (0.9 + 0.1 * seam), 0.11, 0.35 * rust + 0.08 * grit)


def _leaves(seed: int) -> TilePattern:
    color = np.full((TILE_PX, TILE_PX, 3), (0.6, 0.58, 0.55))
    height = 0.2 * noise(seed, 20, 60)
    greens = np.array([(0.96, 1.0, 0.93), (1.1, 1.1, 1.0), (1.06, 1.0, 0.93), (0.84, 0.87, 0.82)])
    for layer in range(4):
        first, second, tone = cells(seed + layer, 11 + layer, 1.0)
        vein = np.clip(1 - first * 1.5, 0, 1)
        leaf = ramp(second - first, 0.1, 0.2) * ramp(tone, 0.45, 0.5)
        own = greens[(tone * 97).astype(int) % len(greens)] * (0.72 + 0.4 * vein)[..., None]
        color += (own - color) * leaf[..., None]
        height = np.where(leaf > 0.5, 0.3 + 0.2 * layer + 0.14 * vein, height)
    return TilePattern(color, np.clip(height, 0, 1), 0.07)


def _water(seed: int) -> TilePattern:
    swell = noise(seed, 2.5, 7)
    ripple = noise(seed + 1, 7, 22)
    crest = np.clip(1 - np.abs(swell + 0.45 * (ripple - 0.5) - 0.5) / 0.1, 0, 1)
    height = 0.6 * swell + 0.3 * ripple + 0.1 * crest
    color = tint((0.5 * crest**2, (1.3, 1.34, 1.3)), (0.3 * (1 - swell), (0.8, 0.84, 0.92)))
    return TilePattern(color, height, 0.06, 0.05 * crest)


def _concrete(seed: int) -> TilePattern:
    soft = clouds(seed, 2)
    fine = noise(seed + 1, 24, 100)
    pores = ramp(noise(seed + 2, 50, 100), 0.8, 0.92)
    crack = _cracks(seed + 3, 1.5, 5, 0.008) * ramp(clouds(seed + 4, 2), 0.5, 0.6)
    drips = ramp(noise(seed + 5, 4, 16, 0.05), 0.58, 0.84)
    boards = 0.5 + 0.5 * np.cos(2 * np.pi * 4 * Y)
    color = tint(
        (0.35 * ramp(soft, 0.5, 0.8), (0.86, 0.84, 0.8)),
        (0.3 * drips, (0.72, 0.69, 0.64)),
        (0.5 * pores, (0.7, 0.68, 0.66)),
        (0.75 * crack, (0.42, 0.4, 0.38)),
    )
    height = (
        0.7 + 0.16 * fine + 0.1 * soft - 0.4 * pores - 0.6 * crack - 0.04 * ramp(boards, 0.97, 1)
    )
    return TilePattern(_times(color, 0.9 + 0.16 * fine), np.clip(height, 0, 1), 0.04, 0.1 * drips)


def _planks(seed: int) -> TilePattern:
    edge, tone = _rows(10, 1, seed, 0.03, 0.43)
    wood = ramp(edge, 0.002, 0.009)
    bend = noise(seed + 1, 2, 6, 3.0)
    grain = noise(seed + 2, 20, 90, 14.0)
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (Y * 50 + 4 * bend + 7 * tone))
    knots, _, knot_tone = cells(seed + 3, 10, 0.7, 2)
    knot = (1 - ramp(knots, 0.05, 0.14)) * ramp(knot_tone, 0.8, 0.82)
    grain = 0.65 * grain + 0.35 * rings
    color = tint(
        (0.5 * ramp(tone, 0.5, 1.0), (0.84, 0.83, 0.82)),
        (0.4 * ramp(1 - tone, 0.5, 1.0), (1.14, 0.96, 0.76)),
        (0.8 * knot, (0.5, 0.4, 0.32)),
        (1 - wood, (0.25, 0.22, 0.2)),
    )
    height = wood * (0.7 + 0.2 * grain + 0.1 * tone)
    return TilePattern(_times(color, 0.72 + 0.3 * grain + 0.2 * tone), height, 0.07, 0.15 * grain)


def _metal(seed: int) -> TilePattern:
    edge, tone = _rows(2, 2, seed, 0.0, 0.0)
    panel = ramp(edge, 0.002, 0.007)
    rivet_x, rivet_y = (X * 20 + 0.5) % 1 - 0.5, (Y * 20 + 0.5) % 1 - 0.5
    rim = (edge > 0.018) & (edge < 0.062)
    rivet = (1 - ramp(np.hypot(rivet_x, rivet_y), 0.16, 0.24)) * rim
    wear = clouds(seed + 1, 3, 0.85) + 0.22 * (noise(seed + 2, 30, 110) - 0.5)
    rust = ramp(wear + 0.18 * (1 - ramp(edge, 0, 0.05)), 0.64, 0.7)
    bare = ramp(wear, 0.6, 0.63) * (1 - rust)
    drips = ramp(noise(seed + 3, 4, 18, 0.05), 0.6, 0.85)
    color = tint(
        (0.3 * drips, (0.8, 0.68, 0.56)),
        (bare, (1.24, 1.24, 1.26)),
        (0.9 * rust, (0.72, 0.46, 0.3)),
        (1 - panel, (0.4, 0.4, 0.42)),
    )
    shade = (0.92 + 0.14 * tone) * (0.94 + 0.12 * noise(seed + 4, 6, 40)) * (1 + 0.16 * rivet)
    height = panel * (0.62 + 0.38 * rivet - 0.08 * rust)
    return TilePattern(_times(color, shade), np.clip(height, 0, 1), 0.06, 0.42 * rust - 0.1 * bare)


def _rock(seed: int) -> TilePattern:
    warp = clouds(seed, 2)
    level = Y * 7 + 1.3 * (warp - 0.5) + 0.4 * (noise(seed + 1, 6, 16) - 0.5)
    bed = np.floor(level).astype(int) % 7
    tone = np.random.default_rng(seed).random(7)[bed]
    ledge = ramp(0.5 - np.abs(level % 1 - 0.5), 0.0, 0.14)
    first, second, block = cells(seed + 2, 6, 0.95)
    split = ramp(second - first, 0.0, 0.09)
    rough = clouds(seed + 3, 5)
    fine = noise(seed + 4, 30, 110)
    height = (0.5 + 0.3 * tone + 0.2 * block) * ledge * (0.6 + 0.4 * split) * (0.7 + 0.3 * rough)
    color = tint(
        (0.5 * ramp(tone, 0.4, 1.0), (1.14, 1.02, 0.88)),
        (0.5 * ramp(1 - tone, 0.4, 1.0), (0.82, 0.8, 0.82)),
        (0.6 * (1 - ledge), (0.55, 0.52, 0.5)),
        (0.45 * (1 - split), (0.6, 0.57, 0.54)),
    )
    shade = 0.76 + 0.24 * rough + 0.16 * block + 0.12 * (fine - 0.5)
    return TilePattern(_times(color, shade), np.clip(height + 0.06 * fine, 0, 1), 0.16)


def _earth(seed: int) -> TilePattern:
    soft = clouds(seed, 3)
    lumps = noise(seed + 1, 8, 26)
    grit = noise(seed + 2, 40, 120)
    first, second, tone = cells(seed + 3, 16, 1.0)
    pebble = ramp(second - first, 0.12, 0.4) * ramp(tone, 0.8, 0.84)
    color = tint(
        (0.5 * ramp(soft, 0.5, 0.8), (0.8, 0.74, 0.66)),
        (0.8 * pebble, (1.2, 1.18, 1.14)),
    )
    height = 0.5 * lumps + 0.2 * grit + 0.3 * pebble
    return TilePattern(_times(color, 0.8 + 0.2 * lumps + 0.2 * grit), height, 0.1)


def _grass(seed: int) -> TilePattern:
    height = np.zeros((TILE_PX, TILE_PX))
    shade = np.zeros_like(height)
    for layer, (stretch, slant) in enumerate(((0.12, 1), (0.16, -1), (0.1, 2), (0.14, 0))):
        blades = noise(seed + layer, 20, 70, stretch)
        rows = np.arange(TILE_PX)
        blades = np.stack([np.roll(blades[row], slant * row) for row in rows])
        own = ramp(blades, 0.5, 0.8) * (0.55 + 0.15 * layer)
        shade = np.where(own > height, 0.6 + 0.16 * layer, shade)
        height = np.maximum(height, own)
    patch = clouds(seed + 9, 2)
    color = tint(
        (0.6 * ramp(patch, 0.5, 0.8), (1.2, 1.06, 0.74)), (0.3 * (1 - height), (0.7, 0.6, 0.5))
    )
    return TilePattern(_times(color, 0.5 + 0.5 * height + 0.3 * shade), height, 0.04)


def _bark(seed: int) -> TilePattern:
    ridges = noise(seed, 7, 26, 0.12)
    fissure = np.clip(np.abs(ridges - 0.5) * 5, 0, 1)
    scales = noise(seed + 1, 12, 40, 0.5)
    height = fissure * (0.7 + 0.3 * scales)
    moss = ramp(clouds(seed + 2, 2), 0.62, 0.8)
    color = tint(
        (0.55 * (1 - fissure), (0.5, 0.46, 0.42)), (0.4 * moss * fissure, (0.82, 1.0, 0.7))
    )
    return TilePattern(_times(color, 0.76 + 0.3 * scales), height, 0.07)


def _plaster(seed: int) -> TilePattern:
    trowel = noise(seed, 5, 26, 2.0)
    fine = noise(seed + 1, 40, 120)
    patch = clouds(seed + 2, 2, 1.5) + 0.05 * (noise(seed + 3, 12, 40) - 0.5)
    fallen = ramp(patch, 0.76, 0.78)
    rim = ramp(patch, 0.72, 0.76) * (1 - fallen)
    edge, tone = _rows(16, 6, seed, 0.06)
    brick = ramp(edge, 0.004, 0.012)
    crack = _cracks(seed + 4, 2, 6, 0.007) * ramp(clouds(seed + 5, 2), 0.52, 0.62)
    bricks = tint((1.0, (1.06, 0.6, 0.44)), (1 - brick, (0.76, 0.72, 0.66)))
    bricks = _times(bricks, 0.8 + 0.3 * tone)
    color = tint(
        (0.4 * ramp(clouds(seed + 6, 3), 0.55, 0.8), (0.9, 0.87, 0.82)),
        (0.5 * crack, (0.5, 0.48, 0.45)),
        (0.4 * rim, (0.8, 0.78, 0.75)),
    )
    color = _times(color, 0.94 + 0.12 * fine)
    color += (bricks - color) * fallen[..., None]
    whole = 0.8 + 0.12 * trowel + 0.05 * fine - 0.3 * crack
    height = whole * (1 - fallen) + 0.4 * brick * fallen
    return TilePattern(color, np.clip(height, 0, 1), 0.05, 0.05 * fallen)


PATTERNS: dict[str, Callable[[int], TilePattern]] = {
    "plain": _plain,
    "masonry": _masonry,
    "hazard": _hazard,
    "rubble": _rubble,
    "corrugated": _corrugated,
    "leaves": _leaves,
    "water": _water,
    "concrete": _concrete,
    "planks": _planks,
    "metal": _metal,
    "rock": _rock,
    "earth": _earth,
    "grass": _grass,
    "bark": _bark,
    "plaster": _plaster,
}
"""The pattern of each material, by its name; each takes a seed."""
