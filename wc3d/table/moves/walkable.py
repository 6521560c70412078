"""Sheets for `reach`: where the center of a model's base can go at a height, and where it can
stop.

All areas are slightly too small, so that every place offered can be reached. The loss is up to
0.5% of the radii that bound them, and 0.03" at edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.boxes import Box, boxes_overlap
from wc3d.geometry.disc_coverage import grow_outline
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Piece, Points, footprint_between
from wc3d.geometry.sweep import disc_overlaps
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN
from wc3d.geometry.visibility_graph import (
    DISC_SIDES,
    POLYGON_STANDOFF_RADII,
    PlanObstacles,
    inflate_section,
    polygon_around_disc,
    polygon_inside_disc,
)
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.moves import edge_overlap
from wc3d.table.moves.rough_ground import rough_ground_patches
from wc3d.table.space_policy import Motion
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import (
    StandableLevel,
    bodies_at_heights,
    extend_upward,
    flat_tops,
    level_at,
    overlapping_models,
    piece_footprint,
    solid_sections,
    support_height,
)

CURVE_SHRINK_FACTOR = 1.0007
"""The factor on the base's radius by which surfaces shrink, to stay inside the true curve."""

COARSE_SHRINK_FACTOR = 1.006
"""The factor for curves with few corners; the loss is less than the margin of a path."""

FILLET_LOSS_IN = 3e-3
"""The loss where fillets of narrow gaps have fewer corners. Inches."""

EDGE_STEP_IN = 0.25
"""The spacing of points where a model may step off an edge. Inches."""

MANY_PLANS, RIM_TOLERANCE_IN, RIM_MARGIN_IN = 400, 1e-6, 1e-3
"""Of more plans than this, only those on the rim grow; the rim's tolerance and margin. Inches."""

BEYOND_EDGE_IN = 0.03
"""The distance beyond a level's polygon at which no part of the base is over the level. Inches."""


def inner_polygon(section: Section) -> shapely.Polygon:
    """Return a section as a polygon (for a disc, the polygon inside it)."""
    return shapely.Polygon(polygon_inside_disc(*section) if isinstance(section, tuple) else section)


def split_polygons(area: shapely.Geometry) -> list[shapely.Polygon]:
    """Return the polygons of an area."""
    return [
        p
        for p in shapely.get_parts(area).tolist()
        if isinstance(p, shapely.Polygon) and not p.is_empty
    ]


class WalkablePart(Enum):
    """A part of a sheet above the table, if a walk may cross an edge only to leave its level."""

    ALL = "everywhere above the floor"
    ON = "where the whole base is on the floor"
    OVER = "where part of the base is over an edge"


