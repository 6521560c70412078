"""Directions (never distances, WM-RUL-07) of undeclared charges, slams and sprays."""

from __future__ import annotations

import math
from collections.abc import Callable

from shapely import Polygon, box

from wc3d._internal.memo import memo_on_state
from wc3d.engine.actions import Verdict
from wc3d.games.warmachine.display.attack_chances import chance_to_hit
from wc3d.games.warmachine.display.model_areas import describe_damage
from wc3d.games.warmachine.display.slam_and_throw_preview import preview_slam_outcomes
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.warmachine.rules.attack_plans import bash_plan, can_bash, weapon_plan
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.attack_declaration import CHARGE_EXTRA_DICE
from wc3d.games.warmachine.rules.fighting.power_attacks import size_penalty
from wc3d.games.warmachine.rules.moving.charging import charge_table, longest_reach
from wc3d.games.warmachine.rules.space.areas import SPRAY_WIDTH_IN
from wc3d.games.warmachine.rules.space.charge_geometry import ChargeDirections, compute_charge
from wc3d.games.warmachine.rules.space.fighters import facing_toward, get_fighter
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.geometry.plane.local_frame import unit_vector
from wc3d.geometry.points import XY
from wc3d.presentation.evidence_view import Area, Stroke
from wc3d.presentation.palette import RGB, Pen, Role
from wc3d.presentation.preview import (
    NO_COLOR,
    YES_COLOR,
    FloatingTag,
    Preview,
    format_percent,
    make_preview,
    point_above_model,
)

LANE_COLOR: RGB = (96, 214, 140)
SPRAY_COLOR: RGB = (244, 150, 40)
MIN_DIRECTION_STEP_DEG, MAX_DIRECTIONS = 0.5, 90
"""The smallest step in degrees between tested directions, and the maximum number of them."""
LANE_TOLERANCE_DEG = 0.01
"""The precision in degrees of the ends of lanes."""
LANE_STEP_DEG = 3.0
"""Degrees between the corners of a lane's end."""


def table_diagonal(state: State) -> float:
    """Return a length greater than any path on this table."""
    return math.hypot(*state.table.size)


@memo_on_state
def open_lanes(state: State, model: str, target: str) -> ChargeDirections:
    """Return the directions without an obstacle between a charger and its target, as if every
    charge were long enough.

    The lanes show nothing about the distance, which is measured after the declaration (WM-RUL-07).
    The rules' own charge decides each tested direction. The ends of a lane are exact to a
    hundredth of a degree. Lanes narrower than the step between two directions are missed, because
    the exact answer is too slow to draw on meshes.
    """
    ground = charge_table(state, model)
    reach = longest_reach(state, model)
    me = get_fighter(state.table, model)
    aim = get_fighter(state.table, target)
    distance = math.dist(me.place, aim.place)  # models beyond the target are not in the way
    touching = me.radius + reach + aim.radius
    fan = math.degrees(math.asin(touching / distance)) if distance > touching else 180.0
    middle = charge_direction(state, model, target, None)
    count = min(MAX_DIRECTIONS, 2 * math.ceil(fan / MIN_DIRECTION_STEP_DEG)) or 2

    def is_possible(offset: float) -> bool:
        return compute_charge(ground, me, aim, distance, (middle + offset) % 360.0, reach).possible

    offsets = [-fan + 2 * fan * k / count for k in range(count + 1)]
    results = [is_possible(offset) for offset in offsets]
    lanes = list[tuple[float, float]]()
    start = 0.0
    for k, (offset, fine) in enumerate(zip(offsets, results, strict=True)):
        was_possible = k > 0 and results[k - 1]
        if fine and not was_possible:
            start = _lane_end(is_possible, offset, offsets[k - 1]) if k else offset
        if was_possible and not fine:
            lanes.append((middle + start, middle + _lane_end(is_possible, offsets[k - 1], offset)))
    if results[-1]:
        lanes.append((middle + start, middle + fan))
    return ChargeDirections(tuple(lanes))


def _lane_end(is_possible: Callable[[float], bool], inner: float, outer: float) -> float:
    """Return a lane's last inside direction, between `inner` and `outer`."""
    while abs(outer - inner) > LANE_TOLERANCE_DEG:
        half = (inner + outer) / 2
        inner, outer = (half, outer) if is_possible(half) else (inner, half)
    return inner


def is_in_lane(lanes: ChargeDirections, direction: float) -> bool:
    """Return whether a direction is in one of the lanes."""
    return any(
        low - 1e-9 <= direction + turn <= high + 1e-9
        for low, high in lanes.directions
        for turn in (0.0, 360.0, -360.0)
    )


def nearest_lane_direction(lanes: ChargeDirections, direction: float) -> float:
    """Return the direction in the lanes nearest to `direction`; without lanes, itself."""
    if is_in_lane(lanes, direction) or not lanes.directions:
        return direction
    ends = (end for lane in lanes.directions for end in lane)
    return min(ends, key=lambda end: abs((end - direction + 180.0) % 360.0 - 180.0))


def lane_areas(state: State, model: str, target: str) -> list[Area]:
    """Return the lanes as painted ground, up to the target."""
    me = get_fighter(state.table, model)
    aim = get_fighter(state.table, target)
    distance = math.dist(me.place, aim.place)
    areas = []
    for low, high in open_lanes(state, model, target).directions:
        steps = max(2, math.ceil((high - low) / LANE_STEP_DEG))
        rim = [
            _point_in_direction(me.place, low + (high - low) * k / steps, distance)
            for k in range(steps + 1)
        ]
        areas.append(
            Area(Polygon([me.place, *rim]).buffer(0.02), me.at[2] + 0.02, LANE_COLOR, "open")
        )
    return areas


