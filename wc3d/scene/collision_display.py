"""The rules' solids of a mesh file for display: the outer one blocks movement, the inner one
proves blocked sight.

The marked parts differ from the file by more than the tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.progress import Progress
from wc3d.geometry.mesh_solids.data import PrismArrays, unpack_prisms
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.mesh_looks import MAX_OUTLINE_TRIANGLES, key_of_look, load_or_make_look
from wc3d.scene.terrain_meshes import prisms_mesh
from wc3d.table.terrain.mesh_solids import MeshKey, load_mesh_solid

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

HIDDEN_DEPTH_IN = 0.5
"""Inches: a surface deeper within the outer solid is never visible."""
MAX_TRIANGLE_SIDE_IN = 0.15
"""The longest side in inches of a triangle in the surface check."""
MAX_CHECKED_TRIANGLES = 60_000
"""The maximum number of triangles in the surface check."""
MARK_LIFT_IN = 0.012
"""Inches between a surface and its mark."""


@dataclass(frozen=True, eq=False)
class CollisionSolids:
    """The solids of a mesh, in inches from the mesh's own origin.

    `excess_surface`: the file's surface where the outer solid extends beyond the tolerance.
    `gap_surface`: the surface where the inner one is too deep. `max_excess_in` and `max_gap_in`
    are the largest differences.
    """

    outer: DrawnMesh
    inner: DrawnMesh
    excess_surface: DrawnMesh
    gap_surface: DrawnMesh
    max_excess_in: float
    max_gap_in: float
    tolerance_in: float


def make_collision_solids(key: MeshKey, progress: Progress | None = None) -> CollisionSolids:
    """Return the rules' solids of a mesh file. Raises MeshError."""
    solid = load_mesh_solid(key.path, key.settings, progress)
    tolerance = key.settings.tolerance
    if solid.bounds is None:
        whole = prisms_mesh(solid.prisms)
        nothing = DrawnMesh()
        return CollisionSolids(whole, whole, nothing, nothing, 0.0, 0.0, tolerance)
    enclosure = solid.bounds
    outer, inner = _PrismIndex(enclosure.outer), _PrismIndex(enclosure.inner[-1])
    middles, normals, triangles = _sample_surface(key)
    lifted = triangles + normals[:, None] * MARK_LIFT_IN
    beyond = outer.holds(middles + normals * tolerance) & ~outer.holds(
        middles + normals * HIDDEN_DEPTH_IN
    )
    short = ~inner.holds(middles - normals * tolerance) & ~outer.holds(
        middles + normals * HIDDEN_DEPTH_IN
    )
    return CollisionSolids(
        prisms_mesh(unpack_prisms(enclosure.outer)),
        prisms_mesh(unpack_prisms(enclosure.inner[-1])),
        _triangle_mesh(lifted[beyond]),
        _triangle_mesh(lifted[short]),
        enclosure.outer_doubt,
        enclosure.doubt,
        tolerance,
    )


def _triangle_mesh(triangles: Floats) -> DrawnMesh:
    return DrawnMesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))


def _sample_surface(key: MeshKey) -> tuple[Floats, Floats, Floats]:
    """Return the centers and normals of the surface's small triangles, and the triangles."""
    skins = load_or_make_look(key_of_look(key)).detail_with_at_most(MAX_OUTLINE_TRIANGLES)
    corners = np.concatenate([skin.points[skin.faces] for skin in skins]).astype(float)
    while len(corners) < MAX_CHECKED_TRIANGLES:
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
        long = sides.max(axis=1) > MAX_TRIANGLE_SIDE_IN
        if not long.any():
            break
        cut = corners[long]
        side = sides[long].argmax(axis=1)
        rows = np.arange(len(cut))
        a, b, c = (cut[rows, (side + k) % 3] for k in range(3))
        half = (a + b) / 2
        corners = np.concatenate(
            [corners[~long], np.stack([a, half, c], axis=1), np.stack([half, b, c], axis=1)]
        )
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return (
        corners.mean(axis=1),
        across / np.maximum(np.linalg.norm(across, axis=1), 1e-300)[:, None],
        corners,
    )


class _PrismIndex:
    """An index for points inside the union of level prisms."""

    def __init__(self, prisms: PrismArrays) -> None:
        self.heights = prisms.heights
        prism_numbers = np.repeat(np.arange(len(prisms.counts)), prisms.counts)
        ends = np.cumsum(prisms.counts)
        first = prisms.corners[ends - prisms.counts] if len(ends) else np.zeros((0, 2))
        order = np.argsort(np.concatenate([prism_numbers, np.arange(len(ends))]), kind="stable")
        rings = shapely.linearrings(
            np.concatenate([prisms.corners, first])[order],
            indices=np.concatenate([prism_numbers, np.arange(len(ends))])[order],
        )
        self.tree = shapely.STRtree(shapely.polygons(rings) if len(ends) else [])

    def holds(self, points: Floats) -> Mask:
        """Return a mask of the points (n, 3) inside the union."""
        mask = np.zeros(len(points), bool)
        if len(points) and len(self.heights):
            point, prism = self.tree.query(shapely.points(points[:, :2]), predicate="intersects")
            z = points[point, 2]
            mask[point[(self.heights[prism, 0] <= z) & (z <= self.heights[prism, 1])]] = True
        return mask
