"""Display settings that take effect immediately and are saved in the settings file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wc3d.animation.queue import SPEEDS
from wc3d.presentation.color_sets import COLOR_SET_LABELS
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.settings import SettingsError, save_display_setting
from wc3d.window.shell.widgets import (
    GOLD_COLOR,
    ICONS,
    draw_button,
    draw_colored_text,
    draw_dim_text,
    lay_in_row,
)

SOUND_SHARES = ((0.0, "Off"), (0.5, "Half"), (1.0, "Full"))
"""The volumes of a kind of sound, as shares of the volume."""
DISPLAY_CHOICES: dict[str, tuple[str, tuple[tuple[float | str | bool, str], ...]]] = {
    "scale": (
        "Text size",
        ((0.0, "Automatic"), (1.0, "100%"), (1.25, "125%"), (1.5, "150%"), (2.0, "200%")),
    ),
    "quality": (
        "Graphics",
        (("auto", "Automatic"), ("low", "Fast"), ("medium", "Medium"), ("high", "High")),
    ),
    "names": ("Names of models on the table", (("needed", "Where needed"), ("all", "All names"))),
    "room": ("Room", (("day", "Day"), ("night", "Night"), ("plain", "Plain"))),
    "start_picture": (
        "Moving picture on the start screen",
        (("auto", "Automatic"), ("moving", "On"), ("still", "Off")),
    ),
    "full_screen": ("Window", ((False, "Window"), (True, "Full screen"))),
    "colors": ("Colors for color vision", tuple(COLOR_SET_LABELS.items())),
    "sound": ("Volume", ((0.0, "Off"), (0.15, "Low"), (0.3, "Normal"), (0.8, "High"))),
    "sound_dice": ("Dice", SOUND_SHARES),
    "sound_weapons": ("Weapons, hits and falls", SOUND_SHARES),
    "sound_movement": ("Movement and arrival", SOUND_SHARES),
    "sound_interface": ("Buttons and turns", SOUND_SHARES),
    "sound_ambience": ("Wind over the table", SOUND_SHARES),
    "motion": ("Motion", (("full", "Full"), ("reduced", "Reduced: fades only"))),
    "camera_nudge": ("Camera at a hit", ((True, "Shake a little"), (False, "Keep still"))),
    "idle_motion": ("Waiting models", ((False, "Stand still"), (True, "Breathe"))),
    "confirm_end": ("Ending an activation with unused actions", ((True, "Ask"), (False, "End"))),
}
"""The choices for the "display" section: label, values and their names."""


def draw_pace_setting(ui: Any, pace: float, set_pace: Callable[[float], object]) -> None:
    """Draw the choice of the animation speed."""
    draw_dim_text("Animation speed")
    for speed in lay_in_row((0.0, *SPEEDS)):
        words = f"{speed:g}×" if speed else "Off"
        if draw_button(ui, words, f"pace {speed:g}", on=pace == speed):
            set_pace(speed)


def draw_display_settings(ui: Any, window: WindowProtocol) -> None:
    """Draw the display and sound settings."""
    display = window.settings.display
    for name, (words, values) in DISPLAY_CHOICES.items():
        draw_dim_text(words)
        for value, called in lay_in_row(values):
            if draw_button(ui, called, f"{name} {value}", on=getattr(display, name) == value):
                apply_display_setting(window, name, value)
        if name == "scale":
            _draw_text_size_in_force(ui, window)
    draw_pace_setting(ui, display.pace, lambda pace: apply_display_setting(window, "pace", pace))


def _draw_text_size_in_force(ui: Any, window: WindowProtocol) -> None:
    """Draw the text size that applies, and why it is not the chosen one."""
    wanted = ui.requested_scale
    if ui.scale < wanted:
        key = ui.key_for_command("full_screen")
        words = f"This window has room for text at {ui.scale:.0%}, not more."
        words += "" if window.is_full_screen else f" Enlarge it ({key}: full screen)."
        draw_colored_text(f"{ICONS['warning']} {words}", GOLD_COLOR)
    else:
        draw_dim_text(
            f"Text has {ui.scale:.0%}" + ("" if wanted else ", by the size of the window")
        )
    ui.record_widget("text size in force")


def apply_display_setting(window: WindowProtocol, name: str, value: float | str | bool) -> None:
    """Apply a display setting and save it, or show an error."""
    display = window.settings.display.model_copy(update={name: value})
    window.use_settings(replace(window.settings, display=display))
    try:
        save_display_setting(name, value)
    except SettingsError as error:
        window.notices.show_error(error)
