"""The fields of questions in question files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from wc3d.geometry.points import XY, XYZ
from wc3d.table.body import Body
from wc3d.table.maps.strict_json import Id, Point2D, Point3D, StrictModel

MIN_CELL_IN = 0.05
"""The smallest cell of an area in inches."""

QUESTIONS_LIMIT = 20_000
"""The maximum questions in a file (a .jsonl file has no maximum), and corners in a path."""

BaseName = Literal["small", "medium", "large"]
"""The bases that a file may name: the standard ones (`wc3d.table.space_constants.BASES`)."""
ModelKind = Literal["unit", "gate"]
"""The kinds of models. The space policy decides the abilities of each kind."""
CellSize = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=MIN_CELL_IN, le=100)]


class _NamesModels:
    """A marker of fields that name models of the file."""


ModelId = Annotated[Id, _NamesModels()]
"""The id of a model of the file."""

OptionalModelId = Annotated[Id | None, _NamesModels()]
"""The optional id of a model of the file."""

ModelIds = Annotated[tuple[Id, ...], _NamesModels()]
"""Ids of models of the file."""


PlaceWords = Annotated[str, Field(strict=True, min_length=1, max_length=200)]
"""A place in words (`wc3d.judging.placement_words`)."""


def _point_kind(value: Any) -> str:
    return "without z" if isinstance(value, list | tuple) and len(value) <= 2 else "with z"


Position = Annotated[
    Annotated[Point2D, Tag("without z")] | Annotated[Point3D, Tag("with z")],
    Discriminator(_point_kind),
]
"""The center of a base; without z, on the highest standable level there."""

PositionOrWords = Annotated[
    Annotated[Position, Tag("numbers")] | Annotated[PlaceWords, Tag("words")],
    Discriminator(lambda value: "words" if isinstance(value, str) else "numbers"),
]
"""A position, or a place in words such as "1.3 inches from wall-2", measured from terrain and from
the models before it.
"""


class ModelEntry(StrictModel):
    """A model: its base, its position, and its kind, a unit or a void gate."""

    id: Id
    base: BaseName
    position: PositionOrWords
    kind: ModelKind = "unit"

    def to_body(self, at: XYZ | XY) -> Body:
        """Return the model as a body at `at`."""
        return Body(self.id, self.base, at, self.kind)

    @classmethod
    def entry_of_body(cls, body: Body) -> dict[str, Any]:
        """Return the file entry of a body."""
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
    """Return the keys of a type's fields that name models, as in files, sorted."""
    marked = (
        info.alias or name
        for name, info in fields.model_fields.items()
        if any(isinstance(mark, _NamesModels) for mark in info.metadata)
    )
    return tuple(sorted(marked))


def named_models(question: JudgeQuestion) -> dict[str, str]:
    """Return the models that a question names, by their place in it: `to`, or `among[1]`."""
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
