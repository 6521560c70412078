"""Quick verdicts: many pairs of volumes have an obvious line, or one piece that blocks them all.

Each test is certain if it succeeds, and stricter than the search. An open line keeps
`QUICK_CLEARANCE_IN` from every piece, and a blocking piece needs no growth. So the search could
only agree, and it decides all other pairs.
"""

from __future__ import annotations

import math

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.sight_search.cell_sections import NO_GROWTH
from wc3d.geometry.sight_search.search import BLOCKED, CLEAR, UNDECIDED
from wc3d.geometry.sight_search.vertical_slice import (
    BOTTOM,
    BOTTOM_X,
    BOTTOM_Y,
    BOX,
    COUNT,
    CX,
    CY,
    DISC,
    FLAT,
    GROUNDED,
    HIGH,
    INF,
    LOW,
    OBSCURES,
    RADIUS,
    START,
    TOP,
    TOP_X,
    TOP_Y,
)

QUICK_CLEARANCE_IN = 4e-3
"""The clearance of a quick line: more than any growth in a proof."""
END_DEPTH_IN = 1e-4
"""The depth of a quick line's ends in the volumes: more than `VOLUME_SHRINK_IN`, less than the
radius of an eye."""
MIN_GAP_IN = 0.02
"""The smallest gap between two volumes, in plan, with a quick verdict."""
CHORD_GAP_IN = 1e-6
"""The gap between a volume and the chord through a piece that blocks its lines."""
OVERLAP_GAP_IN = 0.01
"""The gap within which a piece may overlap a volume, and an obscuring one hold a line's end."""
TRIAL_SIDES = (
    (0.0, 0.0),
    (0.97, -0.97),
    (-0.97, 0.97),
    (0.97, 0.97),
    (-0.97, -0.97),
    (0.0, 0.97),
    (0.0, -0.97),
    (0.97, 0.0),
    (-0.97, 0.0),
    (0.5, 0.5),
    (-0.5, -0.5),
)
"""How far to the left quick lines start and end, as parts of the radii."""


@compile_inner
def _may_overlap(ends, row):
    """Return whether a piece may overlap a volume, by its bounds."""
    for e in range(2):
        wide = ends[e, 2] + OVERLAP_GAP_IN
        if (
            row[BOX] - wide < ends[e, 0] < row[BOX + 2] + wide
            and row[BOX + 1] - wide < ends[e, 1] < row[BOX + 3] + wide
            and row[LOW] - OVERLAP_GAP_IN < ends[e, 4]
            and row[HIGH] + OVERLAP_GAP_IN > ends[e, 3]
        ):
            return True
    return False


@compile_inner
def _find_chord(ends, d, ux, uy, terrain, k):
    """Return the piece's chord (x, y, x, y) that reaches farthest beyond the hull on both sides.

    The last value is how far it reaches beyond the tangents of both discs on the worse side.
    """
    row = terrain.reals[k]
    ax, ay, ra, rb = ends[0, 0], ends[0, 1], ends[0, 2], ends[1, 2]
    # unit normals of the tangents on the left and right: (along, across) = (-tilt, +-level)
    tilt = (rb - ra) / d
    level = math.sqrt(1.0 - tilt * tilt)
    if terrain.kinds[k, DISC]:
        x, y, radius = row[CX] - ax, row[CY] - ay, row[RADIUS]
        along, across = x * ux + y * uy, y * ux - x * uy
        left = level * (across + radius) - tilt * along - ra
        right = level * (radius - across) - tilt * along - ra
        return (
            row[CX] - uy * radius,
            row[CY] + ux * radius,
            row[CX] + uy * radius,
            row[CY] - ux * radius,
            min(left, right),
        )
    vx, vy = terrain.corners[NO_GROWTH, 0], terrain.corners[NO_GROWTH, 1]
    first = terrain.kinds[k, START]
    left, right, p, q = -INF, -INF, first, first
    for i in range(first, first + terrain.kinds[k, COUNT]):
        x, y = vx[i] - ax, vy[i] - ay
        along, across = x * ux + y * uy, y * ux - x * uy
        over = level * across - tilt * along - ra
        if over > left:
            left, p = over, i
        over = -level * across - tilt * along - ra
        if over > right:
            right, q = over, i
    return vx[p], vy[p], vx[q], vy[q], min(left, right)


