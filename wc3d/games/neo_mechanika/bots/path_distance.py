"""How far it is on foot: ways over the table's levels, across obstacles and onto them, round what else stands in the way, up and
down ladders; models are left aside.

A table is looked at in squares an inch wide, for each size of base; what is found is kept as long as the terrain.
"""
from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_WITHIN
from wc3d.games.neo_mechanika.rules.objectives import RADIUS, Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.memo import of_terrain
from wc3d.table.moves.ladders import heights_served
from wc3d.table.moves.movement import move
from wc3d.table.moves.steps import Walk
from wc3d.table.table import Table
from wc3d.table.terrain.standing import Level, find_room, levels

STEP = 1.0
"""Inches between places."""

LOW = 1.0
"""Inches: so high a step is taken without a ladder, as over an obstacle."""

ACROSS = 5.0
"""Inches: so far at most from where there is room before an obstacle to where there is room on it or behind it."""

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))

Place = tuple[int, int, int]
"""A level's number, lowest first, and a square's column and row."""

From = tuple[Place, float, str]
"""Where one comes from, the inches it takes, and the ladder if one is taken."""


@dataclass(frozen=True, eq=False)
class Floors:
    """Where a base can stand on a table: the heights of its levels and the squares with room on each.

    `links`: by square, from where else one gets there, up or down a ladder or across an obstacle; see `steps`.
    """

    heights: tuple[float, ...]
    room: tuple[tuple[tuple[bool, ...], ...], ...]
    links: dict[Place, list[From]]

    def places(self, at: XYZ) -> list[tuple[float, Place]]:
        """The squares with room round a place on its level, each with how far it is."""
        level = min(range(len(self.heights)), key=lambda n: abs(self.heights[n] - at[2]))
        rows, column, row = self.room[level], round(at[0] / STEP), round(at[1] / STEP)
        squares = []
        for i in range(max(0, column - 1), min(len(rows), column + 2)):
            for j in range(max(0, row - 1), min(len(rows[i]), row + 2)):
                if rows[i][j]:
                    squares.append((math.hypot(i * STEP - at[0], j * STEP - at[1]), (level, i, j)))
        return squares

    def is_free(self, level: int, column: int, row: int) -> bool:
        """Is there room on a square, and is it one of the table's?"""
        rows = self.room[level]
        return 0 <= column < len(rows) and 0 <= row < len(rows[column]) and rows[column][row]

    def near_in_height(self, level: int) -> list[int]:
        """The levels that a step leads to from one of them, itself among them."""
        return [index for index, height in enumerate(self.heights) if abs(height - self.heights[level]) <= LOW]

    def steps(self, place: Place) -> list[From]:
        """From where one gets to a square."""
        level, column, row = place
        links = list(self.links.get(place, ()))
        for neighbor_level in self.near_in_height(level):
            for dx, dy in STEPS:
                if self.is_free(neighbor_level, column + dx, row + dy):
                    links.append(((neighbor_level, column + dx, row + dy), STEP * math.hypot(dx, dy), ""))
        return links


@of_terrain
@lru_cache(maxsize=64)
def floors_of(table: Table, base: str) -> Floors:
    """Where such a base can stand on a table, models left aside."""
    size = int(table.size[0] / STEP) + 1, int(table.size[1] / STEP) + 1
    points = np.array([(i * STEP, j * STEP) for i in range(size[0]) for j in range(size[1])])
    ordered = sorted(levels(table), key=lambda level: level.height)
    heights, room = tuple(level.height for level in ordered), []
    for level in ordered:
        mask = _above(level, points)
        mask[mask] = find_room(table, base, points[mask], level.height)
        room.append(tuple(tuple(column) for column in mask.reshape(size).tolist()))
    floors = Floors(heights, tuple(room), {})
    for to, link in (*_climbs(table, base, floors), *_crossings(table, base, floors)):
        floors.links.setdefault(to, []).append(link)
    return floors


def _above(level: Level, points: Points) -> NDArray[np.bool_]:
    """Which points may lie on a level: on all of the table, or near what it is made of."""
    mask = np.full(len(points), level.height == 0.0)
    for shape in level.shapes:
        if isinstance(shape, tuple):
            low, high = np.array(shape[0]) - shape[1], np.array(shape[0]) + shape[1]
        else:
            low, high = shape.min(axis=0), shape.max(axis=0)
        mask |= ((points >= low) & (points <= high)).all(axis=1)
    return mask


def _climbs(table: Table, base: str, floors: Floors) -> Iterator[tuple[Place, From]]:
    """Up and down ladders, between the squares beside them on each level that they serve."""
    heights, room = floors.heights, floors.room
    for ladder in table.ladders:
        reach, served = SPACE.bases[base].radius + table.policy.ladder_within + STEP, heights_served(table, ladder)
        columns, rows = (range(max(0, int((c - reach) / STEP)), int((c + reach) / STEP) + 2) for c in ladder.at)
        ends = [
            (n, i, j) for n, height in enumerate(heights) if any(abs(height - z) < 1e-6 for z in served)
            for i in columns if i < len(room[n]) for j in rows if j < len(room[n][i])
            if room[n][i][j] and math.dist((i * STEP, j * STEP), ladder.at) <= reach
        ]  # fmt: skip
        aside, cost = {end: math.dist((end[1] * STEP, end[2] * STEP), ladder.at) for end in ends}, table.policy.ladder_cost
        for start in ends:
            targets = (target for target in ends if target[0] != start[0])
            yield from ((start, (target, cost + 0.5 * (aside[start] + aside[target]), ladder.id)) for target in targets)


