"""A bot that plans whole turns and plans again when the dice surprise it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots.attack_table import is_favorite
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH
from wc3d.games.neo_mechanika.bots.styles import STYLES, find_style
from wc3d.games.neo_mechanika.bots.turn_plan import PlanFollower, Progress, TurnPlan
from wc3d.games.neo_mechanika.bots.turn_search import (
    MIN_GAIN,
    TurnProblem,
    TurnSearch,
    select_plan,
)
from wc3d.games.neo_mechanika.bots.turn_value import TurnValue
from wc3d.games.neo_mechanika.bots.weights import use_weights
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Use
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

VETERAN_PLANS = 400
"""The veteran's maximum number of simulated turns for a turn."""

MASTER_PLANS = 10 * VETERAN_PLANS
"""The master's maximum number of simulated turns for a turn."""

FIRST_SHARE = 0.5
"""The share of a turn's budget for the plan at its beginning."""

AGAIN_SHARE = 0.15
"""The share of a turn's budget for each plan after a surprise."""

MIN_PLANS = 16
"""The fewest simulated turns for which a search is worth its lists."""

PLANNED_QUESTIONS = (
    ChargingQuestion,
    CypherQuestion,
    ActivationQuestion,
    ActingQuestion,
    DeploymentQuestion,
    GateQuestion,
)
"""The questions that a plan answers."""


class PlanningPlayer:
    """A bot that searches `think` simulated turns per turn. Equal seeds and views, equal games.

    `style` is one of `styles`, or "" to play for the best chance to win. `value` judges positions;
    by default, the value that the package ships.
    """

    styles: ClassVar[Mapping[str, str]] = {name: style.words for name, style in STYLES.items()}

    def __init__(
        self,
        seed: int | str = 0,
        think: int = VETERAN_PLANS,
        style: str = "",
        value: TurnValue | None = None,
    ) -> None:
        self.planner = NeoMechanikaPlayer(seed, THOROUGH)
        self.seed = seed
        self.think = think
        self.style = find_style(style)
        self.value = value
        self._turn = -1
        self._left = 0
        self._drawn = -1
        self._plan: TurnPlan | None = None
        self._is_usual = False
        self._progress = Progress()
        self._follower: PlanFollower | None = None

    def prepare(self, plan: GamePlan, player: int) -> GamePlan:
        """Return the game plan with the bot's chosen secondary missions, if the game uses any."""
        return self.planner.prepare(plan, player)

    def choose(self, view: View) -> Action:
        """Return the planned action. Raises ValueError if the view offers none."""
        question = find_open_question(view.state)
        if not isinstance(question, PLANNED_QUESTIONS) or view.state.round < 1:
            return self.planner.choose(view)
        if self._needs_plan(view):
            self._make_plan(view)
        planned = self._follow(view, question)
        if isinstance(planned, Advance) and self._is_surprised(view):
            self._make_plan(view)
            planned = self._follow(view, question)
        return planned if planned is not None else self.planner.choose(view)

    def _needs_plan(self, view: View) -> bool:
        """Return whether the turn has no plan, or dice were rolled since the last one.

        A unit goes on with its attacks: the plan adapts them to the results. It looks again before
        it moves.
        """
        state = view.state
        if state.turn != self._turn:
            self._turn = state.turn
            self._left = self.think
            self._plan = None
            self._is_usual = False
            self._follower = None
            return True
        question = find_open_question(state)
        if isinstance(question, CypherQuestion) and question.phase != 3:
            return self._left >= MIN_PLANS
        return not isinstance(question, ActingQuestion) and self._is_surprised(view)

    def _is_surprised(self, view: View) -> bool:
        """Return whether dice were rolled since the last plan, and another one can be made.

        The usual plan needs no budget.
        """
        return view.state.drawn != self._drawn and (self._is_usual or self._left >= MIN_PLANS)

    def _make_plan(self, view: View) -> None:
        """Search the rest of the turn, or take the usual plan if no budget is left."""
        state = view.state
        share = FIRST_SHARE if self._plan is None else AGAIN_SHARE
        budget = min(self._left, int(self.think * share))
        key = f"{self.seed}/{state.turn}/{state.drawn}/{len(state.agenda)}"
        incumbent = None if self._is_usual else self._rest_of_plan()
        if budget >= MIN_PLANS:
            search = TurnSearch(view, key, budget, incumbent, style=self.style, value=self.value)
            min_gain = MIN_GAIN if self.style.min_gain is None else self.style.min_gain
            plans = search.run()
            best = select_plan(plans, min_gain)
            self._left -= search.used
            self._is_usual = incumbent is None and best is plans[0]
            self._plan = best.plan
            self._follower = search.problem.follower
        else:
            problem = TurnProblem(view, key)
            with use_weights(THOROUGH.weights):
                self._plan = problem.usual_plan()
            self._is_usual = True
            self._follower = problem.follower
        self._drawn = state.drawn
        self._progress = Progress()

    def _rest_of_plan(self) -> TurnPlan | None:
        """Return the part of the plan that is not done."""
        if self._plan is None:
            return None
        return TurnPlan(
            self._plan.charges[self._progress.charges :],
            self._plan.card,
            self._plan.units,
            self._plan.second_card,
            self._plan.deployments[self._progress.deployments :],
            self._plan.gate,
        )

    def _follow(self, view: View, question: Question) -> Action | None:
        """Return the first legal answer of the plan, or None without a plan."""
        if self._plan is None or self._follower is None:
            return None
        position = Position(view.rules, view.state, SeededDice(0))
        self._follower.forget_sites()
        with use_weights(THOROUGH.weights):
            for action in self._follower.propose(position, question, self._plan, self._progress):
                if view.rules.play.check(view.state, action):
                    if isinstance(question, ActingQuestion):
                        return self._adapt(view, question, action)
                    return action
        return None

    def _adapt(self, view: View, question: ActingQuestion, planned: Action) -> Action:
        """Return the best attack or spike now instead of a planned attack or the end.

        The plan knows attacks by a table that ignores new obstacles. It still decides about moves,
        and attacks on its favorite target stay.
        """
        if isinstance(planned, Advance | Use):
            return planned
        assert self._plan is not None
        own = self._plan.plan_of(question.unit)
        focus = own.focus if own is not None else ""
        if isinstance(planned, Attack) and is_favorite(view.state, planned.target, focus):
            return planned
        best = self.planner.choose(view)
        return planned if isinstance(best, Advance) and own is not None else best


class MasterPlayer(PlanningPlayer):
    """The veteran's search with ten times its budget."""

    def __init__(
        self,
        seed: int | str = 0,
        think: int = MASTER_PLANS,
        style: str = "",
        value: TurnValue | None = None,
    ) -> None:
        super().__init__(seed, think, style, value)
