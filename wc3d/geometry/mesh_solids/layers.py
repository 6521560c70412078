"""Level layers of triangles, with the grid cells that the surface reaches. Compiled.

Cells are marked conservatively: in a layer, no surface passes outside the marked cells. So each
free cell is entirely inside or outside the solid. Lengths are inches.
"""

from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer

ROUNDING_GUARD_IN = 1e-7
"""Distance in inches within which a triangle reaches a cell or layer: guards against rounding."""


@compile_inner
def _cut(source, n, z, sign, target):
    """Cut a convex polygon in space to sign * (height - z) >= 0; return the corners in `target`."""
    count = 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        a, b = sign * (source[i, 2] - z), sign * (source[j, 2] - z)
        if a >= 0.0:
            for c in range(3):
                target[count, c] = source[i, c]
            count += 1
        if (a > 0.0 and b < 0.0) or (a < 0.0 and b > 0.0):
            t = a / (a - b)
            for c in range(2):
                target[count, c] = source[i, c] + t * (source[j, c] - source[i, c])
            target[count, 2] = z
            count += 1
    return count


@compile_inner
def _mark(polygon, n, x0, y0, cell, zone):
    """Mark every cell of `zone` (rows, columns) that a convex polygon reaches."""
    low, high = math.inf, -math.inf
    for i in range(n):
        low, high = min(low, polygon[i, 1]), max(high, polygon[i, 1])
    first = max(0, math.floor((low - ROUNDING_GUARD_IN - y0) / cell))
    last = min(zone.shape[0] - 1, math.floor((high + ROUNDING_GUARD_IN - y0) / cell))
    for row in range(first, last + 1):
        bottom, top = y0 + row * cell - ROUNDING_GUARD_IN, y0 + (row + 1) * cell + ROUNDING_GUARD_IN
        left, right = math.inf, -math.inf
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            ax, ay, bx, by = polygon[i, 0], polygon[i, 1], polygon[j, 0], polygon[j, 1]
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            if by < bottom or ay > top:
                continue
            if ay < bottom:
                ax += (bx - ax) * ((bottom - ay) / (by - ay))
                ay = bottom
            if by > top:
                bx = ax + (bx - ax) * ((top - ay) / (by - ay)) if by > ay else bx
            left, right = min(left, min(ax, bx)), max(right, max(ax, bx))
        a = max(0, math.floor((left - ROUNDING_GUARD_IN - x0) / cell)) if left <= right else 1
        b = (
            min(zone.shape[1] - 1, math.floor((right + ROUNDING_GUARD_IN - x0) / cell))
            if left <= right
            else 0
        )
        for column in range(a, b + 1):
            zone[row, column] = 1


@compile_outer
def sort_triangles_by_layer(triangles, layers):
    """Return the triangles in each layer: starts (layers + 1) and triangle numbers."""
    count = layers.shape[0]
    spans = np.empty((triangles.shape[0], 2), np.int64)
    starts = np.zeros(count + 1, np.int64)
    lows = layers[:, 0].copy()
    highs = layers[:, 1].copy()
    for t in range(triangles.shape[0]):
        low = min(triangles[t, 0, 2], triangles[t, 1, 2], triangles[t, 2, 2]) - ROUNDING_GUARD_IN
        high = max(triangles[t, 0, 2], triangles[t, 1, 2], triangles[t, 2, 2]) + ROUNDING_GUARD_IN
        spans[t, 0] = np.searchsorted(highs, low, side="left")
        spans[t, 1] = np.searchsorted(lows, high, side="right")
        for layer in range(spans[t, 0], spans[t, 1]):
            starts[layer + 1] += 1
    for layer in range(count):
        starts[layer + 1] += starts[layer]
    at = starts[:-1].copy()
    numbers = np.empty(starts[count], np.int64)
    for t in range(triangles.shape[0]):
        for layer in range(spans[t, 0], spans[t, 1]):
            numbers[at[layer]] = t
            at[layer] += 1
    return starts, numbers


@compile_outer
def mark_surface_cells(triangles, numbers, low, high, x0, y0, cell, zone):
    """Clear `zone` (rows, columns) and mark the cells that triangles reach between two heights."""
    zone[:] = 0
    polygon = np.empty((10, 3))
    spare = np.empty((10, 3))
    for number in numbers:
        triangle = triangles[number]
        n = 3
        is_inside = True
        for i in range(3):
            for c in range(3):
                polygon[i, c] = triangle[i, c]
            if polygon[i, 2] < low - ROUNDING_GUARD_IN or polygon[i, 2] > high + ROUNDING_GUARD_IN:
                is_inside = False
        if not is_inside:
            n = _cut(polygon, n, low - ROUNDING_GUARD_IN, 1.0, spare)
            n = _cut(spare, n, high + ROUNDING_GUARD_IN, -1.0, polygon)
        if n > 0:
            _mark(polygon, n, x0, y0, cell, zone)
