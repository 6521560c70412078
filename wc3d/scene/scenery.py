"""Scenery around the terrain in the window and on web pages: mat, rim, and decoration
that the rules never use.

Trees of woods always stay inside their feature.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Point

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh import DrawnMesh, make_box, make_cone, make_cylinder
from wc3d.scene.terrain_details.local_frame import local_frame
from wc3d.scene.terrain_meshes import plan_outline
from wc3d.table.features import Feature

ColoredMesh = tuple[DrawnMesh, RGB]

TRUNK_RGB: RGB = (92, 66, 46)
LEAF_RGBS: tuple[RGB, ...] = ((62, 88, 58), (78, 100, 60), (70, 94, 52))
MAX_TREES = 600
TREE_AREA_SQ_IN, TREE_DISTANCE_IN = 3.8, 1.15
"""The ground for each tree of a wood, and the least distance between trees."""
MAX_BRANCH_REACH_SHARE = 0.29
"""The maximum extent of a tree's branches from its trunk, as a share of its height."""
MAT_RGB: RGB = (140, 134, 108)
RIM_RGB: RGB = (62, 46, 36)
RULER_RGB: RGB = (226, 214, 190)
"""The color of the inches along the rim and on the mat."""
RIM_WIDTH_IN, RIM_HEIGHT_IN = 0.7, 0.16
VOLUME_ALPHA = 0.3
"""The opacity of woods and smoke: what stands in them remains easy to see."""
SOFT_OUTLINE = (6.0, 0.16), (3.0, 0.3), (1.2, 0.5)
"""Width in half-pixels and opacity of the lines around woods and smoke on the ground."""


def make_mat(size: tuple[float, float], rgb: RGB = MAT_RGB) -> list[ColoredMesh]:
    """Return the top of a table."""
    return [(make_box((0, 0, -0.35), (*size, 0)), rgb)]


def make_rim(size: tuple[float, float]) -> list[ColoredMesh]:
    """Return the rim around a table."""
    (width, depth), w, h = size, RIM_WIDTH_IN, RIM_HEIGHT_IN
    sides = [
        [(-w, -w, -1.2), (width + w, 0, h)],
        [(-w, depth, -1.2), (width + w, depth + w, h)],
        [(-w, 0, -1.2), (0, depth, h)],
        [(width, 0, -1.2), (width + w, depth, h)],
    ]
    return [(make_box(*side), RIM_RGB) for side in sides]


def ruler_lines(size: tuple[float, float]) -> NDArray[np.float64]:
    """Return the inch marks along a table's edge (n, 2, 3), every sixth longer."""
    strokes = []
    z = RIM_HEIGHT_IN + 0.01
    for axis in (0, 1):
        for k in range(int(size[axis]) + 1):
            deep = 0.5 if k % 6 == 0 else 0.22
            for start, end in ((0.0, -deep), (size[1 - axis], size[1 - axis] + deep)):
                strokes.append(
                    ((k, start, z), (k, end, z)) if axis == 0 else ((start, k, z), (end, k, z))
                )
    return np.array(strokes, float)


def grid_lines(size: tuple[float, float]) -> NDArray[np.float64]:
    """Return a grid of inches on the table (n, 2, 3)."""
    width, depth = size
    across = [((x, 0.0, 0.03), (x, depth, 0.03)) for x in range(int(width) + 1)]
    return np.array(
        across + [((0.0, y, 0.03), (width, y, 0.03)) for y in range(int(depth) + 1)], float
    )


def _make_tree(height: float, rng: np.random.Generator, leaf: RGB) -> list[ColoredMesh]:
    wide = min(0.8, height * 0.24)
    parts = [(_scale_pattern(_stem(), 0.1, height * 0.5, height * 0.25), TRUNK_RGB)]
    for k in range(4):
        radius = wide * (1 - k * 0.2) * rng.uniform(0.9, 1.1)
        uneven = rng.uniform(0.92, 1.08, (len(_spike(9).vertices), 1))
        turn = np.radians(rng.uniform(1, 90))
        parts.append(
            (
                _scale_pattern(
                    _spike(9), radius, height * 0.34, height * (0.2 + k * 0.15), uneven, turn
                ),
                leaf,
            )
        )
    return parts


