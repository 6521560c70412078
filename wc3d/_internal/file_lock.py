"""Locks between processes. The system releases the lock of a process that ends or is killed."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

POLL_INTERVAL_S = 0.1
"""Seconds between two attempts to lock a file."""


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which is created; wait while another process or thread holds it.

    Where a file cannot be locked, such as in some network folders, nobody waits.
    """
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("ab"))
            while not _try_to_lock(file):
                time.sleep(POLL_INTERVAL_S)
        except OSError:
            pass
        yield


def is_locked(path: Path) -> bool:
    """Return whether another process or thread holds the lock of a file."""
    try:
        with path.open("rb") as file:
            return not _try_to_lock(file)
    except OSError:
        return False


def _try_to_lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed, unless it is locked. Raises OSError."""
    if os.name == "posix":
        import fcntl

        with contextlib.suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False
    import msvcrt

    file.seek(0)
    with contextlib.suppress(PermissionError):
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return True
    return False
