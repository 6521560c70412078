"""What is kept in memory for the sake of one table or one game, to be forgotten when the next begins.

Terrain is the same only where it is the same object, so answers about it are of no use to a table that is read anew.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Kept = TypeVar("Kept")

_FORGETTING: list[Callable[[], object]] = []


def of_one_table(kept: Kept) -> Kept:
    """Marks what `lru_cache` keeps of answers about a table or a game."""
    _FORGETTING.append(kept.cache_clear)  # type: ignore[attr-defined]
    return kept


def forget() -> None:
    """Forget them all: something new begins. (What still goes on works them out again.)"""
    for clear in _FORGETTING:
        clear()
