"""The search for an open line above a cell of plan lines, exact in the vertical plane.

For a cell of plan lines (`vertical_slice.py`), every solid's common section is an obstacle in a
vertical plane. A line passes over or under it. Rising and falling lines are searched separately.
Each volume's slice and each choice is then a half-plane of the line's two heights, and the search
clips convex polygons. If no polygon is left, every line of the cell is blocked. If one volume is
above the other, distance and height swap ("upright": a line passes left or right of a section).
Proofs use grown solids, witnesses solids grown a little less, so the search is finite.

A solid counts only between the volumes. A separating plane handles solids level with a volume's
end: a line that leaves the volume on the other side never meets the solid. A solid that overlaps a
volume is clipped to the part beyond the line's exit (through the volume's end, or through its top
or bottom).
"""

from __future__ import annotations

import numpy as np

from wc3d.geometry.jit import compile_inner
from wc3d.geometry.sight_search.cell_sections import (
    AREA,
    AT0,
    AT1,
    CREDIT,
    EDGE_ALONG,
    FLIPPED,
    FREE,
    FROM,
    HALVED,
    LEAN,
    MODE,
    OPEN,
    SCREENS,
    SPLIT_END,
    SPLIT_START,
    TO,
    TOTAL,
    UNCLEAR,
    UPRIGHT,
    USED,
    collect_sections,
    measure_reach,
    orient_cell,
)
from wc3d.geometry.sight_search.obscured_depth import MIN_LINES_AREA, has_shallow_line
from wc3d.geometry.sight_search.shutter_proof import is_bundle_shut
from wc3d.geometry.sight_search.vertical_slice import (
    CROSSES_PARTLY,
    FLAT,
    GROUNDED,
    INF,
    area_and_centroid,
    clip_polygon,
)

COUNTS, IGNORED, MIXED, CLIPPED = 0, 1, 2, 3
MAX_VAIN_SCREENINGS = 12  # bundles screened in a row without success
MAX_CHOICES_TRIED = 20_000  # most over-or-under choices tried above one cell
FREE_CHOICES_TRIED = 2_000  # further choices cost budget among meshes: 100 as much as a cell
MAX_SCREENED_BUNDLES = 48  # most bundles screened above one cell


@compile_inner
def _classify_solid(end, sign, k, joined, m, upright, lean, below_above, is_apart, normal):
    """Classify solid k as seen from one volume: COUNTS, IGNORED, MIXED or CLIPPED.

    `end` is the volume's index. `sign` is 1.0 for the volume where lines start (left, or lower),
    -1.0 for the other. For solids `joined` to others, only heights count.
    """
    matters = False
    side = below_above[end, k]
    if side != 0:
        ahead = side * sign if upright else side * lean * sign
        if ahead < 0.0:
            return IGNORED
        matters = True
    if is_apart[end, k] and not joined:
        positive, negative = 0, 0
        if upright and lean < 0:
            sign = -sign
        for i in range(m.shape[0]):
            d = sign * (normal[end, k, 0] + m[i] * normal[end, k, 1])
            if d > 0.0:
                positive += 1
            elif d < 0.0:
                negative += 1
        if negative == m.shape[0]:
            return IGNORED
        if negative == 0:
            matters = True
        elif not matters:
            return MIXED
    elif side == 0:
        return CLIPPED
    return COUNTS if matters else CLIPPED


@compile_inner
def _write_half_plane(row, s, v, s0, s1, sign):
    """Write the half-plane of two heights for lines at or above (`sign` -1.0: below) v at s."""
    t = (s - s0) / (s1 - s0)
    row[0] = sign * (1.0 - t)
    row[1] = sign * t
    row[2] = -sign * v


@compile_inner
def _write_choices(section, flat, grounded, upright, lean, s0, s1, half_planes, half_planes_n):
    """Write the half-planes of lines that pass over (row 0) or under (row 1) a section."""
    half_planes_n[0] = 0
    half_planes_n[1] = 0
    a, b = section[0], section[1]
    if upright and not flat:
        r = 0
        for q in range(2):
            if section[2 + q] <= section[4 + q]:
                for high in range(2):
                    _write_half_plane(
                        half_planes[0, r], section[2 + 2 * high + q], lean * section[q], s0, s1, 1.0
                    )
                    _write_half_plane(
                        half_planes[1, r],
                        section[2 + 2 * high + q],
                        lean * section[q],
                        s0,
                        s1,
                        -1.0,
                    )
                    r += 1
        half_planes_n[0] = r
        half_planes_n[1] = r
        return
    low_a, low_b, high_a, high_b = section[2], section[3], section[4], section[5]
    if upright:
        a, b, low_a, low_b, high_a, high_b = low_a, high_a, a, a, b, b
    if lean < 0:
        low_a, low_b, high_a, high_b = -high_a, -high_b, -low_a, -low_b
    _write_half_plane(half_planes[0, 0], a, high_a, s0, s1, 1.0)
    _write_half_plane(half_planes[1, 0], b, low_b, s0, s1, -1.0)
    half_planes_n[0] = 1
    half_planes_n[1] = 1
    if not flat:
        _write_half_plane(half_planes[0, 1], b, high_b, s0, s1, 1.0)
        _write_half_plane(half_planes[1, 1], a, low_a, s0, s1, -1.0)
        half_planes_n[0] = 2
        half_planes_n[1] = 2
    if grounded and not upright:  # no line passes below a solid that reaches the table
        half_planes_n[1 if lean > 0 else 0] = -1


