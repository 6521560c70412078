"""A ruler for 3D distances by the rules' own functions, and the position of a base at a click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import dist, hypot

from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.sight_marks import nearest_disc_points, nearest_rim_points
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, distance_to_point
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable, stand


@dataclass(frozen=True)
class RulerEnd:
    """An end of a measurement: a model, or a point of the board."""

    at: XYZ
    body: str | None = None


@dataclass(frozen=True)
class Measurement:
    """A 3D distance: between bases for two models (p. 32), otherwise from base or point to point.

    `bodies` are the models at its ends.
    """

    line: tuple[XYZ, XYZ]
    inches: float
    words: str
    bodies: tuple[str, ...] = ()

    @property
    def plan_length(self) -> float:
        """The horizontal length."""
        (ax, ay, _), (bx, by, _) = self.line
        return hypot(bx - ax, by - ay)

    @property
    def height_difference(self) -> float:
        """The height of the end above the start."""
        return self.line[1][2] - self.line[0][2]


def find_standing_place(
    table: Table, base: str, hit: RayHit, ignore: tuple[str, ...] = ()
) -> tuple[XYZ | None, str]:
    """Return the place of a base on the hit face or the highest level, or None and a reason."""
    x, y, z = hit.at
    footing = stand(table, base, (x, y, z), ignore=ignore) if hit.is_level_top else None
    if footing is not None and footing.standable:
        return (x, y, z), ""
    height = highest_standable(table, base, (x, y), ignore=ignore)
    if height is None:
        return None, f"a {base} base cannot stand there" + (
            f": {footing.reason}" if footing is not None else ""
        )
    return (x, y, height), ""


def follow_model(model: Body | None, old_table: Table, new_table: Table) -> Body | None:
    """Return a tool's model on a changed table: moved, as a ghost, or None if it is gone."""
    old_model, real = (
        next((b for b in t.bodies if model is not None and b.id == model.id), None)
        for t in (old_table, new_table)
    )
    if model is None or (old_model is not None and real is None):
        return None
    if real is not None and old_model is not None and old_model.at == model.at:
        return real
    return model if stand(new_table, model.base, model.at, ignore=(model.id,)).standable else None


def ruler_end_at(table: Table, hit: RayHit | None) -> RulerEnd | None:
    """Return the end of a measurement at a hit. It snaps to models."""
    if hit is None:
        return None
    return RulerEnd(table.body(hit.id).at, hit.id) if hit.kind == "body" else RulerEnd(hit.at)


def measure_distance(
    table: Table, a: RulerEnd, b: RulerEnd, named: Callable[[str], str] = str
) -> Measurement:
    """Return the distance between two ends, for models by the rules. `named` returns names."""
    if a.body is not None and b.body is not None:
        body_a, body_b = table.body(a.body), table.body(b.body)
        length = distance(table, body_a, body_b)
        words = f"{named(a.body)} to {named(b.body)}, base to base: {format_inches(length)}"
        return Measurement(nearest_rim_points(body_a, body_b), length, words, (a.body, b.body))
    wide = [0.0 if end.body is None else table.body(end.body).radius for end in (a, b)]
    line = nearest_disc_points(a.at, wide[0], b.at, wide[1])
    model, point = (a, b) if a.body is not None else (b, a)
    if model.body is None:
        length = dist(*line)
        return Measurement(line, length, f"point to point: {format_inches(length)}")
    length = distance_to_point(table, table.body(model.body), point.at)
    return Measurement(
        line,
        length,
        f"{named(model.body)}'s base to the point: {format_inches(length)}",
        (model.body,),
    )


class Ruler:
    """A ruler with its first end and the measurement from there to the mouse or the second end."""

    def __init__(self) -> None:
        self.first_end: RulerEnd | None = None
        self.measurement: Measurement | None = None

    def clear(self) -> None:
        """Clear both ends."""
        self.first_end = self.measurement = None

    def on_hover(self, table: Table, hit: RayHit, named: Callable[[str], str]) -> None:
        """Move the free end to the mouse."""
        end = ruler_end_at(table, hit)
        if self.first_end is not None:
            self.measurement = (
                measure_distance(table, self.first_end, end, named) if end is not None else None
            )

    def on_click(self, table: Table, hit: RayHit, named: Callable[[str], str]) -> None:
        """Set the first end, then the second."""
        end = ruler_end_at(table, hit)
        if self.first_end is None:
            self.first_end = end
            self.measurement = None
        elif end is not None:
            self.measurement = measure_distance(table, self.first_end, end, named)
            self.first_end = None

    def sync(self, old_table: Table, new_table: Table, has_new_terrain: bool) -> None:
        """Drop a measurement if one of its ends has moved. A lone first end follows its model."""
        bodies_by_id = {b.id: b for b in new_table.bodies}
        moved = {b.id for b in old_table.bodies if bodies_by_id.get(b.id) != b}
        if self.measurement is not None and (
            has_new_terrain or moved & set(self.measurement.bodies)
        ):
            self.measurement = None
        if self.first_end is not None and self.first_end.body is not None:
            real = bodies_by_id.get(self.first_end.body)
            self.first_end = RulerEnd(real.at, real.id) if real is not None else None
        elif has_new_terrain:
            self.first_end = None

    def status(self, named: Callable[[str], str]) -> str:
        """Return the measurement or the next step, in words."""
        if self.measurement is not None:
            return self.measurement.words
        if self.first_end is None:
            return "Click two points; the ruler snaps to models"
        return f"From {named(self.first_end.body) if self.first_end.body else 'there'}: click the second point"
