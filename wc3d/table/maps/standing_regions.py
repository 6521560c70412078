"""Plan regions where a base can stand, for inspecting boards. Arcs are a hair too small."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely

from wc3d._internal.memo import memo_on_state
from wc3d.geometry.solids import Points
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.space_constants import BaseSize
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import (
    StandableLevel,
    can_stand_on,
    flat_top_height,
    flat_tops,
    piece_footprint,
    solid_sections,
    table_levels,
)

QUARTER_CIRCLE_SIDES = 32
"""The number of straight sides for a quarter circle."""

BASE_SLACK_IN = 1e-3
"""The most by which a base may be larger than the place where it stands. Inches."""

HAIR_IN = 1e-2
"""Heights and edges that differ by less than this, and by more than `EPSILON_IN`, are probably
mistakes. Inches.

The rules still treat them as different. A verdict may not depend on a second, larger tolerance,
and a row of such steps would make a stair. The linter therefore warns, and the author corrects the
map.
"""

Section = Points | tuple[tuple[float, float], float]


def section_to_polygon(
    section: Section, quarter_circle_sides: int = QUARTER_CIRCLE_SIDES
) -> shapely.Geometry:
    """Return a plan section as a shapely polygon; discs become many-sided."""
    if isinstance(section, tuple):
        return shapely.Point(section[0]).buffer(section[1], quad_segs=quarter_circle_sides)
    return shapely.Polygon(np.asarray(section))


def _union_sections(sections: list[shapely.Geometry]) -> shapely.Geometry:
    """Return the union of plan sections, on a fine grid if slivers make the library fail."""
    try:
        return shapely.union_all(sections)
    except shapely.errors.GEOSException:
        return shapely.union_all(sections, grid_size=EPSILON_IN)


@dataclass(frozen=True, slots=True)
class HairStep:
    """Two adjacent tops, `rise` apart, with a point where they meet; `low` None is the table."""

    high: Feature
    low: Feature | None
    rise: float
    at: tuple[float, float, float]


def find_hair_steps(table: Table) -> Iterator[HairStep]:
    """Yield steps lower than a hair between standable tops, one for each pair of features."""
    surfaces = [
        top
        for top in flat_tops(table.features)
        if can_stand_on(top.feature) and top.height > EPSILON_IN
    ]
    regions = [section_to_polygon(top.section) for top in surfaces]
    for top, region in zip(surfaces, regions, strict=True):
        if top.height < HAIR_IN:
            point = region.representative_point()
            yield HairStep(top.feature, None, top.height, (point.x, point.y, top.height))
    heights = np.array([top.height for top in surfaces])
    first, second = (
        shapely.STRtree(regions).query(regions, "dwithin", HAIR_IN) if surfaces else ([], [])
    )
    reported_pairs: set[tuple[str, str]] = set()
    for i, j in zip(first, second, strict=True):
        rise = heights[i] - heights[j]
        pair = (surfaces[i].feature.id, surfaces[j].feature.id)
        if not EPSILON_IN < rise < HAIR_IN - EPSILON_IN or pair in reported_pairs:
            continue
        reported_pairs |= {pair, pair[::-1]}
        point = shapely.intersection(
            regions[i].buffer(HAIR_IN), regions[j].buffer(HAIR_IN)
        ).centroid
        yield HairStep(
            surfaces[i].feature,
            surfaces[j].feature,
            float(rise),
            (point.x, point.y, surfaces[i].height),
        )


class StandingRegions:
    """The regions of a table's levels where the smallest base can stand."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.base: BaseSize = min(table.policy.bases.values(), key=lambda b: b.radius)
        self.notes: dict[Any, Any] = {}

    @property
    def smallest_base(self) -> str:
        """The name of the smallest base."""
        return self.base.name

    @cached_property
    def levels(self) -> tuple[StandableLevel, ...]:
        """Every level, from the highest down to the table."""
        return table_levels(self.table)

    @memo_on_state
    def _places(self, number: int) -> shapely.Geometry:
        """Return the region for the center of the base on a level: entirely on the level and clear
        of every solid.
        """
        level = self.levels[number]
        radius = self.base.radius - BASE_SLACK_IN
        width, depth = self.table.size
        ground = shapely.box(0, 0, width, depth)
        if level.height > 0.0:
            whole = shapely.union_all(
                [section_to_polygon(s) for s in level.shapes], grid_size=EPSILON_IN
            )
            ground = (
                whole.buffer(BASE_SLACK_IN / 10)
                .buffer(-BASE_SLACK_IN / 10 - radius, quad_segs=QUARTER_CIRCLE_SIDES)
                .intersection(ground.buffer(-radius))
            )
        else:
            ground = ground.buffer(-radius)
        if ground.is_empty:
            return ground
        high = level.height + self.base.height
        obstacles = [
            section_to_polygon(s)
            for _, s in solid_sections(self.table, level.height, high, (-1e6, -1e6, 1e6, 1e6))
        ]
        if not obstacles:
            return ground
        blocked = _union_sections(obstacles)
        return ground.difference(blocked.buffer(radius, quad_segs=QUARTER_CIRCLE_SIDES))

    def floor_heights(self) -> tuple[float, ...]:
        """Return the heights above the table at which the base can stand, from the lowest."""
        raised = [(n, level.height) for n, level in enumerate(self.levels) if level.height > 0.0]
        return tuple(height for n, height in reversed(raised) if not self._places(n).is_empty)

    def can_stand_on(self, feature: Feature) -> bool:
        """Return whether the base can stand on any level top of this feature, at least in part."""
        for number, level in enumerate(self.levels):
            if feature.id not in level.features:
                continue
            tops = [
                p
                for p in feature.pieces
                if (z := flat_top_height(p)) is not None and abs(z - level.height) <= EPSILON_IN
            ]
            own = _union_sections([section_to_polygon(piece_footprint(p)) for p in tops])
            place = self._places(number)
            if not place.is_empty and place.distance(own) < self.base.radius:
                return True
        return False

    def ladder_fault(self, at: tuple[float, float], z: float) -> str | None:
        """Return why no base can step on or off a ladder at this height, or None."""
        number = next(
            (n for n, level in enumerate(self.levels) if abs(level.height - z) <= EPSILON_IN), None
        )
        within = self.table.policy.ladder_within
        if number is None:
            floor_heights = [
                f"{level.height:.9g}"
                for level in self.levels
                if self._distance_to(level, at) <= within
            ]
            hair = next(
                (level.height for level in self.levels if abs(level.height - z) < HAIR_IN), None
            )
            advice = "" if hair is None else f"; set it to {hair:.9g}, the height of a floor"
            return f'there is no floor at height {z:.9g} (floors within {within:g}": {", ".join(floor_heights) or "none"}){advice}'
        place = self._places(number)
        if place.is_empty or place.distance(shapely.Point(at)) > within + self.base.radius:
            return f'no base can stand within {within:g}" of it at height {z:g}'
        return None

    def _distance_to(self, level: StandableLevel, at: tuple[float, float]) -> float:
        """Return the plan distance from a point to a level."""
        if level.height == 0.0:
            return 0.0
        return min(float(section_to_polygon(s).distance(shapely.Point(at))) for s in level.shapes)
