"""Distances as people know them who may not measure yet: to an inch, by eye (WM-RUL-07)."""
from __future__ import annotations

import math

from wc3d.games.warmachine.rules.state import XY, Model, State, other

TOUCHING = 0.05
"""Inches: bases that are no farther apart are seen to touch."""

QUARTER = 0.25
"""What a guess names is in the middle of an inch that ends on no range: those are whole or half inches."""


def guess(state: State, one: str, another: str) -> float:
    """How far two models are from each other, by eye, from base to base: what it says may be half an inch more or less."""
    radii = sum(state.table.policy.bases[state.models[id].base].radius for id in (one, another))
    return by_eye(math.dist(state.place(one)[:2], state.place(another)[:2]) - radii)


def by_eye(apart: float) -> float:
    """A distance as one sees it: to the inch, and whether things touch."""
    return 0.0 if apart <= TOUCHING else math.floor(apart + QUARTER) + QUARTER


def spot(state: State, id: str) -> XY:
    """Where a model stands, by eye: the middle of a square half an inch wide."""
    x, y, _ = state.place(id)
    return round(2 * x) / 2, round(2 * y) / 2


def chance_within(state: State, one: str, another: str, limit: float) -> float:
    """How sure it is, by eye, that two models are no farther apart: of the inch that the guess stands for the part within."""
    return sureness(guess(state, one, another), limit)


def sureness(seen: float, limit: float) -> float:
    """How sure it is that what is `seen` so far away is no farther than `limit`."""
    return 1.0 if limit >= seen == 0.0 else min(1.0, max(0.0, limit - seen + 0.5))


def foes(state: State, id: str) -> list[Model]:
    """The enemies of a model that can still do something, the nearest first by eye."""
    against = [m for m in state.in_play(other(state.models[id].owner)) if not state.is_wreck(m.id)]
    return sorted(against, key=lambda m: (guess(state, id, m.id), m.id))


def nearest(state: State, id: str) -> float:
    """How far the nearest enemy is, by eye; 99 inches where there is none."""
    return min((guess(state, id, m.id) for m in foes(state, id)), default=99.0)
