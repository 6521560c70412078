"""Range questions: the distance between two bases (p. 32)."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import cite
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.doubt import Doubt
from wc3d.judging.question_fields import TwoModelQuestion
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import EvidenceView, Stroke, assign_roles, line_through_models
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import Pen
from wc3d.presentation.sight_marks import nearest_rim_points
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class RangeQuestion(TwoModelQuestion):
    """A question about the distance from base to base (p. 32)."""

    type: Literal["range"]


@dataclass(frozen=True, slots=True)
class Range:
    """The distance from base to base in inches."""

    distance: float
    rules: tuple[SpaceRule, ...] = (SpaceRule.RANGE, SpaceRule.WITHIN)


def _ask(table: Table, question: RangeQuestion, progress: Progress | None) -> Range:
    return Range(distance(table, table.body(question.from_), table.body(question.to)))


def _describe(table: Table, question: RangeQuestion, verdict: Range) -> list[str]:
    how_far = format_brief_inches(verdict.distance)
    return [
        f"{question.from_} to {question.to}: {how_far} from base to base{cite(table, SpaceRule.RANGE)}"
    ]


def _evidence_view(table: Table, question: RangeQuestion, verdict: Range) -> EvidenceView:
    a, b = table.body(question.from_), table.body(question.to)
    line = nearest_rim_points(a, b)
    flat = hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])
    rise = abs(line[1][2] - line[0][2])
    strokes = [Stroke(line, Pen.MEASURE, format_inches(verdict.distance))]
    if rise > 1e-6 and flat > 1e-6:
        low, high = sorted(line, key=lambda p: p[2])
        corner = (high[0], high[1], low[2])
        strokes += [
            Stroke((low, corner), Pen.MEASURE, f"{format_inches(flat)} along", is_bold=False),
            Stroke((corner, high), Pen.MEASURE, f"{format_inches(rise)} up", is_bold=False),
        ]
    facts = (
        ("Distance", f'{verdict.distance:.4f}"'),
        ("Along the table", format_inches(flat)),
        ("In height", format_inches(rise)),
    )
    return EvidenceView(
        kind="range",
        verdict=format_inches(verdict.distance),
        headline=f"from {a.id}'s base to {b.id}'s",
        is_good=None,
        rule="Range, p. 32",
        facts=facts,
        roles=assign_roles(table, **{"from": a.id, "to": b.id}),
        strokes=tuple(strokes),
        cut=line_through_models(a, b),
    )


def range_bounds(a: Body, b: Body, inches: Inaccuracy) -> tuple[float, float]:
    """Return the bounds of the distance of two bases (p. 32), wherever each may be."""
    return as_displacement(inches).distance_bounds(a, b)


def bound_distance(a: Body, b: Body, inches: Inaccuracy) -> Doubt:
    """Return the bounds of the real distance (p. 32) as a doubt that neither stands nor falls."""
    smallest, greatest = range_bounds(a, b, inches)
    words = f'between {smallest:.3f}" and {greatest:.3f}"'
    return Doubt(
        as_displacement(inches).inches,
        None,
        words,
        "exact: both bases at their nearest and at their farthest",
        tried=1,
        measured=True,
    )


def _assess_doubt(
    table: Table, question: RangeQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    return bound_distance(table.body(question.from_), table.body(question.to), inches)


RANGE = QuestionType(
    fields=RangeQuestion,
    answer=("distance",),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model")),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    doubt=_assess_doubt,
)
