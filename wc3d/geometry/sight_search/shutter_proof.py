"""Does a mesh's own surface shut a bundle of lines? A proof by topology, exact for whatever triangles. Compiled.

A bundle is a cell of plan lines (`slice.py`) with a convex polygon of heights above it (`opening.py`): all the lines between two
upright planes that lie beyond one volume and before the other. Of the triangles that come near it those that share an edge near
it belong together. Where no edge of such a *screen* that comes near the bundle ends the surface, and the screen stays off both
planes, any two lines of the bundle cross it equally often, even or odd: one is moved into the other without passing a rim. So if
one line crosses it an odd number of times, all lines cross it. Nothing needs to be closed, solid or face outward elsewhere.

An upright edge that every line passes within a hair shuts them too: they have no clearance. Cells are cut beside such edges,
where solids may touch and no screen parts them.

Terrain that rests on the table reaches down to it: what lies lower than `rest` is taken to hang down without end. A bundle that
no one screen shuts is halved.
"""
from __future__ import annotations

from wc3d.geometry.jit import inner
from wc3d.geometry.sight_search.arrays import CORNERS, HALVINGS
from wc3d.geometry.sight_search.bundle import (
    ABOVE_LEAST,
    ABOVE_MOST,
    ACROSS,
    ALONG,
    BESIDE_LEAST,
    BESIDE_MOST,
    HEIGHT,
    LOW,
    NEAR,
    edge_apart,
    gather,
    in_frame,
    know,
    know_height,
    lines_of,
    meets_plane,
)
from wc3d.geometry.sight_search.cell import EDGE_ALONG, EDGE_ASIDE, NOTED
from wc3d.geometry.sight_search.crossing_parity import crossed_by
from wc3d.geometry.sight_search.slice import INF, area_and_centroid, clip
from wc3d.geometry.sight_search.surfaces import into

MOST_PARTS = 24
"""Most parts of one bundle that are looked at."""
WIDE = 1.0
"""Inches: a bundle at least so wide is not halved; its cell is cut soon."""
FINEST = 1e-4
"""Inches: a bundle no taller is not halved."""
SHORTEST = 1e-3
"""Inches: between planes that are nearer nothing is looked for."""

RIM, SPAN, ASIDE = 7.5e-4, 4e-4, 7e-4
"""Inches: every line that passes an upright edge so near beside it, or ends of it so near above or below, has less clearance than
`SIGHT`. So far aside of such an edge cells are cut: what is left between is shut by the edge itself."""
LEAST_EDGE = 0.02
"""Inches: cells are cut beside upright edges that are taller."""

OPEN, UNKNOWN, SHUT = range(3)
LEFT, RIGHT, OVER, UNDER, FIRST, LAST, RESTS = 1, 2, 4, 8, 16, 32, 64
"""Where a corner lies: beside, above or below all lines; not behind the first plane, not before the last; as low as the table."""
CODES = 8
"""Bits for them."""


@inner
def _code_of(rows, n, last, place, corner, rest, from_x, to_x):
    """Where a corner of a mesh's own space lies from a bundle, as a sum of the sides named above."""
    ax, bx, cx, ay, by, cy, lift = place
    x, y = ax * corner[0] + bx * corner[1] + cx, ay * corner[0] + by * corner[1] + cy
    z, margin, code = corner[2] + lift, 0.5 * NEAR, 0
    low, high = INF, -INF
    for i in range(n):
        v = rows[i, 0] + rows[i, 1] * x
        low, high = min(low, v), max(high, v)
    if y - high > margin:
        code = LEFT
    elif y - low < -margin:
        code = RIGHT
    low, high = INF, -INF
    for i in range(n, last):
        v = rows[i, 0] + rows[i, 1] * x
        low, high = min(low, v), max(high, v)
    if z - high > margin:
        code += OVER
    elif z - low < -margin:
        code += UNDER
    if x < from_x + 2.0 * NEAR:
        code += FIRST
    if x > to_x - 2.0 * NEAR:
        code += LAST
    return code + RESTS if corner[2] <= rest else code


@inner
def _at_plane(corners, place, places, codes, rest, n, last, from_x, to_x, first, w):
    """Does a triangle meet one of the bundle's planes? Where its corners lie goes to `w.code`, near a plane also to `w.known`."""
    for i in range(3):
        k = corners[i]
        if codes[k] < first << CODES:
            codes[k] = (first << CODES) + _code_of(w.rows, n, last, place, places[k], rest, from_x, to_x)
        w.code[i] = codes[k] & ((1 << CODES) - 1)
    bits = w.code[0] | w.code[1] | w.code[2]
    if not bits & (FIRST | LAST):
        return False
    for i in range(3):
        know(w.rows, n, last, place, places[corners[i]], rest, w.known[i])
    for side in range(2):
        if meets_plane(w.rows, n, last, w.known, to_x if side else from_x, bits & RESTS != 0, w.known[3:]):
            return True
    return False


