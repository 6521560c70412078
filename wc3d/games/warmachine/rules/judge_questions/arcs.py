"""Questions about arcs and back strikes."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.judge_questions.fields import TwoModels
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    arc_stroke,
    cite_rules,
    cut_along,
    facing_stroke,
    picture_roles,
    points_at_height,
)
from wc3d.games.warmachine.rules.space.arcs import (
    ArcPosition,
    BackStrike,
    arc_of,
    arc_of_point,
    check_back_strike,
)
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.geometry.points import XY
from wc3d.judging.answer_text import format_point
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId, OptionalModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import EvidenceView, Stroke, line_through_models
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import Pen
from wc3d.table.maps.strict_json import Point2D
from wc3d.table.table import Table


class InFrontQuestion(JudgeQuestion):
    """A question about the arc of a model that contains another model or a point."""

    type: Literal["in_front"]
    model: ModelId
    target: OptionalModelId = None
    point: Point2D | None = None

    @model_validator(mode="after")
    def _asks_one(self) -> InFrontQuestion:
        if (self.target is None) == (self.point is None):
            raise ValueError('expected either "target", a model, or "point"')
        if self.target == self.model:
            raise ValueError("`model` and `target` must be different models")
        return self


def _ask_arc(table: Table, question: InFrontQuestion, progress: Progress | None) -> ArcPosition:
    model = get_fighter(table, question.model)
    if question.point is not None:
        return arc_of_point(model, question.point)
    return arc_of(model, get_fighter(table, question.target or ""))


ARC_PHRASES = {
    "front": "in the front arc of {}",
    "back": "in the back arc of {}",
    "partly": "partly in the front arc and partly in the back arc of {}",
}


def _target_name(question: InFrontQuestion) -> str:
    return question.target or format_point(question.point or ())


def _tell_arc(table: Table, question: InFrontQuestion, verdict: ArcPosition) -> list[str]:
    offset = f"{format_brief_inches(abs(verdict.forward))} {'ahead' if verdict.forward >= 0 else 'behind'}"
    side = f"{format_brief_inches(abs(verdict.across))} to the {'left' if verdict.across >= 0 else 'right'}"
    arc = ARC_PHRASES[verdict.arc].format(question.model)
    return [
        f"{_target_name(question)} is {arc}: {offset} and {side} {cite_rules(table, 'WM-GEO-02', 'WM-RUL-11')}"
    ]


def _show_arc(table: Table, question: InFrontQuestion, verdict: ArcPosition) -> EvidenceView:
    model = get_fighter(table, question.model)
    place: XY = question.point or get_fighter(table, question.target or "").place
    parts = {"from": model.id} | ({"to": question.target} if question.target else {})
    facts = (
        ("Arc", verdict.arc.value),
        ("Ahead", format_inches(verdict.forward)),
        ("To the left", format_inches(verdict.across)),
    )
    return EvidenceView(
        kind="in_front",
        verdict={"front": "IN FRONT", "partly": "PARTLY IN FRONT", "back": "BEHIND"}[verdict.arc],
        is_good=verdict.arc != "back",
        headline=f"{_target_name(question)} seen from {model.id}",
        rule="Front and back arcs, WM-GEO-02",
        facts=facts,
        cut=cut_along((model.place, place), model),
        **picture_roles(table, parts),
        strokes=(
            facing_stroke(model),
            arc_stroke(model, model.radius + 3),
            Stroke(points_at_height((model.place, place), model.at[2]), Pen.PATH),
        ),
    )


IN_FRONT = QuestionType(
    fields=InFrontQuestion,
    answer=("arc", "forward", "across"),
    form=(FormField("model", "model", "model"), FormField("target", "target", "model")),
    ask=_ask_arc,
    describe=_tell_arc,
    evidence_view=_show_arc,
    doubt=make_doubt_function(_ask_arc, ("arc",)),
    label="front or back arc",
)


class BackStrikeQuestion(TwoModels):
    """A question about a back strike, given the start of the attacker's activation."""

    type: Literal["back_strike"]
    began: Point2D


def _ask_strike(
    table: Table, question: BackStrikeQuestion, progress: Progress | None
) -> BackStrike:
    return check_back_strike(table, question.from_, question.to, question.began)


def _tell_strike(table: Table, question: BackStrikeQuestion, verdict: BackStrike) -> list[str]:
    if verdict.back_strike:
        words = f"makes a back strike: it started its activation and is now completely in the back arc of {question.to}"
    elif not verdict.stands:
        words = f"makes no back strike: {question.to} is knocked down"
    else:
        phrase = "did not start its activation" if not verdict.began_behind else "is not"
        words = f"makes no back strike: it {phrase} completely in the back arc of {question.to}"
    return [f"{question.from_} {words} {cite_rules(table, 'WM-GEO-35', 'WM-REF-43', 'WM-REF-44')}"]


def _show_strike(table: Table, question: BackStrikeQuestion, verdict: BackStrike) -> EvidenceView:
    attacker, target = get_fighter(table, question.from_), get_fighter(table, question.to)
    facts = (
        ("Started behind", "yes" if verdict.began_behind else "no"),
        ("Now behind", "yes" if verdict.is_behind else "no"),
        ("Target", "standing" if verdict.stands else "knocked down"),
    )
    path = Stroke(
        points_at_height((question.began, attacker.place), attacker.at[2]),
        Pen.PATH,
        "path since activation",
    )
    return EvidenceView(
        kind="back_strike",
        verdict="BACK STRIKE" if verdict.back_strike else "NO BACK STRIKE",
        is_good=verdict.back_strike,
        headline=f"{attacker.id} attacks {target.id}",
        rule="Back strikes, WM-GEO-35",
        facts=facts,
        cut=line_through_models(attacker, target),
        strokes=(facing_stroke(target), arc_stroke(target, target.radius + 3), path),
        **picture_roles(table, {"from": attacker.id, "to": target.id}),
    )


BACK_STRIKE = QuestionType(
    fields=BackStrikeQuestion,
    answer=("back_strike",),
    form=(
        FormField("from", "from", "model"),
        FormField("to", "to", "model"),
        FormField("began", "started at", "point"),
    ),
    ask=_ask_strike,
    describe=_tell_strike,
    evidence_view=_show_strike,
    doubt=make_doubt_function(_ask_strike, ("back_strike",)),
    label="back strike",
)
