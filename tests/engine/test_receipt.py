"""A number and its receipt."""

from __future__ import annotations

from itertools import permutations

import pytest

from wc3d.engine.receipt import Receipt, ReceiptLine

TRIPLED = ReceiptLine("Afterburner", 3, is_multiplier=True)
FASTER = ReceiptLine("Ascension Catalyst", 2)
SLOWER = ReceiptLine("Lock Down", -2)


@pytest.mark.rule("NM-STA-12")
@pytest.mark.rule("NM-EXM-03")
def test_multipliers_come_before_additions_in_whatever_order_they_were_gained() -> None:
    assert {Receipt("SPD", 6, lines).value for lines in permutations((TRIPLED, FASTER))} == {20}
    assert {
        Receipt("SPD", 6, lines).value for lines in permutations((TRIPLED, FASTER, SLOWER))
    } == {18}


@pytest.mark.rule("NM-STA-13")
@pytest.mark.rule("NM-SIL-20")
def test_no_number_falls_below_one_and_the_floor_comes_once_at_the_end() -> None:
    assert Receipt("SPD", 1, (SLOWER,)).value == 1 == Receipt("SPD", 2, (SLOWER, SLOWER)).value
    assert {
        Receipt("SPD", 2, lines).value for lines in permutations((SLOWER, ReceiptLine("x", 1)))
    } == {1}
    assert {
        Receipt("SPD", 2, lines).value for lines in permutations((SLOWER, ReceiptLine("x", 3)))
    } == {3}


def test_without_a_floor_it_falls_where_it_falls() -> None:
    assert (
        Receipt("extra dice", 0, (SLOWER,), None).value == -2
        and Receipt("FOC", 0, (), None).value == 0
    )


@pytest.mark.rule("NM-SIL-21")
def test_whole_numbers_round_up_and_others_stay_exact() -> None:
    halved = ReceiptLine("half", 0.5, is_multiplier=True)
    assert (
        Receipt("MAT", 3, (halved,)).value == 2
        and Receipt("SPD", 3, (halved,), is_whole=False).value == 1.5
    )
    assert Receipt("x", 0.1, (ReceiptLine("a", 0.2),), None, is_whole=False).value == 0.3


CARD = "on the card"


def test_a_receipt_says_what_came_from_where() -> None:
    faster = Receipt("SPD", 6, (TRIPLED, FASTER), source=CARD)
    assert str(faster) == "SPD 20 = 6 on the card, x3 Afterburner, +2 Ascension Catalyst"
    assert str(
        Receipt(
            "ARM", 2, (ReceiptLine("Corrosion", -1), ReceiptLine("Arc Booster", -1)), source=CARD
        )
    ) == ("ARM 1 = 2 on the card, -1 Corrosion, -1 Arc Booster (never below 1)")
    assert str(Receipt("DEF", 3, source=CARD)) == "DEF 3 = 3 on the card"
    assert str(Receipt("DEF", 3)) == "DEF 3 = 3"
