"""Bundles of lines and triangles: which triangles a bundle meets, and where an edge lies from it. Compiled.

A bundle is a cell of plan lines (`slice.py`) with a convex polygon of heights above it (`opening.py`): all the lines between two
upright planes across them. What is beside the plan lines stays so for every polygon above the cell; only heights change.
"""
from __future__ import annotations

import numpy as np

from wc3d.geometry.enclosure.tree import LEAF
from wc3d.geometry.jit import inner
from wc3d.geometry.sightlines.arrays import MOST_MET
from wc3d.geometry.sightlines.slice import INF

NEAR = 2e-6
"""A triangle this near a bundle meets it, an edge half as near: guards against rounding."""

# what is known of a corner: the least and the most that it lies beside and above the lines, and how far along; of one that is
# looked at again and again also its height and how far it lies beside the line amid the plan lines
BESIDE_LEAST, BESIDE_MOST, ABOVE_LEAST, ABOVE_MOST, ALONG = range(5)
HEIGHT, BESIDE = ABOVE_LEAST, ABOVE_MOST
# a triangle near a bundle: in which placed mesh, its number among all, how many of its corners are as low as what rests there
MESH, TRIANGLE, LOW = range(3)


@inner
def rows_of(p, m, x0, polygon, s0, s1, lean, row, turn, out):
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
def know(rows, n, last, x, y, z, known):
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
    know(rows, n, last, x, y, z, known)


@inner
def edge_apart(rows, n, last, a, b, one, two, hangs, from_x, to_x, spare):
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
def meets_plane(rows, n, last, triangle, known, at, hangs, spare):
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
def _is_beside(known, hangs, from_x, to_x):
    """Does a triangle, of whose corners this is known, lie wholly beside, before or behind the lines, or above or below them?"""
    a, b, c = known[0], known[1], known[2]
    if min(a[BESIDE_LEAST], b[BESIDE_LEAST], c[BESIDE_LEAST]) > NEAR:
        return True
    if max(a[BESIDE_MOST], b[BESIDE_MOST], c[BESIDE_MOST]) < -NEAR or is_above_or_below(known, hangs):
        return True
    return min(a[ALONG], b[ALONG], c[ALONG]) > to_x + NEAR or max(a[ALONG], b[ALONG], c[ALONG]) < from_x - NEAR


@inner
def is_above_or_below(known, hangs):
    """Does a triangle, of whose corners this is known, lie wholly above or below the lines? What `hangs` down is never above."""
    a, b, c = known[0], known[1], known[2]
    if max(a[ABOVE_MOST], b[ABOVE_MOST], c[ABOVE_MOST]) < -NEAR:
        return True
    return not hangs and min(a[ABOVE_LEAST], b[ABOVE_LEAST], c[ABOVE_LEAST]) > NEAR


@inner
def _keep(count, t, number, low, triangle, rows, n, last, row, w):
    """Adds a triangle to the first `count` of those near a bundle, with what is known of it."""
    w.near[count, MESH], w.near[count, TRIANGLE], w.near[count, LOW] = number, t, low
    for i in range(3):
        kept, x, y = w.near_known[count, i], triangle[i, 0], triangle[i, 1]
        for column in (BESIDE_LEAST, BESIDE_MOST, ALONG):
            kept[column] = w.known[i, column]
        kept[HEIGHT], kept[BESIDE] = triangle[i, 2] + row[2], 0.0
        for j in range(n):
            kept[BESIDE] += (rows[j, 0] * x + rows[j, 1] * y + rows[j, 3]) / n


@inner
def _gather(number, row, mesh, n, last, from_x, to_x, surfaces, w, count):
    """Adds the triangles of a placed mesh that a bundle meets to the first `count` of `w.near`: how many then, or -1."""
    edges, rows, rest = surfaces.edges, w.rows, row[12] - row[2]
    boxes = surfaces.boxes[mesh[2] : mesh[2] + mesh[3]]
    leaves, node = boxes.shape[0] // 2, 1
    while True:
        if boxes[node, 0] <= boxes[node, 3] and not _box_apart(rows, n, last, boxes[node], from_x, to_x, rest):
            if node < leaves:
                node *= 2
                continue
            begin = mesh[0] + (node - leaves) * LEAF
            for t in range(begin, min(begin + LEAF, mesh[0] + mesh[1])):
                low, triangle = 0, surfaces.triangles[t]
                for i in range(3):
                    know(rows, n, last, triangle[i, 0], triangle[i, 1], triangle[i, 2], w.known[i])
                    low += triangle[i, 2] <= rest
                if low == 3 or edges[t, 0] == -2 or _is_beside(w.known, low > 0, from_x, to_x):
                    continue
                if count == MOST_MET:
                    return -1
                _keep(count, t, number, low, triangle, rows, n, last, row, w)
                count += 1
        while node % 2 == 1:
            node //= 2
        node += 1
        if node == 1:
            return count


@inner
def gather(p, m, x0, polygon, s0, s1, lean, from_x, to_x, surfaces, w):
    """The triangles that a bundle meets, into `w.near`, mesh by mesh: how many; -1 for too many."""
    count = np.int64(0)
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        rows_of(p, m, x0, polygon, s0, s1, lean, row, w.turn, w.rows)
        mesh, n, last = surfaces.meshes[surfaces.mesh_of[i]], m.shape[0], m.shape[0] + polygon.shape[0]
        count = _gather(i, row, mesh, n, last, from_x, to_x, surfaces, w, count)
        if count < 0:
            break
    return count


@inner
def know_again(kept, polygon, s0, s1, lean, known):
    """What is known of a triangle's corners for a lower polygon of heights above the same cell, into `known`."""
    for i in range(3):
        least, most, x, z = INF, -INF, kept[i, ALONG] - s0, kept[i, HEIGHT]
        for j in range(polygon.shape[0]):
            above = z - lean * (polygon[j, 0] + (polygon[j, 1] - polygon[j, 0]) / (s1 - s0) * x)
            least, most = min(least, above), max(most, above)
        for column in (BESIDE_LEAST, BESIDE_MOST, ALONG):
            known[i, column] = kept[i, column]
        known[i, ABOVE_LEAST], known[i, ABOVE_MOST] = least, most


@inner
def goes_beside(kept, x, z, rate):
    """Does the line amid the plan lines that is at height `z` at `x` surely pass a triangle and stay clear of its edges?"""
    a, b, c, least, most = kept[0, BESIDE], kept[1, BESIDE], kept[2, BESIDE], INF, -INF
    if min(a, b, c) > NEAR or max(a, b, c) < -NEAR:
        return True
    for i in range(3):
        above = kept[i, HEIGHT] - z - rate * (kept[i, ALONG] - x)
        least, most = min(least, above), max(most, above)
    far = NEAR * (1.0 + abs(rate))
    return least > far or most < -far
