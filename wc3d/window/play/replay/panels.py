"""The panels of a replay: viewpoint, log, players' standings, and playback bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import Roster, TurnBar
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.ui.game_log import LogLine
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.ui.playback import PLAYBACK_SPEEDS, Playback
from wc3d.window.layout.grid import BAR_EXTRA_ROW_PX, Grid
from wc3d.window.play.log_rows import draw_log_line, draw_table_row, find_tables
from wc3d.window.play.turn_heading import draw_active_side, draw_round_heading
from wc3d.window.shell.measuring_panels import draw_tool_buttons
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    TEXT_COLOR,
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    buttons_width,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    draw_tooltip,
    end_list,
    open_panel,
    pack_color,
    shorten_to_width,
    to_rgba,
)

FOOT_HEIGHT_PX = 80.0
"""Height of the bottom bar."""
MIN_TOOL_WORDS_WIDTH_PX, MIN_SPEEDS_WIDTH_PX = 1180.0, 880.0
"""Smallest bottom bars in which the tools have words, and in which each speed has a button."""
LOW_WINDOW_HEIGHT_PX = 520.0
"""Height of a window below which it has no graph."""
NAME_SHARE = 0.13
"""Share of the bar for a player's name."""
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


def make_leave_buttons(
    play_on: tuple[Callable[[], object], str] | None,
    window: WindowProtocol,
    leave: Callable[[], object] | None,
) -> dict[str, LeaveButton]:
    """Return the buttons by mark. `play_on` begins a game here, or has the reason against it."""
    buttons = {}
    if play_on is not None:
        begin, refusal = play_on
        words, tip = f"{ICONS['play']} Play on", "Start a new game from this action"
        buttons["play on here"] = LeaveButton(words, begin, tip, refusal)
    buttons["photo mode"] = LeaveButton(ICONS["camera"], window.photo_mode.enter, "Photo mode")
    buttons["help"] = LeaveButton("?", window.toggle_help, "Mouse and keys")
    if leave is not None:
        buttons["leave"] = LeaveButton(f"{ICONS['back']} Leave", leave)
    return buttons


# The top bar


def draw_top_bar(
    ui: Any,
    grid: Grid,
    bar: TurnBar,
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    viewer: int | None,
    *,
    see_as: Callable[[int | None], object],
    leave: Mapping[str, LeaveButton],
) -> None:
    """Draw the round and turn, and the viewpoint. `leave` has the right-hand buttons by mark."""
    wide = grid.bar[2]
    with open_panel("bar", (0, 0), (wide, grid.bar[3]), flags=WINDOW_FLAGS.no_scrollbar):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(GOLD_COLOR, ICONS["film"])
        imgui.same_line()
        draw_round_heading(ui, bar)
        viewers = _viewer_labels(names, grid, leave)
        if bar.active:
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            turn = f"{bar.turn}, " if bar.turn else ""
            step = f": {bar.steps[bar.step - 1][1]}" if bar.step else ""
            name = shorten_to_width(names[bar.active - 1], NAME_SHARE * wide)
            side_width = (
                imgui.calc_text_size(SIDE_ICONS[bar.active]).x + 3 * WINDOW_MARGIN_PX * ui.scale
            )
            free = wide - imgui.get_cursor_pos_x() - side_width
            if grid.bar_rows == 1:
                free -= min(map(buttons_width, viewers))
            options = (f"{turn}{name}{step}", f"{turn}{name}", name, "")
            words = next((w for w in options if imgui.calc_text_size(w).x < free), "")
            draw_active_side(bar, colors, words)
        _draw_viewers(ui, names, viewer, grid, viewers, see_as, leave)


def _viewer_labels(
    names: tuple[str, str], grid: Grid, leave: Mapping[str, LeaveButton]
) -> list[list[str]]:
    """Return the labels of the viewpoints and the buttons to leave, the longest first."""
    room = NAME_SHARE * grid.bar[2]
    short_names = [f"{SIDE_ICONS[p]} {shorten_to_width(names[p - 1], room)}" for p in (1, 2)]
    last = [button.words for button in leave.values()]
    return [
        ["Both players", *short_names, *last],
        ["Both", *short_names, *last],
        ["Both", SIDE_ICONS[1], SIDE_ICONS[2], *last],
        ["Both", SIDE_ICONS[1], SIDE_ICONS[2], *(words[:1] for words in last)],
    ]


