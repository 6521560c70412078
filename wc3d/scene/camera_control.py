"""Camera controls: around the table, from above, after a model, through its eyes, along a line."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin

from wc3d.scene.camera import (
    Camera,
    Orbit,
    Vector,
    camera_from_eye,
    orbit_from_above,
    overview_orbit,
)
from wc3d.table.body import Body
from wc3d.table.table import Table

MIN_DISTANCE_IN, MAX_DISTANCE_IN = 4.0, 240.0
MIN_TILT_DEG, MAX_TILT_DEG = 4.0, 89.9
TURN_DEG_PER_PX, TILT_DEG_PER_PX, SHIFT_SHARE_PER_PX = 0.35, 0.3, 0.0011
"""Degrees of turn and tilt for a pixel, and its shift as a share of the camera's distance."""
MAX_TARGET_OVERHANG_IN = 3.0
"""The maximum distance in inches of the camera's target beyond the table's edge."""


class CameraControl:
    """A window's camera. It looks through the eyes of model `eye` and follows `followed`."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.table_size = size
        self.orbit = overview_orbit(size)
        self.eye_model: str | None = None
        self.followed_model: str | None = None
        self.pitch = 0.0
        self.nudge = (0.0, 0.0)
        """A short shift of the camera to the right and up, as shares of its distance."""

    def reset_for_table(self, size: tuple[float, float]) -> None:
        """Show another table from player 1's side."""
        self.table_size = size
        self.show_whole_table()

    def _set_orbit(self, orbit: Orbit) -> None:
        self.eye_model = self.followed_model = None
        self.orbit = orbit

    def show_whole_table(self) -> None:
        """Show the entire table."""
        self._set_orbit(overview_orbit(self.table_size))

    def look_from_above(self) -> None:
        """Look from straight above."""
        self._set_orbit(orbit_from_above(self.table_size))

    def look_through(self, id: str | None) -> None:
        """Look through a model's eyes; None ends this view."""
        self.eye_model = id
        self.pitch = 0.0

    def follow_model(self, id: str | None) -> None:
        """Follow a model with the camera; None stops following."""
        self.followed_model = id

    def look_along_line(self, line: tuple[Vector, Vector]) -> None:
        """Look along a line from just behind its start."""
        (ax, ay, az), (bx, by, bz) = line
        flat = hypot(bx - ax, by - ay)
        turn = degrees(atan2(-(bx - ax), by - ay)) if flat > 1e-6 else self.orbit.turn
        tilt = degrees(atan2(az - bz, flat)) + 7.0 if flat > 1e-6 else 45.0
        self._set_orbit(
            Orbit(
                (bx, by, bz),
                turn % 360,
                min(MAX_TILT_DEG, max(MIN_TILT_DEG, tilt)),
                min(MAX_DISTANCE_IN, flat + 6.0),
                40.0,
            )
        )

    def center_on(self, point: Vector, distance: float | None = None) -> None:
        """Center the view on a point."""
        self.eye_model = None
        self.orbit = replace(
            self.orbit,
            target=point,
            distance=min(self.orbit.distance, distance or self.orbit.distance),
        )

    def rotate(self, dx: float, dy: float) -> None:
        """Turn the camera by a distance in pixels."""
        if self.eye_model is not None:
            self.pitch = min(60.0, max(-60.0, self.pitch - dy * TILT_DEG_PER_PX))
        tilt = (
            self.orbit.tilt
            if self.eye_model is not None
            else min(MAX_TILT_DEG, max(MIN_TILT_DEG, self.orbit.tilt + dy * TILT_DEG_PER_PX))
        )
        self.orbit = replace(
            self.orbit, turn=(self.orbit.turn - dx * TURN_DEG_PER_PX) % 360, tilt=tilt
        )

    def pan(self, dx: float, dy: float) -> None:
        """Shift the camera by a distance in pixels."""
        self.followed_model = None
        step = self.orbit.distance * SHIFT_SHARE_PER_PX
        a = radians(self.orbit.turn)
        x, y, z = self.orbit.target
        x += step * (-dx * cos(a) - dy * sin(a))
        y += step * (-dx * sin(a) + dy * cos(a))
        width, depth = self.table_size
        x = min(max(x, -MAX_TARGET_OVERHANG_IN), width + MAX_TARGET_OVERHANG_IN)
        y = min(max(y, -MAX_TARGET_OVERHANG_IN), depth + MAX_TARGET_OVERHANG_IN)
        self.orbit = replace(self.orbit, target=(x, y, z))

    def zoom(self, factor: float, toward: Vector | None = None) -> None:
        """Move closer (`factor` below 1) or away, toward a point if given."""
        distance = min(MAX_DISTANCE_IN, max(MIN_DISTANCE_IN, self.orbit.distance * factor))
        x, y, z = self.orbit.target
        if toward is not None:
            part = 1 - distance / self.orbit.distance
            x, y = x + (toward[0] - x) * part, y + (toward[1] - y) * part
        self.orbit = replace(self.orbit, distance=distance, target=(x, y, z))

    def make_camera(self, table: Table | None) -> Camera:
        """Return the current camera. Stop following or looking through a removed model."""
        eye = _find_body(table, self.eye_model)
        followed = _find_body(table, self.followed_model)
        if eye is None:
            self.eye_model = None
        if followed is None:
            self.followed_model = None
        if eye is not None:
            return camera_from_eye(eye, self.orbit.turn, self.pitch - 2.0)
        if followed is not None:
            self.orbit = replace(self.orbit, target=followed.at)
        camera = self.orbit.camera
        if self.nudge == (0.0, 0.0):
            return camera
        right, _, up = camera.axes
        shift = self.orbit.distance * (self.nudge[0] * right + self.nudge[1] * up)
        x, y, z = (float(a + b) for a, b in zip(camera.eye, shift, strict=True))
        return replace(camera, eye=(x, y, z))


def _find_body(table: Table | None, id: str | None) -> Body | None:
    return (
        next((b for b in table.bodies if b.id == id), None)
        if table is not None and id is not None
        else None
    )
