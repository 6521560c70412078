"""May a model move so, charge so, or come up for a slam?"""
from __future__ import annotations

from typing import Any, Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.questions.fields import DIRECTION, Corners
from wc3d.games.warmachine.rules.questions.showing import (
    cut_along,
    level,
    marks,
    range_stroke,
    shown_roles,
    source,
)
from wc3d.games.warmachine.rules.space.charging import (
    ChargeDirections,
    ChargeRun,
    charge,
    charge_directions,
    slam_approach,
)
from wc3d.games.warmachine.rules.space.fighters import HALF_AN_INCH, Fighter, fighter
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.games.warmachine.rules.space.moving import PathMove, move_along
from wc3d.geometry.plane.local_frame import heading
from wc3d.judge.fields import AskedQuestion, ModelId
from wc3d.judge.perturbation import by_trials
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import names_of, point
from wc3d.presentation.evidence_view import Exhibit, Ghost, Stroke
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.moves import volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.reading import Degrees, Height, Switch
from wc3d.table.table import Table


class AdvanceQuestion(AskedQuestion):
    """May a model advance, or run, along a path? `climb`: thick obstacles are climbed in editions that have that (WM-REF-29)."""

    type: Literal["move"]
    model: ModelId
    path: Corners
    speed: Height
    run: Switch = False
    climb: Switch = False


def _ask_move(table: Table, question: AdvanceQuestion, progress: Progress | None) -> PathMove:
    return move_along(table, question.model, question.path, question.speed, run=question.run, climb=question.climb)


def _tell_move(table: Table, question: AdvanceQuestion, verdict: PathMove) -> list[str]:
    verb = "run" if question.run else "advance"
    cost = f"{brief_inches(verdict.cost)} of {brief_inches(verdict.allowance)}"
    if verdict.cost > verdict.length:
        cost += f", path length {brief_inches(verdict.length)}"
    if verdict.climbed:
        cost += f", climbing {names_of(table, [climb.id for climb in verdict.climbed])}"
    if verdict.legal:
        return [f"{question.model} can {verb} to {point(verdict.end)}: cost {cost} {source(table, 'WM-MOV-01', 'WM-GEO-14')}"]
    if verdict.stopped_by is None or verdict.stop_length is None:
        return [f"{question.model} cannot {verb} along this path: cost {cost} {source(table, 'WM-MOV-01', 'WM-GEO-14')}"]
    by, length = table.called(verdict.stopped_by), brief_inches(verdict.stop_length)
    rules = source(table, "WM-GEO-13", "WM-GEO-20")
    return [f"{question.model} cannot {verb} along this path: {by} stops it after {length} {rules}"]


def _show_move(table: Table, question: AdvanceQuestion, verdict: PathMove) -> Exhibit:
    mover, legal = fighter(table, question.model), verdict.legal
    pen = Pen.PATH if legal else Pen.REFUSED
    facts = [
        ("Cost", f"{inches(verdict.cost)} of {inches(verdict.allowance)}"), ("Length", inches(verdict.length)),
        ("Rough ground", inches(sum(t - s for s, t in verdict.rough))), ("Stopped by", verdict.stopped_by or "nothing"),
    ]  # fmt: skip
    if verdict.climbed:
        facts.append(("Climbs", ", ".join(climb.id for climb in verdict.climbed)))
    if verdict.stop_length is not None:
        facts.append(("Contact after", inches(verdict.stop_length)))
    hit = (verdict.stopped_by,) if verdict.stopped_by else ()
    end = verdict.path[-1]
    return Exhibit(
        kind="move", verdict="LEGAL" if legal else "NOT LEGAL", good=legal, rule="Moving, WM-MOV-01 and WM-GEO-14",
        headline=f"{mover.id} {'runs' if question.run else 'advances'} {inches(verdict.length)}", facts=tuple(facts),
        strokes=(Stroke(level(verdict.path, mover.at[2]), pen, f"costs {inches(verdict.cost)} of {inches(verdict.allowance)}"),),
        ghosts=(Ghost(volume_at(table, mover.base, (*end, mover.at[2])), Role.END if legal else Role.HIT, "ends here"),),
        cut=cut_along(verdict.path, mover), marked=marks(table, hit, "IN THE WAY"), **shown_roles(table, {"from": mover.id}, hit),
    )  # fmt: skip


