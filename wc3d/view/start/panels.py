"""The pages of the start screen: what can be done, the form of a new game, and the settings."""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.view.game.play.top_bar import SIGNS
from wc3d.view.start.new_game import HUMAN, NewGame, Seat, secondary_choices
from wc3d.view.window.panels import DIM, FLAGS, GOLD, ICONS, button, facts, heading, panel, tooltip
from wc3d.view.window.settings import BINDINGS, GROUPS, folder, key_name
from wc3d.warcaster.rules import NEO_MECHANIKA

if TYPE_CHECKING:
    from wc3d.view.start.screen import Start

WIDE, FORM = 440.0, 600.0
"""The widths of the first page and of the form."""
LABEL = 96.0
KINDS = {
    "game": ("play", "a game to go on with"), "replay": ("film", "a replay"), "dispute": ("scale", "a dispute"),
    "board": ("map", "a board"),
}  # fmt: skip
"""The icon of each kind of file, and what it is."""


def draw_home(ui: Any, start: Start) -> None:
    """What can be done, and the files opened last."""
    with panel("home", (40 * ui.scale, ui.io.display_size.y / 2), (WIDE * ui.scale, 0), corner=(0, 0.5)):
        heading(ui, "wc3d", 34)
        imgui.text_colored(imgui.ImVec4(*DIM), "Warcaster: Neo-Mechanika in true 3D, exactly")
        imgui.dummy(imgui.ImVec2(0, 6))
        rows = (
            ("game", "play", "Play", "a new game: against a bot, or two at one screen"),
            ("load", "open", "Go on", "with a saved game"),
            ("replay", "film", "Watch", "a saved game, both ways"),
            ("dispute", "scale", "Judge", "a dispute: who sees whom, what is in cover"),
            ("board", "map", "Boards", "look at one, build one, print its plan"),
            ("settings", "gear", "Settings", "keys, text, quality"),
        )
        for mark, icon, title, words in rows:
            if _large(ui, ICONS[icon], title, words, mark):
                start.press(mark)
        if start.recent:
            imgui.dummy(imgui.ImVec2(0, 6))
            imgui.text_colored(imgui.ImVec4(*DIM), "Opened last")
        for number, file in enumerate(start.recent):
            icon, words = KINDS[file.kind]
            if imgui.selectable(f"##recent {number}", False)[0]:
                start.open_recent(file)
            ui.mark(f"recent {number}")
            if imgui.is_item_hovered():
                tooltip(f"{file.path}: {words}", 520)
            imgui.same_line(8)
            imgui.text_colored(imgui.ImVec4(*GOLD), ICONS[icon])
            imgui.same_line(34 * ui.scale)
            imgui.text(os.path.basename(file.path))
            imgui.same_line(WIDE * ui.scale - 150 * ui.scale)
            imgui.text_colored(imgui.ImVec4(*DIM), words.removeprefix("a "))


def _large(ui: Any, icon: str, title: str, words: str, mark: str) -> bool:
    """A wide button with an icon, a title and a few words."""
    spot, size = imgui.get_cursor_screen_pos(), imgui.ImVec2(imgui.get_content_region_avail().x, 40 * ui.scale)
    pressed = imgui.button(f"##{mark}", size)
    ui.mark(mark)
    draw, y = imgui.get_window_draw_list(), spot.y + 11 * ui.scale
    gold, white, dim = (imgui.get_color_u32(imgui.ImVec4(*paint)) for paint in (GOLD, (1, 1, 1, 1), DIM))
    draw.add_text(ui.fonts["Regular"], 18 * ui.scale, imgui.ImVec2(spot.x + 14, y), gold, icon)
    draw.add_text(ui.fonts["Bold"], 17 * ui.scale, imgui.ImVec2(spot.x + 48 * ui.scale, y), white, title)
    draw.add_text(ui.fonts["Regular"], 14 * ui.scale, imgui.ImVec2(spot.x + 130 * ui.scale, y + 2), dim, words)
    return bool(pressed)


# A new game


