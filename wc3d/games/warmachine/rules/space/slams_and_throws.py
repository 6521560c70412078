"""Slams and throws: the distance moved, the obstacles, the models struck, and the final place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.games.warmachine.rules.space.areas import die_direction, line_of_attack
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.games.warmachine.rules.space.moving import ROUGH_COST_FACTOR
from wc3d.games.warmachine.rules.space.path_contacts import (
    EDGE_ID,
    PathContact,
    all_first_contacts,
    base_section,
    find_base_contacts,
    find_edge_contacts,
    find_feature_contacts,
    first_contact,
    rough_stretches,
)
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.space.terrain import Passage, classify_passage
from wc3d.geometry.plane.disc_path import DiscPath, merge_intervals, reachable_length
from wc3d.geometry.plane.local_frame import angle_between, unit_vector
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState

MAX_THROW_ANGLE_DEG = 90.0
"""The largest angle of a throw to the thrower's facing, in degrees (WM-THR-06, WM-RUL-115)."""

STOPPING_PASSAGES = (Passage.LINEAR, Passage.THICK, Passage.CLOSED)
"""The passages that stop a forced move: all obstacles and impassable ground (WM-RUL-112)."""

STOPPING_PASSAGES_AND_DEEP = (*STOPPING_PASSAGES, Passage.DEEP)
"""The same passages where deep water is only impassable ground (WM-REF-35)."""


@dataclass(frozen=True, slots=True)
class Shove:
    """The movement of a slammed or thrown model.

    It moves `moved` inches to `end`, including the correction that avoids smaller bases
    (WM-RUL-69). `contacts` stopped it, all at the same length. It passed over `struck`. `edge`:
    the table's edge stopped it, which is not a contact (WM-RUL-114). `uncorrected` is the length
    before the correction. `equals` are contacts that are models of its size.
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
        "WM-SLM-09",
        "WM-SLM-14",
        "WM-SLM-15",
        "WM-SLM-17",
        "WM-SLM-20",
        "WM-SLM-23",
        "WM-GEO-22",
        "WM-GEO-23",
        "WM-GEO-25",
        "WM-GEO-26",
        "WM-RUL-65",
        "WM-RUL-66",
        "WM-RUL-67",
        "WM-RUL-68",
        "WM-RUL-69",
        "WM-RUL-70",
        "WM-RUL-112",
        "WM-RUL-113",
    )

    @property
    def extra_die(self) -> bool:
        """Return whether any collision adds a damage die, one in all (WM-SLM-20, WM-RUL-68)."""
        return bool(self.contacts)

    @property
    def collateral(self) -> tuple[str, ...]:
        """The models struck, then equal bases that stopped it (WM-SLM-23, WM-RUL-66, WM-RUL-67)."""
        return (*self.struck, *self.equals)


def compute_slam(table: TableState, model: Fighter | str, by: Fighter | str, roll: float) -> Shove:
    """Return a slam's move: `roll` inches straight away (WM-SLM-09, WM-GEO-22).

    The distance is halved for a base larger than the slammer's (WM-SLM-14). Rough ground then
    halves the rate (WM-RUL-65).
    """
    moved = get_fighter(table, model)
    cause = get_fighter(table, by)
    distance = roll / 2 if moved.radius > cause.radius + EPSILON_IN else roll
    return _shove(
        table, moved, cause, line_of_attack(cause, moved.place), distance, ROUGH_COST_FACTOR
    )


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw toward `aim` with its deviation. `legal` may be false (WM-RUL-115)."""

    legal: bool
    aim: XY | None
    shove: Shove | None
    rules: ClassVar[tuple[str, ...]] = (
        "WM-THR-01",
        "WM-THR-05",
        "WM-THR-06",
        "WM-THR-07",
        "WM-THR-08",
        "WM-THR-09",
        "WM-THR-12",
        "WM-THR-14",
        "WM-GEO-24",
        "WM-GEO-25",
        "WM-GEO-26",
        "WM-RUL-72",
        "WM-RUL-73",
        "WM-RUL-112",
        "WM-RUL-113",
        "WM-RUL-115",
    )


def compute_throw(
    table: TableState,
    model: Fighter | str,
    by: Fighter | str,
    distance: float,
    direction: float,
    die: int,
    deviation: float,
) -> Throw:
    """Return a throw and its deviation (WM-THR-05, WM-THR-07, WM-RUL-72).

    The throw goes `distance` from the model's center in a direction. The flight is a straight line
    to the last point (WM-RUL-73). Rough ground does not slow it (WM-THR-08), and it passes over
    the thrower. It is legal in the thrower's front arc, for a base that is not larger than the
    thrower's (WM-THR-01, WM-THR-06).
    """
    thrown_model = get_fighter(table, model)
    cause = get_fighter(table, by)
    if (
        angle_between(direction, cause.facing) > MAX_THROW_ANGLE_DEG + EPSILON_IN
        or thrown_model.radius > cause.radius + EPSILON_IN
    ):
        return Throw(False, None, None)
    way, (x, y) = unit_vector(direction), thrown_model.place
    aim = x + distance * way[0], y + distance * way[1]
    deviation_way = die_direction(way, die)
    flight = aim[0] + deviation * deviation_way[0] - x, aim[1] + deviation * deviation_way[1] - y
    length = math.hypot(*flight)
    along = (flight[0] / length, flight[1] / length) if length > EPSILON_IN else way
    return Throw(
        True,
        aim,
        _shove(table, thrown_model, cause, along, length if length > EPSILON_IN else 0.0, 1.0),
    )


