"""Check a model's path step by step: the working state behind `move`."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from wc3d.geometry.boxes import boxes_overlap, moved_disc_box
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Piece
from wc3d.geometry.sweep import (
    disc_overlaps,
    find_first_entered,
    moved_disc_overlaps,
    overlap_interval,
)
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.moves.contacts import direction_and_distance, point_along
from wc3d.table.moves.edge_overlap import OVER_EDGE_TEXT, EdgeFooting
from wc3d.table.moves.falling import Fall, find_fall
from wc3d.table.moves.flying import FlightPath
from wc3d.table.moves.jumping import jump
from wc3d.table.moves.ladders import find_ladder, ladder_reaches, opposite_height
from wc3d.table.moves.path_steps import Climb, Leap, Walk
from wc3d.table.moves.rough_ground import (
    rough_ground_inches,
    rough_ground_on_way,
    rough_ground_under_jump,
)
from wc3d.table.space_policy import Motion
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState
from wc3d.table.terrain import standing_places
from wc3d.table.terrain.obstacle_slices import select_obstacles, slices_in_lane


@dataclass(frozen=True, slots=True)
class FallMark:
    """The place of a fall in a move: the track points, path steps and inches before it."""

    track: int
    steps: int
    spent: float


HEIGHT_TOLERANCE_IN = 0.05 + EPSILON_IN
"""The tolerance for a height that a player names, because heights are shown to a tenth of an inch.
"""

_RULES_OF_TERRAIN = {
    Kind.OBSTACLE: SpaceRule.OBSTACLE,
    Kind.STRUCTURE: SpaceRule.STRUCTURE,
    Kind.IMPASSABLE: SpaceRule.IMPASSABLE,
}


class PathChecker:
    """A model on its path. `fault` holds the first fault; the rest is still measured."""

    def __init__(
        self,
        table: TableState,
        body: Body,
        flight: bool = False,
        pathfinder: bool = False,
        through: Collection[str] = (),
    ) -> None:
        self.brief = False  # whether to stop at the first fault
        self.table = table
        self.body = body
        self.flight = flight
        self.pace = (
            1.0 if flight or pathfinder else table.policy.rough_pace
        )  # the cost of an inch over rough ground
        self.open = (
            (Kind.STRUCTURE,) if "structures" in through else ()
        )  # kinds of terrain that the model passes through
        self.bodies: tuple[Body, ...] = (
            () if "models" in through else table.bodies
        )  # models that it does not pass through
        self.at: XYZ = (float(body.at[0]), float(body.at[1]), float(body.at[2]))
        self.size = standing_places.base_size(table, body.base)
        self.footing = EdgeFooting(table, self.size.radius, self.at)
        self.length = self.extra = 0.0
        self.fault: str | None = None
        self.code = ""
        self.blockers: tuple[str, ...] = ()
        self.falls: list[Fall] = []
        self.marks: list[FallMark] = []  # the place of each fall in the move
        self.taken = 0  # the number of steps begun
        self.rough: list[str] = []
        self.crossed: list[str] = []
        self.rules: list[SpaceRule] = []  # rules that applied on the way
        self.track: list[XYZ] = [self.at]
        self.over = False  # whether contact stopped a jump, which ends the movement
        self.settled = True  # before any step or after a jump, the end need not be standable
        self.airborne = False  # whether a flier has yet to land
        self.flown: list[XY] = []  # the corners flown over since it last stood
        self.wanted: float | None = None  # the height that a flier named
        self.named: float | None = (
            None  # the height that a walker named, until it gets there or fails
        )
        self._note_rough(self._xy, self._xy)

    @property
    def _xy(self) -> XY:
        return self.at[0], self.at[1]

    def refuse(self, code: str, reason: str, *blockers: str, rule: SpaceRule | None = None) -> None:
        """Mark the path illegal for this reason (the first counts), with the rules behind it."""
        if self.fault is None:
            self.code = code
            self.fault = reason
            self.blockers = blockers
            for id in blockers:
                if not self.table.has_body(id):
                    self.rules.append(
                        _RULES_OF_TERRAIN.get(self.table.feature(id).kind, SpaceRule.END_OF_MOVE)
                    )
                elif self.table.policy.can_pass_through(
                    self.table.body(id), self.body, Motion.WALK
                ):
                    self.rules.append(SpaceRule.OPEN_MODEL)
            self.rules += [rule] if rule is not None else []

    def take_step(self, step: Walk | Climb | Leap) -> None:
        """Take a step of the path."""
        if self.brief and self.fault is not None:
            return
        self.taken += 1
        if self.over:
            reason = f"its movement ended when the jump before was stopped{self.table.policy.page(SpaceRule.JUMP_STOPPED)}"
            self.refuse("movement_over", reason, rule=SpaceRule.JUMP_STOPPED)
        self._check_height()
        if isinstance(step, Walk):
            self.settled = False
            self._fly(step) if self.flight else self._walk(step.to)
            self.named = None if self.flight else step.z
            if not standing_places.is_base_on_table(self.table, step.to, self.size.radius):
                self.refuse(
                    "off_table",
                    "part of the base would be beyond the table's edge",
                    rule=SpaceRule.OFF_TABLE,
                )
            return
        self._land()
        self._climb_out()
        if not self.footing.steady:
            self.refuse("over_edge", OVER_EDGE_TEXT, rule=SpaceRule.EDGE)
        if isinstance(step, Climb):
            self._use_ladder(step)
        else:
            self._leap(step)
        self.footing.land(self.at)

    def finish(self) -> None:
        """Finish the path: without a final jump, it must end where the model can stand."""
        if self.settled or (self.brief and self.fault is not None):
            return
        self._end()
        self._check_height()

    def _check_height(self) -> None:
        """Refuse the move if a walker does not reach the height that it named."""
        named, self.named = self.named, None
        if named is not None and abs(self.at[2] - named) > HEIGHT_TOLERANCE_IN:
            self.refuse(
                "other_height",
                f"the path reaches height {self.at[2]:.4g} there, not {named:.4g}",
                rule=SpaceRule.MOVE,
            )

    def _end(self) -> None:
        """Come down, and climb whatever the model must climb to stand there."""
        self._land()
        has_fallen = bool(self.falls) and self.falls[-1].end == self.at
        if self.fault is not None:
            return
        stand = standing_places.stand(
            self.table, self.body.base, self.at, ignore=(self.body.id,), fallen=has_fallen
        )
        if stand:
            return
        height = self._step_up()
        if height is not None:
            self._climb_to(height)
        else:
            self.refuse(
                "cannot_end",
                f"the model cannot end its move there: {stand.reason}",
                *stand.blockers,
            )

    # Walking

    def _walk(self, to: XY) -> None:
        """Walk straight to a point: across or onto low obstacles, and off edges."""
        while True:
            way, remaining = direction_and_distance(self._xy, to)
            if remaining == 0.0:
                self._move_level(to, 0.0)
                return
            blocked, names = self._first_block(way, remaining)
            leaving = self._find_level_exit(way, remaining)
            if leaving is not None and leaving <= blocked:
                at_the_end = leaving >= remaining - EPSILON_IN
                self._move_level(
                    to if at_the_end else point_along(self._xy, way, leaving),
                    remaining if at_the_end else leaving,
                    leaves=True,
                )
                if not self._fall() and not at_the_end:
                    self._move_level(to, remaining - leaving)
                    return
                if at_the_end:
                    return
                continue
            if names and self.fault is None:
                contact = point_along(self._xy, way, blocked)
                height = self._step_up(contact)
                if height is not None:
                    self._move_level(contact, blocked)
                    self._climb_to(height)
                    continue
                self.refuse(
                    "in_the_way",
                    f"blocked by {', '.join(map(self.table.display_name, names))}",
                    *names,
                )
                if self.brief:
                    self.length += blocked
                    return
            self._move_level(to, remaining)
            return

    def _move_level(self, to: XY, inches: float, leaves: bool = False) -> None:
        """Move level; record rough ground entered and obstacles crossed. `leaves`: the last inch
        leaves the level.
        """
        if not self.footing.walk(self.at, to, leaves):
            self.refuse("over_edge", OVER_EDGE_TEXT, rule=SpaceRule.EDGE)
        if inches > 0.0:
            self._note_rough(self._xy, to)
            for feature, plan in self._low_obstacles(to):
                if moved_disc_overlaps(self._xy, to, self.size.radius, plan):
                    self.crossed.append(feature.id)
        self.length += inches
        self.at = (*to, self.at[2])
        self.track.append(self.at)

    def _note_rough(self, a: XY, b: XY) -> None:
        if self.pace != 1.0:
            self.extra += (self.pace - 1.0) * rough_ground_inches(
                self.table, a, b, self.size.radius, self.at[2], self.size.height
            )
        self.rough += rough_ground_on_way(
            self.table, a, b, self.size.radius, self.at[2], self.size.height
        )

    def _pieces_near(
        self, to: XY, among: tuple[Feature, ...]
    ) -> Iterator[tuple[Feature, Piece, Section]]:
        """Yield the plan of every solid in `among` at the volume's heights near its path."""
        return slices_in_lane(
            among,
            self._xy,
            to,
            self.size.radius,
            self.at[2] + EPSILON_IN,
            self.at[2] + self.size.height - EPSILON_IN,
        )

    def _is_crossable(self, feature: Feature, piece: Piece) -> bool:
        """Return whether a piece is part of an obstacle with a low enough top."""
        return (
            feature.kind is Kind.OBSTACLE
            and piece.high <= self.at[2] + self.table.policy.obstacle_height + EPSILON_IN
        )

    def _low_obstacles(self, to: XY) -> Iterator[tuple[Feature, Section]]:
        candidates = self._pieces_near(to, select_obstacles(self.table.features))
        return (
            (feature, plan)
            for feature, piece, plan in candidates
            if self._is_crossable(feature, piece)
        )

    def _first_block(self, way: XY, remaining: float) -> tuple[float, tuple[str, ...]]:
        """Return the inches until a collision, and the ids; (inf, ()) if the path is clear."""
        low = self.at[2]
        high = self.at[2] + self.size.height
        end = point_along(self._xy, way, remaining)
        solids = self._pieces_near(end, self.table.features)
        blockers = [
            (f.id, plan)
            for f, piece, plan in solids
            if f.kind not in self.open and not self._is_crossable(f, piece)
        ]
        x0, y0, x1, y1 = moved_disc_box(self._xy, end, self.size.radius)
        for model, volume in self.table.occupied_volumes if self.bodies else ():
            (x, y), r = volume.center, volume.radius
            if x + r <= x0 or x - r >= x1 or y + r <= y0 or y - r >= y1:
                continue
            if (
                model.id == self.body.id
                or volume.low >= high - EPSILON_IN
                or volume.high <= low + EPSILON_IN
            ):
                continue
            disc = (volume.center, volume.radius)
            if not self.table.policy.can_pass_through(model, self.body, Motion.WALK):
                blockers.append((model.id, disc))
            elif moved_disc_overlaps(self._xy, end, self.size.radius, disc):
                self.rules.append(SpaceRule.OPEN_MODEL)
        first, indices = find_first_entered(
            self._xy, way, remaining, self.size.radius, [plan for _, plan in blockers]
        )
        return first, tuple(dict.fromkeys(blockers[i][0] for i in indices))

    # Edges and falls

    def _find_level_exit(self, way: XY, remaining: float) -> float | None:
        """Return the inches until the base has left its level completely, or None if it stays."""
        if abs(self.at[2]) <= EPSILON_IN:
            return None
        spans = []
        r = self.size.radius + 2 * EPSILON_IN
        box = moved_disc_box(self._xy, point_along(self._xy, way, remaining), r)
        surfaces = (
            t
            for t in standing_places.flat_tops(self.table.features)
            if abs(t.height - self.at[2]) <= EPSILON_IN
        )
        for plan in [top.section for top in surfaces if boxes_overlap(top.box, box)]:
            tight = overlap_interval(self._xy, way, self.size.radius - EPSILON_IN, plan)
            wide = overlap_interval(self._xy, way, self.size.radius, plan)
            if tight is not None and wide is not None:
                spans.append((*tight, wide[1]))
        support_end = clear = 0.0
        for start, end, touch in sorted(spans):
            if start <= support_end + EPSILON_IN and end > support_end:
                support_end = end
                clear = touch
        return None if support_end > remaining else min(clear, remaining)

    def _fall(self) -> bool:
        """Fall from the current place. Return whether the model fell."""
        if (fall := find_fall(self.table, self.body, self.at)).height > 0.0:
            self._note_fall(fall, self.taken - 1)
        return fall.height > 0.0

    def _note_fall(self, fall: Fall, steps: int) -> None:
        self.falls.append(fall)
        self.marks.append(FallMark(len(self.track), steps, self.length + self.extra))
        self.at = fall.end
        self.footing.land(self.at)
        self.track.append(self.at)
        if self.table.policy.rough_landing:
            self._note_rough(self._xy, self._xy)

    # Climbing

    def _step_up(self, target: XY | None = None) -> float | None:
        """Return the height of the low standable obstacle under the whole base, or None."""
        place = self._xy if target is None else target
        z = self.at[2]
        for level in standing_places.table_levels(self.table):
            if (
                not z + EPSILON_IN
                < level.height
                <= z + self.table.policy.obstacle_height + EPSILON_IN
            ):
                continue
            obstacles = [f for f in level.features if self.table.feature(f).kind is Kind.OBSTACLE]
            if not obstacles or not standing_places.is_base_on_level(
                self.table, place, self.size.radius, level
            ):
                continue
            if target is None:
                if standing_places.stand(
                    self.table, self.body.base, (*place, level.height), ignore=(self.body.id,)
                ):
                    return level.height
            elif not standing_places.overlapping_features(
                self.table, self.body.moved((*place, level.height)).volume
            ):
                return level.height
        return None

    def _climb_to(self, height: float) -> None:
        """Climb onto an obstacle, free for a flier."""
        self.rules.append(SpaceRule.CLIMB)
        self.extra += 0.0 if self.flight else self.table.policy.climb_cost
        self.at = (*self._xy, height)
        self.footing.land(self.at)
        self.track.append(self.at)

    def _climb_out(self) -> None:
        """Climb an obstacle that the model is in, or refuse, before a ladder or a jump."""
        r = self.size.radius
        overlaps = []
        for feature, plan in self._low_obstacles(self._xy):
            if disc_overlaps(self._xy, r, plan):
                overlaps.append(feature.id)
        if not overlaps:
            self._check_clear()
            return
        if (height := self._step_up()) is not None:
            self._climb_to(height)
        else:
            self.refuse(
                "not_across",
                f"the model must first get clear of {self.table.display_name(overlaps[0])}",
                *overlaps,
            )

    def _check_clear(self) -> None:
        """Refuse a ladder or a jump while the model is passing through something."""
        volume = self.body.moved(self.at).volume
        overlaps = standing_places.overlapping_features(self.table, volume) if self.open else ()
        if self.bodies is not self.table.bodies:
            overlaps += standing_places.overlapping_models(
                self.table, volume, ignore=(self.body.id,)
            )
        if overlaps:
            self.refuse(
                "not_across",
                f"the model must first get clear of {self.table.display_name(overlaps[0])}",
                *overlaps,
            )

    # Flight

    def _fly(self, step: Walk) -> None:
        """Fly straight to a point, over everything except impassable terrain."""
        inches = math.dist(self._xy, step.to)
        self.flown = self.flown or [self._xy]
        self.flown.append(step.to)
        low = self.at[2]
        box = moved_disc_box(self._xy, step.to, self.size.radius)
        for feature in self.table.features:
            if feature.kind is not Kind.IMPASSABLE:
                continue
            for piece in feature.pieces:
                is_in_reach = low + self.size.height > piece.low + EPSILON_IN and boxes_overlap(
                    piece.box, box
                )
                if is_in_reach and moved_disc_overlaps(
                    self._xy, step.to, self.size.radius, standing_places.piece_footprint(piece)
                ):
                    self.refuse(
                        "impassable",
                        f"{self.table.display_name(feature.id)} is impassable",
                        feature.id,
                    )
        self.length += inches
        self.at = (*step.to, self.at[2])
        self.wanted = step.z
        self.airborne = True
        self.track.append(self.at)

    def _land(self) -> None:
        """Land a flier at the height it named, else on the highest level where it can stand."""
        if not self.airborne:
            return
        place = self._xy if self.wanted is None else (*self._xy, self.wanted)
        self.airborne, start, corners, self.flown = False, self.at[2], tuple(self.flown), []
        self.at = standing_places.resolve_position(
            self.table, self.body.base, place, ignore=(self.body.id,)
        )
        stand = standing_places.stand(self.table, self.body.base, self.at, ignore=(self.body.id,))
        self.track.append(self.at)
        way = FlightPath(self.table, self.body, corners, self.open, self.bodies)
        if stand and self.fault is None and not way.has_way(start, self.at[2]):
            names = way.find_blockers(self.at, self.body.at)
            blockers = ", ".join(map(self.table.display_name, names)) or "terrain"
            self.refuse(
                "in_the_way",
                f"no free flight path: blocked by {blockers}",
                *names,
                rule=SpaceRule.FLIGHT,
            )

    # Ladders and jumps

    def _use_ladder(self, step: Climb) -> None:
        """Take a ladder up or down, and put the model near it on another level that it passes."""
        ladder = find_ladder(self.table, step.ladder)
        policy = self.table.policy
        self.extra += policy.ladder_cost
        self.rules += [SpaceRule.LADDER, SpaceRule.LADDER_END]
        goal: XYZ = (*step.to, opposite_height(ladder, self.at[2]) if step.z is None else step.z)
        within = self.size.radius + policy.ladder_within + EPSILON_IN
        if not ladder_reaches(ladder, self.at[2]):
            self.refuse(
                "ladder", f"the model does not stand on a floor that the ladder {ladder.id} reaches"
            )
        elif math.dist(self._xy, ladder.at) > within:
            self.refuse(
                "ladder",
                f'the model is more than {policy.ladder_within:g}" away from the ladder {ladder.id}',
            )
        elif not ladder_reaches(ladder, goal[2]) or abs(goal[2] - self.at[2]) <= EPSILON_IN:
            self.refuse(
                "ladder",
                f"the ladder {ladder.id} does not lead from height {self.at[2]:g} to {goal[2]:g}",
            )
        elif math.dist(step.to, ladder.at) > within:
            self.refuse(
                "ladder",
                f'the end is more than {policy.ladder_within:g}" away from the ladder {ladder.id}',
            )
        else:
            landing = standing_places.stand(
                self.table, self.body.base, goal, ignore=(self.body.id,)
            )
            if not landing:
                self.refuse(
                    "ladder",
                    f"the model cannot stand where it leaves the ladder {ladder.id}: {landing.reason}",
                    *landing.blockers,
                )
        self.at = goal
        self.track.append(goal)
        self.settled = False

    def _leap(self, step: Leap) -> None:
        """Jump to the point of the step."""
        jumper = self.body.moved(self.at)
        leap = jump(self.table, jumper, step.to)
        self.length += leap.length
        self.rules += [
            rule
            for rule in leap.rules
            if rule not in (SpaceRule.ROUGH_GROUND, SpaceRule.FALL_DAMAGE)
        ]
        self.rough += rough_ground_under_jump(
            self.table,
            self._xy,
            (leap.turn[0], leap.turn[1]),
            jumper.radius,
            self.at[2],
            jumper.height,
        )
        self.settled = True
        if not leap.legal:
            self.refuse("off_table", leap.reason, rule=SpaceRule.OFF_TABLE)
            self.at = (*step.to, self.at[2])
            return
        self.over = leap.ends_move
        self.track.append(leap.turn)
        if leap.drop.height > 0.0 and not self.flight:
            self._note_fall(leap.drop, self.taken)
        else:
            self.at = leap.end
            self.track.append(self.at)
