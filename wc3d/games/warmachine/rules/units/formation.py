"""The formation of units, and distances between troopers (WM-REF-09 to 13, WM-GEO-37)."""

from __future__ import annotations

import math

from wc3d._internal.memo import memo_on_state
from wc3d.games.warmachine.rules.space.formation import (
    OPEN_FORMATION_GAP_IN,
    SKIRMISH_FORMATION_GAP_IN,
    find_formation,
    is_tight_formation,
)
from wc3d.games.warmachine.rules.state import XY, Model, State
from wc3d.geometry.tolerances import EPSILON_IN

TIGHT, OPENED, SKIRMISHING, BROKEN = "tight", "open", "skirmish", "broken"
"""The formations of a unit: base to base, within 1", within 3", or partly out of formation."""


def leader_of(state: State, unit: str) -> Model | None:
    """Return the leader of a unit if on the table. A lost leader is not replaced (WM-RUL-133)."""
    return next((m for m in state.members_of(unit) if m.leader), None)


@memo_on_state
def troopers_in_formation(state: State, unit: str) -> tuple[str, ...]:
    """Return the troopers within 3" of the leader's group (WM-REF-12, WM-RUL-134).

    Without the leader, return the largest group.
    """
    members = state.members_of(unit)
    if not members:
        return ()
    groups = find_formation(state.table, {m.id for m in members}, SKIRMISH_FORMATION_GAP_IN).groups
    leader = leader_of(state, unit)
    if leader is not None:
        return next(group for group in groups if leader.id in group)
    return max(groups, key=len)


def troopers_out_of_formation(state: State, unit: str) -> tuple[str, ...]:
    """Return the troopers more than 3" from their unit (WM-REF-12, WM-RUL-100)."""
    together = troopers_in_formation(state, unit)
    return tuple(m.id for m in state.members_of(unit) if m.id not in together)


@memo_on_state
def formation_kind(state: State, unit: str) -> str:
    """Return the closest formation that includes the whole unit (WM-REF-09 to 12)."""
    members = {m.id for m in state.members_of(unit)}
    if is_tight_formation(state.table, members):
        return TIGHT
    if find_formation(state.table, members, OPEN_FORMATION_GAP_IN).in_formation:
        return OPENED
    return (
        SKIRMISHING
        if find_formation(state.table, members, SKIRMISH_FORMATION_GAP_IN).in_formation
        else BROKEN
    )


def is_open_formation(state: State, troopers: frozenset[str]) -> bool:
    """Return whether these troopers are in open formation with each other (WM-REF-10)."""
    return find_formation(state.table, troopers, OPEN_FORMATION_GAP_IN).in_formation


def distance_from_unit(state: State, id: str, at: XY) -> float:
    """Return a trooper's distance in inches, base to base, to the nearest one in formation."""
    bases = state.table.policy.bases
    together = troopers_in_formation(state, state.models[id].unit)
    radius = bases[state.models[id].base].radius
    gaps = (
        math.dist(at, state.place(mate)[:2]) - radius - bases[state.models[mate].base].radius
        for mate in together
        if mate != id
    )
    return min(gaps, default=0.0)


def is_nearer_to_formation(state: State, id: str, at: XY) -> bool:
    """Return whether a place is nearer to the formation, or in it (WM-REF-13, WM-RUL-135)."""
    new_gap = distance_from_unit(state, id, at)
    return (
        new_gap <= SKIRMISH_FORMATION_GAP_IN + EPSILON_IN
        or new_gap < distance_from_unit(state, id, state.place(id)[:2]) - EPSILON_IN
    )
