"""A board with large mesh files opens at once, with boxes; their looks come from beside the window, and Esc gives them up."""

import time
from weakref import WeakKeyDictionary

import pytest

from tests.scene.test_mesh_looks import textured_ball
from wc3d.registry import table_from_map
from wc3d.scene import mesh_looks, terrain_meshes
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell import mesh_loader
from wc3d.window.shell.window import Window


@pytest.fixture
def window(tmp_path, monkeypatch):
    """A window at a board with two balls of one file, which has never been drawn."""
    monkeypatch.setattr(mesh_looks, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(mesh_looks, "_looks", {})
    monkeypatch.setattr(mesh_loader, "SHOW_AFTER_S", 0.0)
    textured_ball(tmp_path / "ball.glb", subdivisions=5)
    terrain = [
        {
            "id": f"ball {x}",
            "kind": "structure",
            "shape": {
                "type": "mesh",
                "file": "ball.glb",
                "scale": 0.03,
                "tolerance": 0.2,
                "position": [x, 6, 1.2],
            },
        }
        for x in (4, 8)
    ]
    table = table_from_map({"size": [12, 12], "terrain": terrain}, "", tmp_path)
    opened = Window(BoardScreen(table), offscreen=True, size=(320, 240))
    yield opened
    opened.close()


def steps(window, until, seconds=60.0):
    began = time.monotonic()
    while not until() and time.monotonic() - began < seconds:
        window.task_mgr.step()
        time.sleep(0.01)
    assert until()


def test_boxes_stand_in_until_the_looks_come(window, tmp_path):
    board = window.board
    assert (
        board.is_built
        and len(board.features_waiting_for) == 1
        and not board.mesh_file_nodes._standing
    )
    steps(window, lambda: "Drawing ball.glb" in window.board_view.mesh_loader.status_text)
    assert "Esc" in window.board_view.mesh_loader.status_text
    steps(window, lambda: not board.features_waiting_for)
    steps(window, lambda: board.is_built)
    assert (
        len(board.mesh_file_nodes._standing) == 2 and not window.board_view.mesh_loader.status_text
    )
    assert all(node.has_parent() for nodes in board._built.values() for node in nodes)


def test_esc_leaves_the_boxes_and_a_new_look_at_the_board_begins_anew(window, tmp_path):
    steps(window, lambda: window.board_view.mesh_loader.maker.is_busy)
    window.on_escape()
    for _ in range(20):
        window.task_mgr.step()
    assert (
        window.board.features_waiting_for
        and not window.board_view.mesh_loader.maker.is_busy
        and not window.board_view.mesh_loader.status_text
    )
    assert any("boxes" in notice.words for notice in window.notices.visible_notices)
    window.board_view.replace_board(window.screen.table)
    steps(
        window,
        lambda: (
            window.board is not None
            and window.board.is_built
            and not window.board.features_waiting_for
        ),
    )
    assert len(window.board.mesh_file_nodes._standing) == 2


def test_what_is_in_the_cache_needs_no_process(window, tmp_path):
    [key] = window.board.features_waiting_for
    mesh_looks.load_or_make_look(key)
    steps(window, lambda: not window.board.features_waiting_for, 5.0)
    assert not window.board_view.mesh_loader.maker.is_alive


def test_a_board_whose_looks_are_in_the_cache_is_built_once_with_them(
    window, tmp_path, monkeypatch
):
    [key] = window.board.features_waiting_for
    mesh_looks.load_or_make_look(key)
    monkeypatch.setattr(mesh_looks, "_looks", {})
    monkeypatch.setattr(terrain_meshes, "_meshes", WeakKeyDictionary())
    window.board_view.replace_board(window.screen.table)
    steps(window, lambda: window.board.is_built)
    assert (
        len(window.board.mesh_file_nodes._standing) == 2 and not window.board.features_waiting_for
    )


def test_a_board_that_is_built_takes_no_pictures_until_it_is_seen(window, monkeypatch):
    window.board_view.replace_board(window.screen.table)
    steps(window, lambda: window.is_drawn)
    drawn = []
    real = window._draw

    def draw(*how):
        drawn.append(window.board.is_built)
        real(*how)

    monkeypatch.setattr(window, "_draw", draw)
    monkeypatch.setattr(
        "wc3d.window.shell.window.BUILD_TIME_PER_STEP_S", 0.0
    )  # a step of it at a time
    window.board_view.replace_board(window.screen.table)
    for _ in range(3):  # what is begun is said
        window.task_mgr.step()
    assert drawn == [False] * 3 and window.board_view.is_building
    window.board._steps = (_ for _ in range(50))
    for _ in range(40):
        window.task_mgr.step()
    assert (
        len(drawn) == 3
        and window.board_view.is_building
        and not window.is_drawn
        and not window.is_at_rest
    )


def test_a_file_that_has_gone_is_drawn_as_the_rules_have_it_and_told(window, tmp_path):
    (tmp_path / "ball.glb").unlink()
    steps(window, lambda: not window.board.features_waiting_for and window.board.is_built)
    assert any(
        "ball.glb" in notice.words and notice.is_error for notice in window.notices.visible_notices
    )
    assert not window.board.mesh_file_nodes._standing and all(window.board._built.values())


def test_a_key_shows_the_outer_solids_then_the_inner_ones_then_none(window, tmp_path):
    steps(window, lambda: not window.board.features_waiting_for and window.board.is_built)
    solids = window.board_view.collision_display
    board = window.board
    before = len(board.translucent_node.get_children())
    for words, hidden in (("Collision shapes over", False), ("Collision shapes inside", True)):
        window.run_commands(("solids",))
        steps(
            window,
            lambda hidden=hidden: (
                len(solids._nodes) == 2 and board.painted_node.is_hidden() == hidden
            ),
        )
        told = solids.status_lines(window.screen.table)
        assert (
            words in told[0] and ("exactly" in told[1] or "Hatched" in told[1]) and len(told) == 2
        )
    window.run_commands(("solids",))
    steps(window, lambda: not solids._nodes)
    assert not solids.status_lines(window.screen.table) and not board.painted_node.is_hidden()
    assert len(board.translucent_node.get_children()) == before
