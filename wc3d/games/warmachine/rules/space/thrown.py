"""Slams and throws: how far a model is driven, what stops it, whom it strikes on the way, and where it comes to lie."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.games.warmachine.rules.space.areas import die_direction, line_of_attack
from wc3d.games.warmachine.rules.space.fighters import Fighter, fighter, others
from wc3d.games.warmachine.rules.space.moving import ROUGH_PACE
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.space.terrain import Passage, passage
from wc3d.games.warmachine.rules.space.ways import (
    EDGE,
    Met,
    base_section,
    first,
    first_of_all,
    meet_bases,
    meet_edge,
    meet_features,
    rough_stretches,
)
from wc3d.geometry.plane.disc_path import Course, joined, reached
from wc3d.geometry.plane.local_frame import degrees_apart, heading
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.features import Feature
from wc3d.table.table_state import Layout

HALF_ARC = 90.0
"""Degrees: a throw goes at most so far from the thrower's facing (WM-THR-06, WM-RUL-115)."""

STOPPING = (Passage.LINEAR, Passage.THICK, Passage.CLOSED)
"""What stops a model that is slammed or thrown: every obstacle, however low, and all that is not to be passed (WM-RUL-112)."""

SOLID = (*STOPPING, Passage.DEEP)
"""The same where deep water is impassable ground and no more (WM-REF-35)."""


@dataclass(frozen=True, slots=True)
class Shove:
    """The movement of a model that was slammed or thrown.

    It ends `moved` inches along its line, at `end`: the correction that keeps it off smaller bases included (WM-RUL-69).
    `contacts` stopped it, all at the same length; over `struck` it passed. `edge`: the table's edge stopped it, which is no
    contact (WM-RUL-114). `uncorrected` is how far it went before the correction; `equals` are the contacts that are models of
    its size.
    """

    start: XY
    end: XY
    moved: float
    uncorrected: float
    contacts: tuple[str, ...]
    struck: tuple[str, ...]
    edge: bool
    equals: tuple[str, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-SLM-09", "WM-SLM-14", "WM-SLM-15", "WM-SLM-17", "WM-SLM-20", "WM-SLM-23", "WM-GEO-22", "WM-GEO-23", "WM-GEO-25",
        "WM-GEO-26", "WM-RUL-65", "WM-RUL-66", "WM-RUL-67", "WM-RUL-68", "WM-RUL-69", "WM-RUL-70", "WM-RUL-112", "WM-RUL-113",
    )  # fmt: skip

    @property
    def extra_die(self) -> bool:
        """Has the damage roll one more die: for any collision, one in all (WM-SLM-20, WM-RUL-68)?"""
        return bool(self.contacts)

    @property
    def collateral(self) -> tuple[str, ...]:
        """Who takes collateral damage: whom it struck, then the equal bases that stopped it (WM-SLM-23, WM-RUL-66, WM-RUL-67)."""
        return (*self.struck, *self.equals)


def slam(table: Layout, model: Fighter | str, by: Fighter | str, roll: float) -> Shove:
    """Where a slam drives a model: directly away from the slammer, as many inches as the die shows (WM-SLM-09, WM-GEO-22).

    Halved when the model's base is larger than the slammer's (WM-SLM-14), and then at half rate over rough ground (WM-RUL-65).
    """
    moved, cause = fighter(table, model), fighter(table, by)
    distance = roll / 2 if moved.radius > cause.radius + EQUAL else roll
    return _shove(table, moved, cause, line_of_attack(cause, moved.place), distance, ROUGH_PACE)


@dataclass(frozen=True, slots=True)
class Throw:
    """Where a throw takes a model: toward `aim`, then it deviates. With `legal` false there is nothing else (WM-RUL-115)."""

    legal: bool
    aim: XY | None
    shove: Shove | None
    rules: ClassVar[tuple[str, ...]] = (
        "WM-THR-01", "WM-THR-05", "WM-THR-06", "WM-THR-07", "WM-THR-08", "WM-THR-09", "WM-THR-12", "WM-THR-14", "WM-GEO-24",
        "WM-GEO-25", "WM-GEO-26", "WM-RUL-72", "WM-RUL-73", "WM-RUL-112", "WM-RUL-113", "WM-RUL-115",
    )  # fmt: skip


