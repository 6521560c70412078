"""Does a mesh's own surface shut a bundle of lines? A proof by topology, exact for whatever triangles. Compiled.

A bundle is a cell of plan lines (`slice.py`) with a convex polygon of heights above it (`opening.py`): all the lines between two
upright planes that lie beyond one volume and before the other. Of the triangles that come near it those that share an edge near
it belong together. Where no edge of such a *screen* that comes near the bundle ends the surface, and the screen stays off both
planes, any two lines of the bundle cross it equally often, even or odd: one is moved into the other without passing a rim. So if
one line crosses it an odd number of times, all lines cross it. Nothing needs to be closed, solid or face outward elsewhere.

Terrain that rests on the table reaches down to it: what lies lower than `rest` is taken to hang down without end. A bundle that
no one screen shuts is halved.
"""
from __future__ import annotations

from wc3d.geometry.enclosure.tree import LEAF
from wc3d.geometry.jit import inner
from wc3d.geometry.sightlines.arrays import CORNERS, HALVINGS, MOST_MET
from wc3d.geometry.sightlines.crossed import crossings, passes_below
from wc3d.geometry.sightlines.slice import INF, area_and_centroid, clip

NEAR = 2e-6
"""A triangle this near a bundle meets it, an edge half as near: guards against rounding."""
MOST_PARTS = 24
"""Most parts of one bundle that are looked at."""
FINEST = 1e-4
"""Inches: a bundle no taller is not halved."""
SHORTEST = 1e-3
"""Inches: between planes that are nearer nothing is looked for."""

# what is known of a corner: the least and the most that it lies beside and above the lines, and how far along
BESIDE_LEAST, BESIDE_MOST, ABOVE_LEAST, ABOVE_MOST, ALONG = range(5)
# a triangle that a bundle meets: its number, which it belongs with, how often the sample crosses it, whether it ends there
TRIANGLE, WITH, CROSSED, ENDS = range(4)


@inner
def _rows(p, m, x0, polygon, s0, s1, lean, row, turn, out):
    """How far a point of a placed mesh's own space lies beside each plan line, above each line of heights, and along: `out`.

    Each row gives factors of x, y and z, and a summand.
    """
    c = turn[2] * row[3] + turn[3] * row[4]
    s = turn[3] * row[3] - turn[2] * row[4]
    ax, bx, cx = row[5] * c, s, turn[2] * (row[0] - turn[0]) + turn[3] * (row[1] - turn[1])
    ay, by, cy = -row[5] * s, c, turn[2] * (row[1] - turn[1]) - turn[3] * (row[0] - turn[0])
    n = m.shape[0]
    for i in range(n):
        out[i, 0], out[i, 1], out[i, 2] = ay - m[i] * ax, by - m[i] * bx, 0.0
        out[i, 3] = cy - p[i] - m[i] * (cx - x0)
    for j in range(polygon.shape[0]):
        rate = lean * (polygon[j, 1] - polygon[j, 0]) / (s1 - s0)
        out[n + j, 0], out[n + j, 1], out[n + j, 2] = -rate * ax, -rate * bx, 1.0
        out[n + j, 3] = row[2] - lean * polygon[j, 0] - rate * (cx - s0)
    last = n + polygon.shape[0]
    out[last, 0], out[last, 1], out[last, 2], out[last, 3] = ax, bx, 0.0, cx


@inner
def _bounds(rows, first, end, x, y, z, hx, hy, hz):
    """The least and the most of some rows at the points of a box, given by its middle and half its sides."""
    least, most = INF, -INF
    for i in range(first, end):
        v = rows[i, 0] * x + rows[i, 1] * y + rows[i, 2] * z + rows[i, 3]
        r = abs(rows[i, 0]) * hx + abs(rows[i, 1]) * hy + abs(rows[i, 2]) * hz
        least, most = min(least, v - r), max(most, v + r)
    return least, most


@inner
def _box_apart(rows, n, last, box, from_x, to_x, rest):
    """Is a box apart from the bundle?"""
    x, y, z = 0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5])
    hx, hy, hz = 0.5 * (box[3] - box[0]), 0.5 * (box[4] - box[1]), 0.5 * (box[5] - box[2])
    least, most = _bounds(rows, 0, n, x, y, z, hx, hy, hz)
    if least > NEAR or most < -NEAR:
        return True
    least, most = _bounds(rows, n, last, x, y, z, hx, hy, hz)
    if (least > NEAR and box[2] > rest) or most < -NEAR:
        return True
    least, most = _bounds(rows, last, last + 1, x, y, z, hx, hy, hz)
    return least > to_x + NEAR or most < from_x - NEAR


@inner
def _know(rows, n, last, x, y, z, known):
    """What is to be known of a point, into `known`."""
    known[BESIDE_LEAST], known[BESIDE_MOST] = _bounds(rows, 0, n, x, y, z, 0.0, 0.0, 0.0)
    known[ABOVE_LEAST], known[ABOVE_MOST] = _bounds(rows, n, last, x, y, z, 0.0, 0.0, 0.0)
    known[ALONG] = rows[last, 0] * x + rows[last, 1] * y + rows[last, 2] * z + rows[last, 3]


