"""Label plates of models and objectives: contents and drawing.

Color is never the only sign: sides have flags and plate shapes, effects have icons, points have
pips, and damage empties boxes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import BoardMarker, ModelLabel
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.window.shell.side_flag import GOLD_RGB, HEALTHY_RGB, HURT_RGB, POINTS_RGB, draw_side_flag
from wc3d.window.shell.tag_layout import Line, Rect
from wc3d.window.shell.widgets import pack_color

LEVEL_FULL, LEVEL_SHORT, LEVEL_NAME, LEVEL_MARK = 2, 1, 0, -1
"""Levels of detail: all contents, the most important ones in a row, side and name, or no name."""
MARK_LINE_PX, MARK_TEXT_PX = 14.0, 12.0
"""Height of the row of a label without a name and of its text, in pixels at text scale 1."""
MAX_MARK_BOXES = 5
"""Largest health shown as boxes on a label without a name."""
OBJECTIVE_SIDE = 3
"""The "side" of objectives, with square plates."""
MAX_HEALTH_BOXES = 10
"""Largest health shown as boxes; more is shown as a number."""
WHITE_RGB: RGB = (238, 242, 246)
LIST_RGB: RGB = (200, 208, 216)
"""Color of the frame and the line of a list of labels."""
DONE_ICON = ICONS["ok"]

DrawLabelPart = Callable[[Any, float, float], None]


@dataclass(frozen=True)
class LabelPart:
    """A part of a label: its width, and a function that draws it at its left edge and middle."""

    width: float
    draw: DrawLabelPart


@dataclass(frozen=True)
class LabelPlate:
    """A label's layout: rows of parts, side and size."""

    id: str
    rows: tuple[tuple[LabelPart, ...], ...]
    side: int
    rgb: RGB
    is_dim: bool
    words: tuple[str, ...]
    line_height: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels, including the plate."""
        wide = max(sum(item.width for item in row) for row in self.rows)
        return wide + 10, self.line_height * len(self.rows) + 4


def make_label_plate(
    ui: Any, label: ModelLabel, level: int, *, is_wanted: bool = False, odds: str = ""
) -> LabelPlate | None:
    """Return a model's plate, or None if it is empty at this level.

    A plate that `is_wanted` is never empty. The `odds` of an attack stand behind the side or name.
    """
    if not (is_wanted or odds or label.has_content):
        return None
    if level == LEVEL_MARK:
        return _make_mark_plate(ui, label, odds, is_wanted=is_wanted)
    line = (17.0 if level == LEVEL_FULL else 16.0) * ui.scale
    parts = _state_parts(ui, label, level, line)
    if odds:
        parts.insert(0, _text_part(ui, odds, line * 0.86, WHITE_RGB))
    done_parts = (
        (_text_part(ui, DONE_ICON, line * 0.8, GOLD_RGB),)
        if label.is_done and label.shows_unit_signs
        else ()
    )
    heading = (
        _flag_part(label.livery.side, label.livery.rgb, line),
        _text_part(ui, label.title or label.name, line * 0.9, WHITE_RGB, bold=True),
        *done_parts,
    )
    rows: tuple[tuple[LabelPart, ...], ...] = ((*heading, *parts),)
    if parts and (level == LEVEL_FULL or odds):
        rows = heading, tuple(parts)
    return LabelPlate(
        label.id, rows, label.livery.side, label.livery.rgb, label.is_done, label.words, line
    )


def _make_mark_plate(
    ui: Any, label: ModelLabel, odds: str, *, is_wanted: bool
) -> LabelPlate | None:
    """Return a small plate without a name, or None if only the side is known.

    It has what differs from a fresh model: lost health, points and signs.
    """
    line = (16.0 if odds else MARK_LINE_PX) * ui.scale
    text = MARK_TEXT_PX * ui.scale
    parts = [_flag_part(label.livery.side, label.livery.rgb, line)]
    if odds:
        parts.append(_text_part(ui, odds.replace("  ", " "), line * 0.86, WHITE_RGB))
    if label.health < label.boxes and label.boxes > 1:
        if label.boxes <= MAX_MARK_BOXES:
            parts.append(_health_part(ui, label.health, label.boxes, line))
        else:
            rgb = HURT_RGB if label.health * 3 <= label.boxes else HEALTHY_RGB
            parts.append(_text_part(ui, f"{label.health}/{label.boxes}", text, rgb))
    remaining, total = label.remaining_and_total
    if label.shows_unit_signs and remaining < total:
        parts.append(_text_part(ui, f"{remaining}/{total}", text, WHITE_RGB))
    if label.shows_unit_signs and label.points:
        parts.append(_points_part(1, 1, line))
        if label.points > 1:
            parts.append(_text_part(ui, f"{label.points}", text, WHITE_RGB))
    for sign in label.signs:
        parts.append(_text_part(ui, sign.icon, text, sign.rgb))
        if sign.count > 1:
            parts.append(_text_part(ui, f"{sign.count}", text, WHITE_RGB))
    if label.is_done and label.shows_unit_signs:
        parts.append(_text_part(ui, DONE_ICON, text, GOLD_RGB))
    if len(parts) == 1 and not is_wanted:
        return None  # the rim of its base shows the side
    livery = label.livery
    words = label.words or (label.title or label.name,)
    return LabelPlate(
        label.id, (tuple(parts),), livery.side, livery.rgb, label.is_done, words, line
    )


def _state_parts(ui: Any, label: ModelLabel, level: int, line: float) -> list[LabelPart]:
    parts: list[LabelPart] = []
    if level == LEVEL_NAME:
        return parts
    if label.boxes > 1:
        parts.append(_health_part(ui, label.health, label.boxes, line))
    if label.shows_unit_signs and label.remaining_and_total[1] > 1 and level == LEVEL_FULL:
        parts.append(
            _text_part(
                ui,
                f"{label.remaining_and_total[0]}/{label.remaining_and_total[1]}",
                line * 0.76,
                WHITE_RGB,
            )
        )
    if label.max_points and label.shows_unit_signs:
        parts.append(_points_part(label.points, label.max_points, line))
    for sign in label.signs:
        parts.append(_text_part(ui, sign.icon, line * 0.78, sign.rgb))
        parts += (
            [_text_part(ui, sign.short, line * 0.72, WHITE_RGB)]
            if sign.short and level == LEVEL_FULL
            else []
        )
        parts += [_text_part(ui, f"{sign.count}", line * 0.76, WHITE_RGB)] if sign.count > 1 else []
    return parts


def make_marker_plate(ui: Any, marker: BoardMarker, level: int) -> LabelPlate:
    """Return an objective's plate."""
    line = (16.0 if level == LEVEL_FULL else 15.0) * ui.scale
    owner = [_flag_part(marker.owner, marker.rgb, line)] if marker.owner else []
    if marker.is_contested:
        owner = [_text_part(ui, "contested", line * 0.8, HURT_RGB)]
    worth = [_text_part(ui, marker.worth, line * 0.86, GOLD_RGB, bold=True)] if marker.worth else []
    short = _text_part(ui, marker.short, line * 0.86, WHITE_RGB, bold=True)
    rows: tuple[tuple[LabelPart, ...], ...]
    if level == LEVEL_FULL:
        name = _text_part(ui, marker.name, line * 0.86, WHITE_RGB, bold=True)
        rows = ((name,), (*worth, *owner)) if worth or owner else ((name,),)
    else:
        rows = ((short, *worth, *owner),) if level == LEVEL_SHORT else ((short, *owner[:1]),)
    return LabelPlate(marker.id, rows, OBJECTIVE_SIDE, marker.rgb, False, marker.words, line)