class WalkableSheet:
    """The places where a model's center can go at height z with part of the base supported.

    `keep_off_rough` also closes rough ground. `flying` closes only impassable terrain. `hovering`
    is a flier that stays at this height without support. `part` restricts the sheet to places with
    the whole base on the level, or with part of it over an edge.
    """

    def __init__(
        self,
        table: TableState,
        body: Body,
        z: float,
        box: Box,
        keep_off_rough: bool = False,
        flying: bool = False,
        hovering: bool = False,
        part: WalkablePart = WalkablePart.ALL,
    ) -> None:
        self.table = table
        self.body = body
        self.z = z
        self.box = box
        self.part = part
        self.keep_off_rough = keep_off_rough
        self.flying = flying
        self.hovering = hovering
        self.radius = body.radius

    def _plan(self, feature: Feature, piece: Piece) -> Section | None:
        """Return the part of a piece that stops the volume, or None if the model can cross it."""
        low, high = self.z + EPSILON_IN, self.z + self.body.height - EPSILON_IN
        endless = feature.kind is Kind.IMPASSABLE
        if self.flying:
            return piece_footprint(piece) if endless and piece.low < high else None
        crossed = feature.kind is Kind.OBSTACLE and not self.hovering
        if crossed and piece.high <= self.z + self.table.policy.obstacle_height + EPSILON_IN:
            return None
        return footprint_between(extend_upward(piece) if endless else piece, low, high)

    def _walls(self) -> list[Points]:
        """Return the obstacles to the volume, grown by the base's radius."""
        r, (x0, y0, x1, y1) = self.radius, self.box
        search_box = (x0 - r, y0 - r, x1 + r, y1 + r)
        pieces = (
            (f, p) for f in self.table.features if f.solid for p in f.pieces_in_box(search_box)
        )
        plans = [plan for f, p in pieces if (plan := self._plan(f, p)) is not None]
        if self.flying:
            return [inflate_section(plan, r) for plan in plans]
        low = self.z
        high = self.z + self.body.height
        policy = self.table.policy
        for model, volume in bodies_at_heights(self.table, low, high, (self.body.id,)):
            if not policy.can_pass_through(model, self.body, Motion.WALK):
                plans.append((volume.center, volume.radius))
        if self.keep_off_rough:
            plans += [plan for _, plan in rough_ground_patches(self.table.features, low, high)]
        return [inflate_section(plan, r) for plan in plans]

    @cached_property
    def walls(self) -> list[Points]:
        """Convex polygons closed to the center: solids, models, and rough ground to avoid."""
        return [
            w
            for w in self._walls()
            if boxes_overlap((*w.min(axis=0).tolist(), *w.max(axis=0).tolist()), self.box)
        ]

    @cached_property
    def table_area(self) -> shapely.Geometry:
        """The area where the whole base is on the table."""
        width, depth = self.table.size
        return shapely.box(self.radius, self.radius, width - self.radius, depth - self.radius)

    @cached_property
    def supported_area(self) -> shapely.Geometry | None:
        """The area with any part of the base over the level; None for the table."""
        if self.z <= EPSILON_IN or self.flying or self.hovering:
            return None
        if self.part is WalkablePart.ON:
            return self.ground_area
        shapes = [
            t.section
            for t in flat_tops(self.table.features)
            if abs(t.height - self.z) <= EPSILON_IN
        ]
        tight = [_shrunk_inflation(s, self.radius) for s in shapes]
        return shapely.union_all(tight)

    @cached_property
    def ground_area(self) -> shapely.Geometry:
        """The area with the whole base on the level, or over gaps too narrow to fall through."""
        area = edge_overlap.ground_area(self.table.features, self.z, self.radius).simplify(
            FILLET_LOSS_IN
        )
        return shapely.buffer(
            area, -self.radius * COARSE_SHRINK_FACTOR - FILLET_LOSS_IN, quad_segs=8
        )

    @cached_property
    def obstacles(self) -> PlanObstacles:
        """Everything that the center cannot enter, including the air beyond the level's edge."""
        closed = list(self.walls)
        if self.supported_area is not None:
            x0, y0, x1, y1 = (
                self.box if self.supported_area.is_empty else self.supported_area.bounds
            )
            frame = shapely.box(x0 - 1, y0 - 1, x1 + 1, y1 + 1)
            air = shapely.difference(
                frame, shapely.buffer(self.supported_area, 3 * EPSILON_IN / 10, join_style="mitre")
            )
            if self.part is WalkablePart.OVER:
                air = shapely.union(
                    air, shapely.buffer(self.ground_area, -3 * EPSILON_IN / 10, join_style="mitre")
                )
            for triangle in split_polygons(shapely.constrained_delaunay_triangles(air)):
                corners = shapely.get_coordinates(shapely.orient_polygons(triangle))[:-1]
                closed.append(
                    np.asarray(grow_outline(corners))
                )  # grown, so that nothing slips along a seam
        return PlanObstacles(closed)

    def turning_corners(self) -> tuple[Points, Points, Points]:
        """Return the corners where shortest paths turn, with their neighbors on the obstacle."""
        groups = [(w, np.roll(w, 1, axis=0), np.roll(w, -1, axis=0)) for w in self.walls]
        if self.supported_area is not None:
            groups += list(_reflex_corners(self.supported_area))
        if not groups:
            empty_points = np.zeros((0, 2))
            return empty_points, empty_points, empty_points
        at, previous_points, next_points = (
            np.concatenate([g[i] for g in groups]) for i in range(3)
        )
        shapely.prepare(self.table_area)
        fine = shapely.intersects_xy(
            self.table_area, at[:, 0], at[:, 1]
        ) & ~self.obstacles.contains_points(at)
        return at[fine], previous_points[fine], next_points[fine]

    def edge_points(self) -> list[XY]:
        """Return points where a base comes to an edge from its level, or back from the edge."""
        rings = [
            ring
            for polygon in split_polygons(self.ground_area)
            for ring in (polygon.exterior, *polygon.interiors)
        ]
        points = [
            ring.interpolate(along)
            for ring in rings
            for along in np.arange(0.0, ring.length, EDGE_STEP_IN).tolist()
        ]
        return [(point.x, point.y) for point in points]

    def drop_points(self) -> list[tuple[XY, XY, float]]:
        """Return points on the level's edge, each with a point just beyond it and the height to
        which a model falls there.
        """
        if self.supported_area is None:
            return []
        exits = []
        for ring in [
            r for p in split_polygons(self.supported_area) for r in (p.exterior, *p.interiors)
        ]:
            ring = shapely.segmentize(
                shapely.orient_polygons(shapely.Polygon(ring)).exterior, EDGE_STEP_IN
            )
            points = shapely.get_coordinates(ring)[:-1]
            way = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
            normals = (
                np.column_stack([way[:, 1], -way[:, 0]])
                / np.maximum(np.linalg.norm(way, axis=1), TINY_LENGTH_IN)[:, None]
            )
            for inner, normal in zip(points.tolist(), normals.tolist(), strict=True):
                for outer in (
                    (
                        inner[0] + s * BEYOND_EDGE_IN * normal[0],
                        inner[1] + s * BEYOND_EDGE_IN * normal[1],
                    )
                    for s in (1, -1)
                ):
                    if not self._is_supported(outer):
                        exits.append(((inner[0], inner[1]), outer, self._landing_height(outer)))
                        break
        return [(a, b, z) for a, b, z in exits if z is not None]

    def _is_supported(self, point: XY) -> bool:
        return any(
            disc_overlaps(point, self.radius, t.section)
            for t in flat_tops(self.table.features)
            if abs(t.height - self.z) <= EPSILON_IN
        )

    def _landing_height(self, point: XY) -> float | None:
        """Return the height where a falling model lands, or None if it lands on a model."""
        ground = support_height(self.table, self.body.base, point, self.z)
        volume = self.body.moved((*point, ground)).volume
        return None if overlapping_models(self.table, volume, ignore=(self.body.id,)) else ground


