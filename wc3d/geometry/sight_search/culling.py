"""Culling: the pieces near the hull of two volumes, which alone can block lines. Compiled."""

from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer
from wc3d.geometry.sight_search.cell_sections import NO_GROWTH, WITNESS_GROWTH
from wc3d.geometry.sight_search.mesh_surfaces import direction_to_mesh
from wc3d.geometry.sight_search.vertical_slice import BOX, COUNT, HIGH, INF, LOW, START
from wc3d.geometry.tolerances import MIN_CLEARANCE_IN


@compile_inner
def _interpolate(at0, from_x, at1, to_x, x):
    """Interpolate linearly between two values at two places, constant outside."""
    if x <= from_x or x >= to_x:
        return at0 if x <= from_x else at1
    return at0 + (at1 - at0) * (x - from_x) / (to_x - from_x)


@compile_inner
def _is_above_or_below(ends, d, first, last, low, high):
    """Return whether a piece is above or below the hull between `first` and `last` on the way.

    The hull's upper side runs from the far rim of the lower volume to the near rim of the higher
    one, its lower side likewise. `d` is the length of the way.
    """
    r0, r1 = ends[0, 2], ends[1, 2]
    if d <= r0 + r1:
        return False
    rises = ends[0, 4] <= ends[1, 4]
    sinks = ends[0, 3] >= ends[1, 3]
    from_x, to_x = (-r0, d - r1) if rises else (r0, d + r1)
    if low > _interpolate(ends[0, 4], from_x, ends[1, 4], to_x, last if rises else first):
        return True
    from_x, to_x = (-r0, d - r1) if sinks else (r0, d + r1)
    return high < _interpolate(ends[0, 3], from_x, ends[1, 3], to_x, last if sinks else first)


@compile_inner
def cull_pieces(ends, reals, grow, picked):
    """Write the grown pieces near the hull of both volumes to `picked`; return their number."""
    dx, dy = ends[1, 0] - ends[0, 0], ends[1, 1] - ends[0, 1]
    d = math.sqrt(dx * dx + dy * dy)
    low, high = min(ends[0, 3], ends[1, 3]), max(ends[0, 4], ends[1, 4])
    ux, uy = (dx / d, dy / d) if d > 0.0 else (1.0, 0.0)
    margin = grow[WITNESS_GROWTH] - MIN_CLEARANCE_IN
    low, high = low - margin, high + margin
    wide = max(ends[0, 2], ends[1, 2]) + 0.01 + margin
    count = 0
    for k in range(reals.shape[0]):
        row = reals[k]
        if row[LOW] >= high or row[HIGH] <= low:
            continue
        hx, hy = 0.5 * (row[BOX + 2] - row[BOX]), 0.5 * (row[BOX + 3] - row[BOX + 1])
        mx, my = row[BOX] + hx - ends[0, 0], row[BOX + 1] + hy - ends[0, 1]
        if abs(mx * uy - my * ux) > wide + hx * abs(uy) + hy * abs(ux):
            continue
        s, r = mx * ux + my * uy, hx * abs(ux) + hy * abs(uy)
        if s + r < -ends[0, 2] - 0.01 - margin or s - r > d + ends[1, 2] + 0.01 + margin:
            continue
        if _is_above_or_below(
            ends,
            d,
            s - r - 0.01 - margin,
            s + r + 0.01 + margin,
            row[LOW] - 0.01 - margin,
            row[HIGH] + 0.01 + margin,
        ):
            continue
        picked[count] = k
        count += 1
    return count


@compile_inner
def _place_footprint(row, first, count, corners, at, target, real):
    """Write a placed footprint to `target` from `at` on, counter-clockwise, with its bounds."""
    real[BOX], real[BOX + 1], real[BOX + 2], real[BOX + 3] = INF, INF, -INF, -INF
    for i in range(count):
        k = first + (count - 1 - i if row[5] < 0.0 else i)
        for g in range(3):
            x, y = corners[g, 0, k] * row[5], corners[g, 1, k]
            target[g, 0, at + i] = row[0] + x * row[3] - y * row[4]
            target[g, 1, at + i] = row[1] + x * row[4] + y * row[3]
        x, y = target[NO_GROWTH, 0, at + i], target[NO_GROWTH, 1, at + i]
        real[BOX], real[BOX + 1] = min(real[BOX], x), min(real[BOX + 1], y)
        real[BOX + 2], real[BOX + 3] = max(real[BOX + 2], x), max(real[BOX + 3], y)


@compile_outer
def cull_mesh_solids(ends, placements, solid_of, spans, solids):
    """Return the placed meshes' pieces near the hull of two volumes: reals, kinds and corners.

    `placements` (p, 13) are those of `SurfaceArrays`. The pieces of placement p are the rows of
    `solids` from `spans[solid_of[p], 0]` to `spans[solid_of[p], 1]`. `solids` (`TerrainArrays`)
    has its plan in each mesh's own space, its heights in the world.
    """
    own = ends.copy()
    ranges = np.empty((placements.shape[0], 2), dtype=np.int64)
    max_count = 0
    for i in range(placements.shape[0]):
        max_count += spans[solid_of[i], 1] - spans[solid_of[i], 0]
    picked = np.empty(max_count, dtype=np.int64)
    count = 0
    corners = 0
    for i in range(placements.shape[0]):
        row = placements[i]
        first = spans[solid_of[i], 0]
        last = spans[solid_of[i], 1]
        for e in range(2):
            own[e, 0], own[e, 1], _ = direction_to_mesh(
                row, ends[e, 0] - row[0], ends[e, 1] - row[1], 0.0
            )
        piece_count = cull_pieces(own, solids.reals[first:last], solids.grow, picked[count:])
        ranges[i, 0], ranges[i, 1] = count, count + piece_count
        for q in range(count, count + piece_count):
            picked[q] += first
            corners += solids.kinds[picked[q], COUNT]
        count += piece_count
    reals = solids.reals[picked[:count]]
    kinds = solids.kinds[picked[:count]]
    world_corners = np.empty((3, 2, corners))
    at = 0
    for i in range(placements.shape[0]):
        for q in range(ranges[i, 0], ranges[i, 1]):
            _place_footprint(
                placements[i],
                kinds[q, START],
                kinds[q, COUNT],
                solids.corners,
                at,
                world_corners,
                reals[q],
            )
            kinds[q, START] = at
            at += kinds[q, COUNT]
    return reals, kinds, world_corners
