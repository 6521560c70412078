"""Calls in other processes: answers, failures, time limits, and a pool that is full."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from wc3d.errors import InputError
from wc3d.workers.call_pool import CallPool, CallTimeoutError, PoolFullError


def double(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def fail(text: str) -> None:
    raise InputError(text)


def divide_by_zero() -> float:
    return 1 / 0


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def die() -> None:
    os._exit(3)


@pytest.fixture
def pool() -> Iterator[CallPool]:
    pool = CallPool(1, 20.0, max_waiting=1)
    yield pool
    pool.close()


def test_calls_are_answered_in_one_other_process(pool: CallPool) -> None:
    first, second = (pool.submit(double, 4).result(60) for _ in range(2))
    assert first == second
    assert first[0] == 8
    assert first[1] != os.getpid()


def test_failures_are_told_and_the_process_goes_on(pool: CallPool) -> None:
    with pytest.raises(InputError, match="expected a board"):
        pool.submit(fail, "expected a board").result(60)
    with pytest.raises(InputError, match=r"program error.*ZeroDivisionError"):
        pool.submit(divide_by_zero).result(60)
    assert pool.submit(double, 1).result(60)[0] == 2


def test_a_process_that_ends_is_replaced(pool: CallPool) -> None:
    with pytest.raises(InputError, match="process for this question ended"):
        pool.submit(die).result(60)
    assert pool.submit(double, 3).result(60)[0] == 6


def test_a_call_that_takes_too_long_is_stopped(pool: CallPool) -> None:
    before = pool.submit(double, 0).result(60)[1]
    pool.seconds = 0.3
    with pytest.raises(CallTimeoutError):
        pool.submit(sleep, 600.0).result(60)
    pool.seconds = 20.0
    assert pool.submit(double, 0).result(60)[1] != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_a_full_pool_refuses_at_once(pool: CallPool) -> None:
    running = [pool.submit(sleep, 1.0) for _ in range(2)]
    with pytest.raises(PoolFullError):
        pool.submit(double, 1).result(0)
    assert [future.result(60) for future in running] == [1.0, 1.0]
    assert pool.submit(double, 1).result(60)[0] == 2


def test_closing_stops_a_running_call() -> None:
    pool = CallPool(1, 600.0)
    running = pool.submit(sleep, 600.0)
    time.sleep(0.2)
    begun = time.monotonic()
    pool.close()
    assert time.monotonic() - begun < 60
    with pytest.raises(CallTimeoutError):
        running.result(0)