def _draw_viewers(
    ui: Any,
    names: tuple[str, str],
    viewer: int | None,
    grid: Grid,
    viewers: Sequence[Sequence[str]],
    see_as: Callable[[int | None], object],
    leave: Mapping[str, LeaveButton],
) -> None:
    """Draw the viewpoints and the buttons to leave, at the right or in the second row."""
    wide = grid.bar[2] - 2 * WINDOW_MARGIN_PX * ui.scale
    if grid.bar_rows == 1:
        imgui.same_line()
        free = wide - imgui.get_cursor_pos_x()
        labels = next((row for row in viewers if buttons_width(row) <= free), viewers[-1])
        imgui.same_line(wide + WINDOW_MARGIN_PX * ui.scale - buttons_width(labels))
    else:
        labels = next((row for row in viewers if buttons_width(row) <= wide), viewers[-1])
        y = BAR_EXTRA_ROW_PX * ui.scale + imgui.get_style().window_padding.y
        imgui.set_cursor_pos((wide + WINDOW_MARGIN_PX * ui.scale - buttons_width(labels), y))
    rows = list(zip((None, 1, 2), labels, strict=False))
    for player, text in rows:
        tip = (
            "Show only what both players know"
            if player is None
            else f"Show the hand of {names[player - 1]}"
        )
        if draw_button(ui, text, f"viewer {player or 'both'}", on=viewer == player, tip=tip):
            see_as(player)
        imgui.same_line()
    for (mark, leave_button), words in zip(leave.items(), labels[len(rows) :], strict=True):
        if draw_button(
            ui,
            words,
            mark,
            enabled=not leave_button.disabled_reason,
            tip=leave_button.disabled_reason or leave_button.tip or leave_button.words,
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
) -> None:
    """Draw the complete log, with future lines dim; a click goes to a line.

    `at` actions are done, and `current_number` is their last line, which `scroll` brings into
    view.
    """
    imgui.begin_child("lines")
    tables = find_tables([line.words for line in lines])
    for number, line in enumerate(lines):
        is_current = line.actions_done == at and not line.is_heading
        shade = (
            GOLD_COLOR
            if line.is_heading and line.actions_done <= at
            else LOG_COLOR
            if line.actions_done <= at
            else FUTURE_COLOR
        )
        if is_current and number not in tables:
            _draw_highlight(line.words.strip())
        quiet = (
            NOW_DETAILS if is_current else DIM_COLOR if line.actions_done <= at else FUTURE_COLOR
        )
        bright = (1.0, 1.0, 1.0, 1.0) if is_current else shade
        if number in tables:
            draw_table_row(ui, tables[number], tables[number].rows[number], bright)
        else:
            draw_log_line(line.words.strip(), bright, quiet)
        if abs(number - current_number) < 40:
            ui.record_widget(f"log {number}")
        if imgui.is_item_clicked():
            go(line.actions_done)
        if imgui.is_item_hovered():
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
            if number not in tables:
                draw_tooltip("Click: go to this line.")
        if number == current_number and scroll:
            imgui.set_scroll_here_y(0.6)
    end_list()


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


def draw_standings(
    ui: Any,
    rosters: Sequence[Roster],
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    lines: Sequence[str],
) -> None:
    """Draw the players' standings and the lines of the current event."""
    for roster in rosters:
        _draw_standing(ui, roster, names[roster.player - 1], colors[roster.player - 1])
    if lines:
        imgui.separator()
    for line in lines[-7:]:
        draw_log_line(line.strip(), TEXT_COLOR)
    imgui.dummy((0, 1))


def _draw_standing(ui: Any, roster: Roster, name: str, rgb: RGB) -> None:
    imgui.text_colored(to_rgba(rgb), SIDE_ICONS[roster.player])
    imgui.same_line()
    draw_bold_text(ui, name, 15, wrapped=True)
    first, *rest = roster.replay_lines or roster.facts or ("",)
    imgui.text_wrapped(first)
    for line in rest:
        draw_dim_text(line)
    ui.record_widget(f"hand {roster.player}")


# The bottom bar


