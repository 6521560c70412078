"""Common sections: the vertical slice that all lines above a cell of plan lines share.

A sight line's plan view is y = p + m (x - x0). The frame's x axis runs roughly from one volume to
the other. A cell is a convex polygon of such plan lines, given by its corners. Above a cell, a
convex solid has a common section: the points (x, z) inside the solid on every line of the cell.
The common section is the intersection of the slices along the cell's corner lines. At each x, the
cell covers an interval of y between corner lines, and the solid is convex. A cell with one corner
is one plan line, and its common section is the exact slice.

Compiled on first use (numba) and cached. Arrays are float64; lengths in inches.
"""

from __future__ import annotations

import math

from wc3d.geometry.jit import compile_inner

INF = math.inf
CROSSES_NONE, CROSSES_PARTLY, CROSSES_FULLY = 0, 1, 2
PLAN_LINE_TOLERANCE_IN = 1e-10  # cells are cut through corners

# columns of the float array of pieces
CX, CY, RADIUS, LOW, HIGH, TOP, TOP_X, TOP_Y, BOTTOM, BOTTOM_X, BOTTOM_Y, BOX = range(12)
PIECE_FLOAT_COLUMNS = BOX + 4
# columns of the integer array of pieces
DISC, START, COUNT, FEATURE, OBSCURES, FLAT, GROUNDED = range(7)
PIECE_INT_COLUMNS = 7


@compile_inner
def clip_polygon(points, n, a, b, c, target):
    """Clip a convex polygon to a x + b y + c >= 0; return the number of corners in `target`."""
    count = 0
    if n + 1 > target.shape[0]:  # unclipped, which only weakens a proof
        for i in range(n):
            target[i, 0], target[i, 1] = points[i, 0], points[i, 1]
        return n
    px, py = points[n - 1, 0], points[n - 1, 1]
    previous_value = a * px + b * py + c
    for i in range(n):
        qx, qy = points[i, 0], points[i, 1]
        value = a * qx + b * qy + c
        if (previous_value >= 0.0) != (value >= 0.0):
            t = previous_value / (previous_value - value)
            target[count, 0] = px + (qx - px) * t
            target[count, 1] = py + (qy - py) * t
            count += 1
        if value >= 0.0:
            target[count, 0] = qx
            target[count, 1] = qy
            count += 1
        px, py, previous_value = qx, qy, value
    return count


@compile_inner
def area_and_centroid(points, n):
    """Return a convex polygon's area and centroid (the mean corner for almost no area)."""
    area = 0.0
    mx = 0.0
    my = 0.0
    ox, oy = points[0, 0], points[0, 1]
    sx = 0.0
    sy = 0.0
    for i in range(n):
        sx += points[i, 0]
        sy += points[i, 1]
        if 1 <= i < n - 1:
            ax, ay = points[i, 0] - ox, points[i, 1] - oy
            bx, by = points[i + 1, 0] - ox, points[i + 1, 1] - oy
            w = abs(ax * by - ay * bx)
            area += w
            mx += w * (ax + bx)
            my += w * (ay + by)
    if area > 1e-18:
        return area / 2.0, ox + mx / (3.0 * area), oy + my / (3.0 * area)
    return 0.0, sx / n, sy / n


