"""What protects a target from a shot or spell, as players see it who have not measured: how near it is they guess (WM-RUL-07)."""
from __future__ import annotations

from functools import lru_cache

from wc3d.games.warmachine.bots.distance_estimate import by_eye, chance_within, sureness
from wc3d.games.warmachine.rules.fighting.targeting import (
    CONCEALED,
    CONCEALMENT,
    COVERED,
    SCREENED,
    defense_receipt,
    known_defense,
    table_for,
)
from wc3d.games.warmachine.rules.frames import Attacking
from wc3d.games.warmachine.rules.space.fighters import Fighter, fighter
from wc3d.games.warmachine.rules.space.policy import PROTECTED_WITHIN, SPACE
from wc3d.games.warmachine.rules.space.protection import Protection, granted, screening
from wc3d.games.warmachine.rules.state import State
from wc3d.geometry.boxes import boxes_meet, swept_box
from wc3d.geometry.distance import disc_to_piece
from wc3d.geometry.points import XYZ
from wc3d.table.features import Feature
from wc3d.table.sight.cover import is_between
from wc3d.table.table import Table

LIKELY = 0.5
"""What is likelier than this to be within 1" of the target counts."""

WORTH = {Protection.NONE: 0, Protection.CONCEALMENT: CONCEALED, Protection.COVER: COVERED}


def defense(state: State, f: Attacking) -> int:
    """The DEF that an attack meets: as it is once the range was measured, before that as one sees it."""
    if f.plan.kind == "melee" or f.plan.spray or f.measured or state.edition["measure"] == "free":
        return int(defense_receipt(state, f).value)
    plain, table = known_defense(state, f), table_for(state, f.plan, f.plan.origin, f.target)
    attacker, target = fighter(table, f.plan.origin), fighter(table, f.target)
    seems = max(WORTH[grant] for grant in (Protection.NONE, *_seems_behind(table, attacker, target)))
    known_bonus = max((line.amount for line in plain.lines if line.source in (CONCEALMENT, "cover")), default=0)
    return int(plain.value) + max(0, seems - int(known_bonus)) + SCREENED * _seems_screened(state, table, attacker, target)


def _seems_behind(table: Table, attacker: Fighter, target: Fighter) -> list[Protection]:
    """What the features grant that hide part of the target's base and seem to be within 1" of it."""
    ends = SPACE.cover_from(attacker), SPACE.cover_to(target)
    search_box = swept_box(target.place, target.place, target.radius + 2 * PROTECTED_WITHIN)
    return [
        grant for feature in table.features
        if boxes_meet(feature.box, search_box) and (grant := granted(feature)) is not Protection.NONE
        and _seems_beside(target.at, target.radius, feature) and is_between(feature, *ends)
    ]  # fmt: skip


@lru_cache(maxsize=4096)
def _seems_beside(at: XYZ, radius: float, feature: Feature) -> bool:
    """Does a feature seem to be within 1" of a base?"""
    search_box = swept_box(at[:2], at[:2], radius + PROTECTED_WITHIN)
    distances = (disc_to_piece(at, radius, piece) for piece in feature.pieces_near(search_box))
    return any(sureness(by_eye(inches), PROTECTED_WITHIN) >= LIKELY for inches in distances)


def _seems_screened(state: State, table: Table, attacker: Fighter, target: Fighter) -> bool:
    """Does a model hide part of the base that seems to be within 1" of it?"""
    if not state.edition["screening"]:
        return False
    screen = screening(table, attacker, target)
    hiding = (*screen.screened_by, *screen.hides_but_far)
    return any(chance_within(state, id, target.id, PROTECTED_WITHIN) >= LIKELY for id in hiding)
