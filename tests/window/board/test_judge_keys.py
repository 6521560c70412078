"""A dispute settled by keys alone: models put on the table with the cross, and the question answered."""

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.keyboard_hand import go_to_button, go_to_model, wait
from tests.screens.keys_behind import assert_nothing_happens, press, window_state
from tests.window.board.test_judge import board
from wc3d.cli.window.screens import make_judge_services
from wc3d.window.board.judge.screen import JudgeScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window


@pytest.fixture(scope="module")
def shared():
    settings = Settings(display=DisplaySettings(quality="low"))
    screen = JudgeScreen(board(), make_judge_services(), name="Dispute")
    window = Window(screen, offscreen=True, size=(1280, 800), settings=settings)
    window.render.hide()
    yield FakeInput(window)
    window.close()


@pytest.fixture
def hand(shared):
    shared.window.show_screen(JudgeScreen(board(), make_judge_services(), name="Dispute"))
    shared.window.notices.visible_notices.clear()
    shared.move(2.0, 798.0)
    shared.window.look_from_above()
    shared.step(4)
    yield shared
    shared.window.table_cursor.hide()


def test_a_question_is_asked_and_a_model_is_moved_until_the_verdict_changes(hand):
    screen = hand.window.screen
    press(hand, "f7")
    for key, id in (("from", "a"), ("to", "b")):
        go_to_button(hand, f"pick {key}")
        press(hand, "enter")
        hand.step(2)
        assert screen.awaited_field is not None
        press(hand, "escape")
        assert not hand.window.keyboard.panel_focus.is_on and screen.awaited_field is not None
        go_to_model(hand, id)
        press(hand, "enter")
        hand.step(2)
        assert screen.case.question[key] == id and screen.awaited_field is None
    wait(hand, lambda: screen.verdict is not None and screen.is_current)
    assert screen.verdict.evidence_view.is_good is False, "a wall is between"
    go_to_model(hand, "b")
    press(hand, "enter")
    press(hand, "enter")
    assert hand.window.mouse_input.is_dragging
    for _ in range(3):
        press(hand, "shift-arrow_right")
    press(hand, "enter")
    assert not hand.window.mouse_input.is_dragging
    x, y, _ = screen.case.table.body("b").at
    assert x > 18.5 and y == pytest.approx(18.0, abs=0.2)
    wait(hand, lambda: screen.verdict is not None and screen.is_current)
    assert screen.verdict.evidence_view.is_good is True, "past the end of the wall"


def test_a_model_is_added_under_the_cross(hand):
    screen = hand.window.screen
    press(hand, "f7")
    for _ in range(3):
        press(hand, "shift-arrow_left")
    press(hand, "1")
    hand.step(2)
    if screen.carried_id is not None:
        press(hand, "enter")
    assert screen.carried_id is None and len(screen.case.table.bodies) == 4


def test_letters_in_the_fields_of_the_judge_run_no_command(hand):
    screen = hand.window.screen
    screen.selected_model_id = "a"
    hand.window.request_redraw()
    hand.step(3)
    x0, y0, x1, y1 = hand.window.ui.widget_rects["file"]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)
    assert hand.window.ui.wants_keys

    def state():
        return {
            **window_state(hand.window),
            "models": screen.case.table.bodies,
            "tool": screen.measuring.tool,
            "selected": screen.selected_model_id,
            "questions": screen.case.question_index,
        }

    assert_nothing_happens(hand, state)
