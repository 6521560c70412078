"""The question file: models on a map, and what is asked about them (`wc3d judge FILE`). Every fault comes with its place."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, ValidationError, model_validator

from wc3d.table.maps.reading import Fault, FileError, Flat, Height, Id, Point, Strict, Switch, Text, faults_of

MODELS_LIMIT = 2_000
"""Models: no question file has more."""

QUESTIONS_LIMIT = 20_000
"""Questions: no file has more, nor a path more corners (a .jsonl file may have any number of lines)."""

SMALLEST_CELL = 0.05
"""Inches: `seen_from` works in cells no smaller."""

Base = Literal["small", "medium", "large"]
Cell = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=SMALLEST_CELL, le=100)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


def _two_or_three(value: Any) -> str:
    return "without z" if isinstance(value, list | tuple) and len(value) == 2 else "with z"


Position = Annotated[
    Annotated[Flat, Tag("without z")] | Annotated[Point, Tag("with z")],
    Discriminator(_two_or_three),
]
"""Where the centre of a base is; without its z it is on the highest standable level there."""


class ModelEntry(Strict):
    """A model: its base, where it stands, and whether it is a unit's or a void gate."""

    id: Id
    base: Base
    position: Position
    kind: Literal["unit", "gate"] = "unit"


class _Between(Strict):
    """A question about two models."""

    from_: Annotated[Id, Field(alias="from")]
    to: Id


class SightQuestion(_Between):
    """Does one model see the other (p. 32)?"""

    type: Literal["sight"]


class RangeQuestion(_Between):
    """How far is it from base to base (p. 32)?"""

    type: Literal["range"]


class CoverQuestion(_Between):
    """Does the model `to` have cover against the model `from` (p. 34)?"""

    type: Literal["cover"]


class SprayQuestion(_Between):
    """Which models does the line of a spray meet (p. 35)?"""

    type: Literal["spray"]
    range: Height

    @model_validator(mode="after")
    def _has_a_direction(self) -> SprayQuestion:
        if self.from_ == self.to:
            raise ValueError("`from` and `to` must be two models: a spray needs a direction")
        return self


class SeenFromQuestion(Strict):
    """From where on the board do models of a base see this model, and it them?"""

    type: Literal["seen_from"]
    model: Id
    base: Base
    cell: Cell = 0.5


class BlastQuestion(Strict):
    """Which models beside its target does a blast reach (p. 34)?"""

    type: Literal["blast"]
    target: Id


class StandQuestion(Strict):
    """Can a base stand at a place (p. 28, 44)?"""

    type: Literal["stand"]
    base: Base
    position: Position


class LadderStep(Strict):
    """A step of a path: up or down a ladder, put down at `to` (p. 45)."""

    ladder: Id
    to: Point


class JumpStep(Strict):
    """A step of a path: a jump (p. 45)."""

    jump: Flat


def _kind_of_step(step: Any) -> str:
    if isinstance(step, LadderStep) or (isinstance(step, dict) and "ladder" in step):
        return "a ladder"
    return "a jump" if isinstance(step, JumpStep | dict) else "a corner"


Step = Annotated[
    Annotated[Flat, Tag("a corner")] | Annotated[LadderStep, Tag("a ladder")] | Annotated[JumpStep, Tag("a jump")],
    Discriminator(_kind_of_step),
]


class MoveQuestion(Strict):
    """May a model move along a path, and where does it end (p. 27-28, 44-45)?"""

    type: Literal["move"]
    model: Id
    path: Annotated[tuple[Step, ...], Field(min_length=1, max_length=QUESTIONS_LIMIT)]
    speed: Height
    flight: Switch = False
    pathfinder: Switch = False


class JumpQuestion(Strict):
    """Where does a jump end (p. 45-46)?"""

    type: Literal["jump"]
    model: Id
    to: Flat
    pathfinder: Switch = False


class SlamQuestion(Strict):
    """How far is a model slammed, and into what (p. 37)?"""

    type: Literal["slam"]
    model: Id
    from_: Annotated[Id, Field(alias="from")]
    distance: Height
    pathfinder: Switch = False

    @model_validator(mode="after")
    def _two_models(self) -> SlamQuestion:
        if self.from_ == self.model:
            raise ValueError("`model` and `from` must be two models: nobody is slammed away from itself")
        return self


AnyQuestion = (
    SightQuestion
    | RangeQuestion
    | SeenFromQuestion
    | CoverQuestion
    | SprayQuestion
    | BlastQuestion
    | StandQuestion
    | MoveQuestion
    | JumpQuestion
    | SlamQuestion
)
Question = Annotated[AnyQuestion, Field(discriminator="type")]

