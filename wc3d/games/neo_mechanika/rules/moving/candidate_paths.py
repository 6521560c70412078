"""Paths worth trying for a model: straight ways all round, toward what matters, by ladder and by jump; listed or at random."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from wc3d.games.neo_mechanika.rules.actions import JumpStep, LadderStep, Step
from wc3d.games.neo_mechanika.rules.moving.placing import find_places
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.geometry.points import XY
from wc3d.table.body import Body
from wc3d.table.moves.ladders import ladder_heights, ladder_reaches
from wc3d.table.table_state import Ladder

Path = tuple[Step, ...]

DIRECTION_COUNT = 12
"""How many directions are listed."""

DISTANCE_SHARES = (1.0, 0.5)
"""Which parts of the inches are listed."""

RANDOM_PATH_SHARES = (1.0, 0.7, 0.4, 0.2)
"""How a random way is shortened until it is legal."""

MAX_RANDOM_PATHS = 3
"""How many random ways are tried before the model stays."""


def straight_paths(state: State, model: str, inches: float) -> Iterator[Path]:
    """The straight ways worth naming, staying put last; each is still to be checked."""
    body = state.table.body(model)
    start = (body.at[0], body.at[1])
    for share in DISTANCE_SHARES:
        for k in range(DIRECTION_COUNT):
            yield (_get_point_ahead(start, math.tau * k / DIRECTION_COUNT, share * inches),)
    for goal in movement_goals(state, model):
        if math.dist(start, goal) > 1e-6:
            yield (_get_point_toward(start, goal, inches),)
    for ladder in _list_ladders_near(state, body, inches):
        yield from _list_climbs(state, body, ladder, None)
    yield ()


def movement_goals(state: State, model: str) -> tuple[XY, ...]:
    """Where a model may want to go: objectives that are left, and enemies, nearest first."""
    x, y, _ = state.place(model)
    own = state.owner(model)
    places = [o.at for o in state.objectives.values() if not o.removed]
    places += [m.at for m in state.models.values() if m.at is not None and state.owner(m.id) != own]
    places += [g.at for g in state.gates.values() if g.player != own]
    return tuple(sorted(((p[0], p[1]) for p in places), key=lambda p: math.dist(p, (x, y))))[:6]


def random_paths(
    state: State, model: str, inches: float, rng: random.Random, *, jumps: bool
) -> Iterator[Path]:
    """Ways at random, each made shorter until one is taken, and staying put last; each is still to be checked.

    One in eight is a jump, if those are allowed; near a ladder every second begins with it.
    """
    body = state.table.body(model)
    start = (body.at[0], body.at[1])
    ladders = _list_ladders_near(state, body, inches)
    for _ in range(MAX_RANDOM_PATHS):
        if ladders and rng.random() < 0.5:
            yield from _list_climbs(state, body, rng.choice(ladders), rng)
        turn, distance = rng.uniform(0.0, math.tau), inches * math.sqrt(rng.random())
        leap = jumps and rng.random() < 0.125
        for share in RANDOM_PATH_SHARES:
            end = _get_point_ahead(start, turn, share * distance)
            yield (JumpStep(jump=end) if leap else end,)
    yield ()


def _get_point_ahead(start: XY, turn: float, inches: float) -> XY:
    return start[0] + inches * math.cos(turn), start[1] + inches * math.sin(turn)


def _get_point_toward(start: XY, goal: XY, inches: float) -> XY:
    """The point on the way to a goal that so many inches lead to, no farther than the goal."""
    share = min(1.0, inches / math.dist(start, goal))
    return start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1])


def _list_ladders_near(state: State, body: Body, inches: float) -> list[Ladder]:
    """The ladders that serve the model's level and are near enough to be used."""
    policy = state.table.policy
    reach = inches - policy.ladder_cost + body.radius + policy.ladder_within
    return [
        ladder
        for ladder in state.table.ladders
        if ladder_reaches(ladder, body.at[2]) and math.dist(body.at[:2], ladder.at) <= reach
    ]


def _list_climbs(
    state: State, body: Body, ladder: Ladder, rng: random.Random | None
) -> Iterator[Path]:
    """By a ladder to another level, its ends first: straight to it, and off it at the first place that is free."""
    start, within = (body.at[0], body.at[1]), state.table.policy.ladder_within
    gap = math.dist(start, ladder.at) - body.radius - within
    for height in ladder_heights(state.table, ladder):
        if abs(height - body.at[2]) < 1e-6:
            continue
        places = find_places(
            state, body.base, (*ladder.at, height), within, rng=rng, count=1, ignore=(body.id,)
        )
        place = next((p for p in places if p[2] == height), None)
        if place is not None:
            steps: Path = (LadderStep(ladder=ladder.id, to=place),)
            yield (_get_point_toward(start, ladder.at, gap + 1e-6), *steps) if gap > 0.0 else steps
