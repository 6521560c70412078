"""Enclosed meshes where they stand, as the search wants them."""
from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely

from wc3d.geometry.enclosure.enclosure import Prisms
from wc3d.geometry.enclosure.placed import PlacedMesh
from wc3d.geometry.points import XYZ
from wc3d.geometry.sightlines.arrays import Floats, Ints, Terrain
from wc3d.geometry.sightlines.joints import JOINT, JointSide, find_joints
from wc3d.geometry.sightlines.rings import grow_rings
from wc3d.geometry.sightlines.surfaces import Placement, Surfaces, distance, surfaces
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EQUAL

REST = 0.05
"""Terrain that comes this near to the table rests on it: nobody looks under it. Inches."""


class Thoroughness(NamedTuple):
    """How one search among meshes goes.

    It takes their inner solids of a `level` (0: the coarsest); lines nearer one another than `grain` inches are not told apart;
    cells no wider than `screens` inches are looked at for what surfaces shut; it gives up after `budget` cells. Where all solids
    are made `wider` by so many inches only a line is looked for: it is found where there is most room.
    """

    level: int
    grain: float
    screens: float
    budget: int
    wider: float = 0.0

    def cells(self, pieces: int) -> int:
        """After how many cells it gives up among so many pieces."""
        more = max(1, FEW_PIECES // max(1, pieces)) if self is SEARCHES[-1] else 1
        return min(LAST_BUDGET, self.budget * more)


SEARCHES = (
    Thoroughness(level=0, grain=0.25, screens=0.1, budget=20),
    Thoroughness(level=1, grain=0.08, screens=1.0, budget=100),
    Thoroughness(level=2, grain=0.002, screens=0.25, budget=60),
    Thoroughness(level=2, grain=0.02, screens=0.1, budget=60, wider=0.02),
    Thoroughness(level=2, grain=0.02, screens=0.1, budget=60, wider=0.01),
    Thoroughness(level=2, grain=0.002, screens=0.25, budget=400),
)
"""The searches, one after the other until one decides."""

FEW_PIECES, LAST_BUDGET = 10_000, 3_000
"""Where there are fewer pieces than this the last search takes as many more cells, up to so many: each takes less time."""


def _on_table(mesh: PlacedMesh, prisms: Prisms) -> Prisms:
    """One level of a placed mesh's inner solid where it stands."""
    x, y, z = mesh.position
    corners = prisms.corners * [-1.0, 1.0] if mesh.mirrored else prisms.corners
    corners = corners @ np.array([[mesh.cosine, mesh.sine], [-mesh.sine, mesh.cosine]]) + [x, y]
    starts = np.concatenate([[0], np.cumsum(prisms.counts)])
    if mesh.mirrored and len(corners):  # counter-clockwise again
        turned = np.concatenate([np.arange(b - 1, a - 1, -1) for a, b in itertools.pairwise(starts)])
        corners = corners[turned]
    return Prisms(corners, prisms.counts, prisms.heights + z)


def _rows(prisms: Prisms, rest: float, grow: float) -> Terrain:
    """Prisms as rows of the search, grown; those that reach down to `rest` are taken to stand on the table."""
    n = len(prisms.counts)
    kinds, reals = np.zeros((n, 7), dtype=np.int64), np.zeros((n, 15))
    corners = np.ascontiguousarray(prisms.corners.T)
    if n:
        starts = np.cumsum(prisms.counts) - prisms.counts
        low, high = prisms.heights.T
        stands = low <= rest
        kinds[:, 1], kinds[:, 2], kinds[:, 3] = starts, prisms.counts, -1
        kinds[:, 5], kinds[:, 6] = 1, stands
        low = np.where(stands, np.minimum(low, 0.0), low)
        reals[:, 3], reals[:, 4], reals[:, 5], reals[:, 8] = low, high, high, low
        reals[:, 11:13], reals[:, 13:15] = (f.reduceat(prisms.corners, starts) for f in (np.minimum, np.maximum))
    kinds, grown = grow_rings(corners, kinds, np.arange(n), grow)
    none = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4))
    return Terrain(reals, kinds, grown, *none, np.zeros(4))


