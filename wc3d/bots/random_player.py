"""A bot that takes random legal actions, to explore a game rather than to win it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from wc3d.engine.actions import Action, Offer
from wc3d.engine.game import View


class RandomPlayer:
    """A bot that samples a random legal action from the offers.

    `eager`, 0 to 1, is the preference for actions that the game's rules consider lively.
    """

    def __init__(self, seed: int | str = 0, eager: float = 1.0) -> None:
        self.rng = random.Random(seed)
        self.eager = eager

    def choose(self, view: View) -> Action:
        """Return a legal action. Raises ValueError if the view offers none."""
        for offer in self._shuffle_offers(view.offers, view.rules.search.action_weights):
            action = self._sample(view.state, offer)
            if action is not None:
                return action
        raise ValueError("the view offers no legal action")

    def _shuffle_offers(
        self, offers: tuple[Offer, ...], taste: Mapping[str, float]
    ) -> Iterator[Offer]:
        """Yield the offers in random order, preferred ones first on average."""
        remaining = list(offers)
        while remaining:
            weights = [1.0 + self.eager * (taste.get(o.type, 1.0) - 1.0) for o in remaining]
            yield remaining.pop(self.rng.choices(range(len(remaining)), weights)[0])

    def _sample(self, state: Any, offer: Offer) -> Action | None:
        """Return a random action of a kind, or None if none was found."""
        return offer.sample(self.rng)
