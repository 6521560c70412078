"""The difference of two discs, in convex parts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import shapely

from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points

DISC_SIDES = 256
"""Sides of the polygon for the subtracted disc: exact to 0.0002" at a radius of 2"."""

MIN_PART_SQ_IN = 1e-9
"""Smallest part, in square inches."""


def subtract_disc(disc: tuple[XY, float], without: tuple[XY, float]) -> Iterator[Points]:
    """Yield the part of a disc outside another as convex counter-clockwise polygons (n, 2)."""
    (cx, cy), inner_radius = without
    outer_radius = math.dist(without[0], disc[0]) + disc[1] + 1.0
    whole = shapely.Point(disc[0]).buffer(
        disc[1] / math.cos(math.pi / DISC_SIDES), quad_segs=DISC_SIDES // 4
    )
    wide = 1.0 / math.cos(math.pi / DISC_SIDES)
    for k in range(DISC_SIDES):
        a, b = 2 * math.pi * (k - 0.5) / DISC_SIDES, 2 * math.pi * (k + 0.5) / DISC_SIDES
        ring = (inner_radius, a), (outer_radius, a), (outer_radius, b), (inner_radius, b)
        corners = [(cx + r * wide * math.cos(t), cy + r * wide * math.sin(t)) for r, t in ring]
        part = shapely.intersection(shapely.Polygon(corners), whole)
        if isinstance(part, shapely.Polygon) and part.area > MIN_PART_SQ_IN:
            yield np.array(shapely.orient_polygons(part).exterior.coords[:-1])
