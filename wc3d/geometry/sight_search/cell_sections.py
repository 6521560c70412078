"""Sections above a cell of plan lines: both volumes' slices, and every solid's common section.

Sections use coordinates (s, v), along the line and upward from it. These are distance and height
if the volumes are side by side (LEVEL), height and distance if one is above the other (UPRIGHT).
"""

from __future__ import annotations

import math

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.sight_search.vertical_slice import (
    COUNT,
    CROSSES_FULLY,
    CROSSES_NONE,
    CROSSES_PARTLY,
    CX,
    CY,
    DISC,
    FLAT,
    GROUNDED,
    HIGH,
    INF,
    LOW,
    PLAN_LINE_TOLERANCE_IN,
    RADIUS,
    START,
    disc_reach,
    disc_span,
    lines_pass_disc,
    polygon_reach,
    polygon_span,
    section_heights,
)

PROOF_GROWTH, WITNESS_GROWTH, NO_GROWTH = 0, 1, 2  # growths of solids
LEVEL = 0
UPRIGHT = 1
UNCLEAR = 2

# result of a cell search: the polygon's area, the line's v at s FROM and at s TO, the mode, rising
# (1) or falling (-1),
# the first volume, and the plan point with the best dual line for a cut (INF: none)
AREA, AT0, AT1, FROM, TO, MODE, LEAN, FLIPPED, EDGE_ALONG, EDGE_ASIDE = range(10)
# counts in the workspace's `tally`
TOTAL, FREE, USED, OPEN, SPLIT_START, SPLIT_END, SCREENS, CREDIT, HALVED, NOTED = range(10)


@compile_inner
def measure_reach(p, m, x0, ends, holds, reals, kinds, vx, vy, reaching, shrink):
    """Write both volumes' x-ranges above a cell to `reaching`; return False if one is missed.

    Each row holds the outer range, then the common range. A volume is its disc, limited to the
    pieces that hold it.
    """
    for e in range(2):
        reach = reaching[e]
        reach[0], reach[1], reach[2], reach[3] = -INF, INF, -INF, INF
        disc_reach(p, m, x0, ends[e, 0], ends[e, 1], ends[e, 2] - shrink, reach)
        for h in range(holds.shape[1]):
            k = holds[e, h]
            if k < 0:
                break
            if kinds[k, DISC]:
                disc_reach(p, m, x0, reals[k, CX], reals[k, CY], reals[k, RADIUS], reach)
            else:
                polygon_reach(
                    p, m, x0, vx[NO_GROWTH], vy[NO_GROWTH], kinds[k, START], kinds[k, COUNT], reach
                )
        if reach[0] > reach[1]:
            return False
    return True


@compile_inner
def orient_cell(result, reach, ends):
    """Write to `result` which volume comes first on every line (left, or lower), and the mode."""
    result[AT0], result[AT1], result[FROM], result[TO] = 0.0, 0.0, 0.0, 1.0
    result[MODE], result[FLIPPED] = LEVEL, 0
    if reach[0, 1] <= reach[1, 0]:
        return
    if reach[1, 1] <= reach[0, 0]:
        result[FLIPPED] = 1
    elif ends[0, 4] <= ends[1, 3]:
        result[MODE] = UPRIGHT
    elif ends[1, 4] <= ends[0, 3]:
        result[MODE], result[FLIPPED] = UPRIGHT, 1
    else:
        result[MODE], result[AREA] = UNCLEAR, 1.0


@compile_inner
def _height_range(reals, kinds, measured_only, below_above, ends, k, proving, grow_up):
    """Return a piece's (low, high); in proofs, supporting pieces do not grow into a volume."""
    low, high = reals[k, LOW], reals[k, HIGH]
    if measured_only[k] == 0:
        low -= grow_up
        high += grow_up
        if proving:
            for e in range(2):
                if below_above[e, k] < 0:
                    high = min(high, max(reals[k, HIGH], ends[e, 3]))
                elif below_above[e, k] > 0:
                    low = max(low, min(reals[k, LOW], ends[e, 4]))
    if kinds[k, GROUNDED]:
        low = min(ends[0, 3], ends[1, 3]) - 1.0
    return low, high


