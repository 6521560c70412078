"""The best use of focus against one target: boosts and additional attacks, over all results of the
dice.

Tables have a row for each number of focus points left and a column for each number of the target's
boxes left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.games.warmachine.bots.attack_value import (
    damage_roll_chances,
    hit_chance,
    remaining_boxes,
    value_by_boxes,
)
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.state import State

ValueTable = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AttackAttempt:
    """An attack: its chance to hit, and for each number of boxes the chances of the number left
    after a hit.

    Both also have a boosted value, which is None if that roll cannot be boosted.
    """

    hit: float
    damage: ValueTable
    boosted_hit: float | None = None
    boosted_damage: ValueTable | None = None


def plan_attempt(
    state: State, attacker: str, target: str, plan: AttackPlan, measured: float = 0.0
) -> AttackAttempt:
    """Return a planned attack; `measured` is the distance to the target, once measured."""
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
    """Return the chances of boxes after a damage roll from each number, plain and boosted."""
    return _transition_matrix(damage_roll_chances(state, roll, roll.dice)), _transition_matrix(
        damage_roll_chances(state, roll, roll.dice + 1)
    )


@memo_per_process(Size.LARGE)
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
    """Return the value of the best further attacks on a target with up to `focus` points.

    The free attacks `first` come in order, then `repeat` for its `price` while it pays. A point
    left is worth `keep`.
    """
    ends = np.asarray(value_by_boxes(state, target))
    rows = list[ValueTable]()
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
    """Return the value by boxes before an attack roll with `focus` left; `rows` follow it."""
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
    """Return the value by boxes with the chance `hit`, after any boost is paid for."""
    return (1.0 - hit) * rows[focus] + hit * value_before_damage_roll(
        rows, attack.damage, attack.boosted_damage, focus
    )


def value_before_damage_roll(
    rows: ValueTable | list[ValueTable], hurt: ValueTable, harder: ValueTable | None, focus: int
) -> ValueTable:
    """Return the value for each number of boxes before a damage roll with `focus` points left."""
    plain: ValueTable = hurt @ rows[focus]
    return plain if harder is None or not focus else np.maximum(plain, harder @ rows[focus - 1])


def gain_over_stopping(
    state: State, target: str, table: ValueTable, focus: int, keep: float
) -> float:
    """Return the gain of further attacks, by a table, over stopping now."""
    return float(table[focus][remaining_boxes(state, target)]) - keep * focus
