"""Grown footprints for searches, and the longest seam of each overlapping pair."""

from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer
from wc3d.geometry.sight_search.cell_sections import NO_GROWTH, PROOF_GROWTH, WITNESS_GROWTH
from wc3d.geometry.sight_search.vertical_slice import COUNT, OBSCURES, START, clip_polygon
from wc3d.geometry.tolerances import (
    CHAMFER_IN,
    MIN_CLEARANCE_IN,
    MITER_LIMIT_IN,
    PROOF_GROWTH_ASIDE_IN,
)


@compile_inner
def _grow_ring(x, y, first, count, edge, limit, chamfer, share, target, at):
    """Write a ring grown by `edge`, by `share` of it, and unchanged to `target`; return the end.

    `target` (3, 2, c) is filled from `at` on. Corners that would move beyond `limit` are cut at
    `chamfer`, and then appear twice.
    """
    for i in range(count):
        k = first + i
        previous_k = first + (i - 1) % count
        next_k = first + (i + 1) % count
        ex = x[k] - x[previous_k]
        ey = y[k] - y[previous_k]
        fx = x[next_k] - x[k]
        fy = y[next_k] - y[k]
        long_e = max(math.sqrt(ex * ex + ey * ey), 1e-300)
        long_f = max(math.sqrt(fx * fx + fy * fy), 1e-300)
        ex, ey, fx, fy = ex / long_e, ey / long_e, fx / long_f, fy / long_f
        bx, by = ey + fy, -ex - fx
        norm = math.sqrt(bx * bx + by * by)
        mitre = 2.0 * edge / norm if norm > 1e-9 else math.inf
        corners = 1 if mitre <= limit * (1 + 1e-9) else 2
        along_x, along_y = (bx / norm, by / norm) if norm > 1e-9 else (ex, ey)
        for side in range(corners):
            if corners == 1:
                dx, dy = along_x * mitre, along_y * mitre
            else:  # intersection of the grown edge and the line across the corner
                nx, ny = (ey, -ex) if side == 0 else (fy, -fx)
                depth = max(chamfer, edge)
                aside = (edge - depth * (nx * along_x + ny * along_y)) / (
                    ny * along_x - nx * along_y
                )
                dx, dy = along_x * depth - along_y * aside, along_y * depth + along_x * aside
            target[PROOF_GROWTH, 0, at], target[PROOF_GROWTH, 1, at] = x[k] + dx, y[k] + dy
            target[WITNESS_GROWTH, 0, at], target[WITNESS_GROWTH, 1, at] = (
                x[k] + share * dx,
                y[k] + share * dy,
            )
            target[NO_GROWTH, 0, at], target[NO_GROWTH, 1, at] = x[k], y[k]
            at += 1
    return at


@compile_outer
def grow_ring(x, y, edge, limit, chamfer):
    """Return a ring grown by `edge`, (3, 2, c): grown corners first, original corners last."""
    corners = np.empty((3, 2, 2 * len(x)))
    return corners[:, :, : _grow_ring(x, y, 0, len(x), edge, limit, chamfer, 1.0, corners, 0)]


@compile_outer
def grow_rings(corners, kinds, rows, grow):
    """Return pieces with rings grown by the tolerances and `grow`: kinds, and corners.

    `corners` (2, c) are the original ones; the result is like that in `TerrainArrays`. Obscuring
    pieces do not grow beyond the tolerances.
    """
    new_kinds = np.empty((len(rows), kinds.shape[1]), dtype=np.int64)
    total = 0
    for row in rows:
        total += 2 * kinds[row, COUNT]
    new_corners = np.empty((3, 2, total))
    at = 0
    for i in range(len(rows)):
        new_kinds[i] = kinds[rows[i]]
        new_kinds[i, START] = at
        extra = 0.0 if new_kinds[i, OBSCURES] else grow
        edge = PROOF_GROWTH_ASIDE_IN + extra
        limit = MITER_LIMIT_IN + 1.5 * extra
        chamfer = CHAMFER_IN + 1.2 * extra
        share = (MIN_CLEARANCE_IN + extra) / edge
        at = _grow_ring(
            corners[0],
            corners[1],
            kinds[rows[i], START],
            new_kinds[i, COUNT],
            edge,
            limit,
            chamfer,
            share,
            new_corners,
            at,
        )
        new_kinds[i, COUNT] = at - new_kinds[i, START]
    return new_kinds, np.ascontiguousarray(new_corners[:, :, :at])


@compile_outer
def find_longest_seams(corners, kinds, pairs):
    """Return the longest seam (x, y, x, y) across each pair of grown prisms; x is NaN if none."""
    seams = np.full((len(pairs), 4), np.nan)
    max_corners = 8
    for k in range(len(kinds)):
        max_corners = max(max_corners, 2 * kinds[k, COUNT] + 2)
    polygon = np.empty((max_corners, 2))
    spare = np.empty((max_corners, 2))
    x, y = corners[PROOF_GROWTH, 0], corners[PROOF_GROWTH, 1]
    for j in range(len(pairs)):
        a, b = pairs[j, 0], pairs[j, 1]
        n = kinds[a, COUNT]
        for i in range(n):
            polygon[i, 0], polygon[i, 1] = x[kinds[a, START] + i], y[kinds[a, START] + i]
        for i in range(kinds[b, COUNT]):
            p, q = kinds[b, START] + i, kinds[b, START] + (i + 1) % kinds[b, COUNT]
            ex, ey = x[q] - x[p], y[q] - y[p]
            n = clip_polygon(polygon, n, -ey, ex, ey * x[p] - ex * y[p], spare)
            polygon, spare = spare, polygon
            if n < 3:
                break
        longest = 0.0
        area = 0.0
        for i in range(n if n > 2 else 0):
            for k in range(i + 1, n):
                dx, dy = polygon[i, 0] - polygon[k, 0], polygon[i, 1] - polygon[k, 1]
                long = math.sqrt(dx * dx + dy * dy)
                if long > longest:
                    longest = long
                    seams[j] = np.array(
                        [polygon[i, 0], polygon[i, 1], polygon[k, 0], polygon[k, 1]]
                    )
            k = (i + 1) % n
            area += (polygon[i, 0] - polygon[0, 0]) * (polygon[k, 1] - polygon[0, 1]) - (
                polygon[i, 1] - polygon[0, 1]
            ) * (polygon[k, 0] - polygon[0, 0])
        if area <= 1e-12:
            seams[j, 0] = np.nan
    return seams
