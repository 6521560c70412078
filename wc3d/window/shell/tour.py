"""The tour for who opens the window for the first time: it goes on when asked to, can be skipped, and is not shown again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.settings import Settings
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    ICONS,
    NO_FOCUS_FLAG,
    draw_bold_text,
    draw_button,
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
        "{help} lists the keys on every screen. Settings shows the file where you can change them.",
    ),
)
"""An icon, a title and a sentence, with the keys of commands in braces."""


class Tour:
    """The steps, one after another, each as long as it is read. `callback` is called at its end, or when it is skipped."""

    def __init__(self, settings: Settings, callback: Callable[[], object]) -> None:
        self.on_end = callback
        keys = {name: settings.key_for(name) for name in settings.keys}
        self.steps = [(icon, title, words.format(**keys)) for icon, title, words in TOUR_STEPS]
        self.number = 0

    @property
    def is_done(self) -> bool:
        """Is it over?"""
        return self.number >= len(self.steps)

    def next_step(self) -> None:
        """Go to the next step."""
        self.number += 1
        if self.is_done:
            self.on_end()

    def skip(self) -> None:
        """End it."""
        if not self.is_done:
            self.number = len(self.steps)
            self.on_end()

    def draw(self, ui: Any) -> None:
        """The step that is shown, at the bottom."""
        if self.is_done:
            return
        width, height = ui.io.display_size.x, ui.io.display_size.y
        icon, title, words = self.steps[self.number]
        with open_panel(
            "tour",
            (width - 24, height - 24),
            (min(560 * ui.scale, width - 48), 0),
            corner=(1, 1),
            flags=NO_FOCUS_FLAG,
        ):
            imgui.text_colored(GOLD_COLOR, ICONS[icon])
            imgui.same_line()
            draw_bold_text(ui, title)
            imgui.text_wrapped(words)
            imgui.text_colored(DIM_COLOR, f"{self.number + 1} of {len(self.steps)}")
            imgui.same_line(imgui.get_content_region_avail().x - 230 * ui.scale)
            last = self.number + 1 == len(self.steps)
            if draw_button(
                ui,
                f"{'Done' if last else 'Next'}  ({ui.key_for_command('end')})",
                "tour next",
                on=True,
            ):
                self.next_step()
            if not last:
                imgui.same_line()
                if draw_button(ui, f"Skip  ({ui.key_for_command('cancel')})", "tour skip"):
                    self.skip()
