"""The judge's screen asks the questions of this game too, and saves them with the game's name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.judge_questions.test_judge import CASES, disputed
from wc3d.cli.output.html_report import render_report
from wc3d.cli.window.save_questions import save_questions
from wc3d.cli.window.screens import read_judge_input
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.judge_questions.judge_book import JUDGE_BOOK, OWN_QUESTION_TYPES
from wc3d.judging.dispute import open_dispute
from wc3d.judging.solve import answer, differences
from wc3d.registry import map_cache
from wc3d.ui.judge.question_form import DisputeDraft
from wc3d.ui.judge.solve import solve_doubt, solve_question
from wc3d.ui.judge.verdict_view import ReportContents

ONE_OF_EACH = list({case["question"]["type"]: case for case in CASES}.values())


@pytest.mark.parametrize(
    "case", ONE_OF_EACH, ids=[case["question"]["type"] for case in ONE_OF_EACH]
)
def test_the_screen_answers_as_the_command_does(case: dict[str, Any], tmp_path: Path) -> None:
    table = disputed(case).table
    judged = solve_question(table, case["question"])
    assert (
        judged.json_answer is not None
        and differences(case["expected"], dict(judged.json_answer), case["tolerance"], ()) == []
    )
    assert solve_doubt(table, case["question"] | {"_inches": 0.001}).words
    papers = ReportContents(table, table.bodies, (case["question"],), case["name"], True)
    saved = save_questions(papers, str(tmp_path / "kept.json"))
    again = open_dispute(saved, map_cache())
    assert again.table.bodies == table.bodies and again.table.policy == table.policy
    assert json.loads(saved.read_text(encoding="utf-8"))["game"] == "warmachine"
    (asked,) = again.file.all_questions
    assert answer(again, asked).to_json() == judged.json_answer
    assert read_judge_input(None, saved).table.policy.game == "warmachine"


def test_every_type_can_be_begun_on_the_screen() -> None:
    table = disputed(CASES[0]).table
    for type in OWN_QUESTION_TYPES:
        case = DisputeDraft(table, book=JUDGE_BOOK)
        case.add_question(type.name)
        assert case.question_type is type and len(case.form_fields) == len(type.form)


def test_a_report_tells_the_rulings_of_this_game() -> None:
    dispute = disputed(next(case for case in CASES if case["name"] == "sight 1"))
    page = render_report(dispute, [answer(dispute, dispute.file.all_questions[0])])
    assert "WM-LOS-01" in page and "WM-RUL-104" in page


def begun(type: str) -> DisputeDraft:
    case = DisputeDraft(disputed(CASES[0]).table, book=JUDGE_BOOK)
    case.change_question_type(type)
    return case


def filled(case: DisputeDraft, key: str, typed: str) -> None:
    """Type something into a field."""
    field = next(field for field in case.form_fields if field.key == key)
    assert field.text_format is not None
    case.set_field(key, field.text_format.read_value(typed))
    assert field.text_format.read_value(
        field.text_format.format_value(case.question.get(key))
    ) == case.question.get(key), "it is told as it is typed"


@pytest.mark.parametrize("type", ["sight", "protection"])
def test_clouds_are_typed_on_the_form(type: str) -> None:
    case = begun(type)
    filled(case, "clouds", "20,24 3  12,10.5 4")
    assert [(c["center"], c["diameter"]) for c in case.question["clouds"]] == [
        ([20, 24], 3),
        ([12, 10.5], 4),
    ]
    assert solve_question(case.table, case.question).json_answer
    filled(case, "clouds", "")
    assert "clouds" not in case.question


def test_a_charge_has_a_direction_or_is_asked_for_all_of_them() -> None:
    case = begun("charge")
    all_of_them = solve_question(case.table, case.question).json_answer
    filled(case, "direction", "83.5")
    one = solve_question(case.table, case.question).json_answer
    assert (
        all_of_them is not None
        and one is not None
        and "directions" in all_of_them
        and "stop_length" in one
    )
    filled(case, "direction", " ")
    assert "direction" not in case.question


def test_an_area_lies_on_a_target_or_at_a_point() -> None:
    case = begun("area")
    assert case.question["target"] in case.model_ids and not case.missing_text
    about = solve_question(case.table, case.question).json_answer
    case.set_field("center", [20.0, 24.0])
    assert "target" not in case.question and not case.missing_text
    assert solve_question(case.table, case.question).json_answer is not None and about is not None
    case.set_field("target", case.model_ids[0])
    assert (
        "center" not in case.question
        and solve_question(case.table, case.question).json_answer == about
    )


def test_a_grid_its_marked_boxes_and_a_formation_are_chosen_on_the_form() -> None:
    case = begun("damage_grid")
    filled(case, "rows", "xxxxxx xxxxxx xx..xx ...... HHCAAM HCCMMM")
    filled(case, "marked", "1,4 1,5")
    for field in case.form_fields:
        if field.key in ("column", "points"):
            case.set_field(field.key, field.round_if_count(1.0))  # a box for numbers gives floats
    judged = solve_question(case.table, case.question).json_answer
    assert judged is not None and [list(box) for box in judged["boxes"]] == [[1, 6]]
    case = begun("formation")
    assert case.question["formation"] == "open"
    case.set_field("models", case.model_ids)
    case.set_field("formation", "skirmish")
    assert solve_question(case.table, case.question).json_answer is not None


@pytest.mark.parametrize(
    ("type", "key", "typed", "words"),
    [
        ("sight", "clouds", "20,24", "expected x,y and a diameter in inches"),
        ("sight", "clouds", "20,24 -1", "expected a diameter above 0"),
        ("sight", "clouds", "20;24 3", "expected x,y, found '20;24'"),
        ("charge", "direction", "north", "expected degrees"),
        ("charge", "direction", "nan", "expected degrees"),
        ("damage_grid", "rows", "xx..xx", "expected 6 rows of 6 characters"),
        ("damage_grid", "marked", "1,7", "from 1 to 6"),
        ("damage_grid", "marked", "1", "expected column,row"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_line(type: str, key: str, typed: str, words: str) -> None:
    field = next(field for field in begun(type).form_fields if field.key == key)
    assert field.text_format is not None
    with pytest.raises(InputError, match=words) as error:
        field.text_format.read_value(typed)
    assert "\n" not in str(error.value)
