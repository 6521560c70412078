"""The palette of a kit: thumbnails with a search and the types of pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.meshes.kits.piece_types import PIECE_TYPES
from wc3d.meshes.units import UNIT_NAMES
from wc3d.window.board.workshop.kit_palette import KitPalette
from wc3d.window.board.workshop.kit_tasks import THUMBNAIL_PX, PalettePiece
from wc3d.window.shell.image_panel import BUTTON_FRAME_PX, ImagePanel
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    ICONS,
    draw_button,
    draw_colored_text,
    draw_dim_text,
    draw_tooltip,
    shorten_to_width,
)

THUMBNAIL_SCALE = 0.5
"""Size of a thumbnail in the palette, relative to its pixels, before the window's scale."""

COLUMNS = 3
"""Thumbnails in a row."""


@dataclass(frozen=True)
class PaletteActions:
    """The piece that is carried, and what a click in the palette does."""

    carried: PalettePiece | None
    carry: Callable[[PalettePiece | None], object]
    choose_reading: Callable[[int], object]


class KitPanel:
    """Draws a palette, with the textures of its thumbnails."""

    def __init__(self) -> None:
        self._pictures: dict[Path, ImagePanel] = {}

    def draw(self, ui: Any, actions: PaletteActions, palette: KitPalette) -> None:
        """Draw the palette."""
        self._draw_head(ui, actions, palette)
        visible = palette.visible_pieces()
        for number, entry in enumerate(visible):
            if number % COLUMNS:
                imgui.same_line()
            self._draw_piece(ui, actions, entry)
        if palette.pieces and not visible:
            draw_dim_text("No piece matches. Clear the search or choose All.")
        for problem in palette.problems():
            draw_colored_text(f"{ICONS['warning']} {problem}", GOLD_COLOR)

    def _draw_head(self, ui: Any, actions: PaletteActions, palette: KitPalette) -> None:
        """Draw the size of the kit, the search field and the types."""
        readings = dict.fromkeys(palette.kit.readings.values())
        for reading in readings:
            words = UNIT_NAMES[reading.unit]
            scale = "" if reading.scale == 1.0 else f" times {reading.scale:.4g}"
            draw_dim_text(f"{palette.name}: {words}{scale}, {reading.up} up")
        others = palette.other_readings()
        if others:
            draw_dim_text("Wrong size? Try another reading:")
        for number, other, factor in others:
            tip = f"{other.label}, {other.reading.up} up"
            label = f"{factor:.3g} times as large" if abs(factor - 1) > 0.01 else tip
            if draw_button(ui, label, f"kit_reading_{number}", tip=tip):
                actions.choose_reading(number)
        imgui.set_next_item_width(-1)
        _, palette.search = imgui.input_text_with_hint("##kit search", "Search", palette.search)
        ui.record_widget("kit_search")
        counts = palette.type_counts()
        if draw_button(ui, f"All {len(palette.pieces)}", "kit_all", on=palette.type_filter is None):
            palette.type_filter = None
        for piece_type, count in counts.items():
            label = f"{PIECE_TYPES[piece_type]} {count}"
            width = imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x
            spacing = imgui.get_style().item_spacing.x
            imgui.same_line()
            if imgui.get_content_region_avail().x < width + spacing:
                imgui.new_line()
            is_on = palette.type_filter == piece_type
            if draw_button(ui, label, f"kit_type_{piece_type}", on=is_on):
                palette.type_filter = None if is_on else piece_type
        if len(palette.pieces) + len(palette.broken) < len(palette.kit.files):
            draw_dim_text(f"Looking at {len(palette.kit.files)} files ...")

    def _draw_piece(self, ui: Any, actions: PaletteActions, entry: PalettePiece) -> None:
        """Draw a piece's thumbnail as a button above its name."""
        scale = THUMBNAIL_SCALE * ui.scale
        side = THUMBNAIL_PX * scale + 2 * BUTTON_FRAME_PX
        height = side + imgui.get_text_line_height_with_spacing()
        imgui.begin_group()
        if not imgui.is_rect_visible((side, height)):
            imgui.dummy((side, height))
            imgui.end_group()
            return
        is_carried = actions.carried is entry
        mark = f"piece {entry.piece.path.name}"
        picture = self._pictures.setdefault(entry.piece.path, ImagePanel())
        if is_carried:
            imgui.push_style_color(imgui.Col_.button, GOLD_COLOR)
        pressed = picture.draw_button(ui, entry.thumbnail, mark, scale)
        if is_carried:
            imgui.pop_style_color()
        if imgui.is_item_hovered():
            draw_tooltip(_describe_piece(entry))
        imgui.text_colored(DIM_COLOR, shorten_to_width(entry.piece.name, side))
        imgui.end_group()
        if pressed:
            actions.carry(None if is_carried else entry)


def _describe_piece(entry: PalettePiece) -> str:
    wide, deep, high = entry.piece.size
    size = f'{wide:.3g}" wide, {deep:.3g}" deep, {high:.3g}" high'
    return f"{entry.piece.path.name}: {size}. Click it, then click the table for each copy."
