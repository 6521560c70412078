"""Arrays kept in a file of the user's cache: whole or not at all, whatever becomes of the process that writes them."""
from __future__ import annotations

import contextlib
import os
import time
import zlib
from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

STALE = 600.0
"""Seconds after which nobody writes any more at what lies beside a file: its process was killed."""


def keep_arrays(arrays: Mapping[str, ArrayLike], path: Path) -> None:
    """Keep arrays by their names in a file (npz), in place of what was there. Raises OSError, and then that is as it was.

    They are written beside it first; what a killed process left there is cleared.
    """
    for left in path.parent.glob(f".{path.name}.*.part"):
        with contextlib.suppress(OSError):  # another process was quicker
            if time.time() - left.stat().st_mtime > STALE:
                left.unlink()
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        beside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def kept_arrays(path: Path) -> dict[str, NDArray[np.generic]]:
    """The arrays kept in a file. Raises OSError where there is none, ValueError where it is damaged."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except (BadZipFile, EOFError, KeyError, NotImplementedError, zlib.error) as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
