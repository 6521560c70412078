"""Paths around obstacles on a grid of square inches, and the walking distances along them.

The grid is an estimate. The rules decide whether a base really gets through.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.games.warmachine.rules.space.terrain import Passage, classify_passage, footprint
from wc3d.games.warmachine.rules.state import Model, State
from wc3d.geometry.boxes import section_box
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import disc_overlaps
from wc3d.table.features import Feature
from wc3d.table.pathfinding import (
    NEIGHBOR_OFFSETS,
    CellMask,
    DistanceGrid,
    Ground,
    search_distances,
)

MAX_EXACT_PIECES = 12
"""The maximum number of pieces to test one by one; larger features use bounding boxes."""

UNREACHABLE_PENALTY_IN = 40.0
"""Inches added to the distance of a place that no path reaches."""


@memo_per_terrain(Size.FEW)
def _ground(features: tuple[Feature, ...], size: XY, radius: float) -> tuple[CellMask, CellMask]:
    """Return for each square inch whether a base there is blocked and whether it is rough."""
    shape = int(size[0]), int(size[1])
    shut = np.zeros(shape, dtype=bool)
    rough = np.zeros(shape, dtype=bool)
    for feature in features:
        kind = classify_passage(feature)
        if kind is not Passage.OPEN:
            _mark(rough if kind is Passage.ROUGH else shut, feature, radius)
    border = radius + 0.05
    xs, ys = np.arange(shape[0]) + 0.5, np.arange(shape[1]) + 0.5
    shut[(xs < border) | (xs > size[0] - border), :] = True
    shut[:, (ys < border) | (ys > size[1] - border)] = True
    return shut, rough


def _mark(grid: CellMask, feature: Feature, radius: float) -> None:
    sections = footprint(feature)
    for section in sections:
        x0, y0, x1, y1 = section_box(section)
        low = [max(0, math.ceil(at - radius - 0.5)) for at in (x0, y0)]
        high = [math.floor(at + radius - 0.5) for at in (x1, y1)]
        if len(sections) > MAX_EXACT_PIECES:
            grid[low[0] : high[0] + 1, low[1] : high[1] + 1] = True
            continue
        for x in range(low[0], min(high[0] + 1, grid.shape[0])):
            for y in range(low[1], min(high[1] + 1, grid.shape[1])):
                grid[x, y] |= disc_overlaps((x + 0.5, y + 0.5), radius, section)


@memo_per_terrain(Size.MEDIUM)
def _distance_field(
    features: tuple[Feature, ...],
    size: XY,
    radius: float,
    goal: XY,
    bodies: tuple[tuple[XY, float], ...],
) -> DistanceGrid:
    """Return the walking distance in inches from each square to the goal.

    Rough ground counts double. The distance is infinite where no path reaches the goal.
    """
    shut, rough = _ground(features, size, radius)
    shut = shut.copy()
    for (x, y), wide in bodies:
        xs, ys = np.ogrid[: shut.shape[0], : shut.shape[1]]
        shut |= (xs + 0.5 - x) ** 2 + (ys + 0.5 - y) ** 2 < (radius + wide) ** 2
    goals = np.zeros_like(shut)
    free = np.argwhere(~shut)
    if len(free):
        offsets = free + 0.5 - np.array(goal)
        goals[tuple(free[np.argmin((offsets**2).sum(axis=1))])] = True
    costs = np.where(shut, np.inf, 1.0 + rough)
    return search_distances(Ground(costs[np.newaxis]), goals[np.newaxis])[0]


def _goal_distances(
    state: State, mover: Model, goal: XY, blockers: Iterable[Model]
) -> DistanceGrid:
    bases = state.table.policy.bases
    bodies = tuple((state.place(m.id)[:2], bases[m.base].radius) for m in blockers)
    features = () if mover.has_effect_word("pass_terrain") else state.table.features
    at = float(math.floor(goal[0])) + 0.5, float(math.floor(goal[1])) + 0.5
    size = state.table.size
    return _distance_field(features, (size[0], size[1]), bases[mover.base].radius, at, bodies)


def walking_distance(state: State, mover: Model, at: XY, goal: XY) -> float:
    """Return the rough walking distance to a goal around terrain, not around models."""
    distances = _goal_distances(state, mover, goal, ())
    square = _nearest_square(distances, at)
    straight = math.dist(at, goal)
    if square is None:
        return straight + UNREACHABLE_PENALTY_IN
    x, y = square
    return max(straight, float(distances[x, y]) + math.dist(at, (x + 0.5, y + 0.5)) - 1.0)


def _nearest_square(distances: DistanceGrid, at: XY) -> tuple[int, int] | None:
    """Return the nearest square, up to 2" away, from which the goal can be reached."""
    x, y = int(at[0]), int(at[1])
    if 0 <= x < distances.shape[0] and 0 <= y < distances.shape[1] and np.isfinite(distances[x, y]):
        return x, y
    around = [(x + i, y + j) for i in range(-2, 3) for j in range(-2, 3)]
    free = [
        (i, j)
        for i, j in around
        if 0 <= i < distances.shape[0]
        and 0 <= j < distances.shape[1]
        and np.isfinite(distances[i, j])
    ]
    return min(free, key=lambda c: math.dist(at, (c[0] + 0.5, c[1] + 0.5)), default=None)


