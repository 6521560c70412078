"""The data of the judge's screen: verdicts, reports and the services that compute them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wc3d.judging.doubt import Doubt
from wc3d.judging.question_types import EMPTY_JUDGE_BOOK, JudgeBook
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.printing.canvas import Bitmap
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.workers.table_worker import Solver


@dataclass(frozen=True, eq=False)
class VerdictView:
    """The answer to a question in words, JSON and evidence. A quick answer is not `is_full`."""

    evidence_view: EvidenceView
    lines: tuple[str, ...]
    json_answer: Mapping[str, Any] = field(default_factory=dict)
    cut: Bitmap | None = None
    is_full: bool = True


@dataclass(frozen=True)
class SideQuestion:
    """An additional question: the answer on `table_as_read`, and whether it holds under doubt.

    `override_lines` describe its differences from `own_table`. `doubt_in` is 0 without doubt.
    """

    own_table: Table
    table_as_read: Table
    override_lines: tuple[str, ...] = ()
    doubt_in: float = 0.0


@dataclass(frozen=True)
class ReportContents:
    """The contents of a file. `is_built` is True if the board differs from its file.

    `side_questions` are for pages, one per question; a question file has only the standard rules.
    """

    table: Table
    models: Sequence[Body]
    questions: Sequence[Mapping[str, Any]]
    name: str = ""
    is_built: bool = False
    side_questions: Sequence[SideQuestion] = ()


@dataclass(frozen=True)
class JudgeServices:
    """The functions that answer questions and write files, all but `save_questions` in a process.

    `solve_question` returns a VerdictView (`_haste`, `_cut`), `solve_doubt` a Doubt (`_inches`).
    `save_questions` writes a question file and `write_report` a browser page. Both return the
    path. `judge_book` holds the game's additions.
    """

    solve_question: Solver
    solve_doubt: Solver
    save_questions: Callable[[ReportContents, str], Path]
    write_report: Solver | None = None
    judge_book: JudgeBook = EMPTY_JUDGE_BOOK


INCH_FRACTIONS = {1 / 32: '1/32"', 1 / 16: '1/16"', 1 / 8: '1/8"', 1 / 4: '1/4"'}
"""The labels of common fractions of an inch."""


def format_fraction(inches: float) -> str:
    """Return a length in inches as text: 1/16", or 0.1"."""
    return INCH_FRACTIONS.get(inches, f'{inches:.4g}"')


def can_verdict_change(doubt: Doubt) -> bool:
    """Return whether the verdict can change within the doubt."""
    return doubt.stands is False and not doubt.measured


def describe_doubt(doubt: Doubt) -> str:
    """Return a short label for the effect of the doubt on the verdict."""
    return (
        f"TOO CLOSE TO CALL (±{format_fraction(doubt.inches)})"
        if can_verdict_change(doubt)
        else doubt.short_text.upper()
    )


def describe_shift(body: Body, table: Table) -> str:
    """Return a model's shift from its position: "a: x +0.010, y -0.020, z +0.000"."""
    stands = table.body(body.id).at if body.id in {b.id for b in table.bodies} else body.at
    offsets = [new_value - old_value for new_value, old_value in zip(body.at, stands, strict=True)]
    return f"{body.id}: " + ", ".join(
        f"{way} {value:+.3f}" for way, value in zip("xyz", offsets, strict=True)
    )
