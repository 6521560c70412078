"""A value that is there, and is of a kind: said to the type checker, and tried."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """A value that is not None."""
    assert value is not None
    return value


def a(kind: type[T], value: object) -> T:
    """A value of this kind."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value
