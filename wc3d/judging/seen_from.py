"""Seen-from questions: the board's parts from which a base and a model see each other (p. 32)."""

from __future__ import annotations

from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import cite
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.doubt import Doubt
from wc3d.judging.question_fields import BaseName, CellSize, JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import Area, EvidenceView, assign_roles
from wc3d.presentation.format_inches import format_brief_inches
from wc3d.presentation.palette import LEVEL_COLORS
from wc3d.presentation.sight_marks import merge_cells
from wc3d.table.sight.sight_area import SeenFrom, seen_from
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class SeenFromQuestion(JudgeQuestion):
    """A question about the board's parts from which a base and this model see each other."""

    type: Literal["seen_from"]
    model: ModelId
    base: BaseName
    cell: CellSize = 0.5


def _ask(table: Table, question: SeenFromQuestion, progress: Progress | None) -> SeenFrom:
    return seen_from(table, table.body(question.model), question.base, question.cell, progress)


def _describe(table: Table, question: SeenFromQuestion, verdict: SeenFrom) -> list[str]:
    cells = f"in cells of {format_brief_inches(verdict.cell)}"
    source = cite(table, SpaceRule.LINE_OF_SIGHT)
    lines = [
        f"area in which {question.base} models and {question.model} see each other, {cells}{source}:"
    ]
    for level in verdict.levels:
        area = level.count * verdict.cell**2
        lines.append(
            f"  at height {format_brief_inches(level.height)}: {level.count} of {level.cells.size} cells, {area:,.1f} square inches"
        )
    return lines if len(lines) > 1 else [f"{lines[0]} nowhere"]


def seen_from_evidence(table: Table, model: str, base: str, verdict: SeenFrom) -> EvidenceView:
    """Return the areas where a base and a model see each other, level by level (p. 32)."""
    a = table.body(model)
    areas = []
    facts = []
    for number, level in enumerate(verdict.levels):
        shape = merge_cells(level.cells, verdict.cell)
        label = f'level {level.height:g}"'
        facts.append((label, f"{level.count * verdict.cell**2:.1f} square inches"))
        areas.append(
            Area(
                shape,
                level.height,
                LEVEL_COLORS[number % len(LEVEL_COLORS)],
                label,
                is_hatched=number > 0,
            )
        )
    facts.append(("Cells", f'{verdict.cell:g}" wide, each for a {base} base in its middle'))
    y = a.at[1]
    return EvidenceView(
        kind="seen_from",
        verdict="VISIBLE AREA",
        headline=f"where {a.id} sees a {base} base",
        is_good=None,
        rule="Line of sight, p. 32",
        facts=tuple(facts),
        roles=assign_roles(table, **{"from": a.id}),
        areas=tuple(areas),
        cut=((0.0, y), (table.size[0], y)),
        shows_whole_table=True,
    )


def _evidence_view(table: Table, question: SeenFromQuestion, verdict: SeenFrom) -> EvidenceView:
    return seen_from_evidence(table, question.model, question.base, verdict)


def _assess_doubt(
    table: Table, question: SeenFromQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    return Doubt(
        as_displacement(inches).inches,
        None,
        "no placement error for areas: ask about one place",
        "an area has no single verdict",
    )


SEEN_FROM = QuestionType(
    fields=SeenFromQuestion,
    answer=("levels", "cell"),
    form=(
        FormField("model", "model", "model"),
        FormField("base", "base", "base", "small"),
        FormField("cell", "cells", "number", 1.0),
    ),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    doubt=_assess_doubt,
    label="visible area",
    rulings=("obscuring_depth",),
    terrain=("blocks_sight", "standable"),
)
