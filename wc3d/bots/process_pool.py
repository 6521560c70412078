"""Tasks done by several processes, each of them one task at a time: a process that dies costs no more than its own task.

A process pool of the standard library is lost as a whole when one of its processes dies, and does not say on which task.
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
from wc3d.errors import InputError

T = TypeVar("T")
A = TypeVar("A")

FRESH_CONTEXT: Any = get_context("forkserver" if sys.platform == "linux" else "spawn")
"""Fresh processes on every system: they hold no open pipe of ours, so each of them ends when this program does.

On Linux they are forks of one that holds none of ours either and has read the modules that all of them need.
"""

TICK_S = 0.25
"""Seconds: `meanwhile` is called at least so often."""


def count_cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class TaskResult(Generic[T, A]):
    """A task and its answer; or, in one line, why there is none."""

    task: T
    answer: A | None
    fault: str = ""


@dataclass(eq=False)
class _Worker:
    """A process and the task it is at."""

    process: BaseProcess
    pipe: Connection
    task: Any = None


def preload_modules(*modules: str) -> None:
    """Begin to read these modules, once for all processes to come, while this program goes on."""
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
    """The outcome of each task, as they come. `work` must be a function of a module (or a partial of one).

    Close the iterator to stop early: the processes end at once, whatever they are at. They take no notice of Ctrl-C.
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
    """A worker who has been given the task: this one, or, if it has died or there is none, a new one."""
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
    with suppress(OSError):  # it died just now: reading will tell
        worker.pipe.send(task)
    return worker


def _read_outcome(worker: _Worker) -> TaskResult[Any, Any]:
    """What a worker whose pipe is ready has to say."""
    try:
        answer, fault = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join()
        return TaskResult(
            worker.task, None, f"its process died ({_describe_exit(worker.process.exitcode)})"
        )
    return TaskResult(worker.task, answer, fault)


def _describe_exit(code: int | None) -> str:
    """How a process ended, in words."""
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _stop_worker(worker: _Worker) -> None:
    """Let a worker go: without a pipe it ends by itself."""
    worker.pipe.close()
    worker.process.join()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Processes and threads started meanwhile never hear Ctrl-C; for this one it only waits."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _run_worker(pipe: Connection, work: Callable[[Any], Any], environment: dict[str, str]) -> None:
    """What a process does: task after task, until nobody is there to give it one.

    It has the environment of whoever hired it, not that of the process it was forked from.
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
"""The start of the fault of a task whose bot cannot be used: then every other game fails, too."""


def describe_error(error: Exception) -> str:
    """Return an exception in one line: an InputError's message, or the exception with the place where it was raised."""
    if isinstance(error, InputError):
        return str(error)
    text = " ".join("".join(traceback.format_exception_only(error)).split())
    place = traceback.extract_tb(error.__traceback__)[-1:]
    return text + "".join(f" ({frame.filename}, line {frame.lineno})" for frame in place)
