"""Sets of grid cells as bit masks of shape (rows, words), with 64 cells per word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.jit import compile_outer

Mask = NDArray[np.uint64]


def empty_mask(rows: int, columns: int) -> Mask:
    """Return a mask without cells; its last columns are padding."""
    return np.zeros((rows, columns // 64 + 1), np.uint64)


def _shift_right(mask: Mask) -> Mask:
    """Return the mask moved by one column."""
    moved = mask << np.uint64(1)
    moved[:, 1:] |= mask[:, :-1] >> np.uint64(63)
    return moved


@compile_outer
def grow_mask(mask, by):
    """Return the cells within `by` (under 64) rows and columns of a cell in the mask."""
    rows, words = mask.shape
    source, target = mask.copy(), np.empty_like(mask)
    reach = 0
    while reach < by:  # double the reach while possible
        step = min(reach + 1, by - reach)
        shift = np.uint64(step)
        carry_shift = np.uint64(64 - step)
        for row in range(rows):
            for word in range(words):
                bits = source[row, word]
                bits |= (bits << shift) | (bits >> shift)
                if word > 0:
                    bits |= source[row, word - 1] >> carry_shift
                if word + 1 < words:
                    bits |= source[row, word + 1] << carry_shift
                target[row, word] = bits
        source, target = target, source
        reach += step
    reach = 0
    while reach < by:
        step = min(reach + 1, by - reach)
        for row in range(rows):
            lower_row, upper_row = max(row - step, 0), min(row + step, rows - 1)
            for word in range(words):
                target[row, word] = (
                    source[row, word] | source[lower_row, word] | source[upper_row, word]
                )
        source, target = target, source
        reach += step
    return source


def shrink_mask(mask: Mask, by: int) -> Mask:
    """Return the cells whose neighbors within `by` cells all belong to the mask."""
    return ~grow_mask(~mask, by) if by else mask


def is_mask_within(cells: Mask, mask: Mask, reach: int) -> bool:
    """Return whether every cell of `cells` is within `reach` cells of a cell of `mask`."""
    return not (cells & ~grow_mask(mask, reach)).any()


@compile_outer
def mark_runs(runs, row_starts, layer, label, target_label, mask):
    """Set the free cells of a layer with `target_label` in `mask`, which is cleared first."""
    mask[:] = np.uint64(0)
    unit = np.uint64(1)
    all_bits = np.uint64(0xFFFFFFFFFFFFFFFF)
    for row in range(mask.shape[0]):
        for run in range(row_starts[layer, row], row_starts[layer, row + 1]):
            if label[run] != target_label:
                continue
            first, last = runs[run, 0], runs[run, 1] - 1
            a, b = first // 64, last // 64
            head = all_bits << np.uint64(first % 64)
            tail = all_bits if last % 64 == 63 else (unit << np.uint64(last % 64 + 1)) - unit
            if a == b:
                mask[row, a] |= head & tail
            else:
                mask[row, a] |= head
                for word in range(a + 1, b):
                    mask[row, word] = all_bits
                mask[row, b] |= tail


@compile_outer
def trace_rings(edges, rings, starts):
    """Trace rings along directed edges (4, rows + 1, words), and return their number.

    Directions are right, up, left, down (0 to 3) from a grid corner. Traced edges are cleared.
    Corners (column, row) go to `rings`, with the mask on their left. Cells that touch only at a
    corner are separate. `starts` receives the start of each ring, and the end of the last.
    """
    unit = np.uint64(1)
    count = 0
    at = 0
    for row in range(edges.shape[1]):
        for word in range(edges.shape[2]):
            while edges[0, row, word]:  # every ring has an edge to the right
                bits = edges[0, row, word]
                bit = 0
                while not (bits >> np.uint64(bit)) & unit:
                    bit += 1
                starts[count] = at
                x = word * 64 + bit
                y = row
                direction = 0
                last = -1
                while (edges[direction, y, x // 64] >> np.uint64(x % 64)) & unit:
                    edges[direction, y, x // 64] &= ~(unit << np.uint64(x % 64))
                    if direction != last:
                        rings[at, 0], rings[at, 1] = x, y
                        at += 1
                        last = direction
                    if direction == 0:
                        x += 1
                    elif direction == 1:
                        y += 1
                    elif direction == 2:
                        x -= 1
                    else:
                        y -= 1
                    for turn in (1, 0, 3):
                        new = (direction + turn) % 4
                        if (edges[new, y, x // 64] >> np.uint64(x % 64)) & unit:
                            direction = new
                            break
                count += 1
                starts[count] = at
    return count


def mask_rings(mask: Mask) -> list[NDArray[np.float64]]:
    """Return the rings (n, 2; column, row) around a mask, counter-clockwise except for holes."""
    lower_cells = np.concatenate([np.zeros_like(mask[:1]), mask])
    upper_cells = np.concatenate([mask, np.zeros_like(mask[:1])])
    edges = np.empty((4, *lower_cells.shape), np.uint64)
    edges[0] = upper_cells & ~lower_cells  # filled above the edge: runs right
    edges[2] = _shift_right(
        lower_cells & ~upper_cells
    )  # filled below: runs left from the right corner
    edges[1] = _shift_right(upper_cells) & ~upper_cells  # filled to the left: runs up
    right_only = np.concatenate([np.zeros_like(mask[:1]), mask & ~_shift_right(mask)])
    edges[3] = right_only  # filled to the right: runs down from the upper corner
    max_points = int(sum(np.bitwise_count(e).sum() for e in edges)) + 1
    rings = np.empty((max_points, 2))
    starts = np.zeros(max_points + 1, np.int64)
    count = int(trace_rings(edges, rings, starts))
    return [rings[starts[i] : starts[i + 1]] for i in range(count)]
