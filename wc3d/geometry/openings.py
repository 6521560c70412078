"""The search for an open line: branch and bound over plan lines, exact in the vertical plane.

For one cell of plan lines (`wc3d.geometry.slices`) every solid's common section is one obstacle in a vertical plane, and a line
there passes *over* or *under* it. Lines are split into rising and falling ones; then each volume's slice and each choice is a
half-plane of the line's two heights, so "is there a line?" is clipping convex polygons. If no polygon is left, every line of the
cell is blocked. When the volumes lie one above the other, distance and height change places ("upright": a line passes left or
right of a section). Proofs use grown solids, witnesses solids grown a little less, so the search is finite.

A solid counts only between the volumes. What lies level with a volume's end is told apart by a separating plane: a line that
leaves the volume away from the solid never meets it. Solids that overlap a volume are clipped to what lies beyond the place
where the line leaves that volume (through its end, or through its top or bottom).
"""
from __future__ import annotations

import math

from wc3d.geometry.compiled import inner
from wc3d.geometry.slices import (
    COUNT,
    CX,
    CY,
    DISC,
    FLAT,
    FULL,
    GROUNDED,
    HIGH,
    INF,
    LOW,
    NOISE,
    PARTIAL,
    RADIUS,
    START,
    area_and_centroid,
    clip,
    disc_reach,
    disc_span,
    polygon_reach,
    polygon_span,
    section_heights,
)

CORNERS = 40  # most corners of a cell or of a polygon of lines
DEEP = 96  # most solids to be chosen over or under
PROOF, WITNESS, TRUE = 0, 1, 2  # growths of the solids
COUNTS, IGNORED, MIXED, CLIPPED = 0, 1, 2, 3
LEVEL, UPRIGHT, UNCLEAR = 0, 1, 2

# what one call finds out about a cell
AREA, AT0, AT1, FROM, TO, MODE, LEAN, FLIPPED = range(8)
TINY = 1e-13


@inner
def _along(s, s0, s1, c0, c1):
    return c0 + (c1 - c0) * ((s - s0) / (s1 - s0))


@inner
def _relation(end, sign, k, joined, m, upright, lean, below_above, apart, normal):
    """Does solid k lie in a line's way, seen from one volume? COUNTS, IGNORED, MIXED or CLIPPED.

    `end` is the volume's index; `sign` 1.0 for the one where lines start (left, or lower), -1.0 for the other. Of solids `joined` to others
    only the heights speak.
    """
    counts = False
    side = below_above[end, k]
    if side != 0:
        if upright:
            ahead = side * sign
        else:
            ahead = side * lean * sign
        if ahead < 0.0:
            return IGNORED
        counts = True
    if apart[end, k] and not joined:
        positive, negative = 0, 0
        if upright and lean < 0:
            sign = -sign
        for i in range(m.shape[0]):
            d = sign * (normal[end, k, 0] + m[i] * normal[end, k, 1])
            if d > 0.0:
                positive += 1
            elif d < 0.0:
                negative += 1
        if negative == m.shape[0]:
            return IGNORED
        if negative == 0:
            counts = True
        elif not counts:
            return MIXED
    elif side == 0:
        return CLIPPED
    return COUNTS if counts else CLIPPED


