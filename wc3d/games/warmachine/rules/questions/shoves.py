"""Where does a slam or a throw take a model, against what, and over whom?"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.questions.fields import Die
from wc3d.games.warmachine.rules.questions.showing import (
    cut_along,
    level,
    marks,
    shown_roles,
    source,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, fighter
from wc3d.games.warmachine.rules.space.policy import SPACE, WarmachineSpace
from wc3d.games.warmachine.rules.space.thrown import Shove, Throw, slam, throw, throw_distance
from wc3d.geometry.points import XY
from wc3d.judge.fields import AskedQuestion, ModelId
from wc3d.judge.perturbation import by_trials
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import names_of, point
from wc3d.presentation.evidence_view import Exhibit, Ghost, Stroke, called, names, place
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.moves import volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.reading import Degrees, Height
from wc3d.table.table import Table


class _By(AskedQuestion):
    """A question about a model that another one drives away."""

    model: ModelId
    from_: Annotated[ModelId, Field(alias="from")]

    @model_validator(mode="after")
    def _are_two(self) -> _By:
        if self.model == self.from_:
            raise ValueError("`model` and `from` must be different models")
        return self


class SlammedQuestion(_By):
    """Where does a slam drive a model? `distance` is the die as it was rolled."""

    type: Literal["slam"]
    distance: Height


class ThrowQuestion(_By):
    """Where does a throw take a model? `die` is the direction it deviates in, `deviation` how many inches."""

    type: Literal["throw"]
    strength: Height
    direction: Degrees
    die: Die
    deviation: Height


def _ask_slam(table: Table, question: SlammedQuestion, progress: Progress | None) -> Shove:
    return slam(table, question.model, question.from_, question.distance)


def _shove_words(table: Table, verdict: Shove) -> str:
    into = f" into {names_of(table, verdict.contacts)}" if verdict.contacts else ""
    over_text = f", over {names_of(table, verdict.struck)}" if verdict.struck else ""
    edge = " to the table edge" if verdict.edge else ""
    die = "; 1 extra damage die" if verdict.extra_die else ""
    hurt = f"; collateral damage to {names_of(table, verdict.collateral)}" if verdict.collateral else ""
    return f"{brief_inches(verdict.moved)}{into}{edge}{over_text} and ends at {point(verdict.end)}{die}{hurt}"


def _tell_slam(table: Table, question: SlammedQuestion, verdict: Shove) -> list[str]:
    return [f"{question.model} is slammed {_shove_words(table, verdict)} {source(table, 'WM-GEO-23', 'WM-SLM-09')}"]


def _show_shove(
    table: Table, moved: Fighter, by: Fighter, verdict: Shove, common: dict[str, Any], extra_facts: tuple[tuple[str, str], ...] = (),
    strokes: tuple[Stroke, ...] = (),
) -> Exhibit:  # fmt: skip
    """The line, where it ends, what stops it and whom it strikes."""
    facts = (
        *extra_facts, ("Moved", inches(verdict.moved)), ("Contacts", called(table, verdict.contacts)),
        ("Passed over", names(verdict.struck)),
        ("Collateral", names(verdict.collateral)), ("Extra damage die", "yes" if verdict.extra_die else "no"),
        ("Ends at", place(verdict.end)),
    )  # fmt: skip
    path = Stroke(level((moved.place, verdict.end), moved.at[2]), Pen.PATH, inches(verdict.moved))
    notes = dict.fromkeys(verdict.struck, "passed over") | {id: "contact" for id in verdict.contacts if table.has_body(id)}
    hit = (*verdict.contacts, *verdict.struck)
    return Exhibit(
        **common, good=None, facts=facts, strokes=(path, *strokes), notes=notes, marked=marks(table, verdict.contacts, "CONTACT"),
        ghosts=(Ghost(volume_at(table, moved.base, (*verdict.end, moved.at[2])), Role.END, "ends here"),),
        cut=cut_along((by.place, moved.place, verdict.end), moved), **shown_roles(table, {"from": by.id, "to": moved.id}, hit),
    )  # fmt: skip


def _show_slam(table: Table, question: SlammedQuestion, verdict: Shove) -> Exhibit:
    moved, by = fighter(table, question.model), fighter(table, question.from_)
    common = {
        "kind": "slam", "verdict": "SLAMMED" if verdict.moved or verdict.contacts else "NOT MOVED", "rule": "Slams, WM-GEO-23",
        "headline": f"{moved.id} is slammed {inches(verdict.moved)} away from {by.id}",
    }  # fmt: skip
    return _show_shove(table, moved, by, verdict, common)


SHOVE_ANSWER = ("end", "moved", "contacts", "struck", "extra_die", "collateral", "edge")
BY = (FormField("model", "model", "model"), FormField("from", "by", "model"))

SLAMMED = QuestionType(
    fields=SlammedQuestion,
    answer=SHOVE_ANSWER,
    form=(*BY, FormField("distance", "die", "number", 3.0)),
    ask=_ask_slam,
    tell=_tell_slam,
    exhibit=_show_slam,
    doubt=by_trials(_ask_slam, ("contacts", "struck", "edge")),
    looks_at_all=True,
    terrain=(),
)


@dataclass(frozen=True)
class ThrowTold:
    """A throw as the judge answers: None, or nobody, where it is not legal."""

    found: Throw

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return self.found.rules

    @property
    def legal(self) -> bool:
        """May it be thrown so?"""
        return self.found.legal

    @property
    def aim(self) -> XY | None:
        """Where it is thrown, before it deviates."""
        return self.found.aim

    def __getattr__(self, name: str) -> Any:
        """What is asked of the flight."""
        if name not in SHOVE_ANSWER:
            raise AttributeError(name)
        if self.found.shove is not None:
            return getattr(self.found.shove, name)
        return None if name in ("end", "moved") else False if name in ("extra_die", "edge") else ()


def _ask_throw(table: Table, question: ThrowQuestion, progress: Progress | None) -> ThrowTold:
    space = table.policy if isinstance(table.policy, WarmachineSpace) else SPACE
    model = fighter(table, question.model)
    distance = throw_distance(question.strength, model, space.small_throw_bonus)
    return ThrowTold(throw(table, model, question.from_, distance, question.direction, question.die, question.deviation))


def _tell_throw(table: Table, question: ThrowQuestion, verdict: ThrowTold) -> list[str]:
    rules = source(table, "WM-GEO-24", "WM-THR-05")
    if verdict.found.shove is None:
        reason = "the target's base must not be larger than the thrower's, and the direction must be in the front arc"
        return [f"{question.from_} cannot throw {question.model} this way: {reason} {source(table, 'WM-THR-01', 'WM-THR-06')}"]
    return [f"{question.model} is thrown {_shove_words(table, verdict.found.shove)} {rules}"]


def _show_throw(table: Table, question: ThrowQuestion, verdict: ThrowTold) -> Exhibit:
    moved, by, shove = fighter(table, question.model), fighter(table, question.from_), verdict.found.shove
    common: dict[str, Any] = {"kind": "throw", "rule": "Throws, WM-GEO-24", "headline": f"{by.id} throws {moved.id}"}
    if shove is None or verdict.aim is None:
        return Exhibit(
            **common, verdict="NOT LEGAL", good=False, cut=cut_along((by.place, moved.place), moved),
            facts=(("Legal", "no"),), **shown_roles(table, {"from": by.id, "to": moved.id}),
        )  # fmt: skip
    aim = Stroke(level((moved.place, verdict.aim), moved.at[2]), Pen.MEASURE, "thrown", bold=False)
    return _show_shove(table, moved, by, shove, common | {"verdict": "THROWN"}, (("Aimed at", place(verdict.aim)),), (aim,))


THROW = QuestionType(
    fields=ThrowQuestion,
    answer=("legal", "aim", *SHOVE_ANSWER),
    form=(
        *BY, FormField("strength", "STR", "number", 10.0), FormField("direction", "direction", "number", 90.0),
        FormField("die", "direction die", "number", 1), FormField("deviation", "deviates", "number", 1.0),
    ),
    ask=_ask_throw,
    tell=_tell_throw,
    exhibit=_show_throw,
    doubt=by_trials(_ask_throw, ("legal", "contacts", "struck", "edge")),
    looks_at_all=True,
    terrain=(),
)  # fmt: skip
