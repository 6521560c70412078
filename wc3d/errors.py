"""Errors in user input. The command line prints their one-line message and exits with code 2."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

CONTROL_CHARACTERS_PATTERN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""A control character for the terminal, except line ends and tabs."""


class InputError(Exception):
    """A value or file from the user cannot be used.

    The message is one line: where, what is wrong and what was expected. The command line prints it
    and exits with code 2.

    >>> try:
    ...     wc3d.feature("wood", "woods", wc3d.cylinder((9, 9), 3, 4))
    ... except wc3d.InputError as error:
    ...     print("forest" in str(error))
    True
    """


class UnreadPartWarning(UserWarning):
    """A warning that part of a file was not read.

    The message is one line: the file, the place and the unread part. Mesh files cause it. To turn
    it into an error, use the standard filter:

    >>> import warnings
    >>> from wc3d.errors import UnreadPartWarning
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", UnreadPartWarning)
    ...     board = wc3d.load_map("ravine")
    """


def describe_read_error(error: OSError | ValueError) -> str:
    """Return why a file cannot be read, in a few words."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if getattr(error, "errno", None) == errno.ELOOP:
        return "cannot be read (the link leads back to itself)"
    if isinstance(error, IsADirectoryError):
        return "expected a file, not a folder"
    return f"cannot be read ({getattr(error, 'strerror', None) or error})"


def describe_program_error(error: BaseException) -> str:
    """Return the message for a fault of the program, which the user is asked to report."""
    return f"program error, please report it ({type(error).__name__}: {error})"


def to_one_line(error: Exception | str) -> str:
    """Return a message on one line, with control characters escaped."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))


def escape_control_characters(text: str) -> str:
    """Return a text with control characters as numeric escapes; JSON keeps its meaning."""
    return CONTROL_CHARACTERS_PATTERN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def describe_unreadable_file(path: str | Path, limit: int, purpose: str) -> str:
    """Return why a file must not be opened: it is a pipe or device, or larger than `limit`; empty
    if it may be.

    Raises OSError or ValueError for an invalid or missing path.
    """
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        return "expected a file, not a pipe or a device"
    return (
        f"larger than {limit / 1e6:g} MB, the limit for {purpose}" if status.st_size > limit else ""
    )


def read_bounded_file(path: Path, limit: int, purpose: str) -> bytes:
    """Read an ordinary file of up to `limit` bytes. Raises InputError for any other file."""
    with opened_file(path, limit, purpose) as file:
        return file.read(limit)


@contextmanager
def opened_file(path: Path, limit: int, purpose: str) -> Iterator[BinaryIO]:
    """Open an ordinary file for reading. Raises InputError like `read_bounded_file`."""
    try:
        if reason := describe_unreadable_file(path, limit, purpose):
            raise InputError(f"{path}: {reason}")
        with path.open("rb") as file:
            yield file
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {describe_read_error(error)}") from None
