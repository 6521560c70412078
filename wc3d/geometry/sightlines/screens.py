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

from wc3d.geometry.enclosure.tree import crosses_any
from wc3d.geometry.jit import inner
from wc3d.geometry.sightlines.arrays import CORNERS, HALVINGS, MOST_MET
from wc3d.geometry.sightlines.bundle import (
    ABOVE_LEAST,
    ABOVE_MOST,
    ALONG,
    BESIDE,
    BESIDE_LEAST,
    BESIDE_MOST,
    HEIGHT,
    LOW,
    MESH,
    TRIANGLE,
    edge_apart,
    gather,
    goes_beside,
    is_above_or_below,
    know_again,
    meets_plane,
    rows_of,
)
from wc3d.geometry.sightlines.cell import EDGE_ALONG, EDGE_ASIDE
from wc3d.geometry.sightlines.crossed import crossings, passes_below
from wc3d.geometry.sightlines.slice import INF, area_and_centroid, clip
from wc3d.geometry.sightlines.surfaces import into

MOST_PARTS = 24
"""Most parts of one bundle that are looked at."""
FINEST = 1e-4
"""Inches: a bundle no taller is not halved."""
SHORTEST = 1e-3
"""Inches: between planes that are nearer nothing is looked for."""

RIM, SPAN, ASIDE = 7.5e-4, 4e-4, 7e-4
"""Inches: every line that passes an upright edge so near beside it, or ends of it so near above or below, has less clearance than
`SIGHT`. So far aside of such an edge cells are cut: what is left between is shut by the edge itself."""
LEAST_EDGE = 0.02
"""Inches: cells are cut beside upright edges that are taller."""

# a triangle that a bundle meets: which it belongs with, how often the sample crosses it, whether it ends there
WITH, CROSSED, ENDS = range(3)
OPEN, UNKNOWN, SHUT = range(3)


@inner
def _root(met, i):
    while met[i, WITH] != i:
        met[i, WITH] = met[met[i, WITH], WITH]
        i = met[i, WITH]
    return i


@inner
def _take_edges(me, triangle, edges, rows, n, last, known, from_x, to_x, rest, start, along, seen, first, w):
    """Joins a triangle to those that share an edge near the bundle with it. False where the sample passes too near an edge."""
    met, spare = w.met, w.known[3:]
    for i in range(3):
        j = (i + 1) % 3
        low = (triangle[i, 2] <= rest) + (triangle[j, 2] <= rest)
        if low == 2:
            count = passes_below(triangle[i], triangle[j], start, along)
            if count == 2:
                return False
            met[me, CROSSED] += count
            continue
        if edge_apart(rows, n, last, triangle[i], triangle[j], known[i], known[j], low > 0, from_x, to_x, spare):
            continue
        edge = edges[i]
        if edge < 0:
            met[me, ENDS] = 1
        elif seen[edge] < first:
            seen[edge] = first + me
        else:
            a, b = _root(met, me), _root(met, seen[edge] - first)
            if a != b:
                met[max(a, b), WITH] = min(a, b)
    return True


@inner
def _take(me, near, triangle, edges, rows, n, last, from_x, to_x, rest, passed, start, along, seen, first, w):
    """Takes a triangle that the bundle meets; `passed`: the sample does not cross it. False where it passes too near an edge."""
    met, known = w.met, w.known
    met[me, WITH], met[me, CROSSED], met[me, ENDS] = me, 0, 0
    for side in range(2):
        if meets_plane(rows, n, last, triangle, known, to_x if side else from_x, near[LOW] > 0, known[3:]):
            met[me, ENDS] = 1
    if not passed:
        count = crossings(triangle, start, along)
        if count == 2:
            return False
        met[me, CROSSED] += count
    return _take_edges(me, triangle, edges, rows, n, last, known, from_x, to_x, rest, start, along, seen, first, w)


