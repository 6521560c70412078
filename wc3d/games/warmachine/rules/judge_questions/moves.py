"""Questions about advances, charges and slam approaches."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import model_validator

from wc3d._internal.progress import Progress
from wc3d.games.warmachine.rules.judge_questions.fields import DIRECTION_FIELD, Corners
from wc3d.games.warmachine.rules.judge_questions.pictures import (
    cite_rules,
    cut_along,
    feature_marks,
    picture_roles,
    points_at_height,
    range_stroke,
)
from wc3d.games.warmachine.rules.space.charge_geometry import (
    ChargeDirections,
    ChargeRun,
    compute_charge,
    compute_slam_approach,
    find_charge_directions,
)
from wc3d.games.warmachine.rules.space.fighters import DEFAULT_REACH_IN, Fighter, get_fighter
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.games.warmachine.rules.space.moving import PathMove, compute_move
from wc3d.geometry.plane.local_frame import unit_vector
from wc3d.judging.answer_text import format_point, join_model_names
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import EvidenceView, Ghost, Stroke
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.movement_marks import base_volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.strict_json import Degrees, Height, StrictBool
from wc3d.table.table import Table


class AdvanceQuestion(JudgeQuestion):
    """A question about whether a model may advance, or run, along a path.

    `climb`: the model climbs thick obstacles in editions that allow it (WM-REF-29).
    """

    type: Literal["move"]
    model: ModelId
    path: Corners
    speed: Height
    run: StrictBool = False
    climb: StrictBool = False


def _ask_move(table: Table, question: AdvanceQuestion, progress: Progress | None) -> PathMove:
    return compute_move(
        table, question.model, question.path, question.speed, run=question.run, climb=question.climb
    )


def _tell_move(table: Table, question: AdvanceQuestion, verdict: PathMove) -> list[str]:
    verb = "run" if question.run else "advance"
    cost = f"{format_brief_inches(verdict.cost)} of {format_brief_inches(verdict.allowance)}"
    if verdict.cost > verdict.length:
        cost += f" for a path of {format_brief_inches(verdict.length)}"
    if verdict.climbed:
        cost += f", climbing {join_model_names(table, [climb.id for climb in verdict.climbed])}"
    if verdict.legal:
        return [
            f"{question.model} can {verb} to {format_point(verdict.end)}: it costs {cost} {cite_rules(table, 'WM-MOV-01', 'WM-GEO-14')}"
        ]
    if verdict.stopped_by is None or verdict.stop_length is None:
        return [
            f"{question.model} cannot {verb} along this path: it costs {cost} {cite_rules(table, 'WM-MOV-01', 'WM-GEO-14')}"
        ]
    by = table.display_name(verdict.stopped_by)
    length = format_brief_inches(verdict.stop_length)
    rules = cite_rules(table, "WM-GEO-13", "WM-GEO-20")
    return [f"{question.model} cannot {verb} along this path: {by} stops it after {length} {rules}"]


def _show_move(table: Table, question: AdvanceQuestion, verdict: PathMove) -> EvidenceView:
    mover = get_fighter(table, question.model)
    legal = verdict.legal
    pen = Pen.PATH if legal else Pen.REFUSED
    facts = [
        ("Cost", f"{format_inches(verdict.cost)} of {format_inches(verdict.allowance)}"),
        ("Length", format_inches(verdict.length)),
        ("Rough ground", format_inches(sum(t - s for s, t in verdict.rough))),
        ("Stopped by", verdict.stopped_by or "nothing"),
    ]
    if verdict.climbed:
        facts.append(("Climbs", ", ".join(climb.id for climb in verdict.climbed)))
    if verdict.stop_length is not None:
        facts.append(("Contact after", format_inches(verdict.stop_length)))
    hit = (verdict.stopped_by,) if verdict.stopped_by else ()
    end = verdict.path[-1]
    return EvidenceView(
        kind="move",
        verdict="LEGAL" if legal else "NOT LEGAL",
        is_good=legal,
        rule="Moving, WM-MOV-01 and WM-GEO-14",
        headline=f"{mover.id} {'runs' if question.run else 'advances'} {format_inches(verdict.length)}",
        facts=tuple(facts),
        strokes=(
            Stroke(
                points_at_height(verdict.path, mover.at[2]),
                pen,
                f"costs {format_inches(verdict.cost)} of {format_inches(verdict.allowance)}",
            ),
        ),
        ghosts=(
            Ghost(
                base_volume_at(table, mover.base, (*end, mover.at[2])),
                Role.END if legal else Role.HIT,
                "ends here",
            ),
        ),
        cut=cut_along(verdict.path, mover),
        marked_models=feature_marks(table, hit, "IN THE WAY"),
        **picture_roles(table, {"from": mover.id}, hit),
    )


ADVANCE = QuestionType(
    fields=AdvanceQuestion,
    answer=("legal", "length", "cost", "allowance", "end", "stopped_by", "stop_length"),
    form=(
        FormField("model", "model", "model"),
        FormField("path", "path", "path"),
        FormField("speed", "SPD", "number", 6.0),
        FormField("run", "runs", "flag"),
        FormField("climb", "climbs (full rules)", "flag"),
    ),
    ask=_ask_move,
    describe=_tell_move,
    evidence_view=_show_move,
    doubt=make_doubt_function(_ask_move, ("legal",)),
    uses_all_models=True,
    terrain=(),
)


class _TowardQuestion(JudgeQuestion):
    """A question about a model that moves straight toward another."""

    model: ModelId
    target: ModelId
    length: Height

    @model_validator(mode="after")
    def _are_two(self) -> _TowardQuestion:
        if self.model == self.target:
            raise ValueError("`model` and `target` must be different models")
        return self


class ChargeQuestion(_TowardQuestion):
    """A question about a charge in a direction, or about all possible directions."""

    type: Literal["charge"]
    reach: Height = DEFAULT_REACH_IN
    direction: Degrees | None = None


class SlamApproachQuestion(_TowardQuestion):
    """A question about whether a model reaches a target to slam it."""

    type: Literal["slam_approach"]


def _ask_charge(
    table: Table, question: ChargeQuestion, progress: Progress | None
) -> ChargeRun | ChargeDirections:
    model = question.model
    target = question.target
    if question.direction is None:
        return find_charge_directions(table, model, target, question.length, question.reach)
    return compute_charge(table, model, target, question.length, question.direction, question.reach)


def _ask_approach(
    table: Table, question: SlamApproachQuestion, progress: Progress | None
) -> ChargeRun:
    return compute_slam_approach(table, question.model, question.target, question.length)


def _tell_run(
    table: Table, question: _TowardQuestion, verdict: ChargeRun, verb: str, attack: str
) -> list[str]:
    rules = cite_rules(table, "WM-GEO-17" if verb == "slam" else "WM-GEO-16")
    stopped = f", stopped by {table.display_name(verdict.stopped_by)}" if verdict.stopped_by else ""
    distance = format_brief_inches(verdict.stop_length)
    if verdict.in_range_length is None:
        words = f"it never gets in range; it can move up to {distance}{stopped}"
        return [f"{question.model} cannot {verb} {question.target} this way: {words} {rules}"]
    touch = (
        f", in contact after {format_brief_inches(verdict.contact_length)}"
        if verdict.contact_length is not None
        else ""
    )
    attack_text = f"with {attack}" if verdict.charge_attack else f"without {attack}"
    words = f"in range after {format_brief_inches(verdict.in_range_length)}{touch}; it can move up to {distance}{stopped}, {attack_text}"
    return [f"{question.model} can {verb} {question.target}: {words} {rules}"]


def _tell_charge(
    table: Table, question: ChargeQuestion, verdict: ChargeRun | ChargeDirections
) -> list[str]:
    if isinstance(verdict, ChargeRun):
        return _tell_run(table, question, verdict, "charge", "a charge attack")
    rules = cite_rules(table, "WM-GEO-15")
    if not verdict.possible:
        return [f"{question.model} cannot charge {question.target} in any direction {rules}"]
    intervals = ", ".join(_interval_text(pair) for pair in verdict.directions)
    return [
        f"{question.model} can charge {question.target} in these directions: {intervals} {rules}"
    ]


def _interval_text(directions: tuple[float, float]) -> str:
    """Return an interval of directions as text, with ends from 0 to 360 degrees."""
    first, last = directions
    if last - first >= 360.0:
        return "0° to 360°"
    return f"{first:.2f}° to {last if last <= 360.0 else last - 360.0:.2f}°"


def _show_run(
    table: Table, question: _TowardQuestion, verdict: ChargeRun, kind: str, attack: str
) -> EvidenceView:
    mover = get_fighter(table, question.model)
    reach = getattr(question, "reach", DEFAULT_REACH_IN)
    end = verdict.place_at(verdict.stop_length)
    pen = Pen.PATH if verdict.possible else Pen.REFUSED
    end_model = mover.with_place(end).with_facing(verdict.direction)
    facts = [
        ("In range after", _length_text(verdict.in_range_length)),
        ("Contact after", _length_text(verdict.contact_length)),
        ("Maximum move", format_inches(verdict.stop_length)),
        ("Stopped by", verdict.stopped_by or "nothing"),
        (attack, "yes" if verdict.charge_attack else "no"),
    ]
    hit = (verdict.stopped_by,) if verdict.stopped_by else ()
    return EvidenceView(
        kind=kind,
        verdict="POSSIBLE" if verdict.possible else "NOT POSSIBLE",
        is_good=verdict.possible,
        headline=f"{mover.id} moves toward {question.target}",
        rule=f"{attack}s, WM-GEO-{17 if kind == 'slam_approach' else 16}",
        facts=tuple(facts),
        cut=cut_along((mover.place, end), mover),
        marked_models=feature_marks(table, hit, "IN THE WAY"),
        strokes=(
            Stroke(
                points_at_height((mover.place, end), mover.at[2]),
                pen,
                format_inches(verdict.stop_length),
            ),
            range_stroke(melee_region(end_model, reach), mover.at[2], "melee range at the end"),
        ),
        ghosts=(
            Ghost(
                base_volume_at(table, mover.base, (*end, mover.at[2])), Role.END, "farthest point"
            ),
        ),
        **picture_roles(table, {"from": mover.id, "to": question.target}, hit),
    )


def _length_text(length: float | None) -> str:
    return "never" if length is None else format_inches(length)


def _show_charge(
    table: Table, question: ChargeQuestion, verdict: ChargeRun | ChargeDirections
) -> EvidenceView:
    if isinstance(verdict, ChargeRun):
        return _show_run(table, question, verdict, "charge", "Charge attack")
    mover = get_fighter(table, question.model)
    facts = [(_interval_text(pair), "possible") for pair in verdict.directions] or [
        ("Directions", "none")
    ]
    return EvidenceView(
        kind="charge",
        verdict="POSSIBLE" if verdict.possible else "NOT POSSIBLE",
        is_good=verdict.possible,
        headline=f"directions in which {mover.id} can charge {question.target}",
        rule="Charges, WM-GEO-15",
        facts=tuple(facts),
        strokes=tuple(_fan_stroke(mover, question.length, pair) for pair in verdict.directions),
        cut=cut_along((mover.place, get_fighter(table, question.target).place), mover),
        **picture_roles(table, {"from": mover.id, "to": question.target}),
    )


def _fan_stroke(mover: Fighter, length: float, directions: tuple[float, float]) -> Stroke:
    """Return the outline of all moves in an interval of directions."""
    a, b = directions
    turns = [a + (b - a) * k / 24 for k in range(25)]
    (x, y) = mover.place
    rim = [(x + length * u, y + length * v) for u, v in map(unit_vector, turns)]
    return Stroke(
        points_at_height((mover.place, *rim, mover.place), mover.at[2]),
        Pen.PATH,
        _interval_text(directions),
    )


RUN_ANSWER = ("possible", "in_range_length", "contact_length", "stopped_by", "stop_length")
MOVE_FIELDS: tuple[FormField, ...] = (
    FormField("model", "model", "model"),
    FormField("target", "target", "model"),
    FormField("length", "inches", "number", 9.0),
)


def _charge_answer(verdict: Any) -> tuple[str, ...]:
    return (
        (*RUN_ANSWER, "charge_attack")
        if isinstance(verdict, ChargeRun)
        else ("possible", "directions")
    )


CHARGE = QuestionType(
    fields=ChargeQuestion,
    answer=(*RUN_ANSWER, "charge_attack"),
    choose_answer_fields=_charge_answer,
    form=(
        *MOVE_FIELDS,
        FormField("reach", "reach", "number", DEFAULT_REACH_IN),
        FormField("direction", "direction", "words", text_format=DIRECTION_FIELD),
    ),
    ask=_ask_charge,
    describe=_tell_charge,
    evidence_view=_show_charge,
    doubt=make_doubt_function(_ask_charge, ("possible",)),
    uses_all_models=True,
    terrain=(),
)


def _tell_approach(table: Table, question: SlamApproachQuestion, verdict: ChargeRun) -> list[str]:
    return _tell_run(table, question, verdict, "slam", "a slam attack")


def _show_approach(
    table: Table, question: SlamApproachQuestion, verdict: ChargeRun
) -> EvidenceView:
    return _show_run(table, question, verdict, "slam_approach", "Slam attack")


SLAM_APPROACH = QuestionType(
    fields=SlamApproachQuestion,
    answer=(*RUN_ANSWER, "slam_attack"),
    form=MOVE_FIELDS,
    ask=_ask_approach,
    describe=_tell_approach,
    evidence_view=_show_approach,
    doubt=make_doubt_function(_ask_approach, ("possible",)),
    label="slam approach",
    uses_all_models=True,
    terrain=(),
)
