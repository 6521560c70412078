"""The units of both players at the left: where they are, what is left of them, their Arc, who has activated; and the gates."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.evidence.palette import RGB
from wc3d.view.game.play.action_menu import members
from wc3d.view.game.play.top_bar import HEIGHT, SIGNS
from wc3d.view.window.panels import DIM, EDGE, GOLD, ICONS, colour, fitting, heading, packed, panel, tooltip
from wc3d.warcaster.fighting.damage import health
from wc3d.warcaster.state import State, Unit, Where
from wc3d.warcaster.words.question_words import facts
from wc3d.warcaster.words.vocabulary import card_name, join_words

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

WIDTH = 240.0
ROW = 40.0
FULL: RGB = (86, 190, 120)
HURT: RGB = (232, 170, 60)


def draw_units(ui: Any, play: Play, high: float) -> None:
    """Draw the list, so many pixels high."""
    mine = play.session.viewer or play.hand.session.asked or 1
    with panel("units", (EDGE, HEIGHT * ui.scale + EDGE), (WIDTH * ui.scale, high)):
        for player in (mine, 3 - mine):
            _player(ui, play, player)
            for unit in play.hand.state.units.values():
                if unit.player == player:
                    _unit(ui, play, unit)
            for gate in play.hand.state.gates_of(player):
                _row(ui, play, gate.id, f"{ICONS['gate']} {gate.name}", f"{ICONS['bolt']}{gate.arc}", "", 1.0)
            imgui.dummy(imgui.ImVec2(0, 4))


def _player(ui: Any, play: Play, player: int) -> None:
    """A player's head: name, points, Arc in the well, cards."""
    who = play.hand.state.players[player]
    imgui.text_colored(colour(play.side(player)), SIGNS[player])
    imgui.same_line()
    heading(ui, play.session.name(player) + (f" {ICONS['robot']}" if player in play.session.bots else ""), 16)
    told = f"{who.points} VP   {ICONS['bolt']} {who.well} in the well   {ICONS['card']} {len(who.hand)}"
    imgui.begin_group()
    imgui.text_colored(imgui.ImVec4(*DIM), told)
    imgui.text_colored(imgui.ImVec4(*DIM), f"rack {len(who.rack)}, discards {len(who.discard)}")
    imgui.end_group()
    ui.mark(f"player {player}")
    if imgui.is_item_hovered():
        piles = f"{len(who.rack)} cards in the rack, {len(who.discard)} discarded"
        gone = [card_name(play.hand.state, card) for card in who.discard]
        told = f"{who.points} victory points, {who.well} Arc in the well, {len(who.hand)} cards in hand, {piles}"
        tooltip(told + (f": {join_words(gone)}" if gone else ""))


def _unit(ui: Any, play: Play, unit: Unit) -> None:
    state = play.hand.state
    models = state.models_of(unit.id)
    if unit.where is not Where.PLAY:
        price = state.setup.card_of(unit.id).cost
        note = f"reserve, DC {price}" if unit.where is Where.RESERVE else "out"
        _row(ui, play, unit.id, unit.name, "", note, None)
        return
    whole = len(unit.models) + len(unit.attached)
    count = f"{len(models)}/{whole}  " if whole > 1 else ""
    arc = f"{ICONS['bolt']}{unit.arc}" if unit.arc else ""
    token = f" {ICONS['ok']}" if unit.token else ""
    _row(ui, play, unit.id, unit.name, count + arc + token, "", _left(state, unit))


def _left(state: State, unit: Unit) -> float:
    """What part of the unit's health is left."""
    all = [*unit.models, *unit.attached]
    most = sum(state.setup.card_of(id).health for id in all)
    return sum(health(state, m.id) - m.damage for m in state.models_of(unit.id)) / most if most else 1.0


def _row(ui: Any, play: Play, id: str, words: str, right: str, note: str, left: float | None) -> None:
    """A line that picks something when clicked, with a bar of what is left of it."""
    state, hand = play.hand.state, play.hand
    picked = hand.picked is not None and bool(members(state, hand.picked) & {id})
    able = id in play.able
    spot, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    high = (ROW if left is not None else 26.0) * ui.scale
    if imgui.selectable(f"##{id}", picked, 0, imgui.ImVec2(wide, high - 5))[0]:
        play.pick(id)
    ui.mark(f"unit {id}")
    if imgui.is_item_hovered() and id in state.units:
        tooltip("\n".join([words, *facts(state, state.units[id]), *(["can do something now"] if able else [])]))
    draw = imgui.get_window_draw_list()
    dim = left is None and not picked
    if able:
        draw.add_circle_filled(imgui.ImVec2(spot.x + 5, spot.y + 10 * ui.scale), 3.5, packed((255, 209, 102)))
    more = right or note
    size = imgui.calc_text_size(more)
    words = fitting(words, wide - size.x - 24)
    draw.add_text(imgui.ImVec2(spot.x + 14, spot.y + 1), packed((130, 140, 150) if dim else (236, 240, 244)), words)
    shade = (130, 140, 150) if dim else (255, 209, 102)
    draw.add_text(imgui.ImVec2(spot.x + wide - size.x - 2, spot.y + 1), packed(shade), more)
    if left is not None:
        y, x = spot.y + 24 * ui.scale, spot.x + 14
        draw.add_rect_filled(imgui.ImVec2(x, y), imgui.ImVec2(spot.x + wide - 2, y + 4), packed((52, 60, 68)), 2)
        end = imgui.ImVec2(x + (wide - 16) * left, y + 4)
        draw.add_rect_filled(imgui.ImVec2(x, y), end, packed(FULL if left > 0.5 else HURT), 2)


def draw_log(ui: Any, play: Play, top: float, high: float) -> None:
    """The log under the units: its lines with their pages; a click shows where it happened."""
    with panel("log", (EDGE, top), (WIDTH * ui.scale, high)):
        heading(ui, f"{ICONS['scroll']} Log", 15)
        imgui.same_line()
        imgui.text_colored(imgui.ImVec4(*DIM), "click: show it; right: undo")
        imgui.begin_child("lines")
        entries = play.session.log.entries
        for number, entry in enumerate(entries):
            shown = play.shown_entry is entry
            shade = GOLD if entry.heading or shown else (0.80, 0.84, 0.88, 1.0)
            imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*shade))
            imgui.text_wrapped(entry.words.strip())
            imgui.pop_style_color()
            if number >= len(entries) - 60:
                ui.mark(f"log {number}")
            if imgui.is_item_clicked():
                play.show_entry(entry)
            if imgui.is_item_hovered():
                imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
            if imgui.begin_popup_context_item(f"entry {number}"):
                count = len(play.session.game.turns) - entry.done
                free = 0 < count <= play.session.game.undoable()
                if imgui.menu_item(f"Undo to here ({count} actions)", "", False, free)[0] and play.free():
                    play.hand.undo_to(entry.done)
                ui.mark("undo to here")
                imgui.end_popup()
        imgui.dummy(imgui.ImVec2(0, 6))
        if play.log_grew():
            imgui.set_scroll_here_y(1.0)
        imgui.end_child()
