"""The web application: a websocket for seats, a stream for programs, and the list of games."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
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
from wc3d.server.http.lobby import Lobby
from wc3d.server.http.look_routes import look_routes
from wc3d.server.http.page_responses import page_response
from wc3d.server.http.photo_routes import PhotoPage
from wc3d.server.http.websockets import (
    CLOSE_GOING_AWAY,
    CLOSE_NO_KEY,
    CLOSE_TOO_MUCH,
    CLOSE_UNREADABLE,
    WRONG_KEY_DELAY_S,
    WebSocketClient,
    parse_parts,
    viewing_seat,
)
from wc3d.server.limits import (
    RateLimiter,
    ServerLimits,
    host_name,
    is_own_host_header,
    is_same_origin,
    is_valid_origin,
)
from wc3d.server.match.match import Listener, Match
from wc3d.server.match.notifications import (
    Notifier,
    TurnNotification,
    due_notification,
    record_sent,
)
from wc3d.server.match.presence import announce_presence
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.seat_keys import JUDGE_SEAT
from wc3d.server.match.table_talk import admit_judge, announce_judge_gone
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.page_sessions import PageResources
from wc3d.server.pages.send_queue import CLOSE_TOO_SLOW, SendQueue
from wc3d.server.pages.shared_files import SHARED_KINDS, SharedFiles
from wc3d.server.pages.shared_pages import SharedPages
from wc3d.web.live_scene import games_page_files, read_sound_file, seat_page_files, shared_page_html
from wc3d.web.scripts import photo_page_files

CLEANUP_INTERVAL_S = 60
"""Seconds between two cleanups of idle games."""

CLEANUPS_PER_GC = 10
"""Cleanups between two full garbage collections. With 400 games, one stops the host for 0.2 s."""

NOTIFY_INTERVAL_S = 10.0
"""Seconds between two checks for players to notify."""

NOTIFY_THREADS = 8
"""The maximum number of notifications sent at the same time."""

CLOSE_TIMEOUT_S = 1.0
"""Seconds for sending a close frame to a client."""

RETRY_LATER_HEADERS = {"retry-after": "5", "connection": "close"}
"""Headers of the answer to a rate-limited client. A retry needs a new, also limited connection."""

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of every answer: browsers may load files from this host only, and never in a frame."""

Handler = Callable[[Request], Awaitable[Response]]
"""A function that answers a request."""


