"""How a host bears up: many games at once, many who only listen, and some who keep asking for what takes long.

Everything stays on this machine and ends by itself. A game's two seats are programs that know no rules and do anything that is
offered, at a steady pace; times are from a request to the other seat's hearing of what it did. The host is the command itself, in
a process of its own; its processor time and memory are what the system says of it and of all processes it has begun.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

from tests.conformance.games import case_of
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.store import MatchStore

HOST = "from tests.conformance import games; from wc3d.cli.main import main; main()"
"""The command, with the made-up game."""

MOST_GAMES, MOST_IDLE, LONGEST = 1000, 5000, 600
"""What nobody loads their machine with beyond, the last in seconds."""

ADDRESSES = 200
"""Clients come from 127.0.0.1 to 127.0.0.200: a host lets so many in from one address alone."""

SETTLED = 3.0
"""Seconds in which nothing is counted after everyone has come."""


@dataclass
class Load:
    """What was seen. `heard` are seconds from a request to the other seat's hearing of it."""

    heard: list[float] = field(default_factory=list)
    asked: dict[tuple[str, int], float] = field(default_factory=dict)
    refused: int = 0
    over: int = 0
    looked: int = 0
    proposed: int = 0
    answered: list[float] = field(default_factory=list)
    counting: bool = False


def below(process: int) -> list[int]:
    """A process and all that it has begun."""
    found = [process]
    for one in found:
        with_children = Path(f"/proc/{one}/task/{one}/children")
        found += [int(child) for child in with_children.read_text(encoding="ascii").split()]
    return found


def memory(process: int) -> float:
    """Megabytes in use."""
    return (
        sum(
            int(Path(f"/proc/{p}/statm").read_text(encoding="ascii").split()[1])
            for p in below(process)
        )
        * 4096
        / 2**20
    )


def worked(process: int) -> float:
    """Seconds of processor time."""
    ticks = 0
    for one in below(process):
        parts = Path(f"/proc/{one}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Loaders:
    """The clients. `base` is where the host is."""

    def __init__(self, base: str, every: float) -> None:
        self.base = base
        self.every = every
        self.load = Load()
        self.count = 0
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, game: str, key: str, *parts: str) -> ClientConnection:
        """Somebody comes to a game."""
        self.count += 1
        address = f"127.0.0.{1 + self.count % ADDRESSES}"
        socket = await connect(
            self.base.replace("http", "ws", 1) + "/play",
            local_addr=(address, 0),
            max_size=50_000_000,
            compression=None,
            open_timeout=60,
            ping_interval=None,
        )
        await socket.send(
            json.dumps(
                {"t": "join", "game": game, "key": key, **({"parts": parts} if parts else {})}
            )
        )
        return socket

    async def play(self, game: str, key: str, seat: int) -> None:
        """Take part: leave the dice to the host, and do something offered at one's own pace."""
        socket = await self.come(game, key)
        rng = random.Random(f"{game}/{seat}")
        due = time.monotonic() + rng.uniform(0, self.every)
        async for text in socket:
            came = time.monotonic()
            told = json.loads(text)
            if told["t"] == "welcome" and not told["begun"]:
                await socket.send(json.dumps({"t": "commit", "id": f"dice {seat}", "leave": True}))
            if (
                told["t"] == "step"
                and told["by"] != seat
                and (sent := self.load.asked.pop((game, told["v"]), None))
            ):
                self.load.heard += [came - sent] if self.load.counting else []
            self.load.refused += told["t"] in ("refused", "failed", "bad", "stale")
            if "ending" in told:
                self.load.over += 1
                return
            actions = [
                listed["action"] for offer in told.get("offers", ()) for listed in offer["actions"]
            ]
            actions = [action for action in actions if action["type"] != "concede"] or actions
            if actions:
                await asyncio.sleep(due - time.monotonic())
                due = max(due, time.monotonic() - self.every) + self.every
                message = {
                    "t": "do",
                    "id": f"{told['v']}",
                    "at": told["v"],
                    "action": rng.choice(actions),
                }
                self.load.asked[game, told["v"] + 1] = time.monotonic()
                await socket.send(json.dumps(message))

    async def listen(self, game: str, key: str) -> None:
        """Only be there."""
        async for _ in await self.come(game, key):
            pass

    async def look(self, game: str, key: str, models: Sequence[str]) -> None:
        """A page with a finger on it: ask again and again what this or that model sees, as soon as the last is answered."""
        socket = await self.come(game, key, "screen")
        rng = random.Random(game)
        number = 0
        asked: float | None = None
        async for text in socket:
            told = json.loads(text)
            if told["t"] in ("screen", "marks", "sight"):
                if asked is not None:
                    self.load.looked += 1
                    self.load.answered += [time.monotonic() - asked] if self.load.counting else []
                number = number + 1
                asked = time.monotonic()
                start = [rng.uniform(0, 30), rng.uniform(0, 30), 40.0]
                await socket.send(
                    json.dumps(
                        {
                            "t": "ray",
                            "from": start,
                            "way": [0.0, 0.0, -1.0],
                            "click": number % 5 == 0,
                        }
                    )
                )
                await asyncio.sleep(0.06)

    async def propose(self, game: str, key: str) -> None:
        """Keep proposing other boards before a game: each takes long to make, and holds up that game alone."""
        socket = await self.come(game, key)
        number = 0
        boards = list[str]()
        async for text in socket:
            told = json.loads(text)
            if told["t"] in ("welcome", "done", "refused"):
                boards = boards or [id for id, _ in told["terms"]["form"]["boards"] if id]
                number += 1
                self.load.proposed += self.load.counting
                await socket.send(
                    json.dumps(
                        {"t": "propose", "id": f"{number}", "board": boards[number % len(boards)]}
                    )
                )
                await asyncio.sleep(0.06)


