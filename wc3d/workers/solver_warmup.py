"""Prepare the exact geometry while the window opens: compile it once per computer, in a background
process.

A game in the window queries sight in the window's own process. A thread loads the solver there
before it is needed.
"""

from __future__ import annotations

import time
from threading import Thread

from wc3d._internal.progress import Progress
from wc3d.workers.background import BackgroundProcess

PROGRESS_POLL_S = 0.5
"""The interval between progress checks. Seconds."""
TETRAHEDRON_TRIANGLES = [
    [(0, 0, 0), (0, 1, 0), (1, 0, 0)],
    [(0, 0, 0), (1, 0, 0), (0, 0, 1)],
    [(0, 0, 0), (0, 0, 1), (0, 1, 0)],
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
]
"""The triangles of the smallest mesh."""

_THREAD: list[Thread] = []
_COMPILING: list[bool] = []
_share = 0.0, 0.0


def start_warmup() -> None:
    """Start the preparation, once per process."""
    if not _THREAD:
        _THREAD.append(Thread(target=_prepare_solver, daemon=True))
        _THREAD[0].start()


def wait_until_ready() -> None:
    """Wait for the solver if it must be compiled first."""
    from wc3d.geometry.jit import is_compiled

    start_warmup()
    if not is_compiled():
        _THREAD[0].join()


def is_ready() -> bool:
    """Return whether the solver is ready or the preparation was never started."""
    return not any(thread.is_alive() for thread in _THREAD)


def compiled_fraction() -> float | None:
    """Return the compiled share, 0 to 1, checked at intervals; None if ready or never started."""
    global _share
    if _COMPILING and time.monotonic() - _share[0] > PROGRESS_POLL_S:
        from wc3d.geometry.jit import compiled_kernel_share

        _share = time.monotonic(), compiled_kernel_share()
    return _share[1] if _COMPILING else None


def compile_all(progress: Progress | None = None) -> None:
    """Compile what is not cached: the sight search, then the code that makes meshes solid."""
    import numpy as np

    from wc3d.geometry.mesh_solids.build import build_mesh_solids
    from wc3d.geometry.mesh_solids.mesh_distance import point_distances
    from wc3d.geometry.visibility import compile_sight_search

    compile_sight_search()
    enclosure = build_mesh_solids(np.array(TETRAHEDRON_TRIANGLES), 0.1)
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
