"""The program where panda3d is not installed: the game runs, and what would draw says so in one line."""
from __future__ import annotations

import sys

import pytest

from wc3d.app.main import main
from wc3d.players import BOTS
from wc3d.shipped import shipped

DRAWING = ("panda3d", "direct", "imgui_bundle")
COVER = str(shipped("maps") / "questions" / "book-cover.json")


def drawn(name: str) -> bool:
    """Is this a module that draws, or belongs to the room that does?"""
    return name.partition(".")[0] in DRAWING or name == "wc3d.view" or name.startswith("wc3d.view.")


@pytest.fixture(autouse=True)
def bare(monkeypatch):
    """A Python without the libraries that draw. What had been imported of them is forgotten, and there again afterwards."""
    known = {name: sys.modules.pop(name) for name in [*sys.modules] if drawn(name)}
    sys.modules.update(dict.fromkeys(DRAWING))
    monkeypatch.setenv("DISPLAY", ":1")
    yield
    for name in [name for name in sys.modules if drawn(name)]:
        del sys.modules[name]
    sys.modules.update(known)


@pytest.mark.parametrize("words", [
    ["start"], ["view", COVER], ["play", "--window"], ["judge", COVER, "--window"], ["judge", COVER, "--picture", "out.png"],
])  # fmt: skip
def test_what_draws_says_in_one_line_that_it_cannot(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "is missing (pip install panda3d imgui-bundle)" in said
    assert not list(tmp_path.glob("*"))


def test_two_bots_play_a_game_that_is_saved_and_sound(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(BOTS, "greedy", BOTS["random"])  # quicker, and no matter here
    assert main(["demo", "--out", str(tmp_path)]) == 0
    assert "No pictures" in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "demo.jsonl"), "--verify"]) == 0
    assert main(["judge", COVER]) == 0
