"""Cameras that orbit a point, look from above or through a model's eyes, and their projections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from wc3d.table.body import Body

Vector = tuple[float, float, float]
PictureSize = tuple[float, float]
"""The width and height of a picture in pixels."""
FilmRect = tuple[float, float, float, float]
"""A rectangle of the film: left, bottom, right, top, each from -1 to 1."""

MIN_FRAMING_DISTANCE_IN = 0.3
"""Inches: a point closer to the camera cannot be framed."""


@dataclass(frozen=True)
class Camera:
    """A camera at `eye` that looks `heading` degrees counter-clockwise from north and `pitch`
    degrees up.

    `field_of_view` is the angle in degrees of the picture's shorter side. Only points from `near`
    to `far` inches are visible.
    """

    eye: Vector
    heading: float
    pitch: float
    field_of_view: float
    near: float
    far: float

    @cached_property
    def _axis_tuples(self) -> tuple[Vector, Vector, Vector]:
        """The right, forward and up vectors as numbers, faster than arrays for one point."""
        h, p = radians(self.heading), radians(self.pitch)
        return (
            (cos(h), sin(h), 0.0),
            (-sin(h) * cos(p), cos(h) * cos(p), sin(p)),
            (sin(h) * sin(p), -cos(h) * sin(p), cos(p)),
        )

    @cached_property
    def axes(self) -> NDArray[np.float64]:
        """The right, forward and up vectors as rows (3, 3)."""
        return np.array(self._axis_tuples)

    def view_extent(self, size: PictureSize) -> tuple[float, float]:
        """Return the extent of the view to the right and up at a distance of one inch."""
        half, (width, height) = tan(radians(self.field_of_view / 2)), size
        return half * max(1.0, width / height), half * max(1.0, height / width)

    def project_to_film(
        self, points: NDArray[np.float64], size: PictureSize
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return points (n, 3) on the film (n, 2), -1 to 1 each way, and their depths (n)."""
        across, ahead, up = self.axes @ (points - np.array(self.eye)).T
        right, high = self.view_extent(size)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.stack([across / ahead / right, up / ahead / high], axis=1), ahead

    def project_to_pixel(
        self, point: Sequence[float], size: PictureSize
    ) -> tuple[float, float] | None:
        """Return a point's pixel (from the left, from the top), or None outside the picture."""
        dx, dy, dz = (v - w for v, w in zip(point, self.eye, strict=True))
        across, ahead, up = (dx * x + dy * y + dz * z for x, y, z in self._axis_tuples)
        if not self.near <= ahead <= self.far:
            return None
        right, high = self.view_extent(size)
        x, y = across / ahead / right, up / ahead / high
        if abs(x) > 1 or abs(y) > 1:
            return None
        return (x + 1) * 0.5 * size[0], (1 - y) * 0.5 * size[1]

    def pixel_ray(
        self, x: float, y: float, size: PictureSize
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the ray of a pixel: its start and its direction, a unit vector."""
        right, high = self.view_extent(size)
        way = (
            np.array([(2 * x / size[0] - 1) * right, 1.0, (1 - 2 * y / size[1]) * high]) @ self.axes
        )
        return np.array(self.eye) + way * self.near, way / np.linalg.norm(way)


@dataclass(frozen=True)
class Orbit:
    """A camera position around `target`: `distance` inches away, `tilt` degrees above the horizon.

    `turn` is in degrees counter-clockwise, with 0 in the south.
    """

    target: Vector
    turn: float = 0.0
    tilt: float = 40.0
    distance: float = 60.0
    field_of_view: float = 36.0

    @property
    def eye(self) -> Vector:
        """The camera's position."""
        a, e = radians(self.turn), radians(self.tilt)
        x, y, z = self.target
        return (
            x + cos(e) * sin(a) * self.distance,
            y - cos(e) * cos(a) * self.distance,
            z + sin(e) * self.distance,
        )

    @property
    def camera(self) -> Camera:
        """The camera at this position."""
        return Camera(
            self.eye,
            self.turn,
            -self.tilt,
            self.field_of_view,
            max(0.3, self.distance / 60),
            self.distance + 400,
        )


def orbit_from_above(size: tuple[float, float]) -> Orbit:
    """Return a view of the entire table from straight above, north up."""
    return Orbit((size[0] / 2, size[1] / 2, 0.0), 0.0, 89.9, max(size) * 1.75 + 6)


def overview_orbit(size: tuple[float, float]) -> Orbit:
    """Return a view of the entire table from player 1's side."""
    return Orbit((size[0] / 2, size[1] / 2 - 1, 0.0), 0.0, 44.0, max(size) * 1.45 + 8)


def camera_from_eye(body: Body, heading: float, pitch: float = -4.0) -> Camera:
    """Return a model's view, `heading` degrees counter-clockwise from north, `pitch` up."""
    x, y, z = body.at
    return Camera((x, y, z + body.height * 0.92), heading, pitch, 62.0, 0.05, 400.0)


def frame_points(
    size: PictureSize,
    orbit: Orbit,
    points: NDArray[np.float64],
    margin: float = 0.88,
    room: FilmRect | None = None,
) -> Orbit:
    """Return the nearest orbit in the same direction that centers all points (n, 3) in the
    picture's middle `margin`.

    `room`: fill this part of the picture instead.
    """
    left, bottom, right, top = room or (-margin, -margin, margin, margin)
    extent = np.array((right - left, top - bottom))
    center = np.array(((left + right) / 2, (bottom + top) / 2))
    best = replace(orbit, target=_bounds_center(points))
    for _ in range(6):
        nearest = 2.0
        farthest = 400.0
        for _ in range(22):
            distance = (nearest + farthest) / 2
            corners = _project_points(size, replace(best, distance=distance), points)
            fits = corners is not None and bool((np.ptp(corners, axis=0) <= extent).all())
            nearest, farthest = (nearest, distance) if fits else (distance, farthest)
        best = replace(best, distance=farthest)
        corners = _project_points(size, best, points)
        if corners is None:
            return best
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2 - center
        if abs(middle).max() < 0.01:
            return best
        best = _shift_target(size, best, middle)
    return best


def _bounds_center(points: NDArray[np.float64]) -> Vector:
    x, y, z = (points.min(axis=0) + points.max(axis=0)) / 2
    return float(x), float(y), float(z)


def _project_points(
    size: PictureSize, orbit: Orbit, points: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """Return the points on the film, from -1 to 1 each way; None if any is behind the camera."""
    on_film, ahead = orbit.camera.project_to_film(points, size)
    return on_film if ahead.min() > MIN_FRAMING_DISTANCE_IN else None


def _shift_target(size: PictureSize, orbit: Orbit, middle: NDArray[np.float64]) -> Orbit:
    """Return the orbit with its target moved to `middle` of the film, at the same distance."""
    camera = orbit.camera
    right, _, up = camera.axes
    sideways, upward = np.array(camera.view_extent(size)) * orbit.distance * middle
    x, y, z = np.array(orbit.target) + sideways * right + upward * up
    return replace(orbit, target=(float(x), float(y), float(z)))


GLIDE_DURATION_S = 0.7
"""Seconds of a camera move at normal speed."""


@dataclass(frozen=True)
class CameraGlide:
    """A camera move from one orbit to another, with its start time and duration in seconds."""

    start: Orbit
    end: Orbit
    start_time: float
    duration_s: float = GLIDE_DURATION_S

    def is_done(self, time_s: float) -> bool:
        """Return whether the move has ended."""
        return time_s >= self.start_time + self.duration_s

    def orbit_at(self, time_s: float) -> Orbit:
        """Return the orbit at a time."""
        part = (
            min(1.0, max(0.0, (time_s - self.start_time) / self.duration_s))
            if self.duration_s > 0
            else 1.0
        )
        if part >= 1.0:
            return self.end
        part = part * part * (3 - 2 * part)
        start, end = self.start, self.end
        turn = (end.turn - start.turn + 180.0) % 360.0 - 180.0
        x, y, z = (a + (b - a) * part for a, b in zip(start.target, end.target, strict=True))
        return replace(
            start,
            target=(x, y, z),
            turn=(start.turn + turn * part) % 360.0,
            tilt=start.tilt + (end.tilt - start.tilt) * part,
            distance=start.distance + (end.distance - start.distance) * part,
            field_of_view=start.field_of_view + (end.field_of_view - start.field_of_view) * part,
        )