@inner
def _apart(one, two, hangs, from_x, to_x, near):
    """Is the segment between two known points apart from every line? What `hangs` down is so only beside or below them."""
    if min(one[BESIDE_LEAST], two[BESIDE_LEAST]) > near or max(one[BESIDE_MOST], two[BESIDE_MOST]) < -near:
        return True
    if max(one[ABOVE_MOST], two[ABOVE_MOST]) < -near:
        return True
    if not hangs and min(one[ABOVE_LEAST], two[ABOVE_LEAST]) > near:
        return True
    return min(one[ALONG], two[ALONG]) > to_x + near or max(one[ALONG], two[ALONG]) < from_x - near


@inner
def _know_at(rows, n, last, one, two, t, known):
    """What is to be known of a point so far on the way between two corners."""
    x, y, z = one[0] + t * (two[0] - one[0]), one[1] + t * (two[1] - one[1]), one[2] + t * (two[2] - one[2])
    _know(rows, n, last, x, y, z, known)


@inner
def _edge_apart(rows, n, last, a, b, one, two, hangs, from_x, to_x, spare):
    """Is an edge apart from the bundle? `a`, `b`: its ends; `one`, `two`: what is known of them."""
    near = 0.5 * NEAR
    if _apart(one, two, hangs, from_x, to_x, near):
        return True
    first, second = one[ALONG], two[ALONG]
    if abs(second - first) < 1e-9 or (from_x <= min(first, second) and max(first, second) <= to_x):
        return False
    t, u = (from_x - near - first) / (second - first), (to_x + near - first) / (second - first)
    t, u = min(t, u), max(t, u)
    _know_at(rows, n, last, a, b, max(0.0, t), spare[0])
    _know_at(rows, n, last, a, b, min(1.0, u), spare[1])
    return _apart(spare[0], spare[1], hangs, from_x, to_x, near)


@inner
def _meets_plane(rows, n, last, triangle, known, at, hangs, spare):
    """Does a triangle meet an upright plane across the lines where lines of the bundle pass it?"""
    low = min(known[0, ALONG], known[1, ALONG], known[2, ALONG])
    high = max(known[0, ALONG], known[1, ALONG], known[2, ALONG])
    if low > at + NEAR or high < at - NEAR:
        return False
    both, here = spare[0], spare[1]
    both[BESIDE_LEAST], both[BESIDE_MOST], both[ABOVE_LEAST], both[ABOVE_MOST], both[ALONG] = INF, -INF, INF, -INF, at
    for i in range(3):
        j = (i + 1) % 3
        first, second = known[i, ALONG], known[j, ALONG]
        if min(first, second) > at + NEAR or max(first, second) < at - NEAR:
            continue
        for end in range(2):  # where the edge passes the plane; both its ends if it runs along it
            t = float(end)
            if abs(second - first) > 4.0 * NEAR:
                t = min(1.0, max(0.0, (at + (2.0 * end - 1.0) * NEAR - first) / (second - first)))
            _know_at(rows, n, last, triangle[i], triangle[j], t, here)
            both[BESIDE_LEAST] = min(both[BESIDE_LEAST], here[BESIDE_LEAST])
            both[BESIDE_MOST] = max(both[BESIDE_MOST], here[BESIDE_MOST])
            both[ABOVE_LEAST] = min(both[ABOVE_LEAST], here[ABOVE_LEAST])
            both[ABOVE_MOST] = max(both[ABOVE_MOST], here[ABOVE_MOST])
    return not _apart(both, both, hangs, at, at, NEAR)


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
        if _edge_apart(rows, n, last, triangle[i], triangle[j], known[i], known[j], low > 0, from_x, to_x, spare):
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
def _take(t, me, triangles, edges, rows, n, last, from_x, to_x, rest, start, along, seen, first, w):
    """Takes a triangle that the bundle meets: 1; 0 if it does not; -1 where the sample passes too near an edge."""
    triangle, known = triangles[t], w.known
    low, count = 0, 0
    for i in range(3):
        _know(rows, n, last, triangle[i, 0], triangle[i, 1], triangle[i, 2], known[i])
        low += triangle[i, 2] <= rest
    if low == 3 or edges[t, 0] == -2:
        return 0
    a, b, c = known[0], known[1], known[2]
    if min(a[BESIDE_LEAST], b[BESIDE_LEAST], c[BESIDE_LEAST]) > NEAR:
        return 0
    if max(a[BESIDE_MOST], b[BESIDE_MOST], c[BESIDE_MOST]) < -NEAR:
        return 0
    if max(a[ABOVE_MOST], b[ABOVE_MOST], c[ABOVE_MOST]) < -NEAR:
        return 0
    if low == 0 and min(a[ABOVE_LEAST], b[ABOVE_LEAST], c[ABOVE_LEAST]) > NEAR:
        return 0
    if min(a[ALONG], b[ALONG], c[ALONG]) > to_x + NEAR or max(a[ALONG], b[ALONG], c[ALONG]) < from_x - NEAR:
        return 0
    met = w.met
    met[me, TRIANGLE], met[me, WITH], met[me, CROSSED], met[me, ENDS] = t, me, 0, 0
    for side in range(2):
        if _meets_plane(rows, n, last, triangle, known, to_x if side else from_x, low > 0, known[3:]):
            met[me, ENDS] = 1
    count = crossings(triangle, start, along)
    if count == 2:
        return -1
    met[me, CROSSED] += count
    if not _take_edges(me, triangle, edges[t], rows, n, last, known, from_x, to_x, rest, start, along, seen, first, w):
        return -1
    return 1


