"""Textures: encoded images, limited in bytes and pixels."""

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

from wc3d.meshes.mesh_source import MeshError, MeshSource, quote_words
from wc3d.meshes.surface import Texture

MAX_IMAGE_BYTES = 64_000_000
"""Most bytes of an image."""

MAX_IMAGE_PIXELS = 100_000_000
"""Most pixels of an image."""

JPEG_QUALITY = 78
"""Quality of written JPEG files."""

IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TGA", "TIFF", "GIF")
"""Supported image formats."""

_DATA = re.compile(r"data:[\w.+/-]*(?:;[\w.+=-]+)*,", re.ASCII)


def is_data_uri(uri: str) -> bool:
    """Return whether a URI contains its own data."""
    return uri[:5].lower() == "data:"


def decode_data_uri(source: MeshSource, uri: str) -> bytes:
    """Return the data in a data URI. Raises MeshError for an invalid URI."""
    head = _DATA.match(uri[:200])
    if head is None:
        raise source.make_error(quote_words(uri), "expected data:[kind][;base64],...")
    body = uri[head.end() :]
    if not head.group().endswith(";base64,"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(
            unquote_to_bytes(body) if "%" in body else body.encode(), validate=True
        )
    except (binascii.Error, ValueError):
        raise source.make_error(quote_words(uri), "expected data in base64") from None


def read_texture(source: MeshSource, words: str, data: bytes | memoryview) -> Texture | None:
    """Return an image without decoding its pixels; note an unusable image and return None."""
    from PIL import Image  # slow import: many meshes have no texture

    if len(data) > min(MAX_IMAGE_BYTES, source.room_for_images):
        source.add_note(
            f"{words}: more than {min(MAX_IMAGE_BYTES, source.room_for_images) / 1e6:g} MB, left out"
        )
        return None
    data = bytes(data)
    source.room_for_images -= len(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=IMAGE_FORMATS) as image:
                size = image.size
                mime = image.get_format_mimetype()
    except Image.DecompressionBombError:
        source.add_note(f"{words}: more than {MAX_IMAGE_PIXELS:,} pixels, left out")
        return None
    except Exception:  # Pillow raises any exception for a broken image
        source.add_note(
            f"{words}: not an image that wc3d can read ({', '.join(IMAGE_FORMATS)}), left out"
        )
        return None
    if size[0] * size[1] > MAX_IMAGE_PIXELS:
        source.add_note(f"{words}: more than {MAX_IMAGE_PIXELS:,} pixels, left out")
        return None
    return Texture(data, mime or "application/octet-stream", (size[0], size[1]))


def read_sibling_texture(source: MeshSource, reference: str) -> Texture | None:
    """Return a referenced image; note a missing or external image and return None."""
    try:
        data = source.read_sibling(reference, MAX_IMAGE_BYTES)
    except MeshError as error:
        source.add_note(f"texture left out: {error}")
        return None
    return read_texture(source, f"texture {quote_words(reference)}", data)


def texture_pixels(texture: Texture, longest: int) -> NDArray[np.uint8] | None:
    """Return pixels (height, width, 4) up to `longest`, top row first; None for a damaged image."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(texture.data), formats=IMAGE_FORMATS) as image:
                image.draft("RGB", (longest, longest))  # lets the JPEG decoder reduce the size
                image.thumbnail((longest, longest))
                return np.asarray(image.convert("RGBA"))
    except Exception:  # Pillow raises any exception for a broken image
        return None


def texture_to_image(texture: Texture) -> Any | None:
    """Return a texture as a Pillow image in its own mode, or None if it is damaged."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(texture.data), formats=IMAGE_FORMATS)
            image.load()
            return image
    except Exception:  # Pillow raises any exception for a broken image
        return None


def shrink_texture(texture: Texture, longest: int) -> tuple[bytes, str]:
    """Return a texture as a small image file and its media type, bottom row first.

    The file is a JPEG, or a PNG of few colors for a transparent texture. A damaged texture becomes
    white.
    """
    from PIL import Image

    pixels = texture_pixels(texture, longest)
    image = Image.fromarray(np.full((1, 1, 4), 255, np.uint8) if pixels is None else pixels[::-1])
    file = io.BytesIO()
    if np.asarray(image)[..., 3].min() < 255:
        image.quantize(64).save(file, "PNG", optimize=True)
        return file.getvalue(), "image/png"
    image.convert("RGB").save(file, "JPEG", quality=JPEG_QUALITY, optimize=True)
    return file.getvalue(), "image/jpeg"


def encode_webp(pixels: NDArray[np.uint8], quality: int, is_lossless: bool = False) -> bytes:
    """Return pixels (height, width, 3), the first row at the top, as a WebP file."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "WEBP", quality=quality, lossless=is_lossless, method=4)
    return file.getvalue()
