"""Search over plans for a whole turn: list, vary, screen, and judge after the opponent's reply.

All plans meet the same dice. The budget counts simulated turns, never seconds, so that equal seeds
and views give equal plans.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from wc3d._internal.progress import Progress as ReportProgress
from wc3d.engine.actions import Action
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.plan_variation import cross_plans, list_first_plans, vary_plan
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.stratified_dice import StratifiedDice
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH
from wc3d.games.neo_mechanika.bots.styles import USUAL_STYLE, Style
from wc3d.games.neo_mechanika.bots.turn_options import TurnOptions, list_turn_options
from wc3d.games.neo_mechanika.bots.turn_plan import PlanFollower, TurnPlan, follow_turn, play_turn
from wc3d.games.neo_mechanika.bots.turn_replies import MAX_REPLIES, list_replies
from wc3d.games.neo_mechanika.bots.turn_value import TurnValue, judge_positions, load_turn_value
from wc3d.games.neo_mechanika.bots.weights import use_weights
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

EXPLORE_SHARE = 0.4
"""The share of the budget for new plans, judged at the end of the own turn."""

SCREEN_SHARE = 0.1
"""The share of the budget for more dice of promising plans. The replies get the rest."""

MAX_SCREENED = 10
"""The maximum number of plans that meet more dice."""

MAX_ALIKE = 3
"""The maximum number of screened plans with the same units, places and card."""

MAX_ANSWERED = 6
"""The maximum number of plans that meet the opponent's replies."""

PARENTS = 6
"""The number of best plans from which new ones are made."""

CROSSING_CHANCE = 0.25
"""The chance that a new plan is made from two others."""

MAX_FAILURES = 30
"""The number of equal plans after which no new ones are sought."""

FIRST_SAMPLES = 2
"""The number of dice samples of each new plan that is not clearly worse than the best."""

KEPT_SAMPLES = 16
"""The number of dice samples whose positions are kept. Others are simulated again."""

REPLY_COST = MAX_REPLIES + 1
"""The most simulated turns that replies to a plan cost, for one dice sample."""

MIN_ANSWERS = 2
"""The fewest dice samples with replies. With less budget, fewer plans meet replies."""

SAMPLE_MARGIN = 0.08
"""A new plan meets a second sample if its first result is at most this much below the best."""

MIN_GAIN = 0.004
"""The minimum gain in win chance over the usual plan."""

ERROR_PENALTY = 0.5
"""The number of standard errors subtracted from another plan's gain."""


@dataclass(slots=True)
class SearchedPlan:
    """A plan, its results at the turn's end by dice sample, and those after the best reply."""

    plan: TurnPlan
    results: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    replied: list[State] = field(default_factory=list)
    """The states after the best reply for the first of these results."""
    ends: dict[int, Position] = field(default_factory=dict)
    """The positions at the turn's end for the first dice samples."""

    @property
    def mean(self) -> float:
        """The mean win chance at the turn's end."""
        return sum(self.results) / len(self.results) if self.results else -math.inf

    @property
    def chance(self) -> float:
        """The mean win chance after the best reply, or at the turn's end if none was tried."""
        return sum(self.answered) / len(self.answered) if self.answered else self.mean

    @property
    def error(self) -> float:
        """The standard error of `chance`; 0.5 with a single result."""
        results = self.answered or self.results
        if len(results) < 2:
            return 0.5
        mean = sum(results) / len(results)
        variance = sum((r - mean) ** 2 for r in results) / (len(results) - 1)
        return math.sqrt(variance / len(results))