@inner
def _shut_by(mesh, rows, n, last, from_x, to_x, rest, start, along, surfaces, w):
    """Is there a screen among a mesh's triangles that every line of the bundle crosses?"""
    triangles = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]]
    edges = surfaces.edges[mesh[0] : mesh[0] + mesh[1]]
    boxes = surfaces.boxes[mesh[2] : mesh[2] + mesh[3]]
    leaves = boxes.shape[0] // 2
    first, seen, met = surfaces.stamp[0], surfaces.seen, w.met
    surfaces.stamp[0] += MOST_MET
    count, node = 0, 1
    while True:
        if boxes[node, 0] <= boxes[node, 3] and not _box_apart(rows, n, last, boxes[node], from_x, to_x, rest):
            if node < leaves:
                node *= 2
                continue
            begin = (node - leaves) * LEAF
            for t in range(begin, min(begin + LEAF, triangles.shape[0])):
                if count == MOST_MET:
                    return False
                taken = _take(t, count, triangles, edges, rows, n, last, from_x, to_x, rest, start, along, seen, first, w)
                if taken < 0:
                    return False
                count += taken
        while node % 2 == 1:
            node //= 2
        node += 1
        if node == 1:
            break
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
def _shut(p, m, x0, polygon, s0, s1, lean, from_x, to_x, surfaces, w):
    """Is there one screen that every line of the bundle crosses?"""
    n, last = m.shape[0], m.shape[0] + polygon.shape[0]
    y, slope, v0, v1 = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        y += p[i] / n
        slope += m[i] / n
    _, v0, v1 = area_and_centroid(polygon, polygon.shape[0])
    rate, turn = lean * (v1 - v0) / (s1 - s0), w.turn
    ya, yb = y + slope * (from_x - x0), y + slope * (to_x - x0)
    ax, ay = turn[0] + from_x * turn[2] - ya * turn[3], turn[1] + from_x * turn[3] + ya * turn[2]
    bx, by = turn[0] + to_x * turn[2] - yb * turn[3], turn[1] + to_x * turn[3] + yb * turn[2]
    az, bz = lean * v0 + rate * (from_x - s0), lean * v0 + rate * (to_x - s0)
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        _rows(p, m, x0, polygon, s0, s1, lean, row, turn, w.rows)
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        x, y, z = ax - row[0], ay - row[1], az - row[2]
        start = (x * row[3] + y * row[4]) * row[5], y * row[3] - x * row[4], z
        x, y, z = bx - ax, by - ay, bz - az
        along = (x * row[3] + y * row[4]) * row[5], y * row[3] - x * row[4], z
        if _shut_by(mesh, w.rows, n, last, from_x, to_x, row[12] - row[2], start, along, surfaces, w):
            return True
    return False


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
def screened(p, m, x0, polygon, s0, s1, lean, surfaces, w):
    """Is every line above a cell, of a polygon of heights, shut by surfaces? It is halved where need be. False: unknown."""
    from_x, to_x = w.outer[0, 1], w.outer[1, 0]
    if to_x - from_x < SHORTEST:
        return False
    wide = 0.0
    for i in range(m.shape[0]):
        for x in (from_x, to_x):
            wide = max(wide, abs(p[i] - p[0] + (m[i] - m[0]) * (x - x0)))
    parts, parts_n = w.parts, w.parts_n
    parts_n[0] = polygon.shape[0]
    for i in range(polygon.shape[0]):
        parts[0, i, 0], parts[0, i, 1] = polygon[i, 0], polygon[i, 1]
    waiting, looked = 1, 0
    while waiting > 0:
        waiting -= 1
        n = parts_n[waiting]
        part = parts[waiting, :n]
        looked += 1
        if _shut(p, m, x0, part, s0, s1, lean, from_x, to_x, surfaces, w):
            continue
        _, c0, c1 = area_and_centroid(part, n)
        low0, high0, low1, high1 = INF, -INF, INF, -INF
        for i in range(n):
            low0, high0 = min(low0, part[i, 0]), max(high0, part[i, 0])
            low1, high1 = min(low1, part[i, 1]), max(high1, part[i, 1])
        tall = max(high0 - low0, high1 - low1)
        if tall < max(0.5 * wide, FINEST) or waiting + 2 > HALVINGS or looked > MOST_PARTS or n > CORNERS - 2:
            return False
        a, b, c = (1.0, 0.0, -c0) if high0 - low0 > high1 - low1 else (0.0, 1.0, -c1)
        waiting = _two_of(part, a, b, c, parts, parts_n, waiting)
    return True
