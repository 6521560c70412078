"""Search for an open line between two upright cylinders: the line, or a proof that there is none.

The algorithm is documented in `sight_search`, inside out: `vertical_slice`, `cell_sections`,
`line_in_cell`, `search`. Inches.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.progress import Progress, WatchedProgress
from wc3d.geometry.distance import bounding_boxes, gaps_to_boxes, segment_to_piece
from wc3d.geometry.inflate import is_one_above_other, is_separated
from wc3d.geometry.merge_slabs import merge_slabs
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.points import XYZ
from wc3d.geometry.sight_solver import get_search
from wc3d.geometry.solids import Cylinder, Piece, Prism
from wc3d.geometry.tolerances import (
    EPSILON_IN,
    MIN_CLEARANCE_IN,
    MIN_THICKNESS_IN,
    POINT_RADIUS_IN,
    PROOF_GROWTH_ASIDE_IN,
    PROOF_GROWTH_HEIGHT_IN,
    VOLUME_SHRINK_IN,
)

if TYPE_CHECKING:
    from wc3d.geometry.sight_search.mesh_rows import OccluderMeshes
    from wc3d.geometry.sight_search.mesh_surfaces import SurfaceArrays
    from wc3d.geometry.sight_search.workspace import TerrainArrays

MAX_SEARCH_CELLS = 400_000
"""Cells after which the search gives up and returns this."""

PAIRS_PER_REPORT = 100
"""Pairs decided one at a time between two reports of progress."""


def point_volume(point: XYZ) -> Cylinder:
    """Return a tiny volume for a point, larger than VOLUME_SHRINK_IN.

    BLOCKED is then proven for the point itself. CLEAR may be off by POINT_RADIUS_IN, less than the
    sight tolerance.
    """
    x, y, z = point
    return Cylinder((x, y), POINT_RADIUS_IN, z - POINT_RADIUS_IN, z + POINT_RADIUS_IN)


class SightResult(IntEnum):
    """The result of a line search."""

    BLOCKED = 0
    CLEAR = 1
    UNDECIDED = 2


@dataclass(frozen=True, slots=True)
class Occluder:
    """Convex pieces of an object that may block lines.

    If `is_obscuring`, the object blocks by depth and not as a solid. With `mesh`, the pieces only
    contain the object, and the mesh itself blocks.
    """

    pieces: tuple[Piece, ...]
    is_obscuring: bool = False
    mesh: PlacedMesh | None = None


_ANSWERS = tuple(SightResult)
Segment = tuple[tuple[float, float, float], tuple[float, float, float]]


def _piece_reals(piece: Piece) -> list[float]:
    box = list(piece.box)
    if isinstance(piece, Cylinder):
        return [
            *piece.center,
            piece.radius,
            piece.low,
            piece.high,
            piece.high,
            0,
            0,
            piece.low,
            0,
            0,
            *box,
        ]
    t, b = piece.top, piece.bottom
    return [
        0,
        0,
        0,
        piece.low,
        piece.high,
        t.at,
        t.slope_x,
        t.slope_y,
        b.at,
        b.slope_x,
        b.slope_y,
        *box,
    ]


@lru_cache(maxsize=2)
def _prepare_meshes(meshes: tuple[tuple[int, PlacedMesh], ...]) -> OccluderMeshes:
    """Prepare a board's meshes for all later searches, because finding the joints takes long."""
    from wc3d.geometry.sight_search.mesh_rows import OccluderMeshes  # many boards have no mesh

    return OccluderMeshes(meshes)


