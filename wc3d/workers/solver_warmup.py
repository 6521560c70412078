"""The exact geometry made ready while the window opens: what is compiled once on a computer is compiled in a process beside it.

A game in the window asks about sight in the window's own process; there the solver is loaded in a thread, before it is needed.
"""

from __future__ import annotations

import time
from threading import Thread

from wc3d._internal.progress import Progress
from wc3d.workers.background import BackgroundProcess

PROGRESS_POLL_S = 0.5
"""Seconds between two looks at how far it is."""
TETRAHEDRON_TRIANGLES = [
    [(0, 0, 0), (0, 1, 0), (1, 0, 0)],
    [(0, 0, 0), (1, 0, 0), (0, 0, 1)],
    [(0, 0, 0), (0, 0, 1), (0, 1, 0)],
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
]
"""The least mesh there is: its triangles."""

_THREAD: list[Thread] = []
_COMPILING: list[bool] = []
_share = 0.0, 0.0


def start_warmup() -> None:
    """Begin to make it ready, once in a process."""
    if not _THREAD:
        _THREAD.append(Thread(target=_prepare_solver, daemon=True))
        _THREAD[0].start()


def wait_until_ready() -> None:
    """Wait until it is ready where it must be compiled first."""
    from wc3d.geometry.jit import is_compiled

    start_warmup()
    if not is_compiled():
        _THREAD[0].join()


def is_ready() -> bool:
    """Is it ready, or was that never begun?"""
    return not any(thread.is_alive() for thread in _THREAD)


def compiled_fraction() -> float | None:
    """How much of it is compiled, 0 to 1, looked up now and then; None when it is ready or was never begun."""
    global _share
    if _COMPILING and time.monotonic() - _share[0] > PROGRESS_POLL_S:
        from wc3d.geometry.jit import compiled_kernel_share

        _share = time.monotonic(), compiled_kernel_share()
    return _share[1] if _COMPILING else None


def compile_all(progress: Progress | None = None) -> None:
    """Compile what is not kept yet: the search for an open line, then what makes meshes solid."""
    import numpy as np

    from wc3d.geometry.mesh_bounds.build import build_mesh_bounds
    from wc3d.geometry.mesh_bounds.mesh_distance import point_distances
    from wc3d.geometry.visibility import compile_sight_search

    compile_sight_search()
    enclosure = build_mesh_bounds(np.array(TETRAHEDRON_TRIANGLES), 0.1)
    point_distances(enclosure.tree.triangles, enclosure.tree.boxes, np.zeros((1, 3)))


def _prepare_solver() -> None:
    from wc3d.geometry.jit import MESH_KERNEL, is_compiled
    from wc3d.geometry.visibility import compile_sight_search

    if not (is_compiled() and is_compiled(MESH_KERNEL)):
        _COMPILING.append(True)
        process = BackgroundProcess()
        process.start_task("compiling", compile_all)
        while process.is_busy:
            process.poll()
            time.sleep(0.05)
        process.stop()
    compile_sight_search()
    _COMPILING.clear()
