"""What abilities do to Cyphers: making them expire or stay, taking one back, discarding one of the opponent's."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import hand_size, vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, model_meant, said
from wc3d.games.neo_mechanika.rules.abilities.availability import EFFECT_NEEDED, can
from wc3d.games.neo_mechanika.rules.abilities.timing import Moment
from wc3d.games.neo_mechanika.rules.abilities.triggers import open_window
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Who
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.frames import change
from wc3d.games.neo_mechanika.rules.handler_registry import Chapter
from wc3d.games.neo_mechanika.rules.handlers import refuse
from wc3d.games.neo_mechanika.rules.state import HIDDEN, CardInPlay, State, other

CHAPTER = Chapter()


NO_CARD = CardInPlay("", 0, "")


@CHAPTER.effect(vocabulary.ExpireCyphers)
def _expire(r: Resolution, e: vocabulary.ExpireCyphers, f: Using) -> None:
    """The Cyphers of the bearer's enemies expire (NM-CYP-05)."""
    r.push(*(Expiring("", unit, card, f.bearer) for unit, card in _enemy_cyphers(r.state, e, f)))


def _enemy_cyphers(state: State, e: vocabulary.ExpireCyphers, f: Using) -> list[tuple[str, CardInPlay]]:
    """The Cyphers that would expire, each with the unit it lies by. No Cypher lies by a void gate."""
    model = model_meant(state, f, Who.TARGET)
    if model not in state.models:
        return []
    unit = state.unit_of(model)
    return [(unit.id, c) for c in unit.cyphers if c.player != f.player and (e.whole_unit or c.model in ("", model))]


@can(vocabulary.ExpireCyphers)
def _has_cyphers(state: State, e: vocabulary.ExpireCyphers, f: Using) -> bool:
    return bool(_enemy_cyphers(state, e, f))


@dataclass(frozen=True, slots=True)
class Expiring(Frame):
    """A Cypher on a unit is about to expire by an ability or attack of the model `by`; unless something keeps it."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "expire")
    unit: str = ""
    card: CardInPlay = NO_CARD
    by: str = ""
    kept: bool = False


@CHAPTER.step(Expiring, "ask")
def _ask_to_keep(r: Resolution, f: Expiring) -> None:
    open_window(r, Moment.CARD_EXPIRING, f.unit, f.by)


@CHAPTER.step(Expiring, "expire")
def _expires(r: Resolution, f: Expiring) -> None:
    if not f.kept and f.card in r.state.units[f.unit].cyphers:
        r.emit(events.CardExpired(f.card.player, f.card.card, f.unit))


@CHAPTER.effect(vocabulary.KeepCypher)
def _keep(r: Resolution, e: vocabulary.KeepCypher, f: Using) -> None:
    change(r, Expiring, kept=True)


@CHAPTER.effect(vocabulary.CardFromDiscard)
def _from_discard(r: Resolution, e: vocabulary.CardFromDiscard, f: Using) -> None:
    if r.state.players[f.player].discard:
        r.push(CardQuestion("", f.player, said(r.state, f)))


@can(vocabulary.CardFromDiscard)
def _has_discards(state: State, e: vocabulary.CardFromDiscard, f: Using) -> bool:
    return bool(state.players[f.player].discard)


@CHAPTER.effect(vocabulary.DiscardFromHand)
def _from_hand(r: Resolution, e: vocabulary.DiscardFromHand, f: Using) -> None:
    hand = r.state.players[other(f.player)].hand
    r.emit(events.HandSeen(f.player, hand))
    if hand:
        r.push(HandQuestion("", f.player, said(r.state, f), hand))


@can(vocabulary.DiscardFromHand, since=EFFECT_NEEDED)
def _has_cards(state: State, e: vocabulary.DiscardFromHand, f: Using) -> bool:
    """How many cards a hand holds is open to both players (NM-SIL-102)."""
    return bool(state.players[other(f.player)].hand)


@dataclass(frozen=True, slots=True)
class CardQuestion(Question):
    """Which card of the discard pile goes to the hand?"""

    source: str = ""


@dataclass(frozen=True, slots=True)
class HandQuestion(Question):
    """Which card of the opponent's hand, seen just now, is discarded?"""

    source: str = ""
    cards: tuple[str, ...] = ()

    def seen_by(self, player: int | None) -> HandQuestion:
        """The two players know these cards now; a spectator does not (SIL-102)."""
        return self if player is not None else replace(self, cards=(HIDDEN,) * len(self.cards))


def _card(r: Resolution, question: CardQuestion, action: Choose) -> None:
    """The hand never holds more than its maximum (NM-CYP-01)."""
    r.emit(events.CardTaken(question.player, action.option, question.source))
    hand_size.trim_hands(r)


def _discarded(r: Resolution, question: HandQuestion, action: Choose) -> None:
    r.emit(events.CardDiscarded(other(question.player), action.option, question.source))


CHAPTER.chooses(
    CardQuestion, text="choose a card", decide=_card,
    options=lambda state, asked: state.players[asked.player].discard,
    refusal=lambda state, asked, card: refuse("unknown_card", f"{card!r} is not in your discard pile", "NM-CYP-05"),
)  # fmt: skip
CHAPTER.chooses(
    HandQuestion, text="choose the card to discard", decide=_discarded,
    options=lambda state, asked: asked.cards,
    refusal=lambda state, asked, card: refuse("unknown_card", f"{card!r} is not in the opponent's hand", "NM-CYP-05"),
)  # fmt: skip
