"""Is there an open line between two upright cylinders? The line, or a proof that there is none.

How it is decided is told in `sightlines`: `slice`, `cell`, `opening`, `search`, from the inside out. Inches throughout.
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.plates import put_together
from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Cylinder, Piece, Points
from wc3d.geometry.tolerances import CHAMFER, CLEAR, EQUAL, MITRE, POINT, PROOF_EDGE, PROOF_HEIGHT, SHRINK, SIGHT, THIN

if TYPE_CHECKING:
    from wc3d.geometry.sightlines.arrays import Workspace

BUDGET = 400_000
"""Cells after which the search gives up and says so."""


def point_volume(point: XYZ) -> Cylinder:
    """A point as a volume for the search: tiny, yet larger than what `SHRINK` takes away.

    "Blocked" is then proven for the point itself; "clear" may be off by `POINT`, less than the tolerance of sight.
    """
    x, y, z = point
    return Cylinder((x, y), POINT, z - POINT, z + POINT)


class SightAnswer(IntEnum):
    """What the search found."""

    BLOCKED = 0
    CLEAR = 1
    UNDECIDED = 2


@dataclass(frozen=True, slots=True)
class Occluder:
    """What may stand in the way: convex pieces that together are one thing. `obscures`: hides by depth, not by its solid."""

    pieces: tuple[Piece, ...]
    obscures: bool = False


_ANSWERS = tuple(SightAnswer)
Segment = tuple[tuple[float, float, float], tuple[float, float, float]]


def grow_polygon(points: Points, edge: float, limit: float, chamfer: float) -> tuple[Points, Points]:
    """A convex polygon with its edges moved out by `edge`; corners that would move beyond `limit` are cut off at `chamfer`.

    Returns the grown polygon and the matching original corners (a cut corner stands there twice), both (m, 2).
    """
    before = points - np.roll(points, 1, axis=0)
    before /= np.maximum(np.hypot(before[:, 0], before[:, 1]), 1e-300)[:, None]
    after = np.roll(before, -1, axis=0)
    out, raw = [], []
    for corner, e, f in zip(points, before, after, strict=True):
        m, n = np.array([e[1], -e[0]]), np.array([f[1], -f[0]])
        bisector = m + n
        norm = float(np.hypot(*bisector))
        mitre = 2.0 * edge / norm if norm > 1e-9 else math.inf
        if mitre <= limit * (1 + 1e-9):
            out.append(corner + bisector * (mitre / norm))
            raw.append(corner)
            continue
        along = bisector / norm if norm > 1e-9 else np.array([e[0], e[1]])
        across = np.array([-along[1], along[0]])
        depth = max(chamfer, edge)
        # where the grown edges meet the line across the corner
        for normal in (m, n):
            slope = float(normal @ across)
            out.append(corner + along * depth + across * ((edge - depth * float(normal @ along)) / slope))
            raw.append(corner)
    return np.array(out), np.array(raw)


class _Search(NamedTuple):
    """The compiled search and the one workspace of this process. (A search runs whole: compiled code keeps the GIL.)"""

    decide: Any
    work: Workspace
    size: tuple[int, int, int]

    def fits(self, needs: tuple[int, int, int]) -> bool:
        """Is the workspace large enough?"""
        return needs[0] <= self.size[0] and needs[1] <= self.size[1] and needs[2] <= self.size[2]


_search: _Search | None = None
"""Whole at any time: another thread may be making it ready."""
_MAKING = Lock()


def _fitting(needs: tuple[int, int, int]) -> _Search:
    """The search with a workspace for so many pieces, corners and seams; it is made ready where it is not."""
    global _search
    found = _search
    if found is not None and found.fits(needs):
        return found
    from wc3d.geometry.sightlines.arrays import workspace

    with _MAKING:
        found = _search
        if found is None or not found.fits(needs):
            known = found.size if found is not None else (32, 256, 64)
            size = max(needs[0], known[0]), max(needs[1], known[1]), max(needs[2], known[2])
            work = workspace(*size)
            _search = found = _Search(found.decide if found is not None else _compiled(work), work, size)
    return found


def warm_up() -> None:
    """Make the search ready: compile it, or load it where an earlier process kept it."""
    _fitting((1, 1, 1))


def _compiled(work: Workspace) -> Any:
    """The search, compiled or loaded by one search of nothing."""
    from wc3d.geometry.sightlines.entry import decide
    from wc3d.geometry.sightlines.jit import announce

    announce()
    none = Occluders(())
    ends, line, spent = np.ones((2, 5)), np.empty(6), np.zeros(1, dtype=np.int64)
    decide(ends, none._terrain, work, SHRINK, 3.0, BUDGET, line, spent)
    # The compiled function itself: numba takes as long to look at the arguments as many a search takes.
    compiled = list(decide.overloads.values()) if hasattr(decide, "overloads") else []
    return compiled[0].entry_point if compiled else decide


class Occluders:
    """Occluders made ready for the search: flat arrays, grown for proofs and for witnesses. Never changed."""

    def __init__(self, occluders: Iterable[Occluder], grow: float = 0.0) -> None:
        """`grow`: inches that every solid grows on top of the tolerances."""
        self.occluders = tuple(occluders)
        from wc3d.geometry.sightlines.arrays import Terrain

        reals, kinds, corners = [], [], []
        start = 0
        solid = put_together([p for o in self.occluders if not o.obscures for p in o.pieces])
        hiding = [(i, p) for i, o in enumerate(self.occluders) if o.obscures for p in o.pieces]
        for index, piece in [*((-1, p) for p in solid), *hiding]:
            if piece.high - piece.low <= THIN:
                continue
            obscures = index >= 0
            ring = self._ring(piece, 0.0 if obscures else grow)
            reals.append(self._reals(piece))
            is_disc = isinstance(piece, Cylinder)
            # a level underside on the table: nothing is seen under it
            stands = piece.low <= EQUAL and (isinstance(piece, Cylinder) or piece.bottom.flat)
            kinds.append([is_disc, start, ring.shape[1], index, obscures, piece.flat, stands])
            corners.append(ring)
            start += ring.shape[1]
        self._real = np.array(reals, dtype=np.float64).reshape(-1, 15)
        self._kind = np.array(kinds, dtype=np.int64).reshape(-1, 7)
        rings = np.concatenate(corners, axis=1) if corners else np.zeros((3, 0, 2))
        self._corners = np.ascontiguousarray(rings.transpose(0, 2, 1))
        growths = np.array([PROOF_HEIGHT + grow, CLEAR + grow, PROOF_EDGE + grow, CLEAR + grow])
        self._terrain = Terrain(self._real, self._kind, self._corners, *self._overlaps(), growths)
        self._needs = len(self._kind), self._corners.shape[2], len(self._terrain.joins)

    def _overlaps(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Which level prisms of one sort (solid, or obscuring) overlap once grown, and a segment across each overlap."""
        rows = [i for i in range(len(self._kind)) if not self._kind[i, 0] and self._kind[i, 5]]
        if len(rows) < 2:
            return np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4))
        shapes = np.array([self._plan(i) for i in rows])
        joins, seams = [], []
        for a, b in self._near(np.array(rows), shapes):
            i, j = rows[a], rows[b]
            common = shapely.get_coordinates(shapely.intersection(shapes[a], shapes[b]))
            if self._kind[i, 4]:  # measured as they are: the seam ends exactly at corners where it can
                both = np.concatenate([self._raw(i), self._raw(j)])
                shared = both[shapely.dwithin(shapely.points(both), shapely.intersection(shapes[a], shapes[b]), EQUAL)]
                common = shared if len(shared) > 2 else common
            if len(common) < 3:
                continue
            apart = np.hypot(*(common[:, None] - common[None]).transpose(2, 0, 1))
            u, v = np.unravel_index(np.argmax(apart), apart.shape)
            joins.append((i, j))
            seams.append([*common[u], *common[v]])
        return np.array(joins, dtype=np.int64).reshape(-1, 2), np.array(seams, dtype=np.float64).reshape(-1, 4)

    def _near(self, rows: NDArray[np.int64], shapes: NDArray[np.object_]) -> NDArray[np.int64]:
        """The pairs (n, 2) of places in `rows` whose prisms are of one sort and overlap in height and in plan.

        Prisms between the same two heights are looked up together: a mesh is thousands of them, in few layers.
        """
        layers, layer_of = np.unique(
            np.column_stack([self._real[rows, 3], self._real[rows, 4], self._kind[rows, 4]]), axis=0, return_inverse=True
        )
        layer_of = layer_of.reshape(-1)
        found = [np.zeros((0, 2), dtype=np.int64)]
        for number, (low, high, sort) in enumerate(layers):
            beside = (layers[:, 2] == sort) & (np.minimum(layers[:, 1], high) > np.maximum(layers[:, 0], low))
            beside[:number] = False
            here, others = np.flatnonzero(layer_of == number), np.flatnonzero(beside[layer_of])
            asked, met = shapely.STRtree(shapes[here]).query(shapes[others], predicate="intersects")
            pairs = np.sort(np.column_stack([here[met], others[asked]]), axis=1)
            found.append(pairs[pairs[:, 0] < pairs[:, 1]])
        return np.unique(np.concatenate(found), axis=0)

    def _raw(self, row: int) -> Points:
        start, count = self._kind[row, 1], self._kind[row, 2]
        return self._corners[2, :, start : start + count].T

    def _plan(self, row: int) -> shapely.Polygon:
        """The footprint of a prism, grown as in proofs; of an obscuring one (nearly) as it is."""
        if self._kind[row, 4]:
            return shapely.Polygon(self._raw(row)).buffer(1e-7, join_style="mitre")
        start, count = self._kind[row, 1], self._kind[row, 2]
        return shapely.Polygon(self._corners[0, :, start : start + count].T).convex_hull

    @staticmethod
    def _ring(piece: Piece, grow: float) -> NDArray[np.float64]:
        if isinstance(piece, Cylinder):
            return np.zeros((3, 0, 2))
        proof, raw = grow_polygon(piece.points, PROOF_EDGE + grow, MITRE + 1.5 * grow, CHAMFER + 1.2 * grow)
        less = (CLEAR + grow) / (PROOF_EDGE + grow)
        witness, _ = grow_polygon(piece.points, CLEAR + grow, (MITRE + 1.5 * grow) * less, (CHAMFER + 1.2 * grow) * less)
        return np.stack([proof, witness, raw])

    @staticmethod
    def _reals(piece: Piece) -> list[float]:
        box = list(piece.box)
        if isinstance(piece, Cylinder):
            return [*piece.center, piece.radius, piece.low, piece.high, piece.high, 0, 0, piece.low, 0, 0, *box]
        t, b = piece.top, piece.bottom
        return [0, 0, 0, piece.low, piece.high, t.at, t.slope_x, t.slope_y, b.at, b.slope_x, b.slope_y, *box]

    def open_line(
        self, a: Cylinder, b: Cylinder, *, depth: float = 3.0, budget: int = BUDGET
    ) -> tuple[SightAnswer, Segment | None, int]:
        """An open line from `a` to `b`, or the proof that there is none: (answer, line, number of cells).

        `depth`: most inches through what obscures.
        """
        search = _fitting(self._needs)
        ends = np.array((*a.center, a.radius, a.low, a.high, *b.center, b.radius, b.low, b.high), dtype=np.float64).reshape(2, 5)
        line, spent = np.empty(6), np.zeros(1, dtype=np.int64)
        code = search.decide(ends, self._terrain, search.work, SHRINK, depth + 1e-9, budget, line, spent)
        answer = _ANSWERS[code]
        x, y, z, u, v, w = line.tolist()
        segment: Segment | None = ((x, y, z), (u, v, w)) if answer is SightAnswer.CLEAR else None
        return answer, segment, int(spent[0])


