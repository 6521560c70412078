"""A turn as a problem for the plan search: dice samples, the usual plan, replies and judgment."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from wc3d._internal.progress import Progress as ReportProgress
from wc3d.bots import plan_search
from wc3d.bots.plan_search import NO_LIMIT, SAMPLE_MARGIN, JudgedPlan, PlanSearch, SearchSettings
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.plan_variation import (
    cross_plans,
    list_first_plans,
    vary_plan,
    with_unit,
)
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.stratified_dice import StratifiedDice
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH
from wc3d.games.neo_mechanika.bots.styles import USUAL_STYLE, Style
from wc3d.games.neo_mechanika.bots.turn_options import TurnOptions, list_turn_options
from wc3d.games.neo_mechanika.bots.turn_plan import PlanFollower, TurnPlan, follow_turn, play_turn
from wc3d.games.neo_mechanika.bots.turn_recording import record_turn
from wc3d.games.neo_mechanika.bots.turn_replies import list_replies, list_reply_cards
from wc3d.games.neo_mechanika.bots.turn_value import TurnValue, judge_positions, load_turn_value
from wc3d.games.neo_mechanika.bots.weights import use_weights
from wc3d.games.neo_mechanika.rules.actions import Activate, Play
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

FIRST_QUESTIONS = (ChargingQuestion, CypherQuestion, ActivationQuestion, ActingQuestion)
"""The questions before which a turn without a search is recorded as a first plan."""

MAX_ALIKE = 3
"""The maximum number of screened plans with the same units, places and card."""

KEPT_SAMPLES = 16
"""The number of dice samples whose positions are kept. Others are simulated again."""

QUICK_REPLIES = 2
"""The number of replies to each new plan. They are listed once, for the usual plan."""

MAX_SHARED_REPLIES = 4
"""The maximum number of replies that judge the best plans."""

RACE = ((6, 2), (3, 3), (2, NO_LIMIT))
"""The stages of the race of the best plans: the number of plans, and their new dice samples."""

MIN_GAIN = 0.01
"""The minimum gain in win chance over the usual plan."""

ERROR_PENALTY = 1.0
"""The number of standard errors subtracted from another plan's gain."""

SearchedPlan = JudgedPlan[TurnPlan]
"""A plan for a turn with its results. Its ends are positions, and the replied ones are states."""


def make_settings(margin: float, *, by_action: bool) -> SearchSettings:
    """Return the settings of the search.

    With `by_action`, it keeps the best plan for each first action.
    """
    return SearchSettings(
        explore_share=0.45,
        screen_share=0.05,
        max_screened=10,
        max_alike=1 if by_action else MAX_ALIKE,
        keeps_equal=by_action,
        race=RACE,
        min_runners=2,
        kept_samples=KEPT_SAMPLES,
        margin=margin,
    )


