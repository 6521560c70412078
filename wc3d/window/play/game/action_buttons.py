"""The action buttons of a game: each has a key, and none is pressed by a click meant for another.

A question may change while the mouse rests on a button. Clicks are then ignored for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import dist
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.settings import ACTION_COMMANDS, NO_KEY_TEXT
from wc3d.window.shell.tag_layout import Spot
from wc3d.window.shell.widgets import GOLD_COLOR, draw_button, shorten_to_width

GUARD_S = 0.4
"""Seconds for which a new question ignores clicks of a resting mouse."""
GUARD_RADIUS_PX = 6.0
"""Movement in pixels that shows that the player has seen the new question."""
KEY_WIDTH_PX = 24.0
"""Width of the column with the key of a button, in pixels."""


class ClickGuard:
    """Ignores clicks shortly after a question has changed under a resting mouse."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._question: object = None
        self._changed_at = -GUARD_S
        self._rest: Spot | None = None

    def watch(self, question: object, mouse: Spot) -> None:
        """Note the open question and the mouse; call this once per frame."""
        if question != self._question:
            if self._question is not None:
                self._changed_at = self.now()
                self._rest = mouse
            self._question = question
        elif self._rest is not None and dist(self._rest, mouse) > GUARD_RADIUS_PX:
            self._rest = None

    def is_blocking(self, mouse: Spot) -> bool:
        """Return whether a click of the mouse at this pixel was meant for the old question."""
        return (
            self._rest is not None
            and self.now() - self._changed_at < GUARD_S
            and dist(self._rest, mouse) <= GUARD_RADIUS_PX
        )


class KeyedButtons:
    """The action buttons in the order of their keys. A key does what a click does."""

    def __init__(self, guard: ClickGuard | None = None) -> None:
        self.guard = guard or ClickGuard()
        self.marks: list[str] = []
        """The buttons of this frame, in the order of their keys."""
        self._pressed = ""

    def begin_frame(self, question: object) -> None:
        """Begin a frame with the buttons of this question."""
        mouse = imgui.get_mouse_pos()
        self.guard.watch(question, (mouse.x, mouse.y))
        self.marks = []

    def end_frame(self) -> None:
        """Forget a key whose button has gone."""
        self._pressed = ""

    def press(self, number: int) -> bool:
        """Press the button with this number, from 0, at the next frame. Return whether there is."""
        if number >= len(self.marks):
            return False
        self._pressed = self.marks[number]
        return True

    def draw(
        self,
        ui: Any,
        words: str,
        mark: str,
        *,
        on: bool = False,
        main: bool = False,
        enabled: bool = True,
        tip: str = "",
        command: str = "",
        wide: float = 0.0,
    ) -> bool:
        """Draw a button `wide` pixels wide or as wide as its panel. Return whether it was chosen.

        It shows the key of `command`, or the next free key.
        """
        key = self._take_key(ui, mark, command)
        style = imgui.get_style()
        column = KEY_WIDTH_PX * ui.scale if key else 0.0
        lines = words.split("\n")
        wide = wide or imgui.get_content_region_avail().x
        room = wide - 2 * style.frame_padding.x - column
        if key and len(key) > 1:
            room -= imgui.calc_text_size(key).x - 0.5 * column
        short = "\n".join(shorten_to_width(line, room) for line in lines)
        tip = tip or (words if short != words else "")
        imgui.push_style_var(imgui.StyleVar_.button_text_align, (0.0, 0.5))
        pressed = draw_button(
            ui,
            short,
            mark,
            on=on,
            main=main,
            enabled=enabled,
            tip=tip,
            wide=wide,
        )
        imgui.pop_style_var()
        if key:
            self._draw_key(key, enabled)
        mouse = imgui.get_mouse_pos()
        if pressed and self.guard.is_blocking((mouse.x, mouse.y)):
            pressed = False
        if enabled and mark == self._pressed:
            self._pressed = ""
            return True
        return pressed

    def _take_key(self, ui: Any, mark: str, command: str) -> str:
        """Return the display name of the button's key, or ""."""
        if command:
            return str(ui.key_for_command(command))
        self.marks.append(mark)
        number = len(self.marks) - 1
        if number >= len(ACTION_COMMANDS):
            return ""
        key = str(ui.key_for_command(ACTION_COMMANDS[number]))
        return key if key != NO_KEY_TEXT else ""

    @staticmethod
    def _draw_key(key: str, enabled: bool) -> None:
        """Draw a key at the right end of the last button."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        size = imgui.calc_text_size(key)
        x = high.x - imgui.get_style().frame_padding.x - size.x
        y = (low.y + high.y - size.y) / 2
        paint = imgui.get_color_u32((*GOLD_COLOR[:3], 1.0 if enabled else 0.5))
        imgui.get_window_draw_list().add_text((x, y), paint, key)
