"""Exact chances of attack rolls and damage rolls, as fractions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from wc3d._internal.memo import Size, memo_per_process

DIE_FACES = range(1, 7)

Distribution = Mapping[int, Fraction]
"""Numbers and their chances, which sum to 1."""


@dataclass(frozen=True, slots=True)
class HitChances:
    """The chances of a hit and of a critical hit. A critical hit also counts as a hit."""

    hit: Fraction
    critical: Fraction


CERTAIN_HIT = HitChances(Fraction(1), Fraction(0))
"""The chances of an automatic hit, which cannot be critical (WM-RUL-39)."""


def is_hit(dice: tuple[int, ...], total: int, defense: int) -> bool:
    """Return whether the total reaches the DEF (WM-ATK-07).

    All ones miss (WM-ATK-08), all sixes hit (WM-ATK-09).
    """
    if set(dice) == {1}:
        return False
    return set(dice) == {6} or total >= defense


def is_critical(dice: tuple[int, ...]) -> bool:
    """Return whether two dice show the same number (WM-ATK-11)."""
    return len(set(dice)) < len(dice)


@memo_per_process(Size.LARGE)
def hit_chances(bonus: int, defense: int, dice: int = 2) -> HitChances:
    """Return the chances of an attack roll, by enumeration (WM-ATK-05, WM-ATK-06)."""
    rolls = list(product(DIE_FACES, repeat=dice))
    hits = [roll for roll in rolls if is_hit(roll, sum(roll) + bonus, defense)]
    return HitChances(
        Fraction(len(hits), len(rolls)), Fraction(sum(map(is_critical, hits)), len(rolls))
    )


def dice_sum_chances(dice: int) -> Distribution:
    """Return the chances of the sums of `dice` d6."""
    ways = Counter({0: 1})
    for _ in range(dice):
        new_ways: Counter[int] = Counter()
        for total, count in ways.items():
            for face in DIE_FACES:
                new_ways[total + face] += count
        ways = new_ways
    return {total: Fraction(count, 6**dice) for total, count in sorted(ways.items())}


@memo_per_process(Size.LARGE)
def damage_chances(power: int, armor: int, dice: int = 2) -> Distribution:
    """Return the chances of `dice` d6 + `power` - ARM, at least 0 (WM-DMG-01 to 03)."""
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    for total, chance in dice_sum_chances(dice).items():
        points[max(0, total + power - armor)] += chance
    return dict(sorted(points.items()))


def mean_value(spread: Distribution) -> Fraction:
    """Return the mean."""
    return sum((number * chance for number, chance in spread.items()), Fraction(0))
