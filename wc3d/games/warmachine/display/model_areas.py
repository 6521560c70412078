"""The surroundings of a selected model: front and back arcs, melee range, and control area."""

from __future__ import annotations

import math

from shapely import Polygon

from wc3d.games.warmachine.display.attack_chances import chance_to_remove, mean_damage
from wc3d.games.warmachine.display.labels_and_lists import PLAYER_COLORS
from wc3d.games.warmachine.rules.agenda_frames import DamageRoll
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import control_radius
from wc3d.presentation.evidence_view import XY, Area, Circle, Stroke
from wc3d.presentation.palette import RGB, Pen
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    NEUTRAL_COLOR,
    FloatingTag,
    Preview,
    format_percent,
    make_preview,
)

ARC_CORNERS = 32
"""The number of corners of a drawn half circle."""
BACK_ARC_WIDTH_IN = 0.55
"""The painted width of the back arc in inches, from the base outward."""
LIFT_IN = 0.02
CONTROL_COLOR: RGB = (120, 210, 255)


def describe_damage(state: State, roll: DamageRoll) -> str:
    """Describe a damage roll: "11.5 damage points on average, removes 3%"."""
    return f"{mean_damage(state, roll):.1f} damage on average, {format_percent(chance_to_remove(state, roll))} to remove"


def ring_sector(place: XY, facing: float, inner_radius: float, outer_radius: float) -> Polygon:
    """Return the front half of a ring toward `facing`; an inner radius of 0 is a half disc."""
    turns = [math.radians(facing + 180.0 * k / ARC_CORNERS - 90.0) for k in range(ARC_CORNERS + 1)]
    outer = [
        (place[0] + outer_radius * math.cos(t), place[1] + outer_radius * math.sin(t))
        for t in turns
    ]
    inner = (
        [
            (place[0] + inner_radius * math.cos(t), place[1] + inner_radius * math.sin(t))
            for t in reversed(turns)
        ]
        if inner_radius
        else [place]
    )
    return Polygon([*outer, *inner])


def arc_areas(model: Fighter, rgb: RGB) -> tuple[Area, ...]:
    """Return the melee range, if any, as a half disc (WM-GEO-04) and the hatched back arc."""
    z, r = model.at[2] + LIFT_IN, model.radius
    behind = Area(
        ring_sector(model.place, model.facing + 180.0, r, r + BACK_ARC_WIDTH_IN),
        z,
        MAYBE_COLOR,
        "back arc",
        is_hatched=True,
    )
    return (reach_area(model, model.melee_reach, rgb), behind) if model.melee_reach else (behind,)


def reach_area(model: Fighter, reach: float, rgb: RGB) -> Area:
    """Return the area that a melee weapon of this reach covers (WM-MEL-02 to 04)."""
    region = melee_region(model, reach)
    shape = ring_sector(region.center, model.facing, model.radius, region.radius)
    return Area(shape, model.at[2] + LIFT_IN, rgb, "melee range")


def arc_line(model: Fighter) -> Stroke:
    """Return the line between the front and back arcs (WM-GEO-02)."""
    (x, y), (u, v), half_width = (
        model.place,
        model.facing_vector,
        model.radius + max(BACK_ARC_WIDTH_IN, model.melee_reach),
    )
    z = model.at[2] + 2 * LIFT_IN
    return Stroke(
        ((x - half_width * v, y + half_width * u, z), (x + half_width * v, y - half_width * u, z)),
        Pen.MEASURE,
        is_bold=False,
    )


def control_circle(state: State, caster: str) -> Circle:
    """Return a warcaster's control area from the edge of its base (WM-FOC-03, WM-RUL-80)."""
    body = get_fighter(state.table, caster)
    inches = control_radius(state, caster)
    return Circle(
        body.place, body.radius + inches, body.at[2], CONTROL_COLOR, f'control area, {inches:g}"'
    )


def model_surroundings(state: State, id: str, player: int | None) -> Preview | None:
    """Return a model's surroundings; only its player sees a control area (WM-RUL-07)."""
    if not state.is_on_table(id):
        return None
    body = get_fighter(state.table, id)
    model = state.models[id]
    own = model.is_warcaster and player == model.owner
    circles = [control_circle(state, id)] if own else []
    tags = [
        FloatingTag(
            _point_around(body, 180.0, body.radius + BACK_ARC_WIDTH_IN), "back", MAYBE_COLOR
        )
    ]
    if body.melee_reach:
        tags.append(
            FloatingTag(
                _point_around(body, 0.0, body.radius + body.melee_reach),
                f'melee {body.melee_reach:g}"',
                PLAYER_COLORS[model.owner - 1],
            )
        )
    else:
        tags.append(
            FloatingTag(
                _point_around(body, 0.0, body.radius + BACK_ARC_WIDTH_IN),
                "no melee range",
                NEUTRAL_COLOR,
            )
        )
    tags += [
        FloatingTag(_point_around(body, 90.0, area.radius), area.label, CONTROL_COLOR)
        for area in circles
    ]
    return make_preview(
        state.table,
        "around",
        None,
        "",
        areas=arc_areas(body, PLAYER_COLORS[model.owner - 1]),
        strokes=(arc_line(body),),
        circles=circles,
        tags=tags,
    )


def _point_around(body: Fighter, offset: float, distance: float) -> tuple[float, float, float]:
    turn = math.radians(body.facing + offset)
    return (
        body.at[0] + distance * math.cos(turn),
        body.at[1] + distance * math.sin(turn),
        body.at[2] + 0.1,
    )
