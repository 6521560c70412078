"""Racks and hands: drawing, the reshuffle, the hand's size and discarding (pp. 38, 43)."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.warcaster.abilities.stats import hand_size
from wc3d.warcaster.actions import Discard
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.events import CardDiscarded, Drew, Passed, Shuffled
from wc3d.warcaster.handlers import refuse
from wc3d.warcaster.state import PLAYERS, State

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class DiscardQuestion(Question):
    """Step 8: discard one card from the hand, or none (NM-TRN-11)?"""


@dataclass(frozen=True, slots=True)
class DiscardDown(Question):
    """The hand is larger than its new maximum: which card goes (NM-CYP-03)?"""


def shuffle_rack(r: Resolution, player: int) -> None:
    """Shuffle the whole rack before the game (NM-SIL-02)."""
    _shuffle(r, player, r.state.players[player].rack)


def draw_up(r: Resolution, player: int) -> None:
    """Draw up to the maximum hand size (NM-TRN-12, NM-CYP-02).

    As soon as the rack's last card is drawn the discard pile becomes the new rack, also if the hand is full then; with
    no discard pile drawing stops short (NM-CYP-06, NM-SIL-92).
    """
    most = hand_size(r.state, player)
    while (wanted := most - len(r.state.players[player].hand)) > 0:
        _reshuffle(r, player)
        cards = r.state.players[player].rack[:wanted]
        if not cards:
            return
        r.emit(Drew(player, cards))
        _reshuffle(r, player)


def trim_hands(r: Resolution) -> None:
    """Whoever holds more cards than the maximum is now discards down to it at once (NM-CYP-03, NM-SIL-93)."""
    asked = {q.player for q in r.state.agenda if isinstance(q, DiscardDown)}
    too_many = (p for p in PLAYERS if len(r.state.players[p].hand) > hand_size(r.state, p))
    r.push(*(DiscardDown(player=p) for p in too_many if p not in asked))


def _reshuffle(r: Resolution, player: int) -> None:
    who = r.state.players[player]
    if not who.rack and who.discard:
        _shuffle(r, player, who.discard)


def _shuffle(r: Resolution, player: int, cards: tuple[str, ...]) -> None:
    r.emit(Shuffled(player, tuple(cards[i] for i in r.shuffle(len(cards)))))


def check_in_hand(state: State, asked: Question, action: Discard) -> Verdict:
    """Is the card in the player's hand? Code "not_in_hand" (NM-TRN-11)."""
    if action.card in state.players[asked.player].hand:
        return LEGAL
    return refuse("not_in_hand", f"there is no card {action.card!r} in the hand", "NM-TRN-11")


def _discards(state: State, asked: Question) -> Iterator[Discard]:
    return (Discard(player=asked.player, card=card) for card in dict.fromkeys(state.players[asked.player].hand))


def _discard(r: Resolution, asked: Question, action: Discard) -> None:
    r.emit(CardDiscarded(asked.player, action.card))


def _discard_down(r: Resolution, asked: Question, action: Discard) -> None:
    _discard(r, asked, action)
    if len(r.state.players[asked.player].hand) > hand_size(r.state, asked.player):
        r.push(DiscardDown(player=asked.player))


CHAPTER.answers(
    DiscardQuestion, Discard, text="discard a card", check=check_in_hand, decide=_discard, candidates=_discards,
)  # fmt: skip
CHAPTER.may_pass(
    DiscardQuestion, text="discard nothing",
    decide=lambda r, asked, action: r.emit(Passed(asked.player, "discard")),
)  # fmt: skip
CHAPTER.answers(
    DiscardDown, Discard, text="discard a card: the hand is too large", check=check_in_hand, decide=_discard_down,
    candidates=_discards,
)  # fmt: skip