class TurnProblem:
    """The rest of a player's turn from a view.

    `incumbent` is the usual plan: by default, the turn without a search, which otherwise is the
    first one to try. `opening` is an action with which the usual plan and some others begin. With
    `by_action`, plans differ by their first action.
    """

    quick_reply_count = QUICK_REPLIES
    reply_count = MAX_SHARED_REPLIES

    def __init__(
        self,
        view: View,
        key: str,
        incumbent: TurnPlan | None = None,
        style: Style = USUAL_STYLE,
        value: TurnValue | None = None,
        opening: Action | None = None,
        *,
        by_action: bool = False,
    ) -> None:
        assert view.player is not None
        self.view = view
        self.key = key
        self.player = view.player
        self.incumbent = incumbent
        self.style = style
        self.value = value or load_turn_value()
        self.opening = opening
        self.by_action = by_action
        self.follower = PlanFollower(self.player, NeoMechanikaPlayer(f"{key}/usual", THOROUGH))
        self.replier = PlanFollower(
            opponent_of(self.player), NeoMechanikaPlayer(f"{key}/reply", THOROUGH)
        )
        self.quick_replies: list[TurnPlan] | None = None
        """The quick replies, once they are listed."""
        self._options: TurnOptions | None = None
        self._roots: dict[int, Position] = {}
        self._replies: list[TurnPlan] = []
        self._reply_cards: dict[int, Play | None] = {}

    @property
    def options(self) -> TurnOptions:
        """The parts of plans, listed once."""
        if self._options is None:
            self._options = list_turn_options(self._root(0), self.follower)
        return self._options

    def _root(self, sample: int) -> Position:
        """Return a position with hidden cards and dice of a sample."""
        root = self._roots.get(sample)
        if root is None:
            key = f"{self.key}/{sample}"
            root = self.view.fork(random.Random(key))
            root.dice = StratifiedDice(SeededDice(key))
            if sample < KEPT_SAMPLES:
                self._roots[sample] = root
        return root.fork()

    def usual_plan(self) -> TurnPlan:
        """Return the incumbent with the opening, else the turn without a search as a plan."""
        return self._open(self.incumbent or self._record_turn())

    def _record_turn(self) -> TurnPlan:
        """Return the turn without a search as a plan."""
        options = self.options  # the follower needs the moves that it lists
        if isinstance(find_open_question(self.view.state), FIRST_QUESTIONS):
            return record_turn(self._root(0), self.follower.usual)
        return options.make_plan()

    def first_plans(self, usual: TurnPlan) -> Iterator[TurnPlan]:
        """Yield the plans from the lists, each also with the opening."""
        if self.incumbent is not None:
            yield from self._with_opening(self._record_turn())
        yield from self._with_opening(self.options.make_plan())
        for plan in list_first_plans(self.options, replace(usual, opening=None)):
            yield from self._with_opening(plan)

    def _with_opening(self, plan: TurnPlan) -> Iterator[TurnPlan]:
        yield plan
        yield self._open(plan)

    def _open(self, plan: TurnPlan) -> TurnPlan:
        """Return a plan that begins with the opening, if the search has one."""
        own = None
        if isinstance(self.opening, Activate):
            own = self.options.find_unit(self.opening.unit)
        if own is not None and all(u.unit != own.unit for u in plan.units):
            plan = with_unit(self.options, plan, own.make_plan())
        return plan if self.opening is None else replace(plan, opening=self.opening)

    def vary(self, plan: TurnPlan, rng: random.Random) -> TurnPlan:
        """Return a variation of a plan."""
        return vary_plan(plan, self.options, rng)

    def cross(self, first: TurnPlan, second: TurnPlan, rng: random.Random) -> TurnPlan:
        """Return a plan with parts of two others."""
        return cross_plans(first, second, rng)

    def outline(self, searched: SearchedPlan) -> Hashable:
        """Return what makes plans different: the first action, or units, places and the card."""
        return repr(searched.first) if self.by_action else searched.plan.outline

    def play(self, searched: SearchedPlan, sample: int) -> Position:
        """Return the position at the turn's end by a plan with a dice sample."""
        position = self._root(sample)
        for _, action in follow_turn(position, self.follower, searched.plan):
            searched.first = searched.first or action
        return position

    def play_quick_replies(self, end: Position) -> Iterator[State]:
        """Simulate and yield the states after few replies, which are the same for all plans."""
        if not self._is_answered(end):
            return
        if self.quick_replies is None:
            self.quick_replies = list_replies(end, self.replier)[:QUICK_REPLIES]
        for reply in self.quick_replies:
            yield self._play_reply(end, reply)

    def prepare_replies(self, end: Position | None) -> int:
        """List the replies to all plans in the race: to the usual plan and to its best rival."""
        replies = list(self.quick_replies or [])
        if end is not None:
            replies += [r for r in list_replies(end, self.replier) if r not in replies]
        self._replies = replies[:MAX_SHARED_REPLIES]
        return len(self._replies)

    def play_replies(self, end: Position, sample: int) -> Iterator[State]:
        """Simulate and yield the states after the replies, each with the sample's best card."""
        if not self._is_answered(end):
            return
        card = self._find_reply_card(end, sample)
        for reply in self._replies:
            yield self._play_reply(end, replace(reply, card=card))

    def _is_answered(self, end: Position) -> bool:
        """Return whether the opponent has the next turn."""
        return not end.state.over and end.state.active != self.player

    def _play_reply(self, end: Position, reply: TurnPlan) -> State:
        """Return the state after a reply to the end of the turn."""
        position = end.fork()
        play_turn(position, self.replier, reply)
        state: State = position.state
        return state

    def _find_reply_card(self, end: Position, sample: int) -> Play | None:
        """Return the best card of the hand dealt to the opponent in a sample."""
        if sample not in self._reply_cards:
            cards = list_reply_cards(end, self.replier)
            self._reply_cards[sample] = cards[0] if cards else None
        return self._reply_cards[sample]

    def judge(self, ends: Sequence[Position | State]) -> list[float]:
        """Return the win chances in positions or states, as the style counts them."""
        states = [end.state if isinstance(end, Position) else end for end in ends]
        return judge_positions(self.value, states, self.player, self.style)

    def play_line(self, plan: TurnPlan) -> Iterator[tuple[State, Action]]:
        """Yield the actions of a plan with the first dice, each with the state before it."""
        with use_weights(THOROUGH.weights):
            yield from follow_turn(self._root(0), self.follower, plan)


class TurnSearch(PlanSearch[TurnPlan]):
    """A search from a player's view in their own turn; see `TurnProblem` for its options."""

    problem: TurnProblem

    def __init__(
        self,
        view: View,
        key: str,
        budget: int,
        incumbent: TurnPlan | None = None,
        margin: float = SAMPLE_MARGIN,
        style: Style = USUAL_STYLE,
        value: TurnValue | None = None,
        opening: Action | None = None,
        *,
        by_action: bool = False,
    ) -> None:
        problem = TurnProblem(view, key, incumbent, style, value, opening, by_action=by_action)
        super().__init__(problem, key, budget, make_settings(margin, by_action=by_action))

    def run(self, progress: ReportProgress | None = None) -> list[SearchedPlan]:
        """Return the judged plans: the usual plan first, then the others, the best first."""
        with use_weights(THOROUGH.weights):
            return super().run(progress)


def select_plan(plans: Sequence[SearchedPlan], min_gain: float = MIN_GAIN) -> SearchedPlan:
    """Return the plan with the largest significant gain over the usual one, or the usual plan."""
    return plan_search.select_plan(plans, min_gain, ERROR_PENALTY)
