"""What attacks are worth before they are rolled: the exact chances of each number of damage points, and what they do."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from wc3d.games.warmachine.bots.target_protection import estimated_defense
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.damage import current_armor
from wc3d.games.warmachine.rules.fighting.targeting import attack_receipt, hits_automatically
from wc3d.games.warmachine.rules.frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.roll_chances import damage_chances, hit_chances
from wc3d.games.warmachine.rules.state import State

WARCASTER_REMOVED_VALUE, WARCASTER_DAMAGE_VALUE = 40.0, 12.0
WARJACK_REMOVED_VALUE, WARJACK_DAMAGE_VALUE = 5.0, 7.0
WARRIOR_REMOVED_VALUE = 1.5
"""What it is worth to remove a warcaster (the game), a warjack, another warrior, and to mark all boxes but the last of one."""

DamageChances = tuple[float, ...]
"""The chance of each number of damage points, from 0 to all the boxes that are left."""


def remaining_boxes(state: State, id: str) -> int:
    """How many damage boxes of a model are unmarked."""
    model = state.models[id]
    return (
        state.damage_grid(id).remaining_boxes
        if model.is_warjack
        else state.setup.damage_row_size(id) - model.damage
    )


def hit_chance(state: State, f: Attacking, dice: int = BASE_DICE) -> float:
    """The chance that an attack hits, with so many dice, its range granted; what protects its target is known by eye."""
    if hits_automatically(state, f):
        return 1.0
    return float(
        hit_chances(int(attack_receipt(state, f).value), estimated_defense(state, f), dice).hit
    )


def damage_roll_chances(state: State, roll: DamageRoll, dice: int) -> DamageChances:
    """The chances of the damage points of a damage roll with so many dice."""
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
    """The chances of the damage points of one attack by a plan; `more` damage dice beside those of the plan. `measured` is how
    far its target is, once that was measured.
    """
    hit = hit_chance(state, Attacking("", attacker, target, plan, measured=measured), attack_dice)
    roll = DamageRoll(
        "", target, state.models[attacker].owner, plan.power or 0, BASE_DICE, kind=plan.kind
    )
    hurt = damage_roll_chances(state, roll, BASE_DICE + plan.extra_dice + more)
    return (1.0 - hit + hit * hurt[0], *(hit * chance for chance in hurt[1:]))


def combine_attacks(blows: Iterable[DamageChances]) -> DamageChances:
    """The chances of the damage points of several attacks on the same target, one after the other."""
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
    """What these chances of damage points are worth to the enemy of the target."""
    worths = value_by_boxes(state, target)
    return sum(
        chance * worths[len(worths) - 1 - number] for number, chance in enumerate(points) if chance
    )


def value_by_boxes(state: State, target: str) -> tuple[float, ...]:
    """What it is worth to the enemy of the target that it has 0, 1 ... boxes left, up to as many as it has now."""
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