@inner
def _edge_apart(code_a, code_b, i, j, from_x, to_x, n, last, w):
    """Is the edge between two corners of `w.known` apart from the bundle? `code_a` and `code_b` are their codes."""
    if code_a & code_b & (LEFT | RIGHT | UNDER) or (code_a & code_b & OVER and not (code_a | code_b) & RESTS):
        return True
    if not (code_a | code_b) & (FIRST | LAST):
        return False
    return edge_apart(w.rows, n, last, w.known[i], w.known[j], (code_a | code_b) & RESTS != 0, from_x, to_x, w.known[3:])


@inner
def _ends_nowhere(begin, place, mesh, surfaces, rest, n, last, from_x, to_x, first, stamp, w):
    """From triangle `begin` over every edge near the bundle: is there a screen that ends nowhere near it?

    Its triangles are marked as seen by `stamp`; those with a mark from `first` on belong to screens that were looked at before.
    """
    neighbors, corners = surfaces.beside[mesh[0] : mesh[0] + mesh[1]], surfaces.corners[mesh[0] : mesh[0] + mesh[1]]
    places, stamps, codes = surfaces.places[mesh[4] : mesh[4] + mesh[5]], surfaces.seen, surfaces.codes
    code, queue = w.code, w.queue
    queue[0], stamps[begin] = begin, stamp
    waiting, looked = 1, 0
    while waiting > 0:
        waiting -= 1
        looked += 1
        t = queue[waiting]
        if looked > queue.shape[0] or _at_plane(corners[t], place, places, codes, rest, n, last, from_x, to_x, first, w):
            return False
        for i in range(3):
            j = (i + 1) % 3
            if code[i] & code[j] & RESTS or _edge_apart(code[i], code[j], i, j, from_x, to_x, n, last, w):
                continue
            h = neighbors[t, i]
            if h < 0:
                return False
            while h != 3 * t + i:
                u = h // 3
                if stamps[u] != stamp:
                    if stamps[u] >= first or waiting == queue.shape[0]:
                        return False
                    stamps[u] = stamp
                    queue[waiting] = u
                    waiting += 1
                h = neighbors[u, h - 3 * u]
    return True


@inner
def _shut_by(number, n, last, from_x, to_x, start, along, surfaces, w):
    """Is there one screen of a placed mesh that every line of the bundle crosses? SHUT, OPEN, or UNKNOWN.

    OPEN: none shuts the line amid it, which goes from `start`, `along`.
    """
    row, mesh, stamps, hits = surfaces.placements[number], surfaces.meshes[surfaces.mesh_of[number]], surfaces.seen, w.met
    triangles, neighbors = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]], surfaces.beside[mesh[0] : mesh[0] + mesh[1]]
    a, d = into(row, start[0] - row[0], start[1] - row[1], start[2] - row[2]), into(row, *along)
    rest = row[12] - row[2]
    gap = surfaces.gaps[surfaces.mesh_of[number]]
    count = crossed_by(triangles, surfaces.boxes[mesh[2] : mesh[2] + mesh[3]], neighbors, a, d, rest, gap, hits)
    if count <= 0:
        return OPEN if count == 0 else UNKNOWN
    place, first = in_frame(row, w.turn), surfaces.stamp[0] + 1
    for c in range(count):
        if stamps[hits[c, 0]] >= first:
            continue
        surfaces.stamp[0] += 1
        stamp = surfaces.stamp[0]
        if _ends_nowhere(hits[c, 0], place, mesh, surfaces, rest, n, last, from_x, to_x, first, stamp, w):
            crossed = 0
            for k in range(c, count):
                if stamps[hits[k, 0]] == stamp:
                    crossed += hits[k, 1]
            if crossed % 2 == 1:
                return SHUT
    return UNKNOWN


@inner
def _shut_by_edge(records, from_x, to_x):
    """Does every line pass one edge of a triangle so near that it has no clearance worth the name?"""
    for i in range(3):
        j = (i + 1) % 3
        a, b = records[i], records[j]
        if max(a[BESIDE_MOST], b[BESIDE_MOST], -a[BESIDE_LEAST], -b[BESIDE_LEAST]) > RIM:
            continue
        if min(a[ALONG], b[ALONG]) < from_x or max(a[ALONG], b[ALONG]) > to_x:
            continue
        if a[HEIGHT] > b[HEIGHT]:
            i, j = j, i
        if (records[i, ABOVE_MOST] <= SPAN or records[i, LOW] > 0.0) and records[j, ABOVE_LEAST] >= -SPAN:
            return True
    return False


