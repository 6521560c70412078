"""A mission of one's own, as a file or made in Python: it is the one that is played, saved and played again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import wc3d
from wc3d.engine.dice import SeededDice
from wc3d.errors import InputError
from wc3d.games.neo_mechanika import Mission, ObjectivePlan, Worth, mission, new_game, sample_force
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS

HILL: dict[str, Any] = {
    "id": "hill",
    "name": "King of the Hill",
    "skirmish": True,
    "objectives": [
        {
            "id": "hill",
            "name": "The Hill",
            "at": [15, 15],
            "holders": ["squad", "solo"],
            "worth": {"rounds": [2, 3, 5]},
        },
    ],
}
FORCES = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")


@pytest.fixture
def board() -> wc3d.Table:
    """A board for skirmishes."""
    return wc3d.load_map(Path(__file__).resolve().parents[4] / "maps" / "crossroads.json")


def test_a_mission_made_in_python_is_played_not_the_one_of_that_id(board: wc3d.Table) -> None:
    book = MISSIONS["boiling_point"]
    rich = replace(
        book, objectives=tuple(replace(o, worth=Worth((10, 10, 10))) for o in book.objectives)
    )
    game = new_game(board, FORCES, rich, seed=3)
    assert {o.worth.rounds for o in game.state.setup.mission.objectives} == {(10, 10, 10)}
    assert (
        game.rules.rebuild(game.setup, SeededDice(3)).state.setup.mission
        == game.state.setup.mission
    )
    assert "plan" not in new_game(board, FORCES, book, seed=3).setup
    assert (
        "plan"
        not in new_game(
            board, FORCES, book.with_objectives_at({"location-1": (7, 7)}), seed=3
        ).setup
    )


def test_a_mission_of_a_new_id_is_played_and_rebuilt(board: wc3d.Table) -> None:
    own = Mission(
        "hill",
        "The Hill",
        "own",
        (ObjectivePlan("hill", "The Hill", "hill", (15, 15)),),
        skirmish=True,
    )
    game = new_game(board, FORCES, own, seed=3)
    again = game.rules.rebuild(game.setup, SeededDice(3))
    assert game.state.setup.mission == own and list(game.state.objectives) == ["hill"]
    assert again.digest() == game.digest()


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"objectives": []}, "objectives: must not be empty"),
    (
        {"objectives": [{"id": "a", "at": [99, 1]}]},
        'objectives[0].at: expected a point on the table, 30" x 30", found 99, 1',
    ),
    (
        {"objectives": [{"id": "a", "at": [9, 1]}, {"id": "a", "at": [1, 1]}]},
        'objectives[1].id: "a" is already',
    ),
    ({"zones": True}, "zones: expected objectives numbered 1, 2 and 3"),
    (
        {"removed": {"kind": "tower", "rounds": [1, 1, 0]}},
        "removed.kind: no objective has the kind 'tower'",
    ),
    ({"scored": "never"}, "scored: "),
    ({"colour": "red"}, "colour: unknown key"),
]


@pytest.mark.parametrize(
    ("change", "told"), BROKEN, ids=[told.partition(":")[0] for _, told in BROKEN]
)
def test_a_broken_mission_is_told_in_a_line_with_the_place(
    change: dict[str, Any], told: str, tmp_path: Path
) -> None:
    file = tmp_path / "hill.json"
    file.write_text(json.dumps({**HILL, **change}), encoding="utf-8")
    with pytest.raises(InputError, match=r"hill\.json: ") as met:
        mission(str(file))
    assert told in str(met.value)


@pytest.mark.parametrize(
    ("table", "forces", "named", "told"),
    [
        (None, FORCES, "boiling_point", "table: expected a table"),
        ("board", FORCES[:1], "boiling_point", "forces: expected two forces"),
        ("board", FORCES, 42, "mission: expected the id of a mission"),
        ("board", FORCES, "boiling_pont", "did you mean boiling_point?"),
        ("board", FORCES, "nowhere.json", "nowhere.json: no such file"),
    ],
)
def test_what_makes_no_game_is_told(
    table: Any, forces: Any, named: Any, told: str, board: wc3d.Table
) -> None:
    with pytest.raises(InputError) as met:
        new_game(board if table == "board" else table, forces, named, seed=1)
    assert told in str(met.value)


def test_a_game_and_what_it_is_made_of_are_told_in_a_line_each(board: wc3d.Table) -> None:
    """A person at Python's prompt sees what a thing is, and no page of numbers."""
    game = new_game(board, FORCES, "boiling_point", seed=3)
    sight = board.with_bodies(
        wc3d.Body("a", "small", (2, 2)), wc3d.Body("b", "large", (9, 2))
    ).sight("a", "b")
    things = (
        game,
        game.view(1),
        game.state,
        game.state.setup,
        *game.offers(),
        board,
        board.features[0],
        sight,
    )
    told = [repr(thing) for thing in things]
    assert all(len(text) < 1000 and "\n" not in text for text in told) and all(
        len(text) < 120 for text in told[:-1]
    )
    assert told[0] == "<Game Boiling Point: setting up, player 1 to act, 0 actions>"
    assert "features" in told[-3] and "array" not in "".join(told)
