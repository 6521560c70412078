"""The camera of a photograph, found from marks of known places.

A grid of eyes around the table gives starts: for each eye, the best turn has a closed form. The
Levenberg-Marquardt method then improves the best of them. Priors hold what marks cannot show: the
focal length (EXIF), the distortion, and the principal point. The covariance at the solution is the
doubt about the camera.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wc3d.photo.camera import PARAMETERS, Array, PhotoCamera
from wc3d.photo.chi_square import chi_square_tail

FILM_DIAGONAL_MM = 43.2666
"""The diagonal of the film that EXIF's FocalLengthIn35mmFilm is relative to."""

K1_SD = 0.06
K2_SD = 0.01
STRONG_BEND = 4.0
"""How many times as much a wide or unknown lens may bend."""
WIDE_FOCAL_MM = 20.0
GUESSED_FOCAL_MM = 28.0
"""The focal length without EXIF, as on film: most phones have 24 to 28."""

FOCAL_SD = 0.02
WIDE_CROP_FOCAL_SD = 0.06
"""The doubt for 16:9, which phones often cut from 4:3."""
UNKNOWN_FOCAL_SD = 0.4
CROPPED_CENTER_SD = 0.12
"""The doubt about the principal point of a cropped picture, in parts of its diagonal."""
EXACT_CENTER_SD = 1e-5

ASPECTS = (4 / 3, 3 / 2)
WIDE_ASPECTS = (16 / 9,)
ASPECT_TOLERANCE = 0.012
ROUNDING_PX = 1.0
EVEN_ROUNDING_PX = 4.0
SENSOR_STEP_PX = 16
"""Cameras whose pictures have no exact aspect have sides in such steps."""

MAX_STEPS = 60
FIRST_STEPS = 5
"""The steps after which only the best starts go on."""
STARTS = 12
KEPT_STARTS = 4
CHECKED_MARKS = 4
"""The marks from which a wrong camera fits worse: fewer fit several cameras exactly."""
START_TURN = 0.2
"""The least difference of the axes of two starts with the same focal length."""


@dataclass(frozen=True)
class Lens:
    """What is known of the lens before any mark: values and standard deviations.

    `is_cropped`: the picture has not the shape of a camera's picture.
    """

    width: int
    height: int
    focal_px: float
    focal_sd: float
    center_sd: float
    is_cropped: bool
    bend: float = 1.0
    """How many times as much as usual the lens may bend."""

    @property
    def diagonal(self) -> float:
        """The diagonal of the picture in pixels."""
        return math.hypot(self.width, self.height)

    @property
    def deviations(self) -> Array:
        """The standard deviations of log focal length, k1, k2 and the principal point."""
        return np.array(
            [self.focal_sd, K1_SD * self.bend, K2_SD * self.bend, *[self.center_sd] * 2]
        )

    def deviates(self, camera: PhotoCamera) -> Array:
        """Return how far a camera is from what was known, in standard deviations."""
        off = camera.center - self.middle
        values = [math.log(camera.focal_px / self.focal_px), camera.k1, camera.k2, off[0], off[1]]
        return np.array(values) / self.deviations

    @property
    def middle(self) -> Array:
        """The middle of the picture in pixels."""
        return np.array([self.width / 2, self.height / 2])


def lens_of(width: int, height: int, focal_35mm: float | None, is_cropped: bool = False) -> Lens:
    """Return what is known of the lens of a photograph of this size in pixels.

    A picture with the shape of no camera is taken as cropped. `is_cropped`: the marks show that
    the file is wrong about the lens, so nothing of it is known.
    """
    diagonal = math.hypot(width, height)
    is_wide = _has_aspect(width, height, WIDE_ASPECTS)
    is_full = not is_cropped and (is_wide or _has_aspect(width, height, ASPECTS))
    focal_sd = WIDE_CROP_FOCAL_SD if is_wide else FOCAL_SD
    return Lens(
        width,
        height,
        diagonal * (focal_35mm or GUESSED_FOCAL_MM) / FILM_DIAGONAL_MM,
        focal_sd if is_full and focal_35mm is not None else UNKNOWN_FOCAL_SD,
        EXACT_CENTER_SD * diagonal if is_full else CROPPED_CENTER_SD * diagonal,
        not is_full,
        STRONG_BEND if is_cropped or (focal_35mm or GUESSED_FOCAL_MM) < WIDE_FOCAL_MM else 1.0,
    )


