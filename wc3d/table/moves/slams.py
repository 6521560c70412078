"""Slams: push a model straight away from its attacker until a contact, then drop it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.moves.contacts import (
    Contact,
    direction_and_distance,
    find_first_contacts,
    point_along,
)
from wc3d.table.moves.falling import Fall, find_fall
from wc3d.table.moves.rough_ground import (
    reachable_length,
    rough_ground_on_way,
    rough_ground_spans,
    shorten_by_rough_ground,
)
from wc3d.table.space_policy import Motion
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import is_base_on_table


@dataclass(frozen=True)
class Slam:
    """The result of a slam. Lengths are inches.

    - `end`: where the model stands afterwards, (x, y, z). `moved`: the horizontal length.
    - `contacts`: ids that it hit. `collateral`: those of them that also suffer damage.
    - `fall`, `power`: the drop and its POW. `drop`: the fall, from `turn`.
    - `rough`: whether rough ground shortened it. `entered`: ids of that ground.
    - `power_die`: whether it ended against terrain or against a base at least as large.
    - `destroyed`: whether it left the table. `end` is then where the base crosses the edge.
    - `distance`, `start`: the request. `reason`: the outcome in words.

    >>> slam = table.slam("hunter", "jack", distance=4)
    >>> slam.contacts, slam.fall, slam.destroyed
    ((), 2.0, False)
    """

    end: XYZ
    moved: float
    contacts: tuple[str, ...]
    fall: float
    power: int
    destroyed: bool
    rough: bool
    power_die: bool
    collateral: tuple[str, ...]
    start: XYZ
    turn: XYZ
    distance: float
    entered: tuple[str, ...]
    drop: Fall
    reason: str = ""
    rules: tuple[SpaceRule, ...] = ()

    def __repr__(self) -> str:
        end = ", ".join(f"{value:g}" for value in self.end)
        return f"<Slam: {self.moved:g} inches to ({end}){', destroyed' if self.destroyed else ''}>"


def slam(
    table: TableState, body: Body, source: Body, distance: float, pathfinder: bool = False
) -> Slam:
    """Slam `body` directly away from `source` by `distance` inches.

    Rough ground within the full distance shortens the slam unless a contact comes first. It does
    so even beyond the table's edge. Pathfinder ignores rough ground, Flight does not. Straight
    above or below the attacker, the model does not move.
    """
    at = (body.at[0], body.at[1])
    way, separation = direction_and_distance((source.at[0], source.at[1]), at)
    fixed = table.policy.immobility_reason(body, Motion.SLAM)
    if fixed:
        return _no_slam(body, distance, fixed, SpaceRule.FIXED_MODEL)
    if separation == 0.0:
        return _no_slam(
            body, distance, "one model stands straight above the other, so there is no direction"
        )
    limit, contacts = _free_way(table, body, at, way, float(distance))
    rough = rough_ground_on_way(
        table, at, point_along(at, way, limit), body.radius, body.at[2], body.height
    )
    entered = () if pathfinder else rough
    if entered:
        limit, contacts = _free_way(
            table,
            body,
            at,
            way,
            shorten_slam(table, body, at, point_along(at, way, limit), float(distance)),
        )
    limit, contacts, leaves_table = _stop_at_edge(table, body, at, way, limit, contacts)
    is_lost = leaves_table and table.policy.lost_at_edge
    turn = (*point_along(at, way, limit), body.at[2])
    fall = Fall(turn, turn, turn, 0.0, 0) if is_lost else find_fall(table, body, turn)
    slammed = Slam(
        end=fall.end,
        moved=limit,
        contacts=tuple(c.id for c in contacts),
        fall=fall.height,
        power=fall.power,
        destroyed=is_lost,
        rough=bool(entered),
        power_die=any(_adds_power_die(body, c) for c in contacts),
        collateral=tuple(
            c.id
            for c in contacts
            if isinstance(c.thing, Body) and c.thing.radius <= body.radius + EPSILON_IN
        ),
        start=body.at,
        turn=turn,
        distance=distance,
        entered=entered,
        drop=fall,
        reason=_reason(table, contacts, leaves_table, is_lost),
    )
    return replace(slammed, rules=_rules(slammed, contacts, bool(rough), leaves_table))


def _rules(
    slammed: Slam, contacts: tuple[Contact, ...], rough: bool, leaves_table: bool
) -> tuple[SpaceRule, ...]:
    """Return the rules that decided a slam, with those of rough ground only if it enters some."""
    applies = {
        SpaceRule.ROUGH_SLAM: slammed.rough,
        SpaceRule.PATHFINDER: rough and not slammed.rough,
        SpaceRule.IMPASSABLE: any(
            isinstance(c.thing, Feature) and c.thing.kind is Kind.IMPASSABLE for c in contacts
        ),
        SpaceRule.SLAM_FALL: slammed.fall > 0.0,
        SpaceRule.FALL_DAMAGE: slammed.fall > 0.0,
        SpaceRule.SLAM_OFF_TABLE: leaves_table,
        SpaceRule.SLAM_DAMAGE: slammed.power_die,
        SpaceRule.SLAM_COLLATERAL: bool(slammed.collateral),
    }
    return (
        SpaceRule.SLAM,
        SpaceRule.SLAM_STOPPED,
        *(rule for rule, is_applied in applies.items() if is_applied),
    )


def shorten_slam(table: TableState, body: Body, at: XY, end: XY, distance: float) -> float:
    """Return the length of a slam or drag of `distance` inches that may enter rough ground."""
    spans = (
        rough_ground_spans(table, at, end, body.radius, body.at[2], body.height)
        if table.policy.rough_pace != 1.0
        else []
    )
    return reachable_length(
        spans, shorten_by_rough_ground(table.policy, distance), table.policy.rough_pace
    )


def _free_way(
    table: TableState, body: Body, at: XY, way: XY, inches: float
) -> tuple[float, tuple[Contact, ...]]:
    """Return the inches before the first contact, and the contacts, ignoring the table's edge."""
    open_models = [
        b.id for b in table.bodies if table.policy.can_pass_through(b, body, Motion.SLAM)
    ]
    contacts = find_first_contacts(table, body, at, way, inches, body.at[2], ignore=open_models)
    return (contacts[0].distance if contacts else inches), contacts


