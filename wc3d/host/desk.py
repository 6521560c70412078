"""Where games are worked on: one thread, as what games keep is the process's; bots think in processes beside it."""
from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from wc3d.engine.replay import action_data
from wc3d.host.hall import GameHall, asked
from wc3d.host.room import HostedGame
from wc3d.host.summons import CONTACT
from wc3d.players import bot_seed
from wc3d.view.interaction.play_session import choose
from wc3d.view.work.background import BackgroundProcess

T = TypeVar("T")

TICK = 0.01
"""Seconds between two looks at whether a bot has thought."""

LOG = logging.getLogger(__name__)


class GameDesk:
    """The hall, as it is asked from the loop."""

    def __init__(self, hall: GameHall, thinkers: int = 1) -> None:
        self.hall = hall
        self._thread = ThreadPoolExecutor(1, "games")
        self._thinkers: asyncio.Queue[BackgroundProcess] = asyncio.Queue()
        self._processes = [BackgroundProcess() for _ in range(thinkers)]
        self._playing: dict[str, asyncio.Task[None]] = {}
        for process in self._processes:
            self._thinkers.put_nowait(process)

    async def run(self, work: Callable[..., T], *arguments: Any, **more: Any) -> T:
        """What a piece of work on games comes to."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *arguments, **more))

    def wake(self, room: HostedGame) -> None:
        """Let the bots of a game go on, if one of them is asked and none is at it."""
        task = self._playing.get(room.id)
        if room.to_act in room.plan.bots and (task is None or task.done()):
            self._playing[room.id] = asyncio.create_task(self._play(room))

    async def wake_all(self) -> None:
        """Let bots go on in all games that wait for one, and read those in which a player is to be told."""
        told = await self.run(self.hall.store.with_kind, CONTACT)
        for row in await self.run(self.hall.store.games):
            if row.over is None and (row.plan["bots"] or row.id in told):
                try:
                    self.wake(await self.run(self.hall.room, row.id))
                except Exception:
                    LOG.exception("game %s cannot be gone on with", row.id)

    async def _play(self, room: HostedGame) -> None:
        while (player := room.to_act) in room.plan.bots and player is not None:
            version = room.version
            action = await self._thought(room, player)
            if isinstance(action, str):
                LOG.error("game %s: the bot of player %s cannot go on: %s", room.id, player, action)
                return
            message = {"t": "do", "id": f"bot-{version}-{room.number}", "at": version, "action": action_data(action)}
            said = await self.run(asked, room, player, message)
            if said["t"] not in ("done", "stale"):
                LOG.error("game %s: the bot of player %s asked for what is refused: %s", room.id, player, said)
                return

    async def _thought(self, room: HostedGame, player: int) -> Any:
        """What a bot chooses, who knows no more than its seat does; a text if it cannot choose."""
        thinker = await self._thinkers.get()
        try:
            view = await self.run(room.playing.view, player)
            changing, lasting = room.rules.for_sending(view.state)
            seat = player, room.plan.bots[player], bot_seed(room.id, player)
            thinker.ask("a bot", choose, *seat, changing, view.log, rules=room.rules, lasting=lasting)
            while True:
                await asyncio.sleep(TICK)
                report = thinker.poll()
                if report is not None and report.ended:
                    return report.failure or report.answer
        finally:
            self._thinkers.put_nowait(thinker)

    async def close(self) -> None:
        """Let everything go."""
        for task in self._playing.values():
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._playing.values(), return_exceptions=True)
        for process in self._processes:
            process.stop()
        self._thread.shutdown()
        self.hall.store.close()
