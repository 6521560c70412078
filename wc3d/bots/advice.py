"""Advice from a game's strongest bot: the best plans with reasons, and the win chance."""

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
    """A plan: an action, its description, and the expected result after the opponent's answer.

    `chance` is the win chance, 0 to 1, with the error `uncertainty`. `points` are the player's and
    the opponent's at the end of the Pulse round. `reasons` lists the largest differences to the
    present state in words. `tries` is the number of playouts.
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
    """A plan better than the action taken, by `gain` in win chance with the error `uncertainty`.

    The numbers come from `tries` playouts with the same dice for both. Playouts that selected the
    plan are excluded.
    """

    words: str
    gain: float
    uncertainty: float
    tries: int


class Adviser(Protocol):
    """An adviser evaluates states and plans under one game's rules."""

    def find_hints(self, view: View, think: int = 0, most: int = 3) -> list[Hint]:
        """Return the best plans for the player to act, the bot's own choice first; empty without
        alternatives.

        `think` is the number of simulated actions; 0 means the bot's default. The adviser knows
        only the view and is deterministic.
        """

    def find_better_plan(self, view: View, done: Action, think: int = 0) -> BetterPlan | None:
        """Return the best plan if it is known to beat the action taken in this view, else None."""

    def win_chance(self, state: Any, player: int) -> float:
        """Return a player's win chance against an equal, 0 to 1; a draw counts as half."""

    def explain_change(self, before: Any, after: Any, player: int) -> Sequence[str]:
        """Return the differences between two states for a player in words, the largest first."""

    def describe_certainty(self) -> str:
        """Return a sentence about the certainty of the advice."""


def load_adviser(rules: RuleSet) -> Adviser:
    """Return the adviser of a game. Raises InputError if it has none."""
    if not rules.hint_bot:
        raise InputError(f"there are no hints for {rules.title} yet")
    adviser: Adviser = load_object(rules.hint_bot)
    return adviser
