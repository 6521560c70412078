"""Advances and runs: the cost of a path, its obstacles, and stops at linear obstacles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.climbing_and_water import (
    CLIMB_COST_IN,
    CLIMB_FORWARD_IN,
    ThickClimb,
    find_climbs,
    first_deep_water,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.games.warmachine.rules.space.path_contacts import (
    PathContact,
    feature_crossings,
    features_near,
    find_base_contacts,
    find_edge_contacts,
    find_feature_contacts,
    first_contact,
    rough_stretches,
)
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.space.terrain import IMPASSABLE_PASSAGES, Passage, classify_passage
from wc3d.geometry.plane.disc_path import DiscPath, covered_length
from wc3d.geometry.points import XY
from wc3d.geometry.sweep import Interval
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.table_state import TableState

ROUGH_COST_FACTOR = 2.0
"""The cost of an inch over rough ground (WM-TER-02, WM-GEO-14)."""

RUN_FACTOR = 2.0
"""The ratio of a run to an advance (WM-MOV-06)."""


@dataclass(frozen=True, slots=True)
class PathMove:
    """The result of moving along a path: its length, cost and allowance in inches.

    `met` is the first impassable obstacle, at the touching point. `rough` are the stretches that
    count double, `climbed` are the climbed thick obstacles.
    """

    path: tuple[XY, ...]
    length: float
    cost: float
    allowance: float
    met: PathContact | None
    rough: tuple[Interval, ...]
    run: bool
    climbed: tuple[ThickClimb, ...] = ()
    rules: ClassVar[tuple[str, ...]] = (
        "WM-MOV-01",
        "WM-MOV-05",
        "WM-MOV-06",
        "WM-TER-02",
        "WM-TER-05",
        "WM-TER-06",
        "WM-TER-07",
        "WM-GEO-13",
        "WM-GEO-14",
        "WM-GEO-20",
        "WM-GEO-21",
        "WM-REF-29",
        "WM-REF-35",
        "WM-RUL-22",
        "WM-RUL-23",
        "WM-RUL-34",
        "WM-RUL-109",
        "WM-RUL-110",
        "WM-RUL-150",
    )

    @property
    def legal(self) -> bool:
        """Return whether the path has no obstacle and its cost is within the allowance."""
        return self.met is None and self.cost <= self.allowance + EPSILON_IN

    @property
    def end(self) -> XY:
        """The end of the path; the start for an illegal move."""
        return self.path[-1] if self.legal else self.path[0]

    @property
    def stopped_by(self) -> str | None:
        """The id of the first obstacle, or None."""
        return self.met.id if self.met is not None else None

    @property
    def stop_length(self) -> float | None:
        """The length along the path at which the base touches the obstacle, or None."""
        return self.met.length if self.met is not None else None


def compute_move(
    table: TableState,
    model: Fighter | str,
    path: Sequence[XY],
    speed: float,
    *,
    run: bool = False,
    climb: bool = True,
    forced: bool = False,
) -> PathMove:
    """Return the result of an advance or a run. `path` follows the model's place.

    `speed` is the SPD in inches. On a table with extra terrain, thick obstacles are climbed unless
    `climb` is false. Only `forced` moves enter deep water.
    """
    mover = get_fighter(table, model)
    extra = has_extra_terrain(table)
    course = DiscPath((mover.place, *path), mover.radius)
    rough = rough_stretches(table, course, deep=extra)
    allowance = speed * RUN_FACTOR if run else speed
    shut = [
        way
        for way in IMPASSABLE_PASSAGES
        if not extra or way is Passage.CLOSED or (way is Passage.THICK and not climb)
    ]
    ascents, too_high = find_climbs(table, mover, course) if extra and climb else ((), None)
    wet = first_deep_water(table, course) if extra and not forced else None
    closed = first_contact(
        [
            *find_base_contacts(other_fighters(table, mover), course),
            *find_edge_contacts(table, course),
            *find_feature_contacts(table, course, shut.__contains__),
            *(stop for stop in (too_high, wet) if stop is not None),
        ]
    )

    def cost(length: float) -> float:
        return path_cost(length, rough) + (CLIMB_COST_IN - CLIMB_FORWARD_IN) * sum(
            ascent.at < length - EPSILON_IN for ascent in ascents
        )

    stop = _find_stop(table, course, cost, 0.0 if run else allowance, closed)
    return PathMove(
        (mover.place, *path),
        course.length,
        cost(course.length),
        allowance,
        stop,
        tuple(rough),
        run,
        ascents,
    )


def path_cost(length: float, rough: Sequence[Interval]) -> float:
    """Return the cost of the first `length` inches. Rough ground counts double (WM-GEO-14)."""
    return length + (ROUGH_COST_FACTOR - 1.0) * covered_length(rough, length)


def _find_stop(
    table: TableState,
    course: DiscPath,
    cost: Callable[[float], float],
    allowance: float,
    closed: PathContact | None,
) -> PathContact | None:
    """Return the first contact that stops the path, including linear obstacles.

    A base passes a linear obstacle only if it comes clear of it (WM-TER-05, WM-TER-06). That must
    happen before the path ends, before another stop, and within the allowance with rough ground
    counted (WM-GEO-20, WM-RUL-109). A run never crosses one (WM-TER-07).
    """
    linear = [f for f in features_near(table, course) if classify_passage(f) is Passage.LINEAR]
    stop = closed
    obstacles = [(PathContact(f.id, s), t) for f in linear for s, t in feature_crossings(course, f)]
    for obstacle, clear in sorted(obstacles, key=lambda pair: -pair[0].length):
        last = course.length if stop is None else stop.length
        late = clear > last + EPSILON_IN or cost(clear) > allowance + EPSILON_IN
        if late and obstacle.length < last - EPSILON_IN:
            stop = obstacle
    return stop
