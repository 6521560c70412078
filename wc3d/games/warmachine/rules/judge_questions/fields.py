"""Fields of this game's question files: its models, clouds and dice."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import Field, model_validator

from wc3d.errors import InputError
from wc3d.games.warmachine.rules.damage_grid import GRID_SIZE, parse_grid
from wc3d.games.warmachine.rules.space.fighters import (
    DEFAULT_FACING_DEG,
    DEFAULT_REACH_IN,
    Fighter,
    to_fighter,
)
from wc3d.games.warmachine.rules.space.sight import Cloud
from wc3d.geometry.points import XY, XYZ
from wc3d.judging.question_fields import QUESTIONS_LIMIT, ModelEntry, TwoModelQuestion
from wc3d.judging.question_type import TextFormat
from wc3d.table.body import Body
from wc3d.table.maps.strict_json import Degrees, Height, Id, Point2D, Positive, StrictModel

CLOUDS_LIMIT = 20
"""The largest number of clouds in a question."""

Corners = Annotated[tuple[Point2D, ...], Field(min_length=1, max_length=QUESTIONS_LIMIT)]
"""The corners of a path, after the model's place."""

MAX_NUMBER = 10_000.0
"""The largest number in a question file."""

Die = Annotated[int, Field(strict=True, ge=1, le=6)]


class FighterEntry(ModelEntry):
    """A model: its base, place, facing, owner, reach and status."""

    kind: Literal["unit"] = "unit"
    facing: Degrees = DEFAULT_FACING_DEG
    owner: Literal[1, 2] = 1
    reach: Height = DEFAULT_REACH_IN
    status: Annotated[tuple[Literal["knocked_down", "stationary"], ...], Field(max_length=10)] = ()

    def to_body(self, at: XYZ | XY) -> Fighter:
        """Return the model as a fighter at a place. The height is missing until a table adds it."""
        return Fighter(
            id=self.id,
            base=self.base,
            at=cast(XYZ, at),
            facing=self.facing,
            owner=self.owner,
            reach=self.reach,
            knocked_down="knocked_down" in self.status,
            stationary="stationary" in self.status,
        )

    @classmethod
    def entry_of_body(cls, body: Body) -> dict[str, Any]:
        """Return the file entry of a body, without default values."""
        model = to_fighter(body)
        status = [
            word
            for word, is_set in (
                ("knocked_down", model.knocked_down),
                ("stationary", model.stationary),
            )
            if is_set
        ]
        values = {
            "facing": model.facing,
            "owner": model.owner,
            "reach": model.reach,
            "status": status,
        }
        usual = {"facing": DEFAULT_FACING_DEG, "owner": 1, "reach": DEFAULT_REACH_IN, "status": []}
        return super().entry_of_body(body) | {
            key: value for key, value in values.items() if value != usual[key]
        }


class CloudEntry(StrictModel):
    """A cloud in play."""

    id: Id
    center: Point2D
    diameter: Positive


Clouds = Annotated[tuple[CloudEntry, ...], Field(max_length=CLOUDS_LIMIT)]


def to_clouds(entries: tuple[CloudEntry, ...]) -> tuple[Cloud, ...]:
    """Return the clouds for space queries."""
    return tuple(Cloud(entry.id, entry.center, entry.diameter) for entry in entries)


class TwoModels(TwoModelQuestion):
    """A question about two different models."""

    @model_validator(mode="after")
    def _are_two(self) -> TwoModels:
        if self.from_ == self.to:
            raise ValueError("`from` and `to` must be different models")
        return self


# Form input


def _read_clouds(typed: str) -> list[dict[str, Any]] | None:
    words = typed.split()
    if not words:
        return None
    if len(words) % 2 or len(words) > 2 * CLOUDS_LIMIT:
        raise InputError(
            f"clouds: expected x,y and a diameter in inches for each of up to {CLOUDS_LIMIT} clouds"
        )
    clouds = []
    for number, (at, across) in enumerate(zip(words[::2], words[1::2], strict=True), 1):
        x, y = _parse_numbers(at.split(","), 2, "clouds: expected x,y")
        (wide,) = _parse_numbers([across], 1, "clouds: expected a diameter in inches")
        if wide <= 0:
            raise InputError(f"clouds: expected a diameter above 0 inches, found {across[:20]!r}")
        clouds.append({"id": f"cloud {number}", "center": [x, y], "diameter": wide})
    return clouds


def _tell_clouds(clouds: Any) -> str:
    return " ".join(
        f"{c['center'][0]:.10g},{c['center'][1]:.10g} {c['diameter']:.10g}" for c in clouds or ()
    )


def _read_direction(typed: str) -> float | None:
    return (
        _parse_numbers(
            [typed.strip()], 1, "direction: expected degrees counterclockwise from east"
        )[0]
        if typed.strip()
        else None
    )


def _read_rows(typed: str) -> list[str] | None:
    rows = typed.split()
    if len(rows) != GRID_SIZE or any(len(row) != GRID_SIZE for row in rows):
        raise InputError(
            f"grid: expected {GRID_SIZE} rows of {GRID_SIZE} characters (x: no box, .: hull, letter: system)"
        )
    parse_grid(rows)
    return rows


def _read_boxes(typed: str) -> list[list[int]] | None:
    boxes = [
        _parse_numbers(word.split(","), 2, "marked: expected column,row for each box")
        for word in typed.split()
    ]
    if any(not (1 <= v <= GRID_SIZE and v == int(v)) for box in boxes for v in box):
        raise InputError(f"marked: expected columns and rows from 1 to {GRID_SIZE}")
    return [[int(column), int(row)] for column, row in boxes] or None


def _parse_numbers(words: list[str], count: int, expected: str) -> list[float]:
    try:
        values = [float(word) for word in words]
    except ValueError:
        values = []
    if len(values) != count or not all(abs(v) <= MAX_NUMBER for v in values):
        raise InputError(f"{expected}, found {','.join(words)[:30]!r}")
    return values


CLOUDS_FIELD = TextFormat(
    _read_clouds,
    _tell_clouds,
    "x,y and diameter in inches for each cloud, for example 20,24 3 12,10 4",
)
DIRECTION_FIELD = TextFormat(
    _read_direction,
    lambda value: "" if value is None else f"{value:.10g}",
    "degrees counterclockwise from east; leave empty to find all possible directions",
)
ROWS_FIELD = TextFormat(
    _read_rows,
    lambda rows: " ".join(rows or ()),
    "six rows from the top (x: no box, .: hull, letter: system)",
)
BOXES_FIELD = TextFormat(
    _read_boxes,
    lambda boxes: " ".join(f"{column},{row}" for column, row in boxes or ()),
    "boxes already marked, each as column,row, for example 1,3 1,4",
)
