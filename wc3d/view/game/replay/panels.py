"""The panels of a replay: whose knowledge it is, the log, what happens now with its dice, and the bar to go through it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.evidence.palette import RGB
from wc3d.view.game.play.top_bar import HEIGHT, SIGNS, side_rgb
from wc3d.view.game.replay.playback import SPEEDS
from wc3d.view.measuring.tool_panels import draw_tools
from wc3d.view.window.panels import DIM, EDGE, FLAGS, GOLD, ICONS, button, colour, heading, packed, panel
from wc3d.warcaster import events as ev
from wc3d.warcaster.book.rulings import PULSE_ROUNDS
from wc3d.warcaster.decisions import STEP_NAMES
from wc3d.warcaster.state import State
from wc3d.warcaster.words.vocabulary import card_name

if TYPE_CHECKING:
    from wc3d.view.game.replay.screen import Replaying

LEFT, RIGHT, FOOT = 320.0, 320.0, 80.0
"""The widths of the panels at the sides, and the height of the bar at the bottom."""
DIE = 20.0
DICE_AT = 88.0
"""Pixels from the panel's edge at which dice begin."""
WHITE, RED, BLUE = ((236, 236, 228), (24, 28, 34)), ((176, 44, 40), (255, 255, 255)), ((60, 76, 96), (255, 255, 255))
"""The body and ink of Action Dice, Power Dice and d6."""
FUTURE = (0.52, 0.57, 0.62, 1.0)
PLAIN = (0.84, 0.87, 0.90, 1.0)
NOW: RGB = (40, 110, 140)
ROUND: RGB = (255, 209, 102)
STRUCK: RGB = (230, 120, 100)


# The bar at the top


def draw_top(ui: Any, screen: Replaying) -> None:
    """When this is, and whose knowledge is shown."""
    wide = ui.io.display_size.x
    with panel("bar", (0, 0), (wide, HEIGHT * ui.scale), flags=FLAGS.no_scrollbar):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(imgui.ImVec4(*GOLD), ICONS["film"])
        imgui.same_line()
        state = screen.course.state
        heading(ui, f"Round {state.round}/{PULSE_ROUNDS}" if state.round else "Setting up", 16)
        ui.mark("round")
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        if state.round and state.active:
            imgui.text_colored(colour(side_rgb(state, state.active)), SIGNS[state.active])
            imgui.same_line()
            imgui.text(f"turn {state.turn}, {_cut(screen.player_name(state.active), 14)}: {STEP_NAMES[state.phase]}")
        _viewers(ui, screen, wide)


def _viewers(ui: Any, screen: Replaying, wide: float) -> None:
    rows = [(None, "What both know"), *((p, f"{SIGNS[p]} {_cut(screen.player_name(p), 14)}") for p in (1, 2))]
    last = [("help", "?"), ("leave", ICONS["back"] + " Leave")]
    words = [*(w for _, w in rows), *(w for _, w in last)]
    imgui.same_line(max(wide - sum(imgui.calc_text_size(w).x + 26 for w in words) - 2 * EDGE, 420 * ui.scale))
    for viewer, text in rows:
        tip = "cards in hand stay hidden" if viewer is None else f"with the hand of {screen.player_name(viewer)}"
        if button(ui, text, f"viewer {viewer or 'both'}", on=screen.viewer == viewer, tip=tip):
            screen.see_as(viewer)
        imgui.same_line()
    if button(ui, last[0][1], "help", tip="mouse and keys"):
        screen.window.help = not screen.window.help
    if screen.on_leave is not None:
        imgui.same_line()
        if button(ui, last[1][1], "leave"):
            screen.on_leave()


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


# The log


def draw_log(ui: Any, screen: Replaying) -> None:
    """The whole log; what is still to come is dim; a click goes there."""
    top, high = (HEIGHT + EDGE) * ui.scale, ui.io.display_size.y
    with panel("log", (EDGE, top), (LEFT * ui.scale, high - top - (FOOT + 2 * EDGE) * ui.scale)):
        heading(ui, f"{ICONS['scroll']} Log", 15)
        imgui.same_line()
        imgui.text_colored(imgui.ImVec4(*DIM), "click: go there")
        imgui.begin_child("lines")
        at, here = screen.course.at, screen.here
        for number, entry in enumerate(screen.entries):
            now = entry.done == at and not entry.heading
            shade = GOLD if entry.heading and entry.done <= at else PLAIN if entry.done <= at else FUTURE
            if now:
                _plate(entry.words.strip())
            imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*((1, 1, 1, 1) if now else shade)))
            imgui.text_wrapped(entry.words.strip())
            imgui.pop_style_color()
            if abs(number - here) < 40:
                ui.mark(f"log {number}")
            if imgui.is_item_clicked():
                screen.go(entry.done)
            if imgui.is_item_hovered():
                imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
            if number == here and screen.scroll_wanted():
                imgui.set_scroll_here_y(0.6)
        imgui.end_child()


