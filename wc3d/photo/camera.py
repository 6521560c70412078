"""A phone's camera: a pinhole with square pixels and radial distortion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MIN_DEPTH_IN = 0.5
"""The least distance before the lens at which a point still has a pixel. Inches."""

PARAMETERS = 11
"""The parameters of a camera: turn (3), eye (3), log of the focal length, k1, k2, center (2)."""


def rotation_matrices(turns: Array) -> Array:
    """Return the rotation matrix (..., 3, 3) of each rotation vector (..., 3) in radians."""
    angle = np.linalg.norm(turns, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(turns, -1, 0)
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*x.shape, 3, 3)
    first = np.sinc(angle / np.pi)
    second = 0.5 * np.sinc(angle / (2 * np.pi)) ** 2
    return np.asarray(np.eye(3) + first * cross + second * (cross @ cross))


@dataclass(frozen=True, eq=False)
class Camera:
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

    def moved(self, parameters: Array) -> Camera:
        """Return the camera changed by parameters: zeros leave it as it is."""
        return replace(
            self,
            axes=rotation_matrices(parameters[:3]) @ self.axes,
            eye=self.eye + parameters[3:6],
            focal_px=self.focal_px * float(np.exp(parameters[6])),
            k1=self.k1 + float(parameters[7]),
            k2=self.k2 + float(parameters[8]),
            center=self.center + parameters[9:11],
        )

    @cached_property
    def max_radius(self) -> float:
        """The largest radius at which the distortion still grows: farther rays have no pixel."""
        radii = np.linspace(0.0, 3.0, 301)
        slope = 1 + 3 * self.k1 * radii**2 + 5 * self.k2 * radii**4
        falling = np.flatnonzero(slope <= 0.05)
        return float(radii[falling[0]]) if len(falling) else 3.0

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
            radius = np.clip(radius - value / np.maximum(slope, 0.05), 0.0, self.max_radius)
        scale = np.where(length > 1e-12, radius / np.maximum(length, 1e-12), 1.0)
        return np.asarray(np.c_[bent * scale[:, None], np.ones(len(bent))] @ self.axes)

    def on_level(self, pixels: Array, heights: Array | float) -> Array:
        """Return where the rays of pixels (n, 2) meet a height (n, 2). NaN if they never do."""
        rays = self.rays(pixels)
        with np.errstate(divide="ignore", invalid="ignore"):
            far = (heights - self.eye[2]) / rays[:, 2]
        far = np.where(far > 0, far, np.nan)
        return np.asarray(self.eye[:2] + far[:, None] * rays[:, :2])
