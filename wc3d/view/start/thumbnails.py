"""Small pictures of the boards that come with the program (made by `scripts/make_thumbnails.py`)."""
from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image

from wc3d.view.paper.canvas import Bitmap

SIZE = (184, 104)
"""Pixels: width and height."""


def thumbnail(board: Path) -> Path:
    """Where the picture of a board is, given its map's file."""
    return board.parent / "thumbnails" / f"{board.stem}.jpg"


@cache
def picture_of(board: Path) -> Bitmap | None:
    """The picture of a board; None if there is none."""
    path = thumbnail(board)
    if not path.is_file():
        return None
    with Image.open(path) as image:
        return Bitmap(image.width, image.height, image.convert("RGB").tobytes())
