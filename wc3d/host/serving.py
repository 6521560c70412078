"""The server that a host runs in: when it is stopped, it first lets everyone go who is there, so that nobody must be cut off."""
from __future__ import annotations

import socket
from typing import Any

import uvicorn

from wc3d.host.server import HostServer

SETTINGS: dict[str, Any] = {
    "log_level": "warning", "access_log": False, "server_header": False, "date_header": False, "ws": "websockets-sansio",
    "ws_ping_interval": 20.0, "ws_ping_timeout": 20.0, "timeout_graceful_shutdown": 3,
}  # fmt: skip


class ServingHost(uvicorn.Server):
    """uvicorn with a host in it. `more` changes its settings."""

    def __init__(self, host: HostServer, **more: Any) -> None:
        self.host = host
        super().__init__(uvicorn.Config(host.application(), ws_max_size=host.limits.longest, **{**SETTINGS, **more}))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        self.host.let_go()
        await super().shutdown(sockets)