def _point_in_direction(place: XY, direction: float, distance: float) -> XY:
    u, v = unit_vector(direction)
    return place[0] + distance * u, place[1] + distance * v


def charge_direction(state: State, model: str, target: str, direction: float | None) -> float:
    """Return the direction of a charge: `direction`, or straight at the target for None."""
    me = get_fighter(state.table, model)
    aim = get_fighter(state.table, target)
    straight = facing_toward(me.place, aim.place)
    return (
        direction % 360.0 if direction is not None else me.facing if straight is None else straight
    )


def charge_preview(state: State, action: actions.Charge, verdict: Verdict) -> Preview:
    """Return the preview of a charge: lanes, path to the target, obstacles and attack."""
    me = get_fighter(state.table, action.model)
    aim = get_fighter(state.table, action.target)
    way = charge_direction(state, me.id, aim.id, action.direction)
    reach = longest_reach(state, me.id)
    run = compute_charge(
        charge_table(state, me.id), me.id, aim.id, table_diagonal(state), way, reach
    )
    z = me.at[2] + 0.03
    distance = math.dist(me.place, aim.place)
    stopped = run.in_range_length is None
    end = _point_in_direction(
        me.place, way, distance if not stopped else min(distance, run.stop_length)
    )
    strokes = [Stroke(((*me.place, z), (*end, z)), Pen.REFUSED if stopped else Pen.PATH)]
    blocker = (
        state.name(state.table.display_name(run.stopped_by))
        if run.stopped_by and run.stopped_by != "edge"
        else "something"
    )
    words = (
        verdict.text
        if not verdict
        else (
            f"{blocker} blocks this charge"
            if stopped
            else f"charge {display_name(state, aim.id)}; the distance is measured after you declare it"
        )
    )
    tags = [
        FloatingTag(
            point_above_model(aim),
            "open" if not stopped else f"blocked: {blocker}",
            YES_COLOR if not stopped else NO_COLOR,
            is_bold=True,
        )
    ]
    return make_preview(
        state.table,
        action.type,
        bool(verdict),
        words,
        areas=lane_areas(state, me.id, aim.id),
        strokes=strokes,
        tags=tags,
        facts=_list_charge_facts(state, action),
        roles={me.id: Role.FROM, aim.id: Role.TO},
        action=action if verdict else None,
        verdict=verdict,
    )


def _list_charge_facts(state: State, action: actions.Charge) -> tuple[tuple[str, str], ...]:
    """List the chances of the charge attack with each weapon."""
    me = action.model
    rows = []
    plans = [weapon_plan(state, me, w) for w in state.usable_weapons(me) if w.kind == "melee"]
    for plan in plans or ([bash_plan(state, me)] if can_bash(state, me) else []):
        hit = chance_to_hit(state, Attacking("", me, action.target, plan))
        roll = DamageRoll(
            "",
            action.target,
            state.models[me].owner,
            plan.power or 0,
            BASE_DICE + CHARGE_EXTRA_DICE,
            kind="melee",
        )
        rows.append((plan.name, f"hits {format_percent(hit)}, then {describe_damage(state, roll)}"))
    return (*rows, ("Charge", '1 extra damage die after moving 3" or more (WM-CHG-08, WM-CHG-11)'))


def slam_preview(state: State, action: actions.SlamInto, verdict: Verdict) -> Preview:
    """Return the preview of a slam: its path, and the target's final place for each die result."""
    me = get_fighter(state.table, action.model)
    aim = get_fighter(state.table, action.target)
    z = me.at[2] + 0.03
    strokes = [Stroke(((*me.place, z), (*aim.place, z)), Pen.PATH if verdict else Pen.REFUSED)]
    if not verdict:
        return make_preview(
            state.table, action.type, False, verdict.text, strokes=strokes, verdict=verdict
        )
    marks = preview_slam_outcomes(state, me.id, aim.id)
    penalty = size_penalty(state, me.id, aim.id)
    rows = (
        (
            "To hit",
            f"{penalty.amount:+d} ({penalty.why}); the distance is measured after you declare it",
        ),
    )
    return make_preview(
        state.table,
        action.type,
        True,
        f"slam {display_name(state, aim.id)}, if the warjack reaches it and hits",
        strokes=[*strokes, *marks.strokes],
        circles=marks.circles,
        tags=marks.tags,
        facts=(*rows, *marks.rows),
        roles={me.id: Role.FROM, aim.id: Role.TO},
        action=action,
        verdict=verdict,
    )


def spray_area(state: State, origin: str, direction: float, length: float) -> Area:
    """Return a spray's strip as a rectangle on the ground, up to the table's edge (WM-GEO-30)."""
    me = get_fighter(state.table, origin)
    way = unit_vector(direction)
    (x, y), (u, v) = me.place, way
    start = me.radius
    half = SPRAY_WIDTH_IN / 2
    ends = (start, -half), (start, half), (start + length, half), (start + length, -half)
    corners = [(x + f * u - s * v, y + f * v + s * u) for f, s in ends]
    shape = Polygon(corners).intersection(box(0.0, 0.0, *state.table.size))
    return Area(shape, me.at[2] + 0.02, SPRAY_COLOR, "spray", is_hatched=True)
