"""Frozen values, which are never changed but made anew with other fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

ValueT = TypeVar("ValueT")
ReplaceFunction = Callable[[Any, dict[str, Any]], Any]


def replace_fields(value: ValueT, **fields_now: Any) -> ValueT:
    """A frozen dataclass with some fields changed, as by `dataclasses.replace` but quicker.

    For kinds that do nothing as they are made but take their fields, with slots or without. What is kept with the value
    (`cached_property`) is not carried over.
    """
    kind: Any = type(value)
    return cast(ValueT, _build_change(kind)(value, fields_now))


@cache
def _build_change(kind: type) -> ReplaceFunction:
    """What makes a value of this kind anew, of the value and the fields that change."""
    all_fields = fields(kind)
    names = tuple(f.name for f in all_fields)
    if not hasattr(kind, "__slots__"):
        return _build_dict_change(kind, names)
    if len(names) < 2 or any(f.kw_only or not f.init for f in all_fields):
        return lambda value, fields_now: replace(value, **fields_now)
    return _build_slots_change(kind, names)


def _build_dict_change(kind: type, names: tuple[str, ...]) -> ReplaceFunction:
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


def _build_slots_change(kind: type, names: tuple[str, ...]) -> ReplaceFunction:
    """For values with slots, two or more, that are made of them in their order."""
    read, places = attrgetter(*names), {name: place for place, name in enumerate(names)}

    def change(value: Any, fields_now: dict[str, Any]) -> Any:
        parts = [*read(value)]
        for name, part in fields_now.items():
            parts[places[name]] = part
        return kind(*parts)

    return change
