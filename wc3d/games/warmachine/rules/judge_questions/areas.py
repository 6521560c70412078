"""Questions about areas of effect, deviation, sprays and control areas."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.judge_questions.fields import Die, TwoModels
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    cite_rules,
    cut_through,
    facing_stroke,
    picture_roles,
    points_at_height,
)
from wc3d.games.warmachine.rules.space.areas import (
    AreaHits,
    ControlArea,
    Deviation,
    StripSpray,
    compute_control_area,
    compute_deviation,
    find_area_hits,
    find_spray_hits,
)
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.geometry.points import XY
from wc3d.judging.answer_text import format_point, join_model_names
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId, OptionalModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    Circle,
    EvidenceView,
    Stroke,
    format_place,
    join_ids,
    line_through_models,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import BAD_COLOR, PLAIN_COLOR, Pen
from wc3d.table.maps.strict_json import Degrees, Height, Point2D, Positive
from wc3d.table.table import Table


class AreaQuestion(JudgeQuestion):
    """A question about the models in an area of effect around a point or a target."""

    type: Literal["area"]
    target: OptionalModelId = None
    center: Point2D | None = None
    diameter: Positive

    @model_validator(mode="after")
    def _asks_one(self) -> AreaQuestion:
        if (self.center is None) == (self.target is None):
            raise ValueError('expected either "center", a point, or "target", a model')
        return self


def _ask_area(table: Table, question: AreaQuestion, progress: Progress | None) -> AreaHits:
    center: XY = question.center or get_fighter(table, question.target or "").place
    return find_area_hits(table, center, question.diameter)


def _tell_area(table: Table, question: AreaQuestion, verdict: AreaHits) -> list[str]:
    target_names = join_model_names(table, verdict.models) or "no model"
    at = question.target or format_point(verdict.center)
    return [
        f"a {format_brief_inches(verdict.diameter)} area centered on {at} hits {target_names} {cite_rules(table, 'WM-GEO-27', 'WM-RUL-50')}"
    ]


def _show_area(table: Table, question: AreaQuestion, verdict: AreaHits) -> EvidenceView:
    (x, y), r = verdict.center, verdict.diameter / 2
    return EvidenceView(
        kind="area",
        verdict=f"{len(verdict.models)} HIT",
        is_good=None,
        headline=f"hits {join_ids(verdict.models)}",
        rule="Areas of effect, WM-GEO-27",
        facts=(("Hits", join_ids(verdict.models)), ("Center", format_place(verdict.center))),
        circles=(Circle(verdict.center, r, 0.0, BAD_COLOR, f'AOE {verdict.diameter:g}"'),),
        cut=((x - r - 2, y), (x + r + 2, y)),
        **picture_roles(table, {}, verdict.models),
    )


AREA = QuestionType(
    fields=AreaQuestion,
    answer=("models",),
    form=(
        FormField("target", "target", "model", alternative_key="center"),
        FormField("center", "center", "point", alternative_key="target"),
        FormField("diameter", "AOE", "number", 3.0),
    ),
    ask=_ask_area,
    describe=_tell_area,
    evidence_view=_show_area,
    doubt=make_doubt_function(_ask_area, ("models",)),
    label="area of effect",
    uses_all_models=True,
)


class DeviationQuestion(TwoModels):
    """A question about a missed area: `die` is the direction, `distance` the inches rolled."""

    type: Literal["deviation"]
    range: Height
    die: Die
    distance: Height


def _ask_deviation(
    table: Table, question: DeviationQuestion, progress: Progress | None
) -> Deviation:
    return compute_deviation(
        table, question.from_, question.to, question.range, question.die, question.distance
    )


def _tell_deviation(table: Table, question: DeviationQuestion, verdict: Deviation) -> list[str]:
    start = (
        f"the end of the range, {format_point(verdict.start)}"
        if verdict.beyond
        else f"the center of {question.to}"
    )
    words = f"the area deviates {format_brief_inches(verdict.moved)} from {start} to {format_point(verdict.point)}"
    return [
        f"{question.from_} misses {question.to}: {words} {cite_rules(table, 'WM-GEO-28', 'WM-RUL-48')}"
    ]


def _show_deviation(table: Table, question: DeviationQuestion, verdict: Deviation) -> EvidenceView:
    attacker, target = get_fighter(table, question.from_), get_fighter(table, question.to)
    strokes = (
        Stroke(
            points_at_height((attacker.place, verdict.start), attacker.at[2]),
            Pen.MEASURE,
            "line of attack",
        ),
        Stroke(
            points_at_height((verdict.start, verdict.point), attacker.at[2]),
            Pen.SPRAY,
            f"deviates {format_inches(verdict.moved)}",
        ),
    )
    facts = (
        ("Final center", format_place(verdict.point)),
        ("Deviates", format_inches(verdict.moved)),
        ("Deviates from", format_place(verdict.start)),
        ("Attack distance", format_inches(verdict.apart)),
        ("In range", "no" if verdict.beyond else "yes"),
    )
    return EvidenceView(
        kind="deviation",
        verdict=f"DEVIATES {format_inches(verdict.moved)}",
        is_good=None,
        headline=f"{attacker.id} misses {target.id}",
        rule="Deviation, WM-GEO-28",
        facts=facts,
        strokes=strokes,
        cut=line_through_models(attacker, target),
        **picture_roles(table, {"from": attacker.id, "to": target.id}),
    )


DEVIATION = QuestionType(
    fields=DeviationQuestion,
    answer=("start", "point", "moved"),
    form=(
        FormField("from", "from", "model"),
        FormField("to", "to", "model"),
        FormField("range", "RNG", "number", 10.0),
        FormField("die", "direction die", "number", 1),
        FormField("distance", "inches", "number", 3.0),
    ),
    ask=_ask_deviation,
    describe=_tell_deviation,
    evidence_view=_show_deviation,
    doubt=make_doubt_function(_ask_deviation, ("beyond",)),
)


class StripSprayQuestion(JudgeQuestion):
    """A question about the models that a spray in a direction attacks."""

    type: Literal["spray"]
    from_: Annotated[ModelId, Field(alias="from")]
    direction: Degrees


def _ask_spray(table: Table, question: StripSprayQuestion, progress: Progress | None) -> StripSpray:
    return find_spray_hits(table, question.from_, question.direction)


def _tell_spray(table: Table, question: StripSprayQuestion, verdict: StripSpray) -> list[str]:
    rules = cite_rules(table, "WM-GEO-30", "WM-RUL-51")
    target_names = join_model_names(table, verdict.models) or "no model"
    hidden_text = (
        f"; terrain hides {join_model_names(table, verdict.hidden)}" if verdict.hidden else ""
    )
    direction = f"in direction {question.direction:g}°"
    if not verdict.legal:
        reason = f"which is behind it; the spray would attack {target_names}{hidden_text}"
        return [f"{question.from_} cannot spray {direction}, {reason} {rules}"]
    return [f"{question.from_} sprays {direction} and attacks {target_names}{hidden_text} {rules}"]


def _show_spray(table: Table, question: StripSprayQuestion, verdict: StripSpray) -> EvidenceView:
    attacker = get_fighter(table, question.from_)
    strip = verdict.strip
    end = (
        strip.start[0] + strip.length * strip.direction[0],
        strip.start[1] + strip.length * strip.direction[1],
    )
    corners = (*strip.corners, strip.corners[0])
    facts = (
        ("Attacked", join_ids(verdict.models)),
        ("Hidden by terrain", join_ids(verdict.hidden)),
        ("Legal", "yes" if verdict.legal else "no"),
    )
    verdict_text, good = (
        (f"{len(verdict.models)} HIT", None) if verdict.legal else ("NOT LEGAL", False)
    )
    return EvidenceView(
        kind="spray",
        verdict=verdict_text,
        is_good=good,
        headline=f"spray from {attacker.id}: {join_ids(verdict.models)}",
        rule="Sprays, WM-GEO-30",
        facts=facts,
        cut=(attacker.place, end),
        strokes=(
            Stroke(points_at_height(corners, attacker.at[2]), Pen.SPRAY, 'spray, 8" by 1"'),
            facing_stroke(attacker),
        ),
        notes=dict.fromkeys(verdict.hidden, "hidden by terrain"),
        **picture_roles(table, {"from": attacker.id}, verdict.models),
    )


STRIP_SPRAY = QuestionType(
    fields=StripSprayQuestion,
    answer=("legal", "models"),
    form=(FormField("from", "from", "model"), FormField("direction", "direction", "number", 90.0)),
    ask=_ask_spray,
    describe=_tell_spray,
    evidence_view=_show_spray,
    doubt=make_doubt_function(_ask_spray, ("legal", "models")),
    uses_all_models=True,
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)


class ControlAreaQuestion(JudgeQuestion):
    """A question about the models in a warcaster's control area."""

    type: Literal["control_area"]
    caster: ModelId
    focus: Height


