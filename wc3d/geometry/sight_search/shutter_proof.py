"""Topological proof that a mesh's surface blocks a bundle of lines, for any triangles. Compiled.

A bundle is a cell of plan lines (`vertical_slice.py`) with a convex polygon of heights above it
(`line_in_cell.py`). It consists of all these lines between two upright planes, beyond one volume
and before the other. Triangles near the bundle that share an edge near it form a screen.

Suppose that no edge of the screen near the bundle is a rim of the surface, and that the screen
does not meet the planes. Then a line can be moved to any other without passing a rim, so all lines
cross the screen equally often, even or odd. If one line crosses it an odd number of times, every
line crosses it. The mesh need not be closed, solid or oriented.

An upright edge that every line passes within a tiny distance also blocks the lines, because they
have no clearance. Cells are cut next to such edges, where solids may touch without a screen
between them.

Terrain that rests on the table reaches down to it: parts lower than `rest` extend down without
end. A bundle that no single screen blocks is halved.
"""

from __future__ import annotations

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.sight_search.cell_sections import EDGE_ALONG, EDGE_ASIDE, NOTED
from wc3d.geometry.sight_search.crossing_parity import find_crossed_triangles
from wc3d.geometry.sight_search.line_bundle import (
    ABOVE_LEAST,
    ABOVE_MOST,
    ACROSS,
    ALONG,
    BESIDE_LEAST,
    BESIDE_MOST,
    BUNDLE_TOLERANCE_IN,
    HEIGHT,
    LOW,
    bundle_lines,
    gather_near_triangles,
    is_edge_apart,
    is_plane_met,
    measure_corner,
    measure_height,
    mesh_to_frame,
)
from wc3d.geometry.sight_search.mesh_surfaces import direction_to_mesh
from wc3d.geometry.sight_search.vertical_slice import INF, area_and_centroid, clip_polygon
from wc3d.geometry.sight_search.workspace import MAX_CORNERS, MAX_WAITING_PARTS

MAX_BUNDLE_PARTS = 24
"""Most parts of one bundle that are tested."""
MIN_WIDE_BUNDLE_IN = 1.0
"""Width in inches from which a bundle is not halved, because its cell is cut soon."""
MIN_BUNDLE_HEIGHT_IN = 1e-4
"""Height in inches up to which a bundle is not halved."""
MIN_PLANE_GAP_IN = 1e-3
"""Smallest distance of planes between which screens are searched, in inches."""

EDGE_SHUTTER_ASIDE_IN, EDGE_SHUTTER_ABOVE_IN, EDGE_CUT_ASIDE_IN = 7.5e-4, 4e-4, 7e-4
"""Distances from upright edges, in inches.

A line this near to the side of an edge, or above or below its ends, has less clearance than
SIGHT_TOLERANCE_IN. Cells are cut at the third distance; the edge itself blocks the rest.
"""
MIN_CUT_EDGE_IN = 0.02
"""Height in inches above which cells are cut next to an upright edge."""

OPEN, UNKNOWN, SHUT = range(3)
LEFT, RIGHT, OVER, UNDER, FIRST, LAST, RESTS = 1, 2, 4, 8, 16, 32, 64
"""Positions of a corner: to a side, above or below all lines; relative to the planes; resting.

FIRST means not behind the first plane, LAST not before the last plane, RESTS as low as the table.
"""
SIDE_CODE_BITS = 8
"""Bits for the positions."""


@compile_inner
def _corner_code(rows, n, last, place, corner, rest, from_x, to_x):
    """Return the positions of a corner in a mesh's own space, as a sum of the codes above."""
    ax, bx, cx, ay, by, cy, lift = place
    x, y = ax * corner[0] + bx * corner[1] + cx, ay * corner[0] + by * corner[1] + cy
    z = corner[2] + lift
    margin = 0.5 * BUNDLE_TOLERANCE_IN
    code = 0
    low, high = INF, -INF
    for i in range(n):
        v = rows[i, 0] + rows[i, 1] * x
        low, high = min(low, v), max(high, v)
    if y - high > margin:
        code = LEFT
    elif y - low < -margin:
        code = RIGHT
    low, high = INF, -INF
    for i in range(n, last):
        v = rows[i, 0] + rows[i, 1] * x
        low, high = min(low, v), max(high, v)
    if z - high > margin:
        code += OVER
    elif z - low < -margin:
        code += UNDER
    if x < from_x + 2.0 * BUNDLE_TOLERANCE_IN:
        code += FIRST
    if x > to_x - 2.0 * BUNDLE_TOLERANCE_IN:
        code += LAST
    return code + RESTS if corner[2] <= rest else code


