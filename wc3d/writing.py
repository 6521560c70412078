"""Files written whole or not at all."""
from __future__ import annotations

import errno
import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file in place of what was there, if anything. Raises OSError, and then the old file is as it was.

    What is there and is no ordinary file (a device) is left alone.
    """
    must_be_ordinary(path)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def must_be_ordinary(path: Path) -> None:
    """Raises OSError if there is something that cannot be replaced by a file: a device, a pipe."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
