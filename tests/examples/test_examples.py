"""The examples run as a user runs them, alone and from any folder, and a user's mypy finds nothing in them."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

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
