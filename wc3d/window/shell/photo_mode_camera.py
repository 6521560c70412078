"""The free camera of the photo mode."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, dist, radians, sin

import numpy as np

from wc3d.scene.camera import Camera, Vector
from wc3d.scene.camera_control import SHIFT_SHARE_PER_PX, TILT_DEG_PER_PX, CameraControl
from wc3d.table.table import Table

MIN_HEIGHT_IN, MAX_HEIGHT_IN = 0.4, 85.0
"""Limits of the camera's height above the table."""
MAX_OVERHANG_IN = 90.0
"""How far the camera may be beyond the table's edge, inside the room."""
MIN_FIELD_OF_VIEW_DEG, MAX_FIELD_OF_VIEW_DEG = 10.0, 90.0
MAX_PITCH_DEG = 89.0
NEAR_IN, FAR_IN = 0.25, 700.0


@dataclass(frozen=True)
class CameraPlace:
    """A position and direction of the free camera, with its field of view in degrees."""

    eye: Vector
    heading: float
    pitch: float
    field_of_view: float

    @property
    def camera(self) -> Camera:
        """The camera at this place."""
        return Camera(self.eye, self.heading, self.pitch, self.field_of_view, NEAR_IN, FAR_IN)

    def turned_around(self, center: Vector, degrees: float) -> CameraPlace:
        """Return this place turned around a vertical line, counter-clockwise."""
        a = radians(degrees)
        x, y = self.eye[0] - center[0], self.eye[1] - center[1]
        eye = (
            center[0] + x * cos(a) - y * sin(a),
            center[1] + x * sin(a) + y * cos(a),
            self.eye[2],
        )
        return CameraPlace(eye, (self.heading + degrees) % 360, self.pitch, self.field_of_view)


class FreeCamera(CameraControl):
    """A camera that moves and looks anywhere in the room, in place of a window's usual camera.

    `focus` is the point that is sharp. Moves are as large as the focus is far.
    """

    def __init__(self, camera: Camera, size: tuple[float, float], focus: Vector) -> None:
        super().__init__(size)
        self.focus = focus
        self.place = CameraPlace(camera.eye, camera.heading, camera.pitch, camera.field_of_view)
        self._set(camera.eye)

    def _set(
        self,
        eye: Vector | None = None,
        heading: float | None = None,
        pitch: float | None = None,
        field_of_view: float | None = None,
    ) -> None:
        """Change some values within their limits."""
        old = self.place
        (x, y, z), (width, depth) = eye or old.eye, self.table_size
        view = old.field_of_view if field_of_view is None else field_of_view
        tilt = old.pitch if pitch is None else pitch
        self.place = CameraPlace(
            (
                _clamp(x, -MAX_OVERHANG_IN, width + MAX_OVERHANG_IN),
                _clamp(y, -MAX_OVERHANG_IN, depth + MAX_OVERHANG_IN),
                _clamp(z, MIN_HEIGHT_IN, MAX_HEIGHT_IN),
            ),
            (old.heading if heading is None else heading) % 360,
            _clamp(tilt, -MAX_PITCH_DEG, MAX_PITCH_DEG),
            _clamp(view, MIN_FIELD_OF_VIEW_DEG, MAX_FIELD_OF_VIEW_DEG),
        )

    @property
    def focus_distance(self) -> float:
        """The distance of the plane that is sharp, in inches ahead of the camera."""
        ahead = self.place.camera.axes[1]
        return max(1.0, float(ahead @ (np.array(self.focus) - np.array(self.place.eye))))

    def set_height(self, height: float) -> None:
        """Set the height above the table in inches."""
        x, y, _ = self.place.eye
        self._set((x, y, height))

    def set_field_of_view(self, degrees: float) -> None:
        """Set the angle of the picture's shorter side."""
        self._set(field_of_view=degrees)

    def move(self, right: float, ahead: float, up: float) -> None:
        """Move by inches, level and up, with the camera's heading."""
        a = radians(self.place.heading)
        x, y, z = self.place.eye
        self._set(
            (x + right * cos(a) - ahead * sin(a), y + right * sin(a) + ahead * cos(a), z + up)
        )

    def rotate(self, dx: float, dy: float) -> None:
        """Look around: the picture follows the mouse."""
        degrees = TILT_DEG_PER_PX * self.place.field_of_view / 60
        self._set(heading=self.place.heading + dx * degrees, pitch=self.place.pitch + dy * degrees)

    def pan(self, dx: float, dy: float) -> None:
        """Move sideways and up: what is sharp follows the mouse."""
        step = SHIFT_SHARE_PER_PX * self.focus_distance
        right, _, up = self.place.camera.axes
        x, y, z = np.array(self.place.eye) - right * (dx * step) + up * (dy * step)
        self._set((float(x), float(y), float(z)))

    def zoom(self, factor: float, toward: Vector | None = None) -> None:
        """Move toward a point, or ahead."""
        eye = np.array(self.place.eye)
        way = self.place.camera.axes[1] * self.focus_distance
        if toward is not None and dist(toward, self.place.eye) > 0.5:
            way = np.array(toward) - eye
        x, y, z = eye + way * (1 - factor)
        self._set((float(x), float(y), float(z)))

    def make_camera(self, table: Table | None) -> Camera:
        return self.place.camera


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
