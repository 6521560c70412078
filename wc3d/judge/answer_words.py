"""Answers in words a player would use, each with its page and rule."""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import floor
from typing import Any

from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.points import XYZ
from wc3d.geometry.tolerances import EQUAL
from wc3d.judge.answers import Answer
from wc3d.table.citations import RULES, cited
from wc3d.table.sight.ranges import distance, is_within
from wc3d.table.table import Table


def told(answer: Answer, known: Collection[str] = ()) -> list[str]:
    """The answer in words: a sentence, more lines where there is more to say, and the remarks beside it.

    `known` remarks about models that it does not name are not told again.
    """
    lines = _TELL[answer.type](answer.question, answer.verdict, answer.table)
    remarks = [*answer.remarks, *(remark for remark in answer.others if remark not in known)]
    return lines + [f"  note: {remark}" for remark in remarks]


def rules_told(answers: Iterable[Answer]) -> list[str]:
    """Each rule the answers named, once, with its page and our wording."""
    ids = dict.fromkeys(id for answer in answers for id in answer.rules)
    return [f"  {id} (p. {RULES[id].page})  {RULES[id].text}" for id in ids]


def inches(length: float) -> str:
    """A length: 6.5", 0.31", 0.004", under 0.0001"."""
    length += 0.0  # no minus before a zero
    if 0 < length < 0.5e-4:
        return 'under 0.0001"'
    digits = 2 if abs(length) >= 0.01 or length == 0 else 4
    text = f"{length:.{digits}f}"
    return f'{text.rstrip("0").rstrip(".") if "." in text else text}"'


def point(at: Sequence[float]) -> str:
    """A point: (4, 4.25, 0)."""
    return f"({', '.join(_short(x) for x in at)})"


def _short(x: float) -> str:
    return f"{round(x, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def _line(line: Sequence[Sequence[float]]) -> str:
    return f"{point(line[0])} - {point(line[1])}"


def _names(table: Table, ids: Iterable[str]) -> str:
    return ", ".join(map(table.called, ids))


def _sight(q: Any, v: Any, table: Table) -> list[str]:
    source = f"({cited('NM-ATK-05')})"
    if v.verdict == "clear":
        how = "with nothing near" if v.clearance is None else f"clear by {inches(v.clearance)}"
        near = passed(v.table, v.line)
        past = f", past {table.called(near)}" if near is not None else ""
        return [f"{q.from_} sees {q.to}: {how} along the line {_line(v.line)}{past} {source}"]
    if v.verdict == "blocked":
        blockers = _names(table, v.blockers) or "the table"
        if v.short_by is None:
            source = f"({cited('NM-TER-06', 'NM-TER-07')})"
            return [f"{q.from_} does not see {q.to}: {blockers}: too much of it, or all of it, lies between {source}"]
        short = f"every line is blocked by {blockers}; the nearest to open is short by {inches(v.short_by)}"
        return [f"{q.from_} does not see {q.to}: {short} {source}"]
    return [f"{q.from_} and {q.to}: undecided; the search ran out of its budget before it found a line or a proof {source}"]


def passed(table: Table, line: tuple[XYZ, XYZ]) -> str | None:
    """The feature that blocks sight nearest to a line: the one it is clear of by its clearance. None if there is none."""
    solid = [(p, f.id) for f in table.features if f.blocks_sight for p in f.pieces if p.high - p.low > EQUAL]
    return min(((segment_to_piece(*line, piece), id) for piece, id in solid), default=(0.0, None))[1]


def _range(q: Any, v: Any, table: Table) -> list[str]:
    return [f"{q.from_} to {q.to}: {inches(v.distance)} from base to base ({cited('NM-ATK-04')})"]


def _seen_from(q: Any, v: Any, table: Table) -> list[str]:
    lines = [f"where {q.base} models see {q.model}, and it them, in cells of {inches(v.cell)} ({cited('NM-ATK-05')}):"]
    for level in v.levels:
        cells = [cell for row in level.cells for cell in row]
        area = sum(cells) * v.cell**2
        lines.append(f"  at height {inches(level.height)}: {sum(cells)} of {len(cells)} cells, {area:,.1f} square inches")
    return lines if len(lines) > 1 else [f"{lines[0]} nowhere"]


def _cover(q: Any, v: Any, table: Table) -> list[str]:
    within = inches(table.policy.cover_within)
    if v.cover:
        near = f"{_names(table, v.features)} in between, within {within} of its base"
        return [f"{q.to} has cover from {q.from_}: {near} ({cited('NM-ATK-11')})"]
    between = f"{_names(table, v.intervening)} in between, but nothing that gives cover within {within} of its base"
    why = between if v.intervening else "nothing is in between"
    return [f"{q.to} has no cover from {q.from_}: {why} ({cited('NM-ATK-11')})"]


