"""The page of the judge's screen: its questions by the rules, and what was asked besides: readings of the rules, and doubts."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import check_output
from wc3d._internal.progress import Progress
from wc3d.cli.output.html_report import write_report
from wc3d.cli.window.save_questions import as_file
from wc3d.judge.question_case import read_dispute
from wc3d.judge.solve import answer
from wc3d.registry import map_shelf
from wc3d.table.table import Table
from wc3d.ui.judge.solve import doubt_answer, judge_question
from wc3d.ui.judge.verdict_view import (
    Besides,
    Judgement,
    Papers,
    doubt_words,
    falls,
    fraction,
    moved_words,
)
from wc3d.web.page import Aside, VerdictRow


def write_page(table: Table, question: Mapping[str, Any], progress: Progress | None = None, map_file: Path | None = None) -> Path:
    """Write the page of a question's `papers` to `out`. All is answered for it anew. Raises InputError."""
    path = check_output(question["out"], ".html", ".htm")
    papers: Papers = question["papers"]
    dispute = read_dispute(as_file(papers, path.parent, map_file), str(path), path.parent, map_shelf())
    answers, asides = [], []
    questions = zip(dispute.file.all_questions, papers.questions, papers.besides, strict=True)
    for number, (read, data, extras) in enumerate(questions):
        part = _part(progress, number, len(papers.questions))
        answers.append(answer(dispute, read, part))
        asides.append(_asides(papers, data, extras, part))
    write_report(dispute, answers, path, asides)
    return path


def _part(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Progress of one of many questions, told in thousandths of all."""
    if progress is None:
        return None

    def in_all(step: int, total: int) -> bool:
        return progress((1000 * number + 1000 * step // max(total, 1)) // count, 1000)

    return in_all


def _asides(papers: Papers, question: Mapping[str, Any], extras: Besides, progress: Progress | None) -> list[Aside]:
    """What the page tells after the answer by the rules."""
    asides = [_read_otherwise(papers, question, extras, progress)] if extras.readings else []
    return asides + ([_in_doubt(question, extras, progress)] if extras.inches > 0 else [])


def _read_otherwise(papers: Papers, question: Mapping[str, Any], extras: Besides, progress: Progress | None) -> Aside:
    read, own = judge_question(extras.read, question, progress), judge_question(extras.own, question, progress)
    rules = extras.read.policy != extras.own.policy
    parts = ["by the rules as written"] * rules + ["with the original board"] * papers.built
    unchanged = ["the terrain as treated here"] * papers.built + ["the numbers of the rules"] * rules
    words = f"{', '.join(parts) or 'without these readings'}: {_same(read, own)}"
    without = VerdictRow(own.exhibit.good, own.exhibit.verdict, words)
    return Aside(
        "With other readings", extras.readings, (VerdictRow(read.exhibit.good, read.exhibit.verdict, read.lines[0]), without),
        (f"The answer above and the questions on this page use {' and '.join(unchanged) or 'only the rules'}.",),
    )  # fmt: skip


def _same(read: Judgement, own: Judgement) -> str:
    return "no difference" if read.lines == own.lines else own.lines[0]


def _in_doubt(question: Mapping[str, Any], extras: Besides, progress: Progress | None) -> Aside:
    doubt = doubt_answer(extras.read, {**question, "_inches": extras.inches}, progress)
    title = f"With a placement error of up to {fraction(extras.inches)}"
    title += " and other readings" if extras.readings else ""
    row = VerdictRow(None if doubt.measured or falls(doubt) else doubt.stands, doubt_words(doubt), doubt.words, falls(doubt))
    return Aside(title, (), (row,), (doubt.why, *(moved_words(body, extras.own) for body in doubt.places)))
