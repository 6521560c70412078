"""A board from above in letters: terrain by its kind and height, coordinates at the edges, two characters to a cell."""
from __future__ import annotations

import math
import shutil
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from wc3d.table.features import Feature, Kind
from wc3d.table.maps.lint_levels import region_of
from wc3d.table.table import Table
from wc3d.table.terrain.standing import footprint

MARKS = {
    Kind.STRUCTURE: "#", Kind.IMPASSABLE: "%", Kind.OBSTACLE: "=", Kind.FOREST: "'", Kind.OBSCURING: ":", Kind.ROUGH: "~",
}  # fmt: skip
"""How terrain is drawn; what stands earlier here is drawn over the rest."""

SOLID = (Kind.STRUCTURE, Kind.IMPASSABLE, Kind.OBSTACLE)
"""What is drawn with its height in inches."""

CELLS = (1.0, 1.5, 2.0, 3.0)
"""Sizes of a plan's cell in inches: the smallest that fits the terminal is taken."""

SHARE = 0.2
"""How much of a cell a feature fills at least where it is drawn: fences are seen, too."""

SHALLOW, DEEP = "w~", "w%"
"""How water is drawn that slows, and water that is not to be passed."""

EVERY = 5
"""Inches between the numbers at the edges."""


Sign = tuple[str, Sequence[float]]
"""Two characters and where they stand, x and y in inches."""


def text_plan(table: Table, signs: Iterable[Sign]) -> list[str]:
    """The board from above, north at the top, with signs on it, coordinates at its edges, and what its terrain means.

    A cell is as many inches as fit the terminal. Of several signs in a cell the last is seen.
    """
    cell = _cell(table.size[0])
    grid = _terrain(table, cell)
    for sign, (x, y, *_) in signs:
        grid[min(int(y / cell), len(grid) - 1)][min(int(x / cell), len(grid[0]) - 1)] = sign.ljust(2)
    lines = []
    for i in reversed(range(len(grid))):
        edge = _number(i, cell)
        lines.append(f"{edge:>3} |{''.join(grid[i])}|")
    rule = "    +" + "-" * (2 * len(grid[0])) + "+"
    below = "     " + "".join(_number(i, cell).ljust(2) for i in range(len(grid[0])))
    return [rule, *lines, rule, below.rstrip(), *_legend(table)]


def _cell(width: float) -> float:
    columns = shutil.get_terminal_size().columns
    return next((c for c in CELLS if 2 * width / c + 6 <= columns), CELLS[-1])


def _number(i: int, cell: float) -> str:
    """The coordinate to be written at the edge of a cell's row or column, if a multiple of 5 inches falls in it."""
    above = math.ceil(i * cell / EVERY) * EVERY
    return f"{above:g}" if above < (i + 1) * cell else ""


def _terrain(table: Table, cell: float) -> list[list[str]]:
    """The rows of the plan from south to north, with terrain only."""
    width, depth = table.size
    west, south = np.meshgrid(np.arange(0, width, cell), np.arange(0, depth, cell))
    cells = shapely.box(west, south, west + cell, south + cell)
    grid = [[" ." if (i + j) % 2 else "  " for i in range(cells.shape[1])] for j in range(cells.shape[0])]
    for feature in sorted(table.features, key=lambda f: tuple(MARKS).index(f.kind), reverse=True):
        pieces = sorted(((p.high, region_of(footprint(p))) for p in feature.pieces), key=lambda piece: piece[0])
        share = shapely.area(shapely.intersection(cells, shapely.union_all([region for _, region in pieces])))
        drawn = [tuple(ji) for ji in np.argwhere(share >= SHARE * cell * cell)]
        for high, region in pieces:
            mark = _mark(feature, high)
            for j, i in drawn:
                if region.intersects(cells[j, i]):
                    grid[j][i] = mark
    return grid


def _mark(feature: Feature, high: float) -> str:
    """How a piece of a feature is drawn that is so high."""
    if feature.water:
        return DEEP if feature.kind in SOLID else SHALLOW
    return MARKS[feature.kind] + (_height(high) if feature.kind in SOLID else MARKS[feature.kind])


def _height(inches: float) -> str:
    """A height in one character."""
    return f"{inches:.0f}" if inches < 9.5 else "+"


def _legend(table: Table) -> list[str]:
    kinds = [k for k in MARKS if any(f.kind is k and not f.water for f in table.features)]
    told = [f'{MARKS[k]}2 {k.value}, 2" high' if k in SOLID else f"{2 * MARKS[k]} {k.value}" for k in kinds]
    drawn = {_mark(f, f.high) for f in table.features if f.water}
    told += [f"{mark} {words}" for mark, words in ((SHALLOW, "shallow water"), (DEEP, "deep water")) if mark in drawn]
    return ["     " + "  ".join(told)] if told else []
