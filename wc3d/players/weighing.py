"""What a bot weighs when it chooses: options with their worth, noted as they are compared, so that a person can be told."""
from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TypeVar

from wc3d.engine.actions import Action

A = TypeVar("A", bound=Action)

MOST = 6
"""So many options are told of a choice."""

_NOTED: list[tuple[float, Action]] = []


def weigh(options: Iterable[tuple[float, A]]) -> list[tuple[float, A]]:
    """The options, noted."""
    found = list(options)
    _NOTED.extend(found)
    return found


def forget_weighed() -> None:
    """Another choice begins."""
    _NOTED.clear()


def weighed() -> tuple[tuple[float, Action], ...]:
    """What has been weighed in this process since the last choice began: each action once, those worth most first."""
    best: dict[str, tuple[float, Action]] = {}
    for worth, action in (option for option in _NOTED if isfinite(option[0])):
        key = action.model_dump_json()
        if key not in best or best[key][0] < worth:
            best[key] = worth, action
    return tuple(sorted(best.values(), key=lambda option: -option[0])[:MOST])
