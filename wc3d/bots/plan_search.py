"""Search over plans for a whole turn, for any game: list, vary, screen, and judge after replies.

A game supplies a `PlanProblem` and its `SearchSettings`. All plans meet the same dice samples, so
that results are compared in pairs. The budget counts simulated turns, never seconds, so that equal
seeds give equal plans.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Generic, Protocol, TypeVar

from wc3d._internal.progress import Progress
from wc3d.engine.actions import Action

P = TypeVar("P")
"""A game's plan for a turn: a frozen value with a `repr` that tells it from all others."""

PARENTS = 6
"""The number of best plans from which new ones are made."""

CROSSING_CHANCE = 0.25
"""The chance that a new plan is made from two others."""

MAX_FAILURES = 30
"""The number of equal plans after which no new ones are sought."""

FIRST_SAMPLES = 2
"""The number of dice samples of each new plan that is not clearly worse than the best."""

MIN_ANSWERS = 2
"""The fewest dice samples with replies. With less budget, fewer plans meet replies."""

NO_LIMIT = 1_000_000
"""A number of dice samples that no budget reaches."""

SAMPLE_MARGIN = 0.08
"""A new plan meets a second sample if its first result is at most this much below the best."""

MIN_GAIN = 0.004
"""The minimum gain in win chance over the usual plan."""

ERROR_PENALTY = 0.5
"""The number of standard errors subtracted from another plan's gain."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a search divides its budget, and which plans it keeps."""

    explore_share: float = 0.5
    """The share of the budget for new plans."""

    screen_share: float = 0.15
    """The share of the budget for more dice of promising plans. The replies get the rest."""

    max_screened: int = 8
    """The maximum number of plans that meet more dice."""

    max_alike: int = 8
    """The maximum number of screened plans with the same outline."""

    keeps_equal: bool = False
    """True to screen plans with equal results if their outlines differ."""

    race: tuple[tuple[int, int], ...] = ((5, NO_LIMIT),)
    """The stages of the race after replies: the number of plans, and their new dice samples."""

    min_runners: int = 1
    """The fewest plans that a race is worth."""

    kept_samples: int = 12
    """The number of dice samples whose ends are kept. Others are simulated again."""

    margin: float = SAMPLE_MARGIN
    """A new plan meets a second sample if its first result is at most this far below the best."""


@dataclass(slots=True)
class JudgedPlan(Generic[P]):
    """A plan, its results after quick replies by dice sample, and those after the best reply.

    `ends` are the ends of the first samples, `replied` those after the best reply. `first` is the
    first action, once the plan was simulated, in games that note it.
    """

    plan: P
    results: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    replied: list[Any] = field(default_factory=list)
    ends: dict[int, Any] = field(default_factory=dict)
    first: Action | None = None

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


class PlanProblem(Protocol[P]):
    """A player's turn as a problem for the search."""

    quick_reply_count: int
    """The maximum number of quick replies to an end of the turn; 0 to judge the end itself."""

    reply_count: int
    """The maximum number of replies to a plan."""

    def usual_plan(self) -> P:
        """Return the plan that other plans must beat."""

    def first_plans(self, usual: P) -> Iterator[P]:
        """Yield plans worth trying first, the most promising ones first."""

    def vary(self, plan: P, rng: random.Random) -> P:
        """Return a variation of a plan."""

    def cross(self, first: P, second: P, rng: random.Random) -> P:
        """Return a plan with parts of two others."""

    def outline(self, searched: JudgedPlan[P]) -> Hashable:
        """Return what makes a plan different for a player."""

    def play(self, searched: JudgedPlan[P], sample: int) -> Any:
        """Return the end of the turn by a plan with a dice sample. It may note the first action."""

    def play_quick_replies(self, end: Any) -> Iterator[Any]:
        """Simulate and yield the ends of few replies, which are the same for all plans."""

    def prepare_replies(self, end: Any | None) -> int:
        """Prepare the replies to all plans and return their maximum number.

        `end` is the end of the turn by the best plan but the usual one, if there is one.
        """

    def play_replies(self, end: Any, sample: int) -> Iterator[Any]:
        """Simulate and yield the ends of the opponent's replies to an end of the turn."""

    def judge(self, ends: Sequence[Any]) -> list[float]:
        """Return the values of ends to the player, 0 to 1, such as the win chance."""


