"""Draw a board from above in letters: terrain by kind and height, two characters per cell."""

from __future__ import annotations

import math
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.table.features import Feature, Kind
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import piece_footprint

KIND_MARKS = {
    Kind.STRUCTURE: "#",
    Kind.IMPASSABLE: "%",
    Kind.OBSTACLE: "=",
    Kind.FOREST: "'",
    Kind.OBSCURING: ":",
    Kind.ROUGH: "~",
}
"""The character for each kind of terrain.

Solid terrain covers other terrain, and higher covers lower; otherwise the kind listed first here.
"""

SOLID_KINDS = (Kind.STRUCTURE, Kind.IMPASSABLE, Kind.OBSTACLE)
"""The kinds that are drawn with their height in inches."""

CELL_SIZES_IN = (1.0, 1.5, 2.0, 3.0)
"""The sizes of a plan's cell in inches. The smallest that fits the terminal is used."""

MIN_CELL_SHARE = 0.2
"""A feature appears in each cell of which it covers at least this share."""

NEIGHBOR_CELL_SHARE = 0.4
"""Every part of a feature is in a cell that shows it, or within this share of such a cell. Thin
walls therefore appear.
"""

MIN_DRAWN_WIDTH_IN = 0.01
"""Thinner pieces are drawn at this width, because a piece may have no area. Inches."""

SHALLOW_MARKS, DEEP_MARKS = "w~", "w%"
"""The characters for shallow water and for impassable deep water."""

NUMBER_SPACING_IN = 5
"""The distance between the numbers at the edges. Inches."""


PlanSign = tuple[str, Sequence[float]]
"""Two characters and their position, x and y in inches."""

CellIndex = tuple[int, int]
"""The row and column of a cell, from the south-west corner."""


def draw_text_plan(table: Table, signs: Iterable[PlanSign]) -> list[str]:
    """Draw the board from above, north at the top, with signs, edge coordinates and a legend of
    its terrain.

    The cell size in inches fits the terminal. The last of several signs in a cell is shown.
    """
    cell = _choose_cell_size(table.size[0])
    grid = _draw_terrain(table, cell)
    for sign, (x, y, *_) in signs:
        grid[min(int(y / cell), len(grid) - 1)][min(int(x / cell), len(grid[0]) - 1)] = sign.ljust(
            2
        )
    lines = []
    for i in reversed(range(len(grid))):
        edge = _edge_label(i, cell)
        lines.append(f"{edge:>3} |{''.join(grid[i])}|")
    rule = "    +" + "-" * (2 * len(grid[0])) + "+"
    labels = "     " + "".join(_edge_label(i, cell).ljust(2) for i in range(len(grid[0])))
    return [rule, *lines, rule, labels.rstrip(), *_legend(table)]


def _choose_cell_size(width: float) -> float:
    columns = shutil.get_terminal_size().columns
    return next((c for c in CELL_SIZES_IN if 2 * width / c + 6 <= columns), CELL_SIZES_IN[-1])


def _edge_label(i: int, cell: float) -> str:
    """Return the edge coordinate of a row or column that contains a multiple of 5 inches."""
    coordinate = math.ceil(i * cell / NUMBER_SPACING_IN) * NUMBER_SPACING_IN
    return f"{coordinate:g}" if coordinate < (i + 1) * cell else ""


def _draw_terrain(table: Table, cell: float) -> list[list[str]]:
    """Return the rows of the plan from south to north, with terrain only."""
    width, depth = table.size
    rows = math.ceil(depth / cell)
    columns = math.ceil(width / cell)
    grid = [[" ." if (i + j) % 2 else "  " for i in range(columns)] for j in range(rows)]
    for (j, i), (feature, high) in features_by_cell(table, cell).items():
        grid[j][i] = _mark(feature, high)
    return grid


def features_by_cell(table: Table, cell: float) -> dict[CellIndex, tuple[Feature, float]]:
    """Return the feature that each cell shows, with its height there.

    The uppermost feature is shown, but each feature gets a cell if another feature can spare one.
    """
    width, depth = table.size
    west, south = np.meshgrid(np.arange(0, width, cell), np.arange(0, depth, cell))
    cells = shapely.box(west, south, west + cell, south + cell)
    heights = {feature.id: _draw_feature(feature, cells, cell) for feature in table.features}
    claims = defaultdict[CellIndex, list[Feature]](list)
    for feature in table.features:
        for place in heights[feature.id]:
            claims[place].append(feature)
    winners = {
        place: max(claim, key=lambda f: _rank(f, heights[f.id][place]))
        for place, claim in claims.items()
    }
    counts = Counter(feature.id for feature in winners.values())
    for feature in table.features:
        spared = next(
            (place for place in heights[feature.id] if counts[winners[place].id] > 1), None
        )
        if not counts[feature.id] and spared is not None:
            counts[winners[spared].id] -= 1
            counts[feature.id] = 1
            winners[spared] = feature
    return {place: (feature, heights[feature.id][place]) for place, feature in winners.items()}