def slack(piece: Piece) -> float:
    """How far the solid that proofs use reaches beyond `piece`: the tolerance that a proof with it certifies. Inches.

    The grown solid is convex, so its distance from `piece` is greatest at a corner.
    """
    if isinstance(piece, Cylinder) or piece.flat:
        return SIGHT
    ring, _ = grow_polygon(piece.points, PROOF_EDGE, MITRE, CHAMFER)
    corners = []
    for i, (x, y) in enumerate(ring.tolist()):
        for plane, cap, sign in ((piece.top, piece.high, 1.0), (piece.bottom, piece.low, -1.0)):
            z = plane.height(x, y)
            corners.append((x, y, sign * min(sign * z, sign * cap) + sign * PROOF_HEIGHT))
            u, v = ring[(i + 1) % len(ring)].tolist()
            there = plane.height(u, v)
            if (z - cap) * (there - cap) < 0.0:  # where the side's edge reaches the cap
                t = (cap - z) / (there - z)
                corners.append((x + t * (u - x), y + t * (v - y), cap + sign * PROOF_HEIGHT))
    return max(SIGHT, max(segment_to_piece(c, c, piece) for c in corners))


def widest_line(
    occluders: tuple[Occluder, ...], a: Cylinder, b: Cylinder, line: Segment, depth: float = 3.0, step: float = 0.005
) -> Segment:
    """Of the open lines from `a` to `b` one whose clearance from every solid is the greatest, to within about `step`.

    Starts from an open `line`; lets all solids grow until no line is left. Gives up on more than a yard.
    """
    best, open_at, shut_at = line, 0.0, math.inf
    grow = 0.02
    while grow - open_at > step or math.isinf(shut_at):
        _, found, _ = Occluders(occluders, grow).open_line(a, b, depth=depth, budget=2000)
        if found is not None:
            best, open_at = found, grow
            if grow > 36.0:
                break
        else:
            shut_at = grow
        grow = 2.5 * grow if math.isinf(shut_at) else (open_at + shut_at) / 2
    return best