class Occluders:
    """Immutable occluders, prepared for the search as arrays grown for proofs and witnesses."""

    def __init__(self, occluders: Iterable[Occluder], are_merged: bool = False) -> None:
        """Prepare occluders. `are_merged`: their solids overlap nowhere and need no merging."""
        self.occluders = tuple(occluders)
        places = [
            (i, p)
            for i, o in enumerate(self.occluders)
            if not o.is_obscuring and o.mesh is None
            for p in o.pieces
        ]
        solids = [p for _, p in places]
        slabs = [(p, (i,)) for i, p in enumerate(solids)] if are_merged else merge_slabs(solids)
        rows = [(frozenset(places[i][0] for i in sources), piece) for piece, sources in slabs]
        hiding = [
            (frozenset([i]), p)
            for i, o in enumerate(self.occluders)
            if o.is_obscuring
            for p in o.pieces
        ]
        rows = [
            (sources, piece)
            for sources, piece in (*rows, *hiding)
            if piece.high - piece.low > MIN_THICKNESS_IN
        ]
        self._sources, self._row_pieces = (
            [sources for sources, _ in rows],
            [piece for _, piece in rows],
        )
        self._owner = np.array(
            [min(sources) if len(sources) == 1 else -1 for sources in self._sources], dtype=np.int64
        )
        self._real = np.array([_piece_reals(piece) for _, piece in rows], dtype=np.float64).reshape(
            -1, 15
        )
        kinds, start = [], 0
        for sources, piece in rows:
            owner = min(sources)
            obscures = self.occluders[owner].is_obscuring
            corners = 0 if isinstance(piece, Cylinder) else len(piece.points)
            # underside on the table or close to it: nothing is visible below
            stands = piece.low <= MIN_CLEARANCE_IN and (
                isinstance(piece, Cylinder) or piece.bottom.is_level
            )
            kinds.append(
                [
                    corners == 0,
                    start,
                    corners,
                    owner if obscures else -1,
                    obscures,
                    piece.is_level,
                    stands,
                ]
            )
            start += corners
        self._kind = np.array(kinds, dtype=np.int64).reshape(-1, 7)
        rings = [piece.points for _, piece in rows if isinstance(piece, Prism)]
        self._corners = np.ascontiguousarray(np.concatenate(rings).T if rings else np.zeros((2, 0)))
        no_overlaps = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4))
        alone = self._grow_rows(np.arange(len(rows)), 0.0, no_overlaps)
        joins, seams = self._find_overlaps(alone)
        self._terrain = alone._replace(joins=joins, seams=seams)
        self._meshes = self._make_meshes()

    def _make_meshes(self) -> OccluderMeshes | None:
        meshes = tuple((i, o.mesh) for i, o in enumerate(self.occluders) if o.mesh is not None)
        return _prepare_meshes(meshes) if meshes else None

    def _grow_rows(
        self,
        rows: NDArray[np.int64],
        by: float,
        overlaps: tuple[NDArray[np.int64], NDArray[np.float64]],
    ) -> TerrainArrays:
        """Return rows for the search, with solids grown by `by` inches beyond the tolerances."""
        from wc3d.geometry.sight_search.grow_footprints import grow_rings
        from wc3d.geometry.sight_search.workspace import TerrainArrays

        kinds, corners = grow_rings(self._corners, self._kind, rows, by)
        growths = np.array(
            [
                PROOF_GROWTH_HEIGHT_IN + by,
                MIN_CLEARANCE_IN + by,
                PROOF_GROWTH_ASIDE_IN + by,
                MIN_CLEARANCE_IN + by,
            ]
        )
        return TerrainArrays(self._real[rows], kinds, corners, *overlaps, growths)

    def _select_terrain(
        self, a: Cylinder, b: Cylinder, by: float, without: Collection[int]
    ) -> TerrainArrays:
        """Return the terrain between two volumes, grown, without these occluders."""
        rows = np.flatnonzero(self.rows_near(a, b, by) & ~np.isin(self._owner, list(without)))
        place = np.full(len(self._owner), -1)
        place[rows] = np.arange(len(rows))
        joins = place[self._terrain.joins]
        is_kept = (joins >= 0).all(axis=1)
        return self._grow_rows(rows, by, (joins[is_kept], self._terrain.seams[is_kept]))

    def rows_near(self, a: Cylinder, b: Cylinder, distance: float) -> NDArray[np.bool_]:
        """Return which rows may be within `distance` of two volumes' hull, by their bounds."""
        (ax, ay), (bx, by) = a.center, b.center
        long = math.hypot(bx - ax, by - ay)
        ux, uy = ((bx - ax) / long, (by - ay) / long) if long > 0.0 else (1.0, 0.0)
        box, low, high = self._real[:, 11:15], self._real[:, 3], self._real[:, 4]
        half, middle = (box[:, 2:] - box[:, :2]) / 2, (box[:, 2:] + box[:, :2]) / 2 - [ax, ay]
        along, across = middle @ [ux, uy], np.abs(middle @ [-uy, ux])
        reach_along, reach_across = (
            half @ [abs(ux), abs(uy)] + distance,
            half @ [abs(uy), abs(ux)] + distance,
        )
        is_beside = (across <= max(a.radius, b.radius) + 0.01 + reach_across) & (
            low < max(a.high, b.high) + distance
        )
        between = (along + reach_along >= -a.radius - 0.01) & (
            along - reach_along <= long + b.radius + 0.01
        )
        return np.asarray(is_beside & between & (high > min(a.low, b.low) - distance))

    def occluders_near(self, a: Cylinder, b: Cylinder, distance: float) -> list[int]:
        """Return the indices of occluders that may be within `distance` of two volumes' hull."""
        is_near = self.rows_near(a, b, distance)
        meshes = self._meshes.occluders_near_hull(a, b) if self._meshes is not None else []
        return sorted(
            {
                owner for row in np.flatnonzero(is_near).tolist() for owner in self._sources[row]
            }.union(meshes)
        )

    def meshes_near(self, a: Cylinder, b: Cylinder) -> list[PlacedMesh]:
        """Return the meshes whose boxes are near the hull of two volumes."""
        places = self._meshes.occluders_near_hull(a, b) if self._meshes is not None else []
        return [mesh for i in places if (mesh := self.occluders[i].mesh) is not None]

    def line_distance(self, place: int, line: Segment) -> float:
        """Return the distance of a line from the occluder at `place`; infinity if it is empty."""
        if self._meshes is not None and self.occluders[place].mesh is not None:
            return self._meshes.clearance(line, place)
        return min(
            (segment_to_piece(*line, p) for p in self.occluders[place].pieces), default=math.inf
        )

    def has_shared_row(self, places: Collection[int]) -> bool:
        """Return whether a row represents pieces of these occluders and of others."""
        return any(not sources.isdisjoint(places) for sources in self._sources if len(sources) > 1)

    def clearance(self, line: Segment) -> float | None:
        """Return the distance of a line from the nearest solid; None without solids."""
        pieces, boxes = self._solids
        mesh_clearance = self._meshes.clearance(line) if self._meshes is not None else None
        gaps = gaps_to_boxes(line, boxes)
        nearest = math.inf if mesh_clearance is None else mesh_clearance
        for i in np.argsort(gaps).tolist():
            if gaps[i] >= nearest:
                break
            nearest = min(nearest, segment_to_piece(*line, pieces[i]))
        return None if math.isinf(nearest) else nearest

    @cached_property
    def _solids(self) -> tuple[list[Piece], NDArray[np.float64]]:
        """Return the original solid pieces and their bounding boxes."""
        plain = [o for o in self.occluders if not o.is_obscuring and o.mesh is None]
        pieces = [p for o in plain for p in o.pieces if p.high - p.low > MIN_THICKNESS_IN]
        return pieces, bounding_boxes(pieces)

    def _find_overlaps(
        self, terrain: TerrainArrays
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the pairs of grown level prisms of one kind that overlap, each with its seam."""
        from wc3d.geometry.sight_search.grow_footprints import find_longest_seams

        rows = np.flatnonzero((self._kind[:, 0] == 0) & (self._kind[:, 5] == 1))
        pairs = self._find_pairs(rows)
        obscures = self._kind[:, 4] == 1
        solid = pairs[~obscures[pairs[:, 0]]]
        seams = find_longest_seams(terrain.corners, terrain.kinds, solid)
        has_seam = ~np.isnan(seams[:, 0])
        joins, seams = [solid[has_seam]], [seams[has_seam]]
        for i, j in pairs[obscures[pairs[:, 0]]].tolist():
            seam = self._find_seam(i, j)
            if seam is not None:
                joins.append(np.array([[i, j]]))
                seams.append(seam[None])
        return np.concatenate(joins), np.concatenate(seams)

    def _find_pairs(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return pairs (n, 2) of rows of one kind whose heights and bounds overlap."""
        low, high, sort = self._real[:, 3], self._real[:, 4], self._kind[:, 4]
        boxes = shapely.box(*(self._real[rows, 11:15] + [-0.001, -0.001, 0.001, 0.001]).T)
        tree, parts = shapely.STRtree(boxes), [np.zeros((0, 2), dtype=np.int64)]
        for start in range(0, len(rows), 256):
            inputs, hits = tree.query(boxes[start : start + 256])
            i, j = rows[inputs + start], rows[hits]
            is_pair = (
                (i < j)
                & (sort[i] == sort[j])
                & (np.minimum(high[i], high[j]) > np.maximum(low[i], low[j]))
            )
            parts.append(np.column_stack([i[is_pair], j[is_pair]]))
        pairs = np.concatenate(parts)
        return pairs[np.lexsort(pairs.T[::-1])]

    def _find_seam(self, i: int, j: int) -> NDArray[np.float64] | None:
        """Return the longest seam of two obscuring prisms, with ends at corners if possible."""
        rings = [
            self._corners[:, start : start + count].T
            for start, count in self._kind[[i, j], 1:3].tolist()
        ]
        plans = [shapely.Polygon(ring).buffer(1e-7, join_style="mitre") for ring in rings]
        overlap = shapely.intersection(*plans)
        corners = np.concatenate(rings)
        shared = corners[shapely.dwithin(shapely.points(corners), overlap, EPSILON_IN)]
        common = shared if len(shared) > 2 else shapely.get_coordinates(overlap)
        if len(common) < 3:
            return None
        distances = np.hypot(*(common[:, None] - common[None]).transpose(2, 0, 1))
        u, v = np.unravel_index(np.argmax(distances), distances.shape)
        return np.concatenate([common[u], common[v]])

    def find_open_line(
        self,
        a: Cylinder,
        b: Cylinder,
        *,
        depth: float = 3.0,
        budget: int = MAX_SEARCH_CELLS,
        grow: float = 0.0,
        without: Collection[int] = (),
    ) -> tuple[SightResult, Segment | None, int]:
        """Search for an open line from `a` to `b`; return result, line and number of cells.

        Among meshes, an open line misses all triangles, and a proof uses the inner solids, the
        coarsest first. `depth` is the longest length through obscuring pieces in inches. `grow` is
        the growth of every solid beyond the tolerances in inches. `without` are indices of
        occluders to ignore; they must not share a row with others (`has_shared_row`).
        """
        if is_one_above_other(a, b):
            selection = (
                self.rows_near(a, b, 0.0)
                & (self._kind[:, 4] == 0)
                & ~np.isin(self._owner, list(without))
            )
            if is_separated(a, b, [self._row_pieces[row] for row in np.flatnonzero(selection)]):
                return SightResult.BLOCKED, None, 0
        terrain = self._select_terrain(a, b, grow, without) if grow or without else self._terrain
        if self._meshes is None:
            return self._run_search(terrain, None, a, b, depth, budget)
        selection = self._meshes.meshes_near_hull(a, b, without)
        if len(selection) == 0:  # no meshes between: use the full budget
            return self._run_search(terrain, None, a, b, depth, budget)
        return self._search_meshes(self._meshes, selection, terrain, a, b, depth, grow, without)

    def decide_pairs(
        self,
        pairs: NDArray[np.float64],
        *,
        depth: float = 3.0,
        ignored: NDArray[np.int64] | None = None,
        progress: Progress | None = None,
    ) -> NDArray[np.int64]:
        """Return the result of `find_open_line` for each of n pairs, as the number of the result.

        `pairs` (n, 2, 5) holds x, y, radius, low and high of both volumes, in inches. `ignored` (n,
        2) are rows (`own_rows`) that do not count for a pair, or -1. Pairs near meshes and pairs
        with one volume above the other are decided one at a time. When `progress` returns False,
        the remaining pairs stay undecided.
        """
        from wc3d.geometry.sight_batch import decide_batch

        count = len(pairs)
        pairs = np.ascontiguousarray(pairs, dtype=np.float64)
        if ignored is None:
            ignored = np.full((count, 2), -1, dtype=np.int64)
        watched = WatchedProgress(progress)
        verdicts = np.full(count, int(SightResult.UNDECIDED), dtype=np.int64)
        is_alone = self._must_be_alone(pairs)
        together = np.flatnonzero(~is_alone)
        if len(together):
            verdicts[together] = decide_batch(
                pairs[together],
                ignored[together],
                self._terrain,
                depth,
                MAX_SEARCH_CELLS,
                lambda done, _: watched(done, count),
            )
        for number, i in enumerate(np.flatnonzero(is_alone).tolist(), len(together)):
            if number % PAIRS_PER_REPORT == 0:
                watched(number, count)
            if watched.is_stopped:
                break
            a, b = (Cylinder((x, y), r, low, high) for x, y, r, low, high in pairs[i].tolist())
            without = [int(self._owner[row]) for row in ignored[i].tolist() if row >= 0]
            verdicts[i] = self.find_open_line(a, b, depth=depth, without=without)[0]
        return verdicts

    def _must_be_alone(self, pairs: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which pairs are no part of a batch; all of them until the batch is compiled."""
        from wc3d.geometry.sight_batch import find_stacked_pairs, may_use_batch

        if not may_use_batch():
            return np.ones(len(pairs), dtype=bool)
        is_stacked = find_stacked_pairs(pairs)
        return is_stacked if self._meshes is None else is_stacked | self._meshes.may_be_near(pairs)

    def own_rows(self, places: Sequence[int]) -> list[int] | None:
        """Return the row of each of these occluders, or None if one has not just its own row."""
        rows = []
        for place in places:
            mine = [row for row, sources in enumerate(self._sources) if place in sources]
            if len(mine) != 1 or len(self._sources[mine[0]]) != 1:
                return None
            rows.append(mine[0])
        return rows

    def _search_meshes(
        self,
        meshes: OccluderMeshes,
        mesh_numbers: NDArray[np.int64],
        terrain: TerrainArrays,
        a: Cylinder,
        b: Cylinder,
        depth: float,
        grow: float,
        without: Collection[int],
    ) -> tuple[SightResult, Segment | None, int]:
        """Search with the meshes `mesh_numbers` between the volumes.

        Joints are open at first, because closing them takes long and seldom matters. A line
        through an open joint decides nothing.
        """
        cell_count, through_joint, surfaces = 0, False, meshes.select_surfaces(mesh_numbers)
        first = meshes.searches[:2] if meshes.may_have_seam(mesh_numbers) else ()
        for search, closed in (*((s, False) for s in first), *((s, True) for s in meshes.searches)):
            if (search.widening and grow) or (through_joint and not closed):
                continue
            plain = (
                self._select_terrain(a, b, search.widening, without) if search.widening else terrain
            )
            within, pieces = meshes.add_solids(
                plain, search.level, a, b, mesh_numbers, grow + search.widening, closed
            )
            triangles = surfaces.with_grain(search.grain, search.screens)
            answer, line, cells = self._run_search(
                within, triangles, a, b, depth, search.cell_budget(pieces)
            )
            cell_count += cells
            through_joint = (
                line is not None
                and not closed
                and meshes.passes_seam(line, mesh_numbers, MIN_CLEARANCE_IN + grow)
            )
            decided = answer is SightResult.CLEAR or (
                answer is SightResult.BLOCKED and not search.widening
            )
            if decided and not through_joint:
                return answer, line, cell_count
        return SightResult.UNDECIDED, None, cell_count

    def _run_search(
        self,
        terrain: TerrainArrays,
        surfaces: SurfaceArrays | None,
        a: Cylinder,
        b: Cylinder,
        depth: float,
        budget: int,
    ) -> tuple[SightResult, Segment | None, int]:
        search = get_search((len(terrain.kinds), terrain.corners.shape[2], len(terrain.joins)))
        ends = np.array(
            (*a.center, a.radius, a.low, a.high, *b.center, b.radius, b.low, b.high),
            dtype=np.float64,
        ).reshape(2, 5)
        line, cell_count = np.empty(6), np.zeros(1, dtype=np.int64)
        triangles = surfaces or search.no_surfaces
        code = search.decide(
            ends,
            terrain,
            search.work,
            VOLUME_SHRINK_IN,
            depth + 1e-9,
            budget,
            triangles,
            line,
            cell_count,
        )
        answer = _ANSWERS[code]
        x, y, z, u, v, w = line.tolist()
        segment: Segment | None = ((x, y, z), (u, v, w)) if answer is SightResult.CLEAR else None
        return answer, segment, int(cell_count[0])


def find_widest_line(
    occluders: Occluders,
    a: Cylinder,
    b: Cylinder,
    line: Segment,
    depth: float = 3.0,
    step: float = 0.005,
) -> Segment:
    """Return the open line from `a` to `b` with the largest clearance, within about `step`.

    Starts from an open `line` and grows all solids until no line is left, up to a yard.
    """
    best, open_at, shut_at = line, 0.0, math.inf
    grow = 0.02
    while grow - open_at > step or math.isinf(shut_at):
        _, candidate, _ = occluders.find_open_line(a, b, depth=depth, budget=2000, grow=grow)
        if candidate is not None:
            best, open_at = candidate, grow
            if grow > 36.0:
                break
        else:
            shut_at = grow
        grow = 2.5 * grow if math.isinf(shut_at) else (open_at + shut_at) / 2
    return best
