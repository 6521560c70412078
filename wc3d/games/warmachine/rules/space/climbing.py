"""Thick obstacles that are climbed, deep water that nobody walks into, and how high a base stands (WM-REF-29, WM-REF-35)."""
from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.terrain import TALLEST_OBSTACLE, Passage, footprint, passage
from wc3d.games.warmachine.rules.space.ways import Met, crossings, features_near, sections_near
from wc3d.geometry.plane.disc_path import Course
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import meets
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.features import Feature
from wc3d.table.table_state import Layout

CLIMBED = 1.0
"""Inches that a climb carries a base forward, onto the obstacle (WM-REF-29, WM-GEO-21)."""

CLIMBING = 2.0
"""What that inch costs (WM-REF-29)."""


@dataclass(frozen=True, slots=True)
class ThickClimb:
    """An obstacle that is climbed: its id, the inches along the way at which the base touches it, and the height of its top."""

    id: str
    at: float
    top: float


def climbs(table: Layout, mover: Fighter, course: Course) -> tuple[tuple[ThickClimb, ...], Met | None]:
    """The thick obstacles that are climbed on a way, and the first of them that cannot be (WM-GEO-21).

    A base is on an obstacle while any part of it is over it, and climbs at most 1" up from where it stands (WM-RUL-150). A climb
    carries it 1" forward, so that a way which ends within that inch stops short. To step down, or across to what is no higher,
    costs nothing.
    """
    ascents: list[ThickClimb] = []
    tops: list[tuple[float, float]] = []  # the tops that the base is on, each until so many inches of the way
    for at, until, feature in sorted(_visits(table, course), key=lambda visit: visit[0]):
        level = max((top for end, top in tops if end > at + EQUAL), default=0.0)
        on_it = at <= EQUAL and abs(feature.high - mover.at[2]) <= EQUAL
        if not on_it and feature.high > level + EQUAL:
            short = math.isinf(until) and course.length < at + CLIMBED - EQUAL
            if at <= EQUAL or short or feature.low > level + EQUAL or feature.high > level + TALLEST_OBSTACLE + EQUAL:
                return tuple(ascents), Met(feature.id, at)
            ascents.append(ThickClimb(feature.id, at, feature.high))
        tops.append((until, feature.high))
    return tuple(ascents), None


def _visits(table: Layout, course: Course) -> Iterator[tuple[float, float, Feature]]:
    for feature in features_near(table, course):
        if passage(feature) is Passage.THICK:
            yield from ((s, t, feature) for s, t in crossings(course, feature))


def level_at(table: Layout, place: XY, radius: float, max_height: float) -> float:
    """Return the height of the highest thick obstacle below `max_height` that the base overlaps by any part (WM-RUL-150)."""
    tops = [
        f.high for f in table.features
        if passage(f) is Passage.THICK and f.high <= max_height + EQUAL and any(meets(place, radius, s) for s in footprint(f))
    ]  # fmt: skip
    return max(tops, default=0.0)


def into_deep_water(table: Layout, course: Course) -> Met | None:
    """Where a way leads into deep water, which nobody enters of its own will (WM-REF-35).

    A base that is in it already may leave it, and not come back (WM-RUL-152).
    """
    deep = [f for f in features_near(table, course) if passage(f) is Passage.DEEP]
    stretches = course.overlaps([s for f in deep for s in sections_near(f, course)])
    within = Course(course.corners, max(0.0, course.radius - EQUAL)).overlaps([s for f in deep for s in sections_near(f, course)])
    starts = [s for s, t in stretches if any(s <= a and b <= t for a, b in within) and not _starts_in(deep, course, s)]
    if not starts:
        return None
    at = min(starts)
    place = course.at(at)
    nearest = next((f for f in deep if any(meets(place, course.radius + 3 * EQUAL, s) for s in footprint(f))), deep[0])
    return Met(nearest.id, at)


def _starts_in(deep: list[Feature], course: Course, at: float) -> bool:
    return at <= EQUAL and any(stands_in(feature, course.corners[0], course.radius) for feature in deep)


def stands_in(feature: Feature, place: XY, radius: float) -> bool:
    """Is any part of a base over a feature (WM-RUL-151)?"""
    return any(meets(place, radius, section) for section in footprint(feature))


def waters(table: Layout, place: XY, radius: float) -> frozenset[str]:
    """The waters that any part of a base is over: "shallow", "deep" (WM-REF-34, WM-REF-36, WM-RUL-151)."""
    wet = (f for f in table.features if f.water and stands_in(f, place, radius))
    return frozenset("deep" if passage(f) is Passage.DEEP else "shallow" for f in wet)


def comes_into_deep_water(table: Layout, track: tuple[XY, ...], radius: float) -> bool:
    """Does a base that is moved along a track come over deep water anywhere on it (WM-REF-36)?"""
    course = Course(track, max(0.0, radius - EQUAL))
    deep = [f for f in features_near(table, course) if passage(f) is Passage.DEEP]
    return any(stands_in(f, track[-1], radius) or course.overlaps(sections_near(f, course)) for f in deep)
