"""Estimates of distances that a player may not measure yet, to the nearest inch (WM-RUL-07)."""

from __future__ import annotations

import math

from wc3d.games.warmachine.rules.state import XY, Model, State, opponent_of

CONTACT_IN = 0.05
"""Inches: bases this close visibly touch."""

GUESS_OFFSET_IN = 0.25
"""Inches that move an estimate off the usual ranges, which are whole or half inches."""


def estimate_distance(state: State, first: str, second: str) -> float:
    """Return the estimated distance between two models' bases, accurate to half an inch."""
    radii = sum(state.table.policy.bases[state.models[id].base].radius for id in (first, second))
    return round_distance(math.dist(state.place(first)[:2], state.place(second)[:2]) - radii)


def round_distance(distance: float) -> float:
    """Return a distance as a player sees it: rounded to the inch, with contact as 0."""
    return (
        0.0 if distance <= CONTACT_IN else math.floor(distance + GUESS_OFFSET_IN) + GUESS_OFFSET_IN
    )


def estimate_position(state: State, id: str) -> XY:
    """Return a model's estimated position: the center of a half-inch square."""
    x, y, _ = state.place(id)
    return round(2 * x) / 2, round(2 * y) / 2


def chance_in_range(state: State, first: str, second: str, limit: float) -> float:
    """Return the estimated chance that models are within `limit`: that part of an inch."""
    return chance_in_range_of_estimate(estimate_distance(state, first, second), limit)


def chance_in_range_of_estimate(distance: float, limit: float) -> float:
    """Return the chance that something at the estimated `distance` is within `limit`."""
    return 1.0 if limit >= distance == 0.0 else min(1.0, max(0.0, limit - distance + 0.5))


def active_enemies(state: State, id: str) -> list[Model]:
    """Return the enemies of a model that can still act, the nearest by estimate first."""
    against = [
        m
        for m in state.models_in_play(opponent_of(state.models[id].owner))
        if not state.is_wreck(m.id)
    ]
    return sorted(against, key=lambda m: (estimate_distance(state, id, m.id), m.id))


def nearest_enemy_distance(state: State, id: str) -> float:
    """Return the estimated distance to the nearest enemy, or 99 inches if there is none."""
    return min(
        (estimate_distance(state, id, m.id) for m in active_enemies(state, id)), default=99.0
    )
