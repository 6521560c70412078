"""Many questions of sight in one call, which lets go of Python's lock."""

from __future__ import annotations

from wc3d.geometry.jit import compile_unlocked
from wc3d.geometry.sight_search.culling import cull_pieces
from wc3d.geometry.sight_search.quick_verdicts import find_quick_verdict
from wc3d.geometry.sight_search.search import UNDECIDED
from wc3d.geometry.sight_search.setup import decide_open_line
from wc3d.geometry.sight_search.vertical_slice import HIGH, INF


@compile_unlocked
def decide_open_lines(
    pairs,
    ignored,
    terrain,
    heights,
    w,
    shrink,
    limit,
    budget,
    surfaces,
    line,
    cell_count,
    verdicts,
):
    """Decide each of n pairs (n, 2, 5) like `decide_open_line`; write to `verdicts` (n,).

    `ignored` (n, 2) are the rows of two pieces that do not count for a pair, or -1. They are
    lowered for a moment, so the `terrain` must not be shared. `heights` are the pieces' own.
    """
    for i in range(pairs.shape[0]):
        ends = pairs[i]
        for e in range(2):
            if ignored[i, e] >= 0:
                terrain.reals[ignored[i, e], HIGH] = -INF
        count = cull_pieces(ends, terrain.reals, terrain.grow, w.picked)
        verdict = find_quick_verdict(ends, terrain, w.picked, count)
        if verdict == UNDECIDED:
            cell_count[0] = 0
            verdict = decide_open_line(
                ends, terrain, w, shrink, limit, budget, surfaces, line, cell_count
            )
        for e in range(2):
            if ignored[i, e] >= 0:
                terrain.reals[ignored[i, e], HIGH] = heights[ignored[i, e]]
        verdicts[i] = verdict
