"""What a new game can be put together from, without a window."""

import json

import pytest

from wc3d.window.shell.window_memory import remember_file
from wc3d.window.start.new_game import NewGame, shipped_boards


@pytest.fixture(autouse=True)
def own_config(tmp_path, monkeypatch):
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))


def test_own_boards_opened_last_can_be_chosen_where_their_size_is_played(tmp_path):
    boards = {
        "keep": {"name": "The keep", "size": [30, 30]},
        "hall": {"size": [48, 48]},
        "odd": {"size": [31, 9]},
    }
    for name, given in boards.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(given))
        remember_file(tmp_path / f"{name}.json", "board")
    for number, words in enumerate(("{", "[1]", '{"size": ["a", "b"]}', '{"size": 3}')):
        (tmp_path / f"broken-{number}.json").write_text(words)
        remember_file(tmp_path / f"broken-{number}.json", "board")
    remember_file(tmp_path / "gone.json", "board")
    new = NewGame()

    def own():
        return [board.name for board in new.available_boards() if board not in shipped_boards()]

    new.set_size("skirmish")
    assert own() == ["The keep"]
    new.set_size("full")
    assert own() == ["hall"]


def test_a_board_that_comes_with_the_program_is_offered_once():
    for board in shipped_boards():
        remember_file(board.path, "board")
    new = NewGame()
    assert [board.path for board in new.available_boards()] == [
        board.path for board in shipped_boards() if board.size == new.mission_entry.table
    ]
