"""The type of a kit's piece by its name and shape: wall, house, tree, barricade, hill and so on."""

from __future__ import annotations

from typing import Literal

import numpy as np

from wc3d.meshes.known_things import things_in_name
from wc3d.meshes.surface import Triangles

PieceType = Literal["house", "wall", "barricade", "tree", "hill", "ruin", "floor", "other"]

PIECE_TYPES: dict[PieceType, str] = {
    "house": "Houses",
    "wall": "Walls",
    "barricade": "Barricades",
    "tree": "Trees",
    "hill": "Hills",
    "ruin": "Ruins",
    "floor": "Floors",
    "other": "Other",
}
"""The types of pieces, with their names on buttons."""

TYPES_BY_THING: dict[str, PieceType] = {
    "house": "house",
    "large building": "house",
    "tower": "house",
    "castle": "house",
    "bunker": "house",
    "wall": "wall",
    "gate": "wall",
    "fence": "barricade",
    "tree": "tree",
    "bush": "tree",
    "hill": "hill",
    "rock": "hill",
    "ruin": "ruin",
    "tile": "floor",
    "road": "floor",
}
"""The type of each known thing that a name tells; the others are "other"."""

MIN_WALL_HEIGHT_IN = 1.5
"""A lower wall is a barricade, in inches."""

MIN_HOUSE_HEIGHT_IN, MIN_HOUSE_WIDTH_IN = 2.2, 2.0
"""A house has a story for figures and room inside, in inches."""

MAX_FLOOR_HEIGHT_IN = 0.4
"""A piece without a larger height is a floor, in inches."""

MAX_TILE_SHARE = 0.4
"""Largest height of a floor by its name, as a share of its longer side."""

MAX_WALL_SHARE = 0.3
"""Largest thickness of a wall as a share of its length."""

MAX_TRUNK_SHARE, TRUNK_HEIGHT_SHARE = 0.3, 0.15
"""Largest area that the lowest part of a tree covers as a share of its whole, and that part."""

MAX_HILL_TOP_SHARE, HILL_TOP_SHARE = 0.7, 0.85
"""Largest area of the top of a hill as a share of its base, and where the top begins."""


def find_piece_type(name: str, triangles: Triangles) -> PieceType:
    """Return the type of a piece from its name without a suffix, else from its shape.

    The triangles are in inches with z up.
    """
    things = [thing.name for thing in things_in_name(name) if not thing.is_general]
    types = [TYPES_BY_THING[thing] for thing in things if thing in TYPES_BY_THING]
    if types and not (types[0] == "floor" and _is_high(triangles)):
        return _with_height(types[0], triangles)
    return "other" if things and not types else find_type_by_shape(triangles)


def _is_high(triangles: Triangles) -> bool:
    """Return whether a piece is too high for a floor."""
    wide, deep, height = np.ptp(triangles, axis=(0, 1)).tolist()
    return bool(height > MAX_TILE_SHARE * max(wide, deep))


def _with_height(piece_type: PieceType, triangles: Triangles) -> PieceType:
    """Return "barricade" for a wall that is low."""
    height = float(np.ptp(triangles[..., 2]))
    return "barricade" if piece_type == "wall" and height < MIN_WALL_HEIGHT_IN else piece_type


def find_type_by_shape(triangles: Triangles) -> PieceType:
    """Return the type of a piece from its shape, in inches with z up."""
    corners = triangles.reshape(-1, 3)
    low, high = corners.min(axis=0), corners.max(axis=0)
    wide, deep, height = (high - low).tolist()
    if height <= MAX_FLOOR_HEIGHT_IN:
        return "floor"
    if min(wide, deep) <= MAX_WALL_SHARE * max(wide, deep):
        return "wall" if height >= MIN_WALL_HEIGHT_IN else "barricade"
    area = wide * deep
    bottom = _covered_area(corners, low[2], low[2] + TRUNK_HEIGHT_SHARE * height)
    if height > max(wide, deep) and bottom < MAX_TRUNK_SHARE * area:
        return "tree"
    top = _covered_area(corners, low[2] + HILL_TOP_SHARE * height, high[2])
    if height < min(wide, deep) and top < MAX_HILL_TOP_SHARE * area and bottom > 0.8 * area:
        has_walls = _has_upright_faces(triangles)
        if not has_walls:
            return "hill"
    if height >= MIN_HOUSE_HEIGHT_IN and min(wide, deep) >= MIN_HOUSE_WIDTH_IN:
        return "house"
    return "other"


def _covered_area(corners: np.ndarray, low: float, high: float) -> float:
    """Return the area of the box around the corners between two heights."""
    part = corners[(corners[:, 2] >= low - 1e-6) & (corners[:, 2] <= high + 1e-6), :2]
    return float(np.ptp(part, axis=0).prod()) if len(part) else 0.0


def _has_upright_faces(triangles: Triangles) -> bool:
    """Return whether a quarter or more of a surface is upright."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    upright = np.abs(normals[:, 2]) < 0.2 * areas
    return bool(areas[upright].sum() > 0.25 * areas.sum())
