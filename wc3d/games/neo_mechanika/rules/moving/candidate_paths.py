"""Candidate paths for a model, listed or random: all directions, goals, ladders, jumps."""

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
"""The number of listed directions."""

DISTANCE_SHARES = (1.0, 0.5)
"""The listed fractions of the distance."""

RANDOM_PATH_SHARES = (1.0, 0.7, 0.4, 0.2)
"""The fractions to which a random path is shortened until it is legal."""

MAX_RANDOM_PATHS = 3
"""The most random paths to try before the model stays."""


def straight_paths(state: State, model: str, inches: float) -> Iterator[Path]:
    """Yield straight candidate paths, staying last. The caller checks whether each is legal."""
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
    """Return a model's possible goals: remaining objectives and enemies, nearest first."""
    x, y, _ = state.place(model)
    own = state.owner(model)
    places = [o.at for o in state.objectives.values() if not o.removed]
    places += [m.at for m in state.models.values() if m.at is not None and state.owner(m.id) != own]
    places += [g.at for g in state.gates.values() if g.player != own]
    return tuple(sorted(((p[0], p[1]) for p in places), key=lambda p: math.dist(p, (x, y))))[:6]


def random_paths(
    state: State, model: str, inches: float, rng: random.Random, *, jumps: bool
) -> Iterator[Path]:
    """Yield random paths, each shortened in steps, staying last. The caller checks each path.

    One in eight is a jump, if `jumps` allows it. Near a ladder every second path begins with the
    ladder.
    """
    body = state.table.body(model)
    start = (body.at[0], body.at[1])
    ladders = _list_ladders_near(state, body, inches)
    for _ in range(MAX_RANDOM_PATHS):
        if ladders and rng.random() < 0.5:
            yield from _list_climbs(state, body, rng.choice(ladders), rng)
        turn = rng.uniform(0.0, math.tau)
        distance = inches * math.sqrt(rng.random())
        leap = jumps and rng.random() < 0.125
        for share in RANDOM_PATH_SHARES:
            end = _get_point_ahead(start, turn, share * distance)
            yield (JumpStep(jump=end) if leap else end,)
    yield ()


def _get_point_ahead(start: XY, turn: float, inches: float) -> XY:
    return start[0] + inches * math.cos(turn), start[1] + inches * math.sin(turn)


def _get_point_toward(start: XY, goal: XY, inches: float) -> XY:
    """Return the point up to `inches` toward a goal, no farther than the goal."""
    share = min(1.0, inches / math.dist(start, goal))
    return start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1])


def _list_ladders_near(state: State, body: Body, inches: float) -> list[Ladder]:
    """Return the ladders at the model's level within reach."""
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
    """Yield climbs by a ladder to another level, and off it at the first free place."""
    start = (body.at[0], body.at[1])
    within = state.table.policy.ladder_within
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
