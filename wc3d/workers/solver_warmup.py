"""Prepare the exact geometry while the window opens: compile it once per computer, in a process
beside.

A game in the window queries sight in the window's own process. It interprets the solver until it is
compiled. A thread loads the compiled solver, so that the window does not stop for it.
"""

from __future__ import annotations

import time
from threading import Thread

PROGRESS_POLL_S = 0.5
"""The interval between progress checks. Seconds."""

_THREAD: list[Thread] = []
_LOADING: list[bool] = []
_COMPILING: list[bool] = []
_share = 0.0, 0.0


def start_warmup() -> None:
    """Start the preparation, once per process."""
    if not _THREAD:
        _THREAD.append(Thread(target=_prepare_solver, daemon=True))
        _LOADING.append(True)
        _THREAD[0].start()


def is_ready() -> bool:
    """Return whether the solver answers at once, or the preparation was never started."""
    return not _LOADING


def compiled_fraction() -> float | None:
    """Return the compiled share, 0 to 1, checked at intervals; None if ready or never started."""
    global _share
    if _COMPILING and time.monotonic() - _share[0] > PROGRESS_POLL_S:
        from wc3d.geometry.kernel_store import compiled_kernel_share

        _share = time.monotonic(), compiled_kernel_share()
    return _share[1] if _COMPILING else None


def _prepare_solver() -> None:
    """Load the compiled solver; if it must be compiled first, let calls be interpreted meanwhile."""
    from wc3d.geometry.jit import is_compiling, keep_interpreting, start_compiling
    from wc3d.geometry.kernel_store import KernelGroup, is_compiled
    from wc3d.geometry.sight_solver import compile_sight_search, load_compiled_search

    if not all(map(is_compiled, KernelGroup)):
        _COMPILING.append(True)
        start_compiling()
    if not is_compiled(KernelGroup.SIGHT):
        with keep_interpreting():
            _LOADING.clear()
            while is_compiling() and not is_compiled(KernelGroup.SIGHT):
                time.sleep(PROGRESS_POLL_S)
            if is_compiled(KernelGroup.SIGHT):
                load_compiled_search()
    compile_sight_search()
    _LOADING.clear()
    while is_compiling() and not all(map(is_compiled, KernelGroup)):
        time.sleep(PROGRESS_POLL_S)
    _COMPILING.clear()
