"""Plates that are too uneven for a floor, and the unevenness that makes them one floor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from wc3d.geometry.tolerances import MAX_UNEVEN_IN
from wc3d.meshes.surface import Triangles

Floats = NDArray[np.float64]

GRID_SPACING_IN, MAX_GRID_CELLS = 0.1, 400
"""Spacing of the height grid in inches, and its most cells along a side; a larger mesh is left."""

SAMPLES_PER_CELL = 6
"""Points on the surface for each cell of the grid."""

WINDOW_IN = 1.2
"""Width of the squares that are measured, about that of the smallest base, in inches."""

MAX_TILT_IN, MAX_TILT_SHARE = 0.08, 0.6
"""Largest rise of a level square from side to side: in inches, or as a share of its range."""

MAX_NEEDED_IN = 0.3
"""Largest unevenness that is proposed, in inches."""

PLATE_RANGE_IN = 0.25
"""Range of the mean heights of the squares of one plate, in inches."""

MIN_PLATE_SQUARES, MIN_LEVEL_SHARE = 6, 0.6
"""Fewest squares of a plate, and the share of them that must be level."""

MIN_ROUGH_SHARE, MIN_SPLIT_ROUGH_SHARE = 0.5, 0.1
"""Share of squares that must be too uneven: without a floor, and where it is split in several."""

NEAR_FLOOR_IN = 0.3
"""Floors that are nearer than this are parts of one uneven plate, in inches."""

ROUNDING_IN = 0.01
"""A proposed unevenness is a multiple of this, and at least this much larger than measured."""

MIN_UP_COSINE = 0.3
"""Smallest cosine of faces that count as ground."""


class RoughPlate(NamedTuple):
    """A plate that is more uneven than a floor may be. Inches."""

    height: float
    """The mean height."""
    needed: float
    """The unevenness that makes it one floor."""


def find_rough_plate(triangles: Triangles, levels: Sequence[float]) -> RoughPlate | None:
    """Return the largest plate without one clear floor, or None.

    `triangles` are in inches, z up, with their lowest point at 0; `levels` are the floors that
    were found.
    """
    grid = _height_grid(triangles)
    if grid is None:
        return None
    squares = _measure_squares(grid)
    if not len(squares.means):
        return None
    order = np.sort(squares.means)
    counts = np.searchsorted(order, order + PLATE_RANGE_IN, "right") - np.arange(len(order))
    lowest = order[int(np.argmax(counts))]
    is_in_plate = (squares.means >= lowest) & (squares.means <= lowest + PLATE_RANGE_IN)
    is_level = squares.is_level[is_in_plate]
    if is_level.sum() < MIN_PLATE_SQUARES or is_level.mean() < MIN_LEVEL_SHARE:
        return None
    height = float(squares.means[is_in_plate][is_level].mean())
    ranges = squares.ranges[is_in_plate][is_level]
    near = [level for level in levels if abs(level - height) <= NEAR_FLOOR_IN]
    is_rough = ranges > MAX_UNEVEN_IN
    min_share = MIN_SPLIT_ROUGH_SHARE if near else MIN_ROUGH_SHARE
    if is_rough.mean() < min_share or len(near) == 1 or height < MAX_UNEVEN_IN:
        return None
    measured = float(np.quantile(ranges[is_rough], 0.9))
    needed = ROUNDING_IN * math.ceil(measured / ROUNDING_IN + 1.0)
    return RoughPlate(height, round(needed, 2)) if needed <= MAX_NEEDED_IN else None


class _Squares(NamedTuple):
    """Squares of the ground, without those with a wall or an edge. Inches."""

    means: Floats
    """Mean heights."""
    ranges: Floats
    """Ranges of the heights about each square's plane."""
    is_level: NDArray[np.bool_]


def _height_grid(triangles: Triangles) -> Floats | None:
    """Return the heights of the ground in a grid, NaN where there is none."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(across, axis=1)
    is_ground = np.abs(across[:, 2]) >= MIN_UP_COSINE * lengths
    if not is_ground.any():
        return None
    low = triangles.min(axis=(0, 1))
    columns, rows = (np.ptp(triangles, axis=(0, 1))[:2] / GRID_SPACING_IN).astype(int) + 1
    if max(columns, rows) > MAX_GRID_CELLS:
        return None
    ground, areas = triangles[is_ground], np.abs(across[is_ground, 2])
    count = int(SAMPLES_PER_CELL * columns * rows * max(1.0, areas.sum() / 2 / _plan(triangles)))
    count = min(count, 8 * SAMPLES_PER_CELL * columns * rows)
    random = np.random.default_rng(0)
    shares = np.cumsum(areas)
    chosen = np.searchsorted(shares, random.uniform(0.0, shares[-1], count))
    a, b = random.uniform(size=(2, count, 1))
    a, b = np.where(a + b > 1.0, 1.0 - a, a), np.where(a + b > 1.0, 1.0 - b, b)
    corners = ground[np.minimum(chosen, len(ground) - 1)]
    points = corners[:, 0] * (1.0 - a - b) + corners[:, 1] * a + corners[:, 2] * b - low
    cells = (points[:, :2] / GRID_SPACING_IN).astype(int)
    grid = np.full((columns + 1, rows + 1), -np.inf)
    np.maximum.at(grid, (cells[:, 0], cells[:, 1]), points[:, 2])
    return np.where(np.isfinite(grid), grid, np.nan)


def _plan(triangles: Triangles) -> float:
    return max(float(np.ptp(triangles[..., :2], axis=(0, 1)).prod()), 1e-9)


def _measure_squares(grid: Floats) -> _Squares:
    """Measure overlapping squares of a height grid."""
    side = round(WINDOW_IN / GRID_SPACING_IN)
    if min(grid.shape) < side:
        return _Squares(np.zeros(0), np.zeros(0), np.zeros(0, bool))
    squares = sliding_window_view(grid, (side, side))[:: side // 3, :: side // 3]
    squares = squares.reshape(-1, side * side)
    squares = squares[np.isfinite(squares).all(axis=1)]
    line = np.linspace(-0.5, 0.5, side)
    terms = np.stack([np.ones(side * side), np.repeat(line, side), np.tile(line, side)], axis=1)
    planes = squares @ np.linalg.pinv(terms).T
    ranges = np.ptp(squares - planes @ terms.T, axis=1) if len(squares) else np.zeros(0)
    tilts = np.abs(planes[:, 1:]).max(axis=1, initial=0.0)
    is_level = tilts <= np.maximum(MAX_TILT_IN, MAX_TILT_SHARE * ranges)
    is_ground = ranges <= MAX_NEEDED_IN
    return _Squares(planes[is_ground, 0], ranges[is_ground], is_level[is_ground])
