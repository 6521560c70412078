"""Questions about line of sight, screening and protection."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import Any, Literal

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.judge_questions.fields import (
    CLOUDS_FIELD,
    Clouds,
    TwoModels,
    to_clouds,
)
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    arc_stroke,
    cite_rules,
    facing_stroke,
    feature_marks,
    picture_roles,
    points_at_height,
)
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.policy import eye_position
from wc3d.games.warmachine.rules.space.protection import (
    Protection,
    ProtectionResult,
    Screening,
    find_protection,
    find_screening,
)
from wc3d.games.warmachine.rules.space.sight import Cloud, SightCheck, compute_eye_sight
from wc3d.judging.answer_text import format_line, join_model_names
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.judging.sight import describe_undecided
from wc3d.presentation.evidence_view import (
    Circle,
    EvidenceView,
    Stroke,
    format_place,
    join_display_names,
    join_ids,
    line_through_models,
    obscured_strokes,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import PLAIN_COLOR, Pen
from wc3d.table.table import Table

CLOUD_TOP_IN = 5.0
"""The height of a cloud's upper circle in pictures. The cloud itself has no upper limit."""

TWO_MODELS_FIELDS = (FormField("from", "from", "model"), FormField("to", "to", "model"))


class EyeSightQuestion(TwoModels):
    """A question about whether a model sees another."""

    type: Literal["sight"]
    clouds: Clouds = ()


def _ask_sight(table: Table, question: EyeSightQuestion, progress: Progress | None) -> SightCheck:
    return compute_eye_sight(table, question.from_, question.to, to_clouds(question.clouds))


@dataclass(frozen=True)
class EyeSightVerdict:
    """A sight verdict without its evidence."""

    verdict: str
    rules: tuple[str, ...]


def _tell_sight(
    table: Table, question: EyeSightQuestion, verdict: SightCheck | EyeSightVerdict
) -> list[str]:
    rules = cite_rules(table, "WM-LOS-01", "WM-GEO-07")
    if verdict.verdict == "undecided":
        open_ones = [
            sight for sight in getattr(verdict, "sights", ()) if sight.verdict == "undecided"
        ]
        reason = describe_undecided(table, open_ones[0]) if open_ones else "too close to call"
        return [f"{question.from_} and {question.to}: {reason} {rules}"]
    verb = "sees" if verdict.verdict == "clear" else "cannot see"
    if isinstance(verdict, EyeSightVerdict):
        return [f"{question.from_} {verb} {question.to} {rules}"]
    if verdict.line is not None:
        clearance_text = (
            "clear, with no obstacle near it,"
            if verdict.clearance is None
            else f"clear by {format_brief_inches(verdict.clearance)}"
        )
        return [
            f"{question.from_} sees {question.to}: {clearance_text} along the line {format_line(verdict.line)} {rules}"
        ]
    if verdict.behind:
        return [
            f"{question.from_} cannot see {question.to}: it is completely in the back arc {cite_rules(table, 'WM-GEO-08')}"
        ]
    return [
        f"{question.from_} cannot see {question.to}: every line is blocked by {_blocker_names(table, verdict)} {rules}"
    ]


def _blocker_names(table: Table, verdict: SightCheck) -> str:
    return join_model_names(table, verdict.blockers) or "the table"


def cloud_circles(clouds: tuple[Cloud, ...]) -> tuple[Circle, ...]:
    """Return the circles that show clouds in a picture."""
    return tuple(
        Circle(
            cloud.center, cloud.diameter / 2, z, PLAIN_COLOR, f"cloud {cloud.id}" if not z else ""
        )
        for cloud in clouds
        for z in (0.0, CLOUD_TOP_IN)
    )


