"""Feeds spoilt files and command lines of every kind to the program: each is taken, or refused in one line, quickly.

    python -m tests.fuzz.inputs --minutes 60 --seed 1

Each input is made from a valid one and read by a process of its own: there may be no traceback, nothing over 5 seconds without
a sign of how far it is, nothing over 500 MB (solids of meshes have more), nothing written but what was named, and no
character of a file's text that commands a terminal.

`--only 1234` reads one input again, says all about it, and leaves it in the working folder.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tests.fuzz.input_kinds import Kind, kinds, made_input
from tests.fuzz.input_worker import Result, Runner, serve

HANGS = 120.0
"""Seconds of the processor after which a process that does not answer is ended."""

BLOCKED = 120.0
"""Seconds without any time of the processor after which a process waits for something. A busy machine gives it some."""

LONGEST = 1800.0
"""Seconds after which a process is ended, whatever it does: it may wait and look again without end."""

ROUND = 400
"""Inputs after which a process is replaced by a fresh one."""


@dataclass
class Tally:
    """What became of the inputs."""

    ended: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: dict[str, list[int]] = field(default_factory=dict)
    results: dict[int, Result] = field(default_factory=dict)

    def note(self, number: int, result: Result) -> None:
        """Count one; keep the first of each fault."""
        self.ended[result.kind, result.ended if not result.fault else "FAULT"] += 1
        if result.fault:
            numbers = self.faults.setdefault(f"{result.kind}: {result.fault}", [])
            numbers.append(number)
            if len(numbers) == 1:
                self.results[number] = result
                said = f"input {number}: {result.words}: {result.fault}"
                print(
                    said.encode("utf-8", "backslashreplace").decode(), flush=True
                )  # words may hold what no text does

    def lines(self) -> list[str]:
        """Counts by kind, and every fault with its numbers."""
        names = sorted({kind for kind, _ in self.ended})
        lines = [
            f"{name:10} {sum(n for (k, _), n in self.ended.items() if k == name):8,}: "
            + ", ".join(f"{n:,} {how}" for (k, how), n in sorted(self.ended.items()) if k == name)
            for name in names
        ]
        lines.append(
            f"{'all':10} {self.ended.total():8,}: {sum(map(len, self.faults.values())):,} faults of {len(self.faults)} sorts"
        )
        return lines + [
            f"{len(numbers):6} times (input {numbers[0]}): {fault}"
            for fault, numbers in sorted(self.faults.items())
        ]


class Worker:
    """A process that reads inputs, and what it is at."""

    def __init__(self, found: tuple[Kind, ...], seed: str, folder: Path) -> None:
        context = multiprocessing.get_context("fork")
        self.line, far = context.Pipe()
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        self.process: Any = context.Process(
            target=serve, args=(found, seed, folder, far), daemon=True
        )
        self.process.start()
        self.number = -1
        self.left = ROUND
        self.since = 0.0
        self.cpu = 0.0
        self.last_cpu = 0.0
        self.idle_since = 0.0

    def ask(self, number: int) -> None:
        """Have it read another."""
        self.number, self.since, self.cpu = number, time.monotonic(), self._cpu()
        self.last_cpu = self.cpu
        self.idle_since = self.since
        self.left -= 1
        self.line.send(number)

    def _cpu(self) -> float:
        """Seconds of the processor it has had."""
        try:
            fields = (
                Path(f"/proc/{self.process.pid}/stat")
                .read_text(encoding="ascii")
                .rpartition(")")[2]
                .split()
            )
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def trouble(self) -> str:
        """Why it must be ended; empty if it need not."""
        if not self.process.is_alive():
            return f"the process died (exit {self.process.exitcode})"
        cpu = self._cpu()
        now = time.monotonic()
        if cpu - self.cpu > HANGS:
            return f"hangs: over {HANGS:g} s"
        if cpu > self.last_cpu:
            self.last_cpu = cpu
            self.idle_since = now
        is_blocked = now - self.idle_since > BLOCKED or now - self.since > LONGEST
        return "waits for something without end" if is_blocked else ""

    def end(self) -> None:
        """Stop it."""
        self.process.kill()
        self.process.join()
        shutil.rmtree(self.folder, ignore_errors=True)


def play(
    seed: str, first: int, most: int, minutes: float, jobs: int, only: str = "", keep: bool = False
) -> Tally:
    """Read inputs, from a number on, until there are enough or the time is over; `keep` leaves the first one here."""
    tally = Tally()
    ends = time.monotonic() + minutes * 60
    with tempfile.TemporaryDirectory(prefix="wc3d-fuzz-") as name:
        folder = Path(name)
        with contextlib.redirect_stdout(io.StringIO()):
            found = tuple(kind for kind in kinds(folder) if only in ("", kind.name))
        if keep:
            kept = made_input(found, seed, first)
            Path(f"input-{first}-{kept.name}").write_bytes(kept.data)
        _warm(found, folder)
        workers = [Worker(found, seed, folder / f"w{i}") for i in range(jobs)]
        asked = first
        try:
            while True:
                for i, worker in enumerate(workers):
                    if worker.number < 0 and asked < first + most and time.monotonic() < ends:
                        if worker.left <= 0:
                            worker.end()
                            workers[i] = worker = Worker(found, seed, folder / f"w{i}")
                        worker.ask(asked)
                        asked += 1
                busy: dict[Any, tuple[int, Worker]] = {
                    w.line: (i, w) for i, w in enumerate(workers) if w.number >= 0
                }
                if not busy:
                    return tally
                ready = wait(list(busy), timeout=1.0)
                for line, (i, worker) in busy.items():
                    result = _answer(line, line in ready, worker, found, seed)
                    if result is None:
                        continue
                    tally.note(worker.number, result)
                    worker.number = -1
                    if (
                        "the process" in result.fault
                        or "hangs" in result.fault
                        or "waits" in result.fault
                    ):
                        worker.end()
                        workers[i] = Worker(found, seed, folder / f"w{i}")
        finally:
            for worker in workers:
                worker.end()


def _answer(
    line: Connection, ready: bool, worker: Worker, found: tuple[Kind, ...], seed: str
) -> Result | None:
    """What a process answered, or why it will not; None while it works."""
    if ready:
        try:
            result: Result = line.recv()
            return result
        except EOFError:
            worker.process.join()
    trouble = worker.trouble()
    return (
        Result(made_input(found, seed, worker.number).kind.name, "ended", trouble)
        if trouble
        else None
    )


def _warm(found: tuple[Kind, ...], folder: Path) -> None:
    """Read every valid file once before the processes part, so that each finds all imported and compiled."""
    (folder / "warm").mkdir()
    runner = Runner(found, "", folder / "warm")
    here = os.getcwd()
    for kind in found:
        for name, data in list(kind.files.items())[:3]:
            for words in kind.read_through:
                shutil.rmtree(runner.work, ignore_errors=True)
                runner.work.mkdir()
                os.chdir(runner.work)
                Path(name).write_bytes(data)
                if words != ["ARGUMENTS"]:
                    runner._called([name if w == "FILE" else w for w in words], "")
    os.chdir(here)


def main() -> int:
    """Feed inputs until told, and print counts by kind and every fault."""
    command = argparse.ArgumentParser(
        description="Feeds spoilt inputs of every kind to the program."
    )
    command.add_argument("--minutes", type=float, default=1.0)
    command.add_argument("--seed", default="1")
    command.add_argument("--tries", type=int, default=10**9, help="at most so many")
    command.add_argument("--first", type=int, default=0, help="the number of the first input")
    command.add_argument("--jobs", type=int, default=2)
    command.add_argument("--kind", default="", help="inputs of this kind alone")
    command.add_argument("--only", type=int, help="the number of one input, to be read again")
    given = command.parse_args()
    sys.setrecursionlimit(1000)
    if given.only is not None:
        tally = play(given.seed, given.only, 1, 10.0, 1, given.kind, keep=True)
        print(*(f"{result.detail}" for result in tally.results.values()), sep="\n")
    else:
        tally = play(given.seed, given.first, given.tries, given.minutes, given.jobs, given.kind)
    print(*tally.lines(), sep="\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
