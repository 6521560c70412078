"""The examples run as a user runs them, alone and from any folder, and a user's mypy finds nothing in them."""

from __future__ import annotations

import ast
import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from mypy import api
from PIL import Image

import wc3d
from tests.cli.conftest import without_announcement

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCRIPTS = sorted(path for path in HERE.glob("*.py") if not path.name.startswith(("test_", "__")))


def run(script: str, *words: object, folder: Path) -> str:
    """What a script prints, run in a folder of its own."""
    done = subprocess.run(
        [sys.executable, str(HERE / f"{script}.py"), *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=300,
    )
    assert (done.returncode, without_announcement(done.stderr)) == (0, "")
    return done.stdout


def test_a_board_made_by_chance_can_be_played_on(tmp_path: Path) -> None:
    assert "8 features" in run("board_generator", "board.json", "7", folder=tmp_path)
    one = wc3d.load_map(tmp_path / "board.json")
    run("board_generator", "again.json", "7", folder=tmp_path)
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "board.json").read_bytes()
    assert one.size == (30, 30) and one.with_bodies(wc3d.Body("a", "large", (15, 2))).has_body("a")


def test_a_bot_of_one_s_own_plays_a_game(tmp_path: Path) -> None:
    assert "actions: " in run("bot", folder=tmp_path)


def test_a_table_of_odds_is_printed(tmp_path: Path) -> None:
    lines = run("odds_table", folder=tmp_path).splitlines()
    assert lines[0].startswith("attack on marauder") and len(lines) == 5
    hit, destroyed, covered = (float(word.rstrip("%")) for word in lines[1].split()[-3:])
    assert 100 > hit > destroyed > covered > 0


def test_a_mission_of_one_s_own_is_played(tmp_path: Path) -> None:
    told = run("own_mission", "3", folder=tmp_path)
    assert "The Hill" in told and ("Anna" in told and "Ben" in told)


def test_a_player_learns(tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo")
    lines = run("learn", "1", "2", "1", folder=tmp_path).splitlines()
    assert (
        lines[0].startswith("generation 1: ")
        and lines[2].startswith("learnt: ")
        and "of" not in lines[2]
    )


def test_a_matrix_of_sight_is_written(tmp_path: Path) -> None:
    run("sight_matrix", ROOT / "maps" / "crossroads.json", "sight.csv", "10", folder=tmp_path)
    rows = list(csv.reader((tmp_path / "sight.csv").open(encoding="utf-8")))
    count = len(rows) - 1
    assert count > 3 and all(len(row) == count + 1 for row in rows)
    assert all(rows[i][i] == "" for i in range(1, count + 1))
    mirrored = [[rows[j][i] == "clear" for j in range(1, count + 1)] for i in range(1, count + 1)]
    assert mirrored == [
        [rows[i][j] == "clear" for j in range(1, count + 1)] for i in range(1, count + 1)
    ]


def test_a_board_from_code_is_written(tmp_path: Path) -> None:
    told = run("board_from_code", "board.json", folder=tmp_path)
    assert "guard sees runner, clear" in told
    board = wc3d.load_map(tmp_path / "board.json")
    assert len(board.features) == 5 and board.feature("silo").high == 5


def test_questions_are_judged(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('{"size": [30, 30]}')
    models = '[{"id": "a", "base": "small", "position": [3, 3]}, {"id": "b", "base": "small", "position": [9, 3]}]'
    question = '{"type": "range", "from": "a", "to": "b"}'
    (tmp_path / "asked.json").write_text(
        f'{{"map": "own.json", "models": {models}, "question": {question}}}'
    )
    lines = run("judge_question", tmp_path / "asked.json", folder=tmp_path).splitlines()
    assert len(lines) == 4 and "hunter cannot see jack" in lines[0]
    assert lines[3].startswith('<Answer: a to b: 4.82"')


def test_bots_play_a_match(tmp_path: Path) -> None:
    lines = run("bot_match", "2", folder=tmp_path).splitlines()
    assert [line[:7] for line in lines[:2]] == ["game 1:", "game 2:"]
    counts = [int(part.rpartition(": ")[2]) for part in lines[2].split(", ")]
    assert sum(counts) == 2


def test_a_game_is_saved_loaded_and_counted(tmp_path: Path) -> None:
    for _ in range(2):  # the second time it is loaded
        lines = run("saved_game", "game.jsonl", folder=tmp_path).splitlines()
        assert "30 actions" in lines[0] and all(line.endswith("True") for line in lines[1:])
    counted = run("replay_statistics", "game.jsonl", "game.jsonl", folder=tmp_path).splitlines()
    assert counted[0].split() == ["actions", "30", "30"]


def test_a_table_is_drawn(tmp_path: Path) -> None:
    told = run("table_picture", "plan.svg", folder=tmp_path)
    assert "<Sight: jack sees hunter, clear>" in told
    assert (tmp_path / "plan.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.slow
def test_a_table_is_drawn_in_3d(tmp_path: Path) -> None:
    run("table_picture", "plan.svg", "table.png", folder=tmp_path)
    with Image.open(tmp_path / "table.png") as picture:
        assert picture.size == (960, 640)
        assert np.asarray(picture.convert("RGB")).std() > 12, "something is drawn"


def test_a_mesh_file_is_placed_on_a_board(tmp_path: Path) -> None:
    shutil.copy(ROOT / "models3d" / "crate-stack.glb", tmp_path)
    told = run("place_mesh", "crate-stack.glb", "board.json", folder=tmp_path)
    assert "3.0 inches high" in told and "blocked by piece" in told
    assert wc3d.load_map(tmp_path / "board.json").feature("piece").kind is wc3d.Kind.STRUCTURE


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_uses_public_modules_alone(script: Path) -> None:
    tree = ast.parse(script.read_text(encoding="utf-8"))
    modules = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    modules += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    private = [m for m in modules if any(part.startswith("_") for part in m.split("."))]
    assert not [name for name in private if name != "__future__"]
    names = [a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names]
    assert not [name for name in names if name.startswith("_")]


@pytest.mark.slow
def test_a_user_s_mypy_finds_nothing_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    out, err, code = api.run(
        ["--strict", "--follow-imports=silent", "--config-file=", *map(str, SCRIPTS)]
    )
    assert (code, err) == (0, ""), out
