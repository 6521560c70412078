"""A package's own board file: played in a terminal, on a host and from the start screen."""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trimesh

from tests.cli.conftest import Wc3d, wc3d
from tests.server.hosting import HostedTable, hall_at
from wc3d.cli.host.command import begin_match
from wc3d.cli.main import make_parser
from wc3d.cli.new.command import fill_template, read_template, template_words
from wc3d.registry import GAMES, GameEntry, load_map, register, rules_of
from wc3d.server.match.new_games import choices_to_json, make_chosen_game
from wc3d.window.start.new_game import MISSION_BOARD_NAME, NewGame

__all__ = ["wc3d"]

NUMBERS = itertools.count()

BOARD: dict[str, Any] = {
    "name": "The field",
    "size": [30, 30],
    "terrain": [
        {
            "id": "hedge",
            "name": "The hedge",
            "kind": "obstacle",
            "shape": {"type": "box", "center": [15, 12], "size": [6, 0.5], "height": 1},
        },
        {
            "id": "ramp",
            "name": "The ramp",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "ramp.stl", "position": [8, 20, 0]},
        },
    ],
}

NAMES = ["The hedge", "The ramp"]

MISSIONS = """    missions = (
        MissionEntry(
            "hill",
            "The hill",
            (30, 30),
            board=str(Path(__file__).with_name("field.json")),
            allows_any_table=True,
        ),
        MissionEntry("town", "The town", (30, 30), board="crossroads", allows_any_table=True),
    )
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of an installed package whose first mission is on a board of its own."""
    before = dict(GAMES)
    name = f"field{next(NUMBERS)}"
    folder = tmp_path / "site-packages" / name
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "field.json").write_text(json.dumps(BOARD))
    trimesh.creation.box((3, 2, 1), trimesh.transformations.translation_matrix((0, 0, 0.5))).export(
        folder / "ramp.stl"
    )
    text = fill_template(read_template("game.py"), template_words(name))
    begin = text.index("    missions = (")
    end = text.index("    def deploy(")
    text = f"{text[:begin]}{MISSIONS}\n{text[end:]}"
    text = text.replace("import math\n", "import math\nfrom pathlib import Path\n", 1)
    (folder / "game.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder.parent))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    register(GameEntry(name, name, "Field", rules=f"{name}.game:RULES", space=f"{name}.game:SPACE"))
    yield name
    GAMES.clear()
    GAMES.update(before)


def feature_names(table: Any) -> list[str]:
    """Return the names of the features on a table."""
    return [feature.name for feature in table.features]


def test_it_is_played_in_a_terminal_and_its_file_continues_without_the_board(
    package: str, wc3d: Wc3d, tmp_path: Path
) -> None:
    options = ("--bot", "both=random", "--seed", 1, "--save", "game.jsonl")
    said = wc3d("play", "--game", package, *options)
    assert (said.code, said.err) == (0, "")
    (tmp_path / "site-packages" / package / "field.json").unlink()
    verified = wc3d("replay", "game.jsonl", "--verify")
    assert verified.code == 0 and "intact" in verified.out
    line = wc3d("play", "--game", package, "--bot", "both=random").one_line()
    assert "field.json" in line and "no such file" in line


def test_a_host_offers_and_plays_it_and_continues_its_games(
    package: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    registry = hall_at(tmp_path)
    arguments = make_parser(GAMES[package]).parse_args(["host", "--game", package])
    assert isinstance(arguments, argparse.Namespace)
    begin_match(registry, arguments, "http://127.0.0.1:1")
    assert "http://127.0.0.1:1" in capsys.readouterr().out
    rules = rules_of(package)
    boards = {
        mission["id"]: mission["boards"]
        for game in choices_to_json()["games"]
        if game["id"] == package
        for mission in game["missions"]
    }
    assert boards["hill"][0] == ["mission", "The mission's own board"]
    assert boards["town"][0][0] == "crossroads"
    game, more = make_chosen_game({"game": package, "mission": "hill", "board": "mission"})
    assert feature_names(rules.queries.table(game.state)) == NAMES
    id, keys = registry.create_match(game, **{**more, "agreeing": False})
    table = HostedTable(registry.load_match(id), keys)
    table.give_dice()
    assert table.play(3) == 3
    registry.store.close()
    (tmp_path / "site-packages" / package / "field.json").unlink()
    match = hall_at(tmp_path).load_match(id)
    assert feature_names(rules.queries.table(match.active_game.state)) == NAMES


def test_the_start_screen_offers_it(package: str) -> None:
    new = NewGame(rules_of(package))
    assert new.board.name == "field.json"
    assert new.available_boards()[0].name == MISSION_BOARD_NAME
    game = new.game_maker(load_map(new.board, package), None)()
    assert feature_names(new.rules.queries.table(game.state)) == NAMES
    new.choose_mission("town")
    assert new.board.name == "crossroads.json"
    assert MISSION_BOARD_NAME not in [board.name for board in new.available_boards()]
    new.choose_mission("hill")
    assert new.board == new.available_boards()[0].path
    chosen = new.available_boards()[1].path
    new.board = chosen
    new.choose_mission("town")
    assert new.board == chosen, "a board that the player chose stays"
