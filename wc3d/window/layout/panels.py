"""Panel placement over the table: near the subject, over few models, and stable under the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wc3d.table.body import Body
from wc3d.window.layout.model_labels import Size, figure_rect
from wc3d.window.shell.tag_layout import TAG_GAP_PX, Rect, Spot
from wc3d.window.shell.widgets import Project

SUBJECT_WEIGHT = 8.0
"""Weight of a covered pixel of the panel's subject relative to another model's pixel."""
COVERED_PX2_PER_OFFSET_PX = 2.0
"""Covered model area in square pixels that costs as much as one pixel of offset."""
MIN_GAIN_PX2 = 600.0
"""Improvement in square pixels that moves a panel."""

Boxes = Mapping[str, Rect]


def model_boxes(bodies: Iterable[Body], project: Project) -> dict[str, Rect]:
    """Return each model's screen rectangle by model id."""
    boxes = {}
    for body in bodies:
        x, y, z = body.at
        foot = project(body.at)
        head = project((x, y, z + body.height))
        side_spot = project((x + body.height, y, z))
        if foot is not None and head is not None and side_spot is not None:
            tall = max(abs(foot[1] - head[1]), abs(side_spot[0] - foot[0]))
            boxes[body.id] = figure_rect(head, foot, tall)
    return boxes


def clamp_to_room(place: Spot, size: Size, room: Rect) -> Spot:
    """Return the upper left corner nearest to `place` at which a panel fits in the room."""
    left, top, right, bottom = room
    return min(max(place[0], left), max(left, right - size[0])), min(
        max(place[1], top), max(top, bottom - size[1])
    )


class PanelPlacer:
    """A panel's place, stable under the mouse and unless another place is clearly better."""

    def __init__(self) -> None:
        self._about: object = None
        self._number = 0
        self._rect: Rect | None = None

    def find_place(
        self,
        places: Sequence[Spot],
        size: Size,
        boxes: Boxes,
        concerned: Iterable[str],
        about: object,
        mouse: Spot,
    ) -> Spot:
        """Return the corner in `places` from which a panel of `size` covers the fewest models.

        Earlier places are preferred, and `places` always has the same length. The `concerned`
        models weigh most.
        """
        rect = self._rect
        is_same = about == self._about
        if (
            is_same
            and rect is not None
            and rect[0] <= mouse[0] < rect[2]
            and rect[1] <= mouse[1] < rect[3]
        ):
            place = rect[:2]
        else:
            weights = [
                (box, SUBJECT_WEIGHT if id in {*concerned} else 1.0) for id, box in boxes.items()
            ]
            costs = [_place_cost(place, places[0], size, weights) for place in places]
            best = min(range(len(places)), key=costs.__getitem__)
            if not is_same or costs[best] < costs[self._number] - MIN_GAIN_PX2:
                self._number = best
            place = places[self._number]
        self._about = about
        self._rect = (*place, place[0] + size[0], place[1] + size[1])
        return place


def _place_cost(
    place: Spot, first: Spot, size: Size, weights: Sequence[tuple[Rect, float]]
) -> float:
    """Return the model area a panel covers at `place`, plus the cost of its offset from `first`."""
    (x, y), (wide, high) = place, size
    cost = COVERED_PX2_PER_OFFSET_PX * (abs(x - first[0]) + abs(y - first[1]))
    for (left, top, right, bottom), weight in weights:
        across = min(right, x + wide) - max(left, x) + TAG_GAP_PX
        down = min(bottom, y + high) - max(top, y) + TAG_GAP_PX
        if across > 0 and down > 0:
            cost += weight * across * down
    return cost
