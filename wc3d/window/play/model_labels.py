"""The labels over the models, in ImGui, upright and readable from any side.

A sign near the camera says everything, one farther away less. It lies beside its model, and covers neither another sign nor a
model where that can be helped; where many models stand together, their signs are a column.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.view_models import Label, Marker
from wc3d.scene.picking import Picker
from wc3d.window.layout.model_labels import column_place, figure_box, sign_place, together
from wc3d.window.play.label_plates import (
    DOT,
    FULL,
    SHORT,
    Plate,
    draw_leader,
    draw_plate,
    label_plate,
    marker_plate,
)
from wc3d.window.shell.screen import Host
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import Project, tooltip

NEAR, MIDDLE, FAR = 44.0, 24.0, 13.0
"""Height of a model in pixels (of an ordinary screen) from which its sign says everything, the short form, anything at all."""
REACH = 46.0
"""Models so many pixels apart stand together: their signs would cover each other."""


def hidden_from(picker: Picker, eye: XYZ, labels: Sequence[Label]) -> frozenset[str]:
    """The models that terrain hides from the camera: neither middle nor head is seen."""
    hidden_ids = set()
    for label in labels:
        (x, y, low), (_, _, high) = label.foot, label.at
        if not any(picker.sees(eye, (x, y, z)) for z in ((low + high) / 2, high - 0.15)):
            hidden_ids.add(label.id)
    return frozenset(hidden_ids)


def draw_labels(
    ui: Any, project: Project, labels: Sequence[Label], markers: Sequence[Marker] = (), *,
    picked: Collection[str] = (), hidden: Collection[str] = (), tips: bool = True, room: Rect | None = None,
    brief: bool = False, taken: Sequence[Rect] = (),
) -> list[Rect]:  # fmt: skip
    """Draw the signs of models and objectives, near ones first; what they cover. Those of `picked` models always say everything,
    those of `hidden` ones (see hidden_from) are fainter and without a line to the model. Signs of what is in `room` stay there;
    `brief` ones leave the names out, and the room to others. None covers what is `taken`, nor a model where that can be helped.

    Each is marked "badge ID" or "marker ID"; its words are told in full where the mouse points at it, unless `tips` is False.
    """
    page = _Page(ui, _in_sight(project, labels, markers, picked), picked, brief, room, list(taken))
    placements, draw = page.laid(), imgui.get_background_draw_list()
    for entry, sign, rect in placements:
        if entry.thing.id not in hidden:
            draw_leader(draw, sign, rect, entry.spot)
    for entry, sign, rect in placements:
        item = entry.thing
        draw_plate(draw, sign, rect, item.id in hidden)
        ui.marks[("marker " if isinstance(item, Marker) else "badge ") + item.id] = rect
        x0, y0, x1, y1 = rect
        mouse = imgui.get_mouse_pos()
        if tips and x0 <= mouse.x <= x1 and y0 <= mouse.y <= y1 and not ui.wants_mouse:
            tooltip("\n".join(sign.words))
    return page.taken[len(taken) :]


@dataclass(frozen=True)
class _Seen:
    """A model or an objective in the picture: how many pixels high, its place (an objective's foot, a model's head), its box."""

    tall: float
    thing: Label | Marker
    spot: Spot
    box: Rect


Laid = tuple[_Seen, Plate, Rect]


@dataclass
class _Page:
    """The signs of one picture, as they are laid out; `taken` is what they and others cover."""

    ui: Any
    seen: Sequence[_Seen]
    picked: Collection[str]
    brief: bool
    room: Rect | None
    taken: list[Rect]

    def laid(self) -> list[Laid]:
        """Each sign with its place: of picked models first, then columns of those that stand together, then the others."""
        placements = [placement for entry in self.seen if entry.thing.id in self.picked for placement in self._single(entry)]
        models = [entry for entry in self.seen if isinstance(entry.thing, Label) and entry.thing.id not in self.picked]
        grouped = set[str]()
        for group in together([entry.spot for entry in models], REACH * self.ui.scale):
            column = self._column([models[k] for k in group])
            grouped |= {entry.thing.id for entry, _, _ in column}
            placements += column
        rest = (entry for entry in self.seen if entry.thing.id not in grouped and entry.thing.id not in self.picked)
        return placements + [placement for entry in rest for placement in self._single(entry)]

    @property
    def _boxes(self) -> list[Rect]:
        return [entry.box for entry in self.seen if isinstance(entry.thing, Label)]

    def _inside(self, spot: Spot) -> Rect:
        """Where the sign of what is at this pixel must lie."""
        size, room = self.ui.io.display_size, self.room
        if room is not None and room[0] <= spot[0] <= room[2] and room[1] <= spot[1] <= room[3]:
            return room
        return 3.0, 3.0, size.x - 3.0, size.y - 3.0

    def _levels(self, entry: _Seen) -> range:
        level = _level(entry.thing, entry.tall / self.ui.scale, self.picked)
        return range(min(level, SHORT) if self.brief else level, -1, -1)

    def _single(self, entry: _Seen) -> list[Laid]:
        """A sign by itself: the fullest one that covers no model, else that which covers least; none if there is no place."""
        best: tuple[float, Plate, Rect] | None = None
        for level in self._levels(entry):
            candidate = self._laid(entry, level)
            if candidate is not None and (best is None or candidate[0] < best[0]):
                best = candidate
            if best is not None and best[0] == 0.0:
                break
        if best is None:
            return []
        self.taken.append(best[2])
        return [(entry, best[1], best[2])]

    def _laid(self, entry: _Seen, level: int) -> tuple[float, Plate, Rect] | None:
        """The sign at a level, where it covers no other, and how many pixels of models it covers."""
        sign = _plate_of(self.ui, entry, level)
        if sign is None:
            return None
        if isinstance(entry.thing, Marker):
            position = _under(sign, entry.spot, self.taken, entry.tall)
            return (0.0, *position) if position is not None else None
        result = sign_place(sign.size, entry.box, self.taken, self._boxes, self._inside(entry.spot))
        return (result[1], sign, result[0]) if result is not None else None

    def _column(self, group: Sequence[_Seen]) -> list[Laid]:
        """The signs of models that stand together, one below the other beside them, as the models stand from above to below."""
        levels = [(seen, min(SHORT, self._levels(seen)[0])) for seen in group]
        plates = [(seen, sign) for seen, level in levels if (sign := _plate_of(self.ui, seen, level)) is not None]
        if len(plates) < 2:
            return []
        plates.sort(key=lambda one: (one[0].spot[1], one[0].spot[0]))
        wide, high = max(sign.size[0] for _, sign in plates), sum(sign.size[1] + 2.0 for _, sign in plates)
        x0, y0, x1, y1 = zip(*(seen.box for seen in group), strict=True)
        around = min(x0), min(y0), max(x1), max(y1)
        place = column_place((wide, high), around, self.taken, self._boxes, self._inside(group[0].spot))
        if place is None:
            return []
        placements, y = list[Laid](), place[1]
        for entry, sign in plates:
            left_x = place[0] if place[0] > (around[0] + around[2]) / 2 else place[2] - sign.size[0]
            rect = left_x, y, left_x + sign.size[0], y + sign.size[1]
            placements.append((entry, sign, rect))
            self.taken.append(rect)
            y += sign.size[1] + 2.0
        return placements


def _in_sight(
    project: Project, labels: Sequence[Label], markers: Sequence[Marker], picked: Collection[str]
) -> list[_Seen]:
    """What is in the picture: picked ones first, then the nearest."""
    entries = list[_Seen]()
    items: list[Label | Marker] = [*labels, *markers]
    for item in items:
        spot, foot = project(item.at), project(item.foot)
        if spot is not None and foot is not None:
            tall = max(abs(foot[1] - spot[1]), _across(project, item, spot))
            place = foot if isinstance(item, Marker) else spot
            entries.append(_Seen(tall, item, place, figure_box(spot, foot, tall)))
    return sorted(entries, key=lambda f: (f.thing.id not in picked, -_weight(f.thing) * f.tall, f.thing.id))


def _across(project: Project, item: Label | Marker, spot: tuple[float, float]) -> float:
    """How many pixels the thing's height would be wide: seen from above, it is not tall but still near."""
    (x, y, z), tall = item.at, item.at[2] - item.foot[2]
    side_spot = project((x + tall, y, z))
    return ((side_spot[0] - spot[0]) ** 2 + (side_spot[1] - spot[1]) ** 2) ** 0.5 if side_spot is not None else 0.0


