"""A triangle tree for segment crossings, distances and winding numbers. Compiled.

Double precision, inches. The triangles follow a space-filling curve, with a complete binary tree
of boxes above them.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.jit import compile_inner, compile_outer
from wc3d.geometry.mesh_solids.data import Floats, TriangleTree
from wc3d.geometry.mesh_solids.surface_topology import number_shared_edges

LEAF_TRIANGLES = 4
"""Triangles in a leaf."""

CODE_BITS = 21
"""Bits of each coordinate in a position along the space-filling curve."""

MAX_CODE_STEP = float((1 << CODE_BITS) - 1)
"""The largest coordinate along the space-filling curve."""

FAR_BOX_SIZES = 2.0
"""Distance, in box sizes, from which a box counts as a single dipole for the winding number."""


def _compute_codes(centers: Floats, low: Floats, size: float) -> NDArray[np.uint64]:
    """Return positions along a space-filling curve."""
    steps = np.clip((centers - low) / size * MAX_CODE_STEP, 0.0, MAX_CODE_STEP).astype(np.uint64)
    codes = np.zeros(len(centers), np.uint64)
    for bit in range(CODE_BITS):
        for c in range(3):
            codes |= ((steps[:, c] >> np.uint64(bit)) & np.uint64(1)) << np.uint64(3 * bit + c)
    return codes


def _fill_tree(triangles: Floats, leaves: int) -> tuple[Floats, Floats]:
    """Return the boxes and dipoles of all nodes.

    Sums follow the order of the triangles, so that they are the same on every machine.
    """
    boxes = np.empty((2 * leaves, 6))
    boxes[:, :3], boxes[:, 3:] = math.inf, -math.inf
    dipoles = np.zeros((2 * leaves, 7))
    weight = np.zeros(2 * leaves)
    e, f = (triangles[:, 1] - triangles[:, 0]).T, (triangles[:, 2] - triangles[:, 0]).T
    nx = 0.5 * (e[1] * f[2] - e[2] * f[1])
    ny = 0.5 * (e[2] * f[0] - e[0] * f[2])
    nz = 0.5 * (e[0] * f[1] - e[1] * f[0])
    area = np.sqrt(nx * nx + ny * ny + nz * nz)
    sums = area[:, None] * (triangles[:, 0] + triangles[:, 1] + triangles[:, 2]) / 3.0
    terms = np.column_stack([nx, ny, nz, sums])
    for first in range(min(LEAF_TRIANGLES, len(triangles))):
        chosen = slice(first, None, LEAF_TRIANGLES)
        nodes = slice(leaves, leaves + len(terms[chosen]))
        _merge_boxes(boxes[nodes], triangles[chosen].min(axis=1), triangles[chosen].max(axis=1))
        dipoles[nodes, :6] += terms[chosen]
        weight[nodes] += area[chosen]
    end = leaves
    while end > 1:
        nodes = slice(end // 2, end)
        for first in (end, end + 1):
            children = slice(first, 2 * end, 2)
            _merge_boxes(boxes[nodes], boxes[children, :3], boxes[children, 3:])
            dipoles[nodes, :6] += dipoles[children, :6]
            weight[nodes] += weight[children]
        end //= 2
    _center_dipoles(boxes, dipoles, weight)
    return boxes, dipoles


def _merge_boxes(boxes: Floats, low: Floats, high: Floats) -> None:
    """Enlarge boxes in place to contain others."""
    np.minimum(boxes[:, :3], low, out=boxes[:, :3])
    np.maximum(boxes[:, 3:], high, out=boxes[:, 3:])


def _center_dipoles(boxes: Floats, dipoles: Floats, weight: Floats) -> None:
    """Turn the sums of centers into centers, and add the reach of each node, in place."""
    full = np.flatnonzero(boxes[:, 0] <= boxes[:, 3])
    full = full[full > 0]
    low, high = boxes[full, :3], boxes[full, 3:]
    share = np.where(weight[full] > 0.0, weight[full], 1.0)[:, None]
    middle = np.where(weight[full, None] > 0.0, dipoles[full, 3:6] / share, 0.5 * (low + high))
    reach = np.maximum(high - middle, middle - low)
    square = reach * reach
    dipoles[full, 3:6] = middle
    dipoles[full, 6] = np.sqrt(square[:, 0] + square[:, 1] + square[:, 2])


def build_triangle_tree(triangles: Floats) -> TriangleTree:
    """Build a tree of triangles (n, 3, 3)."""
    count = len(triangles)
    centers = triangles.mean(axis=1)
    low = centers.min(axis=0) if count else np.zeros(3)
    size = float((centers.max(axis=0) - low).max()) if count else 1.0
    codes = _compute_codes(centers, low, size if size > 0.0 else 1.0)
    order = np.argsort(codes, kind="stable")
    leaves = 1
    while leaves * LEAF_TRIANGLES < count:
        leaves *= 2
    sorted_triangles = np.ascontiguousarray(triangles[order])
    boxes, dipoles = _fill_tree(sorted_triangles, leaves)
    return TriangleTree(
        sorted_triangles,
        boxes,
        dipoles,
        order.astype(np.int64),
        number_shared_edges(sorted_triangles),
    )


@compile_inner
def _solid_angle(triangle, x, y, z):
    """Return the signed solid angle of a triangle from a point."""
    ax, ay, az = triangle[0, 0] - x, triangle[0, 1] - y, triangle[0, 2] - z
    bx, by, bz = triangle[1, 0] - x, triangle[1, 1] - y, triangle[1, 2] - z
    cx, cy, cz = triangle[2, 0] - x, triangle[2, 1] - y, triangle[2, 2] - z
    a = math.sqrt(ax * ax + ay * ay + az * az)
    b = math.sqrt(bx * bx + by * by + bz * bz)
    c = math.sqrt(cx * cx + cy * cy + cz * cz)
    numerator = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    denominator = (
        a * b * c
        + (ax * bx + ay * by + az * bz) * c
        + (bx * cx + by * cy + bz * cz) * a
        + (cx * ax + cy * ay + cz * az) * b
    )
    return 2.0 * math.atan2(numerator, denominator)


@compile_inner
def next_node(node):
    """Return the next node of a tree that is not below this one; 1 after the last."""
    while node % 2 == 1:
        node //= 2
    return node + 1


@compile_inner
def winding_number(triangles, boxes, dipoles, x, y, z):
    """Return the winding number of a point: 1 inside, 0 outside, in between near holes.

    Uses the generalized winding number (Jacobson 2013), with far boxes as dipoles (Barill 2018).
    """
    leaves = boxes.shape[0] // 2
    total = 0.0
    node = 1
    while True:
        dx, dy, dz = dipoles[node, 3] - x, dipoles[node, 4] - y, dipoles[node, 5] - z
        d = math.sqrt(dx * dx + dy * dy + dz * dz)
        if boxes[node, 0] > boxes[node, 3]:
            pass  # an empty box
        elif d > FAR_BOX_SIZES * dipoles[node, 6]:
            total += (dx * dipoles[node, 0] + dy * dipoles[node, 1] + dz * dipoles[node, 2]) / (
                d * d * d
            )
        elif node >= leaves:
            first = (node - leaves) * LEAF_TRIANGLES
            for t in range(first, min(first + LEAF_TRIANGLES, triangles.shape[0])):
                total += _solid_angle(triangles[t], x, y, z)
        else:
            node *= 2
            continue
        node = next_node(node)
        if node == 1:
            return total / (4.0 * math.pi)


@compile_outer
def winding_numbers(triangles, boxes, dipoles, points):
    """Return the winding numbers of points (n, 3)."""
    numbers = np.empty(points.shape[0])
    for i in range(points.shape[0]):
        numbers[i] = winding_number(
            triangles, boxes, dipoles, points[i, 0], points[i, 1], points[i, 2]
        )
    return numbers


@compile_inner
def _crosses(triangle, a, d):
    """Return whether the segment a + t d, t from 0 to 1, crosses a triangle or its edges."""
    e1x = triangle[1, 0] - triangle[0, 0]
    e1y = triangle[1, 1] - triangle[0, 1]
    e1z = triangle[1, 2] - triangle[0, 2]
    e2x = triangle[2, 0] - triangle[0, 0]
    e2y = triangle[2, 1] - triangle[0, 1]
    e2z = triangle[2, 2] - triangle[0, 2]
    px, py, pz = d[1] * e2z - d[2] * e2y, d[2] * e2x - d[0] * e2z, d[0] * e2y - d[1] * e2x
    det = e1x * px + e1y * py + e1z * pz
    if abs(det) < 1e-300:
        return False
    tx, ty, tz = a[0] - triangle[0, 0], a[1] - triangle[0, 1], a[2] - triangle[0, 2]
    u = (tx * px + ty * py + tz * pz) / det
    if u < -1e-9 or u > 1.0 + 1e-9:
        return False
    qx, qy, qz = ty * e1z - tz * e1y, tz * e1x - tx * e1z, tx * e1y - ty * e1x
    v = (d[0] * qx + d[1] * qy + d[2] * qz) / det
    if v < -1e-9 or u + v > 1.0 + 1e-9:
        return False
    t = (e2x * qx + e2y * qy + e2z * qz) / det
    return -1e-12 <= t <= 1.0 + 1e-12


@compile_inner
def _squared_segment_distance(a, d, p, q):
    """Return the squared distance of the segments a to a + d and p to q."""
    ex, ey, ez = q[0] - p[0], q[1] - p[1], q[2] - p[2]
    rx, ry, rz = a[0] - p[0], a[1] - p[1], a[2] - p[2]
    dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
    ee = ex * ex + ey * ey + ez * ez
    de = d[0] * ex + d[1] * ey + d[2] * ez
    dr = d[0] * rx + d[1] * ry + d[2] * rz
    er = ex * rx + ey * ry + ez * rz
    det = dd * ee - de * de
    s = min(1.0, max(0.0, (de * er - dr * ee) / det)) if det > 1e-14 * dd * ee else 0.0
    t = (de * s + er) / ee if ee > 0.0 else 0.0
    if t < 0.0:
        t = 0.0
        s = min(1.0, max(0.0, -dr / dd)) if dd > 0.0 else 0.0
    elif t > 1.0:
        t = 1.0
        s = min(1.0, max(0.0, (de - dr) / dd)) if dd > 0.0 else 0.0
    x, y, z = rx + s * d[0] - t * ex, ry + s * d[1] - t * ey, rz + s * d[2] - t * ez
    return x * x + y * y + z * z


@compile_inner
def _squared_point_distance(triangle, x, y, z):
    """Return a point's squared distance from a triangle's plane, infinity outside its prism."""
    e1x = triangle[1, 0] - triangle[0, 0]
    e1y = triangle[1, 1] - triangle[0, 1]
    e1z = triangle[1, 2] - triangle[0, 2]
    e2x = triangle[2, 0] - triangle[0, 0]
    e2y = triangle[2, 1] - triangle[0, 1]
    e2z = triangle[2, 2] - triangle[0, 2]
    nx, ny, nz = e1y * e2z - e1z * e2y, e1z * e2x - e1x * e2z, e1x * e2y - e1y * e2x
    nn = nx * nx + ny * ny + nz * nz
    if nn <= 0.0:
        return math.inf
    rx, ry, rz = x - triangle[0, 0], y - triangle[0, 1], z - triangle[0, 2]
    u = ((ry * e2z - rz * e2y) * nx + (rz * e2x - rx * e2z) * ny + (rx * e2y - ry * e2x) * nz) / nn
    v = ((e1y * rz - e1z * ry) * nx + (e1z * rx - e1x * rz) * ny + (e1x * ry - e1y * rx) * nz) / nn
    if u < 0.0 or v < 0.0 or u + v > 1.0:
        return math.inf
    h = rx * nx + ry * ny + rz * nz
    return h * h / nn


@compile_inner
def _squared_triangle_distance(triangle, a, d):
    """Return the squared distance of a triangle from the segment a to a + d."""
    if _crosses(triangle, a, d):
        return 0.0
    best = min(
        _squared_point_distance(triangle, a[0], a[1], a[2]),
        _squared_point_distance(triangle, a[0] + d[0], a[1] + d[1], a[2] + d[2]),
    )
    for i in range(3):
        best = min(best, _squared_segment_distance(a, d, triangle[i], triangle[(i + 1) % 3]))
    return best


@compile_inner
def _meets_box(box, a, d, margin):
    """Return whether the segment a to a + d comes within `margin` of a box in every coordinate."""
    low, high = 0.0, 1.0
    for c in range(3):
        low_gap, high_gap = box[c] - margin - a[c], box[3 + c] + margin - a[c]
        if abs(d[c]) < 1e-300:
            if low_gap > 0.0 or high_gap < 0.0:
                return False
            continue
        t, u = low_gap / d[c], high_gap / d[c]
        if t > u:
            t, u = u, t
        low, high = max(low, t), min(high, u)
        if low > high:
            return False
    return True


@compile_inner
def find_crossed_triangle(triangles, boxes, a, d):
    """Return a triangle that the segment a to a + d crosses, or -1."""
    leaves = boxes.shape[0] // 2
    node = 1
    while True:
        if _meets_box(boxes[node], a, d, 0.0):
            if node < leaves:
                node *= 2
                continue
            first = (node - leaves) * LEAF_TRIANGLES
            for t in range(first, min(first + LEAF_TRIANGLES, triangles.shape[0])):
                if _crosses(triangles[t], a, d):
                    return t
        node = next_node(node)
        if node == 1:
            return -1


@compile_inner
def is_segment_near(triangles, boxes, a, d, margin):
    """Return whether the segment a to a + d comes within `margin` of a triangle of the tree."""
    leaves = boxes.shape[0] // 2
    node = 1
    while True:
        if _meets_box(boxes[node], a, d, margin):
            if node < leaves:
                node *= 2
                continue
            first = (node - leaves) * LEAF_TRIANGLES
            for t in range(first, min(first + LEAF_TRIANGLES, triangles.shape[0])):
                if _squared_triangle_distance(triangles[t], a, d) < margin * margin:
                    return True
        node = next_node(node)
        if node == 1:
            return False


@compile_inner
def _squared_box_distance(box, a, d):
    """Return the squared distance from a box of the segment's point nearest to the box's center.

    Returns NaN for an empty box.
    """
    dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
    t = 0.0
    square = 0.0
    for c in range(3):
        t += (0.5 * (box[c] + box[3 + c]) - a[c]) * d[c]
    t = min(1.0, max(0.0, t / dd)) if dd > 0.0 else 0.0
    for c in range(3):
        at = a[c] + t * d[c]
        square += max(box[c] - at, at - box[3 + c], 0.0) ** 2
    return square


@compile_inner
def _nearest_in_leaf(triangles, first, a, d, best):
    """Return the distance of the segment a to a + d from a leaf's triangles, up to `best`."""
    for t in range(first, min(first + LEAF_TRIANGLES, triangles.shape[0])):
        best = min(best, math.sqrt(_squared_triangle_distance(triangles[t], a, d)))
    return best


@compile_inner
def segment_distance(triangles, boxes, a, d, best):
    """Return the distance of the segment a to a + d from the nearest triangle, up to `best`.

    A likely near leaf is tested first, so that most of the tree can be skipped.
    """
    leaves = boxes.shape[0] // 2
    node = 1
    while node < leaves:
        node = 2 * node + (
            _squared_box_distance(boxes[2 * node + 1], a, d)
            < _squared_box_distance(boxes[2 * node], a, d)
        )
    best = _nearest_in_leaf(triangles, (node - leaves) * LEAF_TRIANGLES, a, d, best)
    node = 1
    while True:
        if boxes[node, 0] <= boxes[node, 3] and _meets_box(boxes[node], a, d, best):
            if node < leaves:
                node *= 2
                continue
            best = _nearest_in_leaf(triangles, (node - leaves) * LEAF_TRIANGLES, a, d, best)
        node = next_node(node)
        if node == 1:
            return best
