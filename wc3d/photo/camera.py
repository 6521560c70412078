"""A phone's camera: a pinhole with square pixels and radial distortion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MIN_DEPTH_IN = 0.5
"""The least distance before the lens at which a point still has a pixel. Inches."""

PARAMETERS = 11
"""The parameters of a camera: turn (3), eye (3), log of the focal length, k1, k2, center (2)."""


MAX_RADIUS = 3.0
"""The largest distance of a ray from the middle of the picture, as a tangent."""

MIN_GROWTH = 0.05
"""The least growth of the distorted radius: rays beyond have no pixel."""


def rotation_matrix(turn: Array) -> Array:
    """Return the rotation matrix (3, 3) of a rotation vector in radians."""
    x, y, z = turn.tolist()
    angle = math.sqrt(x * x + y * y + z * z)
    first = math.sin(angle) / angle if angle > 1e-9 else 1.0
    second = (1 - math.cos(angle)) / angle**2 if angle > 1e-4 else 0.5
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + first * cross + second * (cross @ cross), float)


@dataclass(frozen=True, eq=False)
class PhotoCamera:
    """A camera over the table.

    - `axes`: the rows are the directions right, down and forward of the picture, in table axes.
    - `eye`: the lens at (x, y, z) in inches. `focal_px`: the focal length in pixels.
    - `center`: the principal point in pixels, from the top left.
    - `k1`, `k2`: a ray through (x, y) lands at (x, y)(1 + k1 r^2 + k2 r^4).
    """

    axes: Array
    eye: Array
    focal_px: float
    center: Array
    k1: float = 0.0
    k2: float = 0.0

    def moved(self, parameters: Array) -> PhotoCamera:
        """Return the camera changed by parameters: zeros leave it as it is."""
        return replace(
            self,
            axes=rotation_matrix(parameters[:3]) @ self.axes,
            eye=self.eye + parameters[3:6],
            focal_px=self.focal_px * math.exp(parameters[6]),
            k1=self.k1 + float(parameters[7]),
            k2=self.k2 + float(parameters[8]),
            center=self.center + parameters[9:11],
        )

    @cached_property
    def max_radius(self) -> float:
        """The largest radius at which the distortion still grows: farther rays have no pixel."""
        if self.k1 >= 0 and self.k2 >= 0:
            return MAX_RADIUS
        squares = np.roots([5 * self.k2, 3 * self.k1, 1 - MIN_GROWTH])
        positive = [float(q.real) for q in squares if abs(q.imag) < 1e-9 and q.real > 0]
        return min([MAX_RADIUS, *(math.sqrt(q) for q in positive)])

    @property
    def lean(self) -> float:
        """The angle by which the picture is not upright, in radians. Less if it looks down."""
        across, down = float(self.axes[0, 2]), -float(self.axes[1, 2])
        return abs(math.atan2(across, down)) * math.hypot(across, down)

    def depths(self, points: Array) -> Array:
        """Return the distance of points (n, 3) before the lens. Negative behind it. Inches."""
        return np.asarray((points - self.eye) @ self.axes[2])

    def project(self, points: Array) -> Array:
        """Return the pixels (n, 2) of points (n, 3) on the table. Behind the lens: NaN."""
        inside = (np.asarray(points, float) - self.eye) @ self.axes.T
        depth = np.where(inside[:, 2] > MIN_DEPTH_IN, inside[:, 2], np.nan)
        flat = inside[:, :2] / depth[:, None]
        square = (flat**2).sum(axis=1, keepdims=True)
        bent = flat * (1 + self.k1 * square + self.k2 * square**2)
        bent = np.where(square <= self.max_radius**2, bent, np.nan)
        return np.asarray(bent * self.focal_px + self.center)

    def rays(self, pixels: Array) -> Array:
        """Return the directions (n, 3) of pixels (n, 2) from the eye, in table axes."""
        bent = (np.asarray(pixels, float) - self.center) / self.focal_px
        length = np.linalg.norm(bent, axis=1)
        radius = np.minimum(length, self.max_radius)
        for _ in range(12):  # Newton's method
            value = radius * (1 + self.k1 * radius**2 + self.k2 * radius**4) - length
            slope = 1 + 3 * self.k1 * radius**2 + 5 * self.k2 * radius**4
            radius = np.clip(radius - value / np.maximum(slope, MIN_GROWTH), 0.0, self.max_radius)
        scale = np.where(length > 1e-12, radius / np.maximum(length, 1e-12), 1.0)
        return np.asarray(np.c_[bent * scale[:, None], np.ones(len(bent))] @ self.axes)

    def on_level(self, pixels: Array, heights: Array | float) -> Array:
        """Return where the rays of pixels (n, 2) meet a height (n, 2). NaN if they never do."""
        rays = self.rays(pixels)
        with np.errstate(divide="ignore", invalid="ignore"):
            far = (heights - self.eye[2]) / rays[:, 2]
        far = np.where(far > 0, far, np.nan)
        return np.asarray(self.eye[:2] + far[:, None] * rays[:, :2])