def _stem() -> DrawnMesh:
    return make_cylinder(radius=1.0, height=1.0, sections=8)


@memo_per_process(Size.FEW)
def _spike(sections: int) -> DrawnMesh:
    return make_cone(radius=1.0, height=1.0, sections=sections)


def _scale_pattern(
    pattern: DrawnMesh,
    wide: float,
    tall: float,
    z: float,
    uneven: NDArray[np.float64] | float = 1.0,
    turn: float = 0.0,
) -> DrawnMesh:
    """Return a pattern scaled, raised, distorted around its center and turned by radians."""
    points = np.array(pattern.vertices) * (wide, wide, tall)
    points[:, :2] *= uneven
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    points[:, :2] = points[:, :2] @ spin
    points[:, 2] += z
    return DrawnMesh(points, pattern.faces)


def make_plain_trees(
    wood: Feature, places: Sequence[tuple[float, float, float, float]]
) -> list[ColoredMesh]:
    """Return a wood's plain trees, always the same, at their places (x, y, height, turn)."""
    rng = np.random.default_rng(crc32(wood.id.encode()))
    parts = []
    for number, (x, y, height, _) in enumerate(places):
        for mesh, rgb in _make_tree(height, rng, LEAF_RGBS[number % len(LEAF_RGBS)]):
            mesh.vertices += (x, y, wood.low)
            parts.append((mesh, rgb))
    return parts


def place_trees(
    wood: Feature, keep_free: Sequence[tuple[float, float, float]]
) -> list[tuple[float, float, float, float]]:
    """Return the position, height and rotation of a wood's trees (x, y, inches, radians).

    They are always the same, outside every circle (x, y, radius) of `keep_free`.
    """
    frame = local_frame(wood.pieces)
    ground = shapely.transform(plan_outline(wood.pieces), frame.to_local)
    room = ground.buffer(-0.55)
    if room.is_empty:
        return []
    rng = np.random.default_rng(crc32(wood.id.encode()))
    x0, y0, x1, y1 = room.bounds
    height = min(wood.high - wood.low, 4.5)
    if height < 0.5:
        height = 2.5
    places: list[tuple[float, float, float, float]] = []
    remaining = min(MAX_TREES, max(3, int(ground.area / TREE_AREA_SQ_IN)))
    centers = frame.to_local(np.array(keep_free, float).reshape(-1, 3)[:, :2]).tolist()
    obstacles = [
        (x, y, r)
        for (x, y), (_, _, r) in zip(centers, keep_free, strict=True)
        if x0 - r < x < x1 + r and y0 - r < y < y1 + r
    ]
    circles = np.empty((len(obstacles) + remaining, 3))
    count = len(obstacles)
    circles[:count] = np.asarray(obstacles).reshape(-1, 3)
    shapely.prepare(room)
    for _ in range(remaining * 12):
        if remaining == 0:
            break
        x, y = rng.uniform((x0, y0), (x1, y1))
        distances = np.hypot(x - circles[:count, 0], y - circles[:count, 1])
        if not room.contains(Point(x, y)) or (distances < circles[:count, 2]).any():
            continue
        room_for = ground.boundary.distance(Point(x, y)) / MAX_BRANCH_REACH_SHARE
        places.append(
            (x, y, min(height * rng.uniform(0.66, 0.96), room_for), rng.uniform(0.0, 2 * np.pi))
        )
        circles[count] = x, y, TREE_DISTANCE_IN
        count += 1
        remaining -= 1
    if not places:
        return []
    spots = frame.to_table(np.array([place[:2] for place in places])).tolist()
    ahead = float(np.arctan2(frame.direction[1], frame.direction[0]))
    return [
        (x, y, tall, turn + ahead) for (x, y), (_, _, tall, turn) in zip(spots, places, strict=True)
    ]