def throw_distance(strength: float, model: Fighter, small_bonus: float = 0.0) -> float:
    """Return half the thrower's STR (WM-THR-05), plus a bonus for a small base (WM-REF-71)."""
    return strength / 2 + (small_bonus if model.base == "small" else 0.0)


def _shove(
    table: TableState, moved: Fighter, cause: Fighter, way: XY, distance: float, pace: float
) -> Shove:
    """Move a model along a line, with its obstacles, models passed and corrected end."""
    max_length = distance + 2 * moved.radius + 1.0  # beyond the reach of the correction
    course = DiscPath(
        (moved.place, (moved.place[0] + max_length * way[0], moved.place[1] + max_length * way[1])),
        moved.radius,
    )
    rest = [model for model in other_fighters(table, moved) if model.id != cause.id]
    large_models = [model for model in rest if model.radius >= moved.radius - EPSILON_IN]
    smaller = [model for model in rest if model.radius < moved.radius - EPSILON_IN]
    extra = has_extra_terrain(table)
    ground = remove_obstacles_under(table, moved)
    solid = [
        *find_feature_contacts(
            ground,
            course,
            (STOPPING_PASSAGES if extra else STOPPING_PASSAGES_AND_DEEP).__contains__,
        ),
        *find_base_contacts(large_models, course),
    ]
    edge = find_edge_contacts(table, course)
    stop = first_contact((*solid, *edge))
    free = reachable_length(rough_stretches(table, course, deep=extra), pace, distance)
    stopped = stop is not None and stop.length <= free + EPSILON_IN
    at = stop.length if stop is not None and stopped else free
    contacts = (
        [contact for contact in all_first_contacts((*solid, *edge)) if contact.id != EDGE_ID]
        if stopped
        else []
    )
    passes = [
        contact
        for contact in sorted(
            find_base_contacts(smaller, course), key=lambda contact: contact.length
        )
        if contact.length < at - EPSILON_IN
    ]
    end = _correct_end(
        course,
        [*smaller, cause],
        at,
        at if stopped else (stop.length if stop is not None else max_length),
    )
    names = tuple(ids_in_table_order(table, contacts))
    equals = tuple(
        model.id
        for model in rest
        if model.id in names and model.radius <= moved.radius + EPSILON_IN
    )
    return Shove(
        moved.place,
        course.point_at(end),
        end,
        at,
        names,
        tuple(contact.id for contact in passes),
        stopped and not contacts,
        equals,
    )


def remove_obstacles_under(table: TableState, moved: Fighter) -> TableState:
    """Return the table without thick obstacles under a model, which do not stop a forced move."""
    if not has_extra_terrain(table):
        return table
    return replace(table, features=tuple(f for f in table.features if not _is_under(f, moved)))


def _is_under(feature: Feature, moved: Fighter) -> bool:
    """Return whether a thick obstacle is not above the model's height (WM-RUL-150)."""
    return (
        classify_passage(feature) is Passage.THICK
        and EPSILON_IN < feature.high <= moved.at[2] + EPSILON_IN
    )


def ids_in_table_order(table: TableState, contacts: Sequence[PathContact]) -> list[str]:
    """Return the ids of contacts: models in table order, then terrain in table order."""
    order = {
        id: k
        for k, id in enumerate([*(b.id for b in table.bodies), *(f.id for f in table.features)])
    }
    return sorted((contact.id for contact in contacts), key=order.__getitem__)


def _correct_end(course: DiscPath, models: Sequence[Fighter], at: float, limit: float) -> float:
    """Return the corrected length of a move that ends on another base (WM-RUL-69, WM-RUL-113).

    The model continues to the first free place, up to one diameter of its own base and not past an
    obstacle. Otherwise it returns to the last free place.
    """
    intervals = merge_intervals(_overlap_intervals(course, models), gap=-EPSILON_IN)
    within = next(
        ((s, t) for s, t in intervals if s < at - EPSILON_IN and t > at + EPSILON_IN), None
    )
    if within is None:
        return at
    last = min(limit, at + 2 * course.radius)
    return within[1] if within[1] <= last + EPSILON_IN else max(0.0, within[0])


def _overlap_intervals(course: DiscPath, models: Sequence[Fighter]) -> list[Interval]:
    """Return the intervals with the moved base on other bases."""
    return [
        stretch for model in models for stretch in course.overlap_intervals((base_section(model),))
    ]
