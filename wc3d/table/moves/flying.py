"""A flier's path: it may rise and sink freely, but its volume needs room up, over and down.

The model is a plane of path length by height. Obstacles close parts of the plane. The flier gets
through if the open part connects its start and its landing. The plane is cut at the heights where
an obstacle begins or ends.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from wc3d.geometry.boxes import moved_disc_box
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder, footprint_between
from wc3d.geometry.sweep import disc_overlaps, overlap_interval
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.contacts import direction_and_distance
from wc3d.table.space_policy import Motion
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import overlapping_features, overlapping_models

MAX_HEIGHTS = 64
"""The most heights at which the plane is cut. A mesh with more may hide a path but never adds an
invalid path.
"""

PathSpan = tuple[float, float]
"""A part of the path, in inches from its start."""


@dataclass(frozen=True)
class FlightPath:
    """The flight of a volume over a path of corners, through terrain of `open_kinds` and all
    models except `bodies`.
    """

    table: TableState
    body: Body
    corners: tuple[XY, ...]
    open_kinds: Collection[Kind] = ()
    bodies: Sequence[Body] = ()

    @cached_property
    def _legs(self) -> tuple[tuple[XY, XY, float, float], ...]:
        """The straight parts: start, direction, distance along the path, and length of each."""
        legs = []
        offset = 0.0
        for a, b in pairwise(self.corners):
            way, long = direction_and_distance(a, b)
            legs.append((a, way, offset, long))
            offset += long
        return tuple(legs)

    @cached_property
    def length(self) -> float:
        """The horizontal length of the path in inches."""
        return sum(long for *_, long in self._legs)

    @cached_property
    def top(self) -> float:
        """A height above everything."""
        highs = [
            piece.high
            for feature in self.table.features
            if feature.solid
            for piece in feature.pieces
        ]
        highs += [self.table.policy.occupied_volume(body).high for body in self.bodies]
        return max(highs, default=0.0) + self.body.height + 1.0

    def _find_obstacles(self, a: XY, b: XY, low: float, high: float) -> Iterator[Section]:
        """Yield the plan of every obstacle between two heights from `a` to `b`."""
        box = moved_disc_box(a, b, self.body.radius)
        for feature in self.table.features:
            if (
                feature.solid
                and feature.kind is not Kind.IMPASSABLE
                and feature.kind not in self.open_kinds
            ):
                for piece in feature.pieces_in_box(box, low + EPSILON_IN, high - EPSILON_IN):
                    section = footprint_between(piece, low + EPSILON_IN, high - EPSILON_IN)
                    if section is not None:
                        yield section
        for model in self.bodies:
            volume: Cylinder = self.table.policy.occupied_volume(model)
            is_open = model.id == self.body.id or self.table.policy.can_pass_through(
                model, self.body, Motion.WALK
            )
            if not is_open and volume.low < high - EPSILON_IN and low + EPSILON_IN < volume.high:
                yield volume.center, volume.radius

    def free_spans(self, low: float, high: float) -> list[PathSpan]:
        """Return the parts of the path clear for a volume at these heights; touching counts."""
        closed: list[PathSpan] = []
        radius = self.body.radius - EPSILON_IN
        for a, way, offset, long in self._legs:
            b = (a[0] + way[0] * long, a[1] + way[1] * long)
            for section in self._find_obstacles(a, b, low, high):
                if long == 0.0:
                    closed += (
                        [(offset - EPSILON_IN, offset + EPSILON_IN)]
                        if disc_overlaps(a, radius, section)
                        else []
                    )
                    continue
                span = overlap_interval(a, way, radius, section)
                if span is not None and span[1] > 0.0 and span[0] < long:
                    closed.append(
                        (
                            offset + max(span[0], -EPSILON_IN),
                            offset + min(span[1], long + EPSILON_IN),
                        )
                    )
        spans = []
        at = 0.0
        for first, last in sorted(closed):
            if first >= at:
                spans.append((at, first))
            at = max(at, last)
        return [*spans, (at, self.length)] if at <= self.length else spans

    def has_way(self, start: float, end: float) -> bool:
        """Return whether a flight connects the path's ends, at heights `start` and `end`."""
        if not self.table.policy.flight_needs_room:
            return True
        tall = self.top
        size = self.body.height
        if not _is_covered(self.free_spans(start, start + size), 0.0):
            return True  # the model already overlaps an obstacle, so the test is meaningless
        ascent = self.free_spans(start, tall)
        descent = self.free_spans(end, tall)
        if _is_covered(ascent, 0.0) and _is_covered(descent, self.length):
            return True
        heights = self._heights(start, end)
        levels = [self.free_spans(z, z + size) for z in heights]
        groups = _Groups()
        for i, (low, high) in enumerate(pairwise(heights)):
            for span in self.free_spans(low, high + size):
                lower_span, upper_span = (_find_span(levels[j], sum(span) / 2) for j in (i, i + 1))
                if lower_span >= 0 and upper_span >= 0:
                    groups.join((i, lower_span), (i + 1, upper_span))
        i, j = heights.index(start), heights.index(end)
        goal = _find_span(levels[j], self.length)
        return goal >= 0 and groups.same((i, _find_span(levels[i], 0.0)), (j, goal))

    def find_blockers(self, *places: XYZ) -> tuple[str, ...]:
        """Return the obstacles over the first of these places that has any."""
        for x, y, z in places:
            column = Cylinder((x, y), self.body.radius, z, self.top)
            if names := overlapping_features(self.table, column) or overlapping_models(
                self.table, column, ignore=(self.body.id,)
            ):
                return names
        return ()

    def _heights(self, start: float, end: float) -> list[float]:
        """Return the heights where an obstacle over the path begins or ends."""
        boxes = [moved_disc_box(a, b, self.body.radius) for a, b in pairwise(self.corners)]
        pieces = {
            id(piece): piece
            for feature in self.table.features
            if feature.solid
            for box in boxes
            for piece in feature.pieces_in_box(box)
        }.values()
        candidates = {z for piece in pieces for z in (piece.high, piece.low - self.body.height)}
        candidates |= {
            z
            for b in self.bodies
            for v in [self.table.policy.occupied_volume(b)]
            for z in (v.high, v.low - self.body.height)
        }
        inner = sorted({round(z, 6) for z in candidates if z > min(0.0, start, end)} - {start, end})
        inner = inner[:: math.ceil(len(inner) / MAX_HEIGHTS)] if len(inner) > MAX_HEIGHTS else inner
        return sorted({*inner, start, end, self.top})


class _Groups:
    """Disjoint sets of cells (union-find)."""

    def __init__(self) -> None:
        self._head: dict[tuple[int, int], tuple[int, int]] = {}

    def _find(self, node: tuple[int, int]) -> tuple[int, int]:
        while (parent := self._head.get(node, node)) != node:
            node = parent
        return node

    def join(self, first: tuple[int, int], second: tuple[int, int]) -> None:
        """Join the groups of two cells."""
        self._head[self._find(first)] = self._find(second)

    def same(self, first: tuple[int, int], second: tuple[int, int]) -> bool:
        """Return whether two cells are in the same group."""
        return self._find(first) == self._find(second)


def _is_covered(spans: list[PathSpan], place: float) -> bool:
    return _find_span(spans, place) >= 0


def _find_span(spans: list[PathSpan], place: float) -> int:
    """Return the index of the span that contains a place; -1 if none does."""
    return next(
        (
            i
            for i, (first, last) in enumerate(spans)
            if first - EPSILON_IN <= place <= last + EPSILON_IN
        ),
        -1,
    )
