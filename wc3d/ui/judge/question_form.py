"""The form of a dispute: models, questions with their fields, readings and doubt. No graphics."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wc3d.errors import InputError
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.judging.question_types import EMPTY_JUDGE_BOOK, JudgeBook, question_type
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.maps import edit_terrain
from wc3d.table.table import Table
from wc3d.ui.judge.ruling_overrides import OverrideValue, ReadingOverrides
from wc3d.ui.judge.verdict_view import ReportContents, SideQuestion

MAX_NUMBER, MAX_NAME_CHARS = 10_000.0, 100
"""The largest number and the longest name in a question file."""
DOUBT_CHOICES_IN = (0.0, 1 / 32, 1 / 16, 1 / 8, 1 / 4)
_NUMBER = r"-?\d+(?:\.\d+)?"
_STEP = re.compile(
    rf"\s*(?:(jump)\s+|(ladder)\s+(\S+)\s+)?({_NUMBER}(?:\s*,\s*{_NUMBER}){{1,2}})\s*",
    re.IGNORECASE,
)


def format_path(path: Sequence[Any]) -> str:
    """Return a path as typed text, such as "6,4 jump 8,6 ladder rungs 22,18,5"."""
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
    """Parse a typed path. Raises InputError."""
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


class DisputeDraft:
    """An editable dispute. `change_count` grows with every change that matters to an answer."""

    def __init__(
        self,
        table: Table,
        questions: Sequence[Mapping[str, Any]] = (),
        name: str = "",
        book: JudgeBook = EMPTY_JUDGE_BOOK,
    ) -> None:
        self.name = name or table.name
        self.table = table
        self.types = book.types
        self.traits = book.traits
        self._entry = book.model
        self.questions: list[dict[str, Any]] = [dict(question) for question in questions]
        self.question_index = 0
        self.readings = ReadingOverrides(book.policy_source)
        self.doubt = 0.0
        self.previous_positions: tuple[Body, ...] = ()
        self.filed_features = table.features
        """The terrain as in the board's file."""
        self.change_count = 0
        if not self.questions:
            self.add_question(self.types[0].name)

    @property
    def question(self) -> dict[str, Any]:
        """The selected question."""
        return self.questions[self.question_index]

    @property
    def question_type(self) -> QuestionType:
        """The type of the selected question."""
        return self.question_type_of(self.question)

    def question_type_of(self, question: Mapping[str, Any]) -> QuestionType:
        """Return the type of a question."""
        return question_type(question["type"], self.types)

    @property
    def form_fields(self) -> tuple[FormField, ...]:
        """The fields of the selected question."""
        return self.question_type.form

    @property
    def first_open_field(self) -> FormField | None:
        """The first empty field that the question needs, or None."""
        return next(
            (field for field in self.form_fields if not self._is_filled(self.question, field)), None
        )

    @property
    def missing_text(self) -> str:
        """A request to fill the first empty field, "" if none is empty."""
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
        """The ids of the models."""
        return [body.id for body in self.table.bodies]

    @property
    def table_as_read(self) -> Table:
        """The table with the reading overrides applied."""
        return self.readings.apply_to_table(self.table, self.question_type)

    @property
    def has_overrides(self) -> bool:
        """Return whether a reading override matters to the question."""
        return self.table_as_read is not self.table

    @property
    def contents_key(self) -> object:
        """A value that changes with everything in the dispute that is worth saving."""
        return (
            self.table.features,
            self.table.bodies,
            repr(self.questions),
            dict(self.readings.ruling_values),
            repr(self.readings.terrain_values),
            self.doubt,
        )

    @property
    def report_contents(self) -> ReportContents:
        """The contents to save: all complete questions, on the board with overridden terrain."""
        board = self.readings.apply_to_terrain(self.table)
        complete = [
            q
            for q in self.questions
            if all(self._is_filled(q, field) for field in self.question_type_of(q).form)
        ]
        extras = [self._build_extras(self.question_type_of(question)) for question in complete]
        return ReportContents(
            board, board.bodies, complete, self.name, self._is_built(board), extras
        )

    def _is_built(self, board: Table) -> bool:
        """Return whether a board differs from its file."""
        return board is not self.table or self.table.features is not self.filed_features

    def _build_extras(self, type: QuestionType) -> SideQuestion:
        read = self.readings.apply_to_table(self.table, type)
        return SideQuestion(
            self.table, read, self.readings.describe_overrides(self.table, type), self.doubt
        )

    # --- Models

    def add_model(self, base: str, at: XYZ) -> str:
        """Add a model and return its id. It fills the first open field of the question."""
        id = next(name for k in count(1) if (name := f"{base}-{k}") not in self.model_ids)
        self.table = self.table.with_bodies(Body(id, base, at, sizes=self.table.policy.bases))
        for field in self.form_fields:
            if field.value_type == "model" and self.question.get(field.key) not in self.model_ids:
                self.question[field.key] = id
                break
        self.change_count += 1
        return id

    def remove_model(self, id: str) -> None:
        """Remove a model. Questions that name it become incomplete, or drop it from their lists."""
        self.table = self.table.without(id)
        for question in self.questions:
            for field in self.question_type_of(question).form:
                if field.value_type == "models" and id in (question.get(field.key) or ()):
                    question[field.key] = [
                        other_id for other_id in question[field.key] if other_id != id
                    ]
        self.change_count += 1

    def move_model(self, id: str, at: XYZ) -> None:
        """Move a model to an exact position."""
        self._replace_bodies(self.table.body(id).moved(at))

    def move_models(self, places: Sequence[Body]) -> None:
        """Move several models. `restore_positions` moves them back."""
        self.previous_positions = tuple(
            self.table.body(body.id) for body in places if body.id in self.model_ids
        )
        self._replace_bodies(*places)

    def restore_positions(self) -> None:
        """Move the models of the last `move_models` call back."""
        self._replace_bodies(*self.previous_positions)
        self.previous_positions = ()

    def change_body(self, id: str, base: str | None = None, kind: str | None = None) -> None:
        """Change the base or the kind of a model."""
        body = self.table.body(id)
        self._replace_bodies(replace(body, base=base or body.base, kind=kind or body.kind))

    def trait_value(self, id: str, field: FormField) -> Any:
        """Return a model's value of a trait, a bool for a flag."""
        entry: Any = self._entry.model_validate(self._entry.entry_of_body(self.table.body(id)))
        return (
            field.key in entry.status if field.value_type == "flag" else getattr(entry, field.key)
        )

    def set_trait(self, id: str, field: FormField, value: Any) -> None:
        """Set a model's trait. Raises InputError for an invalid value."""
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
        """Rename a model, in all questions too. Raises InputError for an invalid or taken name."""
        name = name.strip()
        if not name or (name != id and name in self.model_ids):
            raise InputError(
                f'model {id}: the name "{name}" is already taken'
                if name
                else f"model {id}: expected a name"
            )
        if len(name) > MAX_NAME_CHARS:
            raise InputError(
                f"model {id}: expected a name of up to {MAX_NAME_CHARS} characters, found {len(name)}"
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

    # --- Terrain

    def add_terrain(self, shape: edit_terrain.AnyShape, kind: Kind, id: str) -> str:
        """Add a piece of terrain and return its id. Raises TerrainEditError."""
        id = edit_terrain.make_unused_id(self.table, id)
        feature = edit_terrain.build_feature({"id": id, "kind": kind.value}, [shape], None)
        self.set_table(edit_terrain.put_feature(self.table, feature))
        return id

    def change_terrain(
        self,
        id: str,
        shape: edit_terrain.AnyShape | None = None,
        kind: Kind | None = None,
        folder: Path | None = None,
    ) -> None:
        """Change the only shape or the kind of terrain. Raises TerrainEditError."""
        changes: dict[str, Any] = {} if shape is None else {"shapes": (shape,)}
        if kind is not None:
            changes["kind"] = kind.value
        feature = edit_terrain.rebuild_feature(self.table.feature(id), folder, **changes)
        self.set_table(edit_terrain.put_feature(self.table, feature, instead=id))

    def remove_terrain(self, id: str) -> None:
        """Remove a piece of terrain."""
        self.set_table(edit_terrain.remove_element(self.table, id))

    def set_table(self, table: Table) -> None:
        """Replace the table; readings of terrain that is gone are dropped."""
        self.table = table
        self.readings.keep_terrain({f.id for f in table.terrain})
        self.change_count += 1

    # --- Questions

    def add_question(self, type: str) -> None:
        """Add and select a question about the same models."""
        self.questions.append(self._new_question(type))
        self.question_index = len(self.questions) - 1
        self.change_count += 1

    def remove_question(self) -> None:
        """Remove the selected question unless it is the only one."""
        if len(self.questions) > 1:
            del self.questions[self.question_index]
            self.question_index = min(self.question_index, len(self.questions) - 1)
            self.change_count += 1

    def select_question(self, number: int) -> None:
        """Select a question by its number, which wraps around."""
        self.question_index = number % len(self.questions)
        self.change_count += 1

    def change_question_type(self, type: str) -> None:
        """Replace the selected question by one of another type about the same models."""
        self.questions[self.question_index] = self._new_question(type)
        self.change_count += 1

    def _new_question(self, type: str) -> dict[str, Any]:
        """Make a question about the selected question's models first, then about the others."""
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
        """Set a field of the question and clear its alternative. None clears the field."""
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
        """Append a corner to a path."""
        self.set_field(key, [*(self.question.get(key) or []), [float(v) for v in at[:2]]])

    # --- Readings and doubt

    def override_ruling(self, name: str, value: float) -> None:
        """Override the value of a ruling. Its standard value removes the override."""
        self.readings.override_ruling(self.table.policy, name, value)
        self.change_count += 1

    def override_terrain(self, id: str, name: str, value: OverrideValue) -> None:
        """Override the kind or a property of a feature. None removes the override."""
        terrain = self.table.terrain
        own = next(feature for feature in terrain if feature.id == id)
        self.readings.override_terrain(own, name, value)
        self.change_count += 1

    def set_doubt(self, inches: float) -> None:
        """Set the doubt about the models' positions, in inches."""
        self.doubt = min(3.0, max(0.0, inches))
        self.change_count += 1

    def swap_fields(self, first_key: str = "from", second_key: str = "to") -> None:
        """Swap the values of two fields."""
        self.question[first_key], self.question[second_key] = (
            self.question.get(second_key),
            self.question.get(first_key),
        )
        self.change_count += 1
