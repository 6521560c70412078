"""Where the camera stands: round a point, above the table, or in a model's eye; and what it sees where."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Point2, Point3

from wc3d.table.body import Body
from wc3d.view.stage.graphics import Stage

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Orbit:
    """A camera that looks at `target` from `turn` degrees (0: from the south, counter-clockwise), `tilt` degrees above the
    horizon and `away` inches."""

    target: Vector
    turn: float = 0.0
    tilt: float = 40.0
    away: float = 60.0
    angle: float = 36.0

    @property
    def eye(self) -> Vector:
        """Where the camera is."""
        a, e = radians(self.turn), radians(self.tilt)
        x, y, z = self.target
        return x + cos(e) * sin(a) * self.away, y - cos(e) * cos(a) * self.away, z + sin(e) * self.away

    def apply(self, stage: Stage) -> None:
        """Put the stage's camera there."""
        width, height = stage.size
        stage.lens.set_aspect_ratio(width / height)
        stage.lens.set_min_fov(self.angle)
        stage.lens.set_near_far(max(0.3, self.away / 60), self.away + 400)
        stage.camera.set_pos(*self.eye)
        stage.camera.look_at(Point3(*self.target))


def above(size: tuple[float, float]) -> Orbit:
    """The whole table from straight above, north up."""
    return Orbit((size[0] / 2, size[1] / 2, 0.0), 0.0, 89.9, max(size) * 1.75 + 6)


def overview(size: tuple[float, float]) -> Orbit:
    """The whole table from player 1's chair."""
    return Orbit((size[0] / 2, size[1] / 2 - 1, 0.0), 0.0, 44.0, max(size) * 1.45 + 8)


def apply_eye(stage: Stage, body: Body, heading: float, pitch: float = -4.0) -> None:
    """Look out of a model's head: `heading` degrees counter-clockwise from north."""
    width, height = stage.size
    stage.lens.set_aspect_ratio(width / height)
    stage.lens.set_min_fov(62)
    stage.lens.set_near_far(0.05, 400)
    x, y, z = body.at
    stage.camera.set_pos(x, y, z + body.height * 0.92)
    stage.camera.set_hpr(heading, pitch, 0)


def on_screen(stage: Stage, point: Sequence[float]) -> tuple[float, float] | None:
    """The pixel at which a point of space is drawn (from the left, from the top), or None behind or outside the camera."""
    flat = Point2()
    seen = stage.camera.get_relative_point(stage.root, Point3(*point))
    if not stage.lens.project(seen, flat):
        return None
    width, height = stage.size
    return (flat.x + 1) * 0.5 * width, (1 - flat.y) * 0.5 * height


def ray_at(stage: Stage, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The line of sight of a pixel: where it starts and its direction (of length 1)."""
    width, height = stage.size
    near, far = Point3(), Point3()
    stage.lens.extrude(Point2(2 * x / width - 1, 1 - 2 * y / height), near, far)
    start = np.array([*stage.root.get_relative_point(stage.camera, near)])
    way = np.array([*stage.root.get_relative_point(stage.camera, far)]) - start
    return start, way / np.linalg.norm(way)


Room = tuple[float, float, float, float]
"""A part of the film: left, bottom, right, top, each from -1 to 1."""


def framed(
    stage: Stage, orbit: Orbit, points: NDArray[np.float64], margin: float = 0.88, room: Room | None = None
) -> Orbit:
    """The same direction, as near as keeps all points (n, 3) within the middle `margin` of the picture, and centred.

    `room`: fill this part of the picture instead.
    """
    left, bottom, right, top = room or (-margin, -margin, margin, margin)
    size, centre = np.array((right - left, top - bottom)), np.array(((left + right) / 2, (bottom + top) / 2))
    best = replace(orbit, target=_middle(points))
    for _ in range(6):
        near, far = 2.0, 400.0
        for _ in range(22):
            away = (near + far) / 2
            corners = _project(stage, replace(best, away=away), points)
            fits = corners is not None and bool((np.ptp(corners, axis=0) <= size).all())
            near, far = (near, away) if fits else (away, far)
        best = replace(best, away=far)
        corners = _project(stage, best, points)
        if corners is None:
            return best
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2 - centre
        if abs(middle).max() < 0.01:
            return best
        best = _shifted(stage, best, middle)
    return best


def _middle(points: NDArray[np.float64]) -> Vector:
    x, y, z = (points.min(axis=0) + points.max(axis=0)) / 2
    return float(x), float(y), float(z)


def _project(stage: Stage, orbit: Orbit, points: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The points on the film, -1 to 1 each way; None when one is behind the camera."""
    orbit.apply(stage)
    flat, result = Point2(), []
    for point in points:
        seen = stage.camera.get_relative_point(stage.root, Point3(*point))
        if seen.y <= 0.3:
            return None
        stage.lens.project(seen, flat)
        result.append((flat.x, flat.y))
    return np.array(result)


def _shifted(stage: Stage, orbit: Orbit, middle: NDArray[np.float64]) -> Orbit:
    """The orbit with its target moved to what is seen at `middle` of the film, at the target's own distance."""
    orbit.apply(stage)
    width, height = stage.lens.get_fov()
    right, _, up = (stage.root.get_relative_vector(stage.camera, way) for way in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    sideways = np.tan(radians(width / 2)) * orbit.away * middle[0]
    upward = np.tan(radians(height / 2)) * orbit.away * middle[1]
    x, y, z = np.array(orbit.target) + sideways * np.array([*right]) + upward * np.array([*up])
    return replace(orbit, target=(float(x), float(y), float(z)))
