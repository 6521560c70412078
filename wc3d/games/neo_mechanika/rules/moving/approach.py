"""A legal way toward a place, found cheaply: straight, or round what is in the way (for players of any kind)."""
from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np

from wc3d.games.neo_mechanika.rules.actions import Advance, Step
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    check_move,
    flies,
    moved,
    steps_of,
)
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.memo import of_one_table, of_terrain
from wc3d.table.moves.movement import Move
from wc3d.table.terrain.standing import footprint

CLEAR = 0.01
"""How far beside a corner a way round it leads, in inches."""

SHORTER = (0.9, 0.8, 0.65, 0.5, 0.35, 0.2)
"""To which parts a way is shortened that cannot end where it should."""

CORNERS = 4
"""How many corners a way round things has at most."""

TRIED = 12
"""How many ways are looked at, the shortest first."""

Path = tuple[Step, ...]


def approach(
    state: State, order: MoveOrder, model: str, goal: XY, *, player: int, keep: float = 0.0, falls: bool = False
) -> Advance | None:
    """A legal move of a model that brings it on its way to a point; None if none was found.

    It stops `keep` inches before the point. `falls`: may it take a fall that needs a damage roll? A way may lead away from
    the point to get round something. Squads: the others are left to the program.
    """
    body = state.table.body(model)
    here = (body.at[0], body.at[1])
    apart = math.dist(here, goal)
    if apart <= keep + 1e-6:
        return None
    share = (apart - keep) / apart
    end = (here[0] + share * (goal[0] - here[0]), here[1] + share * (goal[1] - here[1]))
    ways: list[tuple[float, Path]] = [(apart - keep, (end,))]
    blocked: list[tuple[Path, float]] = []
    while ways and len(blocked) < TRIED:
        path = heapq.heappop(ways)[1]
        taken, found = _try(state, order, model, _cut(here, path, order.inches), player, falls)
        if taken is not None:
            return taken
        blocked.append((path, found.got[1] if found.code == "in_the_way" else math.inf))
        if len(path) <= CORNERS and not flies(state, order, model):
            for corner in _corners(state, body, found, here if len(path) == 1 else _xy(path[-2]), end):
                longer = (*path[:-1], corner, end)
                heapq.heappush(ways, (_length(here, longer), longer))
    return _shortened(state, order, model, blocked, player, falls)


def _try(
    state: State, order: MoveOrder, model: str, path: Path, player: int, falls: bool
) -> tuple[Advance | None, Move]:
    """The move along a path if it is legal; where rough ground shortens it, along as much as is left."""
    found = _moved(state, order, model, path)
    if found.code == "too_far" and 0.0 < found.allowance < order.inches:
        path = _cut(state.place(model)[:2], path, found.allowance)
        found = _moved(state, order, model, path)
    if not found or (found.power and not falls):
        return None, found
    action = Advance(player=player, model=model, path=path)
    return (action if check_move(state, order, action) else None), found


def _moved(state: State, order: MoveOrder, model: str, path: Path) -> Move:
    """The move along a path, as far as it counts: one that begins like another that was blocked is blocked there, too."""
    notes, key = state.board_notes, ("blocked ways", order, model)
    blocked: dict[Path, Move] = notes.setdefault(key, {})
    for steps in range(1, len(path) + 1):
        if (known := blocked.get(path[:steps])) is not None:
            return known
    found = moved(state, order, model, steps_of(path), brief=True)
    if found.code == "in_the_way":
        blocked[path[: found.got[0]]] = found
    return found


def _shortened(
    state: State, order: MoveOrder, model: str, paths: list[tuple[Path, float]], player: int, falls: bool
) -> Advance | None:
    """The most of one of the three shortest ways that can be taken. With each way: after how many inches something blocks it."""
    here = state.place(model)[:2]
    for share in SHORTER:
        for path, free in paths[:3]:
            inches = share * min(order.inches, _length(here, path))
            if inches > free + CLEAR:
                continue
            taken, _ = _try(state, order, model, _cut(here, path, inches), player, falls)
            if taken is not None:
                return taken
    return None


def _length(here: XY, path: Path) -> float:
    points = [here, *(_xy(s) for s in path)]
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _corners(state: State, body: Body, found: Move, here: XY, end: XY) -> Iterator[XY]:
    """The corner to go round on either side of each thing that blocks: the outermost one seen from the way."""
    long = math.dist(here, end)
    if long < 1e-9:
        return
    way = ((end[0] - here[0]) / long, (end[1] - here[1]) / long)
    for id in found.blockers:
        points = _outline(state, id, body.radius + CLEAR)
        beside = (points[:, 1] - here[1]) * way[0] - (points[:, 0] - here[0]) * way[1]
        for outermost in (int(np.argmin(beside)), len(beside) - 1 - int(np.argmax(beside[::-1]))):
            yield float(points[outermost, 0]), float(points[outermost, 1])


def _outline(state: State, id: str, out: float) -> Points:
    """Points round a model or feature, so many inches outside it."""
    if state.on_table(id):
        other = state.table.body(id)
        return _round_disc(other.volume.center, other.radius, out)
    return _round_feature(state.table.feature(id), out)


@of_terrain
@lru_cache(maxsize=256)
def _round_feature(feature: Feature, out: float) -> Points:
    return np.array([p for piece in feature.pieces for p in _round(footprint(piece), out)])


@of_one_table
@lru_cache(maxsize=1024)
def _round_disc(center: XY, radius: float, out: float) -> Points:
    return np.array(_round((center, radius), out))


def _round(section: Section, out: float) -> list[XY]:
    if isinstance(section, tuple):
        (x, y), r = section
        far = (r + out) / math.cos(math.pi / 12)
        return [(x + far * math.cos(k * math.pi / 6), y + far * math.sin(k * math.pi / 6)) for k in range(12)]
    middle = section.mean(axis=0)
    points = []
    for x, y in section.tolist():
        dx, dy = x - float(middle[0]), y - float(middle[1])
        points.append((x + math.copysign(out, dx), y + math.copysign(out, dy)))
    return points


def _xy(asked: Step) -> XY:
    assert isinstance(asked, tuple)
    return asked[0], asked[1]


def _cut(here: XY, path: Path, inches: float) -> Path:
    """The first so many inches of a path of straight ways."""
    cut: list[Step] = []
    for asked in path:
        there = _xy(asked)
        long = math.dist(here, there)
        if long >= inches:
            share = inches / long if long > 0.0 else 0.0
            cut.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
            break
        cut.append(there)
        here, inches = there, inches - long
    return tuple(cut)
