"""The game's dice: their faces, their sums and the d3, against the exact chances (p. 26)."""

from __future__ import annotations

from collections import Counter

import pytest

from wc3d.engine.dice import D6, Roll, SeededDice, d6_to_d3
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE, dice_pool

CHI_SQUARE = {2: 13.82, 3: 16.27, 5: 20.52}
"""Beyond these a fair die falls once in a thousand, by degrees of freedom. The seed is fixed: this never changes by itself."""


def chi_square(seen: Counter[int], chances: dict[int, float]) -> float:
    """How far what was seen is from what these chances let expect."""
    whole = sum(seen.values())
    assert set(seen) <= set(chances)
    return sum((seen[face] - whole * p) ** 2 / (whole * p) for face, p in chances.items())


@pytest.mark.rule("NM-CMP-08")
@pytest.mark.rule("NM-CMP-10")
@pytest.mark.rule("NM-CMP-11")
@pytest.mark.parametrize(
    ("die", "chances"),
    [
        (ACTION_DIE, {0: 3 / 6, 1: 2 / 6, 2: 1 / 6}),
        (POWER_DIE, {0: 1 / 6, 1: 4 / 6, 2: 1 / 6}),
        (D6, {face: 1 / 6 for face in range(1, 7)}),
    ],
    ids=["Action", "Power", "d6"],
)
def test_the_dice_fall_as_their_faces_say(die: object, chances: dict[int, float]) -> None:
    shown = SeededDice("fair").roll(Roll((die,) * 30_000, 1, "a trial"), 0)  # type: ignore[arg-type]
    assert chi_square(Counter(shown), chances) < CHI_SQUARE[len(chances) - 1]


@pytest.mark.program("the test of the dice can fail")
def test_the_trial_of_the_dice_would_find_a_loaded_one() -> None:
    shown = Counter(SeededDice("fair").roll(Roll((ACTION_DIE,) * 30_000, 1, "a trial"), 0))
    assert chi_square(shown, {0: 3 / 6 - 0.015, 1: 2 / 6 + 0.015, 2: 1 / 6}) > CHI_SQUARE[2]


@pytest.mark.rule("NM-CMP-10")
@pytest.mark.rule("NM-CMP-11")
@pytest.mark.rule("NM-CMP-12")
def test_whole_rolls_fall_as_the_sum_of_their_dice_does() -> None:
    """Two Action and one Power Die: 0 to 6 strikes, by the exact chances of every triple of faces."""
    exact: Counter[int] = Counter(
        a + b + c for a in ACTION_DIE.faces for b in ACTION_DIE.faces for c in POWER_DIE.faces
    )
    rolls = [
        sum(SeededDice("sums").roll(Roll(dice_pool(2, 1), 1, "a trial"), 3 * i))
        for i in range(10_000)
    ]
    chances = {strikes: n / 216 for strikes, n in exact.items()}
    assert set(chances) == set(range(7))
    assert chi_square(Counter(rolls), chances) < 22.46, "6 degrees of freedom, once in a thousand"


@pytest.mark.rule("NM-CMP-09")
@pytest.mark.rule("NM-EXM-01")
def test_a_d3_is_a_d6_halved_and_rounded_up() -> None:
    assert [d6_to_d3(face) for face in D6.faces] == [1, 1, 2, 2, 3, 3]