@inner
def _note_edge(near_count, w, p, m, x0):
    """Looks among triangles near a bundle for the upright edge beside which its cell is best cut, into `w.found`."""
    best, y, slope = 0.1, 0.0, 0.0
    for i in range(m.shape[0]):
        y += p[i] / m.shape[0]
        slope += m[i] / m.shape[0]
    for c in range(near_count):
        records = w.near[c]
        for i in range(3):
            a, b = records[i], records[(i + 1) % 3]
            bend = a[ACROSS] - b[ACROSS] - slope * (a[ALONG] - b[ALONG])
            if abs(a[HEIGHT] - b[HEIGHT]) < LEAST_EDGE or max(abs(a[ALONG] - b[ALONG]), abs(bend)) > 1e-5:
                continue
            low, high = min(a[BESIDE_LEAST], b[BESIDE_LEAST]), max(a[BESIDE_MOST], b[BESIDE_MOST])
            if low > -0.5 * ASIDE or high < 0.5 * ASIDE or max(high, -low) <= RIM:
                continue
            score = min(high, -low) / max(high, -low)
            if min(high, -low) <= RIM:  # what is left of a cell that was cut beside it
                score = 2.0
            if score > best:
                best = score
                w.found[EDGE_ALONG] = a[ALONG]
                w.found[EDGE_ASIDE] = a[ACROSS] + (-ASIDE if high > RIM else ASIDE)


@inner
def _middle(polygon, s0, s1, lean, at):
    """How high at `at` the line amid a polygon of heights is, and how fast it rises."""
    _, v0, v1 = area_and_centroid(polygon, polygon.shape[0])
    rate = lean * (v1 - v0) / (s1 - s0)
    return lean * v0 + rate * (at - s0), rate


@inner
def _sample(p, m, x0, z, rate, from_x, to_x, turn):
    """The line amid the plan lines that is at height `z` at `from_x`, in the world: its start, and how far it goes from there."""
    y, slope = 0.0, 0.0
    for i in range(m.shape[0]):
        y += p[i] / m.shape[0]
        slope += m[i] / m.shape[0]
    long, at = to_x - from_x, y + slope * (from_x - x0)
    start = turn[0] + from_x * turn[2] - at * turn[3], turn[1] + from_x * turn[3] + at * turn[2], z
    return start, (long * (turn[2] - slope * turn[3]), long * (turn[3] + slope * turn[2]), long * rate)


@inner
def _way(polygon, s0, s1, outer, shared):
    """From where to where all lines of a polygon of heights (`shared`), or some, are beyond one volume and before the other."""
    from_x, to_x = (-INF, INF) if shared else (INF, -INF)
    for i in range(polygon.shape[0]):
        c0, rate = polygon[i, 0], (polygon[i, 1] - polygon[i, 0]) / (s1 - s0)
        leave, enter = outer[0, 1], outer[1, 0]
        if rate > 1e-9:  # it may leave one through its upper side, and enter the other through its lower one
            leave, enter = min(leave, s0 + (outer[0, 3] - c0) / rate), max(enter, s0 + (outer[1, 2] - c0) / rate)
        from_x, to_x = (max(from_x, leave), min(to_x, enter)) if shared else (min(from_x, leave), max(to_x, enter))
    return from_x, to_x


@inner
def _shut(p, m, x0, polygon, s0, s1, lean, near_count, surfaces, w):
    """Is there one screen that every line of the bundle crosses? SHUT, OPEN if none shuts the line amid it, or UNKNOWN.

    The first `near_count` of `w.near` have edges that all plan lines may pass within a hair.
    """
    from_x, to_x = _way(polygon, s0, s1, w.outer, True)
    if to_x - from_x < SHORTEST:
        return OPEN
    n, last, answer = m.shape[0], m.shape[0] + polygon.shape[0], OPEN
    lines_of(p, m, x0, polygon, s0, s1, lean, w.rows)
    for c in range(near_count):
        for i in range(3):
            know_height(w.rows, n, last, w.near[c, i])
        if _shut_by_edge(w.near[c], from_x, to_x):
            return SHUT
    z, rate = _middle(polygon, s0, s1, lean, from_x)
    start, along = _sample(p, m, x0, z, rate, from_x, to_x, w.turn)
    for number in range(surfaces.placements.shape[0]):
        result = _shut_by(number, n, last, from_x, to_x, start, along, surfaces, w)
        if result == SHUT:
            return SHUT
        answer = max(answer, result)
    return answer


