"""Mistakes in what the user gave: a file, an option, an id. One clear line each; the command line prints it and exits 2."""
from __future__ import annotations


class InputError(Exception):
    """Something the user gave cannot be used. The message is one line: the file, the place in it and what was expected."""


def why_unreadable(error: OSError | ValueError) -> str:
    """Why a file cannot be read, in a few words."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "expected a file, this is a folder"
    return f"cannot be read ({getattr(error, 'strerror', None) or error})"


def one_line(error: Exception) -> str:
    """An error's message on one line, whatever is in it: nothing that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))