# --- parts


def _text_part(ui: Any, words: str, size: float, rgb: RGB, *, bold: bool = False) -> LabelPart:
    font = ui.fonts["Bold" if bold else "Regular"]
    imgui.push_font(font, size)
    wide = imgui.calc_text_size(words)
    imgui.pop_font()

    def paint(draw: Any, x: float, y: float) -> None:
        draw.add_text(font, size, (x, y - wide.y / 2), pack_color(rgb), words)

    return LabelPart(wide.x + 5, paint)


def _flag_part(side: int, rgb: RGB, line: float) -> LabelPart:
    s = line * 0.34
    return LabelPart(2.3 * s + 4, lambda draw, x, y: draw_side_flag(draw, side, rgb, x, y, s))


def _health_part(ui: Any, remaining: int, boxes: int, line: float) -> LabelPart:
    """Return health as boxes, with empty ones for damage, or as a number if there are many."""
    rgb = HURT_RGB if remaining * 3 <= boxes else HEALTHY_RGB
    if boxes > MAX_HEALTH_BOXES:
        return _text_part(ui, f"\uf004 {remaining}/{boxes}", line * 0.78, rgb)
    s = line * 0.36
    gap = line * 0.5

    def paint(draw: Any, x: float, y: float) -> None:
        for k in range(boxes):
            low, high = (x + k * gap, y - s / 2), (x + k * gap + s, y + s / 2)
            if k < remaining:
                draw.add_rect_filled(low, high, pack_color(rgb))
            draw.add_rect(low, high, pack_color(rgb, 0.85))

    return LabelPart(boxes * gap + 4, paint)


