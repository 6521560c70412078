"""What the tests of the made-up game share: it is a game like any other while they run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d, wc3d
from tests.cli.typing_in import Play, playing
from tests.made_up import GAME
from tests.screens.fixtures import quickly_begun, quickly_drawn
from wc3d.registry import GAMES, register

__all__ = ["quickly_begun", "quickly_drawn", "wc3d"]


def install(folder: Path) -> None:
    """Leave behind in a folder what installing a package leaves that brings the game."""
    told = folder / "made_up_discs-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up-discs\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[wc3d.games]\ndiscs = tests.made_up:GAME\n")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The game, registered."""
    before = dict(GAMES)
    register(GAME)
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a game is kept."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def play(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, file: Path) -> Play:
    """Plays a game of discs in the terminal with what is typed: play("keep lens\n", "--bot", 2)."""
    typed = playing(wc3d, monkeypatch, file)
    return lambda lines, *options: typed(
        lines, *(() if "--load" in options else ("--game", "discs")), *options
    )