@compile_inner
def _meets_planes(corners, place, places, codes, rest, n, last, from_x, to_x, first, w):
    """Return whether a triangle meets a plane of the bundle; write `w.code` and `w.known`."""
    for i in range(3):
        k = corners[i]
        if codes[k] < first << SIDE_CODE_BITS:
            codes[k] = (first << SIDE_CODE_BITS) + _corner_code(
                w.rows, n, last, place, places[k], rest, from_x, to_x
            )
        w.code[i] = codes[k] & ((1 << SIDE_CODE_BITS) - 1)
    bits = w.code[0] | w.code[1] | w.code[2]
    if not bits & (FIRST | LAST):
        return False
    for i in range(3):
        measure_corner(w.rows, n, last, place, places[corners[i]], rest, w.known[i])
    for side in range(2):
        if is_plane_met(
            w.rows, n, last, w.known, to_x if side else from_x, bits & RESTS != 0, w.known[3:]
        ):
            return True
    return False


@compile_inner
def _misses_edge(code_a, code_b, i, j, from_x, to_x, n, last, w):
    """Return whether the edge of two corners in `w.known` with these codes misses the bundle."""
    if code_a & code_b & (LEFT | RIGHT | UNDER) or (
        code_a & code_b & OVER and not (code_a | code_b) & RESTS
    ):
        return True
    if not (code_a | code_b) & (FIRST | LAST):
        return False
    return is_edge_apart(
        w.rows,
        n,
        last,
        w.known[i],
        w.known[j],
        (code_a | code_b) & RESTS != 0,
        from_x,
        to_x,
        w.known[3:],
    )


@compile_inner
def _has_no_rim(begin, place, mesh, surfaces, rest, n, last, from_x, to_x, first, stamp, w):
    """Return whether the screen of triangle `begin` has no rim near the bundle.

    Follows every edge near the bundle. Its triangles get the mark `stamp`; marks from `first` on
    belong to screens tested before.
    """
    neighbors = surfaces.beside[mesh[0] : mesh[0] + mesh[1]]
    corners = surfaces.corners[mesh[0] : mesh[0] + mesh[1]]
    places = surfaces.places[mesh[4] : mesh[4] + mesh[5]]
    stamps = surfaces.seen
    codes = surfaces.codes
    code = w.code
    queue = w.queue
    queue[0], stamps[begin] = begin, stamp
    waiting = 1
    looked = 0
    while waiting > 0:
        waiting -= 1
        looked += 1
        t = queue[waiting]
        if looked > queue.shape[0] or _meets_planes(
            corners[t], place, places, codes, rest, n, last, from_x, to_x, first, w
        ):
            return False
        for i in range(3):
            j = (i + 1) % 3
            if code[i] & code[j] & RESTS or _misses_edge(
                code[i], code[j], i, j, from_x, to_x, n, last, w
            ):
                continue
            h = neighbors[t, i]
            if h < 0:
                return False
            while h != 3 * t + i:
                u = h // 3
                if stamps[u] != stamp:
                    if stamps[u] >= first or waiting == queue.shape[0]:
                        return False
                    stamps[u] = stamp
                    queue[waiting] = u
                    waiting += 1
                h = neighbors[u, h - 3 * u]
    return True