def _weight(item: Label | Marker) -> float:
    """Signs that say more come first where there is not room for all."""
    return 1.0 if isinstance(item, Marker) or item.first else 0.8


def _level(item: Label | Marker, tall: float, picked: Collection[str]) -> int:
    if item.id in picked or tall >= NEAR:
        return FULL
    return SHORT if tall >= MIDDLE else DOT


def _plate_of(ui: Any, entry: _Seen, level: int) -> Plate | None:
    """The sign at a level; None if there is nothing to be said, or the thing is too far away."""
    if entry.tall / ui.scale < FAR:
        return None
    item = entry.thing
    return marker_plate(ui, item, level) if isinstance(item, Marker) else label_plate(ui, item, level)


def _under(sign: Plate, spot: tuple[float, float], rects: Sequence[Rect], tall: float) -> tuple[Plate, Rect] | None:
    """Where an objective's sign lies: below its ring, so that it hides no model that stands on it."""
    wide, high = sign.size
    for right, down in ((0.0, 0.0), (0.0, 1.0), (-0.6, 0.3), (0.6, 0.3)):
        x, y = spot[0] + right * wide, spot[1] + 0.55 * tall + down * (high + 3)
        rect = (x - wide / 2, y, x + wide / 2, y + high)
        if not any(_cover(rect, other_rect) for other_rect in rects):
            return sign, rect
    return None


def _cover(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] < b[3] + 1 and b[1] < a[3] + 1


def draw_labels_over(
    ui: Any, window: Host, rules: RuleSet, state: Any, player: int | None, *,
    elsewhere: Mapping[str, XYZ], picked: str | None, tips: bool = True, room: Rect | None = None, brief: bool = False,
    taken: Sequence[Rect] = (),
) -> list[Rect]:  # fmt: skip
    """Draw them; what they cover. `elsewhere` is where models are shown that are on their way; `taken` is covered already."""
    if window.picker is None:
        return []
    labels = [label.standing(elsewhere[label.id]) if label.id in elsewhere else label for label in rules.labels(state, player)]
    return draw_labels(
        ui, window.project, labels, rules.markers(state), picked=(picked,) if picked is not None else (),
        hidden=hidden_from(window.picker, window.eye, labels), tips=tips, room=room, brief=brief, taken=taken,
    )  # fmt: skip
