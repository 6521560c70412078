"""A photograph's camera from its marks, with what is wrong with them in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

import numpy as np

from wc3d.errors import InputError
from wc3d.photo.camera import Array
from wc3d.photo.camera_fit import (
    CameraFit,
    Lens,
    fit_camera,
    largest_misfit,
    lens_of,
    scale_doubt,
)
from wc3d.photo.marks_file import CORNER_NAMES, CornerName, MarksFile, Pixel

UNLIKELY = 1e-3
"""The likelihood of a misfit below which something is wrong: nothing is then certain."""

IMPOSSIBLE = 1e-6
"""The likelihood of a misfit below which no answer is given."""

LIKELY = 1e-2
"""The likelihood above which another order of the corners is the right one."""

UPRIGHT = 0.6
UPSIDE_DOWN = 1.4
"""The lean (see `PhotoCamera.lean`) of pictures that are surely upright, and surely are not."""

FAR_OUTSIDE_IN = 3.0
"""The distance beyond the table's edge at which no model stands. Inches."""

WRONG_LENS = "the marks show another lens than the photograph's size and EXIF do: it may be cropped"

CROP_CHECKED_MARKS = 6
"""The marks that check a cropped picture: fewer fit any focal length and center."""

RIVAL_CHI_SQUARE = 9.0
"""The difference of chi-square below which a second camera fits too."""


@dataclass(frozen=True)
class MarkResidual:
    """How far a mark is from where the camera sees its place.

    - `name`: "north_east", or "references[0]". `pixel`: the mark. `seen_at`: where it should be.
    - `px`, `inches`: the gap in the picture, and on the level of the place.
    """

    name: str
    pixel: Pixel
    seen_at: Pixel
    px: float
    inches: float


@dataclass(frozen=True, eq=False)
class PhotoReading:
    """The camera that the marks show.

    - `fit`: the likeliest camera. `rivals`: others that fit as well. `lens`: what was known.
    - `residuals`: one for each mark. `problem`: what is wrong, as a sentence; empty if nothing.
    - `is_usable`: whether positions may be read. `is_sure`: whether anything may be certain.
    - `likely_order`: the corners in a likelier order, if the marked one is impossible.
    """

    fit: CameraFit
    rivals: tuple[CameraFit, ...]
    lens: Lens
    residuals: tuple[MarkResidual, ...]
    problem: str = ""
    is_usable: bool = True
    is_sure: bool = True
    likely_order: dict[CornerName, Pixel] | None = None
    notes: tuple[str, ...] = ()


def corner_places(size: tuple[float, float]) -> dict[CornerName, tuple[float, float, float]]:
    """Return the places of the corners of a table of this size."""
    width, depth = size
    return {
        "south_west": (0.0, 0.0, 0.0),
        "south_east": (width, 0.0, 0.0),
        "north_east": (width, depth, 0.0),
        "north_west": (0.0, depth, 0.0),
    }


def read_camera(file: MarksFile, size: tuple[float, float]) -> PhotoReading:
    """Return the camera of the marks on a table of this size.

    If only another order of the corners fits, the camera is that of the other order. Raises
    InputError if no camera above the table sees the marks in any order.
    """
    lens = lens_of(file.photo.width, file.photo.height, file.photo.focal_35mm)
    places, pixels, names = _known_marks(file, file.corners.by_name, size)
    _check_spread(places, pixels)
    fits = fit_camera(lens, places, pixels, file.noise)
    if fits and fits[0].likelihood >= UNLIKELY:
        return _good_reading(file, size, fits, lens, places, pixels, names)
    if len(places) >= CROP_CHECKED_MARKS and not lens.is_cropped:
        cropped = lens_of(file.photo.width, file.photo.height, file.photo.focal_35mm, True)
        cropped_fits = fit_camera(cropped, places, pixels, file.noise)
        if cropped_fits and cropped_fits[0].likelihood >= LIKELY:
            reading = _good_reading(file, size, cropped_fits, cropped, places, pixels, names)
            return replace(reading, notes=(WRONG_LENS, *reading.notes[:-1]))
    likely_order = find_order(file, size, lens)
    if not fits and likely_order is None:
        raise InputError(
            "no camera above the table sees the marks like this: is a corner in the wrong place?"
        )
    if not fits and likely_order is not None:
        places, pixels, names = _known_marks(file, likely_order, size)
        fits = fit_camera(lens, places, pixels, file.noise)
    return _bad_reading(file, fits, lens, places, pixels, names, likely_order)


def _known_marks(
    file: MarksFile, corners: Mapping[CornerName, Pixel], size: tuple[float, float]
) -> tuple[Array, Array, list[str]]:
    known = corner_places(size)
    places = [known[name] for name in corners] + [mark.at for mark in file.references]
    pixels = [*corners.values(), *(mark.pixel for mark in file.references)]
    names = [*corners, *(f"references[{i}]" for i in range(len(file.references)))]
    return np.array(places, float), np.array(pixels, float), names


def _check_spread(places: Array, pixels: Array) -> None:
    """Raise InputError if all marks are in one line."""
    for points, what in ((pixels, "the marks"), (places, "the known places")):
        spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
        if spread[1] < 0.01 * spread[0]:
            raise InputError(f"{what} are all in one line: mark a corner beside it")


