"""Footprints made ready for searches: grown by any amount, and where those that overlap have their longest seam."""
from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import inner, outer
from wc3d.geometry.sight_search.cell import PROOF, TRUE, WITNESS
from wc3d.geometry.sight_search.slice import COUNT, OBSCURES, START, clip
from wc3d.geometry.tolerances import CHAMFER, CLEAR, MITRE, PROOF_EDGE


@inner
def _grow_ring(x, y, first, count, edge, limit, chamfer, share, out, at):
    """One ring of x, y grown by `edge`, by `share` of it and not at all, into `out` (3, 2, c) from `at` on: where that ends.

    Corners that would move beyond `limit` are cut off at `chamfer`: a cut corner stands there twice.
    """
    for i in range(count):
        k, before, after = first + i, first + (i - 1) % count, first + (i + 1) % count
        ex, ey, fx, fy = x[k] - x[before], y[k] - y[before], x[after] - x[k], y[after] - y[k]
        long_e, long_f = max(math.hypot(ex, ey), 1e-300), max(math.hypot(fx, fy), 1e-300)
        ex, ey, fx, fy = ex / long_e, ey / long_e, fx / long_f, fy / long_f
        bx, by = ey + fy, -ex - fx
        norm = math.hypot(bx, by)
        mitre = 2.0 * edge / norm if norm > 1e-9 else math.inf
        corners = 1 if mitre <= limit * (1 + 1e-9) else 2
        along_x, along_y = (bx / norm, by / norm) if norm > 1e-9 else (ex, ey)
        for side in range(corners):
            if corners == 1:
                dx, dy = along_x * mitre, along_y * mitre
            else:  # where the grown edge meets the line across the corner
                nx, ny = (ey, -ex) if side == 0 else (fy, -fx)
                depth = max(chamfer, edge)
                aside = (edge - depth * (nx * along_x + ny * along_y)) / (ny * along_x - nx * along_y)
                dx, dy = along_x * depth - along_y * aside, along_y * depth + along_x * aside
            out[PROOF, 0, at], out[PROOF, 1, at] = x[k] + dx, y[k] + dy
            out[WITNESS, 0, at], out[WITNESS, 1, at] = x[k] + share * dx, y[k] + share * dy
            out[TRUE, 0, at], out[TRUE, 1, at] = x[k], y[k]
            at += 1
    return at


@outer
def grow_ring(x, y, edge, limit, chamfer):
    """One ring grown by `edge`: (3, 2, c), of which the first are the grown corners and the last those they come from."""
    out = np.empty((3, 2, 2 * len(x)))
    return out[:, :, : _grow_ring(x, y, 0, len(x), edge, limit, chamfer, 1.0, out, 0)]


@outer
def grow_rings(corners, kinds, rows, grow):
    """The pieces of some rows with their rings grown by the tolerances and `grow`: their kinds, and corners as in `Terrain`.

    `corners` (2, c) are theirs as they are. What obscures does not grow beyond the tolerances.
    """
    kept = np.empty((len(rows), kinds.shape[1]), dtype=np.int64)
    total = 0
    for row in rows:
        total += 2 * kinds[row, COUNT]
    out = np.empty((3, 2, total))
    at = 0
    for i in range(len(rows)):
        kept[i] = kinds[rows[i]]
        kept[i, START] = at
        more = 0.0 if kept[i, OBSCURES] else grow
        edge = PROOF_EDGE + more
        limit, chamfer, share = MITRE + 1.5 * more, CHAMFER + 1.2 * more, (CLEAR + more) / edge
        at = _grow_ring(corners[0], corners[1], kinds[rows[i], START], kept[i, COUNT], edge, limit, chamfer, share, out, at)
        kept[i, COUNT] = at - kept[i, START]
    return kept, np.ascontiguousarray(out[:, :, :at])


@outer
def find_seams(corners, kinds, pairs):
    """The longest seam (x, y, x, y) across the overlap of each pair of grown prisms; of those without one x is NaN."""
    seams = np.full((len(pairs), 4), np.nan)
    most = 8
    for k in range(len(kinds)):
        most = max(most, 2 * kinds[k, COUNT] + 2)
    one, two = np.empty((most, 2)), np.empty((most, 2))
    x, y = corners[PROOF, 0], corners[PROOF, 1]
    for j in range(len(pairs)):
        a, b = pairs[j, 0], pairs[j, 1]
        n = kinds[a, COUNT]
        for i in range(n):
            one[i, 0], one[i, 1] = x[kinds[a, START] + i], y[kinds[a, START] + i]
        for i in range(kinds[b, COUNT]):
            p, q = kinds[b, START] + i, kinds[b, START] + (i + 1) % kinds[b, COUNT]
            ex, ey = x[q] - x[p], y[q] - y[p]
            n = clip(one, n, -ey, ex, ey * x[p] - ex * y[p], two)
            one, two = two, one
            if n < 3:
                break
        longest = 0.0
        area = 0.0
        for i in range(n if n > 2 else 0):
            for k in range(i + 1, n):
                long = math.hypot(one[i, 0] - one[k, 0], one[i, 1] - one[k, 1])
                if long > longest:
                    longest = long
                    seams[j] = np.array([one[i, 0], one[i, 1], one[k, 0], one[k, 1]])
            k = (i + 1) % n
            area += (one[i, 0] - one[0, 0]) * (one[k, 1] - one[0, 1]) - (one[i, 1] - one[0, 1]) * (one[k, 0] - one[0, 0])
        if area <= 1e-12:
            seams[j, 0] = np.nan
    return seams
