"""The panel with the cards in hand. Click a card to play it on a target, or to discard it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import card_name
from wc3d.games.neo_mechanika.ui.interaction import DURATION_TEXTS
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.window.shell.widgets import draw_tooltip, pack_color

CYPHER_KIND_RGB = {
    "fury": (168, 58, 50),
    "geometric": (44, 110, 170),
    "harmonic": (58, 130, 84),
    "overdrive": (150, 104, 30),
}
CARD_SIZE_PX, FOLDED_HEIGHT_PX = (126.0, 92.0), 44.0
"""The size of a card in pixels, and its height while the hand is inactive."""

TEXT_OFFSET_PX, SMALL_TEXT_SIZE_PX = 43.0, 12.0
"""The offset of the text on a card and its size, in pixels."""


class CardHandPanel:
    """The panel of the hand, as high as its cards need while they are used or hovered over."""

    def __init__(self) -> None:
        self._open = False

    def draw(self, ui: Any, interaction: GameController, cards: Sequence[str], wide: float) -> None:
        """Draw the cards within `wide` pixels and handle clicks to play or discard them."""
        menu = interaction.menu
        aimed = interaction.aimed_items
        can_choose = menu.find_offer("play") is not None or menu.find_offer("discard") is not None
        style = imgui.get_style()
        share = (wide - 2 * style.window_padding.x + style.item_spacing.x) / len(
            cards
        ) - style.item_spacing.x
        size = (
            min(CARD_SIZE_PX[0] * ui.scale, share),
            (CARD_SIZE_PX[1] if can_choose or self._open else FOLDED_HEIGHT_PX) * ui.scale,
        )
        self._open = False
        items = (
            [item for kind in ("play", "discard") for item in menu.items_of_kind(kind)]
            if can_choose
            else []
        )
        for i, card in enumerate(cards):
            fitting = [item for item in items if getattr(item.action, "card", "") == card]
            is_aimed = bool(aimed) and getattr(aimed[0].action, "card", "") == card
            if i:
                imgui.same_line()
            pressed = _draw_card(
                ui, interaction.state, card, size, bool(fitting), is_aimed, f"card {i}"
            )
            self._open = self._open or imgui.is_item_hovered()
            if pressed:
                _click_card(interaction, card, fitting)


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
    shade = (
        CYPHER_KIND_RGB[cypher.kind]
        if able
        else tuple(v * 6 // 10 for v in CYPHER_KIND_RGB[cypher.kind])
    )
    strip = (end.x, spot.y + 22 * ui.scale)
    draw.add_rect_filled(low, strip, pack_color(shade), 6)  # type: ignore[arg-type]
    power = f"  POW {cypher.pow}" if cypher.pow is not None else ""
    draw.add_text(
        (spot.x + 7, spot.y + 3), pack_color((255, 255, 255)), f"{cypher.kind.title()}{power}"
    )
    draw.push_clip_rect(low, (end.x - 4, end.y - 3), True)
    paint = pack_color((240, 243, 246) if able else (170, 178, 186))
    imgui.push_font(ui.fonts["Bold"], 14 * ui.scale)
    large = 14.0 * min(1.0, (size[0] - 12) / imgui.calc_text_size(cypher.name).x)
    imgui.pop_font()
    draw.add_text(
        ui.fonts["Bold"], large * ui.scale, (spot.x + 7, spot.y + 26 * ui.scale), paint, cypher.name
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
    hovered = imgui.is_item_hovered()
    edge = (
        (255, 209, 102) if aimed or (hovered and able) else (90, 150, 180) if able else (58, 66, 76)
    )
    draw.add_rect(low, end, pack_color(edge), 6, 0, 2.0 if aimed or hovered else 1.0)
    if hovered:
        draw_tooltip(
            f"{card_name(state, card)}: {cypher.kind}, {DURATION_TEXTS[cypher.expires]}.\n{cypher.text}"
        )
    return bool(pressed)
