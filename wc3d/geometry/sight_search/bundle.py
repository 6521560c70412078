"""Bundles of lines and triangles: which triangles a bundle meets, and where an edge lies from it. Compiled.

A bundle is a cell of plan lines (`slice.py`) with a convex polygon of heights above it (`opening.py`): all the lines between two
upright planes across them.
"""
from __future__ import annotations

import numpy as np

from wc3d.geometry.jit import inner
from wc3d.geometry.mesh_bounds.tree import LEAF, node_after
from wc3d.geometry.sight_search.arrays import MOST_MET
from wc3d.geometry.sight_search.slice import INF

NEAR = 2e-6
"""A triangle this near a bundle meets it, an edge half as near: guards against rounding."""

# what is known of a corner: the least and the most that it lies beside and above the lines; its place in the frame; 1 where it is
# as low as what rests there
BESIDE_LEAST, BESIDE_MOST, ABOVE_LEAST, ABOVE_MOST, ALONG, ACROSS, HEIGHT, LOW = range(8)


@inner
def lines_of(p, m, x0, polygon, s0, s1, lean, rows):
    """The plan lines of a bundle, then its lines of heights, into `rows`: where each is at x = 0, and how fast it rises."""
    n = m.shape[0]
    for i in range(n):
        rows[i, 0], rows[i, 1] = p[i] - m[i] * x0, m[i]
    for j in range(polygon.shape[0]):
        rate = lean * (polygon[j, 1] - polygon[j, 0]) / (s1 - s0)
        rows[n + j, 0], rows[n + j, 1] = lean * polygon[j, 0] - rate * s0, rate


@inner
def in_frame(row, turn):
    """How a placed mesh's own space lies in the frame: factors of x, y and a summand along; the same across; what heights add."""
    c = turn[2] * row[3] + turn[3] * row[4]
    s = turn[3] * row[3] - turn[2] * row[4]
    dx, dy = row[0] - turn[0], row[1] - turn[1]
    return row[5] * c, s, turn[2] * dx + turn[3] * dy, -row[5] * s, c, turn[2] * dy - turn[3] * dx, row[2]


@inner
def _box_apart(rows, n, last, place, box, from_x, to_x, rest):
    """Is a box of a mesh's own space apart from the bundle?"""
    ax, bx, cx, ay, by, cy, up = place
    x, y, z = 0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5]) + up
    hx, hy, hz = 0.5 * (box[3] - box[0]), 0.5 * (box[4] - box[1]), 0.5 * (box[5] - box[2])
    x, y, far = ax * x + bx * y + cx, ay * x + by * y + cy, abs(ax) * hx + abs(bx) * hy
    if x - far > to_x + NEAR or x + far < from_x - NEAR:
        return True
    least, most = INF, -INF
    for i in range(n):
        v = y - rows[i, 0] - rows[i, 1] * x
        r = abs(ay - rows[i, 1] * ax) * hx + abs(by - rows[i, 1] * bx) * hy
        least, most = min(least, v - r), max(most, v + r)
    if least > NEAR or most < -NEAR:
        return True
    least, most = INF, -INF
    for i in range(n, last):
        v = z - rows[i, 0] - rows[i, 1] * x
        r = hz + abs(rows[i, 1]) * far
        least, most = min(least, v - r), max(most, v + r)
    return (least > NEAR and box[2] > rest) or most < -NEAR


@inner
def _know(rows, n, last, x, y, z, known):
    """What is to be known of a point of the frame, into `known`."""
    least, most = INF, -INF
    for i in range(n):
        v = y - rows[i, 0] - rows[i, 1] * x
        least, most = min(least, v), max(most, v)
    known[BESIDE_LEAST], known[BESIDE_MOST] = least, most
    known[ALONG], known[ACROSS], known[HEIGHT] = x, y, z
    know_height(rows, n, last, known)


@inner
def know_height(rows, n, last, known):
    """How far a point lies above the lines, of which the rest is known."""
    x, z, least, most = known[ALONG], known[HEIGHT], INF, -INF
    for i in range(n, last):
        v = z - rows[i, 0] - rows[i, 1] * x
        least, most = min(least, v), max(most, v)
    known[ABOVE_LEAST], known[ABOVE_MOST] = least, most


@inner
def know(rows, n, last, place, corner, rest, known):
    """What is to be known of a corner, given in its mesh's own space, into `known`."""
    ax, bx, cx, ay, by, cy, up = place
    x, y = corner[0], corner[1]
    known[LOW] = 1.0 if corner[2] <= rest else 0.0
    _know(rows, n, last, ax * x + bx * y + cx, ay * x + by * y + cy, corner[2] + up, known)


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
def _know_between(rows, n, last, one, two, t, known):
    """What is to be known of a point so far on the way between two known ones."""
    x, y = one[ALONG] + t * (two[ALONG] - one[ALONG]), one[ACROSS] + t * (two[ACROSS] - one[ACROSS])
    _know(rows, n, last, x, y, one[HEIGHT] + t * (two[HEIGHT] - one[HEIGHT]), known)


