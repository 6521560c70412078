"""Where a person looks from: round the table, straight down, after a model, out of its eyes, or along a line."""
from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin

from wc3d.scene.camera import Camera, Orbit, Vector, above, eye_of, overview
from wc3d.table.body import Body
from wc3d.table.table import Table

NEAREST, FARTHEST = 4.0, 240.0
LOWEST, HIGHEST = 4.0, 89.9
TURNED, TILTED, SHIFTED = 0.35, 0.3, 0.0011
"""Degrees a pixel turns and tilts the view, and how far a pixel shifts it, as a part of the camera's distance."""
BESIDE = 3.0
"""Inches past a table's edge at which the camera may still look."""


class Viewpoint:
    """The camera of a window. `eye` is the model whose eyes one looks through, `followed` the one the camera keeps to."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.size = size
        self.orbit = overview(size)
        self.eye: str | None = None
        self.followed: str | None = None
        self.pitch = 0.0

    def new_table(self, size: tuple[float, float]) -> None:
        """Look at another table: from its first chair."""
        self.size = size
        self.home()

    def _put(self, orbit: Orbit) -> None:
        self.eye = self.followed = None
        self.orbit = orbit

    def home(self) -> None:
        """The whole table."""
        self._put(overview(self.size))

    def top(self) -> None:
        """From straight above."""
        self._put(above(self.size))

    def look_through(self, id: str | None) -> None:
        """Out of a model's eyes; None: out of nobody's any more."""
        self.eye = id
        self.pitch = 0.0

    def follow(self, id: str | None) -> None:
        """Keep the camera on a model; None: on none any more."""
        self.followed = id

    def along(self, line: tuple[Vector, Vector]) -> None:
        """From just behind the one end of a line toward the other."""
        (ax, ay, az), (bx, by, bz) = line
        flat = hypot(bx - ax, by - ay)
        turn = degrees(atan2(-(bx - ax), by - ay)) if flat > 1e-6 else self.orbit.turn
        tilt = degrees(atan2(az - bz, flat)) + 7.0 if flat > 1e-6 else 45.0
        self._put(Orbit((bx, by, bz), turn % 360, min(HIGHEST, max(LOWEST, tilt)), min(FARTHEST, flat + 6.0), 40.0))

    def at(self, point: Vector, distance: float | None = None) -> None:
        """Bring a point to the middle."""
        self.eye = None
        self.orbit = replace(self.orbit, target=point, away=min(self.orbit.away, distance or self.orbit.away))

    def turn(self, dx: float, dy: float) -> None:
        """Turn by so many pixels."""
        if self.eye is not None:
            self.pitch = min(60.0, max(-60.0, self.pitch - dy * TILTED))
        tilt = self.orbit.tilt if self.eye is not None else min(HIGHEST, max(LOWEST, self.orbit.tilt + dy * TILTED))
        self.orbit = replace(self.orbit, turn=(self.orbit.turn - dx * TURNED) % 360, tilt=tilt)

    def shift(self, dx: float, dy: float) -> None:
        """Shift by so many pixels."""
        self.followed = None
        step, a = self.orbit.away * SHIFTED, radians(self.orbit.turn)
        x, y, z = self.orbit.target
        x += step * (-dx * cos(a) - dy * sin(a))
        y += step * (-dx * sin(a) + dy * cos(a))
        width, depth = self.size
        x, y = min(max(x, -BESIDE), width + BESIDE), min(max(y, -BESIDE), depth + BESIDE)
        self.orbit = replace(self.orbit, target=(x, y, z))

    def zoom(self, factor: float, toward: Vector | None = None) -> None:
        """Come nearer (below 1) or go away, toward a point if one is given."""
        distance = min(FARTHEST, max(NEAREST, self.orbit.away * factor))
        x, y, z = self.orbit.target
        if toward is not None:
            part = 1 - distance / self.orbit.away
            x, y = x + (toward[0] - x) * part, y + (toward[1] - y) * part
        self.orbit = replace(self.orbit, away=distance, target=(x, y, z))

    def camera(self, table: Table | None) -> Camera:
        """The camera now. A model that is gone is no longer looked through or followed."""
        eye, followed = _body(table, self.eye), _body(table, self.followed)
        if eye is None:
            self.eye = None
        if followed is None:
            self.followed = None
        if eye is not None:
            return eye_of(eye, self.orbit.turn, self.pitch - 2.0)
        if followed is not None:
            self.orbit = replace(self.orbit, target=followed.at)
        return self.orbit.camera


def _body(table: Table | None, id: str | None) -> Body | None:
    return next((b for b in table.bodies if b.id == id), None) if table is not None and id is not None else None
