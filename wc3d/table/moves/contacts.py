"""Contacts of a volume that moves level and straight.

A contact brings the distance to 0, and the movement would enter the interior if it continued.
Touching in passing, sliding along a face, and passing level over a top or under an underside are
not contacts.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from wc3d.geometry.boxes import moved_disc_box
from wc3d.geometry.distance import Section, point_to_section
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import first_contact
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import bodies_at_heights, solid_sections


@dataclass(frozen=True)
class Contact:
    """A contact: the id, the inches moved before it, and the thing itself."""

    id: str
    distance: float
    thing: Feature | Body


def point_along(start: XY, way: XY, inches: float) -> XY:
    """Return the point `inches` along a unit vector."""
    return start[0] + inches * way[0], start[1] + inches * way[1]


def direction_and_distance(a: XY, b: XY) -> tuple[XY, float]:
    """Return the unit vector from `a` to `b` and the distance; ((0, 0), 0) for equal points."""
    x, y = b[0] - a[0], b[1] - a[1]
    long = math.hypot(x, y)
    return ((x / long, y / long), long) if long > EPSILON_IN else ((0.0, 0.0), 0.0)


def _find_obstacles(
    table: TableState, body: Body, start: XY, end: XY, z: float, ignore: Collection[str]
) -> Iterator[tuple[Feature | Body, Section]]:
    """Yield every solid and model near the path of a volume that shares heights with it."""
    low, high = z, z + body.height
    box = moved_disc_box(start, end, body.radius + 1e-3)
    yield from solid_sections(table, low, high, box)
    for neighbor, volume in bodies_at_heights(table, low, high, (*ignore, body.id)):
        yield neighbor, (volume.center, volume.radius)


def find_first_contacts(
    table: TableState,
    body: Body,
    start: XY,
    way: XY,
    inches: float,
    z: float,
    ignore: Collection[str] = (),
) -> tuple[Contact, ...]:
    """Return everything contacted at the first moment of contact within `inches`, or () if the
    path is clear.

    The volume of `body` moves from `start` along the unit vector `way` at height `z`. A contact at
    0" counts if the volume presses on what it already touches. A contact at the very end also
    counts.
    """
    end = point_along(start, way, inches)
    candidates: list[tuple[float, Feature | Body, Section]] = []
    for obstacle, plan in _find_obstacles(table, body, start, end, z, ignore):
        travel = first_contact(start, way, body.radius, plan)
        if travel is not None and (
            travel <= inches or point_to_section(end, plan) <= body.radius + EPSILON_IN
        ):
            candidates.append((travel, obstacle, plan))
    if not candidates:
        return ()
    first = min(min(after for after, _, _ in candidates), inches)
    position = point_along(start, way, first)
    touched = {
        thing.id: Contact(thing.id, first, thing)
        for after, thing, plan in candidates
        if after <= first + EPSILON_IN
        or point_to_section(position, plan) <= body.radius + EPSILON_IN
    }
    return tuple(touched.values())
