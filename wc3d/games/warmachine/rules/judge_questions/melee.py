"""Questions about melee range, engagement and free strikes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.judge_questions.fields import Corners
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    cite_rules,
    cut_along,
    cut_through,
    facing_stroke,
    picture_roles,
    points_at_height,
    range_stroke,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.space.melee import (
    Engagement,
    FreeStrikes,
    MeleeRange,
    find_engagement,
    find_free_strikes,
    measure_melee_range,
    melee_region,
)
from wc3d.judging.answer_text import join_model_names
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    EvidenceView,
    Ghost,
    Stroke,
    join_ids,
    line_through_models,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.movement_marks import base_volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.strict_json import Height
from wc3d.table.table import Table


class MeleeRangeQuestion(JudgeQuestion):
    """A question about whether a target is in melee range.

    `reach` is the weapon's; the default is the attacker's longest reach.
    """

    type: Literal["melee_range"]
    attacker: ModelId
    target: ModelId
    reach: Height | None = None

    @model_validator(mode="after")
    def _are_two(self) -> MeleeRangeQuestion:
        if self.attacker == self.target:
            raise ValueError("`attacker` and `target` must be different models")
        return self


def _reach(table: Table, question: MeleeRangeQuestion) -> float:
    return get_fighter(table, question.attacker).reach if question.reach is None else question.reach


def _ask_range(table: Table, question: MeleeRangeQuestion, progress: Progress | None) -> MeleeRange:
    return measure_melee_range(
        get_fighter(table, question.attacker),
        get_fighter(table, question.target),
        _reach(table, question),
    )


def _tell_range(table: Table, question: MeleeRangeQuestion, verdict: MeleeRange) -> list[str]:
    is_in = "is" if verdict.in_range else "is not"
    reason = f"its center is {format_brief_inches(verdict.gap)} from the melee range and its base radius is {format_brief_inches(verdict.radius)}"
    rules = cite_rules(table, "WM-GEO-04", "WM-GEO-05")
    return [
        f"{question.target} {is_in} in the melee range of {question.attacker}: {reason} {rules}"
    ]


def _show_range(table: Table, question: MeleeRangeQuestion, verdict: MeleeRange) -> EvidenceView:
    attacker, target = get_fighter(table, question.attacker), get_fighter(table, question.target)
    half = melee_region(attacker, _reach(table, question))
    reach = format_inches(_reach(table, question))
    facts = (
        ("Center to range", format_inches(verdict.gap)),
        ("Base radius", format_inches(verdict.radius)),
        ("Reach", reach),
    )
    return EvidenceView(
        kind="melee_range",
        verdict="IN RANGE" if verdict.in_range else "NOT IN RANGE",
        is_good=verdict.in_range,
        headline=f"{target.id} and the melee range of {attacker.id}",
        rule="Melee range, WM-GEO-04",
        facts=facts,
        cut=line_through_models(attacker, target),
        strokes=(range_stroke(half, attacker.at[2], "melee range"), facing_stroke(attacker)),
        **picture_roles(table, {"from": attacker.id, "to": target.id}),
    )


MELEE_RANGE = QuestionType(
    fields=MeleeRangeQuestion,
    answer=("in_range", "gap"),
    form=(
        FormField("attacker", "attacker", "model"),
        FormField("target", "target", "model"),
        FormField("reach", "reach", "number", 0.5),
    ),
    ask=_ask_range,
    describe=_tell_range,
    evidence_view=_show_range,
    doubt=make_doubt_function(_ask_range, ("in_range",)),
    label="melee range",
)


class EngagedQuestion(JudgeQuestion):
    """A question about the enemies that a model engages and that engage it."""

    type: Literal["engaged"]
    model: ModelId


def _ask_engaged(table: Table, question: EngagedQuestion, progress: Progress | None) -> Engagement:
    return find_engagement(table, question.model)


def _tell_engaged(table: Table, question: EngagedQuestion, verdict: Engagement) -> list[str]:
    melee = "is in melee" if verdict.in_melee else "is not in melee"
    by, target_names = (
        join_model_names(table, ids) or "no model" for ids in (verdict.engaged_by, verdict.engages)
    )
    return [
        f"{question.model} {melee}: engaged by {by}, engages {target_names} {cite_rules(table, 'WM-MEL-05', 'WM-MEL-06')}"
    ]


def _range_strokes(table: Table, ids: tuple[str, ...]) -> list[Stroke]:
    models = [get_fighter(table, id) for id in ids]
    return [
        range_stroke(melee_region(m, m.melee_reach), m.at[2], f"melee range of {m.id}")
        for m in models
        if m.melee_reach > 0
    ]


def _show_engaged(table: Table, question: EngagedQuestion, verdict: Engagement) -> EvidenceView:
    model = get_fighter(table, question.model)
    return EvidenceView(
        kind="engaged",
        verdict="IN MELEE" if verdict.in_melee else "NOT IN MELEE",
        is_good=None,
        rule="Engagement, WM-MEL-05",
        headline=f"{model.id}: engaged by {join_ids(verdict.engaged_by)}",
        cut=cut_through(model, 4),
        facts=(
            ("Engaged by", join_ids(verdict.engaged_by)),
            ("Engages", join_ids(verdict.engages)),
        ),
        strokes=tuple(_range_strokes(table, (model.id, *verdict.engaged_by))),
        **picture_roles(table, {"from": model.id}, (*verdict.engaged_by, *verdict.engages)),
    )


ENGAGED = QuestionType(
    fields=EngagedQuestion,
    answer=("engaged_by", "engages", "in_melee"),
    form=(FormField("model", "model", "model"),),
    ask=_ask_engaged,
    describe=_tell_engaged,
    evidence_view=_show_engaged,
    doubt=make_doubt_function(_ask_engaged, ("engaged_by", "engages")),
    uses_all_models=True,
)


class FreeStrikesQuestion(JudgeQuestion):
    """A question about the free strikes that a path provokes."""

    type: Literal["free_strikes"]
    model: ModelId
    path: Corners


@dataclass(frozen=True)
class FreeStrikesAnswer:
    """The judge's answer about the free strikes of a path."""

    free_strikes: FreeStrikes

    @property
    def rules(self) -> tuple[str, ...]:
        """The deciding rules."""
        return self.free_strikes.rules

    @property
    def strikes(self) -> list[dict[str, Any]]:
        """The enemy and the length along the path of each strike."""
        return [
            {"enemy": strike.enemy, "at_length": strike.at_length}
            for strike in self.free_strikes.strikes
        ]

    @property
    def strikers(self) -> tuple[str, ...]:
        """The striking models, once for each strike."""
        return tuple(strike.enemy for strike in self.free_strikes.strikes)


