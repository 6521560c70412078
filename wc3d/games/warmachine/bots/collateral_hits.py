"""Estimates of the other models that a spray or an area of effect would hit."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.games.warmachine.bots.attack_value import (
    attack_damage_chances,
    damage_roll_chances,
    damage_value,
    hit_chance,
)
from wc3d.games.warmachine.bots.distance_estimate import (
    chance_in_range_of_estimate,
    estimate_distance,
    round_distance,
)
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.areas import blast_power
from wc3d.games.warmachine.rules.space.areas import SPRAY_LENGTH_IN, SPRAY_WIDTH_IN
from wc3d.games.warmachine.rules.state import State
from wc3d.geometry.plane.strips import Strip


def collateral_value(state: State, attacker: str, target: str, plan: AttackPlan) -> float:
    """Return the value of hits on other models; negative if friends suffer more."""
    total = 0.0
    owner = state.models[attacker].owner
    if plan.spray:
        for id, sure in _models_in_spray(state, plan.origin, target):
            worth = sure * damage_value(state, id, attack_damage_chances(state, attacker, id, plan))
            total += -worth if state.models[id].owner == owner else worth
    elif plan.area and plan.power is not None:
        hit = hit_chance(state, Attacking("", attacker, target, plan))
        for id, sure in _models_in_area(state, target, plan.area):
            roll = DamageRoll("", id, owner, blast_power(plan.power), BASE_DICE, kind=plan.kind)
            worth = (
                hit * sure * damage_value(state, id, damage_roll_chances(state, roll, BASE_DICE))
            )
            total += -worth if state.models[id].owner == owner else worth
    return total


def _models_in_spray(state: State, origin: str, target: str) -> Iterator[tuple[str, float]]:
    """Yield the other models that a spray at the target seems to hit, each with its chance."""
    radius = state.table.policy.bases
    (x, y), (tx, ty) = state.place(origin)[:2], state.place(target)[:2]
    long = math.dist((x, y), (tx, ty)) or 1.0
    way = ((tx - x) / long, (ty - y) / long)
    origin_radius = radius[state.models[origin].base].radius
    strip = Strip(
        (x + origin_radius * way[0], y + origin_radius * way[1]),
        way,
        SPRAY_LENGTH_IN,
        SPRAY_WIDTH_IN,
    )
    for model in state.models_in_play():
        if model.id not in (origin, target):
            gap = strip.distance(state.place(model.id)[:2]) - radius[model.base].radius
            if sure := chance_in_range_of_estimate(round_distance(max(0.0, gap)), 0.0):
                yield model.id, sure


def _models_in_area(state: State, target: str, area: float) -> Iterator[tuple[str, float]]:
    """Yield models, even the attacker, that seem to be in the target's area, with chances."""
    reach = area / 2 - state.table.policy.bases[state.models[target].base].radius
    for model in state.models_in_play():
        if model.id != target and (
            sure := chance_in_range_of_estimate(estimate_distance(state, target, model.id), reach)
        ):
            yield model.id, sure
