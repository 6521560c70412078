"""Has a model cover against another (p. 34)?"""
from __future__ import annotations

from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judge.doubt import Doubt, cover_in_doubt
from wc3d.judge.fields import Between
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import cite, names_of
from wc3d.presentation.evidence_view import Circle, Exhibit, apart, called, roles_of
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import ROLE_COLORS, Role
from wc3d.table.sight.cover import Cover, cover
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class CoverQuestion(Between):
    """Does the model `to` have cover against the model `from` (p. 34)?"""

    type: Literal["cover"]


def _ask(table: Table, question: CoverQuestion, progress: Progress | None) -> Cover:
    return cover(table, table.body(question.from_), table.body(question.to))


def _tell(table: Table, question: CoverQuestion, verdict: Cover) -> list[str]:
    within, source = brief_inches(table.policy.cover_within), cite(table, SpaceRule.COVER)
    if verdict.cover:
        cover_note = f"{names_of(table, verdict.features)} in between, within {within} of its base"
        return [f"{question.to} has cover from {question.from_}: {cover_note} ({source})"]
    between = f"{names_of(table, verdict.intervening)} in between, but nothing that gives cover within {within} of its base"
    reason = between if verdict.intervening else "nothing in between"
    return [f"{question.to} has no cover from {question.from_}: {reason} ({source})"]


def _exhibit(table: Table, question: CoverQuestion, verdict: Cover) -> Exhibit:
    """Everything between the volumes is their convex hull."""
    a, b = table.body(question.from_), table.body(question.to)
    distances = dict(zip(verdict.intervening, verdict.distances, strict=True))
    marked = {id: "GIVES COVER" if id in verdict.features else "intervening" for id in verdict.intervening}
    within = table.policy.cover_within
    facts = [("Cover from", called(table, verdict.features)), ("Intervening", called(table, verdict.intervening))]
    facts += [(table.called(id), f"{inches(gap)} from {b.id}'s base") for id, gap in distances.items()]
    facts.append(("Drawn", f'the hull of both volumes, and {within:g}" around the target'))
    return Exhibit(
        kind="cover", verdict="COVER" if verdict.cover else "NO COVER", good=bool(verdict.cover),
        headline=f"{b.id} has {'' if verdict.cover else 'no '}cover from {a.id}", rule="Intervening terrain and cover, p. 34",
        facts=tuple(facts), roles=roles_of(table, **{"from": a.id, "to": b.id}), marked=marked, hull=(a.volume, b.volume),
        circles=(Circle(b.at[:2], b.radius + within, b.at[2], ROLE_COLORS[Role.TO], f'{within:g}" from {b.id}'),),
        cut=apart(a, b),
    )  # fmt: skip


def cover_exhibit(table: Table, attacker: str, target: str, verdict: Cover) -> Exhibit:
    """What to show of a verdict of cover between two models."""
    return _exhibit(table, CoverQuestion.model_validate({"type": "cover", "from": attacker, "to": target}), verdict)


def _doubt(table: Table, question: CoverQuestion, inches: float, progress: Progress | None) -> Doubt:
    return cover_in_doubt(table, table.body(question.from_), table.body(question.to), inches, progress)


COVER = QuestionType(
    fields=CoverQuestion,
    answer=("cover", "features", "intervening"),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model")),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=_doubt,
    unordered=("features", "intervening"),
    rulings=("cover_within",),
    terrain=("cover",),
)
