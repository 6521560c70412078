"""A game is found by its name, by the files that name it, and in packages that are installed."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.games import CASES
from tests.made_up import GAME
from tests.made_up.conftest import install
from tests.made_up.discs_shown import DISCS
from wc3d.engine.replay import load, save
from wc3d.errors import InputError
from wc3d.games import all_games, game_entry, rebuilder, rules_of

ROOT = Path(__file__).parents[2]


def test_a_registered_game_is_found_by_id_and_name() -> None:
    assert game_entry("discs") is GAME and rules_of("discs") is DISCS and all_games()["discs"] is GAME
    assert game_entry().id == "neo_mechanika"
    with pytest.raises(InputError, match="unknown game 'chess'; expected one of neo_mechanika, warmachine, discs"):
        game_entry("chess")


def test_a_file_is_read_by_the_rules_it_names(tmp_path: Path) -> None:
    game = CASES[0].new()
    save(game, tmp_path / "game.jsonl")
    assert load(tmp_path / "game.jsonl", rebuilder(tmp_path / "game.jsonl")).rules is DISCS
    text = (tmp_path / "game.jsonl").read_text()
    (tmp_path / "other.jsonl").write_text(text.replace('"rules":"discs"', '"rules":"chess"'))
    with pytest.raises(InputError, match=r"other.jsonl line 1: unknown game 'chess'; expected one of"):
        rebuilder(tmp_path / "other.jsonl")
    with pytest.raises(InputError, match=r"none.jsonl: no such file"):
        rebuilder(tmp_path / "none.jsonl")


def test_a_damaged_file_names_no_rules(tmp_path: Path) -> None:
    for text in ("", "{", '{"wc3d":"game"}\n', "7\n"):
        (tmp_path / "game.jsonl").write_text(text)
        with pytest.raises(InputError, match=r"game.jsonl line 1: "):
            load(tmp_path / "game.jsonl", rebuilder(tmp_path / "game.jsonl"))


def test_an_installed_package_brings_its_game(tmp_path: Path) -> None:
    asked = "from wc3d.games import all_games, rules_of; print(*all_games(), rules_of('discs').title)"
    install(tmp_path)
    there = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    said = subprocess.run([sys.executable, "-c", asked], env=there, capture_output=True, text=True, check=True)
    assert said.stdout == "neo_mechanika warmachine discs Discs\n"


def test_the_command_finds_it_too(tmp_path: Path) -> None:
    install(tmp_path)
    there = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}

    def wc3d(*argv: object, typed: str = "") -> str:
        command = [sys.executable, "-m", "wc3d.app.main", *map(str, argv)]
        return subprocess.run(command, env=there, input=typed, capture_output=True, text=True, check=True, cwd=tmp_path).stdout

    assert "Ten" not in wc3d("play", "--help") and "--rounds {10,5}" in wc3d("play", "--game", "discs", "--help")
    wc3d("play", "--game", "discs", "--rounds", 5, "--save", "game.jsonl", typed="keep lens\n")
    assert "sound: 1 actions" in wc3d("replay", "game.jsonl", "--verify")
