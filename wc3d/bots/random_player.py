"""A player that does anything legal: made to see much of a game, not to win it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from wc3d.engine.actions import Action, Offer
from wc3d.engine.game import View


class RandomPlayer:
    """Any legal action, sampled from what is offered.

    `eager`, 0 to 1: how much it prefers what makes a game lively, as the game's rules say, over whatever comes first.
    """

    def __init__(self, seed: int | str = 0, eager: float = 1.0) -> None:
        self.rng = random.Random(seed)
        self.eager = eager

    def choose(self, view: View) -> Action:
        """A legal action. Raises ValueError if the view offers none."""
        for offer in self._shuffle_offers(view.offers, view.rules.action_weights):
            action = self._sample(view.state, offer)
            if action is not None:
                return action
        raise ValueError("no legal action is offered")

    def _shuffle_offers(
        self, offers: tuple[Offer, ...], taste: Mapping[str, float]
    ) -> Iterator[Offer]:
        """The offers at random, those to its taste sooner."""
        remaining = list(offers)
        while remaining:
            weights = [1.0 + self.eager * (taste.get(o.type, 1.0) - 1.0) for o in remaining]
            yield remaining.pop(self.rng.choices(range(len(remaining)), weights)[0])

    def _sample(self, state: Any, offer: Offer) -> Action | None:
        """One action of a kind, or None if none was found."""
        return offer.sample(self.rng)
