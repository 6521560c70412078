"""Places of models on the table, from marks and the camera, with their joint doubt."""

from __future__ import annotations

import numpy as np

from wc3d.photo.camera import PARAMETERS, Array
from wc3d.photo.camera_fit import CameraFit

PARAMETER_STEPS = np.array([1e-5] * 3 + [1e-3] * 3 + [1e-5, 1e-5, 1e-5, 1e-2, 1e-2])


def place_marks(fit: CameraFit, pixels: Array, heights: Array, noise: float) -> tuple[Array, Array]:
    """Return the places (n, 2) of marks (n, 2) on levels (n,), and their joint covariance (2n, 2n).

    The camera's doubt moves all places together; the noise of each mark moves its own place. NaN
    for a mark whose ray never meets its level.
    """
    camera = fit.camera
    places = camera.on_level(pixels, heights)
    count = len(pixels)
    by_camera = np.empty((2 * count, PARAMETERS))
    for i in range(PARAMETERS):
        change = np.zeros(PARAMETERS)
        change[i] = PARAMETER_STEPS[i]
        ahead = camera.moved(change).on_level(pixels, heights)
        behind = camera.moved(-change).on_level(pixels, heights)
        by_camera[:, i] = ((ahead - behind) / (2 * PARAMETER_STEPS[i])).ravel()
    covariance = by_camera @ fit.covariance @ by_camera.T
    for axis in np.eye(2):
        by_pixel = (camera.on_level(pixels + axis / 2, heights)) - camera.on_level(
            pixels - axis / 2, heights
        )
        for k in range(count):
            covariance[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] += noise**2 * np.outer(
                by_pixel[k], by_pixel[k]
            )
    return places, (covariance + covariance.T) / 2


def height_of_mark(fit: CameraFit, at: tuple[float, float], pixel: tuple[float, float]) -> float:
    """Return the height at which a mark is straight above a place: the top of a wall's corner.

    It is where the upright line through the place comes nearest to the mark's ray. NaN if the
    ray is upright.
    """
    camera = fit.camera
    ray = camera.rays(np.array([pixel], float))[0]
    gap = np.array(at, float) - camera.eye[:2]
    flat = float(ray[:2] @ ray[:2])
    return float(camera.eye[2] + ray[2] * (gap @ ray[:2]) / flat) if flat > 1e-12 else np.nan