def _spray(q: Any, v: Any, table: Table) -> list[str]:
    where = f"along {_line(v.line)} ({cited('NM-SPR-02', 'NM-SPR-03')})"
    lines = [f"{q.from_} sprays {q.to}: attacks {_names(table, v.hits)}, nearest first, {where}"]
    far = distance(table, table.body(q.from_), table.body(q.to))
    if is_within(far, q.range):
        return lines
    beyond = f"{q.to} is {inches(far)} away, beyond the spray's {inches(q.range)}"
    return [*lines, f"  but {beyond}: no legal target ({cited('NM-ATK-04')})"]


def _blast(q: Any, v: Any, table: Table) -> list[str]:
    if not v.models:
        nobody = f"no model within {inches(table.policy.blast_within)} ({cited('NM-BLA-02')})"
        return [f"a blast on {q.target} reaches nobody else: {nobody}"]
    if v.tied:
        return [f"a blast on {q.target}: the dice decide among {_names(table, v.models)} ({cited('NM-BLA-02', 'NM-BLA-03')})"]
    return [f"a blast on {q.target} reaches {_names(table, v.models)}, nearest first ({cited('NM-BLA-02')})"]


def _stand(q: Any, v: Any, table: Table) -> list[str]:
    said = "can stand" if v.standable else "cannot stand"
    why = f": {v.reason}" if v.reason else ""
    return [f"a {q.base} base {said} at {point(q.position)}{why} ({cited('NM-TER-01')})"]


def _move(q: Any, v: Any, table: Table) -> list[str]:
    if not v.legal:
        return [f"{q.model} may not move so: {_with_page(v.reason, 'NM-MOV-03')}"]
    measured = f"{inches(v.length)} of {inches(v.allowance)}"
    return [f"{q.model} may move so: {measured}, to {point(v.end)}{_fallen(v.fall)} ({cited('NM-MOV-03')})"]


def _jump(q: Any, v: Any, table: Table) -> list[str]:
    if not v.legal:
        return [f"{q.model} may not jump so: {_with_page(v.reason, 'NM-TER-23')}"]
    stopped = f", stopped by {table.called(v.stopped_by)}" if v.stopped_by is not None else ""
    lines = [f"{q.model} jumps {inches(v.length)}{stopped}, to {point(v.end)}{_fallen(v.fall)} ({cited('NM-TER-23')})"]
    lines += ["  its movement is over"] if v.ends_move else []
    shorter = f"  it entered rough ground, so the whole move is {inches(table.policy.rough_cost)} shorter"
    return lines + ([shorter] if v.entered_rough else [])


def _slam(q: Any, v: Any, table: Table) -> list[str]:
    if v.destroyed:
        return [f"{q.model} is slammed off the table after {inches(v.moved)}: destroyed ({cited('NM-SLM-11')})"]
    into = f", into {_names(table, v.contacts)}" if v.contacts else ""
    short = ", shortened by rough ground" if v.rough else ""
    if v.moved == 0 and not v.contacts:
        why = v.reason if q.distance else "a slam of no distance"
        return [f"{q.model} is not moved by the slam: {why} ({cited('NM-SLM-01')})"]
    lines = [f"{q.model} is slammed {inches(v.moved)}{short}{into}, to {point(v.end)}{_fallen(v.fall)} ({cited('NM-SLM-01')})"]
    lines += [f"  one more Power Die on its damage roll ({cited('NM-SLM-04')})"] if v.power_die else []
    return lines + ([f"  collateral damage to {_names(table, v.collateral)} ({cited('NM-SLM-05')})"] if v.collateral else [])


def _with_page(reason: str, rule: str) -> str:
    """A reason with its page: its own, or that of the rule."""
    return reason if "(p. " in reason else f"{reason} ({cited(rule)})"


def _fallen(fall: float) -> str:
    if fall <= 0:
        return ""
    power = floor(fall + EQUAL)
    return f", falling {inches(fall)}" + (f" (POW {power})" if power else "")


_TELL: dict[str, Callable[[Any, Any, Table], list[str]]] = {
    "sight": _sight,
    "range": _range,
    "seen_from": _seen_from,
    "cover": _cover,
    "spray": _spray,
    "blast": _blast,
    "stand": _stand,
    "move": _move,
    "jump": _jump,
    "slam": _slam,
}