def quantiles(seconds: Sequence[float]) -> str:
    """Median, nine in ten, 99 in a hundred and longest, in milliseconds."""
    if len(seconds) < 2:
        return "none"
    cuts = statistics.quantiles(seconds, n=100)
    named = (("median", cuts[49]), ("p90", cuts[89]), ("p99", cuts[98]), ("longest", max(seconds)))
    return ", ".join(f"{name} {value * 1000:.1f}" for name, value in named) + " ms"


HeldGame = tuple[str, dict[int, str]]
"""A game in a host's file: its id, and the key of each seat."""


def prepared(
    folder: Path, case: str, games: int, proposing: int
) -> tuple[list[HeldGame], list[HeldGame]]:
    """Games in a host's file: those that are played, and those of which other boards are proposed."""
    registry = MatchRegistry(MatchStore(folder / "games.db"))
    made = [registry.create_match(case_of(case).new(seed)) for seed in range(games)]
    open_games = [
        registry.create_match(case_of("warmachine").new(seed), agreeing=True)
        for seed in range(proposing)
    ]
    registry.store.close()
    return made, open_games


def begun_host(folder: Path, options: Sequence[str]) -> tuple[subprocess.Popen[str], str]:
    """The host in a process of its own, and where it is."""
    words = ["host", "--games", "games.db", "--port", "0", *options]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        [sys.executable, "-c", HOST, *words], cwd=folder, env=env, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "/list#" in line:
            base = line.rpartition(" ")[2].partition("/list#")[0]
            for _ in range(300):
                with contextlib.suppress(OSError), urlopen(f"{base}/health") as answer:
                    answer.read()
                    return process, base
                time.sleep(0.1)
    raise SystemExit("the host has ended")


