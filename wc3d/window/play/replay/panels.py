"""The panels of a replay: viewpoint, log, current event with its dice, and playback bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DisplayedRoll, Roster, TurnBar
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.ui.game_log import LogLine
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.ui.playback import PLAYBACK_SPEEDS, Playback
from wc3d.window.layout.panel_sizes import TOP_BAR_HEIGHT_PX, shorten_text
from wc3d.window.play.dice import die_look_of, draw_die
from wc3d.window.play.log_rows import draw_log_line
from wc3d.window.play.turn_heading import draw_active_side, draw_round_heading
from wc3d.window.shell.measuring_panels import draw_tool_buttons
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    TEXT_COLOR,
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    open_panel,
    pack_color,
    to_rgba,
)

LEFT_WIDTH_PX, RIGHT_WIDTH_PX, FOOT_HEIGHT_PX = 320.0, 320.0, 80.0
"""Widths of the side panels and height of the bottom bar."""
DIE_SIZE_PX = 20.0
DICE_OFFSET_PX = 88.0
"""Offset of the dice from the panel's edge, in pixels."""
FUTURE_COLOR = (0.52, 0.57, 0.62, 1.0)
LOG_COLOR = (0.84, 0.87, 0.90, 1.0)
CURRENT_LINE_RGB: RGB = (40, 110, 140)
NOW_DETAILS = (0.78, 0.86, 0.90, 1.0)
ROUND_RGB: RGB = (255, 209, 102)
ATTACK_RGB: RGB = (230, 120, 100)


@dataclass(frozen=True)
class LeaveButton:
    """A button at the right end of the bar; `disabled_reason` is empty if it is enabled."""

    words: str
    on_press: Callable[[], object]
    tip: str = ""
    disabled_reason: str = ""


# The top bar


def draw_top_bar(
    ui: Any,
    bar: TurnBar,
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    viewer: int | None,
    *,
    see_as: Callable[[int | None], object],
    leave: Mapping[str, LeaveButton],
) -> None:
    """Draw the round and turn, and the viewpoint. `leave` has the right-hand buttons by mark."""
    wide = ui.io.display_size.x
    with open_panel(
        "bar", (0, 0), (wide, TOP_BAR_HEIGHT_PX * ui.scale), flags=WINDOW_FLAGS.no_scrollbar
    ):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(GOLD_COLOR, ICONS["film"])
        imgui.same_line()
        draw_round_heading(ui, bar)
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        if bar.active:
            turn = f"{bar.turn}, " if bar.turn else ""
            step = f": {bar.steps[bar.step - 1][1]}" if bar.step else ""
            draw_active_side(bar, colors, f"{turn}{shorten_text(names[bar.active - 1], 14)}{step}")
        _draw_viewers(ui, names, viewer, wide, see_as, leave)


def _draw_viewers(
    ui: Any,
    names: tuple[str, str],
    viewer: int | None,
    wide: float,
    see_as: Callable[[int | None], object],
    leave: Mapping[str, LeaveButton],
) -> None:
    rows = [
        (None, "Both players"),
        *((p, f"{SIDE_ICONS[p]} {shorten_text(names[p - 1], 14)}") for p in (1, 2)),
    ]
    words = [*(w for _, w in rows), *(one.words for one in leave.values())]
    imgui.same_line(
        max(
            wide - sum(imgui.calc_text_size(w).x + 26 for w in words) - 2 * WINDOW_MARGIN_PX,
            420 * ui.scale,
        )
    )
    for player, text in rows:
        tip = (
            "Show only what both players know"
            if player is None
            else f"Show the hand of {names[player - 1]}"
        )
        if draw_button(ui, text, f"viewer {player or 'both'}", on=viewer == player, tip=tip):
            see_as(player)
        imgui.same_line()
    for mark, leave_button in leave.items():
        if draw_button(
            ui,
            leave_button.words,
            mark,
            enabled=not leave_button.disabled_reason,
            tip=leave_button.disabled_reason or leave_button.tip,
        ):
            leave_button.on_press()
        imgui.same_line()


# The log


