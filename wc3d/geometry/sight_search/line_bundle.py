"""Bundles of lines: the triangles that a bundle meets, and the positions of edges. Compiled.

A bundle is a cell of plan lines (`vertical_slice.py`) with a convex polygon of heights above it
(`line_in_cell.py`). It consists of all these lines between two upright planes across them.
"""

from __future__ import annotations

import numpy as np

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.mesh_solids.triangle_tree import LEAF_TRIANGLES, next_node
from wc3d.geometry.sight_search.vertical_slice import INF
from wc3d.geometry.sight_search.workspace import MAX_NEAR_TRIANGLES

BUNDLE_TOLERANCE_IN = 2e-6
"""Distance within which a triangle meets a bundle, for rounding; edges use half of it."""

# measurements of a corner: the smallest and largest distance sideways and above the lines,
# its place in the frame, and 1 if it is as low as the resting height
BESIDE_LEAST, BESIDE_MOST, ABOVE_LEAST, ABOVE_MOST, ALONG, ACROSS, HEIGHT, LOW = range(8)


@compile_inner
def bundle_lines(p, m, x0, polygon, s0, s1, lean, rows):
    """Write a bundle's plan lines, then its height lines, to `rows`: value at x = 0, and slope."""
    n = m.shape[0]
    for i in range(n):
        rows[i, 0], rows[i, 1] = p[i] - m[i] * x0, m[i]
    for j in range(polygon.shape[0]):
        rate = lean * (polygon[j, 1] - polygon[j, 0]) / (s1 - s0)
        rows[n + j, 0], rows[n + j, 1] = lean * polygon[j, 0] - rate * s0, rate


@compile_inner
def mesh_to_frame(row, turn):
    """Return the transform of a placed mesh's own space to the frame.

    Returns the factors of x, y and the offset along, the same across, and the height offset.
    """
    c = turn[2] * row[3] + turn[3] * row[4]
    s = turn[3] * row[3] - turn[2] * row[4]
    dx, dy = row[0] - turn[0], row[1] - turn[1]
    return (
        row[5] * c,
        s,
        turn[2] * dx + turn[3] * dy,
        -row[5] * s,
        c,
        turn[2] * dy - turn[3] * dx,
        row[2],
    )


@compile_inner
def _misses_box(rows, n, last, place, box, from_x, to_x, rest):
    """Return whether a box in a mesh's own space is apart from the bundle."""
    ax, bx, cx, ay, by, cy, lift = place
    x, y, z = 0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5]) + lift
    hx, hy, hz = 0.5 * (box[3] - box[0]), 0.5 * (box[4] - box[1]), 0.5 * (box[5] - box[2])
    x, y, reach = ax * x + bx * y + cx, ay * x + by * y + cy, abs(ax) * hx + abs(bx) * hy
    if x - reach > to_x + BUNDLE_TOLERANCE_IN or x + reach < from_x - BUNDLE_TOLERANCE_IN:
        return True
    low, high = INF, -INF
    for i in range(n):
        v = y - rows[i, 0] - rows[i, 1] * x
        r = abs(ay - rows[i, 1] * ax) * hx + abs(by - rows[i, 1] * bx) * hy
        low, high = min(low, v - r), max(high, v + r)
    if low > BUNDLE_TOLERANCE_IN or high < -BUNDLE_TOLERANCE_IN:
        return True
    low, high = INF, -INF
    for i in range(n, last):
        v = z - rows[i, 0] - rows[i, 1] * x
        r = hz + abs(rows[i, 1]) * reach
        low, high = min(low, v - r), max(high, v + r)
    return (low > BUNDLE_TOLERANCE_IN and box[2] > rest) or high < -BUNDLE_TOLERANCE_IN


@compile_inner
def _measure_point(rows, n, last, x, y, z, record):
    """Write a point's distances from the bundle in the frame to `record`."""
    low, high = INF, -INF
    for i in range(n):
        v = y - rows[i, 0] - rows[i, 1] * x
        low, high = min(low, v), max(high, v)
    record[BESIDE_LEAST], record[BESIDE_MOST] = low, high
    record[ALONG], record[ACROSS], record[HEIGHT] = x, y, z
    measure_height(rows, n, last, record)


