"""What a player thinks matters: the numbers in which one player's eye for a game differs from another's.

Everything is worth the same to all but for what stands here. A player's outlook is in force while it chooses.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much more some things are worth than they would be by themselves; 0: not at all."""

    scoring: float = 1.0
    """An enemy whose unit may hold objectives, where others may not: without such units nothing is scored."""

    holding: float = 0.6
    """An enemy near an objective."""

    coming: float = 0.0
    """An enemy that may stand by the objective it wants after its next activation."""

    freeing: float = 0.0
    """An objective freed by destroying who stands there."""

    fury: float = 0.0
    """What a Fury does: it costs no activation."""

    last: float = 0.0
    """A victory point in the last turn: by then what is destroyed does not matter any more."""


PLAIN = Outlook()
KEEN = Outlook(scoring=2.0, holding=1.5, coming=0.5, freeing=1.0, fury=0.5, last=2.0)
"""Chosen by some 850 games in which either side had each of these numbers, or the plain one, by chance."""

_IN_FORCE: ContextVar[Outlook] = ContextVar("outlook", default=PLAIN)


def outlook() -> Outlook:
    """The outlook in force."""
    return _IN_FORCE.get()


@contextmanager
def seen_with(new_outlook: Outlook) -> Iterator[None]:
    """An outlook is in force until this is left."""
    token = _IN_FORCE.set(new_outlook)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)