@inner
def _shut_by_edge(known, triangle, rest, from_x, to_x):
    """Does every line pass one upright edge of a triangle so near that it has no clearance worth the name?"""
    for i in range(3):
        j = (i + 1) % 3
        a, b = known[i], known[j]
        if max(a[BESIDE_MOST], b[BESIDE_MOST], -a[BESIDE_LEAST], -b[BESIDE_LEAST]) > RIM:
            continue
        if min(a[ALONG], b[ALONG]) < from_x or max(a[ALONG], b[ALONG]) > to_x:
            continue
        if triangle[i, 2] > triangle[j, 2]:
            i, j = j, i
        if (known[i, ABOVE_MOST] <= SPAN or triangle[i, 2] <= rest) and known[j, ABOVE_LEAST] >= -SPAN:
            return True
    return False


@inner
def _note_edge(met, w, p, m, x0):
    """Looks among the triangles near a bundle for the upright edge beside which its cell is best cut, into `w.found`."""
    best, y, slope = 0.1, 0.0, 0.0
    for i in range(m.shape[0]):
        y += p[i] / m.shape[0]
        slope += m[i] / m.shape[0]
    for c in range(met):
        known = w.near_known[c]
        for i in range(3):
            a, b = known[i], known[(i + 1) % 3]
            if abs(a[HEIGHT] - b[HEIGHT]) < LEAST_EDGE or max(abs(a[ALONG] - b[ALONG]), abs(a[BESIDE] - b[BESIDE])) > 1e-5:
                continue
            least, most = min(a[BESIDE_LEAST], b[BESIDE_LEAST]), max(a[BESIDE_MOST], b[BESIDE_MOST])
            if least > -0.5 * ASIDE or most < 0.5 * ASIDE or max(most, -least) <= RIM:
                continue
            score = min(most, -least) / max(most, -least)
            if min(most, -least) <= RIM:  # what is left of a cell that was cut beside it
                score = 2.0
            if score > best:
                best = score
                w.found[EDGE_ALONG] = a[ALONG]
                w.found[EDGE_ASIDE] = y + slope * (a[ALONG] - x0) + a[BESIDE] + (-ASIDE if most > RIM else ASIDE)


@inner
def _odd(met, count):
    """Of the triangles that a bundle meets: does the sample cross a screen that ends nowhere an odd number of times?"""
    for i in range(count):
        root = _root(met, i)
        if root != i:
            met[root, CROSSED] += met[i, CROSSED]
            met[root, ENDS] |= met[i, ENDS]
    shut = False
    for i in range(count):
        shut = shut or (met[i, WITH] == i and met[i, ENDS] == 0 and met[i, CROSSED] % 2 == 1)
    return shut


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
def _misses_all(start, along, surfaces):
    """Does a line miss every triangle, and whatever hangs down from what rests on the table?"""
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        if min(start[2], start[2] + along[2]) <= row[12]:
            return False
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        triangles = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]]
        a = into(row, start[0] - row[0], start[1] - row[1], start[2] - row[2])
        if crosses_any(triangles, surfaces.boxes[mesh[2] : mesh[2] + mesh[3]], a, into(row, *along)) >= 0:
            return False
    return True


