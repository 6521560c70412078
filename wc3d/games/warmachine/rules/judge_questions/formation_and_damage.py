"""Questions about formations and damage to a warjack's grid."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d._internal.suggestions import pluralize
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.damage_grid import GRID_SIZE, GridDamage, mark_damage, parse_grid
from wc3d.games.warmachine.rules.judge_questions.fields import BOXES_FIELD, ROWS_FIELD, Die
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    cite_rules,
    cut_through,
    picture_roles,
    points_at_height,
)
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.formation import (
    OPEN_FORMATION_GAP_IN,
    SKIRMISH_FORMATION_GAP_IN,
    Formation,
    find_formation,
)
from wc3d.judging.answer_text import join_model_names
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.doubt import Doubt
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelIds
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import EvidenceView, Stroke
from wc3d.presentation.format_inches import format_brief_inches
from wc3d.presentation.palette import Pen
from wc3d.table.table import Table

MAX_DAMAGE_POINTS = 10_000
"""The largest number of damage points in a question."""


class FormationQuestion(JudgeQuestion):
    """A question about whether models are in open or skirmish formation."""

    type: Literal["formation"]
    models: Annotated[ModelIds, Field(min_length=1, max_length=2_000)]
    formation: Literal["open", "skirmish"]


def _formation_gap(question: FormationQuestion) -> float:
    return OPEN_FORMATION_GAP_IN if question.formation == "open" else SKIRMISH_FORMATION_GAP_IN


def _ask_formation(
    table: Table, question: FormationQuestion, progress: Progress | None
) -> Formation:
    return find_formation(table, frozenset(question.models), _formation_gap(question))


def _tell_formation(table: Table, question: FormationQuestion, verdict: Formation) -> list[str]:
    rules = cite_rules(table, "WM-GEO-37", "WM-RUL-100")
    if verdict.in_formation:
        verb = "is" if len(verdict.groups[0]) == 1 else "are"
        return [
            f"{join_model_names(table, verdict.groups[0])} {verb} in {question.formation} formation {rules}"
        ]
    groups = "; ".join(join_model_names(table, group) for group in verdict.groups)
    return [
        f"not in {question.formation} formation: more than {format_brief_inches(verdict.near)} between these groups: {groups} {rules}"
    ]


def _show_formation(table: Table, question: FormationQuestion, verdict: Formation) -> EvidenceView:
    strokes = []
    for group in verdict.groups:
        members = [get_fighter(table, id) for id in group]
        strokes += [
            Stroke(points_at_height((a.place, b.place), a.at[2]), Pen.MEASURE, is_bold=False)
            for a, b in pairwise(members)
        ]
    return EvidenceView(
        kind="formation",
        verdict="IN FORMATION" if verdict.in_formation else "OUT OF FORMATION",
        is_good=verdict.in_formation,
        headline=f"{question.formation} formation: {len(verdict.groups)} group{'s' if len(verdict.groups) != 1 else ''}",
        rule="Formations, WM-GEO-37",
        facts=tuple((f"Group {k}", ", ".join(group)) for k, group in enumerate(verdict.groups, 1)),
        strokes=tuple(strokes),
        cut=cut_through(get_fighter(table, verdict.groups[0][0]), 4),
        **picture_roles(table, {}, question.models),
    )


FORMATION = QuestionType(
    fields=FormationQuestion,
    answer=("groups", "in_formation"),
    form=(
        FormField("models", "models", "models"),
        FormField("formation", "formation", "choice", "open", ("open", "skirmish")),
    ),
    ask=_ask_formation,
    describe=_tell_formation,
    evidence_view=_show_formation,
    doubt=make_doubt_function(_ask_formation, ("in_formation",)),
)

DEFAULT_GRID = ("xx..xx", "......", "......", "L....R", "L.MM.R", "LMCCCR")
"""The initial grid of a form: an Anvil's."""

Row = Annotated[str, Field(strict=True, min_length=GRID_SIZE, max_length=GRID_SIZE)]


