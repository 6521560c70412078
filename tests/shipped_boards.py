"""Shipped boards, read once in each process. A table does not change, so tests share it."""

from __future__ import annotations

from functools import cache

from wc3d._internal.data_files import shipped_folder
from wc3d.registry import load_map
from wc3d.table.table import Table


@cache
def shipped_board(name: str, game: str = "") -> Table:
    """The table of a shipped board or of a map file, for a game."""
    return load_map(name if "/" in name else shipped_folder("maps") / f"{name}.json", game)
