"""The picture of the board is drawn anew when what it shows has changed, and only then."""

from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui

from tests.screens.boards import mixed
from tests.screens.fake_input import FakeInput
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.scene_picture import ScenePicture
from wc3d.window.shell.window import Window


@pytest.fixture(scope="module")
def hand(tmp_path_factory):
    window = Window(
        BoardScreen(mixed(tmp_path_factory.mktemp("picture"))), offscreen=True, size=(640, 400)
    )
    yield FakeInput(window)
    window.close()


@pytest.fixture
def drawn(hand, monkeypatch):
    """How often the board has been drawn since all was at rest: with smooth edges, or quickly."""
    hand.move(320, 5)
    hand.rest()
    drawn = []
    draw = ScenePicture._draw

    def draws(picture, smooth):
        drawn.append(smooth)
        draw(picture, smooth)

    monkeypatch.setattr(ScenePicture, "_draw", draws)
    return drawn


def pixels(hand):
    hand.rest()
    return hand.window.render_target.read_pixels().astype(int)


def body_moved(window, by):
    table = window.screen.board_model.table
    body = table.bodies[0]
    x, y, z = body.at
    window.screen.board_model.table = table.with_bodies(body.moved((x + by, y, z)))


def test_panels_change_over_the_picture_that_is_there(hand, drawn, monkeypatch):
    before = pixels(hand)

    def panels(ui):
        imgui.set_next_window_pos((300, 150))
        imgui.begin("over the board")
        imgui.text("nothing on the board has changed")
        imgui.end()

    monkeypatch.setattr(hand.window.screen, "draw_panels", panels)
    hand.window.request_redraw(3)
    assert not np.array_equal(before, pixels(hand)) and drawn == []


@pytest.mark.parametrize(
    "change", ["a model moves", "the camera turns", "volumes are shown", "the grid is shown"]
)
def test_what_changes_on_the_board_is_drawn_quickly_at_once_and_finished_at_rest(
    hand, drawn, change
):
    window = hand.window
    before = pixels(hand)
    match change:
        case "a model moves":
            body_moved(window, 0.5)
        case "the camera turns":
            window.viewpoint.rotate(20, 0)
            window.aim_camera()
        case "volumes are shown":
            hand.key("v")
        case "the grid is shown":
            hand.key("g")
    hand.step()
    assert drawn == [not window.draws_quickly]
    assert not np.array_equal(before, pixels(hand))
    assert drawn == ([False, True] if window.draws_quickly else [True])


@pytest.mark.parametrize("change", ["key", "settings"])
def test_while_the_board_is_built_for_another_quality_the_picture_of_before_is_seen(
    hand, drawn, monkeypatch, change
):
    window = hand.window
    before = pixels(hand)
    monkeypatch.setattr(
        "wc3d.window.shell.window.BUILD_TIME_PER_STEP_S", 0.0
    )  # a part of it in each step
    board = window.board
    settings = window.settings
    if change == "key":
        hand.key("f3")
    else:
        low = settings.display.model_copy(update={"quality": "low"})
        window.use_settings(replace(settings, display=low))
    for _ in range(3):
        hand.step()
        assert window.board is not board and not window.board.is_built and drawn == []
        assert np.abs(before - window.render_target.read_pixels()).mean() < 9, (
            "but for what is said over it, and the board fills most of the window"
        )
    monkeypatch.setattr("wc3d.window.shell.window.BUILD_TIME_PER_STEP_S", 1.0)
    assert drawn == [] and 0 < np.abs(before - pixels(hand)).mean() < 30 and drawn
    if change == "key":
        for _ in range(2):  # from medium over high to fast
            hand.rest()
            hand.key("f3")
    window.use_settings(settings)
    window.notices.visible_notices.clear()
    window.request_redraw()
    assert np.abs(before - pixels(hand)).mean() < 1


def test_the_picture_has_the_size_of_the_window(hand, drawn):
    window = hand.window
    assert all(output.get_x_size() == 640 for output, _ in window.scene_picture._outputs.values())
    window.scene_picture._outputs[True][0].set_size(320, 200)
    window.aim_camera()
    hand.rest()
    output, picture = window.scene_picture._outputs[True]
    assert drawn[-1:] == [True] and (output.get_x_size(), picture.get_y_size()) == (640, 400)
