"""What a base meets on its way in the plane: other bases, the table's edge, and terrain, whatever its height."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.terrain import Passage, classify_passage, footprint
from wc3d.geometry.distance import Section
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.sweep import Interval, disc_overlaps
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState

EDGE_ID = "edge"
"""What stands for the table's edge among the ids of what is met."""


@dataclass(frozen=True, slots=True)
class PathContact:
    """Something that a base meets: its id, and the inches along the way at which it touches it."""

    id: str
    length: float


def features_near(table: TableState, course: DiscPath) -> Iterator[Feature]:
    """The features whose bounds the way comes near."""
    return (f for f in table.features if f.pieces and course.may_meet_box(f.box))


def sections_near(feature: Feature, course: DiscPath) -> list[Section]:
    """The parts of a feature's footprint whose bounds meet those of the way: a mesh has hundreds, a way passes by few."""
    whole = zip(footprint(feature), feature.pieces, strict=True)
    return [section for section, piece in whole if course.may_meet_box(piece.box)]


def base_section(model: Fighter) -> Section:
    """A base as a disc in the plane: never crossed, whatever the models' heights and status (WM-MOV-05, WM-GEO-13)."""
    return model.place, model.radius


def find_feature_contacts(
    table: TableState, course: DiscPath, stops: Callable[[Passage], bool]
) -> list[PathContact]:
    """The features of some passages that the way meets, each at the touching point."""
    contacts = []
    for feature in features_near(table, course):
        if (
            stops(classify_passage(feature))
            and (at := course.first_contact(sections_near(feature, course))) is not None
        ):
            contacts.append(PathContact(feature.id, at))
    return contacts


def find_base_contacts(models: Iterable[Fighter], course: DiscPath) -> list[PathContact]:
    """The bases of some models that the way meets."""
    return [
        PathContact(m.id, at)
        for m in models
        if (at := course.first_contact((base_section(m),))) is not None
    ]


def find_edge_contacts(table: TableState, course: DiscPath) -> list[PathContact]:
    """The table's edge, if the way leads over it (WM-RUL-34)."""
    at = course.table_edge_contact(table.size)
    return [] if at is None else [PathContact(EDGE_ID, at)]


def first_contact(contacts: Iterable[PathContact]) -> PathContact | None:
    """What is met first; of what is met at once the first named."""
    return min(contacts, key=lambda contact: contact.length, default=None)


def all_first_contacts(contacts: Iterable[PathContact]) -> tuple[PathContact, ...]:
    """All that is met first, at the same length to within a millionth of an inch (WM-GEO-25)."""
    all_contacts = list(contacts)
    nearest = first_contact(all_contacts)
    return tuple(
        contact
        for contact in all_contacts
        if nearest is not None and contact.length <= nearest.length + EPSILON_IN
    )


def rough_stretches(table: TableState, course: DiscPath, deep: bool = False) -> list[Interval]:
    """Where any part of the base is over rough ground; ground that overlaps counts once (WM-RUL-23, WM-RUL-110).

    `deep`: deep water is such ground to what is in it (WM-RUL-152).
    """
    slow = (Passage.ROUGH, Passage.DEEP) if deep else (Passage.ROUGH,)
    return course.overlap_intervals(
        [
            s
            for f in features_near(table, course)
            if classify_passage(f) in slow
            for s in sections_near(f, course)
        ]
    )


def feature_crossings(course: DiscPath, feature: Feature) -> list[Interval]:
    """From where to where the base is over a feature, by more than touching it; for ever where the path ends over it."""
    sections = footprint(feature)
    deep = DiscPath(course.corners, course.radius - EPSILON_IN).overlap_intervals(sections)
    over_at_end = any(
        disc_overlaps(course.corners[-1], course.radius, section) for section in sections
    )
    return [
        (s, math.inf if over_at_end and t >= course.length else t)
        for s, t in course.overlap_intervals(sections)
        if any(s <= first and last <= t for first, last in deep)
    ]