@compile_inner
def collect_sections(p, m, x0, w, gx, gy, active, joins, grow_up, grow_out, proving):
    """Collect the common sections above a cell: solids in `w.solids`, measured ones in `w.free`.

    A row of `w.sections` holds: from, to, low at both, high at both. Counts go to `w.tally`.
    """
    states = w.states
    solids = w.solids
    reach = w.reach
    upright = w.found[MODE] == UPRIGHT
    start = int(w.found[FLIPPED])
    total = 0
    free = 0
    max_slope = 0.0
    for i in range(m.shape[0]):
        max_slope = max(max_slope, abs(m[i]))
    steep = math.sqrt(1.0 + max_slope * max_slope)
    for k in active:
        measured = w.measured_only[k] == 1
        if w.kinds[k, DISC] == 0 and lines_pass_disc(
            p, m, x0, steep, w.reals[k, CX], w.reals[k, CY], w.reals[k, RADIUS]
        ):
            states[k] = CROSSES_NONE
            continue
        if w.kinds[k, DISC]:
            radius = w.reals[k, RADIUS] + (0.0 if measured else grow_out)
            state, a, b = disc_span(p, m, x0, w.reals[k, CX], w.reals[k, CY], radius)
        elif measured:
            state, a, b = polygon_span(
                p,
                m,
                x0,
                w.vx[NO_GROWTH],
                w.vy[NO_GROWTH],
                w.kinds[k, START],
                w.kinds[k, COUNT],
                w.least,
                w.most,
            )
        else:
            state, a, b = polygon_span(
                p, m, x0, gx, gy, w.kinds[k, START], w.kinds[k, COUNT], w.least, w.most
            )
        states[k] = state
        if state != CROSSES_FULLY:
            continue
        if not upright and a <= b and (a >= reach[1 - start, 1] or b <= reach[start, 0]):
            continue
        low, high = _height_range(
            w.reals, w.kinds, w.measured_only, w.below_above, w.ends, k, proving, grow_up
        )
        row = w.sections[k]
        row[0], row[1], row[2], row[3], row[4], row[5] = a, b, low, low, high, high
        if not w.kinds[k, FLAT]:
            if a > b:
                states[k] = CROSSES_PARTLY
                continue
            growth = 0.0 if measured else grow_up
            low_a, high_a = section_heights(p, m, x0, a, w.reals[k], growth)
            low_b, high_b = section_heights(p, m, x0, b, w.reals[k], growth)
            row[4], row[5] = min(high, high_a), min(high, high_b)
            if not w.kinds[k, GROUNDED]:
                row[2], row[3] = max(low, low_a), max(low, low_b)
        solids[total, 0], solids[total, 1], solids[total, 2] = k, k, 0
        total += 1
        if measured:
            free += 1
    w.tally[TOTAL] = total
    if joins.shape[0] > 0 and (upright or free > 0):
        _join_sections(
            p,
            m,
            x0,
            joins,
            w.seams,
            solids,
            w.sections,
            w.kinds,
            w.measured_only,
            w.below_above,
            w.reals.shape[0],
            w.tally,
        )
    _split_sections(solids, w.sections, w.free, w.measured_only, w.kinds, w.tally, upright)


@compile_inner
def _split_sections(solids, sections, free, measured_only, kinds, tally, upright):
    """Leave the solids' rows in `solids`, and move measured sections to `free` as (s, v)."""
    count = 0
    measured = 0
    for j in range(tally[TOTAL]):
        k = solids[j, 1]
        row = sections[solids[j, 0]]
        if solids[j, 2] == 2:
            continue
        if measured_only[k] == 0:
            solids[count, 0], solids[count, 1], solids[count, 2] = solids[j, 0], k, solids[j, 2]
            count += 1
        elif row[0] < row[1] and not (upright and not kinds[k, FLAT]):
            target = free[measured]
            for i in range(6):
                target[i] = row[i]
            if upright:
                target[0], target[1], target[2], target[3], target[4], target[5] = (
                    row[2],
                    row[4],
                    row[0],
                    row[0],
                    row[1],
                    row[1],
                )
            measured += 1
    tally[TOTAL] = count
    tally[FREE] = measured


@compile_inner
def _row_of(solids, total, k):
    """Return the row of `solids` for piece k, or of the piece that it was joined to, or -1."""
    place = -1
    for i in range(total):
        if solids[i, 1] == k:
            place = i
            break
    while place >= 0 and solids[place, 2] == 2:
        place = solids[place, 0]
    return place


@compile_inner
def _join_sections(
    p, m, x0, joins, seams, solids, sections, kinds, measured_only, below_above, size, tally
):
    """Join sections whose pieces overlap along a seam that every line of the cell crosses.

    Only for solids between the volumes in height, and for measured pieces. Sections of equal
    heights become one; otherwise a section is added where their heights overlap.
    """
    old_total = tally[TOTAL]
    total = old_total
    for j in range(joins.shape[0]):
        ka, kb = joins[j, 0], joins[j, 1]
        a, b = _row_of(solids, old_total, ka), _row_of(solids, old_total, kb)
        if a < 0 or b < 0 or a == b:
            continue
        if not (kinds[ka, FLAT] and kinds[kb, FLAT]) or measured_only[ka] != measured_only[kb]:
            continue
        between = True
        for e in range(2):
            if below_above[e, ka] == 0 or below_above[e, ka] != below_above[e, kb]:
                between = False
        if not between and measured_only[ka] == 0:
            continue
        is_above, is_below = (
            True,
            True,
        )  # one end of the seam above every line, the other below
        for i in range(p.shape[0]):
            u = seams[j, 1] - (p[i] + m[i] * (seams[j, 0] - x0))
            v = seams[j, 3] - (p[i] + m[i] * (seams[j, 2] - x0))
            is_above = is_above and u >= -PLAN_LINE_TOLERANCE_IN and v <= PLAN_LINE_TOLERANCE_IN
            is_below = is_below and u <= PLAN_LINE_TOLERANCE_IN and v >= -PLAN_LINE_TOLERANCE_IN
        if not (is_above or is_below):
            continue
        section_a, section_b = sections[solids[a, 0]], sections[solids[b, 0]]
        first, last = min(section_a[0], section_b[0]), max(section_a[1], section_b[1])
        low, high = max(section_a[2], section_b[2]), min(section_a[4], section_b[4])
        if low >= high:
            continue
        if abs(section_a[2] - section_b[2]) < 1e-9 and abs(section_a[4] - section_b[4]) < 1e-9:
            section_a[0], section_a[1] = first, last
            solids[a, 2] = 1
            solids[b, 0], solids[b, 2] = a, 2
        elif total < solids.shape[0]:
            row = sections[size + 1 + j]
            row[0], row[1], row[2], row[3], row[4], row[5] = first, last, low, low, high, high
            solids[total, 0], solids[total, 1], solids[total, 2] = size + 1 + j, ka, 1
            total += 1
    tally[TOTAL] = total
