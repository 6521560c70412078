"""Bots that plan whole turns and plan again when the dice surprise them."""

from __future__ import annotations

from wc3d.bots.plan_search import select_plan
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.bots.threats import ThreatTable
from wc3d.games.warmachine.bots.turn_plan import PlanFollower, PlanProgress, TurnPlan
from wc3d.games.warmachine.bots.turn_search import make_search
from wc3d.games.warmachine.rules.actions import Pass
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion, BoostQuestion, OrderQuestion
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion

VETERAN_PLANS, MASTER_PLANS = 400, 4000
"""The default maximum number of simulated turns for a turn."""

FIRST_SHARE, AGAIN_SHARE = 0.5, 0.2
"""The shares of a turn's budget for the plan at its beginning, and for each plan after dice."""

MIN_PLANS = 12
"""The fewest simulated turns for which a search is worth its lists."""

PLANNED_QUESTIONS = (ControlQuestion, ActivationQuestion, ActQuestion, OrderQuestion)
"""The questions that a plan answers."""

REPLANNED_QUESTIONS = (ControlQuestion, ActivationQuestion)
"""The questions at which a new plan may be made."""


class VeteranPlayer:
    """A bot that searches `think` simulated turns per turn. Equal seeds and views, equal games."""

    def __init__(self, seed: int | str = 0, think: int = VETERAN_PLANS) -> None:
        self.usual = BattlegroupPlayer(seed)
        self.seed = seed
        self.think = think
        self._turn = -1
        self._left = 0
        self._drawn = -1
        self._plan: TurnPlan | None = None
        self._progress = PlanProgress()
        self._follower: PlanFollower | None = None

    def choose(self, view: View) -> Action:
        """Return the planned action. Raises ValueError if the view offers none."""
        question = find_open_question(view.state)
        if view.state.round < 1 or not view.offers or view.to_act != view.state.active:
            return self.usual.choose(view)
        if isinstance(question, BoostQuestion):
            return self._choose_boost(view, question)
        if not isinstance(question, PLANNED_QUESTIONS):
            return self.usual.choose(view)
        if self._needs_plan(view, question):
            self._make_plan(view)
        return self._follow(view, question) or self.usual.choose(view)

    def _choose_boost(self, view: View, question: BoostQuestion) -> Action:
        """Boost like the regular, but keep the focus that the plan keeps."""
        own = self._plan.plan_of(question.model) if self._plan is not None else None
        if own is not None and view.state.models[question.model].focus <= own.keep:
            return Pass(player=question.player)
        return self.usual.choose(view)

    def _needs_plan(self, view: View, question: Question) -> bool:
        """Return whether the turn has no plan, or dice were rolled since the last one."""
        state = view.state
        if state.turn != self._turn:
            self._turn = state.turn
            self._left = self.think
            self._plan = None
            self._follower = None
            return True
        if not isinstance(question, REPLANNED_QUESTIONS):
            return self._plan is None and self._left >= MIN_PLANS
        return state.drawn != self._drawn and self._left >= MIN_PLANS

    def _make_plan(self, view: View) -> None:
        """Search the rest of the turn."""
        state = view.state
        share = FIRST_SHARE if self._plan is None else AGAIN_SHARE
        budget = min(self._left, max(MIN_PLANS, int(self.think * share)))
        self._drawn = state.drawn
        if budget < 1:
            return
        key = f"{self.seed}/{state.turn}/{state.drawn}/{len(state.agenda)}"
        search = make_search(view, key, budget, self._plan)
        best = select_plan(search.run())
        self._left -= search.used
        self._plan = best.plan
        self._progress = PlanProgress()
        opponent_table = ThreatTable()
        self._follower = PlanFollower(view.state.active, self.usual, opponent_table)

    def _follow(self, view: View, question: Question) -> Action | None:
        """Return the first legal answer of the plan, or None without a plan."""
        if self._plan is None or self._follower is None:
            return None
        position = Position(view.rules, view.state, SeededDice(0))
        for action in self._follower.propose(position, question, self._plan, self._progress):
            if view.rules.play.check(view.state, action):
                return action
        return None


class MasterPlayer(VeteranPlayer):
    """A veteran with ten times the budget."""

    def __init__(self, seed: int | str = 0, think: int = MASTER_PLANS) -> None:
        super().__init__(seed, think)
