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
from wc3d.registry import all_games, game_entry, rebuilder, rules_of

ROOT = Path(__file__).parents[2]


def test_a_registered_game_is_found_by_id_and_name() -> None:
    assert (
        game_entry("discs") is GAME and rules_of("discs") is DISCS and all_games()["discs"] is GAME
    )
    assert game_entry().id == "neo_mechanika"
    with pytest.raises(
        InputError, match="unknown game 'chess'; expected one of neo_mechanika, warmachine, discs"
    ):
        game_entry("chess")


def test_a_file_is_read_by_the_rules_it_names(tmp_path: Path) -> None:
    game = CASES[0].new()
    save(game, tmp_path / "game.jsonl")
    assert load(tmp_path / "game.jsonl", rebuilder(tmp_path / "game.jsonl")).rules is DISCS
    text = (tmp_path / "game.jsonl").read_text()
    (tmp_path / "other.jsonl").write_text(text.replace('"rules":"discs"', '"rules":"chess"'))
    with pytest.raises(
        InputError, match=r"other.jsonl line 1: unknown game 'chess'; expected one of"
    ):
        rebuilder(tmp_path / "other.jsonl")
    with pytest.raises(InputError, match=r"none.jsonl: no such file"):
        rebuilder(tmp_path / "none.jsonl")


def test_a_damaged_file_names_no_rules(tmp_path: Path) -> None:
    for text in ("", "{", '{"wc3d":"game"}\n', "7\n"):
        (tmp_path / "game.jsonl").write_text(text)
        with pytest.raises(InputError, match=r"game.jsonl line 1: "):
            load(tmp_path / "game.jsonl", rebuilder(tmp_path / "game.jsonl"))


def test_an_installed_package_brings_its_game(tmp_path: Path) -> None:
    asked = (
        "from wc3d.games import all_games, rules_of; print(*all_games(), rules_of('discs').title)"
    )
    install(tmp_path)
    there = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    said = subprocess.run(
        [sys.executable, "-c", asked], env=there, capture_output=True, text=True, check=True
    )
    assert said.stdout == "neo_mechanika warmachine discs Discs\n"


def test_the_command_finds_it_too(tmp_path: Path) -> None:
    install(tmp_path)
    there = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}

    def wc3d(*argv: object, typed: str = "") -> str:
        command = [sys.executable, "-m", "wc3d.cli.main", *map(str, argv)]
        return subprocess.run(
            command,
            env=there,
            input=typed,
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        ).stdout

    assert "Ten" not in wc3d("play", "--help") and "--rounds {10,5}" in wc3d(
        "play", "--game", "discs", "--help"
    )
    wc3d("play", "--game", "discs", "--rounds", 5, "--save", "game.jsonl", typed="keep lens\n")
    assert "intact: 1 action," in wc3d("replay", "game.jsonl", "--verify")


BROKEN = """
[wc3d.games]
chess = broken_games:CHESS
go = broken_games.nowhere:GO
draughts = broken_more:DRAUGHTS
halma = broken_more:HALMA

[wc3d.bots]
clever = broken_games:Clever
dull = broken_more:Dull
"""
MORE = """
from dataclasses import replace
from wc3d.games import NEO_MECHANIKA
DRAUGHTS = 3
HALMA = replace(NEO_MECHANIKA, id="halma", name="halma", options="broken_games:OPTIONS")
"""


def test_a_broken_entry_point_costs_a_warning_and_the_rest_works(tmp_path: Path) -> None:
    install(tmp_path)
    told = tmp_path / "broken-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(BROKEN)
    (tmp_path / "broken_games.py").write_text("raise SystemExit('no\\nlicense')\n")
    (tmp_path / "broken_more.py").write_text(MORE)
    there = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}

    def wc3d(*argv: object, code: int = 0) -> tuple[str, str]:
        command = [sys.executable, "-m", "wc3d", *map(str, argv)]
        ran = subprocess.run(
            command, env=there, capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert ran.returncode == code, ran.stderr
        return ran.stdout, ran.stderr

    assert wc3d("force", "list")[1] == "", "no package is asked for a game of the program"
    out, err = wc3d("play", "--game", "discs", "--help")
    assert "--rounds {10,5}" in out
    warnings = err.splitlines()
    assert len(warnings) == 4 and all(
        line.startswith("wc3d: warning: the entry point ") for line in warnings
    ), err
    for line, words in zip(warnings, ("chess", "go", "draughts", "halma"), strict=True):
        assert (
            f"the entry point {words} = " in line
            and "(wc3d.games) of the package broken cannot be used" in line
        )
    assert (
        "(SystemExit: no license, " in warnings[0]
        and "broken_games.py, line 1)" in warnings[0]
        and "found int" in warnings[2]
        and "options" in warnings[3]
    )
    for bot in ("clever", "dull"):
        refused = wc3d("simulate", "--games", 1, "--bots", bot, code=2)[1]
        assert (
            refused.startswith(f"wc3d: --bots: the entry point {bot} = ")
            and refused.count("\n") == 1
        )
    out, err = wc3d(
        "ladder", "--games", 1, "--game", "discs", "--bots", "random", "careful", "--jobs", 1
    )
    assert "random" in out and err.count("warning") == 4
