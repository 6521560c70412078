"""Best-first search over bundles of plan lines, until one line is open or every cell is proven blocked.

Cells are cut along the *dual lines* of footprint corners (all plan lines through that corner), which makes slits, seams and
corners combinatorial; they are halved only where no corner matters.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.compiled import inner, outer
from wc3d.geometry.openings import (
    AREA,
    AT0,
    AT1,
    CORNERS,
    DEEP,
    FLIPPED,
    FROM,
    MODE,
    PROOF,
    TO,
    TRUE,
    UNCLEAR,
    UPRIGHT,
    WITNESS,
    look_through,
)
from wc3d.geometry.slices import (
    BOTTOM_X,
    BOTTOM_Y,
    BOX,
    COUNT,
    CX,
    CY,
    DISC,
    FEATURE,
    HIGH,
    INF,
    LOW,
    NOISE,
    OBSCURES,
    PIECE_COLUMNS,
    PARTIAL,
    RADIUS,
    START,
    TOP_X,
    TOP_Y,
    area_and_centroid,
    clip,
    closest_offset,
    disc_reach,
    polygon_reach,
)

BLOCKED, CLEAR, UNDECIDED = 0, 1, 2
OPEN_CELLS = 16384
HOLDS = 4  # most obscuring pieces that one end is asked to lie in
TOUCH = 1e-6
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
CHOICES = 6  # most obscuring features that both volumes together can lie in


class Workspace(NamedTuple):
    """The arrays that one search works in, for at most so many pieces, corners and seams. Reused from search to search."""

    ends: Floats
    mine: Floats
    holds: Ints
    picked: Ints
    treat: Ints
    pieces: Ints
    local: Ints
    soft: Ints
    ways: Ints
    way_end: Ints
    way_piece: Ints
    floats: Floats
    ints: Ints
    vx: Floats
    vy: Floats
    below_above: Ints
    apart: Ints
    normal: Floats
    joins: Ints
    seams: Floats
    seam_ids: Ints
    states: Ints
    sections: Floats
    least: Floats
    most: Floats
    rows: Floats
    counts: Ints
    order: Ints
    stack: Floats
    stack_n: Ints
    picks: Ints
    free: Floats
    spans: Floats
    nest: Floats
    nest_n: Ints
    one: Floats
    reach: Floats
    outer: Floats
    inner: Floats
    bounds: Floats
    found: Floats
    ends_of_line: Floats
    root: Floats
    other: Floats
    cells: Floats
    cells_n: Ints
    cuts: Floats
    keys: Floats
    slots: Ints
    unused: Ints
    p: Floats
    q: Floats
    m: Floats


def workspace(pieces: int, corners: int, seams: int) -> Workspace:
    """A workspace for at most so many pieces, corners of footprints and seams."""

    def f(*shape: int) -> Floats:
        return np.zeros(shape)

    def i(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    k, v, j = max(pieces, 1), max(corners, 1), max(seams, 1)
    return Workspace(
        ends=f(2, 5), mine=f(2, 5), holds=i(2, HOLDS), picked=i(k), treat=i(k), pieces=i(k), local=i(k),
        soft=i(CHOICES), ways=i(CHOICES), way_end=i(CHOICES, 64), way_piece=i(CHOICES, 64),
        floats=f(k, PIECE_COLUMNS), ints=i(k, 7), vx=f(3, v), vy=f(3, v),
        below_above=i(2, k), apart=i(2, k), normal=f(2, k, 2), joins=i(j, 2), seams=f(j, 4), seam_ids=i(j),
        states=i(k), sections=f(k + 1 + j, 6), least=f(v), most=f(v), rows=f(DEEP, 2, 4, 3), counts=i(DEEP, 2),
        order=i(k + j + 1, 3), stack=f(DEEP + 3, CORNERS, 2), stack_n=i(DEEP + 3), picks=i(DEEP + 3, 4),
        free=f(k + j, 6), spans=f(k + j, 2), nest=f(64, CORNERS, 2), nest_n=i(64), one=f(1, 2),
        reach=f(2, 4), outer=f(2, 4), inner=f(2, 4), bounds=f(2), found=f(8), ends_of_line=f(6),
        root=f(CORNERS, 2), other=f(CORNERS, 2), cells=f(OPEN_CELLS, CORNERS, 2), cells_n=i(OPEN_CELLS),
        cuts=f(OPEN_CELLS, 3), keys=f(OPEN_CELLS), slots=i(OPEN_CELLS), unused=i(OPEN_CELLS),
        p=f(CORNERS), q=f(CORNERS), m=f(CORNERS),
    )  # fmt: skip


@inner
def _to_frame(ends_world, ox, oy, cos, sin, F, I, V, picked, ends, LF, LI, vx, vy):
    """Writes the picked pieces and both volumes in a frame turned by an angle about (ox, oy)."""
    for e in range(2):
        x, y = ends_world[e, 0] - ox, ends_world[e, 1] - oy
        ends[e, 0], ends[e, 1] = x * cos + y * sin, y * cos - x * sin
        ends[e, 2], ends[e, 3], ends[e, 4] = ends_world[e, 2], ends_world[e, 3], ends_world[e, 4]
    at = 0
    for q in range(picked.shape[0]):
        k = picked[q]
        for c in range(F.shape[1]):
            LF[q, c] = F[k, c]
        for c in range(I.shape[1]):
            LI[q, c] = I[k, c]
        x, y = F[k, CX] - ox, F[k, CY] - oy
        LF[q, CX], LF[q, CY] = x * cos + y * sin, y * cos - x * sin
        for c in (TOP_X, BOTTOM_X):
            gx, gy = F[k, c], F[k, c + 1]
            LF[q, c], LF[q, c + 1] = gx * cos + gy * sin, gy * cos - gx * sin
            LF[q, c - 1] = F[k, c - 1] + gx * ox + gy * oy
        LI[q, START] = at
        for g in range(3):
            for i in range(I[k, COUNT]):
                x, y = V[g, 0, I[k, START] + i] - ox, V[g, 1, I[k, START] + i] - oy
                vx[g, at + i], vy[g, at + i] = x * cos + y * sin, y * cos - x * sin
        at += I[k, COUNT]


@inner
def _place(ends, LF, LI, vx, vy, below_above, apart, normal):
    """Where each piece lies from each volume: wholly below (-1) or above (1), apart in plan and in which direction."""
    for e in range(2):
        for q in range(LF.shape[0]):
            below_above[e, q] = 0
            apart[e, q] = 0
            if LF[q, HIGH] <= ends[e, 3] + TOUCH:
                below_above[e, q] = -1
            elif LF[q, LOW] >= ends[e, 4] - TOUCH:
                below_above[e, q] = 1
            if LI[q, DISC]:
                dx, dy = LF[q, CX] - ends[e, 0], LF[q, CY] - ends[e, 1]
                d = math.sqrt(dx * dx + dy * dy)
                gap = d - LF[q, RADIUS] - ends[e, 2]
            else:
                dx, dy, d = closest_offset(vx[TRUE], vy[TRUE], LI[q, START], LI[q, COUNT], ends[e, 0], ends[e, 1])
                gap = d - ends[e, 2]
            if d > 0.0 and gap >= -TOUCH:
                apart[e, q] = 1
                normal[e, q, 0], normal[e, q, 1] = dx / d, dy / d


@inner
def _choose_cut(cp, cq, m, x0, x1, w, pieces, cut):
    """Where to cut a cell in two: along the dual line of a corner that matters and halves it well, else across its longer side."""
    n = m.shape[0]
    LF, LI, vx, vy, found = w.floats, w.ints, w.vx, w.vy, w.found
    states, treat, below_above, apart, normal = w.states, w.treat, w.below_above, w.apart, w.normal
    best = 0.0
    upright = found[MODE] == UPRIGHT
    slope = (found[AT1] - found[AT0]) / (found[TO] - found[FROM]) if found[MODE] != UNCLEAR else 0.0
    for j in range(pieces.shape[0]):
        k = pieces[j]
        if states[k] != PARTIAL:
            continue
        weight = 0.2
        if found[MODE] != UNCLEAR:
            if LI[k, DISC]:
                low, high = LF[k, CX] - LF[k, RADIUS], LF[k, CX] + LF[k, RADIUS]
            else:
                low, high = INF, -INF
                for i in range(LI[k, COUNT]):
                    low = min(low, vx[TRUE, LI[k, START] + i])
                    high = max(high, vx[TRUE, LI[k, START] + i])
            if upright:
                middle = 0.5 * (max(found[FROM], LF[k, LOW]) + min(found[TO], LF[k, HIGH]))
                v = found[AT0] + slope * (middle - found[FROM])
                if low - 0.1 <= v <= high + 0.1 and LF[k, LOW] < found[TO] and LF[k, HIGH] > found[FROM]:
                    weight = 1.0
            else:
                v = found[AT0] + slope * (0.5 * (low + high) - found[FROM])
                if LF[k, LOW] - 0.1 <= v <= LF[k, HIGH] + 0.1 and low < found[TO] and high > found[FROM]:
                    weight = 1.0
        count = 2 if LI[k, DISC] else LI[k, COUNT]
        for i in range(count + 2):
            if i < count:
                if LI[k, DISC]:
                    mid = 0.0
                    for c in range(n):
                        mid += m[c] / n
                    s = (2 * i - 1) * LF[k, RADIUS] / math.sqrt(1.0 + mid * mid)
                    x, y = LF[k, CX] - mid * s, LF[k, CY] + s
                else:
                    g = TRUE if treat[k] == 1 else PROOF
                    x, y = vx[g, LI[k, START] + i], vy[g, LI[k, START] + i]
                t = (x - x0) / (x1 - x0)
                a, b, c0 = t - 1.0, -t, y
            else:
                e = i - count
                if not apart[e, k] or below_above[e, k] != 0:
                    continue
                # lines parallel to the plane that separates the piece from a volume
                a, b, c0 = -normal[e, k, 1] / (x1 - x0), normal[e, k, 1] / (x1 - x0), normal[e, k, 0]
            low, high = INF, -INF
            for c in range(n):
                o = a * cp[c] + b * cq[c] + c0
                low = min(low, o)
                high = max(high, o)
            if low >= -NOISE or high <= NOISE:
                continue
            score = (weight + 0.01) * min(-low, high) / max(-low, high)
            if treat[k] == 1:
                score *= 0.5
            if score > best:
                best = score
                cut[0], cut[1], cut[2] = a, b, c0
    if best > 0.02:
        return
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


@inner
def _end_points(p, m, x0, w, shrink, line):
    """The witness in the frame: where the line last leaves one volume and first enters the other. `p`, `m`: arrays of one."""
    ends, holds, LF, LI, vx, vy, found, reach = w.ends, w.holds, w.floats, w.ints, w.vx, w.vy, w.found, w.reach[0]
    upright = found[MODE] == UPRIGHT
    start = int(found[FLIPPED])
    rate = (found[AT1] - found[AT0]) / (found[TO] - found[FROM])
    for e in range(2):
        volume = start if e == 0 else 1 - start
        reach[0], reach[1], reach[2], reach[3] = -INF, INF, -INF, INF
        disc_reach(p, m, x0, ends[volume, 0], ends[volume, 1], ends[volume, 2] - shrink, reach)
        for h in range(holds.shape[1]):
            k = holds[volume, h]
            if k < 0:
                break
            if LI[k, DISC]:
                disc_reach(p, m, x0, LF[k, CX], LF[k, CY], LF[k, RADIUS], reach)
            else:
                polygon_reach(p, m, x0, vx[TRUE], vy[TRUE], LI[k, START], LI[k, COUNT], reach)
        low, high = ends[volume, 3] + shrink, ends[volume, 4] - shrink
        sa, sb, va, vb = (low, high, reach[0], reach[1]) if upright else (reach[0], reach[1], low, high)
        if rate > 1e-12:
            ua, ub = found[FROM] + (va - found[AT0]) / rate, found[FROM] + (vb - found[AT0]) / rate
        elif rate < -1e-12:
            ua, ub = found[FROM] + (vb - found[AT0]) / rate, found[FROM] + (va - found[AT0]) / rate
        else:
            ua, ub = -INF, INF
        s = min(sb, ub) if e == 0 else max(sa, ua)
        v = found[AT0] + rate * (s - found[FROM])
        x, z = (v, s) if upright else (s, v)
        line[3 * volume], line[3 * volume + 1], line[3 * volume + 2] = x, p[0] + m[0] * (x - x0), z


@inner
def _search(x0, x1, steep, w, pieces, joins, grow, shrink, limit, budget, line, spent):
    """Searches one frame. BLOCKED is proven; CLEAR comes with `line` (in the frame); UNDECIDED when the budget ran out."""
    ends, found, root, other = w.ends, w.found, w.root, w.other
    cells, cells_n, cuts, keys, slots, unused, p, q, m = w.cells, w.cells_n, w.cuts, w.keys, w.slots, w.unused, w.p, w.q, w.m
    fresh, freed, heap = 0, 0, 0
    undecided = False

    # the root: plan lines no steeper than `steep` that meet both discs
    big = 4.0 * (abs(ends[0, 0]) + abs(ends[1, 0]) + abs(ends[0, 1]) + abs(ends[1, 1]) + ends[0, 2] + ends[1, 2] + abs(x1 - x0) + 1.0)
    big *= 1.0 + steep
    root[0, 0], root[0, 1], root[1, 0], root[1, 1] = -big, -big, big, -big
    root[2, 0], root[2, 1], root[3, 0], root[3, 1] = big, big, -big, big
    rn = clip(root, root.shape[0] // (CORNERS // 4), 1.0, -1.0, steep * (x1 - x0), other)
    rn = clip(other, rn, -1.0, 1.0, steep * (x1 - x0), root)
    for e in range(2):
        t = (ends[e, 0] - x0) / (x1 - x0)
        wide = ends[e, 2] * math.sqrt(1.0 + steep * steep)
        rn = clip(root, rn, 1.0 - t, t, wide - ends[e, 1], other)
        rn = clip(other, rn, t - 1.0, -t, wide + ends[e, 1], root)
    if rn < 3:
        return BLOCKED
    rn2 = 0
    children = 1
    while True:
        for child in range(children):
            cell = root if child == 0 else other
            n = rn if child == 0 else rn2
            if n < 3:
                continue
            area, mp, mq = area_and_centroid(cell, n)
            if area <= 1e-18:
                continue
            for i in range(n):
                p[i], q[i] = cell[i, 0], cell[i, 1]
                m[i] = (q[i] - p[i]) / (x1 - x0)
            spent[0] += 1
            if not look_through(
                p[:n], m[:n], x0, w, w.vx[PROOF], w.vy[PROOF], pieces, joins, grow[0], grow[2], 0.0, limit
            ):
                continue
            key = found[AREA] * area
            if freed > 0:
                freed -= 1
                slot = unused[freed]
            else:
                slot = fresh
                fresh += 1
            if slot >= OPEN_CELLS or n > CORNERS - 4 or area < 1e-13:
                undecided = True
                if slot < OPEN_CELLS:
                    unused[freed] = slot
                    freed += 1
                continue
            _choose_cut(p[:n], q[:n], m[:n], x0, x1, w, pieces, cuts[slot])
            p[0] = mp
            m[0] = (mq - mp) / (x1 - x0)
            if look_through(
                p[:1], m[:1], x0, w, w.vx[WITNESS], w.vy[WITNESS], pieces, joins, grow[1], grow[3], shrink, limit
            ):
                _end_points(p[:1], m[:1], x0, w, shrink, line)
                return CLEAR
            cells_n[slot] = n
            for i in range(n):
                cells[slot, i, 0], cells[slot, i, 1] = cell[i, 0], cell[i, 1]
            # push on the heap
            h = heap
            heap += 1
            while h > 0 and keys[(h - 1) // 2] < key:
                keys[h], slots[h] = keys[(h - 1) // 2], slots[(h - 1) // 2]
                h = (h - 1) // 2
            keys[h], slots[h] = key, slot
        if heap == 0:
            return UNDECIDED if undecided else BLOCKED
        if spent[0] > budget:
            return UNDECIDED
        # pop the most promising cell and cut it
        slot = slots[0]
        heap -= 1
        key, moved = keys[heap], slots[heap]
        h = 0
        while True:
            c = 2 * h + 1
            if c >= heap:
                break
            if c + 1 < heap and keys[c + 1] > keys[c]:
                c += 1
            if keys[c] <= key:
                break
            keys[h], slots[h] = keys[c], slots[c]
            h = c
        keys[h], slots[h] = key, moved
        a, b, c0 = cuts[slot, 0], cuts[slot, 1], cuts[slot, 2]
        rn = clip(cells[slot], cells_n[slot], a, b, c0, root)
        rn2 = clip(cells[slot], cells_n[slot], -a, -b, -c0, other)
        unused[freed] = slot
        freed += 1
        children = 2


@inner
def _in_frames(ends_world, F, I, V, J, S, w, picked, grow, shrink, limit, budget, line, spent):
    """Searches all plan directions: one frame along the line of centres, or four sectors when the volumes (almost) overlap in plan."""
    ends, LF, LI, vx, vy, treat, pieces = w.ends, w.floats, w.ints, w.vx, w.vy, w.treat, w.pieces
    below_above, apart, normal, joins, seams, seam_ids, local = (
        w.below_above, w.apart, w.normal, w.joins, w.seams, w.seam_ids, w.local,
    )  # fmt: skip
    out, count = w.ends_of_line, picked.shape[0]
    used = 0
    for q in range(count):
        if treat[q] >= 0:
            pieces[used] = q
            used += 1
    joined = 0
    if J.shape[0] > 0:  # the seams between picked solids
        for k in range(F.shape[0]):
            local[k] = -1
        for q in range(count):
            if treat[q] >= 0:
                local[picked[q]] = q
        for j in range(J.shape[0]):
            if local[J[j, 0]] >= 0 and local[J[j, 1]] >= 0:
                joins[joined, 0], joins[joined, 1], seam_ids[joined] = local[J[j, 0]], local[J[j, 1]], j
                joined += 1
    dx, dy = ends_world[1, 0] - ends_world[0, 0], ends_world[1, 1] - ends_world[0, 1]
    d = math.sqrt(dx * dx + dy * dy)
    reach = ends_world[0, 2] + ends_world[1, 2]
    one = d > 0.0 and reach / d < 0.92
    result = BLOCKED
    for sector in range(1 if one else 4):
        if one:
            cos, sin = dx / d, dy / d
            ratio = reach / d
            steep = ratio / math.sqrt(1.0 - ratio * ratio) * (1.0 + 1e-9)
            ox, oy, x0, x1 = ends_world[0, 0], ends_world[0, 1], 0.0, d
        else:
            angle = sector * math.pi / 4.0 + (math.atan2(dy, dx) if d > 0.0 else 0.0)
            cos, sin = math.cos(angle), math.sin(angle)
            steep = math.tan(math.pi / 8.0) * (1.0 + 1e-9)
            ox, oy = 0.5 * (ends_world[0, 0] + ends_world[1, 0]), 0.5 * (ends_world[0, 1] + ends_world[1, 1])
            x0, x1 = -1.0, 1.0
        _to_frame(ends_world, ox, oy, cos, sin, F, I, V, picked, ends, LF, LI, vx, vy)
        for j in range(joined):
            for i in range(2):
                x, y = S[seam_ids[j], 2 * i] - ox, S[seam_ids[j], 2 * i + 1] - oy
                seams[j, 2 * i], seams[j, 2 * i + 1] = x * cos + y * sin, y * cos - x * sin
        _place(ends, LF[:count], LI, vx, vy, below_above, apart, normal)
        answer = _search(x0, x1, steep, w, pieces[:used], joins[:joined], grow, shrink, limit, budget, out, spent)
        if answer == CLEAR:
            for e in range(2):
                x, y = out[3 * e], out[3 * e + 1]
                line[3 * e], line[3 * e + 1], line[3 * e + 2] = ox + x * cos - y * sin, oy + x * sin + y * cos, out[3 * e + 2]
            return CLEAR
        if answer == UNDECIDED:
            result = UNDECIDED
    return result


@inner
def _inside(end, F, I, V, k):
    """Does a volume's interior meet a piece (0 no, 1 partly, 2 lies wholly within)? By height ranges for sloped pieces."""
    if F[k, HIGH] <= end[3] + TOUCH or F[k, LOW] >= end[4] - TOUCH:
        return 0
    if I[k, DISC]:
        d = math.sqrt((F[k, CX] - end[0]) ** 2 + (F[k, CY] - end[1]) ** 2)
        gap, depth = d - F[k, RADIUS] - end[2], F[k, RADIUS] - d - end[2]
    else:
        first, count = I[k, START], I[k, COUNT]
        _, _, d = closest_offset(V[TRUE, 0], V[TRUE, 1], first, count, end[0], end[1])
        gap, depth = d - end[2], INF
        for i in range(count):
            j = first + (i + 1) % count
            ex, ey = V[TRUE, 0, j] - V[TRUE, 0, first + i], V[TRUE, 1, j] - V[TRUE, 1, first + i]
            length = math.sqrt(ex * ex + ey * ey)
            if length > 0.0:
                depth = min(depth, (ex * (end[1] - V[TRUE, 1, first + i]) - ey * (end[0] - V[TRUE, 0, first + i])) / length - end[2])
    if gap >= -TOUCH:
        return 0
    if depth >= -TOUCH and F[k, LOW] <= end[3] + TOUCH and F[k, HIGH] >= end[4] - TOUCH:
        return 2
    return 1