def _ask_control(
    table: Table, question: ControlAreaQuestion, progress: Progress | None
) -> ControlArea:
    return compute_control_area(table, question.caster, question.focus)


def _tell_control(table: Table, question: ControlAreaQuestion, verdict: ControlArea) -> list[str]:
    model_names = join_model_names(table, verdict.models)
    rules = cite_rules(table, "WM-GEO-36", "WM-RUL-80")
    return [
        f"the control area of {question.caster} ({format_brief_inches(verdict.radius)}) contains {model_names} {rules}"
    ]


def _show_control(
    table: Table, question: ControlAreaQuestion, verdict: ControlArea
) -> EvidenceView:
    caster = get_fighter(table, question.caster)
    return EvidenceView(
        kind="control_area",
        verdict=f"{len(verdict.models)} IN AREA",
        is_good=None,
        headline=f"the control area of {caster.id}",
        rule="Control areas, WM-GEO-36",
        facts=(
            ("Radius", format_inches(verdict.radius)),
            ("In the area", join_ids(verdict.models)),
        ),
        circles=(
            Circle(
                caster.place,
                caster.radius + verdict.radius,
                caster.at[2],
                PLAIN_COLOR,
                format_inches(verdict.radius),
            ),
        ),
        cut=cut_through(caster, caster.radius + verdict.radius),
        **picture_roles(table, {"from": caster.id}, verdict.models),
    )


CONTROL_AREA = QuestionType(
    fields=ControlAreaQuestion,
    answer=("radius", "models"),
    form=(FormField("caster", "caster", "model"), FormField("focus", "FOC", "number", 6.0)),
    ask=_ask_control,
    describe=_tell_control,
    evidence_view=_show_control,
    doubt=make_doubt_function(_ask_control, ("models",)),
    label="control area",
    uses_all_models=True,
)