@inner
def _depth(zone, s0, s1, lean, reach, start_v, end_v, free, m, upright, spans):
    """A lower bound of a line's length inside the free obscuring pieces, for all lines of `zone` (exact for a single line)."""
    zn = zone.shape[0]
    a, b = -INF, INF
    slope = INF
    for i in range(zn):
        c0, c1 = zone[i, 0], zone[i, 1]
        rate = (c1 - c0) / (s1 - s0)
        slope = min(slope, abs(rate))
        leave, enter = reach[0], reach[1]
        if rate > 0.0:
            leave = min(leave, s0 + (start_v - c0) / rate)
            enter = max(enter, s0 + (end_v - c0) / rate)
        a = max(a, leave)
        b = min(b, enter)
    count = 0
    for k in range(free.shape[0]):
        u, w = max(a, free[k, 0]), min(b, free[k, 1])
        width = free[k, 1] - free[k, 0]
        if width <= 0.0:
            continue
        low_a, low_b, high_a, high_b = free[k, 2], free[k, 3], free[k, 4], free[k, 5]
        if lean < 0:
            low_a, low_b, high_a, high_b = -high_a, -high_b, -low_a, -low_b
        for i in range(zn):
            va = _along(free[k, 0], s0, s1, zone[i, 0], zone[i, 1])
            vb = _along(free[k, 1], s0, s1, zone[i, 0], zone[i, 1])
            for side in range(2):
                da = va - low_a if side == 0 else high_a - va
                db = vb - low_b if side == 0 else high_b - vb
                if da < 0.0 and db < 0.0:
                    w = -INF
                elif da < 0.0:
                    u = max(u, free[k, 0] + width * (da / (da - db)))
                elif db < 0.0:
                    w = min(w, free[k, 0] + width * (da / (da - db)))
        if w > u:
            j = count
            while j > 0 and spans[j - 1, 0] > u:
                spans[j, 0], spans[j, 1] = spans[j - 1, 0], spans[j - 1, 1]
                j -= 1
            spans[j, 0], spans[j, 1] = u, w
            count += 1
    total, upto = 0.0, -INF
    for k in range(count):
        total += max(0.0, spans[k, 1] - max(spans[k, 0], upto))
        upto = max(upto, spans[k, 1])
    least, sign_a, sign_b = INF, False, False
    for i in range(m.shape[0]):
        least = min(least, abs(m[i]))
        sign_a = sign_a or m[i] > 0.0
        sign_b = sign_b or m[i] < 0.0
    if sign_a and sign_b:
        least = 0.0
    if upright:
        return total * math.sqrt(1.0 + slope * slope * (1.0 + least * least))
    return total * math.sqrt(1.0 + least * least + slope * slope)


@inner
def _shallow(zone, s0, s1, lean, reach, start_v, end_v, free, m, upright, limit, spans, nest, nest_n, one, found):
    """Is some line of `zone` perhaps (with one plan line: certainly) within the depth limit? Halves the zone to find out.

    `found` receives its area and the line (c0, c1).
    """
    zn = zone.shape[0]
    top = 1
    nest_n[0] = zn
    for i in range(zn):
        nest[0, i, 0], nest[0, i, 1] = zone[i, 0], zone[i, 1]
    tries = 0
    while top > 0:
        top -= 1
        k = nest_n[top]
        if _depth(nest[top, :k], s0, s1, lean, reach, start_v, end_v, free, m, upright, spans) > limit:
            continue
        area, x, y = area_and_centroid(nest[top], k)
        if area <= TINY:
            continue
        found[0], found[1], found[2] = area, x, y
        tries += 1
        # One line inside the zone that is within the limit ends the search.
        best_x, best_y, best = x, y, INF
        for i in range(k + 1):
            one[0, 0] = x if i == k else 0.1 * x + 0.9 * nest[top, i, 0]
            one[0, 1] = y if i == k else 0.1 * y + 0.9 * nest[top, i, 1]
            d = _depth(one, s0, s1, lean, reach, start_v, end_v, free, m, upright, spans)
            if d < best:
                best_x, best_y, best = one[0, 0], one[0, 1], d
        if best <= limit:
            found[1], found[2] = best_x, best_y
            return True
        if tries > 60 or top > 56:
            return m.shape[0] > 1
        lo_x, hi_x, lo_y, hi_y = INF, -INF, INF, -INF
        for i in range(k):
            lo_x, hi_x = min(lo_x, nest[top, i, 0]), max(hi_x, nest[top, i, 0])
            lo_y, hi_y = min(lo_y, nest[top, i, 1]), max(hi_y, nest[top, i, 1])
        if max(hi_x - lo_x, hi_y - lo_y) < 1e-5:
            if m.shape[0] > 1:
                return True
            continue
        a, b = (1.0, 0.0) if hi_x - lo_x > hi_y - lo_y else (0.0, 1.0)
        c = -(x * a + y * b)
        nest_n[top + 1] = clip(nest[top], k, a, b, c, nest[top + 1])
        nest_n[top + 2] = clip(nest[top], k, -a, -b, -c, nest[top + 2])
        k2 = nest_n[top + 2]
        nest_n[top] = k2
        for i in range(k2):
            nest[top, i, 0], nest[top, i, 1] = nest[top + 2, i, 0], nest[top + 2, i, 1]
        top += 2
    return False


@inner
def _option(row, s, v, s0, s1, sign):
    """Writes "the line is at or above v (sign 1.0; -1.0: at or below) at s" as a half-plane of the line's two heights."""
    t = (s - s0) / (s1 - s0)
    row[0] = sign * (1.0 - t)
    row[1] = sign * t
    row[2] = -sign * v


