"""WARMACHINE's additions to the window: focus allocation and explanations of labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from imgui_bundle import imgui

from wc3d.games.warmachine.display.focus import FocusRow, focus_table
from wc3d.presentation.icons import ICONS
from wc3d.table.features import Kind
from wc3d.ui.controller import GameController
from wc3d.window.layout.panels import Boxes, PanelPlacer
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.shell.legend import draw_diamonds_row, draw_health_row
from wc3d.window.shell.side_flag import POINTS_RGB
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    GOLD_COLOR,
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    draw_tooltip,
    open_panel,
    pack_color,
)

NAME_WIDTH_PX = 230.0
"""The width in pixels of the names before the tokens."""
FOCUS_PANEL_SIZE_PX = 480.0, 180.0
"""The width and the initial height in pixels of the panel for focus allocation."""
CARD_PANEL_NAME = "card"
"""The name of the panel with the selected model's card."""
TOKEN_HALF_HEIGHT_PX = 8.0
"""Half the height of a focus token in pixels."""


class WarmachineWindowHooks(WindowHooks):
    """The focus panel, at the bottom unless it would cover a model that can get focus."""

    terrain_effects: ClassVar[Mapping[Kind, str]] = {
        Kind.STRUCTURE: "cannot be entered; cover",
        Kind.IMPASSABLE: "cannot be entered; cover if it has height",
        Kind.OBSTACLE: 'up to 1" high and thin: models can cross it when advancing; cover',
        Kind.ROUGH: "each inch counts as two",
        Kind.FOREST: 'each inch counts as two; blocks sight beyond 3"; concealment',
        Kind.OBSCURING: 'blocks sight beyond 3"; concealment',
        Kind.OBJECTIVE: "no effect on movement",
    }

    def draw_legend(self, ui: Any) -> None:
        draw_health_row(ui)
        draw_diamonds_row(ui, "focus points and empty slots")
        draw_dim_text("\uf00c activated   \uf063 knocked down   \uf2dc stationary")
        draw_dim_text("\uf06d fire   \uf043 corrosion   \uf0c2 in a cloud   \uf0eb spell")
        draw_dim_text(f"{ICONS['cross']} chance to hit   {ICONS['skull']} chance to remove")
        draw_dim_text("white pointer: front; hatched: back arc")

    def __init__(self) -> None:
        self._place = PanelPlacer()
        self._high = FOCUS_PANEL_SIZE_PX[1]

    def draw_panels(
        self, ui: Any, interaction: GameController, viewer: int | None, room: Rect, boxes: Boxes
    ) -> list[Rect]:
        player = interaction.session.person_to_act
        table = focus_table(interaction.state, player) if player else None
        if table is None:
            return []
        (left, top, right, _), screen = room, ui.io.display_size
        wide, high = size = FOCUS_PANEL_SIZE_PX[0] * ui.scale, self._high
        low = screen.y - WINDOW_MARGIN_PX - high
        mouse = imgui.get_mouse_pos()
        across = (left + right - wide) / 2, left, right - wide, screen.x - WINDOW_MARGIN_PX - wide
        places = [*((x, low) for x in across), *((x, top + WINDOW_MARGIN_PX) for x in across[:3])]
        boxes = {**boxes, CARD_PANEL_NAME: ui.widget_rects[CARD_PANEL_NAME]}
        concerned = [CARD_PANEL_NAME, *(row.model for row in (table.caster, *table.jacks))]
        place = self._place.find_place(
            places, size, boxes, concerned, interaction.state.turn, (mouse.x, mouse.y)
        )
        with open_panel("focus", place, most=(wide, screen.y), flags=WINDOW_FLAGS.no_scrollbar):
            imgui.dummy((wide - 26, 0))
            draw_bold_text(ui, f"Focus: {table.remaining} to assign", 16)
            for row in (table.caster, *table.jacks):
                self._draw_row(ui, interaction, row)
            for item in (
                item
                for kind in ("upkeep", "shake")
                for item in interaction.menu.items_of_kind(kind)
            ):
                words = (
                    f"{ICONS['scroll']} {item.words[:1].upper() + item.words[1:]} for 1 focus point"
                )
                if draw_button(ui, words, item.button_id):
                    interaction.apply_action(item.action)
            for line in table.lines:
                draw_dim_text(line)
            self._high = imgui.get_window_height()
            ui.record_panel("focus")
        if place[1] == low:
            ui.widget_rects["cards"] = ui.widget_rects["focus"]
        return [ui.widget_rects["focus"]]

    def _draw_row(self, ui: Any, interaction: GameController, row: FocusRow) -> None:
        """Draw a model's name, its tokens and a button that adds one."""
        if row.give is not None:
            verdict = interaction.session.check(row.give)
            tip = (
                f"give {row.name} a focus point"
                if verdict
                else interaction.rules.text.describe_refusal(interaction.state, verdict)
            )
            if draw_button(
                ui, ICONS["bolt"] + " +1", f"give {row.model}", enabled=bool(verdict), tip=tip
            ):
                interaction.apply_action(row.give)
            imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text(row.name)
        imgui.same_line(NAME_WIDTH_PX * ui.scale)
        draw_tokens(ui, row.points, row.most)
        if row.note:
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            imgui.text_colored(GOLD_COLOR, row.note)
        ui.record_widget(f"focus {row.model}")
        if imgui.is_item_hovered():
            draw_tooltip(f"{row.name}: {row.points} focus point{'' if row.points == 1 else 's'}")


def draw_tokens(ui: Any, points: int, max_points: int) -> None:
    """Draw focus points as a row of tokens, hollow for the points that can be added."""
    spot = imgui.get_cursor_screen_pos()
    draw = imgui.get_window_draw_list()
    s = TOKEN_HALF_HEIGHT_PX * ui.scale
    y = spot.y + imgui.get_frame_height() / 2
    for k in range(max(points, max_points)):
        x = spot.x + s + k * 1.9 * s
        corners = (x, y - s), (x + 0.8 * s, y), (x, y + s), (x - 0.8 * s, y)
        if k < points:
            draw.add_quad_filled(*corners, pack_color(POINTS_RGB))
        draw.add_quad(*corners, pack_color(POINTS_RGB, 0.9))
    imgui.dummy((max(points, max_points) * 1.9 * s + 6, imgui.get_frame_height()))
