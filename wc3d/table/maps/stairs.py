"""Find stairs and ladders that a mesh shows, and propose them to the map.

Models climb a structure only by a ladder that the map declares (NM-TER-14). A builder who puts a
house with a staircase on a board easily forgets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist

import numpy as np
import shapely

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.surface import Triangles
from wc3d.table.maps.edit_terrain import choose_unused_id
from wc3d.table.maps.map_file import MapEntry, MapReadResult
from wc3d.table.maps.map_shapes import MeshShape, mesh_point_on_table
from wc3d.table.maps.standing_regions import StandingRegions
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.mesh_solids import MeshKey, read_triangles

MAX_FACES = 60_000
"""The most upward faces of a mesh that is searched."""
MAX_TREADS = 4_000
"""The most small level patches of a mesh that are searched."""
TREAD_COSINE, RUNG_COSINE = 0.98, 0.8
"""The least cosine of a face's slope for a tread, and for a rung, which may be round."""
HEIGHT_GAP_IN = 0.02
"""Faces whose heights differ by less belong to one tread. Inches."""
MAX_TREAD_DEPTH_IN, MAX_TREAD_WIDTH_IN, MIN_TREAD_AREA_SQ_IN = 1.2, 6.0, 0.01
"""The largest tread, from front to back and across, and the smallest, in inches."""
MIN_RISE_IN, MAX_RISE_IN = 0.08, 0.9
"""The least and the greatest rise of a step or rung. Inches."""
RISE_RATIO = 1.3
"""By this factor the rises of one staircase may differ."""
MAX_TREAD_GAP_IN = 0.15
"""The most inches in plan between one tread and the next."""
STEPS_NEEDED, RUNGS_NEEDED = 3, 4
"""The fewest steps of stairs, and rungs of a ladder."""
RUNG_DEPTH_IN = 0.4
"""The greatest depth of a rung. Inches."""
MIN_CLIMB_IN = 1.0
"""A model crosses what is lower without a ladder. Inches."""
END_RISES = 1.6
"""A floor is at most this many rises from the first or the last step."""
NEAR_LADDER_IN = 2.0
"""A ladder of the map this near, in plan, is the one that the mesh shows. Inches."""


@dataclass(frozen=True)
class Tread:
    """A small level patch: its plan, its center, its height and its depth in inches."""

    plan: shapely.Polygon
    center: XY
    height: float
    depth: float


@dataclass(frozen=True)
class StepRun:
    """Steps or rungs that rise evenly from one to the next: their centers, from the lowest.

    Of a ladder the rungs are one straight above the other.
    """

    centers: tuple[XYZ, ...]
    is_ladder: bool

    @property
    def rise(self) -> float:
        """The mean rise in inches."""
        return (self.centers[-1][2] - self.centers[0][2]) / (len(self.centers) - 1)

    def on_table(self, shape: MeshShape) -> StepRun:
        """Return a run of a mesh's file where the shape places it."""
        centers = (
            mesh_point_on_table(at, shape.position, shape.rotation, shape.mirrored)
            for at in self.centers
        )
        return StepRun(tuple(centers), self.is_ladder)


@dataclass(frozen=True)
class LadderProposal:
    """A ladder for the map: the place of its feature in the file, the ladder and its reason."""

    place: str
    ladder: Ladder
    reason: str


def propose_ladders(reading: MapReadResult, regions: StandingRegions) -> Iterator[LadderProposal]:
    """Yield a ladder for all stairs and rungs of meshes that join two floors without one."""
    known = [ladder for _, ladder in reading.ladder_entries]
    used_ids = {entry.feature.id for entry in reading.entries} | {ladder.id for ladder in known}
    for entry in reading.entries:
        for run in _find_runs(entry):
            ladder = _fit_ladder(run, entry.feature.id, used_ids, regions)
            if ladder is None or any(_is_same(ladder, other) for other in known):
                continue
            known.append(ladder)
            used_ids.add(ladder.id)
            noun = f"{len(run.centers)} {'rungs' if run.is_ladder else 'steps'}"
            reason = f'{noun} lead from {ladder.bottom:g}" to {ladder.top:g}" near ({ladder.at[0]:g}, {ladder.at[1]:g})'
            yield LadderProposal(entry.place, ladder, reason)


def _find_runs(entry: MapEntry) -> Iterator[StepRun]:
    for shape in entry.model.shapes:
        if not isinstance(shape, MeshShape) or not entry.feature.kind.solid:
            continue
        try:
            runs = _runs_of_file(shape.mesh_key) if shape.mesh_key is not None else ()
        except MeshError:  # the file has changed since it was read
            continue
        for run in runs:
            yield run.on_table(shape)


@memo_per_process(Size.MEDIUM)
def _runs_of_file(key: MeshKey) -> tuple[StepRun, ...]:
    """Return the runs of a file about its own origin. They are cached, as boards hold many copies
    and an edited board is checked after each change. Raises MeshError.
    """
    return tuple(find_step_runs(read_triangles(key.path, key.settings)))


def find_step_runs(triangles: Triangles) -> list[StepRun]:
    """Return the stairs and ladders that triangles (n, 3, 3) in inches, z up, show."""
    stairs = [run for run in _find_even_runs(triangles, TREAD_COSINE) if not run.is_ladder]
    return stairs + [run for run in _find_even_runs(triangles, RUNG_COSINE) if run.is_ladder]


def _find_even_runs(triangles: Triangles, cosine: float) -> list[StepRun]:
    """Return runs of level patches whose faces have at least this cosine."""
    treads = _find_treads(triangles, cosine)
    if not treads or len(treads) > MAX_TREADS:
        return []
    tree = shapely.STRtree([tread.plan for tread in treads])
    used: set[int] = set()
    runs = []
    for first in range(len(treads)):
        if first in used:
            continue
        chain = _follow(treads, tree, first, used)
        run = _make_run([treads[i] for i in chain])
        if len(chain) >= (RUNGS_NEEDED if run.is_ladder else STEPS_NEEDED):
            used |= set(chain)
            runs.append(run)
    return runs


