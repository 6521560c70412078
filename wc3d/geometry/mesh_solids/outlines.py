"""Cell outlines as polygons, simplified in- or outward and split into convex parts, in cells."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import shapely

from wc3d.geometry.jit import compile_outer
from wc3d.geometry.mesh_solids.bit_masks import Mask, grow_mask, mask_rings, shrink_mask
from wc3d.geometry.solids import Points

MIN_POLYGON_SQ_CELLS = 2.0
"""Smallest polygon of an inner solid, in square cells."""

MAX_HULL_WIDTH_CELLS = 60.0
"""Widest polygon that an outer solid replaces with its hull if it cannot be split, in cells."""

CONVEXITY_TOLERANCE_CELLS = 1e-6
"""Depth of an inward turn allowed in a convex polygon, for rounding, in cells."""


def mask_polygons(mask: Mask) -> list[shapely.Polygon]:
    """Return the cells of a mask as polygons with holes."""
    traced = mask_rings(mask)
    areas = [_signed_area(r) for r in traced]
    shells = [r for r, area in zip(traced, areas, strict=True) if area > 0.0]
    holes = [r for r, area in zip(traced, areas, strict=True) if area < 0.0]
    owner: list[list[Points]] = [[] for _ in shells]
    if holes:
        around = shapely.polygons([shapely.linearrings(r) for r in shells])
        sizes = shapely.area(around)
        # a point inside, next to the hole's first edge: the smallest shell around it owns the hole
        shell, hole = shapely.STRtree(shapely.points([_point_beside(r) for r in holes])).query(
            around, predicate="contains"
        )
        smallest_last = np.argsort(-sizes[shell], kind="stable")
        owner_of = dict(
            zip(hole[smallest_last].tolist(), shell[smallest_last].tolist(), strict=True)
        )
        for number, into in owner_of.items():
            owner[into].append(holes[number])
    return [
        shapely.Polygon(shell, shell_holes)
        for shell, shell_holes in zip(shells, owner, strict=True)
    ]


def _signed_area(ring: Points) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float(x[:-1] @ y[1:] - x[1:] @ y[:-1] + x[-1] * y[0] - x[0] * y[-1]) / 2


def _point_beside(ring: Points) -> tuple[float, float]:
    """Return a point a third of a cell to the left of the middle of a ring's first edge."""
    (ax, ay), (bx, by) = ring[0], ring[1]
    length = abs(bx - ax) + abs(by - ay)
    return (ax + bx) / 2 - (by - ay) / length / 3, (ay + by) / 2 + (bx - ax) / length / 3


def inner_outlines(mask: Mask, gives: Sequence[int]) -> list[shapely.Polygon]:
    """Return polygons inside a mask's cells that fall short by up to 2 * `gives[0]` cells.

    Parts too narrow for this use the next of `gives`. Parts too narrow for the last are dropped.
    """
    result: list[shapely.Polygon] = []
    rest = mask
    for by in gives:
        small = shrink_mask(rest, by)
        result += [
            p
            for p in _simplify(mask_polygons(small), by * 0.999)
            if p.area >= max(MIN_POLYGON_SQ_CELLS, by * by)
        ]
        rest = rest & ~grow_mask(small, by + 1)
        if not rest.any():
            break
    return result


def outer_outlines(mask: Mask, give: int) -> list[shapely.Polygon]:
    """Return polygons around all cells of a mask that reach out by up to 2 * `give` cells."""
    return _simplify(mask_polygons(grow_mask(mask, give)), give * 0.999)


def _simplify(shapes: list[shapely.Polygon], by: float) -> list[shapely.Polygon]:
    """Simplify polygons: edges move by up to `by`, and points farther from edges keep their side.

    Each ring is simplified as a closed line, because shapely moves the ends of a ring twice. The
    winding around farther points stays the same. Crossing rings follow the even-odd rule, because
    `buffer(0)` would lose parts.
    """
    if not shapes:
        return []
    rings, owner = shapely.get_rings(np.array(shapes), return_index=True)
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    lines = shapely.linestrings(corners, indices=ring)
    simple = [
        shapely.get_coordinates(line)
        for line in shapely.simplify(lines, by, preserve_topology=False)
    ]
    starts = [*np.flatnonzero(np.diff(owner, prepend=-1)).tolist(), len(rings)]
    result: list[shapely.Polygon] = []
    for first, end in itertools.pairwise(starts):
        shell, *holes = simple[first:end]
        if len(shell) < 4:  # the polygon collapsed: nothing is that far inside
            continue
        polygon = shapely.Polygon(shell, [hole for hole in holes if len(hole) > 3])
        result += (
            [polygon]
            if polygon.is_valid
            else _get_polygons(shapely.make_valid(polygon, method="linework"))
        )
    return [p for p in result if p.area > 0.0]


def _get_polygons(shape: shapely.Geometry) -> list[shapely.Polygon]:
    return [
        p
        for part in shapely.get_parts(shape)
        for p in shapely.get_parts(part)
        if p.geom_type == "Polygon"
    ]


