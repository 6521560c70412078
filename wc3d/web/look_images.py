"""The images of the pages' physically based look: materials, grounds and the light around the table.

They are WebP files with the same pixels as the window's textures, smaller. A page loads only those
of its table, after its first picture. The first row of an image is the south, or the foot of a wall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.meshes.textures import encode_webp
from wc3d.scene.environment_light import FACE_PX, environment_images
from wc3d.scene.ground_textures import GROUNDS, GroundKind, mat_tone
from wc3d.scene.materials import MATERIALS, TILE_CACHE_VERSION, ground_material, make_tile
from wc3d.scene.textures import cached_map, detail_tile_map, ground_map
from wc3d.web.packing import BinaryPack

PAGE_TILE_PX = 128
"""The width of a material's tile on a page in pixels."""
GROUND_PX, DETAIL_PX = 512, 256
"""The widths of a ground and of its close-up detail in pixels."""
WEBP_QUALITY = 66
IMAGE_VERSION = 3
"""The version of the images in the user's cache and in browsers."""
MEDIA_TYPE = "image/webp"
ENVIRONMENT_IMAGE = "environment"


@memo_per_process(Size.MEDIUM)
def look_image(name: str) -> bytes | None:
    """Return an image, None for an unknown name. Making one takes up to half a second."""
    make = _image_makers().get(name)
    if make is None:
        return None
    key = name, IMAGE_VERSION, TILE_CACHE_VERSION, MATERIALS, GROUNDS
    return cached_map("page", key, lambda: np.frombuffer(make(), np.uint8)).tobytes()


def look_image_names(surfaces: Iterable[int], ground: GroundKind) -> dict[str, Any]:
    """Return the names of the images of a table with these surfaces and this ground."""
    floor = ground_material(ground.name)
    numbers = sorted({floor, *(k for k in surfaces if k < len(MATERIALS))})
    return {
        "materials": {str(k): MATERIALS[k].name for k in numbers},
        "ground": _ground_slug(ground),
        "groundMaterial": floor,
        "groundTone": mat_tone(ground),
        "environment": ENVIRONMENT_IMAGE,
    }


def pack_look_images(pack: BinaryPack, looks: dict[str, Any]) -> dict[str, list[int]]:
    """Add a table's images to a block. Return the offset and the size of each, by name."""
    packed = {}
    for name in (*looks["materials"].values(), looks["ground"], looks["environment"]):
        data = look_image(name)
        assert data is not None
        packed[name] = [pack.add_bytes(np.frombuffer(data, np.uint8)), len(data)]
    return packed


def _ground_slug(ground: GroundKind) -> str:
    return f"ground-{ground.name.replace(' ', '-')}"


@memo_per_process(Size.FEW)
def _image_makers() -> dict[str, Callable[[], bytes]]:
    makers: dict[str, Callable[[], bytes]] = {ENVIRONMENT_IMAGE: _encode_environment}
    for number, material in enumerate(MATERIALS):
        makers[material.name] = partial(_encode_material, number)
    for ground in GROUNDS:
        makers[_ground_slug(ground)] = partial(_encode_ground, ground)
    return makers


def _encode_material(number: int) -> bytes:
    """Return the color's factor, then gray planes: x, y, roughness and shade, one below the other."""
    tile = _shrink(make_tile(number), PAGE_TILE_PX)
    planes = [np.repeat(tile[..., k : k + 1], 3, axis=2) for k in range(4, 8)]
    return encode_webp(np.concatenate([tile[..., :3], *planes]), WEBP_QUALITY)


def _encode_ground(ground: GroundKind) -> bytes:
    """Return the ground, and its close-up detail below on the left."""
    wide = np.clip(_shrink(ground_map(ground), GROUND_PX), 0, 255).astype(np.uint8)
    detail = np.full((DETAIL_PX, GROUND_PX, 3), 128, np.uint8)
    detail[:, :DETAIL_PX] = _shrink(detail_tile_map(ground.name)[..., None], DETAIL_PX)
    return encode_webp(np.concatenate([wide, detail]), WEBP_QUALITY)


def _encode_environment() -> bytes:
    """Return the six faces of the sharpest cube map below each other, then those of the others."""
    rows = [
        np.pad(face, ((0, 0), (0, FACE_PX - face.shape[1]), (0, 0)))
        for faces in environment_images()
        for face in faces
    ]
    return encode_webp(np.concatenate(rows), WEBP_QUALITY, is_lossless=True)


def _shrink(image: NDArray[Any], side: int) -> NDArray[Any]:
    """Return an image with the means of its pixels, in its own number type."""
    factor = image.shape[0] // side
    mean = image.reshape(side, factor, side, factor, -1).mean(axis=(1, 3))
    return np.rint(mean).astype(image.dtype)
