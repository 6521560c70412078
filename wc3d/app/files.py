"""Writing what the user asked for: checked before any work is done, and written whole or not at all."""
from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from wc3d.table.errors import InputError


def check_output(out: str, *endings: str) -> Path:
    """The path of an output that could be written. Raises InputError."""
    path = Path(out)
    if path.suffix.lower() not in endings:
        raise InputError(f"{out}: expected a file name that ends in {' or '.join(endings)}")
    if path.is_dir():
        raise InputError(f"{out}: expected a file name, this is a folder")
    if not path.parent.is_dir():
        raise InputError(f"{out}: there is no folder {path.parent} to write to")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{out}: the folder {path.parent} cannot be written to")
    return path


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` make a file beside `path`, then put it in its place. Raises InputError when that cannot be done."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
        os.close(handle)
        beside = Path(name)
        try:
            write(beside)
            os.chmod(beside, 0o666 & ~_umask())
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InputError(f"{path}: cannot be written ({reason})") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
