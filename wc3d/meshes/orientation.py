"""Orientations of a mesh: which of its directions is up, and how it is turned about that.

A map stores any orientation as `up` (an axis or a direction of the file) and `rotation`.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from wc3d.meshes.surface import Floats
from wc3d.meshes.units import UP_AXES, AnyUp, Up, UpDirection

UP_DIGITS = 12
"""Decimal places of a stored direction."""

AXIS_TOLERANCE = 1e-9
"""Difference of a direction from an axis that counts as none."""

TableAxis = Literal["x", "y", "z"]

QUARTER_TURNS: dict[TableAxis, Floats] = {
    "x": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    "y": np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
    "z": np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
}
"""Turns by 90 degrees counter-clockwise about the table's axes."""


def upright_matrix(up: AnyUp) -> Floats:
    """Return the matrix (3, 3) that turns the file's axes so that `up` becomes z."""
    if isinstance(up, str):
        matrix = np.zeros((3, 3))
        for row, (axis, sign) in enumerate(UP_AXES[up]):
            matrix[row, axis] = sign
        return matrix
    direction = np.array(up) / np.linalg.norm(up)
    base = upright_matrix(nearest_axis(up))
    return turn_between(base @ direction, np.array([0.0, 0.0, 1.0])) @ base


def turn_between(start: Floats, end: Floats) -> Floats:
    """Return the smallest turn (3, 3) from one direction to another; both have the length 1."""
    cosine = float(start @ end)
    if cosine < -1.0 + 1e-12:  # any axis across will do: the steadiest is taken
        across = np.cross(start, np.eye(3)[int(np.argmin(np.abs(start)))])
        across /= np.linalg.norm(across)
        return np.asarray(2.0 * np.outer(across, across) - np.eye(3))
    x, y, z = np.cross(start, end)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + cross + cross @ cross / (1.0 + cosine))


def nearest_axis(up: UpDirection) -> Up:
    """Return the axis that is nearest to a direction."""
    return max(UP_AXES, key=lambda name: UP_AXES[name][2][1] * up[UP_AXES[name][2][0]])


def simplify_up(direction: Floats) -> AnyUp:
    """Return a direction for storage: an axis where it is one."""
    x, y, z = (direction / np.linalg.norm(direction)).tolist()
    axis = nearest_axis((x, y, z))
    place, sign = UP_AXES[axis][2]
    ideal = np.zeros(3)
    ideal[place] = sign
    if np.abs(np.array([x, y, z]) - ideal).max() <= AXIS_TOLERANCE:
        return axis
    return round(x, UP_DIGITS) + 0.0, round(y, UP_DIGITS) + 0.0, round(z, UP_DIGITS) + 0.0


def placed_matrix(up: AnyUp, rotation: float, mirrored: bool) -> Floats:
    """Return the matrix (3, 3) from the file's axes to the table's."""
    flip = np.diag([-1.0 if mirrored else 1.0, 1.0, 1.0])
    return np.asarray(_turn_about_z(rotation) @ flip @ upright_matrix(up))


def split_matrix(matrix: Floats, mirrored: bool) -> tuple[AnyUp, float]:
    """Return the `up` and the rotation in degrees of a matrix from the file's axes to the table's."""
    up = simplify_up(matrix[2])
    flip = np.diag([-1.0 if mirrored else 1.0, 1.0, 1.0])
    rest = matrix @ upright_matrix(up).T @ flip
    return up, round(float(np.degrees(np.arctan2(rest[1, 0], rest[0, 0]))) % 360.0, 6) % 360.0


def _turn_about_z(degrees: float) -> Floats:
    quarters, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return np.asarray(np.linalg.matrix_power(QUARTER_TURNS["z"], int(quarters) % 4))
    angle = np.radians(degrees)
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
