"""Preview the place of one model that returns to its squad or is placed by an effect (p. 28)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import shapely

from wc3d._internal.memo import memo_on_state
from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal
from wc3d.games.neo_mechanika.previews.moves import distance_ring
from wc3d.games.neo_mechanika.rules.actions import Place, Point
from wc3d.games.neo_mechanika.rules.book.rulings import OWN_PLACE_RULING
from wc3d.games.neo_mechanika.rules.moving.placing import can_see_from, make_point
from wc3d.games.neo_mechanika.rules.moving.repositioning import (
    PlaceQuestion,
    check_place,
    is_center_measured,
    reposition_distance,
)
from wc3d.games.neo_mechanika.rules.moving.returning import ReturnQuestion, check_return
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.geometry.boxes import Box
from wc3d.geometry.solids import Piece
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import Area, Ghost
from wc3d.presentation.palette import LEVEL_COLORS, Role
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
from wc3d.table.moves.walkable import inner_polygon, standing_area
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import piece_footprint, table_levels

SIGHT_GRID_IN = 1 / 3
"""The grid step in inches for sight tests where something may hide a place."""


def standing_area_around(
    table: Table,
    base: str,
    middle: Body,
    within: float,
    *,
    sight: bool,
    label: str = "",
    centers: bool = False,
) -> tuple[Area, ...]:
    """Return where a base can stand within a distance of a model (in its sight if `sight`), by
    level.

    The distance is between the two bases, or between their centers if `centers`.
    """
    areas = []
    probe = Body("", base, middle.at, sizes=table.policy.bases)
    for number, level in enumerate(reversed(table_levels(table))):
        height_difference = abs(level.height - middle.at[2])
        if height_difference > within + EPSILON_IN:
            continue
        reach = math.sqrt(max(0.0, within**2 - height_difference**2)) + (
            0.0 if centers else middle.radius + probe.radius
        )
        x, y, _ = middle.at
        box: Box = (x - reach, y - reach, x + reach, y + reach)
        shape = shapely.intersection(
            standing_area(table, probe, level.height, box),
            shapely.Point(x, y).buffer(reach - 2 * EPSILON_IN, quad_segs=32),
        )
        if sight:
            shape = _clip_to_sight(table, probe.moved((x, y, level.height)), middle, within, shape)
        if shape.area > 1e-3:
            area_label = label or f'within {within:g}"'
            areas.append(
                Area(
                    polygons_only(shape),
                    level.height,
                    LEVEL_COLORS[number % len(LEVEL_COLORS)],
                    area_label,
                    is_hatched=number > 0,
                )
            )
    return tuple(areas)


def polygons_only(shape: shapely.Geometry) -> shapely.MultiPolygon:
    """Return the polygons of an area, without stray lines and points left by cutting."""
    parts = [
        p
        for p in shapely.get_parts(shape).tolist()
        if isinstance(p, shapely.Polygon) and p.area > 1e-6
    ]
    return shapely.MultiPolygon(parts)


def _clip_to_sight(
    table: Table, probe: Body, middle: Body, within: float, shape: shapely.Geometry
) -> shapely.Geometry:
    """Return the part of an area that the model sees, tested by grid cell near blockers."""
    if shape.is_empty:
        return shape
    x0, y0, x1, y1 = shape.bounds
    hiding = _collect_blockers(table, middle, min(probe.at[2], middle.at[2]), within)
    if hiding.is_empty:
        return shape
    wide = math.ceil((x1 - x0) / SIGHT_GRID_IN)
    deep = math.ceil((y1 - y0) / SIGHT_GRID_IN)
    corners = [
        (x0 + i * SIGHT_GRID_IN, y0 + j * SIGHT_GRID_IN) for i in range(wide) for j in range(deep)
    ]
    boxes = [shapely.box(x, y, x + SIGHT_GRID_IN, y + SIGHT_GRID_IN) for x, y in corners]
    cells = [cell for cell in shapely.intersection(shape, boxes).tolist() if not cell.is_empty]
    disc = shapely.Point(middle.at[:2]).buffer(middle.radius)
    between = shapely.convex_hull(shapely.union(shapely.buffer(cells, probe.radius), disc))
    open_way = ~shapely.intersects(hiding, between)
    doubtful = [cell for cell, free in zip(cells, open_way.tolist(), strict=True) if not free]
    hidden_cells = [cell for cell in doubtful if not _is_visible(table, probe, middle, cell)]
    return shapely.difference(shape, shapely.union_all(hidden_cells)) if hidden_cells else shape


def _collect_blockers(table: Table, middle: Body, floor: float, within: float) -> shapely.Geometry:
    """Return the plan of all terrain that may block sight to models within a distance, at or above
    `floor`.

    A forest around the entire model does not hide models this near: a line may cross up to 3" of
    it (p. 44).
    """
    disc = shapely.Point(middle.at[:2]).buffer(middle.radius)
    box: Box = shapely.buffer(
        disc, within + 2 * max(b.radius for b in table.policy.bases.values())
    ).bounds
    plans = []
    for f in table.features:
        if f.blocks_sight or f.kind.obscuring:
            pieces = [p for p in f.pieces_in_box(box) if p.high > floor + EPSILON_IN]
            is_close = within <= table.policy.obscuring_depth
            if f.blocks_sight or not (is_close and _is_inside(pieces, disc, middle)):
                plans += [inner_polygon(piece_footprint(p)) for p in pieces]
    hiding = shapely.union_all(plans)
    shapely.prepare(hiding)
    return hiding


def _is_inside(pieces: Sequence[Piece], disc: shapely.Geometry, body: Body) -> bool:
    """Return whether the body's entire volume is inside these pieces."""
    low, high = body.at[2] + EPSILON_IN, body.at[2] + body.height - EPSILON_IN
    plan = shapely.union_all(
        [inner_polygon(piece_footprint(p)) for p in pieces if p.low <= low and p.high >= high]
    )
    return bool(shapely.covers(plan, disc))


