"""Which models are nearest: with distances, with ties, in doubt, and wherever else a question is asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import Wc3d, model, questions
from wc3d.cli.judge.command import answer_dispute
from wc3d.cli.window.screens import open_judge_screen
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.dispute import MapCache, open_dispute
from wc3d.judging.nearest import NEAREST
from wc3d.ui.judge.solve import solve_doubt, solve_question

Put = Callable[..., Path]
SMALL = 30 / 50.8
"""A small base's radius in inches."""


def asked(*at: tuple[float, ...], **more: Any) -> dict[str, Any]:
    """A question about the model `m` at (10, 10) and small models a, b, c ... at these places."""
    models = [
        model("m", "small", 10, 2, 0),
        *(model(id, "small", *place) for id, place in zip("abcdef", at, strict=False)),
    ]
    return questions({"type": "nearest", "from": "m", **more}, models=models)


@pytest.mark.rule("NM-ATK-04")
@pytest.mark.parametrize(
    ("at", "more", "models", "tied"),
    [
        ([(16, 2, 0), (10, 5, 0), (4, 2, 0)], {}, ["b", "a", "c"], False),
        ([(16, 2, 0), (4, 2, 0), (10, 9, 0)], {}, ["a", "b", "c"], True),
        ([(16, 2, 0), (10, 5, 0), (4, 2, 0)], {"among": ["c", "a"]}, ["a", "c"], True),
        ([(12, 2, 9), (10, 5, 0)], {}, ["b", "a"], False),
        ([(10, 2, 3), (10, 2, 1)], {"among": ["a"]}, ["a"], False),
        ([], {}, [], False),
    ],
    ids=["nearest first", "a tie", "only those named", "heights count", "straight above", "nobody"],
)
def test_the_nearest_come_first(
    wc3d: Wc3d,
    put: Put,
    at: list[tuple[float, ...]],
    more: dict[str, Any],
    models: list[str],
    tied: bool,
) -> None:
    path = put(asked(*at, **more))
    said = wc3d("judge", path, "--json")
    (answer,) = said.answers
    assert (said.code, set(answer) - {"notes"}) == (0, {"type", "rules", *NEAREST.answer})
    assert (answer["models"], answer["tied"]) == (models, tied)
    assert answer["distances"] == sorted(answer["distances"]) and answer["rules"] == ["NM-ATK-04"]


def test_the_distance_is_from_base_to_base(wc3d: Wc3d, put: Put) -> None:
    (answer,) = wc3d("judge", put(asked((16, 2, 0), (10, 2, 3))), "--json").answers
    assert answer["distances"] == pytest.approx([3, 6 - 2 * SMALL])


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (
            [(10, 6, 0), (10, 2, 3)],
            'a is nearest to m: 2.82" from base to base (p. 32, NM-ATK-04)\n  then b: 3"\n',
        ),
        ([(16, 2, 0), (4, 2, 0), (10, 9, 0)], 'a, b are nearest to m: 4.82" from base to base'),
        ([], "no model is near m: there is no other model"),
    ],
    ids=["one", "a tie", "nobody"],
)
def test_it_is_told(wc3d: Wc3d, put: Put, at: list[tuple[float, ...]], words: str) -> None:
    said = wc3d("judge", put(asked(*at)))
    assert (said.code, said.err) == (0, "") and said.out.startswith(words)


@pytest.mark.parametrize("among", [["m"], ["a", "a"], ["z"], "a"])
def test_who_is_not_another_model_is_refused(wc3d: Wc3d, put: Put, among: Any) -> None:
    path = put(asked((16, 2, 0), among=among))
    assert "questions[0]" in wc3d("judge", path).one_line()
    assert wc3d("check", path).code == 1


def test_the_schema_has_it(wc3d: Wc3d) -> None:
    schema = json.loads(wc3d("schema", "questions").out)
    jsonschema.validate(asked((16, 2, 0), among=["a"]), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(asked((16, 2, 0), among=[1]), schema)


def test_it_is_drawn_and_reported(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    path = put(asked((16, 2, 0), (10, 5, 0)))
    (answer,) = answer_dispute(open_dispute(path, MapCache(SPACE)))
    shown = answer.evidence_view()
    assert shown.headline == "nearest to m: b" and [stroke.is_bold for stroke in shown.strokes] == [
        True,
        False,
    ]
    said = wc3d("judge", path, "--picture", tmp_path / "out.png", "--report", tmp_path / "out.html")
    assert (said.code, said.err) == (0, "") and (tmp_path / "out.png").exists()
    assert "nearest to m: b" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_the_window_asks_it(put: Put) -> None:
    case = open_judge_screen(put(asked((16, 2, 0), (10, 5, 0)))).case
    assert case.form_fields == NEAREST.form and not case.missing_text
    assert solve_question(case.table_as_read, case.question).json_answer["models"] == ["b", "a"]
    case.set_field("among", ["a", "b"])
    case.rename_model("b", "bo")
    assert case.question["among"] == ["a", "bo"]
    case.remove_model("bo")
    assert case.question["among"] == ["a"] and solve_question(
        case.table_as_read, case.question
    ).json_answer["models"] == ["a"]
    case.remove_model("m")
    assert case.missing_text


@pytest.mark.parametrize(
    ("second", "stands"), [((10, 5, 0), False), ((10, 6, 0), True), ((10, 5.24, 0), None)]
)
def test_it_is_doubted(put: Put, second: tuple[float, ...], stands: bool | None) -> None:
    case = open_judge_screen(put(asked((13.01, 2, 0), second))).case
    doubt = solve_doubt(case.table_as_read, {**case.question, "_inches": 1 / 16})
    assert doubt.stands is stands and doubt.words and doubt.why
