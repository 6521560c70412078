"""A triangle mesh that is drawn, and simple bodies made of triangles.

Small, so that a window need not load a library for meshes before it shows its board.
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
"""Corners as near as this are one; a triangle as small has no area."""
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
    """Corners (n, 3) and the triangles (m, 3) over them, counter-clockwise from outside."""

    def __init__(self, vertices: ArrayLike = (), faces: ArrayLike = ()) -> None:
        self.vertices = np.asarray(vertices, np.float64).reshape(-1, 3)
        self.faces = np.asarray(faces, np.int64).reshape(-1, 3)

    @property
    def triangles(self) -> Floats:
        """The corners of each triangle (m, 3, 3)."""
        return self.vertices[self.faces]

    @property
    def face_normals(self) -> Floats:
        """Which way each triangle faces (m, 3); zero for one without an area."""
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
        """Its lowest and its highest corner (2, 3)."""
        corners = self.triangles.reshape(-1, 3)
        return np.stack([corners.min(axis=0), corners.max(axis=0)])

    def translated(self, by: Sequence[float] | Floats) -> Self:
        """The same elsewhere."""
        return type(self)(self.vertices + np.asarray(by), self.faces)

    def transformed(self, matrix: Floats) -> Self:
        """The same where a matrix (4, 4) puts it; a mirror image is turned the right way out."""
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
        return type(self)(
            self.vertices @ matrix[:3, :3].T + matrix[:3, 3],
            self.faces[:, ::-1] if mirrored else self.faces,
        )

    def flipped(self) -> Self:
        """The same seen from within."""
        return type(self)(self.vertices, self.faces[:, ::-1])

    def crease_edges(self, degrees: float) -> Floats:
        """The edges (n, 2, 3) of two triangles where the surface turns by more than so many degrees."""
        edges = np.sort(self.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        order, first = shared_edges(edges, len(self.vertices))
        normals = self.face_normals
        first_normals, second_normals = normals[order[first] // 3], normals[order[first + 1] // 3]
        turns = np.arccos(np.clip((first_normals * second_normals).sum(axis=1), -1.0, 1.0))
        return self.vertices[edges[order[first[turns > np.radians(degrees)]]]]


def shared_edges(edges: Ints, corners: int) -> tuple[Ints, Ints]:
    """An order of sorted edges (n, 2) in which the same ones are together; where in it those begin that are there twice."""
    numbers = edges[:, 0] * corners + edges[:, 1]
    order = np.argsort(numbers, kind="stable")
    first = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    return order, first[np.diff(first, append=len(edges)) == 2]


# --- simple bodies


def make_box(low: Sequence[float], high: Sequence[float]) -> DrawnMesh:
    """A box between two corners."""
    cube = np.array([*product((0.0, 1.0), repeat=3)])
    return DrawnMesh(cube * (np.asarray(high, float) - low) + low, CUBE_TRIANGLES)


def revolve_profile(profile: ArrayLike, sections: int) -> DrawnMesh:
    """A body with this outline (n, 2), as far from the upright axis and as high, in so many flat parts round it."""
    outline = np.asarray(profile, np.float64)
    count, turns = len(outline), np.linspace(0.0, 2 * np.pi, sections + 1)[:-1]
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
    """Triangles over corners of which those at one place become one, in the order in which they come."""
    vertex_ids = np.unique(faces)
    _, first, place = np.unique(
        np.round(points[vertex_ids] / SAME_CORNER_DISTANCE).astype(np.int64),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    order = np.argsort(first)
    rank, new_ids = np.empty_like(order), np.zeros(len(points), np.int64)
    rank[order] = np.arange(len(order))
    new_ids[vertex_ids] = rank[place.reshape(-1)]
    return DrawnMesh(points[vertex_ids[first[order]]], new_ids[faces])


def make_cone(radius: float, height: float, sections: int) -> DrawnMesh:
    """A cone on the ground, its point up."""
    return revolve_profile([(0, 0), (radius, 0), (0, height)], sections)


def make_cylinder(radius: float, height: float, sections: int) -> DrawnMesh:
    """An upright cylinder round the origin."""
    half = height / 2
    return revolve_profile([(0, -half), (radius, -half), (radius, half), (0, half)], sections)


def make_ring(inner: float, outer: float, height: float, sections: int) -> DrawnMesh:
    """A level ring round the origin."""
    half = height / 2
    return revolve_profile(
        [(inner, -half), (outer, -half), (outer, half), (inner, half), (inner, -half)], sections
    )


def make_sphere(radius: float, sections: int) -> DrawnMesh:
    """A ball round the origin."""
    turns = np.linspace(-np.pi / 2, np.pi / 2, sections // 2 + 1)
    return revolve_profile(radius * np.column_stack([np.cos(turns), np.sin(turns)]), sections)
