"""Where the panels of a game are: the bar on top, units and log at the left, what is asked and picked at the right, the hand."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.evidence.palette import Role
from wc3d.evidence.preview import Preview
from wc3d.view.game.model_labels import badges_of, draw_tokens, hidden_from
from wc3d.view.game.play import overlays as play_marks
from wc3d.view.game.play.card_hand import draw_cards
from wc3d.view.game.play.dice_tray import draw_tray, draw_typing
from wc3d.view.game.play.prompt_at_model import draw_place
from wc3d.view.game.play.prompt_panel import draw_now
from wc3d.view.game.play.score import draw_score
from wc3d.view.game.play.top_bar import HEIGHT, draw_bar, draw_cover, draw_menu
from wc3d.view.game.play.unit_card import draw_card
from wc3d.view.game.play.unit_list import WIDTH, draw_log, draw_units
from wc3d.view.measuring.marks import measured_tags
from wc3d.view.neo_mechanika.label_facts import Badge
from wc3d.view.window.label_layout import Rect
from wc3d.view.window.panels import EDGE, FLAGS, dim, draw_tags, heading, panel
from wc3d.warcaster.previews.board_marks import markers_of

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

RIGHT = 312.0
"""The width of the panels at the right."""
SHORT_LOG = 190.0
FORETOLD, HIGH = 600.0, 150.0
"""The width of what is foretold of an attack, and about its height."""
STILL = FLAGS.no_inputs | FLAGS.no_focus_on_appearing


def draw_panels(ui: Any, play: Play) -> None:
    """Draw them all; of a covered screen only the cover."""
    if play.session.pass_to:
        draw_cover(ui, play)
        return
    height = ui.io.display_size.y
    top, scale = (HEIGHT + EDGE) * ui.scale, ui.scale
    play.hovered = None
    draw_bar(ui, play)
    room = height - top - EDGE
    log = max(SHORT_LOG * scale, room * 0.34) if play.log_open else 0.0
    draw_units(ui, play, room - (log + EDGE if log else 0))
    if log:
        draw_log(ui, play, height - EDGE - log, log)
    covered: list[Rect] = []
    if play.measuring.active:
        play.measured.draw(ui, top)
    else:
        place = None if play.menu or play.score else draw_place(ui, play)
        covered += [place] if place is not None else []
        _right(ui, play, top, room)
        _cards(ui, play)
        _foretold(ui, play)
    draw_tray(ui, play)
    draw_typing(ui, play)
    covered += [ui.marks[over] for over in ("foretold", "dice", "cards") if over in ui.marks]
    _signs(ui, play, covered)
    if play.menu:
        draw_menu(ui, play)
    if play.score:
        draw_score(ui, play)


def _signs(ui: Any, play: Play, covered: Sequence[Rect]) -> None:
    """The signs over the models and objectives, and what else is told over the board: beside each other, and beside panels."""
    if not play.window.names or play.window.picker is None:
        return
    state = play.hand.state
    badges: Sequence[Badge] = badges_of(state)
    draft = play.hand.draft
    if draft is not None and draft.settled:
        there = {ghost.id: ghost.at for ghost in draft.ghosts}
        badges = [badge.standing(there[badge.id]) if badge.id in there else badge for badge in badges]
    hidden = hidden_from(play.window.picker, play.window.eye, badges)
    picked = (play.hand.model,) if play.hand.model is not None else ()
    room = play.free_room()
    taken = draw_tokens(
        ui, play.window.project, badges, markers_of(state), picked=picked, hidden=hidden, tips=draft is None, room=room,
        brief=draft is not None,
    )  # fmt: skip
    tags = measured_tags(play.measuring) if play.measuring.active else play_marks.tags(play)
    draw_tags(tags, play.window.project, (*covered, *taken), room)


def _right(ui: Any, play: Play, top: float, room: float) -> None:
    """What is asked now, and under it the card of what is picked."""
    width, scale = ui.io.display_size.x, ui.scale
    most = room * (0.62 if play.hand.picked is not None else 1.0)
    imgui.set_next_window_size_constraints(imgui.ImVec2(RIGHT * scale, 0), imgui.ImVec2(RIGHT * scale, most))
    with panel("asked", (width - EDGE, top), corner=(1, 0)):
        imgui.dummy(imgui.ImVec2(RIGHT * scale - 26, 0))
        draw_now(ui, play)
        play.now_high = imgui.get_window_height()
    below = top + play.now_high + EDGE
    left = room - play.now_high - EDGE
    imgui.set_next_window_size_constraints(imgui.ImVec2(RIGHT * scale, 0), imgui.ImVec2(RIGHT * scale, max(60.0, left)))
    with panel("card", (width - EDGE, below), corner=(1, 0)):
        imgui.dummy(imgui.ImVec2(RIGHT * scale - 26, 0))
        draw_card(ui, play)


def _foretold(ui: Any, play: Play) -> None:
    """What the attack that is pointed at would do, in words and numbers: over or under those concerned, where no dice lie."""
    shown = play_marks.shown_now(play) if play.hand.draft is None and not play.tray.shown else []
    left, top, right, bottom = play.free_room()
    wide = min(FORETOLD * ui.scale, right - left)
    for preview in shown:
        high = HIGH * ui.scale
        below = _concerned(play, preview, top, top + high) > _concerned(play, preview, bottom - high, bottom)
        at = (left + right) / 2, bottom - 2 * EDGE if below else top - 2
        with panel("foretold", at, (wide, 0), corner=(0.5, 1.0 if below else 0.0), flags=STILL):
            imgui.push_text_wrap_pos(0)
            heading(ui, preview.words, 15)
            imgui.pop_text_wrap_pos()
            _columns(preview.facts, wide)
            low, size = imgui.get_window_pos(), imgui.get_window_size()
        ui.marks["foretold"] = (low.x, low.y, low.x + size.x, low.y + size.y)


def _concerned(play: Play, preview: Preview, top: float, bottom: float) -> int:
    """How many of those concerned stand in this strip of the window."""
    ids = [id for id, role in preview.marks.roles.items() if role is not Role.OTHER and play.hand.state.on_table(id)]
    spots = [play.window.project(play.hand.state.place(id)) for id in ids]
    return sum(spot is not None and top <= spot[1] <= bottom for spot in spots)


def _columns(rows: Sequence[tuple[str, str]], wide: float) -> None:
    """Names and values in two columns: half as high as one."""
    if rows and imgui.begin_table("facts", 4):
        for share in (0.15, 0.35, 0.15, 0.35):
            imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed.value, (wide - 56) * share)
        for name, value in rows:
            imgui.table_next_column()
            dim(name)
            imgui.table_next_column()
            imgui.text_wrapped(value)
        imgui.end_table()


def _cards(ui: Any, play: Play) -> None:
    """The cards in hand at the bottom, between the panels at the sides."""
    viewer = play.session.viewer
    count = len(play.hand.state.players[viewer].hand) if viewer else 0
    if not count:
        return
    width, height, scale = ui.io.display_size.x, ui.io.display_size.y, ui.scale
    middle = (WIDTH * scale + EDGE + width - RIGHT * scale - EDGE) / 2
    with panel("cards", (middle, height - EDGE), corner=(0.5, 1), flags=FLAGS.no_scrollbar | FLAGS.no_background):
        draw_cards(ui, play)
        low, size = imgui.get_window_pos(), imgui.get_window_size()
    ui.marks["cards"] = (low.x, low.y, low.x + size.x, low.y + size.y)
