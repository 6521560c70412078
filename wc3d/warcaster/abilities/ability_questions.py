"""Choices that abilities ask for: how much Arc, which card."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.warcaster import events
from wc3d.warcaster.actions import Choose, Pass
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.handlers import refuse
from wc3d.warcaster.state import HIDDEN, State, other

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class AmountQuestion(Question):
    """How much Arc, from 1 to `most`: to "charge" a holder with, or to "clear" from it?"""

    source: str = ""
    most: int = 1
    what: str = "charge"
    holder: str = ""


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


def _check_amount(state: State, asked: AmountQuestion, action: Choose) -> Verdict:
    if action.option in {str(n) for n in range(1, asked.most + 1)}:
        return LEGAL
    return refuse("wrong_amount", f"{asked.source}: 1 to {asked.most} Arc, not {action.option!r}", "NM-ARC-07")


def _amounts(state: State, asked: AmountQuestion) -> Iterator[Choose]:
    return (Choose(player=asked.player, option=str(n)) for n in range(1, asked.most + 1))


def _amount(r: Resolution, asked: AmountQuestion, action: Choose) -> None:
    from wc3d.warcaster.turn import arc

    n = int(action.option)
    if asked.what == "charge":
        arc.gain(r, asked.holder, n, asked.source)
    else:
        arc.clear(r, asked.holder, n, asked.source)


def _check_card(state: State, asked: CardQuestion, action: Choose) -> Verdict:
    if action.option in state.players[asked.player].discard:
        return LEGAL
    return refuse("unknown_card", f"{action.option!r} is not in your discard pile", "NM-CYP-05")


def _cards(state: State, asked: CardQuestion) -> Iterator[Choose]:
    return (Choose(player=asked.player, option=card) for card in dict.fromkeys(state.players[asked.player].discard))


def _card(r: Resolution, asked: CardQuestion, action: Choose) -> None:
    """The hand never holds more than its maximum (NM-CYP-01)."""
    from wc3d.warcaster.turn import racks

    r.emit(events.CardTaken(asked.player, action.option))
    racks.trim_hands(r)


def _check_seen(state: State, asked: HandQuestion, action: Choose) -> Verdict:
    if action.option in asked.cards:
        return LEGAL
    return refuse("unknown_card", f"{action.option!r} is not in the opponent's hand", "NM-CYP-05")


def _seen(state: State, asked: HandQuestion) -> Iterator[Choose]:
    return (Choose(player=asked.player, option=card) for card in dict.fromkeys(asked.cards))


def _discarded(r: Resolution, asked: HandQuestion, action: Choose) -> None:
    r.emit(events.CardDiscarded(other(asked.player), action.option))


def _nothing(r: Resolution, asked: AmountQuestion, action: Pass) -> None:
    r.emit(events.Passed(asked.player, asked.source))


CHAPTER.answers(AmountQuestion, Choose, text="choose how much Arc", check=_check_amount, decide=_amount, candidates=_amounts)
CHAPTER.may_pass(AmountQuestion, text="none", decide=_nothing)
CHAPTER.answers(CardQuestion, Choose, text="choose a card", check=_check_card, decide=_card, candidates=_cards)
CHAPTER.answers(
    HandQuestion, Choose, text="choose the card to be discarded", check=_check_seen, decide=_discarded, candidates=_seen,
)  # fmt: skip
