"""Strips along the outer edges of any closed solid: chamfers, and the copings of walls.

A strip keeps the triangles of the solid and moves their corners away from an edge, within their
planes. A box with chamfers has 12 triangles, 2 for each edge and 1 for each corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Vector = tuple[float, float, float]
Way = tuple[float, float, float, float]
"""A direction and a distance."""
Edge = tuple[int, int]
"""Two corners of a triangle in its direction."""
CutRule = Callable[[Floats, Floats, Floats], Bools]
"""Which outer edges get a strip, from the normals on both sides and the height of the edges."""
CREASE_COSINE = float(np.cos(np.radians(32.0)))
"""The cosine of the smallest turn of a surface that is an edge and not part of a curve."""
FLAT_COSINE = 0.99999
"""The cosine of the largest turn of a plane face."""
MAX_SHARE = 0.3
"""The largest share of an edge that a strip at one of its ends takes."""
MIN_SINE = 0.3
"""The sine of the smallest angle between an edge and the crease that ends its strip."""
TOP_Z, SIDE_Z = 0.5, 0.3
"""The z of the direction of a face from which it is a top, and below which it is a side."""
MAX_STRIP_FACES = 6000
"""The maximum number of triangles of a solid with strips; more take too long."""
MAX_PASSES = 6
KEPT_COSINE = 0.95
"""The cosine of the largest turn of a face whose corners moved."""
MIN_AREA_IN = 1e-7
"""Twice the smallest area of a triangle in square inches."""


@dataclass(frozen=True, eq=False)
class StripedMesh:
    """A mesh whose first `face_count` triangles are faces; the others are strips."""

    mesh: DrawnMesh
    face_count: int

    @property
    def faces(self) -> DrawnMesh:
        """The faces without strips."""
        return DrawnMesh(self.mesh.vertices, self.mesh.faces[: self.face_count])

    @property
    def strips(self) -> DrawnMesh:
        """The strips alone."""
        return DrawnMesh(self.mesh.vertices, self.mesh.faces[self.face_count :])


def bevel_edges(mesh: DrawnMesh, width: float, foot: float = 0.0) -> StripedMesh:
    """Return a solid with its outer edges cut off by `width` inches on both sides.

    Edges at the height of the `foot` and edges that look down stay sharp. All corners stay on the
    surface of the solid.
    """

    def is_cut(first: Floats, second: Floats, height: Floats) -> Bools:
        chosen: Bools = (height > foot + 1e-3) & ((first + second)[:, 2] > -0.5)
        return chosen

    return _add_strips(mesh, is_cut, lambda normal: width, MAX_INSET_IN)


def split_copings(mesh: DrawnMesh, height: float) -> StripedMesh:
    """Return a solid whose sides are split along their upper edges; the shape stays the same."""

    def is_cut(first: Floats, second: Floats, _: Floats) -> Bools:
        up, down = np.maximum(first[:, 2], second[:, 2]), np.minimum(first[:, 2], second[:, 2])
        chosen: Bools = (up > TOP_Z) & (np.abs(down) < SIDE_Z)
        return chosen

    return _add_strips(mesh, is_cut, lambda normal: height if normal[2] < SIDE_Z else 0.0, 1.0)


def _add_strips(
    mesh: DrawnMesh, is_cut: CutRule, width_of: Callable[[Vector], float], reach: float
) -> StripedMesh:
    if not 0 < len(mesh.faces) <= MAX_STRIP_FACES:
        return StripedMesh(mesh, len(mesh.faces))
    surface = _Surface(mesh, is_cut, width_of, reach)
    frozen: set[int] = set()
    for _ in range(MAX_PASSES):
        result, turned = surface.with_strips(frozen)
        if not turned:
            return result
        frozen |= turned
    return StripedMesh(mesh, len(mesh.faces))


@dataclass(frozen=True)
class _Fan:
    """The triangles around a corner, counter-clockwise, and the end of the edge before each.

    `stops` are the numbers of the edges that are creases, and `cut` says which get a strip.
    """

    corner: int
    faces: list[int]
    ends: list[int]
    stops: list[int]
    cut: list[bool]


class _Surface:
    """A closed surface of triangles with its creases."""

    def __init__(
        self, mesh: DrawnMesh, is_cut: CutRule, width_of: Callable[[Vector], float], reach: float
    ) -> None:
        self.mesh = mesh
        self.normals = mesh.face_normals
        self.width_of, self.reach = width_of, reach
        self.points: list[Vector] = [(x, y, z) for x, y, z in mesh.vertices.tolist()]
        self.directions: list[Vector] = [(x, y, z) for x, y, z in self.normals.tolist()]
        self.faces: list[list[int]] = mesh.faces.tolist()
        self.face_of: dict[Edge, int] = {}
        self.apex_of: dict[Edge, int] = {}
        for number, (a, b, c) in enumerate(self.faces):
            for edge, apex in (((a, b), c), ((b, c), a), ((c, a), b)):
                self.face_of[edge] = number
                self.apex_of[edge] = apex
        self.creases: set[Edge] = set()
        self.cuts: set[Edge] = set()
        self._find_creases(is_cut)
        self.fans = list(self._find_fans())

    def _find_creases(self, is_cut: CutRule) -> None:
        """Find the edges where the surface turns, and those of them that get a strip."""
        edges = [edge for edge in self.face_of if edge[0] < edge[1] and edge[::-1] in self.face_of]
        if not edges:
            return
        first = self.normals[[self.face_of[edge] for edge in edges]]
        second = self.normals[[self.face_of[edge[::-1]] for edge in edges]]
        ends = self.mesh.vertices[np.array(edges)]
        apexes = self.mesh.vertices[[self.apex_of[edge[::-1]] for edge in edges]]
        is_crease = (first * second).sum(axis=1) < CREASE_COSINE
        is_outer = ((apexes - ends[:, 0]) * first).sum(axis=1) < -1e-9
        is_cut_edge = is_crease & is_outer & is_cut(first, second, ends[..., 2].max(axis=1))
        for found, chosen in ((self.creases, is_crease), (self.cuts, is_cut_edge)):
            for edge in (edges[k] for k in np.flatnonzero(chosen)):
                found |= {edge, edge[::-1]}

    def _find_fans(self) -> Iterator[_Fan]:
        """Yield the fans of all corners with a strip."""
        remaining = dict.fromkeys(edge for edge in self.face_of if edge in self.cuts)
        while remaining:
            start, _ = remaining.popitem()
            corner = start[0]
            around: dict[int, int] = {}  # the face after each edge, by the edge's end
            edge = start
            while edge in self.face_of and edge[1] not in around:
                around[edge[1]] = self.face_of[edge]
                remaining.pop(edge, None)
                edge = corner, self.apex_of[edge]
            if edge != start:
                continue  # the surface is open here
            ends, faces = list(around), list(around.values())
            stops = [k for k, end in enumerate(ends) if (corner, end) in self.creases]
            cut = [(corner, ends[k]) in self.cuts for k in stops]
            yield _Fan(corner, faces, ends, stops, cut)

    def with_strips(self, frozen: set[int]) -> tuple[StripedMesh, set[int]]:
        """Return the solid with strips, and the corners of faces that would turn over."""
        points = list(self.points)
        faces = [list(face) for face in self.faces]
        facets: list[list[int]] = []
        for fan in self.fans:
            if fan.corner not in frozen:
                facets += self._move_fan(fan, points, faces)
        moved = np.array(points)
        kept = np.array(faces)
        turned = (DrawnMesh(moved, kept).face_normals * self.normals).sum(axis=1) < KEPT_COSINE
        turned &= np.linalg.norm(self.normals, axis=1) > 0.5
        if turned.any():
            return StripedMesh(DrawnMesh(), 0), set(self.mesh.faces[turned].reshape(-1).tolist())
        strips = np.array([*self._strips(faces), *facets], np.int64).reshape(-1, 3)
        a, b, c = np.moveaxis(moved[strips], 1, 0)
        strips = strips[np.linalg.norm(np.cross(b - a, c - a), axis=1) > MIN_AREA_IN]
        return StripedMesh(DrawnMesh(moved, np.concatenate([kept, strips])), len(faces)), set()

    def _move_fan(self, fan: _Fan, points: list[Vector], faces: list[list[int]]) -> list[list[int]]:
        """Move the corners of the faces around a corner, and return the facet between them."""
        places: list[int] = []
        count = len(fan.ends)
        x, y, z = self.points[fan.corner]
        for k, start in enumerate(fan.stops):
            following = (k + 1) % len(fan.stops)
            span = (fan.stops[following] - start - 1) % count + 1
            sector = [fan.faces[(start + n) % count] for n in range(span)]
            shift = self._shift(fan, sector, k, following)
            place = fan.corner
            if shift is not None:
                place = len(points)
                points.append((x + shift[0], y + shift[1], z + shift[2]))
                for face in sector:
                    faces[face][self.faces[face].index(fan.corner)] = place
            places.append(place)
        facet = [p for n, p in enumerate(places) if p != places[n - 1]]
        return [[facet[0], facet[n], facet[n + 1]] for n in range(1, len(facet) - 1)]

    def _shift(self, fan: _Fan, sector: list[int], first: int, second: int) -> Vector | None:
        """Return how far the corner moves on the faces between two creases; None to stay."""
        is_cut = fan.cut[first], fan.cut[second]
        if first == second or not any(is_cut):
            return None
        normal = _mean([self.directions[face] for face in sector])
        width = self.width_of(normal)
        before, after = (
            _way(self.points[fan.corner], self.points[fan.ends[fan.stops[k]]])
            for k in (first, second)
        )
        fold = self._fold(fan, sector, fan.stops[first])
        if all(is_cut) and fold is not None:
            across = _cross(before, fold)
            sine = sqrt(_dot(across, across))
            shift = _scaled(fold, min(width / max(sine, MIN_SINE), MAX_SHARE * fold[3]))
        elif all(is_cut):
            width = min(width, MAX_SHARE * min(before[3], after[3]))
            left, right = _cross(normal, before), _cross(after, normal)
            size = width / max(1 + _dot(left, right), MIN_SINE)
            shift = _scaled((left[0] + right[0], left[1] + right[1], left[2] + right[2]), size)
        else:
            along = after if is_cut[0] else before
            across = _cross(before, after)
            sine = sqrt(_dot(across, across))
            if sine < MIN_SINE:
                return None
            size = min(width / sine, MAX_SHARE * along[3])
            is_inner_corner = _dot(across, normal) < 0  # of the faces: they are all around it
            shift = _scaled(along, -size if is_inner_corner else size)
        length = sqrt(_dot(shift, shift))
        return None if length < 1e-4 else _scaled(shift, min(1.0, 0.99 * self.reach / length))

    def _fold(self, fan: _Fan, sector: list[int], start: int) -> Way | None:
        """Return the way along the strongest fold of the faces between two creases, if any."""
        best, strongest = None, FLAT_COSINE
        for n in range(1, len(sector)):
            turn = _dot(self.directions[sector[n - 1]], self.directions[sector[n]])
            if turn < strongest:
                best, strongest = fan.ends[(start + n) % len(fan.ends)], turn
        return None if best is None else _way(self.points[fan.corner], self.points[best])

    def _strips(self, faces: list[list[int]]) -> Iterator[tuple[int, int, int]]:
        """Yield the two triangles of each edge with a strip."""
        for edge in self.face_of:
            if edge[0] > edge[1] or edge not in self.cuts:
                continue
            left, right = self.face_of[edge], self.face_of[edge[::-1]]
            left_start, left_end = (faces[left][self.faces[left].index(end)] for end in edge)
            right_start, right_end = (faces[right][self.faces[right].index(end)] for end in edge)
            yield left_end, left_start, right_start
            yield left_end, right_start, right_end


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Sequence[float], b: Sequence[float]) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _scaled(a: Sequence[float], size: float) -> Vector:
    return a[0] * size, a[1] * size, a[2] * size


def _mean(vectors: Sequence[Vector]) -> Vector:
    count = len(vectors)
    x, y, z = (sum(values) / count for values in zip(*vectors, strict=True))
    return x, y, z


def _way(start: Vector, end: Vector) -> Way:
    """Return the direction from a corner to another, and the distance."""
    x, y, z = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    length = max(sqrt(x * x + y * y + z * z), 1e-9)
    return x / length, y / length, z / length, length
