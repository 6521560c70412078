"""A dispute on the judge's screen, without any graphics: the models, the questions and their fields, and the doubt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from pydantic import ValidationError

from wc3d.errors import InputError
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.question_types import EMPTY_JUDGE_BOOK, JudgeBook, question_type
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.judge.readings import OverrideValue, ReadingOverrides
from wc3d.ui.judge.verdict_view import ReportContents, SideQuestion

MAX_NUMBER, MAX_NAME_CHARS = 10_000.0, 100
"""No number, and no name, in a question file is larger or longer."""
DOUBT_CHOICES_IN = (0.0, 1 / 32, 1 / 16, 1 / 8, 1 / 4)
_NUMBER = r"-?\d+(?:\.\d+)?"
_STEP = re.compile(
    rf"\s*(?:(jump)\s+|(ladder)\s+(\S+)\s+)?({_NUMBER}(?:\s*,\s*{_NUMBER}){{1,2}})\s*",
    re.IGNORECASE,
)


def format_path(path: Sequence[Any]) -> str:
    """A path as it is typed: "6,4 jump 8,6 ladder rungs 22,18,5"."""
    words = []
    for step in path:
        if isinstance(step, Mapping):
            prefix, at = (
                ("jump", step["jump"])
                if "jump" in step
                else (f"ladder {step['ladder']}", step["to"])
            )
            words.append(f"{prefix} {_format_point(at)}")
        else:
            words.append(_format_point(step))
    return " ".join(words)


def _format_point(at: Sequence[float]) -> str:
    return ",".join(f"{v:.10g}" for v in at)


def parse_path(words: str) -> list[Any]:
    """The path in typed words. Raises InputError."""
    steps: list[Any] = []
    at = 0
    while at < len(words.rstrip()):
        match = _STEP.match(words, at)
        if match is None:
            rest = words[at:].strip()[:30]
            raise InputError(
                f'path: "{rest}": expected x,y or jump x,y or ladder NAME x,y,z, separated by spaces'
            )
        point = [float(v) for v in match[4].split(",")]
        if max(map(abs, point)) > MAX_NUMBER:
            raise InputError(f"path: expected numbers from -{MAX_NUMBER:,.0f} to {MAX_NUMBER:,.0f}")
        steps.append(
            {"jump": point}
            if match[1]
            else {"ladder": match[3], "to": point}
            if match[2]
            else point
        )
        at = match.end()
    return steps


class QuestionForm:
    """What is in dispute. `changed` counts up with everything that an answer may depend on."""

    def __init__(
        self,
        table: Table,
        questions: Sequence[Mapping[str, Any]] = (),
        name: str = "",
        book: JudgeBook = EMPTY_JUDGE_BOOK,
    ) -> None:
        self.name = name or table.name
        self.table = table
        self.types, self.traits, self._entry = book.types, book.traits, book.model
        self.questions: list[dict[str, Any]] = [dict(question) for question in questions]
        self.question_index = 0
        self.readings = ReadingOverrides(book.policy_source)
        self.doubt = 0.0
        self.previous_positions: tuple[Body, ...] = ()
        self.change_count = 0
        if not self.questions:
            self.add_question(self.types[0].name)

    @property
    def question(self) -> dict[str, Any]:
        """The question that is looked at."""
        return self.questions[self.question_index]

    @property
    def question_type(self) -> QuestionType:
        """Its type."""
        return self.question_type_of(self.question)

    def question_type_of(self, question: Mapping[str, Any]) -> QuestionType:
        """The type of a question."""
        return question_type(question["type"], self.types)

    @property
    def form_fields(self) -> tuple[FormField, ...]:
        """Its fields."""
        return self.question_type.form

    @property
    def first_open_field(self) -> FormField | None:
        """The first field that must still be filled before the question can be asked."""
        return next(
            (field for field in self.form_fields if not self._is_filled(self.question, field)), None
        )

    @property
    def missing_text(self) -> str:
        """What has still to be said before the question can be asked; empty if nothing."""
        field = self.first_open_field
        if field is None:
            return ""
        if field.value_type == "model":
            return "Add a model" if not self.model_ids else f'Choose a model for "{field.words}"'
        return f'Click "{field.words}" on the board or type it'

    def _is_filled(self, question: Mapping[str, Any], field: FormField) -> bool:
        value = question.get(field.key)
        if field.alternative_key and question.get(field.alternative_key) and not value:
            return True
        if field.value_type == "model":
            return value in self.model_ids
        return bool(value) or field.value_type not in ("point", "place", "path")

    @property
    def model_ids(self) -> list[str]:
        """The models' ids."""
        return [body.id for body in self.table.bodies]

    @property
    def table_as_read(self) -> Table:
        """The table as the readings have it."""
        return self.readings.apply_to_table(self.table, self.question_type)

    @property
    def has_overrides(self) -> bool:
        """Does a reading matter to this question that is not the rules' own?"""
        return self.table_as_read is not self.table

    @property
    def report_contents(self) -> ReportContents:
        """What is saved: all complete questions, on the board with its terrain as it is read."""
        board = self.readings.apply_to_terrain(self.table)
        complete = [
            q
            for q in self.questions
            if all(self._is_filled(q, field) for field in self.question_type_of(q).form)
        ]
        extras = [self._build_extras(self.question_type_of(question)) for question in complete]
        return ReportContents(
            board, board.bodies, complete, self.name, board is not self.table, extras
        )

    def _build_extras(self, type: QuestionType) -> SideQuestion:
        read = self.readings.apply_to_table(self.table, type)
        return SideQuestion(
            self.table, read, self.readings.describe_overrides(self.table, type), self.doubt
        )

    # --- models

    def add_model(self, base: str, at: XYZ) -> str:
        """A new model; gives its id. The first open field of the question takes it."""
        id = next(name for k in count(1) if (name := f"{base}-{k}") not in self.model_ids)
        self.table = self.table.with_bodies(Body(id, base, at, sizes=self.table.policy.bases))
        for field in self.form_fields:
            if field.value_type == "model" and self.question.get(field.key) not in self.model_ids:
                self.question[field.key] = id
                break
        self.change_count += 1
        return id

    def remove_model(self, id: str) -> None:
        """Take a model off; questions that name it wait for another, or for the others it stood beside."""
        self.table = self.table.without(id)
        for question in self.questions:
            for field in self.question_type_of(question).form:
                if field.value_type == "models" and id in (question.get(field.key) or ()):
                    question[field.key] = [
                        other_id for other_id in question[field.key] if other_id != id
                    ]
        self.change_count += 1

    def move_model(self, id: str, at: XYZ) -> None:
        """Put a model there, exactly."""
        self._replace_bodies(self.table.body(id).moved(at))

    def move_models(self, places: Sequence[Body]) -> None:
        """Put several models elsewhere; `put_back` has them where they were."""
        self.previous_positions = tuple(
            self.table.body(body.id) for body in places if body.id in self.model_ids
        )
        self._replace_bodies(*places)

    def restore_positions(self) -> None:
        """Have the models that were put elsewhere where they were, those of them that are still there."""
        self._replace_bodies(*self.previous_positions)
        self.previous_positions = ()

    def change_body(self, id: str, base: str | None = None, kind: str | None = None) -> None:
        """Another base, or another kind of body."""
        body = self.table.body(id)
        self._replace_bodies(replace(body, base=base or body.base, kind=kind or body.kind))

    def trait_value(self, id: str, field: FormField) -> Any:
        """What a model is besides its base: the value of one of `traits`; of a flag whether it is so."""
        entry: Any = self._entry.model_validate(self._entry.entry_of_body(self.table.body(id)))
        return (
            field.key in entry.status if field.value_type == "flag" else getattr(entry, field.key)
        )

    def set_trait(self, id: str, field: FormField, value: Any) -> None:
        """Another value of it. Raises InputError if it is none."""
        body = self.table.body(id)
        entry = self._entry.entry_of_body(body)
        if field.value_type == "flag":
            rest = [word for word in entry.get("status", []) if word != field.key]
            entry["status"] = [*rest, field.key] if value else rest
        else:
            entry[field.key] = value
        try:
            new_body = self._entry.model_validate(entry).to_body(body.at)
        except ValidationError as error:
            raise InputError(
                f"model {id}: {field.words}: {error.errors()[0]['msg'].lower()}"
            ) from None
        self._replace_bodies(*self.table.without(*self.model_ids).with_bodies(new_body).bodies)

    def rename_model(self, id: str, name: str) -> None:
        """Another id, in all questions too. Raises InputError if it is none or taken."""
        name = name.strip()
        if not name or (name != id and name in self.model_ids):
            raise InputError(
                f'model {id}: the name "{name}" is {"empty" if not name else "already taken"}'
            )
        if len(name) > MAX_NAME_CHARS:
            raise InputError(
                f"model {id}: expected a name of at most {MAX_NAME_CHARS} characters, got {len(name)}"
            )
        self.table = replace(
            self.table,
            bodies=tuple(replace(b, id=name) if b.id == id else b for b in self.table.bodies),
        )
        for question in self.questions:
            for field in self.question_type_of(question).form:
                value = question.get(field.key)
                if field.value_type == "model" and value == id:
                    question[field.key] = name
                elif field.value_type == "models" and value:
                    question[field.key] = [
                        name if model_id == id else model_id for model_id in value
                    ]
        self.change_count += 1

    def _replace_bodies(self, *bodies: Body) -> None:
        new = {body.id: body for body in bodies}
        self.table = replace(
            self.table, bodies=tuple(new.get(body.id, body) for body in self.table.bodies)
        )
        self.change_count += 1

    # --- questions

    def add_question(self, type: str) -> None:
        """One more question, about the same models."""
        self.questions.append(self._new_question(type))
        self.question_index = len(self.questions) - 1
        self.change_count += 1

    def remove_question(self) -> None:
        """Without the question that is looked at (the last one stays)."""
        if len(self.questions) > 1:
            del self.questions[self.question_index]
            self.question_index = min(self.question_index, len(self.questions) - 1)
            self.change_count += 1

    def select_question(self, number: int) -> None:
        """Look at another question."""
        self.question_index = number % len(self.questions)
        self.change_count += 1

    def change_question_type(self, type: str) -> None:
        """Ask something else about the same models."""
        self.questions[self.question_index] = self._new_question(type)
        self.change_count += 1

    def _new_question(self, type: str) -> dict[str, Any]:
        """A question about the models of the one that is looked at, then about the others."""
        model_ids = (
            [self.question.get(f.key) for f in self.form_fields if f.value_type == "model"]
            if self.questions
            else []
        )
        named = [id for id in model_ids if id is not None]
        models = iter([*named, *(id for id in self.model_ids if id not in named)])
        question: dict[str, Any] = {"type": type}
        for field in question_type(type, self.types).form:
            if field.value_type == "model" and not (
                field.alternative_key and question.get(field.alternative_key)
            ):
                question[field.key] = next(models, None)
            elif field.default is not None:
                question[field.key] = field.default
        return question

    def set_field(self, key: str, value: Any) -> None:
        """Fill a field of the question, in place of another where one of both is filled; None: leave it out."""
        if self.question.get(key) == value:
            return
        field = next((field for field in self.form_fields if field.key == key), None)
        for left_out in (
            field.alternative_key if field is not None else "",
            key if value is None else "",
        ):
            self.question.pop(left_out, None)
        if value is not None:
            self.question[key] = value
        self.change_count += 1

    def extend_path(self, key: str, at: Sequence[float]) -> None:
        """One more corner of a path."""
        self.set_field(key, [*(self.question.get(key) or []), [float(v) for v in at[:2]]])

    # --- readings and doubt

    def override_ruling(self, name: str, value: float) -> None:
        """Read a ruling otherwise; its own value takes the reading back."""
        self.readings.override_ruling(self.table.policy, name, value)
        self.change_count += 1

    def override_terrain(self, id: str, name: str, value: OverrideValue) -> None:
        """Take a feature for another kind, or say otherwise what it does; None: as the board has it."""
        self.readings.override_terrain(self.table.feature(id), name, value)
        self.change_count += 1

    def set_doubt(self, inches: float) -> None:
        """How much the places of models are in doubt."""
        self.doubt = min(3.0, max(0.0, inches))
        self.change_count += 1

    def swap_fields(self, first_key: str = "from", second_key: str = "to") -> None:
        """The other way round."""
        self.question[first_key], self.question[second_key] = (
            self.question.get(second_key),
            self.question.get(first_key),
        )
        self.change_count += 1
