"""Proofs that slams, stopped jumps and moves end alike under a doubt; empty text without a proof.

All paths of a model lie in one sweep of a wider base. A narrower base on the middle path is inside
the model at each moment, from all places. So what the wide sweep misses, no path meets; and what
the narrow sweep enters, each path meets. Heights are exact, as models stand on floors.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from wc3d.geometry.points import XY
from wc3d.geometry.sweep import first_contact, moved_disc_overlaps
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.doubt import SURE_MARGIN_IN
from wc3d.table.body import Body
from wc3d.table.moves.contacts import direction_and_distance, point_along
from wc3d.table.moves.rough_ground import rough_ground_patches
from wc3d.table.moves.slams import slam
from wc3d.table.space_policy import Motion
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import (
    INFINITE_BOX,
    Section,
    bodies_at_heights,
    is_base_on_table,
    solid_sections,
)

SLAM = Motion.SLAM
MIN_WAY_IN = 0.1


class Sweep:
    """All paths of a model along a straight way, with all models up to an error off.

    `off` is the most that a point of the path is beside the middle path; `others` the most that
    another model is off.
    """

    def __init__(self, table: Table, body: Body, end: XY, off: float, others: float) -> None:
        self.table = table
        self.body = body
        self.start: XY = (body.at[0], body.at[1])
        self.end = end
        self.off = off + SURE_MARGIN_IN
        self.others = others + SURE_MARGIN_IN

    def _sections(self, ignore: Collection[str]) -> list[tuple[str, Section, float]]:
        """Return the id, plan and error of all that shares heights with the model."""
        low = self.body.at[2]
        high = low + self.body.height
        terrain = solid_sections(self.table, low, high, INFINITE_BOX)
        models = bodies_at_heights(self.table, low, high, (*ignore, self.body.id))
        return [
            *((feature.id, plan, 0.0) for feature, plan in terrain),
            *((b.id, (volume.center, volume.radius), self.others) for b, volume in models),
        ]

    def possible_contacts(self, ignore: Collection[str] = (), at_start: bool = False) -> set[str]:
        """Return everything that any path may touch, perhaps only at its start."""
        wide = self.body.radius + self.off + 2 * EPSILON_IN
        end = self.start if at_start else self.end
        return {
            id
            for id, plan, error in self._sections(ignore)
            if moved_disc_overlaps(self.start, end, wide + error, plan)
        }

    def is_sure_contact(self, id: str) -> bool:
        """Return whether each path enters a thing before its end."""
        way, distance = direction_and_distance(self.start, self.end)
        for name, plan, error in self._sections(()):
            narrow = self.body.radius - self.off - error
            if name != id or narrow <= 0:
                continue
            travel = first_contact(self.start, way, narrow, plan)
            if travel is not None and travel < distance - SURE_MARGIN_IN:
                return True
        return False

    def stays_on_table(self) -> bool:
        """Return whether every path stays on the table."""
        wide = self.body.radius + self.off
        return all(is_base_on_table(self.table, at, wide) for at in (self.start, self.end))

    def meets_rough_ground(self) -> bool:
        """Return whether any path may enter rough ground."""
        low = self.body.at[2]
        patches = rough_ground_patches(self.table.features, low, low + self.body.height)
        wide = self.body.radius + self.off + 2 * EPSILON_IN
        return any(moved_disc_overlaps(self.start, self.end, wide, plan) for _, plan in patches)


def _passable_models(table: Table, body: Body, motion: Motion) -> list[str]:
    return [b.id for b in table.bodies if table.policy.can_pass_through(b, body, motion)]


def _is_on_ground(body: Body) -> bool:
    return abs(body.at[2]) <= EPSILON_IN


def prove_slam(
    table: Table, body: Body, source: Body, distance: float, inaccuracy: Inaccuracy
) -> str:
    """Return why a slam on the ground ends alike (p. 37): free, or always stopped by one thing."""
    fixed = table.policy.immobility_reason(body, SLAM)
    if fixed:
        return fixed
    displacement = as_displacement(inaccuracy)
    off = displacement.flat(body.id)
    apart = off + displacement.flat(source.id)
    way, separation = direction_and_distance(source.at[:2], body.at[:2])
    if separation <= apart or distance <= 0 or not _is_on_ground(body):
        return ""
    turn = 2 * apart / (2 * separation - apart)
    slammed = slam(table, body, source, distance)
    length = float(distance)
    if slammed.contacts:  # what is beyond a sure contact does not matter
        length = min(length, slammed.moved + 3 * (off + slammed.moved * turn) + MIN_WAY_IN)
    end = point_along(body.at[:2], way, length)
    sweep = Sweep(table, body, end, off + length * turn, displacement.inches)
    if not sweep.stays_on_table() or sweep.meets_rough_ground():
        return ""
    return _prove_contacts(sweep, _passable_models(table, body, SLAM))


def _prove_contacts(sweep: Sweep, passable: Collection[str]) -> str:
    """Return why all paths are free, or end at the same single thing."""
    touched = sweep.possible_contacts(passable)
    if not touched:
        return "even a base enlarged by the error meets nothing on the way"
    if len(touched) > 1 or sweep.possible_contacts(passable, at_start=True):
        return ""
    (id,) = touched
    if not sweep.is_sure_contact(id):
        return ""
    name = sweep.table.display_name(id)
    return f"even a base shrunk by the error meets {name}, and an enlarged one nothing else"


def prove_stopped_jump(table: Table, body: Body, to: XY, inaccuracy: Inaccuracy) -> str:
    """Return why one thing stops a jump from the ground from all places (p. 45)."""
    displacement = as_displacement(inaccuracy)
    off = displacement.flat(body.id)
    if _passable_models(table, body, Motion.JUMP) or not _is_on_ground(body):
        return ""
    if math.dist(body.at[:2], to) <= off + EPSILON_IN:
        return ""
    sweep = Sweep(table, body, to, off, displacement.inches)
    if not sweep.stays_on_table() or not sweep.possible_contacts():
        return ""
    return _prove_contacts(sweep, ())


def prove_move(
    table: Table, body: Body, path: Sequence[object], speed: float, inaccuracy: Inaccuracy
) -> str:
    """Return why a path on the ground is legal from all places, or always too long (p. 27)."""
    corners = [(float(step[0]), float(step[1])) for step in path if isinstance(step, tuple)]
    displacement = as_displacement(inaccuracy)
    off = displacement.flat(body.id)
    if len(corners) < len(path):
        return ""
    legs = list(zip([body.at[:2], *corners[:-1]], corners, strict=True))
    length = sum(math.dist(*leg) for leg in legs)
    if length - off > speed + EPSILON_IN + SURE_MARGIN_IN:
        return "even the shortest of the paths is longer than the allowance"
    is_level = all(len(step) == 2 or abs(step[2]) <= EPSILON_IN for step in path)  # type: ignore[arg-type, index]
    if length + off > speed or not is_level or not _is_on_ground(body):
        return ""
    if table.policy.immobility_reason(body, Motion.WALK):
        return ""
    for first, last in legs:
        walker = body.moved((*first, 0.0))
        sweep = Sweep(table, walker, last, off, displacement.inches)
        if not sweep.stays_on_table() or sweep.possible_contacts() or sweep.meets_rough_ground():
            return ""
    return "even a base enlarged by the error meets nothing on the path, which is short enough"
