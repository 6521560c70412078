"""Which models are nearest to a model, and how far are they (p. 32)?"""
from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.geometry.tolerances import EQUAL
from wc3d.judge.doubt import SURE, Doubt
from wc3d.judge.fields import AskedQuestion, ModelId, ModelIds
from wc3d.judge.perturbation import try_places
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.range import range_between
from wc3d.judge.words import cite, names_of
from wc3d.presentation.evidence_view import Exhibit, Stroke, apart, names, roles_of
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.sight import rims
from wc3d.table.sight.ranges import distance
from wc3d.table.sight.templates import within
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class NearestQuestion(AskedQuestion):
    """Which models are nearest to the model `from`: of those in `among`, of all others if none are named (p. 32)?"""

    type: Literal["nearest"]
    from_: Annotated[ModelId, Field(alias="from")]
    among: ModelIds = ()

    @model_validator(mode="after")
    def _others_once(self) -> NearestQuestion:
        if self.from_ in self.among or len(set(self.among)) < len(self.among):
            raise ValueError("`among` must name other models than `from`, each of them once")
        return self


@dataclass(frozen=True, slots=True)
class Nearest:
    """Models, the nearest first, and how far each is from base to base in inches; `tied`: more than one is nearest."""

    models: tuple[str, ...]
    distances: tuple[float, ...]
    tied: bool
    rules: tuple[SpaceRule, ...] = (SpaceRule.RANGE,)

    @property
    def nearest(self) -> tuple[str, ...]:
        """The nearest one, or all that are as near."""
        return tuple(id for id, gap in zip(self.models, self.distances, strict=True) if gap - self.distances[0] <= EQUAL)


def _ask(table: Table, question: NearestQuestion, progress: Progress | None) -> Nearest:
    body = table.body(question.from_)
    models = tuple(id for id in within(table, body, inf) if id in question.among or not question.among)
    distances = tuple(distance(table, body, table.body(id)) for id in models)
    return Nearest(models, distances, len(models) > 1 and distances[1] - distances[0] <= EQUAL)


def _tell(table: Table, question: NearestQuestion, verdict: Nearest) -> list[str]:
    if not verdict.models:
        return [f"no model is near {question.from_}: there is no other model"]
    verb = "are nearest" if verdict.tied else "is nearest"
    gap, source = brief_inches(verdict.distances[0]), cite(table, SpaceRule.RANGE)
    lines = [f"{names_of(table, verdict.nearest)} {verb} to {question.from_}: {gap} from base to base ({source})"]
    farther = list(zip(verdict.models, verdict.distances, strict=True))[len(verdict.nearest) :]
    return lines + [f"  then {table.called(id)}: {brief_inches(gap)}" for id, gap in farther]


def _exhibit(table: Table, question: NearestQuestion, verdict: Nearest) -> Exhibit:
    """The distance to each model; that to the nearest is drawn bold."""
    body = table.body(question.from_)
    lines = {id: rims(body, table.body(id)) for id in verdict.models}
    facts = [(f"{number}. {id}", f'{gap:.4f}"') for number, (id, gap) in enumerate(zip(lines, verdict.distances, strict=True), 1)]
    strokes = (
        Stroke(lines[id], Pen.MEASURE, inches(gap), bold=id in verdict.nearest)
        for id, gap in zip(lines, verdict.distances, strict=True)
    )
    nearest = names(verdict.nearest) if verdict.models else "no model"
    x, y = body.at[:2]
    return Exhibit(
        kind="nearest", verdict="TIED" if verdict.tied else nearest, headline=f"nearest to {body.id}: {nearest}", good=None,
        rule="Range, p. 32", facts=tuple(facts), strokes=tuple(strokes),
        roles=roles_of(table, **{"from": body.id}) | dict.fromkeys(verdict.nearest, Role.TO),
        cut=apart(body, table.body(verdict.models[0])) if verdict.models else ((x - 2, y), (x + 2, y)),
    )  # fmt: skip


def _doubt(table: Table, question: NearestQuestion, inches: float, progress: Progress | None) -> Doubt:
    """The nearest model stays the nearest if it is never farther than any other may come."""
    body, verdict = table.body(question.from_), _ask(table, question, None)
    spans = [range_between(body, table.body(id), inches) for id in verdict.models]
    if len(spans) < 2 or spans[0][1] + SURE < min(smallest for smallest, _ in spans[1:]):
        words = f'the same, even if models are up to {inches:.4g}" off'
        return Doubt(inches, True, words, "exact bounds of all distances", tried=1)
    close = [id for id, (smallest, _) in zip(verdict.models, spans, strict=True) if smallest <= spans[0][1] + SURE]

    def nearest(moved_table: Table) -> str:
        return ", ".join(sorted(_ask(moved_table, question, None).nearest))

    return try_places(table, [question.from_, *close], inches, nearest, progress)


NEAREST = QuestionType(
    fields=NearestQuestion,
    answer=("models", "distances", "tied"),
    form=(FormField("from", "to", "model"), FormField("among", "among", "models")),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=_doubt,
    looks_at_all=True,
)
