"""Find a legal move toward a place cheaply: straight, or around obstacles."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.games.neo_mechanika.rules.actions import Advance, Step
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    check_move,
    compute_move,
    is_flying,
    to_table_steps,
)
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.moves.movement import Move
from wc3d.table.terrain.standing_places import piece_footprint

CORNER_CLEARANCE_IN = 0.01
"""The distance between a corner and a path around it, in inches."""

PATH_SHARES = (0.9, 0.8, 0.65, 0.5, 0.35, 0.2)
"""The fractions of a path to try if its end is illegal."""

MAX_CORNERS = 4
"""The most corners in a path around obstacles."""

MAX_PATHS = 12
"""The most paths to examine, the shortest first."""

Path = tuple[Step, ...]


def find_approach(
    state: State,
    order: MoveOrder,
    model: str,
    goal: XY,
    *,
    player: int,
    keep: float = 0.0,
    falls: bool = False,
) -> Advance | None:
    """Return a legal move of a model toward a point, or None.

    The move stops `keep` inches before the point. `falls` allows a fall that needs a damage roll.
    A path may lead away from the point to get around an obstacle. The game places the other models
    of a squad.
    """
    body = state.table.body(model)
    start = (body.at[0], body.at[1])
    distance = math.dist(start, goal)
    if distance <= keep + 1e-6:
        return None
    share = (distance - keep) / distance
    end = (start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1]))
    ways: list[tuple[float, Path]] = [(distance - keep, (end,))]
    blocked: list[tuple[Path, float]] = []
    while ways and len(blocked) < MAX_PATHS:
        path = heapq.heappop(ways)[1]
        advance, attempt = _try(state, order, model, _cut(start, path, order.inches), player, falls)
        if advance is not None:
            return advance
        blocked.append((path, attempt.got[1] if attempt.code == "in_the_way" else math.inf))
        if len(path) <= MAX_CORNERS and not is_flying(state, order, model):
            for corner in _find_corners(
                state, body, attempt, start if len(path) == 1 else _get_xy(path[-2]), end
            ):
                longer = (*path[:-1], corner, end)
                heapq.heappush(ways, (_measure_length(start, longer), longer))
    return _try_shorter(state, order, model, blocked, player, falls)


def _try(
    state: State, order: MoveOrder, model: str, path: Path, player: int, falls: bool
) -> tuple[Advance | None, Move]:
    """Return the move along a path if it is legal; rough ground may shorten it."""
    attempt = _move_along(state, order, model, path)
    if attempt.code == "too_far" and 0.0 < attempt.allowance < order.inches:
        path = _cut(state.place(model)[:2], path, attempt.allowance)
        attempt = _move_along(state, order, model, path)
    if not attempt or (attempt.power and not falls):
        return None, attempt
    action = Advance(player=player, model=model, path=path)
    return (action if check_move(state, order, action) else None), attempt


def _move_along(state: State, order: MoveOrder, model: str, path: Path) -> Move:
    """Return the move along a path. A path that begins like a blocked path is also blocked."""
    notes = state.board_notes
    key = ("blocked ways", order, model)
    blocked: dict[Path, Move] = notes.setdefault(key, {})
    for steps in range(1, len(path) + 1):
        if (earlier_move := blocked.get(path[:steps])) is not None:
            return earlier_move
    attempt = compute_move(state, order, model, to_table_steps(path), brief=True)
    if attempt.code == "in_the_way":
        blocked[path[: attempt.got[0]]] = attempt
    return attempt


def _try_shorter(
    state: State,
    order: MoveOrder,
    model: str,
    paths: list[tuple[Path, float]],
    player: int,
    falls: bool,
) -> Advance | None:
    """Return the longest legal part of the three shortest paths, given their blocked distances."""
    start = state.place(model)[:2]
    for share in PATH_SHARES:
        for path, free in paths[:3]:
            inches = share * min(order.inches, _measure_length(start, path))
            if inches > free + CORNER_CLEARANCE_IN:
                continue
            advance, _ = _try(state, order, model, _cut(start, path, inches), player, falls)
            if advance is not None:
                return advance
    return None


def _measure_length(start: XY, path: Path) -> float:
    points = [start, *(_get_xy(s) for s in path)]
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _find_corners(state: State, body: Body, attempt: Move, start: XY, end: XY) -> Iterator[XY]:
    """Yield the outermost corner on either side of each obstacle in the path."""
    long = math.dist(start, end)
    if long < 1e-9:
        return
    way = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
    for id in attempt.blockers:
        points = _trace_outline(state, id, body.radius + CORNER_CLEARANCE_IN)
        offsets = (points[:, 1] - start[1]) * way[0] - (points[:, 0] - start[0]) * way[1]
        for outermost in (
            int(np.argmin(offsets)),
            len(offsets) - 1 - int(np.argmax(offsets[::-1])),
        ):
            yield float(points[outermost, 0]), float(points[outermost, 1])


def _trace_outline(state: State, id: str, margin: float) -> Points:
    """Return points around a model or feature, `margin` inches outside it."""
    if state.is_on_table(id):
        body = state.table.body(id)
        return _outline_disc(body.volume.center, body.radius, margin)
    return _outline_feature(state.table.feature(id), margin)


@memo_per_terrain(Size.SMALL)
def _outline_feature(feature: Feature, margin: float) -> Points:
    return np.array(
        [p for piece in feature.pieces for p in _outline_section(piece_footprint(piece), margin)]
    )


@memo_per_terrain(Size.LARGE)
def _outline_disc(center: XY, radius: float, margin: float) -> Points:
    return np.array(_outline_section((center, radius), margin))


def _outline_section(section: Section, margin: float) -> list[XY]:
    if isinstance(section, tuple):
        (x, y), r = section
        outer_radius = (r + margin) / math.cos(math.pi / 12)
        return [
            (
                x + outer_radius * math.cos(k * math.pi / 6),
                y + outer_radius * math.sin(k * math.pi / 6),
            )
            for k in range(12)
        ]
    middle = section.mean(axis=0)
    points = []
    for x, y in section.tolist():
        dx, dy = x - float(middle[0]), y - float(middle[1])
        points.append((x + math.copysign(margin, dx), y + math.copysign(margin, dy)))
    return points


def _get_xy(step: Step) -> XY:
    assert isinstance(step, tuple)
    return step[0], step[1]


def _cut(start: XY, path: Path, inches: float) -> Path:
    """Return the first inches of a path of straight segments."""
    cut: list[Step] = []
    for step in path:
        end = _get_xy(step)
        long = math.dist(start, end)
        if long >= inches:
            share = inches / long if long > 0.0 else 0.0
            cut.append(
                (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            )
            break
        cut.append(end)
        start = end
        inches = inches - long
    return tuple(cut)
