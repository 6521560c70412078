"""Answers of the table as verdict, JSON, text and picture, compared with the expected answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wc3d._internal.atomic_write import write_output
from wc3d._internal.plugins import load_object
from wc3d._internal.progress import Progress
from wc3d.errors import InputError
from wc3d.judging.answer_text import find_citations
from wc3d.judging.dispute import Dispute
from wc3d.judging.question_fields import JudgeQuestion, named_models
from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import QUESTION_TYPES, question_type
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.table.space_rules import Citation
from wc3d.table.table import Table

PRINTED_DIGITS = 9
"""The printed decimal places, far below every tolerance."""


@dataclass(frozen=True)
class Answer:
    """A question, its verdict and remarks.

    - `type`: the `QuestionType`. `question`: the question. `table`: its table.
    - `verdict`: the table's result with its evidence, such as a `Sight`.
    - `remarks`: odd places of the models that the question names. `others`: of other models.
    - `contract()`: the JSON answer. `lines()`: the answer as text.

    >>> dispute = read_dispute(question, "example", Path(), map_cache())
    >>> answer(dispute, dispute.file.all_questions[0]).type.name
    'range'
    """

    type: QuestionType
    question: JudgeQuestion
    verdict: Any
    table: Table
    remarks: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def __repr__(self) -> str:
        lines = self.answer_lines()
        return f"<Answer: {lines[0].strip() if lines else self.type.name}>"

    def picture(self, path: str | Path | None = None) -> bytes:
        """Return the page of the answer as the bytes of a PNG picture: 3D, plan and side cut.

        With a `path`, also write it to that file. Raises InputError if the file cannot be written,
        and where 3D pictures cannot be drawn. They need `pip install 'wc3d[window]'`.

        >>> dispute = read_dispute(question, "example", Path(), map_cache())
        >>> png = answer(dispute, dispute.file.all_questions[0]).picture()  # doctest: +SKIP
        """
        png: bytes = load_object("wc3d.panda.answer_picture:answer_png")(
            self.table, self.evidence_view()
        )
        if path is not None:
            write_output(Path(path), png)
        return png

    def _repr_png_(self) -> bytes | None:
        """Return the picture for a notebook, None where it cannot be drawn."""
        try:
            return self.picture()
        except InputError:
            return None

    @property
    def citations(self) -> list[Citation]:
        """The deciding rules, as the game's book cites them."""
        return find_citations(self.table, self.verdict.rules)

    def to_json(self) -> dict[str, Any]:
        """Return the answer as `wc3d judge --json` prints it.

        `notes` appears only if there are any.

        >>> dispute = read_dispute(question, "example", Path(), map_cache())
        >>> list(answer(dispute, dispute.file.all_questions[0]).to_json())
        ['type', 'distance', 'rules']
        """
        answer: dict[str, Any] = {"type": self.type.name}
        names = (
            self.type.answer
            if self.type.choose_answer_fields is None
            else self.type.choose_answer_fields(self.verdict)
        )
        answer |= {
            name: to_json_value(getattr(self.verdict, name))
            for name in names
            if name not in self.left_out
        }
        for name in self.type.optional_fields:
            if (value := getattr(self.verdict, name)) is not None:
                answer[name] = to_json_value(value)
        answer["rules"] = [citation.id for citation in self.citations]
        if self.remarks or self.others:
            answer["notes"] = [*self.remarks, *self.others]
        return answer

    def answer_lines(self) -> list[str]:
        """Return the answer as lines of text."""
        return self.type.describe(self.table, self.question, self.verdict)

    def lines(self, known_remarks: Collection[str] = ()) -> list[str]:
        """Return the answer and its remarks as lines, without `known_remarks` on other models."""
        remarks = [
            *self.remarks,
            *(remark for remark in self.others if remark not in known_remarks),
        ]
        return self.answer_lines() + [f"  note: {remark}" for remark in remarks]

    def evidence_view(self) -> EvidenceView:
        """Return the content of the answer's picture."""
        return self.type.evidence_view(self.table, self.question, self.verdict)


