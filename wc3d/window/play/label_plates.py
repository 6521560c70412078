"""The plates of the signs over models and objectives: what stands on them, and how they are drawn.

Nothing is told by color alone: sides have flags and plates of their own shapes, effects have icons, points have pips, damage
empties boxes.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.view_models import Label, Marker
from wc3d.window.shell.side_flag import GOLD, HEALTHY, HURT, POINTS, draw_flag
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import pack

FULL, SHORT, DOT = 2, 1, 0
"""How much a sign says: everything, all but the name, or only whose it is."""
OBJECTIVE = 3
"""The "side" whose plates are square."""
MOST_BOXES = 10
"""More health than this is written as a number."""
WHITE: RGB = (238, 242, 246)
DONE = ICONS["ok"]

Paint = Callable[[Any, float, float], None]


@dataclass(frozen=True)
class LabelPart:
    """A piece of a sign: how wide it is and how it is drawn at a pixel (its left edge, its middle)."""

    wide: float
    paint: Paint


@dataclass(frozen=True)
class Plate:
    """A sign as it is laid out: rows of items, whose it is, and how large it is."""

    id: str
    rows: tuple[tuple[LabelPart, ...], ...]
    side: int
    rgb: RGB
    dim: bool
    words: tuple[str, ...]
    line: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels, plate included."""
        wide = max(sum(item.wide for item in row) for row in self.rows)
        return wide + 10, self.line * len(self.rows) + 4


def label_plate(ui: Any, label: Label, level: int) -> Plate | None:
    """A model's sign; None if there is nothing to be said at this level."""
    line = (17.0 if level == FULL else 14.0) * ui.scale
    parts = _state_parts(ui, label, level, line)
    rows: list[tuple[LabelPart, ...]] = []
    flag = _flag(label.livery.side, label.livery.rgb, line)
    if level == FULL and (label.first or parts):
        done_parts = (_text(ui, DONE, line * 0.8, GOLD),) if label.done and label.first else ()
        rows.append((flag, _text(ui, label.title or label.name, line * 0.9, WHITE, bold=True), *done_parts))
        rows += [tuple(parts)] if parts else []
    elif level == DOT or not parts:
        if not label.first and not label.signs:
            return None
        rows.append((flag,))
    else:
        rows.append((flag, *parts))
    return Plate(label.id, tuple(rows), label.livery.side, label.livery.rgb, label.done, label.words, line)


def _state_parts(ui: Any, label: Label, level: int, line: float) -> list[LabelPart]:
    parts: list[LabelPart] = []
    if level == DOT:
        return parts
    if label.boxes > 1:
        parts.append(_boxes(ui, label.health, label.boxes, line))
    if label.first and label.left[1] > 1 and level == FULL:
        parts.append(_text(ui, f"{label.left[0]}/{label.left[1]}", line * 0.76, WHITE))
    if label.most and label.first:
        parts.append(_pips(label.points, label.most, line))
    for sign in label.signs:
        parts.append(_text(ui, sign.icon, line * 0.78, sign.rgb))
        parts += [_text(ui, sign.short, line * 0.72, WHITE)] if sign.short and level == FULL else []
        parts += [_text(ui, f"{sign.count}", line * 0.76, WHITE)] if sign.count > 1 else []
    if label.done and label.first and level == SHORT:
        parts.append(_text(ui, DONE, line * 0.76, GOLD))
    return parts


def marker_plate(ui: Any, marker: Marker, level: int) -> Plate:
    """An objective's sign."""
    line = (16.0 if level == FULL else 13.0) * ui.scale
    owner = [_flag(marker.owner, marker.rgb, line)] if marker.owner else []
    if marker.contested:
        owner = [_text(ui, "contested", line * 0.8, HURT)]
    worth = _text(ui, marker.worth, line * 0.86, GOLD, bold=True)
    short = _text(ui, marker.short, line * 0.86, WHITE, bold=True)
    rows: tuple[tuple[LabelPart, ...], ...]
    if level == FULL:
        rows = ((_text(ui, marker.name, line * 0.86, WHITE, bold=True),), (worth, *owner))
    else:
        rows = ((short, worth, *owner),) if level == SHORT else ((short, *owner[:1]),)
    return Plate(marker.id, rows, OBJECTIVE, marker.rgb, False, marker.words, line)


# --- items


