"""Questions about slams and throws: the movement, its obstacles and the models struck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.judge_questions.fields import Die
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    cite_rules,
    cut_along,
    feature_marks,
    picture_roles,
    points_at_height,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.space.policy import SPACE, WarmachineSpace
from wc3d.games.warmachine.rules.space.slams_and_throws import (
    Shove,
    Throw,
    compute_slam,
    compute_throw,
    throw_distance,
)
from wc3d.geometry.points import XY
from wc3d.judging.answer_text import format_point, join_model_names
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import (
    EvidenceView,
    Ghost,
    Stroke,
    format_place,
    join_display_names,
    join_ids,
)
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.movement_marks import base_volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.strict_json import Degrees, Height
from wc3d.table.table import Table


class _ShoveQuestion(JudgeQuestion):
    """A question about a model that another moves by force."""

    model: ModelId
    from_: Annotated[ModelId, Field(alias="from")]

    @model_validator(mode="after")
    def _are_two(self) -> _ShoveQuestion:
        if self.model == self.from_:
            raise ValueError("`model` and `from` must be different models")
        return self


class SlammedQuestion(_ShoveQuestion):
    """A question about the movement of a slammed model. `distance` is the die as rolled."""

    type: Literal["slam"]
    distance: Height


class ThrowQuestion(_ShoveQuestion):
    """A question about a throw. `die` is the direction of its `deviation` inches."""

    type: Literal["throw"]
    strength: Height
    direction: Degrees
    die: Die
    deviation: Height


def _ask_slam(table: Table, question: SlammedQuestion, progress: Progress | None) -> Shove:
    return compute_slam(table, question.model, question.from_, question.distance)


def _shove_text(table: Table, verdict: Shove) -> str:
    into = f" into {join_model_names(table, verdict.contacts)}" if verdict.contacts else ""
    over_text = f", over {join_model_names(table, verdict.struck)}" if verdict.struck else ""
    edge = " to the table edge" if verdict.edge else ""
    die = "; 1 extra damage die" if verdict.extra_die else ""
    hurt = (
        f"; collateral damage to {join_model_names(table, verdict.collateral)}"
        if verdict.collateral
        else ""
    )
    return f"{format_brief_inches(verdict.moved)}{into}{edge}{over_text} and ends at {format_point(verdict.end)}{die}{hurt}"


def _tell_slam(table: Table, question: SlammedQuestion, verdict: Shove) -> list[str]:
    return [
        f"{question.model} is slammed {_shove_text(table, verdict)} {cite_rules(table, 'WM-GEO-23', 'WM-SLM-09')}"
    ]


def _show_shove(
    table: Table,
    moved: Fighter,
    by: Fighter,
    verdict: Shove,
    common: dict[str, Any],
    extra_facts: tuple[tuple[str, str], ...] = (),
    strokes: tuple[Stroke, ...] = (),
) -> EvidenceView:
    """Return a view of the line, its end, the obstacles and the models struck."""
    facts = (
        *extra_facts,
        ("Moved", format_inches(verdict.moved)),
        ("Contacts", join_display_names(table, verdict.contacts)),
        ("Passed over", join_ids(verdict.struck)),
        ("Collateral", join_ids(verdict.collateral)),
        ("Extra damage die", "yes" if verdict.extra_die else "no"),
        ("Ends at", format_place(verdict.end)),
    )
    path = Stroke(
        points_at_height((moved.place, verdict.end), moved.at[2]),
        Pen.PATH,
        format_inches(verdict.moved),
    )
    notes = dict.fromkeys(verdict.struck, "passed over") | {
        id: "contact" for id in verdict.contacts if table.has_body(id)
    }
    hit = (*verdict.contacts, *verdict.struck)
    return EvidenceView(
        **common,
        is_good=None,
        facts=facts,
        strokes=(path, *strokes),
        notes=notes,
        marked_models=feature_marks(table, verdict.contacts, "CONTACT"),
        ghosts=(
            Ghost(
                base_volume_at(table, moved.base, (*verdict.end, moved.at[2])),
                Role.END,
                "ends here",
            ),
        ),
        cut=cut_along((by.place, moved.place, verdict.end), moved),
        **picture_roles(table, {"from": by.id, "to": moved.id}, hit),
    )


def _show_slam(table: Table, question: SlammedQuestion, verdict: Shove) -> EvidenceView:
    moved = get_fighter(table, question.model)
    by = get_fighter(table, question.from_)
    common = {
        "kind": "slam",
        "verdict": "SLAMMED" if verdict.moved or verdict.contacts else "NOT MOVED",
        "rule": "Slams, WM-GEO-23",
        "headline": f"{moved.id} is slammed {format_inches(verdict.moved)} away from {by.id}",
    }
    return _show_shove(table, moved, by, verdict, common)


SHOVE_ANSWER = ("end", "moved", "contacts", "struck", "extra_die", "collateral", "edge")
SHOVE_FIELDS = (FormField("model", "model", "model"), FormField("from", "by", "model"))

SLAMMED = QuestionType(
    fields=SlammedQuestion,
    answer=SHOVE_ANSWER,
    form=(*SHOVE_FIELDS, FormField("distance", "die", "number", 3.0)),
    ask=_ask_slam,
    describe=_tell_slam,
    evidence_view=_show_slam,
    doubt=make_doubt_function(_ask_slam, ("contacts", "struck", "edge")),
    uses_all_models=True,
    terrain=(),
)


@dataclass(frozen=True)
class ThrowAnswer:
    """The judge's answer about a throw. An illegal throw has None or empty values."""

    throw: Throw

    @property
    def rules(self) -> tuple[str, ...]:
        """The deciding rules."""
        return self.throw.rules

    @property
    def legal(self) -> bool:
        """Return whether the throw is legal."""
        return self.throw.legal

    @property
    def aim(self) -> XY | None:
        """The target point before deviation."""
        return self.throw.aim

    def __getattr__(self, name: str) -> Any:
        """Return a value of the flight."""
        if name not in SHOVE_ANSWER:
            raise AttributeError(name)
        if self.throw.shove is not None:
            return getattr(self.throw.shove, name)
        return None if name in ("end", "moved") else False if name in ("extra_die", "edge") else ()


