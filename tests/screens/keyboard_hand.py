"""What a person does with keys and the mouse in the window's panels, for tests of every screen."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.screens.fake_input import FakeInput
from tests.screens.keys_behind import press

MAX_PANELS, MAX_MODELS, MAX_WIDGETS = 8, 60, 120
"""Keys that are pressed at most on the way to a panel, a model or a widget."""
PATIENCE_S = 90.0


def wait(hand: FakeInput, done: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Let the window go on until something is done."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, [n.words for n in hand.window.notices.visible_notices]
        hand.step()
        time.sleep(0.005)


def click_mark(hand: FakeInput, mark: str) -> None:
    """Click the middle of a widget, and show the result."""
    hand.window.request_redraw(3)
    hand.step(3)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.window.request_redraw(4)
    hand.step(4)


def go_to(hand: FakeInput, mark: str, key: str = "tab", steps: int = MAX_WIDGETS) -> None:
    """Move the keyboard to a widget of the panel that has it."""
    for _ in range(steps):
        if hand.window.ui.focused_widget == mark:
            return
        press(hand, key)
        hand.step(2)
    raise AssertionError(f"{key} does not lead to {mark}: {sorted(hand.window.ui.widget_rects)}")


def enter(hand: FakeInput, mark: str, key: str = "tab") -> None:
    """Move the keyboard to a widget of the panel that has it, and press Enter."""
    go_to(hand, mark, key)
    press(hand, "enter")
    hand.step(3)


def go_to_button(hand: FakeInput, mark: str) -> None:
    """Move the keyboard to a button of any panel, by F6 and Tab."""
    for _ in range(MAX_PANELS):
        press(hand, "f6")
        hand.step(2)
        seen = set[str]()
        while hand.window.keyboard.panel_focus.is_on:
            name = hand.window.ui.focused_widget
            if name == mark:
                return
            if name in seen:
                break
            seen.add(name)
            press(hand, "tab")
            hand.step(2)
    raise AssertionError(f"no key leads to {mark}: {sorted(hand.window.ui.widget_rects)}")


def press_button(hand: FakeInput, mark: str) -> None:
    """Move the keyboard to a button of any panel, and press Enter."""
    go_to_button(hand, mark)
    press(hand, "enter")
    hand.step(3)


def go_to_model(hand: FakeInput, id: str) -> None:
    """Move the cross to a model, by Tab."""
    for _ in range(MAX_MODELS):
        press(hand, "tab")
        hit = hand.window.hover_hit
        if hit is not None and hit.id == id:
            return
    raise AssertionError(f"Tab does not lead to {id}")
