"""`.jsonl` files: one JSON value a line, read one at a time, so that a file may hold any number of them."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from wc3d.errors import InputError, why_not_read, why_unreadable
from wc3d.table.maps.reading import FILE_LIMIT, Fault, FileError, parse_json

LINES_LIMIT = 500_000_000
"""Bytes: no file of lines is read past this."""


def lines_of(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, each with its number; of a line too long only its start. Raises InputError."""
    try:
        if why := why_not_read(path, LINES_LIMIT, "such a file"):
            raise InputError(f"{path}: {why}")
        with path.open("rb") as file:
            read = 0
            for number in count(1):
                rest = line = file.readline(FILE_LIMIT + 1)
                if not line:
                    return
                read += len(line)
                while len(rest) > FILE_LIMIT and not rest.endswith(b"\n") and read <= LINES_LIMIT:
                    rest = file.readline(FILE_LIMIT + 1)
                    read += len(rest)
                if read > LINES_LIMIT:
                    raise InputError(f"{path}: more than {LINES_LIMIT / 1e6:g} MB, too large for such a file")
                if line.strip():
                    yield number, line
    except OSError as error:
        raise InputError(f"{path}: {why_unreadable(error)}") from None


def parse_line(line: bytes, where: str) -> Any:
    """The JSON value of a line. Raises FileError."""
    if len(line) > FILE_LIMIT:
        raise FileError(where, [Fault("", f"more than {FILE_LIMIT / 1e6:g} MB, too large for such a line")])
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(where, [Fault("", f"not UTF-8 text (byte {error.start + 1})")]) from None
    return parse_json(text, where)
