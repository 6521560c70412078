"""Formations: which troopers of a unit hang together."""
from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from wc3d.table.body import Body
from wc3d.table.layout import Layout
from wc3d.table.sight.ranges import is_within

OPEN, SKIRMISH = 1.0, 3.0
"""Inches between neighbors in open and in skirmish formation; exactly so many is in formation (WM-RUL-100)."""


@dataclass(frozen=True, slots=True)
class Formation:
    """The groups that hang together: each, and all of them, in the order of the table."""

    groups: tuple[tuple[str, ...], ...]
    near: float
    rules: ClassVar[tuple[str, ...]] = ("WM-REF-10", "WM-REF-11", "WM-REF-12", "WM-GEO-37", "WM-RUL-100", "WM-RUL-123")

    @property
    def in_formation(self) -> bool:
        """Do all hang together?"""
        return len(self.groups) == 1


def formation(table: Layout, models: Collection[str], near: float) -> Formation:
    """The groups of models in which every two are joined by neighbors within so many inches, base to base in the plane."""
    left = [body for body in table.bodies if body.id in models]
    order = {body.id: place for place, body in enumerate(left)}
    groups = []
    while left:
        group, left = [left[0]], left[1:]
        for member in group:  # grows while it is gone through
            group += [body for body in left if _neighbors(member, body, near)]
            left = [body for body in left if body not in group]
        groups.append(tuple(sorted((body.id for body in group), key=order.__getitem__)))
    return Formation(tuple(groups), near)


def _neighbors(one: Body, other: Body, near: float) -> bool:
    apart = math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) - one.radius - other.radius
    return is_within(apart, near)
