"""What waits to be read by one client. Whoever reads too slowly is cut off, so that nobody else waits; they can resume."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from wc3d.server.limits import ServerLimits, format_message

CLOSE_TOO_SLOW = 4408
"""Why the host closes the connection of a client that does not read, or does not say who it is."""


class SendQueue:
    """Messages on their way to a client. `put` may be called from any thread, all else in the loop. `full`: too many wait, or it
    is closed. `drained`: none does."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.loop = asyncio.get_running_loop()
        self._waiting: deque[str] = deque()
        self._size = 0
        self._there = asyncio.Event()
        self.is_empty = asyncio.Event()
        self.is_full = asyncio.Event()
        self.close_code = CLOSE_TOO_SLOW

    def put(self, message: Any) -> None:
        """A message to be sent; the order stays."""
        self.loop.call_soon_threadsafe(self._enqueue, format_message(message))

    def _enqueue(self, text: str) -> None:
        if self.is_full.is_set():
            return
        self._waiting.append(text)
        self._size += len(text)
        if (
            len(self._waiting) > self.limits.max_queued_messages
            or self._size > self.limits.max_queued_bytes
        ):
            self.close()
        self._there.set()
        self.is_empty.clear()

    def close(self, code: int = CLOSE_TOO_SLOW) -> None:
        """Nothing more is sent; `code` the connection is to be closed."""
        self.close_code = code
        self.is_full.set()
        self._waiting.clear()
        self._there.set()

    async def next_message(self) -> str | None:
        """The next message; None if too many have waited, or it is closed."""
        while not self._waiting:
            self.is_empty.set()
            if self.is_full.is_set():
                return None
            self._there.clear()
            await self._there.wait()
        text = self._waiting.popleft()
        self._size -= len(text)
        return text
