"""Whom does an area, a spray or a control area reach, and where does an area that missed come down?"""
from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.questions.fields import Die, TwoModels
from wc3d.games.warmachine.rules.questions.showing import (
    around,
    facing_stroke,
    level,
    shown_roles,
    source,
)
from wc3d.games.warmachine.rules.space.areas import AreaHits, Deviation, area, deviation
from wc3d.games.warmachine.rules.space.control import ControlArea, control_area
from wc3d.games.warmachine.rules.space.fighters import fighter
from wc3d.games.warmachine.rules.space.spray import StripSpray, spray
from wc3d.geometry.points import XY
from wc3d.judge.fields import AskedQuestion, MaybeModelId, ModelId
from wc3d.judge.perturbation import by_trials
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import names_of, point
from wc3d.presentation.evidence_view import Circle, Exhibit, Stroke, apart, names, place
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.palette import BAD, PLAIN, Pen
from wc3d.table.maps.reading import Degrees, Flat, Height, Positive
from wc3d.table.table import Table


class AreaQuestion(AskedQuestion):
    """Which models does an area of effect reach, about a point or about a target?"""

    type: Literal["area"]
    target: MaybeModelId = None
    center: Flat | None = None
    diameter: Positive

    @model_validator(mode="after")
    def _asks_one(self) -> AreaQuestion:
        if (self.center is None) == (self.target is None):
            raise ValueError('expected either "center", a point, or "target", a model')
        return self


def _ask_area(table: Table, question: AreaQuestion, progress: Progress | None) -> AreaHits:
    center: XY = question.center or fighter(table, question.target or "").place
    return area(table, center, question.diameter)


def _tell_area(table: Table, question: AreaQuestion, verdict: AreaHits) -> list[str]:
    target_names, at = names_of(table, verdict.models) or "no model", question.target or point(verdict.center)
    return [f"a {brief_inches(verdict.diameter)} area centered on {at} hits {target_names} {source(table, 'WM-GEO-27', 'WM-RUL-50')}"]


def _show_area(table: Table, question: AreaQuestion, verdict: AreaHits) -> Exhibit:
    (x, y), r = verdict.center, verdict.diameter / 2
    return Exhibit(
        kind="area", verdict=f"{len(verdict.models)} HIT", good=None, headline=f"hits {names(verdict.models)}",
        rule="Areas of effect, WM-GEO-27", facts=(("Hits", names(verdict.models)), ("Center", place(verdict.center))),
        circles=(Circle(verdict.center, r, 0.0, BAD, f'AOE {verdict.diameter:g}"'),), cut=((x - r - 2, y), (x + r + 2, y)),
        **shown_roles(table, {}, verdict.models),
    )  # fmt: skip


AREA = QuestionType(
    fields=AreaQuestion,
    answer=("models",),
    form=(
        FormField("target", "target", "model", instead_of="center"), FormField("center", "center", "point", instead_of="target"),
        FormField("diameter", "AOE", "number", 3.0),
    ),
    ask=_ask_area,
    tell=_tell_area,
    exhibit=_show_area,
    doubt=by_trials(_ask_area, ("models",)),
    label="area of effect",
    looks_at_all=True,
)


class DeviationQuestion(TwoModels):
    """Where does the area of an attack that missed come down? `die` is its direction, `distance` the inches rolled."""

    type: Literal["deviation"]
    range: Height
    die: Die
    distance: Height


def _ask_deviation(table: Table, question: DeviationQuestion, progress: Progress | None) -> Deviation:
    return deviation(table, question.from_, question.to, question.range, question.die, question.distance)


def _tell_deviation(table: Table, question: DeviationQuestion, verdict: Deviation) -> list[str]:
    start = f"the end of the range, {point(verdict.start)}" if verdict.beyond else f"the center of {question.to}"
    words = f"the area deviates {brief_inches(verdict.moved)} from {start} to {point(verdict.point)}"
    return [f"{question.from_} misses {question.to}: {words} {source(table, 'WM-GEO-28', 'WM-RUL-48')}"]


def _show_deviation(table: Table, question: DeviationQuestion, verdict: Deviation) -> Exhibit:
    attacker, target = fighter(table, question.from_), fighter(table, question.to)
    strokes = (
        Stroke(level((attacker.place, verdict.start), attacker.at[2]), Pen.MEASURE, "line of attack"),
        Stroke(level((verdict.start, verdict.point), attacker.at[2]), Pen.SPRAY, f"deviates {inches(verdict.moved)}"),
    )
    facts = (
        ("Final center", place(verdict.point)), ("Deviates", inches(verdict.moved)), ("Deviates from", place(verdict.start)),
        ("Attack distance", inches(verdict.apart)), ("In range", "no" if verdict.beyond else "yes"),
    )  # fmt: skip
    return Exhibit(
        kind="deviation", verdict=f"DEVIATES {inches(verdict.moved)}", good=None, headline=f"{attacker.id} misses {target.id}",
        rule="Deviation, WM-GEO-28", facts=facts, strokes=strokes, cut=apart(attacker, target),
        **shown_roles(table, {"from": attacker.id, "to": target.id}),
    )  # fmt: skip


