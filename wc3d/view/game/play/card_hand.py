"""The cards in hand, at the bottom: a click plays one, then one clicks its target; or discards it when that is asked."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.view.window.panels import packed, tooltip
from wc3d.warcaster.state import State
from wc3d.warcaster.words.vocabulary import card_name

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

COLOURS = {"fury": (168, 58, 50), "geometric": (44, 110, 170), "harmonic": (58, 130, 84), "overdrive": (150, 104, 30)}
CARD, LOW = (126.0, 92.0), 44.0
"""The size of a card in pixels, and how high it is while cards are not asked for and not pointed at."""

UNDER, SMALL = 43.0, 12.0
"""Where on a card its words begin, and how large they are."""


def draw_cards(ui: Any, play: Play) -> None:
    """The cards in hand: a click plays one (then click its target), or discards it when that is asked."""
    state, hand = play.hand.state, play.hand
    player = play.session.viewer
    cards = state.players[player].hand if player else ()
    asked = hand.choices.offer("play") is not None or hand.choices.offer("discard") is not None
    wide, high = CARD[0] * ui.scale, (CARD[1] if asked or play.cards_open else LOW) * ui.scale
    play.cards_open = False
    plays = [c for kind in ("play", "discard") for c in hand.choices.of(kind)] if asked else []
    for i, card in enumerate(cards):
        fitting = [c for c in plays if getattr(c.action, "card", "") == card]
        aimed = bool(hand.aim) and getattr(hand.aim[0].action, "card", "") == card
        if i:
            imgui.same_line()
        pressed = _card(ui, state, card, (wide, high), bool(fitting), aimed, f"card {i}")
        play.cards_open = play.cards_open or imgui.is_item_hovered()
        if pressed:
            if not fitting:
                play.refuse_card(card)
            elif fitting[0].action.type == "discard":
                hand.do(fitting[0].action)
            else:
                hand.take_aim(fitting)


def as_fits(words: str, wide: float, high: float) -> str:
    """As many of the words as fit in so many pixels, with dots if that is not all."""
    kept = words.split(" ")
    while len(kept) > 1 and imgui.calc_text_size(words, wrap_width=wide).y > high:
        kept.pop()
        words = " ".join(kept).rstrip(".,:;") + " …"
    return words


def _card(ui: Any, state: State, card: str, size: tuple[float, float], able: bool, aimed: bool, mark: str) -> bool:
    """One card; True if it was clicked."""
    known = state.setup.cards.cyphers.get(card)
    spot = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(mark, imgui.ImVec2(*size))
    ui.mark(mark)
    low, end = spot, imgui.ImVec2(spot.x + size[0], spot.y + size[1])
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(low, end, packed((20, 24, 30)), 6)
    if known is None:
        draw.add_text(imgui.ImVec2(spot.x + 8, spot.y + 8), packed((170, 180, 190)), "a card")
        return False
    shade = COLOURS[known.kind] if able else tuple(v * 6 // 10 for v in COLOURS[known.kind])
    strip = imgui.ImVec2(end.x, spot.y + 22 * ui.scale)
    draw.add_rect_filled(low, strip, packed(shade), 6)  # type: ignore[arg-type]
    power = f"  POW {known.pow}" if known.pow is not None else ""
    draw.add_text(imgui.ImVec2(spot.x + 7, spot.y + 3), packed((255, 255, 255)), f"{known.kind.title()}{power}")
    draw.push_clip_rect(low, imgui.ImVec2(end.x - 4, end.y - 3), True)
    paint = packed((240, 243, 246) if able else (170, 178, 186))
    imgui.push_font(ui.fonts["Bold"], 14 * ui.scale)
    large = 14.0 * min(1.0, (size[0] - 12) / imgui.calc_text_size(known.name).x)
    imgui.pop_font()
    draw.add_text(ui.fonts["Bold"], large * ui.scale, imgui.ImVec2(spot.x + 7, spot.y + 26 * ui.scale), paint, known.name)
    draw.pop_clip_rect()
    if size[1] > LOW * ui.scale:
        imgui.push_font(ui.fonts["Regular"], SMALL * ui.scale)
        told = as_fits(known.text, size[0] - 12, size[1] - (UNDER + 2) * ui.scale)
        imgui.pop_font()
        under = imgui.ImVec2(spot.x + 7, spot.y + UNDER * ui.scale)
        draw.add_text(ui.fonts["Regular"], SMALL * ui.scale, under, packed((164, 174, 184)), told, None, size[0] - 12)
    hovered = imgui.is_item_hovered()
    edge = (255, 209, 102) if aimed or (hovered and able) else (90, 150, 180) if able else (58, 66, 76)
    draw.add_rect(low, end, packed(edge), 6, 0, 2.0 if aimed or hovered else 1.0)
    if hovered:
        until = {"resolved": "at once", "turn": "to the end of the turn", "pulse_round": "to the end of the Pulse round"}
        tooltip(f"{card_name(state, card)}: {known.kind}, {until[known.expires]}.\n{known.text}")
    return bool(pressed)
