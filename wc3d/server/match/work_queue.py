"""A thread pool that runs each game's tasks in order. Bots choose actions in other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from wc3d.bots import bot_seed
from wc3d.engine.replay import action_data
from wc3d.errors import without_code_place
from wc3d.server.match.match import CONTACT_ROW, Match
from wc3d.server.match.registry import MatchRegistry, answer_safely
from wc3d.ui.play_session import choose_bot_action
from wc3d.workers.background import BackgroundProcess

T = TypeVar("T")

MATCH_THREADS = 4
"""The number of games that run at once. Compiled code and most Python code still take turns."""

MAX_QUEUED_MATCHES = 8
"""Games that `run_for_each` queues at once. Hundreds block the event loop for 0.1 s and more."""

BOT_POLL_INTERVAL_S = 0.01
"""Seconds between two checks for a bot's choice."""

BOT_NOTICE_ID = "bot"
"""The id of the message that a bot stopped: it answers no request of a client."""

LOG = logging.getLogger(__name__)


class WorkQueue:
    """The tasks of a game, which run in order and one at a time. Thread-safe."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._lock = Lock()
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Queue a task and return its future."""
        future: Future[T] = Future()
        with self._lock:
            self._waiting.append((future, work))
            first = len(self._waiting) == 1
        if first:
            self._threads.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        """Run the first task, then let other games run before the next one."""
        future, work = self._waiting[0]
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
        with self._lock:
            self._waiting.popleft()
            has_more = bool(self._waiting)
        if has_more:
            with contextlib.suppress(RuntimeError):  # the host is closing
                self._threads.submit(self._run_next)


class MatchExecutor:
    """Runs tasks on the registry's games from the event loop."""

    def __init__(self, registry: MatchRegistry, thinkers: int = 1) -> None:
        self.registry = registry
        self._threads = ThreadPoolExecutor(MATCH_THREADS, "games")
        self._queues: WeakValueDictionary[str, WorkQueue] = WeakValueDictionary()
        self._thinkers: asyncio.Queue[BackgroundProcess] = asyncio.Queue()
        self._processes = [BackgroundProcess() for _ in range(thinkers)]
        self._playing: dict[str, asyncio.Task[None]] = {}
        for process in self._processes:
            self._thinkers.put_nowait(process)

    async def run_for(self, of: str, work: Callable[..., T], *arguments: Any) -> T:
        """Run a task and return its result. Tasks on the same game (`of`) run one at a time."""
        return await asyncio.wrap_future(self._get_queue(of).submit(partial(work, *arguments)))

    def submit(self, of: str, work: Callable[..., object], *arguments: Any) -> None:
        """Queue a task without waiting for it. Its errors are logged."""

        def logged() -> None:
            try:
                work(*arguments)
            except Exception:
                LOG.exception(
                    "game %s: a background task failed because of an error in wc3d; details follow",
                    of,
                )

        with contextlib.suppress(RuntimeError):  # the host is closing
            self._get_queue(of).submit(logged)

    def _get_queue(self, of: str) -> WorkQueue:
        queue = self._queues.get(of)
        if queue is None:
            queue = self._queues[of] = WorkQueue(self._threads)
        return queue

    async def run_for_each(
        self, work: Callable[[Match], T], rooms: Iterable[Match] | None = None
    ) -> list[T]:
        """Run a task on each of `rooms`, several at once. None means all games in memory."""
        about = list(self.registry.matches.values() if rooms is None else rooms)
        free = asyncio.Semaphore(MAX_QUEUED_MATCHES)

        async def run(match: Match) -> T:
            async with free:
                return await self.run_for(match.id, work, match)

        return await asyncio.gather(*map(run, about))

    def wake_bots(self, match: Match) -> None:
        """Start the bots of a game if one of them is to act and none is running."""
        task = self._playing.get(match.id)
        if match.player_to_act in match.spec.bots and (task is None or task.done()):
            self._playing[match.id] = asyncio.create_task(self._play_bots(match))

    async def wake_all_bots(self) -> None:
        """Start the bots of all games. Also load the games with players to notify."""
        contact_games = await self.run_for("", self.registry.store.matches_with_event, CONTACT_ROW)
        for row in await self.run_for("", self.registry.store.list_matches):
            if row.end_time is None and (row.spec["bots"] or row.id in contact_games):
                try:
                    self.wake_bots(await self.run_for(row.id, self.registry.load_match, row.id))
                except Exception:
                    LOG.exception("game %s: cannot be continued; details follow", row.id)

    async def _play_bots(self, match: Match) -> None:
        while (player := match.player_to_act) in match.spec.bots and player is not None:
            version = match.record_length
            action = await self._choose_action(match, player)
            if isinstance(action, str):
                LOG.error("game %s: player %s's bot stopped: %s", match.id, player, action)
                await self.run_for(match.id, _announce_stopped_bot, match, player, action)
                return
            message = {
                "t": "do",
                "id": f"bot-{version}-{match.row_count}",
                "at": version,
                "action": action_data(action),
            }
            reply = await self.run_for(match.id, answer_safely, match, player, message)
            if reply["t"] not in ("done", "stale"):
                LOG.error(
                    "game %s: the rules do not allow an action of player %s's bot: %s",
                    match.id,
                    player,
                    reply,
                )
                return

    async def _choose_action(self, match: Match, player: int) -> Any:
        """Return a bot's choice from its seat's view, or an error text."""
        thinker = await self._thinkers.get()
        try:
            view = await self.run_for(match.id, match.active_game.view, player)
            changing, lasting = match.rules.play.split_state(view.state)
            seat = player, match.spec.bots[player], bot_seed(match.id, player)
            thinker.start_task(
                "a bot",
                choose_bot_action,
                *seat,
                changing,
                view.log,
                rules=match.rules,
                lasting=lasting,
            )
            while True:
                await asyncio.sleep(BOT_POLL_INTERVAL_S)
                report = thinker.poll()
                if report is not None and report.is_finished:
                    return report.failure or report.answer
        finally:
            self._thinkers.put_nowait(thinker)

    async def close(self) -> None:
        """Stop all tasks and bots, and close the store."""
        for task in self._playing.values():
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._playing.values(), return_exceptions=True)
        for process in self._processes:
            process.stop()
        self._threads.shutdown(cancel_futures=True)
        self.registry.store.close()


def _announce_stopped_bot(match: Match, player: int, fault: str) -> None:
    """Tell everybody at the table that a bot cannot go on, and why, but not from which file."""
    name = match.rules.text.player_names(match.active_game.state)[player - 1]
    text = f"{name}'s bot stopped: {without_code_place(fault)}"
    match.broadcast({"t": "failed", "id": BOT_NOTICE_ID, "text": text})