class PlanSearch(Generic[P]):
    """A search for the best plan within a budget of simulated turns."""

    def __init__(
        self,
        problem: PlanProblem[P],
        key: str,
        budget: int,
        settings: SearchSettings | None = None,
    ) -> None:
        self.problem = problem
        self.budget = budget
        self.used = 0
        self.settings = settings or SearchSettings()
        self.rng = random.Random(f"{key}/plans")
        self._progress: Progress | None = None
        self._known: set[bytes] = set()

    def run(self, progress: Progress | None = None) -> list[JudgedPlan[P]]:
        """Return the judged plans: the usual plan first, then the others, the best first."""
        self._progress = progress
        usual, rivals = self._explore()
        self._screen([usual, *rivals])
        rivals.sort(key=lambda p: -p.mean)
        self._answer(usual, rivals)
        rivals.sort(key=lambda p: (not p.answered, -p.chance))
        return [usual, *rivals]

    def _count(self) -> None:
        """Count a simulated turn."""
        self.used += 1
        if self._progress is not None:
            self._progress(min(self.used, self.budget), self.budget)

    def _play(self, searched: JudgedPlan[P], sample: int) -> Any:
        """Return the end of the turn by a plan with a dice sample, and count it."""
        end = self.problem.play(searched, sample)
        self._count()
        return end

    def _simulate(self, searched: JudgedPlan[P]) -> None:
        """Judge a plan with its next dice sample, after the best of few replies."""
        sample = len(searched.results)
        end = self._play(searched, sample)
        replied = []
        for reply in self.problem.play_quick_replies(end):
            self._count()
            replied.append(reply)
        searched.results.append(min(self.problem.judge(replied or [end])))
        if sample < self.settings.kept_samples:
            searched.ends[sample] = end

    def _explore(self) -> tuple[JudgedPlan[P], list[JudgedPlan[P]]]:
        """Try new plans: the first ones from the lists, then variations of the best.

        Return the usual plan, and the best others in order.
        """
        limit = max(1, int(self.budget * self.settings.explore_share))
        usual = JudgedPlan(self.problem.usual_plan())
        rivals: list[JudgedPlan[P]] = []
        self._is_new(usual.plan)
        for _ in range(FIRST_SAMPLES):
            self._simulate(usual)
        for plan in self._propose(usual, rivals):
            if self.used >= limit:
                break
            searched = JudgedPlan(plan)
            best = max(usual.mean, rivals[0].mean if rivals else -math.inf)
            for _ in range(FIRST_SAMPLES):
                self._simulate(searched)
                if searched.mean < best - self.settings.margin:
                    break
            else:
                self._admit(searched, usual, rivals)
        return usual, rivals

    def _admit(
        self, searched: JudgedPlan[P], usual: JudgedPlan[P], rivals: list[JudgedPlan[P]]
    ) -> None:
        """Add a plan to the best ones, unless there are enough like it."""
        outline = self.problem.outline
        equal = [p for p in (usual, *rivals) if p.results == searched.results]
        if equal and not self.settings.keeps_equal:
            return
        if any(outline(p) == outline(searched) for p in equal):
            return
        rivals.append(searched)
        rivals.sort(key=lambda p: -p.mean)
        alike = [p for p in rivals if outline(p) == outline(searched)]
        extra = {id(p) for p in alike[self.settings.max_alike :]}
        rivals[:] = [p for p in rivals if id(p) not in extra][: self.settings.max_screened]

    def _propose(self, usual: JudgedPlan[P], rivals: list[JudgedPlan[P]]) -> Iterator[P]:
        """Yield new plans: the first ones, and variations of the best so far."""
        for plan in self.problem.first_plans(usual.plan):
            if self._is_new(plan):
                yield plan
        failures = 0
        while failures < MAX_FAILURES:
            ranked = sorted([usual, *rivals[:PARENTS]], key=lambda p: -p.mean)
            parents = [p.plan for p in ranked]
            parent = parents[int(self.rng.random() ** 2 * len(parents))]
            if len(parents) > 1 and self.rng.random() < CROSSING_CHANCE:
                parent = self.problem.cross(parent, self.rng.choice(parents), self.rng)
            plan = self.problem.vary(parent, self.rng)
            if self._is_new(plan):
                failures = 0
                yield plan
            else:
                failures += 1

    def _is_new(self, plan: P) -> bool:
        """Return whether a plan was never proposed, and remember it."""
        fingerprint = blake2b(repr(plan).encode(), digest_size=16).digest()
        if fingerprint in self._known:
            return False
        self._known.add(fingerprint)
        return True

    def _screen(self, plans: list[JudgedPlan[P]]) -> None:
        """Play the promising plans with more dice, always the one with the fewest samples."""
        limit = int(self.budget * (self.settings.explore_share + self.settings.screen_share))
        if self.budget - limit < 2 * MIN_ANSWERS * (self.problem.reply_count + 1):
            limit = self.budget  # too little for replies to two plans
        cost = self.problem.quick_reply_count + 1
        while self.used + cost <= limit and len(plans) > 1:
            self._simulate(min(plans, key=lambda p: len(p.results)))

    def _answer(self, usual: JudgedPlan[P], rivals: list[JudgedPlan[P]]) -> None:
        """Judge the best plans after the opponent's best reply, with the same dice for all.

        The plans run a race: after each stage only the best ones go on, and the usual plan. The
        first samples are left out, because plans that were lucky in them came this far.
        """
        cost = self.problem.prepare_replies(rivals[0].ends.get(0) if rivals else None) + 1
        count = (self.budget - self.used) // (MIN_ANSWERS * cost)
        if count < 2:
            return
        most = min(self.settings.race[0][0], count) - 1
        plans = [usual, *self._mix_outlines(usual, rivals)[:most]]
        sample = FIRST_SAMPLES
        for runners, samples in self.settings.race:
            others = sorted(plans[1:], key=lambda p: -p.chance) if usual.answered else plans[1:]
            plans = [usual, *others[: runners - 1]]
            for _ in range(samples):
                if len(plans) < self.settings.min_runners:
                    return
                if self.used + cost * len(plans) > self.budget:
                    return
                for searched in plans:
                    end = searched.ends.pop(sample, None) or self._play(searched, sample)
                    self._add_best_reply(searched, end, sample)
                sample += 1

    def _add_best_reply(self, searched: JudgedPlan[P], end: Any, sample: int) -> None:
        """Judge a plan after the opponent's best reply to its end."""
        ends = []
        for reply in self.problem.play_replies(end, sample):
            self._count()
            ends.append(reply)
        ends = ends or [end]
        chances = self.problem.judge(ends)
        worst = min(range(len(ends)), key=chances.__getitem__)
        searched.answered.append(chances[worst])
        if len(searched.replied) < self.settings.kept_samples:
            searched.replied.append(ends[worst])

    def _mix_outlines(
        self, usual: JudgedPlan[P], plans: Sequence[JudgedPlan[P]]
    ) -> list[JudgedPlan[P]]:
        """Return the best plan of each outline but the usual one's, then the others, in order."""
        known = {self.problem.outline(usual)}
        leaders: list[JudgedPlan[P]] = []
        others: list[JudgedPlan[P]] = []
        for searched in plans:
            outline = self.problem.outline(searched)
            (others if outline in known else leaders).append(searched)
            known.add(outline)
        return leaders + others


def select_plan(
    plans: Sequence[JudgedPlan[P]],
    min_gain: float = MIN_GAIN,
    error_penalty: float = ERROR_PENALTY,
) -> JudgedPlan[P]:
    """Return the plan with the largest significant gain over the usual one, or the usual plan if
    no gain is above `min_gain`.

    Only the plans that went farthest in the race count. The spread is pooled over them, because two
    results can be close by luck.
    """
    usual = plans[0]
    rivals = list(plans[1:])
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
            gain = sum(part) / len(part) - error_penalty * spread / math.sqrt(len(part))
            if gain > best_gain:
                best = rival
                best_gain = gain
    return best


def _list_gains(plan: JudgedPlan[P], usual: JudgedPlan[P]) -> list[float]:
    """Return the gain over the usual plan for each dice sample that both met.

    Without replies, the first samples are left out: plans that were lucky in them came this far.
    """
    if usual.answered:
        return [a - b for a, b in zip(plan.answered, usual.answered, strict=False)]
    fresh = slice(FIRST_SAMPLES, None)
    return [a - b for a, b in zip(plan.results[fresh], usual.results[fresh], strict=False)]
