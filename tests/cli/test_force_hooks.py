"""`wc3d force` of a third game: hooks for chess sets, with nothing of our two games."""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d
from wc3d.cli.force import ForceCommand, ForceHooks, RandomForce
from wc3d.cli.list_builder import ListBuilder
from wc3d.cli.output.prompt import PromptInput
from wc3d.errors import InputError
from wc3d.registry import GAMES, NEO_MECHANIKA, CommandEntry

COLORS = {"w": "White", "b": "Black"}
PIECES = ("king", "queen", "pawn")


class ChessHooks:
    """Chess sets: a color and its pieces, in files of one word a line."""

    def read_limits(self, arguments: argparse.Namespace) -> None:
        """Return no limits."""

    def read_force(self, name: str, action: str) -> tuple[str, ...]:
        """Return the words of a file."""
        if not Path(name).is_file():
            raise InputError(f"{name}: no such chess set")
        return tuple(Path(name).read_text().split())

    def list_available(self, arguments: argparse.Namespace) -> list[str]:
        """Return the pieces."""
        return list(PIECES)

    def check(self, name: str, force: tuple[str, ...], limits: None) -> tuple[list[str], bool]:
        """Return whether there is a king."""
        legal = "king" in force
        return [f"{name}: {'legal' if legal else 'no king'}"], legal

    def format_sheet(
        self, force: tuple[str, ...], limits: None, arguments: argparse.Namespace
    ) -> str:
        """Return the words, or with --loud in capitals."""
        text = " ".join(force)
        return text.upper() if arguments.loud else text

    def make_random(
        self, limits: None, arguments: argparse.Namespace
    ) -> RandomForce[tuple[str, ...]]:
        """Return two pieces at random."""
        force = (arguments.faction, *random.Random(arguments.seed).choices(PIECES, k=2))
        return RandomForce(force, arguments.seed, " ".join(force))

    def factions(self) -> Mapping[str, str]:
        """Return the colors."""
        return COLORS

    def empty_force(self, faction: str) -> tuple[str, ...]:
        """Return a color."""
        return (faction,)

    def builder(
        self,
        force: tuple[str, ...],
        limits: None,
        typed: PromptInput,
        path: Path,
        opened: bool,
    ) -> ListBuilder[Any]:
        """Refuse to build."""
        raise InputError(f"{force} in {path}, opened: {opened}")

    def import_list(self, path: str, limits: None) -> tuple[tuple[str, ...], list[str]]:
        """Return the words that are pieces."""
        words = self.read_force(path, "import")
        return tuple(w for w in words if w in PIECES), [f"{w}: {w in PIECES}" for w in words]

    def save(self, force: tuple[str, ...], path: Path) -> None:
        """Write the words."""
        path.write_text("\n".join(force))


def add_options(action: str, command: argparse.ArgumentParser) -> None:
    """Declare --loud for `print`."""
    if action == "print":
        command.add_argument("--loud", action="store_true")


HOOKS: ForceHooks[tuple[str, ...]] = ChessHooks()
COMMAND = ForceCommand(
    hooks="tests.cli.test_force_hooks:HOOKS",
    noun="set",
    faction="color",
    actions={
        name: f"{name} a set"
        for name in ("list", "check", "print", "random", "new", "edit", "import")
    },
    force_metavar="SET",
    force_help="a file",
    edit_note=", or another file",
    new_faction_help="the color",
    new_out_help="the new file",
    import_help="a text",
    not_created="no set",
    not_saved="not saved",
    add_options=add_options,
)
add_arguments = COMMAND.add_arguments
run = COMMAND.run


@pytest.fixture
def chess(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Wc3d:
    """Runs `wc3d force` of a third game in an empty folder."""
    entry = replace(
        NEO_MECHANIKA, id="chess", name="chess", commands={"force": CommandEntry(__name__, "sets")}
    )
    monkeypatch.setitem(GAMES, "chess", entry)
    monkeypatch.chdir(tmp_path)
    return lambda *words: wc3d("force", *words, "--game", "chess")


def test_a_third_game_lists_checks_and_prints(chess: Wc3d, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("w king pawn")
    (tmp_path / "poor.txt").write_text("w pawn")
    assert chess("list").out == "king\nqueen\npawn\n"
    legal = chess("check", "mine.txt")
    poor = chess("check", "poor.txt")
    assert (legal.code, legal.out) == (0, "mine.txt: legal\n")
    assert (poor.code, poor.out) == (1, "poor.txt: no king\n")
    assert chess("print", "mine.txt").out == "w king pawn\n"
    assert chess("print", "mine.txt", "--loud").out == "W KING PAWN\n"
    assert "unrecognized arguments: --loud" in chess("check", "mine.txt", "--loud").one_line()
    assert "nobody: no such chess set" in chess("print", "nobody").one_line()
    assert "a file, or another file" in chess("edit", "--help").out


def test_a_third_game_randomizes_and_imports(chess: Wc3d, tmp_path: Path) -> None:
    drawn = chess("random", "--faction", "b", "--seed", "1")
    assert drawn.code == 0 and drawn.out == chess("random", "--faction", "b", "--seed", "1").out
    (tmp_path / "list.txt").write_text("king rook")
    assert chess("import", "list.txt").out == "king: True\nrook: False\nnot saved\n"
    saved = chess("import", "list.txt", "--out", "new.txt")
    assert saved.out.endswith("The set is saved in new.txt\n")
    assert (tmp_path / "new.txt").read_text() == "king"
    assert "already exists" in chess("import", "list.txt", "--out", "new.txt").one_line()


def test_a_third_game_builds_under_the_first_free_name(chess: Wc3d, tmp_path: Path) -> None:
    assert "('b',) in set-1.json, opened: False" in chess("new", "--faction", "black").one_line()
    (tmp_path / "set-1.json").write_text("w")
    assert "('w',) in set-2.json, opened: False" in chess("new", "--faction", "w").one_line()
    assert "('w',) in set-1.json, opened: True" in chess("edit", "set-1.json").one_line()
    assert "red" in chess("new", "--faction", "red").one_line()
