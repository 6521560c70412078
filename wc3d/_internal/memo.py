"""Caches of results, in three scopes: a state of a game, a terrain, the process.

Callers share cached results, so nobody may change them. A cache needs one of these reasons:

- Without it, a game, a page, a picture or a verdict takes at least a thousandth more time. Measure
  the hits, times the time of a call whose inner caches are filled.
- The window or a host needs the result for each frame or request.
- The result must stay the same object, such as a texture on the graphics card.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache, wraps
from operator import attrgetter
from typing import Any, TypeVar, cast

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


class Size(IntEnum):
    """The most entries of a cache, which drops the least recently used."""

    FEW = 8
    """Results that the process needs once, or as large as a board or a texture."""

    SMALL = 64
    """Results for a terrain, a page or a font."""

    MEDIUM = 256
    """Results with a mesh: a figure, a feature, a map of distances."""

    LARGE = 1024
    """Results for a model, a class or a path."""

    HUGE = 8192
    """Small results for a place, two places or a model's abilities."""


_UNKNOWN = object()
_TERRAIN_CACHES: list[Callable[[], object]] = []
_PROCESS_CACHES: list[Callable[[], object]] = []
_terrain: list[object] = [None]


def memo_per_process(size: Size) -> Callable[[FunctionT], FunctionT]:
    """Cache a function for the life of the process."""
    return _memo(size, _PROCESS_CACHES)


def memo_per_terrain(size: Size) -> Callable[[FunctionT], FunctionT]:
    """Cache a function until a game begins on other terrain.

    Terrain is the same only if it is the same object, so results for a table that is read again are
    useless.
    """
    return _memo(size, _TERRAIN_CACHES)


def _memo(size: Size, scope: list[Callable[[], object]]) -> Callable[[FunctionT], FunctionT]:
    def mark(function: FunctionT) -> FunctionT:
        cached = lru_cache(maxsize=size)(function)
        scope.append(cached.cache_clear)
        return cast(FunctionT, cached)

    return mark


def use_terrain(terrain: object) -> None:
    """Clear the caches about terrain if the next game is on other terrain. None clears them always.

    Other running games compute their results again.
    """
    is_same = terrain is not None and _terrain[0] is terrain
    _terrain[0] = terrain
    if not is_same:
        for clear_cache in _TERRAIN_CACHES:
            clear_cache()


def clear() -> None:
    """Clear all caches except those in states, for a test that changes what the results rest on."""
    use_terrain(None)
    for clear_cache in _PROCESS_CACHES:
        clear_cache()


def memo_on_state(function: FunctionT) -> FunctionT:
    """Cache a function or method in its first argument, a state, by its other arguments.

    The other arguments must be hashable. The results are in the state's `notes`, a dictionary with
    the lifetime of the state.
    """
    return memo_on("notes")(function)


def memo_on(attribute: str, size: Size | None = None) -> Callable[[FunctionT], FunctionT]:
    """Cache a function like `memo_on_state`, in the state's dictionary with this name.

    States with equal parts can share such a dictionary: see `SharedNotes`. With a size, the
    function takes no keywords, and its results are dropped when there are so many.
    """
    notes_of = attrgetter(attribute)

    def mark(function: FunctionT) -> FunctionT:
        name = f"{function.__module__}.{function.__qualname__}"

        @wraps(function)
        def call(state: Any, *arguments: Any, **keywords: Any) -> Any:
            notes = notes_of(state)
            key = (name, arguments, *keywords.items()) if keywords else (name, arguments)
            value = notes.get(key, _UNKNOWN)
            if value is _UNKNOWN:
                value = notes[key] = function(state, *arguments, **keywords)
            return value

        @wraps(function)
        def call_with_few(state: Any, *arguments: Any) -> Any:
            results = notes_of(state).setdefault(name, {})
            if arguments not in results:
                if len(results) == size:
                    results.clear()
                results[arguments] = function(state, *arguments)
            return results[arguments]

        return cast(FunctionT, call if size is None else call_with_few)

    return mark


class SharedNotes:
    """Dictionaries for results that depend on some parts of states, shared by all states with those
    very parts.

    They are cleared with the caches about terrain.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: dict[tuple[int, ...], tuple[Any, dict[Any, Any]]] = {}
        _TERRAIN_CACHES.append(self._entries.clear)

    def notes_for(self, *parts: Any) -> dict[Any, Any]:
        """Return the dictionary for these parts, compared by identity."""
        key = tuple(map(id, parts))
        old_entry = self._entries.pop(key, None)
        entry = self._entries[key] = (parts, {}) if old_entry is None else old_entry
        if len(self._entries) > self._size:
            for oldest in tuple(self._entries)[:1]:
                self._entries.pop(oldest, None)  # another thread may have removed it
        return entry[1]
