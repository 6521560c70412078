"""Connected parts of free cells, as runs. Compiled.

Each part is entirely inside or outside the solid.
"""

from __future__ import annotations

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer

SEARCH_SQUARES = 64
"""Squares per side of the grid for neighbor searches in plan."""


@compile_inner
def find_root(parent, i):
    """Return the root of i in a union-find forest of parents."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@compile_inner
def _link_runs(parent, i, j):
    a, b = find_root(parent, i), find_root(parent, j)
    if a < b:
        parent[b] = a
    elif b < a:
        parent[a] = b


@compile_outer
def count_runs(zone):
    """Return the number of runs of free cells in a layer."""
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


@compile_outer
def append_runs(zone, runs, row_starts, layer, first, parent):
    """Append a layer's runs (first column, end column) and link them to their neighbors.

    The runs start after the first `first` and are linked to those next to and below them.
    `row_starts` (layers, rows + 1) receives the start of each row's runs. Returns the number of
    runs so far.
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
                neighbor = row_starts[layer, row - 1]
                end = row_starts[layer, row]
            elif side == 1 and layer > 0:
                neighbor = row_starts[layer - 1, row]
                end = row_starts[layer - 1, row + 1]
            else:
                continue
            run = row_starts[layer, row]
            while run < at and neighbor < end:
                if runs[run, 0] < runs[neighbor, 1] and runs[neighbor, 0] < runs[run, 1]:
                    _link_runs(parent, run, neighbor)
                if runs[run, 1] < runs[neighbor, 1]:
                    run += 1
                else:
                    neighbor += 1
    row_starts[layer, zone.shape[0]] = at
    return at


@compile_outer
def number_parts(parent, count):
    """Number the parts: return the part of each run, and the number of parts."""
    part = np.empty(count, np.int64)
    parts = 0
    for run in range(count):
        root = find_root(parent, run)
        if root == run:
            part[run] = parts
            parts += 1
        else:
            part[run] = part[root]
    return part, parts


@compile_outer
def measure_parts(runs, row_starts, part, parts, heights):
    """Return each part's volume (cells times height) and three longest runs (layer, row, run)."""
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
                        for slot in range(2, k, -1):
                            lengths[p, slot] = lengths[p, slot - 1]
                            for c in range(3):
                                longest[p, slot, c] = longest[p, slot - 1, c]
                        lengths[p, k] = length * heights[layer]
                        longest[p, k, 0], longest[p, k, 1], longest[p, k, 2] = layer, row, run
                        break
    return volume, longest


@compile_inner
def _rows_of(ring):
    """Return the first and last row of cells that a ring reaches."""
    low, high = ring[0, 1], ring[0, 1]
    for i in range(ring.shape[0]):
        low, high = min(low, ring[i, 1]), max(high, ring[i, 1])
    return int(np.floor(low + 1e-6)), int(np.ceil(high - 1e-6)) - 1


@compile_inner
def _span_rows(ring, first, spans):
    """Find the first and last column of a convex ring in each row from `first` on."""
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
        spans[row - first, 0], spans[row - first, 1] = (
            int(np.floor(left + 1e-6)),
            int(np.ceil(right - 1e-6)),
        )


@compile_outer
def last_layer_holding(ring, runs, row_starts, label, target_label, layer, end, thick):
    """Return the last layer from `layer` toward `end` whose cells contain a convex ring.

    All layers before it must also contain the ring (n, 2; in cells). Only cells with
    `target_label` count.
    """
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
            run = row_starts[at, row] - 1
            beyond = row_starts[at, row + 1]
            while beyond - run > 1:  # the last run that starts no later
                middle = (run + beyond) // 2
                if runs[middle, 0] <= left:
                    run = middle
                else:
                    beyond = middle
            is_inside = (
                run >= row_starts[at, row] and label[run] == target_label and runs[run, 1] >= right
            )
            if right > left and not is_inside:
                return reached
        reached = at
    return reached


