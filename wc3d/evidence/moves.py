"""Exhibits of standing and moving: stands, moves, jumps and slams (p. 27-28, 37, 44-46)."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import accumulate, pairwise
from math import hypot
from typing import Any

from wc3d.evidence.exhibit import XY, XYZ, Area, Circle, Exhibit, Ghost, Stroke, called, inches, path_length, place, roles_of
from wc3d.evidence.palette import LEVELS, ROLE_COLOURS, Pen, Role
from wc3d.geometry.solids import Cylinder
from wc3d.table.body import Body
from wc3d.table.table import Table

Question = Mapping[str, Any]


def _volume(table: Table, base: str, at: XYZ) -> Cylinder:
    size = table.policy.bases[base]
    return Cylinder((at[0], at[1]), size.radius, at[2], at[2] + size.height)


def _distances(path: list[XY]) -> tuple[float, ...]:
    return tuple(accumulate((hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(path)), initial=0.0))


def _travel(body: Body, path: list[XYZ], end: XYZ, pen: Pen, label: str) -> tuple[tuple[Stroke, ...], tuple[XY, ...], float]:
    """The path's stroke, the drop at its end if there is one, the cut along both, and where on the cut the move ends."""
    plan: list[XY] = [(x, y) for x, y, _ in path]
    along = _distances(plan)
    strokes = [Stroke(tuple(path), pen, label, along)]
    last = path[-1]
    flat = hypot(end[0] - last[0], end[1] - last[1])
    if abs(end[2] - last[2]) > 1e-6 or flat > 1e-6:
        drop = last[2] - end[2]
        words = f"falls {inches(drop)}" if drop > 0 else ""
        strokes.append(Stroke((last, end), Pen.FALL, words, (along[-1], along[-1] + flat)))
    cut = plan if flat <= 1e-6 else [*plan, (end[0], end[1])]
    if path_length(cut) < 1e-6:
        cut = [(body.at[0] - 2, body.at[1]), (body.at[0] + 2, body.at[1])]
        return tuple(Stroke(s.points, s.pen, s.label, tuple(2.0 for _ in s.points)) for s in strokes), tuple(cut), 2.0
    return tuple(strokes), tuple(cut), along[-1] + flat


def _in_the_way(table: Table, roles: dict[str, Role], blockers: Iterable[str]) -> tuple[dict[str, Role], dict[str, str]]:
    """The roles, with the models among the blockers marked, and a note beside each of these."""
    notes = {id: "in the way" for id in blockers if id in roles}
    return {**roles, **dict.fromkeys(notes, Role.HIT)}, notes


def stand(table: Table, question: Question, verdict: Any) -> Exhibit:
    """Can a base stand there (p. 28, 44)?"""
    asked = tuple(question["position"])
    position: XYZ = asked if len(asked) == 3 else verdict.position
    x, y, _ = position
    yes = bool(verdict.standable)
    volume = _volume(table, question["base"], position)
    blockers = {id for id in verdict.blockers if id in {f.id for f in table.features}}
    roles, notes = _in_the_way(table, roles_of(table), verdict.blockers)
    half = volume.radius + 2.5
    return Exhibit(
        kind="stand", verdict="CAN STAND" if yes else "CANNOT STAND", good=yes, rule="Standing, p. 28 and 44",
        headline=f"a {question['base']} base at {place(position)}", roles=roles, notes=notes,
        facts=(("Reason", verdict.reason or "the whole base is on one level, nothing in the way"), ("Place", place(position))),
        ghosts=(Ghost(volume, Role.END if yes else Role.HIT, f"{question['base']} base", half),),
        marked=dict.fromkeys(blockers, "IN THE WAY"), cut=((x - half, y), (x + half, y)),
    )  # fmt: skip


def _steps(body: Body, question: Question, table: Table) -> list[XYZ]:
    """The corners that were asked for, at the heights they name: ladders change the level."""
    x, y, z = body.at
    path: list[XYZ] = [(x, y, z)]
    for step in question["path"]:
        if isinstance(step, Mapping) and "to" in step:
            ladder = next(rungs for rungs in table.ladders if rungs.id == step["ladder"])
            other = ladder.top if abs(z - ladder.bottom) < 1e-6 else ladder.bottom
            new = float(step["to"][2]) if len(step["to"]) > 2 else other
            x, y = step["to"][:2]
            path += [(*ladder.at, z), (*ladder.at, new), (x, y, new)]
            z = new
        elif isinstance(step, Mapping):
            x, y = step["jump"]
            path.append((x, y, z))
        else:
            x, y = step[:2]
            path.append((x, y, z))
    return path


