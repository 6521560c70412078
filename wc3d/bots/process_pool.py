"""Run tasks in several processes. A process that dies loses only its own task.

The standard library's pool breaks when one of its processes dies, and does not report the task.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from wc3d._internal.gc_tuning import freeze_gc
from wc3d.errors import InputError, describe_plugin_fault

T = TypeVar("T")
A = TypeVar("A")

FRESH_CONTEXT: Any = get_context("forkserver" if sys.platform == "linux" else "spawn")
"""A context for processes that inherit no open pipes, so that each of them ends with this program.

On Linux they fork from a server that has no pipes either and has preloaded the common modules.
"""

TICK_S = 0.25
"""The maximum time in seconds between calls of `meanwhile`."""


def count_cores() -> int:
    """Return the number of processes that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class TaskResult(Generic[T, A]):
    """A task with its answer, or with an error in one line."""

    task: T
    answer: A | None
    fault: str = ""


@dataclass(eq=False)
class _Worker:
    """A process and its current task."""

    process: BaseProcess
    pipe: Connection
    task: Any = None


def preload_modules(*modules: str) -> None:
    """Start to import modules in the background, once for all later processes."""
    if sys.platform == "linux":
        FRESH_CONTEXT.set_forkserver_preload([*modules])
        with ignore_interrupts():
            forkserver.ensure_running()


def run_in_processes(
    work: Callable[[T], A],
    tasks: Iterable[T],
    jobs: int,
    meanwhile: Callable[[], object] = lambda: None,
) -> Generator[TaskResult[T, A], None, None]:
    """Yield the result of each task as it arrives. `work` must be a function of a module (or a
    partial of one).

    Close the iterator to stop early: the processes end at once. They ignore Ctrl-C.
    """
    remaining_tasks = iter(tasks)
    workers: list[_Worker] = []
    try:
        for task in islice(remaining_tasks, jobs):
            workers.append(_give_task(work, task))
        while workers:
            ready_pipes = wait([w.pipe for w in workers], TICK_S)
            meanwhile()
            for worker in [w for w in workers if w.pipe in ready_pipes]:
                outcome = _read_outcome(worker)
                workers.remove(worker)
                busy = [_give_task(work, task, worker) for task in islice(remaining_tasks, 1)]
                workers += busy
                if not busy:
                    _stop_worker(worker)
                yield outcome
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            _stop_worker(worker)


def _give_task(work: Callable[[Any], Any], task: Any, worker: _Worker | None = None) -> _Worker:
    """Give a task to the worker, or to a new one if it is dead or None; return the worker."""
    if worker is None or not worker.process.is_alive():
        if worker is not None:
            _stop_worker(worker)
        ours, theirs = FRESH_CONTEXT.Pipe()
        worker = _Worker(
            FRESH_CONTEXT.Process(
                target=_run_worker, args=(theirs, work, dict(os.environ)), daemon=True
            ),
            ours,
        )
        with ignore_interrupts():
            worker.process.start()
        theirs.close()
    worker.task = task
    with suppress(OSError):  # it just died: reading reports it
        worker.pipe.send(task)
    return worker


def _read_outcome(worker: _Worker) -> TaskResult[Any, Any]:
    """Return the result of a worker whose pipe is ready."""
    try:
        answer, fault = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join()
        return TaskResult(
            worker.task,
            None,
            f"its process ended unexpectedly ({_describe_exit(worker.process.exitcode)})",
        )
    return TaskResult(worker.task, answer, fault)


def _describe_exit(code: int | None) -> str:
    """Describe the exit of a process."""
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _stop_worker(worker: _Worker) -> None:
    """Stop a worker by closing its pipe."""
    worker.pipe.close()
    worker.process.join()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Make processes and threads started in the block ignore Ctrl-C; delay it for this process."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _run_worker(pipe: Connection, work: Callable[[Any], Any], environment: dict[str, str]) -> None:
    """Run tasks from the pipe until it closes.

    The process has the environment of the program that started it, not that of the fork server.
    """
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                reply = work(task), ""
            except Exception as error:
                reply = None, describe_error(error)
            pipe.send(reply)
            freeze_gc()


BOT_FAULT_PREFIX = "bot "
"""The start of the error of a task with an unusable bot, after which all games would fail."""


def describe_error(error: Exception) -> str:
    """Return an exception in one line: an InputError's message, or the error with its location."""
    if isinstance(error, InputError):
        return str(error)
    if fault := describe_plugin_fault(error):
        return fault
    text = " ".join("".join(traceback.format_exception_only(error)).split())
    place = traceback.extract_tb(error.__traceback__)[-1:]
    return text + "".join(f" ({frame.filename}, line {frame.lineno})" for frame in place)
