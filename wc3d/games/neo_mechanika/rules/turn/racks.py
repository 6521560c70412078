"""Racks and hands: draw, reshuffle, and discard to the hand size (pp. 38, 43)."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.abilities.hand_size import (
    check_in_hand,
    discard_card,
    list_discards,
    max_hand_size,
)
from wc3d.games.neo_mechanika.rules.actions import Discard
from wc3d.games.neo_mechanika.rules.events import Drew, Shuffled
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class DiscardQuestion(Question):
    """Step 8: a choice to discard one card from the hand or none (NM-TRN-11)."""


def shuffle_rack(r: Resolution, player: int) -> None:
    """Shuffle the full rack before the game (NM-SIL-02)."""
    _shuffle(r, player, r.state.players[player].rack)


def draw_to_hand_size(r: Resolution, player: int) -> None:
    """Draw up to the maximum hand size (NM-TRN-12, NM-CYP-02).

    When the rack's last card is drawn, the discard pile becomes the new rack, even if the hand is
    full. Without a discard pile drawing stops (NM-CYP-06, NM-SIL-92).
    """
    max_size = max_hand_size(r.state, player)
    while (missing_count := max_size - len(r.state.players[player].hand)) > 0:
        _reshuffle(r, player)
        cards = r.state.players[player].rack[:missing_count]
        if not cards:
            return
        r.emit(Drew(player, cards))
        _reshuffle(r, player)


def _reshuffle(r: Resolution, player: int) -> None:
    player_state = r.state.players[player]
    if not player_state.rack and player_state.discard:
        _shuffle(r, player, player_state.discard)


def _shuffle(r: Resolution, player: int, cards: tuple[str, ...]) -> None:
    r.emit(Shuffled(player, tuple(cards[i] for i in r.shuffle(len(cards)))))


REGISTRY.register_answer(
    DiscardQuestion,
    Discard,
    text="discard a card",
    check=check_in_hand,
    decide=discard_card,
    candidates=list_discards,
)
REGISTRY.register_pass(DiscardQuestion, text="discard nothing", what=lambda asked: "discard")
