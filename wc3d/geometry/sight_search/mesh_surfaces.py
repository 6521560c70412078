"""Meshes that stand on a table, for the search: a line is open only if it misses every triangle of theirs. Compiled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer
from wc3d.geometry.mesh_bounds.data import TriangleTree
from wc3d.geometry.mesh_bounds.triangle_tree import (
    find_crossed_triangle,
    is_segment_near,
    segment_distance,
    winding_number,
)
from wc3d.geometry.sight_search.adjacency import TriangleAdjacency, build_adjacency
from wc3d.geometry.sight_search.workspace import Floats, Ints
from wc3d.geometry.tolerances import MIN_CLEARANCE_IN

END_TOUCH_IN = 2e-3
"""So near its ends a line may touch a triangle: models stand on terrain and lean on it."""


class SurfaceArrays(NamedTuple):
    """Triangles of meshes, and where copies of them stand. Lengths in inches."""

    triangles: Floats
    """(n, 3, 3): of all meshes, one after the other."""
    boxes: Floats
    """(nodes, 6): of their trees, one after the other."""
    dipoles: Floats
    """(nodes, 7)."""
    meshes: Ints
    """(k, 6): of each mesh its first triangle, how many, its tree's first node, how many, its first corner, how many."""
    placements: Floats
    """(p, 13): x, y, z, cosine and sine of the turn, -1 where mirrored (else 1), its box in the world: from, to; and the height
    up to which it rests on the table."""
    mesh_of: Ints
    """(p,): which mesh stands there."""
    grain: Floats
    """(2,): lines nearer one another than the first are not told apart, cells wider than the second are not looked at for
    screens."""

    beside: Ints
    """(n, 3): what lies over the edge after each corner: three times the number of a triangle of the same mesh, and the corner
    there; in turn, where more than two meet. -1 where the surface ends, -2 for a triangle that is none of it."""
    corners: Ints
    """(n, 3): which of their mesh's corners each triangle has: what meets at an edge shares its ends."""
    places: Floats
    """(c, 3): where the corners are, of all meshes, one after the other."""
    gaps: Floats
    """(k,): how far apart the ends of one edge may be in the triangles that meet there."""
    seen: Ints
    """Scratch: for each triangle of the mesh with the most, when it was last met."""
    codes: Ints
    """Scratch: for each corner of the mesh with the most, when it was last looked at, and what was found."""
    stamp: Ints
    """(1,): scratch: when it is."""

    def with_grain(self, grain: float, screens: float) -> SurfaceArrays:
        """The same with another grain."""
        return self._replace(grain=np.array([grain, screens]))


class MeshPlacement(NamedTuple):
    """A mesh on a table: mirrored (x to -x) if so, turned counter-clockwise, then moved; as low as `rest` it has no underside."""

    tree: TriangleTree
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cosine: float = 1.0
    sine: float = 0.0
    mirrored: bool = False
    rest: float = 0.0


def _placement_row(placement: MeshPlacement) -> list[float]:
    """A row of `Surfaces.placements`."""
    low, high = placement.tree.boxes[1, :3], placement.tree.boxes[1, 3:]
    corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    sign = -1.0 if placement.mirrored else 1.0
    corners[:, 0] *= sign
    world_corners = corners @ np.array(
        [[placement.cosine, placement.sine], [-placement.sine, placement.cosine]]
    )
    x, y, z = placement.position
    a, b = world_corners.min(axis=0), world_corners.max(axis=0)
    box = [a[0] + x, a[1] + y, low[2] + z, b[0] + x, b[1] + y, high[2] + z]
    return [x, y, z, placement.cosine, placement.sine, sign, *box, placement.rest]


