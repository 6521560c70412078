"""The maximum hand size and discarding down to it (p. 38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.abilities.selectors import applied_modifiers
from wc3d.games.neo_mechanika.rules.abilities.stats import resolve_amount
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Add, AtLeast
from wc3d.games.neo_mechanika.rules.actions import Discard
from wc3d.games.neo_mechanika.rules.book.rulings import HAND_SIZE
from wc3d.games.neo_mechanika.rules.events import CardDiscarded
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State


def max_hand_size(state: State, player: int) -> int:
    """Return the most cards a player may hold (NM-CYP-01, p. 38); never below 0 (SIL-93)."""
    size = HAND_SIZE
    min_size = 0
    for model in state.models.values():
        if model.at is not None and state.owner(model.id) == player:
            for a in applied_modifiers(state, model.id, "HAND"):
                if isinstance(a.modifier, Add):
                    size += resolve_amount(state, a.modifier.amount, a.bearer)
                elif isinstance(a.modifier, AtLeast):
                    min_size = max(min_size, a.modifier.value)
    return max(size, min_size, 0)


REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class DiscardDown(Question):
    """A choice of the card to discard when a hand is larger than its new maximum (NM-CYP-03)."""


def trim_hands(r: Resolution) -> None:
    """Make players discard down to their maximum hand size at once (NM-CYP-03, NM-SIL-93)."""
    pending_players = {q.player for q in r.state.agenda if isinstance(q, DiscardDown)}
    too_many = (p for p in PLAYERS if len(r.state.players[p].hand) > max_hand_size(r.state, p))
    r.push(*(DiscardDown(player=p) for p in too_many if p not in pending_players))


def check_in_hand(state: State, question: Question, action: Discard) -> Verdict:
    """Return whether the card is in the player's hand, else code "not_in_hand" (NM-TRN-11)."""
    if action.card in state.players[question.player].hand:
        return LEGAL
    return refuse("not_in_hand", f"there is no card {action.card!r} in your hand", "NM-TRN-11")


def list_discards(state: State, question: Question) -> Iterator[Discard]:
    """Yield a discard of each card in the hand."""
    return (
        Discard(player=question.player, card=card)
        for card in dict.fromkeys(state.players[question.player].hand)
    )


def discard_card(r: Resolution, question: Question, action: Discard) -> None:
    """Discard a card from the hand."""
    r.emit(CardDiscarded(question.player, action.card))


def _discard_excess(r: Resolution, question: Question, action: Discard) -> None:
    r.emit(CardDiscarded(question.player, action.card, "hand size"))
    if len(r.state.players[question.player].hand) > max_hand_size(r.state, question.player):
        r.push(DiscardDown(player=question.player))


REGISTRY.register_answer(
    DiscardDown,
    Discard,
    text="discard a card: your hand is too large",
    check=check_in_hand,
    decide=_discard_excess,
    candidates=list_discards,
)