@inner
def edge_apart(rows, n, last, one, two, hangs, from_x, to_x, spare):
    """Is an edge between two known corners apart from the bundle?"""
    near = 0.5 * NEAR
    if _apart(one, two, hangs, from_x, to_x, near):
        return True
    first, second = one[ALONG], two[ALONG]
    if abs(second - first) < 1e-9 or (from_x <= min(first, second) and max(first, second) <= to_x):
        return False
    t, u = (from_x - near - first) / (second - first), (to_x + near - first) / (second - first)
    t, u = min(t, u), max(t, u)
    _know_between(rows, n, last, one, two, max(0.0, t), spare[0])
    _know_between(rows, n, last, one, two, min(1.0, u), spare[1])
    return _apart(spare[0], spare[1], hangs, from_x, to_x, near)


@inner
def meets_plane(rows, n, last, known, at, hangs, spare):
    """Does a triangle of known corners meet an upright plane across the lines where lines of the bundle pass it?"""
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
            _know_between(rows, n, last, known[i], known[j], t, here)
            both[BESIDE_LEAST] = min(both[BESIDE_LEAST], here[BESIDE_LEAST])
            both[BESIDE_MOST] = max(both[BESIDE_MOST], here[BESIDE_MOST])
            both[ABOVE_LEAST] = min(both[ABOVE_LEAST], here[ABOVE_LEAST])
            both[ABOVE_MOST] = max(both[ABOVE_MOST], here[ABOVE_MOST])
    return not _apart(both, both, hangs, at, at, NEAR)


@inner
def _is_beside(known, hangs, from_x, to_x):
    """Does a triangle of known corners lie wholly beside, before or behind the lines, or above or below them?"""
    a, b, c = known[0], known[1], known[2]
    if min(a[BESIDE_LEAST], b[BESIDE_LEAST], c[BESIDE_LEAST]) > NEAR:
        return True
    if max(a[BESIDE_MOST], b[BESIDE_MOST], c[BESIDE_MOST]) < -NEAR or max(a[ABOVE_MOST], b[ABOVE_MOST], c[ABOVE_MOST]) < -NEAR:
        return True
    if not hangs and min(a[ABOVE_LEAST], b[ABOVE_LEAST], c[ABOVE_LEAST]) > NEAR:
        return True
    return min(a[ALONG], b[ALONG], c[ALONG]) > to_x + NEAR or max(a[ALONG], b[ALONG], c[ALONG]) < from_x - NEAR


@inner
def _has_upright(triangle, tall):
    """Has a triangle an upright edge so tall?"""
    for i in range(3):
        a, b = triangle[i], triangle[(i + 1) % 3]
        if abs(a[2] - b[2]) >= tall and max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1e-5:
            return True
    return False


@inner
def _gather(place, mesh, rest, n, last, from_x, to_x, tall, surfaces, w, count):
    """Adds the triangles of a placed mesh that a bundle meets to the first `count` of `w.near`: how many then, or -1."""
    boxes = surfaces.boxes[mesh[2] : mesh[2] + mesh[3]]
    leaves, node = boxes.shape[0] // 2, 1
    while True:
        if boxes[node, 0] <= boxes[node, 3] and not _box_apart(w.rows, n, last, place, boxes[node], from_x, to_x, rest):
            if node < leaves:
                node *= 2
                continue
            begin = mesh[0] + (node - leaves) * LEAF
            for t in range(begin, min(begin + LEAF, mesh[0] + mesh[1])):
                triangle = surfaces.triangles[t]
                if surfaces.beside[t, 0] == -2 or (tall > 0.0 and not _has_upright(triangle, tall)):
                    continue
                if count == MOST_MET:
                    return -1
                known = w.near[count]
                for i in range(3):
                    know(w.rows, n, last, place, triangle[i], rest, known[i])
                low = known[0, LOW] + known[1, LOW] + known[2, LOW]
                if low < 3.0 and not _is_beside(known, low > 0.0, from_x, to_x):
                    count += 1
        node = node_after(node)
        if node == 1:
            return count


@inner
def gather(n, last, from_x, to_x, tall, surfaces, w):
    """The triangles that the bundle in `w.rows` meets, only those with an upright edge so `tall`, into `w.near`: how many.

    None if there are too many.
    """
    count = np.int64(0)
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        count = _gather(in_frame(row, w.turn), mesh, row[12] - row[2], n, last, from_x, to_x, tall, surfaces, w, count)
        if count < 0:
            return np.int64(0)
    return count
