"""Contacts of a base moving in the plane: bases, the table's edge, and terrain of any height."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wc3d._internal.memo import memo_on
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.terrain import (
    Passage,
    classify_passage,
    group_footprint,
)
from wc3d.geometry.distance import Section
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.sweep import Interval, disc_overlaps
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState

EDGE_ID = "edge"
"""The id of the table's edge among contacts."""


@dataclass(frozen=True, slots=True)
class PathContact:
    """A contact on a path: its id, and the length at which the base touches it."""

    id: str
    length: float


def features_near(table: TableState, course: DiscPath) -> tuple[Feature, ...]:
    """Return the features whose bounds are near the path."""
    return _list_features_near(course, table.features)


@memo_on("notes")
def _list_features_near(course: DiscPath, features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """Return the features near the path. A move asks three times, for a tenth of its time."""
    return tuple(f for f in features if f.pieces and course.may_meet_box(f.box))


def base_section(model: Fighter) -> Section:
    """Return a base as a disc, which is never crossed (WM-MOV-05, WM-GEO-13)."""
    return model.place, model.radius


def find_feature_contacts(
    table: TableState, course: DiscPath, stops: Callable[[Passage], bool]
) -> list[PathContact]:
    """Return the contacts with features whose passage `stops` accepts."""
    contacts = []
    for feature in features_near(table, course):
        if (
            stops(classify_passage(feature))
            and (at := course.first_contact(group_footprint(feature))) is not None
        ):
            contacts.append(PathContact(feature.id, at))
    return contacts


def find_base_contacts(models: Iterable[Fighter], course: DiscPath) -> list[PathContact]:
    """Return the contacts with the bases of models."""
    return [
        PathContact(m.id, at)
        for m in models
        if (at := course.first_contact((base_section(m),))) is not None
    ]


def find_edge_contacts(table: TableState, course: DiscPath) -> list[PathContact]:
    """Return the contact with the table's edge, if the path crosses it (WM-RUL-34)."""
    at = course.table_edge_contact(table.size)
    return [] if at is None else [PathContact(EDGE_ID, at)]


def first_contact(contacts: Iterable[PathContact]) -> PathContact | None:
    """Return the first contact, or None. Ties go to the first in `contacts`."""
    return min(contacts, key=lambda contact: contact.length, default=None)


def all_first_contacts(contacts: Iterable[PathContact]) -> tuple[PathContact, ...]:
    """Return all contacts at the least length, within a millionth of an inch (WM-GEO-25)."""
    all_contacts = list(contacts)
    nearest = first_contact(all_contacts)
    return tuple(
        contact
        for contact in all_contacts
        if nearest is not None and contact.length <= nearest.length + EPSILON_IN
    )


def rough_stretches(table: TableState, course: DiscPath, deep: bool = False) -> list[Interval]:
    """Return the stretches over rough ground. Overlaps count once (WM-RUL-23, WM-RUL-110).

    Any part of the base is enough. `deep` includes deep water, for a model in it (WM-RUL-152).
    """
    slow = (Passage.ROUGH, Passage.DEEP) if deep else (Passage.ROUGH,)
    return course.overlap_intervals(
        *(group_footprint(f) for f in features_near(table, course) if classify_passage(f) in slow)
    )


def feature_crossings(course: DiscPath, feature: Feature) -> list[Interval]:
    """Return the intervals with the base over a feature, not only touching it.

    An interval is infinite if the path ends over the feature.
    """
    group = group_footprint(feature)
    deep = DiscPath(course.corners, course.radius - EPSILON_IN).overlap_intervals(group)
    over_at_end = any(
        disc_overlaps(course.corners[-1], course.radius, section) for section in group.sections
    )
    return [
        (s, math.inf if over_at_end and t >= course.length else t)
        for s, t in course.overlap_intervals(group)
        if any(s <= first and last <= t for first, last in deep)
    ]