def move(table: Table, question: Question, verdict: Any) -> Exhibit:
    """A walk or a flight: its path, its length and where it ends (p. 27-28, 44)."""
    body = table.body(question["model"])
    legal = bool(verdict.legal)
    end: XYZ = tuple(verdict.end)  # type: ignore[assignment]
    path: list[XYZ] = list(verdict.track) if legal and len(verdict.track) > 1 else _steps(body, question, table)
    stop = end if legal else path[-1]
    pen = Pen.PATH if legal else Pen.REFUSED
    strokes, cut, at = _travel(body, path, stop, pen, f"{inches(verdict.length)} of {inches(verdict.allowance)}")
    facts = [
        ("Length", f"{inches(verdict.length)} of {inches(verdict.allowance)}"),
        ("Speed", inches(float(question["speed"]))),
        ("Ends at", place(end)),
        ("Reason", verdict.reason or "nothing in the way"),
    ]
    if verdict.fall:
        facts.insert(3, ("Falls", inches(verdict.fall)))
    features = {f.id for f in table.features}
    marked = {id: "IN THE WAY" for id in verdict.blockers if id in features}
    roles, notes = _in_the_way(table, roles_of(table, **{"from": body.id}), verdict.blockers)
    words = "ends here" if legal else "would end here"
    headline = f"{body.id} moves {inches(verdict.length)}" if legal else f"{body.id}: {verdict.reason}"
    return Exhibit(
        kind="move", verdict="LEGAL" if legal else "NOT LEGAL", good=legal, rule="Moving, p. 27-28 and 44-45",
        headline=headline, facts=tuple(facts), roles=roles, notes=notes, strokes=strokes, cut=cut, marked=marked,
        ghosts=(Ghost(_volume(table, body.base, stop), Role.END if legal else Role.HIT, words, at),),
    )  # fmt: skip


def jump(table: Table, question: Question, verdict: Any) -> Exhibit:
    """A jump: level, straight, then down (p. 45-46)."""
    body = table.body(question["model"])
    end: XYZ = tuple(verdict.end)  # type: ignore[assignment]
    legal = bool(verdict.legal)
    x, y, z = body.at
    flat = hypot(end[0] - x, end[1] - y)
    to = question["to"]
    asked = hypot(to[0] - x, to[1] - y)
    turn: XYZ = tuple(verdict.turn) if legal else (to[0], to[1], z)  # type: ignore[assignment]
    pen = Pen.PATH if legal else Pen.REFUSED
    strokes, cut, at = _travel(body, [body.at, turn], end if legal else turn, pen, inches(verdict.length))
    stopped = verdict.stopped_by
    if legal and stopped is not None and asked - verdict.length > 1e-6:
        strokes += (Stroke((turn, (to[0], to[1], z)), Pen.REFUSED, "not reached", (verdict.length, asked), bold=False),)
        cut = ((x, y), (to[0], to[1])) if flat > 1e-6 or asked > 1e-6 else cut
    facts = [("Length", inches(verdict.length)), ("Ends at", place(end)), ("Falls", inches(verdict.fall))]
    facts.append(("POW of the fall", str(verdict.power)))
    if stopped is not None:
        facts.append(("Stopped by", table.called(stopped)))
    if verdict.reason:
        facts.append(("Reason", verdict.reason))
    marked = {stopped: "STOPS THE JUMP"} if stopped in {f.id for f in table.features} else {}
    roles = roles_of(table, **{"from": body.id})
    notes = {stopped: "stops the jump"} if stopped in roles else {}
    roles.update(dict.fromkeys(notes, Role.HIT))
    went = f"jumps {inches(verdict.length)}" + (f" and falls {inches(verdict.fall)}" if verdict.fall else "")
    return Exhibit(
        kind="jump", verdict="JUMPS" if legal else "NOT LEGAL", good=legal, rule="Jumping, p. 45-46", facts=tuple(facts),
        headline=f"{body.id} {went}" if legal else f"{body.id} may not jump so",
        roles=roles, notes=notes, strokes=strokes, cut=cut, marked=marked,
        ghosts=(Ghost(_volume(table, body.base, end), Role.END, "ends here", at),) if legal else (),
    )  # fmt: skip


