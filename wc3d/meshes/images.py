"""Textures: images as their files store them, bounded in bytes and pixels."""
from __future__ import annotations

import base64
import binascii
import io
import re
import warnings
from typing import Any
from urllib.parse import unquote_to_bytes

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.files import MeshError, Source, quoted
from wc3d.meshes.surface import Texture

BYTES_LIMIT = 64_000_000
"""Bytes of one image."""

PIXELS_LIMIT = 100_000_000
"""Pixels of one image."""

QUALITY = 78
"""Of JPEG files that are made."""

KINDS = ("PNG", "JPEG", "WEBP", "BMP", "TGA", "TIFF", "GIF")
"""The images that are taken."""

_DATA = re.compile(r"data:[\w.+/-]*(?:;[\w.+=-]+)*,", re.ASCII)


def is_inline(uri: str) -> bool:
    """Does this address hold its data itself?"""
    return uri[:5].lower() == "data:"


def inline_bytes(source: Source, uri: str) -> bytes:
    """The data that an address holds itself. Raises MeshError for what is no such address."""
    head = _DATA.match(uri[:200])
    if head is None:
        raise source.wrong(quoted(uri), "expected data:[kind][;base64],...")
    body = uri[head.end() :]
    if not head.group().endswith(";base64,"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(unquote_to_bytes(body) if "%" in body else body.encode(), validate=True)
    except (binascii.Error, ValueError):
        raise source.wrong(quoted(uri), "expected data in base64") from None


def read_texture(source: Source, words: str, data: bytes | memoryview) -> Texture | None:
    """An image, looked at no further than its size; without one that cannot be drawn, which is noted."""
    from PIL import Image  # takes a while to load: many meshes have no texture

    if len(data) > min(BYTES_LIMIT, source.room_for_images):
        source.note(f"{words}: more than {min(BYTES_LIMIT, source.room_for_images) / 1e6:g} MB, left out")
        return None
    data = bytes(data)
    source.room_for_images -= len(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=KINDS) as image:
                size, mime = image.size, image.get_format_mimetype()
    except Image.DecompressionBombError:
        source.note(f"{words}: more than {PIXELS_LIMIT:,} pixels, left out")
        return None
    except Exception:  # a broken image makes its readers raise anything
        source.note(f"{words}: not an image that wc3d can read ({', '.join(KINDS)}), left out")
        return None
    if size[0] * size[1] > PIXELS_LIMIT:
        source.note(f"{words}: more than {PIXELS_LIMIT:,} pixels, left out")
        return None
    return Texture(data, mime or "application/octet-stream", (size[0], size[1]))


def texture_beside(source: Source, reference: str) -> Texture | None:
    """An image beside the mesh file; without one that is missing or lies elsewhere, which is noted."""
    try:
        data = source.beside(reference, BYTES_LIMIT)
    except MeshError as error:
        source.note(f"texture left out: {error}")
        return None
    return read_texture(source, f"texture {quoted(reference)}", data)


def pixels_of(texture: Texture, longest: int) -> NDArray[np.uint8] | None:
    """A texture's pixels (height, width, 4), upper row first, its sides shrunk to `longest`; None if it is damaged."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(texture.data), formats=KINDS) as image:
                image.draft("RGB", (longest, longest))  # a JPEG is not even unpacked larger than needed
                image.thumbnail((longest, longest))
                return np.asarray(image.convert("RGBA"))
    except Exception:  # a broken image makes its readers raise anything
        return None


def image_of(texture: Texture) -> Any | None:
    """A texture as an image of Pillow's, in its own format; None if it is damaged."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(texture.data), formats=KINDS)
            image.load()
            return image
    except Exception:  # a broken image makes its readers raise anything
        return None


def shrunk(texture: Texture, longest: int) -> tuple[bytes, str]:
    """A texture as a small image file and of what kind: a JPEG, or a PNG of few colors if it is not opaque; white if damaged.

    Its lower row comes first, as graphics libraries have it.
    """
    from PIL import Image

    pixels = pixels_of(texture, longest)
    image = Image.fromarray(np.full((1, 1, 4), 255, np.uint8) if pixels is None else pixels[::-1])
    file = io.BytesIO()
    if np.asarray(image)[..., 3].min() < 255:
        image.quantize(64).save(file, "PNG", optimize=True)
        return file.getvalue(), "image/png"
    image.convert("RGB").save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue(), "image/jpeg"
