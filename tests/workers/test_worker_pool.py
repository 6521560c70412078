"""A few processes are shared by many: each is answered what it asked, and who gives up does not hold the others up."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from wc3d._internal.progress import Progress
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.table.table import Table
from wc3d.workers.table_worker import LatestQuestionWorker, SolverWorker
from wc3d.workers.worker_pool import WorkerPool


def told(table: Table, question: Mapping[str, Any], progress: Progress) -> Any:
    time.sleep(question.get("seconds", 0))
    return question["word"], table.size


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    made = WorkerPool(1)
    yield made
    made.stop()


def heard(worker: SolverWorker) -> Any:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        report = worker.poll()
        if report is not None and report.is_finished:
            return report.answer, report.failure
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_each_is_answered_what_it_asked(pool: WorkerPool) -> None:
    table = Table((20, 30), policy=SPACE)
    workers = [pool.make_worker() for _ in range(4)]
    for number, worker in enumerate(workers):
        worker.solve(told, table, {"word": number})
    assert all(worker.is_busy for worker in workers)
    assert [heard(worker) for worker in workers] == [
        ((number, (20, 30)), "") for number in range(4)
    ]
    assert not any(worker.is_busy for worker in workers)


def test_who_gives_up_is_not_answered_and_the_next_one_is(pool: WorkerPool) -> None:
    table = Table((20, 30), policy=SPACE)
    one = pool.make_worker()
    two = pool.make_worker()
    one.solve(told, table, {"word": "one", "seconds": 0.5})
    two.solve(told, table, {"word": "two"})
    one.stop()
    assert not one.is_busy and one.poll() is None
    assert heard(two)[0][0] == "two"
    two.solve(told, table, {"word": "three", "seconds": 600})
    two.solve(told, table, {"word": "four"})
    assert heard(two)[0][0] == "four"  # what nobody waits for is ended, if it takes long


def test_a_follower_of_the_pool_hears_the_newest(pool: WorkerPool) -> None:
    table = Table((20, 30), policy=SPACE)
    follower = LatestQuestionWorker(pool.make_worker)
    for word in "abc":
        follower.set_question(told, table, {"word": word})
    until = time.monotonic() + 60
    last = None
    while last != "c":
        assert time.monotonic() < until
        found = follower.poll()
        last = found[1].answer[0] if found is not None and found[1].is_finished else last
