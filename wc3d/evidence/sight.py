"""Exhibits of who sees, reaches and hits whom: sight, ranges, cover, sprays, blasts (p. 32-35, 44)."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist, hypot
from typing import Any

from shapely import MultiPolygon, box, union_all

from wc3d.evidence.exhibit import (
    XYZ,
    Area,
    Circle,
    Exhibit,
    Stroke,
    apart,
    called,
    centre,
    inches,
    inside_obscuring,
    names,
    place,
    roles_of,
)
from wc3d.evidence.palette import BAD, LEVELS, ROLE_COLOURS, Pen, Role
from wc3d.table.body import Body
from wc3d.table.sight.ranges import distance, is_within
from wc3d.table.table import Table

Question = Mapping[str, Any]


def sight(table: Table, question: Question, verdict: Any) -> Exhibit:
    """Who sees whom: the line, or what stands between the centres (p. 32, 44)."""
    a, b = table.body(question["from"]), table.body(question["to"])
    common: dict[str, Any] = {"kind": "sight", "rule": "Line of sight, p. 32 (obscuring terrain, p. 44)"}
    common["roles"] = roles_of(table, **{"from": a.id, "to": b.id})
    if verdict.verdict == "clear" and verdict.line is not None:
        return _clear(table, a, b, verdict, common)
    return _blocked(table, a, b, verdict, common)


def _clear(table: Table, a: Body, b: Body, verdict: Any, common: dict[str, Any]) -> Exhibit:
    line: tuple[XYZ, XYZ] = (tuple(verdict.line[0]), tuple(verdict.line[1]))  # type: ignore[assignment]
    inside, total = inside_obscuring(table, line)
    room = inches(verdict.clearance) if verdict.clearance is not None else "no solid near"
    label = f"clear by {inches(verdict.clearance)}" if verdict.clearance is not None else "clear"
    facts = [
        ("Line from", place(line[0])),
        ("Line to", place(line[1])),
        ("Its length", inches(dist(*line))),
        ("Clearance", f"{room} (checked to {verdict.tolerance:.4g}\")"),
    ]
    if inside:
        facts.append(("In obscuring terrain", f"{inches(total)} of at most {inches(table.policy.obscuring_depth)}"))
    cut = ((line[0][0], line[0][1]), (line[1][0], line[1][1]))
    if hypot(cut[1][0] - cut[0][0], cut[1][1] - cut[0][1]) < 0.2:
        cut = apart(a, b)
    return Exhibit(
        **common, verdict="CLEAR", headline=f"{a.id} sees {b.id}", good=True, facts=tuple(facts), cut=cut,
        strokes=(Stroke(line, Pen.CLEAR, label), *inside),
    )  # fmt: skip


def _blocked(table: Table, a: Body, b: Body, verdict: Any, common: dict[str, Any]) -> Exhibit:
    blockers = tuple(verdict.blockers)
    undecided = verdict.verdict == "undecided"
    facts = [
        ("Blocked by", called(table, blockers)),
        ("Opens if shrunk by", inches(verdict.short_by) if verdict.short_by is not None else "– (obscuring terrain)"),
        ("Proven for", f'every line with more than {verdict.tolerance:.4g}" of room'),
        ("Drawn", "the line of centres; faint: top and foot of both volumes"),
    ]
    (ax, ay, az), (bx, by, bz) = a.at, b.at
    strokes = [Stroke((centre(a), centre(b)), Pen.BLOCKED, "line of centres: blocked")]
    for u, v in ((az, bz), (az + a.height, bz + b.height), (az, bz + b.height), (az + a.height, bz)):
        strokes.append(Stroke(((ax, ay, u), (bx, by, v)), Pen.BLOCKED, bold=False))
    inside, _ = inside_obscuring(table, (centre(a), centre(b)))
    return Exhibit(
        **common, verdict="UNDECIDED" if undecided else "BLOCKED", good=False, facts=tuple(facts), cut=apart(a, b),
        headline=f"{a.id} and {b.id}: too close to call" if undecided else f"{a.id} cannot see {b.id}",
        strokes=(*strokes, *inside), marked=dict.fromkeys(blockers, "BLOCKS"),
    )  # fmt: skip


def rims(a: Body, b: Body) -> tuple[XYZ, XYZ]:
    """The points of two base discs that are nearest each other (p. 32)."""
    return between_discs(a.at, a.radius, b.at, b.radius)


def between_discs(a: XYZ, wide_a: float, b: XYZ, wide_b: float) -> tuple[XYZ, XYZ]:
    """The points of two level discs, given by centre and radius, that are nearest each other (a radius of 0 is a point)."""
    (ax, ay, az), (bx, by, bz) = a, b
    flat = hypot(bx - ax, by - ay)
    if flat <= wide_a + wide_b:
        share = 0.5 if flat == 0 else min(1.0, max(0.0, (flat + wide_a - wide_b) / 2 / flat))
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        return (x, y, az), (x, y, bz)
    ux, uy = (bx - ax) / flat, (by - ay) / flat
    return (ax + ux * wide_a, ay + uy * wide_a, az), (bx - ux * wide_b, by - uy * wide_b, bz)


def range_(table: Table, question: Question, verdict: Any) -> Exhibit:
    """How far two models are apart, base to base in 3D (p. 32)."""
    a, b = table.body(question["from"]), table.body(question["to"])
    distance = float(getattr(verdict, "distance", verdict))
    line = rims(a, b)
    flat, up = hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]), abs(line[1][2] - line[0][2])
    strokes = [Stroke(line, Pen.MEASURE, inches(distance))]
    if up > 1e-6 and flat > 1e-6:
        low, high = sorted(line, key=lambda p: p[2])
        corner = (high[0], high[1], low[2])
        strokes += [
            Stroke((low, corner), Pen.MEASURE, f"{inches(flat)} along", bold=False),
            Stroke((corner, high), Pen.MEASURE, f"{inches(up)} up", bold=False),
        ]
    facts = (("Distance", f'{distance:.4f}"'), ("Along the table", inches(flat)), ("In height", inches(up)))
    return Exhibit(
        kind="range", verdict=inches(distance), headline=f"from {a.id}'s base to {b.id}'s", good=None, rule="Range, p. 32",
        facts=facts, roles=roles_of(table, **{"from": a.id, "to": b.id}), strokes=tuple(strokes), cut=apart(a, b),
    )  # fmt: skip


def cover(table: Table, question: Question, verdict: Any) -> Exhibit:
    """Cover: everything between the volumes is their convex hull (p. 34)."""
    a, b = table.body(question["from"]), table.body(question["to"])
    distances = dict(zip(verdict.intervening, getattr(verdict, "distances", ()), strict=False))
    marked = {id: "GIVES COVER" if id in verdict.features else "intervening" for id in verdict.intervening}
    within = table.policy.cover_within
    facts = [("Cover from", called(table, verdict.features)), ("Intervening", called(table, verdict.intervening))]
    facts += [(table.called(id), f"{inches(away)} from {b.id}'s base") for id, away in distances.items()]
    facts.append(("Drawn", f'the hull of both volumes, and {within:g}" round the target'))
    return Exhibit(
        kind="cover", verdict="COVER" if verdict.cover else "NO COVER", good=bool(verdict.cover),
        headline=f"{b.id} has {'' if verdict.cover else 'no '}cover from {a.id}", rule="Intervening terrain and cover, p. 34",
        facts=tuple(facts), roles=roles_of(table, **{"from": a.id, "to": b.id}), marked=marked, hull=(a.volume, b.volume),
        circles=(Circle(b.at[:2], b.radius + within, b.at[2], ROLE_COLOURS[Role.TO], f'{within:g}" from {b.id}'),),
        cut=apart(a, b),
    )  # fmt: skip


def spray(table: Table, question: Question, verdict: Any) -> Exhibit:
    """A spray: its line and every model on it, in order (p. 35)."""
    a, t = table.body(question["from"]), table.body(question["to"])
    line: tuple[XYZ, XYZ] = (tuple(verdict.line[0]), tuple(verdict.line[1]))  # type: ignore[assignment]
    hits = tuple(verdict.hits)
    roles = roles_of(table, **{"from": a.id})
    roles.update(dict.fromkeys(hits, Role.HIT))
    if t.id not in hits:
        roles[t.id] = Role.TO
    notes = {id: f"hit {k}" for k, id in enumerate(hits, 1)}
    notes.update({id: "hidden by terrain" for id in getattr(verdict, "hidden", ())})
    reach = float(question["range"])
    facts = [("Attacked, in order", names(hits)), ("Range", inches(reach)), ("From", place(line[0])), ("To", place(line[1]))]
    if not is_within(distance(table, a, t), reach):
        facts.append(("Out of range", f"{t.id} is {inches(distance(table, a, t))} away: no legal target"))
    if getattr(verdict, "hidden", ()):
        facts.append(("Hidden by terrain", names(verdict.hidden)))
    return Exhibit(
        kind="spray", verdict=f"{len(hits)} HIT", headline=f"spray from {a.id} at {t.id}: {names(hits)}", good=None,
        rule="Sprays, p. 35", facts=tuple(facts), roles=roles, notes=notes, cut=(line[0][:2], line[1][:2]),
        strokes=(Stroke(line, Pen.SPRAY, f'spray, {reach:g}"'),),
    )  # fmt: skip


def blast(table: Table, question: Question, verdict: Any) -> Exhibit:
    """A blast: the two models nearest the target within 2" (p. 34)."""
    t = table.body(question["target"])
    models = tuple(verdict.models)
    distances = dict(zip(models, getattr(verdict, "distances", ()), strict=False))
    roles = roles_of(table, to=t.id)
    roles.update(dict.fromkeys(models, Role.HIT))
    tied = bool(verdict.tied)
    notes = {id: f"{'dice decide' if tied else 'blast'} {k}" for k, id in enumerate(models, 1)}
    within = table.policy.blast_within
    facts = [("Blast damage", names(models)), ("Tied", "yes: the dice decide who is second" if tied else "no")]
    facts += [(f"{id} to {t.id}", f'{away:.4f}"') for id, away in distances.items()]
    lines = {id: rims(t, table.body(id)) for id in models}
    strokes = tuple(Stroke(line, Pen.MEASURE, inches(distances.get(id, dist(*line)))) for id, line in lines.items())
    x, y, z = t.at
    cut = apart(t, table.body(models[0])) if models else ((x - within - t.radius, y), (x + within + t.radius, y))
    return Exhibit(
        kind="blast", verdict=f"{len(models)} IN BLAST" if not tied else "TIED", good=None, rule="Blasts, p. 34",
        headline=f"blast on {t.id}: {names(models)}", facts=tuple(facts), roles=roles, notes=notes, strokes=strokes,
        circles=(Circle((x, y), t.radius + within, z, BAD, f'{within:g}" from {t.id}'),), cut=cut,
    )  # fmt: skip


