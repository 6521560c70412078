"""A websocket client: it shows its key, receives what its seat may know, and sends requests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from wc3d.server.limits import ServerLimits, TokenBucket, parse_message
from wc3d.server.match.match import JsonObject, Listener, Match, Message
from wc3d.server.match.presence import PRESENCE_PART, announce_presence
from wc3d.server.match.registry import answer_safely
from wc3d.server.match.seat_feed import ALL_PARTS, DEFAULT_PARTS
from wc3d.server.match.seat_keys import JUDGE_SEAT
from wc3d.server.match.table_talk import admit_judge, announce_judge_gone
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.judge_page import JudgeSeatController
from wc3d.server.pages.page_sessions import (
    SCREEN_PART,
    PageResources,
    PageSession,
    SeatPageSession,
    SharedPageSession,
)
from wc3d.server.pages.seat_page import SeatController
from wc3d.server.pages.send_queue import CLOSE_TOO_SLOW, SendQueue
from wc3d.server.pages.shared_files import REPLAY
from wc3d.server.pages.shared_pages import SharedPages

KNOWN_PARTS = ALL_PARTS | {PRESENCE_PART}
"""The parts that a client may request."""

CLOSE_UNREADABLE, CLOSE_NO_KEY, CLOSE_TOO_MUCH, CLOSE_GOING_AWAY = 4400, 4401, 4429, 1001
"""The close codes of the host's websockets."""

WRONG_KEY_DELAY_S = 0.2
"""Seconds before the host answers a wrong key."""


