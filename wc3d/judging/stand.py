"""Standing questions: a base at a place (p. 28, 44)."""

from __future__ import annotations

from math import dist
from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.judging.answer_text import cite, format_point
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.doubt import Doubt
from wc3d.judging.doubt_proofs import prove_standing
from wc3d.judging.perturbation import format_deciding_values, make_proven_doubt, perturb_models
from wc3d.judging.question_fields import BaseName, JudgeQuestion, Position
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import EvidenceView, Ghost, assign_roles, format_place
from wc3d.presentation.format_inches import format_brief_inches
from wc3d.presentation.movement_marks import base_volume_at, mark_blockers
from wc3d.presentation.palette import Role
from wc3d.table.body import Body
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import Stand, resolve_position, stand


class StandQuestion(JudgeQuestion):
    """A question about a base standing at a place (p. 28, 44)."""

    type: Literal["stand"]
    base: BaseName
    position: Position


def _ask(table: Table, question: StandQuestion, progress: Progress | None) -> Stand:
    return stand(table, question.base, resolve_position(table, question.base, question.position))


def _describe(table: Table, question: StandQuestion, verdict: Stand) -> list[str]:
    can = "can stand" if verdict.standable else "cannot stand"
    reason_text = f": {verdict.reason}" if verdict.reason else ""
    place = f"{format_point(question.position[:2])}, {_height_words(verdict.position[2])}"
    return [f"a {question.base} base {can} at {place}{reason_text}{cite(table, SpaceRule.STAND)}"]


def _height_words(height: float) -> str:
    """Format a height above the table."""
    return (
        "on the ground" if abs(height) <= EPSILON_IN else f"at height {format_brief_inches(height)}"
    )


def _evidence_view(table: Table, question: StandQuestion, verdict: Stand) -> EvidenceView:
    position = verdict.position
    yes = verdict.standable
    x, y, _ = position
    volume = base_volume_at(table, question.base, position)
    features = {f.id for f in table.features}
    roles, notes = mark_blockers(table, assign_roles(table), verdict.blockers)
    half = volume.radius + 2.5
    return EvidenceView(
        kind="stand",
        verdict="CAN STAND" if yes else "CANNOT STAND",
        is_good=yes,
        rule="Standing, p. 28 and 44",
        headline=f"a {question.base} base at {format_place(position)}",
        roles=roles,
        notes=notes,
        facts=(
            ("Reason", verdict.reason or "the whole base is on one floor, nothing in the way"),
            ("Place", format_place(position)),
        ),
        ghosts=(Ghost(volume, Role.END if yes else Role.HIT, f"{question.base} base", half),),
        marked_models={id: "IN THE WAY" for id in verdict.blockers if id in features},
        cut=((x - half, y), (x + half, y)),
    )


def _assess_doubt(
    table: Table, question: StandQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    """Assess the doubt, in which the base of the question moves like a model."""
    at = resolve_position(table, question.base, question.position)
    reason = prove_standing(table, question.base, at, inches)
    if reason:
        return make_proven_doubt(inches, reason)
    id = next(
        name for k in range(10_000) if (name := f"the base {k}") not in {b.id for b in table.bodies}
    )
    base = Body(id, question.base, at, sizes=table.policy.bases)
    nearby_ids = [
        b.id
        for b in table.bodies
        if dist(b.at[:2], at[:2]) <= b.radius + base.radius + 2 * as_displacement(inches).inches
    ]

    def verdict(moved_table: Table) -> str:
        return format_deciding_values(
            stand(moved_table.without(id), question.base, moved_table.body(id).at), ("standable",)
        )

    return perturb_models(
        table.with_bodies(base), [id, *nearby_ids], inches, verdict, progress, heights=False
    )


STAND = QuestionType(
    fields=StandQuestion,
    answer=("standable", "reason"),
    form=(FormField("base", "base", "base", "small"), FormField("position", "at", "place")),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=("standable",),
    doubt=_assess_doubt,
    label="can it stand there?",
    uses_all_models=True,
    terrain=("standable",),
)
