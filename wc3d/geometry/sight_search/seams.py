"""Fills for joints of adjacent mesh pieces, whose inner solids fall short and leave slits.

By ruling, pieces that were pushed together belong together. A gap of up to MAX_SEAM_GAP_IN between
two mesh pieces is closed. A gap wider by more than both inner solids' shortfalls never is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.mesh_solids.connected_cells import find_contained_prisms
from wc3d.geometry.mesh_solids.outlines import split_inside
from wc3d.geometry.sight_search.workspace import Floats, Ints

MAX_SEAM_GAP_IN = 1 / 32
"""Widest gap between two mesh pieces that is closed, in inches."""

SEAM_OVERLAP_IN = 0.005
"""Depth in inches by which a fill reaches into both pieces."""


MIN_SEAM_AREA_SQ_IN = 1e-6
"""Smallest fill, in square inches."""

CONTAINMENT_TOLERANCE_IN = 1e-6
"""Distance in inches by which a contained fill may reach out."""

SeamFill = tuple[Floats, float, float]
"""A convex counter-clockwise ring (n, 2), and the fill's lowest and highest height."""


class SeamSide(NamedTuple):
    """One of two pieces at a joint: its inner solid's convex footprints and heights (n, 2)."""

    footprints: np.ndarray
    heights: Floats

    def part_near(self, box: Floats, by: float) -> SeamSide:
        """Return the part within `by` of a box (lowest x, y, z, highest x, y, z)."""
        bounds = shapely.bounds(self.footprints).reshape(-1, 4)
        is_near = (bounds[:, :2] <= box[3:5] + by).all(axis=1) & (
            bounds[:, 2:] >= box[:2] - by
        ).all(axis=1)
        is_near &= (self.heights[:, 0] <= box[5] + by) & (self.heights[:, 1] >= box[2] - by)
        return SeamSide(self.footprints[is_near], self.heights[is_near])

    @property
    def box(self) -> Floats:
        """The bounding box: lowest x, y, z, highest x, y, z."""
        bounds = shapely.total_bounds(self.footprints)
        return np.array(
            [*bounds[:2], self.heights[:, 0].min(), *bounds[2:], self.heights[:, 1].max()]
        )


def find_seam_fills(first: SeamSide, second: SeamSide, wide: float, tall: float) -> list[SeamFill]:
    """Return the fills of gaps between two pieces: convex counter-clockwise rings and heights.

    Horizontal gaps are closed up to `wide`, vertical gaps up to `tall`. Inches.
    """
    if not len(first.heights) or not len(second.heights):
        return []
    first, second = (
        first.part_near(second.box, max(wide, tall)),
        second.part_near(first.box, max(wide, tall)),
    )
    if not len(first.heights) or not len(second.heights):
        return []
    i, j = shapely.STRtree(second.footprints).query(
        first.footprints, predicate="dwithin", distance=wide
    )
    low = np.maximum(first.heights[i, 0], second.heights[j, 0])
    high = np.minimum(first.heights[i, 1], second.heights[j, 1])
    return _drop_covered(
        [
            *_close_beside(first, second, i, j, low, high),
            *_close_above(first, second, i, j, low, high, wide, tall),
        ]
    )


def _drop_covered(closings: list[SeamFill]) -> list[SeamFill]:
    """Drop fills inside others, because every search tests all fills."""
    if not closings:
        return closings
    starts = np.concatenate([[0], np.cumsum([len(ring) for ring, _, _ in closings])])
    spans = np.array([(low, high) for _, low, high in closings])
    flags = find_contained_prisms(
        np.concatenate([ring for ring, _, _ in closings]), starts, spans, CONTAINMENT_TOLERANCE_IN
    )
    return [
        closing
        for closing, is_covered in zip(closings, flags.tolist(), strict=True)
        if not is_covered
    ]


def _close_beside(
    first: SeamSide, second: SeamSide, i: Ints, j: Ints, low: Floats, high: Floats
) -> list[SeamFill]:
    """Return the fills between adjacent footprints: the hull of the nearest parts of both."""
    level = (high - low > SEAM_OVERLAP_IN) & ~_is_overlapping(first, second, i, j)
    a, b = first.footprints[i[level]], second.footprints[j[level]]
    gaps = shapely.distance(a, b)
    reach = gaps + SEAM_OVERLAP_IN
    ends = [
        shapely.intersection(c, shapely.buffer(d, reach, quad_segs=2)) for c, d in ((a, b), (b, a))
    ]
    hulls = shapely.convex_hull(shapely.union(*ends))
    return _to_closings(hulls, low[level], high[level])


def _is_overlapping(first: SeamSide, second: SeamSide, i: Ints, j: Ints) -> NDArray[np.bool_]:
    """Return which pairs of footprints overlap by more than SEAM_OVERLAP_IN and need no fill."""
    inner = [
        shapely.buffer(side.footprints, -SEAM_OVERLAP_IN, join_style="mitre")
        for side in (first, second)
    ]
    return np.asarray(shapely.intersects(inner[0][i], inner[1][j]))


def _close_above(
    first: SeamSide,
    second: SeamSide,
    i: Ints,
    j: Ints,
    low: Floats,
    high: Floats,
    wide: float,
    tall: float,
) -> list[SeamFill]:
    """Return the fills between footprints above one another, from grown footprints.

    All footprints that start at one height above those that end at one height are split together.
    """
    stacked = (high <= low) & (low - high <= tall)
    i = i[stacked]
    j = j[stacked]
    low = low[stacked]
    high = high[stacked]
    short = (wide - MAX_SEAM_GAP_IN) / 2
    grown_one, grown_other = (
        shapely.buffer(side.footprints, short, join_style="mitre") for side in (first, second)
    )
    keys = np.column_stack([high, low, first.heights[i, 0] < second.heights[j, 0]])
    closings: list[SeamFill] = []
    for key in np.unique(keys, axis=0):
        alike = (keys == key).all(axis=1)
        tops = grown_one[np.unique(i[alike])]
        bottoms = grown_other[np.unique(j[alike])]
        common = shapely.intersection(shapely.union_all(tops), shapely.union_all(bottoms))
        areas = [
            p
            for p in shapely.get_parts(common)
            if p.geom_type == "Polygon" and p.area > MIN_SEAM_AREA_SQ_IN
        ]
        cut = [split_inside(area) for area in areas]
        if not all(cut):  # unsplittable: pair by pair
            pairs = shapely.intersection(grown_one[i[alike]], grown_other[j[alike]])
            closings += _to_closings(
                pairs, high[alike] - SEAM_OVERLAP_IN, low[alike] + SEAM_OVERLAP_IN
            )
            continue
        closings += [
            (ring, float(key[0]) - SEAM_OVERLAP_IN, float(key[1]) + SEAM_OVERLAP_IN)
            for rings in cut
            for ring in rings
        ]
    return closings


def _to_closings(shapes: np.ndarray, low: Floats, high: Floats) -> list[SeamFill]:
    closings = []
    for shape, a, b in zip(shapely.normalize(shapes), low.tolist(), high.tolist(), strict=True):
        if shape.geom_type == "Polygon" and shape.area > MIN_SEAM_AREA_SQ_IN:
            ring = shapely.get_coordinates(shapely.orient_polygons(shape))[:-1]
            closings.append((ring, a, b))
    return closings