@outer
def decide(ends, F, I, V, J, S, w, skip, grow, shrink, limit, budget, line, spent):
    """Is there an open line between two upright cylinders? BLOCKED, CLEAR (then `line` is one) or UNDECIDED.

    `ends` (2, 5): x, y, radius, low, high of each. F, I, V: the pieces (see `slices`); J, S: which of them overlap, and along which seam. `w`: a `Workspace`. `skip`: features to leave out (1).
    `grow`: by how much heights grow in proofs and for witnesses, then by how much discs do. `limit`: the longest way through
    obscuring pieces. `spent` receives the number of cells.
    """
    dx, dy = ends[1, 0] - ends[0, 0], ends[1, 1] - ends[0, 1]
    d = math.sqrt(dx * dx + dy * dy)
    low, high = min(ends[0, 3], ends[1, 3]), max(ends[0, 4], ends[1, 4])
    if d <= ends[0, 2] + ends[1, 2] + TOUCH and max(ends[0, 3], ends[1, 3]) <= min(ends[0, 4], ends[1, 4]) + TOUCH:
        t = ends[0, 2] / (ends[0, 2] + ends[1, 2])
        z = 0.5 * (max(ends[0, 3], ends[1, 3]) + min(ends[0, 4], ends[1, 4]))
        for e in range(2):
            line[3 * e], line[3 * e + 1], line[3 * e + 2] = ends[0, 0] + t * dx, ends[0, 1] + t * dy, z
        return CLEAR
    # the pieces near the hull of both volumes
    ux, uy = (dx / d, dy / d) if d > 0.0 else (1.0, 0.0)
    wide = max(ends[0, 2], ends[1, 2]) + 0.01
    picked, treat, holds, mine = w.picked, w.treat, w.holds, w.mine
    count = 0
    for k in range(F.shape[0]):
        if skip[I[k, FEATURE]] or F[k, LOW] >= high or F[k, HIGH] <= low:
            continue
        hx, hy = 0.5 * (F[k, BOX + 2] - F[k, BOX]), 0.5 * (F[k, BOX + 3] - F[k, BOX + 1])
        mx, my = F[k, BOX] + hx - ends[0, 0], F[k, BOX + 1] + hy - ends[0, 1]
        if abs(mx * uy - my * ux) > wide + hx * abs(uy) + hy * abs(ux):
            continue
        s, r = mx * ux + my * uy, hx * abs(ux) + hy * abs(uy)
        if s + r < -ends[0, 2] - 0.01 or s - r > d + ends[1, 2] + 0.01:
            continue
        picked[count] = k
        count += 1
    # obscuring features that a volume lies in: each may hold the line's end, one choice after the other
    soft, ways, way_end, way_piece = w.soft, w.ways, w.way_end, w.way_piece
    soft_n = 0
    for q in range(count):
        k = picked[q]
        if not I[k, OBSCURES]:
            continue
        known = -1
        for s in range(soft_n):
            if soft[s] == I[k, FEATURE]:
                known = s
        for e in range(2):
            inside = _inside(ends[e], F, I, V, k)
            if inside == 0:
                continue
            if known < 0:
                if soft_n == CHOICES:
                    return UNDECIDED
                known = soft_n
                soft[soft_n] = I[k, FEATURE]
                ways[soft_n] = 1
                way_end[soft_n, 0] = -1
                soft_n += 1
            if way_end[known, 0] == 2:
                continue
            if inside == 2:  # nothing is better than being wholly within
                ways[known] = 1
                way_end[known, 0] = 2
            elif ways[known] < 64:
                way_end[known, ways[known]] = e
                way_piece[known, ways[known]] = q
                ways[known] += 1
    combos = 1
    for s in range(soft_n):
        combos *= ways[s]
    if combos > 4096:
        return UNDECIDED
    result = BLOCKED
    for combo in range(combos):
        code = combo
        for e in range(2):
            for c in range(5):
                mine[e, c] = ends[e, c]
            for h in range(HOLDS):
                holds[e, h] = -1
        for q in range(count):
            treat[q] = 0
        fits = True
        for s in range(soft_n):
            way = code % ways[s]
            code //= ways[s]
            if way_end[s, way] < 0 or (way == 0 and way_end[s, 0] != 2):
                continue
            for q in range(count):
                if I[picked[q], FEATURE] == soft[s]:
                    treat[q] = 1
            if way_end[s, way] == 2:
                continue
            e, k = way_end[s, way], picked[way_piece[s, way]]
            h = 0
            while h < HOLDS and holds[e, h] >= 0:
                h += 1
            if h == HOLDS:
                fits = False
                break
            holds[e, h] = way_piece[s, way]
            mine[e, 3] = max(mine[e, 3], F[k, LOW])
            mine[e, 4] = min(mine[e, 4], F[k, HIGH])
            if mine[e, 4] - mine[e, 3] <= TOUCH:
                fits = False
        if not fits:
            continue
        answer = _in_frames(
            mine, F, I, V, J, S, w, picked[:count], grow, shrink, limit if soft_n else INF, budget, line, spent
        )
        if answer == CLEAR:
            return CLEAR
        if answer == UNDECIDED:
            result = UNDECIDED
    return result
