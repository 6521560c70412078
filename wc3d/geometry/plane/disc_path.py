"""A disc's path of straight legs: overlaps, first contacts and exits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.boxes import Box, boxes_overlap
from wc3d.geometry.distance import Section
from wc3d.geometry.jit import may_use_compiled
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.plane.section_group import SectionGroup
from wc3d.geometry.plane.sweep_kernels import find_first_contact, write_overlaps
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval, distance_until_beside, overlap_interval
from wc3d.geometry.tolerances import EPSILON_IN, SURELY_LATER_IN, TINY_LENGTH_IN


@dataclass(frozen=True, slots=True)
class PathLeg:
    """A straight leg of a path: its start, unit vector and length, and the length before it."""

    start: XY
    direction: XY
    length: float
    length_before: float

    @property
    def numbers(self) -> NDArray[np.float64]:
        """The start, the unit vector and the length, for the compiled sweeps."""
        return np.array((*self.start, *self.direction, self.length))

    def point_at(self, length: float) -> XY:
        """Return the point after a length, in inches, on this leg."""
        return self.start[0] + length * self.direction[0], self.start[1] + length * self.direction[
            1
        ]


@dataclass(frozen=True)
class DiscPath:
    """The path of a disc's center along corners. Equal neighboring corners count once."""

    corners: tuple[XY, ...]
    radius: float

    @cached_property
    def notes(self) -> dict[Any, Any]:
        """A cache of values computed from this path."""
        return {}

    @cached_property
    def legs(self) -> tuple[PathLeg, ...]:
        """The straight legs in order, empty for a path without length."""
        legs: list[PathLeg] = []
        start = self.corners[0]
        total = 0.0
        for end in self.corners[1:]:
            long = math.hypot(end[0] - start[0], end[1] - start[1])
            if long <= TINY_LENGTH_IN:
                continue
            legs.append(
                PathLeg(
                    start, ((end[0] - start[0]) / long, (end[1] - start[1]) / long), long, total
                )
            )
            start = end
            total = total + long
        return tuple(legs)

    @cached_property
    def length(self) -> float:
        """The total length."""
        return self.legs[-1].length_before + self.legs[-1].length if self.legs else 0.0

    @cached_property
    def box(self) -> Box:
        """The bounding box of everything that the disc covers."""
        xs, ys = zip(*self.corners, strict=True)
        r = self.radius
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r

    def may_meet_box(self, box: Box) -> bool:
        """Return whether the disc may reach a box; False is certain."""
        if not boxes_overlap(box, self.box):
            return False
        x = (box[0] + box[2]) / 2
        y = (box[1] + box[3]) / 2
        half = ((box[2] - box[0]) / 2, (box[3] - box[1]) / 2)
        return not self.legs or any(
            _box_distance(leg, x, y, half) < self.radius + SURELY_LATER_IN for leg in self.legs
        )

    def point_at(self, length: float) -> XY:
        """Return the point after a length, in inches, or the last point."""
        for leg in self.legs:
            if length <= leg.length_before + leg.length:
                return leg.point_at(length - leg.length_before)
        return self.corners[-1]

    def corners_up_to(self, length: float) -> tuple[XY, ...]:
        """Return the corners up to a length, in inches, with the point reached."""
        starts = [leg.start for leg in self.legs if leg.length_before < length]
        return (*(starts or self.corners[:1]), self.point_at(length))

    def overlap_intervals(self, *groups: Iterable[Section] | SectionGroup) -> list[Interval]:
        """Return the merged intervals, in inches, in which the disc overlaps a section."""
        return merge_intervals(
            interval for group in groups for interval in self._find_overlaps(group)
        )

    def _find_overlaps(self, sections: Iterable[Section] | SectionGroup) -> Iterator[Interval]:
        if isinstance(sections, SectionGroup) and may_use_compiled(KernelGroup.SIGHT):
            buffer = np.empty((len(sections.boxes), 2))
            for leg in self.legs:
                count = write_overlaps(leg.numbers, self.radius, sections.arrays, buffer)
                for first, last in buffer[:count].tolist():
                    yield first + leg.length_before, last + leg.length_before
            return
        section_list = self._list_near(sections)
        for leg in self.legs:
            for section in section_list:
                span = overlap_interval(leg.start, leg.direction, self.radius, section)
                if span is not None and span[1] > 0.0 and span[0] < leg.length:
                    yield (
                        max(0.0, span[0]) + leg.length_before,
                        min(leg.length, span[1]) + leg.length_before,
                    )

    def _list_near(self, sections: Iterable[Section] | SectionGroup) -> list[Section]:
        """Return sections; of a group, those near the path."""
        if not isinstance(sections, SectionGroup):
            return list(sections)
        pairs = zip(sections.sections, sections.boxes, strict=True)
        return [section for section, box in pairs if self.may_meet_box(box)]

    def first_contact(self, sections: Iterable[Section] | SectionGroup) -> float | None:
        """Return where the disc first touches and then enters a section; 0 if it starts inside.

        Returns None if the disc enters none of them. A touch in passing or at the very end is not
        an entry.
        """
        if isinstance(sections, SectionGroup) and may_use_compiled(KernelGroup.SIGHT):
            for leg in self.legs:
                at = find_first_contact(leg.numbers, self.radius, sections.arrays)
                if at < math.inf:
                    return leg.length_before + float(at)
            return None
        section_list = self._list_near(sections)
        for leg in self.legs:
            distance = self._first_contact(leg, section_list)
            if distance is not None:
                return leg.length_before + distance
        return None

    def _first_contact(self, leg: PathLeg, sections: Sequence[Section]) -> float | None:
        """Return the first contact on a leg; test near sections first and skip later ones."""
        first: float | None = None
        for lower_bound, i in sorted(
            (distance_until_beside(leg.start, leg.direction, section) - self.radius, i)
            for i, section in enumerate(sections)
        ):
            if first is not None and lower_bound > first + SURELY_LATER_IN:
                break
            at = self._leg_contact(leg, sections[i])
            if at is not None and (first is None or at < first):
                first = at
        return first

    def _leg_contact(self, leg: PathLeg, section: Section) -> float | None:
        deep = overlap_interval(
            leg.start, leg.direction, max(0.0, self.radius - EPSILON_IN), section
        )
        if deep is None or deep[1] <= 0.0 or deep[0] >= leg.length:
            return None
        touch = overlap_interval(leg.start, leg.direction, self.radius, section)
        return max(0.0, touch[0] if touch is not None else deep[0])

    def table_edge_contact(self, size: XY) -> float | None:
        """Return where the disc touches and then crosses the table edge, or None."""
        for leg in self.legs:
            distances = [at for at in _edge_crossings(leg, self.radius, size) if at is not None]
            if distances:
                return leg.length_before + min(distances)
        return None

    def leaving_points(
        self, stretch: Callable[[XY, XY, float], Interval | None], distance: float
    ) -> list[float]:
        """Return where the center leaves the range of `distance` around a convex figure, in
        inches.

        `stretch` returns when an endlessly moving point is in that range. A path that ends in the
        range does not leave it.
        """
        exits: list[float] = []
        open_end: float | None = None
        for leg in self.legs:
            wide = stretch(leg.start, leg.direction, distance + EPSILON_IN)
            is_within = wide is not None and wide[1] >= 0.0 and wide[0] <= leg.length
            if open_end is not None and not (
                is_within and wide is not None and wide[0] <= EPSILON_IN
            ):
                exits.append(open_end)
            open_end = None
            if is_within and wide is not None:
                exact = stretch(leg.start, leg.direction, distance) or wide
                last = min(max(exact[1], wide[0], 0.0), wide[1])
                if wide[1] >= leg.length:
                    open_end = leg.length_before + leg.length
                else:
                    exits.append(leg.length_before + last)
        return exits


