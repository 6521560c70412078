"""Line of sight between models, with the evidence and the margin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d._internal.plugins import load_object
from wc3d.geometry.hull_test import hull_intersects
from wc3d.geometry.inflate import proof_tolerance
from wc3d.geometry.line_check import interval_inside, is_open_line
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.geometry.tolerances import (
    MESH_LIFT_IN,
    MIN_THICKNESS_IN,
    SIGHT_TOLERANCE_IN,
)
from wc3d.geometry.visibility import Occluder, Occluders, Segment, SightResult, find_widest_line
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.sight.shrink_search import ShrinkSearch
from wc3d.table.space_policy import SightBlocker
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState


def can_block_sight(feature: Feature) -> bool:
    """Return whether a feature can block sight, by its solid or by hiding models deep in it."""
    return feature.blocks_sight or feature.kind.obscuring


@memo_per_terrain(Size.SMALL)
def make_occluders(features: tuple[Feature, ...]) -> tuple[tuple[str, ...], Occluders]:
    """Return the occluders of the features, ready for the search, and the feature id of each."""
    pairs = [
        (f.id, occluder) for f in features if can_block_sight(f) for occluder in _occluders_of(f)
    ]
    return tuple(id for id, _ in pairs), Occluders(occluder for _, occluder in pairs)


def _occluders_of(feature: Feature) -> list[Occluder]:
    """Return a feature's occluders: its solids and each of its meshes. An obscuring mesh uses its
    bounding solids.
    """
    if not feature.blocks_sight or not feature.meshes:
        return [Occluder(feature.pieces, not feature.blocks_sight)]
    plain = feature.solid_pieces
    meshes = [Occluder(mesh.pieces, mesh=mesh) for mesh in feature.meshes]
    return [Occluder(plain), *meshes] if plain else meshes


def occluders_with_blockers(
    features: tuple[Feature, ...], blockers: tuple[SightBlocker, ...]
) -> tuple[tuple[str, ...], Occluders]:
    """Return the occluders of the features and of other sight blockers."""
    ids, terrain = make_occluders(features)
    if not blockers:
        return ids, terrain
    return (*ids, *(b.id for b in blockers)), Occluders(
        (*terrain.occluders, *(Occluder(b.pieces) for b in blockers))
    )


@memo_per_terrain(Size.SMALL)
def _tolerance(features: tuple[Feature, ...]) -> float:
    largest_slack = max(
        (proof_tolerance(p) for f in features if can_block_sight(f) for p in f.pieces),
        default=SIGHT_TOLERANCE_IN,
    )
    return (
        largest_slack + 1.5 * MESH_LIFT_IN
        if any(f.meshes for f in features if can_block_sight(f))
        else largest_slack
    )


@memo_per_terrain(Size.HUGE)
def _search_line(
    features: tuple[Feature, ...], a: Cylinder, b: Cylinder, depth: float
) -> tuple[SightResult, Segment | None]:
    """Search a line between two volumes in a fixed order, and return a line with clearance."""
    answer, line, _ = make_occluders(features)[1].find_open_line(a, b, depth=depth)
    return answer, line


SIGHT_SVG = "wc3d.printing.table_svg:sight_svg"
"""The picture of a sight for notebooks. Drawing is imported only when it is used."""

DOUBT_STEPS_IN = (0.01, 0.02, 0.03, 0.06, 0.12, 0.25)
"""The growth steps of meshes' solids that measure the margin of an undecided sight. Inches."""


OpenQuestion = Literal["nearness", "hollow", "search"]
"""The cause of an undecided sight.

"nearness": lines come near a mesh. "hollow": a mesh may be solid behind a hole of its surface.
"search": the search found neither a line nor a proof.
"""


