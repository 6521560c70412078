"""A screen with words and a bar while a board is read, so that the window is never black."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.presentation.icons import ICONS
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.widgets import (
    BUTTON_ON_COLOR,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    focus_button,
    open_panel,
)
from wc3d.workers.interval_timer import IntervalTimer
from wc3d.workers.reading_thread import ReadingThread

PANEL_WIDTH_PX = 420.0
BAR_PERIOD_S = 2.0
"""Time in which the bar of a task of unknown length runs through once, in seconds."""


class LoadingScreen(Screen):
    """Shows what is read until `reading` ends, and then the screen that `make_screen` returns.

    `failure` is the error if the file cannot be read; the window then closes.
    """

    name = "loading"
    takes_keys = True

    def __init__(
        self,
        words: str,
        reading: ReadingThread[Any],
        make_screen: Callable[[Any], Screen],
    ) -> None:
        self._words = words
        self._reading = reading
        self._make_screen = make_screen
        self._since = time.monotonic()
        self._clock = IntervalTimer()
        self.failure: InputError | None = None

    @property
    def is_opening(self) -> bool:
        return True

    def poll(self) -> bool:
        if not self._reading.wait(0.0):
            return self._clock.is_due()
        try:
            screen = self._make_screen(self._reading.result())
        except InputError as error:
            self.failure = error
            self.window.close_without_asking()
        else:
            self.window.show_screen(screen)
        return True

    def on_cancel(self) -> bool:
        self.window.go_to_start()
        return True

    def draw_panels(self, ui: Any) -> None:
        middle = ui.io.display_size.x / 2, ui.io.display_size.y / 2
        seconds = time.monotonic() - self._since
        with open_panel("loading", middle, (PANEL_WIDTH_PX * ui.scale, 0), corner=(0.5, 0.5)):
            draw_bold_text(ui, f"{ICONS['clock']} {self._words}", wrapped=True)
            imgui.push_style_color(imgui.Col_.plot_histogram, BUTTON_ON_COLOR)
            imgui.progress_bar(-max(seconds, 1e-3) / BAR_PERIOD_S, (-1, 0), f"{seconds:.0f} s")
            imgui.pop_style_color()
            ui.record_widget("loading")
            draw_dim_text("A board with meshes takes longer the first time.")
            if draw_button(ui, f"Cancel  ({ui.key_for_command('cancel')})", "stop loading"):
                self.window.go_to_start()
            focus_button()
