"""A screen with the table framed between panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.camera import (
    FilmRect,
    Orbit,
    PictureSize,
    frame_points,
    orbit_from_above,
    overview_orbit,
)
from wc3d.scene.picture_composition import table_corners
from wc3d.table.table import Table
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import WINDOW_MARGIN_PX

CLOSE_DISTANCE_IN = 26.0
"""Camera distance of a close-up, in inches."""
MIN_TILT_DEG, MAX_TILT_DEG = 42.0, 60.0
"""Camera angle above the horizon for the entire table, in degrees."""
TILT_STEPS, FILLED_SHARE = 6, 0.985
"""The halvings that find the tilt, and the share of the height that is as good as all of it."""
RIM_IN = 0.75
"""The width in inches of the table's rim, with a small margin."""
LABEL_MARGIN_IN = 3.0
"""Margin in inches around framed models, for their labels."""
MODELS_DISTANCE_SHARE = 0.8
"""Frame the models alone if that needs less than this share of the table's distance."""
LABEL_HEIGHT_PX = 60.0
"""Height of a label above a model, in pixels."""


def board_points(table: Table) -> NDArray[np.float64]:
    """Return the corners of a table with its rim, and those of the tops of its terrain (n, 3)."""
    (width, depth), rim = table.size, RIM_IN
    corners = [(x, y, 0.0) for x in (-rim, width + rim) for y in (-rim, depth + rim)]
    for feature in table.features:
        if feature.pieces and not feature.water:
            boxes = np.array([piece.box for piece in feature.pieces])
            west, south = boxes[:, :2].min(axis=0).tolist()
            east, north = boxes[:, 2:].max(axis=0).tolist()
            corners += [(x, y, feature.high) for x in (west, east) for y in (south, north)]
    return np.array(corners)


def best_tilt(
    size: PictureSize, orbit: Orbit, points: NDArray[np.float64], room: FilmRect
) -> float:
    """Return the tilt from which points fill both the width and the height of a part of the film.

    The least and the greatest tilt limit it: then the points fill only one of both.
    """
    low, high = MIN_TILT_DEG, MAX_TILT_DEG
    for _ in range(TILT_STEPS):
        tilt = (low + high) / 2
        framed = frame_points(size, replace(orbit, tilt=tilt), points, room=room)
        on_film, _ = framed.camera.project_to_film(points, size)
        is_low = np.ptp(on_film[:, 1]) < FILLED_SHARE * (room[3] - room[1])
        low, high = (tilt, high) if is_low else (low, tilt)
    return low


