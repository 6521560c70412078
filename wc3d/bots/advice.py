"""Advice from a game's strongest bot: the best plans with reasons, and the win chance.

A game without an adviser has hints too: what its first bot would do. They have no win chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from wc3d._internal.progress import Progress
from wc3d.bots.decision_trace import finish_trace, start_trace
from wc3d.bots.match import make_bot
from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.registry import load_object

HINT_SEED = "hint"
"""The seed of the hints: the same question has the same answer."""
MAX_HINTS = 3
"""The default number of hints."""


@dataclass(frozen=True)
class Hint:
    """A plan: an action, its description, and the expected result after the opponent's answer.

    `chance` is the win chance, 0 to 1, with the error `uncertainty`; None if the game has no
    adviser. `points` are the player's and the opponent's at the end of the Pulse round. `reasons` lists the largest differences to the
    present state in words. `tries` is the number of dice samples.
    """

    action: Action
    words: str
    chance: float | None
    uncertainty: float
    points: tuple[float, float]
    reasons: tuple[str, ...]
    tries: int


@dataclass(frozen=True)
class BetterPlan:
    """A plan better than the action taken, by `gain` in win chance with the error `uncertainty`.

    The numbers come from `tries` samples with the same dice for both. Samples in which the plan was
    lucky enough to be selected are excluded.
    """

    words: str
    gain: float
    uncertainty: float
    tries: int


@dataclass(frozen=True)
class TurnHint:
    """A plan for the rest of a turn.

    `line` are its actions in words; dice may change the later ones. `chance` is the win chance
    after the opponent's best reply, with the standard error `uncertainty`. `points` are the
    player's and the opponent's, expected at the end of the Pulse round. `is_alike` is true if the
    chance differs from the first plan's by no more than the errors. `tries` is the number of dice
    samples.
    """

    line: tuple[str, ...]
    chance: float
    uncertainty: float
    points: tuple[float, float]
    is_alike: bool
    tries: int


class TurnAdviser(Protocol):
    """An adviser that also plans whole turns."""

    def find_turn_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[TurnHint]:
        """Return different plans for the rest of the player's turn, the best first.

        `think` is the number of simulated turns; 0 means the default. The list is empty if the
        player has no turn to plan.
        """


class Adviser(Protocol):
    """An adviser evaluates states and plans under one game's rules."""

    def find_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[Hint]:
        """Return the best plans for the player to act, the bot's own choice first; empty without
        alternatives.

        `think` is the number of simulated turns; 0 means the default. The adviser knows
        only the view and is deterministic. It reports its `progress`.
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
        raise InputError(
            f"{rules.title} has no adviser that knows the chance to win; wc3d hint still suggests actions"
        )
    adviser: Adviser = load_object(rules.hint_bot)
    return adviser


def find_turn_hints(
    view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
) -> list[TurnHint]:
    """Return plans for the rest of the turn. Raises InputError for a game that has none."""
    adviser: object = load_object(view.rules.hint_bot) if view.rules.hint_bot else None
    if not hasattr(adviser, "find_turn_hints"):
        raise InputError(f"there are no plans for whole turns in {view.rules.title} yet")
    planner: TurnAdviser = adviser
    return planner.find_turn_hints(view, think, most, progress)


def find_hints(
    view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
) -> list[Hint]:
    """Return the hints of the game's adviser, or the choice of its first bot and alternatives."""
    if view.rules.hint_bot:
        return load_adviser(view.rules).find_hints(view, think, most, progress)
    return find_bot_hints(view, most)


def describe_certainty(rules: RuleSet) -> str:
    """Return a sentence about the certainty of a game's hints."""
    if rules.hint_bot:
        return load_adviser(rules).describe_certainty()
    return (
        f"The bot {_first_bot(rules)} would do this. No chance to win is known for {rules.title}."
    )


def _first_bot(rules: RuleSet) -> str:
    return next(iter(rules.bots))


def find_bot_hints(view: View, most: int = MAX_HINTS) -> list[Hint]:
    """Return the choice of the game's first bot, then the other actions that it considers.

    An adviser uses these hints at questions that it does not search.
    """
    if view.player is None or view.player != view.to_act or not view.offers:
        return []
    name = _first_bot(view.rules)
    bot = make_bot(view.rules, name, HINT_SEED)
    start_trace()
    try:
        choice = bot.choose(view)
    finally:
        traced = finish_trace()
    list_alternatives = getattr(bot, "alternatives", None)
    others = list_alternatives(view) if list_alternatives is not None else (a for _, a in traced)
    actions = [choice]
    for action in others:
        if len(actions) == most:
            break
        if action not in actions and view.rules.play.check(view.state, action):
            actions.append(action)
    notes = (f"the bot {name} would do this", *["also possible"] * (len(actions) - 1))
    return [_make_bot_hint(view, action, note) for action, note in zip(actions, notes, strict=True)]


def _make_bot_hint(view: View, action: Action, note: str) -> Hint:
    words = view.rules.text.describe(view.state, action)
    kind = next((offer.text for offer in view.offers if offer.type == action.type), "")
    if kind and words.split()[0] not in (kind.split()[0], action.type):
        words = f"{kind}: {words}"
    return Hint(action, words, None, 0.0, (0.0, 0.0), (note,), 0)
