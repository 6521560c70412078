"""A background process with progress reports, so that the window stays responsive.

The process is spawned, because software rendering holds Python's lock most of the time. Stopping
the process cancels the work. A task is a module-level function `task(progress, *arguments,
**kept)`; its result is sent back. Values in `kept` (a terrain, a game's setup) are cached by name
in the process and sent only when they change.

Two threads pickle and send the tasks, and receive and unpickle the reports, as a table with meshes
takes half a second. They give Python's lock back in between, so that the window goes on.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.reduction import ForkingPickler
from threading import Event, Thread
from typing import Any

from wc3d._internal.gc_tuning import freeze_gc, pause_gc
from wc3d._internal.progress import Progress
from wc3d.errors import InputError, describe_program_error

Task = Callable[..., Any]

REPORT_INTERVAL_S = 0.25
"""The interval between progress reports. Seconds."""
YIELD_S = 0.0002
"""The pause of the pickling thread after each piece, in which the window can go on. Seconds."""
STOP_TIMEOUT_S = 0.05
"""The time that the window waits for a stopped process; a thread waits longer. Seconds."""
MAX_PICKLING_TRIES = 3
"""A value may be pickled again if a cache in it was filled meanwhile."""


@dataclass(frozen=True)
class TaskReport:
    """A report from the process: its progress or, when `is_finished`, the answer or the failure.

    `seconds` is the time that the answer took.
    """

    done: int = 0
    total: int = 0
    answer: Any = None
    failure: str = ""
    is_finished: bool = False
    seconds: float = 0.0


STARTED_REPORT = TaskReport()
"""The report that a task has started."""


def run_worker(pipe: Any) -> None:
    """Run tasks from a pipe until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory: dict[str, Any] = {}
    with contextlib.suppress(EOFError, OSError):
        while True:
            number, task, arguments, names, new = pipe.recv()
            memory.update(new)
            pipe.send((number, STARTED_REPORT))
            start = time.monotonic()
            try:
                answer = task(
                    _make_progress(pipe, number),
                    *arguments,
                    **{name: memory[name] for name in names},
                )
                seconds = time.monotonic() - start
                pipe.send((number, TaskReport(answer=answer, is_finished=True, seconds=seconds)))
            except InputError as error:
                pipe.send((number, TaskReport(failure=str(error), is_finished=True)))
            except Exception as error:  # report any failure to the window
                pipe.send((number, _report_program_error(error)))
            freeze_gc()  # keep the modules that the first task loaded


def _report_program_error(error: Exception) -> TaskReport:
    return TaskReport(failure=describe_program_error(error), is_finished=True)


def _make_progress(pipe: Any, number: int) -> Progress:
    last = time.monotonic()

    def progress(count: int, total: int) -> bool:
        nonlocal last
        if time.monotonic() - last > REPORT_INTERVAL_S:
            last = time.monotonic()
            pipe.send((number, TaskReport(count, total)))
        return True

    return progress


class _StoppedError(Exception):
    """Raised in the sending thread when its process has been stopped."""


class _PiecewiseFile:
    """A file for a pickler that lets other threads go on after each piece."""

    def __init__(self, is_stopped: Event) -> None:
        self.pieces: list[bytes] = []
        self._is_stopped = is_stopped

    def write(self, piece: bytes) -> int:
        if self._is_stopped.is_set():
            raise _StoppedError
        self.pieces.append(bytes(piece))
        time.sleep(YIELD_S)
        return len(piece)


