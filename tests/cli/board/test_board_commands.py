"""`wc3d view` with boards and meshes, and `wc3d export` of plans."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trimesh

from tests.cli.conftest import BOARD, Wc3d, questions
from wc3d.cli.host.command import open_listening_socket
from wc3d.cli.window.screens import board_editor_screen, read_editor_input

Put = Callable[..., Path]
RANGE = {"type": "range", "from": "a", "to": "b"}


def open_board_screen(path: Path, *more: Path) -> Any:
    """The screen of `wc3d view` for these files."""
    return board_editor_screen(read_editor_input(None, path, *more))


def test_a_map_is_edited_where_it_lies_and_a_question_files_board_is_not_saved_over_it(
    put: Put, tmp_path: Path
) -> None:
    trimesh.creation.box().export(tmp_path / "box.stl")
    given: Any = put(BOARD, "board.json")
    board: Any = open_board_screen(given, tmp_path / "box.stl")
    assert board.draft.path == given and board._given == (tmp_path / "box.stl",)
    asked: Any = open_board_screen(put(questions(RANGE), "asked.json"))
    assert (
        asked.draft.path is None and len(asked.table.bodies) == 3 and asked.draft.table.bodies == ()
    )
    alone: Any = open_board_screen(tmp_path / "box.stl")
    assert alone.draft.table.features == () and alone._given == (tmp_path / "box.stl",)


def test_what_cannot_be_opened_is_told_in_a_line(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    board = put(BOARD, "board.json")
    assert "no such file" in wc3d("view", tmp_path / "gone.stl").one_line()
    (tmp_path / "folder.stl").mkdir()
    told = wc3d("view", tmp_path / "folder.stl").one_line()
    assert "found no mesh file in this folder" in told
    trimesh.creation.box().export(tmp_path / "box.stl")
    for command, *more in (("judge",), ("export", tmp_path / "out.glb")):
        assert (
            "expected a JSON file, found a mesh; to make a board with it, use wc3d fit"
            in wc3d(command, tmp_path / "box.stl", *more).one_line()
        )
    assert (
        "expected a mesh to add to the board"
        in wc3d("view", board, put(BOARD, "other.json")).one_line()
    )


@pytest.mark.parametrize(
    ("name", "options", "start", "words"),
    [
        ("plan.svg", (), b"<svg", "one sheet"),
        ("plan.pdf", (), b"%PDF", "A4 page"),
        ("plan.pdf", ("--paper", "letter"), b"%PDF", "Letter pages"),
    ],
)
def test_export_writes_plans(
    wc3d: Wc3d,
    put: Put,
    tmp_path: Path,
    name: str,
    options: tuple[str, ...],
    start: bytes,
    words: str,
) -> None:
    said = wc3d("export", put(BOARD, "board.json"), tmp_path / name, *options)
    assert said.code == 0 and words in said.out and (tmp_path / name).read_bytes().startswith(start)


def test_export_dresses_only_models_of_boards(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    board = put(BOARD, "board.json")
    sizes = []
    for options in ((), ("--dressed",)):
        assert wc3d("export", board, tmp_path / "board.glb", *options).code == 0
        sizes.append((tmp_path / "board.glb").stat().st_size)
    assert sizes[1] > 2 * sizes[0]
    refused = wc3d("export", board, tmp_path / "board.stl", "--dressed")
    assert refused.code == 2 and "only for .glb files" in refused.one_line()


def test_paths_that_exist_but_cannot_be_read_are_named(
    wc3d: Wc3d, put: Put, tmp_path: Path
) -> None:
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop2.json")
    (tmp_path / "loop2.json").symlink_to(tmp_path / "loop.json")
    assert "leads back to itself" in wc3d("check", tmp_path / "loop.json").out
    assert "empty name" in wc3d("check", "").one_line()
    (tmp_path / "folder").mkdir()
    on_folder = put({**questions(RANGE), "map": "folder"}, "q.json")
    assert "expected a file, not a folder" in wc3d("judge", on_folder).one_line()


def test_a_folder_does_not_hide_a_shipped_board(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    (tmp_path / "crossroads").mkdir()
    asked = put({**questions(RANGE), "map": "crossroads"}, "q.json")
    assert wc3d("judge", asked).code == 0


def test_a_hosts_links_work_as_soon_as_they_are_printed() -> None:
    with open_listening_socket("127.0.0.1", 0) as bound:
        socket.create_connection(bound.getsockname(), timeout=5).close()
