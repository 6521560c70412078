"""Compute walking distances across levels, obstacles and ladders, ignoring models.

A grid of one-inch cells for each base size covers the table. Results are cached as long as the
terrain is unchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN, Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.ladders import ladder_heights
from wc3d.table.moves.movement import move
from wc3d.table.moves.path_steps import Walk
from wc3d.table.pathfinding import (
    GRID_STEP_IN,
    NEIGHBOR_OFFSETS,
    CellLink,
    CellMask,
    GridCell,
    Ground,
    search_distances,
)
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import StandableLevel, find_standing_room, table_levels

MAX_STEP_UP_IN = 1.0
"""The maximum height of a step in inches without a ladder, as over an obstacle."""

MAX_OBSTACLE_CROSSING_IN = 5.0
"""The most inches from a free cell before an obstacle to a free cell on or behind it."""


@dataclass(frozen=True, eq=False)
class Floors:
    """The levels of a table, lowest first: their heights, and the cells where a base fits."""

    heights: tuple[float, ...]
    free_cells: CellMask

    def is_free(self, level: int, column: int, row: int) -> bool:
        """Return whether a cell is on the table and has room."""
        _, columns, rows = self.free_cells.shape
        return (
            0 <= column < columns and 0 <= row < rows and bool(self.free_cells[level, column, row])
        )

    def joined_levels(self, level: int) -> tuple[int, ...]:
        """Return the levels within a step of a level, including itself."""
        return tuple(
            index
            for index, height in enumerate(self.heights)
            if abs(height - self.heights[level]) <= MAX_STEP_UP_IN
        )

    def position(self, cell: GridCell) -> XYZ:
        """Return the position of a cell."""
        level, column, row = cell
        return column * GRID_STEP_IN, row * GRID_STEP_IN, self.heights[level]


@memo_per_terrain(Size.SMALL)
def walkable_ground(table: Table, base: str) -> tuple[Floors, Ground]:
    """Return the cells of a table where a base fits, and the ways between them.

    Models are ignored.
    """
    shape = int(table.size[0] / GRID_STEP_IN) + 1, int(table.size[1] / GRID_STEP_IN) + 1
    points = np.array(
        [(i * GRID_STEP_IN, j * GRID_STEP_IN) for i in range(shape[0]) for j in range(shape[1])]
    )
    levels = sorted(table_levels(table), key=lambda level: level.height)
    masks = []
    for level in levels:
        mask = _find_level_points(level, points)
        mask[mask] = find_standing_room(table, base, points[mask], level.height)
        masks.append(mask.reshape(shape))
    floors = Floors(tuple(level.height for level in levels), np.array(masks))
    ground = Ground(
        np.where(floors.free_cells, 1.0, np.inf),
        tuple(floors.joined_levels(level) for level in range(len(levels))),
        (*_list_climbs(table, base, floors), *_list_crossings(table, base, floors)),
    )
    return floors, ground


def _find_level_points(level: StandableLevel, points: Points) -> NDArray[np.bool_]:
    """Return which points may be on a level: the table itself, or the area of its terrain."""
    mask = np.full(len(points), level.height == 0.0)
    for shape in level.shapes:
        if isinstance(shape, tuple):
            low, high = np.array(shape[0]) - shape[1], np.array(shape[0]) + shape[1]
        else:
            low, high = shape.min(axis=0), shape.max(axis=0)
        mask |= ((points >= low) & (points <= high)).all(axis=1)
    return mask


def _list_climbs(table: Table, base: str, floors: Floors) -> Iterator[CellLink]:
    """Yield the links up and down ladders between the adjacent cells on each level."""
    for ladder in table.ladders:
        reach = SPACE.bases[base].radius + table.policy.ladder_within + GRID_STEP_IN
        heights = ladder_heights(table, ladder)
        columns, rows = (
            range(max(0, int((c - reach) / GRID_STEP_IN)), int((c + reach) / GRID_STEP_IN) + 2)
            for c in ladder.at
        )
        distances = {
            (n, i, j): math.dist((i * GRID_STEP_IN, j * GRID_STEP_IN), ladder.at)
            for n, height in enumerate(floors.heights)
            if any(abs(height - z) < 1e-6 for z in heights)
            for i in columns
            for j in rows
            if floors.is_free(n, i, j)
        }
        ends = [cell for cell, distance in distances.items() if distance <= reach]
        for end in ends:
            for start in ends:
                if start[0] != end[0]:
                    aside = 0.5 * (distances[end] + distances[start])
                    yield CellLink(start, end, table.policy.ladder_cost + aside, ladder.id)


def _list_crossings(table: Table, base: str, floors: Floors) -> Iterator[CellLink]:
    """Yield the straight links across and onto obstacles that the table allows for a base."""
    boxes = [f.box for f in table.features if f.kind is Kind.OBSTACLE]
    margin = SPACE.bases[base].radius + GRID_STEP_IN
    for level, column, row in np.argwhere(floors.free_cells).tolist():
        x, y, _ = floors.position((level, column, row))
        if any(
            x0 - margin <= x <= x1 + margin and y0 - margin <= y <= y1 + margin
            for x0, y0, x1, y1 in boxes
        ):
            yield from _cross_from(table, base, floors, (level, column, row))


def _cross_from(table: Table, base: str, floors: Floors, start: GridCell) -> Iterator[CellLink]:
    """Yield links from a cell over blocked neighbors to the first free cell in each direction."""
    level, i, j = start
    walker = Body("walker", base, floors.position(start))
    joined = floors.joined_levels(level)
    for dx, dy in NEIGHBOR_OFFSETS:
        max_steps = int(MAX_OBSTACLE_CROSSING_IN / GRID_STEP_IN / math.hypot(dx, dy))
        for step_count in range(1, max_steps + 1):
            column, row = i + step_count * dx, j + step_count * dy
            free = [n for n in joined if floors.is_free(n, column, row)]
            if not free:
                continue
            if step_count > 1:
                walk = move(
                    table,
                    walker,
                    (Walk((column * GRID_STEP_IN, row * GRID_STEP_IN)),),
                    speed=4.0 * MAX_OBSTACLE_CROSSING_IN,
                    brief=True,
                )
                end_levels = [n for n in free if abs(floors.heights[n] - walk.end[2]) < 1e-6]
                if walk and not walk.power and end_levels:
                    yield CellLink(start, (end_levels[0], column, row), walk.spent)
            break


@dataclass(frozen=True, eq=False)
class DistanceField:
    """The distance from each cell to an objective as [level][column][row]."""

    floors: Floors
    ground: Ground
    distances: list[list[list[float]]]
    _next_links: dict[GridCell, CellLink | None] = field(default_factory=dict)
    """The links found by `next_link`: a leg takes 15 microseconds with them and 64 without."""

    def distance_from(self, cell: GridCell) -> float:
        """Return the distance from a cell."""
        level, column, row = cell
        return self.distances[level][column][row]

    def options_at(self, at: XYZ) -> Iterator[tuple[float, GridCell]]:
        """Yield the cells around a place on its level, each with the distance by way of it."""
        heights = self.floors.heights
        level = min(range(len(heights)), key=lambda n: abs(heights[n] - at[2]))
        distances = self.distances[level]
        column, row = round(at[0] / GRID_STEP_IN), round(at[1] / GRID_STEP_IN)
        for i in range(max(0, column - 1), min(len(distances), column + 2)):
            for j in range(max(0, row - 1), min(len(distances[i]), row + 2)):
                offset = math.hypot(i * GRID_STEP_IN - at[0], j * GRID_STEP_IN - at[1])
                yield offset + distances[i][j], (level, i, j)

    def next_link(self, cell: GridCell) -> CellLink | None:
        """Return the next step or link on the path from a cell; None at the objective."""
        if cell not in self._next_links:
            self._next_links[cell] = self._find_next_link(cell)
        return self._next_links[cell]

    def _find_next_link(self, cell: GridCell) -> CellLink | None:
        if self.distance_from(cell) == 0.0:
            return None
        steps = (
            CellLink(cell, end, GRID_STEP_IN * math.dist(cell[1:], end[1:]))
            for end in self.ground.neighbors(cell)
        )

        def rank(link: CellLink) -> tuple[float, float, GridCell]:
            onward = self.distance_from(link.end)
            return onward + link.inches, onward, link.end

        return min((*self._links_from.get(cell, ()), *steps), key=rank)

    @cached_property
    def _links_from(self) -> dict[GridCell, list[CellLink]]:
        links: dict[GridCell, list[CellLink]] = {}
        for link in self.ground.links:
            links.setdefault(link.start, []).append(link)
        return links

    def next_leg(self, at: XYZ, inches: float) -> tuple[XY, str, float]:
        """Return the path's end on this level within `inches`, the ladder there and its far end."""
        remaining, cell = min(self.options_at(at), default=(math.inf, (0, 0, 0)))
        position = (at[0], at[1])
        distance = 0.0
        while remaining < math.inf:
            spot = self.floors.position(cell)[:2]
            distance += math.dist(position, spot)
            if distance > inches:
                break
            position = spot
            link = self.next_link(cell)
            if link is None:
                break
            if link.name:
                return position, link.name, self.floors.heights[link.end[0]]
            cell = link.end
        return position, "", at[2]


