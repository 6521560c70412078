"""`wc3d demo`: two bots play a whole skirmish; the same seed is the same game, and what is saved can be played again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.panda.requirements import NoGraphicsError


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that cannot draw."""

    def refuse(*given: object) -> None:
        raise NoGraphicsError("no graphics library here")

    monkeypatch.setattr("wc3d.cli.play.demo.draw_action", refuse)


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do not think."""
    monkeypatch.setitem(vars(NEO_MECHANIKA), "bots", {"random": NEO_MECHANIKA.bots["random"]})


@pytest.mark.slow
@pytest.mark.usefixtures("no_pictures", "quick_bots")
def test_a_whole_skirmish_is_played_told_and_saved_even_without_graphics(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    said = wc3d("demo", "--out", tmp_path / "out")
    assert (said.code, said.err) == (0, "")
    assert [f"=== Pulse round {n} ===" in said.out for n in (1, 2, 3)] == [True] * 3
    assert said.out.count("Round 1  Round 2  Round 3") == 3
    assert re.search(r"^(Anna|Ben) wins \d+ to \d+|^The game is a draw, ", said.out, re.M)
    assert not re.search(r"\b[12]\.[a-z_]+\.\d", said.out)  # no ids
    assert "No pictures: no graphics library here\n" in said.out
    log = said.out.partition("\nThe game is saved in ")[0]
    assert wc3d("replay", tmp_path / "out" / "demo.jsonl").out == log


def test_a_file_in_the_place_of_the_folder_is_told(wc3d: Wc3d, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    assert "cannot create this folder" in wc3d("demo", "--out", tmp_path / "out").one_line()
