"""The table, and the questions a player asks of it."""
from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Self

from wc3d.errors import InputError
from wc3d.geometry.points import XY, XYZ
from wc3d.progress import Progress
from wc3d.table.body import Body
from wc3d.table.layout import Layout
from wc3d.table.moves.jumping import Jump, jump
from wc3d.table.moves.movement import Move, move
from wc3d.table.moves.slams import Slam, slam
from wc3d.table.moves.squads import Reposition, reposition
from wc3d.table.moves.steps import Step
from wc3d.table.sight.cover import Cover, cover, has_cover
from wc3d.table.sight.ranges import distance
from wc3d.table.sight.sight import SeenFrom, Sight, seen_from, sight
from wc3d.table.sight.templates import Blast, Spray, blast, spray, within
from wc3d.table.terrain.standing import Stand, stand, with_height

if TYPE_CHECKING:
    from wc3d.table.moves.reach import Reach


@dataclass(frozen=True, eq=False, repr=False)
class Table(Layout):
    """A table of `size` (width, depth) inches with terrain, ladders and bodies: a layout that answers questions.

    Bodies are named by their id, or given. Each question is answered by the function of the same name in its own module.
    """

    def with_bodies(self, *bodies: Body) -> Self:
        """A new table on which each of `bodies` stands (replacing any of the same id).

        A body whose `at` has only two coordinates stands on the highest standable level there; raises InputError when
        there is none, or for a place that is none. Bodies with a height are put down first.
        """
        for body in bodies:
            _must_be_place(body)
        if all(len(body.at) == 3 for body in bodies):
            return super().with_bodies(*bodies)
        table = self.without(*(body.id for body in bodies))
        table = table.with_bodies(*(body for body in bodies if len(body.at) == 3))
        for body in bodies:
            if len(body.at) != 3:
                table = table.with_bodies(with_height(table, body))
        return super().with_bodies(*(table.body(body.id) for body in bodies))

    def corrected(self, id: str, at: XY) -> XYZ:
        """Where a body stands if it is put there, on the highest level. Raises InputError for what is not on the table."""
        width, depth = self.size
        if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
            raise InputError(f"({at[0]:g}, {at[1]:g}) is not on the table")
        body = self._here(id)
        return self.with_bodies(Body(id, body.base, at, body.kind, body.facing, body.sizes)).body(id).at

    def _here(self, body: Body | str) -> Body:
        """The body meant: by its id, or itself; given without a height, the one that stands on this table."""
        if isinstance(body, Body) and len(body.at) == 3:
            return body
        id = body.id if isinstance(body, Body) else body
        if not self.has_body(id):
            raise InputError(f"model {id!r}: not on the table")
        return self.body(id)

    def sight(self, a: Body | str, b: Body | str) -> Sight:
        """Does a see b?"""
        return sight(self, self._here(a), self._here(b))

    def seen_from(self, body: Body | str, base: str, cell: float = 0.5, progress: Progress | None = None) -> SeenFrom:
        """Where on the table would a model on such a base be seen by this one?"""
        return seen_from(self, self._here(body), base, cell, progress)

    def distance(self, a: Body | str, b: Body | str) -> float:
        """How far apart are two models, base to base in 3D? Inches."""
        return distance(self, self._here(a), self._here(b))

    def cover(self, attacker: Body | str, target: Body | str) -> Cover:
        """Has the target cover from the attacker?"""
        return cover(self, self._here(attacker), self._here(target))

    def has_cover(self, attacker: Body | str, target: Body | str) -> bool:
        """Has the target cover from the attacker? Without the evidence, and sooner."""
        return has_cover(self, self._here(attacker), self._here(target))

    def spray(self, attacker: Body | str, target: Body | str, range: float) -> Spray:
        """Whom does a spray of this range attack?"""
        return spray(self, self._here(attacker), self._here(target), range)

    def blast(self, target: Body | str) -> Blast:
        """Whom does a blast that hits the target also damage?"""
        return blast(self, self._here(target))

    def within(self, body: Body | str, inches: float) -> tuple[str, ...]:
        """Which other models are within so many inches?"""
        return within(self, self._here(body), inches)

    def stand(self, base: str, position: XYZ) -> Stand:
        """Can such a base stand there?"""
        return stand(self, base, position)

    def move(
        self,
        body: Body | str,
        path: Sequence[Step],
        speed: float,
        flight: bool = False,
        pathfinder: bool = False,
        through: Collection[str] = (),
    ) -> Move:
        """May the model move along this path with so many inches, and where does it end?"""
        return move(self, self._here(body), path, speed, flight=flight, pathfinder=pathfinder, through=through)

    def jump(self, body: Body | str, to: XY, pathfinder: bool = False) -> Jump:
        """Where does the jump end?"""
        return jump(self, self._here(body), to, pathfinder=pathfinder)

    def slam(self, body: Body | str, source: Body | str, distance: float, pathfinder: bool = False) -> Slam:
        """Where does the slam end, and against what?"""
        return slam(self, self._here(body), self._here(source), distance, pathfinder=pathfinder)

    def reach(self, body: Body | str, inches: float, flight: bool = False, pathfinder: bool = False) -> Reach:
        """Where can the model get to with so many inches?"""
        from wc3d.table.moves.reach import reach  # shapely takes as long as all the rest, and few questions need it

        return reach(self, self._here(body), inches, flight=flight, pathfinder=pathfinder)

    def reposition(self, leader: Body | str, body: Body | str, position: tuple[float, ...]) -> Reposition:
        """May a squad's model be put there after its leader moved?"""
        return reposition(self, self._here(leader), self._here(body), position)


def _must_be_place(body: Body) -> None:
    """Raises InputError for a model at what is no place."""
    try:
        fits = len(body.at) in (2, 3) and all(map(isfinite, body.at))
    except TypeError:
        fits = False
    if not fits:
        raise InputError(f"model {body.id!r}: expected its place as (x, y) or (x, y, z) in inches, got {body.at!r}")