@compile_inner
def _blocks_alone(ends, d, ux, uy, terrain, k):
    """Return whether every line meets one piece, where a chord of it crosses the whole hull."""
    row = terrain.reals[k]
    px, py, qx, qy, over = _find_chord(ends, d, ux, uy, terrain, k)
    if over <= 0.0:
        return False
    nx, ny = py - qy, qx - px
    norm = math.sqrt(nx * nx + ny * ny)
    if norm == 0.0:  # one corner behind a volume is beyond both sides
        return False
    at_a = (nx * (px - ends[0, 0]) + ny * (py - ends[0, 1])) / norm
    at_b = (nx * (ends[1, 0] - px) + ny * (ends[1, 1] - py)) / norm
    if at_a < 0.0:
        at_a, at_b = -at_a, -at_b
    near_a, near_b = at_a - ends[0, 2], at_b - ends[1, 2]
    if near_a < CHORD_GAP_IN or near_b < CHORD_GAP_IN:
        return False
    top, bottom = row[HIGH], row[LOW]
    if not terrain.kinds[k, FLAT] and not terrain.kinds[k, DISC]:
        top = min(top, row[TOP] + row[TOP_X] * px + row[TOP_Y] * py)
        top = min(top, row[TOP] + row[TOP_X] * qx + row[TOP_Y] * qy)
        bottom = max(bottom, row[BOTTOM] + row[BOTTOM_X] * px + row[BOTTOM_Y] * py)
        bottom = max(bottom, row[BOTTOM] + row[BOTTOM_X] * qx + row[BOTTOM_Y] * qy)
    # the first and last part of the way at which a line crosses the chord
    t0 = near_a / (near_a + at_b + ends[1, 2])
    t1 = (at_a + ends[0, 2]) / (at_a + ends[0, 2] + near_b)
    rise = ends[1, 4] - ends[0, 4]
    if ends[0, 4] + max(t0 * rise, t1 * rise) > top:
        return False
    rise = ends[1, 3] - ends[0, 3]
    return terrain.kinds[k, GROUNDED] != 0 or ends[0, 3] + min(t0 * rise, t1 * rise) >= bottom


@compile_inner
def _clip_line(at, change, limit, t0, t1):
    """Return the part of [t0, t1] in which at + t * change is at most `limit`."""
    if change > 0.0:
        return t0, min(t1, (limit - at) / change)
    if change < 0.0:
        return max(t0, (limit - at) / change), t1
    return (t0, t1) if at <= limit else (1.0, 0.0)


@compile_inner
def _line_meets(x, y, z, dx, dy, dz, terrain, k):
    """Return whether a line comes within `QUICK_CLEARANCE_IN` of a piece."""
    row = terrain.reals[k]
    kinds = terrain.kinds[k]
    t0, t1 = _clip_line(z, dz, row[HIGH] + QUICK_CLEARANCE_IN, 0.0, 1.0)
    if not kinds[GROUNDED]:
        t0, t1 = _clip_line(-z, -dz, QUICK_CLEARANCE_IN - row[LOW], t0, t1)
    t0, t1 = _clip_line(x, dx, row[BOX + 2] + QUICK_CLEARANCE_IN, t0, t1)
    t0, t1 = _clip_line(-x, -dx, QUICK_CLEARANCE_IN - row[BOX], t0, t1)
    t0, t1 = _clip_line(y, dy, row[BOX + 3] + QUICK_CLEARANCE_IN, t0, t1)
    t0, t1 = _clip_line(-y, -dy, QUICK_CLEARANCE_IN - row[BOX + 1], t0, t1)
    if t0 > t1:
        return False
    if kinds[DISC]:
        x0, y0 = x - row[CX], y - row[CY]
        t = min(t1, max(t0, -(x0 * dx + y0 * dy) / (dx * dx + dy * dy)))
        x0, y0 = x0 + t * dx, y0 + t * dy
        return x0 * x0 + y0 * y0 <= (row[RADIUS] + QUICK_CLEARANCE_IN) ** 2
    vx, vy = terrain.corners[NO_GROWTH, 0], terrain.corners[NO_GROWTH, 1]
    first = kinds[START]
    count = kinds[COUNT]
    x1, y1 = vx[first + count - 1], vy[first + count - 1]
    for i in range(first, first + count):
        x2, y2 = vx[i], vy[i]
        ex, ey = x2 - x1, y2 - y1
        length = math.sqrt(ex * ex + ey * ey)
        t0, t1 = _clip_line(
            ey * (x - x1) - ex * (y - y1), ey * dx - ex * dy, QUICK_CLEARANCE_IN * length, t0, t1
        )
        if t0 > t1:
            return False
        x1, y1 = x2, y2
    if not kinds[FLAT]:
        at = z - row[TOP] - row[TOP_X] * x - row[TOP_Y] * y
        change = dz - row[TOP_X] * dx - row[TOP_Y] * dy
        t0, t1 = _clip_line(at, change, QUICK_CLEARANCE_IN, t0, t1)
        if not kinds[GROUNDED]:
            at = row[BOTTOM] + row[BOTTOM_X] * x + row[BOTTOM_Y] * y - z
            change = row[BOTTOM_X] * dx + row[BOTTOM_Y] * dy - dz
            t0, t1 = _clip_line(at, change, QUICK_CLEARANCE_IN, t0, t1)
    return t0 <= t1