@compile_inner
def measure_height(rows, n, last, record):
    """Write a point's heights above the lines to `record`, which holds the rest."""
    x = record[ALONG]
    z = record[HEIGHT]
    low = INF
    high = -INF
    for i in range(n, last):
        v = z - rows[i, 0] - rows[i, 1] * x
        low, high = min(low, v), max(high, v)
    record[ABOVE_LEAST], record[ABOVE_MOST] = low, high


@compile_inner
def measure_corner(rows, n, last, place, corner, rest, record):
    """Write the distances of a corner in its mesh's own space to `record`."""
    ax, bx, cx, ay, by, cy, lift = place
    x, y = corner[0], corner[1]
    record[LOW] = 1.0 if corner[2] <= rest else 0.0
    _measure_point(
        rows, n, last, ax * x + bx * y + cx, ay * x + by * y + cy, corner[2] + lift, record
    )


@compile_inner
def _misses_segment(a, b, hangs, from_x, to_x, margin):
    """Return whether a segment is apart from all lines; if it `hangs`, not by being above them."""
    if (
        min(a[BESIDE_LEAST], b[BESIDE_LEAST]) > margin
        or max(a[BESIDE_MOST], b[BESIDE_MOST]) < -margin
    ):
        return True
    if max(a[ABOVE_MOST], b[ABOVE_MOST]) < -margin:
        return True
    if not hangs and min(a[ABOVE_LEAST], b[ABOVE_LEAST]) > margin:
        return True
    return min(a[ALONG], b[ALONG]) > to_x + margin or max(a[ALONG], b[ALONG]) < from_x - margin


@compile_inner
def _measure_between(rows, n, last, a, b, t, record):
    """Write the distances of the point at `t` between two measured points to `record`."""
    x, y = a[ALONG] + t * (b[ALONG] - a[ALONG]), a[ACROSS] + t * (b[ACROSS] - a[ACROSS])
    _measure_point(rows, n, last, x, y, a[HEIGHT] + t * (b[HEIGHT] - a[HEIGHT]), record)


@compile_inner
def is_edge_apart(rows, n, last, a, b, hangs, from_x, to_x, spare):
    """Return whether an edge between two measured corners is apart from the bundle."""
    margin = 0.5 * BUNDLE_TOLERANCE_IN
    if _misses_segment(a, b, hangs, from_x, to_x, margin):
        return True
    first, second = a[ALONG], b[ALONG]
    if abs(second - first) < 1e-9 or (from_x <= min(first, second) and max(first, second) <= to_x):
        return False
    t, u = (from_x - margin - first) / (second - first), (to_x + margin - first) / (second - first)
    t, u = min(t, u), max(t, u)
    _measure_between(rows, n, last, a, b, max(0.0, t), spare[0])
    _measure_between(rows, n, last, a, b, min(1.0, u), spare[1])
    return _misses_segment(spare[0], spare[1], hangs, from_x, to_x, margin)


@compile_inner
def is_plane_met(rows, n, last, records, at, hangs, spare):
    """Return whether a triangle meets an upright plane where lines of the bundle cross it."""
    low = min(records[0, ALONG], records[1, ALONG], records[2, ALONG])
    high = max(records[0, ALONG], records[1, ALONG], records[2, ALONG])
    if low > at + BUNDLE_TOLERANCE_IN or high < at - BUNDLE_TOLERANCE_IN:
        return False
    bounds = spare[0]
    point = spare[1]
    (
        bounds[BESIDE_LEAST],
        bounds[BESIDE_MOST],
        bounds[ABOVE_LEAST],
        bounds[ABOVE_MOST],
        bounds[ALONG],
    ) = INF, -INF, INF, -INF, at
    for i in range(3):
        j = (i + 1) % 3
        first, second = records[i, ALONG], records[j, ALONG]
        if (
            min(first, second) > at + BUNDLE_TOLERANCE_IN
            or max(first, second) < at - BUNDLE_TOLERANCE_IN
        ):
            continue
        for end in range(2):  # where the edge crosses the plane; both ends if it is in it
            t = float(end)
            if abs(second - first) > 4.0 * BUNDLE_TOLERANCE_IN:
                t = min(
                    1.0,
                    max(
                        0.0,
                        (at + (2.0 * end - 1.0) * BUNDLE_TOLERANCE_IN - first) / (second - first),
                    ),
                )
            _measure_between(rows, n, last, records[i], records[j], t, point)
            bounds[BESIDE_LEAST] = min(bounds[BESIDE_LEAST], point[BESIDE_LEAST])
            bounds[BESIDE_MOST] = max(bounds[BESIDE_MOST], point[BESIDE_MOST])
            bounds[ABOVE_LEAST] = min(bounds[ABOVE_LEAST], point[ABOVE_LEAST])
            bounds[ABOVE_MOST] = max(bounds[ABOVE_MOST], point[ABOVE_MOST])
    return not _misses_segment(bounds, bounds, hangs, at, at, BUNDLE_TOLERANCE_IN)


