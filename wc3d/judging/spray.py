"""Spray questions: the models that a spray attacks (p. 35)."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import cite, format_line, join_model_names
from wc3d.judging.displacement import Displacement
from wc3d.judging.doubt_proofs import is_spray_level, prove_spray
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import TwoModelQuestion
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    EvidenceView,
    Stroke,
    assign_roles,
    format_place,
    join_ids,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.strict_json import Height
from wc3d.table.sight.distances import distance, is_within
from wc3d.table.sight.sprays_and_blasts import Spray, spray
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class SprayQuestion(TwoModelQuestion):
    """A question about the models on the line of a spray (p. 35)."""

    type: Literal["spray"]
    range: Height

    @model_validator(mode="after")
    def _check_two_models(self) -> SprayQuestion:
        if self.from_ == self.to:
            raise ValueError(
                "`from` and `to` must be different models, as a spray needs a direction"
            )
        return self


def _ask(table: Table, question: SprayQuestion, progress: Progress | None) -> Spray:
    return spray(table, table.body(question.from_), table.body(question.to), question.range)


def _describe(table: Table, question: SprayQuestion, verdict: Spray) -> list[str]:
    line_text = f"along {format_line(verdict.line)}{cite(table, SpaceRule.SPRAY_LINE, SpaceRule.SPRAY_HITS)}"
    lines = [
        f"{question.from_} sprays {question.to} and attacks {join_model_names(table, verdict.hits)}, nearest first, {line_text}"
    ]
    gap = distance(table, table.body(question.from_), table.body(question.to))
    if is_within(gap, question.range):
        return lines
    beyond = f"{question.to} is {format_brief_inches(gap)} away, beyond the spray's {format_brief_inches(question.range)}"
    return [
        *lines,
        f"  but it is not a legal target: {beyond}{cite(table, SpaceRule.RANGE)}",
    ]


def _evidence_view(table: Table, question: SprayQuestion, verdict: Spray) -> EvidenceView:
    """Return the line and every model on it in order."""
    a, t = table.body(question.from_), table.body(question.to)
    line = verdict.line
    hits = verdict.hits
    roles = assign_roles(table, **{"from": a.id})
    roles.update(dict.fromkeys(hits, Role.HIT))
    if t.id not in hits:
        roles[t.id] = Role.TO
    notes = {id: f"hit {k}" for k, id in enumerate(hits, 1)}
    notes.update({id: "hidden by terrain" for id in verdict.hidden})
    gap = distance(table, a, t)
    facts = [("Attacked, in order", join_ids(hits)), ("Range", format_inches(question.range))]
    facts += [("From", format_place(line[0])), ("To", format_place(line[1]))]
    if not is_within(gap, question.range):
        facts.append(("Out of range", f"{t.id} is {format_inches(gap)} away: not a legal target"))
    if verdict.hidden:
        facts.append(("Hidden by terrain", join_ids(verdict.hidden)))
    return EvidenceView(
        kind="spray",
        verdict=f"{len(hits)} HIT",
        headline=f"spray from {a.id} at {t.id}: {join_ids(hits)}",
        is_good=None,
        rule="Sprays, p. 35",
        facts=tuple(facts),
        roles=roles,
        notes=notes,
        cut=(line[0][:2], line[1][:2]),
        strokes=(Stroke(line, Pen.SPRAY, f'spray, {question.range:g}"'),),
    )


def _has_exact_heights(table: Table, question: SprayQuestion) -> bool:
    return is_spray_level(table.body(question.from_), table.body(question.to))


def _prove(
    table: Table, question: SprayQuestion, inches: Displacement, progress: Progress | None
) -> str:
    return prove_spray(
        table, table.body(question.from_), table.body(question.to), question.range, inches, progress
    )


DECIDING = ("hits",)
"""The attributes of the verdict that a doubt must not change."""

SPRAY = QuestionType(
    fields=SprayQuestion,
    answer=("hits", "line"),
    form=(
        FormField("from", "from", "model"),
        FormField("to", "to", "model"),
        FormField("range", "range", "number", 8.0),
    ),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=DECIDING,
    doubt=make_doubt_function(_ask, DECIDING, _has_exact_heights, _prove),
    uses_all_models=True,
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)