def _ask_strikes(
    table: Table, question: FreeStrikesQuestion, progress: Progress | None
) -> FreeStrikesAnswer:
    return FreeStrikesAnswer(find_free_strikes(table, question.model, question.path))


def _tell_strikes(
    table: Table, question: FreeStrikesQuestion, verdict: FreeStrikesAnswer
) -> list[str]:
    rules = cite_rules(table, "WM-FRE-01", "WM-GEO-18")
    if not verdict.strikes:
        return [
            f"{question.model} leaves no enemy's melee range on this path, so it provokes no free strike {rules}"
        ]
    strike_text = ", ".join(
        f"{strike.enemy} after {format_brief_inches(strike.at_length)}"
        for strike in verdict.free_strikes.strikes
    )
    return [f"{question.model} provokes a free strike by {strike_text} {rules}"]


def _show_strikes(
    table: Table, question: FreeStrikesQuestion, verdict: FreeStrikesAnswer
) -> EvidenceView:
    mover: Fighter = get_fighter(table, question.model)
    result = verdict.free_strikes
    facts = [
        (strike.enemy, f"after {format_inches(strike.at_length)}") for strike in result.strikes
    ] or [("Free strikes", "none")]
    ghosts = [
        Ghost(
            base_volume_at(table, mover.base, (*strike.at, mover.at[2])),
            Role.HIT,
            f"{strike.enemy} strikes",
        )
        for strike in result.strikes
    ]
    return EvidenceView(
        kind="free_strikes",
        verdict=f"{len(result.strikes)} FREE STRIKE{'S' if len(result.strikes) != 1 else ''}",
        is_good=not result.strikes,
        headline=f"{mover.id} moves",
        rule="Free strikes, WM-GEO-18",
        facts=tuple(facts),
        strokes=(
            Stroke(points_at_height(result.path, mover.at[2]), Pen.PATH),
            *_range_strokes(table, tuple(dict.fromkeys(verdict.strikers))),
        ),
        ghosts=tuple(ghosts),
        cut=cut_along(result.path, mover),
        **picture_roles(table, {"from": mover.id}, verdict.strikers),
    )


FREE_STRIKES = QuestionType(
    fields=FreeStrikesQuestion,
    answer=("strikes",),
    form=(FormField("model", "model", "model"), FormField("path", "path", "path")),
    ask=_ask_strikes,
    describe=_tell_strikes,
    evidence_view=_show_strikes,
    doubt=make_doubt_function(_ask_strikes, ("strikers",)),
    label="free strikes",
    uses_all_models=True,
)
