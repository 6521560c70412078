"""A queue of the editor's background jobs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from wc3d.table.table import Table
from wc3d.window.board.workshop import background_tasks
from wc3d.workers.interval_timer import IntervalTimer
from wc3d.workers.table_worker import Question, Solver, TableWorker


@dataclass(frozen=True)
class BackgroundJob:
    """A background job: its description, task and callback."""

    words: str
    solver: Solver
    question: Question
    on_answer: Callable[[Any], object]
    table: Table = background_tasks.NO_TABLE


class JobQueue:
    """A queue of jobs that run one at a time in a separate process."""

    def __init__(self) -> None:
        self.worker = TableWorker()
        self.queued: list[BackgroundJob] = []
        self.current_job: BackgroundJob | None = None
        self._since = 0.0
        self._share = 0.0
        self._done: Callable[[], object] | None = None
        self._clock = IntervalTimer()

    def add_job(self, job: BackgroundJob) -> None:
        """Add a job."""
        self.queued.append(job)
        self._begin_next()

    def _begin_next(self) -> None:
        if self.current_job is None and self.queued:
            self.current_job = self.queued.pop(0)
            self._since = time.monotonic()
            self._share = 0.0
            self.worker.solve(
                self.current_job.solver, self.current_job.table, self.current_job.question
            )

    @property
    def status_text(self) -> str:
        """The current job and its elapsed time, or "" when idle or just started."""
        seconds = time.monotonic() - self._since
        if self.current_job is None or seconds < 0.3:
            return ""
        queue_words = f", {len(self.queued)} more waiting" if self.queued else ""
        return f"{self.current_job.words}: {seconds:.0f} s{queue_words}  (Esc: stop)"

    @property
    def fraction_done(self) -> float:
        """The job's progress from 0 to 1, as far as it is known."""
        return self._share

    def poll(self, complain: Callable[[str], object]) -> bool:
        """Check the current job. Return whether to redraw, which repeats during a job."""
        if self.current_job is None:
            return False
        if self._done is not None:  # one step later, because receiving a large answer takes time
            callback = self._done
            self._done = None
            self.current_job = None
            callback()
            self._begin_next()
            return True
        report = self.worker.poll()
        is_due = self._clock.is_due()
        if report is not None and (report.failure or report.answer is not None):
            self._done = (
                partial(complain, report.failure)
                if report.failure
                else partial(self.current_job.on_answer, report.answer)
            )
            return True
        elif report is not None and report.total:
            self._share = report.done / report.total
        return is_due

    def stop(self) -> bool:
        """Cancel the current and waiting jobs. Return whether there were any."""
        busy = self.current_job is not None
        if busy:
            self.close()
        return busy

    def close(self) -> None:
        """Close the process and drop waiting jobs."""
        self.queued.clear()
        self.current_job = self._done = None
        self.worker.stop()
