"""Labels above the models, upright and readable from any side.

Only the models that matter now have names, in labels that grow with their size in the picture.
The others have small marks. With all names, dense groups form a list with one line to the group.
Labels avoid each other and, if possible, models. No line crosses another, a label or a model.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from imgui_bundle import imgui

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import BoardMarker, ModelLabel
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.scene.picking import RayPicker
from wc3d.window.layout.model_labels import (
    column_line,
    figure_rect,
    find_column_place,
    find_label_place,
    group_nearby,
    label_line,
)
from wc3d.window.play.label_plates import (
    LEVEL_FULL,
    LEVEL_MARK,
    LEVEL_NAME,
    LEVEL_SHORT,
    LIST_RGB,
    MARK_LINE_PX,
    LabelPlate,
    draw_label_line,
    draw_list_frame,
    draw_plate,
    draw_plate_rows,
    make_label_plate,
    make_marker_plate,
)
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.tag_layout import Line, Rect, Spot
from wc3d.window.shell.widgets import Project, draw_tooltip

FULL_LABEL_PX, SHORT_LABEL_PX, MIN_LABEL_PX = 44.0, 24.0, 13.0
"""Model heights for a full, short or any label, in pixels of an ordinary screen."""
LIST_GAP_PX = 1.0
"""Gap between the rows of a list of labels, in pixels."""
CROWD_DISTANCE_PX = 46.0
"""Distance in pixels below which models form a group."""
MAX_NAMED_TARGETS = 3
"""Most targets whose labels have both a name and odds; more have odds alone."""


@dataclass(frozen=True)
class NamedModels:
    """The models with names on their labels; the others have marks.

    `ids` are the models in question. `odds` are the chances of an attack against models, in words.
    With `are_targets_chosen` the models without a name have no mark either.
    The model `hovered` shows its name over all other labels, which do not move.
    """

    ids: frozenset[str] = frozenset()
    odds: tuple[tuple[str, str], ...] = ()
    hovered: str | None = None
    are_targets_chosen: bool = False

    @property
    def without_hovered(self) -> NamedModels:
        """The same without the hovered model."""
        return replace(self, hovered=None)

    def odds_of(self, id: str) -> str:
        """Return the odds against a model, or ""."""
        return next((words for target, words in self.odds if target == id), "")

    @property
    def first_ids(self) -> frozenset[str]:
        """The models whose labels are placed first."""
        return self.ids | {target for target, _ in self.odds}


def find_hidden_models(picker: RayPicker, eye: XYZ, labels: Sequence[ModelLabel]) -> frozenset[str]:
    """Return the models whose middle and head are hidden from the camera by terrain."""
    return _find_hidden(picker, eye, tuple((label.id, label.foot, label.at) for label in labels))


@memo_per_terrain(Size.FEW)
def _find_hidden(
    picker: RayPicker, eye: XYZ, places: Sequence[tuple[str, XYZ, XYZ]]
) -> frozenset[str]:
    """Return the hidden models of these ids, feet and heads; the window asks at each frame."""
    hidden_ids = set()
    for id, (x, y, low), (_, _, high) in places:
        if not any(
            picker.is_point_visible(eye, (x, y, z)) for z in ((low + high) / 2, high - 0.15)
        ):
            hidden_ids.add(id)
    return frozenset(hidden_ids)


def draw_labels(
    ui: Any,
    project: Project,
    labels: Sequence[ModelLabel],
    markers: Sequence[BoardMarker] = (),
    *,
    picked: Collection[str] = (),
    hidden: Collection[str] = (),
    tips: bool = True,
    room: Rect | None = None,
    brief: bool = False,
    taken: Sequence[Rect] = (),
    named: NamedModels | None = None,
) -> list[Rect]:
    """Draw the labels of models and objectives, nearest first; return the covered rectangles.

    `picked` models always have full labels; `hidden` ones (see `find_hidden_models`) are fainter.
    The other models have small marks without names, except `named` ones. None: all have names.
    Labels of models in `room` stay there. `brief` labels have a single row.
    Labels avoid the `taken` rectangles and, if possible, models.

    Labels are marked "badge ID" or "marker ID"; the full text is a tooltip unless `tips` is False.
    """
    first_ids = named.first_ids if named is not None else frozenset[str]()
    seen = tuple(_find_visible(project, labels, markers, {*picked, *first_ids}))
    size = ui.io.display_size.x, ui.io.display_size.y
    page, placements = _lay_out(
        ui,
        (ui.scale, *size),
        seen,
        tuple(picked),
        brief,
        room,
        tuple(taken),
        named.without_hovered if named is not None else None,
    )
    hovered = page.place_hovered(named.hovered, placements) if named is not None else None
    if hovered is not None:
        id = hovered[0].thing.id
        placements = [*(place for place in placements if place[0].thing.id != id), hovered]
    draw = imgui.get_background_draw_list()
    for line, rgb in page.colored_lines:
        draw_label_line(draw, line, rgb)
    for frame in page.lists:
        draw_list_frame(draw, frame)
    mouse = imgui.get_mouse_pos()
    for entry, sign, rect in placements:
        item = entry.thing
        if item.id in page.listed:
            draw_plate_rows(draw, sign, rect)
        else:
            is_shown_over_all = hovered is not None and item.id == hovered[0].thing.id
            draw_plate(draw, sign, rect, item.id in hidden and not is_shown_over_all)
        ui.widget_rects[("marker " if isinstance(item, BoardMarker) else "badge ") + item.id] = rect
        x0, y0, x1, y1 = rect
        if tips and x0 <= mouse.x <= x1 and y0 <= mouse.y <= y1 and not ui.wants_mouse:
            draw_tooltip("\n".join(sign.words))
    ui.label_lines = [line for line, _ in page.colored_lines]
    return page.taken[len(taken) :]


@dataclass(frozen=True)
class _VisibleItem:
    """A visible model or objective: its height and box in pixels, and its head or foot."""

    tall: float
    thing: ModelLabel | BoardMarker
    spot: Spot
    box: Rect


PlacedLabel = tuple[_VisibleItem, LabelPlate, Rect]


@memo_per_terrain(Size.FEW)
def _lay_out(
    ui: Any,
    scale_and_size: tuple[float, float, float],
    seen: Sequence[_VisibleItem],
    picked: Collection[str],
    brief: bool,
    room: Rect | None,
    taken: Sequence[Rect],
    named: NamedModels | None,
) -> tuple[_LabelLayout, list[PlacedLabel]]:
    """Return the layout of the labels and their places; the window needs it at each frame."""
    page = _LabelLayout(ui, seen, picked, brief, room, list(taken), named)
    return page, page.place_all()


@dataclass
class _LabelLayout:
    """The labels of a frame; `taken` are the rectangles covered so far."""

    ui: Any
    seen: Sequence[_VisibleItem]
    picked: Collection[str]
    brief: bool
    room: Rect | None
    taken: list[Rect]
    named: NamedModels | None = None
    colored_lines: list[tuple[Line, RGB]] = field(default_factory=list)
    lists: list[Rect] = field(default_factory=list)
    listed: set[str] = field(default_factory=set)

    @property
    def _lines(self) -> list[Line]:
        return [line for line, _ in self.colored_lines]

    def place_all(self) -> list[PlacedLabel]:
        """Return the placed labels: selected models, then columns of groups, then the others."""
        if self.named is not None:
            entries = (entry for entry in self.seen if not self._is_bystander(entry))
            return [placement for entry in entries for placement in self._place_single(entry)]
        placements = [
            placement
            for entry in self.seen
            if entry.thing.id in self.picked
            for placement in self._place_single(entry)
        ]
        models = [
            entry
            for entry in self.seen
            if isinstance(entry.thing, ModelLabel) and entry.thing.id not in self.picked
        ]
        min_tall = MIN_LABEL_PX * self.ui.scale
        labeled = [
            entry
            for entry in models
            if isinstance(entry.thing, ModelLabel)
            and entry.tall >= min_tall
            and entry.thing.has_content
        ]
        for group in group_nearby(
            [entry.spot for entry in labeled], CROWD_DISTANCE_PX * self.ui.scale
        ):
            column = self._place_column([labeled[k] for k in group])
            self.listed |= {entry.thing.id for entry, _, _ in column}
            placements += column
        rest = (
            entry
            for entry in self.seen
            if entry.thing.id not in self.listed and entry.thing.id not in self.picked
        )
        return placements + [placement for entry in rest for placement in self._place_single(entry)]

    def place_hovered(
        self, id: str | None, placements: Sequence[PlacedLabel]
    ) -> PlacedLabel | None:
        """Place the label of the hovered model over the marks, or return None if it has a name."""
        entry = next((entry for entry in self.seen if entry.thing.id == id), None)
        if entry is None or not isinstance(entry.thing, ModelLabel) or self.named is None:
            return None
        if id in self.picked or id in self.named.ids:
            return None
        odds = self.named.odds_of(entry.thing.id)
        sign = make_label_plate(self.ui, entry.thing, LEVEL_FULL, is_wanted=True, odds=odds)
        if sign is None:
            return None
        kept = [
            rect
            for other, plate, rect in placements
            if other.thing.id != id and plate.line_height > MARK_LINE_PX * self.ui.scale
        ]
        room = self._room_at(entry.spot)
        result = find_label_place(sign.size, entry.box, kept, [entry.box], room)
        opaque = replace(sign, is_dim=False)
        return (entry, opaque, result[0]) if result is not None else None

    @property
    def _boxes(self) -> list[Rect]:
        return [entry.box for entry in self.seen if isinstance(entry.thing, ModelLabel)]

    def _room_at(self, spot: Spot) -> Rect:
        """Return the area for the label of an item at this pixel."""
        size = self.ui.io.display_size
        if self.room is not None and self._is_in_room(spot):
            return self.room
        return 3.0, 3.0, size.x - 3.0, size.y - 3.0

    def _is_in_room(self, spot: Spot) -> bool:
        """Return whether a pixel is in the area without panels."""
        if self.room is None:
            return True
        left, top, right, bottom = self.room
        return left <= spot[0] <= right and top <= spot[1] <= bottom

    def _is_bystander(self, entry: _VisibleItem) -> bool:
        """Return whether a model is neither in question nor a target while a target is chosen."""
        id = entry.thing.id
        if self.named is None or isinstance(entry.thing, BoardMarker):
            return False
        return self.named.are_targets_chosen and id not in (*self.named.first_ids, *self.picked)

    def _is_mark(self, entry: _VisibleItem) -> bool:
        """Return whether a model's label has no name."""
        id = entry.thing.id
        if self.named is None or isinstance(entry.thing, BoardMarker) or id in self.picked:
            return False
        if self.named.odds_of(id):
            return len(self.named.odds) > MAX_NAMED_TARGETS
        return id not in self.named.ids

    def _levels(self, entry: _VisibleItem) -> range:
        if self._is_mark(entry):
            return range(LEVEL_MARK, LEVEL_MARK - 1, -1)
        level = _detail_level(entry.thing, entry.tall / self.ui.scale, self.picked)
        return range(min(level, LEVEL_SHORT) if self.brief else level, -1, -1)

    def _place_single(self, entry: _VisibleItem) -> list[PlacedLabel]:
        """Place the most detailed label that covers no model, or the least covering, or none.

        A model behind a panel has no mark, which would stand in a gap between panels.
        """
        has_odds = self.named is not None and bool(self.named.odds_of(entry.thing.id))
        if self._is_mark(entry) and not has_odds and not self._is_in_room(entry.spot):
            return []
        best: tuple[float, LabelPlate, Rect] | None = None
        for level in self._levels(entry):
            candidate = self._place_plate(entry, level)
            if candidate is not None and (best is None or candidate[0] < best[0]):
                best = candidate
            if best is not None and best[0] == 0.0:
                break
        if best is None:
            return []
        self.taken.append(best[2])
        line = label_line(best[2], entry.spot)
        if line is not None and self._has_line(entry):
            self.colored_lines.append((line, best[1].rgb))
        return [(entry, best[1], best[2])]

    def _has_line(self, entry: _VisibleItem) -> bool:
        return isinstance(entry.thing, ModelLabel)

    def _place_plate(
        self, entry: _VisibleItem, level: int
    ) -> tuple[float, LabelPlate, Rect] | None:
        """Return the covered model area, the plate and its place, clear of other labels."""
        sign = _make_plate(self.ui, entry, level, self.named)
        if sign is None:
            return None
        if isinstance(entry.thing, BoardMarker):
            position = _place_below(sign, entry.spot, self.taken, entry.tall)
            return (0.0, *position) if position is not None else None
        result = find_label_place(
            sign.size,
            entry.box,
            self.taken,
            self._boxes,
            self._room_at(entry.spot),
            entry.spot if self._has_line(entry) else None,
            self._lines,
        )
        return (result[1], sign, result[0]) if result is not None else None

    def _place_column(self, group: Sequence[_VisibleItem]) -> list[PlacedLabel]:
        """Place a group's labels as a list next to the group, in the models' vertical order."""
        levels = [(seen, min(LEVEL_SHORT, self._levels(seen)[0])) for seen in group]
        plates = [
            (seen, sign)
            for seen, level in levels
            if (sign := _make_plate(self.ui, seen, level)) is not None
        ]
        if len(plates) < 2:
            return []
        plates.sort(key=lambda one: (one[0].spot[1], one[0].spot[0]))
        wide = max(sign.size[0] for _, sign in plates)
        high = sum(sign.size[1] + LIST_GAP_PX for _, sign in plates) - LIST_GAP_PX
        x0, y0, x1, y1 = zip(*(seen.box for seen in group), strict=True)
        around = min(x0), min(y0), max(x1), max(y1)
        targets = [seen.spot for seen, _ in plates]
        place = find_column_place(
            (wide, high),
            around,
            self.taken,
            self._boxes,
            self._room_at(group[0].spot),
            targets,
            self._lines,
        )
        if place is None:
            return []
        placements = list[PlacedLabel]()
        y = place[1]
        for entry, sign in plates:
            rect = place[0], y, place[2], y + sign.size[1]
            placements.append((entry, sign, rect))
            y += sign.size[1] + LIST_GAP_PX
        self.taken.append(place)
        self.lists.append(place)
        self.colored_lines.append((column_line(place, targets), LIST_RGB))
        return placements


