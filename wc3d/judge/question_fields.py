"""The fields that questions are made of, as a question file has them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from wc3d.geometry.points import XY, XYZ
from wc3d.table.body import Body
from wc3d.table.maps.strict_json import Id, Point2D, Point3D, StrictModel

MIN_CELL_IN = 0.05
"""Inches: no area is worked out in cells smaller than this."""

QUESTIONS_LIMIT = 20_000
"""Questions: no file has more, nor a path more corners (a .jsonl file may have any number of lines)."""

BaseName = Literal["small", "medium", "large"]
"""The bases that a file may name: the usual ones (`wc3d.table.space_numbers.BASES`)."""
ModelKind = Literal["unit", "gate"]
"""The kinds of models: what a kind may do is the space policy's business."""
CellSize = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=MIN_CELL_IN, le=100)]


class _NamesModels:
    """Marks the fields that name models of the file."""


ModelId = Annotated[Id, _NamesModels()]
"""The id of a model of the file."""

OptionalModelId = Annotated[Id | None, _NamesModels()]
"""The same where it may be left out."""

ModelIds = Annotated[tuple[Id, ...], _NamesModels()]
"""Ids of models of the file."""


def _point_kind(value: Any) -> str:
    return "without z" if isinstance(value, list | tuple) and len(value) <= 2 else "with z"


Position = Annotated[
    Annotated[Point2D, Tag("without z")] | Annotated[Point3D, Tag("with z")],
    Discriminator(_point_kind),
]
"""Where the center of a base is; without its z it is on the highest standable level there."""


class ModelEntry(StrictModel):
    """A model: its base, where it stands, and whether it is a unit's or a void gate."""

    id: Id
    base: BaseName
    position: Position
    kind: ModelKind = "unit"

    def to_body(self, at: XYZ | XY) -> Body:
        """It as space sees it, there."""
        return Body(self.id, self.base, at, self.kind)

    @classmethod
    def entry_of_body(cls, body: Body) -> dict[str, Any]:
        """A body as a file has it."""
        entry: dict[str, Any] = {"id": body.id, "base": body.base, "position": list(body.at)}
        return entry | ({"kind": body.kind} if body.kind != "unit" else {})


class JudgeQuestion(StrictModel):
    """A question of a question file. Each type has its own fields; `type` names it."""

    type: str


class TwoModelQuestion(JudgeQuestion):
    """A question about two models."""

    from_: Annotated[ModelId, Field(alias="from")]
    to: ModelId


def model_keys(fields: type[JudgeQuestion]) -> tuple[str, ...]:
    """The keys of a type's fields that name models, as files write them, in the order of the alphabet."""
    marked = (
        info.alias or name
        for name, info in fields.model_fields.items()
        if any(isinstance(mark, _NamesModels) for mark in info.metadata)
    )
    return tuple(sorted(marked))


def named_models(question: JudgeQuestion) -> dict[str, str]:
    """The models a question names, by their place in it: `to`, or `among[1]`."""
    data = question.model_dump(by_alias=True)
    named: dict[str, str] = {}
    for key in model_keys(type(question)):
        value = data[key]
        named |= (
            {key: value}
            if isinstance(value, str)
            else {f"{key}[{i}]": id for i, id in enumerate(value or ())}
        )
    return named
