"""Setup of searches: culling, frames, and the choice of obscuring features that hold a line's end.

A volume inside an obscuring feature sees 3" through it. The line's end is then in one of the
feature's pieces, and the feature is only measured. Otherwise, the feature is a solid like any
other. Each of these choices is searched in turn.
"""

from __future__ import annotations

import math

from wc3d.geometry.jit import compile_entry, compile_inlined, compile_inner
from wc3d.geometry.sight_search.cell_sections import NO_GROWTH, PROOF_GROWTH
from wc3d.geometry.sight_search.culling import cull_pieces
from wc3d.geometry.sight_search.search import BLOCKED, CLEAR, UNDECIDED, search_frame
from wc3d.geometry.sight_search.vertical_slice import (
    BOTTOM_X,
    COUNT,
    CX,
    CY,
    DISC,
    FEATURE,
    HIGH,
    INF,
    LOW,
    OBSCURES,
    PLAN_LINE_TOLERANCE_IN,
    RADIUS,
    START,
    TOP_X,
    closest_offset,
)
from wc3d.geometry.sight_search.workspace import MAX_END_PIECES, MAX_OBSCURING_AROUND
from wc3d.geometry.tolerances import EPSILON_IN

TOUCH_TOLERANCE_IN = EPSILON_IN
MAX_OVERLAP_RATIO = 0.92  # sum of radii per center distance from which four sectors are searched
MAX_END_CHOICES = 20_000
OUTSIDE = -1
WHOLLY = 2


@compile_inner
def _write_frame(ends_world, ox, oy, cos, sin, terrain, picked, joined, w):
    """Write the picked pieces, their seams and both volumes in a frame rotated about (ox, oy)."""
    ends = w.ends
    reals = w.reals
    kinds = w.kinds
    for e in range(2):
        x, y = ends_world[e, 0] - ox, ends_world[e, 1] - oy
        ends[e, 0], ends[e, 1] = x * cos + y * sin, y * cos - x * sin
        ends[e, 2], ends[e, 3], ends[e, 4] = ends_world[e, 2], ends_world[e, 3], ends_world[e, 4]
    at = 0
    for q in range(picked.shape[0]):
        k = picked[q]
        for c in range(reals.shape[1]):
            reals[q, c] = terrain.reals[k, c]
        for c in range(kinds.shape[1]):
            kinds[q, c] = terrain.kinds[k, c]
        x, y = terrain.reals[k, CX] - ox, terrain.reals[k, CY] - oy
        reals[q, CX], reals[q, CY] = x * cos + y * sin, y * cos - x * sin
        for c in (TOP_X, BOTTOM_X):
            gx, gy = terrain.reals[k, c], terrain.reals[k, c + 1]
            reals[q, c], reals[q, c + 1] = gx * cos + gy * sin, gy * cos - gx * sin
            reals[q, c - 1] = terrain.reals[k, c - 1] + gx * ox + gy * oy
        kinds[q, START] = at
        first = terrain.kinds[k, START]
        for g in range(3):
            for i in range(kinds[q, COUNT]):
                x, y = terrain.corners[g, 0, first + i] - ox, terrain.corners[g, 1, first + i] - oy
                w.vx[g, at + i], w.vy[g, at + i] = x * cos + y * sin, y * cos - x * sin
        if not kinds[q, DISC]:
            _bounding_disc(reals[q], w.vx[PROOF_GROWTH], w.vy[PROOF_GROWTH], at, kinds[q, COUNT])
        at += kinds[q, COUNT]
    for j in range(joined):
        for i in range(2):
            x = terrain.seams[w.seam_ids[j], 2 * i] - ox
            y = terrain.seams[w.seam_ids[j], 2 * i + 1] - oy
            w.seams[j, 2 * i], w.seams[j, 2 * i + 1] = x * cos + y * sin, y * cos - x * sin


