"""Dice: the same seed rolls the same, scripts and records fit or say why not, typed dice are checked."""

from __future__ import annotations

from collections import Counter

import pytest

from wc3d.engine.dice import (
    DiceError,
    DiceRecord,
    DiceWantedError,
    Die,
    RecordedDice,
    Roll,
    ScriptedDice,
    SeededDice,
    TypedDice,
    describe_dice,
)

WHITE = Die("white", (0, 0, 0, 1, 1, 2))
RED = Die("red", (0, 1, 1, 1, 1, 2))
POOL = Roll((WHITE, WHITE, RED), 1, "attack")


def test_a_seed_is_a_game() -> None:
    assert SeededDice(7).roll(POOL, 12) == SeededDice(7).roll(POOL, 12)
    assert [SeededDice(7).roll(POOL, n) for n in range(0, 90, 3)] != [
        SeededDice(8).roll(POOL, n) for n in range(0, 90, 3)
    ]
    assert SeededDice("7").roll(POOL, 0) == SeededDice(7).roll(POOL, 0)


def test_a_roll_is_found_by_its_number_whatever_came_before() -> None:
    dice = SeededDice("a")
    one_by_one = [dice.roll(Roll((WHITE,), 1, ""), n)[0] for n in range(6)]
    assert dice.roll(Roll((WHITE,) * 6, 1, ""), 0) == tuple(one_by_one)


def test_every_face_comes_as_often_as_it_is_on_the_die() -> None:
    shown = Counter(SeededDice(1).roll(Roll((WHITE,) * 6000, 1, ""), 0))
    assert [round(shown[face] / 1000) for face in (0, 1, 2)] == [3, 2, 1]


def test_a_shuffle_is_an_order_and_every_order_comes() -> None:
    assert sorted(SeededDice(3).shuffle(12, 5)) == list(range(12))
    orders = Counter(SeededDice(3).shuffle(3, 3 * n) for n in range(6000))
    assert len(orders) == 6 and min(orders.values()) > 850


def test_scripted_dice_come_in_their_order_and_then_are_wanted() -> None:
    dice = ScriptedDice([(0, 1, 2)])
    assert dice.roll(POOL, 0) == (0, 1, 2)
    with pytest.raises(DiceWantedError, match="roll 2 white, 1 red: attack"):
        dice.roll(POOL, 3)
    assert ScriptedDice((), SeededDice(7)).roll(POOL, 0) == SeededDice(7).roll(POOL, 0)
    assert dice.shuffle(3, 0) == (0, 1, 2)


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ((0, 1), r"expected 2 white, 1 red \(attack\), found 2 numbers"),
        ((0, 3, 1), "a white die cannot show 3, only 0, 1, 2"),
    ],
)
def test_dice_that_do_not_fit_are_refused_and_not_used_up(
    shown: tuple[int, ...], told: str
) -> None:
    dice = ScriptedDice([shown])
    with pytest.raises(DiceError, match=told):
        dice.roll(POOL, 0)
    assert dice.left == [shown]
    with pytest.raises(DiceError, match=told):
        TypedDice(lambda roll: shown, SeededDice(1)).roll(POOL, 0)


def test_typed_dice_are_asked_for_and_the_cards_are_shuffled_by_the_seed() -> None:
    asked: list[Roll] = []

    def ask(roll: Roll) -> tuple[int, ...]:
        asked.append(roll)
        return (1, 1, 0)

    dice = TypedDice(ask, SeededDice(4))
    assert dice.roll(POOL, 9) == (1, 1, 0) and asked == [POOL]
    assert dice.shuffle(5, 2) == SeededDice(4).shuffle(5, 2)


def test_recorded_dice_are_what_was_drawn_and_nothing_else() -> None:
    dice = RecordedDice(DiceRecord(((0, 1, 2),), ((1, 0),)))
    assert dice.roll(POOL, 50) == (0, 1, 2) and dice.shuffle(2, 53) == (1, 0)
    with pytest.raises(DiceError, match="the file contains no dice for this roll: 2 white, 1 red"):
        dice.roll(POOL, 55)
    with pytest.raises(DiceError, match="no order for a shuffle of 2 cards"):
        RecordedDice(DiceRecord((), ((0, 0),))).shuffle(2, 0)


def test_a_pool_in_words() -> None:
    assert [describe_dice(POOL.dice), describe_dice((RED,)), describe_dice(())] == [
        "2 white, 1 red",
        "1 red",
        "nothing",
    ]
