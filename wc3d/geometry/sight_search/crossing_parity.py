"""A line's crossings of triangles and passes below edges, counted or unclear. Compiled."""

from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.mesh_solids.triangle_tree import LEAF_TRIANGLES, next_node
from wc3d.geometry.sight_search.vertical_slice import INF

EDGE_END_SHARE = 1e-9
"""Share of an edge near its end within which a line may also pass next to the edge."""


@compile_inner
def _is_near_edge(triangle, a, d, gap):
    """Return whether the segment from a along d is too near an edge to know its side."""
    for i in range(3):
        j = (i + 1) % 3
        ex = triangle[j, 0] - triangle[i, 0]
        ey = triangle[j, 1] - triangle[i, 1]
        ez = triangle[j, 2] - triangle[i, 2]
        rx, ry, rz = triangle[i, 0] - a[0], triangle[i, 1] - a[1], triangle[i, 2] - a[2]
        nx, ny, nz = d[1] * ez - d[2] * ey, d[2] * ex - d[0] * ez, d[0] * ey - d[1] * ex
        size = math.sqrt(nx * nx + ny * ny + nz * nz)
        dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
        dr = d[0] * rx + d[1] * ry + d[2] * rz
        de = d[0] * ex + d[1] * ey + d[2] * ez
        ee = ex * ex + ey * ey + ez * ez
        # parallel, or an edge without length: the distance from its middle
        if size * size < 1e-16 * dd * ee:
            mx, my, mz = rx + 0.5 * ex, ry + 0.5 * ey, rz + 0.5 * ez
            t = (d[0] * mx + d[1] * my + d[2] * mz) / dd
            square = (mx - t * d[0]) ** 2 + (my - t * d[1]) ** 2 + (mz - t * d[2]) ** 2
            if square < 1e-14 + 1e-15 * ee:
                return True
            continue
        if abs(nx * rx + ny * ry + nz * rz) > (1e-8 + gap) * size:
            continue
        beyond = gap / math.sqrt(ee)
        er = ex * rx + ey * ry + ez * rz
        u = (de * dr - dd * er) / (size * size)  # nearest position along the edge
        if -1e-6 - beyond < u < 1.0 + 1e-6 + beyond:
            return True
    return False


@compile_inner
def count_crossings(triangle, a, d, gap):
    """Return how often the segment from a along d crosses a triangle: 0 or 1, or 2 if unclear."""
    if _is_near_edge(triangle, a, d, gap):
        return 2
    e1x = triangle[1, 0] - triangle[0, 0]
    e1y = triangle[1, 1] - triangle[0, 1]
    e1z = triangle[1, 2] - triangle[0, 2]
    e2x = triangle[2, 0] - triangle[0, 0]
    e2y = triangle[2, 1] - triangle[0, 1]
    e2z = triangle[2, 2] - triangle[0, 2]
    px, py, pz = d[1] * e2z - d[2] * e2y, d[2] * e2x - d[0] * e2z, d[0] * e2y - d[1] * e2x
    det = e1x * px + e1y * py + e1z * pz
    long = math.sqrt(
        (d[0] ** 2 + d[1] ** 2 + d[2] ** 2)
        * (e1x**2 + e1y**2 + e1z**2)
        * (e2x**2 + e2y**2 + e2z**2)
    )
    if abs(det) <= 1e-13 * long:  # no area, or seen edge-on: missed unless near an edge
        return 0
    tx, ty, tz = a[0] - triangle[0, 0], a[1] - triangle[0, 1], a[2] - triangle[0, 2]
    u = (tx * px + ty * py + tz * pz) / det
    qx, qy, qz = ty * e1z - tz * e1y, tz * e1x - tx * e1z, tx * e1y - ty * e1x
    v = (d[0] * qx + d[1] * qy + d[2] * qz) / det
    if u < 0.0 or v < 0.0 or u + v > 1.0:
        return 0
    t = (e2x * qx + e2y * qy + e2z * qz) / det
    return 1 if 0.0 <= t <= 1.0 else 0


