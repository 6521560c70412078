"""Estimates of a target's protection before distances are measured (WM-RUL-07)."""

from __future__ import annotations

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.games.warmachine.bots.distance_estimate import (
    chance_in_range,
    chance_in_range_of_estimate,
    round_distance,
)
from wc3d.games.warmachine.rules.agenda_frames import Attacking
from wc3d.games.warmachine.rules.fighting.targeting import (
    CONCEALMENT,
    CONCEALMENT_DEFENSE_BONUS,
    COVER_DEFENSE_BONUS,
    SCREENED_DEFENSE_BONUS,
    attack_table,
    defense_receipt,
    known_defense,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.space.policy import PROTECTION_RANGE_IN, SPACE
from wc3d.games.warmachine.rules.space.protection import (
    Protection,
    find_screening,
    protection_from_feature,
)
from wc3d.games.warmachine.rules.state import State
from wc3d.geometry.boxes import boxes_overlap, moved_disc_box
from wc3d.geometry.distance import disc_to_piece
from wc3d.geometry.points import XYZ
from wc3d.table.features import Feature
from wc3d.table.sight.cover import is_feature_between
from wc3d.table.table import Table

MIN_SCREEN_CHANCE = 0.5
"""The chance of being within 1" of the target above which a feature or model counts."""

PROTECTION_BONUS = {
    Protection.NONE: 0,
    Protection.CONCEALMENT: CONCEALMENT_DEFENSE_BONUS,
    Protection.COVER: COVER_DEFENSE_BONUS,
}


def estimated_defense(state: State, f: Attacking) -> int:
    """Return the DEF against an attack, estimated until the range is measured."""
    if f.plan.kind == "melee" or f.plan.spray or f.measured or state.edition["measure"] == "free":
        return int(defense_receipt(state, f).value)
    plain = known_defense(state, f)
    table = attack_table(state, f.plan, f.plan.origin, f.target)
    attacker, target = get_fighter(table, f.plan.origin), get_fighter(table, f.target)
    seems = max(
        PROTECTION_BONUS[grant]
        for grant in (Protection.NONE, *_estimate_protections(table, attacker, target))
    )
    known_bonus = max(
        (line.amount for line in plain.lines if line.source in (CONCEALMENT, "cover")), default=0
    )
    return (
        int(plain.value)
        + max(0, seems - int(known_bonus))
        + SCREENED_DEFENSE_BONUS * _is_screened_by_eye(state, table, attacker, target)
    )


def _estimate_protections(table: Table, attacker: Fighter, target: Fighter) -> list[Protection]:
    """Return the protections of features that hide a part of the base and seem within 1"."""
    ends = SPACE.cover_from(attacker), SPACE.cover_to(target)
    search_box = moved_disc_box(target.place, target.place, target.radius + 2 * PROTECTION_RANGE_IN)
    return [
        grant
        for feature in table.features
        if boxes_overlap(feature.box, search_box)
        and (grant := protection_from_feature(feature)) is not Protection.NONE
        and _is_near_by_eye(target.at, target.radius, feature)
        and is_feature_between(feature, *ends)
    ]


@memo_per_terrain(Size.HUGE)
def _is_near_by_eye(at: XYZ, radius: float, feature: Feature) -> bool:
    """Return whether a feature seems to be within 1" of a base."""
    search_box = moved_disc_box(at[:2], at[:2], radius + PROTECTION_RANGE_IN)
    distances = (disc_to_piece(at, radius, piece) for piece in feature.pieces_in_box(search_box))
    return any(
        chance_in_range_of_estimate(round_distance(inches), PROTECTION_RANGE_IN)
        >= MIN_SCREEN_CHANCE
        for inches in distances
    )


def _is_screened_by_eye(state: State, table: Table, attacker: Fighter, target: Fighter) -> bool:
    """Return whether a model hides part of the base and seems to be within 1" of it."""
    if not state.edition["screening"]:
        return False
    screen = find_screening(table, attacker, target)
    hiding = (*screen.screened_by, *screen.hides_but_far)
    return any(
        chance_in_range(state, id, target.id, PROTECTION_RANGE_IN) >= MIN_SCREEN_CHANCE
        for id in hiding
    )