@compile_inner
def _has_clear_line(ends, ux, uy, terrain, picked, count, side_a, side_b):
    """Return whether the highest line between two sides of the volumes is clear of all pieces.

    The line runs from the far rim of the lower volume to the near rim of the higher one.
    """
    rises = ends[0, 4] < ends[1, 4]
    depth = END_DEPTH_IN
    ra, rb = ends[0, 2] - depth, ends[1, 2] - depth
    half_a, half_b = ra * math.sqrt(1.0 - side_a * side_a), rb * math.sqrt(1.0 - side_b * side_b)
    along_a = -half_a if rises else half_a
    along_b = half_b if ends[0, 4] > ends[1, 4] else -half_b
    x = ends[0, 0] + along_a * ux - side_a * ra * uy
    y = ends[0, 1] + along_a * uy + side_a * ra * ux
    z = ends[0, 4] - depth
    dx = ends[1, 0] + along_b * ux - side_b * rb * uy - x
    dy = ends[1, 1] + along_b * uy + side_b * rb * ux - y
    dz = ends[1, 4] - depth - z
    for q in range(count):
        if _line_meets(x, y, z, dx, dy, dz, terrain, picked[q]):
            if q > 0:  # it may stop the next line, too
                picked[0], picked[q] = picked[q], picked[0]
            return False
    return True


@compile_inner
def find_quick_verdict(ends, terrain, picked, count):
    """Return a certain verdict on two volumes, or UNDECIDED; `picked` are the pieces near them."""
    if count == 0:
        return CLEAR
    dx, dy = ends[1, 0] - ends[0, 0], ends[1, 1] - ends[0, 1]
    d = math.sqrt(dx * dx + dy * dy)
    shortest = 2.0 * END_DEPTH_IN
    if (
        d < ends[0, 2] + ends[1, 2] + MIN_GAP_IN
        or min(ends[0, 2], ends[1, 2]) < shortest
        or min(ends[0, 4] - ends[0, 3], ends[1, 4] - ends[1, 3]) < shortest
    ):
        return UNDECIDED
    ux, uy = dx / d, dy / d
    holding = False
    for q in range(count):
        k = picked[q]
        obscures = terrain.kinds[k, OBSCURES] != 0
        if (obscures or not terrain.kinds[k, FLAT]) and _may_overlap(ends, terrain.reals[k]):
            if not terrain.kinds[k, FLAT]:
                return UNDECIDED  # the search may give up in a slope
            holding = True
    for q in range(count):
        k = picked[q]
        if holding and terrain.kinds[k, OBSCURES]:
            continue
        if _blocks_alone(ends, d, ux, uy, terrain, k):
            return BLOCKED
    for side_a, side_b in TRIAL_SIDES:
        if _has_clear_line(ends, ux, uy, terrain, picked, count, side_a, side_b):
            return CLEAR
    return UNDECIDED
