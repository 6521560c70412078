"""How far is it from base to base (p. 32)?"""
from __future__ import annotations

import math
from dataclasses import dataclass
from math import hypot
from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judge.doubt import Doubt
from wc3d.judge.fields import Between
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import cite
from wc3d.presentation.evidence_view import Exhibit, Stroke, apart, roles_of
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import Pen
from wc3d.presentation.sight import rims
from wc3d.table.body import Body
from wc3d.table.sight.ranges import distance
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class RangeQuestion(Between):
    """How far is it from base to base (p. 32)?"""

    type: Literal["range"]


@dataclass(frozen=True, slots=True)
class Range:
    """How far it is from base to base, in inches."""

    distance: float
    rules: tuple[SpaceRule, ...] = (SpaceRule.RANGE, SpaceRule.WITHIN)


def _ask(table: Table, question: RangeQuestion, progress: Progress | None) -> Range:
    return Range(distance(table, table.body(question.from_), table.body(question.to)))


def _tell(table: Table, question: RangeQuestion, verdict: Range) -> list[str]:
    how_far = brief_inches(verdict.distance)
    return [f"{question.from_} to {question.to}: {how_far} from base to base ({cite(table, SpaceRule.RANGE)})"]


def _exhibit(table: Table, question: RangeQuestion, verdict: Range) -> Exhibit:
    a, b = table.body(question.from_), table.body(question.to)
    line = rims(a, b)
    flat, rise = hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]), abs(line[1][2] - line[0][2])
    strokes = [Stroke(line, Pen.MEASURE, inches(verdict.distance))]
    if rise > 1e-6 and flat > 1e-6:
        low, high = sorted(line, key=lambda p: p[2])
        corner = (high[0], high[1], low[2])
        strokes += [
            Stroke((low, corner), Pen.MEASURE, f"{inches(flat)} along", bold=False),
            Stroke((corner, high), Pen.MEASURE, f"{inches(rise)} up", bold=False),
        ]
    facts = (("Distance", f'{verdict.distance:.4f}"'), ("Along the table", inches(flat)), ("In height", inches(rise)))
    return Exhibit(
        kind="range", verdict=inches(verdict.distance), headline=f"from {a.id}'s base to {b.id}'s", good=None,
        rule="Range, p. 32", facts=facts, roles=roles_of(table, **{"from": a.id, "to": b.id}), strokes=tuple(strokes),
        cut=apart(a, b),
    )  # fmt: skip


def range_between(a: Body, b: Body, inches: float) -> tuple[float, float]:
    """The least and the greatest distance from base to base (p. 32), each base up to so far off. Exact."""
    (ax, ay, az), (bx, by, bz) = a.at, b.at
    gap, rise, error = math.hypot(bx - ax, by - ay) - a.radius - b.radius, abs(bz - az), 2 * inches
    smallest = math.hypot(max(0.0, gap - error), max(0.0, rise - error))
    return smallest, math.hypot(max(0.0, gap + error), rise + error)


def range_in_doubt(a: Body, b: Body, inches: float) -> Doubt:
    """Between what two distances is it really (p. 32)? A measure neither stands nor falls."""
    smallest, greatest = range_between(a, b, inches)
    words = f'between {smallest:.3f}" and {greatest:.3f}"'
    return Doubt(inches, None, words, "exact: both bases at their nearest and at their farthest", tried=1, measured=True)


def _doubt(table: Table, question: RangeQuestion, inches: float, progress: Progress | None) -> Doubt:
    return range_in_doubt(table.body(question.from_), table.body(question.to), inches)


RANGE = QuestionType(
    fields=RangeQuestion,
    answer=("distance",),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model")),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=_doubt,
)
