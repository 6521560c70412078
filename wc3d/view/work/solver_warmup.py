"""The sight solver made ready while the window opens: what is compiled once on a computer is compiled in a process beside it.

A game in the window asks about sight in the window's own process; there the solver is loaded in a thread, before it is needed.
"""
from __future__ import annotations

import time
from threading import Thread

from wc3d.progress import Progress
from wc3d.view.work.background import BackgroundProcess

_THREAD: list[Thread] = []


def begin() -> None:
    """Begin to make it ready, once in a process."""
    if not _THREAD:
        _THREAD.append(Thread(target=_make_ready, daemon=True))
        _THREAD[0].start()


def finish() -> None:
    """Wait until it is ready where it must be compiled first."""
    from wc3d.geometry.jit import is_compiled

    begin()
    if not is_compiled():
        _THREAD[0].join()


def ready() -> bool:
    """Is it ready, or was that never begun?"""
    return not any(thread.is_alive() for thread in _THREAD)


def wake(progress: Progress | None = None) -> None:
    """Load the solver of sight, and compile it where it never was."""
    from wc3d.geometry.visibility import warm_up

    warm_up()


def _make_ready() -> None:
    from wc3d.geometry.jit import is_compiled

    if not is_compiled():
        beside = BackgroundProcess()
        beside.ask("compiling", wake)
        while beside.busy:
            beside.poll()
            time.sleep(0.05)
        beside.stop()
    wake()
