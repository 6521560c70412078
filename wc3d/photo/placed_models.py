"""The models of a photograph: their levels, places and joint doubt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from wc3d.geometry.line_check import is_open_line
from wc3d.geometry.points import XYZ
from wc3d.photo.camera import Array
from wc3d.photo.camera_fit import CameraFit
from wc3d.photo.chi_square import chi_square_bound
from wc3d.photo.marks_file import MarkedModel, Pixel
from wc3d.photo.placement import place_marks
from wc3d.table.maps.strict_json import FileFault
from wc3d.table.sight.sight import make_occluders
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import base_size, stand, table_levels

RIM_SURE_SD = 3.5
"""The deviation from which a base does not have the size that was given."""

MAP_DOUBT_SD = 2.0
"""The standard deviations in `map_doubt`: fewer than in a 95 % circle, as all models share it."""

RING_POINTS = 16
ABOVE_FLOOR_IN = 0.02
"""The height above a floor at which a place counts as seen. Inches."""


@dataclass(frozen=True)
class LevelChoice:
    """A level on which a marked base can stand: its height, the place, and whose top it is.

    `is_hidden`: terrain is between the camera and the place, so another level is likelier.
    """

    height: float
    position: XYZ
    features: tuple[str, ...]
    is_hidden: bool = False


@dataclass(frozen=True, eq=False)
class PlacedModels:
    """Where the models stand.

    - `positions`: the place of each model. `covariance`: the joint one (2n, 2n), in the same order.
    - `faults`: models without a place, and why. `notes`: what is odd about the others.
    """

    ids: tuple[str, ...]
    positions: tuple[XYZ, ...]
    covariance: Array
    faults: tuple[FileFault, ...] = ()
    notes: tuple[str, ...] = ()
    rivals: tuple[Array, ...] = field(default=())

    def covariance_of(self, k: int) -> Array:
        """Return the covariance (2, 2) of one model."""
        return self.covariance[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]


def find_levels(
    table: Table, fit: CameraFit, base: str, pixel: Pixel, noise: float
) -> list[LevelChoice]:
    """Return the levels on which a base can stand under a mark, highest first.

    A place within the mark's doubt is enough. Other models are ignored.
    """
    everyone = tuple(body.id for body in table.bodies)
    occluders = tuple(o for o in make_occluders(table.features)[1].occluders if not o.is_obscuring)
    eye_x, eye_y, eye_z = fit.camera.eye.tolist()
    choices = []
    for level in table_levels(table):
        places, covariance = place_marks(
            fit, np.array([pixel], float), np.array([level.height]), noise
        )
        if not np.isfinite(places).all() or not np.isfinite(covariance).all():
            continue
        x, y = places[0].tolist()
        near = np.vstack([places, places + ellipse_points(covariance, 0.5)])
        near = np.vstack([near, places + ellipse_points(covariance, 1.0)])
        if any(stand(table, base, (u, v, level.height), everyone) for u, v in near.tolist()):
            line = (eye_x, eye_y, eye_z), (x, y, level.height + ABOVE_FLOOR_IN)
            choices.append(
                LevelChoice(
                    level.height,
                    (x, y, level.height),
                    level.features,
                    not is_open_line(line, occluders),
                )
            )
    return choices


def ellipse_points(covariance: Array, scale: float = 1.0, count: int = RING_POINTS) -> Array:
    """Return points (count, 2) on the 95 % ellipse of a covariance, scaled, around zero."""
    turns = np.linspace(0, 2 * math.pi, count, endpoint=False)
    values, vectors = np.linalg.eigh(covariance)
    radii = scale * np.sqrt(np.maximum(values, 0.0) * chi_square_bound(2))
    return np.asarray(np.c_[np.cos(turns), np.sin(turns)] * radii @ vectors.T)


def place_models(
    table: Table,
    fit: CameraFit,
    rivals: Sequence[CameraFit],
    models: Sequence[MarkedModel],
    noise: float,
    map_doubt: float = 0.0,
) -> PlacedModels:
    """Return the places of all models, each on its level.

    Only relative places matter, so the doubt about terrain is added to that of each model.
    """
    faults: list[FileFault] = []
    levels: list[float] = []
    for i, model in enumerate(models):
        level = model.level
        if level is None:
            level = _find_level(table, fit, model, noise, f"models[{i}]", faults)
        levels.append(level)
    heights = np.array(levels, float)
    pixels = np.array([model.pixel for model in models], float).reshape(-1, 2)
    places, covariance = place_marks(fit, pixels, heights, noise)
    covariance += np.eye(len(covariance)) * (map_doubt / MAP_DOUBT_SD) ** 2
    for i, (x, y) in enumerate(places.tolist()):
        if not math.isfinite(x + y) or max(abs(x), abs(y)) > 1e4:
            faults.append(
                FileFault(
                    f"models[{i}].pixel",
                    f'no place {heights[i]:g}" high is seen there: the mark is above the horizon, '
                    "or the level is as high as the camera",
                )
            )
    if faults:
        return PlacedModels((), (), np.zeros((0, 0)), tuple(faults))
    notes: list[str] = []
    for i, model in enumerate(models):
        ellipse = places[i] + ellipse_points(covariance[2 * i : 2 * i + 2, 2 * i : 2 * i + 2])
        _check_on_table(table, model, i, places[i], ellipse, faults, notes)
        if model.rim is not None:
            notes += _check_rim(table, fit, model, float(heights[i]), noise)
    positions = tuple((x, y, z) for (x, y), z in zip(places.tolist(), levels, strict=True))
    return PlacedModels(
        tuple(model.id for model in models),
        positions,
        covariance,
        tuple(faults),
        tuple(notes),
        tuple(rival.camera.on_level(pixels, heights) for rival in rivals),
    )


def _find_level(
    table: Table,
    fit: CameraFit,
    model: MarkedModel,
    noise: float,
    place: str,
    faults: list[FileFault],
) -> float:
    """Return the one level on which a model can stand; note a fault if it is not one."""
    base = model.base  # type: ignore[attr-defined]
    choices = find_levels(table, fit, base, model.pixel, noise)
    if len(choices) == 1:
        return choices[0].height
    if choices:
        listed = ", ".join(
            f'{choice.height:g}"'
            + (f" ({', '.join(choice.features[:3])})" if choice.height else "")
            + (" (behind terrain)" if choice.is_hidden else "")
            for choice in choices
        )
        text = f"a {base} base can stand on several levels there, give one: {listed}"
        faults.append(FileFault(f"{place}.level", text))
    else:
        faults.append(
            FileFault(
                f"{place}.pixel",
                f"a {base} base cannot stand there on any level; move the mark, or give the level",
            )
        )
    return choices[0].height if choices else 0.0


def _check_on_table(
    table: Table,
    model: MarkedModel,
    i: int,
    at: Array,
    ellipse: Array,
    faults: list[FileFault],
    notes: list[str],
) -> None:
    """Note a model beyond the table's edge; a fault if its whole ellipse is."""
    width, depth = table.size
    off = max(-at[0], -at[1], at[0] - width, at[1] - depth)
    if off <= 0:
        return
    x, y = ellipse.T
    text = f'{model.id} is {off:.1f}" beyond the edge of the table: is its mark or a corner off?'
    if ((x < 0) | (y < 0) | (x > width) | (y > depth)).all():
        faults.append(FileFault(f"models[{i}].pixel", text))
    else:
        notes.append(text)


def _check_rim(
    table: Table, fit: CameraFit, model: MarkedModel, height: float, noise: float
) -> list[str]:
    """Return a note if the marks on the rim do not fit the base's size."""
    base = model.base  # type: ignore[attr-defined]
    if model.rim is None or base not in table.policy.bases:
        return []
    ends, covariance = place_marks(
        fit, np.array(model.rim, float), np.array([height, height]), noise
    )
    across = ends[1] - ends[0]
    diameter = float(np.linalg.norm(across))
    if not math.isfinite(diameter):
        return [f"{model.id}: the marks on the rim of its base are above the horizon"]
    way = across / max(diameter, 1e-9)
    by_marks = np.concatenate([-way, way])
    deviation = math.sqrt(max(float(by_marks @ covariance @ by_marks), 0.0))
    off = diameter - 2 * base_size(table, base).radius
    if abs(off) <= RIM_SURE_SD * deviation:
        return []
    seen = f"the base of {model.id} looks {diameter * 25.4:.0f} mm wide"
    return [f"{seen}, but a {base} base is {table.policy.bases[base].diameter_mm:g} mm wide"]
