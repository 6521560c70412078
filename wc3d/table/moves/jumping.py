"""Jumping: a straight level flight until a contact, then the drop."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.sweep import first_contact
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.contacts import direction_and_distance, find_first_contacts, point_along
from wc3d.table.moves.falling import Fall, find_fall
from wc3d.table.moves.rough_ground import rough_ground_under_jump
from wc3d.table.space_policy import Motion
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import is_base_on_table, volumes_overlap


@dataclass(frozen=True)
class Jump:
    """The result of a jump. It is true if the jump is legal. Lengths are inches.

    - `legal`, `reason`: the verdict and why. An illegal jump ends where it began.
    - `end`: where the model stands afterwards, (x, y, z). `fall`, `power`: the drop and its POW.
    - `length`: the level part, from `start` to `turn`. `drop`: the fall from there.
    - `stopped_by`: the id of the obstacle that stopped it, or None. `contacts`: all ids it touched.
    - `ends_move`: whether the jump ends the model's movement.
    - `entered_rough`, `rough`: whether it entered rough ground, and the ids of that ground.

    >>> jump = table.jump("hunter", to=(24, 33))
    >>> round(jump.length, 2), jump.power, jump.stopped_by
    (2.83, 2, None)
    """

    legal: bool
    reason: str
    end: XYZ
    length: float
    fall: float
    power: int
    stopped_by: str | None
    ends_move: bool
    entered_rough: bool
    start: XYZ
    turn: XYZ
    contacts: tuple[str, ...]
    rough: tuple[str, ...]
    drop: Fall
    rules: tuple[SpaceRule, ...] = ()

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        end = ", ".join(f"{value:g}" for value in self.end)
        return f"<Jump: {f'legal, {self.length:g} inches to ({end})' if self.legal else f'illegal, {self.reason}'}>"


def jump(table: TableState, body: Body, to: XY, pathfinder: bool = False) -> Jump:
    """Find the end of a straight level jump from the model's place to `to`.

    The caller checks the inches left: `move` does. With Pathfinder, rough ground does not count as
    entered.
    """
    x, y, z = body.at
    way, distance = direction_and_distance((x, y), to)
    contacts, length = _flight(table, body, way, distance)
    turn = to if not contacts and distance > 0.0 else point_along((x, y), way, length)
    if contacts and abs(length - distance) <= EPSILON_IN:
        turn = to
    fault = ""
    fixed = table.policy.immobility_reason(body, Motion.JUMP)
    if fixed:
        fault = fixed
    elif not is_base_on_table(table, turn, body.radius):
        fault = "part of the base would be beyond the table's edge"
    if fault:
        no_fall = Fall(body.at, body.at, body.at, 0.0, 0)
        rules = SpaceRule.JUMP, SpaceRule.FIXED_MODEL if fixed else SpaceRule.OFF_TABLE
        return Jump(
            False,
            fault,
            body.at,
            distance,
            0.0,
            0,
            None,
            False,
            False,
            body.at,
            body.at,
            (),
            (),
            no_fall,
            rules,
        )
    rough = rough_ground_under_jump(table, (x, y), turn, body.radius, z, body.height)
    fall = find_fall(table, body, (*turn, z))
    reason = (
        f"stopped by {', '.join(map(table.display_name, contacts))}"
        if contacts
        else "nothing in the way"
    )
    return Jump(
        legal=True,
        reason=reason,
        end=fall.end,
        length=length,
        fall=fall.height,
        power=fall.power,
        stopped_by=contacts[0] if contacts else None,
        ends_move=bool(contacts),
        entered_rough=bool(rough) and not pathfinder,
        start=body.at,
        turn=(*turn, z),
        contacts=contacts,
        rough=rough,
        drop=fall,
        rules=_rules(table, (x, y), turn, body, pathfinder, rough, contacts, fall),
    )


def _rules(
    table: TableState,
    at: XY,
    turn: XY,
    body: Body,
    pathfinder: bool,
    rough: tuple[str, ...],
    contacts: tuple[str, ...],
    fall: Fall,
) -> tuple[SpaceRule, ...]:
    """Return the rules that decided a jump. Rules of rough ground apply only with rough ground on
    or below the path.
    """
    rules = [SpaceRule.JUMP, SpaceRule.JUMP_DROP]
    if rough and pathfinder:
        rules.append(SpaceRule.PATHFINDER)
    elif rough:
        rules += [SpaceRule.ROUGH_GROUND, SpaceRule.ROUGH_BELOW_JUMP]
    elif rough_ground_under_jump(
        table, at, turn, body.radius, body.at[2], body.height, clear=math.inf
    ):
        rules.append(SpaceRule.ROUGH_BELOW_JUMP)
    models = [table.body(id) for id in contacts if table.has_body(id)]
    if any(not table.has_body(id) and table.feature(id).kind is Kind.IMPASSABLE for id in contacts):
        rules.append(SpaceRule.IMPASSABLE)
    if any(table.policy.can_pass_through(model, body, Motion.JUMP) for model in models):
        rules.append(SpaceRule.OPEN_MODEL)
    if fall.height > 0.0:
        rules.append(SpaceRule.FALL_DAMAGE)
    if contacts:
        rules.append(SpaceRule.JUMP_STOPPED)
    return tuple(rules)


def _flight(
    table: TableState, body: Body, way: XY, distance: float
) -> tuple[tuple[str, ...], float]:
    """Return the contacts of a jump, and the inches before them (the full jump if there are none).

    A jump that would end in a passable model ends at the first touch of that model instead.
    """
    if distance <= 0.0:
        return (), 0.0
    x, y, z = body.at
    open_models = [
        b
        for b in table.bodies
        if b.id != body.id and table.policy.can_pass_through(b, body, Motion.JUMP)
    ]
    hits = find_first_contacts(
        table, body, (x, y), way, distance, z, ignore=[b.id for b in open_models]
    )
    contacts = tuple(c.id for c in hits)
    length = hits[0].distance if hits else distance
    while True:
        landing = body.moved((*point_along((x, y), way, length), z))
        overlaps = [
            b
            for b in open_models
            if volumes_overlap(landing.volume, table.policy.occupied_volume(b))
        ]
        if not overlaps:
            return contacts, length
        touches = [(_first_touch(body, way, model), model.id) for model in overlaps]
        length = min(touch for touch, _ in touches)
        contacts = tuple(id for touch, id in touches if touch <= length + EPSILON_IN)
        open_models = [b for b in open_models if b not in overlaps]


def _first_touch(body: Body, way: XY, obstacle: Body) -> float:
    at = (body.at[0], body.at[1])
    touch = first_contact(at, way, body.radius, (obstacle.volume.center, obstacle.radius))
    return 0.0 if touch is None or math.isinf(touch) else touch