def _has_aspect(width: int, height: int, aspects: Sequence[float]) -> bool:
    """Return whether a picture has one of these aspects, as cameras round them."""
    long, short = max(width, height), min(width, height)
    is_sensor = long % SENSOR_STEP_PX == 0 and short % SENSOR_STEP_PX == 0
    is_even = long % 2 == 0 and short % 2 == 0
    return any(
        abs(long - aspect * short) <= (EVEN_ROUNDING_PX if is_even else ROUNDING_PX)
        or (is_sensor and abs(long / short / aspect - 1) < ASPECT_TOLERANCE)
        for aspect in aspects
    )


@dataclass(frozen=True, eq=False)
class CameraFit:
    """A camera, fitted to marks.

    - `camera`: the likeliest camera. `covariance`: of its parameters (see `PhotoCamera.moved`).
    - `residuals`: the mark less the projected place, in pixels (n, 2).
    - `chi_square`, `likelihood`: the misfit, and the probability of a greater one by the noise.
    """

    camera: PhotoCamera
    covariance: Array
    residuals: Array
    chi_square: float
    likelihood: float

    @property
    def rms_px(self) -> float:
        """The root mean square of the residuals in pixels."""
        return float(np.sqrt((self.residuals**2).sum(axis=1).mean()))


def fit_camera(lens: Lens, places: Array, pixels: Array, noise: float) -> list[CameraFit]:
    """Return the cameras that see places (n, 3) at pixels (n, 2), the likeliest first.

    Several may fit three marks. Empty if no camera above the table sees all places.
    """
    starts = start_cameras(lens, places, pixels)
    first_steps, kept = FIRST_STEPS, KEPT_STARTS
    if len(places) < CHECKED_MARKS:
        first_steps, kept = MAX_STEPS, STARTS
    for steps in (first_steps, MAX_STEPS):
        fits: list[CameraFit] = []
        refits = (refine_camera(start, lens, places, pixels, noise, steps) for start in starts)
        for fit in sorted(filter(None, refits), key=lambda fit: fit.chi_square):
            if not any(_is_same(fit, other) for other in fits):
                fits.append(fit)
        fits = fits[:kept]
        starts = [fit.camera for fit in fits]
    return fits


def _is_same(first: CameraFit, second: CameraFit) -> bool:
    return (
        float(np.linalg.norm(first.camera.eye - second.camera.eye)) < 0.05
        and float(np.abs(first.camera.axes - second.camera.axes).max()) < 0.02
    )


def start_cameras(lens: Lens, places: Array, pixels: Array) -> list[PhotoCamera]:
    """Return cameras to start from: the best of a grid of eyes, each turned as the marks ask."""
    middle = np.append(places[:, :2].mean(axis=0), 0.0)
    reach = float(np.linalg.norm(places - middle, axis=1).max())
    turn = np.radians(np.arange(0, 360, 15))
    rise = np.radians([12, 25, 40, 55, 72])
    far = reach * np.array([1.1, 1.6, 2.3, 3.4, 5.0])
    turn, rise, far = (grid.ravel() for grid in np.meshgrid(turn, rise, far, indexing="ij"))
    ways = np.c_[np.cos(rise) * np.cos(turn), np.cos(rise) * np.sin(turn), np.sin(rise)]
    eyes = middle + far[:, None] * ways
    factors = [1.0] if lens.focal_sd < 0.1 else [0.7, 1.0, 1.5, 2.2]
    candidates: list[tuple[float, PhotoCamera]] = []
    for factor in factors:
        focal = lens.focal_px * factor
        seen = np.c_[(pixels - lens.middle) / focal, np.ones(len(pixels))]
        seen /= np.linalg.norm(seen, axis=1, keepdims=True)
        true = places[None] - eyes[:, None]
        true /= np.linalg.norm(true, axis=2, keepdims=True)
        left, _, right = np.linalg.svd(np.einsum("mi,emj->eij", seen, true))
        sign = np.sign(np.linalg.det(left @ right))
        left[:, :, 2] *= sign[:, None]
        axes = left @ right
        gaps = seen[None] - np.einsum("eij,emj->emi", axes, true)
        scores = (gaps**2).sum(axis=(1, 2)) * focal**2
        for k in np.argsort(scores)[: 4 * STARTS]:
            candidates.append((float(scores[k]), PhotoCamera(axes[k], eyes[k], focal, lens.middle)))
    starts: list[PhotoCamera] = []
    for _, camera in sorted(candidates, key=lambda pair: pair[0]):
        if not any(_is_near(camera, other) for other in starts):
            starts.append(camera)
    return starts[:STARTS]


def _is_near(first: PhotoCamera, second: PhotoCamera) -> bool:
    return first.focal_px == second.focal_px and (
        float(np.abs(first.axes - second.axes).max()) < START_TURN
    )


