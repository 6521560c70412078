"""How many of a squad fall: exact, and what it must be where every attack is alike."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.odds.odds_by_name import odds

SHOT = ("hunter", "sniper rifle", "vassal reavers")


@pytest.mark.parametrize(("attacks", "options"), [(1, {}), (2, {}), (3, {"cover": True}), (5, {})])
def test_models_of_one_health_fall_as_coins_do(attacks: int, options: dict[str, bool]) -> None:
    """Where each attack fells one model with the same chance, so many of them fall as heads among so many coins."""
    once = odds(*SHOT, **options)  # type: ignore[arg-type]
    many = odds(*SHOT, attacks=attacks, squad=True, **options)  # type: ignore[arg-type]
    size = len(many.fallen) - 1
    coins = [
        comb(attacks, n) * once.destroyed**n * (1 - once.destroyed) ** (attacks - n)
        for n in range(attacks + 1)
    ]
    expected = [*coins[:size], sum(coins[size:], Fraction(0))] + [Fraction(0)] * (size - attacks)
    assert list(many.fallen) == expected[: size + 1] and sum(many.fallen) == 1
    assert many.destroyed == many.fallen[-1] and many.damage == many.fallen  # one damage point each
    assert many.health == size


def test_one_attack_is_the_same_at_a_model_and_at_its_squad() -> None:
    one = odds(*SHOT)
    squad = odds(*SHOT, squad=True)
    assert (one.hit, one.destroyed) == (squad.hit, squad.fallen[1]) and one.fallen == ()


def test_many_attackers_fell_no_more_than_there_are() -> None:
    found = odds(
        "ranger fire team", "battle rifle", "vassal reavers", models=3, attacks=2, squad=True
    )
    assert len(found.fallen) == found.health + 1 and sum(found.fallen) == 1 and found.fallen[-1] > 0


def test_what_is_no_squad_is_refused() -> None:
    for target in ("marauder", "void gate"):
        with pytest.raises(InputError, match="--squad: the target is not a squad"):
            odds("hunter", "sniper rifle", target, squad=True)
