"""One model on its way along a path, step by step: the working state behind `move`."""

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
    """Where in a move a fall came: what lay behind it of the track (points), the path (steps) and the inches."""

    track: int
    steps: int
    spent: float


HEIGHT_TOLERANCE_IN = 0.05 + EPSILON_IN
"""Heights are told to a tenth of an inch, and named as they are told."""

_RULES_OF_TERRAIN = {
    Kind.OBSTACLE: SpaceRule.OBSTACLE,
    Kind.STRUCTURE: SpaceRule.STRUCTURE,
    Kind.IMPASSABLE: SpaceRule.IMPASSABLE,
}


class PathChecker:
    """A model on its way. The first thing that makes the path illegal is kept in `fault`; the rest is still measured."""

    def __init__(
        self,
        table: TableState,
        body: Body,
        flight: bool = False,
        pathfinder: bool = False,
        through: Collection[str] = (),
    ) -> None:
        self.brief = False  # is what comes after a fault left out?
        self.table, self.body, self.flight = table, body, flight
        self.pace = (
            1.0 if flight or pathfinder else table.policy.rough_pace
        )  # what an inch over rough ground counts
        self.open = (
            (Kind.STRUCTURE,) if "structures" in through else ()
        )  # kinds of terrain it passes through
        self.bodies: tuple[Body, ...] = (
            () if "models" in through else table.bodies
        )  # whom it does not pass through
        self.at: XYZ = (float(body.at[0]), float(body.at[1]), float(body.at[2]))
        self.size = standing_places.base_size(table, body.base)
        self.footing = EdgeFooting(table, self.size.radius, self.at)
        self.length = self.extra = 0.0
        self.fault: str | None = None
        self.code = ""
        self.blockers: tuple[str, ...] = ()
        self.falls: list[Fall] = []
        self.marks: list[FallMark] = []  # where in the move each fall came
        self.taken = 0  # how many steps of the path were begun
        self.rough: list[str] = []
        self.crossed: list[str] = []
        self.rules: list[SpaceRule] = []  # that applied on the way
        self.track: list[XYZ] = [self.at]
        self.over = False  # a jump was stopped by contact: the movement is over
        self.settled = True  # nothing done yet, or a jump last: it need not end standable
        self.airborne = False  # a flier that has not come down yet
        self.flown: list[XY] = []  # the corners it has flown over since it stood
        self.wanted: float | None = None  # the height a flier named
        self.named: float | None = (
            None  # the height a walker named, until it is known whether it gets there
        )
        self._note_rough(self._xy, self._xy)

    @property
    def _xy(self) -> XY:
        return self.at[0], self.at[1]

    def refuse(self, code: str, reason: str, *blockers: str, rule: SpaceRule | None = None) -> None:
        """The path is illegal, for this reason (the first one counts): by this rule, or by those of what it runs into."""
        if self.fault is None:
            self.code, self.fault, self.blockers = code, reason, blockers
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
        """Take one step of the path."""
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
                    "the base would be beyond the table's edge",
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
        """The end of the path: a voluntary move ends where the model can stand, unless it ends with a jump."""
        if self.settled or (self.brief and self.fault is not None):
            return
        self._end()
        self._check_height()

    def _check_height(self) -> None:
        """A height that a walker named is meant: it comes to stand there, or may not move so."""
        named, self.named = self.named, None
        if named is not None and abs(self.at[2] - named) > HEIGHT_TOLERANCE_IN:
            self.refuse(
                "other_height",
                f"the path reaches height {self.at[2]:.4g} there, not {named:.4g}",
                rule=SpaceRule.MOVE,
            )

    def _end(self) -> None:
        """Come down, and climb what must be climbed to stand there."""
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
            self.refuse("cannot_end", f"it cannot end there: {stand.reason}", *stand.blockers)

    # Walking

    def _walk(self, to: XY) -> None:
        """Walk straight to a point: across low obstacles, onto them where they must be climbed, off edges."""
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
                    f"{', '.join(map(self.table.display_name, names))} in the way",
                    *names,
                )
                if self.brief:
                    self.length += blocked
                    return
            self._move_level(to, remaining)
            return

    def _move_level(self, to: XY, inches: float, leaves: bool = False) -> None:
        """Move level, and note the rough ground entered and the obstacles crossed. `leaves`: its level, with the last inch."""
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
        """The plan of every solid among these that has heights in common with the volume and is near its way to a point."""
        return slices_in_lane(
            among,
            self._xy,
            to,
            self.size.radius,
            self.at[2] + EPSILON_IN,
            self.at[2] + self.size.height - EPSILON_IN,
        )

    def _is_crossable(self, feature: Feature, piece: Piece) -> bool:
        """An obstacle whose top is low enough above the level walked on."""
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
        """After how many inches the volume would enter something, and what; (inf, ()) when the way is free."""
        low, high, end = (
            self.at[2],
            self.at[2] + self.size.height,
            point_along(self._xy, way, remaining),
        )
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
        """After how many inches the base has left its level completely, or None if it does not within the way."""
        if abs(self.at[2]) <= EPSILON_IN:
            return None
        spans, r = [], self.size.radius + 2 * EPSILON_IN
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
                support_end, clear = end, touch
        return None if support_end > remaining else min(clear, remaining)

    def _fall(self) -> bool:
        """Fall from here; did it?"""
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
        """The height of the low standable obstacle that the whole base would stand on, or None."""
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
        """Climb onto an obstacle: it costs a flier nothing."""
        self.rules.append(SpaceRule.CLIMB)
        self.extra += 0.0 if self.flight else self.table.policy.climb_cost
        self.at = (*self._xy, height)
        self.footing.land(self.at)
        self.track.append(self.at)

    def _climb_out(self) -> None:
        """Before a ladder or a jump: a model in the middle of an obstacle climbs it, or cannot go on."""
        r, overlaps = self.size.radius, []
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
                f"it must get clear of {self.table.display_name(overlaps[0])} first",
                *overlaps,
            )

    def _check_clear(self) -> None:
        """What it passes through it must be past before a ladder or a jump."""
        volume = self.body.moved(self.at).volume
        overlaps = standing_places.overlapping_features(self.table, volume) if self.open else ()
        if self.bodies is not self.table.bodies:
            overlaps += standing_places.overlapping_models(
                self.table, volume, ignore=(self.body.id,)
            )
        if overlaps:
            self.refuse(
                "not_across",
                f"it must get clear of {self.table.display_name(overlaps[0])} first",
                *overlaps,
            )

    # Flight

    def _fly(self, step: Walk) -> None:
        """Fly straight to a point, over everything but impassable terrain."""
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
        self.wanted, self.airborne = step.z, True
        self.track.append(self.at)

    def _land(self) -> None:
        """A flier comes down: at the height it named, else on the highest level on which it can stand there."""
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
            subject = f"{', '.join(map(self.table.display_name, names)) or 'terrain'} in the way"
            self.refuse(
                "in_the_way", f"no free flight path: {subject}", *names, rule=SpaceRule.FLIGHT
            )

    # Ladders and jumps

    def _use_ladder(self, step: Climb) -> None:
        """Up or down a ladder, and put down near it on another level that it passes."""
        ladder, policy = find_ladder(self.table, step.ladder), self.table.policy
        self.extra += policy.ladder_cost
        self.rules += [SpaceRule.LADDER, SpaceRule.LADDER_END]
        goal: XYZ = (*step.to, opposite_height(ladder, self.at[2]) if step.z is None else step.z)
        within = self.size.radius + policy.ladder_within + EPSILON_IN
        if not ladder_reaches(ladder, self.at[2]):
            self.refuse("ladder", f"it does not stand on a floor that {ladder.id} reaches")
        elif math.dist(self._xy, ladder.at) > within:
            self.refuse(
                "ladder", f'it is more than {policy.ladder_within:g}" away from {ladder.id}'
            )
        elif not ladder_reaches(ladder, goal[2]) or abs(goal[2] - self.at[2]) <= EPSILON_IN:
            self.refuse(
                "ladder", f"{ladder.id} does not lead from height {self.at[2]:g} to {goal[2]:g}"
            )
        elif math.dist(step.to, ladder.at) > within:
            self.refuse(
                "ladder", f'the end is more than {policy.ladder_within:g}" away from {ladder.id}'
            )
        else:
            landing = standing_places.stand(
                self.table, self.body.base, goal, ignore=(self.body.id,)
            )
            if not landing:
                self.refuse(
                    "ladder",
                    f"it cannot stand where it leaves {ladder.id}: {landing.reason}",
                    *landing.blockers,
                )
        self.at = goal
        self.track.append(goal)
        self.settled = False

    def _leap(self, step: Leap) -> None:
        """Jump."""
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
