"""The queue of messages to a client. A slow reader is disconnected and can resume later."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from wc3d.server.limits import ServerLimits, format_message

CLOSE_TOO_SLOW = 4408
"""The close code for a client that does not read or sends no key in time."""


class SendQueue:
    """A message queue. `put` is thread-safe; all other methods belong to the event loop.

    `is_full` is set if too many messages wait or the queue is closed, `is_empty` if none waits.
    """

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
        """Append a message."""
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
        """Drop all messages. `code` is the close code for the connection."""
        self.close_code = code
        self.is_full.set()
        self._waiting.clear()
        self._there.set()

    async def next_message(self) -> str | None:
        """Return the next message, None if the queue is full or closed."""
        while not self._waiting:
            self.is_empty.set()
            if self.is_full.is_set():
                return None
            self._there.clear()
            await self._there.wait()
        text = self._waiting.popleft()
        self._size -= len(text)
        return text
