"""Sight questions about two models (p. 32, 44)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist, hypot, inf
from typing import Any, Literal

import numpy as np
from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.geometry.distance import bounding_boxes, gaps_to_boxes, segment_to_piece
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.judging.answer_text import cite, format_citations, format_line, join_model_names
from wc3d.judging.displacement import Inaccuracy
from wc3d.judging.doubt import Doubt, assess_sight_doubt
from wc3d.judging.question_fields import TwoModelQuestion
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    XYZ,
    EvidenceView,
    Stroke,
    assign_roles,
    body_center,
    format_place,
    join_display_names,
    line_through_models,
    obscured_strokes,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.palette import Pen
from wc3d.table.body import Body
from wc3d.table.sight.sight import Sight, sight
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class SightQuestion(TwoModelQuestion):
    """A question about sight between two models (p. 32)."""

    type: Literal["sight"]

    @model_validator(mode="after")
    def _check_two_models(self) -> SightQuestion:
        if self.from_ == self.to:
            raise ValueError("`from` and `to` must be different models")
        return self


def _ask(table: Table, question: SightQuestion, progress: Progress | None) -> Sight:
    return sight(table, table.body(question.from_), table.body(question.to))


@dataclass(frozen=True)
class BareSightVerdict:
    """A sight verdict without evidence."""

    verdict: str
    tolerance: float
    doubt: float | None = None
    open_question: str | None = None
    rules: tuple[SpaceRule, ...] = (SpaceRule.LINE_OF_SIGHT, SpaceRule.MODELS_IN_SIGHT)


def _describe(
    table: Table, question: SightQuestion, verdict: Sight | BareSightVerdict
) -> list[str]:
    source = cite(table, SpaceRule.LINE_OF_SIGHT)
    if isinstance(verdict, BareSightVerdict):
        if verdict.verdict not in ("clear", "blocked"):
            return [f"{question.from_} and {question.to}: undecided{source}"]
        return [
            f"{question.from_} {'sees' if verdict.verdict == 'clear' else 'cannot see'} {question.to}{source}"
        ]
    if verdict.verdict == "clear" and verdict.line is not None:
        clearance_text = (
            "clear, with no terrain near it,"
            if verdict.clearance is None
            else f"clear by {format_brief_inches(verdict.clearance)}"
        )
        feature = nearest_blocking_feature(table, verdict.line)
        past = f", past {table.display_name(feature)}" if feature is not None else ""
        return [
            f"{question.from_} sees {question.to}: {clearance_text} along the line {format_line(verdict.line)}{past}{source}"
        ]
    if verdict.verdict == "blocked":
        blockers = join_model_names(table, verdict.blockers) or "the table"
        if verdict.short_by is None and not _has_obscuring_blocker(table, verdict.blockers):
            return [
                f"{question.from_} cannot see {question.to}: every line is blocked by {blockers}{source}"
            ]
        if verdict.short_by is None:
            source = cite(table, SpaceRule.OBSCURING_DEPTH, SpaceRule.OBSCURING_BETWEEN)
            return [
                f"{question.from_} cannot see {question.to}: too much obscuring terrain between them: {blockers}{source}"
            ]
        page = format_citations(table, SpaceRule.LINE_OF_SIGHT)
        margin = f"by at least {format_brief_inches(verdict.short_by)}"
        short = f"({margin}; {page})" if page else f"({margin})"
        return [
            f"{question.from_} cannot see {question.to}: every line is blocked by {blockers} {short}"
        ]
    return [f"{question.from_} and {question.to}: {describe_undecided(table, verdict)}{source}"]


def describe_undecided(table: Table, verdict: Sight) -> str:
    """Describe the reason why a sight verdict is undecided."""
    if verdict.open_question == "hollow":
        return f"undecided: it depends on {_describe_hollow(table, verdict)}"
    if verdict.doubt is not None:
        return f"too close to call: it depends on less than {format_brief_inches(verdict.doubt)} of a mesh"
    return "undecided: the search reached its limit before it found a line or a proof"


def _describe_hollow(table: Table, verdict: Any) -> str:
    return f"whether {join_model_names(table, verdict.hollow_of) or 'a mesh'} is solid behind a hole in its surface"


def _has_obscuring_blocker(table: Table, blockers: Sequence[str]) -> bool:
    """Return whether obscuring terrain is among the blockers."""
    return any(feature.id in blockers and feature.kind.obscuring for feature in table.features)


def nearest_blocking_feature(table: Table, line: tuple[XYZ, XYZ]) -> str | None:
    """Return the sight-blocking feature nearest to a line, which sets its clearance, or None."""
    solid = [
        (feature.id, piece)
        for feature in table.features
        if feature.blocks_sight
        for piece in feature.pieces
        if piece.high - piece.low > EPSILON_IN
    ]
    gaps = gaps_to_boxes(line, bounding_boxes([piece for _, piece in solid]))
    nearest: tuple[float, str | None] = (inf, None)
    for i in np.argsort(gaps).tolist():
        if gaps[i] > nearest[0] + EPSILON_IN:
            break
        id, piece = solid[i]
        nearest = min(nearest, (segment_to_piece(*line, piece), id))
    return nearest[1]


def _evidence_view(table: Table, question: SightQuestion, verdict: Any) -> EvidenceView:
    """Return the line of sight, or the obstacles between the centers."""
    a, b = table.body(question.from_), table.body(question.to)
    common: dict[str, Any] = {
        "kind": "sight",
        "rule": "Line of sight, p. 32 (obscuring terrain, p. 44)",
    }
    common["roles"] = assign_roles(table, **{"from": a.id, "to": b.id})
    if verdict.verdict == "clear" and verdict.line is not None:
        return _clear_evidence(table, a, b, verdict, common)
    return _blocked_evidence(table, a, b, verdict, common)


def _clear_evidence(
    table: Table, a: Body, b: Body, verdict: Any, common: dict[str, Any]
) -> EvidenceView:
    line = verdict.line
    inside_strokes, total = obscured_strokes(table, line)
    room = format_inches(verdict.clearance) if verdict.clearance is not None else "nothing near"
    label = (
        f"clear by {format_inches(verdict.clearance)}" if verdict.clearance is not None else "clear"
    )
    facts = [
        ("Line from", format_place(line[0])),
        ("Line to", format_place(line[1])),
        ("Length", format_inches(dist(*line))),
        ("Clearance", f'{room} (checked to {verdict.tolerance:.4g}")'),
    ]
    if inside_strokes:
        facts.append(
            (
                "In obscuring terrain",
                f"{format_inches(total)} of at most {format_inches(table.policy.obscuring_depth)}",
            )
        )
    cut = ((line[0][0], line[0][1]), (line[1][0], line[1][1]))
    if hypot(cut[1][0] - cut[0][0], cut[1][1] - cut[0][1]) < 0.2:
        cut = line_through_models(a, b)
    return EvidenceView(
        **common,
        verdict="CLEAR",
        headline=f"{a.id} sees {b.id}",
        is_good=True,
        facts=tuple(facts),
        cut=cut,
        strokes=(Stroke(line, Pen.CLEAR, label), *inside_strokes),
    )


def _blocked_evidence(
    table: Table, a: Body, b: Body, verdict: Any, common: dict[str, Any]
) -> EvidenceView:
    blockers = tuple(verdict.blockers)
    undecided = verdict.verdict == "undecided"
    if undecided and (verdict.doubt is not None or verdict.open_question == "hollow"):
        hollow = verdict.open_question == "hollow"
        words = (
            _describe_hollow(table, verdict)
            if hollow
            else f"less than {format_inches(verdict.doubt)} of a mesh"
        )
        return EvidenceView(
            **common,
            verdict="UNDECIDED",
            is_good=False,
            facts=(("Depends on", words),),
            cut=line_through_models(a, b),
            headline=f"{a.id} and {b.id}: too close to call",
            strokes=(Stroke((body_center(a), body_center(b)), Pen.BLOCKED, "center line"),),
        )
    unshrunk = (
        "– (obscuring terrain)"
        if _has_obscuring_blocker(table, blockers)
        else "– (not computed for meshes)"
    )
    facts = [
        ("Blocked by", join_display_names(table, blockers)),
        (
            "Blocked by at least",
            format_inches(verdict.short_by) if verdict.short_by is not None else unshrunk,
        ),
        ("Proven to", f'{verdict.tolerance:.4g}"'),
        ("Drawn", "solid: center line; faint: outlines"),
    ]
    (ax, ay, az), (bx, by, bz) = a.at, b.at
    strokes = [Stroke((body_center(a), body_center(b)), Pen.BLOCKED, "center line: blocked")]
    for u, v in (
        (az, bz),
        (az + a.height, bz + b.height),
        (az, bz + b.height),
        (az + a.height, bz),
    ):
        strokes.append(Stroke(((ax, ay, u), (bx, by, v)), Pen.BLOCKED, is_bold=False))
    inside_strokes, _ = obscured_strokes(table, (body_center(a), body_center(b)))
    return EvidenceView(
        **common,
        verdict="UNDECIDED" if undecided else "BLOCKED",
        is_good=False,
        facts=tuple(facts),
        cut=line_through_models(a, b),
        headline=f"{a.id} and {b.id}: too close to call"
        if undecided
        else f"{a.id} cannot see {b.id}",
        strokes=(*strokes, *inside_strokes),
        marked_models=dict.fromkeys(blockers, "BLOCKS"),
    )


@dataclass(frozen=True)
class _QuickSight:
    """A sight verdict before its numbers are computed."""

    verdict: str
    line: tuple[XYZ, XYZ] | None
    tolerance: float
    doubt: float | None = None
    open_question: str | None = None
    hollow_of: tuple[str, ...] = ()
    clearance: float | None = None
    short_by: float | None = None
    blockers: tuple[str, ...] = ()


def sight_evidence(table: Table, viewer: str, target: str, verdict: Any) -> EvidenceView:
    """Return the evidence of a sight verdict for two models."""
    return _evidence_view(
        table,
        SightQuestion.model_validate({"type": "sight", "from": viewer, "to": target}),
        verdict,
    )


def quick_sight_evidence(table: Table, viewer: str, target: str, verdict: Sight) -> EvidenceView:
    """Return evidence without computed numbers: the deciding line or the line of centers."""
    glance = _QuickSight(verdict.verdict, verdict.witness, verdict.tolerance)
    evidence = sight_evidence(table, viewer, target, glance)
    return replace(
        evidence,
        facts=(("Margin", "..."),),
        strokes=tuple(replace(s, label="") for s in evidence.strokes),
    )


def _quick_evidence(table: Table, question: SightQuestion) -> EvidenceView:
    return quick_sight_evidence(table, question.from_, question.to, _ask(table, question, None))


def _assess_doubt(
    table: Table, question: SightQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    return assess_sight_doubt(
        table, table.body(question.from_), table.body(question.to), inches, progress
    )


def _strip_evidence(verdict: Sight) -> BareSightVerdict:
    return BareSightVerdict(
        verdict.verdict, verdict.tolerance, verdict.doubt, verdict.open_question
    )


SIGHT = QuestionType(
    fields=SightQuestion,
    answer=("verdict", "line", "clearance", "short_by", "blockers", "tolerance"),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model")),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=("verdict",),
    doubt=_assess_doubt,
    quick_evidence=_quick_evidence,
    strip_evidence=_strip_evidence,
    unordered_fields=("blockers",),
    optional_fields=("doubt", "open_question"),
    evidence=("line", "clearance", "short_by", "blockers"),
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)