def draw_form(ui: Any, start: Start) -> None:
    """The form of a new game; the board behind it is the one that is chosen."""
    new = start.new
    with panel("form", (24 * ui.scale, ui.io.display_size.y / 2), (FORM * ui.scale, 0), corner=(0, 0.5)):
        heading(ui, f"{ICONS['play']} A new game", 22)
        _label(ui, "Size")
        for skirmish, words in ((True, 'Skirmish, 30"'), (False, 'Full game, 48"')):
            if button(ui, words, f"skirmish {skirmish}", on=new.plan.skirmish == skirmish):
                start.resize(skirmish)
            imgui.same_line()
        imgui.new_line()
        _label(ui, "Mission")
        _combo(ui, "mission", new.mission, [(m.id, m.name) for m in new.missions()], start.choose_mission)
        _label(ui, "Board")
        boards = [(str(b.path), b.name) for b in new.boards()]
        _combo(ui, "board", str(new.board), boards, lambda path: start.choose_board(Path(path)), file=start.ask_board)
        imgui.separator()
        if imgui.begin_table("seats", 2):
            for player, seat in enumerate(new.seats, 1):
                imgui.table_next_column()
                _seat(ui, start, new, seat, player)
            imgui.end_table()
        imgui.separator()
        _rest(ui, new)
        imgui.dummy(imgui.ImVec2(0, 4))
        ready = start.board_ready
        tip = "" if ready else "the board is not read yet"
        if button(ui, f"{ICONS['play']} Start the game", "begin", on=True, enabled=ready, tip=tip):
            start.begin()
        imgui.same_line()
        if button(ui, f"Back  ({ui.key('cancel')})", "back"):
            start.press("home")


def _seat(ui: Any, start: Start, new: NewGame, seat: Seat, player: int) -> None:
    imgui.push_id(player)
    imgui.text(SIGNS[player])
    imgui.same_line()
    imgui.set_next_item_width(-4)
    _, typed = imgui.input_text("##name", seat.name)
    seat.name = typed[:40]
    ui.mark(f"name {player}")
    _who(ui, seat, player)

    def choose(force: str) -> None:
        seat.force = force

    _combo(ui, f"force {player}", seat.force, new.forces(), choose, file=lambda: start.ask_force(player))
    if not new.plan.skirmish:
        imgui.text_colored(imgui.ImVec4(*DIM), "secondary mission")

        def choose_secondary(id: str) -> None:
            seat.secondary = id

        _combo(ui, f"secondary {player}", seat.secondary, secondary_choices(), choose_secondary)
    imgui.pop_id()


def _who(ui: Any, seat: Seat, player: int) -> None:
    """A person or one of the bots."""
    bots = ((name, f"{ICONS['robot']} {name}") for name in NEO_MECHANIKA.bots)
    for bot, words in ((HUMAN, f"{ICONS['person']} person"), *bots):
        if button(ui, words, f"seat {player} {bot or 'person'}", on=seat.bot == bot):
            seat.bot = bot
        imgui.same_line()
    imgui.new_line()


def draw_resume(ui: Any, start: Start) -> None:
    """Who plays on in a saved game; behind it the table as it stands."""
    if start.saved is None:
        return
    path, recording = start.saved
    game = recording.game
    with panel("resume", (24 * ui.scale, ui.io.display_size.y / 2), (WIDE * ui.scale, 0), corner=(0, 0.5)):
        heading(ui, f"{ICONS['open']} {path.name}", 20)
        state = game.state
        when = f"Pulse round {state.round}, turn {state.turn}" if state.round else "the setup"
        imgui.text_wrapped(f"{state.setup.mission.name}, {len(game.turns)} actions, {'over' if game.over else when}")
        for player in (1, 2):
            imgui.separator()
            imgui.text(SIGNS[player])
            imgui.same_line()
            imgui.text(f"{state.setup.names[player - 1]}: {state.players[player].points} VP")
            _who(ui, start.new.seats[player - 1], player)
        imgui.dummy(imgui.ImVec2(0, 4))
        if button(ui, f"{ICONS['play']} Go on", "resume", on=True, enabled=not game.over, tip="it is over" if game.over else ""):
            start.resume()
        imgui.same_line()
        if button(ui, f"{ICONS['film']} Watch it", "watch"):
            start.open(path, "replay")
        imgui.same_line()
        if button(ui, f"Back  ({ui.key('cancel')})", "back"):
            start.press("home")


