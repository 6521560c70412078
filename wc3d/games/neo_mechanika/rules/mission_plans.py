"""The data of missions: table, turns, objectives, their holders and their worth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulings import (
    SKIRMISH_TABLE_SIDE_IN,
    SKIRMISH_TURNS_PER_ROUND,
    TABLE_SIDE_IN,
    TURNS_PER_ROUND,
)

Place = tuple[float, float] | tuple[float, float, float]
"""Inches from the south-west corner. The default height is the highest level there."""

ANY_UNIT_KIND = ("squad", "solo", "warjack")


@dataclass(frozen=True, slots=True)
class Worth:
    """The victory points of an objective.

    - `rounds`: in the first, second and third Pulse round.
    - `active`: while it is active, if not 0. `across`: for the player on the other side, if not 0.
    - `carried`: extra points if a model that carries an objective secures it.

    >>> Worth().rounds
    (1, 2, 3)
    """

    rounds: tuple[int, int, int] = (1, 2, 3)
    active: int = 0
    across: int = 0
    carried: int = 0


@dataclass(frozen=True, slots=True)
class ObjectivePlan:
    """An objective of a mission. A frozen value.

    - `at`: (x, y) in inches on its highest level, or (x, y, z).
    - `holders`: the kinds of units that may hold or carry it: "squad", "solo", "warjack".
    - `worth`: the victory points, a `Worth`. `portable`: whether models can carry it.
    - `cover`: whether it is terrain that gives cover.
    - `number`, `side` ("south", "north"): for missions that use them.

    >>> ObjectivePlan("hill", "The Hill", "hill", (15, 15), holders=("squad",)).portable
    False
    """

    id: str
    name: str
    kind: str
    at: Place
    number: int = 0
    side: str = ""
    portable: bool = False
    cover: bool = False
    holders: tuple[str, ...] = ANY_UNIT_KIND
    worth: Worth = Worth()


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: its objectives and how they are scored. A frozen value.

    - `id`, `name`, `page`: what it is called, and where the book describes it.
    - `objectives`: a tuple of `ObjectivePlan`.
    - `skirmish`: whether it is played on 30" x 30" with skirmish forces, else on 48" x 48".
    - `scored`: "activation" (at the end of a unit's activation) or "round" (of a Pulse round).
    - `zones`: whether a d3 decides in each Pulse round which numbers are active.
    - `removed`: a kind of objective, and how many of it are removed after each Pulse round.

    >>> hill = ObjectivePlan("hill", "The Hill", "hill", (15, 15), worth=Worth((2, 3, 5)))
    >>> Mission("king", "King of the Hill", "own", (hill,), skirmish=True).turns_per_round
    3
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
        """Return the table's width and depth in inches (NM-CMP-01, NM-SKM-01)."""
        side = SKIRMISH_TABLE_SIDE_IN if self.skirmish else TABLE_SIDE_IN
        return side, side

    @property
    def turns_per_round(self) -> int:
        """Return each player's number of turns in a Pulse round (NM-PUL-02)."""
        return SKIRMISH_TURNS_PER_ROUND if self.skirmish else TURNS_PER_ROUND

    def objective_plan(self, id: str) -> ObjectivePlan:
        """Return the objective with this id. Raises InputError."""
        for objective in self.objectives:
            if objective.id == id:
                return objective
        raise InputError(
            f"mission {self.id}: unknown objective {id!r}{suggest_similar(id, [o.id for o in self.objectives])}"
        )

    def scaled_to(self, size: tuple[float, float]) -> Mission:
        """Return the mission with its objectives scaled to a table of this size (NM-SIL-149)."""
        if size == self.size:
            return self
        x, y = (length / own for length, own in zip(size, self.size, strict=True))
        return replace(
            self,
            objectives=tuple(replace(o, at=(o.at[0] * x, o.at[1] * y)) for o in self.objectives),
        )

    def with_objectives_at(self, layout: Mapping[str, Place]) -> Mission:
        """Return the mission with some objectives, by id, at other places. Raises InputError."""
        for id, at in layout.items():
            if len(at) not in (2, 3) or not all(math.isfinite(v) for v in at):
                raise InputError(
                    f"mission {self.id}: objective {id}: expected [x, y] or [x, y, z] in inches, found {at}"
                )
        moved = {id: replace(self.objective_plan(id), at=at) for id, at in layout.items()}
        return replace(self, objectives=tuple(moved.get(o.id, o) for o in self.objectives))
