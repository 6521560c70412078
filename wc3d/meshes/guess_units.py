"""What a mesh file does not say: its units and which way is up, guessed, with the reason in a sentence."""

from __future__ import annotations

import numpy as np

from wc3d.meshes.surface import MeshSurface, Triangles, Unit, Up

INCHES_PER_UNIT: dict[Unit, float] = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "m": 1000 / 25.4}
"""Inches to a unit."""

BOARD_SIDES_IN = (24.0, 30.0, 36.0, 44.0, 48.0, 60.0, 72.0, 96.0)
"""Inches: sides of tables, as they are sold."""

MAX_PIECE_IN = 588.0
"""Inches: a larger piece has no room on the largest table."""

MAX_PIECE_M = 60.0
"""Meters: what is said to be larger, and would be larger than any table, is meant in millimeters; a building in centimeters."""

MAX_OFFSET_IN, OFFSET_STEP_IN = 10_600.0, 1_000.0
"""Inches: where no map can bring a piece onto its table, it is read nearer to its origin, by so many inches at a time."""

_NAMES: dict[Unit, str] = {"in": "inches", "mm": "millimeters", "cm": "centimeters", "m": "meters"}

_NEAR = 0.02
"""A board's side may be off by this share of it; what is so near the lowest level, by its share of the height, lies on it."""

_LEVEL = 0.98
"""The cosine that a face's normal has at least with the upward axis where it is flat."""

_MARGINS = {"obj": 0.1}
_MARGIN = 0.3
"""Lying flat on y must beat lying flat on z by this much: most files without a rule of their own have z up, fewer of the OBJ."""


_TELLING = 0.15
"""What lies less flat than this along an axis does not say by that that it stands so."""


def guess_units(surface: MeshSurface) -> tuple[Unit, str]:
    """The units of a mesh file, and why, in one sentence."""
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
    """1, or for a piece of which the longest side has no room on any table what makes it as large as a board."""
    inches = longest * INCHES_PER_UNIT[unit]
    return 1.0 if inches <= MAX_PIECE_IN else float(f"{48.0 / inches:.2g}")


def _guess_board_unit(size: np.ndarray) -> Unit | None:
    """The units in which something of this size is a whole table: low, and two sides as tables are sold."""
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
    """Which of a mesh file's axes points up, and why, in one sentence."""
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
        return standard, f"{standard}, as the standard of the format says{but}"
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
        return "z", "z, as in most such files: the mesh stands about as flat with y up"
    return "z", "z, as in most such files: the mesh does not stand flat with y up or z up"


def _rate_flatness(triangles: Triangles, axis: int) -> float:
    """How flat a surface lies on its lowest level along an axis, 0 to 1: what it covers of its own outline there, and how little
    flat it is on top; feet that stand far apart count as much as a floor."""
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
    )  # it may have no underside
    feet = np.ptp(feet_points[:, other_axes], axis=0)
    return 0.5 * bottom * (1 - top / 2) + 0.5 * float((feet / width).prod())


def convert_to_inches(triangles: Triangles, unit: Unit, up: Up, scale: float = 1.0) -> Triangles:
    """Triangles of a file in inches with z up.

    What lies so far from its own origin that no map can bring it onto a table (a survey's coordinates) is moved nearer to it.
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
