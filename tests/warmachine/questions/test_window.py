"""The judge's screen asks the questions of this game too, and saves them with the game's name."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.warmachine.questions.test_judge import CASES, disputed
from wc3d.app.output.report import report
from wc3d.app.window.doors import read_file
from wc3d.app.window.papers import doubt_answer, judge_question, save_questions
from wc3d.games import map_shelf
from wc3d.judge.answers import answer, differences
from wc3d.judge.question_case import open_dispute
from wc3d.view.board.judge.case import JudgeCase
from wc3d.view.board.judge.judgement import Papers
from wc3d.warmachine.questions.judge_book import JUDGE_BOOK, OWN

ONE_OF_EACH = list({case["question"]["type"]: case for case in CASES}.values())


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=[case["question"]["type"] for case in ONE_OF_EACH])
def test_the_screen_answers_as_the_command_does(case: dict[str, Any], tmp_path: Path) -> None:
    table = disputed(case).table
    judged = judge_question(table, case["question"])
    assert judged.contract is not None and differences(case["expected"], dict(judged.contract), case["tolerance"], ()) == []
    assert doubt_answer(table, case["question"] | {"_inches": 0.001}).words
    papers = Papers(table, table.bodies, (case["question"],), case["name"], True)
    saved = save_questions(papers, str(tmp_path / "kept.json"))
    again = open_dispute(saved, map_shelf())
    assert again.table.bodies == table.bodies and again.table.policy == table.policy
    assert json.loads(saved.read_text(encoding="utf-8"))["game"] == "warmachine"
    (asked,) = again.file.all_questions
    assert answer(again, asked).contract() == judged.contract
    assert read_file(None, saved).table.policy.game == "warmachine"


def test_every_type_can_be_begun_on_the_screen() -> None:
    table = disputed(CASES[0]).table
    for type in OWN:
        case = JudgeCase(table, book=JUDGE_BOOK)
        case.add_question(type.name)
        assert case.type is type and len(case.form) == len(type.form)


def test_a_report_tells_the_rulings_of_this_game() -> None:
    dispute = disputed(next(case for case in CASES if case["name"] == "sight 1"))
    page = report(dispute, [answer(dispute, dispute.file.all_questions[0])])
    assert "WM-LOS-01" in page and "WM-RUL-104" in page
