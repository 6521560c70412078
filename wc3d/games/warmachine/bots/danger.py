"""How dangerous a place is to a warcaster: what the enemy could do to it there in the next turn."""
from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.games.warmachine.bots.attack_value import Points, blow, boxes_left, volley
from wc3d.games.warmachine.bots.distance_estimate import chance_within
from wc3d.games.warmachine.rules.missions import spell_plan, weapon_plan
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.state import XY, Model, State, other
from wc3d.games.warmachine.rules.stats import value, weapon_range

LANE = 1.0
"""Inches beside the straight way to the warcaster that a screening warjack bars, beyond its own base."""

BARRED = 0.3
"""How much of a threat is left when one of the own warjacks stands in its way."""

LOSING, HURTING = 45.0, 10.0
"""What it costs to lose the warcaster, and to have all its boxes but the last marked."""


def danger(state: State, id: str) -> float:
    """What the enemy may be expected to do to a warcaster where it stands in `state`, at its next turn."""
    me, blows = state.models[id], list[Points]()
    if me.at is None:
        return 0.0
    for foe in state.in_play(other(me.owner)):
        if foe.at is None or state.is_wreck(foe.id):
            continue
        blows += [*_struck(state, foe, id), *_cast_at(state, foe, id)]
    if not blows:
        return 0.0
    points = volley(blows)
    boxes, remaining = state.setup.caster_card(id).boxes, boxes_left(state, id)
    mean = sum(number * chance for number, chance in enumerate(points))
    return LOSING * points[-1] + HURTING * mean / boxes * (2.0 - remaining / boxes)


def _struck(state: State, foe: Model, id: str) -> Iterator[Points]:
    """The attacks with weapons that this enemy may make at the warcaster, each melee weapon's twice."""
    share = BARRED if is_screened(state, id, state.place(foe.id)[:2]) else 1.0
    for weapon in state.weapons(foe.id):
        melee = weapon.kind == "melee"
        if melee:
            threat_range = charge_length(state, foe.id) + weapon.melee_range
        else:
            threat_range = float(value(state, foe.id, "SPD")) + weapon_range(state, foe.id, weapon)
        if sure := chance_within(state, foe.id, id, threat_range):
            points = blow(state, foe.id, id, weapon_plan(state, foe.id, weapon), more=int(melee))
            yield from [_perhaps(points, sure * (share if melee else 1.0))] * (2 if melee else 1)


def _cast_at(state: State, foe: Model, id: str) -> list[Points]:
    """The spell that an enemy warcaster would do most with, as often as it could cast it, itself or through a channeler."""
    best, best_worth = list[Points](), 0.0
    if not foe.caster:
        return best
    origins = (foe.id, *(m.id for m in state.in_play(foe.owner) if state.has_trait(m.id, "arc_node")))
    for spell in state.setup.caster_card(foe.id).spells:
        if not spell.offensive or spell.pow is None:
            continue
        sure = max(chance_within(state, m, id, float(value(state, m, "SPD")) + float(spell.rng or 0)) for m in origins)
        points = _perhaps(blow(state, foe.id, id, spell_plan(state, foe.id, spell, foe.id)), sure)
        times = int(value(state, foe.id, "FOC")) // spell.cost
        worth = times * sum(number * chance for number, chance in enumerate(points))
        if worth > best_worth:
            best, best_worth = [points] * times, worth
    return best


def _perhaps(points: Points, sure: float) -> Points:
    """The chances of damage points of an attack that is made with this chance."""
    return tuple((1 - sure) * (k == 0) + sure * p for k, p in enumerate(points))


def is_screened(state: State, id: str, foe: XY) -> bool:
    """Does a warjack of one's own stand between the warcaster and this enemy's place?"""
    me = state.models[id]
    return any(m.id != id and _bars(state, m, foe, state.place(id)[:2]) for m in state.in_play(me.owner))


def _bars(state: State, jack: Model, a: XY, b: XY) -> bool:
    x, y = state.place(jack.id)[:2]
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy)
    if not long:
        return False
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / long
    aside = abs((x - a[0]) * dy - (y - a[1]) * dx) / long
    return 0 < along < long and aside < state.table.policy.bases[jack.base].radius + LANE
