"""Search over plans for a whole turn: list, vary, screen, and judge after the opponent's reply.

All plans meet the same dice. The budget counts simulated turns, never seconds, so that equal seeds
and views give equal plans.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from wc3d._internal.progress import Progress as ReportProgress
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_open_question
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

EXPLORE_SHARE = 0.45
"""The share of the budget for new plans, judged after the opponent's quick replies."""

SCREEN_SHARE = 0.05
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

QUICK_REPLIES = 2
"""The number of replies to each new plan. They are listed once, for the usual plan."""

SAMPLE_COST = QUICK_REPLIES + 1
"""The most simulated turns that a dice sample of a new plan costs."""

MAX_SHARED_REPLIES = 4
"""The maximum number of replies that judge the best plans."""

RACE = ((6, 2), (3, 3), (2, 1000))
"""The stages of the race of the best plans: the number of plans, and their new dice samples."""

REPLY_COST = MAX_SHARED_REPLIES + 1
"""The most simulated turns that replies to a plan cost, for one dice sample."""

MIN_ANSWERS = 2
"""The fewest dice samples with replies. With less budget, fewer plans meet replies."""

SAMPLE_MARGIN = 0.08
"""A new plan meets a second sample if its first result is at most this much below the best."""

MIN_GAIN = 0.01
"""The minimum gain in win chance over the usual plan."""

ERROR_PENALTY = 1.0
"""The number of standard errors subtracted from another plan's gain."""


