"""Climbing of thick obstacles, deep water, and the height of bases (WM-REF-29, WM-REF-35)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.path_contacts import (
    PathContact,
    feature_crossings,
    features_near,
)
from wc3d.games.warmachine.rules.space.terrain import (
    MAX_OBSTACLE_HEIGHT_IN,
    Passage,
    classify_passage,
    footprint,
    group_footprint,
)
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import disc_overlaps
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState

CLIMB_FORWARD_IN = 1.0
"""Inches that a climb moves a base forward, onto the obstacle (WM-REF-29, WM-GEO-21)."""

CLIMB_COST_IN = 2.0
"""The cost of that inch (WM-REF-29)."""


@dataclass(frozen=True, slots=True)
class ThickClimb:
    """A climb: the obstacle's id, the length of first contact, and the height of its top."""

    id: str
    at: float
    top: float


def find_climbs(
    table: TableState, mover: Fighter, course: DiscPath
) -> tuple[tuple[ThickClimb, ...], PathContact | None]:
    """Return the climbs on a path, and the first obstacle that cannot be climbed (WM-GEO-21).

    A base is on an obstacle while any part of it is over the obstacle. It climbs up to 1" from its
    present height (WM-RUL-150). A climb moves it 1" forward, so a path that ends within that inch
    stops short. Moving down, or across to the same height, is free.
    """
    ascents: list[ThickClimb] = []
    tops: list[tuple[float, float]] = []  # end of each top along the path, and its height
    for at, until, feature in sorted(_thick_crossings(table, course), key=lambda visit: visit[0]):
        level = max((top for end, top in tops if end > at + EPSILON_IN), default=0.0)
        on_it = at <= EPSILON_IN and abs(feature.high - mover.at[2]) <= EPSILON_IN
        if not on_it and feature.high > level + EPSILON_IN:
            short = math.isinf(until) and course.length < at + CLIMB_FORWARD_IN - EPSILON_IN
            if (
                at <= EPSILON_IN
                or short
                or feature.low > level + EPSILON_IN
                or feature.high > level + MAX_OBSTACLE_HEIGHT_IN + EPSILON_IN
            ):
                return tuple(ascents), PathContact(feature.id, at)
            ascents.append(ThickClimb(feature.id, at, feature.high))
        tops.append((until, feature.high))
    return tuple(ascents), None


def _thick_crossings(table: TableState, course: DiscPath) -> Iterator[tuple[float, float, Feature]]:
    for feature in features_near(table, course):
        if classify_passage(feature) is Passage.THICK:
            yield from ((s, t, feature) for s, t in feature_crossings(course, feature))


def ground_height_at(table: TableState, place: XY, radius: float, max_height: float) -> float:
    """Return the height of the highest thick obstacle under a base (WM-RUL-150)."""
    tops = [
        f.high
        for f in table.features
        if classify_passage(f) is Passage.THICK
        and f.high <= max_height + EPSILON_IN
        and any(disc_overlaps(place, radius, s) for s in footprint(f))
    ]
    return max(tops, default=0.0)


def first_deep_water(table: TableState, course: DiscPath) -> PathContact | None:
    """Return where a path enters deep water, which no model does voluntarily (WM-REF-35).

    A base in deep water may leave, and not return (WM-RUL-152).
    """
    deep = [f for f in features_near(table, course) if classify_passage(f) is Passage.DEEP]
    groups = [group_footprint(feature) for feature in deep]
    stretches = course.overlap_intervals(*groups)
    within = DiscPath(course.corners, max(0.0, course.radius - EPSILON_IN)).overlap_intervals(
        *groups
    )
    starts = [
        s
        for s, t in stretches
        if any(s <= a and b <= t for a, b in within) and not _starts_in(deep, course, s)
    ]
    if not starts:
        return None
    at = min(starts)
    place = course.point_at(at)
    nearest = next(
        (
            f
            for f in deep
            if any(disc_overlaps(place, course.radius + 3 * EPSILON_IN, s) for s in footprint(f))
        ),
        deep[0],
    )
    return PathContact(nearest.id, at)


def _starts_in(deep: list[Feature], course: DiscPath, at: float) -> bool:
    return at <= EPSILON_IN and any(
        is_over_feature(feature, course.corners[0], course.radius) for feature in deep
    )


def is_over_feature(feature: Feature, place: XY, radius: float) -> bool:
    """Return whether any part of a base is over a feature (WM-RUL-151)."""
    return any(disc_overlaps(place, radius, section) for section in footprint(feature))


def waters_under(table: TableState, place: XY, radius: float) -> frozenset[str]:
    """Return "shallow" or "deep" water under a base (WM-REF-34, WM-REF-36, WM-RUL-151)."""
    wet = (f for f in table.features if f.water and is_over_feature(f, place, radius))
    return frozenset("deep" if classify_passage(f) is Passage.DEEP else "shallow" for f in wet)


def enters_deep_water(table: TableState, track: tuple[XY, ...], radius: float) -> bool:
    """Return whether a base moved along a track is over deep water anywhere (WM-REF-36)."""
    course = DiscPath(track, max(0.0, radius - EPSILON_IN))
    deep = [f for f in features_near(table, course) if classify_passage(f) is Passage.DEEP]
    return any(
        is_over_feature(f, track[-1], radius) or course.overlap_intervals(group_footprint(f))
        for f in deep
    )
