"""Checks of boards and question files, including their maps and model places, in one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wc3d.errors import InputError
from wc3d.judging.dispute import find_map_file, place_model
from wc3d.judging.question_fields import ModelEntry, model_keys
from wc3d.judging.question_file import is_question_file
from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.table.body import Body
from wc3d.table.maps.lint import LintFinding, finding_from_fault, lint_map
from wc3d.table.maps.map_file import MapReadResult, read_map
from wc3d.table.maps.strict_json import FileError, read_json, repeated_id_faults, validation_faults
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import resolve_position, stand


def lint_file_data(
    data: Any,
    policy: SpacePolicy,
    folder: Path | None = None,
    model: type[ModelEntry] = ModelEntry,
    types: Sequence[QuestionType] = QUESTION_TYPES,
) -> list[LintFinding]:
    """Return every finding about a map or a question file given as an object; its files are in
    `folder`.

    `model` is the form of models in question files, `types` the permitted questions.
    """
    if not is_question_file(data):
        return lint_map(read_map(data, policy, folder))
    return lint_questions(data, policy, folder, model, types)


def lint_questions(
    data: dict[str, Any],
    policy: SpacePolicy,
    folder: Path | None = None,
    model: type[ModelEntry] = ModelEntry,
    types: Sequence[QuestionType] = QUESTION_TYPES,
) -> list[LintFinding]:
    """Return every finding about a question file, its models' places and its map object."""
    reading, findings = _load_map(data, policy, folder or Path())
    models: list[tuple[str, ModelEntry]] = []
    listed = data.get("models", [])
    if not isinstance(listed, list):
        findings.append(LintFinding("models", "unreadable", "expected a list of models"))
        listed = []
    for i, entry in enumerate(listed):
        place = f"models[{i}]"
        try:
            models.append((place, model.model_validate(entry)))
        except ValidationError as error:
            findings += [
                LintFinding(f"{place}.{f.place}".rstrip("."), "unreadable", f.text)
                for f in validation_faults(error, entry)
            ]
    findings += map(
        finding_from_fault, repeated_id_faults((place, read.id) for place, read in models)
    )
    findings += _find_unknown_models(data, {read.id for _, read in models}, listed, types)
    if reading is not None and reading.table is not None:
        findings += _find_standing_faults(models, reading.table)
    return findings


def _load_map(
    data: dict[str, Any], policy: SpacePolicy, folder: Path
) -> tuple[MapReadResult | None, list[LintFinding]]:
    """Return the map of a question file and its faults."""
    value = data.get("map")
    if value is None:
        return None, [LintFinding("map", "unreadable", "missing")]
    if not isinstance(value, str):
        reading = read_map(value, policy, folder)
        return reading, [
            LintFinding(f"map.{f.where}".rstrip("."), f.code, f.message, f.severity)
            for f in lint_map(reading)
        ]
    try:
        path = find_map_file(value, "", folder)
    except FileError as error:
        return None, [LintFinding(fault.place, "unreadable", fault.text) for fault in error.faults]
    try:
        reading = read_map(read_json(path), policy, path.parent)
    except FileError as error:
        return None, [LintFinding("map", "unreadable", str(error))]
    return reading, [
        LintFinding("map", "unreadable", f"{path}: {fault}") for fault in reading.faults
    ]


def _find_unknown_models(
    data: dict[str, Any], known_ids: set[str], listed: list[Any], types: Sequence[QuestionType]
) -> Iterator[LintFinding]:
    """Yield questions about models that do not exist."""
    keys = dict.fromkeys(key for type in types for key in model_keys(type.fields))
    known_ids = known_ids | {str(m.get("id")) for m in listed if isinstance(m, dict)}
    single = "question" in data
    questions = [data["question"]] if single else data.get("questions")
    if not isinstance(questions, list):
        yield LintFinding("questions", "unreadable", "expected a list of questions")
        return
    if not questions:
        yield LintFinding("questions", "empty", "this file has no questions", "warning")
    for i, question in enumerate(questions):
        place = "question" if single else f"questions[{i}]"
        if not isinstance(question, dict):
            yield LintFinding(place, "unreadable", "expected a question as an object")
            continue
        for key in keys:
            value = question.get(key)
            names = {key: value} if isinstance(value, str) else {}
            if isinstance(value, list):
                names = {
                    f"{key}[{k}]": name for k, name in enumerate(value) if isinstance(name, str)
                }
            for field, name in names.items():
                if name not in known_ids:
                    yield LintFinding(
                        f"{place}.{field}", "unreadable", f'no model has the id "{name}"'
                    )


def _find_standing_faults(
    models: list[tuple[str, ModelEntry]], table: Table
) -> Iterator[LintFinding]:
    """Yield models inside walls, off the table, in one another, or not on their stated level."""
    bodies: list[tuple[str, Body]] = []
    for place, model in models:
        if isinstance(model.position, str):
            try:
                earlier = table.with_bodies(*(body for _, body in bodies))
                body = place_model(earlier, table, model)
            except InputError as error:
                yield LintFinding(f"{place}.position", "standing", str(error))
                continue
        else:
            body = model.to_body(resolve_position(table, model.base, model.position))
        bodies.append((place, body))
    full_table = table.with_bodies(*(body for _, body in bodies))
    for place, body in bodies:
        result = stand(full_table, body.base, body.at, ignore=(body.id,))
        if not result.standable:
            yield LintFinding(
                f"{place}.position", "standing", f'"{body.id}" cannot stand here: {result.reason}'
            )
