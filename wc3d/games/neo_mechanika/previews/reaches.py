"""Compute where a model can move, by level. A worker solves this slow search."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import shapely

from wc3d._internal.progress import Progress
from wc3d.games.neo_mechanika.previews.placement_previews import polygons_only
from wc3d.games.neo_mechanika.previews.shortest_path import (
    MoveContext,
    has_pathfinder,
    move_order_for,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.moving.movement import is_flying
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.movement_marks import reach_evidence
from wc3d.presentation.preview import FloatingTag, Preview
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.reach import ReachLevel, reach
from wc3d.table.moves.walkable import standing_area
from wc3d.table.table import Table


def reach_question(
    state: State, request: MoveContext, model: str, inches: float | None = None
) -> dict[str, Any]:
    """Return the question for a worker's `solve_reach_evidence`, by default for the full move."""
    order = move_order_for(state, request, model)
    through = (
        order.through
        if order.through is not None
        else (("models", "structures") if has_flag(state, model, "through") else ())
    )
    return {
        "type": "reach",
        "model": model,
        "speed": order.inches if inches is None else inches,
        "flight": is_flying(state, order, model),
        "pathfinder": has_pathfinder(state, order, model),
        "through": tuple(through),
    }


@dataclass(frozen=True, eq=False)
class ReachAreas:
    """The reachable area of each level, lowest first."""

    levels: tuple[ReachLevel, ...]


def solve_reach(table: Table, question: Mapping[str, Any], progress: Progress) -> ReachAreas:
    """Compute the reachable areas in the worker, including ways through models or structures."""
    body = table.body(question["model"])
    through = question.get("through", ())
    opened = walkable_tables(table, body, through)
    levels: list[ReachLevel] = []
    for count, open_table in enumerate(opened, 1):
        reached = reach(
            open_table,
            body,
            question["speed"],
            flight=question["flight"],
            pathfinder=question["pathfinder"],
        )
        levels += reached.levels
        if not progress(count, len(opened)):
            break
    heights = sorted({round(level.height, 6) for level in levels})
    areas = {
        z: shapely.union_all(
            [level.area for level in levels if abs(level.height - z) <= EPSILON_IN]
        )
        for z in heights
    }
    if through:
        areas = {
            z: shapely.intersection(a, standing_area(table, body, z, a.bounds))
            for z, a in areas.items()
            if not a.is_empty
        }
    return ReachAreas(
        tuple(ReachLevel(z, polygons_only(area)) for z, area in areas.items() if not area.is_empty)
    )


def solve_reach_evidence(
    table: Table, question: Mapping[str, Any], progress: Progress
) -> EvidenceView:
    """Compute the reachable areas as evidence for the window."""
    reached = solve_reach(table, question, progress)
    return reach_evidence(table, question["model"], question["speed"], reached.levels)


def walkable_tables(table: Table, body: Body, through: Collection[str]) -> list[Table]:
    """Return tables without models to pass through and, from the ground, without structures."""
    tables = [replace(table, bodies=(body,)) if "models" in through else table]
    if "structures" in through and abs(body.at[2]) <= EPSILON_IN:
        features = tuple(f for f in table.features if f.kind is not Kind.STRUCTURE)
        tables.append(replace(tables[0], features=features, ladders=()))
    return tables


def reach_preview(state: State, answer: EvidenceView) -> Preview:
    """Return the preview of the worker's answer."""
    model = next(id for id, role in answer.roles.items() if role == "from")
    tags = []
    several = sum(not area.shape.is_empty for area in answer.areas) > 1
    for area in answer.areas:
        if several and not area.shape.is_empty:
            spot = area.shape.representative_point()
            label = f'{area.height:g}" up' if area.height else "ground"
            tags.append(FloatingTag((spot.x, spot.y, area.height + 0.1), label, area.rgb))
    heights = ", ".join(f'{a.height:g}"' for a in answer.areas)
    levels = f"{len(answer.areas)} level{'' if len(answer.areas) == 1 else 's'} ({heights})"
    words = f"{state.name(model)} can reach the colored areas on {levels}{cite_rule('NM-MOV-03')}."
    return Preview(
        "reach",
        None,
        words,
        replace(answer, headline=words),
        tuple(tags),
        answer.facts,
        None,
        answer,
    )