@inner
def _choices(section, flat, grounded, upright, lean, s0, s1, rows, counts):
    """How a line can pass one section: over it (rows[0]) or under it (rows[1]), as half-planes of its two heights."""
    counts[0] = 0
    counts[1] = 0
    a, b = section[0], section[1]
    if upright and not flat:
        r = 0
        for q in range(2):
            if section[2 + q] <= section[4 + q]:
                for high in range(2):
                    _option(rows[0, r], section[2 + 2 * high + q], lean * section[q], s0, s1, 1.0)
                    _option(rows[1, r], section[2 + 2 * high + q], lean * section[q], s0, s1, -1.0)
                    r += 1
        counts[0] = r
        counts[1] = r
        return
    low_a, low_b, high_a, high_b = section[2], section[3], section[4], section[5]
    if upright:
        a, b, low_a, low_b, high_a, high_b = low_a, high_a, a, a, b, b
    if lean < 0:
        low_a, low_b, high_a, high_b = -high_a, -high_b, -low_a, -low_b
    _option(rows[0, 0], a, high_a, s0, s1, 1.0)
    _option(rows[1, 0], b, low_b, s0, s1, -1.0)
    counts[0] = 1
    counts[1] = 1
    if not flat:
        _option(rows[0, 1], b, high_b, s0, s1, 1.0)
        _option(rows[1, 1], a, low_a, s0, s1, -1.0)
        counts[0] = 2
        counts[1] = 2
    if grounded and not upright:  # nothing passes below what reaches below the table
        counts[1 if lean > 0 else 0] = -1


@inner
def _join(p, m, x0, joins, seams, below_above, I, treat, sections, order, found_n, size):
    """Makes one obstacle of sections whose solids overlap all along a seam that every line of the cell crosses.

    Only for solids that lie between the volumes in height, and for what is only to be measured. Of equal heights they become
    one section; else one more is added where their heights overlap. Returns the new number of sections in `order`.
    """
    before = found_n[0]
    total = found_n[0]
    for j in range(joins.shape[0]):
        a, b = -1, -1
        for i in range(before):
            if order[i, 1] == joins[j, 0]:
                a = i
            if order[i, 1] == joins[j, 1]:
                b = i
        if a < 0 or b < 0:
            continue
        ka, kb = joins[j, 0], joins[j, 1]
        if not (I[ka, FLAT] and I[kb, FLAT]) or treat[ka] != treat[kb]:
            continue
        between = True
        for e in range(2):
            if below_above[e, ka] == 0 or below_above[e, ka] != below_above[e, kb]:
                between = False
        if not between and treat[ka] == 0:
            continue
        above, below = True, True  # is the seam's first end above every line and its second below, or the other way round?
        for i in range(p.shape[0]):
            u = seams[j, 1] - (p[i] + m[i] * (seams[j, 0] - x0))
            v = seams[j, 3] - (p[i] + m[i] * (seams[j, 2] - x0))
            above = above and u >= -NOISE and v <= NOISE
            below = below and u <= NOISE and v >= -NOISE
        if not (above or below):
            continue
        ra, rb = sections[order[a, 0]], sections[order[b, 0]]
        while order[a, 2] == 2:  # follow to what it was joined to
            a = order[a, 0]
            ra = sections[order[a, 0]]
        while order[b, 2] == 2:
            b = order[b, 0]
            rb = sections[order[b, 0]]
        if a == b:
            continue
        first, last = min(ra[0], rb[0]), max(ra[1], rb[1])
        low, high = max(ra[2], rb[2]), min(ra[4], rb[4])
        if low >= high:
            continue
        if abs(ra[2] - rb[2]) < 1e-9 and abs(ra[4] - rb[4]) < 1e-9:
            ra[0], ra[1] = first, last
            order[a, 2] = 1
            order[b, 0], order[b, 2] = a, 2
        elif total < order.shape[0]:
            row = sections[size + 1 + j]
            row[0], row[1], row[2], row[3], row[4], row[5] = first, last, low, low, high, high
            order[total, 0], order[total, 1], order[total, 2] = size + 1 + j, ka, 1
            total += 1
    return total