@compile_inner
def _bounding_disc(row, vx, vy, first, count):
    """Return the center and radius of a disc around a grown footprint."""
    x = 0.0
    y = 0.0
    radius = 0.0
    for i in range(first, first + count):
        x += vx[i] / count
        y += vy[i] / count
    for i in range(first, first + count):
        radius = max(radius, math.sqrt((vx[i] - x) ** 2 + (vy[i] - y) ** 2))
    row[CX], row[CY], row[RADIUS] = x, y, radius + PLAN_LINE_TOLERANCE_IN


@compile_inner
def _classify_pieces(count, w):
    """Classify each piece relative to each volume: below (-1), above (1), or apart in plan."""
    ends = w.ends
    reals = w.reals
    kinds = w.kinds
    vx = w.vx
    vy = w.vy
    below_above = w.below_above
    is_apart = w.apart
    normal = w.normal
    for e in range(2):
        for q in range(count):
            below_above[e, q] = 0
            is_apart[e, q] = 0
            if reals[q, HIGH] <= ends[e, 3] + TOUCH_TOLERANCE_IN:
                below_above[e, q] = -1
            elif reals[q, LOW] >= ends[e, 4] - TOUCH_TOLERANCE_IN:
                below_above[e, q] = 1
            if kinds[q, DISC]:
                dx, dy = reals[q, CX] - ends[e, 0], reals[q, CY] - ends[e, 1]
                d = math.sqrt(dx * dx + dy * dy)
                gap = d - reals[q, RADIUS] - ends[e, 2]
            else:
                dx, dy, d = closest_offset(
                    vx[NO_GROWTH],
                    vy[NO_GROWTH],
                    kinds[q, START],
                    kinds[q, COUNT],
                    ends[e, 0],
                    ends[e, 1],
                )
                gap = d - ends[e, 2]
            if d > 0.0 and gap >= -TOUCH_TOLERANCE_IN:
                is_apart[e, q] = 1
                normal[e, q, 0], normal[e, q, 1] = dx / d, dy / d


@compile_inner
def _select_seams(overlaps, pieces, picked, place_of, joins, seam_ids):
    """Write the overlaps among the picked pieces to `joins`; return their number."""
    joined = 0
    if overlaps.shape[0] == 0:
        return joined
    for k in range(pieces):
        place_of[k] = -1
    for q in range(picked.shape[0]):
        place_of[picked[q]] = q
    for j in range(overlaps.shape[0]):
        a, b = place_of[overlaps[j, 0]], place_of[overlaps[j, 1]]
        if a >= 0 and b >= 0:
            joins[joined, 0], joins[joined, 1], seam_ids[joined] = a, b, j
            joined += 1
    return joined


@compile_inlined
def _search_frames(
    ends_world, terrain, w, picked, shrink, limit, budget, surfaces, line, cell_count
):
    """Search all plan directions: one frame along the line of centers, or four sectors.

    Volumes that nearly overlap in plan need four sectors.
    """
    frame_line = w.ends_of_line
    count = picked.shape[0]
    joined = _select_seams(
        terrain.joins, terrain.reals.shape[0], picked, w.place_of, w.joins, w.seam_ids
    )
    dx, dy = ends_world[1, 0] - ends_world[0, 0], ends_world[1, 1] - ends_world[0, 1]
    d = math.sqrt(dx * dx + dy * dy)
    reach = ends_world[0, 2] + ends_world[1, 2]
    is_single = d > 0.0 and reach / d < MAX_OVERLAP_RATIO
    result = BLOCKED
    for sector in range(1 if is_single else 4):
        if is_single:
            cos, sin = dx / d, dy / d
            ratio = reach / d
            steep = ratio / math.sqrt(1.0 - ratio * ratio) * (1.0 + 1e-9)
            ox, oy, x0, x1 = ends_world[0, 0], ends_world[0, 1], 0.0, d
        else:
            angle = sector * math.pi / 4.0 + (math.atan2(dy, dx) if d > 0.0 else 0.0)
            cos, sin = math.cos(angle), math.sin(angle)
            steep = math.tan(math.pi / 8.0) * (1.0 + 1e-9)
            ox = 0.5 * (ends_world[0, 0] + ends_world[1, 0])
            oy = 0.5 * (ends_world[0, 1] + ends_world[1, 1])
            x0, x1 = -1.0, 1.0
        w.turn[0], w.turn[1], w.turn[2], w.turn[3] = ox, oy, cos, sin
        _write_frame(ends_world, ox, oy, cos, sin, terrain, picked, joined, w)
        _classify_pieces(count, w)
        answer = search_frame(
            x0,
            x1,
            steep,
            w,
            count,
            w.joins[:joined],
            terrain.grow,
            shrink,
            limit,
            budget,
            surfaces,
            frame_line,
            cell_count,
        )
        if answer == CLEAR:
            for e in range(2):
                x, y = frame_line[3 * e], frame_line[3 * e + 1]
                line[3 * e], line[3 * e + 1], line[3 * e + 2] = (
                    ox + x * cos - y * sin,
                    oy + x * sin + y * cos,
                    frame_line[3 * e + 2],
                )
            return CLEAR
        if answer == UNDECIDED:
            result = UNDECIDED
    return result


