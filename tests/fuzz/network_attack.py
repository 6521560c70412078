"""A network attack on a host of one's own, while players go on and newcomers join.

Everything stays on this machine: the host, the attackers and the players are processes on loopback
addresses. The host may open few descriptors. The exit code is 1 if a goal is missed: how soon
others are answered, how large the log becomes, and whether the host stays up.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.sync.connection import Connection

ROOT = Path(__file__).parents[2]

SLOWEST_ANSWER_S = 0.1
"""The goal for 95 in 100 answers to others."""

LARGEST_LOG = 1_000_000
"""The goal for the bytes of the log of a minute."""

MOST_FAILED = 0.01
"""The goal for the share of others that are not answered at all."""

STEP_S = 0.05
"""Seconds between two requests of a player or newcomer."""

GAMES = 400
"""Games that players may play through while they are measured."""


@dataclass
class Measured:
    """What others saw: seconds until each answer, and how many got none."""

    answers: dict[str, list[float]] = field(
        default_factory=lambda: {"health": [], "joins": [], "moves": []}
    )
    failed: dict[str, int] = field(default_factory=lambda: {"health": 0, "joins": 0, "moves": 0})
    faults: dict[str, str] = field(default_factory=dict)

    def slow(self, what: str) -> float:
        """The time within which 95 in 100 answers came; infinite if too few came."""
        answers = self.answers[what]
        return statistics.quantiles(answers, n=20)[18] if len(answers) > 4 else float("inf")

    def words(self, what: str) -> str:
        """How soon answers came, in words."""
        answers = self.answers[what]
        median = statistics.median(answers) * 1000 if answers else float("inf")
        times = f"median {median:.1f} ms, p95 {self.slow(what) * 1000:.1f} ms"
        return f"{len(answers)} answers, {times}, {self.failed[what]} failed"

    def share_failed(self, what: str) -> float:
        """The share of requests that were not answered."""
        failed = self.failed[what]
        return failed / max(1, failed + len(self.answers[what]))


class Others:
    """Players and newcomers who behave. They come from 127.0.0.1."""

    def __init__(self, port: int, games: Sequence[tuple[str, dict[str, str]]]) -> None:
        self.port = port
        self.games = games
        self.seen = Measured()
        self.stop = threading.Event()
        self.threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self.ask_health, self.come, self.play)
        ]

    def timed(self, what: str, work: Any) -> None:
        """Do something, and note how long it took or that it failed."""
        begun = time.monotonic()
        try:
            work()
        except (
            OSError,
            WebSocketException,
            HTTPException,
            TimeoutError,
            AssertionError,
            ValueError,
        ) as fault:
            self.seen.failed[what] += 1
            self.seen.faults[what] = f"{type(fault).__name__}: {fault}"[:200]
        else:
            self.seen.answers[what].append(time.monotonic() - begun)

    def ask_health(self) -> None:
        """Ask again and again whether the host is up, each time on a new connection."""
        while not self.stop.wait(STEP_S):
            self.timed("health", self._health)

    def _health(self) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/health")
            assert connection.getresponse().status == 200
        finally:
            connection.close()

    def come(self) -> None:
        """Come to a game and leave, again and again."""
        id, keys = self.games[0]
        while not self.stop.wait(4 * STEP_S):
            self.timed("joins", lambda: self.joined(id, keys["0"]).close())

    def joined(self, id: str, key: str) -> Connection:
        """Join a game."""
        there = connect(
            f"ws://127.0.0.1:{self.port}/play", compression=None, open_timeout=10, close_timeout=0.1
        ).__enter__()
        there.send(json.dumps({"t": "join", "game": id, "key": key}))
        assert json.loads(there.recv(10))["t"] == "welcome"
        return there

    def play(self) -> None:
        """Play one game after the other, both seats, an action at a time."""
        for id, keys in self.games[2:]:
            if self.stop.is_set():
                return
            try:
                self._play(id, keys)
            except (OSError, WebSocketException, TimeoutError) as fault:
                self.seen.failed["moves"] += 1
                self.seen.faults["moves"] = f"{type(fault).__name__}: {fault}"[:200]
                time.sleep(0.5)

    def _play(self, id: str, keys: dict[str, str]) -> None:
        seats = {seat: self.joined(id, keys[str(seat)]) for seat in (1, 2)}
        told: dict[int, dict[str, Any]] = {}
        for there in seats.values():
            there.send(json.dumps({"t": "commit", "id": "dice", "leave": True}))
        while not self.stop.wait(STEP_S):
            for seat, there in seats.items():
                told[seat] = newest_standing(there, told.get(seat))
            if "ending" in told[1]:
                break
            mover = told[1]["to_act"]
            actions = [
                listed["action"] for offer in told[mover]["offers"] for listed in offer["actions"]
            ]
            action = random.choice(
                [action for action in actions if action["type"] != "concede"] or actions
            )
            version = told[mover]["v"]
            message = {"t": "do", "id": str(version), "at": version, "action": action}
            work = partial(do_and_hear, seats[mover], seats[3 - mover], message, told, mover)
            self.timed("moves", work)
        for there in seats.values():
            there.close()


def newest_standing(there: Connection, known: dict[str, Any] | None) -> dict[str, Any]:
    """Read until it is told where the game stands, if that is not known."""
    while known is None or "to_act" not in known:
        known = json.loads(there.recv(10))
    return known


def do_and_hear(
    mover: Connection,
    other: Connection,
    message: dict[str, Any],
    told: dict[int, dict[str, Any]],
    seat: int,
) -> None:
    """Do an action, and wait until both seats are told what it did."""
    mover.send(json.dumps(message))
    for number, there in ((seat, mover), (3 - seat, other)):
        while True:
            heard = json.loads(there.recv(10))
            assert heard["t"] not in ("refused", "failed", "bad", "stale"), heard
            if heard["t"] == "step" and heard["v"] > message["at"]:
                told[number] = heard
                break


# Processes


def child(*words: str, **more: Any) -> subprocess.Popen[str]:
    """Start a process in its own session: the system shares its cores fairly among sessions."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", *words], env=env, cwd=ROOT, text=True, start_new_session=True, **more
    )


