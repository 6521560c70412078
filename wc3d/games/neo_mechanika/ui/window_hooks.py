"""Neo-Mechanika's additions to the window: the card hand and the legend of labels."""

from __future__ import annotations

from typing import Any

from wc3d.games.neo_mechanika.ui.card_hand import FOLDED_HEIGHT_PX, CardHandPanel
from wc3d.ui.controller import GameController
from wc3d.window.layout.model_boxes import Boxes
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.shell.legend import draw_diamonds_row, draw_health_row
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    NO_FOCUS_FLAG,
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    draw_dim_text,
    open_panel,
)


class NeoMechanikaWindowHooks(WindowHooks):
    """Shows the cards in hand between the side panels."""

    bottom_height = FOLDED_HEIGHT_PX

    def __init__(self) -> None:
        self.cards = CardHandPanel()

    def draw_legend(self, ui: Any) -> None:
        draw_label_legend(ui)

    def draw_panels(
        self, ui: Any, interaction: GameController, viewer: int | None, room: Rect, boxes: Boxes
    ) -> list[Rect]:
        cards = interaction.state.players[viewer].hand if viewer else ()
        if not cards:
            return []
        at = (room[0] + room[2]) / 2, ui.io.display_size.y - WINDOW_MARGIN_PX
        with open_panel(
            "cards",
            at,
            corner=(0.5, 1),
            flags=WINDOW_FLAGS.no_scrollbar | WINDOW_FLAGS.no_background | NO_FOCUS_FLAG,
        ):
            self.cards.draw(ui, interaction, cards, room[2] - room[0])
            ui.record_panel("cards")
        return [ui.widget_rects["cards"]]


def draw_label_legend(ui: Any) -> None:
    """Draw the rows at the end of the legend."""
    draw_health_row(ui)
    draw_diamonds_row(ui, "Arc, and the most it can hold")
    draw_dim_text("\uf00c activated   \uf70e Cypher   \uf3a5 carries an objective")
    draw_dim_text("\uf05b hits   \uf54c destroys   \uf132 in cover")