@compile_inner
def polygon_span(p, m, x0, vx, vy, first, count, lows, highs):
    """Return how a cell's lines cross a convex footprint: (state, entry, exit).

    CROSSES_NONE: no line of the cell crosses. CROSSES_FULLY: every line does. With entry <= exit,
    every line is then inside over [entry, exit]. Otherwise, every line is inside somewhere at or
    before `entry`, and somewhere at or after `exit`. `lows` and `highs` receive each corner's
    smallest and largest height above the cell's lines.
    """
    low, high = INF, -INF
    for k in range(count):
        y, along = vy[first + k], vx[first + k] - x0
        a, b = INF, -INF
        for i in range(p.shape[0]):
            o = y - (p[i] + m[i] * along)
            a = min(a, o)
            b = max(b, o)
        lows[k], highs[k] = a, b
        low, high = min(low, a), max(high, b)
    if low >= -PLAN_LINE_TOLERANCE_IN or high <= PLAN_LINE_TOLERANCE_IN:
        return CROSSES_NONE, 0.0, 0.0
    entry, leave = -INF, INF
    hit_all = True
    for i in range(p.shape[0]):
        a, b = INF, -INF
        x1, y1 = vx[first + count - 1], vy[first + count - 1]
        o1 = y1 - (p[i] + m[i] * (x1 - x0))
        for k in range(count):
            x2, y2 = vx[first + k], vy[first + k]
            o2 = y2 - (p[i] + m[i] * (x2 - x0))
            if (o1 > 0.0) != (o2 > 0.0):
                x = x1 + (x2 - x1) * (o1 / (o1 - o2))
                a = min(a, x)
                b = max(b, x)
            x1, o1 = x2, o2
        if b >= a:
            entry = max(entry, a)
            leave = min(leave, b)
        else:
            hit_all = False
            break
    if hit_all and entry <= leave:
        return CROSSES_FULLY, entry, leave
    up_near, up_far, down_near, down_far = -1, -1, -1, -1
    for k in range(count):
        x = vx[first + k]
        if lows[k] >= -PLAN_LINE_TOLERANCE_IN:
            if up_near < 0 or x < vx[first + up_near]:
                up_near = k
            if up_far < 0 or x > vx[first + up_far]:
                up_far = k
        if highs[k] <= PLAN_LINE_TOLERANCE_IN:
            if down_near < 0 or x < vx[first + down_near]:
                down_near = k
            if down_far < 0 or x > vx[first + down_far]:
                down_far = k
    if up_near < 0 or down_near < 0:
        return CROSSES_PARTLY, 0.0, 0.0
    entry, leave = -INF, INF
    for i in range(p.shape[0]):
        ux, uy = vx[first + up_near], vy[first + up_near]
        dx, dy = vx[first + down_near], vy[first + down_near]
        ou = uy - (p[i] + m[i] * (ux - x0))
        od = dy - (p[i] + m[i] * (dx - x0))
        entry = max(entry, ux + (dx - ux) * (ou / (ou - od)) if ou - od > 0.0 else max(ux, dx))
        ux, uy = vx[first + up_far], vy[first + up_far]
        dx, dy = vx[first + down_far], vy[first + down_far]
        ou = uy - (p[i] + m[i] * (ux - x0))
        od = dy - (p[i] + m[i] * (dx - x0))
        leave = min(leave, ux + (dx - ux) * (ou / (ou - od)) if ou - od > 0.0 else min(ux, dx))
    return CROSSES_FULLY, entry, leave


@compile_inner
def lines_pass_disc(p, m, x0, steep, cx, cy, radius):
    """Return whether all lines of a cell pass a disc on one side.

    `steep` is the length of the steepest line per inch along x.
    """
    low, high = INF, -INF
    for i in range(p.shape[0]):
        o = cy - (p[i] + m[i] * (cx - x0))
        low, high = min(low, o), max(high, o)
    return low >= radius * steep or high <= -radius * steep


@compile_inner
def disc_span(p, m, x0, cx, cy, radius):
    """Return (state, entry, exit) like `polygon_span`; CROSSES_FULLY needs entry <= exit."""
    entry, leave = -INF, INF
    above_count, below_count, hits = 0, 0, 0
    for i in range(p.shape[0]):
        s = math.sqrt(1.0 + m[i] * m[i])
        o = (cy - (p[i] + m[i] * (cx - x0))) / s
        if o >= radius:
            above_count += 1
        elif o <= -radius:
            below_count += 1
        else:
            foot = cx + o * m[i] / s
            half = math.sqrt(radius * radius - o * o) / s
            hits += 1
            entry = max(entry, foot - half)
            leave = min(leave, foot + half)
    if above_count == p.shape[0] or below_count == p.shape[0]:
        return CROSSES_NONE, 0.0, 0.0
    if hits == p.shape[0] and entry <= leave:
        return CROSSES_FULLY, entry, leave
    return CROSSES_PARTLY, 0.0, 0.0


@compile_inner
def is_point_in_cell(p, m, x0, x, y):
    """Return whether some line of the cell passes through (x, y)."""
    low, high = INF, -INF
    for i in range(p.shape[0]):
        v = p[i] + m[i] * (x - x0)
        low = min(low, v)
        high = max(high, v)
    return low <= y <= high