def _plate(words: str) -> None:
    """What is behind the lines of the present action."""
    spot, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    high = imgui.calc_text_size(words, None, False, wide).y
    low, end = imgui.ImVec2(spot.x - 3, spot.y - 1), imgui.ImVec2(spot.x + wide, spot.y + high + 2)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(low, end, packed(NOW, 0.75), 3)
    draw.add_rect_filled(low, imgui.ImVec2(low.x + 3, end.y), packed(ROUND), 0)


# What happens now


def draw_now(ui: Any, screen: Replaying) -> None:
    """How the game stands, what happens now with its dice, and the hand of whom one looks as."""
    state = screen.known
    top, wide = (HEIGHT + EDGE) * ui.scale, RIGHT * ui.scale
    with panel("now", (ui.io.display_size.x - EDGE, top), (wide, 0), corner=(1, 0)):
        for player in (1, 2):
            _standing(ui, screen, state, player)
        lines, rolls = screen.now_lines(), screen.rolls()
        if lines or rolls:
            imgui.separator()
        imgui.push_text_wrap_pos(0)
        for line in lines[-7:]:
            imgui.text(line.strip())
        imgui.pop_text_wrap_pos()
        for rolled in rolls[-6:]:
            _roll(ui, screen, state, rolled)
        imgui.dummy(imgui.ImVec2(0, 1))
        ui.mark("now")


def _standing(ui: Any, screen: Replaying, state: State, player: int) -> None:
    own = state.players[player]
    imgui.text_colored(colour(side_rgb(state, player)), SIGNS[player])
    imgui.same_line()
    heading(ui, _cut(screen.player_name(player), 22), 15)
    units = sum(1 for _ in state.units_in_play(player))
    imgui.text(f"{own.points} VP   {ICONS['bolt']} {own.well} Arc left   {units} units in play")
    known = [card_name(state, card) for card in own.hand if card in state.setup.cards.cyphers]
    hidden = len(own.hand) - len(known)
    words = ", ".join([*known, *([f"{hidden} hidden"] if hidden else [])])
    imgui.push_text_wrap_pos(0)
    imgui.text_colored(imgui.ImVec4(*DIM), f"{ICONS['card']} {words}" if words else "no cards in hand")
    imgui.pop_text_wrap_pos()
    ui.mark(f"hand {player}")


def _roll(ui: Any, screen: Replaying, state: State, rolled: ev.Rolled) -> None:
    imgui.text_colored(colour(side_rgb(state, rolled.player)), SIGNS[rolled.player])
    imgui.same_line()
    imgui.text(rolled.why)
    imgui.same_line()
    if imgui.get_cursor_pos_x() - imgui.get_style().item_spacing.x > DICE_AT * ui.scale:  # many words have a line of their own
        imgui.new_line()
        imgui.dummy(imgui.ImVec2(0, 0))
    imgui.same_line(DICE_AT * ui.scale)
    dice = (WHITE, "Action Die", rolled.action), (RED, "Power Die", rolled.power), (BLUE, "d6", rolled.plain)
    for paint, name, faces in dice:
        for face in faces:
            _die(ui, paint, name, face)
            imgui.same_line(0, 2)
            if imgui.get_content_region_avail().x < DIE * ui.scale + 20:
                imgui.new_line()
                imgui.same_line(DICE_AT * ui.scale)
    if rolled.plain:
        imgui.new_line()
    else:
        imgui.text(f"= {rolled.strikes}")