def _rank(feature: Feature, high: float) -> tuple[bool, float, int]:
    """Return the drawing rank of a feature; the larger rank is drawn."""
    solid = feature.kind in SOLID_KINDS
    return solid, high if solid else 0.0, -tuple(KIND_MARKS).index(feature.kind)


def _draw_feature(
    feature: Feature, cells: NDArray[np.object_], cell: float
) -> dict[CellIndex, float]:
    """Return the cells that show a feature, fullest first, with the highest height in each."""
    regions = [_thicken(section_to_polygon(piece_footprint(p))) for p in feature.pieces]
    visible_cells = _choose_cells(shapely.union_all(regions), cells, cell)
    heights = dict.fromkeys(visible_cells, 0.0)
    if visible_cells:
        pairs = shapely.STRtree([cells[place] for place in visible_cells]).query(
            regions, "intersects"
        )
        for number, index in pairs.T:
            place = visible_cells[index]
            heights[place] = max(heights[place], feature.pieces[number].high)
    return heights


def _thicken(region: shapely.Geometry) -> shapely.Geometry:
    return (
        region
        if region.area > MIN_DRAWN_WIDTH_IN * MIN_DRAWN_WIDTH_IN
        else region.convex_hull.buffer(MIN_DRAWN_WIDTH_IN / 2)
    )


def _choose_cells(
    region: shapely.Geometry, cells: NDArray[np.object_], cell: float
) -> list[CellIndex]:
    """Return the cells that show a region: those it fills, then the fewest that the rest of the
    region crosses.

    A wall on the line between two rows fills neither row, and is drawn in one of them.
    """
    share = np.zeros(cells.shape)
    is_close = shapely.intersects(cells, shapely.box(*region.bounds))
    share[is_close] = shapely.area(shapely.intersection(cells[is_close], region)) / (cell * cell)
    filled = share >= MIN_CELL_SHARE

    def emptiness(place: CellIndex) -> float:
        return -round(float(share[place]), 6)

    visible_cells = sorted(_list_cells(filled), key=emptiness)
    rest = region.difference(
        shapely.union_all(cells[filled]).buffer(NEIGHBOR_CELL_SHARE * cell, join_style="mitre")
    )
    crossed = _list_cells((share > 0) & ~filled)
    for place in sorted(crossed, key=emptiness):
        if not rest.is_empty and cells[place].intersection(rest).area > 0:
            visible_cells.append(place)
            rest = rest.difference(
                cells[place].buffer(NEIGHBOR_CELL_SHARE * cell, join_style="mitre")
            )
    return visible_cells


def _list_cells(mask: NDArray[np.bool_]) -> list[CellIndex]:
    return [(int(j), int(i)) for j, i in np.argwhere(mask)]


def _mark(feature: Feature, high: float) -> str:
    """Return the characters for a piece of a feature with the height `high`."""
    if feature.water:
        return DEEP_MARKS if feature.kind in SOLID_KINDS else SHALLOW_MARKS
    return KIND_MARKS[feature.kind] + (
        _height_mark(high) if feature.kind in SOLID_KINDS else KIND_MARKS[feature.kind]
    )


def _height_mark(inches: float) -> str:
    """Return a height as one character."""
    return f"{inches:.0f}" if inches < 9.5 else "+"


def _legend(table: Table) -> list[str]:
    kinds = [k for k in KIND_MARKS if any(f.kind is k and not f.water for f in table.features)]
    entries = [
        f'{KIND_MARKS[k]}2 {k.value}, 2" high'
        if k in SOLID_KINDS
        else f"{2 * KIND_MARKS[k]} {k.value}"
        for k in kinds
    ]
    marks = {_mark(f, f.high) for f in table.features if f.water}
    entries += [
        f"{mark} {words}"
        for mark, words in ((SHALLOW_MARKS, "shallow water"), (DEEP_MARKS, "deep water"))
        if mark in marks
    ]
    return ["     " + "  ".join(entries)] if entries else []
