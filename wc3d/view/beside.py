"""Long work beside the window: a process of its own reads files and sets up games, tells how far it is, and can be stopped.

A task is a function of a module, `task(progress, *arguments)`; what it returns travels back. (Questions about a table go to
`worker.Worker`, which keeps the terrain.)
"""
from __future__ import annotations

import signal
import time
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

from wc3d.view.worker import REPORT_EVERY, Progress, Report

Task = Callable[..., Any]


def serve(pipe: Any) -> None:
    """The process's life: take a task, do it, take the next."""
    from wc3d.errors import InputError

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            report = Report(answer=task(_progress(pipe), *arguments))
        except InputError as error:
            report = Report(failure=str(error))
        except Exception as error:  # whatever went wrong, the window must hear of it
            report = Report(failure=f"a fault of the program, please report it ({type(error).__name__}: {error})")
        try:
            pipe.send(report)
        except OSError:
            return


def _progress(pipe: Any) -> Progress:
    last = time.monotonic()

    def progress(done: int, total: int) -> bool:
        nonlocal last
        if time.monotonic() - last > REPORT_EVERY:
            last = time.monotonic()
            pipe.send(Report(done, total))
        return True

    return progress


class Beside:
    """The process. `what` says what it is doing ("" if nothing), `done` of `total` how far it is."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self.what = ""
        self.done = self.total = 0

    def start(self) -> None:
        """Have the process begin, so that the first task does not wait for it."""
        if self._process is None or not self._process.is_alive():
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()

    def ask(self, what: str, task: Task, *arguments: Any) -> None:
        """Begin a task; one that is under way is given up."""
        if self.what:
            self.stop()
        self.start()
        self._pipe.send((task, arguments))
        self.what, self.done, self.total = what, 0, 0

    def poll(self) -> Report | None:
        """What has come, the answer before all; None if nothing has."""
        report: Report | None = None
        while self.what and self._pipe.poll():
            try:
                report = self._pipe.recv()
            except (EOFError, OSError):
                report = Report(failure=f"{self.what}: the process that did it has ended")
            self.done, self.total = report.done, report.total
            if report.answer is not None or report.failure:
                self.what = ""
        return report

    def stop(self) -> None:
        """Give up what is being done, and the process."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)
            self._pipe.close()
        self._process, self._pipe, self.what = None, None, ""
