"""Every answer of a table says its verdict in one line, as a notebook or a debugger prints it."""

from __future__ import annotations

import numpy as np
import pytest

import wc3d
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.rules.events import Rolled

TABLE = wc3d.board("ravine").with_bodies(
    wc3d.Body("jack", "large", (10, 4)),
    wc3d.Body("hunter", "small", (22, 31, 5)),
    wc3d.Body("low", "small", (20, 24, 0)),
)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (TABLE.sight("jack", "hunter"), "<Sight: jack sees hunter, clear>"),
        (TABLE.sight("jack", "low"), "<Sight: jack cannot see low, blocked>"),
        (TABLE.cover("jack", "hunter"), "<Cover: behind bank-north>"),
        (TABLE.cover("jack", "jack"), "<Cover: none>"),
        (TABLE.move("jack", [(10, 6)], speed=4), "<Move: legal, 2 inches to (10, 6, 0)>"),
        (TABLE.jump("hunter", to=(24, 33)), "<Jump: legal, 2.82843 inches to (24, 33, 3)>"),
        (TABLE.slam("hunter", "jack", distance=4), "<Slam: 4 inches to ("),
        (TABLE.stand("small", (10, 4, 0)), "<Stand: no, "),
        (TABLE.reach("jack", inches=5), "<Reach: jack, 5 inches>"),
        (TABLE.blast("jack"), "<Blast: damages nobody>"),
        (TABLE.spray("jack", "hunter", range=40), "<Spray: hits hunter>"),
        (TABLE.seen_from("jack", "small", cell=8), "<SeenFrom: "),
    ],
)
def test_an_answer_says_its_verdict_in_a_line(answer: object, words: str) -> None:
    assert repr(answer).startswith(words) and repr(answer).endswith(">")
    assert "\n" not in repr(answer) and len(repr(answer)) < 120


def test_a_place_without_a_height_is_refused_in_a_line() -> None:
    with pytest.raises(wc3d.InputError, match=r"expected \(x, y, z\)"):
        TABLE.stand("small", (10, 4))  # type: ignore[arg-type]


def test_an_illegal_move_says_why() -> None:
    move = TABLE.move("jack", [(10, 9)], speed=4)
    assert repr(move) == f"<Move: illegal, {move.reason}>"


def test_an_answer_of_the_judge_is_its_sentence() -> None:
    models = [
        {"id": "a", "base": "small", "position": [3, 3]},
        {"id": "b", "base": "small", "position": [9, 3]},
    ]
    question = {"type": "range", "from": "a", "to": "b"}
    [answer] = wc3d.judge({"map": "crossroads", "models": models, "question": question})
    assert repr(answer).startswith('<Answer: a to b: 4.82"')


def test_the_cells_of_a_sight_area_are_arrays() -> None:
    level = TABLE.seen_from("jack", "small", cell=4).levels[0]
    assert level.cells.dtype == np.int64 and level.cells.ndim == 2
    assert level.count == level.cells.sum() > 0
    assert level == TABLE.seen_from("jack", "small", cell=4).levels[0]
    assert level != TABLE.seen_from("low", "small", cell=4).levels[0]


def test_the_events_of_a_game_by_their_type() -> None:
    forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    game = new_game(wc3d.board("crossroads"), forces, "boiling_point", seed=7)
    assert game.events() == game.log
    assert game.events(Rolled) == tuple(e for e in game.log if type(e) is Rolled) != ()
