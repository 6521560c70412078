"""What a game's strongest bot would say to a player: the best plans with their reasons, and how a game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.registry import load_object


@dataclass(frozen=True)
class Hint:
    """A plan: what to do, in words too, and how the game is expected to stand once the opponent has answered.

    `chance` is that of winning, 0 to 1, give or take `spread`; `points` are the player's and the opponent's when the Pulse round
    ends; `why` are the weightiest differences to the present state, in words; `tries` is how often it was played out.
    """

    action: Action
    words: str
    chance: float
    uncertainty: float
    points: tuple[float, float]
    reasons: tuple[str, ...]
    tries: int


@dataclass(frozen=True)
class BetterPlan:
    """A plan that would have been better than what was done: by `gain` of the chance to win, give or take `unsure`.

    So many `tries` say so, with the same dice for both; those by which it was chosen among others, by luck perhaps, do not count.
    """

    words: str
    gain: float
    uncertainty: float
    tries: int


class Adviser(Protocol):
    """Who can say how a game of these rules stands, and what is best."""

    def find_hints(self, view: View, think: int = 0, most: int = 3) -> list[Hint]:
        """The best plans for the player who is asked, first what the bot would do; none if there is nothing to choose between.

        `think`: how many actions are tried; 0: as many as the bot does. It knows no more than the view, and always says the same.
        """

    def find_better_plan(self, view: View, done: Action, think: int = 0) -> BetterPlan | None:
        """The plan that would have been better by most than what was done in this view; None if none is known to be."""

    def win_chance(self, state: Any, player: int) -> float:
        """The chance that a player wins from here, between equals, 0 to 1; a draw counts as half."""

    def explain_change(self, before: Any, after: Any, player: int) -> Sequence[str]:
        """What makes the one state better or worse for a player than the other, in words, the weightiest first."""

    def describe_certainty(self) -> str:
        """How sure all this is, in a sentence."""


def load_adviser(rules: RuleSet) -> Adviser:
    """The adviser of a game. Raises InputError where there is none."""
    if not rules.hint_bot:
        raise InputError(f"there are no hints for {rules.title} yet")
    adviser: Adviser = load_object(rules.hint_bot)
    return adviser
