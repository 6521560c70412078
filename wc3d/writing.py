"""Where the user wants something written, and files written whole or not at all."""
from __future__ import annotations

import errno
import os
from pathlib import Path

from wc3d.errors import InputError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in place of what was there, if anything. Raises OSError, and then the old file is as it was.

    What is there and is no ordinary file (a device) is left alone.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file that the user named, whole or not at all. Raises InputError."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def check_output(out: str, *endings: str) -> Path:
    """The path of an output that could be written, looked at before any work is done. Raises InputError."""
    path = Path(out)
    if path.suffix.lower() not in endings:
        raise InputError(f"{out}: expected a file name that ends in {' or '.join(endings)}")
    if os.path.isdir(path):
        raise InputError(f"{out}: expected a file name, this is a folder")
    if not os.path.isdir(path.parent):
        raise InputError(f"{out}: there is no folder {path.parent} to write to")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{out}: the folder {path.parent} cannot be written to")
    return path
