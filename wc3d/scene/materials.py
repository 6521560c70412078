"""The materials of terrain: seamless tiles of color, height, direction, roughness and shade.

A vertex names its material in the alpha of its color (`palette.surface_alpha`). `prepare_material_tiles` makes the tiles in
short steps, and `material_tiles` returns them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d.geometry.array_cache import load_arrays, save_arrays
from wc3d.scene.material_patterns import PATTERNS, TILE_PX, TilePattern
from wc3d.scene.textures import ByteImage, cache_path

TILE_CACHE_VERSION = 4
NORMAL_SCALE = 0.5
"""The share of a slope that a direction shows; it keeps deep joints from turning black."""


@dataclass(frozen=True)
class SurfaceMaterial:
    """A material: its mean roughness and share of metal, 0 to 1, and the height of its tile.

    A tile is `stretch` times as long as it is high, as the grain of wood is.
    """

    name: str
    roughness: float
    metal: float
    tile_in: float
    stretch: float = 1.0


MATERIALS: tuple[SurfaceMaterial, ...] = (
    SurfaceMaterial("plain", 0.85, 0.0, 4.0),
    SurfaceMaterial("masonry", 0.88, 0.0, 2.0),
    SurfaceMaterial("hazard", 0.6, 0.1, 40 / 9),
    SurfaceMaterial("rubble", 0.92, 0.0, 1.7),
    SurfaceMaterial("corrugated", 0.55, 0.6, 5.0),
    SurfaceMaterial("leaves", 0.9, 0.0, 2.5),
    SurfaceMaterial("water", 0.12, 0.0, 5.0),
    SurfaceMaterial("concrete", 0.82, 0.0, 4.0),
    SurfaceMaterial("planks", 0.8, 0.0, 2.5, stretch=2.4),
    SurfaceMaterial("metal", 0.5, 0.7, 4.0),
    SurfaceMaterial("rock", 0.9, 0.0, 5.0),
    SurfaceMaterial("earth", 0.95, 0.0, 3.0),
    SurfaceMaterial("grass", 0.9, 0.0, 2.0),
    SurfaceMaterial("bark", 0.92, 0.0, 1.5),
    SurfaceMaterial("plaster", 0.85, 0.0, 4.0),
)
"""The materials by number. The numbers 0 to 6 are those of `palette.TerrainLook.surface`."""

(
    PLAIN,
    MASONRY,
    HAZARD,
    RUBBLE,
    CORRUGATED,
    LEAVES,
    WATER,
    CONCRETE,
    PLANKS,
    METAL,
    ROCK,
    EARTH,
    GRASS,
    BARK,
    PLASTER,
) = range(len(MATERIALS))


GROUND = 15
"""The number of the board's own ground, which has the mat's image instead of a tile.

Its colors are factors: that of `GroundKind.colors[0]` changes nothing.
"""

GROUND_MATERIALS = {
    "grassland": GRASS,
    "forest floor": EARTH,
    "mud": EARTH,
    "salt": EARTH,
    "snow": PLAIN,
    "desert": EARTH,
    "city": CONCRETE,
    "station deck": METAL,
}
"""The material of each kind of ground (see `ground_textures.GROUNDS`)."""


def ground_material(name: str) -> int:
    """Return the number of the material of a ground."""
    return GROUND_MATERIALS.get(name, RUBBLE)


def material_tiles() -> tuple[ByteImage, ByteImage]:
    """Return the tiles of all materials (count, 256, 256, 4).

    The first has the color's factor (128 changes nothing) and the height. The second has the
    normal's x and y in tangent space, the roughness and the ambient occlusion. The first row of
    an image is the south of a floor, or the foot of a wall.
    """
    for _ in prepare_material_tiles():
        pass
    whole = np.stack(_tiles)
    _tiles.clear()  # the caller keeps them in a texture; they are 8 MB
    return whole[..., :4], whole[..., 4:]


def prepare_material_tiles() -> Iterator[None]:
    """Make the tiles in short steps, or load them from the user's cache."""
    path = cache_path("materials", (TILE_CACHE_VERSION, MATERIALS))
    if not _tiles:
        with suppress(OSError, ValueError, KeyError):
            whole = np.asarray(load_arrays(path)["map"], np.uint8)
            if whole.shape == (len(MATERIALS), TILE_PX, TILE_PX, 8):
                _tiles.extend(whole)
        yield
    if len(_tiles) < len(MATERIALS):
        while len(_tiles) < len(MATERIALS):
            _tiles.append(make_tile(len(_tiles)))
            yield
        with suppress(OSError):  # a full disk: the tiles are made again next time
            save_arrays({"map": np.stack(_tiles)}, path)


_tiles: list[ByteImage] = []
"""The tiles that are ready, until `material_tiles` returns them."""


def make_tile(number: int) -> ByteImage:
    """Return the tile of a material (256, 256, 8)."""
    material = MATERIALS[number]
    pattern = PATTERNS[material.name](number)
    color = np.broadcast_to(_with_channels(pattern.color), (TILE_PX, TILE_PX, 3))
    color = color / color.mean(axis=(0, 1))
    rough = np.broadcast_to(pattern.roughness, (TILE_PX, TILE_PX))
    rough = np.clip(material.roughness + rough - rough.mean(), 0.04, 1)
    slope = _slopes(pattern, material.tile_in) * NORMAL_SCALE
    normals = slope / np.sqrt(1 + (slope**2).sum(axis=2, keepdims=True))
    layers = [
        color * (128 / 255),
        pattern.height[..., None],
        0.5 + 0.5 * normals,
        rough[..., None],
        _occlusion(pattern, material.tile_in)[..., None],
    ]
    return np.rint(np.clip(np.concatenate(layers, axis=2), 0, 1) * 255).astype(np.uint8)


def _with_channels(color: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(color, float)
    return values[..., None] if values.ndim == 2 else values


def _slopes(pattern: TilePattern, tile_in: float) -> NDArray[np.float64]:
    """Return the normal's x and y over its z."""
    inches = pattern.height * pattern.depth_in
    pixel = tile_in / TILE_PX
    across, along = (np.roll(inches, -1, axis) - np.roll(inches, 1, axis) for axis in (1, 0))
    return -np.stack([across, along], axis=2) / (2 * pixel)


def _occlusion(pattern: TilePattern, tile_in: float) -> NDArray[np.float64]:
    """Return the ambient occlusion: dark where the neighborhood is higher."""
    inches = pattern.height * pattern.depth_in
    total = np.ones_like(inches)
    for radius_in, strength in ((0.06, 1.5), (0.25, 0.9)):
        sigma = radius_in * TILE_PX / tile_in
        frequency = np.hypot(np.fft.fftfreq(TILE_PX)[:, None], np.fft.rfftfreq(TILE_PX)[None])
        blur = np.exp(-2 * (np.pi * sigma * frequency) ** 2)
        around = np.fft.irfft2(np.fft.rfft2(inches) * blur, s=inches.shape)
        total -= strength * np.clip(around - inches, 0, None) / radius_in
    return np.clip(total, 0.25, 1)
