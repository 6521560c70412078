"""What a player can say about Cyphers that lie face down, and states in which these are dealt at random (NM-SIL-102).

A player knows the cards of the own rack, but not their order; of the opponent's every card that was ever seen, and that a rack
holds none twice and at least 3 of each kind (NM-FRC-15).
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
from wc3d.games.neo_mechanika.rules.setup import Setup
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, PLAYERS, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.cyphers import Channelling, Resolving


@dataclass
class KnownCards:
    """What is known of a player's cards: those that were ever seen, those surely in the hand, and those in the hand or the rack.

    `reshuffled`: the rack was made of a discard pile that everyone saw, so `either` holds all that is in it.
    """

    seen: set[str] = field(default_factory=set)
    in_hand: set[str] = field(default_factory=set)
    in_hand_or_rack: set[str] = field(default_factory=set)
    reshuffled: bool = False


def deduce_known_cards(player: int, state: State, log: Iterable[Event]) -> KnownCards:
    """What is known of a player's cards by a state as someone sees it and by what that someone saw happen."""
    knowledge, discarded = KnownCards(), set[str]()
    for event in log:
        if isinstance(event, HandSeen):
            if event.player != player and HIDDEN_CARD not in event.cards:
                _set_hand(knowledge, event.cards)
        elif getattr(event, "player", 0) != player:
            continue
        elif isinstance(event, Shuffled):
            if discarded:  # the rack is empty then, so whatever was drawn from it and not seen since is in the hand
                knowledge.in_hand |= knowledge.in_hand_or_rack
                knowledge.in_hand_or_rack, knowledge.reshuffled = discarded, True
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
    """These are in the hand."""
    knowledge.in_hand = set(hand)
    knowledge.seen |= knowledge.in_hand
    knowledge.in_hand_or_rack -= knowledge.in_hand


def visible_cards(player: int, state: State) -> Iterator[str]:
    """A player's cards that lie open: discarded, beside units, and those being resolved."""
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
    """A state that may be the true one, as far as a player knows from the state as seen and the log; each is equally likely."""
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
    """The setup with the racks that were dealt, so that either player's own is known to that player."""
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
    """The own hand, and the own rack in any order: of the force's Cyphers those that are nowhere else."""
    player_state = state.players[player]
    elsewhere = {*player_state.hand, *visible_cards(player, state)}
    rack = [card for card in state.setup.forces[player - 1].rack if card not in elsewhere]
    rng.shuffle(rack)
    return player_state.hand, tuple(rack)


def _deal_unknown_cards(
    state: State, player: int, knowledge: KnownCards, rng: random.Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A hand and a rack of a player whose cards lie face down."""
    player_state = state.players[player]
    of_rack = len(player_state.rack) if knowledge.reshuffled else 0
    either_cards = sorted(knowledge.in_hand_or_rack)
    rng.shuffle(either_cards)
    rack, hand = either_cards[:of_rack], [*sorted(knowledge.in_hand), *either_cards[of_rack:]]
    lacking = len(player_state.hand) - len(hand)
    fresh = sample_unseen_cards(
        state.setup.cards, knowledge.seen, lacking + len(player_state.rack) - len(rack), rng
    )
    hand, rack = hand + fresh[:lacking], rack + fresh[lacking:]
    rng.shuffle(rack)
    return tuple(hand), tuple(rack)


def sample_unseen_cards(cards: Cards, named: set[str], count: int, rng: random.Random) -> list[str]:
    """So many Cyphers that were not seen yet, in any order; every set with which the rack is legal is equally likely."""
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
    options = legal or shares  # of a rack that was never legal nothing is known
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
