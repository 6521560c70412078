"""A WARMACHINE turn as a problem for the plan search: dice samples, replies and judgment."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from wc3d.bots.plan_search import SAMPLE_MARGIN, JudgedPlan, PlanSearch, SearchSettings
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.games.warmachine.bots.distance_estimate import estimate_distance, estimate_position
from wc3d.games.warmachine.bots.plan_variation import cross_plans, list_first_plans, vary_plan
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.bots.threats import ThreatTable
from wc3d.games.warmachine.bots.turn_options import list_turn_options, record_usual_plan
from wc3d.games.warmachine.bots.turn_plan import (
    PlanFollower,
    TurnPlan,
    follow_turn,
    play_turn,
)
from wc3d.games.warmachine.bots.turn_replies import MAX_REPLIES, list_reply_plans
from wc3d.games.warmachine.bots.turn_value import search_value
from wc3d.games.warmachine.rules.state import State, opponent_of
from wc3d.games.warmachine.rules.turn.control import ControlQuestion

KEPT_ROOTS = 16
"""The number of dice samples whose positions are kept."""

UNSEEN_OFFSET_IN = 0.25
"""The inches by which an unmeasured place may differ from its estimate, along each axis."""

CLEAR_IN = 2.5
"""The distance to all others from which a model's place is only estimated."""


class TurnProblem:
    """The rest of a player's turn from a view.

    In games without free measuring, each dice sample puts the enemies at random within their
    estimated places, so that a plan cannot rely on distances that nobody measured.
    """

    quick_reply_count = 0
    reply_count = MAX_REPLIES + 1

    def __init__(self, view: View, key: str, usual: TurnPlan | None = None) -> None:
        assert view.player is not None
        self.view = view
        self.key = key
        self.usual = usual
        self.player = view.player
        self.table = ThreatTable()
        self.follower = PlanFollower(self.player, BattlegroupPlayer(f"{key}/usual"), self.table)
        opponent = opponent_of(self.player)
        self.replier = PlanFollower(opponent, BattlegroupPlayer(f"{key}/reply"), self.table)
        self._roots: dict[int, Position] = {}
        state: State = view.state
        can_assign = isinstance(find_open_question(state), ControlQuestion)
        self.options = list_turn_options(state, self.player, can_assign)

    def _root(self, sample: int) -> Position:
        """Return a position with the dice of a sample."""
        root = self._roots.get(sample)
        if root is None:
            key = f"{self.key}/{sample}"
            root = Position(self.view.rules, self.view.state, SeededDice(key))
            if self.view.state.edition["measure"] != "free":
                root.state = blur_places(self.view.state, self.player, random.Random(key))
            if sample < KEPT_ROOTS:
                self._roots[sample] = root
        return root.fork()

    def usual_plan(self) -> TurnPlan:
        """Return the plan made earlier in the turn, else the regular bot's turn as a plan."""
        if self.usual is not None:
            return self.usual
        return record_usual_plan(self._root(0), self.follower)

    def first_plans(self, usual: TurnPlan) -> Iterator[TurnPlan]:
        """Yield plans by purpose."""
        return list_first_plans(self.view.state, self.options, usual)

    def vary(self, plan: TurnPlan, rng: random.Random) -> TurnPlan:
        """Return a variation of a plan."""
        return vary_plan(plan, self.options, rng)

    def cross(self, first: TurnPlan, second: TurnPlan, rng: random.Random) -> TurnPlan:
        """Return a plan with parts of two others."""
        return cross_plans(first, second, rng)

    def outline(self, searched: JudgedPlan[TurnPlan]) -> Hashable:
        """Return what makes a plan different for a player."""
        return searched.plan.outline

    def play(self, searched: JudgedPlan[TurnPlan], sample: int) -> Position:
        """Return the position at the turn's end by a plan with a dice sample."""
        position = self._root(sample)
        play_turn(position, self.follower, searched.plan)
        return position

    def play_after(self, action: Action, plan: TurnPlan, sample: int) -> Position:
        """Return the position at the turn's end by an action, then a plan."""
        position = self._root(sample)
        with suppress(RefusedError):
            position.apply(action)
        play_turn(position, self.follower, plan)
        return position

    def play_quick_replies(self, end: Position) -> Iterator[Position]:
        """Yield nothing: new plans are judged at the turn's end."""
        yield from ()

    def prepare_replies(self, end: Position | None) -> int:
        """Return the maximum number of replies, which are listed for each end."""
        return self.reply_count

    def play_replies(self, end: Position, sample: int) -> Iterator[Position]:
        """Simulate and yield the opponent's replies to the end of the turn: none, and plans."""
        state: State = end.state
        yield end
        if state.over or state.active == self.player:
            return
        for plan in list_reply_plans(state, self.replier.player, self.table):
            position = end.fork()
            play_turn(position, self.replier, plan)
            yield position

    def judge(self, ends: Sequence[Position]) -> list[float]:
        """Return the values of positions to the player."""
        return [search_value(end.state, self.player, self.table) for end in ends]

    def play_line(self, plan: TurnPlan) -> Iterator[tuple[State, Action]]:
        """Yield the actions of a plan with the first dice, each with the state before it."""
        yield from follow_turn(self._root(0), self.follower, plan)


def blur_places(state: State, player: int, rng: random.Random) -> State:
    """Return the state with distant enemies at random within their estimated places."""
    models = dict(state.models)
    for enemy in list(state.models_in_play(opponent_of(player))):
        others = (m.id for m in state.models_in_play() if m.id != enemy.id)
        nearest = min((estimate_distance(state, enemy.id, id) for id in others), default=99.0)
        dx = rng.uniform(-UNSEEN_OFFSET_IN, UNSEEN_OFFSET_IN)
        dy = rng.uniform(-UNSEEN_OFFSET_IN, UNSEEN_OFFSET_IN)
        if nearest < CLEAR_IN:
            continue
        x, y = estimate_position(state, enemy.id)
        radius = state.table.policy.bases[enemy.base].radius
        width, depth = state.table.size[:2]
        place = (
            min(width - radius, max(radius, x + dx)),
            min(depth - radius, max(radius, y + dy)),
            state.place(enemy.id)[2],
        )
        models[enemy.id] = replace(enemy, at=place)
    return replace(state, models=models)


def make_search(
    view: View,
    key: str,
    budget: int,
    usual: TurnPlan | None = None,
    margin: float = SAMPLE_MARGIN,
) -> PlanSearch[TurnPlan]:
    """Return a search from a player's view in their own turn; `usual` is an earlier plan."""
    return PlanSearch(TurnProblem(view, key, usual), key, budget, SearchSettings(margin=margin))
