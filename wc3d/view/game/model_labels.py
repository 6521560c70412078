"""The labels over the models, in ImGui, upright and readable from any side.

A sign near the camera says everything, one farther away less, and none covers another where that can be helped. Nothing is
told by color alone: sides have flags and plates of their own shapes, effects have icons, points have pips, damage empties boxes.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset import RuleSet
from wc3d.evidence.exhibit import XYZ
from wc3d.evidence.game_facts import Label, Marker
from wc3d.evidence.icons import ICONS
from wc3d.evidence.palette import RGB
from wc3d.evidence.picking import Picker
from wc3d.view.window.label_layout import Rect, Spot, within
from wc3d.view.window.panels import Project, pack, tooltip
from wc3d.view.window.screen import Host
from wc3d.view.window.side_flag import GOLD, HEALTHY, HURT, POINTS, draw_flag

FULL, SHORT, DOT = 2, 1, 0
"""How much a sign says: everything, all but the name, or only whose it is."""
NEAR, MIDDLE, FAR = 44.0, 24.0, 13.0
"""Height of a model in pixels (of an ordinary screen) from which its sign says everything, the short form, anything at all."""
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


def hidden_from(picker: Picker, eye: XYZ, labels: Sequence[Label]) -> frozenset[str]:
    """The models that terrain hides from the camera: neither middle nor head is seen."""
    hidden = set()
    for label in labels:
        (x, y, low), (_, _, high) = label.foot, label.at
        if not any(picker.sees(eye, (x, y, z)) for z in ((low + high) / 2, high - 0.15)):
            hidden.add(label.id)
    return frozenset(hidden)


def draw_labels(
    ui: Any, project: Project, labels: Sequence[Label], markers: Sequence[Marker] = (), *,
    picked: Collection[str] = (), hidden: Collection[str] = (), tips: bool = True, room: Rect | None = None,
    brief: bool = False,
) -> list[Rect]:  # fmt: skip
    """Draw the signs of models and objectives, near ones first; what they cover. Those of `picked` models always say everything,
    those of `hidden` ones (see hidden_from) are fainter and without a line to the model. Signs of what is in `room` stay there;
    `brief` ones leave the names out, and the room to others.

    Each is marked "badge ID" or "marker ID"; its words are told in full where the mouse points at it, unless `tips` is False.
    """
    draw, taken = imgui.get_background_draw_list(), list[Rect]()
    mouse = imgui.get_mouse_pos()
    for tall, thing, spot in _in_sight(project, labels, markers, picked):
        level = _level(thing, tall / ui.scale, picked)
        levels = range(min(level, SHORT) if brief else level, -1, -1)
        found = next((f for level in levels if (f := _laid(ui, thing, level, spot, taken, tall, room))), None)
        if found is None:
            continue
        sign, rect = found
        taken.append(rect)
        _draw(draw, sign, rect, spot, thing.id in hidden)
        x0, y0, x1, y1 = rect
        ui.marks[("marker " if isinstance(thing, Marker) else "badge ") + thing.id] = rect
        if tips and x0 <= mouse.x <= x1 and y0 <= mouse.y <= y1 and not ui.wants_mouse:
            tooltip("\n".join(sign.words))
    return taken


def _in_sight(
    project: Project, labels: Sequence[Label], markers: Sequence[Marker], picked: Collection[str]
) -> list[tuple[float, Label | Marker, tuple[float, float]]]:
    """What is in the picture, with its height in pixels and the pixel over its head: picked ones first, then the nearest."""
    found: list[tuple[float, Label | Marker, tuple[float, float]]] = []
    things: list[Label | Marker] = [*labels, *markers]
    for thing in things:
        spot, foot = project(thing.at), project(thing.foot)
        if spot is not None and foot is not None:
            tall = max(abs(foot[1] - spot[1]), _across(project, thing, spot))
            found.append((tall, thing, foot if isinstance(thing, Marker) else spot))
    return sorted(found, key=lambda f: (f[1].id not in picked, -_weight(f[1]) * f[0], f[1].id))


def _across(project: Project, thing: Label | Marker, spot: tuple[float, float]) -> float:
    """How many pixels the thing's height would be wide: seen from above, it is not tall but still near."""
    (x, y, z), tall = thing.at, thing.at[2] - thing.foot[2]
    beside = project((x + tall, y, z))
    return ((beside[0] - spot[0]) ** 2 + (beside[1] - spot[1]) ** 2) ** 0.5 if beside is not None else 0.0


def _weight(thing: Label | Marker) -> float:
    """Signs that say more come first where there is not room for all."""
    return 1.0 if isinstance(thing, Marker) or thing.first else 0.8


def _level(thing: Label | Marker, tall: float, picked: Collection[str]) -> int:
    if thing.id in picked or tall >= NEAR:
        return FULL
    return SHORT if tall >= MIDDLE else DOT


