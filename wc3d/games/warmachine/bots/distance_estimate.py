"""Distances as people know them who may not measure yet: to an inch, by eye (WM-RUL-07)."""

from __future__ import annotations

import math

from wc3d.games.warmachine.rules.state import XY, Model, State, opponent_of

CONTACT_IN = 0.05
"""Inches: bases that are no farther apart are seen to touch."""

GUESS_OFFSET_IN = 0.25
"""What a guess names is in the middle of an inch that ends on no range: those are whole or half inches."""


def estimate_distance(state: State, first: str, second: str) -> float:
    """How far two models are from each other, by eye, from base to base: what it says may be half an inch more or less."""
    radii = sum(state.table.policy.bases[state.models[id].base].radius for id in (first, second))
    return round_distance(math.dist(state.place(first)[:2], state.place(second)[:2]) - radii)


def round_distance(distance: float) -> float:
    """A distance as one sees it: to the inch, and whether things touch."""
    return (
        0.0 if distance <= CONTACT_IN else math.floor(distance + GUESS_OFFSET_IN) + GUESS_OFFSET_IN
    )


def estimate_position(state: State, id: str) -> XY:
    """Where a model stands, by eye: the middle of a square half an inch wide."""
    x, y, _ = state.place(id)
    return round(2 * x) / 2, round(2 * y) / 2


def chance_in_range(state: State, first: str, second: str, limit: float) -> float:
    """How sure it is, by eye, that two models are no farther apart: of the inch that the guess stands for the part within."""
    return chance_in_range_of_estimate(estimate_distance(state, first, second), limit)


def chance_in_range_of_estimate(distance: float, limit: float) -> float:
    """How sure it is that what is `distance` so far away is no farther than `limit`."""
    return 1.0 if limit >= distance == 0.0 else min(1.0, max(0.0, limit - distance + 0.5))


def active_enemies(state: State, id: str) -> list[Model]:
    """The enemies of a model that can still do something, the nearest first by eye."""
    against = [
        m
        for m in state.models_in_play(opponent_of(state.models[id].owner))
        if not state.is_wreck(m.id)
    ]
    return sorted(against, key=lambda m: (estimate_distance(state, id, m.id), m.id))


def nearest_enemy_distance(state: State, id: str) -> float:
    """How far the nearest enemy is, by eye; 99 inches where there is none."""
    return min(
        (estimate_distance(state, id, m.id) for m in active_enemies(state, id)), default=99.0
    )