class HostServer:
    """The host's web application. Clients may address it by `names`, or by an IP address.

    `base` is the address that links begin with, "" if it is unknown.
    """

    def __init__(
        self,
        registry: MatchRegistry,
        names: Collection[str] = (),
        limits: ServerLimits | None = None,
        notifier: Notifier | None = None,
        shared_files: SharedFiles | None = None,
        base: str = "",
    ) -> None:
        self.notifier = notifier or Notifier()
        self.registry = registry
        self.limits = limits or ServerLimits()
        self.host_names = frozenset(name.lower() for name in names)
        self.rate_limiter = RateLimiter(self.limits)
        self.executor: MatchExecutor | None = None
        self.page_resources = PageResources()
        self.shared_pages = SharedPages(
            registry, shared_files or SharedFiles(), self.page_resources.worker_pool.make_worker
        )
        self.photo_page = PhotoPage(
            registry.host_key, self.page_resources.worker_pool.make_worker, base
        )
        self.lobby = Lobby(registry, self.shared_pages, base)
        self._outboxes: WeakSet[SendQueue] = WeakSet()
        self._senders = ThreadPoolExecutor(NOTIFY_THREADS, "word")

    def make_application(self) -> Starlette:
        """Return the ASGI application for uvicorn."""
        routes = [
            WebSocketRoute("/play", self.serve_websocket),
            Route("/games", self._for_host(self.serve_match_list)),
            Route("/games", self._for_host(self.begin_match), methods=["POST"]),
            Route("/lobby", self._for_host(self.serve_lobby)),
            Route("/choices", self._for_host(self.serve_choices)),
            Route("/games/{id}/stream", self.serve_stream),
            Route("/games/{id}/record", self.serve_record),
            *(Route(path, self.serve_page) for path in page_files()),
            *(Route(f"/{kind}/{{name}}", self.serve_shared_page) for kind in SHARED_KINDS),
            *guide_routes(),
            *look_routes(),
            Route("/photo/choices", self._for_photo_page(self.photo_page.serve_choices)),
            *(
                Route(path, self._for_photo_page(serve), methods=["POST"])
                for path, serve in (
                    ("/photo/solve", self.photo_page.serve_answers),
                    ("/photo/report", self.photo_page.serve_report),
                )
            ),
            Route("/heard/{name}.wav", self.serve_sound),
            Route("/health", self.serve_health),
        ]
        door = [
            Middleware(RateLimitMiddleware, rate_limiter=self.rate_limiter),
            Middleware(TrustedOriginMiddleware, names=self.host_names),
        ]
        return Starlette(routes=routes, lifespan=self._lifespan, middleware=door)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.executor = MatchExecutor(self.registry)
        tidying = [
            asyncio.create_task(self._tidy()),
            *([asyncio.create_task(self._notify_absent_players())] if self.notifier else []),
        ]
        await self.executor.wake_all_bots()
        try:
            yield
        finally:
            for task in tidying:
                task.cancel()
            self._senders.shutdown(wait=False, cancel_futures=True)
            await self.executor.close()

    async def _tidy(self) -> None:
        for number in itertools.count(1):
            for _ in range(CLEANUP_INTERVAL_S):
                await asyncio.sleep(1.0)
                timed = [
                    match
                    for match in self.registry.matches.values()
                    if match.spec.delay or match.spec.clock
                ]
                await self.running_executor.run_for_each(Match.check_clocks, timed)
            await self.running_executor.run_for_each(self.registry.unload_if_idle)
            if not number % CLEANUPS_PER_GC:
                gc.collect()

    async def _notify_absent_players(self) -> None:
        """Notify absent players of their turn, several at a time. Slow targets delay no others."""
        under_way: dict[tuple[str, int], asyncio.Task[None]] = {}
        try:
            while True:
                await asyncio.sleep(NOTIFY_INTERVAL_S)
                under_way = {player: task for player, task in under_way.items() if not task.done()}
                reachable = [
                    match
                    for match in self.registry.matches.values()
                    if match.has_contact and not match.is_over
                ]
                for summons in await self.running_executor.run_for_each(
                    due_notification, reachable
                ):
                    if (
                        summons is not None
                        and (player := (summons.match.id, summons.seat)) not in under_way
                    ):
                        under_way[player] = asyncio.create_task(self._send_summons(summons))
        finally:
            for task in under_way.values():
                task.cancel()

    async def _send_summons(self, summons: TurnNotification) -> None:
        loop = asyncio.get_running_loop()
        hindered = await loop.run_in_executor(self._senders, self.notifier.send, summons)
        await self.running_executor.run_for(summons.match.id, record_sent, summons, hindered)

    @property
    def running_executor(self) -> MatchExecutor:
        """The executor, which exists while the host runs."""
        assert self.executor is not None
        return self.executor

    def disconnect_all(self) -> None:
        """Close all connections because the host stops. Clients may reconnect."""
        for outbox in list(self._outboxes):
            outbox.close(CLOSE_GOING_AWAY)

    # Seats

    async def serve_websocket(self, socket: WebSocket) -> None:
        """Serve a client over a websocket."""
        visit = self.rate_limiter.admit(client_address(socket.scope))
        if visit is None:
            await socket.close(CLOSE_TOO_MUCH)
            return

        def has_shown_key() -> None:
            visit.stop_being_guest()
            keep_connection(socket.scope)

        client = WebSocketClient(
            socket,
            self.running_executor,
            self.limits,
            has_shown_key,
            self.page_resources,
            self.shared_pages,
        )
        client.on_request = visit.mark_active
        visit.close_connection = lambda: client.send_queue.close(CLOSE_TOO_SLOW)
        self._outboxes.add(client.send_queue)
        try:
            # the client has left
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await socket.accept()
                close_code = await client.serve()
                if close_code in CLOSE_REASONS:
                    LOG.warning(
                        "closed a websocket from %s: %s", visit.address, CLOSE_REASONS[close_code]
                    )
                async with asyncio.timeout(
                    CLOSE_TIMEOUT_S
                ):  # a client that does not read ignores this too
                    await socket.close(close_code)
        finally:
            visit.stop_counting()

    # Streams and records

    async def serve_stream(self, request: Request) -> Response:
        """Stream a game as JSON lines, as the seat of the bearer key knows it."""
        id = request.path_params["id"]
        outbox = SendQueue(self.limits)
        me = object()
        since = request.query_params.get("since", "")
        number = int(since) if since.isdecimal() and len(since) < 10 else None
        parts = parse_parts(request.query_params.get("parts", "events").split(","))
        match = await self.running_executor.run_for(
            id, self._join_stream, id, bearer_key(request), me, outbox, parts, number
        )
        if match is None:
            return await wrong_key_response(request, "no such game, or wrong key")
        request.scope[ON_KEY_SHOWN_KEY]()
        self._outboxes.add(outbox)
        return TimedStreamingResponse(
            self._stream_lines(outbox), self.limits.send_timeout_s, partial(self._leave, match, me)
        )

    def _join_stream(
        self,
        id: str,
        key: str,
        me: object,
        outbox: SendQueue,
        parts: frozenset[str],
        since: int | None,
    ) -> Match | None:
        """Subscribe a stream to the game of a key. Return the game, None if the key is wrong."""
        room_and_seat = self.registry.find_seat(id, key)
        if room_and_seat is None:
            return None
        match, seat = room_and_seat
        end = partial(outbox.loop.call_soon_threadsafe, outbox.close)
        listener = Listener(viewing_seat(seat), parts, outbox.put, seat == JUDGE_SEAT, end)
        join = partial(admit_judge, match) if seat == JUDGE_SEAT else match.add_listener
        join(me, listener, since)
        announce_presence(match)
        return match

    def _leave(self, match: Match, me: object) -> None:
        is_judge = match.listeners[me].is_judge if me in match.listeners else False
        match.remove_listener(me)
        if is_judge:
            self.running_executor.submit(match.id, announce_judge_gone, match)
        self.running_executor.submit(match.id, announce_presence, match)

    async def _stream_lines(self, outbox: SendQueue) -> AsyncIterator[str]:
        while (text := await outbox.next_message()) is not None:
            yield text + "\n"

    async def serve_record(self, request: Request) -> Response:
        """Serve a finished game as a saved game, with its dice secrets, to holders of a link."""
        id = request.path_params["id"]
        is_open, lines = await self.running_executor.run_for(
            id, self._read_record, id, bearer_key(request)
        )
        if not is_open:
            return await wrong_key_response(request, "no such game, or wrong key")
        if lines is None:
            return JSONResponse({"error": "the game is not over yet"}, 409)
        return Response(lines, media_type="application/x-ndjson")

    def _read_record(self, id: str, key: str) -> tuple[bool, str | None]:
        room_and_seat = self.registry.find_seat(id, key)
        return room_and_seat is not None, room_and_seat[
            0
        ].record_text() if room_and_seat is not None else None

    # Pages

    async def serve_page(self, request: Request) -> Response:
        """Serve a file of the seat or the host page. It holds no key; keys come after the #."""
        kind, text = page_files()[request.scope["path"]]
        return page_response(request, kind, text)

    async def serve_shared_page(self, request: Request) -> Response:
        """Serve the page for shared files. It is the same for all files; keys come after the #."""
        return page_response(
            request, "text/html", shared_page_html(HELP_TOPICS[request.scope["path"].split("/")[1]])
        )

    async def serve_sound(self, request: Request) -> Response:
        """Serve a sound file of the page."""
        data = read_sound_file(request.path_params["name"])
        return (
            Response(data, media_type="audio/wav")
            if data is not None
            else Response(status_code=404)
        )

    # For the host's owner

    def _for_host(self, serve: Handler) -> Handler:
        """Return a handler that answers holders of the host key alone."""

        async def serve_host(request: Request) -> Response:
            if not self.lobby.is_host_key(bearer_key(request)):
                return await wrong_key_response(request, "wrong host key")
            return await serve(request)

        return serve_host

    def _for_photo_page(self, serve: Handler) -> Handler:
        """Return a handler that answers holders of the photo page's key alone."""

        async def serve_photo(request: Request) -> Response:
            if not self.photo_page.is_key(bearer_key(request)):
                return await wrong_key_response(request, "wrong key")
            request.scope[ON_KEY_SHOWN_KEY]()
            return await serve(request)

        return serve_photo

    async def serve_match_list(self, request: Request) -> Response:
        """Serve the list of games to the holder of the host key."""
        return JSONResponse(await self.lobby.list_matches(self.running_executor, False))

    async def serve_lobby(self, request: Request) -> Response:
        """Serve the list of games with the links of free seats to the holder of the host key."""
        return JSONResponse(await self.lobby.list_matches(self.running_executor, True))

    async def serve_choices(self, request: Request) -> Response:
        """Serve the choices for a new game to the holder of the host key."""
        return JSONResponse(await self.lobby.list_choices(self.running_executor))

    async def begin_match(self, request: Request) -> Response:
        """Begin a game for the holder of the host key."""
        return await self.lobby.begin_match(self.running_executor, request)

    async def serve_health(self, request: Request) -> Response:
        """Report that the host is up."""
        return JSONResponse({"up": True})


