"""Construction of a mesh's inner and outer solid."""

from __future__ import annotations

import numpy as np

from wc3d._internal.progress import Progress, scale_progress
from wc3d.geometry.mesh_solids.build_layers import build_inner_prisms, build_layers
from wc3d.geometry.mesh_solids.close_scans import ScanClosure, close_scanned_ground
from wc3d.geometry.mesh_solids.data import Floats, MeshSolids, PrismArrays, TriangleTree
from wc3d.geometry.mesh_solids.floors import build_walkable_prisms, max_outer_reach
from wc3d.geometry.mesh_solids.surface_topology import orient_triangles
from wc3d.geometry.mesh_solids.triangle_tree import build_triangle_tree
from wc3d.geometry.solids import Prism
from wc3d.geometry.tolerances import MAX_UNEVEN_IN

LEVEL_SHORTFALLS_IN = (0.25, 0.1, 0.0)
"""Shortfall of each inner level beyond the tolerance, in inches, coarsest first."""

OUTLINE_SHORTFALLS_HALF_CELLS = ((8,), (5, 2), (2, 1))
"""Shortfalls of each level's outlines, in half cells."""


def _to_arrays(prisms: list[Prism]) -> PrismArrays:
    corners = np.concatenate([p.points for p in prisms]) if prisms else np.zeros((0, 2))
    heights = np.array([[p.low, p.high] for p in prisms]).reshape(-1, 2)
    return PrismArrays(corners, np.array([len(p.points) for p in prisms], dtype=np.int64), heights)


def build_mesh_tree(triangles: Floats) -> tuple[TriangleTree, int, ScanClosure]:
    """Build the tree of any triangles (n, 3, 3): they face alike, and scanned ground is closed.

    Also returns the number of the mesh's own triangles, and the closed ground.
    """
    facing = orient_triangles(triangles)
    closed = close_scanned_ground(facing)
    return build_triangle_tree(np.concatenate([facing, closed.triangles])), len(facing), closed


def build_mesh_solids(
    triangles: Floats,
    tolerance: float,
    progress: Progress | None = None,
    uneven: float = MAX_UNEVEN_IN,
) -> MeshSolids:
    """Build two solids around any triangles (n, 3, 3), in inches, within about `tolerance`.

    Ground that is level within `uneven` inches is one floor. Raises CancelledError if `progress`
    cancels.
    """
    tree, own_triangles, closed = build_mesh_tree(triangles)
    layers = build_layers(tree, closed, tolerance, scale_progress(progress, 0.0, 0.4))
    inner = []
    for k, (reach, gives) in enumerate(
        zip(LEVEL_SHORTFALLS_IN, OUTLINE_SHORTFALLS_HALF_CELLS, strict=True), 4
    ):
        prisms = build_inner_prisms(
            layers, max(reach, layers.step), gives, scale_progress(progress, k / 10, (k + 1) / 10)
        )
        inner.append(_to_arrays(prisms))
    outer, floors = build_walkable_prisms(layers, scale_progress(progress, 0.7, 1.0), uneven)
    doubt = layers.cell * (1.5 + 2 * OUTLINE_SHORTFALLS_HALF_CELLS[-1][0]) + max(
        LEVEL_SHORTFALLS_IN[-1], layers.step
    )
    beyond = max_outer_reach(layers.cell, uneven)
    return MeshSolids(
        tree,
        tuple(inner),
        _to_arrays(outer),
        np.array(floors),
        tolerance,
        doubt,
        beyond,
        layers.parts,
        layers.doubtful,
        own_triangles,
        closed.shut,
        len(closed.open_hole_boxes),
    )
