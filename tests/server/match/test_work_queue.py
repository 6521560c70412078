"""Work on games is done in a few threads: a slow game holds up no other, and each game's own work keeps its order."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.hosting import DISCS, hall_at
from wc3d.server.match.work_queue import MATCH_THREADS, MAX_QUEUED_MATCHES, MatchExecutor


def at_desk(folder: Path, work: Callable[[MatchExecutor], Awaitable[None]]) -> None:
    """Let something be done at a desk."""

    async def with_desk() -> None:
        desk = MatchExecutor(hall_at(folder))
        try:
            await work(desk)
        finally:
            await desk.close()

    asyncio.run(with_desk())


def test_a_slow_game_holds_up_no_other(tmp_path: Path) -> None:
    answered = threading.Event()

    async def work(desk: MatchExecutor) -> None:
        slow = asyncio.create_task(desk.run_for("slow", answered.wait, 30))
        await asyncio.sleep(0)
        assert await asyncio.wait_for(desk.run_for("other", lambda: "here"), 20) == "here"
        assert not slow.done()
        answered.set()
        assert await slow

    at_desk(tmp_path, work)


def test_work_on_one_game_is_done_in_its_order_and_never_twice_at_once(tmp_path: Path) -> None:
    done: list[tuple[str, int]] = []
    inside: dict[str, int] = {"a": 0, "b": 0}

    def piece(game: str, number: int) -> None:
        inside[game] += 1
        assert inside[game] == 1
        time.sleep(0.001)
        inside[game] -= 1
        done.append((game, number))

    async def work(desk: MatchExecutor) -> None:
        await asyncio.gather(
            *(desk.run_for(game, piece, game, number) for number in range(40) for game in "ab")
        )

    at_desk(tmp_path, work)
    for game in "ab":
        assert [number for whose, number in done if whose == game] == list(range(40))


def test_who_waits_no_more_does_not_let_the_next_one_in_too_early(tmp_path: Path) -> None:
    begun = threading.Event()
    go = threading.Event()
    inside = []

    def first() -> None:
        begun.set()
        go.wait(30)
        inside.append("first")

    async def work(desk: MatchExecutor) -> None:
        gone = asyncio.create_task(desk.run_for("game", first))
        await asyncio.to_thread(begun.wait, 30)
        never = asyncio.create_task(desk.run_for("game", inside.append, "never"))
        await asyncio.sleep(0)
        for task in (gone, never):
            task.cancel()
        after = asyncio.create_task(desk.run_for("game", inside.append, "after"))
        await asyncio.sleep(0.05)
        assert inside == []
        go.set()
        await after

    at_desk(tmp_path, work)
    assert inside == ["first", "after"]


def test_what_goes_wrong_in_one_piece_is_told_and_the_next_is_done(tmp_path: Path) -> None:
    async def work(desk: MatchExecutor) -> None:
        with pytest.raises(ZeroDivisionError):
            await desk.run_for("game", lambda: 1 // 0)
        assert await desk.run_for("game", lambda: 1) == 1
        assert (
            len(
                await asyncio.gather(
                    *(desk.run_for(f"{n}", str, n) for n in range(5 * MATCH_THREADS))
                )
            )
            == 5 * MATCH_THREADS
        )

    at_desk(tmp_path, work)


def test_a_task_for_all_games_is_queued_for_a_few_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = 0
    most = 0

    async def work(desk: MatchExecutor) -> None:
        ids = [desk.registry.create_match(DISCS.new())[0] for _ in range(3 * MAX_QUEUED_MATCHES)]
        run = desk.run_for

        async def counted(*what: Any) -> Any:
            nonlocal queued, most
            queued += 1
            most = max(most, queued)
            try:
                return await run(*what)
            finally:
                queued -= 1

        monkeypatch.setattr(desk, "run_for", counted)
        assert await desk.run_for_each(lambda match: match.id) == ids

    at_desk(tmp_path, work)
    assert 1 < most <= MAX_QUEUED_MATCHES