@compile_outer
def _merge_triangles(corners, triangles, straight, rings, starts):
    """Merge counter-clockwise triangles (n, 3) that share sides while the result is convex.

    Uses the algorithm of Hertel and Mehlhorn. Corners of rings go to `rings`, the start of each
    ring to `starts`. Returns the number of rings.
    """
    edges = 3 * triangles.shape[0]
    origin = np.empty(edges, np.int64)
    following = np.empty(edges, np.int64)
    previous = np.empty(edges, np.int64)
    length = np.empty(edges)
    for e in range(edges):
        t = e // 3
        origin[e] = triangles[t, e % 3]
        following[e] = 3 * t + (e + 1) % 3
        previous[e] = 3 * t + (e + 2) % 3
    # the other half of each edge: sorted by both ends
    keys = np.empty(edges, np.int64)
    for e in range(edges):
        a, b = origin[e], origin[following[e]]
        keys[e] = min(a, b) * corners.shape[0] + max(a, b)
        length[e] = (corners[a, 0] - corners[b, 0]) ** 2 + (corners[a, 1] - corners[b, 1]) ** 2
    order = np.argsort(keys)
    twin = np.full(edges, -1, np.int64)
    for i in range(edges - 1):
        if keys[order[i]] == keys[order[i + 1]]:
            twin[order[i]], twin[order[i + 1]] = order[i + 1], order[i]
    is_removed = np.zeros(edges, np.uint8)
    for e in np.argsort(-length):
        g = twin[e]
        if g < 0 or is_removed[e] or g < e:
            continue
        convex = True
        for h, k in ((e, g), (g, e)):
            p, a, q = origin[previous[h]], origin[h], origin[following[following[k]]]
            ux, uy = corners[a, 0] - corners[p, 0], corners[a, 1] - corners[p, 1]
            vx, vy = corners[q, 0] - corners[a, 0], corners[q, 1] - corners[a, 1]
            if ux * vy - uy * vx < -straight * math.sqrt((ux + vx) ** 2 + (uy + vy) ** 2):
                convex = False
        if not convex:
            continue
        following[previous[e]], previous[following[g]] = following[g], previous[e]
        following[previous[g]], previous[following[e]] = following[e], previous[g]
        is_removed[e], is_removed[g] = 1, 1
    count = 0
    at = 0
    for first in range(edges):
        if is_removed[first]:
            continue
        starts[count] = at
        e = first
        while not is_removed[e]:
            is_removed[e] = 1
            rings[at] = origin[e]
            at += 1
            e = following[e]
        count += 1
    starts[count] = at
    return count


def split_inside(outline: shapely.Polygon) -> list[Points]:
    """Split a polygon into convex parts; drop an unsplittable one, as an inner solid may shrink."""
    try:
        parts = shapely.get_coordinates(shapely.constrained_delaunay_triangles(outline)).reshape(
            -1, 4, 2
        )[:, :3]
    except shapely.errors.GEOSException:  # GEOS fails on outlines that almost touch themselves
        return []
    e, f = parts[:, 1] - parts[:, 0], parts[:, 2] - parts[:, 0]
    area = e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]
    if abs(np.abs(area).sum() / 2 - outline.area) > 1e-6 * outline.area:
        return []
    parts = parts[area != 0.0]
    parts[area[area != 0.0] < 0.0] = parts[area[area != 0.0] < 0.0][:, ::-1]
    corners, number = np.unique(parts.reshape(-1, 2), axis=0, return_inverse=True)
    rings = np.empty(len(corners) * 8 + 3 * len(parts), np.int64)
    starts = np.empty(len(parts) + 1, np.int64)
    count = int(
        _merge_triangles(
            corners,
            number.reshape(-1, 3).astype(np.int64),
            CONVEXITY_TOLERANCE_CELLS,
            rings,
            starts,
        )
    )
    return [corners[rings[starts[i] : starts[i + 1]]] for i in range(count)]


def split_covering(outline: shapely.Polygon) -> list[Points]:
    """Split a polygon into convex parts that cover it: an outer solid must not shrink.

    An unsplittable polygon is halved until its parts can be split. The hull replaces a part that
    cannot.
    """
    rings = split_inside(outline)
    if rings:
        return rings
    low_x, low_y, high_x, high_y = outline.bounds
    wide = high_x - low_x
    tall = high_y - low_y
    if max(wide, tall) > MAX_HULL_WIDTH_CELLS:
        x, y = (low_x + wide / 2, high_y) if wide > tall else (high_x, low_y + tall / 2)
        halves = (
            shapely.box(low_x, low_y, x, y),
            shapely.box(low_x + high_x - x, low_y + high_y - y, high_x, high_y),
        )
        try:
            parts = [
                p
                for half in halves
                for p in _get_polygons(shapely.intersection(outline, half))
                if p.area > 0.0
            ]
        except shapely.errors.GEOSException:
            parts = []
        if parts and abs(sum(p.area for p in parts) - outline.area) <= 1e-6 * outline.area:
            return [ring for part in parts for ring in split_covering(part)]
    hull = shapely.orient_polygons(shapely.convex_hull(outline))
    return [shapely.get_coordinates(hull)[:-1]] if hull.geom_type == "Polygon" else []
