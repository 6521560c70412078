"""A player that does anything legal: made to see much of the game, not to win it."""
from __future__ import annotations

import random
from collections.abc import Iterator

from wc3d.engine.actions import Action, Offer
from wc3d.engine.agenda import question
from wc3d.engine.game import View
from wc3d.warcaster.moving.approach import approach
from wc3d.warcaster.moving.candidate_paths import goals
from wc3d.warcaster.moving.movement import MoveOrder, MoveQuestion
from wc3d.warcaster.state import State
from wc3d.warcaster.turn.activation import ActingQuestion, advance_order

TASTE = {
    "attack": 12.0, "deploy": 10.0, "advance": 6.0, "place_gate": 5.0, "use": 3.0, "play": 4.0, "charge": 4.0, "activate": 8.0,
    "place": 4.0, "choose": 3.0, "discard": 1.0, "pass": 1.0, "clear": 0.3, "recall": 0.2,
}  # fmt: skip
"""How much an eager player likes each kind of action, next to ending what it does."""


class RandomPlayer:
    """Any legal action, sampled from what is offered.

    `eager`, 0 to 1: how much it prefers to fight, deploy and move toward enemies and objectives over whatever comes first.
    """

    def __init__(self, seed: int | str = 0, eager: float = 1.0) -> None:
        self.rng = random.Random(seed)
        self.eager = eager

    def choose(self, view: View) -> Action:
        """A legal action. Raises ValueError if the view offers none."""
        for offer in self._ordered(view.offers):
            action = self._one(view.state, offer)
            if action is not None:
                return action
        raise ValueError("nothing is offered that can be done")

    def _ordered(self, offers: tuple[Offer, ...]) -> Iterator[Offer]:
        """The offers at random, those to its taste sooner."""
        left = list(offers)
        while left:
            weights = [1.0 + self.eager * (TASTE[o.type] - 1.0) for o in left]
            yield left.pop(self.rng.choices(range(len(left)), weights)[0])

    def _one(self, state: State, offer: Offer) -> Action | None:
        if offer.type == "advance" and self.rng.random() < 0.6 * self.eager:
            action = self._toward(state)
            if action is not None and offer.check(action):
                return action
        return offer.sample(self.rng)

    def _toward(self, state: State) -> Action | None:
        """A move toward an enemy or objective nearby."""
        order = _order(state, self.rng)
        models = [m.id for m in state.models_of(order.unit) if order.model in ("", m.id)]
        model = self.rng.choice(models)
        near = goals(state, model)
        if not near:
            return None
        keep = self.rng.choice((0.0, 0.0, 1.5))
        falls = self.rng.random() < 0.5
        return approach(state, order, model, self.rng.choice(near), player=state.owner(model), keep=keep, falls=falls)


def _order(state: State, rng: random.Random) -> MoveOrder:
    """The move that is asked for; in an activation the model that leads it by chance."""
    asked = question(state)
    if isinstance(asked, MoveQuestion):
        return asked.order
    assert isinstance(asked, ActingQuestion)
    return advance_order(state, asked.unit, rng.choice(state.models_of(asked.unit)).id)
