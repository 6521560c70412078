"""Terrain that is marked in the photograph: its shape, and the doubt about it.

A marked piece may really be elsewhere, and taller or lower. Two versions enclose it: the *core*,
which all of its possible shapes contain, and the *reach*, which contains them all. Sight that the
cores block is blocked, and sight that the reaches leave open is open.

Much of the doubt moves the piece as a whole, together with the models around it. Seen from the
piece, the models move and the piece only changes its shape a little (`relative_to_piece`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from wc3d.errors import InputError
from wc3d.photo.camera import Array
from wc3d.photo.camera_fit import CameraFit
from wc3d.photo.chi_square import chi_square_bound
from wc3d.photo.marks_file import Pixel
from wc3d.photo.placed_models import PlacedModels
from wc3d.photo.placement import height_of_mark, place_marks
from wc3d.table.maps.map_file import TerrainKind
from wc3d.table.maps.offset_outline import offset_outline
from wc3d.table.maps.strict_json import Id, StrictModel

MAX_HEIGHT_IN = 60.0
MIN_SIDE_IN = 0.02
"""The smallest side of a core: a thinner one is left out."""
MAX_DISTANCE_IN = 1000.0
"""The largest distance of a marked place from the table's south-west corner."""

PositiveInches = Annotated[
    float, Field(strict=True, allow_inf_nan=False, ge=0.02, le=MAX_HEIGHT_IN)
]
Form = Literal["wall", "block", "tower", "area"]


class MarkedPiece(StrictModel):
    """A piece of terrain in the photograph. The marks of its foot are on the table.

    - `wall`: both ends of its middle line. `block`: its corners, of which three make a rectangle.
    - `tower`: its center and a point on its rim. `area`: points around its edge.
    - `top`: a mark straight above the first one, which gives the height.
    """

    id: Id
    form: Form
    kind: TerrainKind
    feet: Annotated[tuple[Pixel, ...], Field(min_length=2, max_length=20)]
    top: Pixel | None = None
    height: PositiveInches = 2.0
    thickness: PositiveInches = 0.5


@dataclass(frozen=True, eq=False)
class BuiltPiece:
    """A marked piece as terrain of a map (`feature`), with its core (None if it is too thin) and
    its reach.

    `feet` are its marks on the table (n, 2). `doubt` is how far its edge, and `height_doubt` how
    far its top may be off, in inches.
    """

    piece: MarkedPiece
    feature: dict[str, Any]
    core: dict[str, Any] | None
    reach: dict[str, Any]
    feet: Array
    height: float
    doubt: float
    height_doubt: float

    def reshaped(self, by: float, taller: float) -> dict[str, Any] | None:
        """Return the piece with its marks moved `by` inches outward, and `taller` inches higher.

        The thickness of a wall is a typed number and stays. Returns None if nothing is left.
        """
        return _feature(self.piece, self.feet, self.height + taller, by, keeps_thickness=True)


def build_piece(piece: MarkedPiece, fit: CameraFit, noise: float) -> BuiltPiece:
    """Return a marked piece as terrain. Raises InputError for marks that make no shape."""
    pixels = np.array(piece.feet, float)
    feet, covariance = place_marks(fit, pixels, np.zeros(len(pixels)), noise)
    if not np.isfinite(feet).all() or np.abs(feet).max() > MAX_DISTANCE_IN:
        raise InputError(f"{piece.id}: a mark is above the horizon; mark its foot on the table")
    bound = math.sqrt(chi_square_bound(2))
    variances = [
        np.linalg.eigvalsh(covariance[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]).max()
        for k in range(len(feet))
    ]
    doubt = bound * math.sqrt(max(variances))
    height, height_doubt = piece.height, 0.0
    if piece.top is not None:
        height = height_of_mark(fit, feet[0], piece.top)
        per_pixel = abs(height_of_mark(fit, feet[0], (piece.top[0], piece.top[1] - 1.0)) - height)
        height_doubt = bound * noise * per_pixel * math.sqrt(2) + doubt
        if not 0.02 <= height <= MAX_HEIGHT_IN:  # also for a ray straight down
            raise InputError(
                f'{piece.id}: its top seems to be {height:.2f}" high; '
                "mark the top straight above the first mark of its foot"
            )
    core_height = max(0.0, height - height_doubt)
    feature = _feature(piece, feet, height, 0.0)
    reach = _feature(piece, feet, height + height_doubt, doubt)
    if feature is None or reach is None:
        raise InputError(f"{piece.id}: the marks of its foot are too close together")
    return BuiltPiece(
        piece,
        feature,
        _feature(piece, feet, core_height, -doubt) if core_height > MIN_SIDE_IN else None,
        reach,
        feet,
        height,
        doubt,
        height_doubt,
    )


def _feature(
    piece: MarkedPiece, feet: Array, height: float, grow: float, *, keeps_thickness: bool = False
) -> dict[str, Any] | None:
    """Return the terrain of a map, with its sides `grow` inches outward; None if nothing is left."""
    shape = _shape(piece, feet, grow, keeps_thickness)
    if shape is None or height < MIN_SIDE_IN:
        return None
    return {"id": piece.id, "kind": piece.kind, "shape": {**shape, "height": round(height, 4)}}


