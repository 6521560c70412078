"""The rectangles of models on the screen, which labels and panels keep clear of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wc3d.table.body import Body
from wc3d.window.layout.model_labels import figure_rect
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import Project

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
