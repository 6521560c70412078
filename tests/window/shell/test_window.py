"""The window, driven by Panda's real input chain without a screen (with one: test_real_window.py)."""

import os
import re
import subprocess
import sys
import time
from itertools import islice

import numpy as np
import pytest
from imgui_bundle import imgui
from panda3d.core import ButtonRegistry

from tests.screens.boards import mixed
from tests.screens.fake_input import FakeInput
from wc3d.panda.requirements import NoGraphicsError
from wc3d.panda.table_scene import TableScene
from wc3d.scene.picking import RayHit
from wc3d.ui.board_model import BoardModel, solve_reach
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.rules_search import RulesSearch
from wc3d.window.shell.run_window import open_window
from wc3d.window.shell.window import Window


def broken(table, question, progress):
    raise ValueError("no such luck")


def never(table, question, progress):
    for step in range(10**6):
        progress(step, 10**6)
        time.sleep(0.01)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One window for all tests here: Panda allows one at a time. The small size keeps software drawing quick."""
    table = mixed(tmp_path_factory.mktemp("window"))
    window = Window(BoardScreen(table), offscreen=True, size=(640, 400))
    yield window, FakeInput(window), table
    window.close()


@pytest.fixture
def hand(shared):
    """The mouse and keyboard on a fresh desk."""
    window, fake, table = shared
    window.show_screen(BoardScreen(table))
    window.volumes = False
    window.help = False
    window.names = True
    window.notices.visible_notices.clear()
    window.show_whole_table()
    fake.step(2)
    return fake


def spot(window, id, up=0.8):
    x, y, z = window.screen.board_model.table.body(id).at
    return window.project_to_pixel((x, y, z + up))


def middle(window, mark):
    x0, y0, x1, y1 = window.ui.widget_rects[mark]
    return (x0 + x1) / 2, (y0 + y1) / 2


def shot(hand):
    hand.rest()
    return hand.window.render_target.read_pixels().astype(int)


def test_a_click_picks_a_model_and_the_ground_puts_it_down(hand):
    window = hand.window
    hand.click(*spot(window, "a"))
    assert window.screen.board_model.selected_id == "a"
    hand.click(*window.project_to_pixel((15, 2, 0)))
    assert window.screen.board_model.selected_id is None


def test_every_model_can_be_picked_from_above(hand):
    window = hand.window
    window.look_from_above()
    for body in window.screen.board_model.table.bodies:
        x, y, z = body.at
        hit = window.hit_test(*window.project_to_pixel((x, y, z + body.height)))
        assert hit.id == body.id


def test_a_key_takes_off_what_is_high_and_the_mouse_reaches_what_was_under_it(hand):
    window = hand.window
    window.look_from_above()
    silo = window.project_to_pixel((22, 20, 5))
    whole = shot(hand)
    assert window.hit_test(*silo).id == "d"  # who stands on the silo, 5" up
    for _ in range(3):
        hand.key("d")
    hand.step()
    assert window.cutaway.height == 3 and window.notices.visible_notices[-1].words.startswith(
        "Cut away above"
    )
    assert (
        window.hit_test(*silo).at[2] == pytest.approx(3)
        and window.board.node_by_body["d"].is_hidden()
    )
    assert (np.abs(whole - shot(hand)).max(axis=-1) > 30).sum() > 50
    assert window.hit_test(*spot(window, "a")).id == "a"
    for _ in range(3):
        window.run_commands(("outside",))
    assert (
        not window.cutaway.is_cut_open
        and window.hit_test(*silo).id == "d"
        and not window.board.node_by_body["d"].is_hidden()
    )
    window.notices.visible_notices.clear()
    assert np.array_equal(whole, shot(hand))


def test_another_screen_is_whole(hand):
    hand.key("d")
    assert hand.window.cutaway.is_cut_open
    hand.window.show_screen(BoardScreen(hand.window.screen.table))
    hand.step(2)
    assert not hand.window.cutaway.is_cut_open and hand.window.board.ceiling > 1000


def test_what_a_first_look_can_do_without_is_made_once_the_board_has_been_seen(hand, monkeypatch):
    window = hand.window
    seen = list[bool]()
    made = list[int]()
    draw = hand.window._draw
    finish = TableScene.add_details

    def drawn(*how):
        seen.append(window.board.is_built)
        draw(*how)

    def finished(board):
        made.append(len(seen))
        finish(board)

    monkeypatch.setattr(window, "_draw", drawn)
    monkeypatch.setattr(TableScene, "add_details", finished)
    window.board_view.replace_board(window.screen.table)
    while not made:
        assert not window.is_at_rest and not window.board.scatter_node.get_num_children()
        hand.step(1)
    assert seen.index(True) + 1 <= made[0], "the board was seen before"
    assert window.board.scatter_node.get_num_children() and not window.is_drawn, (
        "what came is drawn, too"
    )
    hand.rest()
    assert len(made) == 1 and len(seen) > made[0]


def wait_for_answer(hand):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        hand.step()
        if hand.window.screen.board_model.evidence_view is not None:
            return hand.window.screen.board_model.evidence_view
        time.sleep(0.01)
    raise AssertionError(hand.window.screen.board_model.message)


def test_where_a_model_can_get_to_is_painted_for_more_or_fewer_inches(hand):
    window = hand.window
    window.screen.board_model.solver, window.screen.board_model.speed_in = solve_reach, 6.0
    hand.key("r")
    assert "Select a model" in window.screen.board_model.message
    hand.click(*spot(window, "a"))
    before = shot(hand)
    hand.key("r")
    six = wait_for_answer(hand).areas[0].shape
    assert (np.abs(before - shot(hand)).max(axis=-1) > 15).mean() > 0.01
    hand.key("-")
    five = wait_for_answer(hand).areas[0].shape
    assert six.area > five.area > 10 and six.buffer(1e-6).contains(five)


@pytest.mark.slow
def test_work_that_takes_long_tells_how_far_it_is_and_can_be_stopped(hand):
    window = hand.window
    window.screen.board_model.solver = never
    hand.click(*spot(window, "a"))
    hand.key("r")
    end = time.monotonic() + 90
    while window.screen.board_model.progress[0] == 0 and time.monotonic() < end:
        hand.step()
        time.sleep(0.01)
    assert (
        window.screen.board_model.progress[1] == 10**6 and window.screen.board_model.worker.is_busy
    )
    hand.key("escape")
    assert (
        window.screen.board_model.question is None and not window.screen.board_model.worker.is_busy
    )


def test_models_are_placed_on_the_level_under_the_mouse(hand):
    window = hand.window
    hand.move(*window.project_to_pixel((20.9, 19.2, 5)))
    hand.key("1")
    assert (
        window.screen.board_model.selected_id == "small-1"
        and window.screen.board_model.table.body("small-1").at[2] == 5
    )
    hand.move(*window.project_to_pixel((10, 14, 0)))
    hand.key("3")
    large = window.screen.board_model.table.body("large-1")
    assert large.base == "large" and large.at == (
        pytest.approx(10, abs=0.01),
        pytest.approx(14, abs=0.01),
        0,
    )
    hand.move(*window.project_to_pixel((14, 12, 2)))  # the top of a wall half an inch thick
    hand.key("2")
    assert (
        "cannot stand" in window.screen.board_model.message
        and len(window.screen.board_model.table.bodies) == 9
    )
    hand.key("x")
    assert "large-1" not in {b.id for b in window.screen.board_model.table.bodies}


def test_a_drag_moves_a_model_and_a_bad_place_is_refused(hand):
    window = hand.window
    hand.drag(spot(window, "a"), window.project_to_pixel((11, 2, 0)))
    x, y, z = window.screen.board_model.table.body("a").at
    assert (x, y, z) == (pytest.approx(11, abs=0.1), pytest.approx(2, abs=0.1), 0)
    hand.drag(spot(window, "a"), window.project_to_pixel((14, 12, 2)))
    assert window.screen.board_model.table.body("a").at == (x, y, z)


def test_a_drag_faster_than_a_picture_is_a_drag_from_where_the_button_went_down(hand):
    """All of it comes between two pictures; like X, the mouse is told once more where a button goes down or up."""
    window = hand.window
    button = ButtonRegistry.ptr().get_button("mouse1")
    start = spot(window, "a")
    end = window.project_to_pixel((11, 2, 0))
    beyond = (600.0, 380.0)
    hand.move(300, 30)
    for places, change in (
        ((start, start), hand.device.button_down),
        ((end, end), hand.device.button_up),
    ):
        for place in places:
            hand.device.set_pointer_in_window(*place)
        change(button)
    hand.device.set_pointer_in_window(*beyond)
    hand.step(3)
    assert window.screen.board_model.table.body("a").at == (
        pytest.approx(11, abs=0.1),
        pytest.approx(2, abs=0.1),
        0,
    )


def test_a_click_is_where_the_button_went_down_even_if_the_mouse_has_left(hand):
    window = hand.window
    button = ButtonRegistry.ptr().get_button("mouse1")
    hand.move(300, 30)
    for place in (spot(window, "b"), spot(window, "b")):
        hand.device.set_pointer_in_window(*place)
    hand.device.button_down(button)
    hand.device.set_pointer_in_window(*spot(window, "b"))
    hand.device.button_up(button)
    hand.device.set_pointer_in_window(600, 380)
    hand.step(3)
    assert window.screen.selected == "b"


def test_the_camera_turns_zooms_shifts_and_looks_from_above_and_from_a_model(hand):
    window = hand.window
    first = window.viewpoint.orbit
    hand.drag((300, 250), (380, 230), button="mouse3")
    assert window.viewpoint.orbit.turn != first.turn and window.viewpoint.orbit.tilt != first.tilt
    hand.drag((300, 250), (340, 250), button="mouse2")
    assert window.viewpoint.orbit.target != first.target
    hand.move(300, 250)
    hand.key("wheel_up")
    assert window.viewpoint.orbit.distance < first.distance
    hand.key("t")
    assert window.viewpoint.orbit.tilt > 89
    hand.key("h")
    hand.click(*spot(window, "c"))
    hand.key("e")
    x, y, z = window.screen.board_model.table.body("c").at
    assert tuple(window.render_target.camera.get_pos(window.render)) == (
        x,
        y,
        pytest.approx(z + 2.25 * 0.92, abs=1e-4),
    )
    assert window.board.node_by_body["c"].is_hidden()
    hand.key("e")
    assert not window.board.node_by_body["c"].is_hidden()


def test_the_keys_are_listed_and_panels_keep_their_clicks(hand):
    window = hand.window
    hand.click(*spot(window, "a"))
    hand.step(2)
    x0, y0, x1, y1 = window.ui.widget_rects["help"]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)
    assert window.help and window.screen.board_model.selected_id == "a"
    hand.key("f1")  # in a window as small as this one the list lies over the tools
    assert not window.help
    x0, y0, x1, y1 = window.ui.widget_rects["measure"]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)
    assert window.screen.measuring.tool is Tool.RULER


def test_a_question_to_the_rules_is_answered_beside_the_keys(hand):
    window = hand.window
    window.run_commands(("help",))
    hand.step(3)
    hand.click(*middle(window, "ask the rules"))
    for letter in "does blast get excess":
        hand.device.keystroke(ord(letter))
    hand.step(4)
    answer, whole = window.rules_search.results[0]
    assert answer.endswith("(p. 34, NM-SIL-73)") and "Ruling: no, POW AD only" in whole
    assert "rule 0" in window.ui.widget_rects and window.help
    window.rules_search.search("", "")
    hand.key("?")  # a letter of the field
    assert window.help
    hand.key("escape")
    assert not window.help


def test_what_the_rules_are_asked_is_told_if_nothing_is_found():
    search = RulesSearch()
    search.search("", "xyzzy")
    assert search.results == ()
    search.search("", "SIL-73")
    assert len(search.results) == 1 and search.results[0][0].endswith("(p. 34, NM-SIL-73)")
    search.search("", "SIL-999")
    assert search.results == ()
    search.search("no such game", "cover")
    assert search.results == () and search.find_book("no such game") is None


def test_volumes_change_the_picture_and_change_back(hand):
    hand.move(5, 395)
    before = shot(hand)
    hand.key("v")
    with_volumes = shot(hand)
    hand.key("v")
    assert (np.abs(before - with_volumes).max(axis=-1) > 15).mean() > 0.002
    assert (np.abs(before - shot(hand)).max(axis=-1) > 15).mean() < 0.0005


@pytest.mark.slow
def test_text_of_ever_other_sizes_is_drawn(hand, monkeypatch):
    """ImGui's picture of all letters is replaced by a larger one each time it is full."""
    window = hand.window
    sizes = iter(range(10, 3000))

    def many(ui):
        for size in islice(sizes, 20):
            imgui.push_font(ui.fonts["Bold"], 4.0 * size)
            imgui.text("abcdefghijklmnopqrstuvwxyz")
            imgui.pop_font()

    monkeypatch.setattr(window.screen, "draw_panels", many)
    before = {*window.ui.textures}
    shown = 0
    while {*window.ui.textures} & before and shown < 40:
        window.request_redraw()
        hand.step()
        shown += 1
    assert not {*window.ui.textures} & before, "the first one was dropped"
    window.request_redraw(3)
    hand.step(3)


