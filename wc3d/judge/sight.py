"""Does one model see the other (p. 32, 44)?"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist, hypot
from typing import Any, Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.tolerances import EQUAL
from wc3d.judge.doubt import Doubt, sight_in_doubt
from wc3d.judge.fields import Between
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import cite, line_words, names_of
from wc3d.presentation.evidence_view import (
    XYZ,
    Exhibit,
    Stroke,
    apart,
    called,
    center,
    inside_obscuring,
    place,
    roles_of,
)
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import Pen
from wc3d.table.body import Body
from wc3d.table.sight.sight import Sight, sight
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class SightQuestion(Between):
    """Does one model see the other (p. 32)?"""

    type: Literal["sight"]

    @model_validator(mode="after")
    def _are_two(self) -> SightQuestion:
        if self.from_ == self.to:
            raise ValueError("`from` and `to` must be two models")
        return self


def _ask(table: Table, question: SightQuestion, progress: Progress | None) -> Sight:
    return sight(table, table.body(question.from_), table.body(question.to))


@dataclass(frozen=True)
class VerdictAlone:
    """A verdict of sight without its evidence, which nobody asked for."""

    verdict: str
    tolerance: float
    doubt: float | None = None
    open_question: str | None = None
    rules: tuple[SpaceRule, ...] = (SpaceRule.LINE_OF_SIGHT, SpaceRule.MODELS_IN_SIGHT)


def _tell(table: Table, question: SightQuestion, verdict: Sight | VerdictAlone) -> list[str]:
    source = f"({cite(table, SpaceRule.LINE_OF_SIGHT)})"
    if isinstance(verdict, VerdictAlone):
        if verdict.verdict not in ("clear", "blocked"):
            return [f"{question.from_} and {question.to}: undecided {source}"]
        return [f"{question.from_} {'sees' if verdict.verdict == 'clear' else 'cannot see'} {question.to} {source}"]
    if verdict.verdict == "clear" and verdict.line is not None:
        clearance_text = "with nothing near" if verdict.clearance is None else f"clear by {brief_inches(verdict.clearance)}"
        feature = nearest_feature(table, verdict.line)
        past = f", past {table.called(feature)}" if feature is not None else ""
        return [f"{question.from_} sees {question.to}: {clearance_text} along the line {line_words(verdict.line)}{past} {source}"]
    if verdict.verdict == "blocked":
        blockers = names_of(table, verdict.blockers) or "the table"
        if verdict.short_by is None and not _obscured(table, verdict.blockers):
            return [f"{question.from_} cannot see {question.to}: every line is blocked by {blockers} {source}"]
        if verdict.short_by is None:
            source = f"({cite(table, SpaceRule.OBSCURING_DEPTH, SpaceRule.OBSCURING_BETWEEN)})"
            return [f"{question.from_} cannot see {question.to}: too much obscuring terrain in between, {blockers} {source}"]
        short = f"(by at least {brief_inches(verdict.short_by)}; {cite(table, SpaceRule.LINE_OF_SIGHT)})"
        return [f"{question.from_} cannot see {question.to}: every line is blocked by {blockers} {short}"]
    return [f"{question.from_} and {question.to}: {undecided_words(table, verdict)} {source}"]


def undecided_words(table: Table, verdict: Sight) -> str:
    """Return what an undecided sight turns on, in words."""
    if verdict.open_question == "hollow":
        return f"undecided: it depends on {_hollow_words(table, verdict)}"
    if verdict.doubt is not None:
        return f"too close to call: it depends on less than {brief_inches(verdict.doubt)} of a mesh"
    return "undecided: the search reached its limit before it found a line or a proof"


def _hollow_words(table: Table, verdict: Any) -> str:
    return f"whether {names_of(table, verdict.hollow_of) or 'a mesh'} is solid behind a hole in its surface"


def _obscured(table: Table, blockers: Sequence[str]) -> bool:
    """Is obscuring terrain among what blocks sight?"""
    return any(feature.id in blockers and feature.kind.obscuring for feature in table.features)


def nearest_feature(table: Table, line: tuple[XYZ, XYZ]) -> str | None:
    """The feature that blocks sight nearest to a line: the one it is clear of by its clearance. None if there is none."""
    solid = [(p, f.id) for f in table.features if f.blocks_sight for p in f.pieces if p.high - p.low > EQUAL]
    return min(((segment_to_piece(*line, piece), id) for piece, id in solid), default=(0.0, None))[1]


def _exhibit(table: Table, question: SightQuestion, verdict: Any) -> Exhibit:
    """The line, or what stands between the centers."""
    a, b = table.body(question.from_), table.body(question.to)
    common: dict[str, Any] = {"kind": "sight", "rule": "Line of sight, p. 32 (obscuring terrain, p. 44)"}
    common["roles"] = roles_of(table, **{"from": a.id, "to": b.id})
    if verdict.verdict == "clear" and verdict.line is not None:
        return _clear(table, a, b, verdict, common)
    return _blocked(table, a, b, verdict, common)


def _clear(table: Table, a: Body, b: Body, verdict: Any, common: dict[str, Any]) -> Exhibit:
    line = verdict.line
    inside_strokes, total = inside_obscuring(table, line)
    room = inches(verdict.clearance) if verdict.clearance is not None else "nothing near"
    label = f"clear by {inches(verdict.clearance)}" if verdict.clearance is not None else "clear"
    facts = [
        ("Line from", place(line[0])),
        ("Line to", place(line[1])),
        ("Length", inches(dist(*line))),
        ("Clearance", f"{room} (checked to {verdict.tolerance:.4g}\")"),
    ]
    if inside_strokes:
        facts.append(("In obscuring terrain", f"{inches(total)} of at most {inches(table.policy.obscuring_depth)}"))
    cut = ((line[0][0], line[0][1]), (line[1][0], line[1][1]))
    if hypot(cut[1][0] - cut[0][0], cut[1][1] - cut[0][1]) < 0.2:
        cut = apart(a, b)
    return Exhibit(
        **common, verdict="CLEAR", headline=f"{a.id} sees {b.id}", good=True, facts=tuple(facts), cut=cut,
        strokes=(Stroke(line, Pen.CLEAR, label), *inside_strokes),
    )  # fmt: skip


def _blocked(table: Table, a: Body, b: Body, verdict: Any, common: dict[str, Any]) -> Exhibit:
    blockers = tuple(verdict.blockers)
    undecided = verdict.verdict == "undecided"
    if undecided and (verdict.doubt is not None or verdict.open_question == "hollow"):
        hollow = verdict.open_question == "hollow"
        words = _hollow_words(table, verdict) if hollow else f"less than {inches(verdict.doubt)} of a mesh"
        return Exhibit(
            **common, verdict="UNDECIDED", good=False, facts=(("Depends on", words),),
            cut=apart(a, b), headline=f"{a.id} and {b.id}: too close to call",
            strokes=(Stroke((center(a), center(b)), Pen.BLOCKED, "center line"),),
        )  # fmt: skip
    unshrunk = "– (obscuring terrain)" if _obscured(table, blockers) else "– (not computed for meshes)"
    facts = [
        ("Blocked by", called(table, blockers)),
        ("Blocked by at least", inches(verdict.short_by) if verdict.short_by is not None else unshrunk),
        ("Proven to", f'{verdict.tolerance:.4g}"'),
        ("Drawn", "solid: center line; faint: outlines"),
    ]
    (ax, ay, az), (bx, by, bz) = a.at, b.at
    strokes = [Stroke((center(a), center(b)), Pen.BLOCKED, "center line: blocked")]
    for u, v in ((az, bz), (az + a.height, bz + b.height), (az, bz + b.height), (az + a.height, bz)):
        strokes.append(Stroke(((ax, ay, u), (bx, by, v)), Pen.BLOCKED, bold=False))
    inside_strokes, _ = inside_obscuring(table, (center(a), center(b)))
    return Exhibit(
        **common, verdict="UNDECIDED" if undecided else "BLOCKED", good=False, facts=tuple(facts), cut=apart(a, b),
        headline=f"{a.id} and {b.id}: too close to call" if undecided else f"{a.id} cannot see {b.id}",
        strokes=(*strokes, *inside_strokes), marked=dict.fromkeys(blockers, "BLOCKS"),
    )  # fmt: skip


@dataclass(frozen=True)
class _Glance:
    """A verdict of sight before its numbers are worked out."""

    verdict: str
    line: tuple[XYZ, XYZ] | None
    tolerance: float
    doubt: float | None = None
    open_question: str | None = None
    hollow_of: tuple[str, ...] = ()
    clearance: float | None = None
    short_by: float | None = None
    blockers: tuple[str, ...] = ()


def sight_exhibit(table: Table, viewer: str, target: str, verdict: Any) -> Exhibit:
    """What to show of a verdict of sight between two models."""
    return _exhibit(table, SightQuestion.model_validate({"type": "sight", "from": viewer, "to": target}), verdict)


def sight_glance(table: Table, viewer: str, target: str, verdict: Sight) -> Exhibit:
    """The same before its numbers are worked out: the line that proved it, or the line of centers."""
    glance = _Glance(verdict.verdict, verdict.witness, verdict.tolerance)
    evidence = sight_exhibit(table, viewer, target, glance)
    return replace(evidence, facts=(("Margin", "..."),), strokes=tuple(replace(s, label="") for s in evidence.strokes))


def _glance(table: Table, question: SightQuestion) -> Exhibit:
    return sight_glance(table, question.from_, question.to, _ask(table, question, None))


def _doubt(table: Table, question: SightQuestion, inches: float, progress: Progress | None) -> Doubt:
    return sight_in_doubt(table, table.body(question.from_), table.body(question.to), inches, progress)


def _verdict_alone(verdict: Sight) -> VerdictAlone:
    return VerdictAlone(verdict.verdict, verdict.tolerance, verdict.doubt, verdict.open_question)


SIGHT = QuestionType(
    fields=SightQuestion,
    answer=("verdict", "line", "clearance", "short_by", "blockers", "tolerance"),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model")),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=_doubt,
    glance=_glance,
    verdict_alone=_verdict_alone,
    unordered=("blockers",),
    sometimes=("doubt", "open_question"),
    evidence=("line", "clearance", "short_by", "blockers"),
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)
