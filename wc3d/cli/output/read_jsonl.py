"""Reading `.jsonl` files of any length: one JSON value a line, read one line at a time."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from wc3d._internal.text_files import read_lines
from wc3d.errors import InputError, describe_read_error, describe_unreadable_file
from wc3d.table.maps.strict_json import MAX_MAP_FILE_BYTES, FileError, FileFault, parse_json

MAX_FILE_BYTES = 500_000_000
"""The maximum size in bytes of a file of lines."""


def iterate_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the number and UTF-8 bytes of each line that is not blank; a line that is too long
    yields only its start.

    Raises InputError.
    """
    try:
        if reason := describe_unreadable_file(path, MAX_FILE_BYTES, "a .jsonl file"):
            raise InputError(f"{path}: {reason}")
        with path.open("rb") as file:
            number = 1
            is_start = True
            size = 0
            for piece in read_lines(file, MAX_MAP_FILE_BYTES + 1):
                size += len(piece)
                if size > MAX_FILE_BYTES:
                    raise InputError(
                        f"{path}: larger than {MAX_FILE_BYTES / 1e6:g} MB, the limit for a .jsonl file"
                    )
                if is_start and piece.strip():
                    yield number, piece
                is_start = piece.endswith(b"\n")
                number += is_start
    except OSError as error:
        raise InputError(f"{path}: {describe_read_error(error)}") from None


def split_complete_lines(data: bytes, parse: Callable[[bytes], object]) -> tuple[list[bytes], bool]:
    """Return the lines of a file as UTF-8, each with a final LF, and whether an incomplete last
    line was left out.

    A last line without LF counts if `parse` accepts it, because an editor may remove the last LF.
    `parse` raises InputError.
    """
    lines = list(read_lines(io.BytesIO(data), max(len(data), 1)))
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines or lines[-1].endswith(b"\n"):
        return lines, False
    last = lines.pop()
    try:
        parse(last)
    except InputError:
        return lines, True
    return [*lines, last + b"\n"], False


def parse_line(line: bytes, place: str) -> Any:
    """Parse the JSON value of a line. Raises FileError."""
    if len(line) > MAX_MAP_FILE_BYTES:
        raise FileError(
            place,
            [FileFault("", f"larger than {MAX_MAP_FILE_BYTES / 1e6:g} MB, the limit for one line")],
        )
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise FileError(
            place, [FileFault("", f"invalid UTF-8 text at byte {error.start + 1}")]
        ) from None
    return parse_json(text, place)
