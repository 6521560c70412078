"""Who is in melee range of whom, who is engaged, and where a path is open to free strikes?"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.questions.fields import Corners
from wc3d.games.warmachine.rules.questions.showing import (
    around,
    cut_along,
    facing_stroke,
    level,
    range_stroke,
    shown_roles,
    source,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, fighter
from wc3d.games.warmachine.rules.space.free_strikes import FreeStrikes, free_strikes
from wc3d.games.warmachine.rules.space.melee import (
    Engaged,
    MeleeRange,
    engaged,
    melee_range,
    melee_region,
)
from wc3d.judge.fields import AskedQuestion, ModelId
from wc3d.judge.perturbation import by_trials
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import names_of
from wc3d.presentation.evidence_view import Exhibit, Ghost, Stroke, apart, names
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.moves import volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.reading import Height
from wc3d.table.table import Table


class MeleeRangeQuestion(AskedQuestion):
    """Is a target in an attacker's melee range? `reach` is the weapon's; left out, the attacker's longest."""

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
    return fighter(table, question.attacker).reach if question.reach is None else question.reach


def _ask_range(table: Table, question: MeleeRangeQuestion, progress: Progress | None) -> MeleeRange:
    return melee_range(fighter(table, question.attacker), fighter(table, question.target), _reach(table, question))


def _tell_range(table: Table, question: MeleeRangeQuestion, verdict: MeleeRange) -> list[str]:
    is_in = "is" if verdict.in_range else "is not"
    reason = f"its center is {brief_inches(verdict.gap)} from the melee range and its base radius is {brief_inches(verdict.radius)}"
    rules = source(table, "WM-GEO-04", "WM-GEO-05")
    return [f"{question.target} {is_in} in the melee range of {question.attacker}: {reason} {rules}"]


def _show_range(table: Table, question: MeleeRangeQuestion, verdict: MeleeRange) -> Exhibit:
    attacker, target = fighter(table, question.attacker), fighter(table, question.target)
    half = melee_region(attacker, _reach(table, question))
    reach = inches(_reach(table, question))
    facts = (("Center to range", inches(verdict.gap)), ("Base radius", inches(verdict.radius)), ("Reach", reach))
    return Exhibit(
        kind="melee_range", verdict="IN RANGE" if verdict.in_range else "NOT IN RANGE", good=verdict.in_range,
        headline=f"{target.id} and the melee range of {attacker.id}", rule="Melee range, WM-GEO-04", facts=facts, cut=apart(attacker, target),
        strokes=(range_stroke(half, attacker.at[2], "melee range"), facing_stroke(attacker)),
        **shown_roles(table, {"from": attacker.id, "to": target.id}),
    )  # fmt: skip


MELEE_RANGE = QuestionType(
    fields=MeleeRangeQuestion,
    answer=("in_range", "gap"),
    form=(
        FormField("attacker", "attacker", "model"), FormField("target", "target", "model"),
        FormField("reach", "reach", "number", 0.5),
    ),
    ask=_ask_range,
    tell=_tell_range,
    exhibit=_show_range,
    doubt=by_trials(_ask_range, ("in_range",)),
    label="melee range",
)  # fmt: skip


class EngagedQuestion(AskedQuestion):
    """Who engages a model, and whom does it engage?"""

    type: Literal["engaged"]
    model: ModelId


def _ask_engaged(table: Table, question: EngagedQuestion, progress: Progress | None) -> Engaged:
    return engaged(table, question.model)


def _tell_engaged(table: Table, question: EngagedQuestion, verdict: Engaged) -> list[str]:
    melee = "is in melee" if verdict.in_melee else "is not in melee"
    by, target_names = (names_of(table, ids) or "no model" for ids in (verdict.engaged_by, verdict.engages))
    return [f"{question.model} {melee}: engaged by {by}, engages {target_names} {source(table, 'WM-MEL-05', 'WM-MEL-06')}"]


def _ranges(table: Table, ids: tuple[str, ...]) -> list[Stroke]:
    models = [fighter(table, id) for id in ids]
    return [range_stroke(melee_region(m, m.melee_reach), m.at[2], f"melee range of {m.id}") for m in models if m.melee_reach > 0]


