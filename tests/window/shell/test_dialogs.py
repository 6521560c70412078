"""Dialogs of the window: one at a time, over everything else, and gone when nothing draws them."""

import pytest
from imgui_bundle import imgui

from tests.screens.fake_input import FakeInput
from wc3d.ui.input_stack import DialogLayer
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.widgets import (
    draw_button,
    focus_button,
    focus_field,
    open_dialog,
    open_panel,
)
from wc3d.window.shell.window import Window


class Asking(Screen):
    """A screen with a panel and two dialogs."""

    def __init__(self):
        self.open = []
        self.pressed = []
        self.text = ""

    @property
    def input_layers(self):
        return [DialogLayer(lambda: bool(self.open), self.close)]

    def close(self):
        self.open.pop(0)

    def draw_panels(self, ui):
        with open_panel("behind", (10, 10)):
            if draw_button(ui, "Behind", "behind"):
                self.pressed.append("behind")
        for name in tuple(self.open):
            with open_dialog(ui, name, (200, 0)):
                if name == "name":
                    focus_field()
                    _, self.text = imgui.input_text("##text", self.text)
                    ui.record_widget("text")
                if draw_button(ui, name, f"press {name}"):
                    self.pressed.append(name)
                focus_button()


@pytest.fixture(scope="module")
def shared():
    window = Window(Asking(), offscreen=True, size=(640, 480))
    yield FakeInput(window)
    window.close()


@pytest.fixture
def hand(shared):
    shared.window.show_screen(Asking())
    shared.window.help = False
    shared.window.guide.close()
    shared.step(4)
    return shared


def show(hand, *names):
    hand.window.screen.open = list(names)
    hand.window.request_redraw()
    hand.step(4)


def click(hand, mark):
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(3)


def test_panels_behind_a_dialog_are_not_pressed(hand):
    click(hand, "behind")
    show(hand, "sure")
    click(hand, "behind")
    assert hand.window.screen.pressed == ["behind"]
    click(hand, "press sure")
    hand.key("enter")
    hand.step(2)
    assert hand.window.screen.pressed == ["behind", "sure", "sure"], "also after a click"
    show(hand)
    click(hand, "behind")
    assert hand.window.screen.pressed[-1] == "behind", "nothing is left of the dialog"


def test_a_second_dialog_waits_for_the_end_of_the_first(hand):
    show(hand, "first")
    show(hand, "first", "second")
    assert hand.window.ui.dialog == "first"
    show(hand, "second", "first")
    assert hand.window.ui.dialog == "first", "whichever is drawn before"
    hand.window.screen.open = ["first", "second"]
    hand.key("escape")
    hand.step(4)
    assert hand.window.ui.dialog == "second"
    hand.key("enter")
    hand.step(2)
    assert hand.window.screen.pressed == ["second"]
    hand.key("escape")
    hand.step(4)
    assert not hand.window.ui.dialog


def test_a_field_has_the_keyboard_when_its_dialog_opens_and_escape_closes_both(hand):
    show(hand, "name")
    for letter in "hm":
        hand.key(letter)
        hand.device.keystroke(ord(letter))
        hand.step()
    assert hand.window.screen.text == "hm"
    hand.key("escape")
    hand.step(4)
    assert not hand.window.screen.open and not hand.window.ui.wants_keys


def test_tab_leaves_a_field_and_shift_tab_goes_back(hand):
    show(hand, "name")
    hand.key("tab")
    hand.step(3)
    assert hand.window.ui.focused_widget == "press name"
    hand.press("shift")
    hand.key("tab")
    hand.release("shift")
    hand.step(3)
    assert hand.window.ui.wants_keys


def test_page_down_reads_on_in_the_guide(hand):
    hand.window.guide.open_page("playing")
    hand.window.request_redraw()
    hand.step(4)
    page = next(w for w in hand.window.ui.context.windows if "/page_" in w.name)
    assert page.scroll.y == 0.0
    hand.key("page_down")
    hand.step(3)
    assert page.scroll.y > 100.0
    hand.key("page_up")
    hand.step(3)
    assert page.scroll.y < 100.0
    hand.key("escape")
    hand.step(3)
    assert not hand.window.guide.topic