@contextmanager
def draw_playback_bar(
    ui: Any,
    playback: Playback,
    commands: Mapping[str, Callable[[], object]],
    measuring: MeasuringTools,
    go: Callable[[int], object],
    grid: Grid,
) -> Iterator[None]:
    """Draw the buttons, speeds and slider, then the widgets drawn in the context."""
    left, top, right, bottom = grid.foot
    points = (right - left) / ui.scale
    with open_panel(
        "foot", (left, top), (right - left, bottom - top), flags=WINDOW_FLAGS.no_scrollbar
    ):
        has_room = points >= MIN_SPEEDS_WIDTH_PX
        for name, words, is_main, tip in _playback_buttons(playback):
            key = ui.key_for_command(name)
            if draw_button(
                ui,
                words,
                name,
                main=is_main,
                tip=f"{tip}  ({key})",
                wide=(46.0 if not is_main else 92.0 if has_room else 78.0) * ui.scale,
            ):
                commands[name]()
            imgui.same_line()
        _draw_speeds(ui, playback, several=has_room)
        draw_tool_buttons(ui, measuring, words=points >= MIN_TOOL_WORDS_WIDTH_PX)
        _draw_position(ui, playback)
        _draw_slider(ui, playback, go)
        yield


def _playback_buttons(playback: Playback) -> tuple[tuple[str, str, bool, str], ...]:
    """Return the commands with their words, whether they are the main one, and their tips."""
    play = (ICONS["pause"] + " Pause") if playback.is_playing else (ICONS["play"] + " Play")
    return (
        ("previous_attack", f"{ICONS['cross']} {ICONS['back']}", False, "Previous attack"),
        ("back", ICONS["back"], False, "One action back"),
        ("play", play, True, "Play or pause"),
        ("forward", ICONS["forward"], False, "One action forward"),
        ("next_attack", f"{ICONS['forward']} {ICONS['cross']}", False, "Next attack"),
    )


def _draw_position(ui: Any, playback: Playback) -> None:
    """Draw the number of the action at the right end of the row."""
    at = f"{playback.actions_done} of {playback.action_count}"
    options = [f"Action {at}", at, f"{playback.actions_done}", ""]
    if playback.reader is not None:
        loaded = f"{100 * playback.reader.fraction_read:.0f}%"
        options = [
            f"{ICONS['clock']} {loaded} loaded    Action {at}",
            f"{ICONS['clock']} {loaded}",
            "",
        ]
    imgui.same_line()
    room = imgui.get_content_region_avail().x
    words = next((w for w in options if imgui.calc_text_size(w).x <= room), options[-1])
    imgui.same_line(imgui.get_window_width() - imgui.calc_text_size(words).x - 14)
    imgui.align_text_to_frame_padding()
    imgui.text(words)
    ui.record_widget("position")


def _draw_speeds(ui: Any, playback: Playback, *, several: bool) -> None:
    """Draw a button for each speed, or one button that changes it."""
    last = PLAYBACK_SPEEDS.index(playback.speed)
    imgui.dummy((4, 0))
    imgui.same_line()
    for speed in PLAYBACK_SPEEDS if several else (playback.speed,):
        tip = "Playback speed  (+ and -)"
        if draw_button(ui, f"{speed:g}×", f"speed {speed:g}", on=playback.speed == speed, tip=tip):
            index = PLAYBACK_SPEEDS.index(speed)
            if not several:
                index = (index + 1) % len(PLAYBACK_SPEEDS)
            playback.change_speed(index - last)
        imgui.same_line()
    imgui.dummy((4, 0))
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
            12 * ui.scale,
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
    wide = min(460 * ui.scale, width - 20)
    with open_panel("reading", (width / 2, height / 2), (wide, 0), corner=(0.5, 0.5)):
        draw_bold_text(
            ui,
            f"{ICONS['warning']} This replay cannot be shown"
            if fault or path is None
            else f"Opening {path.name}",
            wrapped=True,
        )
        if fault:
            imgui.text_wrapped(fault)
            ui.record_widget("fault")
        if leave is not None and draw_button(
            ui, f"{'Back' if fault else 'Cancel'}  ({ui.key_for_command('cancel')})", "leave"
        ):
            leave()