@compile_inner
def _overlap_kind(end, reals, kinds, corners, k):
    """Return whether a volume's interior meets a piece: 0 no, 1 partly, 2 entirely inside."""
    low, high = reals[k, LOW], reals[k, HIGH]
    if high <= end[3] + TOUCH_TOLERANCE_IN or low >= end[4] - TOUCH_TOLERANCE_IN:
        return 0
    if kinds[k, DISC]:
        d = math.sqrt((reals[k, CX] - end[0]) ** 2 + (reals[k, CY] - end[1]) ** 2)
        gap = d - reals[k, RADIUS] - end[2]
        depth = reals[k, RADIUS] - d - end[2]
    else:
        first = kinds[k, START]
        count = kinds[k, COUNT]
        vx, vy = corners[NO_GROWTH, 0], corners[NO_GROWTH, 1]
        _, _, d = closest_offset(vx, vy, first, count, end[0], end[1])
        gap = d - end[2]
        depth = INF
        for i in range(first, first + count):
            j = i + 1 if i + 1 < first + count else first
            ex, ey = vx[j] - vx[i], vy[j] - vy[i]
            length = math.sqrt(ex * ex + ey * ey)
            if length > 0.0:
                depth = min(
                    depth, (ex * (end[1] - vy[i]) - ey * (end[0] - vx[i])) / length - end[2]
                )
    if gap >= -TOUCH_TOLERANCE_IN:
        return 0
    if (
        depth >= -TOUCH_TOLERANCE_IN
        and low <= end[3] + TOUCH_TOLERANCE_IN
        and high >= end[4] - TOUCH_TOLERANCE_IN
    ):
        return 2
    return 1


@compile_inner
def _volumes_meet(ends, line):
    """Return whether the volumes meet and thus see each other; `line` is then a point of both."""
    dx, dy = ends[1, 0] - ends[0, 0], ends[1, 1] - ends[0, 1]
    low, high = max(ends[0, 3], ends[1, 3]), min(ends[0, 4], ends[1, 4])
    if (
        math.sqrt(dx * dx + dy * dy) > ends[0, 2] + ends[1, 2] + TOUCH_TOLERANCE_IN
        or low > high + TOUCH_TOLERANCE_IN
    ):
        return False
    t = ends[0, 2] / (ends[0, 2] + ends[1, 2])
    for e in range(2):
        line[3 * e], line[3 * e + 1], line[3 * e + 2] = (
            ends[0, 0] + t * dx,
            ends[0, 1] + t * dy,
            0.5 * (low + high),
        )
    return True


