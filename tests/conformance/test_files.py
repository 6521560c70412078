"""Every game can be kept in a file, to the same hashes on any machine, and a damaged file is refused with its line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import PLAYERS, Case, Played, play_at_random
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game, UndoRecord
from wc3d.engine.replay import GameJournal, load, recover, save
from wc3d.errors import InputError

DIGESTS = """\
import sys
from tests.conformance.games import case_of
from wc3d.engine.replay import load
game = load(sys.argv[2], case_of(sys.argv[1]).rules.rebuild)
print(*(game.rules.play.digest(entry.state_after) for entry in game.record))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a game is kept."""
    return tmp_path / "game.jsonl"


def digests(game: Game) -> list[str]:
    """The hash after every line of a game's file."""
    return [game.rules.play.digest(entry.state_after) for entry in game.record]


def test_a_saved_game_is_the_same_game(played: Played, file: Path) -> None:
    save(played.game, file)
    again = load(file, played.rules.rebuild)
    assert digests(again) == digests(played.game)
    assert again.log == played.game.log and again.setup == played.game.setup
    assert [turn.drawn for turn in again.turns] == [turn.drawn for turn in played.game.turns]
    other = file.with_name("again.jsonl")
    save(again, other)
    assert other.read_bytes() == file.read_bytes()


def test_hashes_are_the_same_in_every_process(case: Case, file: Path) -> None:
    game = play_at_random(case.new(), 1, 25)
    save(game, file)
    asked = subprocess.run(
        [sys.executable, "-c", DIGESTS, case.named, str(file)],
        cwd=Path(__file__).parents[2],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    assert asked.stdout.split() == digests(game)


def test_different_states_have_different_hashes(played: Played) -> None:
    hashes = [played.rules.play.digest(state) for state in played.states]
    assert len(set(hashes)) == len(hashes)


def test_a_game_goes_on_from_a_file_as_if_it_had_never_stopped(case: Case, file: Path) -> None:
    game = play_at_random(case.new(3), 3, 10)
    save(game, file)
    one = play_at_random(game, 4, 10)
    other = play_at_random(load(file, case.rules.rebuild), 4, 10)
    assert one.digest() == other.digest() and one.log == other.log


def test_what_was_taken_back_stays_in_the_file(case: Case, file: Path) -> None:
    game = case.new(5)
    journal = None
    for _ in range(40):
        game = play_at_random(game, len(game.record), 1)
        journal = journal or GameJournal(game, file)
        if game.undoable():
            game.undo()
        journal.append_new()
    assert any(isinstance(entry, UndoRecord) for entry in game.record)
    again = load(file, case.rules.rebuild)
    assert digests(again) == digests(game) and again.log == game.log


def test_dice_rolled_by_hand_are_in_the_file(case: Case, file: Path) -> None:
    asked = []

    def rolled(roll: Any) -> tuple[int, ...]:
        asked.append(roll)
        return tuple(die.faces[len(asked) % len(die.faces)] for die in roll.dice)

    game = case.rules.new_game(case.plan(), TypedDice(rolled, SeededDice(1)))
    play_at_random(game, case.seed, 60)
    assert asked and all(roll.player in (1, 2) and roll.why for roll in asked)
    save(game, file)
    assert digests(load(file, case.rules.rebuild)) == digests(game)


# Damage

Damage = Callable[[list[str]], tuple[int, list[str]]]


def _changed(number: int, **parts: Any) -> Damage:
    """A line with other parts, its sum left as it was."""

    def damage(lines: list[str]) -> tuple[int, list[str]]:
        return number, [
            *lines[: number - 1],
            json.dumps({**json.loads(lines[number - 1]), **parts}) + "\n",
            *lines[number:],
        ]

    return damage


DAMAGES: dict[str, Damage] = {
    "cut short": lambda lines: (len(lines), [*lines[:-1], lines[-1][: len(lines[-1]) // 2]]),
    "a line missing": lambda lines: (4, [*lines[:3], *lines[4:]]),
    "two lines swapped": lambda lines: (3, [*lines[:2], lines[3], lines[2], *lines[4:]]),
    "no JSON": lambda lines: (5, [*lines[:4], "{\n", *lines[5:]]),
    "no object": lambda lines: (5, [*lines[:4], "7\n", *lines[5:]]),
    "an empty line": lambda lines: (3, [*lines[:2], "\n", *lines[2:]]),
    "no text": lambda lines: (3, [*lines[:2], "\x00\n", *lines[3:]]),
    "another hash": _changed(4, hash="0"),
    "another sum": _changed(4, sum="0"),
    "no action": _changed(3, action={}),
    "an unknown action": _changed(3, action={"type": "no such thing", "player": 1}),
    "dice that were not rolled": _changed(3, rolls=[[1]]),
    "too much taken back": _changed(2, undo=99),
    "another game": _changed(1, rules="no such game"),
    "another version": _changed(1, version=99),
    "no setup": _changed(1, setup={}),
    "an empty file": lambda lines: (1, []),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_refused_with_its_line(case: Case, file: Path, damage: Damage) -> None:
    save(play_at_random(case.new(), 1, 8), file)
    number, lines = damage(file.read_text().splitlines(keepends=True))
    file.write_text("".join(lines))
    with pytest.raises(InputError, match=rf"^{file} line {number}: .+") as error:
        load(file, case.rules.rebuild)
    assert "\n" not in str(error.value)
    if number > 1:
        game, told = recover(file, case.rules.rebuild)
        assert told == str(error.value) and len(game.record) == number - 2
    else:
        with pytest.raises(InputError):
            recover(file, case.rules.rebuild)


@pytest.mark.parametrize("value", [None, [], {}, "", 7, "no such thing"], ids=repr)
def test_a_damaged_setup_is_refused(case: Case, value: Any) -> None:
    """Nonsense in any part is refused, or is some game; what nobody has heard of is refused."""
    setup = case.new().setup
    refused = 0
    for part in setup:
        try:
            game = case.rules.rebuild({**setup, part: value}, SeededDice(1))
        except InputError as error:
            refused += "\n" not in str(error)
        else:
            assert game.to_act in PLAYERS
    assert refused >= len(setup) / 2
    with pytest.raises(InputError):
        case.rules.rebuild({**setup, "no such part": value}, SeededDice(1))
