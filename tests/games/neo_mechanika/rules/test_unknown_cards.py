"""Cyphers that lie face down are dealt as a player may expect them: true to all that was seen, every possibility alike."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import get_args

import pytest

from tests.conformance.games import Played, played
from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.cards import CARDS, CypherKind
from wc3d.games.neo_mechanika.rules.events import (
    CardDiscarded,
    CardPlayed,
    CardTaken,
    Drew,
    HandSeen,
    Shuffled,
)
from wc3d.games.neo_mechanika.rules.forces.limits import MIN_CARDS_PER_KIND
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, PLAYERS, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.unknown_cards import (
    KnownCards,
    deduce_known_cards,
    sample_possible_state,
    sample_unseen_cards,
)
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

pytestmark = pytest.mark.rule("NM-SIL-102")

CYPHERS = {
    kind: sorted(c.id for c in CARDS().cyphers.values() if c.kind == kind)
    for kind in get_args(CypherKind)
}


@pytest.fixture(scope="module")
def game() -> Played:
    """A whole game at random."""
    return played("neo_mechanika")


def seen_until(game: Played, viewer: int) -> list[tuple[State, list[Event]]]:
    """Every state with what a player had seen by then."""
    log = [e.seen_by(viewer) for e in game.game.opening[1]]
    found = []
    for turn in game.game.turns:
        log = log + [e.seen_by(viewer) for e in turn.events]
        found.append((turn.state_after, log))
    return found


@pytest.mark.parametrize("viewer", PLAYERS)
def test_what_is_known_is_true(game: Played, viewer: int) -> None:
    foe = opponent_of(viewer)
    for state, log in seen_until(game, viewer):
        known = deduce_known_cards(foe, NEO_MECHANIKA.play.seen_by(state, viewer), log)
        who = state.players[foe]
        assert known.in_hand <= set(who.hand)
        assert known.in_hand_or_rack <= {*who.hand, *who.rack}
        assert not known.reshuffled or set(who.rack) <= known.in_hand_or_rack
        hidden = {*who.hand, *who.rack} - known.in_hand - known.in_hand_or_rack
        assert not hidden & known.seen, "a card that was seen is taken to be unseen"


@pytest.mark.parametrize("viewer", PLAYERS)
def test_what_is_dealt_is_a_legal_rack(game: Played, viewer: int) -> None:
    foe = opponent_of(viewer)
    cards = CARDS().cyphers
    for number, (state, log) in enumerate(seen_until(game, viewer)[::9]):
        dealt = sample_possible_state(
            NEO_MECHANIKA.play.seen_by(state, viewer), viewer, log, random.Random(number)
        )
        for player, true in ((viewer, state.players[viewer]), (foe, state.players[foe])):
            who = dealt.players[player]
            assert (len(who.hand), len(who.rack), who.discard) == (
                len(true.hand),
                len(true.rack),
                true.discard,
            )
            held = [*who.hand, *who.rack, *who.discard]
            assert len(held) == len(set(held)) and HIDDEN_CARD not in held
        mine = dealt.players[viewer]
        true = state.players[viewer]
        assert mine.hand == true.hand and sorted(mine.rack) == sorted(true.rack), (
            "the own rack is known, but for its order"
        )
        kinds = Counter(
            cards[id].kind
            for id in {*held, *(event.card for event in log if isinstance(event, CardPlayed))}
        )
        assert all(kinds[kind] >= MIN_CARDS_PER_KIND for kind in CYPHERS)


def seen_all_but(*lacking: int) -> set[str]:
    """All Cyphers but so many of each kind."""
    return {id for kind, n in zip(CYPHERS, lacking, strict=True) for id in CYPHERS[kind][n:]}


def is_legal(rack: set[str]) -> bool:
    """Has it enough of each kind?"""
    return all(len(rack & set(ids)) >= MIN_CARDS_PER_KIND for ids in CYPHERS.values())


@pytest.mark.parametrize(
    ("lacking", "count", "sets"),
    [
        ((2, 1, 1, 1), 2, 10),  # enough of each kind was seen: any two of five
        ((3, 3, 0, 0), 3, 20),
        (
            (4, 1, 0, 0),
            2,
            10,
        ),  # two Furies were seen, so at least one more is there: any two of five have one
        ((4, 1, 1, 1), 2, 6 + 12),  # as before, of seven: not any two
        ((4, 4, 1, 1), 3, 80),  # of two kinds at least one more: 120 less 20 less 20
        ((5, 4, 2, 0), 3, 40),
    ],
)
def test_every_legal_set_of_unseen_cards_is_equally_likely(
    lacking: tuple[int, ...], count: int, sets: int
) -> None:
    named = seen_all_but(*lacking)
    left = sorted({id for ids in CYPHERS.values() for id in ids} - named)
    legal = {found for found in combinations(left, count) if is_legal({*found, *named})}
    assert len(legal) == sets
    rng = random.Random(7)
    each = 100
    drawn = Counter(
        tuple(sorted(sample_unseen_cards(CARDS(), named, count, rng))) for _ in range(each * sets)
    )
    assert set(drawn) == legal
    chi = sum((n - each) ** 2 / each for n in drawn.values())
    assert chi < once_in_a_thousand(sets - 1), f"{chi:.1f} for {sets} sets"


def once_in_a_thousand(freedom: int) -> float:
    """The chi-square that is exceeded by chance once in a thousand times, nearly (Wilson and Hilferty)."""
    step = 2 / (9 * freedom)
    return float(freedom * (1 - step + 3.09 * step**0.5) ** 3)


def test_every_card_is_as_likely_in_the_hand_as_its_share(game: Played) -> None:
    state, log = seen_until(game, 1)[0]
    seen = NEO_MECHANIKA.play.seen_by(state, 1)
    hand = len(state.players[2].hand)
    times = 1500
    rng = random.Random(1)
    held = Counter[str]()
    in_rack = Counter[str]()
    for _ in range(times):
        dealt = sample_possible_state(seen, 1, log, rng).players[2]
        held.update(dealt.hand)
        in_rack.update(dealt.rack)
    assert hand == 5 and len(held) == sum(map(len, CYPHERS.values()))
    chi = sum((n - times * hand / 24) ** 2 / (times * hand / 24) for n in held.values())
    assert chi < once_in_a_thousand(23)
    assert all(abs(in_rack[id] / held[id] - len(state.players[2].rack) / hand) < 0.6 for id in held)


# What is known, step by step

A, B, C, D, E = (ids[0] for ids in (*CYPHERS.values(), CYPHERS["fury"][1:]))
DEAL = (Shuffled(2, (HIDDEN_CARD,) * 4), Drew(2, (HIDDEN_CARD,) * 2))


def known(*events: Event) -> KnownCards:
    """What player 1 knows of player 2's cards after the deal and these events, with nothing lying open."""
    state = NEO_MECHANIKA.play.seen_by(played("neo_mechanika").game.turns[0].state_after, 1)
    return deduce_known_cards(2, state, (*DEAL, *events))


