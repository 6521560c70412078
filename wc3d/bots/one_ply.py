"""A bot for any game that looks one action ahead and picks the best resulting state."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from wc3d.bots.decision_trace import trace_options
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game, View

MAX_ACTIONS_PER_KIND = 24
"""The maximum number of actions tried per kind, listed or sampled."""

TRIALS_PER_ACTION = 3
"""The number of trials of an action, each with different dice."""


class CarefulPlayer:
    """A bot that picks the action with the best mean evaluation. Equal seeds give equal games."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.otherwise = RandomPlayer(f"{seed}/otherwise")

    def choose(self, view: View) -> Action:
        """Return the best action, the first of equals. Raises ValueError without an action."""
        candidates: list[Action] = []
        for action in self._candidates(view):
            if action not in candidates:  # compared, because actions may be unhashable
                candidates.append(action)
        if not candidates:
            return self.otherwise.choose(view)
        dice = [self.rng.randrange(2**32) for _ in range(TRIALS_PER_ACTION)]
        options = trace_options(
            (sum(self._worth(view, action, seed) for seed in dice), action) for action in candidates
        )
        return max(options, key=lambda option: option[0])[1]

    def _candidates(self, view: View) -> Iterator[Action]:
        """Yield the offered actions, listed or sampled."""
        for offer in view.offers:
            listed = list(islice(offer.candidates(), MAX_ACTIONS_PER_KIND))
            yield from listed or (
                a
                for a in (offer.sample(self.rng) for _ in range(MAX_ACTIONS_PER_KIND))
                if a is not None
            )

    def _worth(self, view: View, action: Action, seed: int) -> float:
        """Return the evaluation after an action in the visible state; -inf if it is refused."""
        game = Game(view.rules, view.state, SeededDice(seed), {})
        try:
            game.apply(action)
        except RefusedError:
            return float("-inf")
        return view.rules.search.evaluate(game.state, action.player)
