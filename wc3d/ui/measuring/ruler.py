"""A ruler: distances in 3D between models and points, by the rules' own functions; and where a base stands when it is clicked."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import dist, hypot

from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.format_inches import inches
from wc3d.presentation.sight import between_discs, rims
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.table.sight.ranges import distance, distance_to_point
from wc3d.table.table import Table
from wc3d.table.terrain.standing import highest_standable, stand


@dataclass(frozen=True)
class End:
    """One end of a measurement: a model, or a point of the board."""

    at: XYZ
    body: str | None = None


@dataclass(frozen=True)
class Measurement:
    """A distance in 3D: between bases if both ends are models (p. 32), else from base or point to point.

    `bodies`: the models at its ends.
    """

    line: tuple[XYZ, XYZ]
    inches: float
    words: str
    bodies: tuple[str, ...] = ()

    @property
    def along(self) -> float:
        """Its length in plan."""
        (ax, ay, _), (bx, by, _) = self.line
        return hypot(bx - ax, by - ay)

    @property
    def up(self) -> float:
        """How much higher its end is than its start."""
        return self.line[1][2] - self.line[0][2]


def standing_place(table: Table, base: str, hit: RayHit, ignore: tuple[str, ...] = ()) -> tuple[XYZ | None, str]:
    """Where a base would stand at a hit: the face that was hit if it can, else the highest level there; or why it cannot."""
    x, y, z = hit.at
    footing = stand(table, base, (x, y, z), ignore=ignore) if hit.up else None
    if footing is not None and footing.standable:
        return (x, y, z), ""
    height = highest_standable(table, base, (x, y), ignore=ignore)
    if height is None:
        return None, f"a {base} base cannot stand there" + (f": {footing.reason}" if footing is not None else "")
    return (x, y, height), ""


def follow(model: Body | None, old_table: Table, new_table: Table) -> Body | None:
    """A model that was held when the table changed: where it is now; a ghost if it could still stand there; None: it is gone."""
    old_model, real = (next((b for b in t.bodies if model is not None and b.id == model.id), None) for t in (old_table, new_table))
    if model is None or (old_model is not None and real is None):
        return None
    if real is not None and old_model is not None and old_model.at == model.at:
        return real
    return model if stand(new_table, model.base, model.at, ignore=(model.id,)).standable else None


def end_of(table: Table, hit: RayHit | None) -> End | None:
    """What a hit means as an end of a measurement: models catch it."""
    if hit is None:
        return None
    return End(table.body(hit.id).at, hit.id) if hit.what == "body" else End(hit.at)


def measure(table: Table, a: End, b: End, named: Callable[[str], str] = str) -> Measurement:
    """The distance between two ends, by the rules' own function where they are models (`named`: what they are called)."""
    if a.body is not None and b.body is not None:
        body_a, body_b = table.body(a.body), table.body(b.body)
        length = distance(table, body_a, body_b)
        words = f"{named(a.body)} to {named(b.body)}, base to base: {inches(length)}"
        return Measurement(rims(body_a, body_b), length, words, (a.body, b.body))
    wide = [0.0 if end.body is None else table.body(end.body).radius for end in (a, b)]
    line = between_discs(a.at, wide[0], b.at, wide[1])
    model, point = (a, b) if a.body is not None else (b, a)
    if model.body is None:
        length = dist(*line)
        return Measurement(line, length, f"point to point: {inches(length)}")
    length = distance_to_point(table, table.body(model.body), point.at)
    return Measurement(line, length, f"{named(model.body)}'s base to the point: {inches(length)}", (model.body,))


class Ruler:
    """A ruler in hand: its `first` end, and what is `measured` from there to the mouse, or was."""

    def __init__(self) -> None:
        self.first: End | None = None
        self.measured: Measurement | None = None

    def put_down(self) -> None:
        """Forget both ends."""
        self.first = self.measured = None

    def point(self, table: Table, hit: RayHit, named: Callable[[str], str]) -> None:
        """The free end follows the mouse."""
        end = end_of(table, hit)
        if self.first is not None:
            self.measured = measure(table, self.first, end, named) if end is not None else None

    def click(self, table: Table, hit: RayHit, named: Callable[[str], str]) -> None:
        """One end, then the other."""
        end = end_of(table, hit)
        if self.first is None:
            self.first, self.measured = end, None
        elif end is not None:
            self.measured, self.first = measure(table, self.first, end, named), None

    def follow(self, old_table: Table, new_table: Table, has_new_terrain: bool) -> None:
        """The table has changed: both ends of a measure must be where they were; a first end alone goes along with its model."""
        bodies_by_id = {b.id: b for b in new_table.bodies}
        moved = {b.id for b in old_table.bodies if bodies_by_id.get(b.id) != b}
        if self.measured is not None and (has_new_terrain or moved & set(self.measured.bodies)):
            self.measured = None
        if self.first is not None and self.first.body is not None:
            real = bodies_by_id.get(self.first.body)
            self.first = End(real.at, real.id) if real is not None else None
        elif has_new_terrain:
            self.first = None

    def status(self, named: Callable[[str], str]) -> str:
        """What is measured, or what to do next."""
        if self.measured is not None:
            return self.measured.words
        if self.first is None:
            return "Click two points; the ruler snaps to models"
        return f"From {named(self.first.body) if self.first.body else 'there'}: click the second point"