@compile_inner
def _slice_volumes(result, ends, reaching, outer_bounds, inner_bounds, upright, lean, shrink):
    """Write outer and inner bounds of both slices as (s, v), with v turned so that lines rise."""
    start = int(result[FLIPPED])
    for e in range(2):
        volume = start if e == 0 else 1 - start
        low, high = ends[volume, 3] + shrink, ends[volume, 4] - shrink
        reach, outer_row, inner_row = reaching[volume], outer_bounds[e], inner_bounds[e]
        fits = reach[2] <= reach[3]
        if upright:
            outer_row[0], outer_row[1], inner_row[0], inner_row[1] = low, high, low, high
            outer_row[2], outer_row[3] = (
                (reach[0], reach[1]) if lean > 0 else (-reach[1], -reach[0])
            )
            if fits:
                inner_row[2], inner_row[3] = (
                    (reach[2], reach[3]) if lean > 0 else (-reach[3], -reach[2])
                )
            else:
                inner_row[2], inner_row[3] = outer_row[3], outer_row[2]
        else:
            outer_row[0], outer_row[1] = reach[0], reach[1]
            inner_row[0], inner_row[1] = (reach[2], reach[3]) if fits else (reach[1], reach[0])
            outer_row[2], outer_row[3] = (low, high) if lean > 0 else (-high, -low)
            inner_row[2], inner_row[3] = outer_row[2], outer_row[3]


@compile_inner
def _select_solids(
    m, start, solids, in_play, states, tally, below_above, is_apart, normal, upright, lean
):
    """Write the solids that count to `in_play`, and to `tally` whether some reach into a volume."""
    tally[USED], tally[SPLIT_START], tally[SPLIT_END] = 0, 0, 0
    for j in range(tally[TOTAL]):
        k = solids[j, 1]
        joined = solids[j, 2] == 1
        at_start = _classify_solid(
            start, 1.0, k, joined, m, upright, lean, below_above, is_apart, normal
        )
        at_end = _classify_solid(
            1 - start, -1.0, k, joined, m, upright, lean, below_above, is_apart, normal
        )
        if at_start == IGNORED or at_end == IGNORED:
            continue
        if (at_start == MIXED or at_end == MIXED) and m.shape[0] > 1:
            states[k] = CROSSES_PARTLY
            continue
        if at_start == CLIPPED:
            tally[SPLIT_START] = 1
        if at_end == CLIPPED:
            tally[SPLIT_END] = 1
        row = in_play[tally[USED]]
        row[0], row[1], row[2] = j, at_start, at_end
        tally[USED] += 1


@compile_inner
def _clip_to_slices(zone, spare, outer_bounds, inner_bounds, s0, s1, exit_by, enter_by):
    """Write the polygon of rising lines through both slices to `zone`; return its corners.

    Lines are given by v at s0 and s1. `exit_by` and `enter_by`: 0 anywhere, 1 through the slice's
    end, 2 through its upper (lower) side.
    """
    zone[0, 0], zone[0, 1], zone[1, 0], zone[1, 1] = -1e5, -1e5, 1e5, -1e5
    zone[2, 0], zone[2, 1], zone[3, 0], zone[3, 1] = 1e5, 1e5, -1e5, 1e5
    n = np.int64(4)  # a literal would make numba compile `clip` again
    for i in range(5):
        if i == 0:  # rising
            a, b, c = -1.0, 1.0, 0.0
        else:
            if i == 1:
                s, v, sign = (
                    (inner_bounds[0, 1] if exit_by == 1 else outer_bounds[0, 0]),
                    outer_bounds[0, 3],
                    -1.0,
                )
            elif i == 2:
                s, v, sign = (
                    outer_bounds[0, 1],
                    (inner_bounds[0, 3] if exit_by == 2 else outer_bounds[0, 2]),
                    1.0,
                )
            elif i == 3:
                s, v, sign = (
                    (inner_bounds[1, 0] if enter_by == 1 else outer_bounds[1, 1]),
                    outer_bounds[1, 2],
                    1.0,
                )
            else:
                s, v, sign = (
                    outer_bounds[1, 0],
                    (inner_bounds[1, 2] if enter_by == 2 else outer_bounds[1, 3]),
                    -1.0,
                )
            t = (s - s0) / (s1 - s0)
            a, b, c = sign * (1.0 - t), sign * t, -sign * v
        n = clip_polygon(zone, n, a, b, c, spare)
        if n < 3:
            return 0
        for k in range(n):
            zone[k, 0], zone[k, 1] = spare[k, 0], spare[k, 1]
    return n


