"""A client at the host's websocket: it shows its key, is told what its seat may know, and asks."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from wc3d.server.limits import Allowance, HostLimits, read_message
from wc3d.server.match.match import HostedGame, Listener, Message, Told
from wc3d.server.match.registry import asked
from wc3d.server.match.seat_feed import ALL_PARTS, PLAIN
from wc3d.server.match.seat_keys import JUDGE
from wc3d.server.match.table_talk import note_judge_gone, seat_judge
from wc3d.server.match.work_queue import GameDesk
from wc3d.server.pages.judge_page import JudgeScreen
from wc3d.server.pages.page_sessions import SCREEN, LookPage, Pages, ScreenPage, SeatPage
from wc3d.server.pages.seat_page import SeatScreen
from wc3d.server.pages.send_queue import TOO_SLOW, Outbox
from wc3d.server.pages.share_links import Looks
from wc3d.server.pages.shared_files import REPLAY

UNREADABLE, NO_KEY, TOO_MUCH, AWAY = 4400, 4401, 4429, 1001
"""Why the host closes a connection."""

GUESSED = 0.2
"""Seconds that a wrong key waits for its answer."""


class SocketSeat:
    """One client. `room` and `seat` are there once it is `known`: has shown a key, of which `on_known` hears."""

    def __init__(
        self, socket: WebSocket, desk: GameDesk, limits: HostLimits, on_known: Callable[[], object], pages: Pages, looks: Looks
    ) -> None:
        self.socket, self.desk, self.limits, self.on_known = socket, desk, limits, on_known
        self.on_asked: Callable[[], object] = lambda: None
        self.outbox = Outbox(limits)
        self.room: HostedGame | None = None
        self.seat = 0
        self.of = ""
        self.known = False
        self.pages, self.looks = pages, looks
        self.page: ScreenPage | None = None
        self.painting: asyncio.Task[None] | None = None

    async def serve(self) -> int:
        """Serve it until it leaves or must: why it was closed."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._send()), asyncio.create_task(self._overrun())]
        try:
            finished_tasks, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return next(iter(finished_tasks)).result()
        finally:
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)
            if self.painting is not None:
                self.painting.cancel()
            if self.page is not None:
                self.page.close()
            self._leave()
            self.desk.post(self.of, self._leave)  # again after a join that is still being worked on

    def _leave(self) -> None:
        if self.room is not None:
            self.room.leave(self)
            if self.seat == JUDGE:
                self.desk.post(self.of, note_judge_gone, self.room)

    async def _send(self) -> int:
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            while (text := await self.outbox.next()) is not None:
                async with asyncio.timeout(self.limits.send_within):  # wait_for may swallow that it is cancelled
                    await self.socket.send_text(text)
        return self.outbox.why

    async def _overrun(self) -> int:
        await self.outbox.full.wait()
        return self.outbox.why

    async def _read(self) -> int:
        try:
            if (close_code := await self._joined()) is not None:
                return close_code
            allowance = Allowance(self.limits.rate, self.limits.burst)
            while True:
                message = read_message(await self.socket.receive_text(), self.limits)
                if not allowance.take():
                    return TOO_MUCH
                if message is None:
                    return UNREADABLE
                await self._answer(message)
        except (WebSocketDisconnect, KeyError):  # KeyError: a message of bytes
            return AWAY

    async def _joined(self) -> int | None:
        """The first message names the game and shows the key: never in an address, which ends up in the logs of others.

        Why it was not let in; None if it was. Who says nothing for too long may come again: the host may have been busy.
        """
        try:
            async with asyncio.timeout(self.limits.join_within):
                text = await self.socket.receive_text()
        except TimeoutError:
            return TOO_SLOW
        self.on_asked()
        message = read_message(text, self.limits) or {}
        self.of = of = str(message.get("name" if "look" in message else "game"))[:60]
        join = self._look if "look" in message else self._join
        if message.get("t") != "join" or not await self.desk.run(of, join, message):
            await asyncio.sleep(GUESSED)
            return NO_KEY
        self.known = True
        if self.page is not None:
            self.painting = asyncio.create_task(self.page.paint())
        self.on_known()
        return None

    def _join(self, message: Message) -> bool:
        """Sit down, in the game's own turn."""
        room_and_seat = self.desk.hall.seat(message.get("game"), message.get("key"))
        if room_and_seat is None:
            return False
        self.room, self.seat = room_and_seat
        parts, since = wanted(message.get("parts")), message.get("since")
        judge, eyes = self.seat == JUDGE, eyes_of(self.seat, message.get("eyes"))
        if isinstance(message.get("parts"), list) and SCREEN in message["parts"]:
            kind = JudgeScreen if judge else SeatScreen
            self.page = SeatPage(self.desk, self.pages, self.room, eyes, self.outbox, kind)
        join = partial(seat_judge, self.room) if judge else self.room.join
        join(self, Listener(eyes, parts, self._tell, judge, self._end), since if type(since) is int else None)
        return True

    def _end(self) -> None:
        """Close the connection, from any thread: its key opens nothing any more."""
        self.outbox.loop.call_soon_threadsafe(self.outbox.close, NO_KEY)

    def _look(self, message: Message) -> bool:
        """Look at a board, a dispute or a finished game."""
        kind, name, key = (message.get(part) for part in ("look", "name", "key"))
        if not isinstance(kind, str) or not isinstance(name, str):
            return False
        make = self.looks.opened(kind, name, key)
        if make is None:
            return False
        self.page = LookPage(self.desk, name if kind == REPLAY else f"look {id(self)}", self.outbox, make)
        nobody = {"names": ["", ""], "bots": {}, "talk": [], "dice": {"how": "", "commitments": {}}}
        self.outbox.put({"t": "welcome", "look": kind, "title": name, "seat": 0, "begun": True, "n": 0, "v": 0, **nobody})
        self.page.changed()
        return True

    def _tell(self, message: Message) -> None:
        self.outbox.put(message)
        if self.page is not None:
            self.page.changed()

    async def _answer(self, message: dict[str, Any]) -> None:
        if message.get("t") == "join":
            return  # said twice: it has sat down already
        if self.page is not None and await self.page.hear(message):
            if self.room is not None:
                self.desk.wake(self.room)
            return
        if message.get("t") == "hello" or self.room is None:
            self.outbox.put({"t": "hello", "n": self.room.visible(self.seat) if self.room is not None else 0})
            return
        if (answer := await self.desk.run(self.room.id, self._asked, self.room, message)) is not None:
            self.outbox.put(answer)
            self.desk.wake(self.room)

    def _asked(self, room: HostedGame, message: Message) -> Told | None:
        """Return the answer to a request, None for a client whose key was revoked meanwhile."""
        return asked(room, self.seat, message) if self in room.listeners else None


def eyes_of(seat: int, player: Any = None) -> int:
    """The seat as which is seen: a judge looks with the eyes of the player they name, or of the first."""
    return (player if type(player) is int and player in (1, 2) else 1) if seat == JUDGE else seat


def wanted(parts: Any) -> frozenset[str]:
    """The parts that a client asks for; what it asks for and nobody knows is left out."""
    return frozenset(p for p in parts if isinstance(p, str)) & ALL_PARTS if isinstance(parts, list) else PLAIN
