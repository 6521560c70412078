"""Detect the kind of a dropped file: a mesh, a board, questions or a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from wc3d._internal.text_files import first_line
from wc3d.errors import InputError
from wc3d.meshes.mesh_source import MESH_SUFFIXES
from wc3d.table.maps.strict_json import parse_json, read_text
from wc3d.window.shell.notices import require_printable_path

DroppedFileKind = Literal["mesh", "board", "dispute", "game", "kit"]
"""The kind of a dropped file, or of a folder: a kit."""

KIND_DESCRIPTIONS: dict[DroppedFileKind, str] = {
    "mesh": "this is a mesh for a board",
    "board": "this is a board",
    "dispute": "this is a question file for the judge",
    "game": "this is a saved game",
    "kit": "this is a folder, for the board editor if it has meshes",
}
EXPECTED_KINDS_TEXT = (
    f"expected a mesh ({', '.join(MESH_SUFFIXES)}), a board (.json), a question file (.json, .jsonl or .html) or a saved game "
    "(.jsonl)"
)
MAX_INSPECTED_BYTES = 2_000_000
"""Largest file in bytes that is read to detect its kind."""


def detect_kind(path: Path) -> DroppedFileKind:
    """Return the kind of a file from its ending and first bytes. Raises InputError."""
    require_printable_path(path)
    if path.is_dir():
        return "kit"
    try:
        if not path.is_file():
            raise InputError(
                f"{path}: {'expected a file, not a pipe or device' if path.exists() else 'no such file'}"
            )
        size = path.stat().st_size
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from None
    ending = path.suffix.lower()
    if ending in MESH_SUFFIXES:
        return "mesh"
    if ending in (".html", ".htm"):
        return "dispute"
    if ending == ".jsonl":
        return _kind_of_lines(path)
    if ending != ".json":
        raise InputError(f"{path}: {EXPECTED_KINDS_TEXT}")
    if size > MAX_INSPECTED_BYTES:
        return "board"
    from wc3d.judging.question_file import is_question_file

    data = parse_json(read_text(path), str(path))
    if is_question_file(data):
        return "dispute"
    if not isinstance(data, dict) or not {"size", "terrain"} & data.keys():
        raise InputError(
            f"{path}: neither a board (no size or terrain) nor a question file; {EXPECTED_KINDS_TEXT}"
        )
    return "board"


def _kind_of_lines(path: Path) -> DroppedFileKind:
    """Return the kind of a JSON Lines file: a saved game or questions."""
    from wc3d.engine.replay import MAX_FILE_BYTES, is_saved_game

    if not first_line(path, MAX_FILE_BYTES, "a saved game", 1):
        raise InputError(f"{path}: the file is empty; expected a saved game or a question file")
    return "game" if is_saved_game(path) else "dispute"
