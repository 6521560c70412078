"""Sight and melee in the current state, including the clouds in play."""

from __future__ import annotations

from wc3d.games.warmachine.rules.space import sight
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.melee import Engagement, find_engagement, measure_melee_range
from wc3d.games.warmachine.rules.space.sight import Cloud, SightCheck
from wc3d.games.warmachine.rules.state import State, memo_on_board


def clouds_on_table(state: State) -> tuple[Cloud, ...]:
    """Return the clouds on the table, for sight and protection queries."""
    return tuple(Cloud(cloud.id, cloud.center, cloud.diameter) for cloud in state.clouds)


def clouds_touching(state: State, id: str) -> tuple[Cloud, ...]:
    """Return the clouds that contain or touch any part of a model's base (WM-CLD-02, WM-REF-48)."""
    model = get_fighter(state.table, id)
    return tuple(
        cloud for cloud in clouds_on_table(state) if cloud.touches(model.place, model.radius)
    )


def clouds_between(state: State, viewer: str, target: str) -> tuple[Cloud, ...]:
    """Return the clouds that may hide a model from another.

    By the reference sheet, a cloud around either of them does not count (WM-REF-49).
    """
    if state.edition["cloud"] != "own_bonus":
        return clouds_on_table(state)
    theirs = (*clouds_touching(state, viewer), *clouds_touching(state, target))
    return tuple(cloud for cloud in clouds_on_table(state) if cloud not in theirs)


@memo_on_board
def line_of_sight(state: State, viewer: str, target: str) -> SightCheck:
    """Return the result of a line of sight check between two models (WM-LOS-01)."""
    return sight.compute_eye_sight(
        state.table, viewer, target, clouds_between(state, viewer, target)
    )


def can_see(state: State, viewer: str, target: str) -> bool:
    """Return whether a model sees another (WM-LOS-01). Both are on the table."""
    return bool(line_of_sight(state, viewer, target))


@memo_on_board
def find_melee(state: State, id: str) -> Engagement:
    """Return the models in melee with a model (WM-MEL-05, WM-MEL-06)."""
    return find_engagement(state.table, id)


def is_in_reach(state: State, attacker: str, target: str, reach: float) -> bool:
    """Return whether a model is in range of a melee weapon with this reach (WM-MEL-01)."""
    return measure_melee_range(
        get_fighter(state.table, attacker), get_fighter(state.table, target), reach
    ).in_range