@compile_inner
def disc_reach(p, m, x0, cx, cy, radius, reach):
    """Write the x-range of a disc's part that the cell's lines cover to `reach`.

    `reach` holds the outer range, then the common range. The outer range is exact: its ends are
    the disc's own if a line of the cell passes there, else those of corner lines.
    """
    outer_a, outer_b = INF, -INF
    common_a, common_b = -INF, INF
    hits = 0
    for i in range(p.shape[0]):
        s = math.sqrt(1.0 + m[i] * m[i])
        o = (cy - (p[i] + m[i] * (cx - x0))) / s
        if abs(o) < radius:
            foot = cx + o * m[i] / s
            half = math.sqrt(radius * radius - o * o) / s
            hits += 1
            outer_a = min(outer_a, foot - half)
            outer_b = max(outer_b, foot + half)
            common_a = max(common_a, foot - half)
            common_b = min(common_b, foot + half)
    if is_point_in_cell(p, m, x0, cx - radius, cy):
        outer_a = cx - radius
        outer_b = max(outer_b, cx - radius)
    if is_point_in_cell(p, m, x0, cx + radius, cy):
        outer_b = cx + radius
        outer_a = min(outer_a, cx + radius)
    reach[0] = max(reach[0], outer_a)
    reach[1] = min(reach[1], outer_b)
    if hits < p.shape[0]:
        common_a, common_b = INF, -INF
    reach[2] = max(reach[2], common_a)
    reach[3] = min(reach[3], common_b)


@compile_inner
def polygon_reach(p, m, x0, vx, vy, first, count, reach):
    """Write the x-range of a convex polygon, like `disc_reach`."""
    outer_a, outer_b = INF, -INF
    common_a, common_b = -INF, INF
    for i in range(p.shape[0]):
        a, b = INF, -INF
        x1 = vx[first + count - 1]
        o1 = vy[first + count - 1] - (p[i] + m[i] * (x1 - x0))
        for k in range(count):
            x2 = vx[first + k]
            o2 = vy[first + k] - (p[i] + m[i] * (x2 - x0))
            if (o1 > 0.0) != (o2 > 0.0):
                x = x1 + (x2 - x1) * (o1 / (o1 - o2))
                a = min(a, x)
                b = max(b, x)
            x1, o1 = x2, o2
        outer_a = min(outer_a, a)
        outer_b = max(outer_b, b)
        common_a = max(common_a, a)
        common_b = min(common_b, b)
    for k in range(count):
        x, y = vx[first + k], vy[first + k]
        if is_point_in_cell(p, m, x0, x, y):
            outer_a = min(outer_a, x)
            outer_b = max(outer_b, x)
    reach[0] = max(reach[0], outer_a)
    reach[1] = min(reach[1], outer_b)
    reach[2] = max(reach[2], common_a)
    reach[3] = min(reach[3], common_b)


@compile_inner
def section_heights(p, m, x0, x, planes, growth):
    """Return the common section's heights at x of a solid between sloped planes, before caps."""
    low, high = -INF, INF
    for i in range(p.shape[0]):
        y = p[i] + m[i] * (x - x0)
        high = min(high, planes[TOP] + planes[TOP_X] * x + planes[TOP_Y] * y + growth)
        low = max(low, planes[BOTTOM] + planes[BOTTOM_X] * x + planes[BOTTOM_Y] * y - growth)
    return low, high


@compile_inner
def closest_offset(vx, vy, first, count, cx, cy):
    """Return (dx, dy, distance) from a point to a convex polygon; zeros for a point inside."""
    is_inside = True
    best = INF
    bx, by = 0.0, 0.0
    x1, y1 = vx[first + count - 1], vy[first + count - 1]
    for k in range(count):
        x2, y2 = vx[first + k], vy[first + k]
        ex, ey = x2 - x1, y2 - y1
        if ex * (cy - y1) - ey * (cx - x1) < 0.0:
            is_inside = False
        length = ex * ex + ey * ey
        t = 0.0
        if length > 0.0:
            t = min(1.0, max(0.0, ((cx - x1) * ex + (cy - y1) * ey) / length))
        dx, dy = x1 + t * ex - cx, y1 + t * ey - cy
        d = dx * dx + dy * dy
        if d < best:
            best, bx, by = d, dx, dy
        x1, y1 = x2, y2
    if is_inside:
        return 0.0, 0.0, 0.0
    return bx, by, math.sqrt(best)
