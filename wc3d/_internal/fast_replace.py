"""Fast copies of frozen dataclasses with some fields changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, TypeVar, cast

from wc3d._internal.memo import Size, memo_per_process

ValueT = TypeVar("ValueT")
ReplaceFunction = Callable[[Any, dict[str, Any]], Any]


def replace_fields(value: ValueT, **fields_now: Any) -> ValueT:
    """Return a copy of a frozen dataclass with some fields changed, faster than
    `dataclasses.replace`.

    The class must only assign its fields on construction, with or without slots. Cached properties
    are not copied.
    """
    kind: Any = type(value)
    return cast(ValueT, _build_change(kind)(value, fields_now))


@memo_per_process(Size.LARGE)
def _build_change(kind: type) -> ReplaceFunction:
    """Return a function that copies a value of this kind with changed fields."""
    all_fields = fields(kind)
    names = tuple(f.name for f in all_fields)
    if not hasattr(kind, "__slots__"):
        return _build_dict_change(kind, names)
    if len(names) < 2 or any(f.kw_only or not f.init for f in all_fields):
        return lambda value, fields_now: replace(value, **fields_now)
    return _build_slots_change(kind, names)


def _build_dict_change(kind: type, names: tuple[str, ...]) -> ReplaceFunction:
    """Return the copy function for a class without slots."""

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
    """Return the copy function for a class with two or more slots, constructed in order."""
    read = attrgetter(*names)
    places = {name: place for place, name in enumerate(names)}

    def change(value: Any, fields_now: dict[str, Any]) -> Any:
        parts = [*read(value)]
        for name, part in fields_now.items():
            parts[places[name]] = part
        return kind(*parts)

    return change