def _shrunk_inflation(section: Section, radius: float) -> shapely.Geometry:
    """Return the area within `radius` of a section, as a polygon inside the true area."""
    inner = polygon_inside_disc((0.0, 0.0), radius)[::2]
    if isinstance(section, tuple):
        return shapely.Polygon(polygon_inside_disc(section[0], section[1] + radius))
    return shapely.convex_hull(
        shapely.multipoints((section[:, None, :] + inner[None, :, :]).reshape(-1, 2))
    )


def _reflex_corners(area: shapely.Geometry) -> Iterable[tuple[Points, Points, Points]]:
    """Yield the corners of an area that point into it."""
    for polygon in split_polygons(shapely.orient_polygons(area)):
        for ring in (polygon.exterior, *polygon.interiors):
            at = shapely.get_coordinates(ring)[:-1]
            previous_points, next_points = np.roll(at, 1, axis=0), np.roll(at, -1, axis=0)
            a, b = at - previous_points, next_points - at
            inward = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < -1e-12
            yield at[inward], previous_points[inward], next_points[inward]


def standing_area(table: TableState, body: Body, z: float, box: Box) -> shapely.Geometry:
    """Return the area where a base can stand at height `z` within a box, a hair too small."""
    r, (width, depth) = body.radius, table.size
    area = shapely.intersection(shapely.box(r, r, width - r, depth - r), shapely.box(*box))
    if z > EPSILON_IN:
        level = level_at(table, z)
        if level is None:
            return shapely.Polygon()
        surface = _surface(level)
        area = shapely.intersection(
            area, shapely.buffer(surface, -r * CURVE_SHRINK_FACTOR - EPSILON_IN, quad_segs=32)
        )
        if area.is_empty:
            return area
    search_box = (box[0] - r, box[1] - r, box[2] + r, box[3] + r)
    closed = _inflate_plans(
        [plan for _, plan in solid_sections(table, z, z + body.height, search_box)], r, area
    )
    for _, volume in bodies_at_heights(table, z, z + body.height, (body.id,)):
        closed.append(shapely.Polygon(polygon_around_disc(volume.center, volume.radius + r)))
    return shapely.difference(area, shapely.union_all(closed)) if closed else area


