"""Which models does a spray attack (p. 35)?"""
from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.judge.doubt_proofs import is_level, prove_spray
from wc3d.judge.fields import Between
from wc3d.judge.perturbation import by_trials
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import cite, line_words, names_of
from wc3d.presentation.evidence_view import Exhibit, Stroke, names, place, roles_of
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.reading import Height
from wc3d.table.sight.ranges import distance, is_within
from wc3d.table.sight.templates import Spray, spray
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class SprayQuestion(Between):
    """Which models does the line of a spray meet (p. 35)?"""

    type: Literal["spray"]
    range: Height

    @model_validator(mode="after")
    def _has_a_direction(self) -> SprayQuestion:
        if self.from_ == self.to:
            raise ValueError("`from` and `to` must be different models, as a spray needs a direction")
        return self


def _ask(table: Table, question: SprayQuestion, progress: Progress | None) -> Spray:
    return spray(table, table.body(question.from_), table.body(question.to), question.range)


def _tell(table: Table, question: SprayQuestion, verdict: Spray) -> list[str]:
    line_text = f"along {line_words(verdict.line)} ({cite(table, SpaceRule.SPRAY_LINE, SpaceRule.SPRAY_HITS)})"
    lines = [f"{question.from_} sprays {question.to}: attacks {names_of(table, verdict.hits)}, nearest first, {line_text}"]
    gap = distance(table, table.body(question.from_), table.body(question.to))
    if is_within(gap, question.range):
        return lines
    beyond = f"{question.to} is {brief_inches(gap)} away, beyond the spray's {brief_inches(question.range)}"
    return [*lines, f"  but {beyond}: not a legal target ({cite(table, SpaceRule.RANGE)})"]


def _exhibit(table: Table, question: SprayQuestion, verdict: Spray) -> Exhibit:
    """The line, and every model on it in order."""
    a, t = table.body(question.from_), table.body(question.to)
    line, hits = verdict.line, verdict.hits
    roles = roles_of(table, **{"from": a.id})
    roles.update(dict.fromkeys(hits, Role.HIT))
    if t.id not in hits:
        roles[t.id] = Role.TO
    notes = {id: f"hit {k}" for k, id in enumerate(hits, 1)}
    notes.update({id: "hidden by terrain" for id in verdict.hidden})
    gap = distance(table, a, t)
    facts = [("Attacked, in order", names(hits)), ("Range", inches(question.range))]
    facts += [("From", place(line[0])), ("To", place(line[1]))]
    if not is_within(gap, question.range):
        facts.append(("Out of range", f"{t.id} is {inches(gap)} away: not a legal target"))
    if verdict.hidden:
        facts.append(("Hidden by terrain", names(verdict.hidden)))
    return Exhibit(
        kind="spray", verdict=f"{len(hits)} HIT", headline=f"spray from {a.id} at {t.id}: {names(hits)}", good=None,
        rule="Sprays, p. 35", facts=tuple(facts), roles=roles, notes=notes, cut=(line[0][:2], line[1][:2]),
        strokes=(Stroke(line, Pen.SPRAY, f'spray, {question.range:g}"'),),
    )  # fmt: skip


def _on_feet(table: Table, question: SprayQuestion) -> bool:
    return is_level(table.body(question.from_), table.body(question.to))


def _proof(table: Table, question: SprayQuestion, inches: float, progress: Progress | None) -> str:
    return prove_spray(table, table.body(question.from_), table.body(question.to), question.range, inches, progress)


SPRAY = QuestionType(
    fields=SprayQuestion,
    answer=("hits", "line"),
    form=(FormField("from", "from", "model"), FormField("to", "to", "model"), FormField("range", "range", "number", 8.0)),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=by_trials(_ask, ("hits",), _on_feet, _proof),
    looks_at_all=True,
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)