def page_files() -> Mapping[str, tuple[str, str]]:
    """Return the media type and the text of every page file, by path."""
    return {**games_page_files(), **seat_page_files(), **photo_page_files()}


async def wrong_key_response(request: Request, text: str) -> Response:
    """Return the answer to a wrong key after `WRONG_KEY_DELAY_S`."""
    LOG.warning("refused %s: %s", client_address(request.scope), text)
    await asyncio.sleep(WRONG_KEY_DELAY_S)
    return JSONResponse({"error": text}, 401)


def bearer_key(request: Request) -> str:
    """Return the bearer key of a request, "" without a key."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


class TimedStreamingResponse(StreamingResponse):
    """A stream of JSON lines. A client that reads nothing for `patience` seconds is disconnected.

    The response calls `end` after its last line. The client may reconnect.
    """

    def __init__(
        self, lines: AsyncIterator[str], patience: float, end: Callable[[], object]
    ) -> None:
        super().__init__(lines, media_type="application/x-ndjson")
        self._patience = patience
        self._end = end

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


CLOSE_REASONS = {
    CLOSE_UNREADABLE: "unreadable message",
    CLOSE_NO_KEY: "wrong or revoked key",
    CLOSE_TOO_MUCH: "too many messages",
    CLOSE_TOO_SLOW: "the client reads too slowly, or sent no key in time",
}
"""The log text for each websocket close code."""

ON_KEY_SHOWN_KEY = "wc3d.known"
"""The scope entry with the function that a request calls after it has shown a key."""

CONNECTION_KEY = "wc3d.visit"
"""The state entry with the counted connection."""

LOG = logging.getLogger(__name__)


def client_address(scope: Scope) -> str:
    """Return the address under which a request is counted."""
    return address_group(scope["client"][0]) if scope.get("client") else "?"


def keep_connection(scope: Scope) -> None:
    """Protect the connection of a request that has shown a key from being closed for newcomers."""
    visit = scope.get("state", {}).get(CONNECTION_KEY)
    if visit is not None:
        visit.stop_being_guest()


class RateLimitMiddleware:
    """Limits the open requests and the request rate of each address. Adds the security headers."""

    def __init__(self, app: ASGIApp, rate_limiter: RateLimiter) -> None:
        self.app = app
        self.rate_limiter = rate_limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = client_address(scope)
        send = _add_headers(send)
        if not self.rate_limiter.allow_request(address):
            LOG.warning("refused %s: too many requests", address)
            await _refuse_busy(scope, receive, send)
            return
        if scope["type"] == "websocket":  # `serve_websocket` counts open sockets
            await self.app(scope, receive, send)
            return
        visit = self.rate_limiter.admit(address)
        if visit is None:
            await _refuse_busy(scope, receive, send)
            return
        try:
            await self.app({**scope, ON_KEY_SHOWN_KEY: visit.stop_being_guest}, receive, send)
        finally:
            visit.stop_counting()


class TrustedOriginMiddleware:
    """Rejects requests with a foreign Host or Origin header."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app = app
        self.host_names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        host = headers.get("host", "")
        origin = headers.get("origin")
        if host_name(host) is None or (origin is not None and not is_valid_origin(origin)):
            status = 400
            text = "malformed Host or Origin header"
        elif is_own_host_header(host, self.host_names) and is_same_origin(origin, host):
            await self.app(scope, receive, send)
            return
        else:
            status = 403
            text = "unknown host name; the host must allow it with --name"
        LOG.warning("refused %s: %s", client_address(scope), text)
        await _refuse(scope, receive, send, status, CLOSE_NO_KEY, text)