@compile_inner
def _find_screen(number, n, last, from_x, to_x, start, along, surfaces, w):
    """Search a placed mesh for a screen that every line of the bundle crosses.

    Returns SHUT, UNKNOWN, or OPEN if no screen blocks the central line from `start` along `along`.
    """
    row = surfaces.placements[number]
    mesh = surfaces.meshes[surfaces.mesh_of[number]]
    stamps = surfaces.seen
    hits = w.met
    triangles = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]]
    neighbors = surfaces.beside[mesh[0] : mesh[0] + mesh[1]]
    a = direction_to_mesh(row, start[0] - row[0], start[1] - row[1], start[2] - row[2])
    d = direction_to_mesh(row, *along)
    rest = row[12] - row[2]
    gap = surfaces.gaps[surfaces.mesh_of[number]]
    count = find_crossed_triangles(
        triangles, surfaces.boxes[mesh[2] : mesh[2] + mesh[3]], neighbors, a, d, rest, gap, hits
    )
    if count <= 0:
        return OPEN if count == 0 else UNKNOWN
    place = mesh_to_frame(row, w.turn)
    first = surfaces.stamp[0] + 1
    for c in range(count):
        if stamps[hits[c, 0]] >= first:
            continue
        surfaces.stamp[0] += 1
        stamp = surfaces.stamp[0]
        if _has_no_rim(
            hits[c, 0], place, mesh, surfaces, rest, n, last, from_x, to_x, first, stamp, w
        ):
            crossed = 0
            for k in range(c, count):
                if stamps[hits[k, 0]] == stamp:
                    crossed += hits[k, 1]
            if crossed % 2 == 1:
                return SHUT
    return UNKNOWN


@compile_inner
def _is_shut_by_edge(records, from_x, to_x):
    """Return whether every line passes one edge of a triangle without sufficient clearance."""
    for i in range(3):
        j = (i + 1) % 3
        a, b = records[i], records[j]
        if (
            max(a[BESIDE_MOST], b[BESIDE_MOST], -a[BESIDE_LEAST], -b[BESIDE_LEAST])
            > EDGE_SHUTTER_ASIDE_IN
        ):
            continue
        if min(a[ALONG], b[ALONG]) < from_x or max(a[ALONG], b[ALONG]) > to_x:
            continue
        if a[HEIGHT] > b[HEIGHT]:
            i, j = j, i
        if (records[i, ABOVE_MOST] <= EDGE_SHUTTER_ABOVE_IN or records[i, LOW] > 0.0) and records[
            j, ABOVE_LEAST
        ] >= -EDGE_SHUTTER_ABOVE_IN:
            return True
    return False


@compile_inner
def _note_edge(near_count, w, p, m, x0):
    """Write the best upright edge near a bundle for cutting its cell to `w.found`."""
    best = 0.1
    y = 0.0
    slope = 0.0
    for i in range(m.shape[0]):
        y += p[i] / m.shape[0]
        slope += m[i] / m.shape[0]
    for c in range(near_count):
        records = w.near[c]
        for i in range(3):
            a, b = records[i], records[(i + 1) % 3]
            bend = a[ACROSS] - b[ACROSS] - slope * (a[ALONG] - b[ALONG])
            if (
                abs(a[HEIGHT] - b[HEIGHT]) < MIN_CUT_EDGE_IN
                or max(abs(a[ALONG] - b[ALONG]), abs(bend)) > 1e-5
            ):
                continue
            low, high = min(a[BESIDE_LEAST], b[BESIDE_LEAST]), max(a[BESIDE_MOST], b[BESIDE_MOST])
            if (
                low > -0.5 * EDGE_CUT_ASIDE_IN
                or high < 0.5 * EDGE_CUT_ASIDE_IN
                or max(high, -low) <= EDGE_SHUTTER_ASIDE_IN
            ):
                continue
            score = min(high, -low) / max(high, -low)
            # the rest of a cell that was cut next to the edge
            if min(high, -low) <= EDGE_SHUTTER_ASIDE_IN:
                score = 2.0
            if score > best:
                best = score
                w.found[EDGE_ALONG] = a[ALONG]
                w.found[EDGE_ASIDE] = a[ACROSS] + (
                    -EDGE_CUT_ASIDE_IN if high > EDGE_SHUTTER_ASIDE_IN else EDGE_CUT_ASIDE_IN
                )


@compile_inner
def _middle_line(polygon, s0, s1, lean, at):
    """Return the height at `at` and the slope of a height polygon's central line."""
    _, v0, v1 = area_and_centroid(polygon, polygon.shape[0])
    rate = lean * (v1 - v0) / (s1 - s0)
    return lean * v0 + rate * (at - s0), rate


