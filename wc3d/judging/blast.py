"""Blast questions: the models that a blast reaches in addition to its target (p. 34)."""

from __future__ import annotations

from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import cite, join_model_names
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.distance import range_bounds
from wc3d.judging.doubt import SURE_MARGIN_IN, Doubt
from wc3d.judging.perturbation import perturb_models
from wc3d.judging.question_fields import JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    Circle,
    EvidenceView,
    Stroke,
    assign_roles,
    join_ids,
    line_through_models,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import BAD_COLOR, Pen, Role
from wc3d.presentation.sight_marks import nearest_rim_points
from wc3d.table.sight.sprays_and_blasts import Blast, blast
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class BlastQuestion(JudgeQuestion):
    """A question about the models that a blast reaches in addition to its target (p. 34)."""

    type: Literal["blast"]
    target: ModelId


def _ask(table: Table, question: BlastQuestion, progress: Progress | None) -> Blast:
    return blast(table, table.body(question.target))


def _describe(table: Table, question: BlastQuestion, verdict: Blast) -> list[str]:
    reached = join_model_names(table, verdict.models)
    source = cite(table, SpaceRule.BLAST)
    if not verdict.models:
        nobody = f"none within {format_brief_inches(table.policy.blast_within)}{source}"
        return [f"a blast on {question.target} reaches no other model: {nobody}"]
    if verdict.tied:
        source = cite(table, SpaceRule.BLAST, SpaceRule.BLAST_TIE)
        return [f"a blast on {question.target} may reach {reached}: the dice decide{source}"]
    return [f"a blast on {question.target} also reaches {reached}, nearest first{source}"]


def _evidence_view(table: Table, question: BlastQuestion, verdict: Blast) -> EvidenceView:
    """Return the blast's radius around the target and the distances of the models in it."""
    t = table.body(question.target)
    models = verdict.models
    tied = verdict.tied
    distances = dict(zip(models, verdict.distances, strict=True))
    roles = assign_roles(table, to=t.id)
    roles.update(dict.fromkeys(models, Role.HIT))
    notes = {id: f"{'dice decide' if tied else 'blast'} {k}" for k, id in enumerate(models, 1)}
    within = table.policy.blast_within
    facts = [
        ("Blast damage", join_ids(models)),
        ("Tied", "yes: the dice decide which model is second" if tied else "no"),
    ]
    facts += [(f"{id} to {t.id}", f'{gap:.4f}"') for id, gap in distances.items()]
    lines = {id: nearest_rim_points(t, table.body(id)) for id in models}
    strokes = tuple(
        Stroke(line, Pen.MEASURE, format_inches(distances[id])) for id, line in lines.items()
    )
    x, y, z = t.at
    cut = (
        line_through_models(t, table.body(models[0]))
        if models
        else ((x - within - t.radius, y), (x + within + t.radius, y))
    )
    return EvidenceView(
        kind="blast",
        verdict=f"{len(models)} IN BLAST" if not tied else "TIED",
        is_good=None,
        rule="Blasts, p. 34",
        headline=f"blast on {t.id}: {join_ids(models)}",
        facts=tuple(facts),
        roles=roles,
        notes=notes,
        strokes=strokes,
        circles=(Circle((x, y), t.radius + within, z, BAD_COLOR, f'{within:g}" from {t.id}'),),
        cut=cut,
    )


def _assess_doubt(
    table: Table, question: BlastQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    """Assess whether `blast` still reaches the same models (p. 34)."""
    target = table.body(question.target)
    result = blast(table, target)
    within = table.policy.blast_within
    spans = {b.id: range_bounds(target, b, inches) for b in table.bodies if b.id != target.id}
    hit_spans = [spans[id] for id in result.models]
    other_spans = [span for id, span in spans.items() if id not in result.models]
    last = max((greatest for _, greatest in hit_spans), default=0.0)
    full = len(result.models) >= table.policy.blast_models
    sure = (
        not result.tied
        and last <= within
        and all(
            smallest > (min(within, last) if full else within) + SURE_MARGIN_IN
            for smallest, _ in other_spans
        )
    )
    if sure:
        displacement = as_displacement(inches)
        words = f"hits the same models, even {displacement.condition}"
        return Doubt(displacement.inches, True, words, "exact bounds of all distances", tried=1)
    nearby = [id for id, (smallest, _) in spans.items() if smallest <= within + SURE_MARGIN_IN]
    return perturb_models(
        table, [target.id, *nearby], inches, lambda t: _blast_verdict(t, target.id), progress
    )


def _blast_verdict(table: Table, target: str) -> str:
    result = blast(table, table.body(target))
    return ("the dice decide among " if result.tied else "") + (
        ", ".join(sorted(result.models)) or "no other model"
    )


BLAST = QuestionType(
    fields=BlastQuestion,
    answer=("models", "tied"),
    form=(FormField("target", "on", "model"),),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=("models", "tied"),
    doubt=_assess_doubt,
    uses_all_models=True,
    rulings=("blast_within", "blast_models"),
)
