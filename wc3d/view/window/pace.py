"""How fast what happens in a game is shown: chosen in the window, in force at once, and kept in the settings file."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wc3d.staging.staging import SPEEDS
from wc3d.view.window.panels import button, dim, in_a_row
from wc3d.view.window.screen import Host
from wc3d.view.window.settings import SettingsError, keep_display


def draw_pace(ui: Any, pace: float, set_pace: Callable[[float], object]) -> None:
    """How fast what happens is shown, to be chosen."""
    dim("How fast what happens is shown")
    for speed in in_a_row((0.0, *SPEEDS)):
        words = f"{speed:g}×" if speed else "at once"
        if button(ui, words, f"pace {speed:g}", on=pace == speed):
            set_pace(speed)


def keep_pace(window: Host, pace: float) -> None:
    """Put it in the window's settings and in their file; what hinders that is told."""
    display = window.settings.display.model_copy(update={"pace": pace})
    window.settings = replace(window.settings, display=display)
    try:
        keep_display("pace", pace)
    except SettingsError as error:
        window.notices.complain(error)
