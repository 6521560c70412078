"""Slam questions: the distance of a slam and its obstacle (p. 37)."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import cite, describe_fall, format_point, join_model_names
from wc3d.judging.displacement import Displacement
from wc3d.judging.motion_proofs import prove_slam
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    EvidenceView,
    Ghost,
    assign_roles,
    format_place,
    join_display_names,
    path_length,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.movement_marks import base_volume_at, path_marks
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.strict_json import Height, StrictBool
from wc3d.table.moves.slams import Slam, slam
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class SlamQuestion(JudgeQuestion):
    """A question about the distance of a slam and its obstacle (p. 37)."""

    type: Literal["slam"]
    model: ModelId
    from_: Annotated[ModelId, Field(alias="from")]
    distance: Height
    pathfinder: StrictBool = False

    @model_validator(mode="after")
    def _check_two_models(self) -> SlamQuestion:
        if self.from_ == self.model:
            raise ValueError("`model` and `from` must be different models")
        return self


def _ask(table: Table, question: SlamQuestion, progress: Progress | None) -> Slam:
    return slam(
        table,
        table.body(question.model),
        table.body(question.from_),
        question.distance,
        pathfinder=question.pathfinder,
    )


def _describe(table: Table, question: SlamQuestion, verdict: Slam) -> list[str]:
    moved = format_brief_inches(verdict.moved)
    source = cite(table, SpaceRule.SLAM)
    if verdict.destroyed:
        rule_text = cite(table, SpaceRule.SLAM_OFF_TABLE)
        return [f"{question.model} is slammed off the table after {moved}: destroyed{rule_text}"]
    into = f", into {join_model_names(table, verdict.contacts)}" if verdict.contacts else ""
    short = ", shortened by rough ground" if verdict.rough else ""
    if verdict.moved == 0 and not verdict.contacts:
        reason = verdict.reason if question.distance else "its distance is 0"
        return [f"{question.model} is not moved by the slam: {reason}{source}"]
    lines = [
        f"{question.model} is slammed {moved}{short}{into}, to {format_point(verdict.end)}{describe_fall(verdict.fall)}{source}"
    ]
    if verdict.power_die:
        lines.append(
            f"  the damage roll gets one more Power Die{cite(table, SpaceRule.SLAM_DAMAGE)}"
        )
    if verdict.collateral:
        hurt = join_model_names(table, verdict.collateral)
        lines.append(f"  {hurt} suffers collateral damage{cite(table, SpaceRule.SLAM_COLLATERAL)}")
    return lines


def _list_facts(table: Table, question: SlamQuestion, verdict: Slam) -> tuple[tuple[str, str], ...]:
    facts = [
        ("Moved", f"{format_inches(verdict.moved)} of {format_inches(question.distance)}"),
        ("Contacts", join_display_names(table, verdict.contacts)),
        ("Falls", f"{format_inches(verdict.fall)}, POW {verdict.power}"),
        ("Ends at", format_place(verdict.end)),
        ("Rough ground", "yes" if verdict.rough else "no"),
    ]
    if verdict.collateral:
        facts.append(("Collateral", join_display_names(table, verdict.collateral)))
    if verdict.power_die:
        facts.append(("Power Dice", "+1"))
    if verdict.destroyed:
        facts.insert(0, ("Destroyed", "slammed off the table"))
    return tuple(facts)


def _evidence_view(table: Table, question: SlamQuestion, verdict: Slam) -> EvidenceView:
    """Return the path straight away from the attacker, then down; the side view starts there."""
    body = table.body(question.model)
    source = table.body(question.from_)
    x, y, _ = body.at
    label = f"slammed {format_inches(verdict.moved)} of {format_inches(question.distance)}"
    strokes, cut, at = path_marks(body, [body.at, verdict.turn], verdict.end, Pen.PATH, label)
    flat = hypot(x - source.at[0], y - source.at[1])
    went = verdict.moved > 1e-6
    if flat > 1e-6:
        cut = ((source.at[0], source.at[1]), *(cut if path_length(cut) > 0 and went else ((x, y),)))
        strokes = tuple(
            replace(s, along=tuple(flat + (v if went else 0.0) for v in s.along)) for s in strokes
        )
        at = flat + (at if went else 0.0)
    features = {f.id for f in table.features}
    roles = assign_roles(table, **{"from": source.id, "to": body.id})
    roles.update({id: Role.HIT for id in verdict.contacts if id in roles})
    moved = verdict.moved > 0 or bool(verdict.contacts)
    slammed = f"{body.id} is slammed {format_inches(verdict.moved)} away from {source.id}"
    return EvidenceView(
        kind="slam",
        verdict="DESTROYED" if verdict.destroyed else "SLAMMED" if moved else "NOT MOVED",
        is_good=None,
        rule="Slams, p. 37",
        headline=slammed if moved else f"{body.id} is not moved",
        facts=_list_facts(table, question, verdict),
        roles=roles,
        strokes=strokes,
        cut=cut,
        marked_models={id: "CONTACT" for id in verdict.contacts if id in features},
        ghosts=(Ghost(base_volume_at(table, body.base, verdict.end), Role.END, "ends here", at),),
    )


def _prove(
    table: Table, question: SlamQuestion, inches: Displacement, progress: Progress | None
) -> str:
    attacker = table.body(question.from_)
    return prove_slam(table, table.body(question.model), attacker, question.distance, inches)


DECIDING = ("contacts", "destroyed", "power")
"""The attributes of the verdict that a doubt must not change."""

SLAM = QuestionType(
    fields=SlamQuestion,
    answer=(
        "end",
        "moved",
        "contacts",
        "fall",
        "power",
        "destroyed",
        "rough",
        "power_die",
        "collateral",
    ),
    form=(
        FormField("model", "model", "model"),
        FormField("from", "by", "model"),
        FormField("distance", "inches", "number", 3.0),
        FormField("pathfinder", "Pathfinder", "flag"),
    ),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=DECIDING,
    doubt=make_doubt_function(_ask, DECIDING, proof=_prove),
    unordered_fields=("contacts", "collateral"),
    uses_all_models=True,
    rulings=("rough_cost", "rough_minimum"),
    terrain=("standable",),
)