def _rest(ui: Any, new: NewGame) -> None:
    """Dice, seed and the option that players agree on."""
    _label(ui, "Dice")
    for typed, words, tip in (
        (False, "rolled here", "the program rolls them"), (True, "our own", "you roll your own dice and click what they show"),
    ):  # fmt: skip
        if button(ui, words, f"dice {'typed' if typed else 'seeded'}", on=new.typed == typed, tip=tip):
            new.typed = typed
        imgui.same_line()
    imgui.text_colored(imgui.ImVec4(*DIM), "   seed")
    imgui.same_line()
    imgui.set_next_item_width(110 * ui.scale)
    _, new.seed = imgui.input_text_with_hint("##seed", "by chance", new.seed)
    ui.mark("seed")
    if imgui.is_item_hovered():
        tooltip("the same seed rolls the same dice; empty: by chance")
    _, new.mercy = imgui.checkbox("who has no unit and no void gate in play loses (NM-SIL-01)", new.mercy)
    ui.mark("mercy")


def _label(ui: Any, words: str) -> None:
    imgui.align_text_to_frame_padding()
    imgui.text_colored(imgui.ImVec4(*DIM), words)
    imgui.same_line(LABEL * ui.scale)


def _combo(
    ui: Any, mark: str, chosen: str, rows: Sequence[tuple[str, str]], choose: Callable[[str], object], *,
    file: Callable[[], object] | None = None,
) -> None:  # fmt: skip
    """A list to choose from; with `file`, a button to choose a file instead."""
    beside = imgui.calc_text_size("File…").x + 30 if file is not None else 4
    imgui.set_next_item_width(-beside)
    known = dict(rows)
    if imgui.begin_combo(f"##{mark}", known.get(chosen) or os.path.basename(chosen)):
        for id, words in rows:
            if imgui.selectable(words, id == chosen)[0]:
                choose(id)
            ui.mark(f"{mark} {os.path.basename(id)}")
        imgui.end_combo()
    ui.mark(mark)
    if file is not None:
        imgui.same_line()
        if button(ui, "File…", f"{mark} file"):
            file()


# Settings


def draw_settings(ui: Any, start: Start) -> None:
    """Where the settings are, and what they are now."""
    settings, path = start.window.settings, folder() / "settings.toml"
    there = os.path.exists(path)
    size = FORM * ui.scale, min(640 * ui.scale, ui.io.display_size.y - 40)
    with panel("settings", (24 * ui.scale, ui.io.display_size.y / 2), size, corner=(0, 0.5), flags=FLAGS.no_scrollbar):
        heading(ui, f"{ICONS['gear']} Settings", 22)
        imgui.text_wrapped(f"{path}" + ("" if there else " (not there yet: everything is as usual)"))
        ui.mark("settings path")
        imgui.text_colored(imgui.ImVec4(*DIM), "A text file: change it with any editor; it is read when the window is opened.")
        shown = settings.display
        scale = f"{shown.scale:g}" if shown.scale else f"as the screen has it ({ui.wanted:g})"
        scale += f": here {ui.scale:.2g}, so that all has room in this window" if ui.scale < ui.wanted else ""
        rows = (("quality", shown.quality), ("scale of text", scale), ("first tour", "yes" if shown.tour else "no"))
        facts(rows, 130 * ui.scale)
        tip = "there is one already" if there else "every key and setting as it is now, ready to be changed"
        if button(ui, f"{ICONS['save']} Write a settings file with all keys", "write settings", enabled=not there, tip=tip):
            start.write_settings()
        imgui.same_line()
        if button(ui, "Show the tour", "tour"):
            start.begin_tour()
        imgui.same_line()
        if button(ui, f"Back  ({ui.key('cancel')})", "back"):
            start.press("home")
        imgui.begin_child("keys")
        for group, title in GROUPS.items():
            imgui.text_colored(imgui.ImVec4(*GOLD), title)
            for name, binding in BINDINGS.items():
                if binding.group == group:
                    _key(ui, name, "  ".join(key_name(key) for key in settings.keys[name]) or "no key", binding.words)
        imgui.end_child()


def _key(ui: Any, name: str, keys: str, words: str) -> None:
    imgui.text(keys)
    imgui.same_line(120 * ui.scale)
    imgui.text_colored(imgui.ImVec4(*DIM), name)
    imgui.same_line(240 * ui.scale)
    imgui.text_wrapped(words)


def draw_busy(ui: Any, start: Start) -> None:
    """What is being read."""
    if not start.busy:
        return
    width, height = ui.io.display_size.x, ui.io.display_size.y
    with panel("busy", (width - 24, height - 24), corner=(1, 1), flags=FLAGS.no_focus_on_appearing):
        imgui.text(f"{ICONS['clock']} {start.busy}")
        imgui.same_line()
        if button(ui, "Cancel", "stop"):
            start.stop()
