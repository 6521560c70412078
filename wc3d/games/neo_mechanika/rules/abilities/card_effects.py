"""The effects of abilities on Cyphers: expire, keep, take back, discard from the enemy's hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import hand_size, vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import (
    RULINGS_REQUIRE_EFFECT,
    register_condition,
)
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.triggers import trigger_abilities
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, CardInPlay, State, opponent_of

REGISTRY = HandlerRegistry()


NO_CARD = CardInPlay("", 0, "")


@REGISTRY.register_effect(vocabulary.ExpireCyphers)
def _expire_enemy_cyphers(r: Resolution, e: vocabulary.ExpireCyphers, f: Using) -> None:
    """Expire the Cyphers of the bearer's enemies (NM-CYP-05)."""
    r.push(
        *(Expiring("", unit, card, f.bearer) for unit, card in _list_enemy_cyphers(r.state, e, f))
    )


def _list_enemy_cyphers(
    state: State, e: vocabulary.ExpireCyphers, f: Using
) -> list[tuple[str, CardInPlay]]:
    """Return the Cyphers that would expire, each with its unit. Void gates cannot have Cyphers."""
    model = model_in_role(state, f, EventRole.TARGET)
    if model not in state.models:
        return []
    unit = state.unit_of(model)
    return [
        (unit.id, c)
        for c in unit.cyphers
        if c.player != f.player and (e.whole_unit or c.model in ("", model))
    ]


@register_condition(vocabulary.ExpireCyphers)
def _has_cyphers(state: State, e: vocabulary.ExpireCyphers, f: Using) -> bool:
    return bool(_list_enemy_cyphers(state, e, f))


@dataclass(frozen=True, slots=True)
class Expiring(Frame):
    """A Cypher that an ability or attack of the model `by` expires, unless something keeps it."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "expire")
    unit: str = ""
    card: CardInPlay = NO_CARD
    by: str = ""
    kept: bool = False


@REGISTRY.step(Expiring, "ask")
def _ask_to_keep(r: Resolution, f: Expiring) -> None:
    trigger_abilities(r, Moment.CARD_EXPIRING, f.unit, f.by)


@REGISTRY.step(Expiring, "expire")
def _expire_card(r: Resolution, f: Expiring) -> None:
    if not f.kept and f.card in r.state.units[f.unit].cyphers:
        r.emit(events.CardExpired(f.card.player, f.card.card, f.unit))


@REGISTRY.register_effect(vocabulary.KeepCypher)
def _keep(r: Resolution, e: vocabulary.KeepCypher, f: Using) -> None:
    r.update_frame(Expiring, kept=True)


@REGISTRY.register_effect(vocabulary.CardFromDiscard)
def _ask_discarded_card(r: Resolution, e: vocabulary.CardFromDiscard, f: Using) -> None:
    if r.state.players[f.player].discard:
        r.push(CardQuestion("", f.player, used_ability_name(r.state, f)))


@register_condition(vocabulary.CardFromDiscard)
def _has_discards(state: State, e: vocabulary.CardFromDiscard, f: Using) -> bool:
    return bool(state.players[f.player].discard)


@REGISTRY.register_effect(vocabulary.DiscardFromHand)
def _ask_hand_card(r: Resolution, e: vocabulary.DiscardFromHand, f: Using) -> None:
    hand = r.state.players[opponent_of(f.player)].hand
    r.emit(events.HandSeen(f.player, hand))
    if hand:
        r.push(HandQuestion("", f.player, used_ability_name(r.state, f), hand))


@register_condition(vocabulary.DiscardFromHand, since=RULINGS_REQUIRE_EFFECT)
def _has_cards(state: State, e: vocabulary.DiscardFromHand, f: Using) -> bool:
    """Return whether the hand has cards. Both players may know the size of a hand (NM-SIL-102)."""
    return bool(state.players[opponent_of(f.player)].hand)


@dataclass(frozen=True, slots=True)
class CardQuestion(Question):
    """A choice of the card that returns from the discard pile to the hand."""

    source: str = ""


@dataclass(frozen=True, slots=True)
class HandQuestion(Question):
    """A choice of the card to discard from the opponent's revealed hand."""

    source: str = ""
    cards: tuple[str, ...] = ()

    def seen_by(self, player: int | None) -> HandQuestion:
        """Return the question for a viewer: a spectator does not know the cards (SIL-102)."""
        return self if player is not None else replace(self, cards=(HIDDEN_CARD,) * len(self.cards))


def _take_card(r: Resolution, question: CardQuestion, action: Choose) -> None:
    """Take the card, up to the maximum hand size (NM-CYP-01)."""
    r.emit(events.CardTaken(question.player, action.option, question.source))
    hand_size.trim_hands(r)


def _discard_card(r: Resolution, question: HandQuestion, action: Choose) -> None:
    r.emit(events.CardDiscarded(opponent_of(question.player), action.option, question.source))


REGISTRY.register_choice(
    CardQuestion,
    text="choose a card",
    decide=_take_card,
    options=lambda state, asked: state.players[asked.player].discard,
    refusal=lambda state, asked, card: refuse(
        "unknown_card", f"{card!r} is not in your discard pile", "NM-CYP-05"
    ),
)
REGISTRY.register_choice(
    HandQuestion,
    text="choose the card to discard",
    decide=_discard_card,
    options=lambda state, asked: asked.cards,
    refusal=lambda state, asked, card: refuse(
        "unknown_card", f"{card!r} is not in the opponent's hand", "NM-CYP-05"
    ),
)
