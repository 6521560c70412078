"""Placed meshes as rows of the search."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.mesh_solids.data import PrismArrays
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.points import XYZ
from wc3d.geometry.sight_search.culling import cull_mesh_solids
from wc3d.geometry.sight_search.grow_footprints import grow_rings
from wc3d.geometry.sight_search.mesh_surfaces import (
    MeshPlacement,
    SurfaceArrays,
    line_distance,
    make_surfaces,
)
from wc3d.geometry.sight_search.seams import (
    MAX_SEAM_GAP_IN,
    SEAM_OVERLAP_IN,
    SeamSide,
    find_seam_fills,
)
from wc3d.geometry.sight_search.workspace import Floats, Ints, TerrainArrays
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.tolerances import EPSILON_IN, MIN_CLEARANCE_IN

RESTING_HEIGHT_IN = 0.05
"""Gap below terrain, in inches, through which no model sees (NM-SIL-176, WM-RUL-167)."""


class SearchEffort(NamedTuple):
    """The effort of one search among meshes.

    A search uses the inner solids of one `level` (0: the coarsest). It does not distinguish lines
    nearer than `grain` inches, and screens cells up to `screens` inches wide. It gives up after
    `budget` cells. A search with solids `widening` by some inches only looks for a line, where
    there is most room.
    """

    level: int
    grain: float
    screens: float
    budget: int
    widening: float = 0.0

    def cell_budget(self, pieces: int) -> int:
        """Return the cells after which the search gives up among this many pieces."""
        factor = max(1, FULL_BUDGET_PIECES // max(1, pieces)) if self is SEARCH_EFFORTS[-1] else 1
        return min(MAX_LAST_BUDGET_CELLS, self.budget * factor)


SEARCH_EFFORTS = (
    SearchEffort(level=0, grain=0.25, screens=0.1, budget=20),
    SearchEffort(level=1, grain=0.08, screens=4.0, budget=100),
    SearchEffort(level=2, grain=0.002, screens=0.25, budget=60),
    SearchEffort(level=2, grain=0.02, screens=0.1, budget=60, widening=0.02),
    SearchEffort(level=2, grain=0.02, screens=0.1, budget=60, widening=0.01),
    SearchEffort(level=2, grain=0.002, screens=0.25, budget=400),
)
"""The searches, in order until one decides."""

FULL_BUDGET_PIECES, MAX_LAST_BUDGET_CELLS = 10_000, 3_000
"""Pieces below which the last search gets a larger budget, and the largest such budget."""


def _place_prisms(mesh: PlacedMesh, prisms: PrismArrays) -> PrismArrays:
    """Return one level of a mesh's inner solid at its place."""
    x, y, z = mesh.position
    corners = prisms.corners * [-1.0, 1.0] if mesh.mirrored else prisms.corners
    corners = corners @ np.array([[mesh.cosine, mesh.sine], [-mesh.sine, mesh.cosine]]) + [x, y]
    starts = np.concatenate([[0], np.cumsum(prisms.counts)])
    if mesh.mirrored and len(corners):  # counter-clockwise again
        order = np.concatenate([np.arange(b - 1, a - 1, -1) for a, b in itertools.pairwise(starts)])
        corners = corners[order]
    return PrismArrays(corners, prisms.counts, prisms.heights + z)


def _to_terrain(prisms: PrismArrays, rest: float, grow: float) -> TerrainArrays:
    """Return grown prisms as search rows; those that reach down to `rest` are on the table."""
    n = len(prisms.counts)
    kinds = np.zeros((n, 7), dtype=np.int64)
    reals = np.zeros((n, 15))
    corners = np.ascontiguousarray(prisms.corners.T)
    if n:
        starts = np.cumsum(prisms.counts) - prisms.counts
        low, high = prisms.heights.T
        stands = low <= rest
        kinds[:, 1], kinds[:, 2], kinds[:, 3] = starts, prisms.counts, -1
        kinds[:, 5], kinds[:, 6] = 1, stands
        low = np.where(stands, np.minimum(low, 0.0), low)
        reals[:, 3], reals[:, 4], reals[:, 5], reals[:, 8] = low, high, high, low
        reals[:, 11:13], reals[:, 13:15] = (
            f.reduceat(prisms.corners, starts) for f in (np.minimum, np.maximum)
        )
    kinds, grown_corners = grow_rings(corners, kinds, np.arange(n), grow)
    no_overlaps = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4))
    return TerrainArrays(
        reals, kinds, grown_corners, *no_overlaps, np.full(4, MIN_CLEARANCE_IN + grow)
    )


