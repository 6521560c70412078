"""Save the report page of the judge's screen: questions, alternative rule readings and doubts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import check_output_path
from wc3d._internal.progress import Progress
from wc3d.cli.output.html_report import write_report
from wc3d.cli.window.save_questions import question_file_data
from wc3d.judging.dispute import read_dispute
from wc3d.judging.solve import answer
from wc3d.registry import map_cache
from wc3d.table.table import Table
from wc3d.ui.judge.solve import solve_doubt, solve_question
from wc3d.ui.judge.verdict_view import (
    ReportContents,
    SideQuestion,
    VerdictView,
    can_verdict_change,
    describe_doubt,
    describe_shift,
    format_fraction,
)
from wc3d.web.report_page import SideAnswer, VerdictRow


def write_judge_report(
    table: Table,
    question: Mapping[str, Any],
    progress: Progress | None = None,
    map_file: Path | None = None,
) -> Path:
    """Answer a question's `papers` again and write the page to `out`. Raises InputError."""
    path = check_output_path(question["out"], ".html", ".htm")
    papers: ReportContents = question["papers"]
    dispute = read_dispute(
        question_file_data(papers, path.parent, map_file), str(path), path.parent, map_cache()
    )
    answers = []
    asides = []
    questions = zip(
        dispute.file.all_questions, papers.questions, papers.side_questions, strict=True
    )
    for number, (read, data, extras) in enumerate(questions):
        part = _part_progress(progress, number, len(papers.questions))
        answers.append(answer(dispute, read, part))
        asides.append(_make_asides(papers, data, extras, part))
    write_report(dispute, answers, path, asides)
    return path


def _part_progress(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Return the progress of one of `count` questions, in thousandths of all."""
    if progress is None:
        return None

    def in_all(step: int, total: int) -> bool:
        return progress((1000 * number + 1000 * step // max(total, 1)) // count, 1000)

    return in_all


def _make_asides(
    papers: ReportContents,
    question: Mapping[str, Any],
    extras: SideQuestion,
    progress: Progress | None,
) -> list[SideAnswer]:
    """Return the additional answers that the page shows after the answer by the rules."""
    asides = (
        [_make_readings_aside(papers, question, extras, progress)] if extras.override_lines else []
    )
    return asides + ([_make_doubt_aside(question, extras, progress)] if extras.doubt_in > 0 else [])


def _make_readings_aside(
    papers: ReportContents,
    question: Mapping[str, Any],
    extras: SideQuestion,
    progress: Progress | None,
) -> SideAnswer:
    read = solve_question(extras.table_as_read, question, progress)
    own = solve_question(extras.own_table, question, progress)
    rules = extras.table_as_read.policy != extras.own_table.policy
    parts = ["by the rules as written"] * rules + ["with the original board"] * papers.is_built
    unchanged = ["the changed board"] * papers.is_built + ["the numbers of the rules"] * rules
    words = f"{', '.join(parts) or 'without these readings'}: {_compare_verdicts(read, own)}"
    without = VerdictRow(own.evidence_view.is_good, own.evidence_view.verdict, words)
    return SideAnswer(
        "With other readings",
        extras.override_lines,
        (
            VerdictRow(read.evidence_view.is_good, read.evidence_view.verdict, read.lines[0]),
            without,
        ),
        (
            f"The answer above and the questions on this page use {' and '.join(unchanged) or 'only the rules'}.",
        ),
    )


def _compare_verdicts(read: VerdictView, own: VerdictView) -> str:
    return "no difference" if read.lines == own.lines else own.lines[0]


def _make_doubt_aside(
    question: Mapping[str, Any], extras: SideQuestion, progress: Progress | None
) -> SideAnswer:
    doubt = solve_doubt(extras.table_as_read, {**question, "_inches": extras.doubt_in}, progress)
    title = f"With a placement error of up to {format_fraction(extras.doubt_in)}"
    title += " and other readings" if extras.override_lines else ""
    row = VerdictRow(
        None if doubt.measured or can_verdict_change(doubt) else doubt.stands,
        describe_doubt(doubt),
        doubt.words,
        can_verdict_change(doubt),
    )
    return SideAnswer(
        title,
        (),
        (row,),
        (doubt.why, *(describe_shift(body, extras.own_table) for body in doubt.places)),
    )
