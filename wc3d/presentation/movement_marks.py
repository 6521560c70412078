"""The parts of movement pictures: end volumes, paths with drops, blockers and reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import hypot

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.evidence_view import (
    XY,
    XYZ,
    Area,
    Circle,
    EvidenceView,
    Stroke,
    assign_roles,
    path_length,
)
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.palette import LEVEL_COLORS, ROLE_COLORS, Pen, Role
from wc3d.table.body import Body
from wc3d.table.moves.reach import ReachLevel
from wc3d.table.table import Table


def base_volume_at(table: Table, base: str, at: XYZ) -> Cylinder:
    """Return the volume of a model with a given base at a point."""
    return Body("", base, at, sizes=table.policy.bases).volume


def path_marks(
    body: Body, path: list[XYZ], end: XYZ, pen: Pen, label: str
) -> tuple[tuple[Stroke, ...], tuple[XY, ...], float]:
    """Return a path's strokes with the drop at its end, their cut, and the end along the cut."""
    plan: list[XY] = [(x, y) for x, y, _ in path]
    along = tuple(
        accumulate((hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(plan)), initial=0.0)
    )
    strokes = [Stroke(tuple(path), pen, label, along)]
    last = path[-1]
    flat = hypot(end[0] - last[0], end[1] - last[1])
    if abs(end[2] - last[2]) > 1e-6 or flat > 1e-6:
        drop = last[2] - end[2]
        words = f"falls {format_inches(drop)}" if drop > 0 else ""
        strokes.append(Stroke((last, end), Pen.FALL, words, (along[-1], along[-1] + flat)))
    cut = plan if flat <= 1e-6 else [*plan, (end[0], end[1])]
    if path_length(cut) < 1e-6:
        cut = [(body.at[0] - 2, body.at[1]), (body.at[0] + 2, body.at[1])]
        return (
            tuple(Stroke(s.points, s.pen, s.label, tuple(2.0 for _ in s.points)) for s in strokes),
            tuple(cut),
            2.0,
        )
    return tuple(strokes), tuple(cut), along[-1] + flat


def mark_blockers(
    table: Table, roles: dict[str, Role], blockers: Iterable[str]
) -> tuple[dict[str, Role], dict[str, str]]:
    """Return the roles with the blocking models marked, and a note for each of these models."""
    notes = {id: "in the way" for id in blockers if id in roles}
    return {**roles, **dict.fromkeys(notes, Role.HIT)}, notes


def reach_evidence(
    table: Table, model: str, speed: float, levels: Sequence[ReachLevel]
) -> EvidenceView:
    """Return a view of a model's reach with `speed` inches, by level (p. 27-28, 44-45)."""
    body = table.body(model)
    areas = []
    facts = []
    for number, level in enumerate(levels):
        label = f'reach at {level.height:g}"'
        areas.append(
            Area(
                level.area,
                level.height,
                LEVEL_COLORS[number % len(LEVEL_COLORS)],
                label,
                is_hatched=number > 0,
            )
        )
        facts.append((label, f"{level.area.area:.1f} square inches"))
    facts.append(("Drawn", "where the center of the base can end, without jumps"))
    x, y, _ = body.at
    reach = speed + body.radius
    return EvidenceView(
        kind="reach",
        verdict=f"REACH {format_inches(speed)}",
        is_good=None,
        rule="Moving, p. 27-28 and 44-45",
        headline=f"where {body.id} can move",
        facts=tuple(facts),
        roles=assign_roles(table, **{"from": body.id}),
        areas=tuple(areas),
        cut=((x - reach, y), (x + reach, y)),
        circles=(Circle((x, y), speed, body.at[2], ROLE_COLORS[Role.FROM], "in a straight line"),),
    )
