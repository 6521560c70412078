"""Generate moves that take an artifact, and go on toward where it scores."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from wc3d.games.neo_mechanika.bots.move_generation import CLEARANCE_IN, choose_leader
from wc3d.games.neo_mechanika.bots.objective_value import (
    can_use_objective,
    list_artifact_destinations,
)
from wc3d.games.neo_mechanika.rules.actions import Advance
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, check_move
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN, Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import advance_order
from wc3d.geometry.distance import point_to_segment

MAX_ONWARD = 2
"""The maximum number of places to which moves go on from an artifact."""

MIN_ONWARD_IN = 0.5
"""The fewest inches left at an artifact for which a move goes on."""


def list_pickup_moves(state: State, unit: str) -> list[Advance]:
    """List legal moves of a unit over artifacts that it can score, those that go on first."""
    if any(m.carrying for m in state.models_of(unit)):
        return []
    moves = []
    for artifact in carrying.objectives_on_table(state):
        if not artifact.portable or not can_use_objective(state, unit, artifact):
            continue
        if not list_artifact_destinations(state, unit, artifact):
            continue
        leader = choose_leader(state, unit, artifact, partial(advance_order, state, unit))
        order = advance_order(state, unit, leader)
        if math.dist(state.place(leader)[:2], artifact.at[:2]) > order.inches + 2.0:
            continue
        for advance in _propose_pickups(state, order, leader, artifact):
            verdict = check_move(state, order, advance)
            if verdict and not verdict.evidence.power and _touches(state, advance, artifact):
                moves.append(advance)
    return moves


def _propose_pickups(
    state: State, order: MoveOrder, model: str, artifact: Objective
) -> Iterator[Advance]:
    """Yield straight moves over an artifact to where it scores, and the move to it."""
    player = state.owner(model)
    x, y = artifact.at[:2]
    rest = order.inches - math.dist(state.place(model)[:2], (x, y)) - CLEARANCE_IN
    if rest > MIN_ONWARD_IN:
        goals = [
            o
            for o in carrying.objectives_on_table(state)
            if carrying.objective_plan(state, o.id).worth.carried
            and carrying.can_hold_objective(state, order.unit, o.id)
        ]
        for goal in sorted(goals, key=lambda o: (math.dist(o.at, artifact.at), o.id))[:MAX_ONWARD]:
            share = min(1.0, rest / max(rest, math.dist((x, y), goal.at[:2])))
            onward = (x + share * (goal.at[0] - x), y + share * (goal.at[1] - y))
            yield Advance(player=player, model=model, path=((x, y), onward))
    direct = find_approach(state, order, model, (x, y), player=player)
    if direct is not None:
        yield direct


def _touches(state: State, advance: Advance, artifact: Objective) -> bool:
    """Return whether the leader of an advance touches an artifact on its straight path."""
    model = state.models[advance.model]
    steps = [step for step in advance.path if isinstance(step, tuple)]
    if model.at is None or len(steps) < len(advance.path):
        return False
    points = [(model.at[0], model.at[1]), *((step[0], step[1]) for step in steps)]
    reach = SPACE.bases[model.base].radius + OBJECTIVE_RADIUS_IN
    spot = (artifact.at[0], artifact.at[1])
    return any(point_to_segment(spot, a, b) <= reach for a, b in pairwise(points))
