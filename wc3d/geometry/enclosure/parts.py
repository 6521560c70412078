"""The connected parts of what the surface leaves free, as runs of cells: each is wholly in the solid or wholly out. Compiled."""
from __future__ import annotations

import numpy as np

from wc3d.geometry.jit import inner, outer


@inner
def _root(parent, i):
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@inner
def _link(parent, i, j):
    a, b = _root(parent, i), _root(parent, j)
    if a < b:
        parent[b] = a
    elif b < a:
        parent[a] = b


@outer
def count_runs(zone):
    """How many runs of free cells the rows of a layer have."""
    count = 0
    for row in range(zone.shape[0]):
        free = False
        for column in range(zone.shape[1]):
            if zone[row, column] == 0:
                if not free:
                    count += 1
                free = True
            else:
                free = False
    return count


@outer
def add_runs(zone, runs, row_starts, layer, first, parent):
    """Writes a layer's runs (from column, to column) behind the first `first`; links them to those beside and below them.

    `row_starts` (layers, rows + 1) receives where each row's runs start. Returns the number of runs so far.
    """
    at = first
    for row in range(zone.shape[0]):
        row_starts[layer, row] = at
        column = 0
        while column < zone.shape[1]:
            if zone[row, column]:
                column += 1
                continue
            start = column
            while column < zone.shape[1] and zone[row, column] == 0:
                column += 1
            runs[at, 0], runs[at, 1], parent[at] = start, column, at
            at += 1
        for side in range(2):
            if side == 0 and row > 0:
                other, end = row_starts[layer, row - 1], row_starts[layer, row]
            elif side == 1 and layer > 0:
                other, end = row_starts[layer - 1, row], row_starts[layer - 1, row + 1]
            else:
                continue
            here = row_starts[layer, row]
            while here < at and other < end:
                if runs[here, 0] < runs[other, 1] and runs[other, 0] < runs[here, 1]:
                    _link(parent, here, other)
                if runs[here, 1] < runs[other, 1]:
                    here += 1
                else:
                    other += 1
    row_starts[layer, zone.shape[0]] = at
    return at


@outer
def number_parts(parent, count):
    """Numbers the parts: the part of each run, and how many parts there are."""
    part = np.empty(count, np.int64)
    parts = 0
    for run in range(count):
        root = _root(parent, run)
        if root == run:
            part[run] = parts
            parts += 1
        else:
            part[run] = part[root]
    return part, parts


@outer
def measure_parts(runs, row_starts, part, parts, heights):
    """Of each part its volume in cells times height, and its three longest runs in different rows: (layer, row, run)."""
    volume = np.zeros(parts)
    longest = np.full((parts, 3, 3), -1, np.int64)
    lengths = np.zeros((parts, 3))
    for layer in range(row_starts.shape[0]):
        for row in range(row_starts.shape[1] - 1):
            for run in range(row_starts[layer, row], row_starts[layer, row + 1]):
                p = part[run]
                length = float(runs[run, 1] - runs[run, 0])
                volume[p] += length * heights[layer]
                for k in range(3):
                    if length * heights[layer] > lengths[p, k]:
                        for later in range(2, k, -1):
                            lengths[p, later] = lengths[p, later - 1]
                            for c in range(3):
                                longest[p, later, c] = longest[p, later - 1, c]
                        lengths[p, k] = length * heights[layer]
                        longest[p, k, 0], longest[p, k, 1], longest[p, k, 2] = layer, row, run
                        break
    return volume, longest


@outer
def farthest_layer(ring, runs, row_starts, label, wanted, layer, end, thick):
    """From `layer` toward `end`: the last layer in a row whose cells labelled `wanted` hold a convex ring (n, 2; in cells)."""
    step = 1 if end > layer else -1
    low, high = ring[0, 1], ring[0, 1]
    for i in range(ring.shape[0]):
        low, high = min(low, ring[i, 1]), max(high, ring[i, 1])
    first, last = int(np.floor(low + 1e-6)), int(np.ceil(high - 1e-6)) - 1
    spans = np.empty((last - first + 1, 2), np.int64)
    for row in range(first, last + 1):
        left, right = 1e18, -1e18
        for i in range(ring.shape[0]):
            j = i + 1 if i + 1 < ring.shape[0] else 0
            ax, ay, bx, by = ring[i, 0], ring[i, 1], ring[j, 0], ring[j, 1]
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            if by < row or ay > row + 1:
                continue
            if ay < row:
                ax += (bx - ax) * ((row - ay) / (by - ay))
                ay = row
            if by > row + 1:
                bx = ax + (bx - ax) * ((row + 1 - ay) / (by - ay)) if by > ay else bx
            left, right = min(left, min(ax, bx)), max(right, max(ax, bx))
        spans[row - first, 0], spans[row - first, 1] = int(np.floor(left + 1e-6)), int(np.ceil(right - 1e-6))
    reached = layer
    at = layer
    while at != end:
        at += step
        if not thick[at]:
            continue
        for row in range(first, last + 1):
            held = spans[row - first, 1] <= spans[row - first, 0]
            for run in range(row_starts[at, row], row_starts[at, row + 1]):
                if label[run] == wanted and runs[run, 0] <= spans[row - first, 0] and runs[run, 1] >= spans[row - first, 1]:
                    held = True
                    break
            if not held:
                return reached
        reached = at
    return reached
