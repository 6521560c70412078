"""Search for the places that a model reaches on foot: corner to corner, nearest first."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.geometry.visibility_graph import find_tangent_corners, polygon_inside_disc
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.edge_overlap import is_over_edge
from wc3d.table.moves.ladders import ladder_heights, ladder_reaches
from wc3d.table.moves.walkable import (
    EDGE_STEP_IN,
    WalkablePart,
    WalkableSheet,
    roofed_area,
    split_polygons,
    standing_area,
)
from wc3d.table.table_state import Ladder, TableState
from wc3d.table.terrain.standing_places import overlapping_features, table_levels

ROOF_EXIT_MARGIN_IN, ROOF_EXIT_STEP_IN = 0.02, 1.0
"""The distance beyond a roof's rim where a flier comes out, and their spacing. Inches."""

MovePath = list[Any]
"""A path in the format of `move`."""


@dataclass(eq=False)
class SearchNode:
    """A place on the way: its sheet, its cost, its parent, and the step to it."""

    sheet: int
    at: XY
    cost: float = math.inf
    parent: SearchNode | None = None
    step: Any = None  # the step from the parent: None for a straight line
    is_settled: bool = False
    corner: int = -1


class WalkReachSearch:
    """The places a model can reach within its inches, for one way of counting rough ground.

    `hovering`: a flier that stays at its starting height, beneath any roof; `out` is where it
    comes out from under roofs. Another flier starts above the roofs at `seeds`, or where it
    stands.
    """

    def __init__(
        self,
        table: TableState,
        body: Body,
        inches: float,
        keep_off_rough: bool,
        flying: bool,
        hovering: bool = False,
        seeds: list[SearchNode] | None = None,
    ) -> None:
        self.table = table
        self.body = body
        self.inches = inches
        self.flying = flying
        self.hovering = hovering
        self.out: list[SearchNode] = []
        x, y, z = body.at
        radius = inches + EPSILON_IN
        self.box = (x - radius, y - radius, x + radius, y + radius)
        if table.ladders and not flying and not hovering:
            radius += 2 * (body.radius + table.policy.ladder_within)
            self.box = (x - radius, y - radius, x + radius, y + radius)
        self.keep_off_rough = keep_off_rough
        self.sheets: list[WalkableSheet] = []
        self.nodes: list[list[SearchNode]] = []
        self.corners: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self.exits: dict[SearchNode, Any] = {}  # the exits of sheets and their actions
        self.climbed: dict[
            tuple[str, int], float
        ] = {}  # the cheapest use of each ladder from each sheet
        self.landings: list[
            tuple[float, float, shapely.Geometry, SearchNode, Ladder]
        ] = []  # cost, height, area, from, by
        self.settled: list[SearchNode] = []
        self.count = 0
        self.heap: list[tuple[float, int, SearchNode]] = []
        if seeds is None:
            self._begin(z, (x, y), 0.0, None, None)
        for seed in seeds or ():
            self._push(SearchNode(self._get_sheet(z), seed.at), seed.cost, seed.parent)
        self._run()

    # Sheets, made on first use

    def _get_sheet(self, z: float, part: WalkablePart = WalkablePart.ON) -> int:
        if self.table.policy.walks_over_edges or self.flying or self.hovering or z <= EPSILON_IN:
            part = WalkablePart.ALL
        for i, sheet in enumerate(self.sheets):
            if abs(sheet.z - z) <= EPSILON_IN and sheet.part is part:
                return i
        sheet = WalkableSheet(
            self.table,
            self.body,
            z,
            self.box,
            self.keep_off_rough,
            self.flying,
            self.hovering,
            part,
        )
        self.sheets.append(sheet)
        i = len(self.sheets) - 1
        corners = sheet.turning_corners()
        self.corners.append(corners)
        self.nodes.append(
            [SearchNode(i, (x, y), corner=k) for k, (x, y) in enumerate(corners[0].tolist())]
        )
        if not self.flying:
            self._add_exits(i, sheet)
        return i

    def _add_exits(self, i: int, sheet: WalkableSheet) -> None:
        """Add the exits of a sheet: over an edge, by a ladder, onto an obstacle, into the open."""
        if self.hovering:
            roofs = roofed_area(self.table, self.body, sheet.z, self.box)
            for polygon in split_polygons(
                shapely.buffer(roofs, ROOF_EXIT_MARGIN_IN).simplify(ROOF_EXIT_MARGIN_IN / 2)
            ):
                if shapely.intersects_xy(polygon, *self.body.at[:2]):
                    for x, y in shapely.get_coordinates(
                        shapely.segmentize(polygon.exterior, ROOF_EXIT_STEP_IN)
                    ).tolist():
                        self._add_exit(i, (x, y), ("out",))
            return
        if sheet.part is WalkablePart.ON:
            for point in sheet.edge_points():
                self._add_exit(i, point, ("over",))
        else:
            for inner, outer, ground in sheet.drop_points():
                self._add_exit(i, inner, ("fall", outer, ground))
        if sheet.part is WalkablePart.OVER:
            return
        for ladder in self.table.ladders:
            if ladder_reaches(ladder, sheet.z):
                within = self.body.radius + self.table.policy.ladder_within - 2 * EPSILON_IN
                for k in range(32):
                    turn = k * math.tau / 32
                    spot = (
                        ladder.at[0] + within * math.cos(turn),
                        ladder.at[1] + within * math.sin(turn),
                    )
                    self._add_exit(i, spot, ("ladder", ladder))
        for height in self._steps_up(sheet.z):
            area = shapely.intersection(
                standing_area(self.table, self.body, height, self.box), shapely.box(*self.box)
            )
            for polygon in split_polygons(area):
                for point in shapely.get_coordinates(
                    shapely.segmentize(polygon, EDGE_STEP_IN)
                ).tolist():
                    self._add_exit(i, (point[0], point[1]), ("climb", height))

    def _begin(self, z: float, at: XY, cost: float, parent: SearchNode | None, step: Any) -> None:
        """Start at a place, or continue after a fall: fully on a level, or at its edge."""
        i = self._get_sheet(z)
        if self.sheets[i].part is WalkablePart.ALL:
            self._push(SearchNode(i, at), cost, parent, step)
            return
        ground = self.sheets[i].ground_area
        point = shapely.Point(at)
        nearest = shapely.get_coordinates(shapely.shortest_line(point, ground))[1:].tolist()
        if not is_over_edge(self.table.features, (*at, z), self.body.radius):
            start = SearchNode(i, (nearest[0][0], nearest[0][1]) if nearest else at)
            self._push(start, cost + math.dist(start.at, at), parent, step)
            return
        k = self._get_sheet(z, WalkablePart.OVER)  # it may return or step off
        start = SearchNode(k, at)
        self._push(start, cost, parent, step)
        places = np.array([*nearest, *self.sheets[i].edge_points()]).reshape(-1, 2)
        free = self.sheets[k].obstacles.reachable_ends(at, places) if len(places) else ()
        for (x, y), open_way in zip(places.tolist(), free, strict=True):
            if open_way:
                self._push(SearchNode(i, (x, y)), cost + math.dist((x, y), at), start)

    def _add_exit(self, i: int, at: XY, action: Any) -> None:
        node = SearchNode(i, at)
        self.nodes[i].append(node)
        self.exits[node] = action

    def _steps_up(self, z: float) -> list[float]:
        """Return the heights of standable obstacles low enough to climb."""
        return [
            level.height
            for level in table_levels(self.table)
            if z + EPSILON_IN < level.height <= z + self.table.policy.obstacle_height + EPSILON_IN
            and any(self.table.feature(f).kind is Kind.OBSTACLE for f in level.features)
        ]

    # The search: nearest place first

    def _push(
        self, node: SearchNode, cost: float, parent: SearchNode | None, step: Any = None
    ) -> None:
        if cost < node.cost and cost <= self.inches + EPSILON_IN:
            node.cost = cost
            node.parent = parent
            node.step = step
            self.count += 1
            heapq.heappush(self.heap, (cost, self.count, node))

    def _run(self) -> None:
        while self.heap:
            cost, _, node = heapq.heappop(self.heap)
            if node.is_settled or cost > node.cost:
                continue
            node.is_settled = True
            self.settled.append(node)
            self._expand_straight(node)
            if node in self.exits:
                self._leave(node, self.exits[node])
            self._take_ladders(node)

    def _expand_straight(self, node: SearchNode) -> None:
        """Add every corner and exit that a straight line reaches from this node."""
        sheet = self.sheets[node.sheet]
        at, previous_points, next_points = self.corners[node.sheet]
        start = node.at
        remaining = self.inches + EPSILON_IN - node.cost
        fine = np.zeros(0, dtype=bool)
        if len(at):
            fine = find_tangent_corners(start, at, previous_points, next_points) & (
                np.hypot(at[:, 0] - start[0], at[:, 1] - start[1]) <= remaining
            )
        goals = [
            n
            for n in self.nodes[node.sheet]
            if not n.is_settled
            and (fine[n.corner] if n.corner >= 0 else math.dist(n.at, start) <= remaining)
            and node.cost + math.dist(n.at, start) < n.cost - 1e-12
        ]
        if not goals:
            return
        free = sheet.obstacles.reachable_ends(start, np.array([n.at for n in goals]))
        for goal, open_way in zip(goals, free.tolist(), strict=True):
            if open_way:
                self._push(goal, node.cost + math.dist(goal.at, start), node)

    def _leave(self, node: SearchNode, action: Any) -> None:
        """Continue from an exit of a sheet to another sheet."""
        if action[0] == "out":
            self.out.append(node)
        elif action[0] == "fall":
            _, outer, ground = action
            i = self._get_sheet(ground)
            if (
                self.sheets[i].part is not WalkablePart.ALL
                or not self.sheets[i].obstacles.contains_points(np.array([outer])).any()
            ):
                self._begin(ground, outer, node.cost + math.dist(node.at, outer), node, ("fall",))
        elif action[0] == "over":
            k = self._get_sheet(self.sheets[node.sheet].z, WalkablePart.OVER)
            self._push(SearchNode(k, node.at), node.cost, node, ("over",))
        elif action[0] == "ladder":
            self._climb(node, action[1])
        else:
            i = self._get_sheet(action[1])
            self._push(
                SearchNode(i, node.at), node.cost + self.table.policy.climb_cost, node, ("climb",)
            )

    def _take_ladders(self, node: SearchNode) -> None:
        """Take every ladder that is near enough, or go straight toward it."""
        if self.flying or self.hovering:
            return
        z = self.sheets[node.sheet].z
        for ladder in self.table.ladders:
            if not ladder_reaches(ladder, z):
                continue
            within = self.body.radius + self.table.policy.ladder_within - 2 * EPSILON_IN
            distance = math.dist(node.at, ladder.at)
            if distance <= within:
                self._climb(node, ladder)
                continue
            share = (distance - within) / distance
            spot = (
                node.at[0] + share * (ladder.at[0] - node.at[0]),
                node.at[1] + share * (ladder.at[1] - node.at[1]),
            )
            cost = node.cost + distance - within
            if cost + self.table.policy.ladder_cost <= self.inches + EPSILON_IN and self._is_open(
                node, spot
            ):
                foot = SearchNode(node.sheet, spot, cost, node, is_settled=True)
                self._climb(foot, ladder)

    def _is_open(self, node: SearchNode, spot: XY) -> bool:
        return bool(self.sheets[node.sheet].obstacles.reachable_ends(node.at, np.array([spot]))[0])

    def _climb(self, node: SearchNode, ladder: Ladder) -> None:
        """Take a ladder to any standable place near it on another level."""
        cost = node.cost + self.table.policy.ladder_cost
        floor = self.sheets[node.sheet].z
        if (
            cost > self.inches + EPSILON_IN
            or self.climbed.get((ladder.id, node.sheet), math.inf) <= cost
        ):
            return
        if overlapping_features(self.table, self.body.moved((*node.at, floor)).volume):
            return  # in the middle of an obstacle
        self.climbed[(ladder.id, node.sheet)] = cost
        for height in ladder_heights(self.table, ladder):
            if abs(height - floor) > EPSILON_IN:
                self._leave_ladder(node, ladder, height, cost)

    def _leave_ladder(self, node: SearchNode, ladder: Ladder, height: float, cost: float) -> None:
        """Add any standable place near the ladder at a height."""
        within = self.body.radius + self.table.policy.ladder_within - 4 * EPSILON_IN
        around = shapely.Polygon(polygon_inside_disc(ladder.at, within))
        whole = (
            ladder.at[0] - within,
            ladder.at[1] - within,
            ladder.at[0] + within,
            ladder.at[1] + within,
        )
        area = shapely.intersection(standing_area(self.table, self.body, height, whole), around)
        if area.is_empty:
            return
        i = self._get_sheet(height)
        self.landings.append((cost, height, area, node, ladder))
        for polygon in split_polygons(area):
            for x, y in shapely.get_coordinates(shapely.segmentize(polygon, EDGE_STEP_IN)).tolist():
                if not self.sheets[i].obstacles.contains_points(np.array([(x, y)])).any():
                    self._push(SearchNode(i, (x, y)), cost, node, ("ladder", ladder, height))

    # Results

    def heights(self) -> list[float]:
        """Return the heights of known levels on which a model can stop."""
        if self.hovering:
            return [s.z for s in self.sheets]
        candidates = {s.z for s in self.sheets} | {
            h for s in self.sheets for h in self._steps_up(s.z)
        }
        if self.flying:
            candidates |= {level.height for level in table_levels(self.table)}
        return sorted(candidates)

    def area(self, height: float) -> shapely.Geometry:
        """Return the area of a level where the model can stop."""
        parts: list[shapely.Geometry] = [
            a for _, z, a, _, _ in self.landings if abs(z - height) <= EPSILON_IN
        ]
        for node in self.settled:
            remaining = self._remaining_inches(node, height)
            turns = (
                node not in self.exits or node.step is not None
            )  # a straight line leads past a mere exit
            if turns and remaining is not None and remaining > 1e-3:
                parts.append(self.sheets[node.sheet].obstacles.visible_area(node.at, remaining))
        if not parts:
            return shapely.Polygon()
        region = shapely.intersection(
            shapely.union_all(parts), standing_area(self.table, self.body, height, self.box)
        )
        return shapely.difference(region, self._roofed_area(height)) if self._needs_sky else region

    @property
    def _needs_sky(self) -> bool:
        return self.flying and self.table.policy.flight_needs_room

    def _roofed_area(self, height: float) -> shapely.Geometry:
        return roofed_area(self.table, self.body, height, self.box)

    def _remaining_inches(self, node: SearchNode, height: float) -> float | None:
        """Return the inches left to walk straight to a stop at this height, or None."""
        z = self.sheets[node.sheet].z
        if self.sheets[node.sheet].part is WalkablePart.OVER or (
            self.hovering and abs(z - height) > EPSILON_IN
        ):
            return None
        if self.flying or abs(z - height) <= EPSILON_IN:
            return self.inches - node.cost
        if any(abs(h - height) <= EPSILON_IN for h in self._steps_up(z)):
            return self.inches - node.cost - self.table.policy.climb_cost
        return None

    def paths_to(self, point: XY, height: float) -> list[tuple[float, MovePath]]:
        """Return paths to a point on a level, cheapest first."""
        paths: list[tuple[float, MovePath]] = []
        last: Any = [*point, height] if self.flying or self.hovering else [*point]
        if self._needs_sky and shapely.intersects_xy(self._roofed_area(height), *point):
            return []
        ordered = sorted(self.settled, key=lambda n: n.cost + math.dist(n.at, point))
        for node in ordered:
            remaining = self._remaining_inches(node, height)
            if (
                remaining is not None
                and math.dist(node.at, point) <= remaining + EPSILON_IN
                and self._is_open(node, point)
            ):
                paths.append((node.cost + math.dist(node.at, point), [*self._path(node), last]))
                if len(paths) == 4:
                    break
        for cost, z, area, node, ladder in self.landings:
            if abs(z - height) <= EPSILON_IN and shapely.intersects_xy(area, *point):
                paths.append(
                    (cost, [*self._path(node), {"ladder": ladder.id, "to": [*point, height]}])
                )
        return sorted(paths, key=lambda f: f[0])

    @staticmethod
    def _path(node: SearchNode) -> MovePath:
        steps: MovePath = []
        place: SearchNode | None = node
        while place is not None and place.parent is not None:
            if place.step is not None and place.step[0] == "ladder":
                steps.append({"ladder": place.step[1].id, "to": [*place.at, place.step[2]]})
            elif place.step is None or place.step[0] == "fall":
                steps.append([*place.at])
            place = place.parent
        return steps[::-1]
