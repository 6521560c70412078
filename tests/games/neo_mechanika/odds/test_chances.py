"""The chances of attacks against counting every face of every die, and against the pools the game rolls."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import begun
from wc3d.games.neo_mechanika.odds.chances import (
    attack_odds,
    compute_attack_odds,
    find_excess_chances,
    find_strike_chances,
)
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

WOLF = "1.dusk_wolf.1"
SCOURGE = "2.scourge.1"
EXACT = 1e-12


def counted(action: int, power: int) -> list[float]:
    """How likely each number of strikes is, from all ways the dice can fall."""
    faces = [ACTION_DIE.faces] * action + [POWER_DIE.faces] * power
    sums = [0] * (2 * len(faces) + 1)
    for shown in product(*faces):
        sums[sum(shown)] += 1
    return [n / prod(len(f) for f in faces) for n in sums]


@pytest.mark.parametrize(("action", "power"), [(0, 0), (1, 0), (0, 1), (3, 0), (2, 2), (4, 1)])
def test_strikes_are_as_likely_as_counting_says(action: int, power: int) -> None:
    assert find_strike_chances(action, power) == pytest.approx(counted(action, power), abs=EXACT)


def test_a_tie_misses_and_what_is_over_is_the_excess() -> None:
    found = find_excess_chances((2, 0), (1, 0))
    for over in range(1, 5):
        pairs = [(a, d) for a in range(5) for d in range(3) if a - d == over]
        assert found[over] == pytest.approx(
            sum(counted(2, 0)[a] * counted(1, 0)[d] for a, d in pairs), abs=EXACT
        )
    assert sum(found) == pytest.approx(1.0)


def test_damage_counts_the_excess_and_no_more_than_is_left() -> None:
    damage = destroy = 0.0
    over = find_excess_chances((2, 1), (2, 0))
    for more, hit in enumerate(over[1:], 1):
        for rolled, likely in enumerate(counted(2, more)):
            damage += hit * likely * min(2, rolled // 3)
            destroy += hit * likely * (rolled // 3 >= 2)
    odds = compute_attack_odds((2, 1), (2, 0), 2, 0, 3, 2)
    assert (odds.hit, odds.damage, odds.destroy) == pytest.approx(
        (1 - over[0], damage, destroy), abs=EXACT
    )


def test_without_a_damage_roll_there_is_only_a_hit() -> None:
    odds = compute_attack_odds((3, 0), (2, 0), None, 0, 4, 5)
    assert odds.hit > 0.0
    assert (odds.damage, odds.destroy) == (0.0, 0.0)


def test_the_pools_are_the_games() -> None:
    state = begun([armed("battle_rifle")], at={WOLF: (10, 10), SCOURGE: (10, 16)}, arc={WOLF: 2})
    rifle = find_weapon(state, WOLF, "battle_rifle")
    assert rifle is not None and rifle.pow is not None
    wanted = compute_attack_odds(
        (4, 2), (3, 0), rifle.pow, 0, 4, 3
    )  # RAT 4 and 2 Arc against DEF 3, ARM 4, 3 to go
    assert attack_odds(state, WOLF, rifle, SCOURGE) == wanted


def test_what_is_left_of_a_void_gate_is_its_arc() -> None:
    state = begun(at={WOLF: (10, 10)}, gates={"2.gate.1": ((10, 20), 3)})
    assert remaining_health(state, "2.gate.1") == 3
    assert (
        remaining_health(state.with_model(WOLF, damage=1), WOLF)
        == remaining_health(state, WOLF) - 1
    )
