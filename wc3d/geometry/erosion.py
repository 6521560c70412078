"""The union of solids with its faces moved inward: how much must all of them shrink, together, to open a line?

Solids with level tops are cut into horizontal slabs in which their union is a plan; a face moved inward by s is then a plan
shrunk by s (corners stay sharp), and a top moved down by s, a bottom up. Sloped solids are taken as terraces of `STEP`, and
shrunk by balls. Faces on the table (height 0) stay. Inches.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely

from wc3d.geometry.footprints import convex_parts_of
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism, section_between

STEP = 0.02
SAME = 1e-6
"""Solids this near one another touch."""
ROUND = 48
"""Sides in a quarter circle: the outline of a disc is a polygon to within 0.0002 of its radius."""
THIN = 1e-9
LANE_EDGE = 0.05
"""How much wider than needed a lane is."""


def _plan(piece: Piece, low: float, high: float) -> shapely.Geometry | None:
    section = section_between(piece, low, high)
    if section is None:
        return None
    if isinstance(section, tuple):
        return shapely.Point(section[0]).buffer(section[1] + SAME, quad_segs=ROUND)
    return shapely.Polygon(section).buffer(SAME, join_style="mitre")


@dataclass(frozen=True)
class Lane:
    """All there is between two volumes: every line from one to the other stays in this plan and between these heights."""

    plan: shapely.Geometry
    low: float
    high: float


def lane(a: Cylinder, b: Cylinder) -> Lane:
    """The lane between two volumes, a little too large rather than too small."""
    discs = [shapely.Point(volume.center).buffer(volume.radius + LANE_EDGE, quad_segs=ROUND) for volume in (a, b)]
    low, high = min(a.low, b.low), max(a.high, b.high)
    return Lane(shapely.union_all(discs).convex_hull, low - LANE_EDGE, high + LANE_EDGE)


class Union:
    """The union of solids as slabs: heights between which the plan does not change (sloped solids: changes by a terrace)."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.flat = all(p.flat for p in pieces)
        heights = {h for p in pieces for h in (p.low, p.high)}
        for p in pieces:
            if not p.flat:
                heights.update(np.arange(p.low, p.high, STEP).tolist())
        self.heights = np.unique(np.round(sorted(heights), 6))
        self.plans = [
            shapely.union_all([g for p in pieces if (g := _plan(p, low, high)) is not None])
            for low, high in pairwise(self.heights)
        ]

    def shrunk(self, by: float, within: Lane | None = None) -> tuple[Prism, ...]:
        """The union with its faces moved inward by `by`, as convex prisms; of them what lies `within` a lane."""
        grounded = len(self.heights) > 0 and self.heights[0] <= 1e-6
        cuts = np.unique(np.round(np.concatenate([self.heights - by, self.heights + by]), 9))
        if grounded:
            cuts = np.unique(np.concatenate([[0.0], cuts[cuts > 0]]))
        parts: list[Prism] = []
        for low, high in pairwise(cuts):
            if within is not None and (high < within.low or low > within.high):
                continue
            plan = self._shrunk_plan((low + high) / 2, by, grounded)
            if within is not None:
                plan = shapely.intersection(plan, within.plan)
            for polygon in shapely.get_parts(shapely.get_parts(plan)):
                if polygon.geom_type == "Polygon" and polygon.area > THIN:
                    parts += [Prism(ring, Plane(float(low)), Plane(float(high))) for ring in convex_parts_of(polygon)]
        return tuple(parts)

    def _shrunk_plan(self, z: float, by: float, grounded: bool) -> shapely.Geometry:
        if (z - by < self.heights[0] and not grounded) or z + by > self.heights[-1]:
            return shapely.Polygon()
        plans = []
        for low, high, plan in zip(self.heights, self.heights[1:], self.plans, strict=False):
            gap = max(low - z, z - high, 0.0)
            if gap >= by and not (low < z < high):
                continue
            inward = by if self.flat else math.sqrt(by * by - gap * gap)
            plans.append(plan.buffer(-inward, join_style="mitre", mitre_limit=10.0) if inward > 0 else plan)
            if plans[-1].is_empty:
                return shapely.Polygon()
        return shapely.make_valid(shapely.intersection_all(plans)) if plans else shapely.Polygon()


def near(pieces: Sequence[Piece], a: Cylinder, b: Cylinder, margin: float) -> list[Piece]:
    """The pieces that come within `margin` of the box around two volumes, and all that touch those."""
    boxes = shapely.box(*np.array([p.box for p in pieces]).reshape(-1, 4).T)
    x0, y0, x1, y1 = (f(u, v) for f, u, v in zip((min, min, max, max), a.box, b.box, strict=True))
    inside = shapely.intersects(boxes, shapely.box(x0 - margin, y0 - margin, x1 + margin, y1 + margin))
    touching = shapely.union_all(shapely.buffer(boxes[inside], 1e-6))
    return [p for p, box in zip(pieces, boxes, strict=True) if shapely.intersects(box, touching)]
