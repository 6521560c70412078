"""Charges and slam approaches: straight moves, and the directions that reach a target."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import (
    DEFAULT_REACH_IN,
    Fighter,
    facing_toward,
    get_fighter,
    other_fighters,
)
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.games.warmachine.rules.space.path_contacts import (
    PathContact,
    base_section,
    find_base_contacts,
    find_edge_contacts,
    find_feature_contacts,
    first_contact,
)
from wc3d.games.warmachine.rules.space.terrain import Passage, classify_passage, footprint
from wc3d.geometry.boxes import boxes_overlap
from wc3d.geometry.distance import Section
from wc3d.geometry.plane.critical_angles import (
    crossing_directions,
    find_direction_intervals,
    line_circle_points,
    tangent_directions,
)
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.plane.local_frame import unit_vector, vector_degrees
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.table_state import TableState

CHARGE_BONUS_IN = 3.0
"""Inches that a charge or a slam approach adds to the SPD (WM-CHG-04, WM-SLM-04)."""

MIN_CHARGE_IN = 3.0
"""The shortest move for a charge attack or a slam attack, in inches (WM-CHG-08, WM-SLM-07)."""


@dataclass(frozen=True, slots=True)
class ChargeRun:
    """A charge or a slam approach in one direction. Lengths are in inches from the start, or None.

    `in_range` is the interval with the target in melee range. `contact` is the length at which the
    bases touch. `met` is the first other obstacle. None of the three depends on whether the model
    gets there.
    """

    start: XY
    direction: float
    length: float
    in_range: Interval | None
    contact: float | None
    met: PathContact | None
    rules: ClassVar[tuple[str, ...]] = (
        "WM-CHG-04",
        "WM-CHG-05",
        "WM-CHG-06",
        "WM-CHG-08",
        "WM-CHG-09",
        "WM-CHG-14",
        "WM-CHG-15",
        "WM-CHG-16",
        "WM-GEO-16",
        "WM-RUL-25",
        "WM-RUL-26",
        "WM-RUL-28",
        "WM-RUL-105",
        "WM-RUL-106",
        "WM-RUL-107",
    )

    @property
    def _free(self) -> float:
        """The length up to the first obstacle other than the target, or infinity."""
        return self.met.length if self.met is not None else math.inf

    @property
    def in_range_length(self) -> float | None:
        """The least reachable length with the target in range, or None."""
        if self.in_range is None:
            return None
        at = max(0.0, self.in_range[0])
        return at if at < self._free - EPSILON_IN and at <= self.length + EPSILON_IN else None

    @property
    def contact_length(self) -> float | None:
        """The reachable length at which the bases touch, or None."""
        at = self.contact
        return (
            at
            if at is not None and at < self._free - EPSILON_IN and at <= self.length + EPSILON_IN
            else None
        )

    @property
    def possible(self) -> bool:
        """Return whether the charge reaches a place with the target in range (WM-CHG-04)."""
        return self.in_range_length is not None

    @property
    def stopped_by(self) -> str | None:
        """The obstacle within its length before the target's base (WM-CHG-14, WM-CHG-15)."""
        if self.met is None or self.met.length > self.length + EPSILON_IN:
            return None
        return self.met.id if self.contact is None or self.met.length < self.contact else None

    @property
    def stop_length(self) -> float:
        """The largest length that the base reaches."""
        return min(self.length, self._free, math.inf if self.contact is None else self.contact)

    @property
    def charge_attack(self) -> bool:
        """Return whether the target comes into range after 3" or more (WM-RUL-26, WM-RUL-106)."""
        if self.in_range is None or not self.possible or self.in_range[0] <= EPSILON_IN:
            return False
        return min(self.in_range[1], self.stop_length) >= MIN_CHARGE_IN - EPSILON_IN

    @property
    def slam_attack(self) -> bool:
        """Return whether the same is true for a slam (WM-SLM-07)."""
        return self.charge_attack

    def place_at(self, length: float) -> XY:
        """Return the place after `length` inches."""
        u, v = unit_vector(self.direction)
        return self.start[0] + length * u, self.start[1] + length * v


def compute_charge(
    table: TableState,
    model: Fighter | str,
    target: Fighter | str,
    length: float,
    direction: float,
    reach: float = DEFAULT_REACH_IN,
) -> ChargeRun:
    """Return a straight charge in a direction in degrees (WM-CHG-04, WM-CHG-06, WM-RUL-105).

    The charger keeps its facing. Bases, the table's edge and all ground that is not open stop it
    at the touching point. The ground at its start counts (WM-RUL-28). Sight is checked separately.
    """
    mover = get_fighter(table, model)
    aim = get_fighter(table, target)
    way = unit_vector(direction)
    course = DiscPath(
        (mover.place, (mover.place[0] + length * way[0], mover.place[1] + length * way[1])),
        mover.radius,
    )
    obstacle = first_contact(
        [
            *find_base_contacts(
                (body for body in other_fighters(table, mover) if body.id != aim.id), course
            ),
            *find_edge_contacts(table, course),
            *find_feature_contacts(table, course, lambda ground: ground is not Passage.OPEN),
        ]
    )
    return ChargeRun(
        mover.place,
        direction,
        length,
        _range_interval(mover, aim, way, reach),
        course.first_contact((base_section(aim),)),
        obstacle,
    )