class LevelSolids(NamedTuple):
    """The grown inner solids of one level of all meshes, shared by copies at the same height."""

    rows: TerrainArrays
    """Pieces with their plan in each mesh's own space and their heights in the world."""
    spans: Ints
    """(k, 2): the range of rows of each solid."""
    solid_of: Ints
    """(p,): the solid of each placed mesh."""


class OccluderMeshes:
    """All meshes among the occluders, each with its index there."""

    searches = SEARCH_EFFORTS

    def __init__(self, meshes: Sequence[tuple[int, PlacedMesh]]) -> None:
        self._placed = tuple(meshes)
        self._solids: dict[tuple[int, float], LevelSolids] = {}
        self._ready: dict[tuple[int, int, float], TerrainArrays] = {}
        self._sides: dict[int, SeamSide] = {}
        self._closed: dict[tuple[int, int], PrismArrays] = {}
        self._surfaces = make_surfaces(
            [_make_placement(m, self._rest_height(i)) for i, (_, m) in enumerate(meshes)]
        )
        self._boxes = self._surfaces.placements[:, 6:12]

    def meshes_near_hull(self, a: Cylinder, b: Cylinder, without: Collection[int]) -> Ints:
        """Return the numbers of the meshes whose boxes are near the hull of both volumes."""
        (ax, ay), (bx, by) = a.center, b.center
        long = float(np.hypot(bx - ax, by - ay))
        ux, uy = ((bx - ax) / long, (by - ay) / long) if long > 0.0 else (1.0, 0.0)
        low, high = self._boxes[:, :2], self._boxes[:, 3:5]
        half = (high - low) / 2
        middle = (high + low) / 2 - [ax, ay]
        along = middle @ [ux, uy]
        across = np.abs(middle @ [-uy, ux])
        is_near = across <= max(a.radius, b.radius) + 0.01 + half @ [abs(uy), abs(ux)]
        reach = half @ [abs(ux), abs(uy)] + 0.01
        is_near &= (along + reach >= -a.radius) & (along - reach <= long + b.radius)
        is_near &= (self._boxes[:, 2] < max(a.high, b.high) + 0.01) & (
            self._boxes[:, 5] > min(a.low, b.low) - 0.01
        )
        numbers = np.flatnonzero(is_near)
        return np.array(
            [i for i in numbers.tolist() if self._placed[i][0] not in without], dtype=np.int64
        )

    def may_be_near(self, pairs: Floats) -> NDArray[np.bool_]:
        """Return which pairs of volumes (n, 2, 5) may have a mesh in `meshes_near_hull`.

        Pairs at the very limit are among them.
        """
        a, b = pairs[:, 0], pairs[:, 1]
        offset = b[:, :2] - a[:, :2]
        length = np.sqrt((offset**2).sum(axis=1))
        unit = np.where(length > 0.0, offset.T / np.maximum(length, 1e-300), [[1.0], [0.0]])
        ux, uy = unit
        low, high = np.minimum(a[:, 3], b[:, 3]) - 0.011, np.maximum(a[:, 4], b[:, 4]) + 0.011
        wide = np.maximum(a[:, 2], b[:, 2]) + 0.011
        is_near = np.zeros(len(pairs), dtype=bool)
        for x0, y0, bottom, x1, y1, top in self._boxes.tolist():
            x, y = (x0 + x1) / 2 - a[:, 0], (y0 + y1) / 2 - a[:, 1]
            half_x, half_y = (x1 - x0) / 2, (y1 - y0) / 2
            along = x * ux + y * uy
            reach = half_x * np.abs(ux) + half_y * np.abs(uy) + 0.011
            across = np.abs(y * ux - x * uy) - half_x * np.abs(uy) - half_y * np.abs(ux)
            is_near |= (
                (across <= wide)
                & (along + reach >= -a[:, 2])
                & (along - reach <= length + b[:, 2])
                & (bottom < high)
                & (top > low)
            )
        return is_near

    def occluders_near_hull(self, a: Cylinder, b: Cylinder) -> list[int]:
        """Return the occluder indices of meshes whose boxes are near the hull of both volumes."""
        return [self._placed[i][0] for i in self.meshes_near_hull(a, b, ()).tolist()]

    def clearance(self, line: tuple[XYZ, XYZ], owner: int | None = None) -> float:
        """Return a line's distance from the nearest triangle, or from that of occluder `owner`."""
        candidates = self._surfaces
        if owner is not None:
            order = np.array(
                [i for i, (place, _) in enumerate(self._placed) if place == owner], dtype=np.int64
            )
        else:  # likely near meshes first, to skip most others
            start = np.array(line[0])
            along = np.subtract(line[1], line[0])
            low, high = self._boxes[:, :3], self._boxes[:, 3:]
            middles = (low + high) / 2 - start
            share = np.clip(middles @ along / max(along @ along, 1e-12), 0.0, 1.0)
            gaps = (
                np.linalg.norm(middles - share[:, None] * along, axis=1)
                - np.linalg.norm(high - low, axis=1) / 2
            )
            order = np.argsort(gaps)
        candidates = candidates._replace(
            placements=candidates.placements[order], mesh_of=candidates.mesh_of[order]
        )
        return float(line_distance(candidates, np.array(line).reshape(6)))

    def select_surfaces(self, mesh_numbers: Ints) -> SurfaceArrays:
        """Return the triangles of these meshes, which an open line must miss."""
        return self._surfaces._replace(
            placements=self._surfaces.placements[mesh_numbers],
            mesh_of=self._surfaces.mesh_of[mesh_numbers],
        )

    def add_solids(
        self,
        plain: TerrainArrays,
        level: int,
        a: Cylinder,
        b: Cylinder,
        mesh_numbers: Ints,
        grow: float,
        joints: bool = True,
    ) -> tuple[TerrainArrays, int]:
        """Return plain terrain with one level of the meshes' inner solids, joints closed.

        Only solids near the volumes are added. The second result is the meshes' total number of
        pieces.
        """
        solids = self._grown_solids(level, grow)
        ends = np.array(
            (*a.center, a.radius, a.low, a.high, *b.center, b.radius, b.low, b.high),
            dtype=np.float64,
        ).reshape(2, 5)
        placements = self._surfaces.placements[mesh_numbers]
        solid_of = solids.solid_of[mesh_numbers]
        solid_rows = cull_mesh_solids(ends, placements, solid_of, solids.spans, solids.rows)
        parts = [
            plain,
            plain._replace(reals=solid_rows[0], kinds=solid_rows[1], corners=solid_rows[2]),
        ]
        if joints:
            parts += [
                self._joint_terrain(i, j, grow)
                for i, j in self._nearby_pairs(mesh_numbers.tolist())
            ]
        pieces = np.diff(solids.spans[solid_of]).sum() + sum(
            len(part.kinds) for part in (plain, *parts[2:])
        )
        return _join_terrains(parts if len(plain.kinds) else parts[1:]), int(pieces)

    def may_have_seam(self, mesh_numbers: Ints) -> bool:
        """Return whether these meshes may have a joint."""
        return len(mesh_numbers) > 1 and bool(self._nearby_pairs(mesh_numbers.tolist()))

    def passes_seam(self, line: tuple[XYZ, XYZ], mesh_numbers: Ints, grow: float) -> bool:
        """Return whether a line comes within `grow` of a joint fill of these meshes."""
        for i, j in self._nearby_pairs(mesh_numbers.tolist()):
            wide, tall = self._joint_reach(i, j)
            within = max(wide, tall) + SEAM_OVERLAP_IN + grow
            low = np.maximum(self._boxes[i, :3], self._boxes[j, :3])
            high = np.minimum(self._boxes[i, 3:], self._boxes[j, 3:])
            if not _meets_boxes(line, low[None] - within, high[None] + within).any():
                continue
            sides = [_joint_side(self._placed[n][1], line, within) for n in (i, j)]
            rest = min(self._rest_height(i), self._rest_height(j))
            for ring, bottom, top in find_seam_fills(sides[0], sides[1], wide, tall):
                closed = Prism(
                    ring, Plane(bottom if bottom > rest else min(bottom, 0.0)), Plane(top)
                )
                if segment_to_piece(*line, closed) <= grow:
                    return True
        return False

    def _nearby_pairs(self, mesh_numbers: list[int]) -> list[tuple[int, int]]:
        """Return the pairs of meshes near enough for a joint."""
        among = set(mesh_numbers)
        return [(i, j) for i in mesh_numbers for j in self._neighbors[i] if i < j and j in among]

    def _rest_height(self, number: int) -> float:
        """Return the height up to which a mesh rests on the table, regardless of its origin."""
        mesh = self._placed[number][1]
        lowest = mesh.position[2] + float(mesh.enclosure.tree.boxes[1, 2])
        return (
            RESTING_HEIGHT_IN if min(mesh.position[2], lowest) <= MIN_CLEARANCE_IN else EPSILON_IN
        )

    def _grown_solids(self, level: int, grow: float) -> LevelSolids:
        """Return the grown inner solids of one level of all meshes."""
        key = level, grow
        if key not in self._solids:
            alike: dict[tuple[int, float, float], int] = {}
            parts = list[TerrainArrays]()
            solid_of = list[int]()
            for number, (_, mesh) in enumerate(self._placed):
                height = mesh.position[2]
                rest = self._rest_height(number)
                place = alike.setdefault((id(mesh.enclosure), height, rest), len(parts))
                if place == len(parts):
                    prisms = mesh.enclosure.inner[level]
                    parts.append(
                        _to_terrain(prisms._replace(heights=prisms.heights + height), rest, grow)
                    )
                solid_of.append(place)
            ends = np.cumsum([len(part.kinds) for part in parts])
            spans = np.column_stack([np.concatenate([[0], ends[:-1]]), ends]).astype(np.int64)
            self._solids[key] = LevelSolids(
                _join_terrains(parts), spans, np.array(solid_of, dtype=np.int64)
            )
        return self._solids[key]

    @cached_property
    def _neighbors(self) -> list[list[int]]:
        """Return for each mesh the others near enough for a joint."""
        low, high = self._boxes[:, :3] - MAX_SEAM_GAP_IN, self._boxes[:, 3:] + MAX_SEAM_GAP_IN
        return [
            np.flatnonzero((low <= high[i]).all(axis=1) & (high >= low[i]).all(axis=1)).tolist()
            for i in range(len(low))
        ]

    def _joint_terrain(self, i: int, j: int, grow: float) -> TerrainArrays:
        """Return the grown joint fills between two meshes."""
        key = i, -1 - j, grow
        if key not in self._ready:
            self._ready[key] = _to_terrain(
                self._joint_prisms(i, j), min(self._rest_height(i), self._rest_height(j)), grow
            )
        return self._ready[key]

    def _joint_prisms(self, i: int, j: int) -> PrismArrays:
        """Return the joint fills between two meshes."""
        if (i, j) not in self._closed:
            joints = find_seam_fills(
                self._get_joint_side(i), self._get_joint_side(j), *self._joint_reach(i, j)
            )
            corners = (
                np.concatenate([ring for ring, _, _ in joints]) if joints else np.zeros((0, 2))
            )
            heights = np.array([(low, high) for _, low, high in joints]).reshape(-1, 2)
            self._closed[i, j] = PrismArrays(
                corners, np.array([len(ring) for ring, _, _ in joints], dtype=np.int64), heights
            )
        return self._closed[i, j]

    def _joint_reach(self, i: int, j: int) -> tuple[float, float]:
        """Return the largest horizontal and vertical gap of a joint between two inner solids."""
        first, second = self._placed[i][1].enclosure, self._placed[j][1].enclosure
        return (
            MAX_SEAM_GAP_IN + first.shortfall + second.shortfall,
            MAX_SEAM_GAP_IN + first.tolerance + second.tolerance,
        )

    def _get_joint_side(self, number: int) -> SeamSide:
        """Return the finest inner solid of a mesh at its place."""
        if number not in self._sides:
            self._sides[number] = _joint_side(self._placed[number][1])
        return self._sides[number]