@inner
def _across(part, n):
    """How tall a polygon of heights is, and the line a v0 + b v1 + c = 0 that halves it across that: four numbers."""
    _, c0, c1 = area_and_centroid(part, n)
    low0, high0, low1, high1 = INF, -INF, INF, -INF
    for i in range(n):
        low0, high0 = min(low0, part[i, 0]), max(high0, part[i, 0])
        low1, high1 = min(low1, part[i, 1]), max(high1, part[i, 1])
    if high0 - low0 > high1 - low1:
        return high0 - low0, 1.0, 0.0, -c0
    return high1 - low1, 0.0, 1.0, -c1


@inner
def _two_of(part, a, b, c, parts, parts_n, waiting):
    """Puts both sides of a part, cut where a v0 + b v1 + c = 0, behind those that wait: how many these are then."""
    n, first, second = part.shape[0], parts[HALVINGS], parts[HALVINGS + 1]
    n1, n2 = clip(part, n, a, b, c, first), clip(part, n, -a, -b, -c, second)
    for side in range(2):
        count, half = (n1, first) if side == 0 else (n2, second)
        if count >= 3:
            parts_n[waiting] = count
            for i in range(count):
                parts[waiting, i, 0], parts[waiting, i, 1] = half[i, 0], half[i, 1]
            waiting += 1
    return waiting


@inner
def _width(p, m, x0, from_x, to_x):
    """How far apart the plan lines of a cell are, at most."""
    wide = 0.0
    for i in range(m.shape[0]):
        for x in (from_x, to_x):
            wide = max(wide, abs(p[i] - p[0] + (m[i] - m[0]) * (x - x0)))
    return wide


@inner
def _narrow(p, m, x0, from_x, to_x):
    """From where to where the plan lines of a cell may all pass an edge within a hair of it: nowhere if the first is greater."""
    for i in range(m.shape[0]):
        for j in range(m.shape[0]):
            spread, rate = p[i] - p[j] - 2.0 * RIM, m[i] - m[j]  # at x0, and how fast it grows
            if rate > 0.0:
                to_x = min(to_x, x0 - spread / rate)
            elif rate < 0.0:
                from_x = max(from_x, x0 - spread / rate)
            elif spread > 0.0:
                return 1.0, 0.0
    return from_x, to_x


@inner
def _beside_edge(near_count, w):
    """Do all plan lines pass some upright edge so near that it may shut them?"""
    for c in range(near_count):
        records = w.near[c]
        for i in range(3):
            a, b = records[i], records[(i + 1) % 3]
            offset = max(a[BESIDE_MOST], b[BESIDE_MOST], -a[BESIDE_LEAST], -b[BESIDE_LEAST])
            if offset <= RIM and abs(a[HEIGHT] - b[HEIGHT]) > LEAST_EDGE:
                return True
    return False


@inner
def screened(p, m, x0, polygon, s0, s1, lean, surfaces, w):
    """Is every line above a cell, of a polygon of heights, shut by surfaces? It is halved where need be. False: unknown."""
    from_x, to_x = _way(polygon, s0, s1, w.outer, False)
    parts, parts_n, near_count = w.parts, w.parts_n, 0
    n, last = m.shape[0], m.shape[0] + polygon.shape[0]
    wide = _width(p, m, x0, from_x, to_x)
    first, end = _narrow(p, m, x0, from_x, to_x)
    if first <= end:
        lines_of(p, m, x0, polygon, s0, s1, lean, w.rows)
        near_count = gather(n, last, first, end, 0.0, surfaces, w)
        if _beside_edge(near_count, w):
            wide = 0.0
    parts_n[0] = polygon.shape[0]
    for i in range(polygon.shape[0]):
        parts[0, i, 0], parts[0, i, 1] = polygon[i, 0], polygon[i, 1]
    waiting, looked = 1, 0
    while waiting > 0:
        waiting -= 1
        n = parts_n[waiting]
        part = parts[waiting, :n]
        looked += 1
        answer = _shut(p, m, x0, part, s0, s1, lean, near_count, surfaces, w)
        if answer == SHUT:
            continue
        if answer == OPEN and looked == 1:
            return False
        tall, a, b, c = _across(part, n)
        fine = tall < max(0.5 * wide, FINEST)
        if answer == OPEN or fine or waiting + 2 > HALVINGS or looked > (MOST_PARTS if wide < WIDE else 0) or n > CORNERS - 2:
            if w.tally[NOTED]:
                lines_of(p, m, x0, polygon, s0, s1, lean, w.rows)
                near_count = gather(m.shape[0], m.shape[0] + polygon.shape[0], from_x, to_x, LEAST_EDGE, surfaces, w)
                _note_edge(near_count, w, p, m, x0)
            return False
        waiting = _two_of(part, a, b, c, parts, parts_n, waiting)
    return True