@inner
def _shut_by(p, m, x0, polygon, s0, s1, lean, from_x, to_x, start, along, surfaces, w, begin, end, upto):
    """The same for the one mesh whose triangles are named from `begin` on: the answer, up to where they are, and `upto`."""
    listed, rows, n, last = w.near_lists, w.rows, m.shape[0], m.shape[0] + polygon.shape[0]
    number, first = w.near[listed[begin], MESH], surfaces.stamp[0]
    surfaces.stamp[0] += MOST_MET
    row = surfaces.placements[number]
    rest, rate = row[12] - row[2], along[2] / (to_x - from_x)
    rows_of(p, m, x0, polygon, s0, s1, lean, row, w.turn, rows)
    a, d = into(row, start[0] - row[0], start[1] - row[1], start[2] - row[2]), into(row, *along)
    c, count, clear, answer = begin, 0, True, OPEN
    while c < end and w.near[listed[c], MESH] == number:
        here = listed[c]
        c += 1
        near, kept = w.near[here], w.near_known[here]
        know_again(kept, polygon, s0, s1, lean, w.known)
        if is_above_or_below(w.known, near[LOW] > 0):
            continue
        t = near[TRIANGLE]
        if _shut_by_edge(w.known, surfaces.triangles[t], rest, from_x, to_x):
            return SHUT, c, upto
        listed[upto] = here
        upto += 1
        if clear:
            passed = goes_beside(kept, from_x, start[2], rate)
            triangle, edges = surfaces.triangles[t], surfaces.edges[t]
            clear = _take(count, near, triangle, edges, rows, n, last, from_x, to_x, rest, passed, a, d, surfaces.seen, first, w)
            if not clear or w.met[count, CROSSED] > 0:
                answer = UNKNOWN
            count += 1
    return SHUT if clear and _odd(w.met, count) else answer, c, upto


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
def _shut(p, m, x0, polygon, s0, s1, lean, surfaces, w, begin, end):
    """Is there one screen that every line of the bundle crosses? SHUT, OPEN if none shuts the line amid it, or UNKNOWN.

    Of the triangles named in `w.near_lists` from `begin` to `end` those that it meets are named again behind `end`: up to where?
    """
    from_x, to_x = _way(polygon, s0, s1, w.outer, True)
    if to_x - from_x < SHORTEST:
        return OPEN, end
    z, rate = _middle(polygon, s0, s1, lean, from_x)
    start, along = _sample(p, m, x0, z, rate, from_x, to_x, w.turn)
    c, upto, answer = begin, end, OPEN
    while c < end:
        found, c, upto = _shut_by(p, m, x0, polygon, s0, s1, lean, from_x, to_x, start, along, surfaces, w, c, end, upto)
        if found == SHUT:
            return SHUT, end
        answer = max(answer, found)
    return answer, upto


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
    n, one, two = part.shape[0], parts[HALVINGS], parts[HALVINGS + 1]
    n1, n2 = clip(part, n, a, b, c, one), clip(part, n, -a, -b, -c, two)
    for side in range(2):
        count, half = (n1, one) if side == 0 else (n2, two)
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
def _beside_edge(met, w):
    """Do all plan lines pass some upright edge so near that it may shut them?"""
    for c in range(met):
        known = w.near_known[c]
        for i in range(3):
            a, b = known[i], known[(i + 1) % 3]
            far = max(a[BESIDE_MOST], b[BESIDE_MOST], -a[BESIDE_LEAST], -b[BESIDE_LEAST])
            if far <= RIM and abs(a[HEIGHT] - b[HEIGHT]) > LEAST_EDGE:
                return True
    return False


@inner
def screened(p, m, x0, polygon, s0, s1, lean, surfaces, w):
    """Is every line above a cell, of a polygon of heights, shut by surfaces? It is halved where need be. False: unknown."""
    from_x, to_x = _way(polygon, s0, s1, w.outer, True)
    if to_x - from_x < SHORTEST:
        return False
    parts, parts_n, spans = w.parts, w.parts_n, w.near_spans
    z, rate = _middle(polygon, s0, s1, lean, from_x)
    start, along = _sample(p, m, x0, z, rate, from_x, to_x, w.turn)
    if _misses_all(start, along, surfaces):
        return False
    from_x, to_x = _way(polygon, s0, s1, w.outer, False)
    met = gather(p, m, x0, polygon, s0, s1, lean, from_x, to_x, surfaces, w)
    for c in range(met):
        w.near_lists[c] = c
    parts_n[0], spans[0, 0], spans[0, 1] = polygon.shape[0], 0, met
    wide = _width(p, m, x0, from_x, to_x)
    if _beside_edge(met, w):
        wide = 0.0
    for i in range(polygon.shape[0]):
        parts[0, i, 0], parts[0, i, 1] = polygon[i, 0], polygon[i, 1]
    waiting, looked = 1, 0
    while waiting > 0:
        waiting -= 1
        n, begin, end = parts_n[waiting], spans[waiting, 0], spans[waiting, 1]
        part = parts[waiting, :n]
        looked += 1
        answer, upto = _shut(p, m, x0, part, s0, s1, lean, surfaces, w, begin, end)
        if answer == SHUT:
            continue
        tall, a, b, c = _across(part, n)
        fine = tall < max(0.5 * wide, FINEST)
        if answer == OPEN or fine or waiting + 2 > HALVINGS or looked > MOST_PARTS or n > CORNERS - 2:
            _note_edge(met, w, p, m, x0)
            return False
        for i in range(waiting, waiting + 2):
            spans[i, 0], spans[i, 1] = end, upto
        waiting = _two_of(part, a, b, c, parts, parts_n, waiting)
    return True
