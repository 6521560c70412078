"""Answer questions about a table in the background. The process caches the terrain; each question
sends only the models.
"""

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
"""The time after which a newer question stops the present one. Seconds."""


def run_solver(
    progress: Progress,
    solver: Solver,
    bare: Table,
    question: Question,
    terrain: tuple[Feature, ...],
) -> Any:
    """Answer a question about a table that was sent without its terrain."""
    return solver(replace(bare, features=terrain), question, progress)


class TableWorker(BackgroundProcess):
    """A worker that answers one question at a time."""

    def solve(self, solver: Solver, table: Table, question: Question) -> None:
        """Start a question; cancel the present one."""
        bare = replace(table, features=())
        fixed = dict(question)  # it is pickled later
        self.start_task("calculation", run_solver, solver, bare, fixed, terrain=table.features)


class SolverWorker(Protocol):
    """A worker that answers one question at a time, in its own process or in a shared one."""

    @property
    def is_busy(self) -> bool: ...
    def solve(self, solver: Solver, table: Table, question: Question) -> None: ...
    def poll(self) -> TaskReport | None: ...
    def stop(self) -> None: ...


WorkerFactory = Callable[[], SolverWorker]


class LatestQuestionWorker:
    """A worker for changing questions: it finishes the present one, then answers only the newest.

    It cancels a question only if a newer one has waited longer than `MAX_OVERRUN_S`.
    """

    def __init__(self, make: WorkerFactory = TableWorker) -> None:
        self.worker = make()
        self._waiting: tuple[Solver, Table, Question] | None = None
        self._asked: Question | None = None
        self._begun: float | None = None

    @property
    def is_busy(self) -> bool:
        """Return whether an answer is pending."""
        return self.worker.is_busy or self._waiting is not None

    def set_question(self, solver: Solver, table: Table, question: Question) -> None:
        """Answer this question after the present one."""
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
        """Return the latest report with its question (maybe not the newest), or None."""
        report = self.worker.poll()
        question = self._asked
        if report is not None and self._begun is None:
            self._begun = time.monotonic()
        self._start_next()
        return None if report is None or question is None else (question, report)

    def drop_question(self) -> None:
        """Drop all questions and the pending answer, but keep the process, which starts slowly."""
        self._waiting = self._asked = None

    def stop(self) -> None:
        """Stop the process."""
        self._waiting = None
        self.worker.stop()
