"""Generated textures of the table's surface: noise, the mat, and openness to the sky."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.fft import fftfreq, irfft2, rfft2, rfftfreq
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process, memo_per_terrain
from wc3d.geometry.array_cache import load_arrays, save_arrays
from wc3d.geometry.cache_folder import cache_folder
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.presentation.palette import is_drawn_see_through
from wc3d.scene.ground_textures import GRASS, GroundKind, make_detail_tile
from wc3d.table.features import Feature
from wc3d.table.table import Table

FloatGrid = NDArray[np.float64]
ByteImage = NDArray[np.uint8]
"""An image (height, width, channels), 0 to 255; its first row is the south."""

CACHE_VERSION = 4
"""The version of the images in the user's cache."""
MAT_TEXTURE_PX = 1024
GROUND_NOISES = (11, 2, 1.0), (12, 5, 0.85), (13, 60, 0.25)
"""The noises of the ground: patches, moss and fine detail."""
MIN_DARK_LINE_MEAN = 120
"""The mean color of a ground with dark lines; a darker one has bright lines."""
TRACKS = (0.22, 0.35, 0.05, 0.1), (0.86, -0.5, 0.06, 0.6), (0.55, 0.12, 0.09, 0.35)
"""Wheel tracks: start, slope and bend in shares of the table, and the phase of the bend."""
TRACK_GAUGE, TRACK_WIDTH, TREADS = 0.034, 0.0052, 110
"""The distance of two ruts, half the width of one in shares of the table, and the treads."""
OPENNESS_CELLS = 384
OPENNESS_MAX_HEIGHT_IN = 16.0
"""The unit of heights in the openness map in inches (the shader has the same value)."""


def fractal_noise(size: int, seed: int, base: float, roughness: float) -> FloatGrid:
    """Return tiling noise from 0 to 1, with features of 1 / `base` of the width and smaller."""
    rng = np.random.default_rng(seed)
    power = fftfreq(size)[:, None] ** 2 + rfftfreq(size)[None] ** 2
    power[0, 0] = 1.0
    spectrum = power ** (-0.95 * roughness)
    spectrum[power < (base / size) ** 2] *= 0.05
    spectrum[0, 0] = 0.0
    field = irfft2(rfft2(rng.normal(size=(size, size))) * spectrum)
    return np.clip(0.5 + 0.2 * (field - field.mean()) / field.std(), 0, 1)


def cached_map(name: str, made_of: object, make: Callable[[], ByteImage]) -> ByteImage:
    """Return an image from the user's cache, or make and cache it. Its key includes `made_of`."""
    place = cache_path(name, made_of)
    try:
        return np.asarray(load_arrays(place)["map"], np.uint8)
    except (OSError, ValueError, KeyError):
        image = make()
    with suppress(OSError):  # a full disk: the image is made again next time
        save_arrays({"map": image}, place)
    return image


def cache_path(name: str, made_of: object) -> Path:
    return cache_folder() / f"{name}-{CACHE_VERSION}-{crc32(repr(made_of).encode()):08x}.npz"


@memo_per_process(Size.FEW)
def noise_map() -> ByteImage:
    """Return noise with two grain sizes, coarse and fine."""

    def make() -> ByteImage:
        channels = np.dstack([fractal_noise(256, 7, 5, 0.8), fractal_noise(256, 8, 24, 0.35)])
        return (channels * 255).astype(np.uint8)

    return cached_map("noise", (), make)


def prepare_ground_noises(size: tuple[float, float], ground: GroundKind = GRASS) -> Iterator[None]:
    """Make the noises of the ground in short steps; do nothing if the mat is in the cache."""
    noise_map()
    yield
    if not cache_path("mat", (size, ground)).exists():
        for number in range(len(GROUND_NOISES)):
            ground_noise(number)
            yield
        ground_map(ground)
        yield
    detail_tile_map(ground.name)
    yield


@memo_per_process(Size.FEW)
def detail_tile_map(name: str) -> ByteImage:
    """Return the close-up detail of a ground (n, n); 128 changes nothing."""
    return cached_map("tile", name, lambda: make_detail_tile(name))