def slam(table: Table, question: Question, verdict: Any) -> Exhibit:
    """A slam: straight away from the attacker, then down (p. 37)."""
    body, source = table.body(question["model"]), table.body(question["from"])
    end: XYZ = tuple(verdict.end)  # type: ignore[assignment]
    x, y, _ = body.at
    turn: XYZ = tuple(verdict.turn)  # type: ignore[assignment]
    flat, asked = hypot(x - source.at[0], y - source.at[1]), float(question["distance"])
    strokes, cut, at = _travel(body, [body.at, turn], end, Pen.PATH, f"slammed {inches(verdict.moved)} of {inches(asked)}")
    if flat > 1e-6:
        cut = ((source.at[0], source.at[1]), *(cut if path_length(cut) > 0 and verdict.moved > 1e-6 else ((x, y),)))
        went = verdict.moved > 1e-6
        strokes = tuple(replace(s, along=tuple(flat + (v if went else 0.0) for v in s.along)) for s in strokes)
        at = flat + (at if went else 0.0)
    features = {f.id for f in table.features}
    marked = {id: "CONTACT" for id in verdict.contacts if id in features}
    facts = [
        ("Moved", f"{inches(verdict.moved)} of {inches(asked)}"),
        ("Contacts", called(table, verdict.contacts)),
        ("Falls", f"{inches(verdict.fall)}, POW {verdict.power}"),
        ("Ends at", place(end)),
        ("Rough ground", "yes" if verdict.rough else "no"),
    ]
    if verdict.collateral:
        facts.append(("Collateral", called(table, verdict.collateral)))
    if verdict.power_die:
        facts.append(("Power Dice", "+1"))
    if verdict.destroyed:
        facts.insert(0, ("Destroyed", "slammed off the table"))
    roles = roles_of(table, **{"from": source.id, "to": body.id})
    roles.update({id: Role.HIT for id in verdict.contacts if id in roles})
    moved = verdict.moved > 0 or bool(verdict.contacts)
    came = "DESTROYED" if verdict.destroyed else "SLAMMED" if moved else "NOT MOVED"
    return Exhibit(
        kind="slam", verdict=came, good=None, rule="Slams, p. 37",
        headline=f"{body.id} is slammed {inches(verdict.moved)} away from {source.id}" if moved else f"{body.id} is not moved",
        facts=tuple(facts), roles=roles,
        strokes=strokes, cut=cut, marked=marked, ghosts=(Ghost(_volume(table, body.base, end), Role.END, "ends here", at),),
    )  # fmt: skip


def reach(table: Table, question: Question, verdict: Any) -> Exhibit:
    """Where a model can get to, level by level (p. 27-28, 44-45). The question names `model` and `speed`."""
    body = table.body(question["model"])
    areas, facts = [], []
    for number, level in enumerate(verdict.levels):
        label = f'reach at {level.height:g}"'
        areas.append(Area(level.area, level.height, LEVELS[number % len(LEVELS)], label, hatched=number > 0))
        facts.append((label, f"{level.area.area:.1f} square inches"))
    facts.append(("Drawn", "where the centre of the base can end, without jumps"))
    x, y, _ = body.at
    far = float(question["speed"]) + body.radius
    return Exhibit(
        kind="reach", verdict=f"REACH {inches(float(question['speed']))}", good=None, rule="Moving, p. 27-28 and 44-45",
        headline=f"where {body.id} can get to", facts=tuple(facts), roles=roles_of(table, **{"from": body.id}),
        areas=tuple(areas), cut=((x - far, y), (x + far, y)),
        circles=(Circle((x, y), float(question["speed"]), body.at[2], ROLE_COLOURS[Role.FROM], "as the crow flies"),),
    )  # fmt: skip


MAKERS: dict[str, Callable[[Table, Question, Any], Exhibit]] = {
    "stand": stand, "move": move, "jump": jump, "slam": slam, "reach": reach,
}  # fmt: skip
