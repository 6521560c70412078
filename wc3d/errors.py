"""Mistakes in what the user gave: a file, an option, an id. One clear line each; the command line prints it and exits 2."""
from __future__ import annotations

import os
import stat
from pathlib import Path


class InputError(Exception):
    """Something the user gave cannot be used. The message is one line: the file, the place in it and what was expected."""


def why_unreadable(error: OSError | ValueError) -> str:
    """Why a file cannot be read, in a few words."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "expected a file, this is a folder"
    return f"cannot be read ({getattr(error, 'strerror', None) or error})"


def one_line(error: Exception | str) -> str:
    """A message on one line, whatever is in it: nothing that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))


def read_file(path: Path, limit: int, what: str) -> bytes:
    """The bytes of an ordinary file. Raises InputError for one that is missing, larger than `limit`, or a pipe or device."""
    try:
        size, kind = os.stat(path).st_size, os.stat(path).st_mode
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
            raise InputError(f"{path}: expected {what}, this is no ordinary file")
        if size > limit:
            raise InputError(f"{path}: more than {limit / 1e6:g} MB, too large for {what}")
        with path.open("rb") as file:
            return file.read(limit)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {why_unreadable(error)}") from None
