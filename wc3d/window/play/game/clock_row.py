"""The clocks of a hosted game in the top bar, in sight at every size of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.palette import RGB
from wc3d.ui.player_clock import PlayerClock
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    BUTTON_ON_COLOR,
    DIM_COLOR,
    RED_COLOR,
    TEXT_COLOR,
    draw_tooltip,
    shorten_to_width,
    to_rgba,
)

NAME_WIDTH_PX = 90.0
"""Greatest width of a name beside its clock."""
WIDEST_TIME = "000:00"
"""A clock keeps the width of this time, so that nothing moves while it runs."""
ICON_SIZE_PX, CLOCK_GAP_PX, PADDING_PX = 18.0, 6.0, 6.0


def clocks_width(ui: Any, clocks: Sequence[PlayerClock], *, names: bool) -> float:
    """Return the width of all clocks, with the players' names or without, in pixels."""
    return sum(_clock_width(ui, clock, names) + CLOCK_GAP_PX * ui.scale for clock in clocks)


def _shown_name(ui: Any, clock: PlayerClock, names: bool) -> str:
    return f"{shorten_to_width(clock.name, NAME_WIDTH_PX * ui.scale)}  " if names else ""


def _clock_width(ui: Any, clock: PlayerClock, names: bool) -> float:
    name = imgui.calc_text_size(_shown_name(ui, clock, names)).x if names else 0.0
    time = imgui.calc_text_size(WIDEST_TIME).x
    return float(name + time + (ICON_SIZE_PX + 2 * PADDING_PX) * ui.scale)


def draw_clocks(
    ui: Any,
    clocks: Sequence[PlayerClock],
    colors: tuple[RGB, RGB],
    spot: tuple[float, float],
    *,
    names: bool,
) -> None:
    """Draw the clocks from a pixel on. The running one has a bright ground, a low one red time."""
    draw = imgui.get_window_draw_list()
    x, y = spot
    high = imgui.get_frame_height()
    text_y = y + (high - imgui.get_text_line_height()) / 2
    pad = PADDING_PX * ui.scale
    for clock in clocks:
        wide = _clock_width(ui, clock, names)
        low, end = (x, y), (x + wide, y + high)
        if clock.is_running:
            draw.add_rect_filled(low, end, imgui.get_color_u32(BUTTON_ON_COLOR), 5 * ui.scale)
        paint = RED_COLOR if clock.is_low else TEXT_COLOR if clock.is_running else DIM_COLOR
        side = imgui.get_color_u32(to_rgba(colors[clock.player - 1]))
        draw.add_text((x + pad, text_y), side, SIDE_ICONS[clock.player])
        name = _shown_name(ui, clock, names)
        text_x = x + pad + ICON_SIZE_PX * ui.scale
        draw.add_text((text_x, text_y), imgui.get_color_u32(TEXT_COLOR), name)
        time_x = x + wide - pad - imgui.calc_text_size(clock.words).x
        draw.add_text((time_x, text_y), imgui.get_color_u32(paint), clock.words)
        ui.widget_rects[f"clock {clock.player}"] = (*low, *end)
        if imgui.is_mouse_hovering_rect(low, end):
            runs = "the clock is running" if clock.is_running else "the clock is stopped"
            draw_tooltip(f"{clock.name} has {clock.words} left; {runs}")
        x += wide + CLOCK_GAP_PX * ui.scale