def answer(
    dispute: Dispute,
    question: JudgeQuestion,
    progress: Progress | None = None,
    *,
    verdict_only: bool = False,
) -> Answer:
    """Return the answer to one question of a dispute.

    `progress(done, total)` is called now and then. `verdict_only` leaves out the evidence, which
    saves time.

    >>> dispute = read_dispute(question, "example", Path(), map_cache())
    >>> reply = answer(dispute, dispute.file.all_questions[0])
    >>> round(reply.to_json()["distance"], 3)
    21.053
    """
    type = question_type(question.type, dispute.types)
    verdict = type.ask(dispute.table, question, progress)
    if verdict_only and type.strip_evidence is not None:
        verdict = type.strip_evidence(verdict)
    named = set(named_models(question).values())
    rest = [b.id for b in dispute.table.bodies if b.id not in named] if type.uses_all_models else []
    remarks = tuple(
        remark
        for b in dispute.table.bodies
        if b.id in named and (remark := dispute.placement_remark(b.id))
    )
    other_remarks = tuple(remark for id in rest if (remark := dispute.placement_remark(id)))
    return Answer(
        type,
        question,
        verdict,
        dispute.table,
        remarks,
        other_remarks,
        type.evidence if verdict_only else (),
    )


def list_rules(answers: Iterable[Answer]) -> list[str]:
    """Return each cited rule once, with its page and the program's wording."""
    named = {citation.id: citation for answer in answers for citation in answer.citations}
    return [f"  {citation}  {citation.text}" for citation in named.values()]


def to_json_value(value: Any) -> Any:
    """Return JSON data with arrays as lists, dataclasses as objects and rounded numbers."""
    if isinstance(value, np.ndarray | np.generic):
        return to_json_value(value.tolist())
    if isinstance(value, float):
        return round(value, PRINTED_DIGITS) + 0.0
    if isinstance(value, tuple | list):
        return [to_json_value(inner) for inner in value]
    if isinstance(value, dict):
        return {key: to_json_value(inner) for key, inner in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json_value(getattr(value, field.name)) for field in fields(value)}
    return value


# Expected answers of cases

UNORDERED_FIELDS = tuple(name for type in QUESTION_TYPES for name in type.unordered_fields)
"""Fields whose ids are compared in any order."""


def differences(
    expected: Any,
    answer: dict[str, Any],
    tolerance: float,
    unordered: Collection[str] = UNORDERED_FIELDS,
    left_out: Collection[str] = (),
) -> list[str]:
    """Return how an answer differs from the expected one, a line each.

    Only the fields in `expected` are compared; a string alone is the verdict. Numbers may differ by
    `tolerance`. The ids in the fields `unordered` may have any order. Fields in `left_out` are
    skipped.

    >>> differences({"distance": 3.0}, {"distance": 3.00001}, tolerance=0.001)
    []
    """
    if expected is None:
        return []
    lines = []
    for key, expected_value in (
        expected if isinstance(expected, dict) else {"verdict": expected}
    ).items():
        if key in left_out:
            continue
        if key not in answer:
            lines.append(f"{key}: expected {expected_value!r}, but this answer has no {key}")
            continue
        got = answer[key]
        if not (
            _sort_ids(expected_value) == _sort_ids(got)
            if key in unordered
            else is_same_json(expected_value, got, tolerance)
        ):
            lines.append(f"{key}: expected {expected_value!r}, found {got!r}")
    return lines


def _sort_ids(ids: Any) -> Any:
    return sorted(map(str, ids)) if isinstance(ids, list) else ids


def is_same_json(expected: Any, got: Any, tolerance: float) -> bool:
    """Return whether two JSON values are equal, with numbers within the tolerance."""
    if isinstance(expected, bool) or isinstance(got, bool) or expected is None or got is None:
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return abs(expected - got) <= tolerance
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(
            is_same_json(w, g, tolerance) for w, g in zip(expected, got, strict=True)
        )
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(
            is_same_json(w, got[k], tolerance) for k, w in expected.items()
        )
    return bool(expected == got)
