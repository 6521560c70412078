"""Advances and runs: what a path costs, whether it is free, and where a linear obstacle stops it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.climbing import (
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
"""What an inch over rough ground counts (WM-TER-02, WM-GEO-14)."""

RUN_FACTOR = 2.0
"""A run is so many times as long as an advance (WM-MOV-06)."""


@dataclass(frozen=True, slots=True)
class PathMove:
    """May a model move along a path? Its length and what it costs as a whole, in inches, beside what the model may spend.

    `met` is the first thing on the path that may not be passed, at the touching point. `rough` are stretches that count double,
    `climbed` the thick obstacles that it climbs.
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
        """Is nothing met, and does the cost lie within the allowance?"""
        return self.met is None and self.cost <= self.allowance + EPSILON_IN

    @property
    def end(self) -> XY:
        """Where it ends; a move that is not legal is not made."""
        return self.path[-1] if self.legal else self.path[0]

    @property
    def stopped_by(self) -> str | None:
        """What is met first, or None."""
        return self.met.id if self.met is not None else None

    @property
    def stop_length(self) -> float | None:
        """Where the base touches it, in inches along the path; None where nothing is met."""
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
    """May the model advance, or run, along the corners that follow its place, with so many inches of SPD?

    Where the table has extra terrain a thick obstacle is climbed, unless `climb` is false, and deep water is entered by what is
    `forced` alone.
    """
    mover, extra = get_fighter(table, model), has_extra_terrain(table)
    course = DiscPath((mover.place, *path), mover.radius)
    rough, allowance = (
        rough_stretches(table, course, deep=extra),
        speed * RUN_FACTOR if run else speed,
    )
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
    """What the first so many inches of a path cost: each over rough ground counts double (WM-GEO-14)."""
    return length + (ROUGH_COST_FACTOR - 1.0) * covered_length(rough, length)


def _find_stop(
    table: TableState,
    course: DiscPath,
    cost: Callable[[float], float],
    allowance: float,
    closed: PathContact | None,
) -> PathContact | None:
    """What stops the path first, linear obstacles among it: they are passed only by a base that comes clear of them.

    It comes clear before the path ends, before something else stops it, and within the allowance, rough ground counted
    (WM-TER-05, WM-TER-06, WM-GEO-20, WM-RUL-109). A run has no allowance for that: it never crosses one (WM-TER-07).
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
