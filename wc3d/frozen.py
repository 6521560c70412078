"""Frozen values, which are never changed but made anew with other fields."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

Value = TypeVar("Value")


def with_fields(value: Value, **fields_now: Any) -> Value:
    """A frozen dataclass with some fields changed, as by `dataclasses.replace` but quicker.

    For kinds that do nothing as they are made but take their fields, with slots or without. What is kept with the value
    (`cached_property`) is not carried over.
    """
    kind: Any = type(value)
    places, slots = _fields_of(kind)
    if slots is not None:
        parts = [*slots(value)]
        for name, part in fields_now.items():
            parts[places[name]] = part
        return cast(Value, kind(*parts))
    made, was = object.__new__(kind), value.__dict__
    now = made.__dict__
    for name in places:
        now[name] = was[name]
    now.update(fields_now)
    return cast(Value, made)


@cache
def _fields_of(kind: type) -> tuple[dict[str, int], Callable[[Any], tuple[Any, ...]] | None]:
    """A kind's fields with their places, and what reads them all where they are slots."""
    names = [f.name for f in fields(kind)]
    places = {name: place for place, name in enumerate(names)}
    if not hasattr(kind, "__slots__"):
        return places, None
    return places, attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
