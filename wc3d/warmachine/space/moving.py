"""Advances and runs: what a path costs, whether it is free, and where a linear obstacle stops it."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wc3d.geometry.plane.course import Course, covered
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval, meets
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.features import Feature
from wc3d.table.layout import Layout
from wc3d.warmachine.space.fighters import Fighter, fighter, others
from wc3d.warmachine.space.terrain import Passage, footprint, passage
from wc3d.warmachine.space.ways import Met, features_near, first, meet_bases, meet_edge, meet_features, rough_stretches

ROUGH_PACE = 2.0
"""What an inch over rough ground counts (WM-TER-02, WM-GEO-14)."""

RUN = 2.0
"""A run is so many times as long as an advance (WM-MOV-06)."""


@dataclass(frozen=True, slots=True)
class PathMove:
    """May a model move along a path? Its length and what it costs as a whole, in inches, beside what the model may spend.

    `met` is the first thing on the path that may not be passed, at the touching point. `rough` are stretches that count double.
    """

    path: tuple[XY, ...]
    length: float
    cost: float
    allowance: float
    met: Met | None
    rough: tuple[Interval, ...]
    run: bool
    rules: ClassVar[tuple[str, ...]] = (
        "WM-MOV-01", "WM-MOV-05", "WM-MOV-06", "WM-TER-02", "WM-TER-05", "WM-TER-06", "WM-TER-07", "WM-GEO-13", "WM-GEO-14",
        "WM-GEO-20", "WM-RUL-22", "WM-RUL-23", "WM-RUL-34", "WM-RUL-109", "WM-RUL-110",
    )  # fmt: skip

    @property
    def legal(self) -> bool:
        """Is nothing met, and does the cost lie within the allowance?"""
        return self.met is None and self.cost <= self.allowance + EQUAL

    @property
    def end(self) -> XY:
        """Where it ends; a move that is not legal is not made."""
        return self.path[-1] if self.legal else self.path[0]

    @property
    def stopped_by(self) -> str | None:
        """What is met first, or None."""
        return self.met.id if self.met is not None else None

    @property
    def stop_length(self) -> float | None:
        """Where the base touches it, in inches along the path; None where nothing is met."""
        return self.met.length if self.met is not None else None


def move_along(table: Layout, model: Fighter | str, path: Sequence[XY], speed: float, *, run: bool = False) -> PathMove:
    """May the model advance, or run, along the corners that follow its place, with so many inches of SPD?"""
    mover = fighter(table, model)
    course = Course((mover.place, *path), mover.radius)
    rough, allowance = rough_stretches(table, course), speed * RUN if run else speed
    closed = first([
        *meet_bases(others(table, mover), course), *meet_edge(table, course),
        *meet_features(table, course, lambda way: way is Passage.CLOSED),
    ])  # fmt: skip
    met = _stopped_short(table, course, rough, 0.0 if run else allowance, closed)
    cost = path_cost(course.length, rough)
    return PathMove((mover.place, *path), course.length, cost, allowance, met, tuple(rough), run)


def path_cost(length: float, rough: Sequence[Interval]) -> float:
    """What the first so many inches of a path cost: each over rough ground counts double (WM-GEO-14)."""
    return length + (ROUGH_PACE - 1.0) * covered(rough, length)


def _stopped_short(
    table: Layout, course: Course, rough: Sequence[Interval], allowance: float, closed: Met | None
) -> Met | None:
    """What stops the path first, linear obstacles among it: they are passed only by a base that comes clear of them.

    It comes clear before the path ends, before something else stops it, and within the allowance, rough ground counted
    (WM-TER-05, WM-TER-06, WM-GEO-20, WM-RUL-109). A run has no allowance for that: it never crosses one (WM-TER-07).
    """
    linear = [f for f in features_near(table, course) if passage(f) is Passage.LINEAR]
    met = closed
    crossings = [(Met(f.id, s), t) for f in linear for s, t in _crossings(course, f)]
    for over, clear in sorted(crossings, key=lambda each: -each[0].length):
        last = course.length if met is None else met.length
        late = clear > last + EQUAL or path_cost(clear, rough) > allowance + EQUAL
        if late and over.length < last - EQUAL:
            met = over
    return met


def _crossings(course: Course, feature: Feature) -> list[Interval]:
    """From where to where the base is over a feature, by more than touching it; for ever where the path ends over it."""
    sections = footprint(feature)
    deep = Course(course.corners, course.radius - EQUAL).overlaps(sections)
    over_at_end = any(meets(course.corners[-1], course.radius, section) for section in sections)
    return [
        (s, math.inf if over_at_end and t >= course.length else t)
        for s, t in course.overlaps(sections) if any(s <= first and last <= t for first, last in deep)
    ]  # fmt: skip