class TurnSearch:
    """A search from a player's view in their own turn."""

    def __init__(
        self,
        view: View,
        key: str,
        budget: int,
        incumbent: TurnPlan | None = None,
        margin: float = SAMPLE_MARGIN,
        style: Style = USUAL_STYLE,
    ) -> None:
        assert view.player is not None
        self.view = view
        self.key = key
        self.budget = budget
        self.used = 0
        self.player = view.player
        self.incumbent = incumbent
        self.margin = margin
        self.style = style
        self.value: TurnValue = load_turn_value()
        self.rng = random.Random(f"{key}/plans")
        self.follower = PlanFollower(self.player, NeoMechanikaPlayer(f"{key}/usual", THOROUGH))
        self.replier = PlanFollower(
            opponent_of(self.player), NeoMechanikaPlayer(f"{key}/reply", THOROUGH)
        )
        self._progress: ReportProgress | None = None
        self._roots: dict[int, Position] = {}
        self._known: set[bytes] = set()

    def run(self, progress: ReportProgress | None = None) -> list[SearchedPlan]:
        """Return the judged plans: the usual plan first, then the others, the best first."""
        self._progress = progress
        with use_weights(THOROUGH.weights):
            options = list_turn_options(self._root(0), self.follower)
            usual, rivals = self._explore(options)
            self._screen([usual, *rivals])
            rivals.sort(key=lambda p: -p.mean)
            self._answer(usual, rivals)
        rivals.sort(key=lambda p: (not p.answered, -p.chance))
        return [usual, *rivals]

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

    def _play(self, plan: TurnPlan, sample: int) -> Position:
        """Return the position at the turn's end by a plan with a dice sample."""
        position = self._root(sample)
        play_turn(position, self.follower, plan)
        self._count()
        return position

    def _judge(self, states: list[State]) -> list[float]:
        """Return the win chances in states, as the style counts them."""
        return judge_positions(self.value, states, self.player, self.style)

    def _count(self) -> None:
        """Count a simulated turn."""
        self.used += 1
        if self._progress is not None:
            self._progress(min(self.used, self.budget), self.budget)

    def _simulate(self, searched: SearchedPlan) -> None:
        """Judge a plan with its next dice sample."""
        sample = len(searched.results)
        end = self._play(searched.plan, sample)
        searched.results += self._judge([end.state])
        if sample < KEPT_SAMPLES:
            searched.ends[sample] = end

    def _explore(self, options: TurnOptions) -> tuple[SearchedPlan, list[SearchedPlan]]:
        """Try new plans: the first ones from the lists, then variations of the best.

        Return the usual plan, and the best others in order. Of plans with equal results only the
        first counts.
        """
        limit = max(1, int(self.budget * EXPLORE_SHARE))
        usual = SearchedPlan(options.make_plan())
        self._known.add(_fingerprint(usual.plan))
        for _ in range(FIRST_SAMPLES):
            self._simulate(usual)
        rivals: list[SearchedPlan] = []
        for plan in self._propose(options, usual, rivals):
            if self.used >= limit:
                break
            searched = SearchedPlan(plan)
            best = max(usual.mean, rivals[0].mean if rivals else -math.inf)
            for _ in range(FIRST_SAMPLES):
                self._simulate(searched)
                if searched.mean < best - self.margin:
                    break
            else:
                _admit(searched, usual, rivals)
        return usual, rivals

    def _propose(
        self, options: TurnOptions, usual: SearchedPlan, rivals: list[SearchedPlan]
    ) -> Iterator[TurnPlan]:
        """Yield new plans: the incumbent, the first plans, and variations of the best so far."""
        first = [self.incumbent] if self.incumbent is not None else []
        for plan in (*first, *list_first_plans(options, usual.plan)):
            if self._is_new(plan):
                yield plan
        failures = 0
        while failures < MAX_FAILURES:
            ranked = sorted([usual, *rivals[:PARENTS]], key=lambda p: -p.mean)
            parents = [p.plan for p in ranked]
            parent = parents[int(self.rng.random() ** 2 * len(parents))]
            if len(parents) > 1 and self.rng.random() < CROSSING_CHANCE:
                parent = cross_plans(parent, self.rng.choice(parents), self.rng)
            plan = vary_plan(parent, options, self.player, self.rng)
            if self._is_new(plan):
                failures = 0
                yield plan
            else:
                failures += 1

    def _is_new(self, plan: TurnPlan) -> bool:
        """Return whether a plan was never proposed, and remember it."""
        fingerprint = _fingerprint(plan)
        if fingerprint in self._known:
            return False
        self._known.add(fingerprint)
        return True

    def _screen(self, plans: list[SearchedPlan]) -> None:
        """Play the promising plans with more dice, always the one with the fewest samples."""
        limit = int(self.budget * (EXPLORE_SHARE + SCREEN_SHARE))
        if self.budget - limit < 2 * MIN_ANSWERS * REPLY_COST:
            limit = self.budget  # too little for replies to two plans
        while self.used < limit and len(plans) > 1:
            self._simulate(min(plans, key=lambda p: len(p.results)))

    def _answer(self, usual: SearchedPlan, rivals: list[SearchedPlan]) -> None:
        """Judge the best plans after the opponent's best reply, with the same dice for all.

        The first samples are left out, because plans that were lucky in them came this far.
        """
        count = (self.budget - self.used) // (MIN_ANSWERS * REPLY_COST)
        plans = [usual, *_mix_outlines(usual, rivals)[: max(0, min(MAX_ANSWERED, count) - 1)]]
        sample = FIRST_SAMPLES
        while count > 1 and self.used + REPLY_COST * len(plans) <= self.budget:
            for plan in plans:
                end = plan.ends.pop(sample, None) or self._play(plan.plan, sample)
                self._add_best_reply(plan, end)
            sample += 1

    def _add_best_reply(self, searched: SearchedPlan, end: Position) -> None:
        """Judge a plan after the opponent's best reply to its end."""
        state: State = end.state
        ends = [state]
        if not state.over and state.active != self.player:
            replies = []
            for plan in list_replies(end, self.replier):
                position = end.fork()
                play_turn(position, self.replier, plan)
                self._count()
                replies.append(position.state)
            ends = replies or ends
        chances = self._judge(ends)
        worst = min(range(len(ends)), key=chances.__getitem__)
        searched.answered.append(chances[worst])
        if len(searched.replied) < KEPT_SAMPLES:
            searched.replied.append(ends[worst])

    def play_line(self, plan: TurnPlan) -> Iterator[tuple[State, Action]]:
        """Yield the actions of a plan with the first dice, each with the state before it."""
        with use_weights(THOROUGH.weights):
            yield from follow_turn(self._root(0), self.follower, plan)


