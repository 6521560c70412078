"""Pictures and films as files: PNG and GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from PIL import Image

from wc3d.panda.render_target import Pixels

FILM_SIZE_PX = (800, 450)
FILM_INTERVAL_S = 0.125
"""Seconds between two pictures of a film."""
FILM_COLORS = 256
PALETTE_ROUNDS = 4
"""Rounds that move the colors to the middle of what they stand for; without, films are grainy."""
PALETTE_PICTURES = 8
SAME_COLOR = 10
"""The largest difference of a pixel that stays as it is from one picture to the next."""
PNG_COMPRESSION = 4


def encode_png(pixels: Pixels) -> bytes:
    """Return a picture as a PNG file."""
    buffer = BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG", compress_level=PNG_COMPRESSION)
    return buffer.getvalue()


def encode_gif(
    pictures: Sequence[Pixels],
    size: tuple[int, int] = FILM_SIZE_PX,
    colors: int = FILM_COLORS,
    same_color: int = SAME_COLOR,
) -> bytes:
    """Return pictures as a film that leaves out what stays the same from one to the next.

    A pixel stays as it is if it changes by less than `same_color`.
    """
    small = [
        Image.fromarray(picture).resize(size, Image.Resampling.LANCZOS) for picture in pictures
    ]
    palette = _film_palette(small, colors)
    frames = []
    before: np.ndarray | None = None
    for picture in small:
        pixels = np.asarray(picture, dtype=np.int16)
        shown = np.asarray(picture.quantize(palette=palette, dither=Image.Dither.NONE)).copy()
        if before is None:
            before = pixels.copy()
        else:
            same = np.abs(pixels - before).max(axis=2) < same_color
            before[~same] = pixels[~same]
            shown[same] = colors - 1
        frame = Image.fromarray(shown, "P")
        frame.putpalette((palette.getpalette() or [])[: 3 * (colors - 1)] + [0, 0, 0])
        frames.append(frame)
    buffer = BytesIO()
    frames[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=round(FILM_INTERVAL_S * 1000),
        loop=0,
        disposal=1,
        transparency=colors - 1,
        optimize=False,
    )
    return buffer.getvalue()


def _film_palette(pictures: Sequence[Image.Image], colors: int) -> Image.Image:
    """Return the colors of some pictures, evenly chosen."""
    width, height = pictures[0].size
    count = min(PALETTE_PICTURES, len(pictures))
    sheet = Image.new("RGB", (width, height * count))
    for row, number in enumerate(np.linspace(0, len(pictures) - 1, count).astype(int)):
        sheet.paste(pictures[number], (0, row * height))
    return sheet.quantize(colors - 1, method=Image.Quantize.MAXCOVERAGE, kmeans=PALETTE_ROUNDS)