def test_a_card_played_is_unknown_no_more() -> None:
    assert known(CardPlayed(2, A, "x")) == KnownCards({A})
    assert known(CardPlayed(1, A, "x")) == KnownCards()


def test_a_card_taken_back_is_in_the_hand_until_it_is_shown_again() -> None:
    assert known(CardDiscarded(2, A), CardTaken(2, A)) == KnownCards({A}, {A})
    assert known(CardDiscarded(2, A), CardTaken(2, A), CardPlayed(2, A, "x")) == KnownCards({A})


def test_a_hand_that_was_seen_is_known() -> None:
    assert known(HandSeen(1, (A, B)), CardDiscarded(2, A)) == KnownCards({A, B}, {B})
    assert known(HandSeen(2, (HIDDEN_CARD, HIDDEN_CARD))) == KnownCards(), (
        "it was the viewer's own hand that was seen"
    )


def test_a_rack_made_of_the_discards_is_known_but_for_its_order() -> None:
    drawn = (
        CardDiscarded(2, A),
        CardDiscarded(2, B),
        Drew(2, (HIDDEN_CARD,) * 2),
        Shuffled(2, (HIDDEN_CARD,) * 2),
    )
    assert known(*drawn) == KnownCards({A, B}, set(), {A, B}, True)
    assert known(*drawn, Drew(2, (HIDDEN_CARD,)), CardDiscarded(2, A)) == KnownCards(
        {A, B}, set(), {B}, True
    )
    again = (
        *drawn,
        Drew(2, (HIDDEN_CARD,)),
        CardDiscarded(2, C),
        Drew(2, (HIDDEN_CARD,)),
        Shuffled(2, (HIDDEN_CARD,)),
    )
    assert known(*again) == KnownCards({A, B, C}, {A, B}, {C}, True), (
        "all that was in the old rack is in the hand"
    )
