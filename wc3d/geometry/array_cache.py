"""Arrays in files of the user's cache, written atomically."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d._internal.atomic_write import open_atomic


def save_arrays(arrays: Mapping[str, ArrayLike], path: Path, compress: bool = False) -> None:
    """Save named arrays atomically. Raises OSError and leaves the old file unchanged."""
    save = np.savez_compressed if compress else np.savez
    with open_atomic(path) as file:
        save(file, allow_pickle=False, **arrays)


def load_arrays(path: Path) -> dict[str, NDArray[np.generic]]:
    """Load arrays from a file. Raises OSError if it is missing, ValueError if damaged."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (BadZipFile, EOFError, KeyError, NotImplementedError, zlib.error) as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