@memo_per_terrain(Size.MEDIUM)
def _search_paths(table: Table, base: str, goal: XYZ, within: float) -> DistanceField:
    """Search the paths for a base to within a distance of a place."""
    floors, ground = walkable_ground(table, base)
    touching = OBJECTIVE_RADIUS_IN + SPACE.bases[base].radius
    goals = np.zeros_like(floors.free_cells)
    for level, column, row in np.argwhere(floors.free_cells).tolist():
        x, y, height = floors.position((level, column, row))
        distance = max(0.0, math.dist((x, y), goal[:2]) - touching)
        goals[level, column, row] = math.hypot(distance, height - goal[2]) <= within
    return DistanceField(floors, ground, search_distances(ground, goals).tolist())


def distance_field_to(state: State, base: str, objective: Objective) -> DistanceField:
    """Return the distance field of a base to an objective; a portable one must be touched."""
    return _search_paths(
        state.setup.terrain(()),
        base,
        objective.at,
        0.0 if objective.portable else OBJECTIVE_RANGE_IN,
    )


@memo_per_terrain(Size.HUGE)
def remaining_distance(paths: DistanceField, at: XYZ) -> float:
    """Return the remaining inches from a place; infinite if no path is known."""
    return min((distance for distance, _ in paths.options_at(at)), default=math.inf)
