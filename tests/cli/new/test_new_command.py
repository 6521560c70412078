"""`wc3d new KIND NAME` writes files that do not exist yet, and says in two lines what to do next."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from wc3d.cli.new.kinds import KINDS
from wc3d.registry import GAMES, NEO_MECHANIKA

FILES = {
    "game": ["hills-game/README.md", "hills-game/pyproject.toml", "hills-game/hills/__init__.py"],
    "bot": ["hills.py"],
    "board": ["hills.json"],
    "mission": ["hills.json"],
    "card": ["hills.toml", "hills-force.json"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_it_writes_its_files_and_says_two_steps(wc3d: Wc3d, kind: str, folder: Path) -> None:
    said = wc3d("new", kind, "hills")
    assert (said.code, said.err) == (0, "")
    first, *steps = said.out.splitlines()
    assert first.startswith("wrote ") and len(steps) == 2
    assert all(step.startswith("to ") and "wc3d " in step for step in steps)
    for name in FILES[kind]:
        assert re.search("__[A-Z]+__", (folder / name).read_text(encoding="utf-8")) is None
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("kind", KINDS)
def test_it_never_overwrites(wc3d: Wc3d, kind: str, folder: Path) -> None:
    assert wc3d("new", kind, "hills").code == 0
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert "already exists; choose another name" in wc3d("new", kind, "hills").one_line()
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


def test_a_file_in_the_way_of_the_second_file_leaves_the_first_unwritten(
    wc3d: Wc3d, folder: Path
) -> None:
    (folder / "hills-force.json").write_text("mine")
    assert "hills-force.json: this file already exists" in wc3d("new", "card", "hills").one_line()
    assert not (folder / "hills.toml").exists()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["", "Hills", "2hills", "../hills", "a b", "x" * 41, "h\nx", "é"])
def test_a_bad_name_is_refused_in_one_line(wc3d: Wc3d, kind: str, name: str, folder: Path) -> None:
    line = wc3d("new", kind, name).one_line()
    assert f"new {kind} " in line and "expected a name of up to 40 lower-case letters" in line
    assert list(folder.iterdir()) == []


def test_names_that_python_or_wc3d_uses_are_refused(wc3d: Wc3d, folder: Path) -> None:
    assert "this game already exists" in wc3d("new", "game", "warmachine").one_line()
    for name in ("json", "class", "numpy", "tests"):
        assert "Python already has a module" in wc3d("new", "bot", name).one_line()
    assert list(folder.iterdir()) == []


def test_an_unknown_kind_lists_the_kinds(wc3d: Wc3d) -> None:
    assert "game, bot, board, mission, card" in wc3d("new", "planet", "mars").one_line()


def test_the_board_has_no_findings(wc3d: Wc3d) -> None:
    wc3d("new", "board", "village")
    assert wc3d("check", "village.json").out == "1 file checked, no findings\n"


def test_the_card_can_be_read_and_its_force_is_legal(wc3d: Wc3d) -> None:
    wc3d("new", "card", "dust-rider")
    card = wc3d("card", "dust_rider", "--cards", "dust-rider.toml")
    assert card.code == 0 and "Dust Rider: solo" in card.out and "may move up to 3" in card.out
    options = ("--skirmish", 4, "--cards", "dust-rider.toml")
    assert "legal" in wc3d("force", "check", "dust-rider-force.json", *options).out


def test_a_card_for_warmachine_is_read_and_its_battlegroup_plays(
    wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = wc3d("new", "card", "iron-crab", "--game", "warmachine")
    assert said.code == 0 and said.out.startswith("wrote iron-crab.toml and iron-crab-force.json")
    options = ("--game", "warmachine", "--cards", "iron-crab.toml")
    card = wc3d("card", "iron_crab", *options)
    assert card.code == 0 and "Iron Crab" in card.out and "Cannon" in card.out
    checked = wc3d("force", "check", "iron-crab-force.json", *options)
    assert (checked.code, checked.err) == (0, "")
    monkeypatch.setattr("sys.stdin", io.StringIO("models\nquit\n"))
    forces = ("--force1", "iron-crab-force.json", "--force2", "anvil_and_hound")
    said = wc3d("play", *options, *forces, "--seed", 1, "--save", "game.jsonl")
    assert (said.code, said.err) == (0, "") and "Iron Crab" in said.out


def test_what_a_game_has_not_as_files_is_said_in_one_line(
    wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch
) -> None:
    marbles = replace(NEO_MECHANIKA, id="marbles", name="marbles", title="Marbles")
    monkeypatch.setitem(GAMES, "marbles", marbles)
    line = wc3d("new", "mission", "river", "--game", "warmachine").one_line()
    assert "WARMACHINE has no missions as files" in line and "wc3d new card" in line
    line = wc3d("new", "mission", "river", "--game", "marbles").one_line()
    assert line == "wc3d: new mission: Marbles has no missions as files\n"
    assert "Marbles has no cards as files" in (
        wc3d("new", "card", "a", "--game", "marbles").one_line()
    )
    assert "unknown game 'chess'" in wc3d("new", "card", "a", "--game", "chess").one_line()
    assert not Path("river.json").exists()


def test_the_mission_is_played(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch) -> None:
    wc3d("new", "mission", "old-wells")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    said = wc3d("play", "--mission", "old-wells.json", "--seed", 1, "--save", "game.jsonl")
    assert said.code == 0 and '"old_wells"' in Path("game.jsonl").read_text()


def test_the_bot_plays_a_turn_of_each_game(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch) -> None:
    wc3d("new", "bot", "hunter_of_tests")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    monkeypatch.syspath_prepend(".")
    for game in ("neo_mechanika", "warmachine"):
        options = ("--game", game, "--bot", "1=hunter_of_tests:HunterOfTests", "--seed", 2)
        said = wc3d("play", *options, "--save", f"{game}.jsonl")
        assert (said.code, said.err) == (0, "")