def _show_sight(table: Table, question: EyeSightQuestion, verdict: SightCheck) -> EvidenceView:
    viewer = get_fighter(table, question.from_)
    target = get_fighter(table, question.to)
    clear = verdict.verdict == "clear"
    line = verdict.line
    middle = (*target.place, target.at[2] + target.height / 2)
    blocked = () if clear else verdict.blockers
    word = {"clear": "CLEAR", "blocked": "BLOCKED"}.get(verdict.verdict, "UNDECIDED")
    common: dict[str, Any] = {
        "kind": "sight",
        "verdict": word,
        "is_good": clear,
        "rule": "Line of sight, WM-LOS-01 and WM-GEO-07",
        "circles": cloud_circles(verdict.clouds),
        "marked_models": feature_marks(table, blocked, "BLOCKS"),
        "cut": line_through_models(viewer, target),
        **picture_roles(table, {"from": viewer.id, "to": target.id}, blocked),
        "notes": {id: "blocks" for id in blocked if table.has_body(id)},
    }
    arcs = (facing_stroke(viewer), arc_stroke(viewer, viewer.radius + 3))
    if line is None:
        reason = (
            "completely in the back arc" if verdict.behind else join_display_names(table, blocked)
        )
        shut = Stroke((eye_position(viewer), middle), Pen.BLOCKED, "line from the eye: blocked")
        return EvidenceView(
            **common,
            headline=f"{viewer.id} cannot see {target.id}",
            facts=(("Blocked by", reason),),
            strokes=(shut, *arcs),
        )
    obscuring_strokes, deep = obscured_strokes(table, line)
    room = (
        format_inches(verdict.clearance) if verdict.clearance is not None else "no obstacle nearby"
    )
    facts = [
        ("Line from", format_place(line[0])),
        ("Line to", format_place(line[1])),
        ("Length", format_inches(dist(*line))),
        ("Clearance", room),
    ]
    if obscuring_strokes:
        facts.append(
            (
                "In obscuring terrain",
                f"{format_inches(deep)}, at most {format_inches(table.policy.obscuring_depth)}",
            )
        )
    strokes = (
        Stroke(line, Pen.CLEAR, f"clear by {room}" if verdict.clearance is not None else "clear"),
        *obscuring_strokes,
        *arcs,
    )
    return EvidenceView(
        **common, headline=f"{viewer.id} sees {target.id}", facts=tuple(facts), strokes=strokes
    )


def attack_evidence(
    table: Table, attacker: str, target: str, clouds: tuple[Cloud, ...]
) -> EvidenceView:
    """Return a view of an attack: attacker, target, line and both facings."""
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    evidence = _show_sight(
        table,
        EyeSightQuestion.model_validate({"type": "sight", "from": attacker, "to": target}),
        compute_eye_sight(table, attacker_model, target_model, clouds),
    )
    return replace(
        evidence,
        headline=f"{attacker} attacks {target}",
        rule="Attacks, WM-ATK-03",
        strokes=(*evidence.strokes, facing_stroke(target_model, "facing of the target")),
    )


EYE_SIGHT = QuestionType(
    fields=EyeSightQuestion,
    answer=("verdict", "line", "clearance", "blockers"),
    form=(*TWO_MODELS_FIELDS, FormField("clouds", "clouds", "words", text_format=CLOUDS_FIELD)),
    ask=_ask_sight,
    describe=_tell_sight,
    evidence_view=_show_sight,
    doubt=make_doubt_function(_ask_sight, ("verdict",)),
    strip_evidence=lambda verdict: EyeSightVerdict(verdict.verdict, verdict.rules),
    evidence=("line", "clearance", "blockers"),
    uses_all_models=True,
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)


class ScreeningQuestion(TwoModels):
    """A question about whether a target is screened from an attacker."""

    type: Literal["screening"]


def _ask_screening(
    table: Table, question: ScreeningQuestion, progress: Progress | None
) -> Screening:
    return find_screening(table, question.from_, question.to)


def _tell_screening(table: Table, question: ScreeningQuestion, verdict: Screening) -> list[str]:
    rules = cite_rules(table, "WM-SCR-01", "WM-GEO-31")
    if verdict.screened:
        return [
            f"{question.to} is screened from {question.from_} by {join_model_names(table, verdict.screened_by)} {rules}"
        ]
    hides = join_model_names(table, verdict.hides_but_far)
    far_text = f' ({hides} hides part of its base but is more than 1" away)' if hides else ""
    return [f"{question.to} is not screened from {question.from_}{far_text} {rules}"]


