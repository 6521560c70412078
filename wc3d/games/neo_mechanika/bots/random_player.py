"""A random Neo-Mechanika bot that prefers moves toward enemies and objectives."""

from __future__ import annotations

import random
from typing import Any

from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import Action, Offer
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.moving.candidate_paths import movement_goals
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, MoveQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion, advance_order


class ApproachingRandomPlayer(RandomPlayer):
    """A bot that takes random legal actions and prefers moves toward enemies and objectives."""

    def _sample(self, state: Any, offer: Offer) -> Action | None:
        if offer.type == "advance" and self.rng.random() < 0.6 * self.eager:
            action = self._toward(state)
            if action is not None and offer.check(action):
                return action
        return super()._sample(state, offer)

    def _toward(self, state: State) -> Action | None:
        """Return a move toward a nearby enemy or objective."""
        order = _find_order(state, self.rng)
        models = [m.id for m in state.models_of(order.unit) if order.model in ("", m.id)]
        model = self.rng.choice(models)
        destinations = movement_goals(state, model)
        if not destinations:
            return None
        keep = self.rng.choice((0.0, 0.0, 1.5))
        falls = self.rng.random() < 0.5
        return find_approach(
            state,
            order,
            model,
            self.rng.choice(destinations),
            player=state.owner(model),
            keep=keep,
            falls=falls,
        )


def _find_order(state: State, rng: random.Random) -> MoveOrder:
    """Return the open move order; in an activation, with a random leading model."""
    open_question = find_open_question(state)
    if isinstance(open_question, MoveQuestion):
        return open_question.order
    assert isinstance(open_question, ActingQuestion)
    return advance_order(
        state, open_question.unit, rng.choice(state.models_of(open_question.unit)).id
    )
