"""Proofs that verdicts about standing, jumps and sprays hold under a doubt; empty text if there is
no proof.

As in `doubt`, each model may be up to `inches` off along the plan. Heights are in doubt only for a
spray that goes up or down, because other models stand on something. Each proof covers all these
places together with the rules' own functions, mostly on one table with wider or narrower bases. A
failed proof says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.judging.displacement import Inaccuracy, JointDisplacement, as_displacement
from wc3d.judging.doubt import SURE_MARGIN_IN, assess_sight_doubt, certain_volume, possible_volume
from wc3d.table.body import Body
from wc3d.table.moves.contacts import direction_and_distance, find_first_contacts
from wc3d.table.moves.jumping import jump
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sprays_and_blasts import distance_to_first_touch, spray
from wc3d.table.space_constants import MILLIMETERS_PER_INCH
from wc3d.table.space_policy import Motion
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import overlapping_features, overlapping_models, stand


def _widen_bases(table: Table, by: float) -> Table | None:
    """Return the table with every base wider by `by` on each side; None if a base vanishes."""
    new_bases = {
        n: replace(b, diameter_mm=b.diameter_mm + 2 * by * MILLIMETERS_PER_INCH)
        for n, b in table.policy.bases.items()
    }
    if min(base.diameter_mm for base in new_bases.values()) <= 0:
        return None
    policy = replace(table.policy, bases=new_bases)
    return replace(table, policy=policy).with_bodies(*table.bodies)


def prove_standing(table: Table, base: str, at: XYZ, inaccuracy: Inaccuracy) -> str:
    """Return why a base can or cannot stand at any place within the inaccuracy (p. 44)."""
    displacement = as_displacement(inaccuracy)
    inches = displacement.inches
    can_stand = stand(table, base, at).standable
    if isinstance(displacement, JointDisplacement) and not can_stand:
        others = tuple(body.id for body in table.bodies)
        if not stand(table, base, at, ignore=others).standable:
            return "terrain alone decides, wherever the models are"
    changed_table = _widen_bases(
        table, inches + SURE_MARGIN_IN if can_stand else -inches - SURE_MARGIN_IN
    )
    if changed_table is None or stand(changed_table, base, at).standable is not can_stand:
        return ""
    if can_stand:
        return "even a base enlarged by the error fits there, with all other models enlarged too"
    return "even a base shrunk by the error does not fit there, with all other models shrunk too"


def prove_jump(table: Table, body: Body, to: XY, inaccuracy: Inaccuracy) -> str:
    """Return the reason why a jump has the same end from all places within the inaccuracy (p. 45),
    for all model positions.

    Only an unstopped jump has a proof: all its paths are within the path of a volume widened by
    the doubt.
    """
    inches = as_displacement(inaccuracy).inches
    fixed = table.policy.immobility_reason(body, Motion.JUMP)
    if fixed:
        return fixed
    result = jump(table, body, to)
    wide = _widen_bases(table, inches + SURE_MARGIN_IN)
    if result.contacts or wide is None:
        return ""
    me = wide.body(body.id)
    if overlapping_features(wide, me.volume) or overlapping_models(wide, me.volume, (body.id,)):
        return ""
    way, long = direction_and_distance(body.at[:2], to)
    if find_first_contacts(wide, me, body.at[:2], way, long, body.at[2]):
        return ""
    if result.legal and (
        result.drop.landing != result.end
        or any(_is_in_landing(body, neighbor, to, inches) for neighbor in table.bodies)
    ):
        return ""
    return "even a volume enlarged by the error meets nothing on the way, and no model is near the landing"


def _is_in_landing(body: Body, neighbor: Body, to: XY, inches: float) -> bool:
    """Return whether another model may be at the landing place."""
    return (
        neighbor.id != body.id
        and math.dist(neighbor.at[:2], to)
        <= body.radius + neighbor.radius + inches + SURE_MARGIN_IN
    )


def prove_spray(
    table: Table,
    attacker: Body,
    target: Body,
    range: float,
    inaccuracy: Inaccuracy,
    progress: Callable[[int, int], bool] | None = None,
) -> str:
    """Return the reason why a spray attacks the same models (p. 35), wherever each may be."""
    inches = as_displacement(inaccuracy).inches
    result = spray(table, attacker, target, range)
    line_error = max_spray_error(attacker, target, range, inches)
    if line_error is None:
        return ""
    margin = line_error + inches + SURE_MARGIN_IN
    up = 0.0 if is_spray_level(attacker, target) else margin
    for body in table.bodies:
        if (
            body.id in (attacker.id, target.id)
            or distance_to_first_touch(result.line, possible_volume(body.volume, margin, up))
            is None
        ):
            continue
        doubt = assess_sight_doubt(table, attacker, body, inaccuracy, progress)
        within = certain_volume(body.volume, margin, up)
        is_always_hit = (
            within is not None and distance_to_first_touch(result.line, within) is not None
        )
        is_hidden = sight(table, attacker, body).verdict == "blocked"
        if not doubt.stands or not (is_hidden or is_always_hit):
            return ""
    return f'the line is never more than {line_error:.2f}" off, so it always hits and misses the same models'


def is_spray_level(attacker: Body, target: Body) -> bool:
    """Return whether a spray is level, so that heights are not in doubt."""
    return abs(attacker.at[2] - target.at[2]) <= EPSILON_IN


def max_spray_error(attacker: Body, target: Body, range: float, inches: float) -> float | None:
    """Return the maximum error of a point on a spray's line if both models are up to `inches` off;
    None without a bound.

    Directions turn by no more than twice the difference of two lines over the sum of their
    lengths.
    """
    distance = math.dist(attacker.at[:2], target.at[:2])
    up = 0.0 if is_spray_level(attacker, target) else inches
    if distance - 2 * inches <= attacker.radius + SURE_MARGIN_IN:
        return None
    turn = 2 * inches / (distance - inches)
    start = math.hypot(inches + attacker.radius * turn, up)
    long = math.hypot(distance - attacker.radius, target.at[2] - attacker.at[2])
    differs = math.hypot(inches, up) + start
    if differs >= long:
        return None
    return start + range * 2 * differs / (2 * long - differs)
