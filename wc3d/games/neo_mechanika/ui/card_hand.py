"""The panel with the cards in hand. Click a card to play it on a target, or to discard it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import card_name
from wc3d.games.neo_mechanika.ui.interaction import DURATION_TEXTS
from wc3d.presentation.palette import RGB
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.window.shell.widgets import draw_tooltip, pack_color

CYPHER_KIND_RGB: dict[str, RGB] = {
    "fury": (168, 58, 50),
    "geometric": (44, 110, 170),
    "harmonic": (58, 130, 84),
    "overdrive": (150, 104, 30),
}
CARD_SIZE_PX, FOLDED_HEIGHT_PX = (126.0, 92.0), 44.0
"""The size of a card in pixels, and its height while the hand is inactive."""

CHIP_HEIGHT_PX, NAME_SIZE_PX = 24.0, 14.0
"""The height of a card of which only the name is shown, and the size of names, in pixels."""
MAX_CHIP_ROWS = 2
"""Rows of names; a hand that needs more is folded."""
TEXT_OFFSET_PX, SMALL_TEXT_SIZE_PX = 43.0, 12.0
"""The offset of the text on a card and its size, in pixels."""


class CardHandPanel:
    """The panel of the hand, as high as its cards need while they are used or hovered over."""

    def __init__(self) -> None:
        self._open = False
        self.is_unfolded = False

    def draw(self, ui: Any, interaction: GameController, cards: Sequence[str], wide: float) -> None:
        """Draw the cards within `wide` pixels and handle clicks to play or discard them."""
        menu = interaction.menu
        aimed = interaction.aimed_items
        can_choose = menu.find_offer("play") is not None or menu.find_offer("discard") is not None
        style = imgui.get_style()
        gap = style.item_spacing.x
        room = wide - 2 * style.window_padding.x + gap
        name_width = _widest_name(ui, interaction.state, cards)
        has_chips = room / len(cards) - gap < name_width
        in_row = max(1, min(len(cards), int(room / (name_width + gap))))
        share = room / (in_row if has_chips else len(cards)) - gap
        is_large = can_choose or self._open
        high = CHIP_HEIGHT_PX if has_chips else CARD_SIZE_PX[1] if is_large else FOLDED_HEIGHT_PX
        size = min(CARD_SIZE_PX[0] * ui.scale, share), high * ui.scale
        if has_chips:
            size = share, high * ui.scale
            if len(cards) > MAX_CHIP_ROWS * in_row and not self._draw_fold(ui, cards, size):
                return
        self._open = False
        items = (
            [item for kind in ("play", "discard") for item in menu.items_of_kind(kind)]
            if can_choose
            else []
        )
        for i, card in enumerate(cards):
            fitting = [item for item in items if getattr(item.action, "card", "") == card]
            is_aimed = bool(aimed) and getattr(aimed[0].action, "card", "") == card
            if i % (in_row if has_chips else len(cards)):
                imgui.same_line()
            draw = _draw_chip if has_chips else _draw_card
            pressed = draw(ui, interaction.state, card, size, bool(fitting), is_aimed, f"card {i}")
            self._open = self._open or imgui.is_item_hovered()
            if pressed:
                _click_card(interaction, card, fitting)

    def _draw_fold(self, ui: Any, cards: Sequence[str], size: tuple[float, float]) -> bool:
        """Draw a button that unfolds a hand with little room. Return whether it is unfolded."""
        words = "Fold the hand" if self.is_unfolded else f"Hand: {len(cards)} cards"
        if imgui.button(f"{words}##unfold", size):
            self.is_unfolded = not self.is_unfolded
        ui.record_widget("unfold hand")
        return self.is_unfolded


def _click_card(interaction: GameController, card: str, fitting: Sequence[MenuItem]) -> None:
    if not fitting:
        _show_refusal(interaction, card)
    elif fitting[0].action.type == "discard":
        interaction.apply_action(fitting[0].action)
    else:
        interaction.begin_aiming(fitting)


def _show_refusal(interaction: GameController, card: str) -> None:
    player = interaction.session.person_to_act
    state = interaction.state
    unit = next((u for u in state.units_in_play(player or None)), None)
    if player:
        played = actions.Play(player=player, card=card, on=unit.id if unit is not None else "")
        interaction.messages.show_error(
            interaction.rules.text.describe_refusal(state, interaction.session.check(played))
        )
    else:
        interaction.messages.show_message("it is the other player's turn to decide")


def shorten_to_box(words: str, wide: float, high: float) -> str:
    """Return the words that fit in `wide` x `high` pixels, with dots if some are cut."""
    parts = words.split(" ")
    while len(parts) > 1 and imgui.calc_text_size(words, wrap_width=wide).y > high:
        parts.pop()
        words = " ".join(parts).rstrip(".,:;") + " …"
    return words


def _widest_name(ui: Any, state: State, cards: Sequence[str]) -> float:
    """Return the width that a card needs for its name."""
    cyphers = [state.setup.cards.cyphers.get(card) for card in cards]
    imgui.push_font(ui.fonts["Bold"], NAME_SIZE_PX * ui.scale)
    widths = [imgui.calc_text_size(cypher.name).x for cypher in cyphers if cypher is not None]
    imgui.pop_font()
    return float(max(widths, default=0.0) + 14 * ui.scale)


def _draw_chip(
    ui: Any, state: State, card: str, size: tuple[float, float], able: bool, aimed: bool, mark: str
) -> bool:
    """Draw only the name of a card, in the color of its kind; return whether it was clicked."""
    cypher = state.setup.cards.cyphers.get(card)
    spot = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(mark, size)
    ui.record_widget(mark)
    end = (spot.x + size[0], spot.y + size[1])
    draw = imgui.get_window_draw_list()
    if cypher is None:
        draw.add_rect_filled(spot, end, pack_color((20, 24, 30)), 6)
        draw.add_text((spot.x + 8, spot.y + 4), pack_color((170, 180, 190)), "a card")
        return False
    shade = _kind_color(cypher.kind, able)
    draw.add_rect_filled(spot, end, pack_color(shade), 6)
    name_size = NAME_SIZE_PX * ui.scale
    at = (spot.x + 7 * ui.scale, spot.y + (size[1] - name_size) / 2 - 1)
    paint = pack_color((255, 255, 255) if able else (214, 220, 226))
    draw.add_text(ui.fonts["Bold"], name_size, at, paint, cypher.name)
    _draw_edge_and_tip(state, card, (spot.x, spot.y), end, able, aimed)
    return bool(pressed)


def _kind_color(kind: str, able: bool) -> RGB:
    """Return the color of a kind of Cypher, darker if the card cannot be used now."""
    red, green, blue = CYPHER_KIND_RGB[kind]
    return (red, green, blue) if able else (red * 6 // 10, green * 6 // 10, blue * 6 // 10)


def _draw_edge_and_tip(
    state: State,
    card: str,
    low: tuple[float, float],
    end: tuple[float, float],
    able: bool,
    aimed: bool,
) -> None:
    """Draw the edge of the last card, and its text as a tooltip."""
    cypher = state.setup.cards.cyphers[card]
    hovered = imgui.is_item_hovered()
    edge = (
        (255, 209, 102) if aimed or (hovered and able) else (90, 150, 180) if able else (58, 66, 76)
    )
    thick = 2.0 if aimed or hovered else 1.0
    imgui.get_window_draw_list().add_rect(low, end, pack_color(edge), 6, 0, thick)
    if hovered:
        draw_tooltip(
            f"{card_name(state, card)}: {cypher.kind}, {DURATION_TEXTS[cypher.expires]}.\n{cypher.text}"
        )


def _draw_card(
    ui: Any, state: State, card: str, size: tuple[float, float], able: bool, aimed: bool, mark: str
) -> bool:
    """Draw a card; return whether it was clicked."""
    cypher = state.setup.cards.cyphers.get(card)
    spot = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(mark, size)
    ui.record_widget(mark)
    low = spot
    end = imgui.ImVec2(spot.x + size[0], spot.y + size[1])
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(low, end, pack_color((20, 24, 30)), 6)
    if cypher is None:
        draw.add_text((spot.x + 8, spot.y + 8), pack_color((170, 180, 190)), "a card")
        return False
    shade = _kind_color(cypher.kind, able)
    strip = (end.x, spot.y + 22 * ui.scale)
    draw.add_rect_filled(low, strip, pack_color(shade), 6)
    power = f"  POW {cypher.pow}" if cypher.pow is not None else ""
    draw.add_text(
        (spot.x + 7, spot.y + 3), pack_color((255, 255, 255)), f"{cypher.kind.title()}{power}"
    )
    draw.push_clip_rect(low, (end.x - 4, end.y - 3), True)
    paint = pack_color((240, 243, 246) if able else (170, 178, 186))
    draw.add_text(
        ui.fonts["Bold"],
        NAME_SIZE_PX * ui.scale,
        (spot.x + 7, spot.y + 26 * ui.scale),
        paint,
        cypher.name,
    )
    draw.pop_clip_rect()
    if size[1] > FOLDED_HEIGHT_PX * ui.scale:
        imgui.push_font(ui.fonts["Regular"], SMALL_TEXT_SIZE_PX * ui.scale)
        text = shorten_to_box(cypher.text, size[0] - 12, size[1] - (TEXT_OFFSET_PX + 2) * ui.scale)
        imgui.pop_font()
        text_corner = (spot.x + 7, spot.y + TEXT_OFFSET_PX * ui.scale)
        draw.add_text(
            ui.fonts["Regular"],
            SMALL_TEXT_SIZE_PX * ui.scale,
            text_corner,
            pack_color((164, 174, 184)),
            text,
            None,
            size[0] - 12,
        )
    _draw_edge_and_tip(state, card, (low.x, low.y), (end.x, end.y), able, aimed)
    return bool(pressed)
