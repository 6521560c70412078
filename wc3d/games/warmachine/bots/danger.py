"""The danger of a place to a warcaster, by the enemy's expected attacks in the next turn."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.games.warmachine.bots.attack_value import (
    DamageChances,
    add_damage_chances,
    attack_damage_chances,
    remaining_boxes,
)
from wc3d.games.warmachine.bots.distance_estimate import chance_in_range
from wc3d.games.warmachine.rules.attack_plans import spell_plan, weapon_plan
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.state import XY, Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import stat_value, weapon_range

SCREEN_WIDTH_IN = 1.0
"""Inches on each side of its base that a screening warjack covers of a line to the warcaster."""

SCREENED_THREAT_SHARE = 0.3
"""The share of a threat that remains when a friendly warjack screens the warcaster."""

WARCASTER_LOSS_COST, WARCASTER_DAMAGE_COST = 45.0, 10.0
"""The costs of losing the warcaster, and of having all its boxes but the last marked."""


def warcaster_danger(state: State, id: str) -> float:
    """Return the expected cost of the enemy's next turn for a warcaster at its place in `state`."""
    me = state.models[id]
    blows = list[DamageChances]()
    if me.at is None:
        return 0.0
    for foe in state.models_in_play(opponent_of(me.owner)):
        if foe.at is None or state.is_wreck(foe.id):
            continue
        blows += [*_weapon_attacks(state, foe, id), *_best_spell_attacks(state, foe, id)]
    if not blows:
        return 0.0
    points = add_damage_chances(blows)
    boxes = state.setup.caster_card(id).boxes
    remaining = remaining_boxes(state, id)
    mean = sum(number * chance for number, chance in enumerate(points))
    return WARCASTER_LOSS_COST * points[-1] + WARCASTER_DAMAGE_COST * mean / boxes * (
        2.0 - remaining / boxes
    )


def _weapon_attacks(state: State, foe: Model, id: str) -> Iterator[DamageChances]:
    """Yield an enemy's weapon attacks on the warcaster, each melee weapon twice."""
    share = SCREENED_THREAT_SHARE if is_screened(state, id, state.place(foe.id)[:2]) else 1.0
    for weapon in state.usable_weapons(foe.id):
        melee = weapon.kind == "melee"
        if melee:
            threat_range = charge_length(state, foe.id) + weapon.melee_range
        else:
            threat_range = float(stat_value(state, foe.id, "SPD")) + weapon_range(
                state, foe.id, weapon
            )
        if sure := chance_in_range(state, foe.id, id, threat_range):
            points = attack_damage_chances(
                state, foe.id, id, weapon_plan(state, foe.id, weapon), more=int(melee)
            )
            yield from [_scale_chances(points, sure * (share if melee else 1.0))] * (
                2 if melee else 1
            )


def _best_spell_attacks(state: State, foe: Model, id: str) -> list[DamageChances]:
    """Return an enemy warcaster's most damaging spell, repeated, also through channelers."""
    best = list[DamageChances]()
    best_worth = 0.0
    if not foe.is_warcaster:
        return best
    origins = (
        foe.id,
        *(m.id for m in state.models_in_play(foe.owner) if state.has_trait(m.id, "arc_node")),
    )
    for spell in state.setup.caster_card(foe.id).spells:
        if not spell.offensive or spell.pow is None:
            continue
        sure = max(
            chance_in_range(
                state, m, id, float(stat_value(state, m, "SPD")) + float(spell.rng or 0)
            )
            for m in origins
        )
        points = _scale_chances(
            attack_damage_chances(state, foe.id, id, spell_plan(state, foe.id, spell, foe.id)), sure
        )
        times = int(stat_value(state, foe.id, "FOC")) // spell.cost
        worth = times * sum(number * chance for number, chance in enumerate(points))
        if worth > best_worth:
            best = [points] * times
            best_worth = worth
    return best


def _scale_chances(points: DamageChances, sure: float) -> DamageChances:
    """Return the damage chances of an attack that happens with probability `sure`."""
    return tuple((1 - sure) * (k == 0) + sure * p for k, p in enumerate(points))


def is_screened(state: State, id: str, foe: XY) -> bool:
    """Return whether a friendly warjack screens the warcaster from an enemy's place."""
    me = state.models[id]
    return any(
        m.id != id and _is_in_lane(state, m, foe, state.place(id)[:2])
        for m in state.models_in_play(me.owner)
    )


def _is_in_lane(state: State, jack: Model, a: XY, b: XY) -> bool:
    x, y = state.place(jack.id)[:2]
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy)
    if not long:
        return False
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / long
    aside = abs((x - a[0]) * dy - (y - a[1]) * dx) / long
    return 0 < along < long and aside < state.table.policy.bases[jack.base].radius + SCREEN_WIDTH_IN
