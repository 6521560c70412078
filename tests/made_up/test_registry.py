"""A game is found by its name, by the files that name it, and in packages that are installed."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.games import CASES
from tests.made_up import GAME
from tests.made_up.discs_shown import DISCS
from wc3d.engine.replay import load, save
from wc3d.errors import InputError
from wc3d.games import all_games, game_entry, rebuilder, rules_of

ROOT = Path(__file__).parents[2]


def installed(folder: Path) -> dict[str, str]:
    """An environment in which a package brings the game: what installing one leaves behind."""
    told = folder / "made_up_discs-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up-discs\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[wc3d.games]\ndiscs = tests.made_up:GAME\n")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


def test_a_registered_game_is_found_by_id_and_name() -> None:
    assert game_entry("discs") is GAME and rules_of("discs") is DISCS and all_games()["discs"] is GAME
    assert game_entry().id == "neo_mechanika"
    with pytest.raises(InputError, match="unknown game 'chess'; expected one of neo_mechanika, discs"):
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
    said = subprocess.run([sys.executable, "-c", asked], env=installed(tmp_path), capture_output=True, text=True, check=True)
    assert said.stdout == "neo_mechanika discs Discs\n"
