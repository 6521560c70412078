"""What is kept in memory for the sake of one table or one game, to be forgotten when the next begins.

Terrain is the same only where it is the same object, so answers about it are of no use to a table that is read anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

CacheT = TypeVar("CacheT")

_FORGETTING: list[Callable[[], object]] = []
_OF_TERRAIN: list[Callable[[], object]] = []
_LAST: list[object] = [None]


def memo_per_table(function: CacheT) -> CacheT:
    """Marks what `lru_cache` keeps of answers about a table or a game."""
    _FORGETTING.append(function.cache_clear)  # type: ignore[attr-defined]
    return function


def memo_per_terrain(function: CacheT) -> CacheT:
    """Marks what is kept of answers about terrain alone: little, and as good for the next game on the same terrain."""
    _OF_TERRAIN.append(function.cache_clear)  # type: ignore[attr-defined]
    return function


def clear_memos(terrain: object = None) -> None:
    """Forget them all: something new begins, on this terrain. (What still goes on works them out again.)

    What is kept of terrain alone stays where that is the very one of the last time.
    """
    is_same = terrain is not None and _LAST[-1] is terrain
    _LAST[-1] = terrain
    for clear in (*_FORGETTING, *(() if is_same else _OF_TERRAIN)):
        clear()
