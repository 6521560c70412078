"""A model's damage boxes: marked boxes are crossed out, and a part is highlighted on hover."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import DamageBox, DamageBoxes
from wc3d.presentation.palette import RGB
from wc3d.window.shell.widgets import DIM_COLOR, GOLD_COLOR, RED_COLOR, draw_tooltip, pack_color

BOX_SIZE_PX, BOX_GAP_PX = 21.0, 3.0
"""The largest size of a box and the gap between boxes, in pixels."""
MIN_BOX_SIZE_PX = 12.0
"""The size of a box in a low panel, in pixels."""
MAX_PANEL_SHARE = 0.42
"""The share of a panel's height that the boxes take, unless they would be too small."""
FREE_BOX_RGB: RGB = (70, 88, 104)
HULL_BOX_RGB: RGB = (52, 62, 72)
MARKED_BOX_RGB: RGB = (120, 46, 42)
HIGHLIGHT_RGB: RGB = (255, 209, 102)
INK_RGB: RGB = (236, 240, 244)


class DamageChartPanel:
    """A damage chart; a click pins the highlight of a part (`pinned_part`)."""

    def __init__(self) -> None:
        self.pinned_part = ""
        self._under = ""

    def draw(self, ui: Any, chart: DamageBoxes) -> None:
        """Draw the boxes and their parts."""
        lit = self._under or self.pinned_part
        self._under = ""
        with_heads = bool(chart.heads)
        high = max(len(column) for column in chart.columns)
        s = _fit_box(imgui.get_window_height(), high + with_heads, ui.scale)
        step = s + BOX_GAP_PX
        spot = imgui.get_cursor_screen_pos()
        top = spot.y + (s if with_heads else 0.0)
        draw = imgui.get_window_draw_list()
        for c, column in enumerate(chart.columns):
            x = spot.x + c * step
            if with_heads:
                wide = imgui.calc_text_size(chart.heads[c]).x
                draw.add_text(
                    (x + (s - wide) / 2, spot.y), pack_color((160, 172, 182)), chart.heads[c]
                )
            for r, box in enumerate(column):
                if box is not None:
                    self._draw_box(
                        ui, draw, box, (x, top + r * step), s, lit, f"box {c + 1} {r + 1}"
                    )
        imgui.set_cursor_screen_pos(spot)
        imgui.dummy((len(chart.columns) * step, (s if with_heads else 0.0) + high * step))
        ui.record_widget("chart")
        if chart.parts:
            self._draw_parts(ui, chart, lit)

    def _draw_parts(self, ui: Any, chart: DamageBoxes, lit: str) -> None:
        imgui.same_line()
        spacing = imgui.get_style().item_spacing.x
        imgui.push_style_var(imgui.StyleVar_.item_spacing.value, imgui.ImVec2(spacing, 0.0))
        imgui.begin_group()
        for part in chart.parts:
            imgui.text_colored(
                RED_COLOR if part.is_changed else GOLD_COLOR if part.id == lit else DIM_COLOR,
                part.words,
            )
            ui.record_widget(f"part {part.id}")
            if imgui.is_item_hovered():
                self._under = part.id
                draw_tooltip(part.tip)
            if imgui.is_item_clicked():
                self.pinned_part = "" if self.pinned_part == part.id else part.id
        imgui.end_group()
        imgui.pop_style_var()

    def _draw_box(
        self,
        ui: Any,
        draw: Any,
        box: DamageBox,
        at: tuple[float, float],
        s: float,
        lit: str,
        mark: str,
    ) -> None:
        x, y = at
        imgui.set_cursor_screen_pos(imgui.ImVec2(x, y))
        if imgui.invisible_button(mark, (s, s)):
            self.pinned_part = "" if self.pinned_part == box.part else box.part
        ui.record_widget(mark)
        low, high = (x, y), (x + s, y + s)
        draw.add_rect_filled(
            low,
            high,
            pack_color(
                MARKED_BOX_RGB if box.is_marked else FREE_BOX_RGB if box.letter else HULL_BOX_RGB
            ),
            3,
        )
        wide = imgui.calc_text_size(box.letter)
        draw.add_text(
            (x + (s - wide.x) / 2, y + (s - wide.y) / 2),
            pack_color(INK_RGB, 0.6 if box.is_marked else 1.0),
            box.letter,
        )
        if box.is_marked:
            for a, b in (
                ((x + 3, y + 3), (x + s - 3, y + s - 3)),
                ((x + 3, y + s - 3), (x + s - 3, y + 3)),
            ):
                draw.add_line(a, b, pack_color((255, 150, 130)), 2.0)
        if box.is_lost:
            draw.add_rect(low, high, pack_color((255, 110, 90)), 3, 0, 2.0)
        if box.part and box.part == lit:
            draw.add_rect(
                (x - 1, y - 1), (x + s + 1, y + s + 1), pack_color(HIGHLIGHT_RGB), 3, 0, 2.0
            )
        if imgui.is_item_hovered():
            self._under = box.part
            draw_tooltip(box.tip)


def _fit_box(panel_height: float, rows: int, scale: float) -> float:
    """Return the size of a box with which all rows fit into their share of a panel."""
    size = panel_height * MAX_PANEL_SHARE / rows - BOX_GAP_PX
    return min(max(size, MIN_BOX_SIZE_PX * scale), BOX_SIZE_PX * scale)
