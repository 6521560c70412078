"""Nearest-model questions: the models nearest to a model and their distances (p. 32)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.judging.answer_text import cite, join_model_names
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.distance import range_bounds
from wc3d.judging.doubt import SURE_MARGIN_IN, Doubt
from wc3d.judging.perturbation import perturb_models
from wc3d.judging.question_fields import JudgeQuestion, ModelId, ModelIds
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    EvidenceView,
    Stroke,
    assign_roles,
    join_ids,
    line_through_models,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.sight_marks import nearest_rim_points
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sprays_and_blasts import models_within
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class NearestQuestion(JudgeQuestion):
    """A question about the models nearest to `from`, in `among` or of all others (p. 32)."""

    type: Literal["nearest"]
    from_: Annotated[ModelId, Field(alias="from")]
    among: ModelIds = ()

    @model_validator(mode="after")
    def _check_among(self) -> NearestQuestion:
        if self.from_ in self.among or len(set(self.among)) < len(self.among):
            raise ValueError("`among` must list models other than `from`, each only once")
        return self


@dataclass(frozen=True, slots=True)
class Nearest:
    """Models, the nearest first, and their distances in inches; `tied`: several are nearest."""

    models: tuple[str, ...]
    distances: tuple[float, ...]
    tied: bool
    rules: tuple[SpaceRule, ...] = (SpaceRule.RANGE,)

    @property
    def nearest(self) -> tuple[str, ...]:
        """The nearest model, or all that are equally near."""
        return tuple(
            id
            for id, gap in zip(self.models, self.distances, strict=True)
            if gap - self.distances[0] <= EPSILON_IN
        )


def _ask(table: Table, question: NearestQuestion, progress: Progress | None) -> Nearest:
    body = table.body(question.from_)
    models = tuple(
        id for id in models_within(table, body, inf) if id in question.among or not question.among
    )
    distances = tuple(distance(table, body, table.body(id)) for id in models)
    return Nearest(models, distances, len(models) > 1 and distances[1] - distances[0] <= EPSILON_IN)


def _describe(table: Table, question: NearestQuestion, verdict: Nearest) -> list[str]:
    if not verdict.models:
        return [f"no model is near {question.from_}: there is no other model"]
    verb = "are nearest" if verdict.tied else "is nearest"
    gap = format_brief_inches(verdict.distances[0])
    source = cite(table, SpaceRule.RANGE)
    lines = [
        f"{join_model_names(table, verdict.nearest)} {verb} to {question.from_}: {gap} from base to base{source}"
    ]
    farther = list(zip(verdict.models, verdict.distances, strict=True))[len(verdict.nearest) :]
    return lines + [
        f"  then {table.display_name(id)}: {format_brief_inches(gap)}" for id, gap in farther
    ]


def _evidence_view(table: Table, question: NearestQuestion, verdict: Nearest) -> EvidenceView:
    """Return the distance to each model, bold for the nearest."""
    body = table.body(question.from_)
    lines = {id: nearest_rim_points(body, table.body(id)) for id in verdict.models}
    facts = [
        (f"{number}. {id}", f'{gap:.4f}"')
        for number, (id, gap) in enumerate(zip(lines, verdict.distances, strict=True), 1)
    ]
    strokes = (
        Stroke(lines[id], Pen.MEASURE, format_inches(gap), is_bold=id in verdict.nearest)
        for id, gap in zip(lines, verdict.distances, strict=True)
    )
    nearest = join_ids(verdict.nearest) if verdict.models else "no model"
    x, y = body.at[:2]
    return EvidenceView(
        kind="nearest",
        verdict="TIED" if verdict.tied else nearest,
        headline=f"nearest to {body.id}: {nearest}",
        is_good=None,
        rule="Range, p. 32",
        facts=tuple(facts),
        strokes=tuple(strokes),
        roles=assign_roles(table, **{"from": body.id}) | dict.fromkeys(verdict.nearest, Role.TO),
        cut=line_through_models(body, table.body(verdict.models[0]))
        if verdict.models
        else ((x - 2, y), (x + 2, y)),
    )


def _assess_doubt(
    table: Table, question: NearestQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    """Assess whether the nearest model's maximum distance is below every other minimum."""
    body = table.body(question.from_)
    verdict = _ask(table, question, None)
    spans = [range_bounds(body, table.body(id), inches) for id in verdict.models]
    if len(spans) < 2 or spans[0][1] + SURE_MARGIN_IN < min(smallest for smallest, _ in spans[1:]):
        displacement = as_displacement(inches)
        words = f"the same, even {displacement.condition}"
        return Doubt(displacement.inches, True, words, "exact bounds of all distances", tried=1)
    close = [
        id
        for id, (smallest, _) in zip(verdict.models, spans, strict=True)
        if smallest <= spans[0][1] + SURE_MARGIN_IN
    ]

    def nearest(moved_table: Table) -> str:
        return ", ".join(sorted(_ask(moved_table, question, None).nearest))

    return perturb_models(table, [question.from_, *close], inches, nearest, progress)


NEAREST = QuestionType(
    fields=NearestQuestion,
    answer=("models", "distances", "tied"),
    form=(FormField("from", "to", "model"), FormField("among", "among", "models")),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=("nearest",),
    doubt=_assess_doubt,
    uses_all_models=True,
)
