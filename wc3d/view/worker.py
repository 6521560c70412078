"""Answers worked out beside the window, in a process of their own, so that the window never stands still.

A spawned process, because drawing in software holds Python's lock most of the time. Stopping it is how work is given up.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from wc3d.table.table import Table
from wc3d.view.exhibits import Exhibit, exhibit

Question = Mapping[str, Any]
Progress = Callable[[int, int], bool]
"""Told how much is done of how much; says whether to go on."""
Solver = Callable[[Table, Question, Progress], Any]

REPORT_EVERY = 0.25
"""Seconds between two reports of progress."""


@dataclass(frozen=True)
class Report:
    """What came from the worker: how far it is, or the answer, or why there is none."""

    done: int = 0
    total: int = 0
    answer: Exhibit | None = None
    failure: str = ""


def serve(pipe: Any) -> None:
    """The worker's life: take a question, answer it, take the next."""
    while True:
        try:
            solver, table, question = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        last = time.monotonic()

        def progress(done: int, total: int) -> bool:
            nonlocal last
            if time.monotonic() - last > REPORT_EVERY:
                last = time.monotonic()
                pipe.send(Report(done, total))
            return True

        try:
            report = Report(answer=exhibit(table, question, solver(table, question, progress)))
        except Exception as error:  # whatever went wrong, the window must hear of it
            report = Report(failure=str(error) or type(error).__name__)
        pipe.send(report)


class Worker:
    """One process that answers one question at a time."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self.busy = False

    @property
    def alive(self) -> bool:
        """Is there a process?"""
        return self._process is not None and self._process.is_alive()

    def ask(self, solver: Solver, table: Table, question: Question) -> None:
        """Begin to work on a question; what was begun before is given up."""
        if self.busy:
            self.stop()
        if not self.alive:
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        self._pipe.send((solver, table, question))
        self.busy = True

    def poll(self) -> Report | None:
        """The newest report that has come, an answer before all; None if none has."""
        report: Report | None = None
        while self.busy and self._pipe.poll():
            try:
                report = self._pipe.recv()
            except (EOFError, OSError):
                report = Report(failure="the worker stopped")
            if report.answer is not None or report.failure:
                self.busy = False
        return report

    def stop(self) -> None:
        """Give the work up."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)
            self._pipe.close()
        self._process, self._pipe, self.busy = None, None, False
