"""Lengths of lines inside obscuring pieces: a bound for a polygon of lines, exact for one line."""

from __future__ import annotations

import math

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.sight_search.cell_sections import FREE, HALVED
from wc3d.geometry.sight_search.vertical_slice import INF, area_and_centroid, clip_polygon

MIN_LINES_AREA = 1e-13
"""Smallest area of a polygon of lines."""

MAX_LINE_POLYGONS = 1000
"""Most polygons tested above one cell; steep lines need hundreds."""


@compile_inner
def interpolate(s, s0, s1, c0, c1):
    return c0 + (c1 - c0) * ((s - s0) / (s1 - s0))


@compile_inner
def _depth_bound(zone, s0, s1, lean, reach, start_v, end_v, free, m, upright, spans):
    """Return a lower bound of the obscured length of all lines in `zone`, exact for one line."""
    zn = zone.shape[0]
    a, b = -INF, INF
    slope = INF
    for i in range(zn):
        c0, c1 = zone[i, 0], zone[i, 1]
        rate = (c1 - c0) / (s1 - s0)
        slope = min(slope, abs(rate))
        leave = reach[0]
        enter = reach[1]
        if rate > 0.0:
            leave = min(leave, s0 + (start_v - c0) / rate)
            enter = max(enter, s0 + (end_v - c0) / rate)
        a = max(a, leave)
        b = min(b, enter)
    count = 0
    for k in range(free.shape[0]):
        u, w = max(a, free[k, 0]), min(b, free[k, 1])
        width = free[k, 1] - free[k, 0]
        if width <= 0.0:
            continue
        low_a = free[k, 2]
        low_b = free[k, 3]
        high_a = free[k, 4]
        high_b = free[k, 5]
        if lean < 0:
            low_a, low_b, high_a, high_b = -high_a, -high_b, -low_a, -low_b
        for i in range(zn):
            va = interpolate(free[k, 0], s0, s1, zone[i, 0], zone[i, 1])
            vb = interpolate(free[k, 1], s0, s1, zone[i, 0], zone[i, 1])
            for side in range(2):
                da = va - low_a if side == 0 else high_a - va
                db = vb - low_b if side == 0 else high_b - vb
                if da < 0.0 and db < 0.0:
                    w = -INF
                elif da < 0.0:
                    u = max(u, free[k, 0] + width * (da / (da - db)))
                elif db < 0.0:
                    w = min(w, free[k, 0] + width * (da / (da - db)))
        if w > u:
            j = count
            while j > 0 and spans[j - 1, 0] > u:
                spans[j, 0], spans[j, 1] = spans[j - 1, 0], spans[j - 1, 1]
                j -= 1
            spans[j, 0], spans[j, 1] = u, w
            count += 1
    total = 0.0
    upto = -INF
    for k in range(count):
        total += max(0.0, spans[k, 1] - max(spans[k, 0], upto))
        upto = max(upto, spans[k, 1])
    min_slope = INF
    sign_a = False
    sign_b = False
    for i in range(m.shape[0]):
        min_slope = min(min_slope, abs(m[i]))
        sign_a = sign_a or m[i] > 0.0
        sign_b = sign_b or m[i] < 0.0
    if sign_a and sign_b:
        min_slope = 0.0
    across = 1.0 + min_slope * min_slope
    rise, steepest = _common_rise(zone, s0, s1, lean, start_v, end_v, free)
    if upright:
        risen = rise * math.sqrt(across + 1.0 / (steepest * steepest))
        return max(risen, total * math.sqrt(1.0 + slope * slope * across))
    return max(
        rise * math.sqrt(1.0 + across / (steepest * steepest)),
        total * math.sqrt(across + slope * slope),
    )