@compile_inner
def _sample_line(p, m, x0, z, rate, from_x, to_x, turn):
    """Return start and vector, in the world, of the central line with height `z` at `from_x`."""
    y = 0.0
    slope = 0.0
    for i in range(m.shape[0]):
        y += p[i] / m.shape[0]
        slope += m[i] / m.shape[0]
    long = to_x - from_x
    at = y + slope * (from_x - x0)
    start = turn[0] + from_x * turn[2] - at * turn[3], turn[1] + from_x * turn[3] + at * turn[2], z
    return start, (
        long * (turn[2] - slope * turn[3]),
        long * (turn[3] + slope * turn[2]),
        long * rate,
    )


@compile_inner
def _way_range(polygon, s0, s1, outer, shared):
    """Return where all (`shared`) or some lines are beyond one volume and before the other."""
    from_x, to_x = (-INF, INF) if shared else (INF, -INF)
    for i in range(polygon.shape[0]):
        c0 = polygon[i, 0]
        rate = (polygon[i, 1] - polygon[i, 0]) / (s1 - s0)
        leave = outer[0, 1]
        enter = outer[1, 0]
        if rate > 1e-9:  # a line may leave through the upper side and enter through the lower side
            leave = min(leave, s0 + (outer[0, 3] - c0) / rate)
            enter = max(enter, s0 + (outer[1, 2] - c0) / rate)
        from_x, to_x = (
            (max(from_x, leave), min(to_x, enter))
            if shared
            else (min(from_x, leave), max(to_x, enter))
        )
    return from_x, to_x


@compile_inner
def _find_shutter(p, m, x0, polygon, s0, s1, lean, near_count, surfaces, w):
    """Search for a screen that every line of the bundle crosses: SHUT, OPEN or UNKNOWN.

    OPEN means that no screen blocks the central line. The first `near_count` triangles of `w.near`
    have edges that all plan lines may pass very closely.
    """
    from_x, to_x = _way_range(polygon, s0, s1, w.outer, True)
    if to_x - from_x < MIN_PLANE_GAP_IN:
        return OPEN
    n = m.shape[0]
    last = m.shape[0] + polygon.shape[0]
    answer = OPEN
    bundle_lines(p, m, x0, polygon, s0, s1, lean, w.rows)
    for c in range(near_count):
        for i in range(3):
            measure_height(w.rows, n, last, w.near[c, i])
        if _is_shut_by_edge(w.near[c], from_x, to_x):
            return SHUT
    z, rate = _middle_line(polygon, s0, s1, lean, from_x)
    start, along = _sample_line(p, m, x0, z, rate, from_x, to_x, w.turn)
    for number in range(surfaces.placements.shape[0]):
        result = _find_screen(number, n, last, from_x, to_x, start, along, surfaces, w)
        if result == SHUT:
            return SHUT
        answer = max(answer, result)
    return answer


@compile_inner
def _halving_line(part, n):
    """Return a height polygon's height, and the line a v0 + b v1 + c = 0 that halves it."""
    _, c0, c1 = area_and_centroid(part, n)
    low0 = INF
    high0 = -INF
    low1 = INF
    high1 = -INF
    for i in range(n):
        low0 = min(low0, part[i, 0])
        high0 = max(high0, part[i, 0])
        low1 = min(low1, part[i, 1])
        high1 = max(high1, part[i, 1])
    if high0 - low0 > high1 - low1:
        return high0 - low0, 1.0, 0.0, -c0
    return high1 - low1, 0.0, 1.0, -c1


@compile_inner
def _split_part(part, a, b, c, parts, parts_n, waiting):
    """Cut a part at a v0 + b v1 + c = 0, append both sides, and return the number waiting."""
    n = part.shape[0]
    first = parts[MAX_WAITING_PARTS]
    second = parts[MAX_WAITING_PARTS + 1]
    n1, n2 = clip_polygon(part, n, a, b, c, first), clip_polygon(part, n, -a, -b, -c, second)
    for side in range(2):
        count, half = (n1, first) if side == 0 else (n2, second)
        if count >= 3:
            parts_n[waiting] = count
            for i in range(count):
                parts[waiting, i, 0], parts[waiting, i, 1] = half[i, 0], half[i, 1]
            waiting += 1
    return waiting