@compile_inner
def _cut_section(pick, row, cut, outer_bounds, upright, lean, exit_by, enter_by):
    """Cut a section that reaches into a volume to the part beyond the exit or entry, into `cut`.

    Returns False if nothing is left.
    """
    a, b, low, high = row[0], row[1], row[2], row[4]
    for e in range(2):
        if pick[1 + e] != CLIPPED:
            continue
        by = exit_by if e == 0 else enter_by
        forward = e == 0
        edge = outer_bounds[0, 1] if e == 0 else outer_bounds[1, 0]
        if by == 2:
            edge = lean * outer_bounds[e, 3] if e == 0 else lean * outer_bounds[e, 2]
            forward = (lean > 0) == (e == 0)
        if (by == 1) != upright:
            if forward:
                a = max(a, edge)
            else:
                b = min(b, edge)
        elif forward:
            low = max(low, edge)
        else:
            high = min(high, edge)
    cut[0], cut[1], cut[2], cut[3], cut[4], cut[5] = a, b, low, low, high, high
    return a < b and low < high


@compile_inner
def _pass_forced(m, w, zn, s0, s1, upright, lean, exit_by, enter_by):
    """Clip the polygon of lines by every solid with only one passable side.

    The others' choices go to `w.half_planes`, their number to `w.tally[OPEN]`. Returns the
    polygon's corners (0 if no line is left).
    """
    zone, spare = w.stack[0], w.stack[w.stack.shape[0] - 1]
    open_n = 0
    for j in range(w.tally[USED]):
        k = w.solids[w.in_play[j, 0], 1]
        row = w.sections[w.solids[w.in_play[j, 0], 0]]
        foot = row[2]
        if w.in_play[j, 1] == CLIPPED or w.in_play[j, 2] == CLIPPED:
            if not w.kinds[k, FLAT] or row[0] > row[1]:
                if m.shape[0] > 1 or row[0] > row[1]:
                    w.states[k] = CROSSES_PARTLY
                    continue
            elif _cut_section(
                w.in_play[j],
                row,
                w.sections[w.reals.shape[0]],
                w.outer,
                upright,
                lean,
                exit_by,
                enter_by,
            ):
                row = w.sections[w.reals.shape[0]]
            else:
                continue
        half_planes, half_planes_n = w.half_planes[open_n], w.half_planes_n[open_n]
        grounded = w.kinds[k, GROUNDED] == 1 and row[2] <= foot
        _write_choices(
            row, w.kinds[k, FLAT] == 1, grounded, upright, lean, s0, s1, half_planes, half_planes_n
        )
        if half_planes_n[0] == 0 and half_planes_n[1] == 0:
            continue
        if half_planes_n[0] >= 0 and half_planes_n[1] >= 0:
            open_n += 1
            continue
        side = 0 if half_planes_n[0] >= 0 else 1
        for r in range(half_planes_n[side]):
            zn = clip_polygon(
                zone,
                zn,
                half_planes[side, r, 0],
                half_planes[side, r, 1],
                half_planes[side, r, 2],
                spare,
            )
            if zn < 3:
                return 0
            for i in range(zn):
                zone[i, 0], zone[i, 1] = spare[i, 0], spare[i, 1]
    w.tally[OPEN] = open_n
    return zn