def _die(ui: Any, paint: tuple[RGB, RGB], name: str, face: int) -> None:
    """A die: Power Dice and d6 are told apart by their corners, too (cut and square)."""
    size, spot, draw = DIE * ui.scale, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    low, end = spot, imgui.ImVec2(spot.x + size, spot.y + size)
    draw.add_rect_filled(low, end, packed(paint[0]), {"Action Die": 4.0, "Power Die": 11.0}.get(name, 0.0))
    text = imgui.calc_text_size(str(face))
    middle = imgui.ImVec2(spot.x + (size - text.x) / 2, spot.y + (size - text.y) / 2)
    draw.add_text(middle, packed(paint[1], 1.0 if face else 0.5), str(face))
    imgui.dummy(imgui.ImVec2(size, size))
    if imgui.is_item_hovered():
        imgui.set_tooltip(name)


# The bar at the bottom


def draw_foot(ui: Any, screen: Replaying) -> None:
    """Buttons, speeds, and the slider with its rounds and attacks."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    course, scale = screen.course, ui.scale
    with panel("foot", (EDGE, height - EDGE), (width - 2 * EDGE, FOOT * scale), corner=(0, 1), flags=FLAGS.no_scrollbar):
        play = (ICONS["pause"] + " Pause") if course.playing else (ICONS["play"] + " Play")
        rows = (
            ("previous_attack", f"{ICONS['cross']} {ICONS['back']}", False, "to the attack before"),
            ("back", ICONS["back"], False, "one action back"), ("play", play, True, "play and pause"),
            ("forward", ICONS["forward"], False, "one action on"),
            ("next_attack", f"{ICONS['forward']} {ICONS['cross']}", False, "to the next attack"),
        )  # fmt: skip
        for name, words, on, tip in rows:
            key = ui.key(name)
            if button(ui, words, name, on=on, tip=f"{tip}  ({key})", wide=92 * scale if on else 46 * scale):
                screen.commands()[name]()
            imgui.same_line()
        imgui.dummy(imgui.ImVec2(10, 0))
        for speed in SPEEDS:
            imgui.same_line()
            if button(ui, f"{speed:g}×", f"speed {speed:g}", on=course.speed == speed, tip="how fast it plays  (+ and -)"):
                course.faster(SPEEDS.index(speed) - SPEEDS.index(course.speed))
        imgui.same_line()
        imgui.dummy(imgui.ImVec2(10, 0))
        imgui.same_line()
        draw_tools(ui, screen.measuring)
        told = f"action {course.at} of {len(course.replay)}"
        imgui.same_line(imgui.get_window_width() - imgui.calc_text_size(told).x - 14)
        imgui.align_text_to_frame_padding()
        imgui.text(told)
        ui.mark("position")
        _slider(ui, screen)


def _slider(ui: Any, screen: Replaying) -> None:
    course, last = screen.course, max(1, len(screen.course.replay))
    imgui.set_next_item_width(-1)
    changed, at = imgui.slider_int("##at", course.at, 0, len(course.replay), "")
    ui.mark("slider")
    if changed:
        screen.go(at)
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    draw, grip = imgui.get_window_draw_list(), imgui.get_style().grab_min_size / 2 + 2

    def place(n: int) -> float:
        return float(low.x + grip + (high.x - low.x - 2 * grip) * n / last)

    for n in course.recording.attacks:
        draw.add_line(imgui.ImVec2(place(n), high.y - 6), imgui.ImVec2(place(n), high.y), packed(STRUCK, 0.9), 1.4)
    for n, number in course.recording.rounds:
        draw.add_line(imgui.ImVec2(place(n), low.y), imgui.ImVec2(place(n), high.y), packed(ROUND, 0.8), 1.4)
        draw.add_text(ui.fonts["Regular"], 11 * ui.scale, imgui.ImVec2(place(n) + 3, low.y), packed(ROUND, 0.9), f"R{number}")


# While there is nothing to show


def draw_reading(ui: Any, screen: Replaying) -> None:
    """How far the reading is, or why there is nothing."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    with panel("reading", (width / 2, height / 2), (460 * ui.scale, 0), corner=(0.5, 0.5)):
        beside = screen.beside
        heading(ui, beside.what if beside.what else f"{ICONS['warning']} This game cannot be shown")
        if beside.what:
            share = beside.done / beside.total if beside.total else 0.0
            told = f"{beside.done} of {beside.total} lines" if beside.total else "..."
            imgui.progress_bar(share, imgui.ImVec2(-1, 0), told)
            ui.mark("progress")
        else:
            imgui.text_wrapped(screen.fault)
            ui.mark("fault")
        if screen.on_leave is not None and button(ui, f"{'Cancel' if beside.what else 'Back'}  ({ui.key('cancel')})", "leave"):
            screen.on_leave()
