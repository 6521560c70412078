"""The top bar: round, turn, the steps of the turn, and the undo and menu buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import TurnBar
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.ui.measuring.readout import TOOL_BUTTONS
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.ui.player_clock import PlayerClock
from wc3d.window.layout.grid import BAR_EXTRA_ROW_PX, Grid
from wc3d.window.play.game.clock_row import clocks_width, draw_clocks
from wc3d.window.play.turn_heading import draw_active_side, draw_round_heading, draw_turn_steps
from wc3d.window.shell.measuring_panels import draw_tool_buttons
from wc3d.window.shell.widgets import (
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    buttons_width,
    draw_button,
    open_panel,
    shorten_to_width,
)

NAME_SHARE = 0.12
"""Share of the bar for the name of the active player."""
BUTTON_COUNT = 4
"""Buttons at the right end besides the tools."""
STEP_WIDTH_PX = 180.0
"""Room that the clocks leave for the current step of the turn."""
OnButton = Callable[[str], object]


def draw_top_bar(
    ui: Any,
    grid: Grid,
    bar: TurnBar,
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    measuring: MeasuringTools,
    able: Collection[str],
    press: OnButton,
    clocks: Sequence[PlayerClock] = (),
) -> None:
    """Draw the bar over the full width. `able` contains "undo" and "redo" if possible."""
    wide = grid.bar[2]
    with open_panel("bar", (0, 0), (wide, grid.bar[3]), flags=WINDOW_FLAGS.no_scrollbar):
        imgui.align_text_to_frame_padding()
        draw_round_heading(ui, bar)
        if bar.active:
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            draw_active_side(
                bar, colors, _active_words(ui, grid, bar, names[bar.active - 1], clocks)
            )
        if bar.points:
            imgui.same_line()
            if draw_button(ui, bar.points, "score", tip=bar.points_tip):
                press("score")
        left_end = imgui.get_item_rect_max().x
        if grid.bar_rows == 1:
            icons = [ICONS["help"]] * (len(TOOL_BUTTONS) + BUTTON_COUNT)
            right_end = wide - buttons_width(icons) - 2 * WINDOW_MARGIN_PX * ui.scale
            left_end = _draw_clocks(ui, clocks, colors, left_end, right_end)
            left_end = draw_turn_steps(ui, bar, left_end, right_end, wide)
            _draw_buttons(ui, measuring, able, press, wide, left_end)
        else:
            _draw_buttons(ui, measuring, able, press, wide, left_end)
            top = BAR_EXTRA_ROW_PX * ui.scale
            left_end = _draw_clocks(ui, clocks, colors, 0.0, wide, top)
            draw_turn_steps(ui, bar, left_end, wide, wide, top)


def _draw_clocks(
    ui: Any,
    clocks: Sequence[PlayerClock],
    colors: tuple[RGB, RGB],
    left: float,
    right: float,
    top: float = 0.0,
) -> float:
    """Draw the clocks from `left` on, `top` pixels below the first row; return where they end.

    The names are left out if they would leave the turn's step no room.
    """
    if not clocks:
        return left
    gap = WINDOW_MARGIN_PX * ui.scale
    wide = clocks_width(ui, clocks, names=True)
    has_names = left + wide + STEP_WIDTH_PX * ui.scale < right
    y = imgui.get_style().window_padding.y + top
    draw_clocks(ui, clocks, colors, (left + gap, y), names=has_names)
    return left + gap + (wide if has_names else clocks_width(ui, clocks, names=False))


def _active_words(
    ui: Any, grid: Grid, bar: TurnBar, name: str, clocks: Sequence[PlayerClock]
) -> str:
    """Return the turn and the name of its player, or the part of it that leaves the buttons room."""
    wide = grid.bar[2]
    name = shorten_to_width(name, NAME_SHARE * wide)
    has_turn = bar.turn and (grid.bar_rows == 1 or not bar.steps)
    icons = [ICONS["help"]] * (len(TOOL_BUTTONS) + BUTTON_COUNT + 1)  # the icon of the side
    buttons = [*icons, bar.points] if bar.points else icons
    end = wide - buttons_width(buttons) - WINDOW_MARGIN_PX * ui.scale
    if grid.bar_rows == 1:
        end -= clocks_width(ui, clocks, names=False)
    room = end - imgui.get_cursor_pos_x()
    options = (f"{bar.turn}, {name}" if has_turn else name, name)
    return next((words for words in options if imgui.calc_text_size(words).x < room), "")


def _draw_buttons(
    ui: Any,
    measuring: MeasuringTools,
    able: Collection[str],
    press: OnButton,
    wide: float,
    free: float,
) -> None:
    """Draw the buttons at the right end, with labels if they fit from the pixel `free`."""
    rows = [
        ("help", "help", "Help", True, f"Mouse and keys  ({ui.key_for_command('help')})"),
        (
            "undo",
            "undo",
            "Undo",
            "undo" in able,
            f"Undo the last action  ({ui.key_for_command('undo')})"
            if "undo" in able
            else "Cannot undo: dice were rolled or a card was revealed",
        ),
        (
            "redo",
            "redo",
            "Redo",
            "redo" in able,
            f"Redo the last undone action  ({ui.key_for_command('redo')})"
            if "redo" in able
            else "Nothing to redo",
        ),
        (
            "menu",
            "gear",
            "Menu",
            True,
            f"Save a copy, concede or leave  ({ui.key_for_command('cancel')})",
        ),
    ]
    everything = {mark for mark, *_ in rows}
    for tools_have_words, with_words in (
        (True, everything),
        (True, everything - {"undo", "redo"}),
        (False, {"menu"}),
        (False, set[str]()),
    ):
        labels = {
            mark: f"{ICONS[icon]}  {words}" if mark in with_words else ICONS[icon]
            for mark, icon, words, *_ in rows
        }
        tools = [
            f"{ICONS[icon]}  {name}" if tools_have_words else ICONS[icon]
            for _, icon, name, _ in TOOL_BUTTONS
        ]
        start_x = wide - buttons_width([*labels.values(), *tools]) - WINDOW_MARGIN_PX * ui.scale
        if start_x > free:
            break
    imgui.same_line(start_x)
    draw_tool_buttons(ui, measuring, keys=False, words=tools_have_words)
    imgui.same_line()
    for mark, _, _, enabled, tip in rows:
        if draw_button(ui, labels[mark], mark, enabled=enabled, tip=tip):
            press(mark)
        imgui.same_line()
