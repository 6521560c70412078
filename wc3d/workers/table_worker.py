"""Questions about a table, answered beside the window. The terrain is kept there: only the models travel each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from wc3d._internal.progress import Progress
from wc3d.table.features import Feature
from wc3d.table.table import Table
from wc3d.workers.background import BackgroundProcess, TaskReport

Question = Mapping[str, Any]
Solver = Callable[[Table, Question, Progress], Any]

MAX_OVERRUN_S = 5.0
"""Seconds that a question may be worked on before it is given up for a newer one that waits."""


def run_solver(
    progress: Progress,
    solver: Solver,
    bare: Table,
    question: Question,
    terrain: tuple[Feature, ...],
) -> Any:
    """The answer to a question about a table that came without its terrain."""
    return solver(replace(bare, features=terrain), question, progress)


class TableWorker(BackgroundProcess):
    """Answers one question at a time."""

    def solve(self, solver: Solver, table: Table, question: Question) -> None:
        """Begin to work on a question; what was begun before is given up."""
        bare = replace(table, features=())
        self.start_task("calculation", run_solver, solver, bare, question, terrain=table.features)


class SolverWorker(Protocol):
    """Answers one question at a time: a process of one's own, or one of a few that are shared."""

    @property
    def is_busy(self) -> bool: ...
    def solve(self, solver: Solver, table: Table, question: Question) -> None: ...
    def poll(self) -> TaskReport | None: ...
    def stop(self) -> None: ...


WorkerFactory = Callable[[], SolverWorker]


class LatestQuestionWorker:
    """A worker that follows what changes: it finishes what it is at, then answers the newest question, and none in between.

    A question is given up only where a newer one has waited for it longer than `PATIENCE`.
    """

    def __init__(self, make: WorkerFactory = TableWorker) -> None:
        self.worker = make()
        self._waiting: tuple[Solver, Table, Question] | None = None
        self._asked: Question | None = None
        self._begun: float | None = None

    @property
    def is_busy(self) -> bool:
        """Is an answer still to come?"""
        return self.worker.is_busy or self._waiting is not None

    def set_question(self, solver: Solver, table: Table, question: Question) -> None:
        """Have this answered, as soon as what is being answered is done."""
        self._waiting = solver, table, question
        self._start_next()

    def _start_next(self) -> None:
        tired = self._begun is not None and time.monotonic() - self._begun > MAX_OVERRUN_S
        if self._waiting is None or (self.worker.is_busy and not tired):
            return
        solver, table, self._asked = self._waiting
        self._waiting = self._begun = None
        self.worker.solve(solver, table, self._asked)

    def poll(self) -> tuple[Question, TaskReport] | None:
        """What came last, with the question it belongs to (maybe not the newest); None if nothing has."""
        report, question = self.worker.poll(), self._asked
        if report is not None and self._begun is None:
            self._begun = time.monotonic()
        self._start_next()
        return None if report is None or question is None else (question, report)

    def drop_question(self) -> None:
        """Ask nothing more; the answer under way is not told (its process is kept: to begin a new one takes longer)."""
        self._waiting = self._asked = None

    def stop(self) -> None:
        """Let the process go."""
        self._waiting = None
        self.worker.stop()
