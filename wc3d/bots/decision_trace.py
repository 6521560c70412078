"""Record the options that a bot compares and their values, so that players can inspect them."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TypeVar

from wc3d.engine.actions import Action

A = TypeVar("A", bound=Action)

MAX_TRACED_OPTIONS = 6
"""The maximum number of options reported for a choice."""

_NOTED: list[tuple[float, Action]] = []
_LISTENS = [False]
"""True while a choice is traced; otherwise nothing is recorded, to save memory in a series."""


def trace_options(options: Iterable[tuple[float, A]]) -> list[tuple[float, A]]:
    """Return the options, and record them if a trace is active."""
    option_list = list(options)
    if _LISTENS[0]:
        _NOTED.extend(option_list)
    return option_list


def start_trace() -> None:
    """Start the trace of the next choice."""
    _NOTED.clear()
    _LISTENS[0] = True


def finish_trace() -> tuple[tuple[float, Action], ...]:
    """End the trace; return each compared action once with its value, the best first."""
    best: dict[str, tuple[float, Action]] = {}
    for worth, action in (option for option in _NOTED if isfinite(option[0])):
        key = action.model_dump_json()
        if key not in best or best[key][0] < worth:
            best[key] = worth, action
    _NOTED.clear()
    _LISTENS[0] = False
    return tuple(sorted(best.values(), key=lambda option: -option[0])[:MAX_TRACED_OPTIONS])
