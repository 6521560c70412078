"""Guesses of a mesh file's units and up axis, each with its reason in a sentence."""

from __future__ import annotations

import numpy as np

from wc3d.meshes.surface import MeshSurface, Triangles, Unit, Up

INCHES_PER_UNIT: dict[Unit, float] = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "m": 1000 / 25.4}
"""Inches per unit."""

BOARD_SIDES_IN = (24.0, 30.0, 36.0, 44.0, 48.0, 60.0, 72.0, 96.0)
"""Sides of commercial tables, in inches."""

MAX_PIECE_IN = 588.0
"""Largest size of a piece that fits the largest table, in inches."""

MAX_PIECE_M = 60.0
"""Size from which a piece that is too large in meters has millimeters instead of centimeters."""

MAX_OFFSET_IN, OFFSET_STEP_IN = 10_600.0, 1_000.0
"""Limits of a piece's position, in inches.

The first is the largest distance from the origin that a map can correct, the second the step by
which a farther piece is moved.
"""

_NAMES: dict[Unit, str] = {"in": "inches", "mm": "millimeters", "cm": "centimeters", "m": "meters"}

_NEAR = 0.02
"""Tolerance of a board's side, and of the lowest level as a share of the height."""

_LEVEL = 0.98
"""Smallest cosine between the normal of a flat face and the up axis."""

_MARGINS = {"obj": 0.1}
_MARGIN = 0.3
"""Lead in flatness that y up needs over z up, which most formats without a standard use."""


_TELLING = 0.15
"""Flatness below which an axis is not evidence for the up axis."""


def guess_units(surface: MeshSurface) -> tuple[Unit, str]:
    """Guess a mesh file's units, and return the unit with the reason in one sentence."""
    size = surface.high - surface.low
    longest = float(size.max())
    if surface.unit is not None:
        says = "the glTF standard says" if surface.format in ("glb", "gltf") else "the file says"
        inches = longest * INCHES_PER_UNIT[surface.unit]
        likely: Unit = "cm" if surface.unit == "m" and longest <= MAX_PIECE_M else "mm"
        if inches > MAX_PIECE_IN and INCHES_PER_UNIT[likely] < INCHES_PER_UNIT[surface.unit]:
            conversion = f"{longest:.4g} across is {longest * INCHES_PER_UNIT[likely]:.3g} inches"
            return (
                likely,
                f"{conversion}; {says} {_NAMES[surface.unit]}, but {inches:,.0f} inches is too large for terrain",
            )
        return surface.unit, f"as {says}; {longest:.4g} across is {inches:.3g} inches"
    board = _guess_board_unit(size)
    if board is not None:
        return board, f"{longest:.4g} across and flat, like a whole table"
    if longest >= 20:
        return "mm", f"{longest:.4g} across is {longest / 25.4:.3g} inches, like a piece of terrain"
    if longest >= 1:
        return "in", f"{longest:.4g} across, like a piece of terrain"
    return (
        "m",
        f"{longest:.4g} across is {longest * INCHES_PER_UNIT['m']:.3g} inches, like a piece of terrain",
    )


def guess_scale(longest: float, unit: Unit) -> float:
    """Return 1, or the scale that shrinks a piece too large for any table to a board's size."""
    inches = longest * INCHES_PER_UNIT[unit]
    return 1.0 if inches <= MAX_PIECE_IN else float(f"{48.0 / inches:.2g}")


def _guess_board_unit(size: np.ndarray) -> Unit | None:
    """Return the unit in which this size is a complete table: low, with two commercial sides."""
    low, middle, long = np.sort(size)
    if low > middle / 3:
        return None
    for unit in ("in", "mm", "m"):
        sides = np.array([middle, long]) * INCHES_PER_UNIT[unit]
        if all(
            min(abs(side - board) / board for board in BOARD_SIDES_IN) <= _NEAR for side in sides
        ):
            return unit
    return None


def guess_up(surface: MeshSurface) -> tuple[Up, str]:
    """Guess a mesh file's up axis, and return the axis with the reason in one sentence."""
    y, z = _rate_flatness(surface.triangles, 1), _rate_flatness(surface.triangles, 2)
    standard: Up | None = (
        "y" if surface.format in ("glb", "gltf") else "z" if surface.format == "3mf" else None
    )
    if standard is not None:
        standard_score, other_score = (y, z) if standard == "y" else (z, y)
        but = (
            f" (the mesh would stand flatter with {'z' if standard == 'y' else 'y'} up)"
            if other_score > standard_score + _MARGIN
            else ""
        )
        return standard, f"{standard}, as the file format says{but}"
    if y > z + _MARGINS.get(surface.format, _MARGIN):
        return (
            "y",
            f"y: the mesh stands flatter than with z up (scores {100 * y:.0f} and {100 * z:.0f} of 100)",
        )
    if z > max(y, _TELLING):
        return (
            "z",
            f"z: the mesh stands flatter than with y up (scores {100 * z:.0f} and {100 * y:.0f} of 100)",
        )
    if z > _TELLING:
        return "z", "z, as in most such files; the mesh stands about as flat with y up"
    return "z", "z, as in most such files; the mesh does not stand flat with y up or z up"


def _rate_flatness(triangles: Triangles, axis: int) -> float:
    """Rate how flat a surface is on its lowest level along an axis, 0 to 1.

    The rating combines the part of the outline covered on that level and the lack of flat tops.
    Feet far apart count as much as a floor.
    """
    other_axes = [i for i in range(3) if i != axis]
    heights = triangles[..., axis]
    low, high = float(heights.min()), float(heights.max())
    width = np.ptp(triangles[..., other_axes].reshape(-1, 2), axis=0)
    if high <= low or not width.all():
        return 0.0
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.abs(normals[:, axis])
    flat = areas >= _LEVEL * np.linalg.norm(normals, axis=1)
    tolerance = _NEAR * (high - low)
    bottom_faces, top_faces = (
        (np.abs(heights - level) <= tolerance).all(axis=1) & flat for level in (low, high)
    )
    bottom, top = (
        min(1.0, float(areas[faces].sum()) / 2 / float(width.prod()))
        for faces in (bottom_faces, top_faces)
    )
    feet_points = (
        triangles[bottom_faces].reshape(-1, 3)
        if bottom_faces.any()
        else triangles[heights <= low + tolerance]
    )  # the mesh may have no underside
    feet = np.ptp(feet_points[:, other_axes], axis=0)
    return 0.5 * bottom * (1 - top / 2) + 0.5 * float((feet / width).prod())


def convert_to_inches(triangles: Triangles, unit: Unit, up: Up, scale: float = 1.0) -> Triangles:
    """Convert a file's triangles to inches with z up.

    Triangles too far from the origin for any map (a survey's coordinates) are moved nearer to the
    origin.
    """
    points = (
        triangles
        if up == "z"
        else np.stack([triangles[..., 0], -triangles[..., 2], triangles[..., 1]], axis=-1)
    )
    result = np.asarray(points * (INCHES_PER_UNIT[unit] * scale))
    low, high = result.min(axis=(0, 1)), result.max(axis=(0, 1))
    offset = np.where(
        (low > MAX_OFFSET_IN) | (high < -MAX_OFFSET_IN),
        OFFSET_STEP_IN * np.round((low + high) / 2 / OFFSET_STEP_IN),
        0.0,
    )
    return result - offset if offset.any() else result