def _crossings(table: Table, base: str, floors: Floors) -> Iterator[tuple[Place, From]]:
    """Straight across obstacles and onto them, from the squares before them, where the table lets such a base walk so."""
    boxes = [f.box for f in table.features if f.kind is Kind.OBSTACLE]
    margin = SPACE.bases[base].radius + STEP
    for level, rows in enumerate(floors.room):
        for i, column in enumerate(rows):
            for j, free in enumerate(column):
                x, y = i * STEP, j * STEP
                if free and any(x0 - margin <= x <= x1 + margin and y0 - margin <= y <= y1 + margin for x0, y0, x1, y1 in boxes):
                    yield from _across(table, base, floors, (level, i, j))


def _across(table: Table, base: str, floors: Floors, start: Place) -> Iterator[tuple[Place, From]]:
    """From one square: in each direction in which the next is not free, to the first that is."""
    level, i, j = start
    walker = Body("walker", base, (i * STEP, j * STEP, floors.heights[level]))
    for dx, dy in STEPS:
        for step_count in range(1, int(ACROSS / STEP / math.hypot(dx, dy)) + 1):
            column, row = i + step_count * dx, j + step_count * dy
            free = [next_level for next_level in floors.near_in_height(level) if floors.is_free(next_level, column, row)]
            if not free:
                continue
            if step_count > 1:
                walk = move(table, walker, (Walk((column * STEP, row * STEP)),), speed=4.0 * ACROSS, brief=True)
                end_levels = [next_level for next_level in free if abs(floors.heights[next_level] - walk.end[2]) < 1e-6]
                if walk and not walk.power and end_levels:
                    yield (end_levels[0], column, row), (start, walk.spent, "")
            break


@dataclass(frozen=True, eq=False)
class Ways:
    """The ways to an objective from everywhere: how far it is from each square, and the next square with the ladder taken."""

    floors: Floors
    far: dict[Place, float]
    next: dict[Place, tuple[Place, str]]

    def leg(self, at: XYZ, inches: float) -> tuple[XY, str, float]:
        """Where the way leads on this level within so many inches; the ladder taken there, if any, and the height above it."""
        options = [(offset + self.far[place], place) for offset, place in self.floors.places(at) if place in self.far]
        place, position, distance = min(options)[1] if options else None, (at[0], at[1]), 0.0
        while place is not None:
            spot = place[1] * STEP, place[2] * STEP
            distance += math.dist(position, spot)
            if distance > inches:
                break
            position = spot
            onward = self.next.get(place)
            if onward is not None and onward[1]:
                return position, onward[1], self.floors.heights[onward[0][0]]
            place = onward[0] if onward is not None else None
        return position, "", at[2]


@of_terrain
@lru_cache(maxsize=256)
def _ways(table: Table, base: str, goal: XYZ, within: float) -> Ways:
    """The ways for a base to where it is so near to a place, found from there outward."""
    floors, touching = floors_of(table, base), RADIUS + SPACE.bases[base].radius
    distances: dict[Place, float] = {}
    onward: dict[Place, tuple[Place, str]] = {}
    waiting: list[tuple[float, Place]] = []
    for level, height in enumerate(floors.heights):
        for i, column in enumerate(floors.room[level]):
            for j, free in enumerate(column):
                distance = max(0.0, math.dist((i * STEP, j * STEP), goal[:2]) - touching)
                if free and math.hypot(distance, height - goal[2]) <= within:
                    distances[level, i, j] = 0.0
                    waiting.append((0.0, (level, i, j)))
    heapq.heapify(waiting)
    while waiting:
        path_length, place = heapq.heappop(waiting)
        if path_length > distances[place]:
            continue
        for neighbor, inches, ladder in floors.steps(place):
            if path_length + inches < distances.get(neighbor, math.inf):
                distances[neighbor], onward[neighbor] = path_length + inches, (place, ladder)
                heapq.heappush(waiting, (path_length + inches, neighbor))
    return Ways(floors, distances, onward)


def ways_to(state: State, base: str, objective: Objective) -> Ways:
    """The ways for a base to an objective; one that is to be carried must be touched."""
    return _ways(state.setup.terrain(()), base, objective.at, 0.0 if objective.portable else OBJECTIVE_WITHIN)


@of_terrain
@lru_cache(maxsize=20_000)
def left(ways: Ways, at: XYZ) -> float:
    """How many inches are left from a place; infinite if no way is known."""
    return min((distance + ways.far.get(place, math.inf) for distance, place in ways.floors.places(at)), default=math.inf)