ADVANCE = QuestionType(
    fields=AdvanceQuestion,
    answer=("legal", "length", "cost", "allowance", "end", "stopped_by", "stop_length"),
    form=(
        FormField("model", "model", "model"), FormField("path", "path", "path"), FormField("speed", "SPD", "number", 6.0),
        FormField("run", "runs", "flag"), FormField("climb", "climbs (full rules)", "flag"),
    ),
    ask=_ask_move,
    tell=_tell_move,
    exhibit=_show_move,
    doubt=by_trials(_ask_move, ("legal",)),
    looks_at_all=True,
    terrain=(),
)  # fmt: skip


class _Toward(AskedQuestion):
    """A question about one model that goes straight for another."""

    model: ModelId
    target: ModelId
    length: Height

    @model_validator(mode="after")
    def _are_two(self) -> _Toward:
        if self.model == self.target:
            raise ValueError("`model` and `target` must be different models")
        return self


class ChargeQuestion(_Toward):
    """May a model charge a target in a direction; left out: in which directions?"""

    type: Literal["charge"]
    reach: Height = HALF_AN_INCH
    direction: Degrees | None = None


class SlamApproachQuestion(_Toward):
    """Does a model come up to a target to slam it?"""

    type: Literal["slam_approach"]


def _ask_charge(table: Table, question: ChargeQuestion, progress: Progress | None) -> ChargeRun | ChargeDirections:
    model, target = question.model, question.target
    if question.direction is None:
        return charge_directions(table, model, target, question.length, question.reach)
    return charge(table, model, target, question.length, question.direction, question.reach)


def _ask_approach(table: Table, question: SlamApproachQuestion, progress: Progress | None) -> ChargeRun:
    return slam_approach(table, question.model, question.target, question.length)


def _tell_run(table: Table, question: _Toward, verdict: ChargeRun, verb: str, attack: str) -> list[str]:
    rules = source(table, "WM-GEO-17" if verb == "slam" else "WM-GEO-16")
    stopped = f"; stopped by {table.called(verdict.stopped_by)}" if verdict.stopped_by else ""
    distance = brief_inches(verdict.stop_length)
    if verdict.in_range_length is None:
        words = f"it never gets in range and moves at most {distance}{stopped}"
        return [f"{question.model} cannot {verb} {question.target} this way: {words} {rules}"]
    touch = f", in contact after {brief_inches(verdict.contact_length)}" if verdict.contact_length is not None else ""
    attack_text = f"with {attack}" if verdict.charge_attack else f"without {attack}"
    words = f"in range after {brief_inches(verdict.in_range_length)}{touch}, at most {distance}{stopped}; {attack_text}"
    return [f"{question.model} can {verb} {question.target}: {words} {rules}"]


def _tell_charge(table: Table, question: ChargeQuestion, verdict: ChargeRun | ChargeDirections) -> list[str]:
    if isinstance(verdict, ChargeRun):
        return _tell_run(table, question, verdict, "charge", "a charge attack")
    rules = source(table, "WM-GEO-15")
    if not verdict.possible:
        return [f"{question.model} cannot charge {question.target} in any direction {rules}"]
    intervals = ", ".join(_from_to(pair) for pair in verdict.directions)
    return [f"{question.model} can charge {question.target} in these directions: {intervals} {rules}"]


def _from_to(directions: tuple[float, float]) -> str:
    """An interval of directions as it is said: each of its ends within 0 and 360 degrees, and all the way around as such."""
    first, last = directions
    if last - first >= 360.0:
        return "0° to 360°"
    return f"{first:.2f}° to {last if last <= 360.0 else last - 360.0:.2f}°"