def test_a_fault_of_the_program_is_told_and_the_window_goes_on(hand, monkeypatch):
    window = hand.window
    screen = hand.window.screen
    times: list[object] = []
    monkeypatch.setattr(window, "make_start_screen", lambda: BoardScreen(screen.table))

    def fails(ui):
        times.append(1)
        imgui.begin("half done")
        imgui.begin_child("and in it")
        raise ValueError("no such luck")

    def closes(task):
        window.is_closed = len(times) >= most and window.is_drawn
        window.request_redraw(window.is_closed is False)
        return task.cont

    monkeypatch.setattr(window, "log", times.append)
    monkeypatch.setattr(screen, "draw_panels", fails)
    most = 5
    window.task_mgr.add(closes, "closes", sort=60)
    window.run_until_closed()
    window.task_mgr.remove("closes")
    window.is_closed = False
    assert times.count("crash ValueError: no such luck") == 2 and window.screen is not screen
    assert [n.words for n in window.notices.visible_notices] == [
        "program error, please report it (ValueError: no such luck)"
    ]
    hand.step(3)


def test_an_answer_that_fails_leaves_the_window_alive(tmp_path):
    desk = BoardModel(mixed(tmp_path), solver=broken)
    desk.selected_id = "a"
    desk.show_reach()
    end = time.monotonic() + 90
    while desk.worker.is_busy and time.monotonic() < end:
        desk.poll()
        time.sleep(0.005)
    assert "no such luck" in desk.message and desk.evidence_view is None
    desk.move_model("a", RayHit("table", "", (9, 2, 0), 1, True))
    assert desk.question is None
    desk.close()


NOWHERE = """
from wc3d.games import space_policy_of
from wc3d.table.table import Table
from wc3d.panda.requirements import NoGraphicsError
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.run_window import open_window
try:
    open_window(BoardScreen(Table((10.0, 10.0), policy=space_policy_of())))
except NoGraphicsError as error:
    print(error)
"""
"""In a process of its own: Panda takes the display that was named when the process began."""


def test_without_a_display_one_line_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NoGraphicsError, match="DISPLAY") as error:
        open_window(BoardScreen(mixed(tmp_path)))
    assert "\n" not in str(error.value)
    env = {**os.environ, "DISPLAY": ":7654"}
    said = subprocess.run(
        [sys.executable, "-c", NOWHERE],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert re.search(r"DISPLAY=:7654.*libgl1", said.stdout) and said.stdout.count("\n") == 1
