"""Walking distances on a grid of one-inch cells, for bots.

A game describes the ground by the cost of each cell and by links such as ladders. The distances
are estimates: the rules decide whether a base really gets through.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

GRID_STEP_IN = 1.0
"""The distance between grid cells in inches."""

NEIGHBOR_OFFSETS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""The offsets from a cell to its neighbors."""

GridCell = tuple[int, int, int]
"""The level of a cell, its column and its row."""

CellMask = NDArray[np.bool_]
DistanceGrid = NDArray[np.float64]


class CellLink(NamedTuple):
    """A way from one cell to another that is not a step to a neighbor, such as a ladder."""

    start: GridCell
    end: GridCell
    inches: float
    name: str = ""


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground of a table for one size of base.

    `costs` has the cost of an inch out of each cell as [level, column, row], infinite where the
    base does not fit. `joined_levels` lists for each level those within a step, itself included.
    """

    costs: DistanceGrid
    joined_levels: tuple[tuple[int, ...], ...] = ((0,),)
    links: tuple[CellLink, ...] = ()

    def neighbors(self, cell: GridCell) -> Iterator[GridCell]:
        """Yield the neighbors of a cell on all joined levels, whether the base fits or not."""
        level, column, row = cell
        _, columns, rows = self.costs.shape
        for neighbor_level in self.joined_levels[level]:
            for dx, dy in NEIGHBOR_OFFSETS:
                if 0 <= column + dx < columns and 0 <= row + dy < rows:
                    yield neighbor_level, column + dx, row + dy


def search_distances(ground: Ground, goals: CellMask) -> DistanceGrid:
    """Return the walking distance in inches from each cell to the nearest goal.

    The distance is infinite where no path leads to a goal. Each pass extends all paths at once,
    which is faster than a priority queue in Python.
    """
    levels, columns, rows = ground.costs.shape
    padded = np.full((levels, columns + 2, rows + 2), np.inf)
    distances = padded[:, 1:-1, 1:-1]
    distances[goals] = 0.0
    steps = [
        (slice(1 + dx, 1 + dx + columns), slice(1 + dy, 1 + dy + rows), length * ground.costs)
        for dx, dy in NEIGHBOR_OFFSETS
        for length in (GRID_STEP_IN * math.hypot(dx, dy),)
    ]
    starts = tuple(np.array([link.start for link in ground.links], dtype=int).reshape(-1, 3).T)
    ends = tuple(np.array([link.end for link in ground.links], dtype=int).reshape(-1, 3).T)
    inches = np.array([link.inches for link in ground.links])
    while True:
        previous = distances.copy()
        nearest = padded
        if levels > 1:
            nearest = np.stack(
                [padded[list(joined)].min(axis=0) for joined in ground.joined_levels]
            )
        for x_range, y_range, cost in steps:
            np.minimum(distances, nearest[:, x_range, y_range] + cost, out=distances)
        np.minimum.at(distances, starts, distances[ends] + inches)
        if np.array_equal(previous, distances):
            return distances
