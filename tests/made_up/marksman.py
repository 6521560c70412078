"""A bot for discs: it shoots when it can, else goes nearer."""

from __future__ import annotations

import math
import random

from tests.made_up.discs import Move, Shoot, State
from wc3d.engine.actions import Action
from wc3d.engine.game import View


class Marksman:
    """Shoots when it can; else it takes the move it finds that ends nearest to the other disc."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View) -> Action:
        """A legal action."""
        found = [action for offer in view.offers for action in offer.candidates()]
        found += [
            action
            for offer in view.offers
            for _ in range(8)
            if (action := offer.sample(self.rng)) is not None
        ]
        self.rng.shuffle(found)
        return max(found, key=lambda action: self._worth(view.state, action))

    def _worth(self, state: State, action: Action) -> float:
        if isinstance(action, Shoot):
            return 100.0
        return (
            -math.dist(action.to, state.places[2 - action.player][:2])
            if isinstance(action, Move)
            else -50.0
        )
