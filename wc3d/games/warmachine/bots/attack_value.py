"""The value of attacks before the roll: exact chances of damage points and their effect."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from wc3d.games.warmachine.bots.target_protection import estimated_defense
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.damage import current_armor
from wc3d.games.warmachine.rules.fighting.targeting import attack_receipt, hits_automatically
from wc3d.games.warmachine.rules.roll_chances import damage_chances, hit_chances
from wc3d.games.warmachine.rules.state import State

WARCASTER_REMOVED_VALUE, WARCASTER_DAMAGE_VALUE = 40.0, 12.0
WARJACK_REMOVED_VALUE, WARJACK_DAMAGE_VALUE = 5.0, 7.0
WARRIOR_REMOVED_VALUE = 1.5
"""The values of removing a model (a warcaster: the game) and of marking all boxes but one."""

DamageChances = tuple[float, ...]
"""The chance of each number of damage points, from 0 to all the unmarked boxes."""


def remaining_boxes(state: State, id: str) -> int:
    """Return the number of unmarked damage boxes of a model."""
    model = state.models[id]
    return (
        state.damage_grid(id).remaining_boxes
        if model.is_warjack
        else state.setup.damage_row_size(id) - model.damage
    )


def hit_chance(state: State, f: Attacking, dice: int = BASE_DICE) -> float:
    """Return the chance that an attack in range hits with `dice` dice and estimated DEF."""
    if hits_automatically(state, f):
        return 1.0
    return float(
        hit_chances(int(attack_receipt(state, f).value), estimated_defense(state, f), dice).hit
    )


def damage_roll_chances(state: State, roll: DamageRoll, dice: int) -> DamageChances:
    """Return the chances of the damage points of a damage roll with `dice` dice."""
    chances = [0.0] * (remaining_boxes(state, roll.target) + 1)
    for points, chance in damage_chances(roll.power, current_armor(state, roll), dice).items():
        chances[min(points, len(chances) - 1)] += float(chance)
    return tuple(chances)


def attack_damage_chances(
    state: State,
    attacker: str,
    target: str,
    plan: AttackPlan,
    *,
    attack_dice: int = BASE_DICE,
    more: int = 0,
    measured: float = 0.0,
) -> DamageChances:
    """Return the chances of the damage points of one attack.

    `more`: damage dice in addition to the plan's. `measured`: the distance to the target, once
    measured.
    """
    hit = hit_chance(state, Attacking("", attacker, target, plan, measured=measured), attack_dice)
    roll = DamageRoll(
        "", target, state.models[attacker].owner, plan.power or 0, BASE_DICE, kind=plan.kind
    )
    hurt = damage_roll_chances(state, roll, BASE_DICE + plan.extra_dice + more)
    return (1.0 - hit + hit * hurt[0], *(hit * chance for chance in hurt[1:]))


def add_damage_chances(blows: Iterable[DamageChances]) -> DamageChances:
    """Return the chances of the total damage points of several attacks on the same target."""
    total: DamageChances = ()
    for chances in blows:
        if total:
            sums = np.convolve(total, chances).tolist()
            last = len(chances) - 1
            total = (*sums[:last], sum(sums[last:]))
        else:
            total = chances
    return total


def damage_value(state: State, target: str, points: DamageChances) -> float:
    """Return the value of these damage chances to the target's opponent."""
    worths = value_by_boxes(state, target)
    return sum(
        chance * worths[len(worths) - 1 - number] for number, chance in enumerate(points) if chance
    )


def value_by_boxes(state: State, target: str) -> tuple[float, ...]:
    """Return the value to the opponent of the target having 0, 1, ... boxes left."""
    model = state.models[target]
    removal_value, hurt = (
        (WARCASTER_REMOVED_VALUE, WARCASTER_DAMAGE_VALUE)
        if model.is_warcaster
        else (WARJACK_REMOVED_VALUE, WARJACK_DAMAGE_VALUE)
        if model.is_warjack
        else (WARRIOR_REMOVED_VALUE, 0.0)
    )
    boxes = (
        len(state.setup.grids[target].boxes)
        if model.is_warjack
        else state.setup.damage_row_size(target)
    )
    current_boxes = remaining_boxes(state, target)
    return tuple(
        removal_value * (not remaining) + hurt * (current_boxes - remaining) / boxes
        for remaining in range(current_boxes + 1)
    )
