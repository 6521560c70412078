"""A bot of a chosen strength: in each turn it is the next stronger or the next weaker bot.

`RuleSet.bot_ratings` has the measured strength of each bot. How often the stronger one plays grows
evenly between the two, so the strength of the mixture is close to the chosen one, not equal to it.
"""

from __future__ import annotations

import random
from typing import Protocol

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError


class Chooser(Protocol):
    """A bot."""

    def choose(self, view: View) -> Action:
        """Return the action to do now."""


def rating_range(rules: RuleSet) -> tuple[int, int] | None:
    """Return the lowest and the highest strength in Elo that can be asked for; None without any."""
    ratings = rules.bot_ratings.values()
    return (min(ratings), max(ratings)) if ratings else None


def find_neighbors(rules: RuleSet, rating: int) -> tuple[str, str, float]:
    """Return the next weaker bot, the next stronger one, and how often the stronger one plays.

    Raises InputError for a strength that the game's bots do not have.

    >>> find_neighbors(game.rules, 1281)
    ('recruit', 'regular', 0.5)
    """
    limits = rating_range(rules)
    if limits is None:
        raise InputError(f"bot {rating}: the bots of {rules.title} have no measured strength")
    if not limits[0] <= rating <= limits[1]:
        raise InputError(
            f"bot {rating}: expected a strength from {limits[0]} to {limits[1]} Elo, or a bot's name"
        )
    ranked = sorted(rules.bot_ratings.items(), key=lambda entry: (entry[1], entry[0]))
    weaker, low = next(entry for entry in reversed(ranked) if entry[1] <= rating)
    stronger, high = next((entry for entry in ranked if entry[1] > rating), (weaker, low))
    return weaker, stronger, (rating - low) / (high - low) if high > low else 1.0


class RatedPlayer:
    """A bot that is one of two in each turn, drawn by its seed: the same seed, the same game."""

    def __init__(self, weaker: Chooser, stronger: Chooser, share: float, seed: int | str) -> None:
        """Make the bot. `share` is how often the stronger bot plays, from 0 to 1."""
        self.bots = (weaker, stronger)
        self.share = share
        self.seed = seed

    def prepare(self, plan: GamePlan, player: int) -> GamePlan:
        """Return the game plan with the stronger bot's own choices."""
        prepare = getattr(self.bots[1], "prepare", None)
        prepared: GamePlan = plan if prepare is None else prepare(plan, player)
        return prepared

    def choose(self, view: View) -> Action:
        """Return the action of the bot that plays this turn."""
        bar = view.rules.display.turn_bar(view.state)
        draw = random.Random(f"{self.seed}/{bar.heading}/{bar.turn}").random()
        return self.bots[draw < self.share].choose(view)
