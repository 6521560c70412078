"""The search over plans of any game, on a made-up turn: a plan is a number, its worth is known."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence

import pytest

from wc3d.bots.plan_search import JudgedPlan, PlanSearch, SearchSettings, select_plan

BEST = 40


class NumberTurn:
    """A turn whose plan 40 is the best one. Dice add the same noise to all plans."""

    reply_count = 2

    def __init__(self, trap: int | None = None, quick_reply_count: int = 0) -> None:
        self.trap = trap
        self.quick_reply_count = quick_reply_count
        self.played: list[tuple[int, int]] = []

    def usual_plan(self) -> int:
        return 0

    def first_plans(self, usual: int) -> Iterator[int]:
        yield from (5, 10, usual)

    def vary(self, plan: int, rng: random.Random) -> int:
        return plan + rng.choice((-7, -3, -1, 1, 3, 7))

    def cross(self, first: int, second: int, rng: random.Random) -> int:
        return (first + second) // 2

    def outline(self, searched: JudgedPlan[int]) -> Hashable:
        return searched.plan // 10

    def play(self, searched: JudgedPlan[int], sample: int) -> tuple[int, float]:
        self.played.append((searched.plan, sample))
        return searched.plan, random.Random(sample).uniform(-0.1, 0.1)

    def play_quick_replies(self, end: tuple[int, float]) -> Iterator[tuple[int, float]]:
        plan, noise = end
        for number in range(self.quick_reply_count):
            yield plan, noise - 0.02 * number

    def prepare_replies(self, end: tuple[int, float] | None) -> int:
        return self.reply_count

    def play_replies(self, end: tuple[int, float], sample: int) -> Iterator[tuple[int, float]]:
        plan, noise = end
        yield end
        yield plan, noise - (0.4 if plan == self.trap else 0.01)

    def judge(self, ends: Sequence[tuple[int, float]]) -> list[float]:
        return [0.6 - abs(plan - BEST) / 100.0 + noise for plan, noise in ends]


def test_it_finds_a_better_plan_than_the_usual_one() -> None:
    plans = PlanSearch(NumberTurn(), "key", 300).run()
    best = select_plan(plans)
    assert plans[0].plan == 0 and abs(best.plan - BEST) <= 10
    assert best.chance > plans[0].chance and best.answered


def test_a_plan_that_a_reply_refutes_is_not_selected() -> None:
    assert select_plan(PlanSearch(NumberTurn(), "key", 600).run()).plan == BEST
    plans = PlanSearch(NumberTurn(trap=BEST), "key", 600).run()
    assert next(p for p in plans if p.plan == BEST).answered
    assert select_plan(plans).plan != BEST


@pytest.mark.parametrize("budget", [1, 5, 30, 200])
def test_the_budget_is_kept_and_reported(budget: int) -> None:
    reports: list[tuple[int, int]] = []

    def note(done: int, total: int) -> bool:
        reports.append((done, total))
        return True

    search = PlanSearch(NumberTurn(), "key", budget)
    search.run(note)
    assert search.used <= max(2, budget) and len(reports) == search.used
    assert reports == sorted(reports) and {total for _, total in reports} == {budget}


def test_equal_keys_give_equal_plans_and_all_plans_meet_the_same_dice() -> None:
    turns = [NumberTurn(), NumberTurn()]
    results = [
        [(p.plan, p.results, p.answered) for p in PlanSearch(turn, "key", 120).run()]
        for turn in turns
    ]
    assert results[0] == results[1] and turns[0].played == turns[1].played
    other = NumberTurn()
    PlanSearch(other, "another", 120).run()
    assert other.played != turns[0].played
    samples = {plan: [s for p, s in other.played if p == plan] for plan, _ in other.played}
    assert all(drawn == [*range(len(drawn))] for drawn in samples.values())


def test_a_gain_within_the_errors_keeps_the_usual_plan() -> None:
    usual = JudgedPlan("usual", [0.5, 0.6, 0.4, 0.5])
    close = JudgedPlan("close", [0.6, 0.5, 0.5, 0.42])
    better = JudgedPlan("better", [0.6, 0.7, 0.5, 0.61])
    assert select_plan([usual, close]) is usual
    assert select_plan([usual, close, better]) is better
    assert select_plan([usual, JudgedPlan("new", [0.9])]) is usual, "one sample says nothing"
    lucky = JudgedPlan("lucky", [0.9, 0.9, 0.5, 0.4])
    assert select_plan([usual, lucky]) is usual, "it came this far by its first samples"
    assert JudgedPlan("new").error == 0.5


def test_new_plans_are_judged_after_the_worst_of_the_quick_replies() -> None:
    plain = PlanSearch(NumberTurn(), "key", 200)
    answered = PlanSearch(NumberTurn(quick_reply_count=3), "key", 200)
    usual, answered_usual = plain.run()[0], answered.run()[0]
    gaps = [a - b for a, b in zip(usual.results, answered_usual.results, strict=False)]
    assert gaps and gaps == pytest.approx([0.04] * len(gaps))
    assert answered.used <= 200 and len(answered.problem.played) < len(plain.problem.played)  # type: ignore[attr-defined]


def test_a_race_drops_the_worse_plans_after_each_stage() -> None:
    settings = SearchSettings(race=((4, 3), (2, 5)), margin=1.0)
    plans = PlanSearch(NumberTurn(), "key", 400, settings).run()
    counts = sorted((len(p.answered) for p in plans), reverse=True)
    assert counts[:4] == [8, 8, 3, 3] and not any(counts[4:])
    assert len(plans[0].answered) == 8, "the usual plan stays in the race"
    best = next(p for p in plans[1:] if len(p.answered) == 8)
    assert best.answered[0] >= max(p.answered[0] for p in plans[1:] if p.answered)
    dropped = JudgedPlan(99, answered=[1.0, 1.0, 1.0])
    assert select_plan([*plans, dropped]) is not dropped


def test_screened_plans_have_few_others_like_them() -> None:
    settings = SearchSettings(max_alike=2, max_screened=6, margin=1.0)
    plans = PlanSearch(NumberTurn(), "key", 300, settings).run()[1:]
    outlines = [p.plan // 10 for p in plans]
    assert max(outlines.count(o) for o in outlines) == 2 and len(plans) <= 6


class FlatTurn(NumberTurn):
    """A turn in which all plans are worth the same."""

    def judge(self, ends: Sequence[tuple[int, float]]) -> list[float]:
        return [0.5 for _ in ends]


def test_plans_with_equal_results_are_kept_only_if_wanted_and_different() -> None:
    assert len(PlanSearch(FlatTurn(), "key", 200).run()) == 1
    plans = PlanSearch(FlatTurn(), "key", 200, SearchSettings(keeps_equal=True)).run()
    outlines = [p.plan // 10 for p in plans]
    assert len(plans) > 2 and len(set(outlines)) == len(outlines)


@pytest.mark.parametrize(("min_runners", "is_answered"), [(1, True), (2, False)])
def test_a_plan_without_rivals_may_race_alone(min_runners: int, is_answered: bool) -> None:
    settings = SearchSettings(min_runners=min_runners)
    search = PlanSearch(FlatTurn(), "key", 200, settings)
    assert bool(search.run()[0].answered) is is_answered
