"""Small pictures of the boards that come with the program (made by `scripts/make_thumbnails.py`)."""
from __future__ import annotations

from functools import cache
from pathlib import Path

from wc3d.printing.canvas import Bitmap

SIZE = (184, 104)
"""Pixels: width and height."""


def thumbnail(board: Path) -> Path:
    """Where the picture of a board is, given its map's file."""
    return board.parent / "thumbnails" / f"{board.stem}.jpg"


@cache
def picture_of(board: Path) -> Bitmap | None:
    """The picture of a board; None if there is none."""
    path = thumbnail(board)
    return Bitmap.read(path) if path.is_file() else None
