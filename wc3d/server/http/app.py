"""The host on the network: a websocket for seats, a stream for those who only read, and the list of games."""
from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from weakref import WeakSet

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from wc3d.server.connection_limits import address_group
from wc3d.server.http.guide_pages import HELP_TOPICS, guide_routes
from wc3d.server.http.responses import page_response
from wc3d.server.http.websockets import (
    AWAY,
    GUESSED,
    NO_KEY,
    TOO_MUCH,
    UNREADABLE,
    SocketSeat,
    eyes_of,
    wanted,
)
from wc3d.server.limits import (
    Doorkeeper,
    HostLimits,
    host_name,
    is_origin,
    may_be_asked,
    same_origin,
)
from wc3d.server.match.match import HostedGame, Listener
from wc3d.server.match.notifications import Summoner, Summons, due, note_sent
from wc3d.server.match.registry import GameHall
from wc3d.server.match.seat_keys import JUDGE, fits, key_hash
from wc3d.server.match.table_talk import note_judge_gone, seat_judge
from wc3d.server.match.work_queue import GameDesk
from wc3d.server.pages.page_sessions import Pages
from wc3d.server.pages.send_queue import TOO_SLOW, Outbox
from wc3d.server.pages.share_links import Looks
from wc3d.server.pages.shared_files import LOOKS, Shelf
from wc3d.web.games_page import games_page
from wc3d.web.live_stage import look_page, seat_page, sound_file

TIDY_EVERY = 60
"""Seconds between two rounds through the games that nobody uses."""

COLLECT_EVERY = 10
"""Rounds between two full garbage collections. With 400 games in memory, each one stops the host for 0.2 s."""

SUMMON_EVERY = 10.0
"""Seconds between two looks at whom to send word to."""

SENDERS = 8
"""Players to whom word is sent at once."""

CLOSED_WITHIN = 1.0
"""Seconds for telling a client that its connection is closed."""

RETRY_LATER = {"retry-after": "5", "connection": "close"}
"""The headers of the answer to a client that asks too much. To ask again it needs a new connection, which is limited too."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""What every answer says to browsers: nothing but what comes from here, and nobody may frame it."""