def find_path(state: State, mover: Model, goal: XY, without: Sequence[str] = ()) -> tuple[XY, ...]:
    """Return a path's corners around terrain and models to the goal's square, () without one."""
    blockers = (m for m in state.models_in_play() if m.id != mover.id and m.id not in without)
    distances = _goal_distances(state, mover, goal, blockers)
    start = state.place(mover.id)[:2]
    square = _nearest_square(distances, start)
    if square is None:
        return ()
    squares = [square]
    while distances[squares[-1]] > 0.0:
        x, y = squares[-1]
        around = [
            (x + dx, y + dy)
            for dx, dy in NEIGHBOR_OFFSETS
            if 0 <= x + dx < distances.shape[0] and 0 <= y + dy < distances.shape[1]
        ]
        squares.append(min(around, key=lambda c: (distances[c] + math.dist(c, (x, y)), c)))
        if distances[squares[-1]] >= distances[x, y]:
            break
    return _straighten_route(start, [(x + 0.5, y + 0.5) for x, y in squares], distances)


def _straighten_route(start: XY, squares: list[XY], distances: DistanceGrid) -> tuple[XY, ...]:
    """Return the path with straight segments where nothing is in the way."""
    corners = list[XY]()
    at = start
    k = 0
    while k < len(squares):
        n = next(
            (n for n in range(len(squares) - 1, k, -1) if _is_free(at, squares[n], distances)), k
        )
        corners.append(squares[n])
        at, k = squares[n], n + 1
    return tuple(corners)


def _is_free(a: XY, b: XY, distances: DistanceGrid) -> bool:
    steps = max(1, math.ceil(math.dist(a, b) * 2))
    spots = [
        (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
        for k in range(1, steps + 1)
    ]
    return all(
        np.isfinite(
            distances[min(int(x), distances.shape[0] - 1), min(int(y), distances.shape[1] - 1)]
        )
        for x, y in spots
    )


def truncate_path(start: XY, way: Sequence[XY], length: float) -> tuple[XY, ...]:
    """Return the first `length` inches of a path, in hundredths of an inch."""
    points = list[XY]()
    at = start
    for corner in way:
        long = math.dist(at, corner)
        if long >= length:
            t = length / long if long else 0.0
            return (
                *points,
                (
                    round(at[0] + t * (corner[0] - at[0]), 2),
                    round(at[1] + t * (corner[1] - at[1]), 2),
                ),
            )
        points.append(corner)
        at = corner
        length = length - long
    return tuple(points)