DEVIATION = QuestionType(
    fields=DeviationQuestion,
    answer=("start", "point", "moved"),
    form=(
        FormField("from", "from", "model"), FormField("to", "to", "model"), FormField("range", "RNG", "number", 10.0),
        FormField("die", "direction die", "number", 1), FormField("distance", "inches", "number", 3.0),
    ),
    ask=_ask_deviation,
    tell=_tell_deviation,
    exhibit=_show_deviation,
    doubt=by_trials(_ask_deviation, ("beyond",)),
)  # fmt: skip


class StripSprayQuestion(AskedQuestion):
    """Whom does a spray in a direction attack?"""

    type: Literal["spray"]
    from_: Annotated[ModelId, Field(alias="from")]
    direction: Degrees


def _ask_spray(table: Table, question: StripSprayQuestion, progress: Progress | None) -> StripSpray:
    return spray(table, question.from_, question.direction)


def _tell_spray(table: Table, question: StripSprayQuestion, verdict: StripSpray) -> list[str]:
    rules = source(table, "WM-GEO-30", "WM-RUL-51")
    target_names = names_of(table, verdict.models) or "no model"
    behind = "" if verdict.legal else f"; {question.from_} cannot spray in this direction because it is behind the model"
    hidden_text = f"; terrain hides {names_of(table, verdict.hidden)}" if verdict.hidden else ""
    return [f"{question.from_} sprays in direction {question.direction:g}° and attacks {target_names}{hidden_text}{behind} {rules}"]


def _show_spray(table: Table, question: StripSprayQuestion, verdict: StripSpray) -> Exhibit:
    attacker, strip = fighter(table, question.from_), verdict.strip
    end = strip.start[0] + strip.length * strip.way[0], strip.start[1] + strip.length * strip.way[1]
    corners = (*strip.corners, strip.corners[0])
    facts = (
        ("Attacked", names(verdict.models)), ("Hidden by terrain", names(verdict.hidden)),
        ("Legal", "yes" if verdict.legal else "no"),
    )  # fmt: skip
    verdict_text, good = (f"{len(verdict.models)} HIT", None) if verdict.legal else ("NOT LEGAL", False)
    return Exhibit(
        kind="spray", verdict=verdict_text, good=good,
        headline=f"spray from {attacker.id}: {names(verdict.models)}", rule="Sprays, WM-GEO-30", facts=facts, cut=(attacker.place, end),
        strokes=(Stroke(level(corners, attacker.at[2]), Pen.SPRAY, 'spray, 8" by 1"'), facing_stroke(attacker)),
        notes=dict.fromkeys(verdict.hidden, "hidden by terrain"), **shown_roles(table, {"from": attacker.id}, verdict.models),
    )  # fmt: skip


STRIP_SPRAY = QuestionType(
    fields=StripSprayQuestion,
    answer=("legal", "models"),
    form=(FormField("from", "from", "model"), FormField("direction", "direction", "number", 90.0)),
    ask=_ask_spray,
    tell=_tell_spray,
    exhibit=_show_spray,
    doubt=by_trials(_ask_spray, ("legal", "models")),
    looks_at_all=True,
    rulings=("obscuring_depth",),
    terrain=("blocks_sight",),
)


class ControlAreaQuestion(AskedQuestion):
    """Which models are in a warcaster's control area?"""

    type: Literal["control_area"]
    caster: ModelId
    focus: Height


def _ask_control(table: Table, question: ControlAreaQuestion, progress: Progress | None) -> ControlArea:
    return control_area(table, question.caster, question.focus)


def _tell_control(table: Table, question: ControlAreaQuestion, verdict: ControlArea) -> list[str]:
    model_names = names_of(table, verdict.models)
    rules = source(table, "WM-GEO-36", "WM-RUL-80")
    return [f"the control area of {question.caster} ({brief_inches(verdict.radius)}) contains {model_names} {rules}"]


def _show_control(table: Table, question: ControlAreaQuestion, verdict: ControlArea) -> Exhibit:
    caster = fighter(table, question.caster)
    return Exhibit(
        kind="control_area", verdict=f"{len(verdict.models)} IN AREA", good=None, headline=f"the control area of {caster.id}",
        rule="Control areas, WM-GEO-36", facts=(("Radius", inches(verdict.radius)), ("In the area", names(verdict.models))),
        circles=(Circle(caster.place, caster.radius + verdict.radius, caster.at[2], PLAIN, inches(verdict.radius)),),
        cut=around(caster, caster.radius + verdict.radius), **shown_roles(table, {"from": caster.id}, verdict.models),
    )  # fmt: skip


CONTROL_AREA = QuestionType(
    fields=ControlAreaQuestion,
    answer=("radius", "models"),
    form=(FormField("caster", "caster", "model"), FormField("focus", "FOC", "number", 6.0)),
    ask=_ask_control,
    tell=_tell_control,
    exhibit=_show_control,
    doubt=by_trials(_ask_control, ("models",)),
    label="control area",
    looks_at_all=True,
)