def _laid(
    ui: Any, thing: Label | Marker, level: int, spot: Spot, taken: Sequence[Rect], tall: float, room: Rect | None
) -> tuple[Plate, Rect] | None:
    """The sign at a level, and where it covers no other; None if there is no such place, or nothing to be said."""
    sign = _marker_plate(ui, thing, level) if isinstance(thing, Marker) else _label_plate(ui, thing, level)
    if sign is None or tall / ui.scale < FAR:
        return None
    wide, high = sign.size
    if isinstance(thing, Marker):
        return _under(sign, spot, taken, tall)
    steps = ((0, 0), (0, 1), (-0.55, 0.5), (0.55, 0.5), (0, 2), (-0.6, 1.5), (0.6, 1.5), (0, 3)) if level else ((0, 0), (0, 1))
    for right, up in steps:
        x = min(max(spot[0] + right * wide, wide / 2 + 3), ui.io.display_size.x - wide / 2 - 3)
        y = max(spot[1] - 3 - up * (high + 3), high + 3)
        rect = within((x - wide / 2, y - high, x + wide / 2, y), spot, room)
        if not any(_cover(rect, other) for other in taken):
            return sign, rect
    return None


def _under(sign: Plate, spot: tuple[float, float], taken: Sequence[Rect], tall: float) -> tuple[Plate, Rect] | None:
    """Where an objective's sign lies: below its ring, so that it hides no model that stands on it."""
    wide, high = sign.size
    for right, down in ((0.0, 0.0), (0.0, 1.0), (-0.6, 0.3), (0.6, 0.3)):
        x, y = spot[0] + right * wide, spot[1] + 0.55 * tall + down * (high + 3)
        rect = (x - wide / 2, y, x + wide / 2, y + high)
        if not any(_cover(rect, other) for other in taken):
            return sign, rect
    return None


def _cover(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] < b[3] + 1 and b[1] < a[3] + 1


# --- what stands on a sign


def _label_plate(ui: Any, label: Label, level: int) -> Plate | None:
    line = (17.0 if level == FULL else 14.0) * ui.scale
    parts = _state_parts(ui, label, level, line)
    rows: list[tuple[LabelPart, ...]] = []
    flag = _flag(label.livery.side, label.livery.rgb, line)
    if level == FULL and (label.first or parts):
        done = (_text(ui, DONE, line * 0.8, GOLD),) if label.done and label.first else ()
        rows.append((flag, _text(ui, label.title or label.name, line * 0.9, WHITE, bold=True), *done))
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


def _marker_plate(ui: Any, marker: Marker, level: int) -> Plate | None:
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


def _boxes(ui: Any, left: int, boxes: int, line: float) -> LabelPart:
    """Health as boxes, empty ones for damage; a number where there are many."""
    rgb = HURT if left * 3 <= boxes else HEALTHY
    if boxes > MOST_BOXES:
        return _text(ui, f"\uf004 {left}/{boxes}", line * 0.78, rgb)
    s, gap = line * 0.36, line * 0.5

    def paint(draw: Any, x: float, y: float) -> None:
        for k in range(boxes):
            low, high = (x + k * gap, y - s / 2), (x + k * gap + s, y + s / 2)
            if k < left:
                draw.add_rect_filled(low, high, pack(rgb))
            draw.add_rect(low, high, pack(rgb, 0.85))

    return LabelPart(boxes * gap + 4, paint)


def _pips(points: int, most: int, line: float) -> LabelPart:
    """Points as diamonds, hollow ones for the room that is left."""
    s, gap = line * 0.26, line * 0.54

    def paint(draw: Any, x: float, y: float) -> None:
        for k in range(most):
            c = x + k * gap + s
            corners = (c, y - s * 1.25), (c + s, y), (c, y + s * 1.25), (c - s, y)
            if k < points:
                draw.add_quad_filled(*corners, pack(POINTS))
            draw.add_quad(*corners, pack(POINTS, 0.8))

    return LabelPart(most * gap + 4, paint)


def _draw(draw: Any, sign: Plate, rect: Rect, spot: tuple[float, float], hidden: bool) -> None:
    """The plate, its rows, and a thin line to the model if the sign had to give way."""
    x0, y0, x1, y1 = rect
    if not hidden and sign.side != OBJECTIVE and (abs((x0 + x1) / 2 - spot[0]) > 6 or spot[1] - y1 > 8):
        draw.add_line(((x0 + x1) / 2, y1), spot, pack(sign.rgb, 0.8), 1.2)
    fill = pack((9, 12, 16), 0.40 if hidden else 0.62 if sign.dim else 0.84)
    _plate(draw, sign.side, rect, fill, pack(sign.rgb, 0.45 if hidden else 0.95))
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


def draw_labels_over(
    ui: Any, window: Host, rules: RuleSet, state: Any, player: int | None, *,
    elsewhere: Mapping[str, XYZ], picked: str | None, tips: bool = True, room: Rect | None = None, brief: bool = False,
) -> list[Rect]:  # fmt: skip
    """Draw them; what they cover. `elsewhere` is where models are shown that are on their way."""
    if window.picker is None:
        return []
    labels = [label.standing(elsewhere[label.id]) if label.id in elsewhere else label for label in rules.labels(state, player)]
    return draw_labels(
        ui, window.project, labels, rules.markers(state), picked=(picked,) if picked is not None else (),
        hidden=hidden_from(window.picker, window.eye, labels), tips=tips, room=room, brief=brief,
    )  # fmt: skip
