"""Small pictures of the boards that come with the program (made by `scripts/make_thumbnails.py`)."""
from __future__ import annotations

from functools import cache
from pathlib import Path

from wc3d.printing.canvas import Bitmap

THUMBNAIL_SIZE_PX = (184, 104)
"""Pixels: width and height."""


def thumbnail_path(board: Path) -> Path:
    """Where the picture of a board is, given its map's file."""
    return board.parent / "thumbnails" / f"{board.stem}.jpg"


@cache
def load_thumbnail(board: Path) -> Bitmap | None:
    """The picture of a board; None if there is none."""
    path = thumbnail_path(board)
    return Bitmap.load(path) if path.is_file() else None
