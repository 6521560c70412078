"""The attackers: `python -m tests.fuzz.attackers TARGET`. They print what they did."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PAUSE_S = 0.02
"""Seconds between two tries of one attacker."""

FRIENDS_ADDRESS = "127.0.0.1"
"""Where the well-behaved come from too."""

MALFORMED = (
    b"GET /health HTTP/1.1\r\nhost: [\r\n\r\n",
    b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://[\r\n\r\n",
    b"GET /play HTTP/1.1\r\nhost: [\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n",
    b"GET /" + b"a" * 40_000,
    b"\r\n" * 5000,
)

BAD_MESSAGES = (
    "[",
    "null",
    "{}",
    "[" * 9000,
    '{"t": 1e999}',
    '"\\ud800"',
    '{"t": "join", "game": {}}',
    "x" * 16_000,
)

HEAD = b"GET /seat.js HTTP/1.1\r\nhost: 127.0.0.1\r\n"


class Attackers:
    """`did` counts what each kind of attacker did."""

    def __init__(
        self, port: int, games: list[tuple[str, dict[str, str]]], seconds: float, half_open: int
    ) -> None:
        self.port = port
        self.games = games
        self.half_open = half_open
        self.until = time.monotonic() + seconds
        self.did: Counter[str] = Counter()

    async def go_on(self) -> None:
        """Attack until the time is up."""
        tasks = [asyncio.create_task(self.hold_open(number)) for number in range(self.half_open)]
        kinds: list[tuple[Callable[[int], Awaitable[None]], int]] = [
            (self.drip_head, 20),
            (self.send_malformed, 2),
            (self.stay_silent, 40),
            (self.send_too_much, 2),
            (self.flood, 2),
            (self.send_bad_messages, 2),
            (self.guess_keys, 4),
            (self.ask_often, 2),
            (self.read_nothing, 10),
            (self.ping, 2),
        ]
        for work, count in kinds:
            tasks += [
                asyncio.create_task(self.again_and_again(work, number)) for number in range(count)
            ]
        await asyncio.sleep(self.until - time.monotonic())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def again_and_again(self, work: Callable[[int], Awaitable[None]], number: int) -> None:
        """Do the same thing again, whatever the host does about it."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                await work(number)
            self.did[work.__name__] += 1
            await asyncio.sleep(PAUSE_S)

    # Plain connections

    @asynccontextmanager
    async def plain(
        self, address: str
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection from an address."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address, 0)
        )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def hold_open(self, number: int) -> None:
        """Hold a request open that is never finished; when the host closes it, come again."""
        await asyncio.sleep(random.uniform(0, 2))
        while True:
            with suppress(OSError):
                async with self.plain(f"127.0.0.{2 + number % 10}") as (reader, writer):
                    writer.write(random.choice((b"", b"G", HEAD, HEAD + b"x: ")))
                    await reader.read()
            self.did["hold_open"] += 1
            await asyncio.sleep(random.uniform(0.5, 1.5))

    async def drip_head(self, number: int) -> None:
        """Send a head byte by byte."""
        async with self.plain(f"127.0.0.{20 + number % 3}") as (reader, writer):
            for byte in HEAD * 20:
                writer.write(bytes([byte]))
                await writer.drain()
                if reader.at_eof():
                    return
                await asyncio.sleep(0.2)

    async def send_malformed(self, number: int) -> None:
        """Send a request that is none."""
        address = FRIENDS_ADDRESS if number else "127.0.0.30"
        async with self.plain(address) as (reader, writer), asyncio.timeout(2):
            writer.write(random.choice(MALFORMED))
            await reader.read(100)

    async def ask_often(self, number: int) -> None:
        """Ask for pages on one connection as quickly as it answers."""
        async with self.plain(f"127.0.0.{40 + number}") as (reader, writer), asyncio.timeout(5):
            for _ in range(200):
                writer.write(HEAD + b"accept-encoding: gzip\r\n\r\n")
                if not await reader.read(100_000):
                    return

    async def read_nothing(self, number: int) -> None:
        """Ask for much and read nothing of it."""
        async with self.plain(f"127.0.0.{50 + number % 2}") as (reader, writer):
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            writer.write((HEAD + b"\r\n") * 20)
            await asyncio.sleep(5)

    # Websockets

    def websocket(self, address: str) -> connect:
        """A websocket from an address."""
        return connect(
            f"ws://127.0.0.1:{self.port}/play",
            local_addr=(address, 0),
            compression=None,
            ping_interval=None,
            open_timeout=5,
            close_timeout=0.1,
        )

    async def joined(self, there: ClientConnection, seat: str) -> None:
        """Join a game with a key."""
        id, keys = self.games[1]
        await there.send(json.dumps({"t": "join", "game": id, "key": keys[seat]}))
        await there.recv()

    async def stay_silent(self, number: int) -> None:
        """Open a websocket and show no key."""
        address = FRIENDS_ADDRESS if number % 2 else "127.0.0.60"
        async with self.websocket(address) as there:
            await there.wait_closed()

    async def send_too_much(self, number: int) -> None:
        """Send a message of many megabytes."""
        async with self.websocket("127.0.0.70") as there, asyncio.timeout(5):
            if number:
                await self.joined(there, "0")
            await there.send("x" * 10_000 for _ in range(1000))
            await there.wait_closed()

    async def flood(self, number: int) -> None:
        """Send messages as quickly as possible."""
        async with self.websocket(f"127.0.0.{80 + number}") as there, asyncio.timeout(5):
            await self.joined(there, "0")
            for _ in range(2000):
                await there.send(
                    random.choice(('{"t": "hello"}', '{"t": "log", "before": 9, "most": 9}'))
                )

    async def send_bad_messages(self, number: int) -> None:
        """Send what is no message."""
        async with self.websocket("127.0.0.90") as there, asyncio.timeout(5):
            if number:
                await self.joined(there, "0")
            await there.send(random.choice(BAD_MESSAGES))
            await there.wait_closed()

    async def guess_keys(self, number: int) -> None:
        """Guess the key of a game, or of the host."""
        address = FRIENDS_ADDRESS if number == 3 else f"127.0.0.{100 + number}"
        if number % 2:
            async with self.websocket(address) as there, asyncio.timeout(5):
                message = {"t": "join", "game": self.games[1][0], "key": secrets.token_urlsafe(16)}
                await there.send(json.dumps(message))
                await there.wait_closed()
        else:
            async with self.plain(address) as (reader, writer), asyncio.timeout(5):
                key = secrets.token_urlsafe(16).encode()
                writer.write(
                    b"GET /games HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer "
                    + key
                    + b"\r\n\r\n"
                )
                await reader.read(1000)

    async def ping(self, number: int) -> None:
        """Send pings as quickly as possible, and read no pongs."""
        async with self.websocket(f"127.0.0.{110 + number}") as there, asyncio.timeout(5):
            await self.joined(there, "0")
            for number in range(2000):
                await there.ping(str(number))


def main(target: str) -> None:
    """Attack a host, as JSON tells it."""
    told: dict[str, Any] = json.loads(target)
    attackers = Attackers(told["port"], told["games"], told["seconds"], told["half_open"])
    asyncio.run(attackers.go_on())
    print(", ".join(f"{name} {count}" for name, count in sorted(attackers.did.items())))


if __name__ == "__main__":
    main(*sys.argv[1:])
