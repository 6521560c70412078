"""Answers worked out beside the window, in a process of their own, so that the window never stands still.

A spawned process, because drawing in software holds Python's lock most of the time. Stopping it is how work is given up.
The worker keeps the terrain: with each question only the models travel, and what was made ready for the terrain is used again.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any

from wc3d.table.table import Table
from wc3d.view.exhibits import exhibit

Question = Mapping[str, Any]
Progress = Callable[[int, int], bool]
"""Told how much is done of how much; says whether to go on."""
Solver = Callable[[Table, Question, Progress], Any]
Finish = Callable[[Table, Question, Any], Any]
"""Makes of a question and its verdict what is sent to the window: an exhibit, unless the window wants something else."""

REPORT_EVERY = 0.25
"""Seconds between two reports of progress."""
PATIENCE = 5.0
"""Seconds that a question may be worked on before it is given up for a newer one that waits."""


@dataclass(frozen=True)
class Report:
    """What came from the worker: how far it is, or the answer, or why there is none."""

    done: int = 0
    total: int = 0
    answer: Any = None
    failure: str = ""


BEGUN = Report()
"""The worker has taken the question up."""


def as_it_is(table: Table, question: Question, verdict: Any) -> Any:
    """The solver's own answer, unchanged."""
    return verdict


def serve(pipe: Any, finish: Finish) -> None:
    """The worker's life: take a question, answer it, take the next."""
    features: Any = ()
    while True:
        try:
            solver, bare, terrain, question = pipe.recv()
            features = features if terrain is None else terrain
            table = replace(bare, features=features)
        except (EOFError, OSError, KeyboardInterrupt):
            return
        pipe.send(BEGUN)
        last = time.monotonic()

        def progress(done: int, total: int) -> bool:
            nonlocal last
            if time.monotonic() - last > REPORT_EVERY:
                last = time.monotonic()
                pipe.send(Report(done, total))
            return True

        try:
            report = Report(answer=finish(table, question, solver(table, question, progress)))
        except Exception as error:  # whatever went wrong, the window must hear of it
            report = Report(failure=str(error) or type(error).__name__)
        pipe.send(report)


class Worker:
    """One process that answers one question at a time."""

    def __init__(self, finish: Finish = exhibit) -> None:
        self._finish = finish
        self._process: Any = None
        self._pipe: Any = None
        self._known: object = None
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
            self._process = context.Process(target=serve, args=(theirs, self._finish), daemon=True)
            self._process.start()
            theirs.close()
            self._known = None
        terrain = None if self._known is table.features else table.features
        self._known = table.features
        self._pipe.send((solver, replace(table, features=()), terrain, question))
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


class Follower:
    """A worker that follows what changes: it finishes what it is at, then answers the newest question, and none in between.

    A question is given up only where a newer one has waited for it longer than `PATIENCE`.
    """

    def __init__(self) -> None:
        self.worker = Worker(as_it_is)
        self._waiting: tuple[Solver, Table, Question] | None = None
        self._asked: Question | None = None
        self._begun: float | None = None

    @property
    def busy(self) -> bool:
        """Is an answer still to come?"""
        return self.worker.busy or self._waiting is not None

    def ask(self, solver: Solver, table: Table, question: Question) -> None:
        """Have this answered, as soon as what is being answered is done."""
        self._waiting = solver, table, question
        self._next()

    def _next(self) -> None:
        tired = self._begun is not None and time.monotonic() - self._begun > PATIENCE
        if self._waiting is None or (self.worker.busy and not tired):
            return
        solver, table, self._asked = self._waiting
        self._waiting = self._begun = None
        self.worker.ask(solver, table, self._asked)

    def poll(self) -> tuple[Question, Report] | None:
        """What came last, with the question it belongs to (maybe not the newest); None if nothing has."""
        report, asked = self.worker.poll(), self._asked
        if report is not None and self._begun is None:
            self._begun = time.monotonic()
        self._next()
        return None if report is None or asked is None else (asked, report)

    def forget(self) -> None:
        """Ask nothing more; the answer under way is not told (its process is kept: to begin a new one takes longer)."""
        self._waiting = self._asked = None

    def stop(self) -> None:
        """Let the process go."""
        self._waiting = None
        self.worker.stop()
