"""Compute walking distances across levels, obstacles and ladders, ignoring models.

A grid of one-inch cells for each base size covers the table. Results are cached as long as the
terrain is unchanged.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass

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
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import StandableLevel, find_standing_room, table_levels

GRID_STEP_IN = 1.0
"""The distance between grid cells in inches."""

MAX_STEP_UP_IN = 1.0
"""The maximum height of a step in inches without a ladder, as over an obstacle."""

MAX_OBSTACLE_CROSSING_IN = 5.0
"""The most inches from a free cell before an obstacle to a free cell on or behind it."""

NEIGHBOR_OFFSETS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))

GridCell = tuple[int, int, int]
"""A level index, lowest first, with a column and a row."""

CellLink = tuple[GridCell, float, str]
"""The source cell, the distance in inches, and the ladder used, if any."""


@dataclass(frozen=True, eq=False)
class WalkableGrid:
    """The cells of each level where a base fits, with the heights of the levels.

    `links` lists the ladder and obstacle links into each cell; see `links_into`.
    """

    heights: tuple[float, ...]
    free_cells: tuple[tuple[tuple[bool, ...], ...], ...]
    links: dict[GridCell, list[CellLink]]

    def nearby_cells(self, at: XYZ) -> list[tuple[float, GridCell]]:
        """Return the free cells around a place on its level, each with its distance."""
        level = min(range(len(self.heights)), key=lambda n: abs(self.heights[n] - at[2]))
        rows, column, row = (
            self.free_cells[level],
            round(at[0] / GRID_STEP_IN),
            round(at[1] / GRID_STEP_IN),
        )
        squares = []
        for i in range(max(0, column - 1), min(len(rows), column + 2)):
            for j in range(max(0, row - 1), min(len(rows[i]), row + 2)):
                if rows[i][j]:
                    squares.append(
                        (
                            math.hypot(i * GRID_STEP_IN - at[0], j * GRID_STEP_IN - at[1]),
                            (level, i, j),
                        )
                    )
        return squares

    def is_free(self, level: int, column: int, row: int) -> bool:
        """Return whether a cell is on the table and has room."""
        rows = self.free_cells[level]
        return 0 <= column < len(rows) and 0 <= row < len(rows[column]) and rows[column][row]

    def reachable_levels(self, level: int) -> list[int]:
        """Return the levels within a step of a level, including itself."""
        return [
            index
            for index, height in enumerate(self.heights)
            if abs(height - self.heights[level]) <= MAX_STEP_UP_IN
        ]

    def links_into(self, place: GridCell) -> list[CellLink]:
        """Return all links into a cell."""
        level, column, row = place
        links = list(self.links.get(place, ()))
        for neighbor_level in self.reachable_levels(level):
            for dx, dy in NEIGHBOR_OFFSETS:
                if self.is_free(neighbor_level, column + dx, row + dy):
                    links.append(
                        (
                            (neighbor_level, column + dx, row + dy),
                            GRID_STEP_IN * math.hypot(dx, dy),
                            "",
                        )
                    )
        return links


@memo_per_terrain(Size.SMALL)
def walkable_grid(table: Table, base: str) -> WalkableGrid:
    """Return the cells of a table where a base fits, ignoring models."""
    size = int(table.size[0] / GRID_STEP_IN) + 1, int(table.size[1] / GRID_STEP_IN) + 1
    points = np.array(
        [(i * GRID_STEP_IN, j * GRID_STEP_IN) for i in range(size[0]) for j in range(size[1])]
    )
    ordered = sorted(table_levels(table), key=lambda level: level.height)
    heights, room = tuple(level.height for level in ordered), []
    for level in ordered:
        mask = _find_level_points(level, points)
        mask[mask] = find_standing_room(table, base, points[mask], level.height)
        room.append(tuple(tuple(column) for column in mask.reshape(size).tolist()))
    floors = WalkableGrid(heights, tuple(room), {})
    for to, link in (*_list_climbs(table, base, floors), *_list_crossings(table, base, floors)):
        floors.links.setdefault(to, []).append(link)
    return floors


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


def _list_climbs(
    table: Table, base: str, floors: WalkableGrid
) -> Iterator[tuple[GridCell, CellLink]]:
    """Yield the links up and down ladders between the adjacent cells on each level."""
    heights, room = floors.heights, floors.free_cells
    for ladder in table.ladders:
        reach, served = (
            SPACE.bases[base].radius + table.policy.ladder_within + GRID_STEP_IN,
            ladder_heights(table, ladder),
        )
        columns, rows = (
            range(max(0, int((c - reach) / GRID_STEP_IN)), int((c + reach) / GRID_STEP_IN) + 2)
            for c in ladder.at
        )
        ends = [
            (n, i, j)
            for n, height in enumerate(heights)
            if any(abs(height - z) < 1e-6 for z in served)
            for i in columns
            if i < len(room[n])
            for j in rows
            if j < len(room[n][i])
            if room[n][i][j] and math.dist((i * GRID_STEP_IN, j * GRID_STEP_IN), ladder.at) <= reach
        ]
        aside, cost = (
            {
                end: math.dist((end[1] * GRID_STEP_IN, end[2] * GRID_STEP_IN), ladder.at)
                for end in ends
            },
            table.policy.ladder_cost,
        )
        for start in ends:
            targets = (target for target in ends if target[0] != start[0])
            yield from (
                (start, (target, cost + 0.5 * (aside[start] + aside[target]), ladder.id))
                for target in targets
            )


def _list_crossings(
    table: Table, base: str, floors: WalkableGrid
) -> Iterator[tuple[GridCell, CellLink]]:
    """Yield the straight links across and onto obstacles that the table allows for a base."""
    boxes = [f.box for f in table.features if f.kind is Kind.OBSTACLE]
    margin = SPACE.bases[base].radius + GRID_STEP_IN
    for level, rows in enumerate(floors.free_cells):
        for i, column in enumerate(rows):
            for j, free in enumerate(column):
                x, y = i * GRID_STEP_IN, j * GRID_STEP_IN
                if free and any(
                    x0 - margin <= x <= x1 + margin and y0 - margin <= y <= y1 + margin
                    for x0, y0, x1, y1 in boxes
                ):
                    yield from _cross_from(table, base, floors, (level, i, j))


def _cross_from(
    table: Table, base: str, floors: WalkableGrid, start: GridCell
) -> Iterator[tuple[GridCell, CellLink]]:
    """Yield links from a cell over blocked neighbors to the first free cell in each direction."""
    level, i, j = start
    walker = Body("walker", base, (i * GRID_STEP_IN, j * GRID_STEP_IN, floors.heights[level]))
    for dx, dy in NEIGHBOR_OFFSETS:
        for step_count in range(
            1, int(MAX_OBSTACLE_CROSSING_IN / GRID_STEP_IN / math.hypot(dx, dy)) + 1
        ):
            column, row = i + step_count * dx, j + step_count * dy
            free = [
                next_level
                for next_level in floors.reachable_levels(level)
                if floors.is_free(next_level, column, row)
            ]
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
                end_levels = [
                    next_level
                    for next_level in free
                    if abs(floors.heights[next_level] - walk.end[2]) < 1e-6
                ]
                if walk and not walk.power and end_levels:
                    yield (end_levels[0], column, row), (start, walk.spent, "")
            break


@dataclass(frozen=True, eq=False)
class DistanceField:
    """The distance from each cell to an objective, and the next cell with the ladder used."""

    grid: WalkableGrid
    distances: dict[GridCell, float]
    next_cells: dict[GridCell, tuple[GridCell, str]]

    def next_leg(self, at: XYZ, inches: float) -> tuple[XY, str, float]:
        """Return the path's end on this level within `inches`, the ladder there and its far end."""
        options = [
            (offset + self.distances[place], place)
            for offset, place in self.grid.nearby_cells(at)
            if place in self.distances
        ]
        place, position, distance = min(options)[1] if options else None, (at[0], at[1]), 0.0
        while place is not None:
            spot = place[1] * GRID_STEP_IN, place[2] * GRID_STEP_IN
            distance += math.dist(position, spot)
            if distance > inches:
                break
            position = spot
            onward = self.next_cells.get(place)
            if onward is not None and onward[1]:
                return position, onward[1], self.grid.heights[onward[0][0]]
            place = onward[0] if onward is not None else None
        return position, "", at[2]


