"""Photographs reduced for reports."""

from __future__ import annotations

import base64
import warnings
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from wc3d.errors import InputError

MAX_REPORT_BYTES = 400_000
"""The largest size of a photograph in a report."""
LONGEST_SIDES_PX = (2000, 1600, 1200, 900, 600, 400)
QUALITIES = (80, 68, 56, 44)


def reduce_photograph(path: Path, size: tuple[int, int]) -> str:
    """Return a photograph as a JPEG of at most `MAX_REPORT_BYTES`, as a data URL.

    `size` is the width and height that the marks name. Raises InputError for another picture, or
    a file that is not a picture.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # panoramas
            opened = Image.open(path)
        with opened:
            if opened.size != size and opened.size != size[::-1]:
                raise InputError(
                    f"{path}: {opened.width} x {opened.height} pixels; "
                    f"the marks were made in a picture of {size[0]} x {size[1]}"
                )
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a picture; expected a JPEG or PNG"
        raise InputError(f"{path}: {reason}") from None
    if picture.size != size:
        raise InputError(
            f"{path}: {picture.width} x {picture.height} pixels when upright; "
            f"the marks were made in a picture of {size[0]} x {size[1]}"
        )
    for longest in LONGEST_SIDES_PX:
        smaller = picture.copy()
        smaller.thumbnail((longest, longest))
        for quality in QUALITIES:
            file = BytesIO()
            smaller.save(file, "JPEG", quality=quality, optimize=True)
            if file.tell() <= MAX_REPORT_BYTES:
                return f"data:image/jpeg;base64,{base64.b64encode(file.getvalue()).decode()}"
    raise InputError(f"{path}: cannot be reduced to {MAX_REPORT_BYTES // 1000} KB")