def _points_part(points: int, max_points: int, line: float) -> LabelPart:
    """Return points as diamonds, with hollow ones up to the maximum."""
    s = line * 0.26
    gap = line * 0.54

    def paint(draw: Any, x: float, y: float) -> None:
        for k in range(max_points):
            c = x + k * gap + s
            corners = (c, y - s * 1.25), (c + s, y), (c, y + s * 1.25), (c - s, y)
            if k < points:
                draw.add_quad_filled(*corners, pack_color(POINTS_RGB))
            draw.add_quad(*corners, pack_color(POINTS_RGB, 0.8))

    return LabelPart(max_points * gap + 4, paint)


def draw_label_line(draw: Any, line: Line, rgb: RGB) -> None:
    """Draw a thin line from a label to its model."""
    draw.add_line(*line, pack_color((9, 12, 16), 0.7), 2.6)
    draw.add_line(*line, pack_color(rgb, 0.9), 1.2)
    draw.add_circle_filled(line[1], 2.2, pack_color(rgb))


def draw_list_frame(draw: Any, rect: Rect) -> None:
    """Draw the background of a list of labels."""
    draw.add_rect_filled(rect[:2], rect[2:], pack_color((9, 12, 16), 0.84), 5)
    draw.add_rect(rect[:2], rect[2:], pack_color(LIST_RGB, 0.7), 5)


def draw_plate_rows(draw: Any, sign: LabelPlate, rect: Rect) -> None:
    """Draw the rows of a plate without its outline."""
    x0, y0, _, _ = rect
    for number, row in enumerate(sign.rows):
        x, y = x0 + 6, y0 + 2 + sign.line_height * (number + 0.5)
        for item in row:
            item.draw(draw, x, y)
            x += item.width


def draw_plate(draw: Any, sign: LabelPlate, rect: Rect, is_hidden: bool) -> None:
    """Draw a plate and its rows."""
    fill = pack_color((9, 12, 16), 0.40 if is_hidden else 0.62 if sign.is_dim else 0.84)
    _draw_outline(draw, sign.side, rect, fill, pack_color(sign.rgb, 0.45 if is_hidden else 0.95))
    draw_plate_rows(draw, sign, rect)


def _draw_outline(draw: Any, side: int, rect: Rect, fill: int, edge: int) -> None:
    """Draw a round outline for the first side, cut for the second, square for objectives."""
    x0, y0, x1, y1 = rect
    low, high = (x0, y0), (x1, y1)
    if side != 2:
        draw.add_rect_filled(low, high, fill, 0 if side == OBJECTIVE_SIDE else 5)
        draw.add_rect(low, high, edge, 0 if side == OBJECTIVE_SIDE else 5, 0, 1.4)
        return
    c = min(6.0, (y1 - y0) / 3)
    corners = [
        (x0 + c, y0),
        (x1 - c, y0),
        (x1, y0 + c),
        (x1, y1 - c),
        (x1 - c, y1),
        (x0 + c, y1),
        (x0, y1 - c),
        (x0, y0 + c),
    ]
    draw.add_convex_poly_filled(corners, fill)
    draw.add_polyline(corners, edge, imgui.ImDrawFlags_.closed.value, 1.4)
