"""Many questions of sight at once: a compiled batch in a few threads, each with its own workspace.

Each verdict is that of the single question. Quick tests decide the obvious pairs, most of all, without
a search (`sight_search.quick_verdicts`).
"""

from __future__ import annotations

import os
from threading import Lock, Thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.progress import Progress
from wc3d.geometry.jit import entry_of, may_use_compiled
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.sight_search.line_batch import decide_open_lines
from wc3d.geometry.sight_search.mesh_surfaces import NO_SURFACES
from wc3d.geometry.sight_search.search import UNDECIDED
from wc3d.geometry.sight_search.vertical_slice import HIGH
from wc3d.geometry.sight_search.workspace import (
    TerrainArrays,
    Workspace,
    make_empty_terrain,
    make_workspace,
)
from wc3d.geometry.sight_solver import compile_for
from wc3d.geometry.tolerances import MIN_THICKNESS_IN, VOLUME_SHRINK_IN

PAIRS_PER_CALL = 256
"""The number of pairs in one call of the kernel: some tenths of a millisecond."""

MIN_PAIRS_PER_THREAD = 1024
"""The number of pairs that are worth a thread, which takes a tenth of a millisecond to start."""

MAX_THREADS = 4
"""The most threads for one batch, because other processes use the processor, too."""

Sizes = tuple[int, int, int]


class BatchWorkspace(NamedTuple):
    """The arrays of one thread, for up to `sizes` pieces, corners and seams."""

    sizes: Sizes
    work: Workspace
    line: NDArray[np.float64]
    cell_count: NDArray[np.int64]


_decide: Any = None
_MAKING = Lock()
_free_workspaces: list[BatchWorkspace] = []


def may_use_batch() -> bool:
    """Return whether the batch is compiled. Otherwise a process beside compiles it."""
    return may_use_compiled(KernelGroup.BATCH)


def load_compiled_batch() -> Any:
    """Return the compiled batch; compile what is not in the cache."""
    global _decide

    with _MAKING:
        if _decide is None:
            spare = _make_workspace((1, 1, 1))
            _decide = compile_for(
                entry_of(decide_open_lines),
                np.zeros((0, 2, 5)),
                np.zeros((0, 2), dtype=np.int64),
                make_empty_terrain(),
                np.zeros(0),
                spare.work,
                VOLUME_SHRINK_IN,
                3.0,
                1,
                NO_SURFACES,
                spare.line,
                spare.cell_count,
                np.zeros(0, dtype=np.int64),
            )
    return _decide


def _make_workspace(sizes: Sizes) -> BatchWorkspace:

    work = make_workspace(*sizes)
    return BatchWorkspace(sizes, work, np.empty(6), np.zeros(1, dtype=np.int64))


def _take_workspace(needs: Sizes) -> BatchWorkspace:
    """Take a free workspace that is large enough, or make one."""
    with _MAKING:
        for spare in _free_workspaces:
            if all(size >= need for size, need in zip(spare.sizes, needs, strict=True)):
                _free_workspaces.remove(spare)
                return spare
        _free_workspaces.clear()
    return _make_workspace((max(needs[0], 32), max(needs[1], 256), max(needs[2], 64)))


def _return_workspace(workspace: BatchWorkspace) -> None:
    with _MAKING:
        if len(_free_workspaces) < MAX_THREADS:
            _free_workspaces.append(workspace)


def find_stacked_pairs(pairs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which pairs (n, 2, 5) may have one volume above the other, with a single test first.

    The rare pairs at the very limit are among them, too.
    """
    a, b = pairs[:, 0], pairs[:, 1]
    separation = np.maximum(a[:, 3], b[:, 3]) - np.minimum(a[:, 4], b[:, 4])
    offset = a[:, :2] - b[:, :2]
    reach = a[:, 2] + b[:, 2] + 1e-6
    return (separation > MIN_THICKNESS_IN) & ((offset**2).sum(axis=1) < reach**2)


def count_threads(pairs: int) -> int:
    """Return the number of threads for so many pairs on this machine."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return max(1, min(cores, MAX_THREADS, pairs // MIN_PAIRS_PER_THREAD))


class _Batch:
    """One batch: the threads take the next pairs from it until none are left."""

    def __init__(
        self,
        pairs: NDArray[np.float64],
        ignored: NDArray[np.int64],
        terrain: TerrainArrays,
        depth: float,
        budget: int,
    ) -> None:

        self.verdicts = np.full(len(pairs), UNDECIDED, dtype=np.int64)
        self._decide = load_compiled_batch()
        self._pairs = pairs
        self._ignored = ignored
        self._terrain = terrain
        self._heights = terrain.reals[:, HIGH].copy()
        self._limit = depth + 1e-9
        self._budget = budget
        self._starts = iter(range(0, len(pairs), PAIRS_PER_CALL))
        self._is_stopped = False
        self._faults: list[BaseException] = []

    def run(self, progress: Progress | None, threads: int) -> None:
        """Decide all pairs; this thread calls `progress` and stops all when it returns False."""
        others = [Thread(target=self._run_beside, daemon=True) for _ in range(threads - 1)]
        for thread in others:
            thread.start()
        try:
            self._run(progress)
        except BaseException:
            self._is_stopped = True
            raise
        finally:
            for thread in others:
                thread.join()
        if self._faults:
            raise self._faults[0]

    def _run_beside(self) -> None:
        try:
            self._run(None)
        except BaseException as error:  # `run` raises it
            self._faults.append(error)

    def _run(self, progress: Progress | None) -> None:

        terrain = self._terrain
        workspace = _take_workspace(
            (len(terrain.kinds), terrain.corners.shape[2], len(terrain.joins))
        )
        own = terrain._replace(reals=terrain.reals.copy())
        count = len(self._pairs)
        for start in self._starts:
            part = slice(start, start + PAIRS_PER_CALL)
            self._decide(
                self._pairs[part],
                self._ignored[part],
                own,
                self._heights,
                workspace.work,
                VOLUME_SHRINK_IN,
                self._limit,
                self._budget,
                NO_SURFACES,
                workspace.line,
                workspace.cell_count,
                self.verdicts[part],
            )
            if progress is not None and not progress(min(part.stop, count), count):
                self._is_stopped = True
            if self._is_stopped:
                break
        _return_workspace(workspace)


def decide_batch(
    pairs: NDArray[np.float64],
    ignored: NDArray[np.int64],
    terrain: TerrainArrays,
    depth: float,
    budget: int,
    progress: Progress | None = None,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return a result for each pair of volumes (n, 2, 5), of which none is above the other.

    `ignored` (n, 2) are rows of the terrain that do not count for a pair, or -1. `progress` is
    called by this thread with the number of pairs done. When it returns False, the remaining pairs
    stay undecided. `threads` is 0 for as many as the machine has cores.
    """
    batch = _Batch(pairs, ignored, terrain, depth, budget)
    batch.run(progress, threads or count_threads(len(pairs)))
    return batch.verdicts
