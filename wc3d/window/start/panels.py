"""The home page with recent files, and the panel of a task that one waits for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_tooltip,
    open_panel,
    pack_color,
)
from wc3d.window.shell.window_memory import MAX_RECENT_FILES, RecentFile
from wc3d.window.start.battle import SIDE_RGBS

PAGE_WIDTH_PX, HOME_HEIGHT_PX = 440.0, 440.0
"""Width of the home page, and its height without the recent files."""
LOGO_WIDTH_PX = 58.0
"""Width of the logo beside the program's name, with its distance to the name."""
FILE_KIND_LABELS = {
    "game": ("play", "saved game"),
    "replay": ("film", "replay"),
    "dispute": ("scale", "dispute"),
    "board": ("map", "board"),
}
"""Icon and label of each kind of file."""


def draw_home_page(
    ui: Any,
    title: str,
    recent: Sequence[RecentFile],
    press: Callable[[str], object],
    open_recent: Callable[[RecentFile], object],
) -> None:
    """Draw the main actions and recent files.

    There is room below for all recent files, so that the buttons keep their places.
    """
    row_height = imgui.get_text_line_height_with_spacing()
    height, most = (
        HOME_HEIGHT_PX * ui.scale + rows * row_height for rows in (len(recent), MAX_RECENT_FILES)
    )
    room = ui.io.display_size.y - 2 * WINDOW_MARGIN_PX
    top = WINDOW_MARGIN_PX + max(0.0, room - most) / 2
    size = (PAGE_WIDTH_PX * ui.scale, min(height, room))
    with open_panel("home", (40 * ui.scale, top), size):
        _draw_logo(ui)
        imgui.indent(LOGO_WIDTH_PX * ui.scale)
        draw_bold_text(ui, "wc3d", 34)
        imgui.text_colored(DIM_COLOR, f"{title} in exact 3D")
        imgui.unindent(LOGO_WIDTH_PX * ui.scale)
        imgui.dummy((0, 6))
        rows = (
            ("learn", "hand", "Learn", "the game by playing, in lessons of ten minutes"),
            ("game", "play", "Play", "against a bot, or two players at one screen"),
            ("load", "open", "Continue", "a saved game"),
            ("replay", "film", "Replay", "watch a saved game, forward and back"),
            ("dispute", "scale", "Judge", "a new dispute about sight, cover or movement"),
            ("board", "map", "Boards", "build, view, change and print boards"),
            ("settings", "gear", "Settings", "text, graphics, sound and keys"),
        )
        for mark, icon, title, words in rows:
            if _draw_large_button(ui, ICONS[icon], title, words, mark):
                press(mark)
        imgui.dummy((0, 6))
        imgui.text_colored(DIM_COLOR, "Recent" if recent else "Files that you open appear here")
        for number, file in enumerate(recent):
            icon, words = FILE_KIND_LABELS[file.kind]
            if imgui.selectable(f"##recent {number}", False)[0]:
                open_recent(file)
            ui.record_widget(f"recent {number}")
            if imgui.is_item_hovered():
                draw_tooltip(f"{file.path}: {words}", 520)
            imgui.same_line(8)
            imgui.text_colored(GOLD_COLOR, ICONS[icon])
            imgui.same_line(34 * ui.scale)
            imgui.text(os.path.basename(file.path))
            imgui.same_line(PAGE_WIDTH_PX * ui.scale - 150 * ui.scale)
            imgui.text_colored(DIM_COLOR, words)


def _draw_logo(ui: Any) -> None:
    """Draw the logo: two models as cylinders, and the line of sight between their tops."""
    spot = imgui.get_cursor_screen_pos()
    draw = imgui.get_window_draw_list()
    for left, high, low, radius, rgb in (
        (13.0, 26.0, 56.0, 12.0, SIDE_RGBS[1]),
        (39.0, 12.0, 32.0, 7.0, SIDE_RGBS[2]),
    ):
        x, top, bottom = (spot.x + left * ui.scale, *(spot.y + y * ui.scale for y in (high, low)))
        reach = imgui.ImVec2(radius * ui.scale, 0.4 * radius * ui.scale)
        side = pack_color(rgb, 0.45)
        draw.add_rect_filled((x - reach.x, top), (x + reach.x, bottom), side)
        draw.add_ellipse_filled((x, bottom), reach, side)
        draw.add_ellipse_filled((x, top), reach, pack_color(rgb, 1.0))
    eye, seen = ((spot.x + x * ui.scale, spot.y + y * ui.scale) for x, y in ((13, 26), (39, 12)))
    draw.add_line(eye, seen, pack_color((255, 255, 255), 0.9), 2.0 * ui.scale)


def _draw_large_button(ui: Any, icon: str, title: str, words: str, mark: str) -> bool:
    """Draw a wide button with an icon, a title and a short text."""
    spot = imgui.get_cursor_screen_pos()
    size = (imgui.get_content_region_avail().x, 40 * ui.scale)
    pressed = imgui.button(f"##{mark}", size)
    ui.record_widget(mark)
    draw = imgui.get_window_draw_list()
    y = spot.y + 11 * ui.scale
    gold, white, dim = (
        imgui.get_color_u32(paint) for paint in (GOLD_COLOR, (1, 1, 1, 1), DIM_COLOR)
    )
    draw.add_text(ui.fonts["Regular"], 18 * ui.scale, (spot.x + 14, y), gold, icon)
    draw.add_text(ui.fonts["Bold"], 17 * ui.scale, (spot.x + 48 * ui.scale, y), white, title)
    draw.add_text(ui.fonts["Regular"], 14 * ui.scale, (spot.x + 130 * ui.scale, y + 2), dim, words)
    return bool(pressed)


def draw_busy_panel(ui: Any, words: str, stop: Callable[[], object]) -> None:
    """Draw the pending task with a button to stop it, or nothing if there is none."""
    if not words:
        return
    width, height = ui.io.display_size.x, ui.io.display_size.y
    with open_panel("busy", (width - 24, height - 24), corner=(1, 1), flags=NO_FOCUS_FLAG):
        imgui.text(f"{ICONS['clock']} {words}")
        imgui.same_line()
        if draw_button(ui, "Cancel", "stop"):
            stop()
