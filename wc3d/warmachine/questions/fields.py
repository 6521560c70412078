"""What question files of this game hold besides: how its models are told, clouds, dice."""
from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import Field, model_validator

from wc3d.geometry.points import XY, XYZ
from wc3d.judge.fields import QUESTIONS_LIMIT, Between, ModelEntry
from wc3d.table.body import Body
from wc3d.table.maps.reading import Degrees, Flat, Height, Id, Positive, Strict
from wc3d.warmachine.space.fighters import HALF_AN_INCH, NORTH, Fighter, as_fighter
from wc3d.warmachine.space.sight import Cloud

CLOUDS_LIMIT = 20
"""Clouds: no question has more."""

Corners = Annotated[tuple[Flat, ...], Field(min_length=1, max_length=QUESTIONS_LIMIT)]
"""The corners of a path; they follow the model's place."""

Die = Annotated[int, Field(strict=True, ge=1, le=6)]


class FighterEntry(ModelEntry):
    """A model: its base, where it stands, where it looks, whose it is, how far it strikes, and its state."""

    kind: Literal["unit"] = "unit"
    facing: Degrees = NORTH
    owner: Literal[1, 2] = 1
    reach: Height = HALF_AN_INCH
    status: Annotated[tuple[Literal["knocked_down", "stationary"], ...], Field(max_length=10)] = ()

    def body(self, at: XYZ | XY) -> Fighter:
        """It as space sees it, there; without a height until a table puts it down."""
        return Fighter(
            id=self.id, base=self.base, at=cast(XYZ, at), facing=self.facing, owner=self.owner, reach=self.reach,
            knocked_down="knocked_down" in self.status, stationary="stationary" in self.status,
        )  # fmt: skip


    @classmethod
    def entry(cls, body: Body) -> dict[str, Any]:
        """A body as a file has it: what is usual is left out."""
        one = as_fighter(body)
        status = [word for word, held in (("knocked_down", one.knocked_down), ("stationary", one.stationary)) if held]
        said = {"facing": one.facing, "owner": one.owner, "reach": one.reach, "status": status}
        usual = {"facing": NORTH, "owner": 1, "reach": HALF_AN_INCH, "status": []}
        return super().entry(body) | {key: value for key, value in said.items() if value != usual[key]}


class CloudEntry(Strict):
    """A cloud in play."""

    id: Id
    center: Flat
    diameter: Positive


Clouds = Annotated[tuple[CloudEntry, ...], Field(max_length=CLOUDS_LIMIT)]


def clouds_of(given: tuple[CloudEntry, ...]) -> tuple[Cloud, ...]:
    """Clouds as space sees them."""
    return tuple(Cloud(each.id, each.center, each.diameter) for each in given)


class TwoModels(Between):
    """A question about two models that are not the same."""

    @model_validator(mode="after")
    def _are_two(self) -> TwoModels:
        if self.from_ == self.to:
            raise ValueError("`from` and `to` must be two models")
        return self