def _is_visible(table: Table, probe: Body, middle: Body, cell: shapely.Geometry) -> bool:
    spot = cell.representative_point()
    return can_see_from(table, probe.base, (spot.x, spot.y, probe.at[2]), middle)


# A model returning to its squad


def return_preview(state: State, at: Point) -> Preview:
    """Preview a destroyed model's return to its squad, with the area where it can be placed."""
    open_question = find_open_question(state)
    assert isinstance(open_question, ReturnQuestion)
    action = Place(player=open_question.player, model=open_question.model, at=at)
    verdict: Verdict = check_return(state, open_question, action)
    base = state.models[open_question.model].base
    mates = [state.table.body(m.id) for m in state.models_of(open_question.unit)]
    position = (
        verdict.evidence if verdict else make_point(at[0], at[1], at[2] if len(at) == 3 else 0.0)
    )
    ghost = Body(open_question.model, base, position, sizes=state.table.policy.bases)
    fine = bool(verdict)
    words = f"{open_question.why}: {state.name(open_question.model)} returns to play{cite_rule('NM-MOV-12')}."
    return make_preview(
        state.table,
        "return",
        fine,
        words if fine else describe_refusal(verdict),
        rule="Repositioning, p. 28",
        areas=_return_area(state, open_question),
        facts=(
            ("Within", f'{open_question.within:g}" of another model of its squad'),
            ("Why", open_question.why),
        ),
        tags=(
            FloatingTag(
                point_above_model(ghost),
                "returns here" if fine else "not here",
                YES_COLOR if fine else NO_COLOR,
                is_bold=True,
            ),
        ),
        ghosts=(
            Ghost(
                ghost.volume,
                Role.END if fine else Role.HIT,
                "returns here" if fine else "not possible",
            ),
        ),
        circles=[distance_ring(mate, open_question.within) for mate in mates],
        action=action if fine else None,
        verdict=verdict,
        cut=((position[0], position[1]), (position[0], position[1] + 0.01)),
    )


@memo_on_state
def _return_area(state: State, open_question: ReturnQuestion) -> tuple[Area, ...]:
    """Return where the model can be placed near any model of its squad, by level."""
    base = state.models[open_question.model].base
    mates = (state.table.body(m.id) for m in state.models_of(open_question.unit))
    levels_found: dict[float, list[Area]] = {}
    for area in (
        area
        for mate in mates
        for area in standing_area_around(state.table, base, mate, open_question.within, sight=False)
    ):
        levels_found.setdefault(area.height, []).append(area)
    return tuple(
        replace(areas[0], shape=polygons_only(shapely.union_all([area.shape for area in areas])))
        for areas in levels_found.values()
    )


# A model placed by an effect


def place_preview(state: State, at: Point, request: PlaceQuestion | None = None) -> Preview:
    """Preview a model placed by an effect, with its legal area. `request` None: the open one."""
    open_question = request or find_open_question(state)
    assert isinstance(open_question, PlaceQuestion)
    action = Place(player=open_question.player, model=open_question.model, at=at)
    verdict: Verdict = check_place(state, open_question, action)
    body = state.table.body(open_question.model)
    reference = state.table.body(open_question.of)
    of = reference if open_question.of != open_question.model else body
    position = (
        verdict.evidence
        if verdict
        else make_point(at[0], at[1], at[2] if len(at) == 3 else body.at[2])
    )
    ghost = body.moved(position)
    fine = bool(verdict)
    distance = reposition_distance(state, open_question, position)
    rule = OWN_PLACE_RULING if open_question.of == open_question.model else "NM-MOV-11"
    words = f"{open_question.why}: {state.name(open_question.model)} is repositioned {format_rounded_inches(distance)} away{cite_rule(rule)}."
    return make_preview(
        state.table,
        "place",
        fine,
        words if fine else describe_refusal(verdict),
        rule="Repositioning, p. 28",
        facts=(
            ("Distance", f'{format_rounded_inches(distance)} of {open_question.within:g}"'),
            ("Why", open_question.why),
        ),
        roles={open_question.model: Role.FROM},
        tags=(
            FloatingTag(
                point_above_model(ghost),
                format_rounded_inches(distance) if fine else "not here",
                YES_COLOR if fine else NO_COLOR,
                is_bold=True,
            ),
        ),
        ghosts=(
            Ghost(
                ghost.volume,
                Role.END if fine else Role.HIT,
                "placed here" if fine else "not possible",
            ),
        ),
        circles=(distance_ring(of, open_question.within),),
        areas=_place_area(state, open_question),
        action=action if fine and request is None else None,
        verdict=verdict,
        cut=(body.at[:2], (position[0], position[1] + 0.01)),
    )


@memo_on_state
def _place_area(state: State, open_question: PlaceQuestion) -> tuple[Area, ...]:
    table = state.table.without(open_question.model)
    of = state.table.body(open_question.of)
    centers = is_center_measured(state, open_question)
    return standing_area_around(
        table,
        state.models[open_question.model].base,
        of,
        open_question.within,
        sight=open_question.sight,
        centers=centers,
    )
