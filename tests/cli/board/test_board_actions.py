"""`wc3d board new` writes a random board and says what it measured."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from wc3d.board_generator.styles import STYLES
from wc3d.cli.board.board_actions import STYLE_NAMES, parse_size


def test_a_random_board_is_written_with_its_figures(
    wc3d: Wc3d, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("board", "new", "--style", "wilds", "--size", "30", "--seed", "3")
    said = wc3d(*words)
    assert said.code == 0, said.err
    lines = said.out.splitlines()
    assert lines[0].startswith('Wilds 3: 30" by 30", ')
    assert any('places within 3" of cover' in line for line in lines)
    assert lines[-1] == "wrote wilds-30-3.json; to look at it: wc3d view wilds-30-3.json"
    first = (tmp_path / "wilds-30-3.json").read_text()
    assert json.loads(first)["name"] == "Wilds 3"
    assert "already exists" in wc3d(*words).one_line()
    assert wc3d(*words, "again.json").code == 0
    assert (tmp_path / "again.json").read_text() == first
    assert wc3d("check", "again.json").code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--size", "20"), "expected sides from 30 to 60"),
        (("--size", "48x61"), "expected sides from 30 to 60"),
        (("--size", "nan"), "expected a size such as 48 or 44x60"),
        (("--size", "1e9"), "expected a size such as 48 or 44x60"),
        (("--style", "town"), "invalid choice"),
        (("--seed", "///"), "expected letters or digits"),
        (("--seed", ""), "expected letters or digits"),
        (("board.txt",), "ends in .json"),
        (("nowhere/board.json",), "does not exist"),
    ],
)
def test_what_cannot_be_asked_for_is_told_in_a_line(
    wc3d: Wc3d, words: tuple[str, ...], expected: str
) -> None:
    assert expected in wc3d("board", "new", *words).one_line()


def test_sizes_are_a_side_or_two() -> None:
    assert parse_size("48") == (48.0, 48.0) and parse_size("44x60") == (44.0, 60.0)
    for text in ("", "x", "48x", "-48", "48x60x70", "٤٨"):
        with pytest.raises(argparse.ArgumentTypeError):
            parse_size(text)


def test_the_command_offers_every_style() -> None:
    assert tuple(STYLES) == STYLE_NAMES
