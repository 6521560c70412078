"""Cover questions about two models (p. 34)."""

from __future__ import annotations

from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import cite, join_model_names
from wc3d.judging.displacement import Inaccuracy
from wc3d.judging.doubt import Doubt, assess_cover_doubt
from wc3d.judging.question_fields import TwoModelQuestion
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    Circle,
    EvidenceView,
    assign_roles,
    join_display_names,
    line_through_models,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import ROLE_COLORS, Role
from wc3d.table.sight.cover import Cover, cover
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class CoverQuestion(TwoModelQuestion):
    """A question about cover for the model `to` against the model `from` (p. 34)."""

    type: Literal["cover"]


def _ask(table: Table, question: CoverQuestion, progress: Progress | None) -> Cover:
    return cover(table, table.body(question.from_), table.body(question.to))


def _describe(table: Table, question: CoverQuestion, verdict: Cover) -> list[str]:
    within = format_brief_inches(table.policy.cover_within)
    source = cite(table, SpaceRule.COVER)
    if verdict.cover:
        cover_note = (
            f"{join_model_names(table, verdict.features)} between them, within {within} of its base"
        )
        return [f"{question.to} has cover from {question.from_}: {cover_note}{source}"]
    between = f"terrain between them ({join_model_names(table, verdict.intervening)}), but none that gives cover within {within} of its base"
    reason = between if verdict.intervening else "no terrain between them"
    return [f"{question.to} has no cover from {question.from_}: {reason}{source}"]


def _evidence_view(table: Table, question: CoverQuestion, verdict: Cover) -> EvidenceView:
    """Return the evidence with the convex hull of both volumes: everything between them."""
    a, b = table.body(question.from_), table.body(question.to)
    distances = dict(zip(verdict.intervening, verdict.distances, strict=True))
    marked = {
        id: "GIVES COVER" if id in verdict.features else "intervening" for id in verdict.intervening
    }
    within = table.policy.cover_within
    facts = [
        ("Cover from", join_display_names(table, verdict.features)),
        ("Intervening", join_display_names(table, verdict.intervening)),
    ]
    facts += [
        (table.display_name(id), f"{format_inches(gap)} from {b.id}'s base")
        for id, gap in distances.items()
    ]
    facts.append(("Drawn", f'the hull of both volumes, and {within:g}" around the target'))
    return EvidenceView(
        kind="cover",
        verdict="COVER" if verdict.cover else "NO COVER",
        is_good=bool(verdict.cover),
        headline=f"{b.id} has {'' if verdict.cover else 'no '}cover from {a.id}",
        rule="Intervening terrain and cover, p. 34",
        facts=tuple(facts),
        roles=assign_roles(table, **{"from": a.id, "to": b.id}),
        marked_models=marked,
        hull=(a.volume, b.volume),
        circles=(
            Circle(
                b.at[:2],
                b.radius + within,
                b.at[2],
                ROLE_COLORS[Role.TO],
                f'{within:g}" from {b.id}',
            ),
        ),
        cut=line_through_models(a, b),
    )


def cover_evidence(table: Table, attacker: str, target: str, verdict: Cover) -> EvidenceView:
    """Return the evidence of a cover verdict for two models."""
    return _evidence_view(
        table,
        CoverQuestion.model_validate({"type": "cover", "from": attacker, "to": target}),
        verdict,
    )


def _assess_doubt(
    table: Table, question: CoverQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    return assess_cover_doubt(
        table, table.body(question.from_), table.body(question.to), inches, progress
    )


COVER = QuestionType(
    fields=CoverQuestion,
    answer=("cover", "features", "intervening"),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model")),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=("cover",),
    doubt=_assess_doubt,
    unordered_fields=("features", "intervening"),
    rulings=("cover_within",),
    terrain=("cover",),
)
