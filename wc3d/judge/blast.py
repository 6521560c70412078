"""Which models beside its target does a blast reach (p. 34)?"""
from __future__ import annotations

from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judge.doubt import SURE, Doubt
from wc3d.judge.fields import AskedQuestion, ModelId
from wc3d.judge.perturbation import try_places
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.range import range_between
from wc3d.judge.words import cite, names_of
from wc3d.presentation.evidence_view import Circle, Exhibit, Stroke, apart, names, roles_of
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import BAD, Pen, Role
from wc3d.presentation.sight import rims
from wc3d.table.sight.templates import Blast, blast
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class BlastQuestion(AskedQuestion):
    """Which models beside its target does a blast reach (p. 34)?"""

    type: Literal["blast"]
    target: ModelId


def _ask(table: Table, question: BlastQuestion, progress: Progress | None) -> Blast:
    return blast(table, table.body(question.target))


def _tell(table: Table, question: BlastQuestion, verdict: Blast) -> list[str]:
    reached, source = names_of(table, verdict.models), cite(table, SpaceRule.BLAST)
    if not verdict.models:
        nobody = f"none within {brief_inches(table.policy.blast_within)} ({source})"
        return [f"a blast on {question.target} hits no other model: {nobody}"]
    if verdict.tied:
        source = cite(table, SpaceRule.BLAST, SpaceRule.BLAST_TIE)
        return [f"a blast on {question.target}: the dice decide among {reached} ({source})"]
    return [f"a blast on {question.target} hits {reached}, nearest first ({source})"]


def _exhibit(table: Table, question: BlastQuestion, verdict: Blast) -> Exhibit:
    """How far a blast reaches from the target, and how far those are whom it reaches."""
    t = table.body(question.target)
    models, tied = verdict.models, verdict.tied
    distances = dict(zip(models, verdict.distances, strict=True))
    roles = roles_of(table, to=t.id)
    roles.update(dict.fromkeys(models, Role.HIT))
    notes = {id: f"{'dice decide' if tied else 'blast'} {k}" for k, id in enumerate(models, 1)}
    within = table.policy.blast_within
    facts = [("Blast damage", names(models)), ("Tied", "yes: the dice decide which model is second" if tied else "no")]
    facts += [(f"{id} to {t.id}", f'{gap:.4f}"') for id, gap in distances.items()]
    lines = {id: rims(t, table.body(id)) for id in models}
    strokes = tuple(Stroke(line, Pen.MEASURE, inches(distances[id])) for id, line in lines.items())
    x, y, z = t.at
    cut = apart(t, table.body(models[0])) if models else ((x - within - t.radius, y), (x + within + t.radius, y))
    return Exhibit(
        kind="blast", verdict=f"{len(models)} IN BLAST" if not tied else "TIED", good=None, rule="Blasts, p. 34",
        headline=f"blast on {t.id}: {names(models)}", facts=tuple(facts), roles=roles, notes=notes, strokes=strokes,
        circles=(Circle((x, y), t.radius + within, z, BAD, f'{within:g}" from {t.id}'),), cut=cut,
    )  # fmt: skip


def _doubt(table: Table, question: BlastQuestion, inches: float, progress: Progress | None) -> Doubt:
    """Do the models that `blast` names stay the same (p. 34)?"""
    target = table.body(question.target)
    result = blast(table, target)
    within = table.policy.blast_within
    spans = {b.id: range_between(target, b, inches) for b in table.bodies if b.id != target.id}
    hit_spans = [spans[id] for id in result.models]
    other_spans = [span for id, span in spans.items() if id not in result.models]
    last = max((greatest for _, greatest in hit_spans), default=0.0)
    full = len(result.models) >= table.policy.blast_models
    sure = not result.tied and last <= within and all(smallest > (min(within, last) if full else within) + SURE for smallest, _ in other_spans)
    if sure:
        words = f'hits the same models, even if models are up to {inches:.4g}" off'
        return Doubt(inches, True, words, "exact bounds of all distances", tried=1)
    nearby = [id for id, (smallest, _) in spans.items() if smallest <= within + SURE]
    return try_places(table, [target.id, *nearby], inches, lambda t: _blasted(t, target.id), progress)


def _blasted(table: Table, target: str) -> str:
    result = blast(table, table.body(target))
    return ("the dice decide among " if result.tied else "") + (", ".join(sorted(result.models)) or "no other model")


BLAST = QuestionType(
    fields=BlastQuestion,
    answer=("models", "tied"),
    form=(FormField("target", "on", "model"),),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=_doubt,
    looks_at_all=True,
    rulings=("blast_within", "blast_models"),
)