def _find_visible(
    project: Project,
    labels: Sequence[ModelLabel],
    markers: Sequence[BoardMarker],
    picked: Collection[str],
) -> list[_VisibleItem]:
    """Return the visible items: objectives, whose place is fixed, then selected, then near models."""
    entries = list[_VisibleItem]()
    items: list[ModelLabel | BoardMarker] = [*labels, *markers]
    for item in items:
        spot = project(item.at)
        foot = project(item.foot)
        if spot is not None and foot is not None:
            tall = max(abs(foot[1] - spot[1]), _pixel_width(project, item, spot))
            place = foot if isinstance(item, BoardMarker) else spot
            entries.append(_VisibleItem(tall, item, place, figure_rect(spot, foot, tall)))
    return sorted(entries, key=lambda entry: _order(entry, picked))


def _order(entry: _VisibleItem, picked: Collection[str]) -> tuple[bool, bool, float, str]:
    item = entry.thing
    is_model = isinstance(item, ModelLabel)
    return is_model, item.id not in picked, -_priority(item) * entry.tall, item.id


def _pixel_width(
    project: Project, item: ModelLabel | BoardMarker, spot: tuple[float, float]
) -> float:
    """Return the item's height in pixels as if seen from the side, even in a view from above."""
    (x, y, z), tall = item.at, item.at[2] - item.foot[2]
    side_spot = project((x + tall, y, z))
    return (
        ((side_spot[0] - spot[0]) ** 2 + (side_spot[1] - spot[1]) ** 2) ** 0.5
        if side_spot is not None
        else 0.0
    )


