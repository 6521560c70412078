"""A verdict as the judge's screen shows it: in words, in numbers, and with everything that a picture of it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wc3d.judge.doubt import Doubt
from wc3d.judge.question_types import EMPTY_JUDGE_BOOK, JudgeBook
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.printing.canvas import Bitmap
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.workers.table_worker import Solver


@dataclass(frozen=True, eq=False)
class VerdictView:
    """The answer to one question: `lines` in words, `contract` as `wc3d judge --json` prints it; `full`: not only in haste."""

    evidence_view: EvidenceView
    lines: tuple[str, ...]
    json_answer: Mapping[str, Any] = field(default_factory=dict)
    cut: Bitmap | None = None
    is_full: bool = True


@dataclass(frozen=True)
class SideQuestion:
    """What is asked at the table besides a question: its answer on the table as it is `read`, and whether that stands a doubt.

    `readings` says in words how `read` is not `own`, the board and the rules as they are; `inches`: 0 if nothing is in doubt.
    """

    own_table: Table
    table_as_read: Table
    override_lines: tuple[str, ...] = ()
    doubt_in: float = 0.0


@dataclass(frozen=True)
class ReportContents:
    """What is written to a file: a table, the models on it, the questions, a name; `built`: the board is not its file's.

    `besides` are for a page, one for each question: a question file has only what the rules say.
    """

    table: Table
    models: Sequence[Body]
    questions: Sequence[Mapping[str, Any]]
    name: str = ""
    is_built: bool = False
    side_questions: Sequence[SideQuestion] = ()


@dataclass(frozen=True)
class JudgeServices:
    """Who answers and who writes. All but `save` work in a process of their own, so they are functions of a module.

    `judge` gives a Judgement (`_haste`, `_cut`: in haste, with a side cut), `doubt` a `wc3d.judge.doubt.Doubt` for `_inches`.
    `save` writes a question file, `report` a page for a browser, of the question's `papers` to `out`; they give the path written.
    `book` is what the game's book adds.
    """

    solve_question: Solver
    solve_doubt: Solver
    save_questions: Callable[[ReportContents, str], Path]
    write_report: Solver | None = None
    judge_book: JudgeBook = EMPTY_JUDGE_BOOK


INCH_FRACTIONS = {1 / 32: '1/32"', 1 / 16: '1/16"', 1 / 8: '1/8"', 1 / 4: '1/4"'}
"""How lengths are called that people measure by."""


def format_fraction(inches: float) -> str:
    """How much is in doubt: 1/16", or 0.1"."""
    return INCH_FRACTIONS.get(inches, f'{inches:.4g}"')


def can_verdict_change(doubt: Doubt) -> bool:
    """Is there another verdict within the doubt?"""
    return doubt.stands is False and not doubt.measured


def describe_doubt(doubt: Doubt) -> str:
    """What a doubt does to the verdict, as a sign says it."""
    return (
        f"TOO CLOSE TO CALL (±{format_fraction(doubt.inches)})"
        if can_verdict_change(doubt)
        else doubt.short_text.upper()
    )


def describe_shift(body: Body, table: Table) -> str:
    """How far a model of a doubt is from where it stands: "a: x +0.010, y -0.020, z +0.000"."""
    stands = table.body(body.id).at if body.id in {b.id for b in table.bodies} else body.at
    offsets = [new_value - old_value for new_value, old_value in zip(body.at, stands, strict=True)]
    return f"{body.id}: " + ", ".join(
        f"{way} {value:+.3f}" for way, value in zip("xyz", offsets, strict=True)
    )
