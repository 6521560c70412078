"""The course of a disc: a path of straight legs. When it overlaps something, when it touches it first, when it leaves."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from wc3d.geometry.boxes import Box, boxes_meet
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import SURELY, Interval, before, overlap
from wc3d.geometry.tolerances import EQUAL, NOTHING


@dataclass(frozen=True, slots=True)
class Stride:
    """A straight part of a course: where it starts, its unit vector, its length, and the length of all before it."""

    start: XY
    way: XY
    length: float
    before: float

    def at(self, length: float) -> XY:
        """The place after so many inches of this leg."""
        return self.start[0] + length * self.way[0], self.start[1] + length * self.way[1]


@dataclass(frozen=True)
class Course:
    """The way of a disc's center from its place along corners. Corners that are one point count once."""

    corners: tuple[XY, ...]
    radius: float

    @cached_property
    def legs(self) -> tuple[Stride, ...]:
        """Its straight parts, in order; none where it leads nowhere."""
        legs: list[Stride] = []
        start, total = self.corners[0], 0.0
        for end in self.corners[1:]:
            long = math.hypot(end[0] - start[0], end[1] - start[1])
            if long <= NOTHING:
                continue
            legs.append(Stride(start, ((end[0] - start[0]) / long, (end[1] - start[1]) / long), long, total))
            start, total = end, total + long
        return tuple(legs)

    @cached_property
    def length(self) -> float:
        """Its whole length."""
        return self.legs[-1].before + self.legs[-1].length if self.legs else 0.0

    @cached_property
    def box(self) -> Box:
        """The bounds of all that the disc covers on the way."""
        xs, ys = zip(*self.corners, strict=True)
        r = self.radius
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r

    def may_meet(self, box: Box) -> bool:
        """Could the disc come to what lies within these bounds? A quick answer: where it is no, nothing there is touched."""
        if not boxes_meet(box, self.box):
            return False
        x, y, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, ((box[2] - box[0]) / 2, (box[3] - box[1]) / 2)
        return not self.legs or any(_beside(leg, x, y, half) < self.radius + SURELY for leg in self.legs)

    def at(self, length: float) -> XY:
        """The place after so many inches; the last one after more."""
        for leg in self.legs:
            if length <= leg.before + leg.length:
                return leg.at(length - leg.before)
        return self.corners[-1]

    def up_to(self, length: float) -> tuple[XY, ...]:
        """The corners of its first so many inches, the place reached among them."""
        starts = [leg.start for leg in self.legs if leg.before < length]
        return (*(starts or self.corners[:1]), self.at(length))

    def overlaps(self, sections: Iterable[Section]) -> list[Interval]:
        """From where to where the disc overlaps one of these sections, in inches along the course; what adjoins is one."""
        section_list = list(sections)
        return joined(
            (max(0.0, span[0]) + leg.before, min(leg.length, span[1]) + leg.before)
            for leg in self.legs for section in section_list
            if (span := overlap(leg.start, leg.way, self.radius, section)) is not None and span[1] > 0.0 and span[0] < leg.length
        )  # fmt: skip

    def contact(self, sections: Iterable[Section]) -> float | None:
        """Where the disc first touches one of these sections and then enters it; 0 where it overlaps it at the start.

        None when it passes all of them: touched in passing, or reached at the very end, they are not entered.
        """
        section_list = list(sections)
        for leg in self.legs:
            distance = self._first_contact(leg, section_list)
            if distance is not None:
                return leg.before + distance
        return None

    def _first_contact(self, leg: Stride, sections: Sequence[Section]) -> float | None:
        """The least contact on a leg: the nearest sections are asked first, and those that come surely later not at all."""
        first: float | None = None
        for lower_bound, i in sorted((before(leg.start, leg.way, section) - self.radius, i) for i, section in enumerate(sections)):
            if first is not None and lower_bound > first + SURELY:
                break
            at = self._contact(leg, sections[i])
            if at is not None and (first is None or at < first):
                first = at
        return first

    def _contact(self, leg: Stride, section: Section) -> float | None:
        deep = overlap(leg.start, leg.way, max(0.0, self.radius - EQUAL), section)
        if deep is None or deep[1] <= 0.0 or deep[0] >= leg.length:
            return None
        touch = overlap(leg.start, leg.way, self.radius, section)
        return max(0.0, touch[0] if touch is not None else deep[0])

    def edge(self, size: XY) -> float | None:
        """Where the disc touches the edge of a table of this size and then crosses it; None if it stays on the table."""
        for leg in self.legs:
            distances = [at for at in _crossings(leg, self.radius, size) if at is not None]
            if distances:
                return leg.before + min(distances)
        return None

    def leavings(self, stretch: Callable[[XY, XY, float], Interval | None], distance: float) -> list[float]:
        """Where the center stops being within `distance` of a convex figure, each time, in inches along the course.

        `stretch` says from when to when a point that moves for ever is that near it. To end within it is not to leave it.
        """
        exits: list[float] = []
        open_end: float | None = None
        for leg in self.legs:
            wide = stretch(leg.start, leg.way, distance + EQUAL)
            is_within = wide is not None and wide[1] >= 0.0 and wide[0] <= leg.length
            if open_end is not None and not (is_within and wide is not None and wide[0] <= EQUAL):
                exits.append(open_end)
            open_end = None
            if is_within and wide is not None:
                exact = stretch(leg.start, leg.way, distance) or wide
                last = min(max(exact[1], wide[0], 0.0), wide[1])
                if wide[1] >= leg.length:
                    open_end = leg.before + leg.length
                else:
                    exits.append(leg.before + last)
        return exits


def _beside(leg: Stride, x: float, y: float, half: XY) -> float:
    """How far beside a leg, or before or behind it, a box about a point lies at least."""
    u, v = leg.way
    x, y = x - leg.start[0], y - leg.start[1]
    aside = abs(x * v - y * u) - half[0] * abs(v) - half[1] * abs(u)
    along = abs(x * u + y * v - leg.length / 2) - leg.length / 2 - half[0] * abs(u) - half[1] * abs(v)
    return max(aside, along)


def _crossings(leg: Stride, radius: float, size: XY) -> Iterator[float | None]:
    """Where a leg leads over each of the four sides, or None."""
    for axis in (0, 1):
        for inward, room in ((1.0, leg.start[axis] - radius), (-1.0, size[axis] - radius - leg.start[axis])):
            nearing = -inward * leg.way[axis]
            if room < -EQUAL:
                yield 0.0
            elif nearing > 0.0 and room - nearing * leg.length < -EQUAL:
                yield max(0.0, room / nearing)


def joined(stretches: Iterable[Interval], gap: float = EQUAL) -> list[Interval]:
    """Stretches in order, those that overlap or adjoin made one."""
    result: list[Interval] = []
    for s, t in sorted(stretches):
        if result and s <= result[-1][1] + gap:
            result[-1] = result[-1][0], max(result[-1][1], t)
        else:
            result.append((s, t))
    return result


def covered(stretches: Sequence[Interval], upto: float) -> float:
    """How much of the first so many inches lies in stretches that do not overlap."""
    return sum(max(0.0, min(t, upto) - s) for s, t in stretches)


def reached(stretches: Sequence[Interval], pace: float, spend: float) -> float:
    """How far so much movement leads when each inch within the stretches costs `pace` and every other one costs one."""
    position = 0.0
    for s, t in stretches:
        if s - position >= spend:
            return position + spend
        spend -= s - position
        if (t - s) * pace >= spend:
            return s + spend / pace
        spend, position = spend - (t - s) * pace, t
    return position + spend
