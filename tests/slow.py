"""Parameters of which only some are quick: the others are marked slow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def slow_unless(quick: Callable[[T], bool], values: Iterable[T]) -> list[Any]:
    """These values as parameters, slow unless they are quick."""
    return [
        value if quick(value) else pytest.param(value, marks=pytest.mark.slow) for value in values
    ]