def draw_log(
    ui: Any,
    lines: Sequence[LogLine],
    at: int,
    current_number: int,
    go: Callable[[int], object],
    scroll: bool,
    foot: float,
) -> None:
    """Draw the complete log, with future lines dim; a click goes to a line.

    `at` actions are done, and `current_number` is their last line, which `scroll` brings into
    view. `foot` is the height of the bottom bar.
    """
    top = (TOP_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * ui.scale
    high = ui.io.display_size.y
    with open_panel(
        "log",
        (WINDOW_MARGIN_PX, top),
        (LEFT_WIDTH_PX * ui.scale, high - top - (foot + 2 * WINDOW_MARGIN_PX) * ui.scale),
    ):
        draw_bold_text(ui, f"{ICONS['scroll']} Log", 15)
        imgui.same_line()
        imgui.text_colored(DIM_COLOR, "Click a line to go to it.")
        imgui.begin_child("lines")
        for number, line in enumerate(lines):
            is_current = line.actions_done == at and not line.is_heading
            shade = (
                GOLD_COLOR
                if line.is_heading and line.actions_done <= at
                else LOG_COLOR
                if line.actions_done <= at
                else FUTURE_COLOR
            )
            if is_current:
                _draw_highlight(line.words.strip())
            quiet = (
                NOW_DETAILS
                if is_current
                else DIM_COLOR
                if line.actions_done <= at
                else FUTURE_COLOR
            )
            draw_log_line(line.words.strip(), (1, 1, 1, 1) if is_current else shade, quiet)
            if abs(number - current_number) < 40:
                ui.record_widget(f"log {number}")
            if imgui.is_item_clicked():
                go(line.actions_done)
            if imgui.is_item_hovered():
                imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
            if number == current_number and scroll:
                imgui.set_scroll_here_y(0.6)
        imgui.end_child()


def _draw_highlight(words: str) -> None:
    """Draw the background of the current action's lines."""
    spot = imgui.get_cursor_screen_pos()
    wide = imgui.get_content_region_avail().x
    high = imgui.calc_text_size(words, None, False, wide).y
    low = imgui.ImVec2(spot.x - 3, spot.y - 1)
    end = imgui.ImVec2(spot.x + wide, spot.y + high + 2)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(low, end, pack_color(CURRENT_LINE_RGB, 0.75), 3)
    draw.add_rect_filled(low, (low.x + 3, end.y), pack_color(ROUND_RGB), 0)


# The current event


def draw_current_action(
    ui: Any,
    rules: RuleSet,
    rosters: Sequence[Roster],
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    lines: Sequence[str],
    rolls: Sequence[DisplayedRoll],
) -> None:
    """Draw the players' standings and the current event with its dice."""
    top = (TOP_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * ui.scale
    wide = RIGHT_WIDTH_PX * ui.scale
    with open_panel(
        "now", (ui.io.display_size.x - WINDOW_MARGIN_PX, top), (wide, 0), corner=(1, 0)
    ):
        for roster in rosters:
            _draw_standing(ui, roster, names[roster.player - 1], colors[roster.player - 1])
        if lines or rolls:
            imgui.separator()
        for line in lines[-7:]:
            draw_log_line(line.strip(), TEXT_COLOR)
        for roll in rolls[-6:]:
            _draw_roll(ui, rules, roll, colors[roll.player - 1])
        imgui.dummy((0, 1))
        ui.record_widget("now")


def _draw_standing(ui: Any, roster: Roster, name: str, rgb: RGB) -> None:
    imgui.text_colored(to_rgba(rgb), SIDE_ICONS[roster.player])
    imgui.same_line()
    draw_bold_text(ui, shorten_text(name, 22), 15)
    first, *rest = roster.replay_lines or roster.facts or ("",)
    imgui.text(first)
    for line in rest:
        draw_dim_text(line)
    ui.record_widget(f"hand {roster.player}")


def _draw_roll(ui: Any, rules: RuleSet, roll: DisplayedRoll, rgb: RGB) -> None:
    imgui.text_colored(to_rgba(rgb), SIDE_ICONS[roll.player])
    imgui.same_line()
    imgui.text(roll.why)
    imgui.same_line()
    # a long text has its own line
    if imgui.get_cursor_pos_x() - imgui.get_style().item_spacing.x > DICE_OFFSET_PX * ui.scale:
        imgui.new_line()
        imgui.dummy((0, 0))
    imgui.same_line(DICE_OFFSET_PX * ui.scale)
    for die, faces in roll.dice:
        for face in faces:
            draw_die(ui, die_look_of(rules, die), face, DIE_SIZE_PX, letter=False)
            if imgui.is_item_hovered():
                imgui.set_tooltip(die.name if die.name[:1].islower() else f"{die.name} Die")
            imgui.same_line(0, 2)
            if imgui.get_content_region_avail().x < DIE_SIZE_PX * ui.scale + 20:
                imgui.new_line()
                imgui.same_line(DICE_OFFSET_PX * ui.scale)
    if roll.total:
        imgui.text(roll.total)
    else:
        imgui.new_line()


# The bottom bar


@contextmanager
def draw_playback_bar(
    ui: Any,
    playback: Playback,
    commands: Mapping[str, Callable[[], object]],
    measuring: MeasuringTools,
    go: Callable[[int], object],
    foot: float,
) -> Iterator[None]:
    """Draw the buttons, speeds and slider, then the widgets drawn in the context."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    scale = ui.scale
    with open_panel(
        "foot",
        (WINDOW_MARGIN_PX, height - WINDOW_MARGIN_PX),
        (width - 2 * WINDOW_MARGIN_PX, foot * scale),
        corner=(0, 1),
        flags=WINDOW_FLAGS.no_scrollbar,
    ):
        play = (ICONS["pause"] + " Pause") if playback.is_playing else (ICONS["play"] + " Play")
        rows = (
            ("previous_attack", f"{ICONS['cross']} {ICONS['back']}", False, "Previous attack"),
            ("back", ICONS["back"], False, "One action back"),
            ("play", play, True, "Play or pause"),
            ("forward", ICONS["forward"], False, "One action forward"),
            ("next_attack", f"{ICONS['forward']} {ICONS['cross']}", False, "Next attack"),
        )
        for name, words, is_main, tip in rows:
            key = ui.key_for_command(name)
            if draw_button(
                ui,
                words,
                name,
                on=is_main,
                tip=f"{tip}  ({key})",
                wide=92 * scale if is_main else 46 * scale,
            ):
                commands[name]()
            imgui.same_line()
        _draw_speeds(ui, playback)
        draw_tool_buttons(ui, measuring)
        words = f"Action {playback.actions_done} of {playback.action_count}"
        if playback.reader is not None:
            words = f"{ICONS['clock']} {100 * playback.reader.fraction_read:.0f}% loaded    {words}"
        imgui.same_line(imgui.get_window_width() - imgui.calc_text_size(words).x - 14)
        imgui.align_text_to_frame_padding()
        imgui.text(words)
        ui.record_widget("position")
        _draw_slider(ui, playback, go)
        yield


def _draw_speeds(ui: Any, playback: Playback) -> None:
    imgui.dummy((10, 0))
    for speed in PLAYBACK_SPEEDS:
        imgui.same_line()
        if draw_button(
            ui,
            f"{speed:g}×",
            f"speed {speed:g}",
            on=playback.speed == speed,
            tip="Playback speed  (+ and -)",
        ):
            playback.change_speed(
                PLAYBACK_SPEEDS.index(speed) - PLAYBACK_SPEEDS.index(playback.speed)
            )
    imgui.same_line()
    imgui.dummy((10, 0))
    imgui.same_line()


def _draw_slider(ui: Any, playback: Playback, go: Callable[[int], object]) -> None:
    last = max(1, playback.action_count)
    read = len(playback.replay)
    imgui.set_next_item_width(-1)
    changed, at = imgui.slider_int(
        "##at",
        playback.actions_done
        if playback.target_action_count is None
        else playback.target_action_count,
        0,
        playback.action_count,
        "",
    )
    ui.record_widget("slider")
    if changed:
        go(at)
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    draw = imgui.get_window_draw_list()
    grip = imgui.get_style().grab_min_size / 2 + 2

    def place(n: int) -> float:
        return float(low.x + grip + (high.x - low.x - 2 * grip) * n / last)

    if playback.reader is not None:
        draw.add_rect_filled(
            (place(0), high.y - 2), (place(read), high.y), pack_color(CURRENT_LINE_RGB, 0.9)
        )
    for n in playback.recording.attacks:
        draw.add_line((place(n), high.y - 6), (place(n), high.y), pack_color(ATTACK_RGB, 0.9), 1.4)
    for n, number in playback.recording.rounds:
        draw.add_line((place(n), low.y), (place(n), high.y), pack_color(ROUND_RGB, 0.8), 1.4)
        draw.add_text(
            ui.fonts["Regular"],
            11 * ui.scale,
            (place(n) + 3, low.y),
            pack_color(ROUND_RGB, 0.9),
            f"R{number}",
        )


# Without a game to show


def draw_loading_panel(
    ui: Any, path: Path | None, fault: str, leave: Callable[[], object] | None
) -> None:
    """Draw a note that a file is loading, or the error."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    with open_panel("reading", (width / 2, height / 2), (460 * ui.scale, 0), corner=(0.5, 0.5)):
        draw_bold_text(
            ui,
            f"{ICONS['warning']} This replay cannot be shown"
            if fault or path is None
            else f"Opening {path.name}",
        )
        if fault:
            imgui.text_wrapped(fault)
            ui.record_widget("fault")
        if leave is not None and draw_button(
            ui, f"{'Back' if fault else 'Cancel'}  ({ui.key_for_command('cancel')})", "leave"
        ):
            leave()
