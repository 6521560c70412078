"""The game in the guide plays, with an event and a state of its own."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d, wc3d
from tests.documents import GUIDE, read_document
from wc3d.registry import GAMES, GameEntry

__all__ = ["wc3d"]


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of the guide, registered, in the working folder."""
    text = read_document(GUIDE / "games.md").marked_files["lanterns.py"]
    (tmp_path / "lanterns.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    space = "wc3d.simple_game.game:DEFAULT_SPACE"
    entry = GameEntry("lanterns", "lanterns", "Lanterns", "lanterns:RULES", space)
    monkeypatch.setitem(GAMES, "lanterns", entry)


@pytest.mark.usefixtures("lanterns")
def test_it_plays_and_its_own_state_is_saved(wc3d: Wc3d) -> None:
    said = wc3d("play", "--game", "lanterns", "--seed", 1, "--bot", "both", "--save", "g.jsonl")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[-3].endswith("takes the lantern")
    assert lines[-2].endswith("wins: the lantern is taken")
    assert "intact: 1 action" in wc3d("replay", "g.jsonl", "--verify").out
    module = importlib.import_module("lanterns")
    plain = module.LanternState(None, ("a", "b"), 3, ())
    assert module.RULES.play.digest(plain) != module.RULES.play.digest(
        module.LanternTaken("ann").evolve(plain)
    )
