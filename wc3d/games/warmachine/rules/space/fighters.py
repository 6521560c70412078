"""Fighters: this game's models on the table, with facing, owner and reach."""

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
"""The default facing of a model."""

DEFAULT_REACH_IN = 0.5
"""The range of a melee weapon without reach (WM-MEL-02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Body):
    """A model of this game on the table. `facing` is in degrees counter-clockwise from east.

    `owner` is 1 or 2. `reach` is the reach of its longest working melee weapon in inches: 0.5, 2,
    or 0 for no melee range (WM-RUL-14, WM-RUL-17). A knocked down model is always stationary.
    """

    facing: float = DEFAULT_FACING_DEG
    owner: int = 1
    reach: float = DEFAULT_REACH_IN
    knocked_down: bool = False
    stationary: bool = False

    @property
    def facing_vector(self) -> XY:
        """The unit vector of the facing (WM-GEO-01)."""
        return unit_vector(self.facing)

    @property
    def place(self) -> XY:
        """The center of the base in the plane."""
        return self.at[0], self.at[1]

    @property
    def is_standing(self) -> bool:
        """Return whether the model is up, so that it blocks sight and screens (WM-KND-03)."""
        return not self.knocked_down

    @property
    def melee_reach(self) -> float:
        """The current reach: 0 while knocked down or stationary (WM-RUL-16)."""
        return 0.0 if self.knocked_down or self.stationary else self.reach

    def is_enemy_of(self, other: Fighter) -> bool:
        """Return whether the models belong to different players."""
        return self.owner != other.owner

    def with_facing(self, facing: float) -> Fighter:
        """Return the model with another facing."""
        return replace(self, facing=facing)

    def with_place(self, place: XY) -> Fighter:
        """Return the model at another place, at the same height."""
        return replace(self, at=(*place, self.at[2]))


def get_fighter(table: TableState, model: Body | str) -> Fighter:
    """Return a model of the table as a fighter. Raises KeyError for an unknown id."""
    return to_fighter(table.body(model) if isinstance(model, str) else model)


def to_fighter(body: Body) -> Fighter:
    """Return a body as a fighter: itself, or a fighter of player 1 with default values."""
    if isinstance(body, Fighter):
        return body
    facing = DEFAULT_FACING_DEG if body.facing is None else body.facing
    return Fighter(
        id=body.id, base=body.base, at=body.at, kind=body.kind, sizes=body.sizes, facing=facing
    )


def all_fighters(table: TableState) -> tuple[Fighter, ...]:
    """Return all models in table order."""
    return tuple(get_fighter(table, body) for body in table.bodies)


def other_fighters(table: TableState, *models: Body) -> tuple[Fighter, ...]:
    """Return all models except these, in table order."""
    left_out = {model.id for model in models}
    return tuple(model for model in all_fighters(table) if model.id not in left_out)


def facing_toward(a: XY, b: XY) -> float | None:
    """Return the facing from `a` to `b`, 0 to 360, or None if the points coincide (WM-GEO-03)."""
    x, y = b[0] - a[0], b[1] - a[1]
    return vector_degrees((x, y)) if math.hypot(x, y) > TINY_LENGTH_IN else None