def refine_camera(
    camera: PhotoCamera,
    lens: Lens,
    places: Array,
    pixels: Array,
    noise: float,
    max_steps: int = MAX_STEPS,
) -> CameraFit | None:
    """Return the camera of least squares near a start, or None if it leaves the table's front."""
    values = misfits(camera, lens, places, pixels, noise)
    if not np.isfinite(values).all():
        return None
    damping = 1e-3
    slopes = misfit_slopes(camera, lens, places, noise)
    for _ in range(max_steps):
        normal = slopes.T @ slopes
        damped_normal = normal + damping * np.diag(np.diag(normal) + 1e-9)
        step = np.asarray(np.linalg.solve(damped_normal, -slopes.T @ values), float)
        trial = camera.moved(step)
        trial_values = misfits(trial, lens, places, pixels, noise)
        gain = float(values @ values - trial_values @ trial_values)
        if math.isfinite(gain) and gain >= 0:
            camera, values = trial, trial_values
            if gain < 1e-7 * max(1.0, float(values @ values)) and damping < 1:
                break
            slopes = misfit_slopes(camera, lens, places, noise)
            damping = max(damping / 8, 1e-9)
        elif damping > 1e9:
            break
        else:
            damping *= 6
    if camera.eye[2] <= 0 or (camera.depths(places) <= 0).any():
        return None
    slopes = misfit_slopes(camera, lens, places, noise)
    chi_square = float(values @ values)
    count = len(places)
    return CameraFit(
        camera,
        np.asarray(np.linalg.pinv(slopes.T @ slopes, rcond=1e-14, hermitian=True), float),
        -values[: 2 * count].reshape(count, 2) * noise,
        chi_square,
        chi_square_tail(chi_square, 2 * count - 6),
    )


def misfits(camera: PhotoCamera, lens: Lens, places: Array, pixels: Array, noise: float) -> Array:
    """Return all misfits in standard deviations: those of the marks, then those of the lens."""
    off = (camera.project(places) - pixels).ravel() / noise
    return np.concatenate([off, lens.deviates(camera)])


def misfit_slopes(camera: PhotoCamera, lens: Lens, places: Array, noise: float) -> Array:
    """Return the derivatives of the misfits by the camera's parameters."""
    inside = (places - camera.eye) @ camera.axes.T
    depth = inside[:, 2]
    flat = inside[:, :2] / depth[:, None]
    square = (flat**2).sum(axis=1)
    scale = 1 + camera.k1 * square + camera.k2 * square**2
    grown = camera.k1 + 2 * camera.k2 * square
    count = len(places)
    bend = scale[:, None, None] * np.eye(2) + 2 * grown[:, None, None] * (
        flat[:, :, None] * flat[:, None, :]
    )
    shrink = np.zeros((count, 2, 3))
    shrink[:, 0, 0] = shrink[:, 1, 1] = 1 / depth
    shrink[:, :, 2] = -flat / depth[:, None]
    by_inside = camera.focal_px * bend @ shrink
    x, y, z = inside.T
    zero = np.zeros(count)
    turned = np.stack([zero, z, -y, -z, zero, x, y, -x, zero], axis=-1).reshape(count, 3, 3)
    slopes = np.zeros((2 * count + PARAMETERS - 6, PARAMETERS))
    rows = slopes[: 2 * count].reshape(count, 2, PARAMETERS)
    rows[:, :, 0:3] = by_inside @ turned
    rows[:, :, 3:6] = -by_inside @ camera.axes
    bent = flat * camera.focal_px
    rows[:, :, 6] = bent * scale[:, None]
    rows[:, :, 7] = bent * square[:, None]
    rows[:, :, 8] = bent * square[:, None] ** 2
    rows[:, 0, 9] = rows[:, 1, 10] = 1.0
    slopes[: 2 * count] /= noise
    slopes[2 * count :, 6:] = np.diag(1 / lens.deviations)
    return slopes


def scale_doubt(fit: CameraFit, factor: float) -> CameraFit:
    """Return the fit with a larger covariance, for noise that was given too low."""
    return replace(fit, covariance=fit.covariance * factor)


def largest_misfit(
    fit: CameraFit, lens: Lens, places: Array, pixels: Array, noise: float
) -> int | None:
    """Return the mark without which the others fit best; None for too few marks."""
    if len(places) < 4:
        return None
    misfits_without: Sequence[float] = [
        refits.chi_square
        if (refits := _without(fit, lens, places, pixels, noise, k)) is not None
        else math.inf
        for k in range(len(places))
    ]
    return int(np.argmin(misfits_without))


def _without(
    fit: CameraFit, lens: Lens, places: Array, pixels: Array, noise: float, k: int
) -> CameraFit | None:
    keep = np.arange(len(places)) != k
    return refine_camera(fit.camera, lens, places[keep], pixels[keep], noise)
