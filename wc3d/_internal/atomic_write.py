"""Atomic file writes, and checks of the output paths that users name."""

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
"""Age in seconds after which a partial file is stale: its writer was killed."""

MAX_NAME_CHARS = 60
"""Characters of the target's name in a partial file's name, below any system's limit."""


@contextlib.contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file next to `path` that replaces `path` at the end of the block.

    Raises OSError and leaves the old file unchanged. A `path` that is not an ordinary file (a
    device) is written directly. Stale files of killed processes are removed.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "a pipe or device, not a regular file", str(path))
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
    """Write a file atomically, text as UTF-8 with uniform line ends. Raises OSError."""
    with open_atomic(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def _partial_prefix(path: Path) -> str:
    """Return the prefix of the names of partial files for `path`."""
    return f".{path.name[:MAX_NAME_CHARS]}."


def remove_stale_files(path: Path) -> None:
    """Remove partial files for `path` that killed processes left behind, where possible."""
    begins = _partial_prefix(path)
    ends = ".part"
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
    """Return whether a process with this id exists; True where that is unknown (Windows)."""
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
    """Write a file that the user named, atomically. Raises InputError."""
    try:
        write_atomic(path, content)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None


def free_file(stem: str, ending: str, folder: Path | None = None) -> Path:
    """Return the first path `stem`-1, `stem`-2 ... with this ending that does not exist."""
    paths = ((folder or Path()) / f"{stem}-{i}{ending}" for i in range(1, 10**6))
    return next(path for path in paths if not path.exists())


def write_new_file(stem: str, ending: str, content: bytes, folder: Path) -> Path:
    """Write a file atomically under the first free name `stem`-1, `stem`-2 ... and return its path.

    No file is ever replaced, even if another program takes the name meanwhile. Raises InputError.
    """
    partial = folder / f".{stem[:MAX_NAME_CHARS]}.{os.getpid()}.part"
    try:
        try:
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            return _name_new_file(partial, stem, ending, folder)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot write a file there ({error.strerror or error}); choose another folder"
        ) from None


def _name_new_file(partial: Path, stem: str, ending: str, folder: Path) -> Path:
    """Give a finished file its name, and never that of another file. Raises OSError."""
    while True:
        path = free_file(stem, ending, folder)
        try:
            os.link(partial, path)
        except FileExistsError:
            continue
        except OSError:  # a file system without links
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
                os.replace(partial, path)
                return path
            continue
        return path


def check_output_path(filename: str, *endings: str) -> Path:
    """Return the path of an output file, checked before any work is done. Raises InputError."""
    path = Path(filename)
    if path.suffix.lower() not in endings:
        raise InputError(f"{filename}: expected a file name that ends in {' or '.join(endings)}")
    if os.path.isdir(path):
        raise InputError(f"{filename}: expected a file name, not a folder")
    if not os.path.isdir(path.parent):
        raise InputError(f"{filename}: the folder {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK):
        raise InputError(
            f"{filename}: cannot write to the folder {path.parent}; choose another folder"
        )
    return path