@compile_inner
def _find_ways(ends, terrain, picked, w):
    """Find the pieces that may hold a line's end in each obscuring feature around a volume.

    Returns the number of features, or -1 for too many. Choice 0 is a solid feature without an end.
    A volume entirely inside a piece has only choice 2: the piece holds the end.
    """
    kinds = terrain.kinds
    features_in = w.features_in
    ways = w.ways
    way_end = w.way_end
    way_piece = w.way_piece
    features_n = 0
    for q in range(picked.shape[0]):
        k = picked[q]
        if not kinds[k, OBSCURES]:
            continue
        feature = -1
        for s in range(features_n):
            if features_in[s] == kinds[k, FEATURE]:
                feature = s
        for e in range(2):
            overlap = _overlap_kind(ends[e], terrain.reals, kinds, terrain.corners, k)
            if overlap == 0:
                continue
            if feature < 0:
                if features_n == MAX_OBSCURING_AROUND:
                    return -1
                feature = features_n
                features_in[feature], ways[feature], way_end[feature, 0] = (
                    kinds[k, FEATURE],
                    1,
                    OUTSIDE,
                )
                features_n += 1
            if way_end[feature, 0] == WHOLLY:
                continue
            if overlap == 2:
                ways[feature], way_end[feature, 0] = 1, WHOLLY
            elif ways[feature] < way_end.shape[1]:
                way_end[feature, ways[feature]], way_piece[feature, ways[feature]] = e, q
                ways[feature] += 1
            else:
                return -1
    return features_n


@compile_inner
def _apply_choice(choice, features_n, ends, terrain, picked, w):
    """Apply a choice of held ends to volumes and pieces; return False if nothing is left."""
    reals = terrain.reals
    kinds = terrain.kinds
    held_ends = w.held_ends
    holds = w.holds
    measured_only = w.measured_only
    features_in = w.features_in
    ways = w.ways
    way_end = w.way_end
    way_piece = w.way_piece
    for e in range(2):
        for c in range(5):
            held_ends[e, c] = ends[e, c]
        for h in range(MAX_END_PIECES):
            holds[e, h] = -1
    for q in range(picked.shape[0]):
        measured_only[q] = 0
    for s in range(features_n):
        way = choice % ways[s]
        choice //= ways[s]
        e = way_end[s, way]
        if e == OUTSIDE:
            continue
        for q in range(picked.shape[0]):
            if kinds[picked[q], FEATURE] == features_in[s]:
                measured_only[q] = 1
        if e == WHOLLY:
            continue
        h = 0
        while h < MAX_END_PIECES and holds[e, h] >= 0:
            h += 1
        if h == MAX_END_PIECES:
            return False
        k = picked[way_piece[s, way]]
        holds[e, h] = way_piece[s, way]
        held_ends[e, 3] = max(held_ends[e, 3], reals[k, LOW])
        held_ends[e, 4] = min(held_ends[e, 4], reals[k, HIGH])
        if held_ends[e, 4] - held_ends[e, 3] <= TOUCH_TOLERANCE_IN:
            return False
    return True


@compile_entry
def decide_open_line(ends, terrain, w, shrink, limit, budget, surfaces, line, cell_count):
    """Decide whether an open line connects two upright cylinders: BLOCKED, CLEAR or UNDECIDED.

    `ends` (2, 5) holds x, y, radius, low and high of each. `terrain` is a `TerrainArrays`, `w` a
    `Workspace`. `shrink` is the shrinkage of the volumes. `surfaces` (`SurfaceArrays`) has the
    triangles that a line must miss. `limit` is the longest length through obscuring pieces. `line`
    receives the open line, `cell_count` the number of cells.
    """
    if _volumes_meet(ends, line):
        return CLEAR
    count = cull_pieces(ends, terrain.reals, terrain.grow, w.picked)
    picked = w.picked[:count]
    features_n = _find_ways(ends, terrain, picked, w)
    if features_n < 0:
        return UNDECIDED
    choices = 1
    for s in range(features_n):
        choices *= w.ways[s]
    if choices > MAX_END_CHOICES:
        return UNDECIDED
    result = BLOCKED
    depth = limit if features_n > 0 else INF
    for choice in range(choices):
        if not _apply_choice(choice, features_n, ends, terrain, picked, w):
            continue
        answer = _search_frames(
            w.held_ends, terrain, w, picked, shrink, depth, budget, surfaces, line, cell_count
        )
        if answer == CLEAR:
            return CLEAR
        if answer == UNDECIDED:
            result = UNDECIDED
    return result