def _range_interval(mover: Fighter, aim: Fighter, way: XY, reach: float) -> Interval | None:
    """Return the interval with the target in range of the mover, or None (WM-GEO-16)."""
    if reach <= 0.0:
        return None
    region = melee_region(mover.with_facing(vector_degrees(way)), reach)
    against = -way[0], -way[1]
    stretch = region.near_interval(aim.place, against, aim.radius) or region.near_interval(
        aim.place, against, aim.radius + EPSILON_IN
    )
    return stretch if stretch is not None and stretch[1] >= -EPSILON_IN else None


def compute_slam_approach(
    table: TableState, model: Fighter | str, target: Fighter | str, length: float
) -> ChargeRun:
    """Return the shortest approach of a slammer, from center to center (WM-GEO-17).

    The melee range is half an inch (WM-RUL-64).
    """
    mover = get_fighter(table, model)
    aim = get_fighter(table, target)
    direction = facing_toward(mover.place, aim.place)
    return compute_charge(
        table, mover, aim, length, mover.facing if direction is None else direction
    )


@dataclass(frozen=True, slots=True)
class ChargeDirections:
    """The directions of possible charges: sorted intervals in degrees, counter-clockwise."""

    directions: tuple[tuple[float, float], ...]
    rules: ClassVar[tuple[str, ...]] = (*ChargeRun.rules, "WM-GEO-15")

    @property
    def possible(self) -> bool:
        """Return whether there is such a direction."""
        return bool(self.directions)


def find_charge_directions(
    table: TableState,
    model: Fighter | str,
    target: Fighter | str,
    length: float,
    reach: float = DEFAULT_REACH_IN,
) -> ChargeDirections:
    """Return all directions in which a charge is possible (WM-GEO-15).

    The result is exact: it changes only at the critical directions, so one direction between two
    of them decides for all.
    """
    mover = get_fighter(table, model)
    aim = get_fighter(table, target)
    intervals = find_direction_intervals(
        _critical_directions(table, mover, aim, length, reach),
        lambda direction: compute_charge(table, mover, aim, length, direction, reach).possible,
    )
    return ChargeDirections(tuple(intervals))


def _critical_directions(
    table: TableState, mover: Fighter, aim: Fighter, length: float, reach: float
) -> Iterator[float]:
    """Yield the directions at which a charge may become possible or impossible.

    The target comes into range where the mover's center crosses a circle around the target's
    center. The circle's radius is the sum of both radii and the reach. The result depends only on
    the points of this circle, or of the circle of the charge's length, that the base can reach.
    """
    rho = mover.radius + reach
    in_range = (aim.place, rho + aim.radius)
    own = (mover.place, length)
    yield from tangent_directions(mover.place, (aim.place, rho), aim.radius)
    yield from crossing_directions(mover.place, own, 0.0, in_range)
    yield from _start_directions(mover, aim, rho)
    for section in _obstacle_sections(table, mover, aim, length):
        yield from tangent_directions(mover.place, section, mover.radius)
        yield from crossing_directions(mover.place, section, mover.radius, in_range)
    r, (width, depth) = mover.radius, table.size
    upright = [((x, 0.0), (x, 1.0)) for x in (r, width - r)]
    level = [((0.0, y), (1.0, y)) for y in (r, depth - r)]
    for line in (*upright, *level):
        for x, y in line_circle_points(line, in_range):
            yield vector_degrees((x - mover.place[0], y - mover.place[1]))
    yield from (0.0, 90.0, 180.0, 270.0)


def _start_directions(mover: Fighter, aim: Fighter, rho: float) -> Iterator[float]:
    """Yield the directions at which a near target touches the flank of the half disc."""
    x, y = aim.place[0] - mover.place[0], aim.place[1] - mover.place[1]
    distance = math.hypot(x, y)
    q = aim.radius
    if distance <= EPSILON_IN:
        return
    toward = vector_degrees((x, y))
    bends = []
    if q <= distance:  # the straight side
        bends.append(math.degrees(math.acos(-q / distance)))
    sine = (distance * distance + rho * rho - q * q) / (2 * rho * distance)
    if abs(sine) <= 1.0:  # its end
        bends.append(180.0 - math.degrees(math.asin(sine)))
    for bend in bends:
        yield from (toward - bend, toward + bend)


def _obstacle_sections(
    table: TableState, mover: Fighter, aim: Fighter, length: float
) -> Iterator[Section]:
    """Yield all possible obstacles of a charge of that length in any direction."""
    (x, y), reach = mover.place, mover.radius + length
    around = x - reach, y - reach, x + reach, y + reach
    for body in other_fighters(table, mover):
        if body.id != aim.id and math.dist(body.place, mover.place) <= reach + body.radius:
            yield base_section(body)
    for feature in table.features:
        if (
            feature.pieces
            and classify_passage(feature) is not Passage.OPEN
            and boxes_overlap(feature.box, around)
        ):
            yield from footprint(feature)
