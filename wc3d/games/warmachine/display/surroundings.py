"""What is round a model when one looks at it: its front and back arcs, its melee range, and its player's control area."""
from __future__ import annotations

import math

from shapely import Polygon

from wc3d.games.warmachine.display.chances import chance_to_remove, mean_damage
from wc3d.games.warmachine.display.sides import COLORS
from wc3d.games.warmachine.rules.frames import DamageRoll
from wc3d.games.warmachine.rules.space.fighters import Fighter, fighter
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import control_radius
from wc3d.presentation.evidence_view import XY, Area, Circle, Stroke
from wc3d.presentation.palette import RGB, Pen
from wc3d.presentation.preview import MAYBE, QUIET, Preview, Tag, preview, share

CORNERS = 32
"""A half circle is drawn with so many corners."""
BEHIND = 0.55
"""Inches beyond the base: how wide the back arc is painted."""
LIFT = 0.02
CONTROL: RGB = (120, 210, 255)


def hurt_words(state: State, roll: DamageRoll) -> str:
    """What a damage roll brings: "11.5 damage points on average, removes 3%"."""
    return f"{mean_damage(state, roll):.1f} damage on average, {share(chance_to_remove(state, roll))} to remove"


def sector(place: XY, facing: float, inner_radius: float, outer_radius: float) -> Polygon:
    """The half of a ring that lies ahead in a direction, from one radius to another (0: a half disc)."""
    turns = [math.radians(facing + 180.0 * k / CORNERS - 90.0) for k in range(CORNERS + 1)]
    outer = [(place[0] + outer_radius * math.cos(t), place[1] + outer_radius * math.sin(t)) for t in turns]
    inner = [(place[0] + inner_radius * math.cos(t), place[1] + inner_radius * math.sin(t)) for t in reversed(turns)] if inner_radius else [place]
    return Polygon([*outer, *inner])


def arcs_of(model: Fighter, rgb: RGB) -> tuple[Area, ...]:
    """Its melee range as the half disc that it is (WM-GEO-04), if it has one now, and its back arc, hatched."""
    z, r = model.at[2] + LIFT, model.radius
    behind = Area(sector(model.place, model.facing + 180.0, r, r + BEHIND), z, MAYBE, "back arc", hatched=True)
    return (reach_area(model, model.melee_reach, rgb), behind) if model.melee_reach else (behind,)


def reach_area(model: Fighter, reach: float, rgb: RGB) -> Area:
    """Where a melee weapon that reaches so far strikes (WM-MEL-02 to 04)."""
    region = melee_region(model, reach)
    shape = sector(region.place, model.facing, model.radius, region.radius)
    return Area(shape, model.at[2] + LIFT, rgb, "melee range")


def arc_line(model: Fighter) -> Stroke:
    """The line between its front and its back arc (WM-GEO-02)."""
    (x, y), (u, v), half_width = model.place, model.ahead, model.radius + max(BEHIND, model.melee_reach)
    z = model.at[2] + 2 * LIFT
    return Stroke(((x - half_width * v, y + half_width * u, z), (x + half_width * v, y - half_width * u, z)), Pen.MEASURE, bold=False)


def control_circle(state: State, caster: str) -> Circle:
    """The control area of a warcaster, from the edge of its base (WM-FOC-03, WM-RUL-80)."""
    body, inches = fighter(state.table, caster), control_radius(state, caster)
    return Circle(body.place, body.radius + inches, body.at[2], CONTROL, f'control area, {inches:g}"')


def around(state: State, id: str, player: int | None) -> Preview | None:
    """What is round a model. A control area is told to its own player alone, who may measure it at any time (WM-RUL-07)."""
    if not state.on_table(id):
        return None
    body, model = fighter(state.table, id), state.models[id]
    own = model.caster and player == model.owner
    circles = [control_circle(state, id)] if own else []
    tags = [Tag(_at(body, 180.0, body.radius + BEHIND), "back", MAYBE)]
    if body.melee_reach:
        tags.append(Tag(_at(body, 0.0, body.radius + body.melee_reach), f'melee {body.melee_reach:g}"', COLORS[model.owner - 1]))
    else:
        tags.append(Tag(_at(body, 0.0, body.radius + BEHIND), "no melee range", QUIET))
    tags += [Tag(_at(body, 90.0, area.radius), area.label, CONTROL) for area in circles]
    return preview(
        state.table, "around", None, "", areas=arcs_of(body, COLORS[model.owner - 1]), strokes=(arc_line(body),), circles=circles,
        tags=tags,
    )  # fmt: skip


def _at(body: Fighter, offset: float, distance: float) -> tuple[float, float, float]:
    turn = math.radians(body.facing + offset)
    return body.at[0] + distance * math.cos(turn), body.at[1] + distance * math.sin(turn), body.at[2] + 0.1