async def loaded(
    made: Sequence[HeldGame],
    proposing: Sequence[HeldGame],
    base: str,
    host: int,
    wanted: argparse.Namespace,
) -> None:
    """Let them come, play, and tell what was seen."""
    loaders = Loaders(base, wanted.every)
    load = loaders.load
    begin = asyncio.create_task
    empty = memory(host)
    for i, (game, keys) in enumerate(made):
        loaders.tasks += [begin(loaders.play(game, keys[seat], seat)) for seat in (1, 2)]
        if i % 10 == 9:
            await asyncio.sleep(0.3)
    await asyncio.sleep(2 * SETTLED)
    playing = memory(host)
    more = (playing - empty) / len(made)
    print(
        f"memory: {empty:.0f} MB before, {more:.2f} MB more for each of {len(made)} games",
        flush=True,
    )
    for i in range(wanted.idle):
        game, keys = made[i % len(made)]
        loaders.tasks.append(begin(loaders.listen(game, keys[0])))
        if i % 10 == 9:
            await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLED)
    if wanted.idle:
        more = (memory(host) - playing) / wanted.idle * 1024
        print(f"memory: {more:.0f} kB more for each of {wanted.idle} who listen", flush=True)
    loaders.tasks += [
        begin(loaders.look(game, keys[1], ())) for game, keys in made[: wanted.beside]
    ]
    for game, keys in proposing:
        loaders.tasks += [begin(loaders.propose(game, keys[1]))]
    await asyncio.sleep(SETTLED)
    load.counting = True
    work = worked(host)
    began = time.monotonic()
    own = time.process_time()
    done = load.over
    await asyncio.sleep(wanted.seconds)
    spent = worked(host) - work
    seconds = time.monotonic() - began
    for task in loaders.tasks:
        task.cancel()
    gone = await asyncio.gather(*loaders.tasks, return_exceptions=True)
    faults = [fault for fault in gone if isinstance(fault, Exception)]
    print(
        f"until the other seat hears: {quantiles(load.heard)}, of {len(load.heard)} actions in {seconds:.0f} s"
    )
    each = spent / max(1, len(load.heard)) * 1000
    print(f"the host's processor time: {each:.1f} ms an action, {spent / seconds:.0%} of a core")
    print(
        f"the clients' own: {(time.process_time() - own) / seconds:.0%} of a core; load {os.getloadavg()[0]:.1f}"
    )
    if wanted.beside:
        print(
            f"{load.looked} looks of {wanted.beside} pages, each answered in: {quantiles(load.answered)}"
        )
    if wanted.proposing:
        print(f"{load.proposed} boards proposed in {wanted.proposing} games")
    print(
        f"{load.refused} refused, {load.over - done} games came to their end, {len(faults)} clients failed {faults[:1] or ''}"
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser("host_load.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--games", metavar="N", type=int, default=200, help="games at once (%(default)s)"
    )
    parser.add_argument(
        "--every",
        metavar="S",
        type=float,
        default=5.0,
        help="seconds between two actions (%(default)s)",
    )
    parser.add_argument(
        "--idle", metavar="N", type=int, default=1000, help="those who only listen (%(default)s)"
    )
    parser.add_argument(
        "--beside",
        metavar="N",
        type=int,
        default=0,
        help="pages that keep pointing and clicking (%(default)s)",
    )
    proposing_help = (
        "games of which other boards are proposed all the time, which takes long (%(default)s)"
    )
    parser.add_argument("--proposing", metavar="N", type=int, default=0, help=proposing_help)
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=60.0, help="seconds counted (%(default)s)"
    )
    parser.add_argument(
        "--case", default="neo_mechanika", help="the game that is played (%(default)s)"
    )
    parser.add_argument(
        "--option",
        metavar="WORD",
        action="append",
        default=[],
        help="more for the host's command line",
    )
    wanted = parser.parse_args(words)
    if not (
        0 < wanted.games <= MOST_GAMES
        and 0 <= wanted.idle <= MOST_IDLE
        and 0 < wanted.seconds <= LONGEST
    ):
        parser.error(
            f"expected up to {MOST_GAMES} games, {MOST_IDLE} who listen, {LONGEST} seconds"
        )
    with tempfile.TemporaryDirectory() as folder:
        made, proposing = prepared(Path(folder), wanted.case, wanted.games, wanted.proposing)
        host, base = begun_host(Path(folder), wanted.option)
        try:
            asyncio.run(loaded(made, proposing, base, host.pid, wanted))
        finally:
            host.terminate()
            host.wait(30)
    return 0