def _admit(searched: SearchedPlan, usual: SearchedPlan, rivals: list[SearchedPlan]) -> None:
    """Add a plan to the best ones, unless another has equal results or three its outline."""
    if any(searched.results == p.results for p in (usual, *rivals)):
        return
    rivals.append(searched)
    rivals.sort(key=lambda p: -p.mean)
    alike = [p for p in rivals if p.plan.outline == searched.plan.outline]
    extra = {id(p) for p in alike[MAX_ALIKE:]}
    rivals[:] = [p for p in rivals if id(p) not in extra][:MAX_SCREENED]


def _mix_outlines(usual: SearchedPlan, plans: list[SearchedPlan]) -> list[SearchedPlan]:
    """Return the best plan of each outline but the usual one's, then the others, in order."""
    known = {usual.plan.outline}
    leaders: list[SearchedPlan] = []
    others: list[SearchedPlan] = []
    for searched in plans:
        (others if searched.plan.outline in known else leaders).append(searched)
        known.add(searched.plan.outline)
    return leaders + others


def _fingerprint(plan: TurnPlan) -> bytes:
    """Return a short digest of a plan."""
    return blake2b(repr(plan).encode(), digest_size=16).digest()


def select_plan(plans: list[SearchedPlan], min_gain: float = MIN_GAIN) -> SearchedPlan:
    """Return the plan with the largest significant gain over the usual one, or the usual plan if
    no gain is above `min_gain`.

    The spread is pooled over all plans, because two results can be close by luck.
    """
    usual = plans[0]
    rivals = [p for p in plans[1:] if p.answered] if usual.answered else plans[1:]
    gains = [_list_gains(p, usual) for p in rivals]
    squares = [(g - sum(part) / len(part)) ** 2 for part in gains if len(part) > 1 for g in part]
    free = len(squares) - sum(len(part) > 1 for part in gains)
    if free < 1:
        return usual
    spread = math.sqrt(sum(squares) / free)
    best = usual
    best_gain = min_gain
    for rival, part in zip(rivals, gains, strict=True):
        if len(part) > 1:
            gain = sum(part) / len(part) - ERROR_PENALTY * spread / math.sqrt(len(part))
            if gain > best_gain:
                best = rival
                best_gain = gain
    return best


def _list_gains(plan: SearchedPlan, usual: SearchedPlan) -> list[float]:
    """Return the gain over the usual plan for each dice sample that both met."""
    if usual.answered:
        return [a - b for a, b in zip(plan.answered, usual.answered, strict=False)]
    return [a - b for a, b in zip(plan.results, usual.results, strict=False)]