def make_surfaces(placements: Sequence[MeshPlacement]) -> SurfaceArrays:
    """The placed meshes as arrays; the copies of one tree share its triangles."""
    trees: dict[int, int] = {}
    unique_trees: list[TriangleTree] = []
    joins: list[TriangleAdjacency] = []
    rows, mesh_of = [], []
    for placement in placements:
        number = trees.setdefault(id(placement.tree), len(unique_trees))
        if number == len(unique_trees):
            unique_trees.append(placement.tree)
            joins.append(build_adjacency(placement.tree.triangles, placement.tree.edges))
        rows.append(_placement_row(placement))
        mesh_of.append(number)
    meshes, triangle, node, corner = [], 0, 0, 0
    for tree, joined in zip(unique_trees, joins, strict=True):
        meshes.append(
            [triangle, len(tree.triangles), node, len(tree.boxes), corner, len(joined.places)]
        )
        triangle, node, corner = (
            triangle + len(tree.triangles),
            node + len(tree.boxes),
            corner + len(joined.places),
        )
    max_counts = [max((row[i] for row in meshes), default=0) for i in (1, 5)]
    return SurfaceArrays(
        np.concatenate([t.triangles for t in unique_trees])
        if unique_trees
        else np.zeros((0, 3, 3)),
        np.concatenate([t.boxes for t in unique_trees]) if unique_trees else np.zeros((0, 6)),
        np.concatenate([t.dipoles for t in unique_trees]) if unique_trees else np.zeros((0, 7)),
        np.array(meshes, dtype=np.int64).reshape(-1, 6),
        np.array(rows, dtype=np.float64).reshape(-1, 13),
        np.array(mesh_of, dtype=np.int64),
        np.zeros(2),
        np.concatenate([j.beside for j in joins])
        if unique_trees
        else np.zeros((0, 3), dtype=np.int64),
        np.concatenate([j.corners for j in joins])
        if unique_trees
        else np.zeros((0, 3), dtype=np.int64),
        np.concatenate([j.places for j in joins]) if unique_trees else np.zeros((0, 3)),
        np.array([j.gap for j in joins]),
        np.zeros(max_counts[0], dtype=np.int64),
        np.zeros(max_counts[1], dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


NO_SURFACES = make_surfaces(())


@compile_inner
def direction_to_mesh(row, x, y, z):
    """A direction (or a difference of places) as the placed mesh sees it."""
    return (x * row[3] + y * row[4]) * row[5], y * row[3] - x * row[4], z


@compile_inner
def is_line_clear(surfaces, line, turn):
    """Does a line (6; in the frame `turn`) miss every triangle, with a little room between its ends, and not lie in a mesh?

    It lies in a mesh if both its ends do, but not in one that is open above: in a bowl, or a room without a roof.
    """
    ax, ay = (
        turn[0] + line[0] * turn[2] - line[1] * turn[3],
        turn[1] + line[0] * turn[3] + line[1] * turn[2],
    )
    bx, by = (
        turn[0] + line[3] * turn[2] - line[4] * turn[3],
        turn[1] + line[3] * turn[3] + line[4] * turn[2],
    )
    az, bz = line[2], line[5]
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2)
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        if min(ax, bx) > row[9] + MIN_CLEARANCE_IN or max(ax, bx) < row[6] - MIN_CLEARANCE_IN:
            continue
        if min(ay, by) > row[10] + MIN_CLEARANCE_IN or max(ay, by) < row[7] - MIN_CLEARANCE_IN:
            continue
        if min(az, bz) > row[11] + MIN_CLEARANCE_IN or max(az, bz) < row[8] - MIN_CLEARANCE_IN:
            continue
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        triangles = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]]
        boxes = surfaces.boxes[mesh[2] : mesh[2] + mesh[3]]
        a, d = (
            direction_to_mesh(row, ax - row[0], ay - row[1], az - row[2]),
            direction_to_mesh(row, bx - ax, by - ay, bz - az),
        )
        if find_crossed_triangle(triangles, boxes, a, d) >= 0:
            return False
        if length > 4.0 * END_TOUCH_IN:
            t, u = END_TOUCH_IN / length, 1.0 - 2.0 * END_TOUCH_IN / length
            start, along = (
                (a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]),
                (u * d[0], u * d[1], u * d[2]),
            )
            if is_segment_near(triangles, boxes, start, along, MIN_CLEARANCE_IN):
                return False
        dipoles = surfaces.dipoles[mesh[2] : mesh[2] + mesh[3]]
        b = a[0] + d[0], a[1] + d[1], a[2] + d[2]
        within = _is_inside(triangles, boxes, dipoles, a) and _is_inside(
            triangles, boxes, dipoles, b
        )
        if within and not (
            _is_open_above(triangles, boxes, a) and _is_open_above(triangles, boxes, b)
        ):
            return False
    return True


@compile_inner
def _is_open_above(triangles, boxes, p):
    """Do most of five lines upward from a point leave a mesh? Through a hole that a triangle left hardly more than one does."""
    height, exits = boxes[1, 5] - p[2] + 1.0, 0
    for x, y in ((0.0, 0.0), (0.3, 0.1), (-0.1, 0.3), (-0.3, -0.1), (0.1, -0.3)):
        exits += find_crossed_triangle(triangles, boxes, p, (x * height, y * height, height)) < 0
    return exits >= 3


@compile_inner
def _is_inside(triangles, boxes, dipoles, p):
    """Is a point of a mesh's own space within it, by its winding number?"""
    for c in range(3):
        if p[c] < boxes[1, c] or p[c] > boxes[1, 3 + c]:
            return False
    return abs(winding_number(triangles, boxes, dipoles, p[0], p[1], p[2])) > 0.5


@compile_outer
def line_distance(surfaces, line):
    """The distance of a line (6) from the nearest triangle; infinity where there is none."""
    best = math.inf
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        a = direction_to_mesh(row, line[0] - row[0], line[1] - row[1], line[2] - row[2])
        d = direction_to_mesh(row, line[3] - line[0], line[4] - line[1], line[5] - line[2])
        triangles = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]]
        best = segment_distance(triangles, surfaces.boxes[mesh[2] : mesh[2] + mesh[3]], a, d, best)
    return best
