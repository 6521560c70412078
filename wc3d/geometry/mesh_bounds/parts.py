"""The connected parts of what the surface leaves free, as runs of cells: each is wholly in the solid or wholly out. Compiled."""
from __future__ import annotations

import numpy as np

from wc3d.geometry.jit import inner, outer

SQUARES = 64
"""Into so many squares each way a plan is divided to find what is near."""


@inner
def root_of(parent, i):
    """The one that stands for all that were joined with i: of a forest in which each names its parent."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@inner
def _link(parent, i, j):
    a, b = root_of(parent, i), root_of(parent, j)
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
        root = root_of(parent, run)
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


@inner
def _rows_of(ring):
    """The first and the last row of cells that a ring reaches into."""
    low, high = ring[0, 1], ring[0, 1]
    for i in range(ring.shape[0]):
        low, high = min(low, ring[i, 1]), max(high, ring[i, 1])
    return int(np.floor(low + 1e-6)), int(np.ceil(high - 1e-6)) - 1


@inner
def _span_rows(ring, first, spans):
    """From and to which column a convex ring reaches in each row from `first` on."""
    for row in range(first, first + spans.shape[0]):
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


@outer
def farthest_layer(ring, runs, row_starts, label, wanted, layer, end, thick):
    """From `layer` toward `end`: the last layer in a row whose cells labelled `wanted` hold a convex ring (n, 2; in cells)."""
    step = 1 if end > layer else -1
    first, last = _rows_of(ring)
    spans = np.empty((last - first + 1, 2), np.int64)
    _span_rows(ring, first, spans)
    reached = layer
    at = layer
    while at != end:
        at += step
        if not thick[at]:
            continue
        for row in range(first, last + 1):
            left, right = spans[row - first, 0], spans[row - first, 1]
            run, beyond = row_starts[at, row] - 1, row_starts[at, row + 1]
            while beyond - run > 1:  # the last run that starts no later
                middle = (run + beyond) // 2
                if runs[middle, 0] <= left:
                    run = middle
                else:
                    beyond = middle
            held = run >= row_starts[at, row] and label[run] == wanted and runs[run, 1] >= right
            if right > left and not held:
                return reached
        reached = at
    return reached


@outer
def find_held(corners, starts, spans, near):
    """Which of n upright prisms lie within another: their rings (c, 2; counter-clockwise), where each starts, and heights (n, 2).

    They may reach out by `near` in plan. Of two that are the same the second does.
    """
    count = spans.shape[0]
    boxes, area = np.empty((count, 4)), np.zeros(count)
    for i in range(count):
        box = boxes[i]
        box[0], box[1], box[2], box[3] = np.inf, np.inf, -np.inf, -np.inf
        for k in range(starts[i], starts[i + 1]):
            x, y = corners[k, 0], corners[k, 1]
            after = k + 1 if k + 1 < starts[i + 1] else starts[i]
            area[i] += 0.5 * (x * corners[after, 1] - corners[after, 0] * y)
            box[0], box[1], box[2], box[3] = min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)
    held = np.zeros(count, np.bool_)
    if count == 0:
        return held
    x0, y0 = boxes[:, 0].min() - near, boxes[:, 1].min() - near
    side = max(boxes[:, 2].max() - x0, boxes[:, 3].max() - y0) / SQUARES + near
    begins, found = _by_square(boxes, x0, y0, side, near)
    for i in range(count):
        square = int((boxes[i, 0] - x0) / side) * (SQUARES + 1) + int((boxes[i, 1] - y0) / side)
        for j in found[begins[square] : begins[square + 1]]:
            if boxes[j, 2] < boxes[i, 2] - near or boxes[j, 3] < boxes[i, 3] - near:
                continue
            if boxes[j, 0] > boxes[i, 0] + near or boxes[j, 1] > boxes[i, 1] + near:
                continue
            if spans[j, 0] > spans[i, 0] or spans[j, 1] < spans[i, 1]:
                continue
            if area[j] < area[i] or (area[j] == area[i] and j >= i):
                continue
            if _holds_ring(corners[starts[j] : starts[j + 1]], corners[starts[i] : starts[i + 1]], near):
                held[i] = True
                break
    return held


@outer
def _by_square(boxes, x0, y0, side, near):
    """Which boxes reach into which square of a plan, or come so near: (where each square's begin, numbers of boxes)."""
    begins = np.zeros((SQUARES + 1) * (SQUARES + 1) + 1, np.int64)
    found = np.empty(0, np.int64)
    for turn in range(2):  # first they are counted
        for j in range(boxes.shape[0]):
            for column in range(int((boxes[j, 0] - near - x0) / side), int((boxes[j, 2] + near - x0) / side) + 1):
                for row in range(int((boxes[j, 1] - near - y0) / side), int((boxes[j, 3] + near - y0) / side) + 1):
                    square = column * (SQUARES + 1) + row
                    if column > SQUARES or row > SQUARES:
                        continue
                    if turn == 0:
                        begins[square + 1] += 1
                    else:
                        found[begins[square]] = j
                        begins[square] += 1
        if turn == 0:
            begins = np.cumsum(begins)
            found = np.empty(begins[-1], np.int64)
    begins[1:] = begins[:-1].copy()
    begins[0] = 0
    return begins, found


@inner
def _holds_ring(around, ring, near):
    for k in range(around.shape[0]):
        after = k + 1 if k + 1 < around.shape[0] else 0
        ex, ey = around[after, 0] - around[k, 0], around[after, 1] - around[k, 1]
        least = -near * np.sqrt(ex * ex + ey * ey)
        for i in range(ring.shape[0]):
            if ex * (ring[i, 1] - around[k, 1]) - ey * (ring[i, 0] - around[k, 0]) < least:
                return False
    return True