@dataclass(slots=True)
class SearchedPlan:
    """A plan, its results after quick replies by dice sample, and those after the best reply."""

    plan: TurnPlan
    first: Action | None = None
    """The first action, once the plan was simulated."""
    results: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    replied: list[State] = field(default_factory=list)
    """The states after the best reply for the first of these results."""
    ends: dict[int, Position] = field(default_factory=dict)
    """The positions at the turn's end for the first dice samples."""

    @property
    def mean(self) -> float:
        """The mean win chance after quick replies."""
        return sum(self.results) / len(self.results) if self.results else -math.inf

    @property
    def chance(self) -> float:
        """The mean win chance after the best reply, or after quick replies if only they came."""
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
    """A search from a player's view in their own turn.

    `incumbent` is the usual plan: by default, the turn without a search. `opening` is an action
    with which the usual plan and some others begin. With `by_action`, the search keeps the best
    plan for each first action.
    """

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
        assert view.player is not None
        self.view = view
        self.key = key
        self.budget = budget
        self.used = 0
        self.player = view.player
        self.incumbent = incumbent
        self.margin = margin
        self.style = style
        self.value = value or load_turn_value()
        self.opening = opening
        self.by_action = by_action
        self.rng = random.Random(f"{key}/plans")
        self.follower = PlanFollower(self.player, NeoMechanikaPlayer(f"{key}/usual", THOROUGH))
        self.replier = PlanFollower(
            opponent_of(self.player), NeoMechanikaPlayer(f"{key}/reply", THOROUGH)
        )
        self._progress: ReportProgress | None = None
        self._roots: dict[int, Position] = {}
        self._known: set[bytes] = set()
        self._quick_replies: list[TurnPlan] | None = None
        self._reply_cards: dict[int, Play | None] = {}

    def run(self, progress: ReportProgress | None = None) -> list[SearchedPlan]:
        """Return the judged plans: the usual plan first, then the others, the best first."""
        self._progress = progress
        with use_weights(THOROUGH.weights):
            options = list_turn_options(self._root(0), self.follower)
            if self.incumbent is None and isinstance(self._question, FIRST_QUESTIONS):
                self.incumbent = record_turn(self._root(0), self.follower.usual)
            usual, rivals = self._explore(options)
            self._screen([usual, *rivals])
            rivals.sort(key=lambda p: -p.mean)
            self._answer(usual, rivals)
        rivals.sort(key=lambda p: (not p.answered, -p.chance))
        return [usual, *rivals]

    @property
    def _question(self) -> Question | None:
        """The question with which the search begins."""
        return find_open_question(self.view.state)

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

    def _play(self, searched: SearchedPlan, sample: int) -> Position:
        """Return the position at the turn's end by a plan with a dice sample."""
        position = self._root(sample)
        for _, action in follow_turn(position, self.follower, searched.plan):
            searched.first = searched.first or action
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
        end = self._play(searched, sample)
        searched.results.append(self._judge_quickly(end))
        if sample < KEPT_SAMPLES:
            searched.ends[sample] = end

    def _judge_quickly(self, end: Position) -> float:
        """Return the win chance after the best of few replies, which are the same for all plans."""
        state: State = end.state
        ends = []
        if not state.over and state.active != self.player:
            if self._quick_replies is None:
                self._quick_replies = list_replies(end, self.replier)[:QUICK_REPLIES]
            for reply in self._quick_replies:
                position = end.fork()
                play_turn(position, self.replier, reply)
                self._count()
                ends.append(position.state)
        return min(self._judge(ends or [state]))

    def _explore(self, options: TurnOptions) -> tuple[SearchedPlan, list[SearchedPlan]]:
        """Try new plans: the first ones from the lists, then variations of the best.

        Return the usual plan, and the best others in order. Of plans with equal results only the
        first counts.
        """
        limit = max(1, int(self.budget * EXPLORE_SHARE))
        first = self.incumbent or options.make_plan()
        usual = SearchedPlan(self._open(first, options))
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
                self._admit(searched, usual, rivals)
        return usual, rivals

    def _admit(
        self, searched: SearchedPlan, usual: SearchedPlan, rivals: list[SearchedPlan]
    ) -> None:
        """Add a plan to the best ones, unless there are enough like it."""
        alike = [p for p in (usual, *rivals) if p.results == searched.results]
        if any(self._outline(p) == self._outline(searched) or not self.by_action for p in alike):
            return
        rivals.append(searched)
        rivals.sort(key=lambda p: -p.mean)
        same = [p for p in rivals if self._outline(p) == self._outline(searched)]
        extra = {id(p) for p in same[1 if self.by_action else MAX_ALIKE :]}
        rivals[:] = [p for p in rivals if id(p) not in extra][:MAX_SCREENED]

    def _outline(self, searched: SearchedPlan) -> object:
        """What makes plans different: the first action, or the units, their places and the card."""
        return repr(searched.first) if self.by_action else searched.plan.outline

    def _mix_outlines(self, usual: SearchedPlan, plans: list[SearchedPlan]) -> list[SearchedPlan]:
        """Return the best plan of each outline but the usual one's, then the others, in order."""
        known = {self._outline(usual)}
        leaders: list[SearchedPlan] = []
        others: list[SearchedPlan] = []
        for searched in plans:
            outline = self._outline(searched)
            (others if outline in known else leaders).append(searched)
            known.add(outline)
        return leaders + others

    def _propose(
        self, options: TurnOptions, usual: SearchedPlan, rivals: list[SearchedPlan]
    ) -> Iterator[TurnPlan]:
        """Yield new plans: those from the lists, and variations of the best so far."""
        first = [options.make_plan()]
        for plan in (*first, *list_first_plans(options, replace(usual.plan, opening=None))):
            if self._is_new(plan):
                yield plan
            opened = self._open(plan, options)
            if self._is_new(opened):
                yield opened
        failures = 0
        while failures < MAX_FAILURES:
            ranked = sorted([usual, *rivals[:PARENTS]], key=lambda p: -p.mean)
            parents = [p.plan for p in ranked]
            parent = parents[int(self.rng.random() ** 2 * len(parents))]
            if len(parents) > 1 and self.rng.random() < CROSSING_CHANCE:
                parent = cross_plans(parent, self.rng.choice(parents), self.rng)
            plan = vary_plan(parent, options, self.rng)
            if self._is_new(plan):
                failures = 0
                yield plan
            else:
                failures += 1

    def _open(self, plan: TurnPlan, options: TurnOptions) -> TurnPlan:
        """Return a plan that begins with the opening, if the search has one."""
        own = None
        if isinstance(self.opening, Activate):
            own = options.find_unit(self.opening.unit)
        if own is not None and all(u.unit != own.unit for u in plan.units):
            plan = with_unit(options, plan, own.make_plan())
        return plan if self.opening is None else replace(plan, opening=self.opening)

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
        while self.used + SAMPLE_COST <= limit and len(plans) > 1:
            self._simulate(min(plans, key=lambda p: len(p.results)))

    def _answer(self, usual: SearchedPlan, rivals: list[SearchedPlan]) -> None:
        """Judge the best plans after the opponent's best reply, with the same dice for all.

        The plans run a race: after each stage only the best ones go on, and the usual plan. The
        first samples are left out, because plans that were lucky in them came this far.
        """
        replies = self._list_shared_replies(rivals)
        cost = len(replies) + 1
        count = (self.budget - self.used) // (MIN_ANSWERS * cost)
        plans = [usual, *self._mix_outlines(usual, rivals)[: max(0, min(MAX_ANSWERED, count) - 1)]]
        sample = FIRST_SAMPLES
        for runners, samples in RACE:
            others = sorted(plans[1:], key=lambda p: -p.chance) if usual.answered else plans[1:]
            plans = [usual, *others[: runners - 1]]
            for _ in range(samples):
                if len(plans) < 2 or self.used + cost * len(plans) > self.budget:
                    return
                for plan in plans:
                    end = plan.ends.pop(sample, None) or self._play(plan, sample)
                    self._add_best_reply(plan, end, sample, replies)
                sample += 1

    def _list_shared_replies(self, rivals: list[SearchedPlan]) -> list[TurnPlan]:
        """List the replies to all plans in the race: to the usual plan and to its best rival."""
        replies = list(self._quick_replies or [])
        end = rivals[0].ends.get(0) if rivals else None
        if end is not None:
            replies += [r for r in list_replies(end, self.replier) if r not in replies]
        return replies[:MAX_SHARED_REPLIES]

    def _find_reply_card(self, end: Position, sample: int) -> Play | None:
        """Return the best card of the hand dealt to the opponent in a sample."""
        if sample not in self._reply_cards:
            cards = list_reply_cards(end, self.replier)
            self._reply_cards[sample] = cards[0] if cards else None
        return self._reply_cards[sample]

    def _add_best_reply(
        self, searched: SearchedPlan, end: Position, sample: int, replies: list[TurnPlan]
    ) -> None:
        """Judge a plan after the opponent's best reply to its end."""
        state: State = end.state
        ends = []
        if not state.over and state.active != self.player:
            card = self._find_reply_card(end, sample)
            for reply in replies:
                position = end.fork()
                play_turn(position, self.replier, replace(reply, card=card))
                self._count()
                ends.append(position.state)
        ends = ends or [state]
        chances = self._judge(ends)
        worst = min(range(len(ends)), key=chances.__getitem__)
        searched.answered.append(chances[worst])
        if len(searched.replied) < KEPT_SAMPLES:
            searched.replied.append(ends[worst])

    def play_line(self, plan: TurnPlan) -> Iterator[tuple[State, Action]]:
        """Yield the actions of a plan with the first dice, each with the state before it."""
        with use_weights(THOROUGH.weights):
            yield from follow_turn(self._root(0), self.follower, plan)


def _fingerprint(plan: TurnPlan) -> bytes:
    """Return a short digest of a plan."""
    return blake2b(repr(plan).encode(), digest_size=16).digest()


def select_plan(plans: list[SearchedPlan], min_gain: float = MIN_GAIN) -> SearchedPlan:
    """Return the plan with the largest significant gain over the usual one, or the usual plan if
    no gain is above `min_gain`.

    Only the plans that went farthest in the race count. The spread is pooled over them, because two
    results can be close by luck.
    """
    usual = plans[0]
    rivals = plans[1:]
    if usual.answered:
        most = max((len(p.answered) for p in rivals), default=0)
        rivals = [p for p in rivals if p.answered and len(p.answered) == most]
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
