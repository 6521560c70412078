"""Formations: connected groups of troopers, and ranks."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.geometry.plane.local_frame import to_local_frame
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.sight.distances import is_within
from wc3d.table.table_state import TableState

OPEN_FORMATION_GAP_IN, SKIRMISH_FORMATION_GAP_IN = 1.0, 3.0
"""The largest gaps in open and in skirmish formation, in inches, inclusive (WM-RUL-100)."""


@dataclass(frozen=True, slots=True)
class Formation:
    """The connected groups of models, all in table order."""

    groups: tuple[tuple[str, ...], ...]
    near: float
    rules: ClassVar[tuple[str, ...]] = (
        "WM-REF-10",
        "WM-REF-11",
        "WM-REF-12",
        "WM-GEO-37",
        "WM-RUL-100",
        "WM-RUL-123",
    )

    @property
    def in_formation(self) -> bool:
        """Return whether all models are in one group."""
        return len(self.groups) == 1


def find_formation(table: TableState, models: Collection[str], limit: float) -> Formation:
    """Return groups connected by gaps up to `limit` inches, base to base in the plane."""
    remaining = [body for body in table.bodies if body.id in models]
    order = {body.id: place for place, body in enumerate(remaining)}
    groups = []
    while remaining:
        group = [remaining[0]]
        remaining = remaining[1:]
        for member in group:  # grows during the loop
            group += [body for body in remaining if _are_neighbors(member, body, limit)]
            remaining = [body for body in remaining if body not in group]
        groups.append(tuple(sorted((body.id for body in group), key=order.__getitem__)))
    return Formation(tuple(groups), limit)


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks of troopers base to base with one facing, the front rank first."""

    ranks: tuple[tuple[str, ...], ...]
    rules: ClassVar[tuple[str, ...]] = ("WM-REF-09", "WM-RUL-136")

    @property
    def is_tight(self) -> bool:
        """Return whether every rank but the last is two wide (WM-REF-09, WM-RUL-136)."""
        wide = self.ranks[:-1] or self.ranks
        return bool(wide) and all(len(rank) > 1 for rank in wide)


def find_ranks(table: TableState, models: Collection[str]) -> Ranks:
    """Return the ranks of a tight formation: troopers base to base with one facing (WM-REF-09).

    Neighbors in a rank touch, and each is more to the side of the other than before or behind it
    (WM-RUL-136).
    """
    all_of_them = [get_fighter(table, body) for body in table.bodies if body.id in models]
    if (
        not all_of_them
        or not _face_same_way(all_of_them)
        or not find_formation(table, models, EPSILON_IN).in_formation
    ):
        return Ranks(())
    first = all_of_them[0]
    remaining = list(all_of_them)
    groups = []
    while remaining:
        rank = [remaining[0]]
        remaining = remaining[1:]
        for member in rank:  # grows during the loop
            rank += [model for model in remaining if _are_side_by_side(member, model)]
            remaining = [model for model in remaining if model not in rank]
        groups.append(rank)
    front = sorted(
        groups,
        key=lambda rank: (
            -max(to_local_frame(first.place, first.facing_vector, m.place)[0] for m in rank)
        ),
    )
    return Ranks(tuple(tuple(m.id for m in rank) for rank in front))


def is_tight_formation(table: TableState, models: Collection[str]) -> bool:
    """Return whether these troopers are in tight formation (WM-REF-09)."""
    return find_ranks(table, models).is_tight


def _face_same_way(models: Sequence[Fighter]) -> bool:
    first = models[0].facing_vector
    return all(math.dist(first, m.facing_vector) <= EPSILON_IN for m in models)


def _are_side_by_side(first: Fighter, second: Fighter) -> bool:
    forward, across = to_local_frame(first.place, first.facing_vector, second.place)
    return _are_neighbors(first, second, EPSILON_IN) and abs(across) > abs(forward)


def _are_neighbors(first: Body, second: Body, limit: float) -> bool:
    gap = (
        math.hypot(first.at[0] - second.at[0], first.at[1] - second.at[1])
        - first.radius
        - second.radius
    )
    return is_within(gap, limit)
