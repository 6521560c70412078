"""A union of solids with its faces moved inward: the obstacles left when all solids shrink.

The union is cut into level slabs of constant plan. Moving faces inward by s shrinks each plan by s
(with sharp corners), lowers tops by s and raises bottoms by s. Sloped solids become terraces of
INSET_STEP_IN and shrink by balls, with an error of about half a step. Faces at table height 0
stay. Only solids near the two volumes count. Inches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.convex_parts import (
    STRAIGHT_TOLERANCE_IN,
    FootprintError,
    split_polygon_into_convex,
)
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism, footprint_between
from wc3d.geometry.tolerances import EPSILON_IN, MIN_THICKNESS_IN

INSET_STEP_IN = 0.04
TOUCHING_IN = 2e-5
"""Distance within which solids touch, in inches: parts of one mesh may be this far apart."""
QUARTER_CIRCLE_SIDES = 48
"""Sides per quarter circle of a disc's polygon: the error is 0.0002 of its radius."""
HULL_MARGIN_IN = 0.02
"""Distance from the volumes' hull within which solids count, in inches."""


def _plan(piece: Piece, low: float, high: float) -> shapely.Geometry | None:
    """Return the plan of a piece in the middle between two heights, or None."""
    section = footprint_between(piece, (low + high) / 2 - 1e-9, (low + high) / 2 + 1e-9)
    if section is None:
        return None
    if isinstance(section, tuple):
        return shapely.Point(section[0]).buffer(
            section[1] + TOUCHING_IN, quad_segs=QUARTER_CIRCLE_SIDES
        )
    return shapely.Polygon(section).buffer(TOUCHING_IN, join_style="mitre")


def _find_heights(pieces: Sequence[Piece]) -> NDArray[np.float64]:
    """Return the sorted heights at which the union's plan may change, merged within TOUCHING_IN."""
    heights = [h for p in pieces for h in (p.low, p.high)]
    for p in pieces:
        if not p.is_level:
            heights += np.arange(
                math.ceil(p.low / INSET_STEP_IN) * INSET_STEP_IN, p.high, INSET_STEP_IN
            ).tolist()
    ordered = np.unique(heights)
    return ordered[np.concatenate([[True], np.diff(ordered) > TOUCHING_IN])]


