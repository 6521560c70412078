"""Boolean operations on closed meshes, within limits on time and memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import shapely
from manifold3d import Error, Manifold, Mesh64, OpType
from numpy.typing import NDArray

Solid: TypeAlias = Manifold
Triangles = NDArray[np.float64]
"""Triangle corners, (n, 3, 3)."""

CROSSINGS_LIMIT = 2_000_000
"""Most pairs of neighboring triangles of an operation's solids, to limit memory."""

NEIGHBORS_PER_TRIANGLE = 20
"""Neighbors of a triangle within its own surface, not counted as crossings."""

MAX_EFFORT_TRIANGLES, MIN_EFFORT_TRIANGLES = 20_000_000, 4_000
"""Most triangles in a series of operations, and the fewest that an operation counts for."""

OPERATIONS = ("union", "difference", "intersection")

_PAIRS_AT_ONCE = 5_000_000


class BooleanError(Exception):
    """An impossible operation. The message says what was expected."""


def make_solid(triangles: Triangles, faces: NDArray[np.int64] | None = None) -> Solid:
    """Return closed triangles as a solid, welded where corners are equal.

    `faces` are the corner numbers in the file, by which a surface may be closed. Raises
    BooleanError for an open surface.
    """
    points, welded = np.unique(triangles.reshape(-1, 3) + 0.0, axis=0, return_inverse=True)
    attempts = [(points, welded.reshape(-1, 3))]
    if faces is not None and len(faces):
        own = np.zeros((int(faces.max()) + 1, 3))
        own[faces.reshape(-1)] = triangles.reshape(-1, 3)
        attempts.insert(0, (own, faces))
    for corners, numbers in attempts:
        a, b, c = numbers.T
        valid_faces = numbers[(a != b) & (b != c) & (c != a)]
        indices, compact = np.unique(valid_faces, return_inverse=True)
        if not len(indices) or not np.isfinite(corners[indices]).all():
            continue
        solid = Manifold(
            Mesh64(np.ascontiguousarray(corners[indices]), compact.reshape(-1, 3).astype(np.uint64))
        )
        if solid.status() == Error.NoError:
            return solid
    raise BooleanError(
        "expected a closed surface for a boolean operation or clipping; export it as a triangle mesh"
    )


def solid_triangles(solid: Solid) -> Triangles:
    """Return the surface of a solid."""
    mesh = solid.to_mesh64()
    return np.asarray(
        mesh.vert_properties[:, :3][mesh.tri_verts.astype(np.int64)], dtype=np.float64
    )


def combine_solids(
    operation: str, base: Solid, operands: Sequence[Solid], effort: list[int]
) -> Solid:
    """Return a solid after an operation with each operand. Raises BooleanError for too much work.

    `effort` collects the number of triangles of each operation in a series.
    """
    result = base
    for operand in operands:
        effort.append(max(MIN_EFFORT_TRIANGLES, result.num_tri() + operand.num_tri()))
        if sum(effort) > MAX_EFFORT_TRIANGLES:
            raise BooleanError("too many boolean operations; export it as a triangle mesh")
        refuse_many_crossings(solid_triangles(result), solid_triangles(operand))
        if operation == "union":
            result = result + operand
        elif operation == "difference":
            result = result - operand
        else:
            result = result ^ operand
    return result


def unite_shells(shells: Sequence[Triangles]) -> Solid:
    """Return the union of closed shells. Raises BooleanError for too much work."""
    triangles = np.concatenate(shells)
    refuse_many_crossings(
        triangles, triangles, CROSSINGS_LIMIT + NEIGHBORS_PER_TRIANGLE * len(triangles)
    )
    return Manifold.batch_boolean([make_solid(shell) for shell in shells], OpType.Add)


def refuse_many_crossings(
    triangles: Triangles, other_triangles: Triangles, limit: int | None = None
) -> None:
    """Raise BooleanError if more than `limit` pairs of triangles are near each other."""
    if not len(triangles) or not len(other_triangles):
        return
    limit = CROSSINGS_LIMIT if limit is None else limit
    low, high = other_triangles.min(axis=1), other_triangles.max(axis=1)
    tree = shapely.STRtree(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    step = max(1, _PAIRS_AT_ONCE // len(other_triangles))
    total = 0
    for start in range(0, len(triangles), step):
        batch = triangles[start : start + step]
        bottom, top = batch.min(axis=1), batch.max(axis=1)
        boxes = shapely.box(bottom[:, 0], bottom[:, 1], top[:, 0], top[:, 1])
        first, second = tree.query(boxes)
        total += int(
            ((bottom[first, 2] <= high[second, 2]) & (top[first, 2] >= low[second, 2])).sum()
        )
        if total > limit:
            raise BooleanError("the shapes cross in too many places; export it as a triangle mesh")