def _box_distance(leg: PathLeg, x: float, y: float, half: XY) -> float:
    """Return a lower bound of the distance between a leg and a box around a point."""
    u, v = leg.direction
    x, y = x - leg.start[0], y - leg.start[1]
    aside = abs(x * v - y * u) - half[0] * abs(v) - half[1] * abs(u)
    along = (
        abs(x * u + y * v - leg.length / 2) - leg.length / 2 - half[0] * abs(u) - half[1] * abs(v)
    )
    return max(aside, along)


def _edge_crossings(leg: PathLeg, radius: float, size: XY) -> Iterator[float | None]:
    """Yield where a leg crosses each of the four sides, or None."""
    for axis in (0, 1):
        for inward, room in (
            (1.0, leg.start[axis] - radius),
            (-1.0, size[axis] - radius - leg.start[axis]),
        ):
            nearing = -inward * leg.direction[axis]
            if room < -EPSILON_IN:
                yield 0.0
            elif nearing > 0.0 and room - nearing * leg.length < -EPSILON_IN:
                yield max(0.0, room / nearing)


def merge_intervals(stretches: Iterable[Interval], gap: float = EPSILON_IN) -> list[Interval]:
    """Sort intervals and merge those that overlap or touch."""
    result: list[Interval] = []
    for s, t in sorted(stretches):
        if result and s <= result[-1][1] + gap:
            result[-1] = result[-1][0], max(result[-1][1], t)
        else:
            result.append((s, t))
    return result


def covered_length(stretches: Sequence[Interval], upto: float) -> float:
    """Return the length of the intervals, which must not overlap, up to `upto` inches."""
    return sum(max(0.0, min(t, upto) - s) for s, t in stretches)


def reachable_length(stretches: Sequence[Interval], pace: float, spend: float) -> float:
    """Return how far `spend` inches of movement reach if inches in the intervals cost `pace`."""
    position = 0.0
    for s, t in stretches:
        if s - position >= spend:
            return position + spend
        spend -= s - position
        if (t - s) * pace >= spend:
            return s + spend / pace
        spend = spend - (t - s) * pace
        position = t
    return position + spend
