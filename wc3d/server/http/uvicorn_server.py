"""The uvicorn server of a host.

It accepts connections itself, to apply limits before it reads anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import os
import socket
import time
from collections.abc import Sequence
from typing import Any, Protocol

import uvicorn
from starlette.applications import Starlette

from wc3d._internal.gc_tuning import freeze_gc
from wc3d.server.connection_limits import ConnectionLimiter, CountedConnection
from wc3d.server.http.app import CONNECTION_KEY
from wc3d.server.http.bounded_log import LOGGING_CONFIG
from wc3d.server.http.guarded_protocols import (
    LIMITS_KEY,
    LimitedHttpProtocol,
    LimitedWebSocketProtocol,
)
from wc3d.server.limits import ServerLimits

UVICORN_SETTINGS: dict[str, Any] = {
    "log_level": "warning",
    "log_config": LOGGING_CONFIG,
    "access_log": False,
    "server_header": False,
    "date_header": False,
    "http": "h11",
    "ws": LimitedWebSocketProtocol,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    "timeout_graceful_shutdown": 3,
}

RESERVED_DESCRIPTORS = 40
"""File descriptors reserved for files, processes and webhooks."""

MIN_CONNECTIONS = 8
"""Connections that the host accepts even if file descriptors are scarce."""

OUT_OF_RESOURCES_ERRNOS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

MAX_READ_BYTES = 4_096
"""Bytes to read at once. asyncio's 256 KiB hold 10,000 pings, which take 0.08 s."""

GC_THRESHOLDS = (5_000, 5, 1_000_000)
"""Thresholds for `gc.set_threshold`. Each collection stops all threads for some milliseconds.

The last number disables automatic full collections.
"""

ACCEPT_RETRY_S = 0.05
"""Seconds before the host accepts connections again after the system ran out of resources."""

SWEEP_INTERVAL_S = 1.0
"""Seconds between two checks for stalled connections."""

SERVER_FULL_RESPONSE = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"retry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)
"""The answer to a rejected connection."""

LOG = logging.getLogger(__name__)


class Service(Protocol):
    """A web application with limits for its clients: the host of games, or the judge."""

    limits: ServerLimits

    def make_application(self) -> Starlette:
        """Return the ASGI application."""

    def disconnect_all(self) -> None:
        """End all connections and calculations."""


