"""The table and its queries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.atomic_write import write_output
from wc3d._internal.plugins import load_object
from wc3d._internal.progress import Progress
from wc3d.errors import InputError
from wc3d.geometry.points import XY, XYZ
from wc3d.table.body import Body
from wc3d.table.moves.jumping import Jump, jump
from wc3d.table.moves.movement import Move, move
from wc3d.table.moves.path_steps import Step
from wc3d.table.moves.reposition import Reposition, reposition
from wc3d.table.moves.slams import Slam, slam
from wc3d.table.sight.cover import Cover, cover, has_cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import Sight, sight
from wc3d.table.sight.sight_area import SeenFrom, seen_from
from wc3d.table.sight.sight_matrix import decide_matrix
from wc3d.table.sight.sprays_and_blasts import Blast, Spray, blast, models_within, spray
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import Stand, resolve_body_height, stand

if TYPE_CHECKING:
    from wc3d.table.moves.reach import Reach


MIN_PICTURE_PX, MAX_PICTURE_PX = 64, 4096
"""The smallest and the largest side of a picture."""


@dataclass(frozen=True, eq=False, repr=False)
class Table(TableState):
    """A table with terrain, ladders and models. A frozen value that answers questions.

    - `size`: (width, depth) in inches. The south-west corner is (0, 0); x is east, y is north.
    - `features`, `ladders`, `bodies`: tuples of `Feature`, `Ladder` and `Body`. `name`: a string.
    - `policy`: the game's rules about space (`wc3d.table.space_policy.SpacePolicy`).

    Make one with `wc3d.load_map`, `wc3d.table_from_map` or `wc3d.new_table`. Questions name models
    by id. Where they take `Body | str`, a `Body` with a height may be given instead, even if it is
    not on the table. Every question raises InputError for a model that is not on the table.

    >>> [body.id for body in table.bodies]
    ['jack', 'hunter']
    """

    def with_bodies(self, *bodies: Body) -> Self:
        """Return a new table with these models added. A model replaces one with the same id.

        A body with (x, y) alone stands on the highest level where its base fits. Bodies with a
        height are placed first, exactly as given. Raises InputError for an unknown base, for a
        place that is not two or three numbers, and if no level holds the base.

        >>> table.with_bodies(wc3d.Body("scout", "small", (22, 32))).body("scout").at
        (22, 32, 5.0)
        """
        for body in bodies:
            _check_position(body)
        if all(len(body.at) == 3 for body in bodies):
            return super().with_bodies(*bodies)
        table = self.without(*(body.id for body in bodies))
        table = table.with_bodies(*(body for body in bodies if len(body.at) == 3))
        for body in bodies:
            if len(body.at) != 3:
                table = table.with_bodies(resolve_body_height(table, body))
        return super().with_bodies(*(table.body(body.id) for body in bodies))

    def corrected_position(self, id: str, at: XY) -> XYZ:
        """Return a body's place at `at`, on the highest level. Raises InputError for an unknown
        body.
        """
        width, depth = self.size
        if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
            raise InputError(f"({at[0]:g}, {at[1]:g}) is not on the table")
        body = self._resolve_body(id)
        return (
            self.with_bodies(Body(id, body.base, at, body.kind, body.facing, body.sizes))
            .body(id)
            .at
        )

    def _resolve_body(self, body: Body | str) -> Body:
        """Return the body, or the body of that id, with a height on this table."""
        if isinstance(body, Body) and len(body.at) == 3:
            return body
        id = body.id if isinstance(body, Body) else body
        if not self.has_body(id):
            raise InputError(f"model {id!r}: not on the table")
        return self.body(id)

    def plan(self, path: str | Path | None = None) -> str:
        """Return the table from above, with its models, as the text of an SVG picture.

        With a `path`, also write the picture to that file. Raises InputError if the file cannot be
        written. A notebook shows a table in this way. For paper, use `wc3d export`.

        >>> table.plan().startswith("<svg ")
        True
        """
        svg: str = load_object("wc3d.printing.table_svg:table_svg")(self)
        if path is not None:
            write_output(Path(path), svg)
        return svg

    def picture(
        self, path: str | Path | None = None, *, width: int = 960, height: int = 640
    ) -> bytes:
        """Return the table in 3D, with its models, as the bytes of a PNG picture.

        `width` and `height` are pixels, 64 to 4096. With a `path`, also write the picture to that
        file. Raises InputError for another size, if the file cannot be written, and where 3D
        pictures cannot be drawn. They need `pip install 'wc3d[window]'`.

        >>> table.picture(width=9)
        Traceback (most recent call last):
        ...
        wc3d.errors.InputError: picture of 9 x 640 pixels: expected a width and a height of 64 to 4096
        """
        if not all(
            MIN_PICTURE_PX <= side <= MAX_PICTURE_PX and side == int(side)
            for side in (width, height)
        ):
            raise InputError(
                f"picture of {width} x {height} pixels: "
                f"expected a width and a height of {MIN_PICTURE_PX} to {MAX_PICTURE_PX}"
            )
        png: bytes = load_object("wc3d.panda.answer_picture:table_png")(self, width, height)
        if path is not None:
            write_output(Path(path), png)
        return png

    def _repr_svg_(self) -> str:
        return self.plan()

    def sight(self, a: Body | str, b: Body | str) -> Sight:
        """Return whether model `a` sees model `b`, with the evidence.

        >>> sight = table.sight("jack", "hunter")
        >>> sight.verdict, round(sight.clearance, 2)
        ('clear', 1.38)
        """
        return sight(self, self._resolve_body(a), self._resolve_body(b))

    def sight_matrix(self, a: Sequence[Body | str], b: Sequence[Body | str]) -> NDArray[np.int8]:
        """Return for each model of `a` whether it sees each model of `b`, without evidence.

        The array of int8 has the shape (len(a), len(b)) and holds codes: 1 is "clear", 0 is
        "blocked" and 2 is "undecided", as `sight` answers each pair. So count the clear pairs of
        each row with `(matrix == 1).sum(axis=1)`. Many pairs together take a fraction of the time,
        on up to four cores. Pairs near meshes take as long as alone.

        >>> low = wc3d.Body("low", "small", (20, 24, 0))
        >>> table.sight_matrix(["jack"], ["hunter", low]).tolist()
        [[1, 0]]
        """
        viewers = [self._resolve_body(body) for body in a]
        return decide_matrix(self, viewers, [self._resolve_body(body) for body in b])

    def seen_from(
        self, body: Body | str, base: str, cell: float = 0.5, progress: Progress | None = None
    ) -> SeenFrom:
        """Return where on the table this model would see a model on such a base.

        `cell` is the side of the square cells in inches, 0.05 to 12. Other models do not block.
        `progress(done, total)` is called now and then; the work stops when it returns False. Raises
        InputError for an unknown base, for an invalid `cell`, and for more than 1,000,000 cells.

        >>> seen = table.seen_from("jack", "small", cell=8)
        >>> seen.levels[0].height, seen.levels[0].cells[0].tolist()
        (0.0, [1, 1, 1, 1, 1, 1])
        """
        return seen_from(self, self._resolve_body(body), base, cell, progress)

    def distance(self, a: Body | str, b: Body | str) -> float:
        """Return the distance between two models, base to base in 3D, in inches.

        >>> round(table.distance("jack", "hunter"), 2)
        28.42
        """
        return distance(self, self._resolve_body(a), self._resolve_body(b))

    def cover(self, attacker: Body | str, target: Body | str) -> Cover:
        """Return whether the target has cover from the attacker, with the terrain that grants it.

        >>> table.cover("jack", "hunter").features
        ('bank-north',)
        """
        return cover(self, self._resolve_body(attacker), self._resolve_body(target))

    def has_cover(self, attacker: Body | str, target: Body | str) -> bool:
        """Return whether the target has cover from the attacker. This is faster than `cover`.

        >>> table.has_cover("jack", "hunter")
        True
        """
        return has_cover(self, self._resolve_body(attacker), self._resolve_body(target))

    def spray(self, attacker: Body | str, target: Body | str, range: float) -> Spray:
        """Return which models a spray aimed at the target attacks. `range` is in inches.

        >>> table.spray("jack", "hunter", range=30).hits
        ('hunter',)
        """
        return spray(self, self._resolve_body(attacker), self._resolve_body(target), range)

    def blast(self, target: Body | str) -> Blast:
        """Return which other models a blast on the target damages.

        >>> table.with_bodies(wc3d.Body("scout", "small", (22, 32.5))).blast("hunter").models
        ('scout',)
        """
        return blast(self, self._resolve_body(target))

    def within(self, body: Body | str, inches: float) -> tuple[str, ...]:
        """Return the ids of the other models within `inches`, nearest first.

        The distance is measured from base to base in 3D.

        >>> table.within("jack", 30)
        ('hunter',)
        """
        return models_within(self, self._resolve_body(body), inches)

    def stand(self, base: str, position: XYZ) -> Stand:
        """Return whether a base can stand at a place (x, y, z).

        Raises InputError for an unknown base and for a place without a height.

        >>> bool(table.stand("large", (10, 8, 0))), bool(table.stand("large", (0, 0, 0)))
        (True, False)
        """
        if len(position) != 3:
            raise InputError(f"place {position!r}: expected (x, y, z) in inches")
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
        """Return whether a model may move along a path, and where it ends.

        `path` lists the corners after the model's position. A step is [x, y], or [x, y, z] with
        the height where the model must arrive. A step may also be `{"ladder": id, "to": [x, y,
        z]}` or `{"jump": [x, y]}`. `speed` is in inches. `flight` and `pathfinder` are the
        advantages of that name. `through` may hold "structures" and "models", which the model may
        then pass completely. Raises InputError for a step that cannot be read and for an unknown
        ladder.

        >>> move = table.move("jack", [(10, 9)], speed=6)
        >>> bool(move), move.length, move.end
        (True, 5.0, (10.0, 9.0, 0.0))
        """
        return move(
            self,
            self._resolve_body(body),
            path,
            speed,
            flight=flight,
            pathfinder=pathfinder,
            through=through,
        )

    def jump(self, body: Body | str, to: XY, pathfinder: bool = False) -> Jump:
        """Return where a jump straight to (x, y) ends.

        The inches that the model has left are not checked; `move` does that.

        >>> jump = table.jump("hunter", to=(24, 33))
        >>> jump.end, jump.fall
        ((24, 33, 3.0), 2.0)
        """
        return jump(self, self._resolve_body(body), to, pathfinder=pathfinder)

    def slam(
        self, body: Body | str, source: Body | str, distance: float, pathfinder: bool = False
    ) -> Slam:
        """Return where a model slammed directly away from `source` ends.

        `distance` is the full length of the slam, in inches.

        >>> table.slam("hunter", "jack", distance=4).moved
        4.0
        """
        return slam(
            self,
            self._resolve_body(body),
            self._resolve_body(source),
            distance,
            pathfinder=pathfinder,
        )

    def reach(
        self, body: Body | str, inches: float, flight: bool = False, pathfinder: bool = False
    ) -> Reach:
        """Return where a model can get within `inches`, without jumping.

        Every place offered can be reached. A place that can be reached with 1% to spare, or with
        0.05", is offered.

        >>> reach = table.reach("jack", inches=5)
        >>> reach.path_to((12, 6))
        [[12.0, 6.0]]
        """
        from wc3d.table.moves.reach import reach  # shapely imports slowly, and few queries need it

        return reach(self, self._resolve_body(body), inches, flight=flight, pathfinder=pathfinder)

    def reposition(
        self, leader: Body | str, body: Body | str, position: tuple[float, ...]
    ) -> Reposition:
        """Return whether a squad's model may be put at a place after its leader moved.

        `position` is (x, y), or (x, y, z) to name the level.

        >>> squad = table.with_bodies(wc3d.Body("scout", "small", (12, 5)))
        >>> bool(squad.reposition("jack", "scout", (12.5, 5)))
        True
        """
        return reposition(self, self._resolve_body(leader), self._resolve_body(body), position)


def _check_position(body: Body) -> None:
    """Raise InputError if a model's position is invalid."""
    try:
        fits = len(body.at) in (2, 3) and all(map(isfinite, body.at))
    except TypeError:
        fits = False
    if not fits:
        raise InputError(
            f"model {body.id!r}: expected a position (x, y) or (x, y, z) in inches, found {body.at!r}"
        )