@compile_inner
def _max_width(p, m, x0, from_x, to_x):
    """Return the largest distance between a cell's plan lines."""
    wide = 0.0
    for i in range(m.shape[0]):
        for x in (from_x, to_x):
            wide = max(wide, abs(p[i] - p[0] + (m[i] - m[0]) * (x - x0)))
    return wide


@compile_inner
def _edge_range(p, m, x0, from_x, to_x):
    """Return the range in which all plan lines may pass an edge closely; empty if start > end."""
    for i in range(m.shape[0]):
        for j in range(m.shape[0]):
            spread, rate = (
                p[i] - p[j] - 2.0 * EDGE_SHUTTER_ASIDE_IN,
                m[i] - m[j],
            )  # at x0, and its growth
            if rate > 0.0:
                to_x = min(to_x, x0 - spread / rate)
            elif rate < 0.0:
                from_x = max(from_x, x0 - spread / rate)
            elif spread > 0.0:
                return 1.0, 0.0
    return from_x, to_x


@compile_inner
def _passes_edge(near_count, w):
    """Return whether all plan lines pass an upright edge closely enough to be blocked."""
    for c in range(near_count):
        records = w.near[c]
        for i in range(3):
            a, b = records[i], records[(i + 1) % 3]
            offset = max(a[BESIDE_MOST], b[BESIDE_MOST], -a[BESIDE_LEAST], -b[BESIDE_LEAST])
            if offset <= EDGE_SHUTTER_ASIDE_IN and abs(a[HEIGHT] - b[HEIGHT]) > MIN_CUT_EDGE_IN:
                return True
    return False


@compile_inner
def is_bundle_shut(p, m, x0, polygon, s0, s1, lean, surfaces, w):
    """Return whether surfaces block the whole bundle, halved if necessary; False is unknown."""
    from_x, to_x = _way_range(polygon, s0, s1, w.outer, False)
    parts = w.parts
    parts_n = w.parts_n
    near_count = 0
    n = m.shape[0]
    last = m.shape[0] + polygon.shape[0]
    wide = _max_width(p, m, x0, from_x, to_x)
    first, end = _edge_range(p, m, x0, from_x, to_x)
    if first <= end:
        bundle_lines(p, m, x0, polygon, s0, s1, lean, w.rows)
        near_count = gather_near_triangles(n, last, first, end, 0.0, surfaces, w)
        if _passes_edge(near_count, w):
            wide = 0.0
    parts_n[0] = polygon.shape[0]
    for i in range(polygon.shape[0]):
        parts[0, i, 0], parts[0, i, 1] = polygon[i, 0], polygon[i, 1]
    waiting = 1
    looked = 0
    while waiting > 0:
        waiting -= 1
        n = parts_n[waiting]
        part = parts[waiting, :n]
        looked += 1
        answer = _find_shutter(p, m, x0, part, s0, s1, lean, near_count, surfaces, w)
        if answer == SHUT:
            continue
        if answer == OPEN and looked == 1:
            return False
        tall, a, b, c = _halving_line(part, n)
        fine = tall < max(0.5 * wide, MIN_BUNDLE_HEIGHT_IN)
        if (
            answer == OPEN
            or fine
            or waiting + 2 > MAX_WAITING_PARTS
            or looked > (MAX_BUNDLE_PARTS if wide < MIN_WIDE_BUNDLE_IN else 0)
            or n > MAX_CORNERS - 2
        ):
            if w.tally[NOTED]:
                bundle_lines(p, m, x0, polygon, s0, s1, lean, w.rows)
                near_count = gather_near_triangles(
                    m.shape[0],
                    m.shape[0] + polygon.shape[0],
                    from_x,
                    to_x,
                    MIN_CUT_EDGE_IN,
                    surfaces,
                    w,
                )
                _note_edge(near_count, w, p, m, x0)
            return False
        waiting = _split_part(part, a, b, c, parts, parts_n, waiting)
    return True
