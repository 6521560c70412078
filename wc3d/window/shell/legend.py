"""The legend: a swatch for each terrain kind, sides, marks and labels, and edge coordinates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.palette import (
    DEEP_WATER_LOOK,
    RGB,
    SHALLOW_WATER_LOOK,
    TERRAIN_LOOKS,
    Pattern,
    TerrainLook,
)
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.side_flag import GOLD_RGB, HEALTHY_RGB, POINTS_RGB, draw_side_flag
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    Project,
    draw_bold_text,
    open_panel,
    pack_color,
)

DrawSwatch = Callable[[Any, float, float, float, float], None]
MIN_LEGEND_HEIGHT_LINES = 4.0
SWATCH_SIZE_PX = (34.0, 20.0)
WATER_STYLES = (SHALLOW_WATER_LOOK, Kind.ROUGH), (DEEP_WATER_LOOK, Kind.IMPASSABLE)
"""Looks of water and their kinds of terrain."""

TERRAIN_EFFECTS: dict[Kind, str] = {
    Kind.STRUCTURE: "blocks sight and movement, models can stand on top, gives cover",
    Kind.OBSTACLE: "blocks sight, can be crossed, gives cover",
    Kind.IMPASSABLE: "blocks sight, cannot be entered, gives cover",
    Kind.ROUGH: 'costs 2" to enter',
    Kind.FOREST: 'rough, hides models behind it or more than 3" inside',
    Kind.OBSCURING: 'hides models behind it or more than 3" inside',
    Kind.OBJECTIVE: "gives cover, blocks nothing",
}
"""Default effects of each terrain kind (p. 44)."""


def draw_legend(ui: Any, table: Table, screen: Screen, place: Rect, floor: float) -> None:
    """Draw the legend of a screen's table, and its sides if any, at the upper left of its place.

    It scrolls rather than reach below the pixel `floor`, and waits if there is hardly any room.
    """
    left, top, right, _ = place
    if floor - top < MIN_LEGEND_HEIGHT_LINES * imgui.get_text_line_height_with_spacing():
        return
    dry = {f.kind for f in table.features if not f.water}
    waters = [
        (look, kind, any(f.water and f.kind is kind for f in table.features))
        for look, kind in WATER_STYLES
    ]
    effects = screen.terrain_effects or TERRAIN_EFFECTS
    padding = 2 * imgui.get_style().window_padding.x
    imgui.set_next_window_size_constraints((0, 0), (right - left, floor - top))
    with open_panel("legend", (left, top)):
        imgui.push_text_wrap_pos(right - left - padding)
        draw_bold_text(ui, "Legend")
        for kind in (kind for kind in TERRAIN_LOOKS if kind in dry):
            draw_legend_row(
                ui, partial(_draw_terrain, TERRAIN_LOOKS[kind]), f"{kind.value}: {effects[kind]}"
            )
        for look, kind, is_present in waters:
            if is_present:
                draw_legend_row(
                    ui, partial(_draw_terrain, look), f"water, {look.words}: {effects[kind]}"
                )
        if table.ladders:
            draw_legend_row(ui, _draw_ladder, "ladder, stairs or elevator")
        sides = {livery.side: livery.rgb for livery in screen.liveries().values() if livery.side}
        for side, rgb in sorted(sides.items()):
            shape = (
                "dark base, solid ring, square flag"
                if side == 1
                else "pale base, notched ring, pointed flag"
            )
            draw_legend_row(ui, partial(_draw_side, side, rgb), f"player {side}: {shape}")
        screen.draw_legend_rows(ui)
        imgui.pop_text_wrap_pos()
        ui.record_panel("legend")


def draw_legend_row(ui: Any, paint: DrawSwatch, words: str) -> None:
    """Draw a swatch, with `paint(draw_list, x, y, width, height)`, and its meaning."""
    spot = imgui.get_cursor_screen_pos()
    wide = SWATCH_SIZE_PX[0] * ui.scale
    high = SWATCH_SIZE_PX[1] * ui.scale
    paint(imgui.get_window_draw_list(), spot.x, spot.y, wide, high)
    imgui.dummy((wide, high))
    imgui.same_line()
    imgui.text(words)


def _draw_terrain(look: TerrainLook, draw: Any, x: float, y: float, w: float, h: float) -> None:
    """Draw a kind's color with its pattern from the printed map."""
    low = (x, y)
    high = (x + w, y + h)
    ink = pack_color(look.ink, 0.95)
    draw.add_rect_filled(low, high, pack_color(look.body), 3)
    draw.push_clip_rect(low, high, True)
    for a, b in _pattern_strokes(look.pattern, x, y, w, h):
        draw.add_line(a, b, ink, 1.4)
    if look.pattern in (Pattern.DOTTED, Pattern.TREES):
        for k in range(8):
            cx, cy = x + w * (0.12 + 0.25 * (k % 4)), y + h * (0.3 if k < 4 else 0.75)
            if look.pattern is Pattern.DOTTED:
                draw.add_circle_filled((cx, cy), 1.8, ink)
            else:
                corners = (cx - 3.4, cy + 3), (cx + 3.4, cy + 3), (cx, cy - 4)
                draw.add_triangle_filled(*corners, ink)
    draw.pop_clip_rect()
    draw.add_rect(low, high, ink, 3)


