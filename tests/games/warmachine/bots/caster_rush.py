"""A hostile bot that only runs at the enemy warcaster and attacks it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import View
from wc3d.games.warmachine.bots.distance_estimate import estimate_distance, nearest_enemy_distance
from wc3d.games.warmachine.bots.movement_options import list_charges, paths_to_goal
from wc3d.games.warmachine.bots.path_distance import find_path, truncate_path
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    BoostQuestion,
    activation_of,
)
from wc3d.games.warmachine.rules.state import Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.games.warmachine.rules.turn.control import ControlQuestion, free_focus_capacity
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, models_to_activate

STRIKE_RANGE_IN = 10.0
"""The distance to the enemy warcaster at which a warjack gets all the focus that it can hold."""

WARCASTER_SPACE_IN = 11.0
"""The distance that the rush's own warcaster keeps from all enemies."""


class CasterRush:
    """Runs every model at the enemy warcaster and attacks nothing else that it can avoid."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.setup = BattlegroupPlayer(seed)
        self.otherwise = RandomPlayer(f"{seed}/otherwise")

    def choose(self, view: View) -> Action:
        """Return the next action of the rush. Raises ValueError if the view offers none."""
        state: State = view.state
        question = find_open_question(state)
        foe = state.warcaster_of(opponent_of(view.to_act or 1))
        if foe.at is not None:
            for action in self._propose(view, question, foe):
                if view.rules.play.check(state, action):
                    return action
        return self.setup.choose(view)

    def _propose(self, view: View, question: object, foe: Model) -> Iterator[Action]:
        state: State = view.state
        if isinstance(question, ControlQuestion):
            yield from self._propose_focus(state, question, foe)
        elif isinstance(question, ActivationQuestion):
            models = models_to_activate(state, question.player)
            order = sorted(
                models, key=lambda m: (m.is_warcaster, estimate_distance(state, m.id, foe.id))
            )
            yield from (actions.Activate(player=question.player, model=m.id) for m in order)
        elif isinstance(question, ActQuestion):
            yield from self._propose_act(view, question, foe)
        elif isinstance(question, BoostQuestion):
            yield actions.Choose(player=question.player, option="boost")

    def _propose_focus(
        self, state: State, question: ControlQuestion, foe: Model
    ) -> Iterator[Action]:
        jacks = [m for m in state.models_in_play(question.player) if m.is_warjack]
        jacks.sort(key=lambda m: estimate_distance(state, m.id, foe.id))
        focus = state.warcaster_of(question.player).focus
        for jack in jacks:
            near = estimate_distance(state, jack.id, foe.id) <= STRIKE_RANGE_IN
            wanted = (3 if near else 1) - jack.focus
            points = min(wanted, focus, free_focus_capacity(state, jack))
            if points > 0:
                yield actions.Assign(player=question.player, model=jack.id, points=points)
        yield actions.Pass(player=question.player)

    def _propose_act(self, view: View, question: ActQuestion, foe: Model) -> Iterator[Action]:
        state: State = view.state
        model = state.models[question.model]
        player = question.player
        activation = activation_of(state, model.id) or Activation()
        if model.knocked_down:
            yield actions.StandUp(player=player, model=model.id, gives="action")
        if not activation.movement and activation.action in ("", "none"):
            charges = [o.action for o in list_charges(state, model, 0.0) if o.action]
            yield from (a for a in charges if getattr(a, "target", "") == foe.id)
            yield from self._propose_moves(state, model, foe)
        if model.is_warcaster and not model.feat_used and self._is_near(state, player, foe):
            yield actions.UseFeat(player=player, model=model.id)
        attacks = [a for o in view.offers if o.type in ("attack", "cast") for a in o.candidates()]
        yield from (a for a in attacks if getattr(a, "target", "") == foe.id)
        enemies = (a for a in attacks if _is_enemy(state, a, player))
        yield from (a for a in enemies if a.type == "attack")
        yield actions.Pass(player=player)

    def _is_near(self, state: State, player: int, foe: Model) -> bool:
        """Return whether a warjack can strike the enemy warcaster soon."""
        return any(
            m.is_warjack and estimate_distance(state, m.id, foe.id) <= STRIKE_RANGE_IN
            for m in state.models_in_play(player)
        )

    def _propose_moves(self, state: State, model: Model, foe: Model) -> Iterator[Action]:
        """Yield the longest moves toward the enemy warcaster, runs first where nobody is near."""
        here = state.place(model.id)[:2]
        there = state.place(foe.id)[:2]
        speed = float(stat_value(state, model.id, "SPD"))
        near = estimate_distance(state, model.id, foe.id) <= speed + state.longest_melee_reach(
            model.id
        )
        around = find_path(state, model, there, (foe.id,))
        if model.is_warcaster:
            room = nearest_enemy_distance(state, model.id) - WARCASTER_SPACE_IN
            path = truncate_path(here, around, min(speed, room) - 0.05) if room > 1.0 else ()
            if path:
                yield actions.Advance(player=model.owner, model=model.id, path=path)
            return
        if not near and model.focus:
            for share in (2.0, 1.6, 1.2):
                path = truncate_path(here, around, speed * share - 0.05)
                if path:
                    yield actions.Run(player=model.owner, model=model.id, path=path)
        for share in (1.0, 0.8, 0.6, 0.4):
            path = truncate_path(here, around, speed * share - 0.05)
            if path:
                yield actions.Advance(player=model.owner, model=model.id, path=path)
        for path, facing in paths_to_goal(state, model, speed, self.rng):
            yield actions.Advance(player=model.owner, model=model.id, path=path, facing=facing)


def _is_enemy(state: State, action: Action, player: int) -> bool:
    target = state.models.get(str(getattr(action, "target", "")))
    return target is not None and target.owner != player
