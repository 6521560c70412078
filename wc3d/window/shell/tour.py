"""A tour for the first start; it advances on request, can be skipped and is not repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.ui.input_stack import InputLayer
from wc3d.window.shell.settings import Settings
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    ICONS,
    draw_bold_text,
    draw_button,
    focus_button,
    is_click_pending,
    open_panel,
)

TOUR_STEPS = (
    (
        "turn",
        "Look around",
        "Right-drag turns the table, the wheel zooms to the mouse. {top} looks from above, {home} goes back.",
    ),
    ("hand", "Move things", "Left-click selects, left-drag moves. {cancel} cancels."),
    (
        "ruler",
        "Measure",
        "{measure} measures in 3D. {sight} shows which models see each other, and why.",
    ),
    (
        "help",
        "All keys",
        "{help} lists the keys on every screen. Settings changes them. {cross} and {panels} play without a mouse.",
    ),
)
"""An icon, a title and a sentence per step; braces hold command names."""


class Tour(InputLayer):
    """The steps of the tour. `callback` is called when the tour ends or is skipped."""

    def __init__(self, settings: Settings, callback: Callable[[], object]) -> None:
        self.on_end = callback
        keys = {name: settings.key_for(name) for name in settings.keys}
        self.steps = [(icon, title, words.format(**keys)) for icon, title, words in TOUR_STEPS]
        self.number = 0
        self._is_shown = False

    @property
    def is_done(self) -> bool:
        """Return whether the tour has ended."""
        return self.number >= len(self.steps)

    @property
    def is_active(self) -> bool:
        return not self.is_done

    def on_cancel(self) -> bool:
        self.skip()
        return True

    def next_step(self) -> None:
        """Go to the next step."""
        self.number += 1
        if self.is_done:
            self.on_end()

    def skip(self) -> None:
        """End the tour."""
        if not self.is_done:
            self.number = len(self.steps)
            self.on_end()

    def draw(self, ui: Any) -> None:
        """Draw the current step at the bottom. It first comes when no click or list is pending."""
        if self.is_done or not (self._is_shown or not is_click_pending()):
            return
        self._is_shown = True
        width, height = ui.io.display_size.x, ui.io.display_size.y
        icon, title, words = self.steps[self.number]
        at = (width - 24, height - 24)
        with open_panel("tour", at, (min(560 * ui.scale, width - 48), 0), corner=(1, 1)):
            imgui.text_colored(GOLD_COLOR, ICONS[icon])
            imgui.same_line()
            draw_bold_text(ui, title)
            imgui.text_wrapped(words)
            imgui.text_colored(DIM_COLOR, f"{self.number + 1} of {len(self.steps)}")
            imgui.same_line(imgui.get_content_region_avail().x - 230 * ui.scale)
            last = self.number + 1 == len(self.steps)
            if draw_button(
                ui,
                f"{'Done' if last else 'Next'}  (Enter)",
                "tour next",
                main=True,
            ):
                self.next_step()
            focus_button()
            if not last:
                imgui.same_line()
                if draw_button(ui, f"Skip  ({ui.key_for_command('cancel')})", "tour skip"):
                    self.skip()
