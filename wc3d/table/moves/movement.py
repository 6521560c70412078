"""Move along a path: walks, flights, climbs, ladders and jumps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from wc3d.geometry.points import XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.moves.falling import Fall
from wc3d.table.moves.path_check import FallMark, PathChecker
from wc3d.table.moves.path_steps import Step, read_step
from wc3d.table.moves.rough_ground import shorten_by_rough_ground
from wc3d.table.sight.distances import format_exceeded_distance
from wc3d.table.space_policy import Motion
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState


@dataclass(frozen=True)
class Move:
    """The result of a move along a path. It is true if the move is legal. Lengths are inches.

    - `legal`, `reason`: the verdict and why. `code`: a word for the fault, "" if legal.
    - `length`: the horizontal length of the path. `allowance`: the speed after rough ground.
    - `spent`: `length` plus the cost of climbing, ladders and slow ground.
    - `end`: where the model stands afterwards, (x, y, z); the start if illegal.
    - `fall`: the greatest single fall. `falls`: all falls. `power`: the POW of the hardest fall.
    - `track`: the points (x, y, z) of the base's center. `marks`: places of falls.
    - `rough`, `crossed`: ids of rough ground entered, of obstacles crossed.
    - `blockers`: ids of obstacles in the way.
    - `ends_move`: whether the move ends the model's movement. `rules`: the rules that decided.
    - `got`: the number of steps begun and of inches moved.

    >>> move = table.move("jack", [(10, 9)], speed=4)
    >>> move.legal, move.end
    (False, (10, 4, 0.0))
    """

    legal: bool
    reason: str
    length: float
    allowance: float
    end: XYZ
    fall: float
    spent: float
    rough: tuple[str, ...]
    crossed: tuple[str, ...]
    blockers: tuple[str, ...]
    falls: tuple[Fall, ...]
    track: tuple[XYZ, ...]
    ends_move: bool = False
    code: str = ""
    marks: tuple[FallMark, ...] = ()
    rules: tuple[SpaceRule, ...] = ()
    got: tuple[int, float] = (0, 0.0)

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        end = ", ".join(f"{value:g}" for value in self.end)
        return f"<Move: {f'legal, {self.length:g} inches to ({end})' if self.legal else f'illegal, {self.reason}'}>"

    @property
    def power(self) -> int:
        """Return the POW of the hardest fall; 0 means none."""
        return max((f.power for f in self.falls), default=0)


def move(
    table: TableState,
    body: Body,
    path: Sequence[Step],
    speed: float,
    flight: bool = False,
    pathfinder: bool = False,
    through: Collection[str] = (),
    brief: bool = False,
) -> Move:
    """Judge a move of `speed` inches along `path`, and find its end.

    The path lists the corners after the model's position. `through` lists "structures" and
    "models" that an ability lets the model pass through, if it gets completely past. `brief` stops
    at the first fault; only the fault and its blockers are then valid. Raises InputError for a
    step that cannot be read or a ladder that is not on the table.
    """
    walker = PathChecker(table, body, flight=flight, pathfinder=pathfinder, through=through)
    walker.brief = brief
    fixed = table.policy.immobility_reason(body, Motion.WALK)
    if fixed:
        walker.refuse(body.kind, fixed, rule=SpaceRule.FIXED_MODEL)
    for i, step in enumerate(path):
        walker.take_step(read_step(step, f"path[{i}]"))
    walker.finish()
    allowance = (
        speed
        if flight or pathfinder or not walker.rough
        else shorten_by_rough_ground(table.policy, speed)
    )
    cost = walker.length + walker.extra
    if cost > allowance + EPSILON_IN:
        reason = f'the path costs {format_exceeded_distance(cost, allowance)}", more than the allowance of {allowance:.4g}"'
        walker.refuse("too_far", reason + table.policy.page(SpaceRule.SPEED), rule=SpaceRule.SPEED)
    legal = walker.fault is None
    return Move(
        legal=legal,
        reason=walker.fault or f'{cost:.4g}" of {allowance:.4g}"',
        length=walker.length,
        allowance=allowance,
        end=walker.at if legal else body.at,
        fall=max((f.height for f in walker.falls), default=0.0) if legal else 0.0,
        spent=cost,
        rough=tuple(dict.fromkeys(walker.rough)),
        crossed=tuple(dict.fromkeys(walker.crossed)),
        blockers=walker.blockers,
        falls=tuple(walker.falls) if legal else (),
        track=tuple(walker.track),
        ends_move=walker.over,
        code=walker.code,
        marks=tuple(walker.marks) if legal else (),
        rules=_rules(walker, flight, pathfinder),
        got=(walker.taken, walker.length),
    )


def _rules(walker: PathChecker, flight: bool, pathfinder: bool) -> tuple[SpaceRule, ...]:
    """Return the rules that decided a move. Rules of terrain apply only if the path meets it."""
    rules = [SpaceRule.MOVE, SpaceRule.PAST_MODELS, SpaceRule.END_OF_MOVE]
    if flight:
        rules.append(SpaceRule.FLIGHT)
    elif walker.rough:
        rules.append(SpaceRule.PATHFINDER if pathfinder else SpaceRule.ROUGH_GROUND)
    if walker.crossed:
        rules.append(SpaceRule.OBSTACLE)
    if walker.falls:
        rules += [SpaceRule.FALL, SpaceRule.FALL_DAMAGE]
    return tuple(dict.fromkeys([*rules, *walker.rules]))
