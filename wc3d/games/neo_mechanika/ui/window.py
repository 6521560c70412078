"""What the window shows of Neo-Mechanika besides what it shows of every game: the hand of cards, and what its labels mean."""
from __future__ import annotations

from typing import Any

from wc3d.games.neo_mechanika.ui.card_hand import LOW, CardHand
from wc3d.ui.controller import Interaction
from wc3d.window.layout.panels import Boxes
from wc3d.window.play.game_hooks import OwnWindow
from wc3d.window.shell.legend import health_row, points_row
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import EDGE, FLAGS, UNBIDDEN, dim, panel


class NeoMechanikaWindow(OwnWindow):
    """The cards in hand, between the panels at the sides."""

    low = LOW

    def __init__(self) -> None:
        self.cards = CardHand()

    def draw_legend(self, ui: Any) -> None:
        draw_label_legend(ui)

    def draw(self, ui: Any, interaction: Interaction, viewer: int | None, room: Rect, boxes: Boxes) -> list[Rect]:
        cards = interaction.state.players[viewer].hand if viewer else ()
        if not cards:
            return []
        at = (room[0] + room[2]) / 2, ui.io.display_size.y - EDGE
        with panel("cards", at, corner=(0.5, 1), flags=FLAGS.no_scrollbar | FLAGS.no_background | UNBIDDEN):
            self.cards.draw(ui, interaction, cards, room[2] - room[0])
            ui.mark_panel("cards")
        return [ui.marks["cards"]]


def draw_label_legend(ui: Any) -> None:
    """The rows at the end of the legend."""
    health_row(ui)
    points_row(ui, "Arc, and the most it can hold")
    dim("\uf00c activated   \uf70e Cypher   \uf3a5 carries an objective")
    dim("\uf05b hits   \uf54c destroys   \uf132 in cover")