@memo_per_process(Size.FEW)
def ground_noise(number: int) -> NDArray[np.float32]:
    """Return one of the noises of the ground."""
    return fractal_noise(MAT_TEXTURE_PX, *GROUND_NOISES[number]).astype(np.float32)


@memo_per_process(Size.FEW)
def ground_map(ground: GroundKind = GRASS) -> NDArray[np.float32]:
    """Return the ground with its patches, without grid lines."""
    n = MAT_TEXTURE_PX
    patches, moss, fine = map(ground_noise, range(len(GROUND_NOISES)))

    def ramp(field: Any, low: float, high: float) -> Any:
        return np.clip((field - low) / (high - low), 0, 1)[..., None] * ground.roughness

    first, second, third, fourth = (np.array(rgb, np.float32) for rgb in ground.colors)
    image = np.tile(first, (n, n, 1))
    image += (second - image) * (ramp(patches, 0.45, 0.75) * 0.85)
    image += (third - image) * (ramp(moss, 0.5, 0.72) * 0.75)
    image += (fourth - image) * (ramp(1 - patches * moss * 2, 0.55, 0.95) * 0.6)
    image *= (0.88 + 0.24 * fine)[..., None]
    if ground.dunes:
        y, x = np.mgrid[0:n, 0:n].astype(np.float32) / n
        slope = 0.5 + 0.5 * np.sin(2 * pi * (9 * y + 3 * x + 2.4 * patches + 1.1 * moss))
        slope = np.where(slope > 0.5, slope, slope * slope * 2)  # steep on one side
        image *= (1 + ground.dunes * (slope - 0.5) * (0.4 + 1.2 * patches))[..., None]
    if ground.tracks:
        image *= (1 + ground.tracks * _wheel_tracks(n, fine))[..., None]
    if ground.wear:
        cracks = np.exp(-(((moss - 0.47) / 0.007) ** 2)) + np.exp(-(((patches - 0.6) / 0.006) ** 2))
        stains = np.clip((0.5 - moss * (0.6 + 0.4 * fine)) / 0.16, 0, 1) * np.clip(
            2 * patches, 0, 1
        )
        image *= (1 - ground.wear * np.clip(cracks + 0.9 * stains, 0, 1))[..., None]
    return image


