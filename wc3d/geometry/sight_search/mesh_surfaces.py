"""Placed meshes for the search: an open line must miss every triangle. Compiled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from wc3d.geometry.jit import compile_inner, compile_outer
from wc3d.geometry.mesh_solids.data import TriangleTree
from wc3d.geometry.mesh_solids.triangle_tree import (
    find_crossed_triangle,
    is_segment_near,
    segment_distance,
    winding_number,
)
from wc3d.geometry.sight_search.adjacency import TriangleAdjacency, build_adjacency
from wc3d.geometry.sight_search.workspace import Floats, Ints
from wc3d.geometry.tolerances import MIN_CLEARANCE_IN

END_TOUCH_IN = 2e-3
"""Distance from its ends within which a line may touch triangles: models stand on terrain."""


class SurfaceArrays(NamedTuple):
    """Triangles of meshes and the placements of their copies. Lengths in inches."""

    triangles: Floats
    """(n, 3, 3): triangles of all meshes in sequence."""
    boxes: Floats
    """(nodes, 6): boxes of their trees in sequence."""
    dipoles: Floats
    """(nodes, 7)."""
    meshes: Ints
    """(k, 6): for each mesh, first and count of its triangles, tree nodes and corners."""
    placements: Floats
    """(p, 13): x, y, z, cosine and sine of the rotation, -1 if mirrored (else 1), box and rest.

    The box is in the world: from, to. `rest` is the height up to which the mesh rests on the
    table.
    """
    mesh_of: Ints
    """(p,): the mesh of each placement."""
    grain: Floats
    """(2,): distance below which lines are equal, and widest cell that is screened."""

    beside: Ints
    """(n, 3): the same edge in the next triangle, for the edge after each corner.

    An edge is three times its triangle's number in the mesh plus the corner. Cyclic where more
    than two triangles meet. -1 at the end of the surface, -2 for a triangle that is not part of
    it.
    """
    corners: Ints
    """(n, 3): the mesh's corner number for each triangle corner; edges share their ends."""
    places: Floats
    """(c, 3): the corners' places, of all meshes in sequence."""
    gaps: Floats
    """(k,): the largest distance between an edge's ends in different triangles."""
    seen: Ints
    """Scratch: for each triangle of the largest mesh, the stamp of its last visit."""
    codes: Ints
    """Scratch: for each corner of the largest mesh, the stamp of its last visit and its code."""
    stamp: Ints
    """(1,): scratch: the current stamp."""

    def with_grain(self, grain: float, screens: float) -> SurfaceArrays:
        """Return the surfaces with another grain."""
        return self._replace(grain=np.array([grain, screens]))


class MeshPlacement(NamedTuple):
    """A mesh on a table: optionally mirrored (x to -x), rotated counter-clockwise, moved.

    Parts as low as `rest` have no underside.
    """

    tree: TriangleTree
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cosine: float = 1.0
    sine: float = 0.0
    mirrored: bool = False
    rest: float = 0.0


def _placement_row(placement: MeshPlacement) -> list[float]:
    """Return a row of `SurfaceArrays.placements`."""
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
    """Return placed meshes as arrays; copies of one tree share its triangles."""
    trees: dict[int, int] = {}
    unique_trees: list[TriangleTree] = []
    joins: list[TriangleAdjacency] = []
    rows = []
    mesh_of = []
    for placement in placements:
        number = trees.setdefault(id(placement.tree), len(unique_trees))
        if number == len(unique_trees):
            unique_trees.append(placement.tree)
            joins.append(build_adjacency(placement.tree.triangles, placement.tree.edges))
        rows.append(_placement_row(placement))
        mesh_of.append(number)
    meshes = []
    triangle = 0
    node = 0
    corner = 0
    for tree, joined in zip(unique_trees, joins, strict=True):
        meshes.append(
            [triangle, len(tree.triangles), node, len(tree.boxes), corner, len(joined.places)]
        )
        triangle = triangle + len(tree.triangles)
        node = node + len(tree.boxes)
        corner = corner + len(joined.places)
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
    """Convert a direction to the placed mesh's own space."""
    return (x * row[3] + y * row[4]) * row[5], y * row[3] - x * row[4], z


@compile_inner
def is_line_clear(surfaces, line, turn):
    """Return whether a line (6; in the frame `turn`) misses all triangles and is in no mesh.

    The line needs a little clearance between its ends. A line is in a mesh if both ends are. A
    mesh that is open above, such as a bowl or a room without a roof, does not count.
    """
    ax = turn[0] + line[0] * turn[2] - line[1] * turn[3]
    ay = turn[1] + line[0] * turn[3] + line[1] * turn[2]
    bx = turn[0] + line[3] * turn[2] - line[4] * turn[3]
    by = turn[1] + line[3] * turn[3] + line[4] * turn[2]
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
        a = direction_to_mesh(row, ax - row[0], ay - row[1], az - row[2])
        d = direction_to_mesh(row, bx - ax, by - ay, bz - az)
        if find_crossed_triangle(triangles, boxes, a, d) >= 0:
            return False
        if length > 4.0 * END_TOUCH_IN:
            t, u = END_TOUCH_IN / length, 1.0 - 2.0 * END_TOUCH_IN / length
            start = (a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2])
            along = (u * d[0], u * d[1], u * d[2])
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
    """Return whether most of five upward lines leave a mesh, not only through a small hole."""
    height = boxes[1, 5] - p[2] + 1.0
    exits = 0
    for x, y in ((0.0, 0.0), (0.3, 0.1), (-0.1, 0.3), (-0.3, -0.1), (0.1, -0.3)):
        exits += find_crossed_triangle(triangles, boxes, p, (x * height, y * height, height)) < 0
    return exits >= 3


@compile_inner
def _is_inside(triangles, boxes, dipoles, p):
    """Return whether a point in a mesh's own space is inside it, by its winding number."""
    for c in range(3):
        if p[c] < boxes[1, c] or p[c] > boxes[1, 3 + c]:
            return False
    return abs(winding_number(triangles, boxes, dipoles, p[0], p[1], p[2])) > 0.5


@compile_outer
def line_distance(surfaces, line):
    """Return the distance of a line (6) from the nearest triangle; infinity without triangles."""
    best = math.inf
    for i in range(surfaces.placements.shape[0]):
        row = surfaces.placements[i]
        mesh = surfaces.meshes[surfaces.mesh_of[i]]
        a = direction_to_mesh(row, line[0] - row[0], line[1] - row[1], line[2] - row[2])
        d = direction_to_mesh(row, line[3] - line[0], line[4] - line[1], line[5] - line[2])
        triangles = surfaces.triangles[mesh[0] : mesh[0] + mesh[1]]
        best = segment_distance(triangles, surfaces.boxes[mesh[2] : mesh[2] + mesh[3]], a, d, best)
    return best
