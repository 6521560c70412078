"""The bar at the top: round, turn, the nine steps with the one that is now, and the buttons for taking back and the menu."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.engine.agenda import find
from wc3d.evidence.palette import RGB
from wc3d.view.measuring.tool_panels import TOOLS, draw_tools
from wc3d.view.window.panels import DIM, EDGE, FLAGS, GOLD, ICONS, button, colour, heading, packed, panel, tooltip
from wc3d.warcaster.abilities.vocabulary import Window
from wc3d.warcaster.abilities.windows import Opened
from wc3d.warcaster.book.rulings import PULSE_ROUNDS
from wc3d.warcaster.decisions import STEP_NAMES
from wc3d.warcaster.previews.side_colors import colors_of
from wc3d.warcaster.state import State

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

HEIGHT = 46.0
SIGNS = {1: "\uf0c8", 2: "\uf04b"}
"""The players' signs: a square and a triangle."""
SHORT = ("Ready", "Charge", "Cypher", "Activate", "Cypher", "Deploy", "Gate", "Discard", "Draw")
"""The nine steps of a turn in a word each."""
NOW: RGB = (40, 150, 186)


def side_rgb(state: State, player: int) -> RGB:
    """A player's colour: that of the Faction."""
    return colors_of(state)[player - 1]


def draw_bar(ui: Any, play: Play) -> None:
    """Draw the bar over the whole width."""
    wide = ui.io.display_size.x
    with panel("bar", (0, 0), (wide, HEIGHT * ui.scale), flags=FLAGS.no_scrollbar):
        state = play.hand.state
        imgui.align_text_to_frame_padding()
        if state.round:
            heading(ui, f"Round {state.round}/{PULSE_ROUNDS}", 16)
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            imgui.text_colored(colour(play.side(state.active or 1)), SIGNS[state.active or 1])
            imgui.same_line()
            imgui.text(f"turn {state.turn}, {_cut(play.session.name(state.active or 1), 10)}")
        else:
            heading(ui, "Setting up", 16)
        ui.mark("round")
        imgui.same_line()
        points = f"{ICONS['star']} {state.players[1].points} : {state.players[2].points}"
        if button(ui, points, "score", tip=f"{state.setup.mission.name}: the score, and what the mission asks for"):
            play.press("score")
        _steps(ui, step_now(state), wide)
        _buttons(ui, play, wide)


def step_now(state: State) -> int:
    """The step of the turn that is now; what is asked as a turn begins belongs to its first."""
    opened = find(state, Opened)
    return 0 if not state.round else 1 if opened is not None and opened.window is Window.TURN_START else state.phase


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _steps(ui: Any, phase: int, wide: float) -> None:
    """The nine steps in a row: those done are dim, the one that is now stands on a plate."""
    draw = imgui.get_window_draw_list()
    words = [f"{i} {name}" for i, name in enumerate(SHORT, 1)]
    gap, pad = 5.0 * ui.scale, 7.0 * ui.scale
    sizes = [imgui.calc_text_size(w) for w in words]
    total = sum(s.x + 2 * pad for s in sizes) + gap * (len(words) - 1)
    x, y, high = (wide - total) / 2 - 6 * ui.scale, 9 * ui.scale, 28 * ui.scale
    for i, (text, size) in enumerate(zip(words, sizes, strict=True), 1):
        low, end = imgui.ImVec2(x, y), imgui.ImVec2(x + size.x + 2 * pad, y + high)
        if i == phase:
            draw.add_rect_filled(low, end, packed(NOW), 6)
        else:
            draw.add_rect(low, end, packed((70, 84, 98), 0.7), 6)
        shade = (255, 255, 255) if i == phase else (120, 132, 142) if i < phase else (176, 186, 196)
        draw.add_text(imgui.ImVec2(x + pad, y + (high - size.y) / 2), packed(shade), text)
        if imgui.is_mouse_hovering_rect(low, end):
            tooltip(f"Step {i} of 9: {STEP_NAMES[i]}")
        x = end.x + gap
    ui.marks[f"step {phase}"] = (0.0, y, wide, y + high)


def _buttons(ui: Any, play: Play, wide: float) -> None:
    free = play.session.undoable()
    rows = (
        ("help", ICONS["help"], True, f"mouse and keys  ({ui.key('help')})"),
        ("undo", ICONS["undo"] + " Undo", bool(free), f"take back the last action  ({ui.key('undo')})" if free
         else "nothing to take back: dice were rolled or a card was revealed since"),
        ("menu", ICONS["gear"] + " Menu", True, f"save a copy, concede, leave  ({ui.key('cancel')})"),
    )  # fmt: skip
    sizes = [imgui.calc_text_size(words).x + 18 + 8 for words in (*(ICONS[tool[1]] for tool in TOOLS), *(row[1] for row in rows))]
    imgui.same_line(wide - sum(sizes) - EDGE)
    draw_tools(ui, play.measuring, words=False)
    imgui.same_line()
    for mark, words, able, tip in rows:
        if button(ui, words, mark, enabled=able, tip=tip):
            play.press(mark)
        imgui.same_line()


def draw_menu(ui: Any, play: Play) -> None:
    """The menu in the middle of the window."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    session = play.session
    wide = 320 * ui.scale
    with panel("menu", (width / 2, height / 2), (wide, 0), corner=(0.5, 0.5)):
        heading(ui, "Menu")
        kept = session.path
        imgui.text_wrapped(session.fault or (f"The game is kept in {kept}" if kept else "This game is not kept in a file"))
        imgui.separator()
        imgui.text_colored(imgui.ImVec4(*DIM), "Save a copy as")
        imgui.set_next_item_width(190 * ui.scale)
        _, play.copy_name = imgui.input_text("##copy", play.copy_name)
        ui.mark("copy name")
        imgui.same_line()
        if button(ui, ICONS["save"] + " Save", "save copy", enabled=bool(play.copy_name)):
            play.save_copy()
        imgui.separator()
        full = -1.0
        if not session.game.over and session.people:
            sure = play.sure == "concede"
            words = ICONS["flag"] + (" Concede the game: really?" if sure else " Concede")
            if button(ui, words, "concede", wide=full, on=sure):
                play.press("concede")
        if play.on_leave is not None and button(ui, ICONS["back"] + " Leave the game (it is kept)", "leave", wide=full):
            play.press("leave")
        if button(ui, f"Back to the game  ({ui.key('cancel')})", "close menu", wide=full):
            play.press("close menu")


def draw_cover(ui: Any, play: Play) -> None:
    """Nothing but whom the screen is to be given to."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled(imgui.ImVec2(0, 0), imgui.ImVec2(width, height), packed((14, 17, 22), 0.97))
    who = play.session.pass_to
    with panel("cover", (width / 2, height / 2), corner=(0.5, 0.5)):
        heading(ui, f"Pass the screen to {play.session.name(who)}", 24)
        imgui.text_colored(imgui.ImVec4(*GOLD), "Their cards will be seen next.")
        imgui.dummy(imgui.ImVec2(0, 8))
        if button(ui, f"{ICONS['person']} I am {play.session.name(who)}  ({ui.key('end')})", "sit down", on=True):
            play.press("sit down")
