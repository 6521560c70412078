"""Caches that are cleared when a new table or game begins.

Terrain is the same only if it is the same object. Cached answers are therefore useless for a table
that is read again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

CacheT = TypeVar("CacheT")

_FORGETTING: list[Callable[[], object]] = []
_OF_TERRAIN: list[Callable[[], object]] = []
_LAST: list[object] = [None]


def memo_per_table(function: CacheT) -> CacheT:
    """Register an `lru_cache` of answers about a table or a game."""
    _FORGETTING.append(function.cache_clear)  # type: ignore[attr-defined]
    return function


def memo_per_terrain(function: CacheT) -> CacheT:
    """Register a small cache of answers about terrain alone, reusable for the same terrain."""
    _OF_TERRAIN.append(function.cache_clear)  # type: ignore[attr-defined]
    return function


def clear_memos(terrain: object = None) -> None:
    """Clear all caches for a new game on this terrain. Running games recompute their answers.

    Caches about terrain alone stay if the terrain is the same object as the last time.
    """
    is_same = terrain is not None and _LAST[-1] is terrain
    _LAST[-1] = terrain
    for clear in (*_FORGETTING, *(() if is_same else _OF_TERRAIN)):
        clear()
