"""A background process with progress reports, so that the window stays responsive.

The process is spawned, because software rendering holds Python's lock most of the time. Stopping
the process cancels the work. A task is a module-level function `task(progress, *arguments,
**kept)`; its result is sent back. Values in `kept` (a terrain, a game's setup) are cached by name
in the process and sent only when they change.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.reduction import ForkingPickler
from threading import Thread
from typing import Any

from wc3d._internal.gc_tuning import freeze_gc
from wc3d._internal.progress import Progress
from wc3d.errors import InputError

Task = Callable[..., Any]

REPORT_INTERVAL_S = 0.25
"""The interval between progress reports. Seconds."""


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
            task, arguments, names, new = pipe.recv()
            memory.update(new)
            pipe.send(STARTED_REPORT)
            start = time.monotonic()
            try:
                answer = task(
                    _make_progress(pipe), *arguments, **{name: memory[name] for name in names}
                )
                seconds = time.monotonic() - start
                pipe.send(TaskReport(answer=answer, is_finished=True, seconds=seconds))
            except InputError as error:
                pipe.send(TaskReport(failure=str(error), is_finished=True))
            except Exception as error:  # report any failure to the window
                fault = f"program error, please report it ({type(error).__name__}: {error})"
                pipe.send(TaskReport(failure=fault, is_finished=True))
            freeze_gc()  # keep the modules that the first task loaded


def _make_progress(pipe: Any) -> Progress:
    last = time.monotonic()

    def progress(count: int, total: int) -> bool:
        nonlocal last
        if time.monotonic() - last > REPORT_INTERVAL_S:
            last = time.monotonic()
            pipe.send(TaskReport(count, total))
        return True

    return progress


class BackgroundProcess:
    """A background process. `task_name` is "" if idle; `done` of `total` is the progress."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._sender: Thread | None = None
        self._kept: dict[str, Any] = {}
        self.task_name = ""
        self.done = self.total = 0

    @property
    def is_busy(self) -> bool:
        """Return whether a task is running."""
        return bool(self.task_name)

    @property
    def is_alive(self) -> bool:
        """Return whether the process exists."""
        return self._process is not None and self._process.is_alive()

    def start(self) -> None:
        """Start the process in advance, so that the first task does not wait for it."""
        if not self.is_alive:
            self.stop()
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=run_worker, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._kept = {}

    def start_task(self, label: str, task: Task, *arguments: Any, **kept: Any) -> None:
        """Start a task; stop a running task with its process."""
        if self.is_busy:
            self.stop()
        self.start()
        new = {
            name: value
            for name, value in kept.items()
            if name not in self._kept or self._kept[name] is not value
        }
        self._kept.update(new)
        message = ForkingPickler.dumps((task, arguments, tuple(kept), new))
        self._sender = Thread(target=_send, args=(self._pipe, message), daemon=True)
        self._sender.start()
        self.task_name = label
        self.done = 0
        self.total = 0

    def poll(self) -> TaskReport | None:
        """Return the latest report, with the answer first, or None."""
        report: TaskReport | None = None
        while self.is_busy and self._pipe.poll():
            try:
                report = self._pipe.recv()
            except (EOFError, OSError):
                report = TaskReport(
                    failure=f"{self.task_name}: the worker process ended unexpectedly",
                    is_finished=True,
                )
            self.done = report.done
            self.total = report.total
            if report.is_finished:
                self.task_name = ""
        return report

    def stop(self) -> None:
        """Stop the task and the process."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)
            if self._sender is not None:
                self._sender.join(5)
            self._pipe.close()
        self._process = None
        self._pipe = None
        self._sender = None
        self._kept = {}
        self.task_name = ""


def _send(pipe: Any, message: Any) -> None:
    """Send a task. A large task blocks until the process reads it, late in a new process."""
    with contextlib.suppress(OSError):
        pipe.send_bytes(message)