@dataclass(frozen=True, eq=False)
class Sight:
    """The answer to a question of sight, with the evidence. It is true if the verdict is "clear".

    - `verdict`: "clear", "blocked" or "undecided".
    - `line`: an open line ((x, y, z), (x, y, z)) with nearly the greatest clearance, if clear.
    - `clearance`: inches from `line` to the nearest solid that blocks sight, or None.
    - `blockers`: ids of a minimal set of features that together block every line, if blocked.
    - `short_by`: inches by which the blocking solids would have to shrink to open a line, or None.
    - `tolerance`: "blocked" is proven for every line with more clearance than this, in inches.
    - `open_question`: the cause of an undecided sight: "nearness", "hollow" or "search".
    - `doubt`: for "nearness", how near every line comes to the mesh, in inches.
    - `a`, `b`, `table`: viewer, target and table. `witness`: the line that proved "clear".
    - `ends`: the volumes between which lines run. `others`: blockers other than terrain.

    `line`, `clearance`, `blockers` and `short_by` are computed on first use.

    >>> low = wc3d.Body("low", "small", (20, 24))
    >>> sight = table.with_bodies(low).sight("jack", "low")
    >>> bool(sight), sight.line, sight.blockers, round(sight.short_by, 1)
    (False, None, ('outcrop-south',), 0.3)
    """

    table: TableState
    a: Body
    b: Body
    verdict: str
    witness: Segment | None
    tolerance: float
    ends: tuple[Cylinder, Cylinder]
    others: tuple[SightBlocker, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == "clear"

    def __repr__(self) -> str:
        verb = {"clear": "sees", "blocked": "cannot see"}.get(self.verdict, "and")
        return f"<Sight: {self.a.id} {verb} {self.b.id}, {self.verdict}>"

    def _repr_svg_(self) -> str:
        svg: str = load_object(SIGHT_SVG)(self)
        return svg

    @cached_property
    def _occluder_index(self) -> tuple[tuple[str, ...], Occluders]:
        return occluders_with_blockers(self.table.features, self.others)

    @property
    def _occluders(self) -> tuple[Occluder, ...]:
        return self._occluder_index[1].occluders

    @cached_property
    def _solids(self) -> tuple[Piece, ...]:
        plain = (o for o in self._occluders if not o.is_obscuring and o.mesh is None)
        return tuple(p for o in plain for p in o.pieces if p.high - p.low > MIN_THICKNESS_IN)

    def is_open(self, line: Segment) -> bool:
        """Return whether this line is open. The line's ends are not checked."""
        return is_open_line(line, self._occluders, self.table.policy.obscuring_depth)

    @cached_property
    def line(self) -> Segment | None:
        """An open line from `a` to `b` with nearly the greatest clearance; None unless clear."""
        if self.witness is None or self._is_near_mesh or not self._solids:
            return self.witness
        depth = self.table.policy.obscuring_depth
        wide = find_widest_line(self._occluder_index[1], *self.ends, self.witness, depth)
        old_clearance, new_clearance = (
            self._occluder_index[1].clearance(line) for line in (self.witness, wide)
        )
        best_line = (
            wide
            if old_clearance is not None
            and new_clearance is not None
            and new_clearance > old_clearance
            else self.witness
        )
        if not self.is_open(best_line):
            raise AssertionError(
                f"program error, please report this board: the sight line {best_line} from {self.a} to {self.b} is not open"
            )
        return best_line

    @cached_property
    def _is_near_mesh(self) -> bool:
        """Return whether a mesh is near the way, so that the line must miss its triangles."""
        return bool(self._occluder_index[1].meshes_near(*self.ends))

    @property
    def doubt(self) -> float | None:
        """The greatest distance of a line to a blocker, in inches, for the question "nearness"."""
        return self._open_question[1]

    @property
    def open_question(self) -> OpenQuestion | None:
        """The cause of an undecided sight; None for any other verdict."""
        return self._open_question[0]

    @property
    def hollow_of(self) -> tuple[str, ...]:
        """The ids of features that may be solid behind a hole of their surface."""
        if self.open_question != "hollow":
            return ()
        ids, index = self._occluder_index
        candidates = index.occluders_near(*self.ends, 0.1)
        return tuple(dict.fromkeys(ids[i] for i in candidates if _has_hollow(index.occluders[i])))

    @cached_property
    def _open_question(self) -> tuple[OpenQuestion | None, float | None]:
        if self.verdict != "undecided":
            return None, None
        if not self._is_near_mesh:
            return "search", None
        index = self._occluder_index[1]
        depth = self.table.policy.obscuring_depth

        def shuts(grow: float) -> bool:
            return (
                index.find_open_line(*self.ends, depth=depth, grow=grow)[0] is SightResult.BLOCKED
            )

        *closer, largest = DOUBT_STEPS_IN
        if shuts(largest):
            return "nearness", next((grow for grow in closer if shuts(grow)), largest)
        if not self._is_blocked_if_filled():
            return "search", None
        candidates = [index.occluders[i] for i in index.occluders_near(*self.ends, 0.1)]
        if any(map(_has_hollow, candidates)):
            return "hollow", None
        return "nearness", max(
            occluder.mesh.enclosure.outer_doubt
            for occluder in candidates
            if occluder.mesh is not None
        )

    def _is_blocked_if_filled(self) -> bool:
        """Return whether every line is blocked if all doubtful parts of meshes count as solid."""
        (a, b), depth = self.ends, self.table.policy.obscuring_depth
        filled = []
        for i in self._occluder_index[1].occluders_near(a, b, 0.1):
            occluder = self._occluders[i]
            pieces = (
                tuple(piece for piece in occluder.pieces if hull_intersects(a, b, piece))
                if occluder.mesh is not None
                else occluder.pieces
            )
            filled.append(Occluder(pieces, occluder.is_obscuring))
        return (
            Occluders(each for each in filled if each.pieces).find_open_line(a, b, depth=depth)[0]
            is SightResult.BLOCKED
        )

    @cached_property
    def rules(self) -> tuple[SpaceRule, ...]:
        """The rules that decided, with obscuring terrain only on the line or as a blocker."""
        rules: tuple[SpaceRule, ...] = (SpaceRule.LINE_OF_SIGHT, SpaceRule.MODELS_IN_SIGHT)
        woods = [
            o
            for o in self._occluders
            if o.is_obscuring and any(hull_intersects(*self.ends, piece) for piece in o.pieces)
        ]
        if not woods:  # without obscuring terrain, skip the costly line
            return rules
        if self.verdict == "clear":
            line = self.line
            through = line is not None and any(
                interval_inside(line, piece) for wood in woods for piece in wood.pieces
            )
            return (*rules, SpaceRule.OBSCURING_DEPTH) if through else rules
        for blocker in (
            o
            for id, o in zip(self._occluder_index[0], self._occluders, strict=True)
            if id in self.blockers and o.is_obscuring
        ):
            is_inside = any(
                hull_intersects(end, end, piece) for end in self.ends for piece in blocker.pieces
            )
            rules += (SpaceRule.OBSCURING_DEPTH if is_inside else SpaceRule.OBSCURING_BETWEEN,)
        return tuple(dict.fromkeys(rules))

    @cached_property
    def clearance(self) -> float | None:
        """The distance from `line` to the nearest solid that blocks sight, or None."""
        return self._occluder_index[1].clearance(self.line) if self.line is not None else None

    @cached_property
    def blockers(self) -> tuple[str, ...]:
        """The ids of a minimal set of features that block every line; empty unless blocked."""
        if self.verdict != "blocked":
            return ()
        ids, index = self._occluder_index
        candidates = {i: index.occluders[i] for i in index.occluders_near(*self.ends, 0.1)}
        if len(candidates) == 1:
            return tuple(ids[i] for i in candidates)
        order = sorted(candidates, key=self._center_distance, reverse=True)
        spared: set[int] = set()
        while order:  # find how many in a row can be spared; the next cannot
            fewest = 0
            upper_bound = len(order)
            while fewest < upper_bound:
                count = (fewest + upper_bound + 1) // 2
                if self._is_blocked_without(candidates, spared.union(order[:count])):
                    fewest = count
                else:
                    upper_bound = count - 1
            spared.update(order[:fewest])
            order = order[fewest + 1 :]
        return tuple(dict.fromkeys(ids[i] for i in candidates if i not in spared))

    def _is_blocked_without(self, candidates: dict[int, Occluder], spared: set[int]) -> bool:
        """Return whether every line is still blocked without the `spared` occluders."""
        (a, b), depth, index = self.ends, self.table.policy.obscuring_depth, self._occluder_index[1]
        if index.has_shared_row(spared):
            remaining = Occluders(o for i, o in candidates.items() if i not in spared)
            return remaining.find_open_line(a, b, depth=depth)[0] is SightResult.BLOCKED
        return index.find_open_line(a, b, depth=depth, without=spared)[0] is SightResult.BLOCKED

    def _center_distance(self, index: int) -> float:
        """Return an occluder's distance to the line of centers. Far ones are spared first."""
        a, b = ((*end.center, (end.low + end.high) / 2) for end in self.ends)
        return self._occluder_index[1].line_distance(index, (a, b))

    @cached_property
    def short_by(self) -> float | None:
        """The distance that all blocking solids would have to shrink to open a line.

        It is exact to within `SHORT_BY_STEP_IN`. It is None if not blocked, not blocked by solids,
        or among meshes, which do not shrink. The united faces of the solids move inward, except
        those on the table.
        """
        if self.verdict != "blocked" or self._is_near_mesh:
            return None
        woods = tuple(o for o in self._occluders if o.is_obscuring)
        pieces, (a, b) = list(self._solids), self.ends
        depth = self.table.policy.obscuring_depth
        if (
            not pieces
            or Occluders(woods).find_open_line(a, b, depth=depth)[0] is not SightResult.CLEAR
        ):
            return None
        return ShrinkSearch(pieces, woods, a, b, depth).find_opening()


def _has_hollow(occluder: Occluder) -> bool:
    """Return whether a mesh may be solid behind open holes or in doubtful hollows."""
    enclosure = occluder.mesh.enclosure if occluder.mesh is not None else None
    return enclosure is not None and (enclosure.open_holes > 0 or enclosure.doubtful > 0)


def sight(table: TableState, a: Body, b: Body) -> Sight:
    """Return whether `a` sees `b`: any line between their volumes is open.

    "clear" comes with a line. "blocked" is proven for every line with more than `tolerance` of
    clearance.
    """
    return sight_past_blockers(table, a, b, table.policy.sight_blockers(a, b, table.bodies))


def sight_past_blockers(
    table: TableState, a: Body, b: Body, blockers: tuple[SightBlocker, ...]
) -> Sight:
    """Return whether `a` sees `b`, with the caller's list of blockers other than terrain."""
    policy = table.policy
    ends = policy.sight_source(a), policy.sight_target(b)
    if blockers:
        answer, line, _ = occluders_with_blockers(table.features, blockers)[1].find_open_line(
            *ends, depth=policy.obscuring_depth
        )
        tolerance = max(
            _tolerance(table.features),
            *(proof_tolerance(p) for blocker in blockers for p in blocker.pieces),
        )
        return Sight(table, a, b, answer.name.lower(), line, tolerance, ends, blockers)
    first, second = sorted(ends, key=lambda v: (v.center, v.low, v.radius, v.high))
    answer, line = _search_line(table.features, first, second, policy.obscuring_depth)
    if line is not None and first != ends[0]:
        line = line[1], line[0]
    return Sight(table, a, b, answer.name.lower(), line, _tolerance(table.features), ends)