async def _refuse_busy(scope: Scope, receive: Receive, send: Send) -> None:
    """Reject a request of an address that sends too many."""
    text = "too many requests; try again in 5 seconds"
    await _refuse(scope, receive, send, 429, CLOSE_TOO_MUCH, text, RETRY_LATER_HEADERS)


async def _refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    code: int,
    text: str,
    headers: dict[str, str] | None = None,
) -> None:
    """Reject a request, or a websocket before it is accepted, with a status (403 as a fallback)."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get(
        "extensions", {}
    ):
        await send({"type": "websocket.close", "code": code})
        return
    response = JSONResponse({"error": text}, status, headers)
    if scope["type"] == "websocket":
        body = bytes(response.body)
        own = (b"content-", b"connection")  # uvicorn adds these headers itself
        plain = [pair for pair in response.raw_headers if not pair[0].startswith(own)]
        await send({"type": "websocket.http.response.start", "status": status, "headers": plain})
        await send({"type": "websocket.http.response.body", "body": body})
    else:
        await response(scope, receive, send)


def _add_headers(send: Send) -> Send:
    """Return a `send` function that adds the security headers to every response."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own: list[Any] = [
                (name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()
            ]
            names = {name.lower() for name, _ in message.get("headers", ())}
            message = {
                **message,
                "headers": [
                    *message.get("headers", ()),
                    *(pair for pair in own if pair[0] not in names),
                ],
            }
        await send(message)

    return sending