def _show_engaged(table: Table, question: EngagedQuestion, verdict: Engaged) -> Exhibit:
    model = fighter(table, question.model)
    return Exhibit(
        kind="engaged", verdict="IN MELEE" if verdict.in_melee else "NOT IN MELEE", good=None, rule="Engagement, WM-MEL-05",
        headline=f"{model.id}: engaged by {names(verdict.engaged_by)}", cut=around(model, 4),
        facts=(("Engaged by", names(verdict.engaged_by)), ("Engages", names(verdict.engages))),
        strokes=tuple(_ranges(table, (model.id, *verdict.engaged_by))),
        **shown_roles(table, {"from": model.id}, (*verdict.engaged_by, *verdict.engages)),
    )  # fmt: skip


ENGAGED = QuestionType(
    fields=EngagedQuestion,
    answer=("engaged_by", "engages", "in_melee"),
    form=(FormField("model", "model", "model"),),
    ask=_ask_engaged,
    tell=_tell_engaged,
    exhibit=_show_engaged,
    doubt=by_trials(_ask_engaged, ("engaged_by", "engages")),
    looks_at_all=True,
)


class FreeStrikesQuestion(AskedQuestion):
    """Where is a path open to free strikes?"""

    type: Literal["free_strikes"]
    model: ModelId
    path: Corners


@dataclass(frozen=True)
class StrikesTold:
    """The free strikes of a path, as the judge answers."""

    found: FreeStrikes

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return self.found.rules

    @property
    def strikes(self) -> list[dict[str, Any]]:
        """Each strike's enemy, and at what length."""
        return [{"enemy": strike.enemy, "at_length": strike.at_length} for strike in self.found.strikes]

    @property
    def strikers(self) -> tuple[str, ...]:
        """Who strikes, once for each strike."""
        return tuple(strike.enemy for strike in self.found.strikes)


def _ask_strikes(table: Table, question: FreeStrikesQuestion, progress: Progress | None) -> StrikesTold:
    return StrikesTold(free_strikes(table, question.model, question.path))


def _tell_strikes(table: Table, question: FreeStrikesQuestion, verdict: StrikesTold) -> list[str]:
    rules = source(table, "WM-FRE-01", "WM-GEO-18")
    if not verdict.strikes:
        return [f"{question.model} leaves no enemy's melee range on this path, so it provokes no free strike {rules}"]
    strike_text = ", ".join(f"{strike.enemy} after {brief_inches(strike.at_length)}" for strike in verdict.found.strikes)
    return [f"{question.model} provokes a free strike by {strike_text} {rules}"]


def _show_strikes(table: Table, question: FreeStrikesQuestion, verdict: StrikesTold) -> Exhibit:
    mover: Fighter = fighter(table, question.model)
    result = verdict.found
    facts = [(strike.enemy, f"after {inches(strike.at_length)}") for strike in result.strikes] or [("Free strikes", "none")]
    ghosts = [
        Ghost(volume_at(table, mover.base, (*strike.at, mover.at[2])), Role.HIT, f"{strike.enemy} strikes") for strike in result.strikes
    ]  # fmt: skip
    return Exhibit(
        kind="free_strikes", verdict=f"{len(result.strikes)} FREE STRIKE{'S' if len(result.strikes) != 1 else ''}",
        good=not result.strikes, headline=f"{mover.id} moves", rule="Free strikes, WM-GEO-18", facts=tuple(facts),
        strokes=(Stroke(level(result.path, mover.at[2]), Pen.PATH), *_ranges(table, tuple(dict.fromkeys(verdict.strikers)))),
        ghosts=tuple(ghosts), cut=cut_along(result.path, mover), **shown_roles(table, {"from": mover.id}, verdict.strikers),
    )  # fmt: skip


FREE_STRIKES = QuestionType(
    fields=FreeStrikesQuestion,
    answer=("strikes",),
    form=(FormField("model", "model", "model"), FormField("path", "path", "path")),
    ask=_ask_strikes,
    tell=_tell_strikes,
    exhibit=_show_strikes,
    doubt=by_trials(_ask_strikes, ("strikers",)),
    label="free strikes",
    looks_at_all=True,
)