@compile_outer
def find_contained_prisms(corners, starts, spans, tolerance):
    """Return which of n upright prisms are inside another one.

    Prisms are given as counter-clockwise rings (c, 2), their starts, and their heights (n, 2). A
    contained prism may reach out by `tolerance` in plan. Of two equal prisms, the second is
    contained.
    """
    count = spans.shape[0]
    boxes = np.empty((count, 4))
    area = np.zeros(count)
    for i in range(count):
        box = boxes[i]
        box[0], box[1], box[2], box[3] = np.inf, np.inf, -np.inf, -np.inf
        for k in range(starts[i], starts[i + 1]):
            x, y = corners[k, 0], corners[k, 1]
            next_corner = k + 1 if k + 1 < starts[i + 1] else starts[i]
            area[i] += 0.5 * (x * corners[next_corner, 1] - corners[next_corner, 0] * y)
            box[0], box[1], box[2], box[3] = (
                min(box[0], x),
                min(box[1], y),
                max(box[2], x),
                max(box[3], y),
            )
    is_held = np.zeros(count, np.bool_)
    if count == 0:
        return is_held
    x0, y0 = boxes[:, 0].min() - tolerance, boxes[:, 1].min() - tolerance
    side = max(boxes[:, 2].max() - x0, boxes[:, 3].max() - y0) / SEARCH_SQUARES + tolerance
    begins, numbers = _sort_by_square(boxes, x0, y0, side, tolerance)
    for i in range(count):
        square = int((boxes[i, 0] - x0) / side) * (SEARCH_SQUARES + 1) + int(
            (boxes[i, 1] - y0) / side
        )
        for j in numbers[begins[square] : begins[square + 1]]:
            if boxes[j, 2] < boxes[i, 2] - tolerance or boxes[j, 3] < boxes[i, 3] - tolerance:
                continue
            if boxes[j, 0] > boxes[i, 0] + tolerance or boxes[j, 1] > boxes[i, 1] + tolerance:
                continue
            if spans[j, 0] > spans[i, 0] or spans[j, 1] < spans[i, 1]:
                continue
            if area[j] < area[i] or (area[j] == area[i] and j >= i):
                continue
            if _holds_ring(
                corners[starts[j] : starts[j + 1]], corners[starts[i] : starts[i + 1]], tolerance
            ):
                is_held[i] = True
                break
    return is_held


@compile_outer
def _sort_by_square(boxes, x0, y0, side, tolerance):
    """Sort boxes into the squares of a plan that they reach: starts and box numbers."""
    begins = np.zeros((SEARCH_SQUARES + 1) * (SEARCH_SQUARES + 1) + 1, np.int64)
    numbers = np.empty(0, np.int64)
    for turn in range(2):  # the first pass counts
        for j in range(boxes.shape[0]):
            for column in range(
                int((boxes[j, 0] - tolerance - x0) / side),
                int((boxes[j, 2] + tolerance - x0) / side) + 1,
            ):
                for row in range(
                    int((boxes[j, 1] - tolerance - y0) / side),
                    int((boxes[j, 3] + tolerance - y0) / side) + 1,
                ):
                    square = column * (SEARCH_SQUARES + 1) + row
                    if column > SEARCH_SQUARES or row > SEARCH_SQUARES:
                        continue
                    if turn == 0:
                        begins[square + 1] += 1
                    else:
                        numbers[begins[square]] = j
                        begins[square] += 1
        if turn == 0:
            begins = np.cumsum(begins)
            numbers = np.empty(begins[-1], np.int64)
    begins[1:] = begins[:-1].copy()
    begins[0] = 0
    return begins, numbers


@compile_inner
def _holds_ring(around, ring, tolerance):
    for k in range(around.shape[0]):
        next_corner = k + 1 if k + 1 < around.shape[0] else 0
        ex, ey = around[next_corner, 0] - around[k, 0], around[next_corner, 1] - around[k, 1]
        limit = -tolerance * np.sqrt(ex * ex + ey * ey)
        for i in range(ring.shape[0]):
            if ex * (ring[i, 1] - around[k, 1]) - ey * (ring[i, 0] - around[k, 0]) < limit:
                return False
    return True
