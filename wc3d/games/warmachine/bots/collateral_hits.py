"""Whom an attack strikes besides its target: friend or foe in the way of a spray, or beside the middle of an area. By eye."""
from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.games.warmachine.bots.attack_value import blow, damage_to, hit_chance, worth_of
from wc3d.games.warmachine.bots.distance_estimate import by_eye, guess, sureness
from wc3d.games.warmachine.rules.dice import TWO
from wc3d.games.warmachine.rules.fighting.areas import blast_power
from wc3d.games.warmachine.rules.frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.space.spray import LENGTH, WIDTH
from wc3d.games.warmachine.rules.state import State
from wc3d.geometry.plane.strips import Strip


def besides(state: State, attacker: str, target: str, plan: AttackPlan) -> float:
    """What an attack is worth for whom it strikes besides its target; less than 0 where friends suffer more than foes."""
    total, owner = 0.0, state.models[attacker].owner
    if plan.spray:
        for id, sure in _sprayed(state, plan.origin, target):
            worth = sure * worth_of(state, id, blow(state, attacker, id, plan))
            total += -worth if state.models[id].owner == owner else worth
    elif plan.area and plan.power is not None:
        hit = hit_chance(state, Attacking("", attacker, target, plan))
        for id, sure in _near(state, target, plan.area):
            roll = DamageRoll("", id, owner, blast_power(plan.power), TWO, kind=plan.kind)
            worth = hit * sure * worth_of(state, id, damage_to(state, roll, TWO))
            total += -worth if state.models[id].owner == owner else worth
    return total


def _sprayed(state: State, origin: str, target: str) -> Iterator[tuple[str, float]]:
    """Who seems to be in the way of a spray that is laid at the target, and how surely."""
    radius = state.table.policy.bases
    (x, y), (tx, ty) = state.place(origin)[:2], state.place(target)[:2]
    long = math.dist((x, y), (tx, ty)) or 1.0
    way, origin_radius = ((tx - x) / long, (ty - y) / long), radius[state.models[origin].base].radius
    strip = Strip((x + origin_radius * way[0], y + origin_radius * way[1]), way, LENGTH, WIDTH)
    for model in state.in_play():
        if model.id not in (origin, target):
            gap = strip.distance(state.place(model.id)[:2]) - radius[model.base].radius
            if sure := sureness(by_eye(max(0.0, gap)), 0.0):
                yield model.id, sure


def _near(state: State, target: str, area: float) -> Iterator[tuple[str, float]]:
    """Who seems to be within an area that lies on the target, and how surely; the attacker may be, too."""
    reach = area / 2 - state.table.policy.bases[state.models[target].base].radius
    for model in state.in_play():
        if model.id != target and (sure := sureness(guess(state, target, model.id), reach)):
            yield model.id, sure