def _show_run(table: Table, question: _Toward, verdict: ChargeRun, kind: str, attack: str) -> Exhibit:
    mover, reach = fighter(table, question.model), getattr(question, "reach", HALF_AN_INCH)
    end, pen = verdict.at(verdict.stop_length), Pen.PATH if verdict.possible else Pen.REFUSED
    end_model = mover.moved_to(end).turned(verdict.direction)
    facts = [
        ("In range after", _maybe(verdict.in_range_length)), ("Contact after", _maybe(verdict.contact_length)),
        ("Maximum move", inches(verdict.stop_length)), ("Stopped by", verdict.stopped_by or "nothing"),
        (attack, "yes" if verdict.charge_attack else "no"),
    ]  # fmt: skip
    hit = (verdict.stopped_by,) if verdict.stopped_by else ()
    return Exhibit(
        kind=kind, verdict="POSSIBLE" if verdict.possible else "NOT POSSIBLE", good=verdict.possible,
        headline=f"{mover.id} moves toward {question.target}", rule=f"{attack}s, WM-GEO-{17 if kind == 'slam_approach' else 16}",
        facts=tuple(facts), cut=cut_along((mover.place, end), mover), marked=marks(table, hit, "IN THE WAY"),
        strokes=(
            Stroke(level((mover.place, end), mover.at[2]), pen, inches(verdict.stop_length)),
            range_stroke(melee_region(end_model, reach), mover.at[2], "melee range at the end"),
        ),
        ghosts=(Ghost(volume_at(table, mover.base, (*end, mover.at[2])), Role.END, "farthest point"),),
        **shown_roles(table, {"from": mover.id, "to": question.target}, hit),
    )  # fmt: skip


def _maybe(length: float | None) -> str:
    return "never" if length is None else inches(length)


def _show_charge(table: Table, question: ChargeQuestion, verdict: ChargeRun | ChargeDirections) -> Exhibit:
    if isinstance(verdict, ChargeRun):
        return _show_run(table, question, verdict, "charge", "Charge attack")
    mover = fighter(table, question.model)
    facts = [(_from_to(pair), "possible") for pair in verdict.directions] or [("Directions", "none")]
    return Exhibit(
        kind="charge", verdict="POSSIBLE" if verdict.possible else "NOT POSSIBLE", good=verdict.possible,
        headline=f"directions in which {mover.id} can charge {question.target}", rule="Charges, WM-GEO-15", facts=tuple(facts),
        strokes=tuple(_fan(mover, question.length, pair) for pair in verdict.directions),
        cut=cut_along((mover.place, fighter(table, question.target).place), mover),
        **shown_roles(table, {"from": mover.id, "to": question.target}),
    )  # fmt: skip


def _fan(mover: Fighter, length: float, directions: tuple[float, float]) -> Stroke:
    """The outline of all ways in an interval of directions."""
    a, b = directions
    turns = [a + (b - a) * k / 24 for k in range(25)]
    (x, y) = mover.place
    rim = [(x + length * u, y + length * v) for u, v in map(heading, turns)]
    return Stroke(level((mover.place, *rim, mover.place), mover.at[2]), Pen.PATH, _from_to(directions))


RUN_ANSWER = ("possible", "in_range_length", "contact_length", "stopped_by", "stop_length")
GOES: tuple[FormField, ...] = (
    FormField("model", "model", "model"), FormField("target", "target", "model"), FormField("length", "inches", "number", 9.0),
)  # fmt: skip


def _charge_answer(verdict: Any) -> tuple[str, ...]:
    return (*RUN_ANSWER, "charge_attack") if isinstance(verdict, ChargeRun) else ("possible", "directions")


CHARGE = QuestionType(
    fields=ChargeQuestion,
    answer=(*RUN_ANSWER, "charge_attack"),
    answer_of=_charge_answer,
    form=(
        *GOES, FormField("reach", "reach", "number", HALF_AN_INCH), FormField("direction", "direction", "words", typed=DIRECTION),
    ),
    ask=_ask_charge,
    tell=_tell_charge,
    exhibit=_show_charge,
    doubt=by_trials(_ask_charge, ("possible",)),
    looks_at_all=True,
    terrain=(),
)


def _tell_approach(table: Table, question: SlamApproachQuestion, verdict: ChargeRun) -> list[str]:
    return _tell_run(table, question, verdict, "slam", "a slam attack")


def _show_approach(table: Table, question: SlamApproachQuestion, verdict: ChargeRun) -> Exhibit:
    return _show_run(table, question, verdict, "slam_approach", "Slam attack")


SLAM_APPROACH = QuestionType(
    fields=SlamApproachQuestion,
    answer=(*RUN_ANSWER, "slam_attack"),
    form=GOES,
    ask=_ask_approach,
    tell=_tell_approach,
    exhibit=_show_approach,
    doubt=by_trials(_ask_approach, ("possible",)),
    label="slam approach",
    looks_at_all=True,
    terrain=(),
)