@compile_inner
def _common_rise(zone, s0, s1, lean, start_v, end_v, free):
    """Return how far all lines of `zone` rise inside one free piece, and their greatest slope.

    Returns 0 for lines that do not rise. Steep lines differ little along the way, so their common
    way is short even if each is inside for long.
    """
    steepest = 0.0
    for i in range(zone.shape[0]):
        rate = (zone[i, 1] - zone[i, 0]) / (s1 - s0)
        if rate <= 0.0:
            return 0.0, 1.0
        steepest = max(steepest, rate)
    best = 0.0
    for k in range(free.shape[0]):
        low, high = max(free[k, 2], free[k, 3]), min(free[k, 4], free[k, 5])
        if lean < 0:
            low, high = -high, -low
        low, high = max(low, start_v), min(high, end_v)
        if high - low <= best:
            continue
        is_inside = True
        for i in range(zone.shape[0]):
            rate = (zone[i, 1] - zone[i, 0]) / (s1 - s0)
            is_inside = (
                is_inside
                and s0 + (low - zone[i, 0]) / rate >= free[k, 0]
                and s0 + (high - zone[i, 0]) / rate <= free[k, 1]
            )
        if is_inside:
            best = high - low
    return best, max(steepest, 1e-9)


@compile_inner
def has_shallow_line(zone, s0, s1, lean, m, upright, limit, w):
    """Return whether some line of `zone` may be within the depth limit, halving the zone to
    decide.

    For one plan line, the result is certain. `w.found` receives the zone's area and the line (c0,
    c1). `w` is a `Workspace`.
    """
    reach = w.bounds
    start_v = w.outer[0, 3]
    end_v = w.outer[1, 2]
    free = w.free[: w.tally[FREE]]
    spans = w.spans
    nest = w.nest
    nest_n = w.nest_n
    single = w.single
    result = w.found
    zn = zone.shape[0]
    top = 1
    nest_n[0] = zn
    for i in range(zn):
        nest[0, i, 0], nest[0, i, 1] = zone[i, 0], zone[i, 1]
    tries = 0
    while top > 0:
        top -= 1
        k = nest_n[top]
        if (
            _depth_bound(
                nest[top, :k], s0, s1, lean, reach, start_v, end_v, free, m, upright, spans
            )
            > limit
        ):
            continue
        area, x, y = area_and_centroid(nest[top], k)
        if area <= MIN_LINES_AREA:
            continue
        result[0], result[1], result[2] = area, x, y
        tries += 1
        w.tally[HALVED] += 1
        # a line inside the zone within the limit ends the search
        best_x, best_y, best = x, y, INF
        for i in range(k + 1):
            single[0, 0] = x if i == k else 0.1 * x + 0.9 * nest[top, i, 0]
            single[0, 1] = y if i == k else 0.1 * y + 0.9 * nest[top, i, 1]
            d = _depth_bound(single, s0, s1, lean, reach, start_v, end_v, free, m, upright, spans)
            if d < best:
                best_x, best_y, best = single[0, 0], single[0, 1], d
        if best <= limit:
            result[1], result[2] = best_x, best_y
            return True
        if tries > MAX_LINE_POLYGONS or top > 56:
            return m.shape[0] > 1
        lo_x = INF
        hi_x = -INF
        lo_y = INF
        hi_y = -INF
        for i in range(k):
            lo_x, hi_x = min(lo_x, nest[top, i, 0]), max(hi_x, nest[top, i, 0])
            lo_y, hi_y = min(lo_y, nest[top, i, 1]), max(hi_y, nest[top, i, 1])
        if max(hi_x - lo_x, hi_y - lo_y) < 1e-5:
            if m.shape[0] > 1:
                return True
            continue
        a, b = (1.0, 0.0) if hi_x - lo_x > hi_y - lo_y else (0.0, 1.0)
        c = -(x * a + y * b)
        nest_n[top + 1] = clip_polygon(nest[top], k, a, b, c, nest[top + 1])
        nest_n[top + 2] = clip_polygon(nest[top], k, -a, -b, -c, nest[top + 2])
        k2 = nest_n[top + 2]
        nest_n[top] = k2
        for i in range(k2):
            nest[top, i, 0], nest[top, i, 1] = nest[top + 2, i, 0], nest[top + 2, i, 1]
        top += 2
    return False
