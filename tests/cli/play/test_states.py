"""Doors and roofs of a new game: `--state` changes them, and the saved game keeps them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wc3d.cli.main import main
from wc3d.engine.replay import load
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a board with a closed gate in a wall that nothing else needs."""
    shapes = {
        "gate": (15, 3, "closed"),
        "wall-1": (6.75, 13.5, None),
        "wall-2": (23.25, 13.5, None),
    }
    terrain = [
        {
            "id": id,
            "kind": "structure",
            "shape": {"type": "box", "center": [x, 11], "size": [wide, 0.5], "height": 3},
        }
        | ({"state": state} if state else {})
        for id, (x, wide, state) in shapes.items()
    ]
    path = tmp_path / "gate.json"
    path.write_text(json.dumps({"name": "Gate", "size": [30, 30], "terrain": terrain}))
    return path


@pytest.mark.rule("NM-SIL-177")
@pytest.mark.parametrize(("states", "is_open"), [([], False), (["--state", "gate=open"], True)])
def test_a_game_keeps_the_state_of_a_door(
    board: Path,
    states: list[str],
    is_open: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    saved = tmp_path / "game.jsonl"
    command = ["play", "--map", str(board), "--bot", "both", "--bot", "1=random", "--seed", "1"]
    assert main([*command, "--bot", "2=random", "--save", str(saved), *states]) == 0
    table = load(saved, NEO_MECHANIKA.rebuild).state.table
    assert [part.id for part in table.open_parts] == (["gate"] if is_open else [])
    assert ("gate" in [feature.id for feature in table.features]) is not is_open


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("gat=open", "no door or roof 'gat' on this board; did you mean gate?"),
        ("gate", "--state gate: expected a part and its state, such as gate=open"),
        ("gate=ajar", "gate: expected closed, open or removed, found 'ajar'"),
    ],
)
def test_another_state_is_refused_in_a_line(
    board: Path, state: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--map", str(board), "--bot", "both", "--state", state]) == 2
    printed = capsys.readouterr()
    assert not printed.out and printed.err.startswith(f"wc3d: {words}")
    assert printed.err.count("\n") == 1
