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
    hidden = set()
    for label in labels:
        (x, y, low), (_, _, high) = label.foot, label.at
        if not any(picker.sees(eye, (x, y, z)) for z in ((low + high) / 2, high - 0.15)):
            hidden.add(label.id)
    return frozenset(hidden)


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
    laid, draw = page.laid(), imgui.get_background_draw_list()
    for seen, sign, rect in laid:
        if seen.thing.id not in hidden:
            draw_leader(draw, sign, rect, seen.spot)
    for seen, sign, rect in laid:
        thing = seen.thing
        draw_plate(draw, sign, rect, thing.id in hidden)
        ui.marks[("marker " if isinstance(thing, Marker) else "badge ") + thing.id] = rect
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
        found = [one for seen in self.seen if seen.thing.id in self.picked for one in self._single(seen)]
        models = [seen for seen in self.seen if isinstance(seen.thing, Label) and seen.thing.id not in self.picked]
        grouped = set[str]()
        for group in together([seen.spot for seen in models], REACH * self.ui.scale):
            column = self._column([models[k] for k in group])
            grouped |= {seen.thing.id for seen, _, _ in column}
            found += column
        rest = (seen for seen in self.seen if seen.thing.id not in grouped and seen.thing.id not in self.picked)
        return found + [one for seen in rest for one in self._single(seen)]

    @property
    def _boxes(self) -> list[Rect]:
        return [seen.box for seen in self.seen if isinstance(seen.thing, Label)]

    def _inside(self, spot: Spot) -> Rect:
        """Where the sign of what is at this pixel must lie."""
        size, room = self.ui.io.display_size, self.room
        if room is not None and room[0] <= spot[0] <= room[2] and room[1] <= spot[1] <= room[3]:
            return room
        return 3.0, 3.0, size.x - 3.0, size.y - 3.0

    def _levels(self, seen: _Seen) -> range:
        level = _level(seen.thing, seen.tall / self.ui.scale, self.picked)
        return range(min(level, SHORT) if self.brief else level, -1, -1)

    def _single(self, seen: _Seen) -> list[Laid]:
        """A sign by itself: the fullest one that covers no model, else that which covers least; none if there is no place."""
        best: tuple[float, Plate, Rect] | None = None
        for level in self._levels(seen):
            found = self._laid(seen, level)
            if found is not None and (best is None or found[0] < best[0]):
                best = found
            if best is not None and best[0] == 0.0:
                break
        if best is None:
            return []
        self.taken.append(best[2])
        return [(seen, best[1], best[2])]

    def _laid(self, seen: _Seen, level: int) -> tuple[float, Plate, Rect] | None:
        """The sign at a level, where it covers no other, and how many pixels of models it covers."""
        sign = _plate_of(self.ui, seen, level)
        if sign is None:
            return None
        if isinstance(seen.thing, Marker):
            under = _under(sign, seen.spot, self.taken, seen.tall)
            return (0.0, *under) if under is not None else None
        found = sign_place(sign.size, seen.box, self.taken, self._boxes, self._inside(seen.spot))
        return (found[1], sign, found[0]) if found is not None else None

    def _column(self, group: Sequence[_Seen]) -> list[Laid]:
        """The signs of models that stand together, one below the other beside them, as the models stand from above to below."""
        levels = [(seen, min(SHORT, self._levels(seen)[0])) for seen in group]
        made = [(seen, sign) for seen, level in levels if (sign := _plate_of(self.ui, seen, level)) is not None]
        if len(made) < 2:
            return []
        made.sort(key=lambda one: (one[0].spot[1], one[0].spot[0]))
        wide, high = max(sign.size[0] for _, sign in made), sum(sign.size[1] + 2.0 for _, sign in made)
        x0, y0, x1, y1 = zip(*(seen.box for seen in group), strict=True)
        around = min(x0), min(y0), max(x1), max(y1)
        place = column_place((wide, high), around, self.taken, self._boxes, self._inside(group[0].spot))
        if place is None:
            return []
        found, y = list[Laid](), place[1]
        for seen, sign in made:
            left = place[0] if place[0] > (around[0] + around[2]) / 2 else place[2] - sign.size[0]
            rect = left, y, left + sign.size[0], y + sign.size[1]
            found.append((seen, sign, rect))
            self.taken.append(rect)
            y += sign.size[1] + 2.0
        return found


def _in_sight(
    project: Project, labels: Sequence[Label], markers: Sequence[Marker], picked: Collection[str]
) -> list[_Seen]:
    """What is in the picture: picked ones first, then the nearest."""
    found = list[_Seen]()
    things: list[Label | Marker] = [*labels, *markers]
    for thing in things:
        spot, foot = project(thing.at), project(thing.foot)
        if spot is not None and foot is not None:
            tall = max(abs(foot[1] - spot[1]), _across(project, thing, spot))
            place = foot if isinstance(thing, Marker) else spot
            found.append(_Seen(tall, thing, place, figure_box(spot, foot, tall)))
    return sorted(found, key=lambda f: (f.thing.id not in picked, -_weight(f.thing) * f.tall, f.thing.id))


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


def _plate_of(ui: Any, seen: _Seen, level: int) -> Plate | None:
    """The sign at a level; None if there is nothing to be said, or the thing is too far away."""
    if seen.tall / ui.scale < FAR:
        return None
    thing = seen.thing
    return marker_plate(ui, thing, level) if isinstance(thing, Marker) else label_plate(ui, thing, level)


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
