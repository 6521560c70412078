"""The weights in which the bots' evaluations differ.

All other values are the same for all bots. A bot's weights apply while it chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Extra weights for some values; 0 adds nothing."""

    sole_scorer: float = 1.0
    """An enemy of a kind that alone can hold objectives."""

    objective_holder: float = 0.6
    """An enemy near an objective."""

    objective_approacher: float = 0.0
    """An enemy that can hold its objective after its next activation."""

    freed_objective: float = 0.0
    """An objective freed by destroying its last holder."""

    fury: float = 0.0
    """A Fury, which costs no activation."""

    final_turn_point: float = 0.0
    """A victory point in the last turn, when destroyed units no longer matter."""


PLAIN_WEIGHTS = Weights()
TUNED_WEIGHTS = Weights(
    sole_scorer=2.0,
    objective_holder=1.5,
    objective_approacher=0.5,
    freed_objective=1.0,
    fury=0.5,
    final_turn_point=2.0,
)
"""Tuned in about 850 games in which each side drew every weight, tuned or plain, at random."""

_IN_FORCE: ContextVar[Weights] = ContextVar("outlook", default=PLAIN_WEIGHTS)


def current_weights() -> Weights:
    """Return the weights in force."""
    return _IN_FORCE.get()


@contextmanager
def use_weights(new_outlook: Weights) -> Iterator[None]:
    """Apply weights inside the `with` block."""
    token = _IN_FORCE.set(new_outlook)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)
