"""Arrays kept in a file of the user's cache: whole or not at all, whatever becomes of the process that writes them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d._internal.atomic_write import open_atomic


def save_arrays(arrays: Mapping[str, ArrayLike], path: Path) -> None:
    """Keep arrays by their names in a file (npz), in place of what was there. Raises OSError, and then that is as it was."""
    with open_atomic(path) as file:
        np.savez(file, allow_pickle=False, **arrays)


def load_arrays(path: Path) -> dict[str, NDArray[np.generic]]:
    """The arrays kept in a file. Raises OSError where there is none, ValueError where it is damaged."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (BadZipFile, EOFError, KeyError, NotImplementedError, zlib.error) as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