def _plausible_fits(
    file: MarksFile, fits: list[CameraFit], size: tuple[float, float]
) -> list[CameraFit]:
    """Return the fits without those that are upside down, or see models beyond the table."""
    width, depth = size
    pixels = np.array([model.pixel for model in file.models], float).reshape(-1, 2)
    heights = np.array([model.level or 0.0 for model in file.models], float)

    def sees_models(fit: CameraFit) -> bool:
        x, y = fit.camera.on_level(pixels, heights).T
        off = np.maximum(np.maximum(-x, x - width), np.maximum(-y, y - depth))
        return bool((off < FAR_OUTSIDE_IN).all())

    kept = [fit for fit in fits if sees_models(fit)] or fits
    upright = [fit for fit in kept if fit.camera.lean < UPSIDE_DOWN]
    has_upright = any(fit.camera.lean < UPRIGHT for fit in kept)
    return upright if has_upright else kept


def _good_reading(
    file: MarksFile,
    size: tuple[float, float],
    fits: list[CameraFit],
    lens: Lens,
    places: Array,
    pixels: Array,
    names: list[str],
) -> PhotoReading:
    likely = [fit for fit in fits if fit.chi_square < fits[0].chi_square + RIVAL_CHI_SQUARE]
    likely = sorted(_plausible_fits(file, likely, size), key=lambda fit: fit.camera.lean)
    rivals = tuple(likely[1:])
    fits = likely[:1]
    notes = [
        f"{name}: marked outside the picture"
        for name, (x, y) in zip(names, pixels.tolist(), strict=True)
        if not (0 <= x <= lens.width and 0 <= y <= lens.height)
    ]
    if lens.is_cropped:
        notes.append(
            "the picture seems to be cropped, which makes positions less certain: "
            "use the whole photograph"
        )
    residuals = _residuals(fits[0], places, pixels, names)
    return PhotoReading(fits[0], rivals, lens, residuals, notes=tuple(notes))


def _bad_reading(
    file: MarksFile,
    fits: list[CameraFit],
    lens: Lens,
    places: Array,
    pixels: Array,
    names: list[str],
    likely_order: dict[CornerName, Pixel] | None,
) -> PhotoReading:
    fit = fits[0]
    residuals = _residuals(fit, places, pixels, names)
    if likely_order is not None:
        problem = describe_order(file.corners.by_name, likely_order)
    else:
        worst = largest_misfit(fit, lens, places, pixels, file.noise)
        if worst is None or len(places) < 5:
            worst = max(range(len(residuals)), key=lambda k: residuals[k].px)
        problem = (
            f"the marks miss their places by {fit.rms_px:,.0f} pixels, more than marks do: "
            f"{_words(names[worst])} is off, another mark is, or this lens bends too much"
        )
    degrees = max(2, 2 * len(places) - 6)
    return PhotoReading(
        scale_doubt(fit, max(1.0, fit.chi_square / degrees)),
        (),
        lens,
        residuals,
        problem,
        is_usable=fit.likelihood >= IMPOSSIBLE and likely_order is None,
        is_sure=False,
        likely_order=likely_order,
    )


def _residuals(
    fit: CameraFit, places: Array, pixels: Array, names: list[str]
) -> tuple[MarkResidual, ...]:
    ground = fit.camera.on_level(pixels, places[:, 2])
    seen = pixels - fit.residuals
    return tuple(
        MarkResidual(
            name,
            (float(pixels[k, 0]), float(pixels[k, 1])),
            (float(seen[k, 0]), float(seen[k, 1])),
            float(np.linalg.norm(fit.residuals[k])),
            float(np.linalg.norm(ground[k] - places[k, :2])),
        )
        for k, name in enumerate(names)
    )


def find_order(
    file: MarksFile, size: tuple[float, float], lens: Lens
) -> dict[CornerName, Pixel] | None:
    """Return the other order of the corners that explains the marks and keeps most, or None."""
    given = file.corners.by_name
    best: dict[CornerName, Pixel] | None = None
    best_rank = (-1, 0.0)
    for corners in _other_orders(given):
        places, pixels, _ = _known_marks(file, corners, size)
        fits = fit_camera(lens, places, pixels, file.noise)
        if not fits or fits[0].likelihood < LIKELY:
            continue
        kept = sum(corners.get(name) == pixel for name, pixel in given.items())
        rank = (kept, fits[0].likelihood)
        if rank > best_rank:
            best, best_rank = corners, rank
    return best


def _other_orders(corners: Mapping[CornerName, Pixel]) -> Iterator[dict[CornerName, Pixel]]:
    marks = list(corners.values())
    for names in combinations(CORNER_NAMES, len(marks)):
        for order in permutations(marks):
            given = dict(zip(names, order, strict=True))
            if given != dict(corners) and _turns_left(list(given.values())):
                yield given


def _turns_left(pixels: Sequence[Pixel]) -> bool:
    """Return whether corners go against the clock, as all cameras above the table see them."""
    if len(pixels) < 3:
        return True
    points = np.array(pixels, float)
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool((turns < 0).all())  # y leads down in the picture


def describe_order(
    corners: Mapping[CornerName, Pixel], likely_order: Mapping[CornerName, Pixel]
) -> str:
    """Return a sentence about corners that are marked in the wrong order."""
    true_names = {pixel: name for name, pixel in likely_order.items()}
    moves = [
        f"{_words(name)} is likely the {_words(true_names[pixel])}"
        for name, pixel in corners.items()
        if true_names[pixel] != name
    ]
    return f"the corners are marked in the wrong order: {', '.join(moves)}"


def _words(name: str) -> str:
    return name.replace("_", "-")
