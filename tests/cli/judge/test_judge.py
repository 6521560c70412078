"""`wc3d judge`: every type of question answered with the contract's fields, in words and as JSON, and its rules named."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BOARD, Wc3d, model, questions
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.space import SPACE, citation, rule_ids
from wc3d.judging.dispute import MapCache, read_dispute
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.presentation.format_inches import format_brief_inches
from wc3d.registry import load_map
from wc3d.table.body import Body

Put = Callable[..., Path]
FIELDS = {type.name: type.answer for type in QUESTION_TYPES}
RULES = {found.id: found for rule in rule_ids() if (found := citation(rule)) is not None}

TESTS = Path(__file__).resolve().parents[2] / "judging"

SMALL, LARGE = 30 / 50.8, 50 / 50.8
"""Base radii in inches."""

ASKED: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"type": "sight", "from": "a", "to": "c"}, {"verdict": "clear"}, "a sees c: ", "NM-ATK-05"),
    (
        {"type": "sight", "from": "a", "to": "b"},
        {"verdict": "blocked", "line": None, "clearance": None, "blockers": ["wall"]},
        "a cannot see b: every line is blocked by wall",
        "NM-ATK-05",
    ),
    (
        {"type": "range", "from": "a", "to": "b"},
        {"distance": 10 - SMALL - LARGE},
        'a to b: 8.43" from base to base',
        "NM-ATK-04",
    ),
    (
        {"type": "seen_from", "model": "a", "base": "small", "cell": 3},
        {"cell": 3},
        "area in which small models and a see each other,",
        "NM-ATK-05",
    ),
    (
        {"type": "cover", "from": "a", "to": "b"},
        {"cover": False, "features": [], "intervening": ["wall"]},
        "b has no cover from a: terrain between them (wall), but none",
        "NM-ATK-11",
    ),
    (
        {"type": "spray", "from": "a", "to": "c", "range": 8},
        {"hits": ["c"]},
        "a sprays c and attacks c",
        "NM-SPR-02",
    ),
    (
        {"type": "blast", "target": "a"},
        {"models": [], "tied": False},
        "a blast on a reaches no other model",
        "NM-BLA-02",
    ),
    (
        {"type": "stand", "base": "small", "position": [2, 2, 0]},
        {"standable": True},
        "a small base can stand at (2, 2), on the ground: ",
        "NM-TER-01",
    ),
    (
        {"type": "stand", "base": "small", "position": [10, 10, 1]},
        {"standable": False},
        'a small base cannot stand at (10, 10), at height 1": ',
        "NM-TER-01",
    ),
    (
        {"type": "move", "model": "a", "path": [[5, 6]], "speed": 6},
        {"legal": True, "length": 4, "allowance": 6, "end": [5, 6, 0], "fall": 0},
        'a can move this way: 4" of 6"',
        "NM-MOV-03",
    ),
    (
        {"type": "move", "model": "a", "path": [[9.5, 10]], "speed": 6},
        {"legal": False, "end": [5, 10, 0]},
        "a cannot move this way: ",
        "NM-MOV-03",
    ),
    (
        {"type": "jump", "model": "a", "to": [5, 7]},
        {"legal": True, "end": [5, 7, 0], "fall": 0, "power": 0},
        'a jumps 3"',
        "NM-TER-23",
    ),
    (
        {"type": "slam", "model": "a", "from": "c", "distance": 3},
        {"end": [5, 7, 0], "moved": 3, "contacts": []},
        'a is slammed 3"',
        "NM-SLM-01",
    ),
]
ASKED_IDS = [f"{asked['type']}-{i}" for i, (asked, *_) in enumerate(ASKED)]


def agrees(wanted: Any, got: Any) -> bool:
    """Is it the value wanted, numbers within a ten-thousandth?"""
    if isinstance(wanted, int | float) and not isinstance(wanted, bool):
        return math.isclose(wanted, got, abs_tol=1e-4)
    if isinstance(wanted, list):
        return len(wanted) == len(got) and all(map(agrees, wanted, got))
    return bool(wanted == got)


@pytest.mark.parametrize(("asked", "wanted", "words", "rule"), ASKED, ids=ASKED_IDS)
def test_an_answer_as_json(
    wc3d: Wc3d, put: Put, asked: dict[str, Any], wanted: dict[str, Any], words: str, rule: str
) -> None:
    said = wc3d("judge", put(questions(asked)), "--json")
    assert (said.code, said.err) == (0, "")
    (answer,) = said.answers
    assert answer["type"] == asked["type"]
    assert set(answer) - {"notes"} == {"type", "rules", *FIELDS[asked["type"]]}
    assert {key: answer[key] for key in wanted if not agrees(wanted[key], answer[key])} == {}
    assert rule in answer["rules"]
    assert set(answer["rules"]) <= set(RULES)


@pytest.mark.parametrize(("asked", "wanted", "words", "rule"), ASKED, ids=ASKED_IDS)
def test_an_answer_in_words(
    wc3d: Wc3d, put: Put, asked: dict[str, Any], wanted: dict[str, Any], words: str, rule: str
) -> None:
    said = wc3d("judge", put(questions(asked)))
    assert (said.code, said.err) == (0, "")
    first, _, rest = said.out.partition("\n")
    assert first.startswith(words)
    assert rule in rest and f"(p. {RULES[rule].page})" in rest


def test_every_type_of_question_is_asked_here_or_has_a_test_of_its_own() -> None:
    own = {name for name in FIELDS if (TESTS / f"test_{name}.py").exists()}
    assert {asked["type"] for asked, *_ in ASKED} | own == set(FIELDS)


@pytest.mark.rule("NM-TER-02")
@pytest.mark.parametrize(
    "kind", ["rough", "structure", "impassable", "obstacle", "obscuring", "forest"]
)
def test_terrain_far_away_decides_nothing(wc3d: Wc3d, put: Put, kind: str) -> None:
    """Nothing on open ground is decided by what lies 35 inches away."""
    far = {
        "id": "far",
        "kind": kind,
        "shape": {"type": "box", "center": [40, 40], "size": [4, 4], "height": 0.9},
    }
    models = [model("a", "small", 5, 5, 0), model("b", "small", 5, 12, 0)]
    asked: list[dict[str, Any]] = [
        {"type": "move", "model": "a", "path": [[5, 10]], "speed": 6},
        {"type": "move", "model": "a", "path": [[5, 10]], "speed": 6, "pathfinder": True},
        {"type": "jump", "model": "a", "to": [8, 5]},
        {"type": "slam", "model": "a", "from": "b", "distance": 3},
        {"type": "sight", "from": "a", "to": "b"},
        {"type": "spray", "from": "a", "to": "b", "range": 8},
    ]
    empty = {"size": [48, 48], "terrain": []}
    board = {"size": [48, 48], "terrain": [far]}
    without, beside = (
        [
            answer["rules"]
            for answer in wc3d(
                "judge", put(questions(*asked, models=models) | {"map": map}), "--json"
            ).answers
        ]
        for map in (empty, board)
    )
    assert beside == without and without[0] == ["NM-MOV-03", "NM-MOV-01", "NM-MOV-02"]


@pytest.mark.rule("NM-TER-02")
def test_rough_ground_that_is_entered_decides(wc3d: Wc3d, put: Put) -> None:
    bog = {
        "id": "bog",
        "kind": "rough",
        "shape": {"type": "box", "center": [5, 10], "size": [4, 4], "height": 0},
    }
    move = {"type": "move", "model": "a", "path": [[5, 9]], "speed": 6}
    asked = questions(move, move | {"pathfinder": True}, models=[model("a", "small", 5, 5, 0)])
    walks, finds = wc3d(
        "judge", put(asked | {"map": {"size": [48, 48], "terrain": [bog]}}), "--json"
    ).answers
    assert walks["rules"][-1] == "NM-TER-02" and finds["rules"][-1] == "NM-STA-16"


def test_answers_come_in_order(wc3d: Wc3d, put: Put) -> None:
    path = put(questions(*(asked for asked, *_ in ASKED)))
    assert [a["type"] for a in wc3d("judge", path, "--json").answers] == [
        asked["type"] for asked, *_ in ASKED
    ]


def test_a_clear_sight_tells_how_clear_and_along_which_line(wc3d: Wc3d, put: Put) -> None:
    asked = questions({"type": "sight", "from": "a", "to": "c"})
    (answer,) = wc3d("judge", put(asked), "--json").answers
    (x, y, z), (u, v, w) = answer["line"]
    assert math.hypot(x - 5, y - 10) <= SMALL + 1e-6 and 0 <= z <= 1.75
    assert math.hypot(u - 5, v - 14) <= 40 / 50.8 + 1e-6 and 0 <= w <= 2.25
    assert answer["short_by"] is None and answer["tolerance"] > 0
    first = wc3d("judge", put(asked)).out.splitlines()[0]
    assert first.startswith("a sees c: clear by ") and '" along the line (' in first
    assert first.endswith("), past wall (p. 32, NM-ATK-05)")


@pytest.mark.parametrize(
    ("position", "z"),
    [
        ([2, 2], 0),
        ([25, 25], 3),
        ([25, 25, 0], 0),
        ([20, 10], None),
        ([10, 10], None),
        ([25, 26.9], None),
    ],
    ids=[
        "open",
        "on a roof",
        "as given",
        "over an obstacle",
        "on a wall too thin",
        "half over the edge",
    ],
)
def test_a_position_without_z_is_on_the_highest_standable_level(
    position: list[float], z: float | None
) -> None:
    """Where no level bears the base, no height is made up: it is refused, with how to ask all the same."""
    roof = {
        "id": "roof",
        "kind": "structure",
        "shape": {"type": "box", "center": [25, 25], "size": [4, 4], "height": 3},
    }
    asked = questions(models=[model("m", "small", *position)]) | {
        "map": BOARD | {"terrain": [*BOARD["terrain"], roof]}
    }
    if z is None:
        with pytest.raises(
            InputError,
            match=r"models\[0\].position: model m: no floor at .*; to ask anyway, .* \[x, y, z\]",
        ):
            read_dispute(asked, "here", Path(), MapCache(SPACE))
        return
    dispute = read_dispute(asked, "here", Path(), MapCache(SPACE))
    assert dispute.table.body("m").at == (position[0], position[1], z)
    assert (dispute.placement_remark("m") is None) is (position in ([2, 2], [25, 25]))


def test_a_model_without_z_is_on_the_bridge_not_under_it(wc3d: Wc3d, put: Put) -> None:
    shape = {"type": "box", "center": [25, 25], "size": [6, 6], "bottom": 4, "height": 1}
    asked = questions(
        {"type": "range", "from": "up", "to": "down"},
        models=[model("up", "small", 25, 25), model("down", "small", 25, 25, 0)],
    )
    asked["map"] = BOARD | {"terrain": [{"id": "deck", "kind": "structure", "shape": shape}]}
    (answer,) = wc3d("judge", put(asked), "--json").answers
    assert answer["distance"] == 5


@pytest.mark.parametrize(
    ("models", "words"),
    [
        ([model("a", "small", 10, 10, 0), model("b", "small", 3, 3, 0)], ("a", "wall")),
        ([model("a", "small", -3, 10, 0), model("b", "small", 3, 3, 0)], ("a", "table")),
        ([model("a", "small", 3, 3.2, 0), model("b", "small", 3, 3, 0)], ("a", "b")),
        ([model("a", "small", 5, 5, 2), model("b", "small", 3, 3, 0)], ("a", "height 2")),
    ],
    ids=["in a wall", "off the table", "two in one place", "in the air"],
)
def test_a_model_where_none_can_stand_is_answered_as_asked_and_told(
    wc3d: Wc3d, put: Put, models: list[dict[str, Any]], words: tuple[str, ...]
) -> None:
    path = put(questions({"type": "range", "from": "a", "to": "b"}, models=models))
    said = wc3d("judge", path, "--json")
    (answer,) = said.answers
    assert (said.code, said.err) == (0, "")
    assert set(answer) == {"type", "rules", "distance", "notes"}
    text = wc3d("judge", path)
    assert text.code == 0
    for word in words:
        assert word in answer["notes"][0]
        assert word in next(line for line in text.out.splitlines() if line.startswith("  note: "))


def test_a_remark_about_a_model_not_asked_about_is_told_once(wc3d: Wc3d, put: Put) -> None:
    models = [
        model("a", "small", 3, 3, 0),
        model("b", "small", 3, 6, 0),
        model("w", "small", 10, 10, 0),
    ]
    asked = [{"type": "blast", "target": id} for id in "abw"]
    path = put(questions(*asked, models=models))
    notes = [line for line in wc3d("judge", path).out.splitlines() if line.startswith("  note: ")]
    assert [note.split()[1] for note in notes] == ["w", "w"]
    assert [len(answer["notes"]) for answer in wc3d("judge", path, "--json").answers] == [1, 1, 1]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            {"type": "slam", "model": "a", "from": "c", "distance": 0},
            "a is not moved by the slam: its distance is 0 (p. 37",
        ),
        (
            {"type": "move", "model": "a", "path": [[5, 4]], "speed": 3},
            'costs 6", more than the allowance of 3" (p. 27)',
        ),
        (
            {"type": "seen_from", "model": "a", "base": "small", "cell": 3},
            "50 of 100 cells, 450.0 square inches",
        ),
    ],
    ids=["a slam of nothing", "too far", "area"],
)
def test_words_that_a_player_understands(
    wc3d: Wc3d, put: Put, asked: dict[str, Any], words: str
) -> None:
    assert words in wc3d("judge", put(questions(asked))).out


@pytest.mark.parametrize(
    ("length", "text"),
    [(6.5, '6.5"'), (0.004, '0.004"'), (1e-5, 'under 0.0001"'), (-0.0, '0"'), (100.0, '100"')],
)
def test_lengths(length: float, text: str) -> None:
    assert format_brief_inches(length) == text


def test_models_that_stand_well_are_not_remarked_on(wc3d: Wc3d, put: Put) -> None:
    (answer,) = wc3d(
        "judge", put(questions({"type": "range", "from": "a", "to": "b"})), "--json"
    ).answers
    assert "notes" not in answer


def test_the_map_is_looked_up_beside_the_file_then_in_the_working_folder(
    wc3d: Wc3d, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "elsewhere").mkdir()
    put(BOARD, "sub/board.json")
    put(BOARD, "elsewhere/far.json")
    asked = questions({"type": "cover", "from": "a", "to": "b"})
    monkeypatch.chdir(tmp_path / "elsewhere")
    for name in ("board.json", "far.json"):
        said = wc3d("judge", put(asked | {"map": name}, "sub/q.json"), "--json")
        assert said.answers[0]["intervening"] == ["wall"]


def test_lines_are_answered_one_by_one(wc3d: Wc3d, put: Put) -> None:
    asked = [questions({"type": "range", "from": "a", "to": id}) for id in "bcb"]
    path = put("\n\n".join(map(json.dumps, asked)) + "\n", "q.jsonl")
    said = wc3d("judge", path, "--json")
    assert said.code == 0
    got = [json.loads(line)["answers"][0]["distance"] for line in said.out.splitlines()]
    assert agrees([10 - SMALL - LARGE, 4 - SMALL - 40 / 50.8, 10 - SMALL - LARGE], got)
    assert wc3d("judge", path).out.count("from base to base") == 3


def test_a_fault_of_the_program_in_one_line_does_not_lose_the_others(
    wc3d: Wc3d, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("wc3d.judging.cover.cover", broken)
    asked = [
        questions({"type": kind, "from": "a", "to": "b"}) for kind in ("range", "cover", "range")
    ]
    said = wc3d("judge", put("\n".join(map(json.dumps, asked)), "q.jsonl"), "--json")
    first, second, third = (json.loads(line) for line in said.out.splitlines())
    assert (said.code, first) == (2, third)
    assert "line 2" in second["error"] and "ZeroDivisionError" in second["error"]


CASE = questions() | {
    "question": {"type": "range", "from": "a", "to": "b"},
    "name": "how far",
    "how": "by hand",
    "family": "f",
}
CASE = {key: value for key, value in CASE.items() if key != "questions"} | {"min_margin": 0.1}


def test_a_case_as_expected(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("judge", put(CASE | {"expected": {"distance": 8.425}, "tolerance": 0.001}))
    assert said.code == 0
    assert said.out.startswith("how far:\n") and said.out.endswith("1 of 1 answers as expected\n")


@pytest.mark.parametrize(
    "expected", [{"distance": 8.5}, {"distance": None}, {"nothing": 3}, "clear"]
)
def test_a_case_not_as_expected(wc3d: Wc3d, put: Put, expected: Any) -> None:
    path = put(CASE | {"expected": expected})
    said = wc3d("judge", path)
    assert said.code == 1
    assert "NOT AS EXPECTED" in said.out and said.out.endswith("0 of 1 answers as expected\n")
    json_said = wc3d("judge", path, "--json")
    assert (json_said.code, list(json.loads(json_said.out))) == (0, ["answers"])


def test_expectations_of_a_file_of_questions(wc3d: Wc3d, put: Put) -> None:
    asked = questions(
        *({"type": "cover", "from": "a", "to": id} for id in "bc"),
        expected=[{"intervening": ["wall"]}, None],
    )
    said = wc3d("judge", put(asked))
    assert said.code == 0 and said.out.endswith("1 of 1 answers as expected\n")


@pytest.mark.parametrize(
    ("wanted", "got", "same"),
    [
        ({"features": ["a", "b"]}, {"features": ["b", "a"]}, True),
        ({"features": ["a", "a"]}, {"features": ["a"]}, False),
        ({"hits": ["a", "b"]}, {"hits": ["b", "a"]}, False),
        ({"end": [1, 2, 3]}, {"end": [1.00001, 2, 3]}, True),
        ({"end": [1, 2, 3]}, {"end": [1.001, 2, 3]}, False),
        ({"end": [1, 2]}, {"end": [1, 2, 3]}, False),
        ({"tied": True}, {"tied": 1}, False),
        ({"stopped_by": None}, {"stopped_by": "b"}, False),
        ({"stopped_by": "b"}, {"stopped_by": "b"}, True),
        ({}, {"anything": 1}, True),
        (None, {"anything": 1}, True),
        ("clear", {"verdict": "clear"}, True),
        ("clear", {"verdict": "undecided"}, False),
    ],
)
def test_what_counts_as_expected(wanted: Any, got: dict[str, Any], same: bool) -> None:
    from wc3d.judging.solve import differences

    assert (differences(wanted, got, 1e-4) == []) is same


def test_a_base_that_fits_on_no_level_is_refused_in_one_way_everywhere(
    wc3d: Wc3d, put: Put
) -> None:
    """Without a height and without a level that bears it there is nothing to ask; with a height it is asked as given (U8)."""
    told = "no floor at (20, 24) where a large base can stand ("
    board = TESTS.parents[1] / "maps" / "crossroads.json"
    models = [model("a", "large", 20, 24), model("b", "small", 4, 4)]
    sight = {"type": "sight", "from": "a", "to": "b"}
    asked = {"map": str(board), "models": models, "questions": [sight]}
    assert f"models[0].position: model a: {told}" in wc3d("judge", put(asked)).one_line()
    assert told in wc3d("los", board, "--from", "large@20,24", "--to", "small@4,4").one_line()
    with pytest.raises(InputError, match=re.escape(told)):
        load_map(board).with_bodies(Body("a", "large", (20, 24)))
    said = wc3d("los", board, "--from", "large@20,24,3", "--to", "small@4,4")
    assert said.code == 0 and "stands where a model cannot stand" in said.out


def test_an_error_in_a_question_file_names_the_command_that_lists_all(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    path = tmp_path / "bad.json"
    fence = {
        "id": "f",
        "kind": "fence",
        "shape": {"type": "box", "center": [5, 5], "size": [2, 2], "height": 1},
    }
    model = {"id": "a", "base": "smal", "position": [1, 1]}
    question = {"type": "range", "from": "a", "to": "a"}
    path.write_text(
        json.dumps(
            {
                "map": {"size": [9, 9], "terrain": [fence]},
                "models": [model],
                "questions": [question],
            }
        )
    )
    message = wc3d("judge", path).one_line()
    assert "models[0].base" in message and f"; wc3d check {path} lists all errors\n" in message
    listed = wc3d("check", path).out
    assert "models[0].base" in listed and "map.terrain[0].kind" in listed
    path.write_text("{")
    assert "wc3d check" not in wc3d("judge", path).one_line()


def test_a_place_in_words_is_solved_and_told(wc3d: Wc3d, put: Put) -> None:
    asked = {"type": "range", "from": "a", "to": "b"}
    words = {"id": "b", "base": "small", "position": "2 in north of a"}
    path = put(questions(asked, models=[model("a", "small", 5, 10, 0), words]))
    assert "b 2 in north of a: at (5, 13.181, 0)\n" in wc3d("judge", path).out
    told = json.loads(wc3d("judge", path, "--json").out)
    (solved,) = told["models"]
    assert solved["id"] == "b" and solved["position"] == pytest.approx([5, 12 + 2 * SMALL, 0])
    assert told["answers"][0]["distance"] == pytest.approx(2)
    plain = json.loads(wc3d("judge", put(questions(asked)), "--json").out)
    assert set(plain) == {"answers"}
