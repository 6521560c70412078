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
    boxes_left,
    damage_to,
    hit_chance,
    worth_by_boxes,
)
from wc3d.games.warmachine.rules.dice import TWO
from wc3d.games.warmachine.rules.frames import Attacking, AttackPlan, DamageRoll
from wc3d.games.warmachine.rules.state import State

Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attack: its chance to hit, and from each number of boxes the chances of how many a hit leaves; both also boosted, None
    where that roll may not be.
    """

    hit: float
    hurt: Table
    surer: float | None = None
    harder: Table | None = None


def attempt(state: State, attacker: str, target: str, plan: AttackPlan, measured: float = 0.0) -> Attempt:
    """An attack by a plan, before its attack roll. `measured` is how far its target is, once that was measured."""
    f = Attacking("", attacker, target, plan, measured=measured)
    roll = DamageRoll("", target, state.models[attacker].owner, plan.power or 0, TWO + plan.extra_dice, kind=plan.kind)
    surer = hit_chance(state, f, TWO + 1) if "attack" in plan.boosts else None
    hurt, harder = hurt_by(state, roll)
    return Attempt(hit_chance(state, f), hurt, surer, harder if "damage" in plan.boosts else None)


def hurt_by(state: State, roll: DamageRoll) -> tuple[Table, Table]:
    """From each number of boxes the chances of how many a damage roll leaves, as it is and boosted."""
    return _leaving(damage_to(state, roll, roll.dice)), _leaving(damage_to(state, roll, roll.dice + 1))


@lru_cache(maxsize=4096)
def _leaving(points: tuple[float, ...]) -> Table:
    boxes = np.arange(len(points))
    table = np.zeros((len(points), len(points)))
    for number, chance in enumerate(points):
        if chance:
            table[boxes, np.maximum(boxes - number, 0)] += chance
    return table


def after(
    state: State, target: str, focus: int, keep: float, first: Sequence[Attempt], repeat: Attempt | None = None, price: int = 1
) -> Table:
    """What it is worth to go on with so much focus against a target, best played: attacks that cost nothing, in their order, then
    the same one `repeat` for its price as often as it pays. A point that is left is worth `keep`.
    """
    ends, rows = np.asarray(worth_by_boxes(state, target)), list[Table]()
    for remaining in range(focus + 1):
        row = ends + keep * remaining
        if repeat is not None and remaining >= price:
            row = np.maximum(row, roll_attack(rows, repeat, remaining - price))
        row[0] = ends[0] + keep * remaining
        rows.append(row)
    table = np.array(rows)
    for attack in reversed(first):
        table = np.array([roll_attack(table, attack, remaining) for remaining in range(focus + 1)])
        table[:, 0] = ends[0] + keep * np.arange(focus + 1)
    return table


def roll_attack(rows: Table | list[Table], attack: Attempt, focus: int) -> Table:
    """The worth of each number of boxes before an attack roll with so much focus left, what follows being worth `rows`."""
    plain = rolled(rows, attack, focus, attack.hit)
    if attack.surer is None or not focus:
        return plain
    best: Table = np.maximum(plain, rolled(rows, attack, focus - 1, attack.surer))
    return best


def rolled(rows: Table | list[Table], attack: Attempt, focus: int, hit: float) -> Table:
    """The same where the chance to hit is known, and what is left after paying for it."""
    return (1.0 - hit) * rows[focus] + hit * roll_damage(rows, attack.hurt, attack.harder, focus)


def roll_damage(rows: Table | list[Table], hurt: Table, harder: Table | None, focus: int) -> Table:
    """The worth of each number of boxes before a damage roll with so much focus left."""
    plain: Table = hurt @ rows[focus]
    return plain if harder is None or not focus else np.maximum(plain, harder @ rows[focus - 1])


def gain(state: State, target: str, table: Table, focus: int, keep: float) -> float:
    """What a table says that it is worth to go on, over leaving it."""
    return float(table[focus][boxes_left(state, target)]) - keep * focus
