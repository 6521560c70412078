"""A question about one model, asked where it stands: what is going on, and a button for each answer, beside the model."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.view.game.play.item_row import ItemRows
from wc3d.view.game.play.prompt_panel import draw_answers
from wc3d.view.interaction.interaction import Interaction
from wc3d.view.window.label_layout import Rect, Spot
from wc3d.view.window.panels import GOLD, dim, heading, packed, panel

WIDE, ASIDE = 290.0, 46.0
"""The panel's width, and how far from the model it is, in pixels."""


class PromptAtModel:
    """The panel. It is as high as what was drawn in it last."""

    def __init__(self) -> None:
        self.high = 120.0

    def draw(self, ui: Any, interaction: Interaction, sentence: str, rows: ItemRows, spot: Spot, room: Rect) -> Rect:
        """Draw the question beside its model, which is at this pixel, within `room`; what it covers."""
        left, top, right, bottom = room
        wide, high = WIDE * ui.scale, self.high
        x, aside = spot[0] + ASIDE * ui.scale, ASIDE * ui.scale
        if x + wide > right and spot[0] - aside - wide >= left:
            x = spot[0] - aside - wide
        x = min(max(x, left), right - wide)
        y = min(max(spot[1] - high / 2, top), max(top, bottom - high))
        _draw_line(spot, (min(max(spot[0], x), x + wide), min(max(spot[1], y), y + high)))
        with panel("place", (x, y), most=(wide, bottom - top)):
            imgui.dummy(imgui.ImVec2(wide - 26, 0))
            heading(ui, sentence, 15, wrapped=True)
            for line in interaction.rules.describe_question(interaction.state):
                dim(line.strip())
            draw_answers(ui, interaction, rows, alone=True)
            self.high = imgui.get_window_height()
        rect = (x, y, x + wide, y + self.high)
        ui.marks["place"] = rect
        return rect


def _draw_line(spot: Spot, end: Spot) -> None:
    """The line from the model to the panel."""
    draw, gold = imgui.get_background_draw_list(), imgui.get_color_u32(imgui.ImVec4(*GOLD))
    draw.add_line(imgui.ImVec2(*spot), imgui.ImVec2(*end), packed((10, 13, 17), 0.8), 5)
    draw.add_line(imgui.ImVec2(*spot), imgui.ImVec2(*end), gold, 2)
    draw.add_circle_filled(imgui.ImVec2(*spot), 4, gold)
