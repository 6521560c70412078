"""The search for an open line as one function: interpreted at first, later compiled (`jit`)."""

from __future__ import annotations

import contextlib
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.jit import Entry, entry_of, is_always_interpreted, may_use_compiled, use_compiled
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.tolerances import VOLUME_SHRINK_IN

if TYPE_CHECKING:  # the kernels import scipy: a window shows a board before it needs them
    from wc3d.geometry.sight_search.mesh_surfaces import SurfaceArrays
    from wc3d.geometry.sight_search.workspace import TerrainArrays, Workspace

MAX_INTERPRETED_CELLS = 2000
"""Cells, a millisecond each, after which an interpreted search waits for the compiled one."""


class SightSearch(NamedTuple):
    """The search and its workspace, for one call at a time.

    The GIL prevents concurrent use of the compiled search. Interpreted calls take a lock.
    """

    decide: Any
    work: Workspace
    no_surfaces: SurfaceArrays
    size: tuple[int, int, int]
    is_compiled: bool

    def fits(self, needs: tuple[int, int, int]) -> bool:
        """Return whether the workspace is large enough."""
        return needs[0] <= self.size[0] and needs[1] <= self.size[1] and needs[2] <= self.size[2]


_search: SightSearch | None = None
"""The shared search, always valid: another thread may replace it."""
_compiled_decide: Any = None
_MAKING = Lock()
_INTERPRETING = Lock()


def get_search(needs: tuple[int, int, int]) -> SightSearch:
    """Return the search with a workspace for these numbers of pieces, corners and seams."""
    search = _search
    compiled = (search is not None and search.is_compiled) or may_use_compiled(KernelGroup.SIGHT)
    if search is not None and search.fits(needs) and search.is_compiled == compiled:
        return search
    return _make_search(needs, compiled)


def _make_search(needs: tuple[int, int, int], compiled: bool) -> SightSearch:
    """Share a new search with a larger workspace, or the first compiled one.

    Waits for the end of an interpreted search, because the meshes hold scratch arrays, too.
    """
    global _search
    from wc3d.geometry.sight_search.mesh_surfaces import NO_SURFACES
    from wc3d.geometry.sight_search.workspace import make_workspace

    with _MAKING, _INTERPRETING:
        old = _search
        if old is not None and old.fits(needs) and old.is_compiled >= compiled:
            return old
        spare = [1 << (need - 1).bit_length() if need > 1 else 1 for need in needs]
        old_size = old.size if old is not None else (32, 256, 64)
        size = (
            max(spare[0], old_size[0]),
            max(spare[1], old_size[1]),
            max(spare[2], old_size[2]),
        )
        work = make_workspace(*size)
        if old is not None and old.is_compiled >= compiled:
            decide, compiled = old.decide, old.is_compiled
        else:
            decide = load_compiled_search() if compiled else _interpret_search
        _search = search = SightSearch(decide, work, NO_SURFACES, size, compiled)
    return search


def compile_sight_search() -> None:
    """Compile the search, or load it from the cache. Waits while another process compiles it."""
    if not is_always_interpreted():
        use_compiled(KernelGroup.SIGHT)
        _make_search((1, 1, 1), True)


def compile_for(entry: Entry, *arguments: Any) -> Any:
    """Compile a kernel, or load it, by a first call with these arguments.

    Returns the compiled function itself: numba's dispatch takes as long as many a search.
    """
    dispatcher = entry.compiled
    dispatcher(*arguments)
    compiled = list(dispatcher.overloads.values()) if hasattr(dispatcher, "overloads") else []
    return compiled[0].entry_point if compiled else dispatcher


def load_compiled_search() -> Any:
    """Return the compiled search; compile what is not in the cache. Other threads go on."""
    global _compiled_decide
    from wc3d.geometry.sight_search.mesh_surfaces import NO_SURFACES
    from wc3d.geometry.sight_search.setup import decide_open_line
    from wc3d.geometry.sight_search.workspace import make_empty_terrain, make_workspace

    if _compiled_decide is None:
        _compiled_decide = compile_for(
            entry_of(decide_open_line),
            np.ones((2, 5)),
            make_empty_terrain(),
            make_workspace(1, 1, 1),
            VOLUME_SHRINK_IN,
            3.0,
            1,
            NO_SURFACES,
            np.empty(6),
            np.zeros(1, dtype=np.int64),
        )
    return _compiled_decide


def _interpret_search(
    ends: NDArray[np.float64],
    terrain: TerrainArrays,
    work: Workspace,
    shrink: float,
    limit: float,
    budget: int,
    surfaces: SurfaceArrays,
    line: NDArray[np.float64],
    cell_count: NDArray[np.int64],
) -> int:
    """Run the search in Python; a long or unusual one waits for the compiled search.

    An interpreted search of few cells is the same as the compiled one. Python raises errors where
    compiled code continues with an infinite or undefined number.
    """

    from wc3d.geometry.sight_search.setup import decide_open_line

    forced = is_always_interpreted()
    few = budget if forced else min(budget, MAX_INTERPRETED_CELLS)
    unusual: tuple[type[Exception], ...] = () if forced else (ArithmeticError, ValueError)
    with _INTERPRETING, contextlib.suppress(*unusual):
        if _search is not None and not _search.is_compiled:  # no other thread was faster
            code = entry_of(decide_open_line).interpret(
                ends, terrain, work, shrink, limit, few, surfaces, line, cell_count
            )
            if cell_count[0] <= few or few == budget:
                return int(code)
    compile_sight_search()
    cell_count[0] = 0
    search = get_search((len(terrain.kinds), terrain.corners.shape[2], len(terrain.joins)))
    return int(
        search.decide(ends, terrain, search.work, shrink, limit, budget, surfaces, line, cell_count)
    )
