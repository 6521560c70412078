"""What a bot weighs when it chooses: options with their worth, noted as they are compared, so that a person can be told."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TypeVar

from wc3d.engine.actions import Action

A = TypeVar("A", bound=Action)

MAX_TRACED_OPTIONS = 6
"""So many options are told of a choice."""

_NOTED: list[tuple[float, Action]] = []
_LISTENS = [False]
"""Is anybody to be told? Otherwise nothing is noted: in a series of games it would only grow."""


def trace_options(options: Iterable[tuple[float, A]]) -> list[tuple[float, A]]:
    """The options, noted if somebody listens."""
    option_list = list(options)
    if _LISTENS[0]:
        _NOTED.extend(option_list)
    return option_list


def start_trace() -> None:
    """Listen to the choice that comes."""
    _NOTED.clear()
    _LISTENS[0] = True


def finish_trace() -> tuple[tuple[float, Action], ...]:
    """What has been weighed in this process since the choice began, each action once, those worth most first; it is over now."""
    best: dict[str, tuple[float, Action]] = {}
    for worth, action in (option for option in _NOTED if isfinite(option[0])):
        key = action.model_dump_json()
        if key not in best or best[key][0] < worth:
            best[key] = worth, action
    _NOTED.clear()
    _LISTENS[0] = False
    return tuple(sorted(best.values(), key=lambda option: -option[0])[:MAX_TRACED_OPTIONS])