def _pattern_strokes(
    pattern: Pattern, x: float, y: float, w: float, h: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    step = 7.0
    steps = range(-int(h / step) - 1, int(w / step) + 2)
    slanted = [((x + k * step, y + h), (x + k * step + h, y)) for k in steps]
    back_strokes = [((x + k * step, y), (x + k * step + h, y + h)) for k in steps]
    return {
        Pattern.SLANTED: slanted,
        Pattern.BACK_SLANTED: back_strokes,
        Pattern.CROSSED: slanted + back_strokes,
        Pattern.LEVEL: [((x, y + k * 5), (x + w, y + k * 5)) for k in range(1, 5)],
        Pattern.UPRIGHT: [((x + k * 5, y), (x + k * 5, y + h)) for k in range(1, 8)],
    }.get(pattern, [])


def _draw_side(side: int, rgb: RGB, draw: Any, x: float, y: float, w: float, h: float) -> None:
    draw_side_flag(draw, side, rgb, x + 8, y + h / 2, h * 0.36)


def _draw_ladder(draw: Any, x: float, y: float, w: float, h: float) -> None:
    ink = pack_color((214, 178, 92))
    for dx in (0.36, 0.64):
        draw.add_line((x + w * dx, y), (x + w * dx, y + h), ink, 2)
    for dy in (0.2, 0.5, 0.8):
        draw.add_line((x + w * 0.36, y + h * dy), (x + w * 0.64, y + h * dy), ink, 2)


def draw_health_row(ui: Any) -> None:
    """Draw the row that explains the health display of labels."""
    draw_legend_row(ui, _draw_health, "health and damage taken")


def draw_diamonds_row(ui: Any, words: str) -> None:
    """Draw the row that explains the diamonds on labels."""
    draw_legend_row(ui, _draw_points, words)


def _draw_health(draw: Any, x: float, y: float, w: float, h: float) -> None:
    for k in range(3):
        low, high = (x + 3 + k * 10, y + h / 2 - 4), (x + 10 + k * 10, y + h / 2 + 4)
        if k < 2:
            draw.add_rect_filled(low, high, pack_color(HEALTHY_RGB))
        draw.add_rect(low, high, pack_color(HEALTHY_RGB))


def _draw_points(draw: Any, x: float, y: float, w: float, h: float) -> None:
    for k in range(3):
        cx, cy = x + 7 + k * 11, y + h / 2
        corners = (cx, cy - 6), (cx + 5, cy), (cx, cy + 6), (cx - 5, cy)
        if k < 2:
            draw.add_quad_filled(*corners, pack_color(POINTS_RGB))
        draw.add_quad(*corners, pack_color(POINTS_RGB))


def draw_edge_numbers(ui: Any, project: Project, size: tuple[float, float]) -> None:
    """Draw numbers along the table edges every six inches."""
    draw = imgui.get_background_draw_list()
    gold = pack_color(GOLD_RGB)
    width, depth = size
    marks: list[tuple[str, tuple[float, float, float]]] = [
        (f"{k}", (float(k), -0.9, 0.1)) for k in range(0, int(width) + 1, 6)
    ]
    marks += [(f"{k}", (-0.9, float(k), 0.1)) for k in range(6, int(depth) + 1, 6)]
    for words, at in marks:
        spot = project(at)
        if spot is not None:
            wide = imgui.calc_text_size(words)
            draw.add_text((spot[0] - wide.x / 2, spot[1] - wide.y / 2), gold, words)
