"""A pool of processes shared by a host's pages, each with a worker of its own."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from threading import RLock

from wc3d.table.table import Table
from wc3d.workers.background import BackgroundProcess, TaskReport
from wc3d.workers.table_worker import MAX_OVERRUN_S, Question, Solver, run_solver


class WorkerPool:
    """A thread-safe pool of processes, started by the first question; first come, first served."""

    def __init__(self, processes: int = 2) -> None:
        self.lock = RLock()
        self._free = [BackgroundProcess() for _ in range(processes)]
        self._given_up: dict[BackgroundProcess, float] = {}
        self._knows: dict[BackgroundProcess, object] = {}
        self._waiting: deque[PooledWorker] = deque()

    def make_worker(self) -> PooledWorker:
        """Return a new worker of the pool."""
        return PooledWorker(self)

    def enqueue(self, worker: PooledWorker) -> None:
        """Queue a worker with a question."""
        with self.lock:
            self._waiting.append(worker)
            self.assign_questions()

    def assign_questions(self) -> None:
        """Assign queued questions to free processes, preferably with cached terrain."""
        with self.lock:
            self._reclaim_processes()
            self._assign_questions()

    def _reclaim_processes(self) -> None:
        """Reclaim processes with finished abandoned questions, and stop slow ones."""
        for process, since in list(self._given_up.items()):
            process.poll()
            if time.monotonic() - since > MAX_OVERRUN_S:
                process.stop()
            if not process.is_busy:
                del self._given_up[process]
                self._free.append(process)

    def _assign_questions(self) -> None:
        while self._free and self._waiting:
            worker = self._waiting.popleft()
            if worker.question is None:
                continue
            (solver, table, question), worker.question = worker.question, None
            process = next(
                (p for p in self._free if self._knows.get(p) is table.features), self._free[0]
            )
            self._free.remove(process)
            self._knows[process] = table.features
            process.start_task(
                "calculation",
                run_solver,
                solver,
                replace(table, features=()),
                dict(question),
                terrain=table.features,
            )
            worker.process = process

    def release(self, process: BackgroundProcess) -> None:
        """Release an idle or abandoned process. It may finish its question, but not for long."""
        with self.lock:
            if process.is_busy:
                self._given_up[process] = time.monotonic()
            else:
                self._free.append(process)
            self.assign_questions()

    def stop(self) -> None:
        """Stop all processes."""
        for process in (*self._free, *self._given_up, *self._knows):
            process.stop()


class PooledWorker:
    """A worker that answers one question at a time, as soon as a process of its pool is free."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self.question: tuple[Solver, Table, Question] | None = None
        self.process: BackgroundProcess | None = None

    @property
    def is_busy(self) -> bool:
        """Return whether an answer is pending."""
        return self.question is not None or self.process is not None

    def solve(self, solver: Solver, table: Table, question: Question) -> None:
        """Start a question; cancel the present one."""
        self.stop()
        self.question = solver, table, question
        self._pool.enqueue(self)

    def poll(self) -> TaskReport | None:
        """Return the latest report, or None."""
        with self._pool.lock:
            self._pool.assign_questions()
            process = self.process
            report = process.poll() if process is not None else None
            if process is not None and not process.is_busy:
                self.process = None
                self._pool.release(process)
            return report

    def stop(self) -> None:
        """Cancel the question."""
        with self._pool.lock:
            process = self.process
            self.question = None
            self.process = None
            if process is not None:
                self._pool.release(process)
