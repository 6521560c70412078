"""Questions about a table that is changed by hand, answered as `wc3d judge` answers them: in a process beside it, or at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wc3d.judge.dispute import Dispute
from wc3d.judge.doubt import Doubt
from wc3d.judge.question_fields import JudgeQuestion
from wc3d.judge.question_file import read_question_file
from wc3d.judge.question_type import QuestionType
from wc3d.judge.question_types import question_type
from wc3d.judge.solve import answer
from wc3d.printing.cross_section import draw_side_cut
from wc3d.registry import load_judge_book
from wc3d.table.table import Table
from wc3d.ui.judge.verdict_view import VerdictView


def make_dispute(table: Table, question: Mapping[str, Any]) -> Dispute:
    """A dispute about one question on a table. Raises FileError for a question that is none."""
    plain = {key: value for key, value in question.items() if not key.startswith("_")}
    book = load_judge_book(table.policy.game)
    models = [book.model.entry_of_body(body) for body in table.bodies]
    data = {**rules_fields(table), "map": {}, "models": models, "questions": [plain]}
    file = read_question_file(data, "the window", book.types, book.model)
    return Dispute("the window", file, table, Path(), data, book.types)


def rules_fields(table: Table) -> dict[str, str]:
    """The game, and the edition, whose rules answer, as a question file names them: nothing where it is the usual one."""
    policy = table.policy
    return {key: name for key, name in (("game", policy.game), ("edition", policy.edition)) if name}


def solve_question(table: Table, question: Mapping[str, Any], progress: Any = None) -> VerdictView:
    """The answer that `wc3d judge` gives, with its exhibit and side cut (`_cut`: points wide and high, pixels a point).

    With `_haste` a question that takes long gets its verdict alone, so that it can follow a model that is being dragged.
    """
    dispute, read, type = _read_question(table, question)
    if question.get("_haste") and type.quick_evidence is not None:
        exhibit = type.quick_evidence(table, read)
        return VerdictView(exhibit, (exhibit.headline,), is_full=False)
    judged = answer(dispute, read, progress)
    exhibit, cut = judged.evidence_view(), question.get("_cut")
    return VerdictView(
        exhibit,
        tuple(judged.lines()),
        judged.contract(),
        draw_side_cut(table, exhibit, *cut) if cut else None,
    )


def _read_question(
    table: Table, question: Mapping[str, Any]
) -> tuple[Dispute, JudgeQuestion, QuestionType]:
    """A question on a table as it is read, and its type."""
    dispute = make_dispute(table, question)
    (read,) = dispute.file.all_questions
    return dispute, read, question_type(read.type, dispute.types)


def solve_doubt(table: Table, question: Mapping[str, Any], progress: Any = None) -> Doubt:
    """Does the answer stand a doubt of `_inches`?"""
    _, read, type = _read_question(table, question)
    return type.doubt(table, read, float(question["_inches"]), progress)
