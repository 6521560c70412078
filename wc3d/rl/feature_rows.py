"""Rows of numbers with named columns, and the pointers from a row to other rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]

POINTER_SCALE = 128
"""The number of values of a pointer column.

A pointer is (row + 1) / 128, and 0 for none. Multiply by 128 and subtract 1 to get the row.
"""


@dataclass(frozen=True)
class Columns:
    """The names of a row's columns, with the index of each."""

    names: tuple[str, ...]
    at: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        at = {name: i for i, name in enumerate(self.names)}
        if len(at) != len(self.names):
            raise ValueError(f"two columns have the same name in {self.names}")
        object.__setattr__(self, "at", at)

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> int:
        return self.at[name]

    def block(self, rows: int) -> Rows:
        """Return empty rows."""
        return np.zeros((rows, len(self.names)), dtype=np.float32)


def prefixed(prefix: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return column names with a prefix."""
    return tuple(f"{prefix}_{name}" for name in names)


def read_only(rows: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the same array, protected because several observations share it."""
    rows.flags.writeable = False
    return rows


def pointer(row: int | None) -> float:
    """Return a pointer to a row as a column's value; None points nowhere.

    >>> from wc3d.rl.feature_rows import pointer
    >>> pointer(3) * 128 - 1, pointer(None)
    (3.0, 0.0)
    """
    return 0.0 if row is None else (row + 1) / POINTER_SCALE


def nearest_distances(places: Rows, spots: Rows) -> Rows:
    """Return the distance of each place to the nearest spot."""
    steps = places[:, None, :] - spots[None, :, :]
    nearest: Rows = np.sqrt((steps * steps).sum(axis=2)).min(axis=1)
    return nearest
