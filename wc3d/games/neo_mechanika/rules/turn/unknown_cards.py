"""A player's knowledge of face-down Cyphers, and random states that match it (NM-SIL-102).

A player knows the cards of their own rack, but not their order. They also know every card of the
opponent's that was ever revealed, and that a rack has no card twice and at least 3 of each kind
(NM-FRC-15).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import comb, prod
from typing import get_args

from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.abilities.card_effects import Expiring, HandQuestion
from wc3d.games.neo_mechanika.rules.cards import Cards, CypherKind
from wc3d.games.neo_mechanika.rules.events import (
    CardDiscarded,
    CardExpired,
    CardPlayed,
    CardTaken,
    Drew,
    HandSeen,
    Shuffled,
)
from wc3d.games.neo_mechanika.rules.forces.limits import MIN_CARDS_PER_KIND
from wc3d.games.neo_mechanika.rules.game_setup import Setup
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, PLAYERS, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.cyphers import Channelling, Resolving


@dataclass
class KnownCards:
    """The known cards of a player: ever seen, surely in the hand, and in the hand or the rack.

    `reshuffled`: a public discard pile became the rack, so `in_hand_or_rack` has all its cards.
    """

    seen: set[str] = field(default_factory=set)
    in_hand: set[str] = field(default_factory=set)
    in_hand_or_rack: set[str] = field(default_factory=set)
    reshuffled: bool = False


def deduce_known_cards(player: int, state: State, log: Iterable[Event]) -> KnownCards:
    """Return the known cards of a player, deduced from a visible state and the visible log."""
    knowledge = KnownCards()
    discarded = set[str]()
    for event in log:
        if isinstance(event, HandSeen):
            if event.player != player and HIDDEN_CARD not in event.cards:
                _set_hand(knowledge, event.cards)
        elif getattr(event, "player", 0) != player:
            continue
        elif isinstance(event, Shuffled):
            if discarded:  # the rack was empty, so drawn cards not seen since are in the hand
                knowledge.in_hand |= knowledge.in_hand_or_rack
                knowledge.in_hand_or_rack = discarded
                knowledge.reshuffled = True
            discarded = set()
        elif isinstance(event, Drew) and HIDDEN_CARD not in event.cards:
            _set_hand(knowledge, (*knowledge.in_hand, *event.cards))
        elif isinstance(event, CardPlayed | CardDiscarded | CardExpired):
            knowledge.seen.add(event.card)
            knowledge.in_hand.discard(event.card)
            knowledge.in_hand_or_rack.discard(event.card)
            if not isinstance(event, CardPlayed):
                discarded.add(event.card)
        elif isinstance(event, CardTaken):
            discarded.discard(event.card)
            _set_hand(knowledge, (*knowledge.in_hand, event.card))
    knowledge.seen |= set(visible_cards(player, state))
    for frame in state.agenda:
        if (
            isinstance(frame, HandQuestion)
            and frame.player != player
            and HIDDEN_CARD not in frame.cards
        ):
            _set_hand(knowledge, frame.cards)
    return knowledge


def _set_hand(knowledge: KnownCards, hand: Iterable[str]) -> None:
    """Record these cards as the hand."""
    knowledge.in_hand = set(hand)
    knowledge.seen |= knowledge.in_hand
    knowledge.in_hand_or_rack -= knowledge.in_hand


def visible_cards(player: int, state: State) -> Iterator[str]:
    """Yield a player's face-up cards: discarded, on units, or being resolved."""
    yield from state.players[player].discard
    for unit in state.units.values():
        yield from (cypher.card for cypher in unit.cyphers if cypher.player == player)
    for frame in state.agenda:
        if isinstance(frame, Channelling | Resolving) and frame.player == player:
            yield frame.card
        elif isinstance(frame, Expiring) and frame.card.player == player:
            yield frame.card.card


def sample_possible_state(
    state: State, player: int | None, log: Iterable[Event], rng: random.Random
) -> State:
    """Return a random state that matches a player's view and log; each is equally likely."""
    log = tuple(log)
    for p in PLAYERS:
        hand, rack = (
            _deal_own_cards(state, p, rng)
            if p == player
            else _deal_unknown_cards(state, p, deduce_known_cards(p, state, log), rng)
        )
        state = state.with_player(p, hand=hand, rack=rack)
    return replace(
        state,
        setup=_add_racks(state),
        agenda=tuple(
            replace(f, cards=state.players[opponent_of(f.player)].hand)
            if isinstance(f, HandQuestion) and HIDDEN_CARD in f.cards
            else f
            for f in state.agenda
        ),
    )


def _add_racks(state: State) -> Setup:
    """Return the setup with the dealt racks, so that each player knows their own."""
    setup = state.setup
    racks = (
        tuple(sorted({*player_state.hand, *player_state.rack, *visible_cards(p, state)}))
        for p, player_state in sorted(state.players.items())
    )
    first, second = (
        force.model_copy(update={"rack": rack})
        for force, rack in zip(setup.forces, racks, strict=True)
    )
    return replace(setup, forces=(first, second))


def _deal_own_cards(
    state: State, player: int, rng: random.Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a player's own hand, and the rack in random order: the force's other Cyphers."""
    player_state = state.players[player]
    elsewhere = {*player_state.hand, *visible_cards(player, state)}
    rack = [card for card in state.setup.forces[player - 1].rack if card not in elsewhere]
    rng.shuffle(rack)
    return player_state.hand, tuple(rack)


def _deal_unknown_cards(
    state: State, player: int, knowledge: KnownCards, rng: random.Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a hand and a rack for a player with face-down cards."""
    player_state = state.players[player]
    of_rack = len(player_state.rack) if knowledge.reshuffled else 0
    either_cards = sorted(knowledge.in_hand_or_rack)
    rng.shuffle(either_cards)
    rack = either_cards[:of_rack]
    hand = [*sorted(knowledge.in_hand), *either_cards[of_rack:]]
    lacking = len(player_state.hand) - len(hand)
    fresh = sample_unseen_cards(
        state.setup.cards, knowledge.seen, lacking + len(player_state.rack) - len(rack), rng
    )
    hand = hand + fresh[:lacking]
    rack = rack + fresh[lacking:]
    rng.shuffle(rack)
    return tuple(hand), tuple(rack)


def sample_unseen_cards(cards: Cards, named: set[str], count: int, rng: random.Random) -> list[str]:
    """Return `count` random unseen Cyphers; every set with a legal rack is equally likely."""
    kinds = get_args(CypherKind)
    remaining = {
        kind: sorted(c.id for c in cards.cyphers.values() if c.kind == kind and c.id not in named)
        for kind in kinds
    }
    known_counts = Counter(cards.cyphers[id].kind for id in named)
    ranges = (range(min(count, len(remaining[kind])) + 1) for kind in kinds)
    shares = [share for share in product(*ranges) if sum(share) == count]
    legal = [
        s
        for s in shares
        if all(
            known_counts[kind] + n >= MIN_CARDS_PER_KIND for kind, n in zip(kinds, s, strict=True)
        )
    ]
    options = legal or shares  # a rack that was never legal gives no information
    weights = [
        prod(comb(len(remaining[kind]), n) for kind, n in zip(kinds, share, strict=True))
        for share in options
    ]
    share = rng.choices(options, weights)[0]
    drawn_cards = [
        card
        for kind, n in zip(kinds, share, strict=True)
        for card in rng.sample(remaining[kind], n)
    ]
    rng.shuffle(drawn_cards)
    return drawn_cards