def _text(ui: Any, words: str, size: float, rgb: RGB, *, bold: bool = False) -> LabelPart:
    font = ui.fonts["Bold" if bold else "Regular"]
    imgui.push_font(font, size)
    wide = imgui.calc_text_size(words)
    imgui.pop_font()

    def paint(draw: Any, x: float, y: float) -> None:
        draw.add_text(font, size, (x, y - wide.y / 2), pack(rgb), words)

    return LabelPart(wide.x + 5, paint)


def _flag(side: int, rgb: RGB, line: float) -> LabelPart:
    s = line * 0.34
    return LabelPart(2.3 * s + 4, lambda draw, x, y: draw_flag(draw, side, rgb, x, y, s))


def _boxes(ui: Any, remaining: int, boxes: int, line: float) -> LabelPart:
    """Health as boxes, empty ones for damage; a number where there are many."""
    rgb = HURT if remaining * 3 <= boxes else HEALTHY
    if boxes > MOST_BOXES:
        return _text(ui, f"\uf004 {remaining}/{boxes}", line * 0.78, rgb)
    s, gap = line * 0.36, line * 0.5

    def paint(draw: Any, x: float, y: float) -> None:
        for k in range(boxes):
            low, high = (x + k * gap, y - s / 2), (x + k * gap + s, y + s / 2)
            if k < remaining:
                draw.add_rect_filled(low, high, pack(rgb))
            draw.add_rect(low, high, pack(rgb, 0.85))

    return LabelPart(boxes * gap + 4, paint)


def _pips(points: int, max_points: int, line: float) -> LabelPart:
    """Points as diamonds, hollow ones for the room that is left."""
    s, gap = line * 0.26, line * 0.54

    def paint(draw: Any, x: float, y: float) -> None:
        for k in range(max_points):
            c = x + k * gap + s
            corners = (c, y - s * 1.25), (c + s, y), (c, y + s * 1.25), (c - s, y)
            if k < points:
                draw.add_quad_filled(*corners, pack(POINTS))
            draw.add_quad(*corners, pack(POINTS, 0.8))

    return LabelPart(max_points * gap + 4, paint)


def draw_leader(draw: Any, sign: Plate, rect: Rect, spot: tuple[float, float]) -> None:
    """A thin line from a sign to its model, unless it stands right over it."""
    x0, y0, x1, y1 = rect
    if sign.side != OBJECTIVE and (abs((x0 + x1) / 2 - spot[0]) > 6 or spot[1] - y1 > 8):
        end = (x0 if spot[0] < x0 else x1, (y0 + y1) / 2) if not x0 <= spot[0] <= x1 else (spot[0], y1 if spot[1] > y1 else y0)
        draw.add_line(end, spot, pack((9, 12, 16), 0.7), 2.6)
        draw.add_line(end, spot, pack(sign.rgb, 0.9), 1.2)


def draw_plate(draw: Any, sign: Plate, rect: Rect, is_hidden: bool) -> None:
    """The plate and its rows."""
    x0, y0, _, _ = rect
    fill = pack((9, 12, 16), 0.40 if is_hidden else 0.62 if sign.dim else 0.84)
    _plate(draw, sign.side, rect, fill, pack(sign.rgb, 0.45 if is_hidden else 0.95))
    for number, row in enumerate(sign.rows):
        x, y = x0 + 6, y0 + 2 + sign.line * (number + 0.5)
        for item in row:
            item.paint(draw, x, y)
            x += item.wide


def _plate(draw: Any, side: int, rect: Rect, fill: int, edge: int) -> None:
    """Round corners for the first side, cut ones for the second, square ones for objectives."""
    x0, y0, x1, y1 = rect
    low, high = (x0, y0), (x1, y1)
    if side != 2:
        draw.add_rect_filled(low, high, fill, 0 if side == OBJECTIVE else 5)
        draw.add_rect(low, high, edge, 0 if side == OBJECTIVE else 5, 0, 1.4)
        return
    c = min(6.0, (y1 - y0) / 3)
    corners = [(x0 + c, y0), (x1 - c, y0), (x1, y0 + c), (x1, y1 - c), (x1 - c, y1), (x0 + c, y1), (x0, y1 - c), (x0, y0 + c)]
    draw.add_convex_poly_filled(corners, fill)
    draw.add_polyline(corners, edge, imgui.ImDrawFlags_.closed.value, 1.4)
