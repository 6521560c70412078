"""Best-first search over bundles of plan lines, until one line is open or every cell is proven blocked.

Cells are cut along the *dual lines* of footprint corners (all plan lines through that corner), which makes slits, seams and
corners combinatorial; they are halved only where no corner matters.
"""
from __future__ import annotations

import math

import numpy as np
from numba import njit

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
    OBSCURES,
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
HOLDS = 4
TOUCH = 1e-6
CHOICES = 6  # most obscuring features that both volumes together can lie in


@njit(cache=True, error_model="numpy")
def _to_frame(ends_world, ox, oy, cos, sin, F, I, V, picked, count, ends, LF, LI, vx, vy):
    """Writes the picked pieces and both volumes in a frame turned by an angle about (ox, oy)."""
    for e in range(2):
        x, y = ends_world[e, 0] - ox, ends_world[e, 1] - oy
        ends[e, 0], ends[e, 1] = x * cos + y * sin, y * cos - x * sin
        ends[e, 2], ends[e, 3], ends[e, 4] = ends_world[e, 2], ends_world[e, 3], ends_world[e, 4]
    at = 0
    for q in range(count):
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
                x, y = V[g, I[k, START] + i, 0] - ox, V[g, I[k, START] + i, 1] - oy
                vx[g, at + i], vy[g, at + i] = x * cos + y * sin, y * cos - x * sin
        at += I[k, COUNT]


@njit(cache=True, error_model="numpy")
def _place(ends, LF, LI, vx, vy, count, below_above, apart, normal):
    """Where each piece lies from each volume: wholly below (-1) or above (1), apart in plan and in which direction."""
    for e in range(2):
        for q in range(count):
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


@njit(cache=True, error_model="numpy")
def _choose_cut(n, cp, cq, m, x0, x1, ends, LF, LI, vx, vy, states, treat, pieces, below_above, apart, normal, found, cut):
    """Where to cut a cell in two: along the dual line of a corner that matters and halves it well, else across its longer side."""
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
                    x, y = vx[PROOF, LI[k, START] + i], vy[PROOF, LI[k, START] + i]
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
            if low >= 0.0 or high <= 0.0:
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


@njit(cache=True, error_model="numpy")
def _end_points(p, m, x0, lean, found, ends, holds, LF, LI, vx, vy, shrink, line):
    """The witness in the frame: where the line last leaves one volume and first enters the other."""
    n = 1
    pp, mm = np.empty(1), np.empty(1)
    pp[0], mm[0] = p, m
    upright = found[MODE] == UPRIGHT
    start = int(found[FLIPPED])
    rate = (found[AT1] - found[AT0]) / (found[TO] - found[FROM])
    for e in range(2):
        w = start if e == 0 else 1 - start
        reach = np.array([-INF, INF, -INF, INF])
        disc_reach(n, pp, mm, x0, ends[w, 0], ends[w, 1], ends[w, 2] - shrink, reach)
        for h in range(holds.shape[1]):
            k = holds[w, h]
            if k < 0:
                break
            if LI[k, DISC]:
                disc_reach(n, pp, mm, x0, LF[k, CX], LF[k, CY], LF[k, RADIUS], reach)
            else:
                polygon_reach(n, pp, mm, x0, vx[TRUE], vy[TRUE], LI[k, START], LI[k, COUNT], reach)
        low, high = ends[w, 3] + shrink, ends[w, 4] - shrink
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
        line[3 * w], line[3 * w + 1], line[3 * w + 2] = x, p + m * (x - x0), z


