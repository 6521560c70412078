"""The written game plays: in the terminal, by bots, on another board; its own tests pass."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BOARD, Wc3d
from tests.cli.typing_in import Play, playing

ROOT = Path(__file__).resolve().parents[3]

MAX_GAME_LINES = 200
"""The length of the written rules that a stranger reads in an afternoon."""


@pytest.fixture
def play(hills: Path, wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays the game with what is typed."""
    typed = playing(wc3d, monkeypatch, tmp_path / "game.jsonl")
    return lambda lines, *options: typed(lines, "--game", "hills", "--seed", 1, *options)


def test_it_is_short_and_keeps_the_rules_of_the_house(written: Path) -> None:
    game = written / "hills" / "game.py"
    assert len(game.read_text().splitlines()) <= MAX_GAME_LINES
    ruff = [str(Path(sys.executable).parent / "ruff")]
    config = ["--config", str(ROOT / "pyproject.toml"), str(written)]
    for words in (["check", "--no-cache"], ["format", "--no-cache", "--check"]):
        checked = subprocess.run([*ruff, *words, *config], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_its_own_tests_pass(written: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    ran = subprocess.run(command, cwd=written, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0 and "6 passed" in ran.stdout, ran.stdout + ran.stderr


def test_a_turn_is_one_model_that_moves_and_shoots(play: Play, wc3d: Wc3d, tmp_path: Path) -> None:
    lines = "move scout1 6,8\nmove guard1 12,8\nwhy not shoot scout1 guard3\npass\nmove guard3 15.54,22.49\nlog\n"
    said = play(lines, "--names", "Anna", "Ben")
    assert (said.code, said.err) == (0, "")
    assert "Anna goes first (6 against 4)" in said.out and "Scout 1 moves to (6, 8)" in said.out
    assert "No: Scout 1 acts in this turn" in said.out
    assert '" away, more than 14"' in said.out
    assert "Guard 3 moves to (15.54, 22.49)" in said.out
    assert "intact: 3 actions" in wc3d("replay", tmp_path / "game.jsonl", "--verify").out
    shown = wc3d("replay", tmp_path / "game.jsonl", "--to", 3).out
    assert "scout1: Scout 1 of Anna at (6, 8, 0), health 1 of 1, done" in shown


def test_players_measure_and_check_sight_and_get_help(play: Play) -> None:
    said = play("help\nsight scout1 to scout3\nmeasure scout1 scout2\nmeasure scout1\nmodels\n")
    assert "  move MODEL X,Y\n  shoot MODEL TARGET\n" in said.out
    assert 'Scout 1 to Scout 2: 16.82" from base to base' in said.out
    assert "Scout 1 sees Scout 3" in said.out or "Scout 1 does not see Scout 3" in said.out
    assert "expected two models, objectives or points: measure A to B" in said.out
    assert "The hill at (15, 15), held by nobody" in said.out


def test_players_see_the_map_terrain_and_cards_and_measure_to_places(play: Play) -> None:
    lines = ("map", "terrain", "card guard1", "card the hill", "measure scout1 to hill")
    said = play(
        "\n".join((*lines, "measure hill 15,20", "measure hill hill", "end", "score")) + "\n"
    )
    assert "  *1 The hill\n  A Scout 1 (Player 1)\n" in said.out
    assert "corner-house-south: Corner house, south, structure, (" in said.out
    assert "Guard 1, of Player 1, Health 2 of 2\nspeed 5.0, shot range 14.0, dice 3" in said.out
    assert "The hill, Held by: Nobody\n" in said.out
    assert 'Scout 1 to The hill: 13.62", seen from above' in said.out
    assert 'The hill to (15, 20): 5.00", seen from above' in said.out
    assert "expected two different ends" in said.out
    assert "Player 1 waits" in said.out
    assert "Player 1: 0 points, 4 models" in said.out


MISTAKES = {
    "move scout1": "expected move MODEL X,Y",
    "move scout1 here": "'here': expected a place: X,Y in inches, such as 12,8.5",
    "move scout9 6,8": "there is no model 'scout9'",
    "move scout3 6,24": "No: Scout 3 is not your model",
    "move scout1 6,29": "No: blocked by Corner house, south",
    "shoot scout1 guard1": "No: models do not shoot at their own side",
    "move scout1 nan,inf": "expected move MODEL X,Y",
}


def test_mistakes_are_one_line_each(play: Play) -> None:
    said = play("\n".join(MISTAKES) + "\n")
    answers = [part.split("\n", 2)[1] if "\n" in part else "" for part in said.out.split("> ")[1:]]
    assert said.code == 0 and len(answers) > len(MISTAKES)
    for expected, answer in zip(MISTAKES.values(), answers, strict=False):
        assert expected in answer


def test_bots_play_many_games_on_another_board_too(hills: Path, wc3d: Wc3d, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(BOARD))
    said = wc3d("simulate", "--game", "hills", "--games", 1, "--bots", "random", "--jobs", 1)
    assert said.code == 0 and "hill on crossroads" in said.out
    options = ("--map", board, "--bot", "both=random", "--save", tmp_path / "game.jsonl")
    said = wc3d("play", "--game", "hills", "--seed", 1, *options)
    assert (said.code, said.err) == (0, "") and " after 3 rounds" in said.out


def test_a_seed_gives_the_same_game(hills: Path, wc3d: Wc3d, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl")]
    for file in files:
        wc3d("play", "--game", "hills", "--seed", 5, "--bot", "both=random", "--save", file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_game_on_changed_terrain_is_refused(play: Play, wc3d: Wc3d, tmp_path: Path) -> None:
    play("pass\n")
    file = tmp_path / "game.jsonl"
    text = file.read_text()
    assert '"terrain":"' in text
    start, _, rest = text.partition('"terrain":"')
    file.write_text(f'{start}"terrain":"0{rest[1:]}')
    assert "not the terrain on which the game started" in wc3d("play", "--load", file).one_line()


@pytest.mark.slow
def test_it_passes_what_every_game_must_pass(written: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{written}{os.pathsep}{ROOT}",
        "WC3D_CONFORMANCE_GAME": "hills:GAME",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, "tests/conformance"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