class FramedScreen(Screen):
    """A screen that frames the table between its panels.

    `top_height`, `bottom_height` and `side_widths` are the sizes of its panels, in pixels of an
    ordinary screen.
    """

    top_height = bottom_height = 0.0
    side_widths = (0.0, 0.0)
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

    def seated_side(self) -> str:
        """Return the table edge at which the only local player sits."""
        return ""

    def whole_table_rect(self) -> Rect:
        """Return the window area that the entire table fills, in pixels."""
        return self.free_rect()

    def frame_table(self) -> None:
        """Fit the entire table and its terrain between the panels, as large as a tilt allows."""
        free = self.whole_table_rect()
        whole = overview_orbit(self._board_table.size)
        points = board_points(self._board_table)
        size, room = self.window.render_target.size, self._film_rect(free)
        orbit = replace(whole, turn=self._seat_turn())
        tilt = best_tilt(size, orbit, points, room)
        self._frame_camera(replace(whole, tilt=tilt), free, points)
        self._whole = self.window.viewpoint.orbit

    def frame_models(self) -> None:
        """Fit all models between the panels, or the entire table if that is about as close."""
        self.frame_table()
        whole = self.window.viewpoint.orbit
        bodies = self._board_table.bodies
        if bodies:
            lows = np.array(
                [(*(c - b.radius - LABEL_MARGIN_IN for c in b.at[:2]), b.at[2]) for b in bodies]
            )
            highs = np.array(
                [
                    (
                        *(c + b.radius + LABEL_MARGIN_IN for c in b.at[:2]),
                        b.at[2] + b.height + LABEL_MARGIN_IN,
                    )
                    for b in bodies
                ]
            )
            self._frame_camera(whole, self.free_rect(), np.concatenate([lows, highs]))
        if self.window.viewpoint.orbit.distance > MODELS_DISTANCE_SHARE * whole.distance:
            self.frame_table()

    def frame_table_or_models(self) -> None:
        """Frame the entire table, or all models if the table is framed already."""
        (self.frame_models if self.window.viewpoint.orbit == self._whole else self.frame_table)()

    def look_from_above(self) -> None:
        """Frame the entire table from directly above."""
        self._frame_camera(orbit_from_above(self._board_table.size), self.free_rect())

    def _frame_camera(
        self, orbit: Orbit, free: Rect, points: NDArray[np.float64] | None = None
    ) -> None:
        """Fit the table, or these points (n, 3), into this part of the window."""
        self.window.viewpoint.show_whole_table()
        corners = table_corners(self._board_table.size) if points is None else points
        self.window.viewpoint.orbit = frame_points(
            self.window.render_target.size,
            replace(orbit, turn=self._seat_turn()),
            corners,
            room=self._film_rect(free),
        )
        self._framed = self.window.render_target.size, self.window.viewpoint.orbit
        self.window.aim_camera()

    def _seat_turn(self) -> float:
        return 180.0 if self.seated_side() == "north" else 0.0

    def _film_rect(self, rect: Rect) -> FilmRect:
        """Return a rectangle of the window in pixels as one of the film."""
        wide, high = self.window.render_target.size
        left, top, right, bottom = rect
        return left / wide * 2 - 1, 1 - bottom / high * 2, right / wide * 2 - 1, 1 - top / high * 2

    def free_rect(self) -> Rect:
        """Return the window area without panels, in pixels: left, top, right, bottom."""
        (wide, high), scale = self.window.render_target.size, self.window.ui.scale
        left = (self.side_widths[0] + 2 * WINDOW_MARGIN_PX) * scale
        right = wide - (self.side_widths[1] + 2 * WINDOW_MARGIN_PX) * scale
        return (
            left,
            (self.top_height + WINDOW_MARGIN_PX) * scale,
            max(right, left + 100),
            max(high - (self.bottom_height + 3 * WINDOW_MARGIN_PX) * scale, 200),
        )

    def message_rect(self) -> Rect:
        return self.free_rect()

    def refit_view(self) -> None:
        """Frame the table or the models again after a resize, unless the user moved the camera."""
        if self._framed is None or self._framed[0] == self.window.render_target.size:
            return
        (_, framed), self._framed = self._framed, None
        if framed == self.window.viewpoint.orbit:
            (self.frame_table if framed == self._whole else self.frame_models)()

    def bring_into_view(self, places: Sequence[XYZ], near: bool = False) -> None:
        """Center the camera on these places if `near` is set or one is out of view.

        The view of the whole table needs no room for labels above the places.
        """
        left, low, right, high = self.free_rect()
        spots = [self.window.project_to_pixel(place) for place in places]
        label_height = 0.0 if self.window.viewpoint.orbit == self._whole else LABEL_HEIGHT_PX
        if not near and all(
            s is not None and left < s[0] < right and low + label_height < s[1] < high
            for s in spots
        ):
            return
        x, y, z = (sum(p[i] for p in places) / len(places) for i in range(3))
        view, (wide, tall) = self.window.viewpoint, self.window.render_target.size
        view.center_on(
            (x, y, z), max(CLOSE_DISTANCE_IN, 2.2 * max(dist((x, y, z), p) for p in places))
        )
        view.pan((left + right - wide) / 2, (low + high - tall) / 2)
        self.window.aim_camera()
