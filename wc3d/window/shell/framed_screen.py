"""A screen on which one looks at a table between panels: at the whole of it, or at what is to be shown."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import asin, degrees, dist

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.camera import Orbit, above, frame, overview
from wc3d.scene.composition import corners_of
from wc3d.table.table import Table
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import EDGE

CLOSE = 26.0
"""How near the camera comes to what is to be shown, in inches."""
FLATTEST, STEEPEST = 42.0, 58.0
"""From how many degrees above the horizon the whole table is looked at."""
AROUND = 3.0
"""Inches around models that are seen with them: their labels are there."""
NEARER = 0.8
"""From less than this share of the way from which the whole table is seen, models are worth being looked at alone."""
LABEL = 60.0
"""Pixels over a model that its label takes."""


class FramedScreen(Screen):
    """A screen with panels at its sides, between which the table is looked at.

    `bar` and `low` are the heights, in pixels of an ordinary screen, that panels take at the top and at the bottom, `sides` are
    the widths of those at the sides.
    """

    bar = low = 0.0
    sides = (0.0, 0.0)
    _framed: tuple[tuple[int, int], Orbit] | None = None
    _whole: Orbit | None = None

    @property
    def table(self) -> Table | None:
        raise NotImplementedError

    @property
    def _board_table(self) -> Table:
        table = self.table
        assert table is not None, "there is no table to look at"
        return table

    def side_looked_from(self) -> str:
        """The table side from which the only person looks."""
        return ""

    def home(self) -> None:
        """The whole table, as large as it is between the panels; where there is more height than width, from higher up."""
        left, low, right, high = free = self.free_room()
        slope = (high - low) / (right - left)
        whole = overview(self._board_table.size)
        self._frame(replace(whole, tilt=min(STEEPEST, max(FLATTEST, degrees(asin(min(1.0, slope)))))), free)
        self._whole = self.window.viewpoint.orbit

    def to_models(self) -> None:
        """All models, as large as they are between the panels; the whole table unless that is much farther away."""
        self.home()
        whole, bodies = self.window.viewpoint.orbit, self._board_table.bodies
        if bodies:
            lows = np.array([(*(c - b.radius - AROUND for c in b.at[:2]), b.at[2]) for b in bodies])
            highs = np.array([(*(c + b.radius + AROUND for c in b.at[:2]), b.at[2] + b.height + AROUND) for b in bodies])
            self._frame(whole, self.free_room(), np.concatenate([lows, highs]))
        if self.window.viewpoint.orbit.away > NEARER * whole.away:
            self.home()

    def home_or_models(self) -> None:
        """The whole table, or if that is what one looks at all models."""
        (self.to_models if self.window.viewpoint.orbit == self._whole else self.home)()

    def top(self) -> None:
        """The whole table from straight above, between the panels."""
        self._frame(above(self._board_table.size), self.free_room())

    def _frame(self, orbit: Orbit, free: Rect, points: NDArray[np.float64] | None = None) -> None:
        """Let the table, or these points (n, 3), fill this part of the window."""
        self.window.viewpoint.home()
        turn = 180.0 if self.side_looked_from() == "north" else 0.0
        wide, high = self.window.stage.size
        left, low, right, top = free
        room = left / wide * 2 - 1, 1 - top / high * 2, right / wide * 2 - 1, 1 - low / high * 2
        corners = corners_of(self._board_table.size) if points is None else points
        self.window.viewpoint.orbit = frame(self.window.stage.size, replace(orbit, turn=turn), corners, room=room)
        self._framed = self.window.stage.size, self.window.viewpoint.orbit
        self.window.look()

    def free_room(self) -> Rect:
        """The part of the window that no panel covers, in pixels: left, top, right, bottom."""
        (wide, high), scale = self.window.stage.size, self.window.ui.scale
        left, right = (self.sides[0] + 2 * EDGE) * scale, wide - (self.sides[1] + 2 * EDGE) * scale
        return left, (self.bar + EDGE) * scale, max(right, left + 100), max(high - (self.low + 3 * EDGE) * scale, 200)

    def refit(self) -> None:
        """Let the table, or all models, fill the window again, if its size has changed and nobody has looked elsewhere."""
        if self._framed is None or self._framed[0] == self.window.stage.size:
            return
        (_, framed), self._framed = self._framed, None
        if framed == self.window.viewpoint.orbit:
            (self.home if framed == self._whole else self.to_models)()

    def bring(self, places: Sequence[XYZ], near: bool = False) -> None:
        """Bring these places to the middle of what is free of panels, unless all are to be seen there; `near`: in any case."""
        left, low, right, high = self.free_room()
        spots = [self.window.project(place) for place in places]
        if not near and all(s is not None and left < s[0] < right and low + LABEL < s[1] < high for s in spots):
            return
        x, y, z = (sum(p[i] for p in places) / len(places) for i in range(3))
        view, (wide, tall) = self.window.viewpoint, self.window.stage.size
        view.at((x, y, z), max(CLOSE, 2.2 * max(dist((x, y, z), p) for p in places)))
        view.shift((left + right - wide) / 2, (low + high - tall) / 2)
        self.window.look()
