"""Put a wall with two clicks, one at each end."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, dist

import numpy as np

from wc3d.geometry.points import XY
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.lines import circle_segments, polyline_segments
from wc3d.scene.picking import RayHit
from wc3d.table.features import Kind
from wc3d.table.maps.edit_terrain import DEFAULT_HEIGHTS_IN, round_number
from wc3d.table.maps.map_shapes import BoxShape, rotate_points
from wc3d.ui.input_stack import InputLayer

WALL_THICKNESS_IN = 0.5
END_STEP_IN = 0.1
"""Step of a clicked end, in inches."""
MIN_LENGTH_IN = 0.3
WALL_RGB: RGB = (96, 214, 250)


class WallTool(InputLayer):
    """The ends of a wall. `finish` gets the wall after the second click, or after a drag."""

    def __init__(self, finish: Callable[[BoxShape], object]) -> None:
        self._finish = finish
        self._is_active = False
        self.height = DEFAULT_HEIGHTS_IN[Kind.STRUCTURE]
        self.thickness = WALL_THICKNESS_IN
        self.start: XY | None = None
        self.end: XY | None = None

    @property
    def is_active(self) -> bool:
        return self._is_active

    def begin(self) -> None:
        """Wait for the two ends."""
        self._is_active = True
        self.start = self.end = None

    def stop(self) -> None:
        """Stop without a wall."""
        self._is_active = False
        self.start = self.end = None

    @property
    def step_text(self) -> str:
        """The next step, as a hint."""
        return "Click one end of the wall" if self.start is None else "Click its other end"

    def on_hover(self, hit: RayHit | None) -> bool:
        self.end = _round_end(hit) if hit is not None else None
        return True

    def on_click(self, hit: RayHit | None) -> bool:
        if hit is not None:
            self._add_end(_round_end(hit))
        return True

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        if self.start is None:
            self.start = _round_end(hit)
        return True

    def on_drag(self, hit: RayHit | None) -> None:
        self.on_hover(hit)

    def on_drop(self, hit: RayHit | None) -> None:
        if hit is not None:
            self._add_end(_round_end(hit))

    def on_cancel(self) -> bool:
        if self.start is not None:
            self.start = None
        else:
            self.stop()
        return True

    def _add_end(self, end: XY) -> None:
        if self.start is None:
            self.start = end
        elif dist(self.start, end) >= MIN_LENGTH_IN:
            shape = self._make_shape(self.start, end)
            self.stop()
            self._finish(shape)

    def _make_shape(self, start: XY, end: XY) -> BoxShape:
        return BoxShape(
            type="box",
            center=(round_number((start[0] + end[0]) / 2), round_number((start[1] + end[1]) / 2)),
            size=(round_number(dist(start, end)), self.thickness),
            rotation=round_number(degrees(atan2(end[1] - start[1], end[0] - start[0])) % 180.0),
            height=self.height,
        )

    # --- displayed state

    def marks_key(self) -> object:
        """Return a value that changes with the marks."""
        return self._is_active, self.start, self.end

    def tags(self) -> list[FloatingTag]:
        """Return the length of the unfinished wall."""
        if not self._is_active or self.start is None or self.end is None:
            return []
        words = f'{dist(self.start, self.end):.1f}"'
        return [FloatingTag((*self.end, self.height), words, WALL_RGB, True)]

    def draw(self, board: TableScene) -> None:
        """Draw the unfinished wall."""
        if not self._is_active or self.end is None:
            return
        board.draw_lines(circle_segments(self.end, 0.14, 0.06), 2.0, WALL_RGB, 1.0, on_top=True)
        if self.start is None or dist(self.start, self.end) < MIN_LENGTH_IN:
            return
        shape = self._make_shape(self.start, self.end)
        half = np.array(shape.size) / 2
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) * half
        plan = rotate_points(corners, shape.rotation) + np.array(shape.center)
        for z in (0.06, shape.height):
            ring = polyline_segments([(x, y, z) for x, y in plan.tolist()])
            board.draw_lines(ring, 2.2, WALL_RGB, 1.0)
            board.draw_lines(ring, 0.9, WALL_RGB, 0.5, on_top=True)


def _round_end(hit: RayHit) -> XY:
    x, y = (round_number(round(v / END_STEP_IN) * END_STEP_IN) for v in hit.at[:2])
    return x, y