def ended(process: subprocess.Popen[str], seconds: float = 20.0) -> int:
    """End a process; its exit code."""
    process.send_signal(signal.SIGTERM)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


class Watcher(threading.Thread):
    """Notes the most descriptors and memory that a process uses, and its processor time."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.descriptors = self.megabytes = self.worked = 0.0

    def run(self) -> None:
        """Look four times a second."""
        folder = Path(f"/proc/{self.process}")
        with suppress(OSError):
            while True:
                pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
                self.megabytes = max(self.megabytes, pages * os.sysconf("SC_PAGE_SIZE") / 2**20)
                ticks = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
                self.worked = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
                self.descriptors = max(self.descriptors, len(list((folder / "fd").iterdir())))
                time.sleep(0.25)


def attack(seconds: float, descriptors: int, half_open: int) -> int:
    """Begin a host, let everyone come, and print what was seen. Return 1 if a goal was missed."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w", encoding="utf-8") as stderr:
            words = ["tests.fuzz.attacked_host", folder, str(descriptors), str(GAMES)]
            host = child(*words, stdout=subprocess.PIPE, stderr=stderr)
        assert host.stdout is not None
        line = host.stdout.readline()
        if not line:
            print(log.read_text(encoding="utf-8"))
            raise SystemExit("the host has not begun")
        begun = json.loads(line)
        watcher = Watcher(host.pid)
        others = Others(begun["port"], begun["games"])
        watcher.start()
        for thread in others.threads:
            thread.start()
        time.sleep(min(10.0, seconds / 4))
        before = others.seen
        others.seen = Measured()
        worked = watcher.worked
        target = json.dumps(
            {**begun, "games": begun["games"][:2], "seconds": seconds, "half_open": half_open}
        )
        attackers = child("tests.fuzz.attackers", target, stdout=subprocess.PIPE)
        said, _ = attackers.communicate(timeout=seconds + 60)
        others.stop.set()
        for thread in others.threads:
            thread.join(15)
        is_up = host.poll() is None
        words_sent = (
            Path(folder, "word").read_text(encoding="utf-8").split()
            if Path(folder, "word").exists()
            else []
        )
        ended(host)
        for what in before.answers:
            print(f"{what} before the attack: {before.words(what)}")
        if before.slow("health") > SLOWEST_ANSWER_S:
            print("this machine is too busy to tell: others waited before the attack, too")
        print(f"host: {100 * (watcher.worked - worked) / seconds:.0f} % of a core in the attack")
        return report(others.seen, watcher, log, said, is_up, words_sent, descriptors, seconds)


def report(
    seen: Measured,
    watcher: Watcher,
    log: Path,
    said: str,
    is_up: bool,
    words_sent: list[str],
    descriptors: int,
    seconds: float,
) -> int:
    """Print what was seen. Return 1 if a goal was missed."""
    lines = log.read_text(encoding="utf-8", errors="replace")
    print(f"attackers: {said.strip()}")
    goals = {
        "the host is up": is_up,
        "a quick player is told though others drip": "quick" in words_sent,
    }
    for what in seen.answers:
        slow = seen.slow(what)
        print(f"{what}: {seen.words(what)}")
        if what in seen.faults:
            print(f"  {seen.faults[what]}")
        goals[f"{what} within {SLOWEST_ANSWER_S * 1000:.0f} ms"] = slow < SLOWEST_ANSWER_S
        goals[f"{what} answered"] = seen.share_failed(what) <= MOST_FAILED
    size = log.stat().st_size
    tracebacks = lines.count("Traceback")
    print(f"log: {size} bytes, {lines.count(chr(10))} lines, {tracebacks} tracebacks")
    print(
        f"host: at most {watcher.descriptors:.0f} of {descriptors} descriptors, "
        f"{watcher.megabytes:.0f} MB; {seconds:g} s"
    )
    goals["the log is small"] = size < LARGEST_LOG
    goals["no traceback"] = not tracebacks
    missed = [goal for goal, is_met in goals.items() if not is_met]
    print("every goal is met" if not missed else f"missed: {'; '.join(missed)}")
    return bool(missed)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser("host_attack.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=60.0,
        help="how long (%(default)s, at most 600)",
    )
    parser.add_argument(
        "--descriptors",
        metavar="N",
        type=int,
        default=128,
        help="that the host may open (%(default)s)",
    )
    parser.add_argument(
        "--half-open",
        metavar="N",
        type=int,
        default=300,
        help="unfinished requests at once (%(default)s)",
    )
    wanted = parser.parse_args(words)
    return attack(min(600.0, wanted.seconds), wanted.descriptors, min(1000, wanted.half_open))