class DamageGridQuestion(JudgeQuestion):
    """A question about damage to a grid. `marked` are marked boxes by column and row."""

    type: Literal["damage_grid"]
    rows: Annotated[tuple[Row, ...], Field(min_length=GRID_SIZE, max_length=GRID_SIZE)]
    column: Die
    points: Annotated[int, Field(strict=True, ge=0, le=MAX_DAMAGE_POINTS)]
    marked: Annotated[tuple[tuple[Die, Die], ...], Field(max_length=GRID_SIZE * GRID_SIZE)] = ()

    @model_validator(mode="after")
    def _is_a_grid(self) -> DamageGridQuestion:
        try:
            parse_grid(self.rows, self.marked)
        except InputError as error:
            raise ValueError(str(error)) from None
        return self


def _ask_grid(table: Table, question: DamageGridQuestion, progress: Progress | None) -> GridDamage:
    return mark_damage(parse_grid(question.rows, question.marked), question.column, question.points)


def _tell_grid(table: Table, question: DamageGridQuestion, verdict: GridDamage) -> list[str]:
    rules = cite_rules(table, "WM-DJA-02", "WM-DJA-06", "WM-DJA-14")
    boxes = ", ".join(f"{column}-{row}" for column, row in verdict.boxes) or "none"
    disabled_text = f"; disabled: {', '.join(verdict.disabled)}" if verdict.disabled else ""
    removed = "; the warjack is removed from play" if verdict.removed else ""
    dropped = (
        f"; no box is left for {pluralize(verdict.dropped, 'point')}" if verdict.dropped else ""
    )
    damage = f"{pluralize(question.points, 'damage point')} from column {question.column}"
    mark = "marks" if question.points == 1 else "mark"
    return [
        f"{damage} {mark} these boxes (column-row): {boxes}{disabled_text}{removed}{dropped} {rules}"
    ]


def _show_grid(table: Table, question: DamageGridQuestion, verdict: GridDamage) -> EvidenceView:
    old_boxes, new_boxes = set(map(tuple, question.marked)), set(verdict.boxes)
    facts = []
    for row in range(1, GRID_SIZE + 1):
        line = (question.rows[row - 1][column - 1] for column in range(1, GRID_SIZE + 1))
        cells = (
            "#"
            if (c, row) in new_boxes
            else "o"
            if (c, row) in old_boxes
            else " "
            if letter == "x"
            else letter
            for c, letter in enumerate(line, 1)
        )
        facts.append((f"Row {row}", " ".join(cells)))
    facts += [
        ("Disabled", ", ".join(verdict.disabled) or "none"),
        ("Key", "# marked now, o marked before"),
    ]
    return EvidenceView(
        kind="damage_grid",
        verdict="REMOVED" if verdict.removed else f"{len(verdict.boxes)} MARKED",
        is_good=None,
        headline=f"{pluralize(question.points, 'point')} from column {question.column}",
        rule="Damage grids, WM-DJA-02",
        facts=tuple(facts),
        cut=((0.0, table.size[1] / 2), (table.size[0], table.size[1] / 2)),
        shows_whole_table=True,
    )


def _no_doubt(
    table: Table, question: DamageGridQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    return Doubt(
        as_displacement(inches).inches,
        True,
        "the same, wherever models stand",
        "damage does not depend on positions",
        tried=1,
    )


DAMAGE_GRID = QuestionType(
    fields=DamageGridQuestion,
    answer=("boxes", "disabled", "removed"),
    form=(
        FormField("rows", "grid", "words", DEFAULT_GRID, text_format=ROWS_FIELD),
        FormField("column", "column", "number", 1),
        FormField("points", "points", "number", 5),
        FormField("marked", "marked", "words", text_format=BOXES_FIELD),
    ),
    ask=_ask_grid,
    describe=_tell_grid,
    evidence_view=_show_grid,
    doubt=_no_doubt,
    label="damage grid",
)