class HostServer:
    """The application. `names` are those by which it may be asked, beside addresses in numbers."""

    def __init__(
        self, hall: GameHall, names: Collection[str] = (), limits: HostLimits | None = None, summoner: Summoner | None = None,
        shelf: Shelf | None = None,
    ) -> None:  # fmt: skip
        self.summoner = summoner or Summoner()
        self.hall, self.limits = hall, limits or HostLimits()
        self.names = frozenset(name.lower() for name in names)
        self.doorkeeper = Doorkeeper(self.limits)
        self.desk: GameDesk | None = None
        self.pages = Pages()
        self.looks = Looks(hall, shelf or Shelf(), self.pages.pool.worker)
        self._outboxes: WeakSet[Outbox] = WeakSet()
        self._senders = ThreadPoolExecutor(SENDERS, "word")

    def application(self) -> Starlette:
        """What uvicorn serves."""
        routes = [
            WebSocketRoute("/play", self.play),
            Route("/games", self.games),
            Route("/games/{id}/stream", self.stream),
            Route("/games/{id}/record", self.record),
            *(Route(path, self.page) for path in pages()),
            *(Route(f"/{kind}/{{name}}", self.look_page) for kind in LOOKS),
            *guide_routes(),
            Route("/heard/{name}.wav", self.sound),
            Route("/health", self.health),
        ]
        door = [Middleware(CountedRequests, doorkeeper=self.doorkeeper), Middleware(OwnPagesOnly, names=self.names)]
        return Starlette(routes=routes, lifespan=self._life, middleware=door)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self.desk = GameDesk(self.hall)
        tidying = [asyncio.create_task(self._tidy()), *([asyncio.create_task(self._summon())] if self.summoner else [])]
        await self.desk.wake_all()
        try:
            yield
        finally:
            for task in tidying:
                task.cancel()
            self._senders.shutdown(wait=False, cancel_futures=True)
            await self.desk.close()

    async def _tidy(self) -> None:
        for number in itertools.count(1):
            for _ in range(TIDY_EVERY):
                await asyncio.sleep(1.0)
                timed = [room for room in self.hall.rooms.values() if room.plan.delay or room.plan.clock]
                await self.at_desk.each(HostedGame.look_at_clocks, timed)
            await self.at_desk.each(self.hall.tidy)
            if not number % COLLECT_EVERY:
                gc.collect()

    async def _summon(self) -> None:
        """Send word to players who are awaited and away: to a few at once, so that a slow target holds up no other."""
        under_way: dict[tuple[str, int], asyncio.Task[None]] = {}
        try:
            while True:
                await asyncio.sleep(SUMMON_EVERY)
                under_way = {player: task for player, task in under_way.items() if not task.done()}
                reachable = [room for room in self.hall.rooms.values() if room.has_contact and not room.over]
                for summons in await self.at_desk.each(due, reachable):
                    if summons is not None and (player := (summons.room.id, summons.seat)) not in under_way:
                        under_way[player] = asyncio.create_task(self._send_word(summons))
        finally:
            for task in under_way.values():
                task.cancel()

    async def _send_word(self, summons: Summons) -> None:
        loop = asyncio.get_running_loop()
        hindered = await loop.run_in_executor(self._senders, self.summoner.send, summons)
        await self.at_desk.run(summons.room.id, note_sent, summons, hindered)

    @property
    def at_desk(self) -> GameDesk:
        """The desk, which is there while the host runs."""
        assert self.desk is not None
        return self.desk

    def let_go(self) -> None:
        """The host is being stopped: everyone is told so, and may come again."""
        for outbox in list(self._outboxes):
            outbox.close(AWAY)

    # Seats

    async def play(self, socket: WebSocket) -> None:
        """Serve a client at the websocket."""
        visit = self.doorkeeper.enter(address_of(socket.scope))
        if visit is None:
            await socket.close(TOO_MUCH)
            return

        def has_shown_key() -> None:
            visit.hold()
            hold_connection(socket.scope)

        client = SocketSeat(socket, self.at_desk, self.limits, has_shown_key, self.pages, self.looks)
        client.on_asked = visit.advance
        visit.dismiss = lambda: client.outbox.close(TOO_SLOW)
        self._outboxes.add(client.outbox)
        try:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # it has left
                await socket.accept()
                close_code = await client.serve()
                if close_code in REFUSALS:
                    LOG.warning("closed a websocket from %s: %s", visit.address, REFUSALS[close_code])
                async with asyncio.timeout(CLOSED_WITHIN):  # who does not read does not hear that either
                    await socket.close(close_code)
        finally:
            visit.leave()

    # Reading

    async def stream(self, request: Request) -> Response:
        """Serve a game as JSON lines, as a seat knows it, to a program that only reads. The key comes in a header."""
        id, outbox, me = request.path_params["id"], Outbox(self.limits), object()
        since = request.query_params.get("since", "")
        number = int(since) if since.isdecimal() and len(since) < 10 else None
        parts = wanted(request.query_params.get("parts", "events").split(","))
        room = await self.at_desk.run(id, self._join_stream, id, bearer(request), me, outbox, parts, number)
        if room is None:
            return await wrong_key(request, "no such game, or wrong key")
        request.scope[KNOWN]()
        self._outboxes.add(outbox)
        return PatientStream(self._lines(outbox), self.limits.send_within, partial(self._leave, room, me))

    def _join_stream(
        self, id: str, key: str, me: object, outbox: Outbox, parts: frozenset[str], since: int | None
    ) -> HostedGame | None:
        """Let a stream listen to the game that a key opens. Return the game, None if the key opens nothing."""
        room_and_seat = self.hall.seat(id, key)
        if room_and_seat is None:
            return None
        room, seat = room_and_seat
        end = partial(outbox.loop.call_soon_threadsafe, outbox.close)
        listener = Listener(eyes_of(seat), parts, outbox.put, seat == JUDGE, end)
        join = partial(seat_judge, room) if seat == JUDGE else room.join
        join(me, listener, since)
        return room

    def _leave(self, room: HostedGame, me: object) -> None:
        is_judge = room.listeners[me].judge if me in room.listeners else False
        room.leave(me)
        if is_judge:
            self.at_desk.post(room.id, note_judge_gone, room)

    async def _lines(self, outbox: Outbox) -> AsyncIterator[str]:
        while (text := await outbox.next()) is not None:
            yield text + "\n"

    async def record(self, request: Request) -> Response:
        """Serve a game that is over as a saved game, with the secrets of its dice, to anyone who has a link."""
        id = request.path_params["id"]
        is_open, lines = await self.at_desk.run(id, self._record, id, bearer(request))
        if not is_open:
            return await wrong_key(request, "no such game, or wrong key")
        if lines is None:
            return JSONResponse({"error": "the game is not over yet"}, 409)
        return Response(lines, media_type="application/x-ndjson")

    def _record(self, id: str, key: str) -> tuple[bool, str | None]:
        room_and_seat = self.hall.seat(id, key)
        return room_and_seat is not None, room_and_seat[0].record() if room_and_seat is not None else None

    # The page

    async def page(self, request: Request) -> Response:
        """A file of the page for seats, or of that for the host's games: the same for everyone, as keys come behind the #."""
        kind, text = pages()[request.scope["path"]]
        return page_response(request, kind, text)

    async def look_page(self, request: Request) -> Response:
        """The page on which something is looked at: the same for everything, as keys come behind the #."""
        return page_response(request, "text/html", look_page(HELP_TOPICS[request.scope["path"].split("/")[1]]))

    async def sound(self, request: Request) -> Response:
        """A sound of the page."""
        data = sound_file(request.path_params["name"])
        return Response(data, media_type="audio/wav") if data is not None else Response(status_code=404)

    # The host's own

    async def games(self, request: Request) -> Response:
        """The games there are, for whoever has the host's key."""
        if not fits(bearer(request), key_hash(self.hall.host_key)):
            return await wrong_key(request, "wrong host key")
        games = await self.at_desk.run("", self.hall.listed)
        for game in games:
            if game["over"] is not None:
                game["replay"] = self.looks.replay_link(game["game"])
        return JSONResponse({"games": games, "looks": self.looks.listed()})

    async def health(self, request: Request) -> Response:
        """Is the host up?"""
        return JSONResponse({"up": True})


