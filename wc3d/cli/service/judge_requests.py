"""Answers to requests of the judge's web service. They run in other processes."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from wc3d._internal.memo import Size, memo_per_process
from wc3d.cli.judge.command import answers_to_json_line
from wc3d.cli.output.read_jsonl import parse_line
from wc3d.errors import InputError
from wc3d.judging.dispute import Dispute, MapCache
from wc3d.judging.solve import answer
from wc3d.library import QUESTION_SOURCE, FileNotAllowedError, answer_all, read_question
from wc3d.registry import map_cache
from wc3d.server.http.judge_service_page import EXAMPLE

MAX_ANSWERS = 1_000
"""The maximum number of questions in a request."""


@memo_per_process(Size.FEW)
def _maps() -> MapCache:
    return map_cache()


def prepare() -> None:
    """Load what most questions need."""
    answer_request(json.dumps(EXAMPLE).encode(), verdict_only=True)


def read_request(body: bytes) -> Dispute:
    """Return the questions of a request, which opens included files only. Raises InputError."""
    data = parse_line(body, QUESTION_SOURCE)
    if not isinstance(data, dict):
        raise InputError(f"{QUESTION_SOURCE}: expected a JSON object")
    try:
        dispute = read_question(data, QUESTION_SOURCE, _maps())
    except FileNotAllowedError as error:
        raise InputError(f"{error}; a request may name included boards and meshes only") from None
    if len(dispute.file.all_questions) > MAX_ANSWERS:
        raise InputError(f"{QUESTION_SOURCE}: expected at most {MAX_ANSWERS} questions")
    return dispute


def answer_request(body: bytes, verdict_only: bool) -> bytes:
    """Return the answers as `wc3d judge --json` prints them. Raises InputError."""
    dispute = read_request(body)
    return answers_to_json_line(dispute, answer_all(dispute, verdict_only)).encode()


def draw_request(body: bytes, number: int) -> bytes:
    """Return the picture of an answer as a PNG. Raises InputError."""
    from wc3d.panda.answer_picture import draw_answer_pages

    dispute = read_request(body)
    questions = dispute.file.all_questions
    if number > len(questions):
        raise InputError(f"number: the file has {len(questions)} questions, found {number}")
    view = answer(dispute, questions[number - 1]).evidence_view()
    with tempfile.TemporaryDirectory(prefix="wc3d-picture-") as folder:
        [path] = draw_answer_pages(dispute.table, [view], Path(folder) / "answer.png")
        return path.read_bytes()


def report_request(body: bytes) -> bytes:
    """Return the report page. Raises InputError."""
    from wc3d.cli.output.html_report import render_report

    dispute = read_request(body)
    return render_report(dispute, answer_all(dispute)).encode(errors="backslashreplace")