def _joint_side(
    mesh: PlacedMesh, line: tuple[XYZ, XYZ] | None = None, within: float = 0.0
) -> SeamSide:
    """Return a mesh's finest inner solid at its place, or the prisms with bounds near a line."""
    solid = mesh.enclosure.inner[-1]
    solid = _place_prisms(
        mesh, solid if line is None else _select_near_line(mesh, solid, line, within)
    )
    rings = np.repeat(np.arange(len(solid.counts)), solid.counts)
    footprints = (
        shapely.polygons(shapely.linearrings(solid.corners, indices=rings))
        if len(rings)
        else np.array([])
    )
    return SeamSide(footprints, solid.heights)


def _select_near_line(
    mesh: PlacedMesh, solid: PrismArrays, line: tuple[XYZ, XYZ], within: float
) -> PrismArrays:
    """Return a mesh's prisms, in its own space, whose bounds are within reach of a line."""
    if not len(solid.counts):
        return solid
    sign = -1.0 if mesh.mirrored else 1.0
    (ax, ay, az), (bx, by, bz) = np.subtract(line, mesh.position).tolist()
    c, s = mesh.cosine, mesh.sine
    own = (
        (sign * (ax * c + ay * s), ay * c - ax * s, az),
        (sign * (bx * c + by * s), by * c - bx * s, bz),
    )
    starts = np.cumsum(solid.counts) - solid.counts
    plan = [f.reduceat(solid.corners, starts) for f in (np.minimum, np.maximum)]
    low, high = (np.column_stack([plan[n], solid.heights[:, n]]) for n in range(2))
    is_near = _meets_boxes(own, low - within, high + within)
    return PrismArrays(
        solid.corners[np.repeat(is_near, solid.counts)],
        solid.counts[is_near],
        solid.heights[is_near],
    )


def _meets_boxes(line: tuple[XYZ, XYZ], low: Floats, high: Floats) -> NDArray[np.bool_]:
    """Return whether a line meets each of these boxes (n, 3: from, to)."""
    start = np.array(line[0])
    along = np.subtract(line[1], line[0])
    along = np.where(np.abs(along) < 1e-12, 1e-12, along)
    low_t, high_t = (low - start) / along, (high - start) / along
    first, last = np.minimum(low_t, high_t).max(axis=1), np.maximum(low_t, high_t).min(axis=1)
    return np.asarray((first <= last) & (last >= 0.0) & (first <= 1.0))


def _make_placement(mesh: PlacedMesh, rest: float) -> MeshPlacement:
    return MeshPlacement(
        mesh.enclosure.tree, mesh.position, mesh.cosine, mesh.sine, mesh.mirrored, rest
    )


def _join_terrains(parts: list[TerrainArrays]) -> TerrainArrays:
    """Join terrains; the overlaps and growths are those of the first."""
    if len(parts) == 1:
        return parts[0]
    shift = 0
    kinds = []
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
