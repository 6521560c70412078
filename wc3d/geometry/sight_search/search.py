"""Best-first search over bundles of plan lines, until a line is open or all cells are blocked.

Cells are cut along the dual lines of footprint corners (all plan lines through that corner).
Slits, seams and corners thus become combinatorial. Cells are halved only where no corner matters.
"""

from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import compile_inlined, compile_inner
from wc3d.geometry.sight_search.cell_sections import (
    AREA,
    AT0,
    AT1,
    CREDIT,
    EDGE_ALONG,
    EDGE_ASIDE,
    FLIPPED,
    FROM,
    HALVED,
    LEAN,
    MODE,
    NO_GROWTH,
    NOTED,
    OPEN,
    PROOF_GROWTH,
    SCREENS,
    TO,
    UNCLEAR,
    UPRIGHT,
    WITNESS_GROWTH,
    measure_reach,
)
from wc3d.geometry.sight_search.line_in_cell import MAX_VAIN_SCREENINGS, find_open_line_in_cell
from wc3d.geometry.sight_search.mesh_surfaces import is_line_clear
from wc3d.geometry.sight_search.vertical_slice import (
    COUNT,
    CROSSES_NONE,
    CROSSES_PARTLY,
    CX,
    CY,
    DISC,
    HIGH,
    INF,
    LOW,
    PLAN_LINE_TOLERANCE_IN,
    RADIUS,
    START,
    area_and_centroid,
    clip_polygon,
)
from wc3d.geometry.sight_search.workspace import MAX_CORNERS, MAX_OPEN_CELLS
from wc3d.geometry.tolerances import MESH_LIFT_IN

BLOCKED, CLEAR, UNDECIDED = 0, 1, 2
SHORT_LIST_PIECES = 16  # shortest list of pieces that is shortened
CELLS_PER_SCREENING = 16  # after mostly failed screenings, screen one cell in 16 and the narrowest
MAX_EDGE_CUT_WIDTH_IN = 0.3  # widest cell that is cut next to upright edges of meshes
POLYGONS_PER_CELL = 50  # polygons tested for obscuring that cost as much as a cell
MAX_LINES_TRIED = 10  # lines of one polygon tested against triangles
END_INSET_IN = 5e-7  # depth of a displayed end inside an obscuring piece


@compile_inner
def _cut_weight(reals, kinds, vx, result, k, upright, slope):
    """Return a solid's weight for the next cut: 1 if it stops the last line found, else 0.2."""
    if result[MODE] == UNCLEAR:
        return 0.2
    if kinds[k, DISC]:
        low, high = reals[k, CX] - reals[k, RADIUS], reals[k, CX] + reals[k, RADIUS]
    else:
        low, high = INF, -INF
        for i in range(kinds[k, COUNT]):
            low = min(low, vx[NO_GROWTH, kinds[k, START] + i])
            high = max(high, vx[NO_GROWTH, kinds[k, START] + i])
    if upright:
        middle = 0.5 * (max(result[FROM], reals[k, LOW]) + min(result[TO], reals[k, HIGH]))
        v = result[AT0] + slope * (middle - result[FROM])
        stops = (
            low - 0.1 <= v <= high + 0.1
            and reals[k, LOW] < result[TO]
            and reals[k, HIGH] > result[FROM]
        )
    else:
        v = result[AT0] + slope * (0.5 * (low + high) - result[FROM])
        stops = (
            reals[k, LOW] - 0.1 <= v <= reals[k, HIGH] + 0.1
            and low < result[TO]
            and high > result[FROM]
        )
    return 1.0 if stops else 0.2


@compile_inner
def _halve_cell(cp, cq, cut):
    """Write the line that cuts a cell across its longer side to `cut`."""
    n = cp.shape[0]
    low_p, high_p, low_q, high_q, mp, mq = INF, -INF, INF, -INF, 0.0, 0.0
    for c in range(n):
        low_p, high_p = min(low_p, cp[c]), max(high_p, cp[c])
        low_q, high_q = min(low_q, cq[c]), max(high_q, cq[c])
        mp += cp[c] / n
        mq += cq[c] / n
    if high_p - low_p > high_q - low_q:
        cut[0], cut[1], cut[2] = 1.0, 0.0, -mp
    else:
        cut[0], cut[1], cut[2] = 0.0, 1.0, -mq


