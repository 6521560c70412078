"""What focus is best spent on against one target: boosts and attacks that are bought, with every way the dice can fall.

Tables have a row for each number of focus points that are left, and a column for each number of damage boxes left of the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wc3d.games.warmachine.bots.attack_value import (
    damage_roll_chances,
    hit_chance,
    remaining_boxes,
    value_by_boxes,
)
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.state import State

ValueTable = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AttackAttempt:
    """An attack: its chance to hit, and from each number of boxes the chances of how many a hit leaves; both also boosted, None
    where that roll may not be.
    """

    hit: float
    damage: ValueTable
    boosted_hit: float | None = None
    boosted_damage: ValueTable | None = None


def plan_attempt(
    state: State, attacker: str, target: str, plan: AttackPlan, measured: float = 0.0
) -> AttackAttempt:
    """An attack by a plan, before its attack roll. `measured` is how far its target is, once that was measured."""
    f = Attacking("", attacker, target, plan, measured=measured)
    roll = DamageRoll(
        "",
        target,
        state.models[attacker].owner,
        plan.power or 0,
        BASE_DICE + plan.extra_dice,
        kind=plan.kind,
    )
    surer = hit_chance(state, f, BASE_DICE + 1) if "attack" in plan.boosts else None
    hurt, harder = damage_transitions(state, roll)
    return AttackAttempt(
        hit_chance(state, f), hurt, surer, harder if "damage" in plan.boosts else None
    )


def damage_transitions(state: State, roll: DamageRoll) -> tuple[ValueTable, ValueTable]:
    """From each number of boxes the chances of how many a damage roll leaves, as it is and boosted."""
    return _transition_matrix(damage_roll_chances(state, roll, roll.dice)), _transition_matrix(
        damage_roll_chances(state, roll, roll.dice + 1)
    )


@lru_cache(maxsize=4096)
def _transition_matrix(points: tuple[float, ...]) -> ValueTable:
    boxes = np.arange(len(points))
    table = np.zeros((len(points), len(points)))
    for number, chance in enumerate(points):
        if chance:
            table[boxes, np.maximum(boxes - number, 0)] += chance
    return table


def continuation_value(
    state: State,
    target: str,
    focus: int,
    keep: float,
    first: Sequence[AttackAttempt],
    repeat: AttackAttempt | None = None,
    price: int = 1,
) -> ValueTable:
    """What it is worth to go on with so much focus against a target, best played: attacks that cost nothing, in their order, then
    the same one `repeat` for its price as often as it pays. A point that is left is worth `keep`.
    """
    ends, rows = np.asarray(value_by_boxes(state, target)), list[ValueTable]()
    for remaining in range(focus + 1):
        row = ends + keep * remaining
        if repeat is not None and remaining >= price:
            row = np.maximum(row, value_before_attack_roll(rows, repeat, remaining - price))
        row[0] = ends[0] + keep * remaining
        rows.append(row)
    table = np.array(rows)
    for attack in reversed(first):
        table = np.array(
            [value_before_attack_roll(table, attack, remaining) for remaining in range(focus + 1)]
        )
        table[:, 0] = ends[0] + keep * np.arange(focus + 1)
    return table


def value_before_attack_roll(
    rows: ValueTable | list[ValueTable], attack: AttackAttempt, focus: int
) -> ValueTable:
    """The worth of each number of boxes before an attack roll with so much focus left, what follows being worth `rows`."""
    plain = value_at_hit_chance(rows, attack, focus, attack.hit)
    if attack.boosted_hit is None or not focus:
        return plain
    best: ValueTable = np.maximum(
        plain, value_at_hit_chance(rows, attack, focus - 1, attack.boosted_hit)
    )
    return best


def value_at_hit_chance(
    rows: ValueTable | list[ValueTable], attack: AttackAttempt, focus: int, hit: float
) -> ValueTable:
    """The same where the chance to hit is known, and what is left after paying for it."""
    return (1.0 - hit) * rows[focus] + hit * value_before_damage_roll(
        rows, attack.damage, attack.boosted_damage, focus
    )


def value_before_damage_roll(
    rows: ValueTable | list[ValueTable], hurt: ValueTable, harder: ValueTable | None, focus: int
) -> ValueTable:
    """The worth of each number of boxes before a damage roll with so much focus left."""
    plain: ValueTable = hurt @ rows[focus]
    return plain if harder is None or not focus else np.maximum(plain, harder @ rows[focus - 1])


def gain_over_stopping(
    state: State, target: str, table: ValueTable, focus: int, keep: float
) -> float:
    """What a table says that it is worth to go on, over leaving it."""
    return float(table[focus][remaining_boxes(state, target)]) - keep * focus
