"""Sight areas: the places where a model would be seen, in cells, level by level."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d._internal.progress import Progress, WatchedProgress
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.geometry.visibility import SightResult
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.sight.sight import make_occluders
from wc3d.table.sight.sight_matrix import decide_targets
from wc3d.table.space_constants import BaseSize
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import (
    StandableLevel,
    base_size,
    find_standing_room,
    table_levels,
)

MAX_CELLS = 1_000_000
"""The most cells of all levels in one query. A 48" table in cells of 0.05" has 921,600."""

CELLS_PER_BATCH = 20_000
"""The number of cells in a batch of the standing test."""

MAX_CACHED_CELLS = 100_000
"""The most cells of a table whose standing room is kept for the next query."""


@dataclass(frozen=True, eq=False)
class SeenLevel:
    """A level's cells, south row first: 1 if a model at the center would be seen, else 0.

    - `height`: inches. `cells`: an array (rows, columns) of int64. `count`: the number of ones.

    >>> table.seen_from("hunter", "large", cell=12).levels[0]
    <SeenLevel: height 0, 10 of 16 cells>
    """

    height: float
    cells: NDArray[np.int64]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeenLevel):
            return NotImplemented
        return self.height == other.height and np.array_equal(self.cells, other.cells)

    __hash__ = None  # type: ignore[assignment]

    @property
    def count(self) -> int:
        """The number of cells in which a model would be seen."""
        return int(np.count_nonzero(self.cells))

    def __repr__(self) -> str:
        return f"<SeenLevel: height {self.height:g}, {self.count} of {self.cells.size} cells>"


@dataclass(frozen=True)
class SeenFrom:
    """The places where a model would be seen, level by level, lowest first.

    - `levels`: for each level its `height` in inches and its `cells`, an array (rows, columns) of
      int64. Row 0 is the southern one. A cell is 1 if a model at its center is seen, else 0.
    - `cell`: the side of the cells in inches.
    - `complete`: False if `progress` stopped the work.

    >>> level = table.seen_from("hunter", "large", cell=12).levels[0]
    >>> level.cells.shape, level.count
    ((4, 4), 10)
    """

    levels: list[SeenLevel]
    cell: float
    complete: bool = True
    rules: tuple[SpaceRule, ...] = (
        SpaceRule.LINE_OF_SIGHT,
        SpaceRule.MODELS_IN_SIGHT,
        SpaceRule.STAND,
    )

    def __repr__(self) -> str:
        area = sum(level.count for level in self.levels) * self.cell**2
        heights = ", ".join(f"{level.height:g}" for level in self.levels) or "none"
        return f"<SeenFrom: {area:,.1f} square inches on levels {heights}>"


def seen_from(
    table: TableState, body: Body, base: str, cell: float = 0.5, progress: Progress | None = None
) -> SeenFrom:
    """Find the cells of each level where this model would see a model on such a base.

    Other models do not block, because they move. Cells where the base cannot stand are 0, and
    levels without any standable cell are omitted. `progress(done, total)` is called from time to
    time; when it returns False, the work stops and the answer is not `complete`. Raises InputError
    for an unknown base, an invalid cell size, and more cells than `MAX_CELLS`.
    """
    size = base_size(table, base)
    if not 0.05 <= cell <= 12.0:
        raise InputError(f"cell {cell:g}: expected a size from 0.05 to 12 inches")
    columns, rows = _count_cells(table.size, cell)
    _check_cell_count(columns * rows, table.size, cell)
    rules = SeenFrom.rules
    if any(o.is_obscuring for o in make_occluders(table.features)[1].occluders):
        rules += (SpaceRule.OBSCURING_DEPTH, SpaceRule.OBSCURING_BETWEEN)
    watched = WatchedProgress(progress)
    if columns * rows <= MAX_CACHED_CELLS:
        levels, total = _cached_standing_levels(table.features, table.size, size, cell)
    else:
        levels, total = _find_standing_levels(table.features, table.size, size, cell, watched)
    points = np.concatenate([level.middles(cell) for level in levels])
    others = total - len(points)
    verdicts = decide_targets(
        table, body, base, points, lambda done, _: watched(others + done, total)
    )
    watched(total, total)
    ends = np.cumsum([len(level.cells) for level in levels])[:-1]
    seen_levels = []
    for level, part in zip(levels, np.split(verdicts, ends), strict=True):
        grid = np.zeros((rows, columns), dtype=np.int64)
        seen = level.cells[part == int(SightResult.CLEAR)]
        grid[seen[:, 0], seen[:, 1]] = 1
        seen_levels.append(SeenLevel(level.height, grid))
    return SeenFrom(seen_levels, cell, complete=not watched.is_stopped, rules=rules)


@dataclass(frozen=True, eq=False)
class StandingLevel:
    """The cells (n, 2) of a level, as row and column, in whose middle a base can stand."""

    height: float
    cells: NDArray[np.int64]

    def middles(self, cell: float) -> NDArray[np.float64]:
        """Return the middles (n, 3) of the cells in inches."""
        heights = np.full((len(self.cells), 1), self.height)
        return np.hstack([(self.cells[:, ::-1] + 0.5) * cell, heights])


StandingLevels = tuple[tuple[StandingLevel, ...], int]
"""The levels, lowest first, and the number of all cells over them."""


def _find_standing_levels(
    features: tuple[Feature, ...], size: XY, base: BaseSize, cell: float, watched: WatchedProgress
) -> StandingLevels:
    """Return the table and all other levels with a standing cell."""
    bare = TableState(size, features, policy=SpacePolicy(bases={base.name: base}))
    columns, rows = _count_cells(size, cell)
    places = []
    total = 0
    for level in reversed(table_levels(bare)):
        places.append((level.height, np.argwhere(_level_mask(size, level, columns, rows, cell))))
        total += len(places[-1][1])
        _check_cell_count(total, size, cell)
    levels = []
    done = 0
    for height, cells in places:
        parts = [cells[:0]]
        for start in range(0, len(cells), CELLS_PER_BATCH):
            batch = cells[start : start + CELLS_PER_BATCH]
            if watched(done, total):
                middles = np.asarray((batch[:, ::-1] + 0.5) * cell, dtype=np.float64)
                room = find_standing_room(bare, base.name, middles, height)
                parts.append(batch[room])
                done += len(batch) - int(room.sum())
        standing = np.concatenate(parts)
        if height == 0.0 or len(standing):
            levels.append(StandingLevel(height, standing))
    return tuple(levels), total


@memo_per_terrain(Size.FEW)
def _cached_standing_levels(
    features: tuple[Feature, ...], size: XY, base: BaseSize, cell: float
) -> StandingLevels:
    """Cache the levels for an area that follows a model: they take longer than the sights."""
    return _find_standing_levels(features, size, base, cell, WatchedProgress(None))


def _count_cells(size: XY, cell: float) -> tuple[int, int]:
    """Return the numbers of columns and rows."""
    return math.ceil(size[0] / cell - 1e-9), math.ceil(size[1] / cell - 1e-9)


def _check_cell_count(cells: int, size: XY, cell: float) -> None:
    """Raise InputError if there are too many cells."""
    if cells > MAX_CELLS:
        width, depth = size
        excess = f"more than {MAX_CELLS:,} cells; use larger cells"
        raise InputError(
            f'cell {cell:g}: a table of {width:g}" x {depth:g}" and its floors have {excess}'
        )


def _level_mask(
    size: XY, level: StandableLevel, columns: int, rows: int, cell: float
) -> NDArray[np.bool_]:
    """Return the cells (rows, columns) with centers over a level."""
    middles = [(np.arange(count) + 0.5) * cell for count in (columns, rows)]
    on_board = (middles[0] < size[0])[None, :] & (middles[1] < size[1])[:, None]
    if level.height == 0.0:
        return on_board
    is_over = np.zeros((rows, columns), dtype=bool)
    for shape in level.shapes:
        disc = isinstance(shape, tuple)
        area = shapely.Point(shape[0]).buffer(shape[1]) if disc else shapely.Polygon(shape)
        x0, y0, x1, y1 = area.bounds
        (left, right), (low, high) = (
            np.searchsorted(m, (a, b)) for m, a, b in zip(middles, (x0, y0), (x1, y1), strict=True)
        )
        window = slice(max(0, low - 1), high + 1), slice(max(0, left - 1), right + 1)
        x, y = np.meshgrid(middles[0][window[1]], middles[1][window[0]])
        if disc:
            is_over[window] |= np.hypot(x - shape[0][0], y - shape[0][1]) <= shape[1]
        else:
            is_over[window] |= shapely.intersects_xy(area, x, y)
    return is_over & on_board