@inner
def look_through(p, m, x0, w, gx, gy, pieces, joins, grow_up, grow_out, shrink, limit):
    """Can a line of this cell be open? With one plan line and the witness growth: is there one (then `w.found` holds it)?

    `gx`, `gy` are the footprints grown, by `grow_out`; heights grow by `grow_up`. Looking for a line, the volumes shrink by
    `shrink`; 0 means a proof: then False proves that every line of the cell is blocked. `w` is a `Workspace`.
    """
    n = p.shape[0]
    ends, holds, F, I, vx, vy, treat = w.ends, w.holds, w.floats, w.ints, w.vx[TRUE], w.vy[TRUE], w.treat
    below_above, apart, normal = w.below_above, w.apart, w.normal
    states, sections, least, most, rows, counts, order = w.states, w.sections, w.least, w.most, w.rows, w.counts, w.order
    stack, stack_n, picks, free, spans, found = w.stack, w.stack_n, w.picks, w.free, w.spans, w.found
    nest, nest_n, reach, out, inn, bounds = w.nest, w.nest_n, w.reach, w.outer, w.inner, w.bounds
    for e in range(2):
        reach[e, 0], reach[e, 1], reach[e, 2], reach[e, 3] = -INF, INF, -INF, INF
        disc_reach(p, m, x0, ends[e, 0], ends[e, 1], ends[e, 2] - shrink, reach[e])
        for h in range(holds.shape[1]):
            k = holds[e, h]
            if k < 0:
                break
            if I[k, DISC]:
                disc_reach(p, m, x0, F[k, CX], F[k, CY], F[k, RADIUS], reach[e])
            else:
                polygon_reach(p, m, x0, vx, vy, I[k, START], I[k, COUNT], reach[e])
        if reach[e, 0] > reach[e, 1]:
            return False
    found[MODE] = LEVEL
    found[AT0], found[AT1], found[FROM], found[TO] = 0.0, 0.0, 0.0, 1.0
    start = 0
    if reach[0, 1] <= reach[1, 0]:
        start = 0
    elif reach[1, 1] <= reach[0, 0]:
        start = 1
    elif ends[0, 4] <= ends[1, 3]:
        found[MODE], start = UPRIGHT, 0
    elif ends[1, 4] <= ends[0, 3]:
        found[MODE], start = UPRIGHT, 1
    else:
        found[MODE] = UNCLEAR
        found[AREA] = 1.0
        return n > 1
    upright = found[MODE] == UPRIGHT
    other = 1 - start
    found[FLIPPED] = start

    total = 0
    free_n = 0
    size = F.shape[0]
    for q in range(pieces.shape[0]):
        k = pieces[q]
        as_free = treat[k] == 1
        if I[k, DISC]:
            state, a, b = disc_span(p, m, x0, F[k, CX], F[k, CY], F[k, RADIUS] + (0.0 if as_free else grow_out))
        elif as_free:
            state, a, b = polygon_span(p, m, x0, vx, vy, I[k, START], I[k, COUNT], least, most)
        else:
            state, a, b = polygon_span(p, m, x0, gx, gy, I[k, START], I[k, COUNT], least, most)
        states[k] = state
        if state != FULL:
            continue
        if not upright and a <= b and (a >= reach[other, 1] or b <= reach[start, 0]):
            continue
        up = 0.0 if as_free else grow_up
        low, high = F[k, LOW] - up, F[k, HIGH] + up
        if shrink == 0.0 and not as_free:
            for e in range(2):  # what a volume stands on does not grow into it
                if below_above[e, k] < 0:
                    high = min(high, max(F[k, HIGH], ends[e, 3]))
                elif below_above[e, k] > 0:
                    low = max(low, min(F[k, LOW], ends[e, 4]))
        if I[k, GROUNDED]:
            low = min(ends[0, 3], ends[1, 3]) - 1.0
        row = sections[k]
        row[0], row[1], row[2], row[3], row[4], row[5] = a, b, low, low, high, high
        if not I[k, FLAT]:
            if a > b:
                if n > 1:
                    states[k] = PARTIAL
                continue
            la, ha = section_heights(p, m, x0, a, F[k], up)
            lb, hb = section_heights(p, m, x0, b, F[k], up)
            row[4], row[5] = min(high, ha), min(high, hb)
            if not I[k, GROUNDED]:
                row[2], row[3] = max(low, la), max(low, lb)
        order[total, 0], order[total, 1], order[total, 2] = k, k, 0
        total += 1
        if as_free:
            free_n += 1
    if joins.shape[0] > 0 and (upright or free_n > 0):
        stack_n[0] = total
        total = _join(p, m, x0, joins, w.seams, below_above, I, treat, sections, order, stack_n, size)
    kept = 0
    free_n = 0
    for j in range(total):
        k = order[j, 1]
        row = sections[order[j, 0]]
        if order[j, 2] == 2:
            continue
        if treat[k] == 0:
            order[kept, 0], order[kept, 1], order[kept, 2] = order[j, 0], k, order[j, 2]
            kept += 1
        elif row[0] < row[1] and not (upright and not I[k, FLAT]):
            for i in range(6):
                free[free_n, i] = row[i]
            if upright:
                free[free_n, 0], free[free_n, 1] = row[2], row[4]
                free[free_n, 2], free[free_n, 3], free[free_n, 4], free[free_n, 5] = row[0], row[0], row[1], row[1]
            free_n += 1
    total = kept

    zone = stack[0]
    spare = stack[stack.shape[0] - 1]
    for turn in range(2):
        lean = 1.0 if turn == 0 else -1.0
        # the start (0) and end (1) volumes' slices as (s, v) with v rising: outer and inner bounds
        for e in range(2):
            volume = start if e == 0 else other
            za, zb = ends[volume, 3] + shrink, ends[volume, 4] - shrink
            r = reach[volume]
            fits = r[2] <= r[3]
            if upright:
                out[e, 0], out[e, 1] = za, zb
                inn[e, 0], inn[e, 1] = za, zb
                out[e, 2], out[e, 3] = (r[0], r[1]) if lean > 0 else (-r[1], -r[0])
                if fits:
                    inn[e, 2], inn[e, 3] = (r[2], r[3]) if lean > 0 else (-r[3], -r[2])
                else:
                    inn[e, 2], inn[e, 3] = out[e, 3], out[e, 2]
            else:
                out[e, 0], out[e, 1] = r[0], r[1]
                inn[e, 0], inn[e, 1] = (r[2], r[3]) if fits else (r[1], r[0])
                out[e, 2], out[e, 3] = (za, zb) if lean > 0 else (-zb, -za)
                inn[e, 2], inn[e, 3] = out[e, 2], out[e, 3]
        s0, s1 = out[0, 0], out[1, 1]
        if s1 - s0 < 1e-9:
            continue
        # which solids count, and which need the exit or the entry told apart
        split_start, split_end = False, False
        used = 0
        for j in range(total):
            k = order[j, 1]
            joined = order[j, 2] == 1
            at_start = _relation(start, 1.0, k, joined, m, upright, lean, below_above, apart, normal)
            at_end = _relation(other, -1.0, k, joined, m, upright, lean, below_above, apart, normal)
            if at_start == IGNORED or at_end == IGNORED:
                continue
            if at_start == MIXED or at_end == MIXED:
                if n > 1:
                    states[k] = PARTIAL
                    continue
            if at_start == CLIPPED:
                split_start = True
            if at_end == CLIPPED:
                split_end = True
            picks[used, 0], picks[used, 1], picks[used, 2] = j, at_start, at_end
            used += 1
            if used >= DEEP:
                break
        for exit_by in range(1 if split_start else 0, 3 if split_start else 1):
            for enter_by in range(1 if split_end else 0, 3 if split_end else 1):
                zone[0, 0], zone[0, 1], zone[1, 0], zone[1, 1] = -1e5, -1e5, 1e5, -1e5
                zone[2, 0], zone[2, 1], zone[3, 0], zone[3, 1] = 1e5, 1e5, -1e5, 1e5
                zn = 4
                # rising; then through the start volume, then through the end volume
                zn = clip(zone, zn, -1.0, 1.0, 0.0, spare)
                for i in range(4):
                    if i == 0:
                        s, v, above = (inn[0, 1], out[0, 3], False) if exit_by == 1 else (out[0, 0], out[0, 3], False)
                    elif i == 1:
                        s, v, above = (out[0, 1], inn[0, 3], True) if exit_by == 2 else (out[0, 1], out[0, 2], True)
                    elif i == 2:
                        s, v, above = (inn[1, 0], out[1, 2], True) if enter_by == 1 else (out[1, 1], out[1, 2], True)
                    else:
                        s, v, above = (out[1, 0], inn[1, 2], False) if enter_by == 2 else (out[1, 0], out[1, 3], False)
                    t = (s - s0) / (s1 - s0)
                    if i % 2 == 0:
                        zn = clip(spare, zn, 1.0 - t, t, -v, zone) if above else clip(spare, zn, t - 1.0, -t, v, zone)
                    else:
                        zn = clip(zone, zn, 1.0 - t, t, -v, spare) if above else clip(zone, zn, t - 1.0, -t, v, spare)
                    if zn < 3:
                        break
                if zn < 3:
                    continue
                for i in range(zn):
                    zone[i, 0], zone[i, 1] = spare[i, 0], spare[i, 1]
                alive = True
                open_n = 0
                for j in range(used):
                    k = order[picks[j, 0], 1]
                    row = sections[order[picks[j, 0], 0]]
                    a, b, low, high = row[0], row[1], row[2], row[4]
                    foot = low
                    if picks[j, 1] == CLIPPED or picks[j, 2] == CLIPPED:
                        if not I[k, FLAT] or a > b:
                            if n > 1 or a > b:
                                states[k] = PARTIAL
                                continue
                        else:
                            for e in range(2):
                                if picks[j, 1 + e] != CLIPPED:
                                    continue
                                by = exit_by if e == 0 else enter_by
                                across = (by == 1) != upright  # clipped along x, else in height
                                if across:
                                    if upright:  # by the side: beyond the volume's outer x
                                        edge = lean * out[e, 3] if e == 0 else lean * out[e, 2]
                                        forward = (lean > 0) == (e == 0)
                                    else:
                                        edge = out[0, 1] if e == 0 else out[1, 0]
                                        forward = e == 0
                                    if forward:
                                        a = max(a, edge)
                                    else:
                                        b = min(b, edge)
                                else:
                                    if upright:
                                        edge = out[0, 1] if e == 0 else out[1, 0]
                                        forward = e == 0
                                    else:
                                        edge = lean * out[e, 3] if e == 0 else lean * out[e, 2]
                                        forward = (lean > 0) == (e == 0)
                                    if forward:
                                        low = max(low, edge)
                                    else:
                                        high = min(high, edge)
                            if a >= b or low >= high:
                                continue
                            row = sections[size]
                            row[0], row[1], row[2], row[3], row[4], row[5] = a, b, low, low, high, high
                    _choices(row, I[k, FLAT] == 1, I[k, GROUNDED] == 1 and low <= foot, upright, lean, s0, s1, rows[open_n], counts[open_n])
                    if counts[open_n, 0] == 0 and counts[open_n, 1] == 0:
                        continue
                    only = -1
                    if counts[open_n, 0] < 0:
                        only = 1
                    elif counts[open_n, 1] < 0:
                        only = 0
                    if only < 0:
                        open_n += 1
                        continue
                    for r in range(counts[open_n, only]):
                        zn = clip(zone, zn, rows[open_n, only, r, 0], rows[open_n, only, r, 1], rows[open_n, only, r, 2], spare)
                        for i in range(zn):
                            zone[i, 0], zone[i, 1] = spare[i, 0], spare[i, 1]
                        if zn < 3:
                            alive = False
                            break
                    if not alive:
                        break
                if not alive:
                    continue
                # over or under each of the others: depth first
                depth = 0
                stack_n[0] = zn
                picks[0, 3] = 0
                steps = 0
                while depth >= 0:
                    if depth == open_n:
                        area, c0, c1 = area_and_centroid(stack[depth], stack_n[depth])
                        if area > TINY:
                            good = True
                            if limit < INF and free_n > 0:
                                bounds[0], bounds[1] = out[0, 1], out[1, 0]
                                good = _shallow(
                                    stack[depth, : stack_n[depth]], s0, s1, lean, bounds, out[0, 3], out[1, 2],
                                    free[:free_n], m, upright, limit, spans, nest, nest_n, w.one, found,
                                )  # fmt: skip
                                area, c0, c1 = found[0], found[1], found[2]
                            if good:
                                found[AREA], found[AT0], found[AT1] = area, lean * c0, lean * c1
                                found[FROM], found[TO], found[LEAN] = s0, s1, lean
                                return True
                        depth -= 1
                        continue
                    choice = picks[depth, 3]
                    if choice > 1:
                        depth -= 1
                        continue
                    picks[depth, 3] = choice + 1
                    steps += 1
                    if steps > 20000:
                        found[AREA] = 1.0
                        return n > 1
                    zn2 = stack_n[depth]
                    source = stack[depth]
                    target = stack[depth + 1]
                    for r in range(counts[depth, choice]):
                        zn2 = clip(source, zn2, rows[depth, choice, r, 0], rows[depth, choice, r, 1], rows[depth, choice, r, 2], spare)
                        if zn2 < 3:
                            break
                        for i in range(zn2):
                            target[i, 0], target[i, 1] = spare[i, 0], spare[i, 1]
                        source = target
                    if zn2 >= 3:
                        depth += 1
                        stack_n[depth] = zn2
                        picks[depth, 3] = 0
    return False
