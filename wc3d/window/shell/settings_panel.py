"""Settings that are chosen in the window: in force at once, and kept in the settings file."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wc3d.animation.queue import SPEEDS
from wc3d.window.shell.screen import Host
from wc3d.window.shell.settings import SettingsError, keep_display
from wc3d.window.shell.widgets import button, dim, in_a_row

CHOICES: dict[str, tuple[str, tuple[tuple[float | str, str], ...]]] = {
    "scale": ("Text size", ((0.0, "Automatic"), (1.0, "100%"), (1.25, "125%"), (1.5, "150%"), (2.0, "200%"))),
    "quality": ("Graphics", (("auto", "Automatic"), ("low", "Fast"), ("high", "High"))),
    "sound": ("Volume", ((0.0, "Off"), (0.15, "Low"), (0.3, "Normal"), (0.8, "High"))),
}
"""What can be chosen of the section "display": what it is, and its values with their words."""


def draw_pace(ui: Any, pace: float, set_pace: Callable[[float], object]) -> None:
    """How fast what happens is shown, to be chosen."""
    dim("Animation speed")
    for speed in in_a_row((0.0, *SPEEDS)):
        words = f"{speed:g}×" if speed else "Off"
        if button(ui, words, f"pace {speed:g}", on=pace == speed):
            set_pace(speed)


def draw_display(ui: Any, window: Host) -> None:
    """What can be chosen of how it is shown and heard."""
    display = window.settings.display
    for name, (words, values) in CHOICES.items():
        dim(words)
        for value, called in in_a_row(values):
            if button(ui, called, f"{name} {value}", on=getattr(display, name) == value):
                keep(window, name, value)
    draw_pace(ui, display.pace, lambda pace: keep(window, "pace", pace))


def keep(window: Host, name: str, value: float | str) -> None:
    """Let one of the section "display" be in force, and keep it in the settings file; what hinders that is told."""
    display = window.settings.display.model_copy(update={name: value})
    window.use_settings(replace(window.settings, display=display))
    try:
        keep_display(name, value)
    except SettingsError as error:
        window.notices.complain(error)
