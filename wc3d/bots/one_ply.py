"""A player of any game that looks one action ahead: it tries what is offered and keeps what stands best afterwards."""

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
"""How many actions of a kind are tried at most; of kinds that cannot be listed so many are sampled."""

TRIALS_PER_ACTION = 3
"""How often an action is tried, each time with other dice."""


class CarefulPlayer:
    """Whatever the rules value most after it was done, on average over a few rolls. The same seed gives the same game."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.otherwise = RandomPlayer(f"{seed}/otherwise")

    def choose(self, view: View) -> Action:
        """The action that looks best, the first of equals. Raises ValueError if the view offers none."""
        candidates: list[Action] = []
        for action in self._candidates(view):
            if (
                action not in candidates
            ):  # compared, not hashed: an action may hold what has no hash
                candidates.append(action)
        if not candidates:
            return self.otherwise.choose(view)
        dice = [self.rng.randrange(2**32) for _ in range(TRIALS_PER_ACTION)]
        options = trace_options(
            (sum(self._worth(view, action, seed) for seed in dice), action) for action in candidates
        )
        return max(options, key=lambda option: option[0])[1]

    def _candidates(self, view: View) -> Iterator[Action]:
        """What is offered, as far as it can be listed or sampled."""
        for offer in view.offers:
            listed = list(islice(offer.candidates(), MAX_ACTIONS_PER_KIND))
            yield from listed or (
                a
                for a in (offer.sample(self.rng) for _ in range(MAX_ACTIONS_PER_KIND))
                if a is not None
            )

    def _worth(self, view: View, action: Action, seed: int) -> float:
        """How the player stands after an action, done on the board that the player knows; the worst where it is refused."""
        game = Game(view.rules, view.state, SeededDice(seed), {})
        try:
            game.apply(action)
        except RefusedError:
            return float("-inf")
        return view.rules.evaluate(game.state, action.player)
