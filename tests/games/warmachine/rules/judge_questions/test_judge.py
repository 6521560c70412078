"""The judge answers the questions of this game: every case, in words, as JSON, as a picture's content, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import Wc3d, put, wc3d
from wc3d.games.warmachine.rules.book.rulebook import BOOK
from wc3d.games.warmachine.rules.judge_questions.fields import FighterEntry
from wc3d.games.warmachine.rules.judge_questions.judge_book import JUDGE_BOOK, OWN_QUESTION_TYPES
from wc3d.judging.dispute import Dispute, read_dispute
from wc3d.judging.question_fields import model_keys
from wc3d.judging.question_file import question_schema
from wc3d.judging.question_type import QuestionType
from wc3d.judging.solve import Answer, answer, differences
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.registry import map_cache
from wc3d.table.features import Feature
from wc3d.table.maps.map_file import map_data

__all__ = ["put", "wc3d"]

Put = Callable[..., Path]

CASES = [
    json.loads(line)
    for line in Path(__file__)
    .parents[1]
    .joinpath("cases.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
SHELF = map_cache()


def disputed(case: dict[str, Any]) -> Dispute:
    return read_dispute(case, "here", Path(), SHELF)


def judged(case: dict[str, Any]) -> Answer:
    dispute = disputed(case)
    return answer(dispute, dispute.file.all_questions[0])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_case_is_answered_as_it_expects(case: dict[str, Any]) -> None:
    got = judged(case)
    contract = json.loads(json.dumps(got.to_json(), allow_nan=False))
    assert differences(case["expected"], contract, case["tolerance"], ()) == []
    assert contract["type"] == case["question"]["type"] and all(
        id in BOOK.entries for id in contract["rules"]
    )
    words = got.answer_lines()
    shown = got.evidence_view()
    assert (
        all(words)
        and "(WM-" in words[0]
        and isinstance(shown, EvidenceView)
        and shown.headline
        and shown.cut
    )
    doubt = got.type.doubt(got.table, got.question, 0.01, None)
    assert doubt.stands is not False or "near" in case["name"], (
        "the cases stand when every number is moved by 0.001"
    )


def test_directions_over_the_east_are_said_within_a_turn() -> None:
    placed = {"a": (1, [10, 20]), "b": (2, [18, 20])}
    models = [
        {"id": id, "base": "medium", "position": at, "owner": owner}
        for id, (owner, at) in placed.items()
    ]
    question = {"type": "charge", "model": "a", "target": "b", "length": 9}
    got = judged(
        {"game": "warmachine", "map": {"size": [48, 48]}, "models": models, "question": question}
    )
    ((first, last),) = got.to_json()["directions"]
    assert last > 360 > first
    said = f"{first:.2f}° to {last - 360:.2f}°"
    assert said in got.answer_lines()[0] and got.evidence_view().facts[0][0] == said


def test_every_type_of_the_contract_is_asked_by_a_case() -> None:
    assert {case["question"]["type"] for case in CASES} == {
        type.name for type in OWN_QUESTION_TYPES
    } and len(OWN_QUESTION_TYPES) == 19
    assert {"charge"} == {
        type.name for type in OWN_QUESTION_TYPES if type.choose_answer_fields is not None
    }, "and with two answers one"


@pytest.mark.parametrize("type", OWN_QUESTION_TYPES, ids=lambda type: type.name)
def test_what_a_type_says_of_itself_agrees(type: QuestionType) -> None:
    keys = [info.alias or name for name, info in type.fields.model_fields.items() if name != "type"]
    shown = [field.key for field in type.form]
    assert shown == [key for key in keys if key in shown], (
        "a form has fields of the file, in their order"
    )
    assert {f.key for f in type.form if f.value_type in ("model", "models")} | {"target"} >= set(
        model_keys(type.fields)
    )
    assert (
        set(type.terrain or ()) <= {field.name for field in fields(Feature)}
        and type.label
        and type.fields.__doc__
    )
    assert not type.unordered_fields, "every list is in order"


def board(*questions: dict[str, Any], **more: Any) -> dict[str, Any]:
    models = [
        {"id": "a", "base": "small", "position": [10, 10]},
        {
            "id": "b",
            "base": "large",
            "position": [20, 20],
            "facing": 450,
            "owner": 2,
            "reach": 2,
            "status": ["stationary"],
        },
    ]
    return {
        "game": "warmachine",
        "map": {"size": [48, 48]},
        "models": models,
        "questions": list(questions),
    } | more


def test_a_file_says_whose_rules_answer_and_what_its_models_are() -> None:
    table = disputed(board({"type": "engaged", "model": "a"})).table
    assert table.body("a") == FighterEntry(id="a", base="small", position=(10, 10)).to_body(
        (10, 10, 0)
    )
    b = table.body("b")
    assert (b.facing, b.owner, b.reach, b.stationary) == (450, 2, 2, True)  # type: ignore[attr-defined]
    jsonschema.validate(
        board({"type": "engaged", "model": "a"}),
        question_schema(JUDGE_BOOK.types, JUDGE_BOOK.model),
    )


def test_the_schema_of_a_game_s_questions_is_printed(wc3d: Wc3d) -> None:
    schema = json.loads(wc3d("schema", "questions", "--game", "warmachine").out)
    reader = jsonschema.Draft202012Validator(schema)
    assert all(reader.is_valid(case) for case in CASES) and not reader.is_valid(
        CASES[0] | {"question": {"type": "cover"}}
    )
    assert "unknown game" in wc3d("schema", "questions", "--game", "chess").one_line()


def test_an_edition_decides_how_far_a_small_base_is_thrown() -> None:
    models = [
        {"id": "a", "base": "large", "position": [20, 20]},
        {"id": "t", "base": "small", "position": [20, 21.6]},
    ]
    thrown = {
        "type": "throw",
        "model": "t",
        "from": "a",
        "strength": 10,
        "direction": 90,
        "die": 1,
        "deviation": 1,
    }
    quick, prime = (
        judged(board(thrown, models=models, edition=edition))
        for edition in ("quick_start", "prime_reference")
    )
    assert quick.to_json()["aim"] == [20, 26.6] and prime.to_json()["aim"] == [20, 27.6]


def test_an_illegal_throw_has_no_other_answer() -> None:
    thrown = {
        "type": "throw",
        "model": "a",
        "from": "b",
        "strength": 10,
        "direction": 271,
        "die": 1,
        "deviation": 1,
    }
    got = judged(board(thrown))
    assert got.to_json() | {"rules": []} == {
        "type": "throw",
        "legal": False,
        "aim": None,
        "end": None,
        "moved": None,
        "contacts": [],
        "struck": [],
        "extra_die": False,
        "collateral": [],
        "edge": False,
        "rules": [],
    }
    assert got.evidence_view().verdict == "NOT LEGAL" and "cannot throw" in got.answer_lines()[0]


def test_both_games_in_one_file_of_lines(wc3d: Wc3d, tmp_path: Path) -> None:
    old = {
        "map": {"size": [30, 30]},
        "models": [{"id": "a", "base": "small", "position": [4, 4]}],
        "questions": [],
    }
    new = board({"type": "melee_range", "attacker": "a", "target": "b", "reach": 0.5})
    named = old | {"game": "neo_mechanika"}
    path = tmp_path / "two.jsonl"
    path.write_text("\n".join(map(json.dumps, (old, new, named))))
    said = wc3d("judge", path, "--json")
    assert said.code == 0 and len(said.out.splitlines()) == 3 and '"gap"' in said.out


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (board(game="chess"), "unknown game 'chess'; expected one of neo_mechanika, warmachine"),
        (board(game=7), "game: expected text, found 7"),
        (board(edition="mk9"), "edition: unknown name 'mk9'"),
        (board(game="neo_mechanika", edition="quick_start"), "this game has no editions"),
        (board({"type": "sight", "from": "a", "to": "a"}), "must be different models"),
        (
            board({"type": "in_front", "model": "a"}),
            'expected either "target", a model, or "point"',
        ),
        (
            board({"type": "in_front", "model": "a", "target": "z"}),
            'questions[0].target: no model has the id "z"',
        ),
        (board({"type": "cover", "from": "a", "to": "b"}), 'found "cover"'),
        (
            board({"type": "area", "center": [1, 1], "target": "a", "diameter": 3}),
            'expected either "center"',
        ),
        (
            board(
                {
                    "type": "damage_grid",
                    "rows": ["xxxxxx"] * 5 + ["abcdef"],
                    "column": 1,
                    "points": 1,
                }
            ),
            "row 6 of the damage",
        ),
        (
            board(
                {"type": "deviation", "from": "a", "to": "b", "range": 8, "die": 7, "distance": 1}
            ),
            "die: expected a number up to 6",
        ),
        (
            board(models=[{"id": "a", "base": "small", "position": [1, 1], "owner": 3}]),
            "models[0].owner",
        ),
        (
            board(models=[{"id": "a", "base": "small", "position": [1, 1], "status": ["asleep"]}]),
            "models[0].status[0]",
        ),
        (board(game="neo_mechanika"), "models[1].owner: unknown key"),
    ],
)
def test_what_cannot_be_answered_gets_one_line(
    spoilt: dict[str, Any], words: str, wc3d: Wc3d, put: Put
) -> None:
    assert words in wc3d("judge", put(spoilt)).one_line()


def test_a_file_of_this_game_is_looked_over(wc3d: Wc3d, put: Put) -> None:
    sound = wc3d("check", put(board({"type": "control_area", "caster": "a", "focus": 6})))
    assert sound.code == 0, sound.out
    assert (
        "questions[0].caster"
        in wc3d("check", put(board({"type": "control_area", "caster": "z", "focus": 6}))).out
    )


def test_what_players_agreed_that_terrain_grants_is_kept_with_the_map() -> None:
    wall = {
        "id": "w",
        "kind": "structure",
        "shape": {"type": "box", "center": [18, 18], "size": [1, 1], "height": 2},
    }
    table = disputed(
        board(map={"size": [48, 48], "terrain": [wall | {"protection": "concealment"}]})
    ).table
    assert table.feature("w").protection == "concealment"
    assert map_data(table)["terrain"][0]["protection"] == "concealment"