def pages() -> Mapping[str, tuple[str, str]]:
    """The files of all pages by their paths: the kind and the text of each."""
    return {**games_page(), **seat_page()}


async def wrong_key(request: Request, text: str) -> Response:
    """Return the answer to a wrong key, which waits for a moment."""
    LOG.warning("refused %s: %s", address_of(request.scope), text)
    await asyncio.sleep(GUESSED)
    return JSONResponse({"error": text}, 401)


def bearer(request: Request) -> str:
    """The key that a request shows."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


class PatientStream(StreamingResponse):
    """JSON lines for somebody who reads them; who takes none for so many seconds is cut off, and can come back.

    `end` is called when nothing more is sent.
    """

    def __init__(self, lines: AsyncIterator[str], patience: float, end: Callable[[], object]) -> None:
        super().__init__(lines, media_type="application/x-ndjson")
        self._patience, self._end = patience, end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()

    async def stream_response(self, send: Send) -> None:
        async def within(message: Message) -> None:
            async with asyncio.timeout(self._patience):
                await send(message)

        with contextlib.suppress(TimeoutError):
            await super().stream_response(within)


REFUSALS = {
    UNREADABLE: "unreadable message",
    NO_KEY: "wrong or revoked key",
    TOO_MUCH: "too many messages",
    TOO_SLOW: "the client reads too slowly, or sent no key in time",
}
"""Why a websocket is closed, as the log says it."""

KNOWN = "wc3d.known"
"""What a request calls when it has shown a key."""

VISIT = "wc3d.visit"
"""The part of a connection's state that holds its visit."""

LOG = logging.getLogger(__name__)


def address_of(scope: Scope) -> str:
    """Return the address under which a request is counted."""
    return address_group(scope["client"][0]) if scope.get("client") else "?"


def hold_connection(scope: Scope) -> None:
    """Keep the connection of a request that has shown a key, whoever else comes."""
    visit = scope.get("state", {}).get(VISIT)
    if visit is not None:
        visit.hold()


class CountedRequests:
    """Counts requests: how many of an address at once, and how many a second. It adds the host's headers to all answers."""

    def __init__(self, app: ASGIApp, doorkeeper: Doorkeeper) -> None:
        self.app, self.doorkeeper = app, doorkeeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = address_of(scope)
        send = _with_headers(send)
        if not self.doorkeeper.may_ask(address):
            LOG.warning("refused %s: too many requests", address)
            await _refuse(scope, receive, send, 429, TOO_MUCH, "too many requests: try again in 5 seconds", RETRY_LATER)
            return
        if scope["type"] == "websocket":  # `play` counts those that are open
            await self.app(scope, receive, send)
            return
        visit = self.doorkeeper.enter(address)
        if visit is None:
            await _refuse(scope, receive, send, 429, TOO_MUCH, "too many requests: try again in 5 seconds", RETRY_LATER)
            return
        try:
            await self.app({**scope, KNOWN: visit.hold}, receive, send)
        finally:
            visit.leave()


class OwnPagesOnly:
    """Lets in only who asks for the host by a name of its own, and no page of others."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        if host_name(host) is None or (origin is not None and not is_origin(origin)):
            status, text = 400, "malformed Host or Origin header"
        elif may_be_asked(host, self.names) and same_origin(origin, host):
            await self.app(scope, receive, send)
            return
        else:
            status, text = 403, "unknown host name: the host must allow it with --name"
        LOG.warning("refused %s: %s", address_of(scope), text)
        await _refuse(scope, receive, send, status, NO_KEY, text)


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, code: int, text: str, headers: dict[str, str] | None = None
) -> None:
    """Refuse a request with a status, or a websocket before it is accepted, which says 403 or the status where it can."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": code})
        return
    response = JSONResponse({"error": text}, status, headers)
    if scope["type"] == "websocket":
        body = bytes(response.body)
        own = (b"content-", b"connection")  # uvicorn adds these itself
        plain = [pair for pair in response.raw_headers if not pair[0].startswith(own)]
        await send({"type": "websocket.http.response.start", "status": status, "headers": plain})
        await send({"type": "websocket.http.response.body", "body": body})
    else:
        await response(scope, receive, send)


def _with_headers(send: Send) -> Send:
    """The same, but every answer has the host's headers."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own: list[Any] = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            names = {name.lower() for name, _ in message.get("headers", ())}
            message = {**message, "headers": [*message.get("headers", ()), *(pair for pair in own if pair[0] not in names)]}
        await send(message)

    return sending
