"""The odds are those of the game: every attack roll, and every damage roll, played in the game and counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.games.warmachine.rules.games.scene import scene
from wc3d.games.warmachine.odds.attack import AttackScenario, AttackTerms, attack_odds
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.cards import CARDS

TWO = list(product(range(1, 7), repeat=2))
PLACES = {
    "1.marshal": (4.0, 4.0, 90.0),
    "1.anvil": (20.0, 20.0, 90.0),
    "2.marshal": (44.0, 44.0, 270.0),
    "2.hound": (20.0, 21.9, 270.0),
}


def played(attack: tuple[int, ...], damage: tuple[int, ...], **having: Any) -> tuple[Any, ...]:
    """The Anvil's maul at the Hound, with these dice and column 1: what happened."""
    made = scene(PLACES, rolls=[attack, damage, (1,)], having=having)
    made.do("activate", model="1.anvil")
    return made.do("attack", model="1.anvil", weapon="maul", target="2.hound")


def test_hits_and_criticals_are_those_of_the_game() -> None:
    cards = CARDS()
    found = attack_odds(
        AttackScenario(
            cards.model("anvil"), cards.warjack("anvil").weapon("maul"), cards.model("hound")
        )
    ).first.hit_chances
    hits = [
        event for roll in TWO for event in played(roll, (1, 1)) if isinstance(event, events.Hit)
    ]
    assert found.hit == Fraction(len(hits), 36)
    assert found.critical == Fraction(sum(hit.critical for hit in hits), 36)


@pytest.mark.parametrize("lost", [False, True])
def test_damage_is_that_of_the_game(lost: bool) -> None:
    cards = CARDS()
    hound = cards.warjack("hound")
    shield = tuple((1, row) for row in (4, 5, 6)) if lost else ()
    terms = AttackTerms(marked=shield)
    asked = AttackScenario(
        cards.model("anvil"), cards.warjack("anvil").weapon("maul"), hound, terms
    )
    points: dict[int, int] = {}
    for roll in TWO:
        done = played((6, 5), roll, **{"2.hound": {"marked": shield}})
        (told,) = [event for event in done if isinstance(event, events.Damaged)]
        points[max(0, told.total - told.arm)] = points.get(max(0, told.total - told.arm), 0) + 1
    assert attack_odds(asked).first.damage_chances == {
        n: Fraction(count, 36) for n, count in sorted(points.items())
    }
