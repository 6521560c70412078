"""Preview deployments and void gates (p. 26, 40, 43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import shapely

from wc3d._internal.memo import memo_on_state
from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal
from wc3d.games.neo_mechanika.previews.moves import short_model_name
from wc3d.games.neo_mechanika.previews.placement_previews import polygons_only, standing_area_around
from wc3d.games.neo_mechanika.rules import objectives
from wc3d.games.neo_mechanika.rules.actions import Deploy, PlaceGate, Point
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.book.rulings import (
    DEPLOY_RANGE_IN,
    GATE_RANGE_IN,
    OBJECTIVE_RANGE_IN,
    SQUAD_RANGE_IN,
)
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import check_stand, make_point
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.deployment import (
    DeploymentQuestion,
    InitialQuestion,
    check_places,
    deployment_cost,
    reference_height,
)
from wc3d.games.neo_mechanika.rules.turn.gates import (
    GATE_BASE,
    GateQuestion,
    distance_from_own_edge,
    gate_nominees,
)
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.presentation.evidence_view import Area, Circle, Ghost
from wc3d.presentation.palette import LEVEL_COLORS, RGB, ROLE_COLORS, Role
from wc3d.presentation.preview import (
    NO_COLOR,
    YES_COLOR,
    FloatingTag,
    Preview,
    format_rounded_inches,
    make_preview,
    point_above_model,
)
from wc3d.table.body import Body
from wc3d.table.moves.walkable import standing_area
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import table_levels

AnyDeploymentQuestion = InitialQuestion | DeploymentQuestion
AREA_INSET_IN = 1e-4
"""The inset of drawn areas in inches, so that their edges are still legal."""


# Deployment


def deploy_preview(
    state: State,
    request: AnyDeploymentQuestion | None,
    unit: str,
    gate: str = "",
    *,
    places: Mapping[str, Point] | None = None,
    attachments: tuple[str, ...] = (),
    model: str = "",
    at: Point | None = None,
) -> Preview:
    """Preview a unit's deployment. `places` are the models already placed, first model first;
    `model` is next, at `at`.

    The area shows where that model, or the next one without a place, can be. `action` is set when
    all models have places.
    """
    open_question = request or find_open_question(state)
    assert isinstance(open_question, InitialQuestion | DeploymentQuestion)
    points_by_model = dict(places or {})
    if model and at is not None:
        points_by_model[model] = at
    models = (*state.units[unit].models, *attachments)
    action = Deploy(
        player=open_question.player,
        unit=unit,
        gate=gate,
        places=points_by_model,
        attachments=attachments,
    )
    whole = all(id in points_by_model for id in models)
    verdict: Verdict = (
        ACTION_HANDLERS[type(open_question), Deploy].check(state, open_question, action)
        if whole
        else check_places(state, open_question.player, action)
    )
    turn = model or next((id for id in models if id not in points_by_model), models[-1])
    earlier_places = {id: p for id, p in points_by_model.items() if id != turn}
    ghosts, tags = _draw_models(state, points_by_model, verdict, gate)
    arc = deployment_cost(state, unit, attachments, gate)
    fine = bool(verdict)
    missing_count = len(models) - len(points_by_model)
    costs = (
        ("Costs", str(arc)),
        *((("Still to place", str(missing_count)),) if missing_count else ()),
    )
    sentence = (
        f"{state.name(unit)} is deployed for {arc} Arc"
        if gate
        else f"{state.name(unit)} is deployed"
    )
    page = cite_rule("NM-GAT-16" if gate else "NM-SET-07")
    words = (
        f"{sentence}{page}." if whole else f"{state.name(turn)}: place it in the highlighted area."
    )
    return make_preview(
        state.table,
        "deploy",
        fine,
        words if fine else describe_refusal(verdict),
        rule="Deployment, p. 26 and 40",
        areas=deploy_area(state, open_question.player, gate, turn, tuple(earlier_places.items())),
        ghosts=ghosts,
        tags=tags,
        facts=costs,
        circles=_draw_objective_zones(state),
        action=action if fine and whole and request is None else None,
        verdict=verdict,
        roles={gate: Role.FROM} if gate else None,
        cut=_find_section_line(state),
    )


def _draw_models(
    state: State, points_by_model: Mapping[str, Point], verdict: Verdict, gate: str
) -> tuple[list[Ghost], list[FloatingTag]]:
    """Draw the placed models and mark those that a refusal is about."""
    ghosts = []
    tags = []
    table = state.table
    first: Body | None = None
    for id, at in points_by_model.items():
        base = state.models[id].base
        stand_check = check_stand(table, base, at, near=reference_height(state, gate, first))
        spot: XYZ = (
            stand_check.evidence
            if stand_check
            else make_point(at[0], at[1], at[2] if len(at) == 3 else 0.0)
        )
        body = Body(id, base, spot)
        first = first or body
        fine = bool(verdict) or not verdict.text.startswith(f"{state.name(id)}: ")
        ghosts.append(Ghost(body.volume, Role.END if fine else Role.HIT, state.name(id)))
        tags.append(
            FloatingTag(
                point_above_model(body),
                short_model_name(state, id) if fine else "not here",
                YES_COLOR if fine else NO_COLOR,
            )
        )
        table = table.with_bodies(body) if stand_check else table
    return ghosts, tags


@memo_on_state
def deploy_area(
    state: State, player: int, gate: str, model: str, earlier_places: tuple[tuple[str, Point], ...]
) -> tuple[Area, ...]:
    """Return where a model can be deployed after `earlier_places`, by level."""
    table = state.table
    base = state.models[model].base
    first: Body | None = None
    for id, at in earlier_places:
        stand_check = check_stand(
            table, state.models[id].base, at, near=reference_height(state, gate, first)
        )
        if stand_check:
            body = Body(id, state.models[id].base, stand_check.evidence)
            first = first or body
            table = table.with_bodies(body)
    strip = _edge_strip(state, player, base, state.setup.initial_depth)
    if first:
        areas = standing_area_around(table, base, first, SQUAD_RANGE_IN, sight=False)
        areas = areas if gate else _clip_areas(areas, strip)
    elif gate:
        areas = standing_area_around(
            table, base, state.table.body(gate), DEPLOY_RANGE_IN, sight=False
        )
    else:
        areas = standing_area_in_box(table, base, strip, "to deploy")
    return _exclude_objectives(state, areas, base)


def standing_area_in_box(
    table: Table, base: str, box: shapely.Geometry, label: str
) -> tuple[Area, ...]:
    """Return where a base can stand with its center in a rectangle, by level."""
    probe = Body("", base, (0.0, 0.0, 0.0), sizes=table.policy.bases)
    areas = []
    for number, level in enumerate(reversed(table_levels(table))):
        shape = polygons_only(standing_area(table, probe, level.height, box.bounds))
        if not shape.is_empty:
            areas.append(
                Area(
                    shape,
                    level.height,
                    LEVEL_COLORS[number % len(LEVEL_COLORS)],
                    label,
                    is_hatched=number > 0,
                )
            )
    return tuple(areas)


def _edge_strip(state: State, player: int, base: str, depth: float) -> shapely.Geometry:
    """Return where a base's center is close enough to the player's table edge."""
    width, deep = state.setup.table.size
    strip_depth = depth + state.table.policy.bases[base].radius + AREA_INSET_IN / 100
    return (
        shapely.box(0, 0, width, strip_depth)
        if state.players[player].side == "south"
        else shapely.box(0, deep - strip_depth, width, deep)
    )


def _clip_areas(areas: tuple[Area, ...], shape: shapely.Geometry) -> tuple[Area, ...]:
    cut = [(a, polygons_only(shapely.intersection(a.shape, shape))) for a in areas]
    return tuple(Area(s, a.height, a.rgb, a.label, a.is_hatched) for a, s in cut if not s.is_empty)


def _exclude_objectives(state: State, areas: tuple[Area, ...], base: str) -> tuple[Area, ...]:
    """Remove the area within 1" of an objective (in 3D; exactly 1" is too near)."""
    radius = state.table.policy.bases[base].radius
    remaining_areas = []
    for a in areas:
        shape: Any = a.shape
        for token in carrying.objectives_on_table(state):
            height_difference = abs(token.at[2] - a.height)
            if height_difference <= OBJECTIVE_RANGE_IN:
                clearance = (
                    (OBJECTIVE_RANGE_IN**2 - height_difference**2) ** 0.5
                    + objectives.OBJECTIVE_RADIUS_IN
                    + radius
                    + AREA_INSET_IN
                )
                shape = shapely.difference(
                    shape, shapely.Point(token.at[:2]).buffer(clearance * 1.002, quad_segs=48)
                )
        shape = polygons_only(shape)
        if not shape.is_empty:
            remaining_areas.append(Area(shape, a.height, a.rgb, a.label, a.is_hatched))
    return tuple(remaining_areas)


def _draw_objective_zones(state: State) -> tuple[Circle, ...]:
    """Draw the rings around objectives that block deployment."""
    rgb: RGB = ROLE_COLORS[Role.HIT]
    return tuple(
        Circle(
            o.at[:2],
            objectives.OBJECTIVE_RADIUS_IN + OBJECTIVE_RANGE_IN,
            o.at[2],
            rgb,
            f'{o.name}: stay 1" away',
        )
        for o in carrying.objectives_on_table(state)
    )


def _find_section_line(state: State) -> tuple[tuple[float, float], tuple[float, float]]:
    width, depth = state.setup.table.size
    return (0.0, depth / 2), (width, depth / 2)


# Void gates


def gate_preview(state: State, at: Point, arc: int = 1, nominee: str | None = None) -> Preview:
    """Preview a void gate. A `nominee` of None tries the table edge, then the nearest models."""
    open_question = find_open_question(state)
    assert isinstance(open_question, GateQuestion)
    action = PlaceGate(player=open_question.player, at=at, arc=arc, nominee=nominee or "")
    check = ACTION_HANDLERS[GateQuestion, PlaceGate].check
    verdict = check(state, open_question, action)
    if not verdict and nominee is None:
        for id in _list_nearest_nominees(state, open_question.player, at):
            named = action.model_copy(update={"nominee": id})
            nominee_verdict = check(state, open_question, named)
            if nominee_verdict:
                action = named
                verdict = nominee_verdict
                break
    fine = bool(verdict)
    stand_check = verdict or check_stand(state, GATE_BASE, at)
    spot: XYZ = (
        stand_check.evidence
        if stand_check
        else make_point(at[0], at[1], at[2] if len(at) == 3 else 0.0)
    )
    body = Body("new gate", GATE_BASE, spot)
    by = f"near {state.name(action.nominee)}" if action.nominee else "near your own edge"
    words = f"A void gate is placed {by} with {arc} Arc{cite_rule('NM-GAT-04' if action.nominee else 'NM-GAT-03')}."
    return make_preview(
        state.table,
        "gate",
        fine,
        words if fine else describe_refusal(verdict),
        rule="Void gates, p. 40",
        areas=gate_areas(state, open_question.player),
        circles=(_draw_gate_reach(body),),
        ghosts=(Ghost(body.volume, Role.MARKER if fine else Role.HIT, "void gate"),),
        tags=(
            FloatingTag(
                point_above_model(body),
                f"gate, {arc} Arc, {by}" if fine else "no gate here",
                YES_COLOR if fine else NO_COLOR,
                is_bold=True,
            ),
        ),
        facts=(
            ("Placed", by if fine else "nowhere"),
            (
                "Own edge",
                format_rounded_inches(
                    distance_from_own_edge(state, open_question.player, GATE_BASE, spot)
                ),
            ),
        ),
        roles={action.nominee: Role.FROM} if action.nominee else None,
        action=action if fine else None,
        verdict=verdict,
        cut=_find_section_line(state),
    )


def _list_nearest_nominees(state: State, player: int, at: Point) -> list[str]:
    """Return up to four models that can be nominated, nearest first."""
    body = [
        (shapely.Point(at[:2]).distance(shapely.Point(m.at[:2])), m.id)
        for m in gate_nominees(state, player)
        if m.at is not None
    ]
    return [id for _, id in sorted(body)][:4]


@memo_on_state
def gate_areas(state: State, player: int) -> tuple[Area, ...]:
    """Return where the player can place a void gate: within 5" of the edge or a warrior model."""
    table = state.table
    bodies = (state.table.body(m.id) for m in gate_nominees(state, player))
    strip = standing_area_in_box(
        table, GATE_BASE, _edge_strip(state, player, GATE_BASE, GATE_RANGE_IN), "near your own edge"
    )
    warrior_areas = (
        a
        for b in bodies
        for a in standing_area_around(
            table, GATE_BASE, b, GATE_RANGE_IN, sight=False, label="near a warrior"
        )
    )
    return merge_areas((*strip, *warrior_areas), "for a void gate")


def merge_areas(areas: tuple[Area, ...], label: str) -> tuple[Area, ...]:
    """Merge areas by level."""
    heights = sorted({a.height for a in areas})
    shapes = {
        z: polygons_only(shapely.union_all([a.shape for a in areas if a.height == z]))
        for z in heights
    }
    return tuple(
        Area(s, z, LEVEL_COLORS[i % len(LEVEL_COLORS)], label, is_hatched=i > 0)
        for i, (z, s) in enumerate(shapes.items())
    )


def _draw_gate_reach(gate: Body) -> Circle:
    """Draw the range in which a void gate deploys units: 1" (p. 40)."""
    label = f'deploys within {DEPLOY_RANGE_IN:g}"'
    return Circle(
        gate.at[:2], gate.radius + DEPLOY_RANGE_IN, gate.at[2], ROLE_COLORS[Role.MARKER], label
    )
