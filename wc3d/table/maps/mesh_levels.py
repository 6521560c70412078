"""Settle the levels of a mesh: write all or some of the levels found into the map."""

from __future__ import annotations

from math import ceil

import numpy as np
import shapely

from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.maps.edit_terrain import TerrainEditError, change_shape, round_number
from wc3d.table.maps.map_shapes import LevelOutline, MeshShape

MIN_LEVEL_AREA_SQ_IN = 0.3
"""A smaller patch is not a level. Square inches."""

OUTLINE_TOLERANCE_IN = 0.02
"""The distance by which an outline may shrink to have few corners. Inches."""

HEIGHT_STEP_IN = 1e-4
"""Heights are rounded up to this step. A floor is then above its stones in any scale or tolerance.
Inches.
"""

MAX_OUTLINES = 100


def level_heights(shape: MeshShape) -> tuple[float, ...]:
    """Return the heights of a mesh's levels on the table, from the highest; none if it is exact."""
    if shape.mesh is None:
        return ()
    return tuple(sorted({round(height, 6) for height in shape.mesh.floors}, reverse=True))


def fix_levels(shape: MeshShape) -> MeshShape:
    """Return the mesh with its present levels written into the map. Raises TerrainEditError."""
    if shape.levels is not None or shape.mesh is None:
        return shape
    outlines: list[LevelOutline] = []
    for height in shape.mesh.enclosure.floors.tolist():
        rounded_height = round_number(ceil(height / HEIGHT_STEP_IN - 0.01) * HEIGHT_STEP_IN)
        outlines += [
            LevelOutline(height=rounded_height, outline=ring) for ring in _outlines(shape, height)
        ]
    if len(outlines) > MAX_OUTLINES:
        raise TerrainEditError(
            f"levels: the mesh has {len(outlines):,} areas, but a board file can hold only {MAX_OUTLINES:,}"
        )
    return _with_levels(shape, outlines)


def remove_level(shape: MeshShape, height: float) -> MeshShape:
    """Return the mesh with its levels settled, except that at a height of the table. Raises
    TerrainEditError.
    """
    settled_shape = fix_levels(shape)
    own = height - shape.position[2]
    return _with_levels(
        settled_shape,
        [
            level
            for level in settled_shape.levels or ()
            if abs(level.height - own) > 2 * HEIGHT_STEP_IN
        ],
    )


def reset_levels(shape: MeshShape) -> MeshShape:
    """Return the mesh without settled levels; the program finds them again."""
    return _with_levels(shape, None)


def _with_levels(shape: MeshShape, levels: list[LevelOutline] | None) -> MeshShape:
    changed = change_shape(
        shape, levels=None if levels is None else tuple(level.model_dump() for level in levels)
    )
    assert isinstance(changed, MeshShape)
    return changed


def _outlines(shape: MeshShape, height: float) -> list[tuple[tuple[float, float], ...]]:
    """Return the outlines, without holes, of level faces at a height about the mesh's origin."""
    assert shape.mesh is not None
    outer = shape.mesh.enclosure.outer
    footprints = np.split(outer.corners, np.cumsum(outer.counts)[:-1])
    at_height = np.flatnonzero(np.abs(outer.heights[:, 1] - height) <= EPSILON_IN).tolist()
    tops = [shapely.Polygon(footprints[k]) for k in at_height]
    area = shapely.union_all(tops).buffer(-OUTLINE_TOLERANCE_IN).simplify(OUTLINE_TOLERANCE_IN / 2)
    rings = []
    for part in _cut_holes(area):
        if part.area >= MIN_LEVEL_AREA_SQ_IN:
            rings.append(
                tuple(
                    (round_number(x), round_number(y)) for x, y in list(part.exterior.coords)[:-1]
                )
            )
    return rings


def _cut_holes(area: shapely.Geometry) -> list[shapely.Polygon]:
    """Return an area as polygons without holes, cut upright through each hole."""
    polygons: list[shapely.Polygon] = []
    queue = [part for part in shapely.get_parts(area).tolist() if part.geom_type == "Polygon"]
    while queue:
        part = queue.pop()
        hole = max(part.interiors, key=lambda ring: shapely.Polygon(ring).area, default=None)
        if hole is None or shapely.Polygon(hole).area < 1e-3:
            polygons.append(shapely.Polygon(part.exterior))
            continue
        x, (low_x, low_y, high_x, high_y) = hole.centroid.x, part.bounds
        for box in (shapely.box(low_x, low_y, x, high_y), shapely.box(x, low_y, high_x, high_y)):
            queue += [
                p
                for p in shapely.get_parts(part.intersection(box)).tolist()
                if p.geom_type == "Polygon"
            ]
    return polygons
