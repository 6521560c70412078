"""Frozen values, which are never changed but made anew with other fields."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

Value = TypeVar("Value")
Change = Callable[[Any, dict[str, Any]], Any]


def with_fields(value: Value, **fields_now: Any) -> Value:
    """A frozen dataclass with some fields changed, as by `dataclasses.replace` but quicker.

    For kinds that do nothing as they are made but take their fields, with slots or without. What is kept with the value
    (`cached_property`) is not carried over.
    """
    kind: Any = type(value)
    return cast(Value, _change_of(kind)(value, fields_now))


@cache
def _change_of(kind: type) -> Change:
    """What makes a value of this kind anew, of the value and the fields that change."""
    all_fields = fields(kind)
    names = tuple(f.name for f in all_fields)
    if not hasattr(kind, "__slots__"):
        return _copy_with(kind, names)
    if len(names) < 2 or any(f.kw_only or not f.init for f in all_fields):
        return lambda value, fields_now: replace(value, **fields_now)
    return _make_with(kind, names)


def _copy_with(kind: type, names: tuple[str, ...]) -> Change:
    """For values without slots."""

    def change(value: Any, fields_now: dict[str, Any]) -> Any:
        copy: Any = object.__new__(kind)
        old_values = value.__dict__
        new_values = copy.__dict__
        for name in names:
            new_values[name] = old_values[name]
        new_values.update(fields_now)
        return copy

    return change


def _make_with(kind: type, names: tuple[str, ...]) -> Change:
    """For values with slots, two or more, that are made of them in their order."""
    read, places = attrgetter(*names), {name: place for place, name in enumerate(names)}

    def change(value: Any, fields_now: dict[str, Any]) -> Any:
        parts = [*read(value)]
        for name, part in fields_now.items():
            parts[places[name]] = part
        return kind(*parts)

    return change
