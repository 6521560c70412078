"""Where the user wants something written, and files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from wc3d.errors import InputError

STALE_AFTER_S = 600.0
"""Seconds after which nobody writes any more at what lies beside a file: whoever did was killed."""

MAX_NAME_CHARS = 60
"""Characters of a file's name that the name of what is written beside it begins with: no system's limit is near."""


@contextlib.contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """A file to be written beside `path`, in whose place it comes at the end. Raises OSError, and then the old file is as it was.

    What is there and is no ordinary file (a device) is left alone. What processes that were killed left there is cleared.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is a pipe or a device", str(path))
    remove_stale_files(path)
    partial = path.with_name(f"{_partial_prefix(path)}{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write a file in place of what was there, if anything; a text as UTF-8, its lines ended alike everywhere. Raises OSError."""
    with open_atomic(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def _partial_prefix(path: Path) -> str:
    """How the names of what is written beside a file begin."""
    return f".{path.name[:MAX_NAME_CHARS]}."


def remove_stale_files(path: Path) -> None:
    """Clear what killed processes left beside a file that they were writing. What cannot be cleared stays."""
    begins, ends = _partial_prefix(path), ".part"
    with contextlib.suppress(OSError):
        for leftover in [
            path.with_name(name)
            for name in os.listdir(path.parent)
            if name.startswith(begins) and name.endswith(ends)
        ]:
            process = leftover.name[len(begins) : -len(ends)]
            if process.isdecimal() and (
                not is_process_running(int(process))
                or time.time() - leftover.stat().st_mtime > STALE_AFTER_S
            ):
                leftover.unlink(missing_ok=True)


def is_process_running(process: int) -> bool:
    """Is there such a process? Where that cannot be asked (Windows) there may be."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file that the user named, whole or not at all. Raises InputError."""
    try:
        write_atomic(path, content)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def free_file(stem: str, ending: str, folder: Path | None = None) -> Path:
    """Return the first file of `stem`-1, `stem`-2 ... with this ending that a folder does not hold yet."""
    paths = ((folder or Path()) / f"{stem}-{i}{ending}" for i in range(1, 10**6))
    return next(path for path in paths if not path.exists())


def check_output_path(filename: str, *endings: str) -> Path:
    """The path of an output that could be written, looked at before any work is done. Raises InputError."""
    path = Path(filename)
    if path.suffix.lower() not in endings:
        raise InputError(f"{filename}: expected a file name that ends in {' or '.join(endings)}")
    if os.path.isdir(path):
        raise InputError(f"{filename}: expected a file name, not a folder")
    if not os.path.isdir(path.parent):
        raise InputError(f"{filename}: no such folder: {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{filename}: cannot write to the folder {path.parent}")
    return path
