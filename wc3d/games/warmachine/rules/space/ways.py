"""What a base meets on its way in the plane: other bases, the table's edge, and terrain, whatever its height."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.terrain import Passage, footprint, passage
from wc3d.geometry.distance import Section
from wc3d.geometry.plane.disc_path import Course
from wc3d.geometry.sweep import Interval, meets
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.features import Feature
from wc3d.table.table_state import Layout

EDGE = "edge"
"""What stands for the table's edge among the ids of what is met."""


@dataclass(frozen=True, slots=True)
class Met:
    """Something that a base meets: its id, and the inches along the way at which it touches it."""

    id: str
    length: float


def features_near(table: Layout, course: Course) -> Iterator[Feature]:
    """The features whose bounds the way comes near."""
    return (f for f in table.features if f.pieces and course.may_meet(f.box))


def sections_near(feature: Feature, course: Course) -> list[Section]:
    """The parts of a feature's footprint whose bounds meet those of the way: a mesh has hundreds, a way passes by few."""
    whole = zip(footprint(feature), feature.pieces, strict=True)
    return [section for section, piece in whole if course.may_meet(piece.box)]


def base_section(model: Fighter) -> Section:
    """A base as a disc in the plane: never crossed, whatever the models' heights and status (WM-MOV-05, WM-GEO-13)."""
    return model.place, model.radius


def meet_features(table: Layout, course: Course, stops: Callable[[Passage], bool]) -> list[Met]:
    """The features of some passages that the way meets, each at the touching point."""
    contacts = []
    for feature in features_near(table, course):
        if stops(passage(feature)) and (at := course.contact(sections_near(feature, course))) is not None:
            contacts.append(Met(feature.id, at))
    return contacts


def meet_bases(models: Iterable[Fighter], course: Course) -> list[Met]:
    """The bases of some models that the way meets."""
    return [Met(m.id, at) for m in models if (at := course.contact((base_section(m),))) is not None]


def meet_edge(table: Layout, course: Course) -> list[Met]:
    """The table's edge, if the way leads over it (WM-RUL-34)."""
    at = course.edge(table.size)
    return [] if at is None else [Met(EDGE, at)]


def first(contacts: Iterable[Met]) -> Met | None:
    """What is met first; of what is met at once the first named."""
    return min(contacts, key=lambda contact: contact.length, default=None)


def first_of_all(contacts: Iterable[Met]) -> tuple[Met, ...]:
    """All that is met first, at the same length to within a millionth of an inch (WM-GEO-25)."""
    all_contacts = list(contacts)
    nearest = first(all_contacts)
    return tuple(contact for contact in all_contacts if nearest is not None and contact.length <= nearest.length + EQUAL)


def rough_stretches(table: Layout, course: Course, deep: bool = False) -> list[Interval]:
    """Where any part of the base is over rough ground; ground that overlaps counts once (WM-RUL-23, WM-RUL-110).

    `deep`: deep water is such ground to what is in it (WM-RUL-152).
    """
    slow = (Passage.ROUGH, Passage.DEEP) if deep else (Passage.ROUGH,)
    return course.overlaps([s for f in features_near(table, course) if passage(f) in slow for s in sections_near(f, course)])


def crossings(course: Course, feature: Feature) -> list[Interval]:
    """From where to where the base is over a feature, by more than touching it; for ever where the path ends over it."""
    sections = footprint(feature)
    deep = Course(course.corners, course.radius - EQUAL).overlaps(sections)
    over_at_end = any(meets(course.corners[-1], course.radius, section) for section in sections)
    return [
        (s, math.inf if over_at_end and t >= course.length else t)
        for s, t in course.overlaps(sections) if any(s <= first and last <= t for first, last in deep)
    ]  # fmt: skip
