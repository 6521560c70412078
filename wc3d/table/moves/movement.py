"""Moving along a path: walking, flying, climbing, ladders and jumps."""
from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from wc3d.geometry.points import XYZ
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.body import Body
from wc3d.table.layout import Layout
from wc3d.table.moves.falling import Fall
from wc3d.table.moves.path_check import Mark, Walker
from wc3d.table.moves.rough import shorten
from wc3d.table.moves.steps import Step, read_step
from wc3d.table.sight.ranges import distance_words
from wc3d.table.space_policy import Motion
from wc3d.table.space_rules import SpaceRule


@dataclass(frozen=True)
class Move:
    """May a model move along a path, and where does it end? Truthy if legal. Inches.

    `length` is the path's, level; `allowance` what the speed leaves after rough ground (`rough`: which); `spent` adds
    to the length what climbing onto obstacles, ladders and slow ground cost. `end` is where it stands afterwards (the
    start, if illegal), `fall` the greatest single fall of all `falls`; `marks` are where they came. `track` is the way
    the base's center took; `code` names what makes a path illegal in a word, `blockers` are what it runs into;
    `crossed` are the obstacles walked across, `rules` the rules that decided. `got`: at the end, or at the first fault of one
    that was looked at briefly, how many steps it had begun and how many inches it had come.
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
    marks: tuple[Mark, ...] = ()
    rules: tuple[SpaceRule, ...] = ()
    got: tuple[int, float] = (0, 0.0)

    def __bool__(self) -> bool:
        return self.legal

    @property
    def power(self) -> int:
        """The POW of the hardest fall; 0 is none."""
        return max((f.power for f in self.falls), default=0)


def move(
    table: Layout,
    body: Body,
    path: Sequence[Step],
    speed: float,
    flight: bool = False,
    pathfinder: bool = False,
    through: Collection[str] = (),
    brief: bool = False,
) -> Move:
    """May the model move along `path` with so many inches, and where does it end?

    The path lists the corners after the model's position. `through`: "structures" and "models" that an ability lets it
    pass through, if it gets completely past. `brief`: what comes after the first fault is not looked at, so that of an
    illegal move only the fault and its blockers count. Raises InputError for a step that cannot be read or a ladder that is not
    on the table.
    """
    walker = Walker(table, body, flight=flight, pathfinder=pathfinder, through=through)
    walker.brief = brief
    fixed = table.policy.never_moves(body, Motion.WALK)
    if fixed:
        walker.refuse(body.kind, fixed, rule=SpaceRule.FIXED_MODEL)
    for i, step in enumerate(path):
        walker.take(read_step(step, f"path[{i}]"))
    walker.finish()
    allowance = speed if flight or pathfinder or not walker.rough else shorten(table.policy, speed)
    spent = walker.length + walker.extra
    if spent > allowance + EQUAL:
        reason = f'the path costs {distance_words(spent, allowance)}", more than the allowance of {allowance:.4g}"'
        walker.refuse("too_far", reason + table.policy.page(SpaceRule.SPEED), rule=SpaceRule.SPEED)
    legal = walker.fault is None
    return Move(
        legal=legal,
        reason=walker.fault or f'{spent:.4g}" of {allowance:.4g}"',
        length=walker.length,
        allowance=allowance,
        end=walker.at if legal else body.at,
        fall=max((f.height for f in walker.falls), default=0.0) if legal else 0.0,
        spent=spent,
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


def _rules(walker: Walker, flight: bool, pathfinder: bool) -> tuple[SpaceRule, ...]:
    """The rules that decided a move; those of terrain only where the way meets it."""
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