def seen_from(table: Table, question: Question, verdict: Any) -> Exhibit:
    """Where a base would be seen from a model, level by level (p. 32)."""
    a = table.body(question["model"])
    areas, facts = [], []
    for number, level in enumerate(verdict.levels):
        shape = cells_shape(level.cells, verdict.cell)
        label = f'level {level.height:g}"'
        facts.append((label, f"{sum(map(sum, level.cells)) * verdict.cell**2:.1f} square inches"))
        areas.append(Area(shape, level.height, LEVELS[number % len(LEVELS)], label, hatched=number > 0))
    facts.append(("Cells", f'{verdict.cell:g}" wide, each decided for a {question["base"]} base'))
    y = a.at[1]
    return Exhibit(
        kind="seen_from", verdict="AREA OF SIGHT", headline=f"where {a.id} sees a {question['base']} base", good=None,
        rule="Line of sight, p. 32", facts=tuple(facts), roles=roles_of(table, **{"from": a.id}), areas=tuple(areas),
        cut=((0.0, y), (table.size[0], y)), whole_table=True,
    )  # fmt: skip


def cells_shape(cells: list[list[int]], cell: float) -> MultiPolygon:
    """The painted cells as one shape; each row's runs are merged first."""
    runs = []
    for row, values in enumerate(cells):
        start: int | None = None
        for column, value in enumerate([*values, 0]):
            if value and start is None:
                start = column
            elif not value and start is not None:
                runs.append(box(start * cell, row * cell, column * cell, (row + 1) * cell))
                start = None
    whole = union_all(runs)
    return MultiPolygon([whole] if whole.geom_type == "Polygon" and not whole.is_empty else list(getattr(whole, "geoms", [])))


MAKERS: dict[str, Callable[[Table, Question, Any], Exhibit]] = {
    "sight": sight, "range": range_, "cover": cover, "spray": spray, "blast": blast, "seen_from": seen_from,
}  # fmt: skip
