"""`--mission FILE.json`: a mission of one's own, played, kept within the saved game, and checked against."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from tests.games.neo_mechanika.rules.test_own_missions import HILL


def test_a_mission_s_file_is_played_and_replayed_without_it(
    wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "hill.json"
    save = tmp_path / "game.jsonl"
    file.write_text(json.dumps(HILL), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("first\nsouth\nscore\nquit\n"))
    said = wc3d("play", "--mission", file, "--seed", 3, "--save", save)
    assert (said.code, said.err) == (0, "") and "The Hill: (15, 15)" in said.out
    file.unlink()
    assert "intact: 2 actions" in wc3d("replay", save, "--verify").out


def test_a_force_is_checked_against_a_mission_s_file(wc3d: Wc3d, tmp_path: Path) -> None:
    file = tmp_path / "hill.json"
    file.write_text(json.dumps(HILL), encoding="utf-8")
    said = wc3d("force", "check", "marcher_worlds_skirmish", "--mission", file)
    assert said.code == 0 and "legal, 4 to 8 units" in said.out


def test_a_mission_s_file_that_is_none_is_told_in_a_line(wc3d: Wc3d, tmp_path: Path) -> None:
    file = tmp_path / "hill.json"
    file.write_text("{}", encoding="utf-8")
    line = wc3d("play", "--mission", file, "--save", tmp_path / "game.jsonl").one_line()
    assert f"{file}: id: missing; objectives: missing" in line
