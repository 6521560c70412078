"""Enclosed meshes where they stand, as the search wants them."""
from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from wc3d.geometry.enclosure.enclosure import Prisms
from wc3d.geometry.enclosure.placed import PlacedMesh
from wc3d.geometry.points import XYZ
from wc3d.geometry.sightlines.arrays import Floats, Ints, Terrain
from wc3d.geometry.sightlines.rings import grow_rings
from wc3d.geometry.sightlines.surfaces import Placement, Surfaces, distance, surfaces
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EQUAL

REST = 0.05
"""Terrain that comes this near to the table rests on it: nobody looks under it. Inches."""


class Thoroughness(NamedTuple):
    """How one search among meshes goes.

    It takes their inner solids of a `level` (0: the coarsest), grown by `grow` inches; lines nearer one another than `grain`
    inches are not told apart; it gives up after `budget` cells.
    """

    level: int
    grow: float
    grain: float
    budget: int


SEARCHES = (
    Thoroughness(level=0, grow=0.0, grain=0.25, budget=60),
    Thoroughness(level=1, grow=0.0, grain=0.08, budget=150),
    Thoroughness(level=2, grow=0.01, grain=0.02, budget=400),
    Thoroughness(level=2, grow=0.0, grain=0.02, budget=400),
)
"""The searches, one after the other until one decides. Nothing is blocked by what was grown: that only tells whether to go on."""


class _Ready:
    """One level of a placed mesh's inner solid as rows of the search."""

    def __init__(self, owner: int, mesh: PlacedMesh, prisms: Prisms) -> None:
        x, y, z = mesh.position
        corners = prisms.corners * [-1.0, 1.0] if mesh.mirrored else prisms.corners
        corners = corners @ np.array([[mesh.cosine, mesh.sine], [-mesh.sine, mesh.cosine]]) + [x, y]
        starts = np.concatenate([[0], np.cumsum(prisms.counts)])
        if mesh.mirrored and len(corners):  # counter-clockwise again
            turned = np.concatenate([np.arange(b - 1, a - 1, -1) for a, b in itertools.pairwise(starts)])
            corners = corners[turned]
        n = len(prisms.counts)
        low, high = (prisms.heights + z).T if n else (np.zeros(0), np.zeros(0))
        self.kinds = np.zeros((n, 7), dtype=np.int64)
        self.reals = np.zeros((n, 15))
        if n:
            first = np.minimum.reduceat(corners, starts[:-1]), np.maximum.reduceat(corners, starts[:-1])
            stands = low <= (REST if z <= EQUAL else EQUAL)
            self.kinds[:, 1], self.kinds[:, 2], self.kinds[:, 3] = starts[:-1], prisms.counts, -1
            self.kinds[:, 5], self.kinds[:, 6] = 1, stands
            low = np.where(stands, np.minimum(low, 0.0), low)
            self.reals[:, 3], self.reals[:, 4], self.reals[:, 5], self.reals[:, 8] = low, high, high, low
            self.reals[:, 11:13], self.reals[:, 13:15] = first
        self.corners = np.ascontiguousarray(corners.T)
        self.owner = owner


class Meshes:
    """All enclosed meshes among the occluders, each with its place there."""

    searches = SEARCHES

    def __init__(self, placed: Sequence[tuple[int, PlacedMesh]]) -> None:
        self._placed = tuple(placed)
        self._ready: dict[tuple[int, int, float], Terrain] = {}
        self._surfaces = surfaces([_placement(m) for _, m in placed], 0.0)
        self._boxes = self._surfaces.placements[:, 6:12]

    def _between(self, a: Cylinder, b: Cylinder, without: Collection[int]) -> Ints:
        """The numbers of the meshes whose boxes come near the hull of both volumes."""
        (ax, ay), (bx, by) = a.center, b.center
        long = float(np.hypot(bx - ax, by - ay))
        ux, uy = ((bx - ax) / long, (by - ay) / long) if long > 0.0 else (1.0, 0.0)
        low, high = self._boxes[:, :2], self._boxes[:, 3:5]
        half, middle = (high - low) / 2, (high + low) / 2 - [ax, ay]
        along, across = middle @ [ux, uy], np.abs(middle @ [-uy, ux])
        near = across <= max(a.radius, b.radius) + 0.01 + half @ [abs(uy), abs(ux)]
        reach = half @ [abs(ux), abs(uy)] + 0.01
        near &= (along + reach >= -a.radius) & (along - reach <= long + b.radius)
        near &= (self._boxes[:, 2] < max(a.high, b.high) + 0.01) & (self._boxes[:, 5] > min(a.low, b.low) - 0.01)
        found = np.flatnonzero(near)
        return np.array([i for i in found.tolist() if self._placed[i][0] not in without], dtype=np.int64)

    def owners_near(self, a: Cylinder, b: Cylinder) -> list[int]:
        """The places among the occluders of the meshes whose boxes come near the hull of both volumes."""
        return [self._placed[i][0] for i in self._between(a, b, ()).tolist()]

    def clearance(self, line: tuple[XYZ, XYZ]) -> float:
        """The distance from a line to the nearest triangle."""
        return float(distance(self._surfaces, np.array(line).reshape(6)))

    def surfaces(self, a: Cylinder, b: Cylinder, without: Collection[int]) -> Surfaces:
        """The triangles that a line between two volumes must miss."""
        near = self._between(a, b, without)
        return self._surfaces._replace(placements=self._surfaces.placements[near], mesh_of=self._surfaces.mesh_of[near])

    def added_to(self, plain: Terrain, level: int, a: Cylinder, b: Cylinder, grow: float, without: Collection[int]) -> Terrain:
        """Plain terrain with one level of the inner solids of the meshes between two volumes."""
        parts = [self._grown(i, level, grow) for i in self._between(a, b, without).tolist()]
        return _together([plain, *parts])

    def _grown(self, number: int, level: int, grow: float) -> Terrain:
        key = number, level, grow
        if key not in self._ready:
            owner, mesh = self._placed[number]
            ready = _Ready(owner, mesh, mesh.enclosure.inner[level])
            kinds, corners = grow_rings(ready.corners, ready.kinds, np.arange(len(ready.kinds)), grow)
            none = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4))
            self._ready[key] = Terrain(ready.reals, kinds, corners, *none, np.zeros(4))
        return self._ready[key]


def _placement(mesh: PlacedMesh) -> Placement:
    return Placement(mesh.enclosure.tree, mesh.position, mesh.cosine, mesh.sine, mesh.mirrored)


def _together(parts: list[Terrain]) -> Terrain:
    """Several terrains as one; the overlaps and growths of the first."""
    shift, kinds = 0, []
    for part in parts:
        moved: Floats | Ints = part.kinds.copy()
        moved[:, 1] += shift
        kinds.append(moved)
        shift += part.corners.shape[2]
    return parts[0]._replace(
        reals=np.concatenate([p.reals for p in parts]),
        kinds=np.concatenate(kinds),
        corners=np.ascontiguousarray(np.concatenate([p.corners for p in parts], axis=2)),
    )
