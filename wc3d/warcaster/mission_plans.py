"""What a mission is: its table, its turns, its objectives with who may hold them, and what they are worth. Plain data."""
from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from wc3d.errors import InputError
from wc3d.spelling import near
from wc3d.warcaster.book.rulings import SKIRMISH_TABLE_SIDE, SKIRMISH_TURNS, TABLE_SIDE, TURNS

Place = tuple[float, float] | tuple[float, float, float]
"""Inches from the south-west corner. Without a height: on the highest level there."""

ANY_UNIT = ("squad", "solo", "warjack")


@dataclass(frozen=True, slots=True)
class Worth:
    """What a secured objective is worth, in victory points.

    `rounds`: in the first, second and third Pulse round. `active`, if not 0: while it is active. `across`, if not 0: to
    the player who does not sit on its side. `carried`: so many more if a model that carries an objective secures it.
    """

    rounds: tuple[int, int, int] = (1, 2, 3)
    active: int = 0
    across: int = 0
    carried: int = 0


@dataclass(frozen=True, slots=True)
class ObjectivePlan:
    """One objective of a mission: where it lies and what it is. `holders`: the kinds of unit that may hold or carry it.

    `number` and `side` ("south", "north") where the mission goes by them; `cover`: is it terrain that gives cover?
    """

    id: str
    name: str
    kind: str
    at: Place
    number: int = 0
    side: str = ""
    portable: bool = False
    cover: bool = False
    holders: tuple[str, ...] = ANY_UNIT
    worth: Worth = Worth()


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission. `scored`: at the end of a unit's activation or of a Pulse round.

    `zones`: a d3 at the start of each Pulse round says which numbers are active. `removed`: the kind of objective of which
    some are removed, and how many after each Pulse round.
    """

    id: str
    name: str
    page: str
    objectives: tuple[ObjectivePlan, ...]
    skirmish: bool = False
    scored: Literal["activation", "round"] = "round"
    zones: bool = False
    removed: tuple[str, tuple[int, int, int]] = ("", (0, 0, 0))

    @property
    def size(self) -> tuple[float, float]:
        """The table's width and depth in inches (NM-CMP-01, NM-SKM-01)."""
        side = SKIRMISH_TABLE_SIDE if self.skirmish else TABLE_SIDE
        return side, side

    @property
    def turns_per_round(self) -> int:
        """How many turns each player has in a Pulse round (NM-PUL-02)."""
        return SKIRMISH_TURNS if self.skirmish else TURNS

    def plan(self, id: str) -> ObjectivePlan:
        """The objective of that id. Raises InputError, with ids that look like it."""
        for objective in self.objectives:
            if objective.id == id:
                return objective
        raise InputError(f"mission {self.id}: unknown objective {id!r}{near(id, [o.id for o in self.objectives])}")

    def on(self, size: tuple[float, float]) -> Mission:
        """The mission as it is laid out on a table of this size: the points of its objectives are scaled (NM-SIL-149)."""
        if size == self.size:
            return self
        x, y = (given / own for given, own in zip(size, self.size, strict=True))
        return replace(self, objectives=tuple(replace(o, at=(o.at[0] * x, o.at[1] * y)) for o in self.objectives))

    def with_layout(self, layout: Mapping[str, Place]) -> Mission:
        """The mission with some of its objectives elsewhere, by id (the points of a map you own, say). Raises InputError."""
        for id, at in layout.items():
            if len(at) not in (2, 3) or not all(math.isfinite(v) for v in at):
                raise InputError(f"mission {self.id}: objective {id}: expected [x, y] or [x, y, z] in inches, got {at}")
        moved = {id: replace(self.plan(id), at=at) for id, at in layout.items()}
        return replace(self, objectives=tuple(moved.get(o.id, o) for o in self.objectives))