def _shape(
    piece: MarkedPiece, feet: Array, grow: float, keeps_thickness: bool
) -> dict[str, Any] | None:
    if piece.form == "wall":
        across = feet[1] - feet[0]
        length = float(np.hypot(*across))
        _check_apart(piece, length)
        size = [length + 2 * grow, piece.thickness + (0.0 if keeps_thickness else 2 * grow)]
        return _box(feet[:2].mean(axis=0), across, size)
    if piece.form == "tower":
        radius = float(np.hypot(*(feet[1] - feet[0])))
        _check_apart(piece, radius)
        center = [round(float(v), 4) for v in feet[0]]
        grown = radius + 2 * grow  # both marks may be off
        return (
            {"type": "cylinder", "center": center, "radius": round(grown, 4)}
            if grown > MIN_SIDE_IN
            else None
        )
    if len(feet) < 3:
        raise InputError(f"{piece.id}: expected at least 3 marks around its foot")
    if piece.form == "block" and len(feet) == 3:
        return _rectangle(piece, feet, grow)
    return _polygon(feet, grow)


def _rectangle(piece: MarkedPiece, feet: Array, grow: float) -> dict[str, Any] | None:
    """Return the box with a side from the first mark to the second, and on to the third."""
    along, next_side = feet[1] - feet[0], feet[2] - feet[1]
    length = float(np.hypot(*along))
    _check_apart(piece, length)
    normal = np.array([-along[1], along[0]]) / length
    depth = float(next_side @ normal)
    _check_apart(piece, abs(depth))
    center = feet[:2].mean(axis=0) + normal * depth / 2
    return _box(center, along, [length + 2 * grow, abs(depth) + 2 * grow])


def _box(center: Array, along: Array, size: list[float]) -> dict[str, Any] | None:
    if min(size) < MIN_SIDE_IN:
        return None
    return {
        "type": "box",
        "center": [round(float(v), 4) for v in center],
        "size": [round(v, 4) for v in size],
        "rotation": round(math.degrees(math.atan2(along[1], along[0])) % 360.0, 3),
    }


def _polygon(feet: Array, grow: float) -> dict[str, Any] | None:
    points = offset_outline(feet, grow)
    return None if points is None else {"type": "prism", "points": points}


def _check_apart(piece: MarkedPiece, length: float) -> None:
    if length < 0.1:
        raise InputError(f"{piece.id}: two marks of its foot are at the same place")


# Models as seen from a piece


def relative_to_piece(
    built: BuiltPiece, fit: CameraFit, placed: PlacedModels, pixels: Array, noise: float
) -> tuple[PlacedModels, float]:
    """Return the models with their doubt as seen from a piece, and the doubt of its shape.

    `pixels` (n, 2) are the models' marks. The shape's doubt is how far a mark of the piece may be
    off after the piece has been moved and turned onto its solved place, in inches.
    """
    feet = built.feet
    count = len(placed.ids)
    at = np.array([position[:2] for position in placed.positions], float).reshape(-1, 2)
    heights = np.array([position[2] for position in placed.positions], float)
    _, joint = place_marks(
        fit,
        np.vstack([pixels.reshape(-1, 2), np.array(built.piece.feet, float)]),
        np.concatenate([heights, np.zeros(len(feet))]),
        noise,
    )
    move = _rigid_motion(built)
    seen = np.hstack([np.eye(2 * count), -_motion_at(built, at) @ move])
    rest = np.eye(2 * len(feet)) - _motion_at(built, feet) @ move
    by_piece = np.hstack([np.zeros((2 * len(feet), 2 * count)), rest])
    left = by_piece @ joint @ by_piece.T
    largest = max(
        float(np.linalg.eigvalsh(left[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]).max())
        for k in range(len(feet))
    )
    covariance = seen @ joint @ seen.T
    relative = replace(placed, covariance=(covariance + covariance.T) / 2)
    return relative, math.sqrt(chi_square_bound(2) * max(largest, 0.0))


def _pivot(built: BuiltPiece) -> Array:
    return np.asarray(built.feet[0] if built.piece.form == "tower" else built.feet.mean(axis=0))


def _rigid_motion(built: BuiltPiece) -> Array:
    """Return the matrix (3, 2n) from displacements of the feet to the shift and turn they make."""
    feet = built.feet
    rows = np.zeros((3, 2 * len(feet)))
    if built.piece.form == "tower":  # round: only its center moves it
        rows[0, 0] = rows[1, 1] = 1.0
        return rows
    arms = feet - _pivot(built)
    square = float((arms**2).sum())
    rows[0, 0::2] = rows[1, 1::2] = 1.0 / len(feet)
    rows[2, 0::2], rows[2, 1::2] = -arms[:, 1] / square, arms[:, 0] / square
    return rows


def _motion_at(built: BuiltPiece, places: Array) -> Array:
    """Return the matrix (2n, 3) from a shift and turn to the displacements of places (n, 2)."""
    arms = places - _pivot(built)
    rows = np.zeros((2 * len(places), 3))
    rows[0::2, 0] = rows[1::2, 1] = 1.0
    rows[0::2, 2], rows[1::2, 2] = -arms[:, 1], arms[:, 0]
    return rows
