"""Hashes of frozen game states, and caches attached to them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar, cast

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


_UNKNOWN = object()


def memo_on_state(answer: FunctionT) -> FunctionT:
    """Cache a function for each state and its other arguments, which must be hashable.

    The results are in the state's `notes`, a dictionary with the lifetime of the state.
    """
    return memo_on_attribute("notes")(answer)


def memo_on_attribute(attribute: str) -> Callable[[FunctionT], FunctionT]:
    """Cache a function in the state's dictionary with the name `attribute`."""

    def mark(answer: FunctionT) -> FunctionT:
        name = f"{answer.__module__}.{answer.__qualname__}"

        @wraps(answer)
        def ask(state: Any, *args: Any, **more: Any) -> Any:
            notes, key = (
                getattr(state, attribute),
                (name, args, *more.items()) if more else (name, args),
            )
            value = notes.get(key, _UNKNOWN)
            if value is _UNKNOWN:
                value = notes[key] = answer(state, *args, **more)
            return value

        return cast(FunctionT, ask)

    return mark


class PartMemo:
    """A cache of answers that depend on some parts of states, shared by all states with those very
    parts.

    It holds a limited number of sets of parts and drops the least recently used.
    """

    def __init__(self, max_entries: int) -> None:
        self._most = max_entries
        self._kept: dict[tuple[Any, ...], tuple[Any, dict[Any, Any]]] = {}

    def notes_for(self, *parts: Any) -> dict[Any, Any]:
        """Return the cache for these parts, compared by identity."""
        key = tuple(map(id, parts))
        old_entry = self._kept.pop(key, None)
        entry = self._kept[key] = (parts, {}) if old_entry is None else old_entry
        if len(self._kept) > self._most:
            for oldest in tuple(self._kept)[:1]:
                self._kept.pop(oldest, None)  # another thread may have removed it
        return entry[1]

    def cache_clear(self) -> None:
        """Clear the cache."""
        self._kept.clear()


def state_digest(state: Any, text: Callable[[Any], str] = repr) -> str:
    """Return a state's hash, equal for equal states on any machine. It covers the text of all
    fields except the setup.
    """
    hasher = hashlib.sha256()
    for name in (f.name for f in fields(state) if f.name != "setup"):
        value = getattr(state, name)
        parts = (
            [f"{key} {text(part)}" for key, part in value.items()]
            if isinstance(value, Mapping)
            else [text(value)]
        )
        hasher.update("\n".join((name, *parts)).encode())
    return hasher.hexdigest()[:16]