@compile_inner
def _is_beside(records, hangs, from_x, to_x):
    """Return whether a triangle is entirely outside the lines, on any one side."""
    a, b, c = records[0], records[1], records[2]
    if min(a[BESIDE_LEAST], b[BESIDE_LEAST], c[BESIDE_LEAST]) > BUNDLE_TOLERANCE_IN:
        return True
    if (
        max(a[BESIDE_MOST], b[BESIDE_MOST], c[BESIDE_MOST]) < -BUNDLE_TOLERANCE_IN
        or max(a[ABOVE_MOST], b[ABOVE_MOST], c[ABOVE_MOST]) < -BUNDLE_TOLERANCE_IN
    ):
        return True
    if not hangs and min(a[ABOVE_LEAST], b[ABOVE_LEAST], c[ABOVE_LEAST]) > BUNDLE_TOLERANCE_IN:
        return True
    return (
        min(a[ALONG], b[ALONG], c[ALONG]) > to_x + BUNDLE_TOLERANCE_IN
        or max(a[ALONG], b[ALONG], c[ALONG]) < from_x - BUNDLE_TOLERANCE_IN
    )


@compile_inner
def _has_upright_edge(triangle, tall):
    """Return whether a triangle has an upright edge at least this tall."""
    for i in range(3):
        a, b = triangle[i], triangle[(i + 1) % 3]
        if abs(a[2] - b[2]) >= tall and max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1e-5:
            return True
    return False


@compile_inner
def _gather_mesh(place, mesh, rest, n, last, from_x, to_x, tall, surfaces, w, count):
    """Append a mesh's triangles that a bundle meets to `w.near`; return the new count, or -1."""
    boxes = surfaces.boxes[mesh[2] : mesh[2] + mesh[3]]
    leaves = boxes.shape[0] // 2
    node = 1
    while True:
        if boxes[node, 0] <= boxes[node, 3] and not _misses_box(
            w.rows, n, last, place, boxes[node], from_x, to_x, rest
        ):
            if node < leaves:
                node *= 2
                continue
            begin = mesh[0] + (node - leaves) * LEAF_TRIANGLES
            for t in range(begin, min(begin + LEAF_TRIANGLES, mesh[0] + mesh[1])):
                triangle = surfaces.triangles[t]
                if surfaces.beside[t, 0] == -2 or (
                    tall > 0.0 and not _has_upright_edge(triangle, tall)
                ):
                    continue
                if count == MAX_NEAR_TRIANGLES:
                    return -1
                records = w.near[count]
                for i in range(3):
                    measure_corner(w.rows, n, last, place, triangle[i], rest, records[i])
                low = records[0, LOW] + records[1, LOW] + records[2, LOW]
                if low < 3.0 and not _is_beside(records, low > 0.0, from_x, to_x):
                    count += 1
        node = next_node(node)
        if node == 1:
            return count


@compile_inner
def gather_near_triangles(n, last, from_x, to_x, tall, surfaces, w):
    """Write the triangles that the bundle in `w.rows` meets to `w.near`; return their number.

    Only triangles with an upright edge at least `tall` count. Returns 0 if there are too many.
    """
    count = np.int64(0)
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        count = _gather_mesh(
            mesh_to_frame(row, w.turn),
            mesh,
            row[12] - row[2],
            n,
            last,
            from_x,
            to_x,
            tall,
            surfaces,
            w,
            count,
        )
        if count < 0:
            return np.int64(0)
    return count
