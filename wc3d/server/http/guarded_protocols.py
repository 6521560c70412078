"""HTTP and websocket protocols for uvicorn, with deadlines and limits for each connection."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wc3d.server.connection_limits import CountedConnection
from wc3d.server.http.app import CONNECTION_KEY
from wc3d.server.limits import ServerLimits, TokenBucket

LIMITS_KEY = "wc3d.limits"
"""The state entry with the host's limits."""


BAD_REQUEST_RESPONSE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
"""The answer to an unreadable websocket handshake."""


class LimitedHttpProtocol(H11Protocol):
    """HTTP/1.1. The head of each request must be complete within `head_timeout_s` seconds.

    The deadline starts with the connection, and again after each response. It therefore also ends
    idle connections and bodies that no handler reads.
    """

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        self.counted_connection: CountedConnection = parts["app_state"][CONNECTION_KEY]
        self.head_timeout_s = parts["app_state"][LIMITS_KEY].head_timeout_s
        self._head_deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        self.counted_connection.stop_counting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering:
            self._stop_deadline()
            self.counted_connection.stop_being_guest()

    def on_response_complete(self) -> None:
        self.counted_connection.become_guest()
        self._await_head()
        super().on_response_complete()
        if self._is_answering:
            self._stop_deadline()
            self.counted_connection.stop_being_guest()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_deadline()
        self.counted_connection.mark_active()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None:
            self.cycle.disconnected = True  # the application's answer would follow this one
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # a response is in progress
            self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_head(self) -> None:
        self._stop_deadline()
        self._head_deadline = self.loop.call_later(self.head_timeout_s, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._head_deadline is not None:
            self._head_deadline.cancel()
            self._head_deadline = None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket that also limits pings, pongs and continued frames."""

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        limits: ServerLimits = parts["app_state"][LIMITS_KEY]
        self.counted_connection: CountedConnection = parts["app_state"][CONNECTION_KEY]
        self._allowance = TokenBucket(limits.messages_per_s, limits.message_burst)

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted_connection.stop_counting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # the head is complete but unreadable
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(BAD_REQUEST_RESPONSE)
            self.transport.close()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # otherwise uvicorn logs a missing answer

    def handle_ping(self) -> None:
        if self._check_rate():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._check_rate():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._check_rate():
            super().handle_cont(event)

    def _check_rate(self) -> bool:
        if self._allowance.try_take():
            return True
        self.transport.abort()
        return False
