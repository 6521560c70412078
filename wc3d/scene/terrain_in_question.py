"""Terrain that matters to a question or to the mouse, whose volumes and edges a scene shows then.

Woods and smoke have volumes without a surface, and obstacles have edges that models may cross.
"""

from __future__ import annotations

from collections.abc import Iterable

import shapely
from shapely.geometry.base import BaseGeometry

from wc3d.presentation.display_values import CloudMark
from wc3d.presentation.evidence_view import EvidenceView, Stroke
from wc3d.presentation.palette import is_translucent
from wc3d.scene.picking import RayHit
from wc3d.scene.terrain_meshes import plan_outline
from wc3d.table.features import Feature, Kind
from wc3d.table.table import Table

HOVER_MARGIN_IN = 0.02
"""Inches around an outline that count for the mouse."""


def has_hidden_volume(feature: Feature) -> bool:
    """Return whether a scene shows marks of a feature only while it matters."""
    return bool(feature.pieces) and (is_translucent(feature) or feature.kind is Kind.OBSTACLE)


def find_terrain_in_question(table: Table, views: Iterable[EvidenceView]) -> frozenset[str]:
    """Return the woods, smoke and obstacles that the evidence touches in plan."""
    views = list(views)
    marked_ids = {id for view in views for id in view.marked_models}
    shapes = [shape for view in views for shape in _plan_shapes(view)]
    if not shapes and not marked_ids:
        return frozenset()
    touched = shapely.union_all(shapes)
    shapely.prepare(touched)
    return frozenset(
        feature.id
        for feature in table.features
        if has_hidden_volume(feature)
        and (feature.id in marked_ids or touched.intersects(plan_outline(feature.pieces)))
    )


def find_clouds_in_question(
    clouds: Iterable[CloudMark], views: Iterable[EvidenceView], hit: RayHit | None = None
) -> list[CloudMark]:
    """Return the clouds that the evidence touches in plan, or that are under the mouse."""
    clouds = list(clouds)
    shapes = [shape for view in views for shape in _plan_shapes(view)] if clouds else []
    if hit is not None and hit.kind != "body":
        shapes.append(shapely.Point(hit.at[:2]))
    return [
        cloud
        for cloud in clouds
        if any(shapely.Point(cloud.center).distance(shape) <= cloud.radius for shape in shapes)
    ]


def find_terrain_at(table: Table, hit: RayHit | None) -> frozenset[str]:
    """Return the terrain under the mouse, also woods and smoke around the place."""
    if hit is None or hit.kind == "body":
        return frozenset()
    x, y, z = hit.at
    place = shapely.Point(x, y)
    return frozenset(
        feature.id
        for feature in table.features
        if feature.id == hit.id
        or (
            is_translucent(feature)
            and feature.low - HOVER_MARGIN_IN <= z <= feature.high
            and plan_outline(feature.pieces).distance(place) <= HOVER_MARGIN_IN
        )
    )


def _plan_shapes(view: EvidenceView) -> list[BaseGeometry]:
    """Return the lines, ends of moves, areas and hulls of the evidence from above."""
    volumes = [ghost.volume for ghost in view.ghosts]
    discs = [shapely.Point(volume.center).buffer(volume.radius) for volume in volumes]
    shapes = [_line(stroke) for stroke in view.strokes] + discs
    shapes += [area.shape for area in view.areas]
    if view.hull is not None:
        ends = [shapely.Point(volume.center).buffer(volume.radius) for volume in view.hull]
        shapes.append(shapely.union_all(ends).convex_hull)
    return shapes


def _line(stroke: Stroke) -> BaseGeometry:
    points = [point[:2] for point in stroke.points]
    return shapely.LineString(points) if len(points) > 1 else shapely.MultiPoint(points)
