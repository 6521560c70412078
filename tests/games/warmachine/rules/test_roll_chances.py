"""The chances of single rolls, against every roll counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from wc3d.games.warmachine.rules.roll_chances import (
    damage_chances,
    dice_sum_chances,
    hit_chances,
    mean_value,
)

FACES = range(1, 7)


@pytest.mark.rule("WM-ATK-05")
@pytest.mark.rule("WM-ATK-06")
@pytest.mark.rule("WM-ATK-07")
@pytest.mark.parametrize("dice", [2, 3])
def test_a_hit_is_every_roll_that_reaches_the_defense(dice: int) -> None:
    for bonus, defense in product(range(0, 9), range(5, 24)):
        hits = crits = 0
        for roll in product(FACES, repeat=dice):
            hit = (sum(roll) + bonus >= defense or min(roll) == 6) and max(roll) > 1
            hits += hit
            crits += hit and any(roll.count(face) > 1 for face in roll)
        found = hit_chances(bonus, defense, dice)
        assert (found.hit, found.critical) == (Fraction(hits, 6**dice), Fraction(crits, 6**dice))


@pytest.mark.rule("WM-ATK-08")
@pytest.mark.rule("WM-ATK-09")
@pytest.mark.rule("WM-SPL-08")
def test_all_ones_miss_and_all_sixes_hit() -> None:
    assert hit_chances(30, 10).hit == Fraction(35, 36)
    assert hit_chances(0, 99).hit == hit_chances(0, 99).critical == Fraction(1, 36)
    assert hit_chances(0, 99, 3).hit == Fraction(1, 216)


@pytest.mark.rule("WM-DMG-01")
@pytest.mark.rule("WM-DMG-02")
@pytest.mark.rule("WM-DMG-03")
@pytest.mark.parametrize("dice", [2, 3, 4])
def test_damage_is_what_exceeds_the_armor(dice: int) -> None:
    for power, armor in ((10, 15), (14, 20), (22, 14), (0, 40)):
        rolls = [max(0, sum(roll) + power - armor) for roll in product(FACES, repeat=dice)]
        found = damage_chances(power, armor, dice)
        assert found == {
            points: Fraction(rolls.count(points), len(rolls)) for points in sorted(set(rolls))
        }
        assert mean_value(found) == Fraction(sum(rolls), len(rolls))


def test_sums_are_chances() -> None:
    for dice in range(5):
        assert sum(dice_sum_chances(dice).values()) == 1
        assert mean_value(dice_sum_chances(dice)) == Fraction(7 * dice, 2)
