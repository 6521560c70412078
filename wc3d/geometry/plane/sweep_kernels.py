"""Sweeps of a disc past the many parts of a mesh's footprint. Compiled.

They compute the same bits as `wc3d.geometry.sweep`, which sweeps past one section. An interval
(first, last) without first < last is empty.
"""

from __future__ import annotations

import math

from wc3d.geometry.jit import compile_entry, compile_inner
from wc3d.geometry.tolerances import EPSILON_IN, SURELY_LATER_IN, TINY_LENGTH_IN

INF = math.inf


@compile_inner
def _clip_to_slab(value, rate, low, high, first, last):
    """Return the part of an interval in which low < value + rate t < high."""
    if first >= last:
        return INF, -INF
    if abs(rate) < TINY_LENGTH_IN:  # along the slab
        return (first, last) if low < value < high else (INF, -INF)
    s, t = (low - value) / rate, (high - value) / rate
    first, last = max(first, min(s, t)), min(last, max(s, t))
    return (first, last) if first < last else (INF, -INF)


@compile_inner
def _sweep_past_disc(sx, sy, wx, wy, cx, cy, radius):
    x, y = cx - sx, cy - sy
    middle = x * wx + y * wy
    aside = x * wy - y * wx
    square = (radius - abs(aside)) * (radius + abs(aside))
    if square <= 0.0:
        return INF, -INF
    half = math.sqrt(square)
    return middle - half, middle + half


@compile_inner
def _is_beside(sx, sy, wx, wy, radius, corners, begin, end):
    """Return whether a polygon is wholly on one side of a disc's way."""
    least, most = INF, -INF
    for k in range(begin, end):
        aside = (corners[k, 1] - sy) * wx - (corners[k, 0] - sx) * wy
        least, most = min(least, aside), max(most, aside)
    return least > radius + EPSILON_IN or most < -radius - EPSILON_IN


@compile_inner
def _sweep_past_polygon(sx, sy, wx, wy, radius, corners, sides, begin, end):
    """Return the overlap of a moving disc with a polygon: its strips, corners and core."""
    if _is_beside(sx, sy, wx, wy, radius, corners, begin, end):
        return INF, -INF
    first, last = INF, -INF
    core_first, core_last = -INF, INF
    nearest, farthest = INF, -INF
    for k in range(begin, end):
        before = k - 1 if k > begin else end - 1
        ex, ey, long = sides[k, 0], sides[k, 1], sides[k, 2]
        if long > TINY_LENGTH_IN:
            px, py = sx - corners[before, 0], sy - corners[before, 1]
            along, along_rate = px * ex + py * ey, wx * ex + wy * ey
            offset, offset_rate = px * ey - py * ex, wx * ey - wy * ex
            s, t = _clip_to_slab(along, along_rate, 0.0, long, -INF, INF)
            s, t = _clip_to_slab(offset, offset_rate, 0.0, radius, s, t)
            core_first, core_last = _clip_to_slab(
                offset, offset_rate, -INF, 0.0, core_first, core_last
            )
            if s < t:
                first, last = min(first, s), max(last, t)
        s, t = _sweep_past_disc(sx, sy, wx, wy, corners[k, 0], corners[k, 1], radius)
        if s < t:
            first, last = min(first, s), max(last, t)
        way = (corners[k, 0] - sx) * wx + (corners[k, 1] - sy) * wy
        nearest, farthest = min(nearest, way), max(farthest, way)
    if core_first < core_last:
        first = min(first, max(core_first, nearest))
        last = max(last, min(core_last, farthest))
    return first, last


@compile_inner
def _sweep_past_section(leg, radius, part, k):
    """Return when a disc on a leg (x, y, direction x and y) overlaps the section number k."""
    begin, end = part.begins[k], part.begins[k + 1]
    if begin == end:
        disc = part.discs[k]
        return _sweep_past_disc(leg[0], leg[1], leg[2], leg[3], disc[0], disc[1], disc[2] + radius)
    return _sweep_past_polygon(
        leg[0], leg[1], leg[2], leg[3], radius, part.corners, part.sides, begin, end
    )


@compile_inner
def _lower_bounds(leg, box):
    """Return lower bounds of a leg's distance from a box, and of the way until it is beside it."""
    u, v = leg[2], leg[3]
    half_x, half_y = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    x, y = (box[0] + box[2]) / 2 - leg[0], (box[1] + box[3]) / 2 - leg[1]
    reach = half_x * abs(u) + half_y * abs(v)
    way = x * u + y * v
    aside = abs(x * v - y * u) - half_x * abs(v) - half_y * abs(u)
    return max(aside, abs(way - leg[4] / 2) - leg[4] / 2 - reach), way - reach


@compile_entry
def find_first_contact(leg, radius, part):
    """Return where a disc on a leg first touches and then enters a section; inf if nowhere.

    `leg` (5,): x, y, direction x and y, length. `part` are the `SectionArrays` of a footprint.
    """
    first = INF
    inside = max(0.0, radius - EPSILON_IN)
    for k in range(part.boxes.shape[0]):
        gap, way = _lower_bounds(leg, part.boxes[k])
        if gap >= radius + SURELY_LATER_IN or way - radius > first + SURELY_LATER_IN:
            continue
        s, t = _sweep_past_section(leg, inside, part, k)
        if s < t and t > 0.0 and s < leg[4]:
            touch_s, touch_t = _sweep_past_section(leg, radius, part, k)
            first = min(first, max(0.0, touch_s if touch_s < touch_t else s))
    return first


@compile_entry
def write_overlaps(leg, radius, part, intervals):
    """Write the parts of a leg on which a disc overlaps a section; return their number."""
    count = 0
    for k in range(part.boxes.shape[0]):
        if _lower_bounds(leg, part.boxes[k])[0] >= radius + SURELY_LATER_IN:
            continue
        s, t = _sweep_past_section(leg, radius, part, k)
        if s < t and t > 0.0 and s < leg[4]:
            intervals[count, 0], intervals[count, 1] = max(0.0, s), min(leg[4], t)
            count += 1
    return count