class SolidUnion:
    """The union of solids around two volumes, as slabs between heights."""

    def __init__(
        self, pieces: Sequence[Piece], a: Cylinder, b: Cylinder, max_shrink: float
    ) -> None:
        """Build a union for shrinking by up to `max_shrink`, from pieces near the volumes' hull."""
        discs = [shapely.Point(v.center).buffer(v.radius, quad_segs=16) for v in (a, b)]
        self.tube = shapely.convex_hull(shapely.union_all(discs)).buffer(HULL_MARGIN_IN)
        self.clip = shapely.oriented_envelope(self.tube)
        self.range = min(a.low, b.low), max(a.high, b.high)
        boxes = shapely.box(*np.array([p.box for p in pieces]).reshape(-1, 4).T)
        reached = shapely.dwithin(boxes, self.tube, max_shrink + HULL_MARGIN_IN)
        lowest, highest = self.range[0] - max_shrink, self.range[1] + max_shrink
        pieces = [
            p
            for p, is_near in zip(pieces, reached, strict=True)
            if is_near and p.low <= highest and p.high >= lowest
        ]
        self.flat = all(p.is_level for p in pieces)
        self.heights = _find_heights(pieces)
        around = self.clip.buffer(max_shrink + 0.1, join_style="mitre")
        self._level_plans = [
            (p.low, p.high, plan)
            for p in pieces
            if p.is_level and (plan := _plan(p, p.low, p.high)) is not None
        ]
        slopes = [p for p in pieces if not p.is_level]
        self.plans = [
            shapely.intersection(self._unite_plans(slopes, low, high), around)
            for low, high in pairwise(self.heights)
        ]
        covered = [
            shapely.covers(self.plans[1:], self.plans[:-1]),
            shapely.covers(self.plans[:-1], self.plans[1:]),
        ]
        # a slab below (0) or above (1) a height takes nothing away if it covers its neighbor
        self._wider = [*covered[1], False], [False, *covered[0]]
        self.grounded = len(self.heights) > 0 and self.heights[0] <= EPSILON_IN

    def _unite_plans(self, slopes: Sequence[Piece], low: float, high: float) -> shapely.Geometry:
        """Return the united plan of all pieces between two heights next to each other."""
        plans = [
            plan
            for bottom, top, plan in self._level_plans
            if bottom <= low + TOUCHING_IN and top >= high - TOUCHING_IN
        ]
        plans += [plan for p in slopes if (plan := _plan(p, low, high)) is not None]
        return shapely.union_all(plans)

    @cached_property
    def vanishing_sizes(self) -> tuple[float, ...]:
        """The shrinkages in inches at which a level piece alone vanishes, in order."""
        sizes = set[float]()
        for low, high, plan in self._level_plans:
            corners = shapely.get_coordinates(shapely.oriented_envelope(plan))
            sides = np.hypot(*(corners[1:3] - corners[:2]).T) if len(corners) == 5 else [0.0]
            sizes.add(round(float(min(sides)) / 2.0, 5))
            sizes.add(round((high - low) / 2.0, 5))
            sizes.add(round(high, 5))
        return tuple(sorted(sizes))

    def shrink(self, by: float) -> tuple[Prism, ...]:
        """Return the union shrunk by `by` as convex prisms, limited to the volumes' hull."""
        cuts = np.unique(
            np.concatenate(
                [self.heights - by, self.heights + by] if self.flat else [self.heights, [0.0]]
            )
        )
        cuts = np.unique(
            np.clip(
                cuts, max(0.0, self.range[0]) if self.grounded else self.range[0], self.range[1]
            )
        )
        plan_cache: dict[tuple[int, float], shapely.Geometry] = {}
        slabs: list[tuple[float, float, shapely.Geometry]] = []
        for low, high in pairwise(cuts):
            if high - low <= TOUCHING_IN:
                continue
            plan = self._shrink_plan((low + high) / 2, by, plan_cache)
            if slabs and low - slabs[-1][1] <= TOUCHING_IN and plan.equals_exact(slabs[-1][2], 0.0):
                slabs[-1] = slabs[-1][0], float(high), plan
            else:
                slabs.append((float(low), float(high), plan))
        parts: list[Prism] = []
        for low, high, plan in slabs:
            bottom = -1.0 if self.grounded and low <= EPSILON_IN else low
            for polygon in shapely.get_parts(shapely.intersection(plan, self.clip)):
                if (
                    polygon.geom_type == "Polygon"
                    and polygon.area > MIN_THICKNESS_IN
                    and polygon.intersects(self.tube)
                ):
                    parts += [
                        Prism(ring, Plane(bottom), Plane(high)) for ring in _convex_rings(polygon)
                    ]
        return tuple(parts)

    def _shrink_plan(
        self,
        z: float,
        by: float,
        plan_cache: dict[tuple[int, float], shapely.Geometry],
    ) -> shapely.Geometry:
        if (z - by < self.heights[0] and not self.grounded) or z + by > self.heights[-1]:
            return shapely.Polygon()
        remaining: shapely.Geometry | None = None
        for slab, plan in enumerate(self.plans):
            low, high = self.heights[slab : slab + 2]
            gap = max(low - z, z - high, 0.0)
            if gap > 0.0 and (gap >= by or self._wider[int(z < low)][slab]):
                continue
            inward = by if self.flat else math.sqrt(max(0.0, by * by - gap * gap))
            smaller = plan
            if inward > 0:
                smaller = plan_cache.get((slab, inward)) or plan.buffer(
                    -inward, join_style="mitre", mitre_limit=10.0
                )
                plan_cache[slab, inward] = smaller
            remaining = smaller if remaining is None else shapely.intersection(remaining, smaller)
            if remaining.is_empty:
                break
        return shapely.Polygon() if remaining is None else shapely.make_valid(remaining)


def _convex_rings(polygon: shapely.Polygon) -> tuple[NDArray[np.float64], ...]:
    """Split a shrunk plan; shrink one that nearly touches itself by a millionth of an inch more."""
    if not polygon.interiors:
        ring = shapely.get_coordinates(polygon.exterior)[:-1]
        ring = ring if polygon.exterior.is_ccw else ring[::-1]
        sides = np.concatenate([ring[1:], ring[:1]]) - ring
        before = np.concatenate([sides[-1:], sides[:-1]])
        turns = before[:, 0] * sides[:, 1] - before[:, 1] * sides[:, 0]
        if (turns > STRAIGHT_TOLERANCE_IN * np.hypot(*(before + sides).T)).all():
            return (ring,)
    try:
        return split_polygon_into_convex(polygon)
    except FootprintError:
        smaller = shapely.get_parts(polygon.buffer(-EPSILON_IN))
        return tuple(ring for part in smaller for ring in split_polygon_into_convex(part))
