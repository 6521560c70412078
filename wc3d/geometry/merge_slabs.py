"""Merge touching level solids above the table, such as a floor of many plates.

A line along the seams of many plates is hard to distinguish from one that passes between them.
Overlapping or touching plates are therefore also given as few convex prisms over their union's
plan, slab by slab. The union stays the same within EPSILON_IN.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely

from wc3d.geometry.convex_parts import (
    FootprintError,
    min_convex_parts,
    signed_area,
    split_polygon_into_convex,
)
from wc3d.geometry.solids import Piece, Plane, Points, Prism
from wc3d.geometry.tolerances import EPSILON_IN


def merge_slabs(pieces: Sequence[Piece]) -> list[tuple[Piece, Sequence[int]]]:
    """Merge groups of touching level prisms above the table; the union stays the same.

    Each solid comes with the indices in `pieces` that it represents.
    """
    alone = [(piece, (i,)) for i, piece in enumerate(pieces)]
    plates = [
        i
        for i, p in enumerate(pieces)
        if isinstance(p, Prism) and p.is_level and p.low > EPSILON_IN
    ]
    if len(plates) < 2:
        return list(alone)
    from scipy.sparse import coo_matrix  # slow import
    from scipy.sparse.csgraph import connected_components

    prisms = [p for i in plates if isinstance(p := pieces[i], Prism)]
    plans = shapely.buffer(
        [shapely.Polygon(p.points) for p in prisms], EPSILON_IN, join_style="mitre"
    )
    first, second = shapely.STRtree(plans).query(plans, predicate="intersects")
    low, high = np.array([p.low for p in prisms]), np.array([p.high for p in prisms])
    touching = (low[first] <= high[second] + EPSILON_IN) & (low[second] <= high[first] + EPSILON_IN)
    links = coo_matrix(
        (np.ones(touching.sum()), (first[touching], second[touching])),
        shape=(len(plates), len(plates)),
    )
    count, group_of = connected_components(links, directed=False)
    replaced: set[int] = set()
    added: list[tuple[Piece, Sequence[int]]] = []
    for group in range(count):
        members = np.flatnonzero(group_of == group)
        if len(members) > 1:
            parts, instead = _merge_group([prisms[i] for i in members], plans[members])
            places = [plates[i] for i in members]
            added += [(part, places) for part in parts]
            if instead:
                replaced.update(places)
    return [*(piece for i, piece in enumerate(alone) if i not in replaced), *added]


def _merge_group(plates: Sequence[Prism], plans: np.ndarray) -> tuple[list[Piece], bool]:
    """Return a group's slabs as few convex prisms, and whether they replace the plates."""
    heights = np.unique([h for p in plates for h in (p.low, p.high)])
    heights = heights[np.concatenate([[True], np.diff(heights) > EPSILON_IN])]
    parts: list[Piece] = []
    for low, high in pairwise(heights.tolist()):
        members = [
            i
            for i, p in enumerate(plates)
            if p.low <= low + EPSILON_IN and p.high >= high - EPSILON_IN
        ]
        if len(members) < 2:
            continue
        whole = shapely.union_all(plans[members])
        if sum(map(min_convex_parts, shapely.get_parts(whole))) >= len(members):
            continue  # no fewer prisms than before
        union = whole.buffer(-EPSILON_IN, join_style="mitre").simplify(2 * EPSILON_IN)
        if union.is_empty:  # GEOS loses some unions with corners close together
            union = (
                shapely.set_precision(whole, EPSILON_IN / 100)
                .buffer(-EPSILON_IN, join_style="mitre")
                .simplify(2 * EPSILON_IN)
            )
        polygons = [polygon for polygon in shapely.get_parts(union) if polygon.area > EPSILON_IN]
        try:
            rings = [
                _convex_ring(r) for polygon in polygons for r in split_polygon_into_convex(polygon)
            ]
        except FootprintError:
            return [], False
        exact = abs(sum(signed_area(r) for r in rings) - union.area) <= 1e-4 * max(
            1.0, union.length
        )
        if exact and len(rings) < len(members):
            parts += [Prism(ring, Plane(low), Plane(high)) for ring in rings]
    return parts, len(heights) == 2 and bool(parts)


def _convex_ring(ring: Points) -> Points:
    """Return a ring that is convex except for rounding as a convex counter-clockwise ring."""
    corners = np.asarray(shapely.Polygon(ring).convex_hull.exterior.coords)[:-1]
    return corners if signed_area(corners) > 0 else corners[::-1]
