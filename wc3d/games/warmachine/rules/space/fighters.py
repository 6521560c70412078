"""Fighters: the models of this game as space sees them. They look somewhere, belong to a player, and reach so far."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wc3d.geometry.plane.local_frame import unit_vector, vector_degrees
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import TINY_LENGTH_IN
from wc3d.table.body import Body

if TYPE_CHECKING:
    from wc3d.table.table_state import TableState

DEFAULT_FACING_DEG = 90.0
"""The facing of a model of which nothing is said."""

DEFAULT_REACH_IN = 0.5
"""How far a melee weapon without reach reaches (WM-MEL-02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Body):
    """A model of this game on the table: a body that looks somewhere (`facing`, in degrees counter-clockwise from east).

    `owner` is 1 or 2. `reach` is how far its longest working melee weapon reaches, in inches: 0.5, 2, or 0 for no melee range at
    all (WM-RUL-14, WM-RUL-17). A model that is knocked down is stationary too, said or not.
    """

    facing: float = DEFAULT_FACING_DEG
    owner: int = 1
    reach: float = DEFAULT_REACH_IN
    knocked_down: bool = False
    stationary: bool = False

    @property
    def facing_vector(self) -> XY:
        """The unit vector of its facing (WM-GEO-01)."""
        return unit_vector(self.facing)

    @property
    def place(self) -> XY:
        """The center of its base, in the plane."""
        return self.at[0], self.at[1]

    @property
    def is_standing(self) -> bool:
        """Is it up? Only then does it block sight and screen (WM-KND-03)."""
        return not self.knocked_down

    @property
    def melee_reach(self) -> float:
        """How far its melee range reaches now: 0 while it is knocked down or stationary (WM-RUL-16)."""
        return 0.0 if self.knocked_down or self.stationary else self.reach

    def is_enemy_of(self, other: Fighter) -> bool:
        """Does it belong to the other player?"""
        return self.owner != other.owner

    def with_facing(self, facing: float) -> Fighter:
        """The same model, looking another way."""
        return replace(self, facing=facing)

    def with_place(self, place: XY) -> Fighter:
        """The same model elsewhere, at the same height."""
        return replace(self, at=(*place, self.at[2]))


def get_fighter(table: TableState, model: Body | str) -> Fighter:
    """A model of the table as a fighter: by its id, or itself. Raises KeyError for an id that is not on the table."""
    return to_fighter(table.body(model) if isinstance(model, str) else model)


def to_fighter(body: Body) -> Fighter:
    """A body as a fighter: itself, or one of player 1 that says nothing else."""
    if isinstance(body, Fighter):
        return body
    facing = DEFAULT_FACING_DEG if body.facing is None else body.facing
    return Fighter(
        id=body.id, base=body.base, at=body.at, kind=body.kind, sizes=body.sizes, facing=facing
    )


def all_fighters(table: TableState) -> tuple[Fighter, ...]:
    """All models of the table, in its order."""
    return tuple(get_fighter(table, body) for body in table.bodies)


def other_fighters(table: TableState, *models: Body) -> tuple[Fighter, ...]:
    """All models of the table but these, in its order."""
    left_out = {model.id for model in models}
    return tuple(model for model in all_fighters(table) if model.id not in left_out)


def facing_toward(a: XY, b: XY) -> float | None:
    """The facing of a model at `a` that looks directly at `b`, 0 to 360; None where the two are one point (WM-GEO-03)."""
    x, y = b[0] - a[0], b[1] - a[1]
    return vector_degrees((x, y)) if math.hypot(x, y) > TINY_LENGTH_IN else None
