"""Triangle meshes for drawing, and simple solids made of triangles.

The module is small, so that a window need not load a mesh library before it shows its board.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SAME_CORNER_DISTANCE = 1e-8
"""Corners this close are merged; a triangle this small does not have an area."""
CUBE_TRIANGLES = (
    (1, 3, 0),
    (4, 1, 0),
    (0, 3, 2),
    (2, 4, 0),
    (1, 7, 3),
    (5, 1, 4),
    (5, 7, 1),
    (3, 7, 2),
    (6, 4, 2),
    (2, 7, 6),
    (6, 5, 4),
    (7, 5, 6),
)
"""The triangles of a cube, over its corners in the order of their coordinates."""


class DrawnMesh:
    """Corners (n, 3) and triangles (m, 3) over them, counter-clockwise from outside."""

    def __init__(self, vertices: ArrayLike = (), faces: ArrayLike = ()) -> None:
        self.vertices = np.asarray(vertices, np.float64).reshape(-1, 3)
        self.faces = np.asarray(faces, np.int64).reshape(-1, 3)

    @property
    def triangles(self) -> Floats:
        """The corners of each triangle (m, 3, 3)."""
        return self.vertices[self.faces]

    @property
    def face_normals(self) -> Floats:
        """The direction of each triangle (m, 3); zero for a triangle without an area."""
        a, b, c = np.moveaxis(self.triangles, 1, 0)
        across = np.cross(b - a, c - a)
        long = np.linalg.norm(across, axis=1, keepdims=True)
        return np.divide(
            across,
            long,
            out=np.zeros_like(across),
            where=long > SAME_CORNER_DISTANCE * SAME_CORNER_DISTANCE,
        )

    @property
    def bounds(self) -> Floats:
        """The lowest and the highest corner (2, 3)."""
        corners = self.triangles.reshape(-1, 3)
        return np.stack([corners.min(axis=0), corners.max(axis=0)])

    def translated(self, by: Sequence[float] | Floats) -> Self:
        """Return the mesh moved by a vector."""
        return type(self)(self.vertices + np.asarray(by), self.faces)

    def transformed(self, matrix: Floats) -> Self:
        """Return the mesh under a matrix (4, 4), with a mirror image turned right side out."""
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
        return type(self)(
            self.vertices @ matrix[:3, :3].T + matrix[:3, 3],
            self.faces[:, ::-1] if mirrored else self.faces,
        )

    def flipped(self) -> Self:
        """Return the mesh turned inside out."""
        return type(self)(self.vertices, self.faces[:, ::-1])

    def crease_edges(self, degrees: float) -> Floats:
        """Return the edges (n, 2, 3) where the surface turns by more than `degrees`."""
        edges = np.sort(self.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        order, first = shared_edges(edges, len(self.vertices))
        normals = self.face_normals
        first_normals, second_normals = normals[order[first] // 3], normals[order[first + 1] // 3]
        turns = np.arccos(np.clip((first_normals * second_normals).sum(axis=1), -1.0, 1.0))
        return self.vertices[edges[order[first[turns > np.radians(degrees)]]]]


def shared_edges(edges: Ints, corners: int) -> tuple[Ints, Ints]:
    """Return an order of sorted edges (n, 2) that groups equal ones, and the pairs' starts."""
    numbers = edges[:, 0] * corners + edges[:, 1]
    order = np.argsort(numbers, kind="stable")
    first = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    return order, first[np.diff(first, append=len(edges)) == 2]


# --- simple solids


def make_box(low: Sequence[float], high: Sequence[float]) -> DrawnMesh:
    """Return a box between two corners."""
    cube = np.array([*product((0.0, 1.0), repeat=3)])
    return DrawnMesh(cube * (np.asarray(high, float) - low) + low, CUBE_TRIANGLES)


def revolve_profile(profile: ArrayLike, sections: int) -> DrawnMesh:
    """Return a solid of revolution with `sections` sides from (radius, height) pairs (n, 2)."""
    outline = np.asarray(profile, np.float64)
    count = len(outline)
    turns = np.linspace(0.0, 2 * np.pi, sections + 1)[:-1]
    ways = np.repeat(np.column_stack([np.cos(turns), np.sin(turns)]), count, axis=0)
    points = np.column_stack(
        [ways * np.tile(outline[:, 0], sections)[:, None], np.tile(outline[:, 1], sections)]
    )
    rows = np.arange(count - 1)
    first = np.stack(
        [rows, rows + count, rows + 1, rows + 1, rows + count, rows + count + 1], axis=1
    ).reshape(-1, 3)
    a, b, c = np.moveaxis(points[first], 1, 0)
    first = first[np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2 > SAME_CORNER_DISTANCE]
    return _merge_vertices(
        points,
        (first[None] + count * np.arange(sections)[:, None, None]).reshape(-1, 3) % len(points),
    )


def _merge_vertices(points: Floats, faces: Ints) -> DrawnMesh:
    """Return triangles with corners at the same place merged, in order of appearance."""
    vertex_ids = np.unique(faces)
    _, first, place = np.unique(
        np.round(points[vertex_ids] / SAME_CORNER_DISTANCE).astype(np.int64),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    order = np.argsort(first)
    rank = np.empty_like(order)
    new_ids = np.zeros(len(points), np.int64)
    rank[order] = np.arange(len(order))
    new_ids[vertex_ids] = rank[place.reshape(-1)]
    return DrawnMesh(points[vertex_ids[first[order]]], new_ids[faces])


def make_cone(radius: float, height: float, sections: int) -> DrawnMesh:
    """Return a cone on the ground with its apex up."""
    return revolve_profile([(0, 0), (radius, 0), (0, height)], sections)


def make_cylinder(radius: float, height: float, sections: int) -> DrawnMesh:
    """Return an upright cylinder around the origin."""
    half = height / 2
    return revolve_profile([(0, -half), (radius, -half), (radius, half), (0, half)], sections)


def make_ring(inner: float, outer: float, height: float, sections: int) -> DrawnMesh:
    """Return a level ring around the origin."""
    half = height / 2
    return revolve_profile(
        [(inner, -half), (outer, -half), (outer, half), (inner, half), (inner, -half)], sections
    )


def make_sphere(radius: float, sections: int) -> DrawnMesh:
    """Return a sphere around the origin."""
    turns = np.linspace(-np.pi / 2, np.pi / 2, sections // 2 + 1)
    return revolve_profile(radius * np.column_stack([np.cos(turns), np.sin(turns)]), sections)
