"""What every game does with its states, which are frozen values: their hashes, and answers that are kept with them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar, cast

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


_UNKNOWN = object()


def memo_on_state(answer: FunctionT) -> FunctionT:
    """Marks what is worked out once for each state and whatever else it is asked with, which must have hashes.

    Answers are kept in the state's `notes`, a dictionary that lives as long as the state does.
    """
    return memo_on_attribute("notes")(answer)


def memo_on_attribute(attribute: str) -> Callable[[FunctionT], FunctionT]:
    """Marks what is kept in a dictionary of the state's that is called so."""

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
    """Answers that hang on some parts of states alone, kept for all states that have those very parts.

    Of so many sets of parts; those that were asked for longest ago are forgotten.
    """

    def __init__(self, max_entries: int) -> None:
        self._most = max_entries
        self._kept: dict[tuple[Any, ...], tuple[Any, dict[Any, Any]]] = {}

    def notes_for(self, *parts: Any) -> dict[Any, Any]:
        """What is kept for these parts: the very same ones, not others like them."""
        key = tuple(map(id, parts))
        old_entry = self._kept.pop(key, None)
        entry = self._kept[key] = (parts, {}) if old_entry is None else old_entry
        if len(self._kept) > self._most:
            for oldest in tuple(self._kept)[:1]:
                self._kept.pop(oldest, None)  # another thread may have forgotten it by now
        return entry[1]

    def cache_clear(self) -> None:
        """Forget them all."""
        self._kept.clear()


def state_digest(state: Any, text: Callable[[Any], str] = repr) -> str:
    """A state's hash: equal states have equal hashes, on any machine. All its fields count but the setup, by their text."""
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
