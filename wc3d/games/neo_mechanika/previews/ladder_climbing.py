"""Climb ladders with the pointer: find the ladder, its entry place and its exit place."""

from __future__ import annotations

from math import dist

from wc3d.games.neo_mechanika.rules.actions import LadderStep, Point
from wc3d.games.neo_mechanika.rules.moving.placing import find_places, resolve_place
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.table.moves.ladders import ladder_reaches, opposite_height
from wc3d.table.table_state import Ladder

LADDER_HIT_RADIUS_IN = 0.6
"""The radius around a ladder in plan that counts as the ladder, in inches."""
LEVEL_TOLERANCE_IN = 1e-6


def ladder_at_hit(state: State, body: Body, hit: RayHit) -> Ladder | None:
    """Return the ladder at a hit point; None where the base can stand on the upper level."""
    x, y, z = hit.at
    candidates = [
        ladder
        for ladder in state.table.ladders
        if dist((x, y), ladder.at) <= LADDER_HIT_RADIUS_IN
        and ladder.bottom - LADDER_HIT_RADIUS_IN <= z <= ladder.top + LADDER_HIT_RADIUS_IN
    ]
    if not candidates or hit.kind == "body":
        return None
    ladder = min(candidates, key=lambda found: (dist((x, y), found.at), abs(z - found.bottom)))
    is_upper_half = hit.is_level_top and z > (ladder.bottom + ladder.top) / 2
    return (
        None
        if is_upper_half and resolve_place(state, body.base, hit.at, ignore=(body.id,)) is not None
        else ladder
    )


def climb_step(state: State, body: Body, ladder: Ladder) -> LadderStep | None:
    """Return the step to the ladder's other end; None if the height is wrong or room is lacking."""
    if not ladder_reaches(ladder, body.at[2]):
        return None
    place = _find_place_beside(state, body, ladder, opposite_height(ladder, body.at[2]))
    return LadderStep(ladder=ladder.id, to=place) if place is not None else None


def ladder_foot_place(state: State, body: Body, ladder: Ladder) -> XYZ | None:
    """Return a place on the body's level from which it can take the ladder."""
    return _find_place_beside(state, body, ladder, body.at[2])


def path_to_ladder(state: State, body: Body, ladder: Ladder) -> tuple[Point, ...]:
    """Return the straight path to the ladder, empty if the body can take it from its place."""
    (x, y), (to_x, to_y) = body.at[:2], ladder.at
    distance = dist((x, y), ladder.at)
    share = (
        (distance - body.radius - state.table.policy.ladder_within + LEVEL_TOLERANCE_IN) / distance
        if distance
        else 0.0
    )
    return ((x + share * (to_x - x), y + share * (to_y - y)),) if share > 0 else ()


def _find_place_beside(state: State, body: Body, ladder: Ladder, height: float) -> XYZ | None:
    """Return the free place nearest to an end of the ladder."""
    within = state.table.policy.ladder_within
    places = find_places(
        state, body.base, (*ladder.at, height), within, count=24, ignore=(body.id,)
    )
    return next((at for at in places if abs(at[2] - height) <= LEVEL_TOLERANCE_IN), None)