@njit(cache=True, error_model="numpy")
def _search(
    x0, x1, steep, ends, holds, LF, LI, vx, vy, treat, pieces, below_above, apart, normal, joins, seams, grow, shrink, limit, budget,
    line, spent,
):  # fmt: skip
    """Searches one frame. BLOCKED is proven; CLEAR comes with `line` (in the frame); UNDECIDED when the budget ran out."""
    size = LF.shape[0]
    longest = 8
    for k in range(size):
        longest = max(longest, LI[k, COUNT])
    states = np.zeros(size, np.int64)
    sections = np.empty((size + 1 + joins.shape[0], 6))
    least, most = np.empty(longest), np.empty(longest)
    rows, counts = np.empty((DEEP, 3, 4, 3)), np.empty((DEEP, 3), np.int64)
    order = np.empty((size + joins.shape[0] + 1, 3), np.int64)
    stack, stack_n = np.empty((DEEP + 3, CORNERS, 2)), np.empty(DEEP + 3, np.int64)
    picks = np.empty((DEEP + 3, 4), np.int64)
    free = np.empty((size + 1, 6))
    spans = np.empty((size + 1, 2))
    nest, nest_n = np.empty((64, CORNERS, 2)), np.empty(64, np.int64)
    found = np.empty(8)
    cells, cells_n = np.empty((OPEN_CELLS, CORNERS, 2)), np.empty(OPEN_CELLS, np.int64)
    cuts = np.empty((OPEN_CELLS, 3))
    keys, slots, unused = np.empty(OPEN_CELLS), np.empty(OPEN_CELLS, np.int64), np.empty(OPEN_CELLS, np.int64)
    p, q, m = np.empty(CORNERS), np.empty(CORNERS), np.empty(CORNERS)
    fresh, freed, heap = 0, 0, 0
    undecided = False

    # the root: plan lines no steeper than `steep` that meet both discs
    root, other = np.empty((CORNERS, 2)), np.empty((CORNERS, 2))
    big = 4.0 * (abs(ends[0, 0]) + abs(ends[1, 0]) + abs(ends[0, 1]) + abs(ends[1, 1]) + ends[0, 2] + ends[1, 2] + abs(x1 - x0) + 1.0)
    big *= 1.0 + steep
    root[0, 0], root[0, 1], root[1, 0], root[1, 1] = -big, -big, big, -big
    root[2, 0], root[2, 1], root[3, 0], root[3, 1] = big, big, -big, big
    rn = 4
    rn = clip(root, rn, 1.0, -1.0, steep * (x1 - x0), other)
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
            cell, n = (root, rn) if child == 0 else (other, rn2)
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
                n, p, m, x0, PROOF, ends, holds, LF, LI, vx, vy, treat, pieces, below_above, apart, normal, joins, seams, grow, 0.0, limit,
                states, sections, least, most, rows, counts, order, stack, stack_n, picks, free, spans, nest, nest_n, found,
            ):  # fmt: skip
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
            _choose_cut(
                n, p, q, m, x0, x1, ends, LF, LI, vx, vy, states, treat, pieces, below_above, apart, normal, found, cuts[slot],
            )  # fmt: skip
            p[0] = mp
            m[0] = (mq - mp) / (x1 - x0)
            if look_through(
                1, p, m, x0, WITNESS, ends, holds, LF, LI, vx, vy, treat, pieces, below_above, apart, normal, joins, seams, grow, shrink, limit,
                states, sections, least, most, rows, counts, order, stack, stack_n, picks, free, spans, nest, nest_n, found,
            ):  # fmt: skip
                _end_points(p[0], m[0], x0, found[6], found, ends, holds, LF, LI, vx, vy, shrink, line)
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