def _stop_at_edge(
    table: TableState, body: Body, at: XY, way: XY, limit: float, contacts: tuple[Contact, ...]
) -> tuple[float, tuple[Contact, ...], bool]:
    """Return inches, contacts, and whether it leaves the table first; contact wins a tie."""
    if is_base_on_table(table, point_along(at, way, limit), body.radius):
        return limit, contacts, False
    edge = _distance_to_edge(table, body, at, way)
    if contacts and limit <= edge + EPSILON_IN:
        return limit, contacts, False
    return min(edge, limit), (), True


def _distance_to_edge(table: TableState, body: Body, at: XY, way: XY) -> float:
    """Return the inches until the base crosses the table's edge (0 if it is already beyond)."""
    rooms = [
        (side - body.radius - coordinate) / rate
        if rate > 0.0
        else (body.radius - coordinate) / rate
        for coordinate, rate, side in zip(at, way, table.size, strict=True)
        if abs(rate) > 1e-15
    ]
    return max(0.0, min(rooms))


def _adds_power_die(body: Body, contact: Contact) -> bool:
    """Return whether this contact adds a power die: an obstacle, structure, or base as large.

    Impassable terrain counts as a structure if it has height.
    """
    obstacle = contact.thing
    if isinstance(obstacle, Feature):
        return obstacle.kind is not Kind.IMPASSABLE or obstacle.high - obstacle.low > EPSILON_IN
    return obstacle.radius >= body.radius - EPSILON_IN


def _reason(
    table: TableState, contacts: tuple[Contact, ...], leaves_table: bool, is_lost: bool
) -> str:
    if leaves_table:
        return "slammed off the table: destroyed" if is_lost else "stopped at the table's edge"
    return (
        f"stopped by {', '.join(table.display_name(c.id) for c in contacts)}"
        if contacts
        else "nothing in the way"
    )


def _no_slam(body: Body, distance: float, reason: str, *rules: SpaceRule) -> Slam:
    at = body.at
    no_fall = Fall(body.at, body.at, body.at, 0.0, 0)
    return Slam(
        at,
        0.0,
        (),
        0.0,
        0,
        False,
        False,
        False,
        (),
        at,
        at,
        distance,
        (),
        no_fall,
        reason,
        (SpaceRule.SLAM, *rules),
    )