def _priority(item: ModelLabel | BoardMarker) -> float:
    """Return the priority of a label; labels with more content come first."""
    return 1.0 if isinstance(item, BoardMarker) or item.shows_unit_signs else 0.8


def _detail_level(item: ModelLabel | BoardMarker, tall: float, picked: Collection[str]) -> int:
    if item.id in picked or tall >= FULL_LABEL_PX:
        return LEVEL_FULL
    return LEVEL_SHORT if tall >= SHORT_LABEL_PX else LEVEL_NAME


def _make_plate(
    ui: Any, entry: _VisibleItem, level: int, named: NamedModels | None = None
) -> LabelPlate | None:
    """Return the plate at a level, or None if it is empty or the item is too far away."""
    item = entry.thing
    is_wanted = named is not None and item.id in named.first_ids
    if entry.tall / ui.scale < MIN_LABEL_PX and not is_wanted:
        return None
    if isinstance(item, BoardMarker):
        return make_marker_plate(ui, item, level)
    odds = named.odds_of(item.id) if named is not None else ""
    return make_label_plate(ui, item, level, is_wanted=is_wanted, odds=odds)


def _place_below(
    sign: LabelPlate, spot: tuple[float, float], rects: Sequence[Rect], tall: float
) -> tuple[LabelPlate, Rect] | None:
    """Return an objective's plate and its place below the ring, clear of models on it."""
    wide, high = sign.size
    for right, down in ((0.0, 0.0), (0.0, 1.0), (-0.6, 0.3), (0.6, 0.3)):
        x, y = spot[0] + right * wide, spot[1] + 0.55 * tall + down * (high + 3)
        rect = (x - wide / 2, y, x + wide / 2, y + high)
        if not any(_overlaps(rect, other_rect) for other_rect in rects):
            return sign, rect
    return None


def _overlaps(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] < b[3] + 1 and b[1] < a[3] + 1


def draw_state_labels(
    ui: Any,
    window: WindowProtocol,
    rules: RuleSet,
    state: Any,
    *,
    elsewhere: Mapping[str, XYZ],
    gone: Collection[str] = (),
    picked: str | None,
    tips: bool = True,
    room: Rect | None = None,
    brief: bool = False,
    taken: Sequence[Rect] = (),
    named: NamedModels | None = None,
) -> list[Rect]:
    """Draw a state's labels and return their rectangles; `elsewhere` places moving models.

    Models that are `gone` in the animation have none.
    The setting "names" gives all models a name; otherwise only the `named` ones have it.
    """
    if window.picker is None:
        return []
    labels = [
        label.moved_to(elsewhere[label.id]) if label.id in elsewhere else label
        for label in rules.display.labels(state)
        if label.id not in gone
    ]
    return draw_labels(
        ui,
        window.project_to_pixel,
        labels,
        rules.display.markers(state),
        picked=(picked,) if picked is not None else (),
        hidden=find_hidden_models(window.picker, window.camera_position, labels),
        tips=tips,
        room=room,
        brief=brief,
        taken=taken,
        named=None if window.settings.display.names == "all" else named,
    )
