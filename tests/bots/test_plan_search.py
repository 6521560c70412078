"""The search over plans of any game, on a made-up turn: a plan is a number, its worth is known."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator

import pytest

from wc3d.bots.plan_search import JudgedPlan, PlanSearch, select_plan

BEST = 40


class NumberTurn:
    """A turn whose plan 40 is the best one. Dice add the same noise to all plans."""

    reply_count = 2

    def __init__(self, trap: int | None = None) -> None:
        self.trap = trap
        self.played: list[tuple[int, int]] = []

    def usual_plan(self) -> int:
        return 0

    def first_plans(self, usual: int) -> Iterator[int]:
        yield from (5, 10, usual)

    def vary(self, plan: int, rng: random.Random) -> int:
        return plan + rng.choice((-7, -3, -1, 1, 3, 7))

    def cross(self, first: int, second: int, rng: random.Random) -> int:
        return (first + second) // 2

    def outline(self, plan: int) -> Hashable:
        return plan // 10

    def play(self, plan: int, sample: int) -> tuple[int, float]:
        self.played.append((plan, sample))
        return plan, random.Random(sample).uniform(-0.1, 0.1)

    def list_replies(self, end: tuple[int, float]) -> Iterator[tuple[int, float]]:
        plan, noise = end
        yield end
        yield plan, noise - (0.4 if plan == self.trap else 0.01)

    def judge(self, end: tuple[int, float]) -> float:
        plan, noise = end
        return 0.6 - abs(plan - BEST) / 100.0 + noise


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
    assert JudgedPlan("new").error == 0.5