def throw(
    table: Layout, model: Fighter | str, by: Fighter | str, distance: float, direction: float, die: int, deviation: float
) -> Throw:
    """Where a throw takes a model: from its own center so far in a direction, then it deviates (WM-THR-05, WM-THR-07, WM-RUL-72).

    The flight is one straight line to the last point (WM-RUL-73); rough ground does not slow it (WM-THR-08), and the thrower is
    passed over. Legal within the thrower's front arc, for a base that is not larger than the thrower's (WM-THR-01, WM-THR-06).
    """
    thrown_model, cause = fighter(table, model), fighter(table, by)
    if degrees_apart(direction, cause.facing) > HALF_ARC + EQUAL or thrown_model.radius > cause.radius + EQUAL:
        return Throw(False, None, None)
    way, (x, y) = heading(direction), thrown_model.place
    aim = x + distance * way[0], y + distance * way[1]
    deviation_way = die_direction(way, die)
    flight = aim[0] + deviation * deviation_way[0] - x, aim[1] + deviation * deviation_way[1] - y
    length = math.hypot(*flight)
    along = (flight[0] / length, flight[1] / length) if length > EQUAL else way
    return Throw(True, aim, _shove(table, thrown_model, cause, along, length if length > EQUAL else 0.0, 1.0))


def throw_distance(strength: float, model: Fighter, small_bonus: float = 0.0) -> float:
    """How far a throw carries: half the thrower's STR (WM-THR-05), and so much more for a small base (WM-REF-71)."""
    return strength / 2 + (small_bonus if model.base == "small" else 0.0)


def _shove(table: Layout, moved: Fighter, cause: Fighter, way: XY, distance: float, pace: float) -> Shove:
    """A model driven along a line: what stops it, whom it passes over, and the correction at the end."""
    max_length = distance + 2 * moved.radius + 1.0  # farther than the correction may look
    course = Course((moved.place, (moved.place[0] + max_length * way[0], moved.place[1] + max_length * way[1])), moved.radius)
    rest = [model for model in others(table, moved) if model.id != cause.id]
    large_models = [model for model in rest if model.radius >= moved.radius - EQUAL]
    smaller = [model for model in rest if model.radius < moved.radius - EQUAL]
    extra = has_extra_terrain(table)
    ground = without_ground_under(table, moved)
    solid = [*meet_features(ground, course, (STOPPING if extra else SOLID).__contains__), *meet_bases(large_models, course)]
    edge = meet_edge(table, course)
    stop = first((*solid, *edge))
    free = reached(rough_stretches(table, course, deep=extra), pace, distance)
    stopped = stop is not None and stop.length <= free + EQUAL
    at = stop.length if stop is not None and stopped else free
    contacts = [contact for contact in first_of_all((*solid, *edge)) if contact.id != EDGE] if stopped else []
    passes = [contact for contact in sorted(meet_bases(smaller, course), key=lambda contact: contact.length) if contact.length < at - EQUAL]
    end = _corrected(course, [*smaller, cause], at, at if stopped else (stop.length if stop is not None else max_length))
    names = tuple(table_order(table, contacts))
    equals = tuple(model.id for model in rest if model.id in names and model.radius <= moved.radius + EQUAL)
    return Shove(moved.place, course.at(end), end, at, names, tuple(contact.id for contact in passes), stopped and not contacts, equals)


def without_ground_under(table: Layout, moved: Fighter) -> Layout:
    """Return the table without the thick obstacles that a model stands on: whoever drives it off does not hit them."""
    if not has_extra_terrain(table):
        return table
    return replace(table, features=tuple(f for f in table.features if not _is_under(f, moved)))


def _is_under(feature: Feature, moved: Fighter) -> bool:
    """Is this a thick obstacle no higher than the model stands, which is no hindrance to it (WM-RUL-150)?"""
    return passage(feature) is Passage.THICK and EQUAL < feature.high <= moved.at[2] + EQUAL


def table_order(table: Layout, contacts: Sequence[Met]) -> list[str]:
    """The ids of what is met: models in the order of the table, then terrain in its order."""
    order = {id: k for k, id in enumerate([*(b.id for b in table.bodies), *(f.id for f in table.features)])}
    return sorted((contact.id for contact in contacts), key=order.__getitem__)


def _corrected(course: Course, models: Sequence[Fighter], at: float, limit: float) -> float:
    """Where a model comes to lie that would end on one of the bases it passed over (WM-RUL-69, WM-RUL-113).

    It goes on to the first free place, at most one diameter of its own base, and not past what would stop it; if there is none,
    back to the last free place.
    """
    intervals = joined(_over(course, models), gap=-EQUAL)
    within = next(((s, t) for s, t in intervals if s < at - EQUAL and t > at + EQUAL), None)
    if within is None:
        return at
    last = min(limit, at + 2 * course.radius)
    return within[1] if within[1] <= last + EQUAL else max(0.0, within[0])


def _over(course: Course, models: Sequence[Fighter]) -> list[Interval]:
    """From where to where the moved base lies on others."""
    return [stretch for model in models for stretch in course.overlaps((base_section(model),))]