class Meshes:
    """All enclosed meshes among the occluders, each with its place there."""

    searches = SEARCHES

    def __init__(self, placed: Sequence[tuple[int, PlacedMesh]]) -> None:
        self._placed = tuple(placed)
        self._ready: dict[tuple[int, int, float], Terrain] = {}
        self._sides: dict[int, JointSide] = {}
        self._closed: dict[tuple[int, int], Prisms] = {}
        self._surfaces = surfaces([_placement(m, self._rest(i)) for i, (_, m) in enumerate(placed)])
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

    def clearance(self, line: tuple[XYZ, XYZ], owner: int | None = None) -> float:
        """The distance from a line to the nearest triangle; of one mesh only if its place among the occluders is given."""
        asked = self._surfaces
        if owner is not None:
            of_it = np.array([i for i, (place, _) in enumerate(self._placed) if place == owner], dtype=np.int64)
            asked = asked._replace(placements=asked.placements[of_it], mesh_of=asked.mesh_of[of_it])
        return float(distance(asked, np.array(line).reshape(6)))

    def surfaces(self, a: Cylinder, b: Cylinder, without: Collection[int]) -> Surfaces:
        """The triangles that a line between two volumes must miss."""
        near = self._between(a, b, without)
        return self._surfaces._replace(placements=self._surfaces.placements[near], mesh_of=self._surfaces.mesh_of[near])

    def added_to(self, plain: Terrain, level: int, a: Cylinder, b: Cylinder, grow: float, without: Collection[int]) -> Terrain:
        """Plain terrain with one level of the inner solids of the meshes between two volumes, the joints between them closed."""
        near = self._between(a, b, without).tolist()
        parts = [self._grown(i, level, grow) for i in near]
        joints = [self._joints(i, j, grow) for i in near for j in self._beside[i] if i < j and j in near]
        return _together([plain, *parts, *joints])

    def _rest(self, number: int) -> float:
        return REST if self._placed[number][1].position[2] <= EQUAL else EQUAL

    def _grown(self, number: int, level: int, grow: float) -> Terrain:
        key = number, level, grow
        if key not in self._ready:
            mesh = self._placed[number][1]
            self._ready[key] = _rows(_on_table(mesh, mesh.enclosure.inner[level]), self._rest(number), grow)
        return self._ready[key]

    @cached_property
    def _beside(self) -> list[list[int]]:
        """Of each mesh those whose boxes are so near that there may be a joint."""
        low, high = self._boxes[:, :3] - JOINT, self._boxes[:, 3:] + JOINT
        return [np.flatnonzero((low <= high[i]).all(axis=1) & (high >= low[i]).all(axis=1)).tolist() for i in range(len(low))]

    def _joints(self, i: int, j: int, grow: float) -> Terrain:
        """What closes the joints between two meshes, grown."""
        key = i, -1 - j, grow
        if key not in self._ready:
            self._ready[key] = _rows(self._closings(i, j), min(self._rest(i), self._rest(j)), grow)
        return self._ready[key]

    def _closings(self, i: int, j: int) -> Prisms:
        """What closes the joints between two meshes."""
        if (i, j) not in self._closed:
            one, other = self._placed[i][1], self._placed[j][1]
            wide = JOINT + one.enclosure.shortfall + other.enclosure.shortfall
            tall = JOINT + one.enclosure.tolerance + other.enclosure.tolerance
            found = find_joints(self._side(i), self._side(j), wide, tall)
            corners = np.concatenate([ring for ring, _, _ in found]) if found else np.zeros((0, 2))
            heights = np.array([(low, high) for _, low, high in found]).reshape(-1, 2)
            self._closed[i, j] = Prisms(corners, np.array([len(ring) for ring, _, _ in found], dtype=np.int64), heights)
        return self._closed[i, j]

    def _side(self, number: int) -> JointSide:
        """The finest inner solid of a mesh, where it stands."""
        if number not in self._sides:
            mesh = self._placed[number][1]
            solid = _on_table(mesh, mesh.enclosure.inner[-1])
            rings = np.repeat(np.arange(len(solid.counts)), solid.counts)
            footprints = shapely.polygons(shapely.linearrings(solid.corners, indices=rings)) if len(rings) else np.array([])
            self._sides[number] = JointSide(footprints, solid.heights)
        return self._sides[number]


def _placement(mesh: PlacedMesh, rest: float) -> Placement:
    return Placement(mesh.enclosure.tree, mesh.position, mesh.cosine, mesh.sine, mesh.mirrored, rest)


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
