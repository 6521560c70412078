"""The table: its size, its terrain and the bodies on it. A value: never changed, replaced."""
from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from wc3d.errors import InputError
from wc3d.geometry.solids import Cylinder
from wc3d.table.features import Feature
from wc3d.table.space_policy import NEO_MECHANIKA, BaseSize, SpacePolicy

if TYPE_CHECKING:
    from wc3d.table.moves.jumping import Jump
    from wc3d.table.moves.movement import Move, Step
    from wc3d.table.moves.reach import Reach
    from wc3d.table.moves.slams import Slam
    from wc3d.table.moves.squads import Reposition
    from wc3d.table.sight.cover import Cover
    from wc3d.table.sight.sight import SeenFrom, Sight
    from wc3d.table.sight.templates import Blast, Spray
    from wc3d.table.terrain.standing import Stand


@dataclass(frozen=True, slots=True)
class Body:
    """A model on the table, as space sees it: a solid cylinder standing on its base (p. 32).

    `at` is the centre of the bottom of the base, in inches. `kind` is "unit" or "gate" (a void gate).
    """

    id: str
    base: str
    at: tuple[float, float, float]
    kind: str = "unit"
    sizes: SpacePolicy = NEO_MECHANIKA

    @property
    def size(self) -> BaseSize:
        """The base's size."""
        return self.sizes.bases[self.base]

    @property
    def radius(self) -> float:
        """The base's radius in inches."""
        return self.size.radius

    @property
    def height(self) -> float:
        """The height of the volume in inches."""
        return self.size.height

    @property
    def volume(self) -> Cylinder:
        """The space the model fills."""
        x, y, z = self.at
        return Cylinder((x, y), self.radius, z, z + self.height)

    def moved(self, at: tuple[float, float, float]) -> Body:
        """The same model elsewhere."""
        return replace(self, at=at)


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder, stairs or an elevator at a point, between two heights (p. 45)."""

    id: str
    at: tuple[float, float]
    bottom: float
    top: float


@dataclass(frozen=True, eq=False)
class Table:
    """A table of `size` (width, depth) inches with terrain, ladders and bodies. The south-west corner is (0, 0)."""

    size: tuple[float, float]
    features: tuple[Feature, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    bodies: tuple[Body, ...] = ()
    name: str = ""
    policy: SpacePolicy = NEO_MECHANIKA

    @cached_property
    def _bodies_by_id(self) -> dict[str, Body]:
        return {b.id: b for b in self.bodies}

    @cached_property
    def _features_by_id(self) -> dict[str, Feature]:
        return {f.id: f for f in self.features}

    def body(self, id: str) -> Body:
        """The body of that id. Raises KeyError."""
        return self._bodies_by_id[id]

    def feature(self, id: str) -> Feature:
        """The feature of that id. Raises KeyError."""
        return self._features_by_id[id]

    def called(self, id: str) -> str:
        """What people call a feature: its name, with its id where another has the same name. Anything else: its id."""
        named = self._features_by_id[id].name if id in self._features_by_id else id
        twins = sum(feature.name == named for feature in self.features) > 1
        return f"{named} ({id})" if twins and named != id else named or id

    def with_bodies(self, *bodies: Body) -> Table:
        """A new table on which each of `bodies` stands (replacing any of the same id).

        A body whose `at` has only two coordinates stands on the highest standable level there; raises InputError when
        there is none. Bodies with a height are put down first.
        """
        new = {b.id for b in bodies}
        kept = tuple(b for b in self.bodies if b.id not in new)
        placed = {b.id: b for b in bodies if len(b.at) == 3}
        for body in bodies:
            if len(body.at) != 3:
                from wc3d.table.terrain.standing import resolved

                placed[body.id] = resolved(replace(self, bodies=kept + tuple(placed.values())), body)
        return replace(self, bodies=kept + tuple(placed[b.id] for b in bodies))

    def without(self, *ids: str) -> Table:
        """A new table without these bodies."""
        return replace(self, bodies=tuple(b for b in self.bodies if b.id not in ids))

    def _here(self, body: Body | str) -> Body:
        """The body meant: by its id, or itself; given without a height, the one that stands on this table."""
        if isinstance(body, Body) and len(body.at) == 3:
            return body
        id = body.id if isinstance(body, Body) else body
        if id not in self._bodies_by_id:
            raise InputError(f"model {id!r}: not on the table")
        return self._bodies_by_id[id]

    # The questions a player asks. Each is answered by a function of the same name in its own module.

    def sight(self, a: Body | str, b: Body | str) -> Sight:
        """Does a see b? (p. 32)"""
        from wc3d.table.sight.sight import sight

        return sight(self, self._here(a), self._here(b))

    def seen_from(
        self, body: Body | str, base: str, cell: float = 0.5, progress: Callable[[int, int], bool] | None = None
    ) -> SeenFrom:
        """Where on the table would a model on such a base be seen by this one? (p. 32)"""
        from wc3d.table.sight.sight import seen_from

        return seen_from(self, self._here(body), base, cell, progress)

    def distance(self, a: Body | str, b: Body | str) -> float:
        """How far apart are two models, base to base in 3D? Inches. (p. 32)"""
        from wc3d.table.sight.ranges import distance

        return distance(self, self._here(a), self._here(b))

    def cover(self, attacker: Body | str, target: Body | str) -> Cover:
        """Has the target cover from the attacker? (p. 34)"""
        from wc3d.table.sight.cover import cover

        return cover(self, self._here(attacker), self._here(target))

    def has_cover(self, attacker: Body | str, target: Body | str) -> bool:
        """Has the target cover from the attacker? Without the evidence, and sooner. (p. 34)"""
        from wc3d.table.sight.cover import has_cover

        return has_cover(self, self._here(attacker), self._here(target))

    def spray(self, attacker: Body | str, target: Body | str, range: float) -> Spray:
        """Whom does a spray of this range attack? (p. 35)"""
        from wc3d.table.sight.templates import spray

        return spray(self, self._here(attacker), self._here(target), range)

    def blast(self, target: Body | str) -> Blast:
        """Whom does a blast that hits the target also damage? (p. 34)"""
        from wc3d.table.sight.templates import blast

        return blast(self, self._here(target))

    def within(self, body: Body | str, inches: float) -> tuple[str, ...]:
        """Which other models are within so many inches? (p. 32)"""
        from wc3d.table.sight.templates import within

        return within(self, self._here(body), inches)

    def stand(self, base: str, position: tuple[float, float, float]) -> Stand:
        """Can such a base stand there? (p. 28, 44)"""
        from wc3d.table.terrain.standing import stand

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
        """May the model move along this path with so many inches, and where does it end? (p. 28, 44-45)"""
        from wc3d.table.moves.movement import move

        return move(self, self._here(body), path, speed, flight=flight, pathfinder=pathfinder, through=through)

    def jump(self, body: Body | str, to: tuple[float, float], pathfinder: bool = False) -> Jump:
        """Where does the jump end? (p. 45-46)"""
        from wc3d.table.moves.jumping import jump

        return jump(self, self._here(body), to, pathfinder=pathfinder)

    def slam(self, body: Body | str, source: Body | str, distance: float, pathfinder: bool = False) -> Slam:
        """Where does the slam end, and against what? (p. 37)"""
        from wc3d.table.moves.slams import slam

        return slam(self, self._here(body), self._here(source), distance, pathfinder=pathfinder)

    def reach(self, body: Body | str, inches: float, flight: bool = False, pathfinder: bool = False) -> Reach:
        """Where can the model get to with so many inches? (p. 28, 44-45)"""
        from wc3d.table.moves.reach import reach

        return reach(self, self._here(body), inches, flight=flight, pathfinder=pathfinder)

    def reposition(self, leader: Body | str, body: Body | str, position: tuple[float, ...]) -> Reposition:
        """May a squad's model be put there after its leader moved? (p. 28)"""
        from wc3d.table.moves.squads import reposition

        return reposition(self, self._here(leader), self._here(body), position)