class UvicornServer(uvicorn.Server):
    """A uvicorn server for a service. `more` overrides uvicorn settings."""

    def __init__(self, host: Service, **more: Any) -> None:
        self.host = host
        config = uvicorn.Config(
            host.make_application(),
            ws_max_size=host.limits.max_message_chars,
            **{**UVICORN_SETTINGS, **more},
        )
        super().__init__(config)
        self._proxies = TrustedProxies(config.forwarded_allow_ips)
        self._tasks: list[asyncio.Task[None]] = []
        self._transports: dict[CountedConnection, StalledWriterMonitor] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then accept connections."""
        for listener in sockets or []:
            listener.setblocking(False)
            listener.listen(self.config.backlog)
        await super().startup(sockets=[])
        limits = self.host.limits
        self.connection_limiter = ConnectionLimiter(
            max_connections(limits.max_sockets),
            limits.max_sockets_per_address,
            limits.max_sockets_per_address,
        )
        self._tasks = [
            asyncio.create_task(self._accept_all(listener)) for listener in sockets or []
        ]
        self._tasks.append(asyncio.create_task(self._abort_stalled()))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        for task in self._tasks:
            task.cancel()
        self.host.disconnect_all()
        await super().shutdown(sockets)

    async def _accept_all(self, listener: socket.socket) -> None:
        """Accept one connection per loop iteration, so that open connections are read too."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listener)
            except OSError as error:
                if error.errno in OUT_OF_RESOURCES_ERRNOS:
                    LOG.warning("cannot accept connections: %s", error.strerror)
                    self.connection_limiter.close_oldest_guest()
                await asyncio.sleep(ACCEPT_RETRY_S)
                continue
            with contextlib.suppress(OSError):
                await self._admit(connection, str(peer[0]) if isinstance(peer, tuple) else "")
            await asyncio.sleep(0)

    async def _admit(self, connection: socket.socket, address: str) -> None:
        """Serve a connection, or reject it. Raises OSError if the client is gone."""
        visit = self.connection_limiter.admit(address, is_proxy=address in self._proxies)
        if visit is None:
            with connection:
                connection.send(SERVER_FULL_RESPONSE)
            return
        state = {**self.lifespan.state, CONNECTION_KEY: visit, LIMITS_KEY: self.host.limits}
        protocol = LimitedHttpProtocol(
            config=self.config, server_state=self.server_state, app_state=state
        )
        try:
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: protocol, connection
            )
        except BaseException:
            visit.stop_counting()
            connection.close()
            raise
        transport.max_size = MAX_READ_BYTES  # type: ignore[attr-defined]
        visit.close_connection = transport.abort
        self._transports[visit] = StalledWriterMonitor(transport)

    async def _abort_stalled(self) -> None:
        """Abort connections whose clients have stopped reading."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            for visit in [
                visit
                for visit in self._transports
                if visit not in self.connection_limiter.connections
            ]:
                if self._transports[visit].is_gone:
                    del self._transports[visit]
            for visit, writer in self._transports.items():
                if writer.stalled_for() > self.host.limits.send_timeout_s:
                    LOG.warning("closed a connection from %s that stopped reading", visit.address)
                    writer.transport.abort()


class StalledWriterMonitor:
    """Measures the time for which a client has read none of its pending data."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self._size = 0
        self._since = time.monotonic()

    def stalled_for(self) -> float:
        """Return the seconds since the client last read, 0 without pending data."""
        size = self.transport.get_write_buffer_size()
        if not size or size < self._size:
            self._since = time.monotonic()
        self._size = size
        return time.monotonic() - self._since

    @property
    def is_gone(self) -> bool:
        """Return whether the connection is closed and has no pending data."""
        return self.transport.is_closing() and not self.transport.get_write_buffer_size()


class TrustedProxies:
    """The proxies whose forwarded addresses uvicorn trusts. Each one serves many clients."""

    def __init__(self, trusted: Sequence[str] | str | None) -> None:
        names = trusted.split(",") if isinstance(trusted, str) else list(trusted or ())
        self._has_all = "*" in [name.strip() for name in names]
        self._networks = []
        for name in names:
            with contextlib.suppress(ValueError):
                self._networks.append(ipaddress.ip_network(name.strip()))

    def __contains__(self, address: str) -> bool:
        """Return whether an address belongs to a trusted proxy."""
        if self._has_all:
            return True
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)


def limit_garbage_collector() -> None:
    """Restrict automatic garbage collection to young objects. The host collects the rest itself.

    A full collection visits every game in memory. With 400 games, it stopped all threads for 0.2 s
    several times a minute while clients connected and left.
    """
    freeze_gc()
    gc.set_threshold(*GC_THRESHOLDS)


def raise_descriptor_limit() -> None:
    """Raise the process's file descriptor limit for all connections, as far as possible."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        available, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
        target = ServerLimits().max_sockets + 2 * RESERVED_DESCRIPTORS
        if available != resource.RLIM_INFINITY and available < target:
            allowed = target if maximum == resource.RLIM_INFINITY else min(target, maximum)
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, maximum))


def max_connections(target: int) -> int:
    """Return `target`, or the number of connections for which descriptors are available."""
    try:
        import resource

        available, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        open_count = len(os.listdir("/dev/fd"))
    except (ImportError, OSError):  # Windows has no such limit
        return target
    if available == resource.RLIM_INFINITY:
        return target
    return max(MIN_CONNECTIONS, min(target, available - open_count - RESERVED_DESCRIPTORS))
