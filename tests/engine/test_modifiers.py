"""A number and its receipt: multipliers first, then additions, then the floor, once."""
from __future__ import annotations

import pytest

from wc3d.engine.modifiers import Line, Receipt


@pytest.mark.parametrize(
    ("base", "lines", "value"),
    [
        (4, (), 4),
        (4, (Line("a", 2), Line("b", -1)), 5),
        (4, (Line("a", 2), Line("half", 0.5, True)), 4),
        (3, (Line("half", 0.5, True),), 2),
        (3, (Line("half", 0.5, True), Line("a", -1)), 1),
        (2, (Line("a", -5), Line("b", 1)), 1),
    ],
)
def test_the_order_of_the_sum(base: int, lines: tuple[Line, ...], value: int) -> None:
    assert Receipt("STR", base, lines).value == value
    assert Receipt("STR", base, lines[::-1]).value == value


def test_without_floor_and_with_fractions() -> None:
    assert Receipt("dice", 0, (Line("a", -2),), floor=None).value == -2
    assert Receipt("SPD", 5, (Line("half", 0.5, True),), whole=False).value == 2.5


def test_a_receipt_says_where_its_number_comes_from() -> None:
    assert str(Receipt("STR", 3, (Line("Servo Booster", 2),))) == "STR 5 = 3 on the card, +2 Servo Booster"
    assert str(Receipt("ARM", 1, (Line("Corrosion", -1),))) == "ARM 1 = 1 on the card, -1 Corrosion (never below 1)"
    assert str(Receipt("SPD", 6, (Line("Cold", 0.5, True),))) == "SPD 3 = 6 on the card, x0.5 Cold"