class _Channel:
    """A process with a pipe, and the threads that send to it and receive from it.

    `reports` are the numbers of tasks with their reports; None says that the process has ended.
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=run_worker, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.reports: queue.SimpleQueue[tuple[int, TaskReport] | None] = queue.SimpleQueue()
        self._messages: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        self._is_stopped = Event()
        self._threads = [Thread(target=run, daemon=True) for run in (self._send, self._receive)]
        for thread in self._threads:
            thread.start()

    def send(self, message: tuple[Any, ...]) -> None:
        """Send a message, whose first part is the number of its task."""
        self._messages.put(message)

    def stop(self) -> None:
        """Stop the process, and wait for its end for a moment."""
        self._is_stopped.set()
        self._messages.put(None)
        self.process.terminate()
        self.process.join(STOP_TIMEOUT_S)
        if self.process.exitcode is None:
            Thread(target=self._close, daemon=True).start()
        else:
            self._close()

    def _close(self) -> None:
        self.process.join(5)
        for thread in self._threads:
            thread.join(5)
        self._pipe.close()

    def _send(self) -> None:
        while (message := self._messages.get()) is not None:
            try:
                self._pipe.send_bytes(_pickle(message, self._is_stopped))
            except (_StoppedError, OSError):
                return
            except Exception as error:  # report any failure to the window
                self.reports.put((message[0], _report_program_error(error)))

    def _receive(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while not self._is_stopped.is_set():
                self.reports.put(self._pipe.recv())
        self.reports.put(None)


def _pickle(message: tuple[Any, ...], is_stopped: Event) -> bytes:
    """Return a pickled message. The window's thread may fill caches in it meanwhile."""
    for is_last_try in (*[False] * (MAX_PICKLING_TRIES - 1), True):
        file = _PiecewiseFile(is_stopped)
        try:
            with pause_gc():
                ForkingPickler(file).dump(message)
        except RuntimeError:  # a dictionary changed while it was pickled
            if is_last_try:
                raise
        else:
            break
    return b"".join(file.pieces)


class BackgroundProcess:
    """A background process. `task_name` is "" if idle; `done` of `total` is the progress."""

    def __init__(self) -> None:
        self._channel: _Channel | None = None
        self._finalizer: Callable[[], object] = lambda: None
        self._kept: dict[str, Any] = {}
        self._number = 0
        self.task_name = ""
        self.done = self.total = 0

    @property
    def is_busy(self) -> bool:
        """Return whether a task is running."""
        return bool(self.task_name)

    @property
    def is_alive(self) -> bool:
        """Return whether the process exists."""
        return self._channel is not None and self._channel.process.is_alive()

    def start(self) -> None:
        """Start the process in advance, so that the first task does not wait for it."""
        if not self.is_alive:
            self.stop()
            self._channel = _Channel()
            self._finalizer = weakref.finalize(self, self._channel.stop)

    def prepare(self, task: Task, *arguments: Any, **kept: Any) -> None:
        """Let the process run a task whose answer nobody needs, such as loading modules.

        Later tasks wait for it. The process must not be busy.
        """
        self.start()
        self._send(task, arguments, kept)

    def start_task(self, label: str, task: Task, *arguments: Any, **kept: Any) -> None:
        """Start a task; stop a running task with its process."""
        if self.is_busy:
            self.stop()
        self.start()
        self._send(task, arguments, kept)
        self.task_name = label
        self.done = 0
        self.total = 0

    def _send(self, task: Task, arguments: tuple[Any, ...], kept: dict[str, Any]) -> None:
        """Send a task, with the kept values that have changed."""
        assert self._channel is not None
        new = {
            name: value
            for name, value in kept.items()
            if name not in self._kept or self._kept[name] is not value
        }
        self._kept.update(new)
        self._number += 1
        self._channel.send((self._number, task, arguments, tuple(kept), new))

    def poll(self) -> TaskReport | None:
        """Return the latest report, with the answer first, or None."""
        latest: TaskReport | None = None
        while self.is_busy and self._channel is not None and not self._channel.reports.empty():
            numbered = self._channel.reports.get()
            if numbered is None:
                fault = f"{self.task_name}: the worker process ended unexpectedly"
                numbered = self._number, TaskReport(failure=fault, is_finished=True)
                self._kept = {}
            number, report = numbered
            if number != self._number:
                continue  # of a preparation
            latest = report
            self.done = report.done
            self.total = report.total
            if report.is_finished:
                self.task_name = ""
                if report.failure:
                    self._kept = {}  # it may not have arrived
        return latest

    def stop(self) -> None:
        """Stop the task and the process."""
        self._finalizer()
        self._channel = None
        self._kept = {}
        self.task_name = ""