@compile_inner
def _search_choices(p, m, x0, w, zn, s0, s1, upright, lean, limit, surfaces):
    """Search over or under the other solids, depth first, for a line within the depth `limit`."""
    stack, stack_n, in_play, result = w.stack, w.stack_n, w.in_play, w.found
    spare = stack[stack.shape[0] - 1]
    depth = 0
    stack_n[0] = zn
    in_play[0, 3] = 0
    steps, looks, meshes = 0, 0, surfaces.placements.shape[0] > 0
    while depth >= 0:
        if depth == w.tally[OPEN]:
            area, c0, c1 = area_and_centroid(stack[depth], stack_n[depth])
            good = area > MIN_LINES_AREA and (
                m.shape[0] > 1 or stack_n[depth] < stack.shape[1] - 1
            )  # full: a cut may be missing
            if good and limit < INF and w.tally[FREE] > 0:
                w.bounds[0], w.bounds[1] = w.outer[0, 1], w.outer[1, 0]
                good = has_shallow_line(
                    stack[depth, : stack_n[depth]], s0, s1, lean, m, upright, limit, w
                )
                area, c0, c1 = result[0], result[1], result[2]
            looks += 1
            if (
                good
                and w.tally[SCREENS]
                and m.shape[0] > 1
                and not upright
                and looks <= MAX_SCREENED_BUNDLES
            ):
                good = not is_bundle_shut(
                    p, m, x0, stack[depth, : stack_n[depth]], s0, s1, lean, surfaces, w
                )
                w.tally[CREDIT] = (
                    w.tally[CREDIT] - 1 if good else min(MAX_VAIN_SCREENINGS, w.tally[CREDIT] + 2)
                )
            if good:
                result[AREA], result[AT0], result[AT1] = area, lean * c0, lean * c1
                result[FROM], result[TO], result[LEAN] = s0, s1, lean
                return True
            depth -= 1
            continue
        choice = in_play[depth, 3]
        if choice > 1:
            depth -= 1
            continue
        in_play[depth, 3] = choice + 1
        steps += 1
        if meshes and steps > FREE_CHOICES_TRIED:
            w.tally[HALVED] += steps % 2
        if steps > MAX_CHOICES_TRIED:
            result[AREA] = 1.0
            return m.shape[0] > 1
        n = stack_n[depth]
        source, target = stack[depth], stack[depth + 1]
        for r in range(w.half_planes_n[depth, choice]):
            row = w.half_planes[depth, choice, r]
            n = clip_polygon(source, n, row[0], row[1], row[2], spare)
            if n < 3:
                break
            for i in range(n):
                target[i, 0], target[i, 1] = spare[i, 0], spare[i, 1]
            source = target
        if n >= 3:
            depth += 1
            stack_n[depth] = n
            in_play[depth, 3] = 0
    return False


@compile_inner
def find_open_line_in_cell(
    p, m, x0, w, gx, gy, active, joins, grow_up, grow_out, shrink, limit, proving, surfaces
):
    """Return whether a line of this cell may be open; for one plan line, whether one is.

    `active` are the pieces that may be above the cell. `gx`, `gy` are the footprints grown by
    `grow_out`; heights grow by `grow_up`. The volumes shrink by `shrink`. If `proving`, False
    proves that every line of the cell between them is blocked. With one plan line and the witness
    growth, `w.found` receives the line. `w` is a `Workspace`.
    """
    if not measure_reach(p, m, x0, w.ends, w.holds, w.reals, w.kinds, w.vx, w.vy, w.reach, shrink):
        return False
    orient_cell(w.found, w.reach, w.ends)
    w.found[EDGE_ALONG] = INF
    if w.found[MODE] == UNCLEAR:
        return p.shape[0] > 1
    upright = w.found[MODE] == UPRIGHT
    collect_sections(p, m, x0, w, gx, gy, active, joins, grow_up, grow_out, proving)
    for turn in range(2):
        lean = 1.0 - 2.0 * turn
        _slice_volumes(w.found, w.ends, w.reach, w.outer, w.inner, upright, lean, shrink)
        s0, s1 = w.outer[0, 0], w.outer[1, 1]
        if s1 - s0 < 1e-9:
            continue
        start = int(w.found[FLIPPED])
        _select_solids(
            m,
            start,
            w.solids,
            w.in_play,
            w.states,
            w.tally,
            w.below_above,
            w.apart,
            w.normal,
            upright,
            lean,
        )
        for exit_by in range(w.tally[SPLIT_START], 1 + 2 * w.tally[SPLIT_START]):
            for enter_by in range(w.tally[SPLIT_END], 1 + 2 * w.tally[SPLIT_END]):
                zn = _clip_to_slices(
                    w.stack[0],
                    w.stack[w.stack.shape[0] - 1],
                    w.outer,
                    w.inner,
                    s0,
                    s1,
                    exit_by,
                    enter_by,
                )
                if zn >= 3:
                    zn = _pass_forced(m, w, zn, s0, s1, upright, lean, exit_by, enter_by)
                if zn >= 3 and _search_choices(
                    p, m, x0, w, zn, s0, s1, upright, lean, limit, surfaces
                ):
                    return True
    return False