def _lane_strokes(table: Table, question: TwoModels) -> tuple[Stroke, ...]:
    """Return the edges of the lane between an attacker's center and its target's base."""
    attacker, target = get_fighter(table, question.from_), get_fighter(table, question.to)
    (ax, ay), (bx, by) = attacker.place, target.place
    distance = dist(attacker.place, target.place)
    if distance <= target.radius:
        return ()
    u, v, s = (bx - ax) / distance, (by - ay) / distance, target.radius / distance
    c = (1 - s * s) ** 0.5
    ends = [
        (bx + target.radius * (-s * u - k * c * v), by + target.radius * (-s * v + k * c * u))
        for k in (1, -1)
    ]
    return tuple(
        Stroke(points_at_height((attacker.place, end), attacker.at[2]), Pen.MEASURE, is_bold=False)
        for end in ends
    )


def _show_screening(table: Table, question: ScreeningQuestion, verdict: Screening) -> EvidenceView:
    attacker, target = get_fighter(table, question.from_), get_fighter(table, question.to)
    facts = (
        ("Screened by", join_ids(verdict.screened_by)),
        ('In front, but not within 1"', join_ids(verdict.hides_but_far)),
    )
    return EvidenceView(
        kind="screening",
        verdict="SCREENED" if verdict.screened else "NOT SCREENED",
        is_good=verdict.screened,
        headline=f"{target.id} behind other models, seen from {attacker.id}",
        rule="Screening, WM-GEO-31",
        facts=facts,
        cut=line_through_models(attacker, target),
        strokes=_lane_strokes(table, question),
        circles=(Circle(target.place, target.radius + 1, target.at[2], PLAIN_COLOR, 'within 1"'),),
        notes=dict.fromkeys(verdict.screened_by, "screens"),
        **picture_roles(table, {"from": attacker.id, "to": target.id}, verdict.screened_by),
    )


SCREENING = QuestionType(
    fields=ScreeningQuestion,
    answer=("screened", "screened_by"),
    form=TWO_MODELS_FIELDS,
    ask=_ask_screening,
    describe=_tell_screening,
    evidence_view=_show_screening,
    doubt=make_doubt_function(_ask_screening, ("screened",)),
    uses_all_models=True,
)


class ProtectionQuestion(TwoModels):
    """A question about a target's protection from an attacker's ranged and magic attacks."""

    type: Literal["protection"]
    clouds: Clouds = ()


def _ask_protection(
    table: Table, question: ProtectionQuestion, progress: Progress | None
) -> ProtectionResult:
    return find_protection(table, question.from_, question.to, to_clouds(question.clouds))


def _tell_protection(
    table: Table, question: ProtectionQuestion, verdict: ProtectionResult
) -> list[str]:
    rules = cite_rules(table, "WM-TER-09", "WM-GEO-32")
    if verdict.protection is Protection.NONE:
        return [f"{question.to} has neither concealment nor cover from {question.from_} {rules}"]
    by = join_model_names(table, verdict.features)
    return [
        f"{question.to} has {verdict.protection.value} from {question.from_} because of {by} {rules}"
    ]


def _show_protection(
    table: Table, question: ProtectionQuestion, verdict: ProtectionResult
) -> EvidenceView:
    attacker, target = get_fighter(table, question.from_), get_fighter(table, question.to)
    facts = [
        (id, grants.value) for id, grants in zip(verdict.features, verdict.grants, strict=True)
    ]
    line = Stroke((eye_position(attacker), target.at), Pen.MEASURE, "from the eye to the base")
    circle = Circle(target.place, target.radius + 1, target.at[2], PLAIN_COLOR, 'within 1"')
    return EvidenceView(
        kind="protection",
        verdict=verdict.protection.value.upper(),
        is_good=verdict.protection is not Protection.NONE,
        headline=f"{target.id} from {attacker.id}",
        rule="Concealment and cover, WM-GEO-32",
        facts=tuple(facts) or (("Protected by", "nothing"),),
        cut=line_through_models(attacker, target),
        strokes=(line,),
        marked_models=feature_marks(table, verdict.features, "PROTECTS"),
        circles=(circle, *cloud_circles(to_clouds(question.clouds))),
        **picture_roles(table, {"from": attacker.id, "to": target.id}),
    )


PROTECTION = QuestionType(
    fields=ProtectionQuestion,
    answer=("protection", "features"),
    form=(*TWO_MODELS_FIELDS, FormField("clouds", "clouds", "words", text_format=CLOUDS_FIELD)),
    ask=_ask_protection,
    describe=_tell_protection,
    evidence_view=_show_protection,
    doubt=make_doubt_function(_ask_protection, ("protection",)),
    terrain=("protection",),
)