@compile_inner
def _choose_cut(cp, cq, m, x0, x1, w, active, cut):
    """Choose a cut along the dual line of a relevant corner that halves the cell well.

    Otherwise cut across the longer side. Writes a, b, c of a p + b q + c = 0 to `cut`.
    """
    n = m.shape[0]
    reals, kinds, vx, vy, result = w.reals, w.kinds, w.vx, w.vy, w.found
    states, measured_only, below_above, is_apart, normal = (
        w.states,
        w.measured_only,
        w.below_above,
        w.apart,
        w.normal,
    )
    best = 0.0
    upright = result[MODE] == UPRIGHT
    slope = (
        (result[AT1] - result[AT0]) / (result[TO] - result[FROM])
        if result[MODE] != UNCLEAR
        else 0.0
    )
    for k in active:
        if states[k] != CROSSES_PARTLY:
            continue
        weight = _cut_weight(reals, kinds, vx, result, k, upright, slope)
        count = 2 if kinds[k, DISC] else kinds[k, COUNT]
        for i in range(count + 2):
            if i < count:
                if kinds[k, DISC]:
                    mid = 0.0
                    for c in range(n):
                        mid += m[c] / n
                    s = (2 * i - 1) * reals[k, RADIUS] / math.sqrt(1.0 + mid * mid)
                    x, y = reals[k, CX] - mid * s, reals[k, CY] + s
                else:
                    g = NO_GROWTH if measured_only[k] == 1 else PROOF_GROWTH
                    x, y = vx[g, kinds[k, START] + i], vy[g, kinds[k, START] + i]
                t = (x - x0) / (x1 - x0)
                a, b, c0 = t - 1.0, -t, y
            else:
                e = i - count
                if not is_apart[e, k] or below_above[e, k] != 0:
                    continue
                # lines parallel to the plane that separates the piece from a volume
                a, b, c0 = (
                    -normal[e, k, 1] / (x1 - x0),
                    normal[e, k, 1] / (x1 - x0),
                    normal[e, k, 0],
                )
            low, high = INF, -INF
            for c in range(n):
                o = a * cp[c] + b * cq[c] + c0
                low = min(low, o)
                high = max(high, o)
            if low >= -PLAN_LINE_TOLERANCE_IN or high <= PLAN_LINE_TOLERANCE_IN:
                continue
            score = (weight + 0.01) * min(-low, high) / max(-low, high)
            if measured_only[k] == 1:
                score *= 0.5
            if score > best:
                best = score
                cut[0], cut[1], cut[2] = a, b, c0
    if best > 0.02:
        return
    _halve_cell(cp, cq, cut)


@compile_inner
def _write_end_points(p, m, x0, w, shrink, line):
    """Write the witness line `p`, `m` in the frame: exit from one volume, entry into the other."""
    ends, result = w.ends, w.found
    upright = result[MODE] == UPRIGHT
    start = int(result[FLIPPED])
    rate = (result[AT1] - result[AT0]) / (result[TO] - result[FROM])
    measure_reach(p, m, x0, w.ends, w.holds, w.reals, w.kinds, w.vx, w.vy, w.reach, shrink)
    for e in range(2):
        volume = start if e == 0 else 1 - start
        left, right = w.reach[volume, 0], w.reach[volume, 1]
        low, high = ends[volume, 3] + shrink, ends[volume, 4] - shrink
        sa, sb, va, vb = (low, high, left, right) if upright else (left, right, low, high)
        if rate > 1e-12:
            ua, ub = (
                result[FROM] + (va - result[AT0]) / rate,
                result[FROM] + (vb - result[AT0]) / rate,
            )
        elif rate < -1e-12:
            ua, ub = (
                result[FROM] + (vb - result[AT0]) / rate,
                result[FROM] + (va - result[AT0]) / rate,
            )
        else:
            ua, ub = -INF, INF
        first, last = max(sa, ua), min(sb, ub)
        inward = min(END_INSET_IN, 0.5 * (last - first)) if w.holds[volume, 0] >= 0 else 0.0
        s = last - inward if e == 0 else first + inward
        v = result[AT0] + rate * (s - result[FROM])
        x, z = (v, s) if upright else (s, v)
        line[3 * volume], line[3 * volume + 1], line[3 * volume + 2] = x, p[0] + m[0] * (x - x0), z