MapGiven = Annotated[
    Annotated[str, Tag("a path")] | Annotated[dict[str, Any], Tag("an object")],
    Discriminator(lambda given: "a path" if isinstance(given, str) else "an object"),
]
"""A map: the path of its file (from the question file, then from the working folder), or the map itself."""


class QuestionFile(Strict):
    """A map, the models on it and the questions.

    A *case* also holds the answers expected: `expected` for its one `question`, or a list of them for its `questions`;
    numbers may differ by `tolerance`. The other keys describe it and decide nothing.
    """

    map: MapGiven
    models: Annotated[tuple[ModelEntry, ...], Field(max_length=MODELS_LIMIT)] = ()
    questions: Annotated[tuple[Question, ...], Field(max_length=QUESTIONS_LIMIT)] | None = None
    question: Question | None = None
    expected: Any = None
    tolerance: Height = 1e-4
    name: Text = ""
    note: Text = ""
    family: Text = ""
    how: Text = ""
    min_margin: Number | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> QuestionFile:
        if (self.question is None) == (self.questions is None):
            raise ValueError('expected either "questions", a list, or one "question"')
        if self.questions is None or self.expected is None:
            return self
        if not isinstance(self.expected, list) or len(self.expected) != len(self.questions):
            raise ValueError(f'"expected" must be a list of {len(self.questions)}, one for each of "questions"')
        return self

    @property
    def asked(self) -> tuple[AnyQuestion, ...]:
        """The questions, in order."""
        return (self.question,) if self.question is not None else self.questions or ()

    @property
    def answers_expected(self) -> tuple[Any, ...]:
        """What is expected of each question; None where nothing is."""
        if self.question is not None:
            return (self.expected,)
        return tuple(self.expected or [None] * len(self.asked))

    def place(self, i: int) -> str:
        """Where the question number `i` stands in the file."""
        return "question" if self.questions is None else f"questions[{i}]"


def question_schema() -> dict[str, Any]:
    """The JSON Schema of a question file."""
    schema = QuestionFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "wc3d questions"}


def read_questions(data: Any, where: str) -> QuestionFile:
    """The question file in a JSON value. Raises FileError with every fault and its place."""
    try:
        file = QuestionFile.model_validate(data)
    except ValidationError as error:
        raise FileError(where, faults_of(error, data)) from None
    faults = list(_model_faults(file))
    if faults:
        raise FileError(where, faults)
    return file


def models_named(question: AnyQuestion) -> dict[str, str]:
    """The models a question names, by the key that names them."""
    keys = {"from": "from_", "to": "to", "model": "model", "target": "target"}
    named = {key: getattr(question, attribute, None) for key, attribute in keys.items()}
    return {key: id for key, id in named.items() if isinstance(id, str)}


def _model_faults(file: QuestionFile) -> Iterator[Fault]:
    """A fault for every model id that is given twice, and for every one that is asked about but not there."""
    seen: dict[str, int] = {}
    for i, model in enumerate(file.models):
        if model.id in seen:
            yield Fault(f"models[{i}].id", f'"{model.id}" is already the id of models[{seen[model.id]}]')
        seen.setdefault(model.id, i)
    for i, question in enumerate(file.asked):
        for key, id in models_named(question).items():
            if id not in seen:
                yield Fault(f"{file.place(i)}.{key}", f'no model has the id "{id}"; {_listed("the models are", seen)}')


def ladder_faults(file: QuestionFile, ladders: Iterable[str]) -> Iterator[Fault]:
    """A fault for every ladder in a path that is not on the map."""
    known = list(ladders)
    for i, question in enumerate(file.asked):
        for j, step in enumerate(question.path if isinstance(question, MoveQuestion) else ()):
            if isinstance(step, LadderStep) and step.ladder not in known:
                told = f'no ladder has the id "{step.ladder}"; {_listed("the ladders of the map are", known)}'
                yield Fault(f"{file.place(i)}.path[{j}].ladder", told)


def _listed(what: str, ids: Iterable[str]) -> str:
    names = list(ids)
    return f"{what} {', '.join(names[:8])}{' ...' if len(names) > 8 else ''}" if names else "there are none"


def is_question_file(data: Any) -> bool:
    """Is it a question file rather than a map?"""
    return isinstance(data, dict) and bool({"map", "models", "question", "questions"} & data.keys())
