"""What a player thinks matters: the numbers in which one player's eye for a game differs from another's.

Everything is worth the same to all but for what stands here. A player's outlook is in force while it chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much more some things are worth than they would be by themselves; 0: not at all."""

    sole_scorer: float = 1.0
    """An enemy whose unit may hold objectives, where others may not: without such units nothing is scored."""

    objective_holder: float = 0.6
    """An enemy near an objective."""

    objective_approacher: float = 0.0
    """An enemy that may stand by the objective it wants after its next activation."""

    freed_objective: float = 0.0
    """An objective freed by destroying who stands there."""

    fury: float = 0.0
    """What a Fury does: it costs no activation."""

    final_turn_point: float = 0.0
    """A victory point in the last turn: by then what is destroyed does not matter any more."""


PLAIN_WEIGHTS = Weights()
TUNED_WEIGHTS = Weights(
    sole_scorer=2.0,
    objective_holder=1.5,
    objective_approacher=0.5,
    freed_objective=1.0,
    fury=0.5,
    final_turn_point=2.0,
)
"""Chosen by some 850 games in which either side had each of these numbers, or the plain one, by chance."""

_IN_FORCE: ContextVar[Weights] = ContextVar("outlook", default=PLAIN_WEIGHTS)


def current_weights() -> Weights:
    """The outlook in force."""
    return _IN_FORCE.get()


@contextmanager
def use_weights(new_outlook: Weights) -> Iterator[None]:
    """An outlook is in force until this is left."""
    token = _IN_FORCE.set(new_outlook)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)
