"""Events of Cyphers and void gates, and of units that enter or leave the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, XYZ, CardInPlay, Gate, State, Where


def remove_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without one copy of a card. Raises ValueError if it is missing.

    A player who does not know the cards knows that one of them was this card.
    """
    i = cards.index(card if card in cards else HIDDEN_CARD)
    return cards[:i] + cards[i + 1 :]


class _Revealing(Event):
    """An event that reveals a hidden card to a player."""

    __slots__ = ()

    @property
    def reveals(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """A player's rack is shuffled: at the start the full rack, later the discard pile."""

    RULE: ClassVar[str] = "NM-CYP-06"
    player: int
    cards: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return state.with_player(self.player, rack=self.cards, discard=())

    def seen_by(self, player: int | None) -> Shuffled:
        return replace(self, cards=(HIDDEN_CARD,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class Drew(_Revealing):
    """A player draws cards from the rack."""

    RULE: ClassVar[str] = "NM-TRN-12"
    player: int
    cards: tuple[str, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        return state.with_player(
            self.player, rack=player.rack[len(self.cards) :], hand=player.hand + self.cards
        )

    def seen_by(self, player: int | None) -> Drew:
        return (
            self if player == self.player else replace(self, cards=(HIDDEN_CARD,) * len(self.cards))
        )


@dataclass(frozen=True, slots=True)
class CardDiscarded(_Revealing):
    """A card goes from a hand to the discard pile by the ability `why`, or by "hand size"."""

    RULE: ClassVar[str] = "NM-TRN-11"
    player: int
    card: str
    why: str = ""

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        return state.with_player(
            self.player,
            hand=remove_card(player.hand, self.card),
            discard=(*player.discard, self.card),
        )


@dataclass(frozen=True, slots=True)
class HandSeen(_Revealing):
    """A player looks at the opponent's hand."""

    RULE: ClassVar[str] = "NM-SIL-102"
    player: int
    cards: tuple[str, ...]

    def seen_by(self, player: int | None) -> HandSeen:
        return self if player is not None else replace(self, cards=(HIDDEN_CARD,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class CardPlayed(_Revealing):
    """A Cypher leaves the hand, played on a unit or model; a Fury through a model at a target."""

    RULE: ClassVar[str] = "NM-CYP-04"
    player: int
    card: str
    on: str
    channel: str = ""

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        return state.with_player(self.player, hand=remove_card(player.hand, self.card))


@dataclass(frozen=True, slots=True)
class CardLies(Event):
    """A Cypher stays in effect on a unit."""

    RULE: ClassVar[str] = "NM-CYP-13"
    unit: str
    card: CardInPlay

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, cyphers=(*state.units[self.unit].cyphers, self.card))


@dataclass(frozen=True, slots=True)
class CardExpired(Event):
    """A Cypher ends and goes to its owner's discard pile. `unit` is the unit that had it, or ""."""

    RULE: ClassVar[str] = "NM-CYP-05"
    player: int
    card: str
    unit: str = ""

    def evolve(self, state: State) -> State:
        if self.unit:
            cyphers = state.units[self.unit].cyphers
            expired_card = next(
                c for c in cyphers if c.card == self.card and c.player == self.player
            )
            state = state.with_unit(
                self.unit, cyphers=tuple(c for c in cyphers if c is not expired_card)
            )
        return state.with_player(
            self.player, discard=(*state.players[self.player].discard, self.card)
        )


@dataclass(frozen=True, slots=True)
class NothingDone(Event):
    """A Cypher is played without effect."""

    RULE: ClassVar[str] = "NM-CYP-14"
    card: str


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A card returns to its owner's hand, from the discard pile or directly after its use.

    `why` is the ability or Cypher that returns it.
    """

    RULE: ClassVar[str] = "NM-CYP-05"
    player: int
    card: str
    why: str = ""

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        return state.with_player(
            self.player,
            discard=remove_card(player.discard, self.card),
            hand=(*player.hand, self.card),
        )


@dataclass(frozen=True, slots=True)
class GatePlaced(Event):
    """A void gate is placed and charged."""

    RULE: ClassVar[str] = "NM-GAT-02"
    gate: Gate

    def evolve(self, state: State) -> State:
        player = self.gate.player
        state = state.with_player(player, well=state.players[player].well - self.gate.arc)
        return replace_fields(state, gates={**state.gates, self.gate.id: self.gate})


@dataclass(frozen=True, slots=True)
class GateCollapsed(Event):
    """A void gate without Arc collapses."""

    RULE: ClassVar[str] = "NM-GAT-10"
    gate: str
    by: int = 0

    def evolve(self, state: State) -> State:
        return replace_fields(
            state, gates={id: g for id, g in state.gates.items() if id != self.gate}
        )


@dataclass(frozen=True, slots=True)
class UnitDeployed(Event):
    """A unit comes into play through a void gate, or through none at the start of the game."""

    RULE: ClassVar[str] = "NM-GAT-13"
    unit: str
    gate: str
    places: tuple[tuple[str, XYZ], ...]
    attached: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        models = dict(state.models)
        for id, at in self.places:
            models[id] = replace_fields(
                models[id], unit=self.unit, at=at, damage=0, effects=(), carrying=""
            )
        return replace_fields(state, models=models).with_unit(
            self.unit, where=Where.PLAY, attached=self.attached, deployed_on=state.turn, token=False
        )


@dataclass(frozen=True, slots=True)
class UnitRecalled(Event):
    """A unit is recalled. A separate event removes it from the table."""

    RULE: ClassVar[str] = "NM-GAT-22"
    unit: str
