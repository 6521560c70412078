"""Import a board of another program: find out which one wrote a file, and check the result."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from wc3d.board_import import foundry, tabletop_simulator, talespire
from wc3d.board_import.imported_board import ImportedBoard
from wc3d.errors import InputError
from wc3d.table.maps.strict_json import decode_file, parse_json, read_bytes

MAX_IMPORT_BYTES = 64_000_000
"""The largest file. Bytes."""

DEFAULT_WALL_HEIGHT_IN = 3.0
DEFAULT_BLOCK_IN = (1.0, 1.0, 1.0)
"""The size of a box that stands for an asset: width, depth, height. Inches."""


def import_board(
    path: Path,
    scale: float = 1.0,
    wall_height: float = DEFAULT_WALL_HEIGHT_IN,
    block: tuple[float, float, float] = DEFAULT_BLOCK_IN,
) -> ImportedBoard:
    """Return the board of a file of Tabletop Simulator, TaleSpire or Foundry VTT.

    A unit, tile or square of these programs is an inch times `scale`. `wall_height` is for walls of
    Foundry, `block` for assets of TaleSpire; both in inches. Raises InputError, in one line.
    """
    content = read_bytes(path, MAX_IMPORT_BYTES)
    try:
        if talespire.is_slab(content):
            return talespire.import_slab(content, path.stem[:60], scale, block)
        data = parse_json(decode_file(content, str(path)), str(path))
        if tabletop_simulator.is_save(data):
            return tabletop_simulator.import_save(data, path.resolve().parent, scale)
        if foundry.is_scene(data):
            return foundry.import_scene(data, scale, wall_height)
    except InputError as error:
        raise _with_path(error, path) from None
    raise InputError(
        f"{path}: expected a Tabletop Simulator save, a TaleSpire slab or a Foundry VTT scene"
    )


def _with_path(error: InputError, path: Path) -> InputError:
    words = str(error)
    return InputError(words if words.startswith(str(path)) else f"{path}: {words}")


def map_of(board: ImportedBoard, folder: Path) -> dict[str, Any]:
    """Return a board as the object of a map file in `folder`."""
    assert board.size is not None
    terrain = []
    for entry in board.terrain:
        shape = entry["shape"]
        if isinstance(shape, dict) and shape["type"] == "mesh":
            file = Path(os.path.relpath(shape["file"], folder.resolve())).as_posix()
            shape = {**shape, "file": file}
        terrain.append({**entry, "shape": shape})
    return {"name": board.name, "size": list(board.size), "terrain": terrain}