def _ask_throw(table: Table, question: ThrowQuestion, progress: Progress | None) -> ThrowAnswer:
    space = table.policy if isinstance(table.policy, WarmachineSpace) else SPACE
    model = get_fighter(table, question.model)
    distance = throw_distance(question.strength, model, space.small_throw_bonus)
    return ThrowAnswer(
        compute_throw(
            table,
            model,
            question.from_,
            distance,
            question.direction,
            question.die,
            question.deviation,
        )
    )


def _tell_throw(table: Table, question: ThrowQuestion, verdict: ThrowAnswer) -> list[str]:
    rules = cite_rules(table, "WM-GEO-24", "WM-THR-05")
    if verdict.throw.shove is None:
        reason = "the target's base must not be larger than the thrower's, and the direction must be in the front arc"
        return [
            f"{question.from_} cannot throw {question.model} this way: {reason} {cite_rules(table, 'WM-THR-01', 'WM-THR-06')}"
        ]
    return [f"{question.model} is thrown {_shove_text(table, verdict.throw.shove)} {rules}"]


def _show_throw(table: Table, question: ThrowQuestion, verdict: ThrowAnswer) -> EvidenceView:
    moved = get_fighter(table, question.model)
    by = get_fighter(table, question.from_)
    shove = verdict.throw.shove
    common: dict[str, Any] = {
        "kind": "throw",
        "rule": "Throws, WM-GEO-24",
        "headline": f"{by.id} throws {moved.id}",
    }
    if shove is None or verdict.aim is None:
        return EvidenceView(
            **common,
            verdict="NOT LEGAL",
            is_good=False,
            cut=cut_along((by.place, moved.place), moved),
            facts=(("Legal", "no"),),
            **picture_roles(table, {"from": by.id, "to": moved.id}),
        )
    aim = Stroke(
        points_at_height((moved.place, verdict.aim), moved.at[2]),
        Pen.MEASURE,
        "thrown",
        is_bold=False,
    )
    return _show_shove(
        table,
        moved,
        by,
        shove,
        common | {"verdict": "THROWN"},
        (("Aimed at", format_place(verdict.aim)),),
        (aim,),
    )


THROW = QuestionType(
    fields=ThrowQuestion,
    answer=("legal", "aim", *SHOVE_ANSWER),
    form=(
        *SHOVE_FIELDS,
        FormField("strength", "STR", "number", 10.0),
        FormField("direction", "direction", "number", 90.0),
        FormField("die", "direction die", "number", 1),
        FormField("deviation", "deviates", "number", 1.0),
    ),
    ask=_ask_throw,
    describe=_tell_throw,
    evidence_view=_show_throw,
    doubt=make_doubt_function(_ask_throw, ("legal", "contacts", "struck", "edge")),
    uses_all_models=True,
    terrain=(),
)
