"""Question files (`wc3d judge FILE`): models on a map and questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag, ValidationError, create_model, model_validator

from wc3d._internal.memo import Size, memo_per_process
from wc3d.judging.move import LadderOnPath, PathQuestion
from wc3d.judging.question_fields import QUESTIONS_LIMIT, JudgeQuestion, ModelEntry, named_models
from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.table.maps.map_file import State
from wc3d.table.maps.strict_json import (
    FileError,
    FileFault,
    Height,
    Id,
    Name,
    StrictModel,
    Text,
    repeated_id_faults,
    validation_faults,
)

MODELS_LIMIT = 2_000
"""The maximum number of models in a question file."""

Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]

MapSource = Annotated[
    Annotated[str, Tag("a path")] | Annotated[dict[str, Any], Tag("an object")],
    Discriminator(lambda given: "a path" if isinstance(given, str) else "an object"),
]
"""A map, or its file's path (from the question file, then the working folder)."""


class QuestionFile(StrictModel):
    """A map, the models on it and the questions.

    A *case* also has the expected answers: `expected` for its one `question`, or a list of them
    for its `questions`; numbers may differ by `tolerance`. `game` and its `edition` select the
    rules. `states` says which doors and roofs of the map are closed, open or removed. The other
    keys describe the case and do not change the answers.
    """

    game: Name = ""
    edition: Name = ""
    map: MapSource
    states: dict[Id, State] = Field(default_factory=dict)
    models: Annotated[tuple[ModelEntry, ...], Field(max_length=MODELS_LIMIT)] = ()
    questions: tuple[JudgeQuestion, ...] | None = None
    question: JudgeQuestion | None = None
    expected: Any = None
    tolerance: Height = 1e-4
    name: Name = ""
    note: Text = ""
    family: Text = ""
    how: Text = ""
    min_margin: Number | None = None

    @model_validator(mode="after")
    def _check_questions(self) -> QuestionFile:
        if (self.question is None) == (self.questions is None):
            raise ValueError('expected either "questions" (a list) or one "question"')
        if self.questions is None or self.expected is None:
            return self
        if not isinstance(self.expected, list) or len(self.expected) != len(self.questions):
            raise ValueError(
                f'"expected" must be a list with one answer per question ({len(self.questions)})'
            )
        return self

    @property
    def all_questions(self) -> tuple[JudgeQuestion, ...]:
        """The questions, in order."""
        return (self.question,) if self.question is not None else self.questions or ()

    @property
    def expected_answers(self) -> tuple[Any, ...]:
        """The expected answer to each question, or None."""
        if self.question is not None:
            return (self.expected,)
        return tuple(self.expected or [None] * len(self.all_questions))

    def question_place(self, i: int) -> str:
        """Return the place of question number `i` in the file."""
        return "question" if self.questions is None else f"questions[{i}]"


@memo_per_process(Size.SMALL)
def question_file_model(
    types: tuple[QuestionType, ...] = QUESTION_TYPES, model: type[ModelEntry] = ModelEntry
) -> type[QuestionFile]:
    """Return the model class of question files with these types of questions and models."""
    question_form: Any = Annotated[
        reduce(or_, (type.fields for type in types)), Field(discriminator="type")
    ]
    models: Any = Annotated[tuple[model, ...], Field(max_length=MODELS_LIMIT)]  # type: ignore[valid-type]
    question_list: Any = (
        Annotated[tuple[question_form, ...], Field(max_length=QUESTIONS_LIMIT)] | None
    )
    return create_model(
        "QuestionFile",
        __base__=QuestionFile,
        __doc__=QuestionFile.__doc__,
        questions=(question_list, None),
        question=(question_form | None, None),
        models=(models, ()),
    )


def question_schema(
    types: Sequence[QuestionType] = QUESTION_TYPES, model: type[ModelEntry] = ModelEntry
) -> dict[str, Any]:
    """Return the JSON Schema of a question file.

    >>> from wc3d.judging.question_file import question_schema
    >>> question_schema()["title"]
    'wc3d questions'
    """
    schema = question_file_model(tuple(types), model).model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "wc3d questions",
    }


def read_question_file(
    data: Any,
    source: str,
    types: Sequence[QuestionType] = QUESTION_TYPES,
    model: type[ModelEntry] = ModelEntry,
) -> QuestionFile:
    """Return the question file in a JSON value. Raises FileError with every fault and its place."""
    try:
        file = question_file_model(tuple(types), model).model_validate(data)
    except ValidationError as error:
        raise FileError(source, validation_faults(error, data)) from None
    faults = list(_model_faults(file))
    if faults:
        raise FileError(source, faults)
    return file


def _model_faults(file: QuestionFile) -> Iterator[FileFault]:
    """Yield a fault for every duplicate model id and every unknown model in a question."""
    yield from repeated_id_faults((f"models[{i}]", model.id) for i, model in enumerate(file.models))
    ids = dict.fromkeys(model.id for model in file.models)
    for i, question in enumerate(file.all_questions):
        for place, id in named_models(question).items():
            if id not in ids:
                yield FileFault(
                    f"{file.question_place(i)}.{place}",
                    f'no model has the id "{id}"; {_list_ids("the models are", ids)}',
                )


def ladder_faults(file: QuestionFile, ladders: Iterable[str]) -> Iterator[FileFault]:
    """Yield a fault for every ladder in a path that is not on the map."""
    ids = list(ladders)
    for i, question in enumerate(file.all_questions):
        for j, step in enumerate(question.path if isinstance(question, PathQuestion) else ()):
            if isinstance(step, LadderOnPath) and step.ladder not in ids:
                listed = _list_ids("the ladders of the board are", ids)
                yield FileFault(
                    f"{file.question_place(i)}.path[{j}].ladder",
                    f'no ladder has the id "{step.ladder}"; {listed}',
                )


def _list_ids(introduction: str, ids: Iterable[str]) -> str:
    names = list(ids)
    return (
        f"{introduction} {', '.join(names[:8])}{' ...' if len(names) > 8 else ''}"
        if names
        else "there are none"
    )


def is_question_file(data: Any) -> bool:
    """Return whether the data is a question file rather than a map."""
    return isinstance(data, dict) and bool({"map", "models", "question", "questions"} & data.keys())
