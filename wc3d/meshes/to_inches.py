"""Conversion of a mesh file's units and axes to inches with z up."""

from __future__ import annotations

import numpy as np

from wc3d.meshes.orientation import upright_matrix
from wc3d.meshes.surface import Triangles
from wc3d.meshes.units import INCHES_PER_UNIT, UP_AXES, AnyUp, Unit

MAX_PIECE_IN = 588.0
"""Largest size of a piece that fits the largest table, in inches."""

MAX_OFFSET_IN, OFFSET_STEP_IN = 10_600.0, 1_000.0
"""Limits of a piece's position, in inches.

The first is the largest distance from the origin that a map can correct, the second the step by
which a farther piece is moved.
"""


DIRECTION_DIGITS = 9
"""Decimal places of an inch to which a mesh is rounded that is turned to any direction."""


def guess_scale(longest: float, unit: Unit) -> float:
    """Return 1, or the scale that shrinks a piece too large for any table to a board's size."""
    inches = longest * INCHES_PER_UNIT[unit]
    return 1.0 if inches <= MAX_PIECE_IN else float(f"{48.0 / inches:.2g}")


def turn_upright(triangles: Triangles, up: AnyUp) -> Triangles:
    """Turn triangles so that `up`, an axis or a direction of the file, becomes z."""
    if up == "z":
        return triangles
    if isinstance(up, str):
        return np.stack([sign * triangles[..., axis] for axis, sign in UP_AXES[up]], axis=-1)
    return np.asarray(triangles @ upright_matrix(up).T)


def convert_to_inches(triangles: Triangles, unit: Unit, up: AnyUp, scale: float = 1.0) -> Triangles:
    """Convert a file's triangles to inches with z up.

    A direction as `up` rounds the result, so that flat faces stay flat. Triangles too far from the
    origin for any map (a survey's coordinates) are moved nearer to it.
    """
    result = np.asarray(turn_upright(triangles, up) * (INCHES_PER_UNIT[unit] * scale))
    if not isinstance(up, str):
        result = np.round(result, DIRECTION_DIGITS) + 0.0
    low, high = result.min(axis=(0, 1)), result.max(axis=(0, 1))
    offset = np.where(
        (low > MAX_OFFSET_IN) | (high < -MAX_OFFSET_IN),
        OFFSET_STEP_IN * np.round((low + high) / 2 / OFFSET_STEP_IN),
        0.0,
    )
    return result - offset if offset.any() else result
