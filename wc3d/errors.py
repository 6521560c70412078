"""Mistakes in what the user gave: a file, an option, an id. One clear line each; the command line prints it and exits 2."""
from __future__ import annotations


class InputError(Exception):
    """Something the user gave cannot be used. The message is one line: the file, the place in it and what was expected."""


def one_line(error: Exception) -> str:
    """An error's message on one line, whatever is in it: nothing that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))