@compile_inner
def count_passes_below(a, b, start, along, gap):
    """Return how often a segment passes below the edge from a to b: 0 or 1, or 2 if unclear."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    rx, ry = a[0] - start[0], a[1] - start[1]
    cross = along[0] * ey - along[1] * ex
    size = math.sqrt((along[0] ** 2 + along[1] ** 2) * (ex * ex + ey * ey))
    if abs(cross) <= 1e-9 * size:  # parallel or upright
        offset = abs(along[0] * ry - along[1] * rx) / math.sqrt(along[0] ** 2 + along[1] ** 2)
        return 2 if offset < 1e-7 + gap else 0
    t, u = (rx * ey - ry * ex) / cross, (rx * along[1] - ry * along[0]) / cross
    if min(abs(t), abs(1.0 - t)) < EDGE_END_SHARE or min(
        abs(u), abs(1.0 - u)
    ) < EDGE_END_SHARE + gap / math.sqrt(ex * ex + ey * ey):
        return 2
    if t < 0.0 or t > 1.0 or u < 0.0 or u > 1.0:
        return 0
    return 1 if start[2] + t * along[2] < a[2] + u * (b[2] - a[2]) else 0


SURE_MISS_IN = 1e-5
"""Distance in inches beyond which a triangle is certainly not crossed."""


@compile_inner
def _meets_box(box, a, d, rest):
    """Return whether the segment comes near a box; boxes as low as `rest` extend down endlessly."""
    first, last = 0.0, 1.0
    for c in range(3):
        low_gap, high_gap = box[c] - SURE_MISS_IN - a[c], box[3 + c] + SURE_MISS_IN - a[c]
        if c == 2 and box[2] <= rest:
            low_gap = -INF
        if abs(d[c]) < 1e-12:
            if low_gap > 0.0 or high_gap < 0.0:
                return False
            continue
        t, u = low_gap / d[c], high_gap / d[c]
        first, last = max(first, min(t, u)), min(last, max(t, u))
        if first > last:
            return False
    return True


@compile_inner
def _surely_misses(triangle, a, d, long):
    """Return whether the line through a along d, `long` in plan, certainly misses a triangle."""
    left_count, right_count, above_count, below_count = 0, 0, 0, 0
    for i in range(3):
        x, y = triangle[i, 0] - a[0], triangle[i, 1] - a[1]
        offset = x * d[1] - y * d[0]
        left_count += offset > SURE_MISS_IN * long
        right_count += offset < -SURE_MISS_IN * long
        rise = (triangle[i, 2] - a[2]) * long * long - (x * d[0] + y * d[1]) * d[2]
        margin = SURE_MISS_IN * long * (long + abs(d[2]))
        above_count += rise > margin
        below_count += rise < -margin
    return left_count == 3 or right_count == 3 or above_count == 3 or below_count == 3


@compile_inner
def _count_crossings(triangle, a, d, long, rest, gap):
    """Return the count of triangle crossings and passes below edges on the table; -1 if unclear."""
    total = np.int64(0)
    if not _surely_misses(triangle, a, d, long):
        total = count_crossings(triangle, a, d, gap)
        if total == 2:
            return -1
    for i in range(3):
        j = (i + 1) % 3
        if triangle[i, 2] <= rest and triangle[j, 2] <= rest:
            count = count_passes_below(triangle[i], triangle[j], a, d, gap)
            if count == 2:
                return -1
            total += count
    return total


@compile_inner
def find_crossed_triangles(triangles, boxes, neighbors, a, d, rest, gap, hits):
    """Write the triangles that the segment from a along d crosses or passes below to `hits`.

    Each comes with its count. Returns their number, or -1 if unclear or too many. Triangles as low
    as `rest` do not count; those that reach down to it extend down without end.
    """
    leaves = boxes.shape[0] // 2
    long = math.sqrt(d[0] * d[0] + d[1] * d[1])
    count = 0
    node = 1
    while True:
        if boxes[node, 0] <= boxes[node, 3] and _meets_box(boxes[node], a, d, rest):
            if node < leaves:
                node *= 2
                continue
            begin = (node - leaves) * LEAF_TRIANGLES
            for t in range(begin, min(begin + LEAF_TRIANGLES, triangles.shape[0])):
                triangle = triangles[t]
                if (
                    neighbors[t, 0] == -2
                    or max(triangle[0, 2], triangle[1, 2], triangle[2, 2]) <= rest
                ):
                    continue
                times = _count_crossings(triangle, a, d, long, rest, gap)
                if times < 0 or (times > 0 and count == hits.shape[0]):
                    return -1
                if times > 0:
                    hits[count, 0], hits[count, 1] = t, times
                    count += 1
        node = next_node(node)
        if node == 1:
            return count
