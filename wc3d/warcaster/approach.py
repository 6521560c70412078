"""A legal way toward a place, found cheaply: straight, shortened, or round what is in the way (for players of any kind)."""
from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.geometry.distance import XY
from wc3d.table.movement import Move
from wc3d.table.support import Section, footprint
from wc3d.table.table import Body
from wc3d.warcaster.actions import Advance, Step
from wc3d.warcaster.movement import MoveOrder, check_move, flies, moved, steps_of
from wc3d.warcaster.state import State

CLEAR = 0.01
"""How far beside a corner a way round it leads, in inches."""

SHARES = (1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2)
"""To which parts a way is shortened until it may be taken."""

CORNERS = 2
"""How many corners a way round something has at most."""

Path = tuple[Step, ...]


def approach(
    state: State, order: MoveOrder, model: str, goal: XY, *, player: int, keep: float = 0.0, falls: bool = False
) -> Advance | None:
    """A legal move of a model that brings it nearer to a point, as near as a simple way leads; None if none was found.

    It stops `keep` inches before the point. `falls`: may it take a fall that needs a damage roll? Squads: the others are
    left to the program.
    """
    body = state.table.body(model)
    here = (body.at[0], body.at[1])
    best, nearest = None, math.dist(here, goal) - 1e-6
    for path in _ways(state, order, body, goal, keep):
        if _after(here, path, order.inches, goal) >= nearest:
            continue
        for share in SHARES:
            shorter = _cut(here, path, share * order.inches)
            found = moved(state, order, model, steps_of(shorter))
            far = math.dist(found.end[:2], goal)
            if not found or far >= nearest or (found.power and not falls):
                continue
            action = Advance(player=player, model=model, path=shorter)
            if check_move(state, order, action):
                best, nearest = action, far
                break
    return best


def _after(here: XY, path: Path, inches: float, goal: XY) -> float:
    """How far from the goal a path ends at best."""
    cut = _cut(here, path, inches)
    return math.dist(_xy(cut[-1]), goal) if cut else math.inf


def _ways(state: State, order: MoveOrder, body: Body, goal: XY, keep: float) -> Iterator[Path]:
    """Straight to the goal; then round whatever blocks the way, on either side, corner by corner."""
    here = (body.at[0], body.at[1])
    apart = math.dist(here, goal)
    if apart <= keep + 1e-6:
        return
    share = (apart - keep) / apart
    end = (here[0] + share * (goal[0] - here[0]), here[1] + share * (goal[1] - here[1]))
    yield (end,)
    if flies(state, order, body.id):
        return
    tried: list[tuple[Path, int]] = [((end,), CORNERS)]
    while tried:
        path, left = tried.pop(0)
        found = moved(state, order, body.id, steps_of(path), left=math.inf)
        if found or not left:
            continue
        for corner in _corners(state, body, found, here if len(path) == 1 else _xy(path[-2]), end):
            round_it = (*path[:-1], corner, end)
            yield round_it
            tried.append((round_it, left - 1))


def _corners(state: State, body: Body, found: Move, here: XY, end: XY) -> Iterator[XY]:
    """The corner to go round on either side of each thing that blocks: the outermost one seen from the way."""
    long = math.dist(here, end)
    if long < 1e-9:
        return
    way = ((end[0] - here[0]) / long, (end[1] - here[1]) / long)
    for id in found.blockers:
        points = _outline(state, id, body.radius + CLEAR)
        beside = sorted(points, key=lambda p: (p[1] - here[1]) * way[0] - (p[0] - here[0]) * way[1])
        yield from (beside[0], beside[-1])


def _outline(state: State, id: str, out: float) -> list[XY]:
    """Points round a model or feature, so many inches outside it."""
    if state.on_table(id):
        other = state.table.body(id)
        return _round((other.volume.center, other.radius), out)
    return [p for piece in state.table.feature(id).pieces for p in _round(footprint(piece), out)]


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
