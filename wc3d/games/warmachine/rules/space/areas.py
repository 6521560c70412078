"""Areas of effect, sprays and control areas: the models they reach, and deviation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.games.warmachine.rules.space.sight import sight_past_terrain
from wc3d.geometry.plane.local_frame import angle_between, rotate_vector, unit_vector
from wc3d.geometry.plane.strips import Strip
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.sight.distances import distance, is_within
from wc3d.table.sight.sight import can_block_sight
from wc3d.table.table_state import TableState

SPRAY_LENGTH_IN, SPRAY_WIDTH_IN = 8.0, 1.0
"""The size of a spray's strip in inches (WM-SPR-01)."""

ENDLESS_LENGTH_IN = 1e4
"""A length in inches beyond any table."""

MAX_SPRAY_ANGLE_DEG = 90.0
"""The largest angle between a spray and the attacker's facing, in degrees."""


@dataclass(frozen=True, slots=True)
class StripSpray:
    """The models under a spray in table order: those attacked, and those hidden by terrain."""

    legal: bool
    models: tuple[str, ...]
    hidden: tuple[str, ...]
    strip: Strip
    rules: ClassVar[tuple[str, ...]] = (
        "WM-SPR-01",
        "WM-SPR-02",
        "WM-GEO-30",
        "WM-RUL-51",
        "WM-RUL-118",
    )


def find_spray_hits(table: TableState, attacker: Fighter | str, direction: float) -> StripSpray:
    """Return the models under a spray, friend or foe, that terrain does not hide completely.

    The strip starts at the edge of the base, with its axis through the base's center. It is legal
    in directions of the front half-plane (WM-GEO-30). Models never shield one another from it
    (WM-RUL-51).
    """
    attacker_model = get_fighter(table, attacker)
    way = unit_vector(direction)
    strip = Strip(
        (
            attacker_model.place[0] + attacker_model.radius * way[0],
            attacker_model.place[1] + attacker_model.radius * way[1],
        ),
        way,
        SPRAY_LENGTH_IN,
        SPRAY_WIDTH_IN,
    )
    hits = [
        model
        for model in other_fighters(table, attacker_model)
        if strip.distance(model.place) <= model.radius + EPSILON_IN
    ]
    hides = any(can_block_sight(feature) for feature in table.features)
    hidden_ids = tuple(
        model.id
        for model in hits
        if hides and sight_past_terrain(table, attacker_model, model).verdict == "blocked"
    )
    legal = angle_between(direction, attacker_model.facing) <= MAX_SPRAY_ANGLE_DEG + EPSILON_IN
    return StripSpray(
        legal, tuple(model.id for model in hits if model.id not in hidden_ids), hidden_ids, strip
    )


def is_aimed_at(
    table: TableState, attacker: Fighter | str, target: Fighter | str, direction: float
) -> bool:
    """Return whether an endless strip would touch the target (WM-RUL-51), at any distance."""
    attacker_model = get_fighter(table, attacker)
    target_model = get_fighter(table, target)
    way = unit_vector(direction)
    start = (
        attacker_model.place[0] + attacker_model.radius * way[0],
        attacker_model.place[1] + attacker_model.radius * way[1],
    )
    return (
        Strip(start, way, ENDLESS_LENGTH_IN, SPRAY_WIDTH_IN).distance(target_model.place)
        <= target_model.radius + EPSILON_IN
    )


RADIUS_PER_FOCUS_IN = 2.0
"""The radius of a control area per point of FOC, in inches (WM-FOC-03)."""


@dataclass(frozen=True, slots=True)
class ControlArea:
    """The radius of a control area from the base, and all models in it (WM-RUL-122)."""

    radius: float
    models: tuple[str, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-FOC-03",
        "WM-GEO-36",
        "WM-RUL-80",
        "WM-RUL-122",
        "WM-MK3-16",
        "WM-MK3-18",
    )


def compute_control_area(table: TableState, caster: Fighter | str, focus: float) -> ControlArea:
    """Return the models of either side within twice the caster's FOC, base to base.

    Any part of a base is enough. Heights count.
    """
    caster_model = get_fighter(table, caster)
    radius = RADIUS_PER_FOCUS_IN * focus
    return ControlArea(
        radius,
        tuple(
            b.id
            for b in table.bodies
            if b.id == caster_model.id or is_within(distance(table, caster_model, b), radius)
        ),
    )


DIE_SECTOR_DEG = 60.0
"""The angle between the faces of the deviation diagram, in degrees (WM-GEO-28)."""


@dataclass(frozen=True, slots=True)
class AreaHits:
    """The models that an area reaches, in table order, and the area."""

    models: tuple[str, ...]
    center: XY
    diameter: float
    rules: ClassVar[tuple[str, ...]] = (
        "WM-AOE-01",
        "WM-GEO-27",
        "WM-RUL-47",
        "WM-RUL-50",
        "WM-RUL-116",
    )


def find_area_hits(table: TableState, center: XY, diameter: float) -> AreaHits:
    """Return the models, friend or foe, whose bases touch the disc.

    Heights and terrain do not matter (WM-RUL-50).
    """
    ids = [
        body.id
        for body in table.bodies
        if math.hypot(body.at[0] - center[0], body.at[1] - center[1])
        <= diameter / 2 + body.radius + EPSILON_IN
    ]
    return AreaHits(tuple(ids), center, diameter)


def die_direction(line: XY, die: int) -> XY:
    """Rotate a unit vector to a die's direction: 1 ahead, then 60 degrees clockwise (WM-RUL-49)."""
    return rotate_vector(line, -(die - 1) * DIE_SECTOR_DEG)


def line_of_attack(attacker: Fighter, place: XY) -> XY:
    """Return the unit vector from the attacker to a place; its facing if they coincide."""
    x, y = place[0] - attacker.place[0], place[1] - attacker.place[1]
    long = math.hypot(x, y)
    return (x / long, y / long) if long > EPSILON_IN else attacker.facing_vector


@dataclass(frozen=True, slots=True)
class Deviation:
    """The deviation of a missed area: `moved` inches from `start` to `point`.

    `beyond`: the target is out of range, `apart` inches from the attacker.
    """

    start: XY
    point: XY
    moved: float
    beyond: bool
    apart: float
    rules: ClassVar[tuple[str, ...]] = (
        "WM-AOE-04",
        "WM-AOE-06",
        "WM-AOE-07",
        "WM-GEO-28",
        "WM-GEO-29",
        "WM-RUL-48",
        "WM-RUL-49",
        "WM-RUL-117",
    )


def compute_deviation(
    table: TableState,
    attacker: Fighter | str,
    target: Fighter | str,
    range: float,
    die: int,
    inches: float,
) -> Deviation:
    """Return the deviation of a missed area. `die` is 1 to 6, `inches` the length rolled.

    The area starts at the target's center and moves up to half the distance from base to base
    (WM-RUL-48). If the target is out of range, it starts on the line of centers at `range` from
    the attacker's base edge. It then moves up to half of `range` (WM-AOE-07, WM-RUL-117). Nothing
    stops it.
    """
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    gap = distance(table, attacker_model, target_model)
    way = line_of_attack(attacker_model, target_model.place)
    beyond = not is_within(gap, range)
    offset = attacker_model.radius + range
    start = (
        (attacker_model.place[0] + offset * way[0], attacker_model.place[1] + offset * way[1])
        if beyond
        else target_model.place
    )
    moved = min(inches, (range if beyond else gap) / 2)
    u, v = die_direction(way, die)
    return Deviation(start, (start[0] + moved * u, start[1] + moved * v), moved, beyond, gap)