@compile_inner
def _make_first_cell(x0, x1, steep, ends, first_cell, second_cell):
    """Write the cell of plan lines up to `steep` that meet both discs; return its corners."""
    big = (
        abs(ends[0, 0])
        + abs(ends[1, 0])
        + abs(ends[0, 1])
        + abs(ends[1, 1])
        + ends[0, 2]
        + ends[1, 2]
        + abs(x1 - x0)
        + 1.0
    )
    big *= 4.0 * (1.0 + steep)
    first_cell[0, 0], first_cell[0, 1], first_cell[1, 0], first_cell[1, 1] = -big, -big, big, -big
    first_cell[2, 0], first_cell[2, 1], first_cell[3, 0], first_cell[3, 1] = big, big, -big, big
    n = np.int64(4)
    n = clip_polygon(first_cell, n, 1.0, -1.0, steep * (x1 - x0), second_cell)
    n = clip_polygon(second_cell, n, -1.0, 1.0, steep * (x1 - x0), first_cell)
    for e in range(2):
        t = (ends[e, 0] - x0) / (x1 - x0)
        wide = ends[e, 2] * math.sqrt(1.0 + steep * steep)
        n = clip_polygon(first_cell, n, 1.0 - t, t, wide - ends[e, 1], second_cell)
        n = clip_polygon(second_cell, n, t - 1.0, -t, wide + ends[e, 1], first_cell)
    return n


