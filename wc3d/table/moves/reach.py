"""Find the places that a model can reach, level by level, and the paths there.

Walls, models, rough ground, low obstacles, edges to step off, and ladders and obstacles to climb
count; jumps do not. Shortest paths run straight between corners; the search tries all corners of
obstacles, nearest first. Polygons replace circles on the safe side. Every place offered can be
reached. Every place reachable with 1% (or 0.05") to spare is offered, except those that need a
fall onto a model. `path_to` returns a path that `move` calls legal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import shapely

from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.moves.movement import move
from wc3d.table.moves.reach_search import MovePath, WalkReachSearch
from wc3d.table.moves.rough_ground import rough_ground_on_way, shorten_by_rough_ground
from wc3d.table.moves.walkable import roofed_area
from wc3d.table.space_policy import Motion
from wc3d.table.table_state import TableState


@dataclass(frozen=True, eq=False)
class ReachLevel:
    """The area of a level that a model's center can reach: a shapely polygon or multipolygon."""

    height: float
    area: shapely.Geometry


@dataclass(frozen=True, eq=False)
class Reach:
    """The places that a model can get to, and the paths there.

    - `levels`: for each level, lowest first, its `height` in inches and the `area` that the base's
      center can reach, as a shapely geometry. They are computed on first use.
    - `path_to(point)`: a shortest legal path.

    >>> level = table.reach("jack", inches=5).levels[0]
    >>> level.height, round(level.area.area)
    (0.0, 58)
    """

    table: TableState
    body: Body
    inches: float
    flight: bool = False
    pathfinder: bool = False
    _searches: tuple[WalkReachSearch, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Reach: {self.body.id}, {self.inches:g} inches>"

    @cached_property
    def levels(self) -> tuple[ReachLevel, ...]:
        """The reachable area of each level, lowest first."""
        heights: list[float] = []
        for z in sorted(h for search in self._searches for h in search.heights()):
            if not heights or z - heights[-1] > EPSILON_IN:
                heights.append(z)
        areas = [
            ReachLevel(z, shapely.union_all([s.area(z) for s in self._searches])) for z in heights
        ]
        return tuple(level for level in areas if not level.area.is_empty)

    def path_to(self, point: tuple[float, ...]) -> MovePath | None:
        """Return a shortest path to (x, y) or (x, y, z) that `Table.move` calls legal, or None.

        Without a height, the path leads to the highest reachable level there.

        >>> print(table.reach("jack", inches=5).path_to((40, 40)))
        None
        """
        x, y = float(point[0]), float(point[1])
        heights = sorted({h for s in self._searches for h in s.heights()}, reverse=True)
        for z in [float(point[2])] if len(point) == 3 else heights:
            ways = sorted(
                (w for s in self._searches for w in s.paths_to((x, y), z)), key=lambda w: w[0]
            )
            for _, path in ways:
                verdict = move(
                    self.table,
                    self.body,
                    path,
                    self.inches,
                    flight=self.flight,
                    pathfinder=self.pathfinder,
                )
                if verdict.legal and math.dist(verdict.end, (x, y, z)) <= 10 * EPSILON_IN:
                    return path
        return None


def reach(
    table: TableState, body: Body, inches: float, flight: bool = False, pathfinder: bool = False
) -> Reach:
    """Return the places that the model can reach within `inches`, without jumping.

    The search uses all inches where no rough ground is entered, and the reduced inches anywhere.
    If each inch over rough ground costs more, the search avoids rough ground: every place offered
    can be reached.
    """
    if table.policy.immobility_reason(body, Motion.WALK):
        return Reach(table, body, inches, flight, pathfinder)
    if flight and table.policy.flight_needs_room:
        return Reach(table, body, inches, flight, pathfinder, _flights(table, body, inches))
    rough = any(f.kind.rough for f in table.features) and not flight and not pathfinder
    if not rough:
        return Reach(
            table,
            body,
            inches,
            flight,
            pathfinder,
            (WalkReachSearch(table, body, inches, False, flight),),
        )
    (x, y, z), searches = body.at, []
    if not rough_ground_on_way(table, (x, y), (x, y), body.radius, z, body.height):
        searches.append(WalkReachSearch(table, body, inches, True, False))
    if table.policy.rough_pace == 1.0:
        searches.append(
            WalkReachSearch(
                table, body, shorten_by_rough_ground(table.policy, inches), False, False
            )
        )
    return Reach(table, body, inches, flight, pathfinder, tuple(searches))


def _flights(table: TableState, body: Body, inches: float) -> tuple[WalkReachSearch, ...]:
    """Return a flier's searches: above all roofs; and from beneath a roof, at its height and from
    the rim into the open.

    Places that need a flight in under a roof are not offered, although `move` allows it.
    """
    (x, y, z), radius = body.at, inches + EPSILON_IN
    roofed = roofed_area(table, body, z, (x - radius, y - radius, x + radius, y + radius))
    if not shapely.intersects_xy(roofed, x, y):
        return (WalkReachSearch(table, body, inches, False, True),)
    low = WalkReachSearch(table, body, inches, False, False, hovering=True)
    return low, WalkReachSearch(table, body, inches, False, True, seeds=low.out)
