"""The exact geometry made ready while the window opens: what is compiled once on a computer is compiled in a process beside it.

A game in the window asks about sight in the window's own process; there the solver is loaded in a thread, before it is needed.
"""
from __future__ import annotations

import time
from threading import Thread

from wc3d._internal.progress import Progress
from wc3d.workers.background import BackgroundProcess

LOOK_UP = 0.5
"""Seconds between two looks at how far it is."""
TETRAHEDRON = [[(0, 0, 0), (0, 1, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 0, 0), (0, 0, 1), (0, 1, 0)],
               [(1, 0, 0), (0, 1, 0), (0, 0, 1)]]  # fmt: skip
"""The least mesh there is: its triangles."""

_THREAD: list[Thread] = []
_COMPILING: list[bool] = []
_share = 0.0, 0.0


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


def share() -> float | None:
    """How much of it is compiled, 0 to 1, looked up now and then; None when it is ready or was never begun."""
    global _share
    if _COMPILING and time.monotonic() - _share[0] > LOOK_UP:
        from wc3d.geometry.jit import compiled_share

        _share = time.monotonic(), compiled_share()
    return _share[1] if _COMPILING else None


def compile_all(progress: Progress | None = None) -> None:
    """Compile what is not kept yet: the search for an open line, then what makes meshes solid."""
    import numpy as np

    from wc3d.geometry.mesh_bounds.build import enclose
    from wc3d.geometry.mesh_bounds.mesh_distance import distances
    from wc3d.geometry.visibility import warm_up

    warm_up()
    enclosure = enclose(np.array(TETRAHEDRON), 0.1)
    distances(enclosure.tree.triangles, enclosure.tree.boxes, np.zeros((1, 3)))


def _make_ready() -> None:
    from wc3d.geometry.jit import MESHES, is_compiled
    from wc3d.geometry.visibility import warm_up

    if not (is_compiled() and is_compiled(MESHES)):
        _COMPILING.append(True)
        process = BackgroundProcess()
        process.ask("compiling", compile_all)
        while process.busy:
            process.poll()
            time.sleep(0.05)
        process.stop()
    warm_up()
    _COMPILING.clear()