@memo_per_terrain(Size.SMALL)
def _search_ways(table: Table, base: str, goal: XYZ, within: float) -> DistanceField:
    """Search the paths for a base to within a distance of a place, outward from the place."""
    floors, touching = walkable_grid(table, base), OBJECTIVE_RADIUS_IN + SPACE.bases[base].radius
    distances: dict[GridCell, float] = {}
    onward: dict[GridCell, tuple[GridCell, str]] = {}
    waiting: list[tuple[float, GridCell]] = []
    for level, height in enumerate(floors.heights):
        for i, column in enumerate(floors.free_cells[level]):
            for j, free in enumerate(column):
                distance = max(
                    0.0, math.dist((i * GRID_STEP_IN, j * GRID_STEP_IN), goal[:2]) - touching
                )
                if free and math.hypot(distance, height - goal[2]) <= within:
                    distances[level, i, j] = 0.0
                    waiting.append((0.0, (level, i, j)))
    heapq.heapify(waiting)
    while waiting:
        path_length, place = heapq.heappop(waiting)
        if path_length > distances[place]:
            continue
        for neighbor, inches, ladder in floors.links_into(place):
            if path_length + inches < distances.get(neighbor, math.inf):
                distances[neighbor], onward[neighbor] = path_length + inches, (place, ladder)
                heapq.heappush(waiting, (path_length + inches, neighbor))
    return DistanceField(floors, distances, onward)


def distance_field_to(state: State, base: str, objective: Objective) -> DistanceField:
    """Return the distance field of a base to an objective; a portable one must be touched."""
    return _search_ways(
        state.setup.terrain(()),
        base,
        objective.at,
        0.0 if objective.portable else OBJECTIVE_RANGE_IN,
    )


@memo_per_terrain(Size.HUGE)
def remaining_distance(ways: DistanceField, at: XYZ) -> float:
    """Return the remaining inches from a place; infinite if no path is known."""
    return min(
        (
            distance + ways.distances.get(place, math.inf)
            for distance, place in ways.grid.nearby_cells(at)
        ),
        default=math.inf,
    )
