"""Calls in other processes, each with a time limit: a process that takes too long is stopped."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import get_context
from queue import SimpleQueue
from threading import Event, Lock
from typing import Any

from wc3d._internal.gc_tuning import freeze_gc
from wc3d.errors import InputError, describe_program_error

WAIT_S = 0.1
"""The longest wait for an answer before a thread checks whether the pool is closed. Seconds."""
START_TIMEOUT_S = 120.0
"""The longest time that a process may take to load. Seconds."""


class CallTimeoutError(Exception):
    """A call took longer than its time limit."""


class CallFailedError(InputError):
    """A call failed by a fault of the program, or its process ended."""


class PoolFullError(Exception):
    """Too many calls are waiting."""


def run_calls(pipe: Any, prepare: Callable[[], object] | None) -> None:
    """Run calls from a pipe until the other end closes; say once that the process has started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        if prepare is not None:
            prepare()
        freeze_gc()
        pipe.send(None)
        while True:
            function, arguments = pipe.recv()
            try:
                pipe.send((None, function(*arguments)))
            except InputError as error:
                pipe.send((InputError, str(error)))
            except Exception as error:  # report any failure to the caller
                pipe.send((CallFailedError, describe_program_error(error)))


class _CallProcess:
    """A process that runs one call at a time."""

    def __init__(self, prepare: Callable[[], object] | None) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=run_calls, args=(theirs, prepare), daemon=True)
        self.process.start()
        theirs.close()
        self.is_started = False

    def stop(self) -> None:
        """Stop the process at once."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class CallPool:
    """Runs calls in `processes` processes, each call for at most `seconds`.

    `prepare` is called once in each process. At most `max_waiting` calls wait for a free process.
    Functions and arguments are pickled.
    """

    def __init__(
        self,
        processes: int,
        seconds: float,
        max_waiting: int = 64,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        self.seconds = seconds
        self._prepare = prepare
        self._max_open = processes + max_waiting
        self._open = 0
        self._lock = Lock()
        self._closed = Event()
        self._threads = ThreadPoolExecutor(processes, "call")
        self._idle: SimpleQueue[_CallProcess] = SimpleQueue()
        for _ in range(processes):
            self._idle.put(_CallProcess(prepare))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Start a call.

        Its future raises InputError, CallFailedError (an InputError), CallTimeoutError or
        PoolFullError.
        """
        with self._lock:
            is_full = self._open >= self._max_open
            self._open += not is_full
        if is_full:
            refused: Future[Any] = Future()
            refused.set_exception(PoolFullError())
            return refused
        future = self._threads.submit(self._call, function, arguments)
        future.add_done_callback(self._count_done)
        return future

    def _count_done(self, future: Future[Any]) -> None:
        with self._lock:
            self._open -= 1

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        process = self._idle.get()
        try:
            if not process.is_started:
                self._receive(process, START_TIMEOUT_S)
                process.is_started = True
            process.pipe.send((function, arguments))
            failure, answer = self._receive(process, self.seconds)
        except BaseException as error:
            process.stop()
            if not self._closed.is_set():
                self._idle.put(_CallProcess(self._prepare))
            if isinstance(error, EOFError | OSError):
                raise CallFailedError(
                    "program error: the process for this question ended"
                ) from None
            raise
        self._idle.put(process)
        if failure is not None:
            raise failure(answer)
        return answer

    def _receive(self, process: _CallProcess, seconds: float) -> Any:
        deadline = time.monotonic() + seconds
        while not process.pipe.poll(min(WAIT_S, max(0.0, deadline - time.monotonic()))):
            if self._closed.is_set() or time.monotonic() >= deadline:
                raise CallTimeoutError
        return process.pipe.recv()

    def close(self) -> None:
        """Stop all calls and processes."""
        self._closed.set()
        self._threads.shutdown(cancel_futures=True)
        while not self._idle.empty():
            self._idle.get().stop()
