"""Answers questions about an edited table as `wc3d judge` does, in the background or directly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wc3d.judging.dispute import Dispute
from wc3d.judging.doubt import Doubt
from wc3d.judging.question_fields import JudgeQuestion
from wc3d.judging.question_file import read_question_file
from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import question_type
from wc3d.judging.solve import answer
from wc3d.printing.side_cut import draw_side_cut
from wc3d.registry import load_judge_book
from wc3d.table.table import Table
from wc3d.ui.judge.verdict_view import VerdictView


def make_dispute(table: Table, question: Mapping[str, Any]) -> Dispute:
    """Return a dispute with one question. Raises FileError for an invalid question."""
    plain = {key: value for key, value in question.items() if not key.startswith("_")}
    book = load_judge_book(table.policy.game)
    models = [book.model.entry_of_body(body) for body in table.bodies]
    data = {**rules_fields(table), "map": {}, "models": models, "questions": [plain]}
    file = read_question_file(data, "the window", book.types, book.model)
    return Dispute("the window", file, table, Path(), data, book.types)


def rules_fields(table: Table) -> dict[str, str]:
    """Return the game and the edition as in a question file, without the default ones."""
    policy = table.policy
    return {key: name for key, name in (("game", policy.game), ("edition", policy.edition)) if name}


def solve_question(table: Table, question: Mapping[str, Any], progress: Any = None) -> VerdictView:
    """Return the answer of `wc3d judge` with its evidence and its side cut.

    `_cut` is the cut's width and height in points and its pixels per point. With `_haste`, a slow
    question gets only its verdict, which can follow a dragged model.
    """
    dispute, read, type = _read_question(table, question)
    if question.get("_haste") and type.quick_evidence is not None:
        evidence = type.quick_evidence(table, read)
        return VerdictView(evidence, (evidence.headline,), is_full=False)
    judged = answer(dispute, read, progress)
    evidence = judged.evidence_view()
    cut = question.get("_cut")
    return VerdictView(
        evidence,
        tuple(judged.lines()),
        judged.to_json(),
        draw_side_cut(table, evidence, *cut) if cut else None,
    )


def _read_question(
    table: Table, question: Mapping[str, Any]
) -> tuple[Dispute, JudgeQuestion, QuestionType]:
    """Return the dispute, the parsed question and its type."""
    dispute = make_dispute(table, question)
    (read,) = dispute.file.all_questions
    return dispute, read, question_type(read.type, dispute.types)


def solve_doubt(table: Table, question: Mapping[str, Any], progress: Any = None) -> Doubt:
    """Return whether the answer holds under a doubt of `_inches`."""
    _, read, type = _read_question(table, question)
    return type.doubt(table, read, float(question["_inches"]), progress)