@compile_inner
def _push(keys, slots, heap, key, slot):
    """Push a cell to the heap of `heap` cells, the most promising first."""
    h = heap
    while h > 0 and keys[(h - 1) // 2] < key:
        keys[h], slots[h] = keys[(h - 1) // 2], slots[(h - 1) // 2]
        h = (h - 1) // 2
    keys[h], slots[h] = key, slot


@compile_inner
def _pop(keys, slots, heap):
    """Pop the most promising of `heap` cells."""
    slot = slots[0]
    remaining = heap - 1
    key, moved = keys[remaining], slots[remaining]
    h = 0
    while True:
        c = 2 * h + 1
        if c >= remaining:
            break
        if c + 1 < remaining and keys[c + 1] > keys[c]:
            c += 1
        if keys[c] <= key:
            break
        keys[h], slots[h] = keys[c], slots[c]
        h = c
    keys[h], slots[h] = key, moved
    return slot


@compile_inner
def _shorten_list(active, states, lists, list_n, users):
    """Return the number of a new list, a quarter shorter, of pieces that a cell crosses, or -1."""
    count = 0
    for k in active:
        if states[k] != CROSSES_NONE:
            count += 1
    if active.shape[0] <= SHORT_LIST_PIECES or 4 * count > 3 * active.shape[0]:
        return -1
    for new in range(1, lists.shape[0]):
        if users[new] == 0:
            at = 0
            for k in active:
                if states[k] != CROSSES_NONE:
                    lists[new, at] = k
                    at += 1
            list_n[new] = at
            return new
    return -1


@compile_inner
def _misses_surfaces(p, m, x0, w, surfaces, shrink, line):
    """Return whether a line above one plan line misses every triangle, and write it to `line`.

    Tries the polygon's middle, then lines halfway to its corners.
    """
    result, depth = w.found, w.tally[OPEN]
    lean = result[LEAN]
    at0, at1 = result[AT0], result[AT1]
    for i in range(w.stack_n[depth] + 1):
        if i > 0:
            result[AT0] = 0.5 * (at0 + lean * w.stack[depth, i - 1, 0])
            result[AT1] = 0.5 * (at1 + lean * w.stack[depth, i - 1, 1])
        _write_end_points(p, m, x0, w, shrink, line)
        if is_line_clear(surfaces, line, w.turn):
            return True
        if i == MAX_LINES_TRIED:
            break
    result[AT0], result[AT1] = at0, at1
    return False


@compile_inlined
def search_frame(
    x0, x1, steep, w, count, joins, grow, shrink, limit, budget, surfaces, line, cell_count
):
    """Search one frame: BLOCKED is proven, CLEAR has a `line`, UNDECIDED exceeded the budget.

    The line is in the frame. With `surfaces`, it must miss all their triangles, and their `grain`
    decides which cells are given up.
    """
    result, first_cell, second_cell, p, q, m = w.found, w.first_cell, w.second_cell, w.p, w.q, w.m
    lists, list_n, users = w.lists, w.list_n, w.users
    fresh, freed, heap = 0, 0, np.int64(0)  # a literal would make numba compile `_push` again
    undecided, meshes = False, surfaces.placements.shape[0] > 0
    lift = MESH_LIFT_IN if meshes else 0.0
    w.tally[CREDIT], w.tally[HALVED] = MAX_VAIN_SCREENINGS, 0
    rn = _make_first_cell(x0, x1, steep, w.ends, first_cell, second_cell)
    rn2 = 0
    children = 1
    for k in range(count):
        lists[0, k] = k
    list_n[0] = count
    users[:] = 0
    list_number = np.int64(0)
    while True:
        for child in range(children):
            cell = first_cell if child == 0 else second_cell
            n = rn if child == 0 else rn2
            if n < 3:
                continue
            area, mp, mq = area_and_centroid(cell, n)
            if area <= 1e-18:
                continue
            low_p, high_p, low_q, high_q = INF, -INF, INF, -INF
            for i in range(n):
                p[i], q[i] = cell[i, 0], cell[i, 1]
                m[i] = (q[i] - p[i]) / (x1 - x0)
                low_p, high_p, low_q, high_q = (
                    min(low_p, p[i]),
                    max(high_p, p[i]),
                    min(low_q, q[i]),
                    max(high_q, q[i]),
                )
            cell_count[0] += 1
            active = lists[list_number, : list_n[list_number]]
            wide = max(high_p - low_p, high_q - low_q)
            should_screen = (
                wide < surfaces.grain[0]
                or w.tally[CREDIT] > 0
                or cell_count[0] % CELLS_PER_SCREENING == 0
            )
            w.tally[SCREENS] = meshes and wide < surfaces.grain[1] and should_screen
            w.tally[NOTED] = wide < MAX_EDGE_CUT_WIDTH_IN
            if not find_open_line_in_cell(
                p[:n],
                m[:n],
                x0,
                w,
                w.vx[PROOF_GROWTH],
                w.vy[PROOF_GROWTH],
                active,
                joins,
                grow[0],
                grow[2],
                lift,
                limit,
                True,
                surfaces,
            ):
                continue
            key = result[AREA] * area
            if n > MAX_CORNERS - 4 or area < 1e-13 or (freed == 0 and fresh == MAX_OPEN_CELLS):
                undecided = True
                continue
            if freed > 0:
                freed -= 1
                slot = w.unused[freed]
            else:
                slot = fresh
                fresh += 1
            if result[EDGE_ALONG] < INF and wide < MAX_EDGE_CUT_WIDTH_IN:
                t = (result[EDGE_ALONG] - x0) / (x1 - x0)
                w.cuts[slot, 0], w.cuts[slot, 1], w.cuts[slot, 2] = t - 1.0, -t, result[EDGE_ASIDE]
            else:
                _choose_cut(p[:n], q[:n], m[:n], x0, x1, w, active, w.cuts[slot])
            mine = list_number
            if result[MODE] != UNCLEAR:
                shorter = _shorten_list(active, w.states, lists, list_n, users)
                if shorter > 0:
                    mine = shorter
                    active = lists[mine, : list_n[mine]]
            p[0] = mp
            m[0] = (mq - mp) / (x1 - x0)
            if find_open_line_in_cell(
                p[:1],
                m[:1],
                x0,
                w,
                w.vx[WITNESS_GROWTH],
                w.vy[WITNESS_GROWTH],
                active,
                joins,
                grow[1],
                grow[3],
                shrink,
                limit,
                False,
                surfaces,
            ):
                if not meshes:
                    _write_end_points(p[:1], m[:1], x0, w, shrink, line)
                    return CLEAR
                if _misses_surfaces(p[:1], m[:1], x0, w, surfaces, shrink, line):
                    return CLEAR
            if wide < surfaces.grain[0]:
                undecided = True
                w.unused[freed] = slot
                freed += 1
                continue
            users[mine] += 1
            w.cell_lists[slot] = mine
            w.cells_n[slot] = n
            for i in range(n):
                w.cells[slot, i, 0], w.cells[slot, i, 1] = cell[i, 0], cell[i, 1]
            _push(w.keys, w.slots, heap, key, slot)
            heap += 1
        if heap == 0:
            return UNDECIDED if undecided else BLOCKED
        cell_count[0] += w.tally[HALVED] // POLYGONS_PER_CELL
        w.tally[HALVED] %= POLYGONS_PER_CELL
        if cell_count[0] > budget:
            return UNDECIDED
        users[list_number] -= 1
        slot = _pop(w.keys, w.slots, heap)
        heap -= 1
        list_number = w.cell_lists[slot]
        cut = w.cuts[slot]
        rn = clip_polygon(w.cells[slot], w.cells_n[slot], cut[0], cut[1], cut[2], first_cell)
        rn2 = clip_polygon(w.cells[slot], w.cells_n[slot], -cut[0], -cut[1], -cut[2], second_cell)
        w.unused[freed] = slot
        freed += 1
        children = 2