def _make_run(treads: Sequence[Tread]) -> StepRun:
    """Return a run of treads, and whether they are the rungs of a ladder."""
    is_shallow = all(tread.depth <= RUNG_DEPTH_IN for tread in treads)
    is_upright = dist(treads[0].center, treads[-1].center) <= RUNG_DEPTH_IN
    return StepRun(
        tuple((*tread.center, tread.height) for tread in treads), is_shallow and is_upright
    )


def _find_treads(triangles: Triangles, cosine: float) -> list[Tread]:
    """Return the small level patches that face up, from the lowest."""
    edge_1, edge_2 = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    normals = np.cross(edge_1, edge_2)
    lengths = np.linalg.norm(normals, axis=1)
    faces = triangles[(normals[:, 2] > cosine * lengths) & (lengths > 0)]
    if not len(faces) or len(faces) > MAX_FACES:
        return []
    heights = faces[:, :, 2].mean(axis=1)
    order = np.argsort(heights, kind="stable")
    breaks = np.flatnonzero(np.diff(heights[order]) > HEIGHT_GAP_IN) + 1
    treads = []
    for group in np.split(order, breaks):
        merged = shapely.union_all(shapely.polygons(faces[group][:, :, :2]), grid_size=1e-4)
        for part in shapely.get_parts(merged).tolist():
            if part.geom_type != "Polygon" or part.area < MIN_TREAD_AREA_SQ_IN:
                continue
            short, long = _sides(part)
            if short <= MAX_TREAD_DEPTH_IN and long <= MAX_TREAD_WIDTH_IN:
                center = (float(part.centroid.x), float(part.centroid.y))
                treads.append(Tread(part, center, float(heights[group].mean()), short))
    return treads


def _sides(part: shapely.Polygon) -> tuple[float, float]:
    """Return the sides of the least rectangle around a polygon, the shorter first."""
    ring = np.array(part.minimum_rotated_rectangle.exterior.coords)
    sides = np.linalg.norm(np.diff(ring[:3], axis=0), axis=1)
    return float(sides.min()), float(sides.max())


def _follow(treads: list[Tread], tree: shapely.STRtree, first: int, used: set[int]) -> list[int]:
    """Return the indices of the longest even run that starts at a tread."""
    best = [first]
    for second in _next_treads(treads, tree, first, used):
        chain = [first, second]
        rise = treads[second].height - treads[first].height
        while True:
            last = treads[chain[-1]]
            after = [
                i
                for i in _next_treads(treads, tree, chain[-1], used)
                if _goes_on(treads[chain[-2]], last, treads[i], rise)
            ]
            if not after:
                break
            chain.append(min(after, key=lambda i: abs(treads[i].height - last.height - rise)))
        best = max(best, chain, key=len)
    return best


def _next_treads(
    treads: list[Tread], tree: shapely.STRtree, number: int, used: set[int]
) -> list[int]:
    """Return the treads that are a step above one and touch it in plan."""
    low = treads[number]
    near = tree.query(low.plan, predicate="dwithin", distance=MAX_TREAD_GAP_IN).tolist()
    return [
        i
        for i in near
        if i not in used and MIN_RISE_IN <= treads[i].height - low.height <= MAX_RISE_IN
    ]


def _goes_on(before: Tread, last: Tread, next: Tread, rise: float) -> bool:
    """Return whether a tread continues a run: as high a step, and not back again."""
    is_even = rise / RISE_RATIO <= next.height - last.height <= rise * RISE_RATIO
    way = np.subtract(last.center, before.center), np.subtract(next.center, last.center)
    lengths = float(np.linalg.norm(way[0])), float(np.linalg.norm(way[1]))
    if min(lengths) < RUNG_DEPTH_IN / 4:
        return is_even and max(lengths) < RUNG_DEPTH_IN
    return is_even and float(way[0] @ way[1]) > 0.3 * lengths[0] * lengths[1]


def _fit_ladder(
    run: StepRun, feature: str, used_ids: set[str], regions: StandingRegions
) -> Ladder | None:
    """Return a ladder between the floors of a run at which bases can step on and off, or None."""
    low, high = run.centers[0][2], run.centers[-1][2]
    reach = END_RISES * run.rise
    heights = sorted({level.height for level in regions.levels})
    bottoms = [h for h in heights if low - reach <= h <= low + EPSILON_IN]
    lowest_top = low + MIN_CLIMB_IN if run.is_ladder else high - EPSILON_IN
    tops = [h for h in heights if lowest_top <= h <= high + reach]
    x, y, _ = np.mean(run.centers, axis=0).tolist()
    points = sorted(
        ((round(at[0], 2), round(at[1], 2)) for at in run.centers),
        key=lambda at: dist(at, (x, y)),
    )
    for bottom in bottoms:
        for top in reversed(tops):
            if top - bottom < MIN_CLIMB_IN:
                continue
            for at in points:
                if not regions.ladder_fault(at, bottom) and not regions.ladder_fault(at, top):
                    stem = f"{feature}-{'ladder' if run.is_ladder else 'stairs'}"
                    return Ladder(choose_unused_id(used_ids, stem), at, bottom, top)
    return None


def _is_same(proposed: Ladder, known: Ladder) -> bool:
    """Return whether a ladder of the map is the proposed one."""
    overlap = min(proposed.top, known.top) - max(proposed.bottom, known.bottom)
    return dist(proposed.at, known.at) <= NEAR_LADDER_IN and overlap > 0