def _wheel_tracks(n: int, fine: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the relief of wheel tracks: -1 in a rut, and above 0 on its raised edges."""
    y, x = np.mgrid[0:n, 0:n].astype(np.float32) / n
    relief = np.zeros((n, n), np.float32)
    for start, slope, bend, phase in TRACKS:
        middle = start + slope * x + bend * np.sin(2 * pi * (x + phase))
        for side in (-1, 1):
            away = np.abs(y - middle - side * TRACK_GAUGE / 2) / TRACK_WIDTH
            tread = 0.7 + 0.3 * (np.sin(2 * pi * x * TREADS) > 0)
            rut = -np.exp(-(away**4)) * tread + 0.5 * np.exp(-((2.5 * (away - 1.5)) ** 2))
            relief += (rut * np.clip(3.2 * fine - 0.9, 0, 1)).astype(np.float32)
    return relief


def mat_map(size: tuple[float, float], ground: GroundKind = GRASS) -> ByteImage:
    """Return the mat: its ground, with a faint line every inch and a stronger line every six."""
    return cached_map("mat", (size, ground), lambda: _make_ruled_map(size, ground))


def _make_ruled_map(size: tuple[float, float], ground: GroundKind) -> ByteImage:
    n = MAT_TEXTURE_PX
    bare = [np.ones(MAT_TEXTURE_PX, np.float32), np.ones(MAT_TEXTURE_PX, np.float32)]
    for axis, inches in ((1, size[0]), (0, size[1])):
        at = (np.arange(n) + 0.5) * inches / n
        for spacing, strength in ((6.0, 0.13), (1.0, 0.045)):
            distance = np.abs((at + spacing / 2) % spacing - spacing / 2) * n / inches
            bare[axis] *= 1 - np.exp(-((distance / 1.1) ** 2)).astype(np.float32) * np.float32(
                strength
            )
    bare_share = (bare[0][:, None] * bare[1][None])[..., None]
    image = ground_map(ground)
    line = 40 if float(image.mean()) > MIN_DARK_LINE_MEAN else 235
    return np.clip(image * bare_share + line * (1 - bare_share), 0, 255).astype(np.uint8)


def _piece_mask(piece: Piece, x: FloatGrid, y: FloatGrid) -> NDArray[np.bool_]:
    if isinstance(piece, Cylinder):
        return (x - piece.center[0]) ** 2 + (y - piece.center[1]) ** 2 < piece.radius**2
    corners = piece.points
    ahead = np.concatenate([corners[1:], corners[:1]]) - corners
    (along, up), (cx, cy) = ahead.T[:, :, None, None], corners.T[:, :, None, None]
    mask: NDArray[np.bool_] = (along * (y - cy) > up * (x - cx)).all(axis=0)
    return mask


def height_field(table: Table, cells: int = OPENNESS_CELLS) -> FloatGrid:
    """Return the topmost opaque terrain's height over a grid of the table, south row first."""
    field = np.zeros((cells, cells))
    for feature in table.features:
        if not is_drawn_see_through(feature) and feature.pieces:
            k, i, heights = _feature_heights(feature, table.size, cells)
            window = field[k : k + heights.shape[0], i : i + heights.shape[1]]
            np.maximum(window, heights, out=window)
    return np.clip(field, 0, OPENNESS_MAX_HEIGHT_IN)


@memo_per_terrain(Size.SMALL)
def _feature_heights(
    feature: Feature, size: tuple[float, float], cells: int
) -> tuple[int, int, FloatGrid]:
    """Return the heights of one feature, and their first row and column in the grid."""
    xs, ys = ((np.arange(cells) + 0.5) * inches / cells for inches in size)
    boxes = np.array([piece.box for piece in feature.pieces])
    columns = np.searchsorted(xs, boxes[:, [0, 2]])
    rows = np.searchsorted(ys, boxes[:, [1, 3]])
    west = int(columns.min())
    south = int(rows.min())
    field = np.zeros((int(rows.max()) - south, int(columns.max()) - west))
    wide = np.flatnonzero((columns[:, 0] < columns[:, 1]) & (rows[:, 0] < rows[:, 1]))
    for number, (i, j), (k, m) in zip(
        wide.tolist(), columns[wide].tolist(), rows[wide].tolist(), strict=True
    ):
        piece = feature.pieces[number]
        x, y = xs[None, i:j], ys[k:m, None]
        top = (
            piece.high
            if isinstance(piece, Cylinder)
            else piece.top.at + piece.top.slope_x * x + piece.top.slope_y * y
        )
        window = field[k - south : m - south, i - west : j - west]
        np.copyto(window, np.maximum(window, top), where=_piece_mask(piece, x, y))
    return south, west, field


def sky_openness_map(table: Table) -> ByteImage:
    """Return each place's visible share of sky (by sixteen horizons) and height, for shading."""
    height = height_field(table)
    px = max(table.size) / OPENNESS_CELLS
    total = np.zeros_like(height)
    for k in range(16):
        angle = 2 * pi * (k + 0.37) / 16
        best = np.zeros_like(height)
        for distance in (0.2, 0.45, 0.9, 1.6, 2.6, 4.2):
            dx, dy = round(cos(angle) * distance / px), round(sin(angle) * distance / px)
            neighbor_height = np.roll(height, (-dy, -dx), (0, 1))
            best = np.maximum(
                best,
                (neighbor_height - height)
                / max(hypot(dx * px, dy * px), px)
                * (1 - distance / 6.5),
            )
        total += 1 - np.sin(np.arctan(best))
    share = total / 16
    for _ in range(2):
        for axis in (0, 1):
            share = 0.25 * np.roll(share, 1, axis) + 0.5 * share + 0.25 * np.roll(share, -1, axis)
    channels = np.dstack([np.clip(share, 0, 1) ** 1.25, height / OPENNESS_MAX_HEIGHT_IN])
    return (channels * 255).astype(np.uint8)
