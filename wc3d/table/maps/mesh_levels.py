"""The levels of a mesh settled by the players: written into the map as they are found, or fewer of them."""

from __future__ import annotations

from math import ceil

import numpy as np
import shapely

from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.maps.edit_terrain import TerrainEditError, change_shape, round_number
from wc3d.table.maps.map_shapes import LevelOutline, MeshShape

MIN_LEVEL_AREA_SQ_IN = 0.3
"""Square inches: a smaller patch is no level."""

OUTLINE_TOLERANCE_IN = 0.02
"""Inches: so much smaller than what was found is an outline, to have few corners."""

HEIGHT_STEP_IN = 1e-4
"""Inches: heights are rounded up to this, so that a floor lies above its stones in another scale or tolerance, too."""

MAX_OUTLINES = 100


def level_heights(shape: MeshShape) -> tuple[float, ...]:
    """The heights on the table at which a base may stand on a mesh that solids only hold; the highest first."""
    if shape.mesh is None:
        return ()
    return tuple(sorted({round(height, 6) for height in shape.mesh.floors}, reverse=True))


def fix_levels(shape: MeshShape) -> MeshShape:
    """The mesh with its levels, as they are now, written into the map. Raises EditError."""
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
            f"levels: {len(outlines):,} areas are too many; a board file can hold {MAX_OUTLINES:,}"
        )
    return _with_levels(shape, outlines)


def remove_level(shape: MeshShape, height: float) -> MeshShape:
    """The mesh with its levels settled, without that at a height of the table. Raises EditError."""
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
    """The mesh with its levels found again."""
    return _with_levels(shape, None)


def _with_levels(shape: MeshShape, levels: list[LevelOutline] | None) -> MeshShape:
    changed = change_shape(
        shape, levels=None if levels is None else tuple(level.model_dump() for level in levels)
    )
    assert isinstance(changed, MeshShape)
    return changed


def _outlines(shape: MeshShape, height: float) -> list[tuple[tuple[float, float], ...]]:
    """The outlines of what is level at a height about the mesh's own origin, each without a hole."""
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
    """An area as polygons without holes: cut upright through each hole."""
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