class WebSocketClient:
    """A websocket client. It has a `match` and a `seat` after it has shown a key."""

    def __init__(
        self,
        socket: WebSocket,
        executor: MatchExecutor,
        limits: ServerLimits,
        on_known: Callable[[], object],
        pages: PageResources,
        looks: SharedPages,
    ) -> None:
        self.socket = socket
        self.executor = executor
        self.limits = limits
        self.on_key_shown = on_known
        self.on_request: Callable[[], object] = lambda: None
        self.send_queue = SendQueue(limits)
        self.match: Match | None = None
        self.seat = 0
        self.queue_name = ""
        self.has_shown_key = False
        self.page_resources = pages
        self.shared_pages = looks
        self.page_session: PageSession | None = None
        self.update_task: asyncio.Task[None] | None = None

    async def serve(self) -> int:
        """Serve the client until the connection ends. Return the close code."""
        tasks = [
            asyncio.create_task(self._read()),
            asyncio.create_task(self._send()),
            asyncio.create_task(self._wait_until_full()),
        ]
        try:
            finished_tasks, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return next(iter(finished_tasks)).result()
        finally:
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)
            if self.update_task is not None:
                self.update_task.cancel()
            if self.page_session is not None:
                self.page_session.close()
            self._leave()
            self.executor.submit(
                self.queue_name, self._leave
            )  # again, after a join that is in progress
            self.executor.submit(self.queue_name, self._announce_presence)

    def _announce_presence(self) -> None:
        if self.match is not None:
            announce_presence(self.match)

    def _leave(self) -> None:
        if self.match is not None:
            self.match.remove_listener(self)
            if self.seat == JUDGE_SEAT:
                self.executor.submit(self.queue_name, announce_judge_gone, self.match)

    async def _send(self) -> int:
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            while (text := await self.send_queue.next_message()) is not None:
                async with asyncio.timeout(
                    self.limits.send_timeout_s
                ):  # wait_for may swallow a cancellation
                    await self.socket.send_text(text)
        return self.send_queue.close_code

    async def _wait_until_full(self) -> int:
        await self.send_queue.is_full.wait()
        return self.send_queue.close_code

    async def _read(self) -> int:
        try:
            if (close_code := await self._authenticate()) is not None:
                return close_code
            allowance = TokenBucket(self.limits.messages_per_s, self.limits.message_burst)
            while True:
                message = parse_message(await self.socket.receive_text(), self.limits)
                if not allowance.try_take():
                    return CLOSE_TOO_MUCH
                if message is None:
                    return CLOSE_UNREADABLE
                await self._answer(message)
        except (WebSocketDisconnect, KeyError):  # KeyError: a binary message
            return CLOSE_GOING_AWAY

    async def _authenticate(self) -> int | None:
        """Read the first message with the game and the key. Return a close code on failure.

        A key in the URL would end up in other people's logs. A client that sends nothing in time
        may reconnect, as the host may have been busy.
        """
        try:
            async with asyncio.timeout(self.limits.join_timeout_s):
                text = await self.socket.receive_text()
        except TimeoutError:
            return CLOSE_TOO_SLOW
        self.on_request()
        message = parse_message(text, self.limits) or {}
        self.queue_name = of = str(message.get("name" if "look" in message else "game"))[:60]
        join = self._join_look if "look" in message else self._join
        if message.get("t") != "join" or not await self.executor.run_for(of, join, message):
            await asyncio.sleep(WRONG_KEY_DELAY_S)
            return CLOSE_NO_KEY
        self.has_shown_key = True
        if self.page_session is not None:
            self.update_task = asyncio.create_task(self.page_session.run_updates())
        self.on_key_shown()
        return None

    def _join(self, message: Message) -> bool:
        """Join a game at the seat of the key, in the game's queue. Return whether the key fits."""
        room_and_seat = self.executor.registry.find_seat(message.get("game"), message.get("key"))
        if room_and_seat is None:
            return False
        self.match, self.seat = room_and_seat
        parts = parse_parts(message.get("parts"))
        since = message.get("since")
        judge = self.seat == JUDGE_SEAT
        eyes = viewing_seat(self.seat, message.get("eyes"))
        if isinstance(message.get("parts"), list) and SCREEN_PART in message["parts"]:
            kind = JudgeSeatController if judge else SeatController
            self.page_session = SeatPageSession(
                self.executor, self.page_resources, self.match, eyes, self.send_queue, kind
            )
        join = partial(admit_judge, self.match) if judge else self.match.add_listener
        join(
            self,
            Listener(eyes, parts, self._tell, judge, self._end),
            since if type(since) is int else None,
        )
        announce_presence(self.match)
        return True

    def _end(self) -> None:
        """Close the connection of a revoked key, from any thread."""
        self.send_queue.loop.call_soon_threadsafe(self.send_queue.close, CLOSE_NO_KEY)

    def _join_look(self, message: Message) -> bool:
        """Open a shared board, dispute or finished game. Return whether the link is valid."""
        kind, name, key = (message.get(part) for part in ("look", "name", "key"))
        if not isinstance(kind, str) or not isinstance(name, str):
            return False
        make = self.shared_pages.find_page_factory(kind, name, key)
        if make is None:
            return False
        self.page_session = SharedPageSession(
            self.executor, name if kind == REPLAY else f"look {id(self)}", self.send_queue, make
        )
        nobody = {"names": ["", ""], "bots": {}, "talk": [], "dice": {"how": "", "commitments": {}}}
        self.send_queue.put(
            {
                "t": "welcome",
                "look": kind,
                "title": name,
                "seat": 0,
                "begun": True,
                "n": 0,
                "v": 0,
                **nobody,
            }
        )
        self.page_session.mark_dirty()
        return True

    def _tell(self, message: Message) -> None:
        self.send_queue.put(message)
        if self.page_session is not None:
            self.page_session.mark_dirty()

    async def _answer(self, message: dict[str, Any]) -> None:
        if message.get("t") == "join":
            return  # the client has already joined
        if self.page_session is not None and await self.page_session.handle_message(message):
            if self.match is not None:
                self.executor.wake_bots(self.match)
            return
        if message.get("t") == "hello" or self.match is None:
            self.send_queue.put(
                {
                    "t": "hello",
                    "n": self.match.visible_row_count(self.seat) if self.match is not None else 0,
                }
            )
            return
        if (
            answer := await self.executor.run_for(
                self.match.id, self._answer_request, self.match, message
            )
        ) is not None:
            self.send_queue.put(answer)
            self.executor.wake_bots(self.match)

    def _answer_request(self, match: Match, message: Message) -> JsonObject | None:
        """Return the answer to a request, None if the client's key was revoked in the meantime."""
        return answer_safely(match, self.seat, message) if self in match.listeners else None


def viewing_seat(seat: int, player: Any = None) -> int:
    """Return the seat whose view a client sees. A judge sees the view of `player`, 1 by default."""
    return (
        (player if type(player) is int and player in (1, 2) else 1) if seat == JUDGE_SEAT else seat
    )


def parse_parts(parts: Any) -> frozenset[str]:
    """Return the known parts among those that a client requests."""
    return (
        frozenset(p for p in parts if isinstance(p, str)) & KNOWN_PARTS
        if isinstance(parts, list)
        else DEFAULT_PARTS
    )