@memo_per_terrain(Size.SMALL)
def _surface(level: StandableLevel) -> shapely.Geometry:
    """Return the area of a level, a hair larger."""
    return shapely.union_all([inner_polygon(grow_outline(s)) for s in level.shapes])


def _inflate_plans(
    plans: list[Section], radius: float, area: shapely.Geometry
) -> list[shapely.Geometry]:
    """Return polygons around everything closer than `radius` to the plans near an area.

    With many plans, those inside the others are not inflated: points near them are inside, or
    nearer to the rim.
    """
    if len(plans) <= MANY_PLANS:
        return [shapely.Polygon(inflate_section(plan, radius)) for plan in plans]
    outlines = [polygon_around_disc(*plan) if isinstance(plan, tuple) else plan for plan in plans]
    flat = shapely.polygons(
        shapely.linearrings(np.concatenate(outlines), indices=_outline_numbers(outlines))
    )
    close_plans = np.flatnonzero(
        shapely.dwithin(flat, area, radius * (1.0 + POLYGON_STANDOFF_RADII) + RIM_MARGIN_IN)
    )
    whole = _try_union(flat[close_plans])
    rim = close_plans
    if whole is not None:
        edges = shapely.boundary(shapely.get_parts(whole))
        rim = close_plans[
            np.unique(
                shapely.STRtree(flat[close_plans]).query(
                    edges, predicate="dwithin", distance=RIM_TOLERANCE_IN
                )[1]
            )
        ]
    polygons = [] if whole is None else [whole]
    for start in range(0, len(rim), MANY_PLANS):
        batch = [outlines[k] for k in rim[start : start + MANY_PLANS].tolist()]
        spread = (np.concatenate(batch)[:, None] + polygon_around_disc((0.0, 0.0), radius)).reshape(
            -1, 2
        )
        polygons += shapely.convex_hull(
            shapely.multipoints(spread, indices=np.repeat(_outline_numbers(batch), DISC_SIDES))
        ).tolist()
    return polygons


def _outline_numbers(outlines: list[Points]) -> NDArray[np.intp]:
    """Return the index of the outline of each corner."""
    return np.repeat(np.arange(len(outlines)), [len(outline) for outline in outlines])


def _try_union(polygons: NDArray[np.object_]) -> shapely.Geometry | None:
    """Return the union of polygons; None if slivers make the library fail."""
    try:
        return shapely.union_all(polygons)
    except shapely.errors.GEOSException:
        return None


def roofed_area(table: TableState, body: Body, z: float, box: Box) -> shapely.Geometry:
    """Return the area under roofs for a model at height `z`: fliers cannot rise or land there."""
    r = body.radius
    ceiling = z + body.height - EPSILON_IN
    search_box = (box[0] - r, box[1] - r, box[2] + r, box[3] + r)
    solid = (f for f in table.features if f.solid and f.kind is not Kind.IMPASSABLE)
    roofs = [piece for f in solid for piece in f.pieces_in_box(search_box) if piece.low >= ceiling]
    return shapely.union_all(
        [shapely.Polygon(inflate_section(piece_footprint(piece), r)) for piece in roofs]
    )