@njit(cache=True, error_model="numpy")
def _in_frames(ends_world, F, I, V, J, S, picked, count, hold_ids, treat_ids, grow, shrink, limit, budget, line, spent):
    """Searches all plan directions: one frame along the line of centres, or four sectors when the volumes (almost) overlap in plan."""
    total = 0
    for q in range(count):
        total += I[picked[q], COUNT]
    ends = np.empty((2, 5))
    LF, LI = np.empty((count, F.shape[1])), np.empty((count, I.shape[1]), np.int64)
    vx, vy = np.empty((3, max(total, 1))), np.empty((3, max(total, 1)))
    below_above, apart = np.empty((2, count), np.int64), np.empty((2, count), np.int64)
    normal = np.zeros((2, count, 2))
    holds = np.full((2, HOLDS), -1, np.int64)
    treat = np.empty(count, np.int64)
    pieces = np.empty(count, np.int64)
    used = 0
    for q in range(count):
        treat[q] = treat_ids[q]
        if treat[q] >= 0:
            pieces[used] = q
            used += 1
    for e in range(2):
        for h in range(HOLDS):
            holds[e, h] = hold_ids[e, h]
    # the seams between picked solids
    joins, seams = np.empty((J.shape[0], 2), np.int64), np.empty((J.shape[0], 4))
    seam_ids = np.empty(J.shape[0], np.int64)
    joined = 0
    if J.shape[0] > 0:
        local = np.full(F.shape[0], -1, np.int64)
        for q in range(count):
            if treat[q] == 0:
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
    out = np.empty(6)
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
        _to_frame(ends_world, ox, oy, cos, sin, F, I, V, picked, count, ends, LF, LI, vx, vy)
        for j in range(joined):
            for i in range(2):
                x, y = S[seam_ids[j], 2 * i] - ox, S[seam_ids[j], 2 * i + 1] - oy
                seams[j, 2 * i], seams[j, 2 * i + 1] = x * cos + y * sin, y * cos - x * sin
        _place(ends, LF, LI, vx, vy, count, below_above, apart, normal)
        answer = _search(
            x0, x1, steep, ends, holds, LF, LI, vx, vy, treat, pieces[:used], below_above, apart, normal, joins[:joined], seams,
            grow, shrink, limit, budget, out, spent,
        )  # fmt: skip
        if answer == CLEAR:
            for e in range(2):
                x, y = out[3 * e], out[3 * e + 1]
                line[3 * e], line[3 * e + 1], line[3 * e + 2] = ox + x * cos - y * sin, oy + x * sin + y * cos, out[3 * e + 2]
            return CLEAR
        if answer == UNDECIDED:
            result = UNDECIDED
    return result


@njit(cache=True, error_model="numpy")
def _inside(end, F, I, V, k):
    """Does a volume's interior meet a piece (0 no, 1 partly, 2 lies wholly within)? By height ranges for sloped pieces."""
    if F[k, HIGH] <= end[3] + TOUCH or F[k, LOW] >= end[4] - TOUCH:
        return 0
    if I[k, DISC]:
        d = math.sqrt((F[k, CX] - end[0]) ** 2 + (F[k, CY] - end[1]) ** 2)
        gap, depth = d - F[k, RADIUS] - end[2], F[k, RADIUS] - d - end[2]
    else:
        first, count = I[k, START], I[k, COUNT]
        _, _, d = closest_offset(V[TRUE, :, 0], V[TRUE, :, 1], first, count, end[0], end[1])
        gap, depth = d - end[2], INF
        for i in range(count):
            j = first + (i + 1) % count
            ex, ey = V[TRUE, j, 0] - V[TRUE, first + i, 0], V[TRUE, j, 1] - V[TRUE, first + i, 1]
            length = math.sqrt(ex * ex + ey * ey)
            if length > 0.0:
                depth = min(depth, (ex * (end[1] - V[TRUE, first + i, 1]) - ey * (end[0] - V[TRUE, first + i, 0])) / length - end[2])
    if gap >= -TOUCH:
        return 0
    if depth >= -TOUCH and F[k, LOW] <= end[3] + TOUCH and F[k, HIGH] >= end[4] - TOUCH:
        return 2
    return 1


@njit(cache=True, error_model="numpy")
def decide(ends, F, I, V, J, S, skip, grow, shrink, limit, budget, line, spent):
    """Is there an open line between two upright cylinders? BLOCKED, CLEAR (then `line` is one) or UNDECIDED.

    `ends` (2, 5): x, y, radius, low, high of each. F, I, V: the pieces (see `slices`); J, S: which of them overlap, and along which seam. `skip`: features to leave out (1).
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
    picked = np.empty(F.shape[0], np.int64)
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
    treat = np.zeros(count, np.int64)
    holds = np.full((2, HOLDS), -1, np.int64)
    soft = np.empty(CHOICES, np.int64)
    ways = np.ones(CHOICES, np.int64)
    way_end, way_piece = np.empty((CHOICES, 64), np.int64), np.empty((CHOICES, 64), np.int64)
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
    mine = ends.copy()
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
            mine, F, I, V, J, S, picked, count, holds, treat, grow, shrink, limit if soft_n else INF, budget, line, spent
        )
        if answer == CLEAR:
            return CLEAR
        if answer == UNDECIDED:
            result = UNDECIDED
    return result
