"""Joints between mesh pieces that stand side by side or on one another: their inner solids fall short, and would leave a slit.

The ruling: pieces that were pushed together are together. A gap of up to `JOINT` between two mesh pieces is closed; one that is
wider by more than both inner solids may fall short never is.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.mesh_bounds.outlines import convex_polygons
from wc3d.geometry.mesh_bounds.parts import find_held
from wc3d.geometry.sight_search.arrays import Floats, Ints

JOINT = 1 / 32
"""Inches: a gap no wider than this between two mesh pieces is closed."""

OVERLAP = 0.005
"""Inches by which what closes a gap reaches into both pieces, so that none is left at its sides."""


LEAST_AREA = 1e-6
"""Square inches: less closes nothing."""

NEAR = 1e-6
"""Inches: what reaches out of another by no more lies within it."""

Closing = tuple[Floats, float, float]
"""A convex ring (n, 2; counter-clockwise) and the heights from which and to which it closes a gap."""


class JointSide(NamedTuple):
    """One of two pieces at a joint: the convex footprints of its inner solid and their heights (n, 2), where it stands."""

    footprints: np.ndarray
    heights: Floats

    def near(self, box: Floats, by: float) -> JointSide:
        """What comes within `by` of a box (from x, y, z, to x, y, z)."""
        bounds = shapely.bounds(self.footprints).reshape(-1, 4)
        is_near = (bounds[:, :2] <= box[3:5] + by).all(axis=1) & (bounds[:, 2:] >= box[:2] - by).all(axis=1)
        is_near &= (self.heights[:, 0] <= box[5] + by) & (self.heights[:, 1] >= box[2] - by)
        return JointSide(self.footprints[is_near], self.heights[is_near])

    @property
    def box(self) -> Floats:
        """From x, y, z, to x, y, z."""
        bounds = shapely.total_bounds(self.footprints)
        return np.array([*bounds[:2], self.heights[:, 0].min(), *bounds[2:], self.heights[:, 1].max()])


def find_joints(first: JointSide, second: JointSide, wide: float, tall: float) -> list[Closing]:
    """What closes the gaps between two pieces: convex rings (n, 2; counter-clockwise), each from one height to another.

    Gaps beside one another are closed up to `wide`, gaps above one another up to `tall`. Inches.
    """
    if not len(first.heights) or not len(second.heights):
        return []
    first, second = first.near(second.box, max(wide, tall)), second.near(first.box, max(wide, tall))
    if not len(first.heights) or not len(second.heights):
        return []
    i, j = shapely.STRtree(second.footprints).query(first.footprints, predicate="dwithin", distance=wide)
    low = np.maximum(first.heights[i, 0], second.heights[j, 0])
    high = np.minimum(first.heights[i, 1], second.heights[j, 1])
    return _without_held([*_beside(first, second, i, j, low, high), *_above(first, second, i, j, low, high, wide, tall)])


def _without_held(closings: list[Closing]) -> list[Closing]:
    """What closes gaps, less what lies within another: every search looks at all of it."""
    if not closings:
        return closings
    starts = np.concatenate([[0], np.cumsum([len(ring) for ring, _, _ in closings])])
    spans = np.array([(low, high) for _, low, high in closings])
    flags = find_held(np.concatenate([ring for ring, _, _ in closings]), starts, spans, NEAR)
    return [closing for closing, is_covered in zip(closings, flags.tolist(), strict=True) if not is_covered]


def _beside(first: JointSide, second: JointSide, i: Ints, j: Ints, low: Floats, high: Floats) -> list[Closing]:
    """Between footprints that stand beside one another: the hull of what is nearest in each."""
    level = (high - low > OVERLAP) & ~_overlap(first, second, i, j)
    a, b = first.footprints[i[level]], second.footprints[j[level]]
    gaps = shapely.distance(a, b)
    reach = gaps + OVERLAP
    ends = [shapely.intersection(c, shapely.buffer(d, reach, quad_segs=2)) for c, d in ((a, b), (b, a))]
    hulls = shapely.convex_hull(shapely.union(*ends))
    return _prisms(hulls, low[level], high[level])


def _overlap(first: JointSide, second: JointSide, i: Ints, j: Ints) -> NDArray[np.bool_]:
    """Which pairs of footprints reach so deep into one another that there is nothing to close: each by more than `OVERLAP`."""
    inner = [shapely.buffer(side.footprints, -OVERLAP, join_style="mitre") for side in (first, second)]
    return np.asarray(shapely.intersects(inner[0][i], inner[1][j]))


def _above(
    first: JointSide, second: JointSide, i: Ints, j: Ints, low: Floats, high: Floats, wide: float, tall: float
) -> list[Closing]:
    """Between footprints that stand on one another: what they have in common, as wide as the pieces themselves may be.

    Of all that stand at one height on what ends at one height the common area is cut up together.
    """
    stacked = (high <= low) & (low - high <= tall)
    i, j, low, high = i[stacked], j[stacked], low[stacked], high[stacked]
    short = (wide - JOINT) / 2
    grown_one, grown_other = (shapely.buffer(side.footprints, short, join_style="mitre") for side in (first, second))
    keys = np.column_stack([high, low, first.heights[i, 0] < second.heights[j, 0]])
    closings: list[Closing] = []
    for key in np.unique(keys, axis=0):
        alike = (keys == key).all(axis=1)
        tops, bottoms = grown_one[np.unique(i[alike])], grown_other[np.unique(j[alike])]
        common = shapely.intersection(shapely.union_all(tops), shapely.union_all(bottoms))
        areas = [p for p in shapely.get_parts(common) if p.geom_type == "Polygon" and p.area > LEAST_AREA]
        cut = [convex_polygons(area) for area in areas]
        if not all(cut):  # one that cannot be cut up: pair by pair
            pairs = shapely.intersection(grown_one[i[alike]], grown_other[j[alike]])
            closings += _prisms(pairs, high[alike] - OVERLAP, low[alike] + OVERLAP)
            continue
        closings += [(ring, float(key[0]) - OVERLAP, float(key[1]) + OVERLAP) for rings in cut for ring in rings]
    return closings


def _prisms(shapes: np.ndarray, low: Floats, high: Floats) -> list[Closing]:
    closings = []
    for shape, a, b in zip(shapely.normalize(shapes), low.tolist(), high.tolist(), strict=True):
        if shape.geom_type == "Polygon" and shape.area > LEAST_AREA:
            ring = shapely.get_coordinates(shapely.orient_polygons(shape))[:-1]
            closings.append((ring, a, b))
    return closings
