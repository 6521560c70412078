"""Path questions: the legality and the end of a model's path (p. 27-28, 44-45)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import add_page, cite, describe_fall, format_point
from wc3d.judging.displacement import Displacement
from wc3d.judging.motion_proofs import prove_move
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import QUESTIONS_LIMIT, JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import XYZ, EvidenceView, Ghost, assign_roles, format_place
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.movement_marks import base_volume_at, mark_blockers, path_marks
from wc3d.presentation.palette import Pen, Role
from wc3d.table.body import Body
from wc3d.table.maps.strict_json import Height, Id, Point2D, Point3D, StrictBool, StrictModel
from wc3d.table.moves.movement import Move, move
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class LadderOnPath(StrictModel, title="LadderStep"):
    """A step of a path: up or down a ladder, then placed at `to` (p. 45)."""

    ladder: Id
    to: Point3D


class JumpOnPath(StrictModel, title="JumpStep"):
    """A step of a path: a jump (p. 45)."""

    jump: Point2D


def _kind_of_step(step: Any) -> str:
    if isinstance(step, LadderOnPath) or (isinstance(step, dict) and "ladder" in step):
        return "a ladder"
    if isinstance(step, JumpOnPath | dict):
        return "a jump"
    return (
        "a corner with its height"
        if isinstance(step, list | tuple) and len(step) == 3
        else "a corner"
    )


PathStep = Annotated[
    Annotated[Point2D, Tag("a corner")]
    | Annotated[Point3D, Tag("a corner with its height")]
    | Annotated[LadderOnPath, Tag("a ladder")]
    | Annotated[JumpOnPath, Tag("a jump")],
    Discriminator(_kind_of_step),
]


class PathQuestion(JudgeQuestion, title="MoveQuestion"):
    """A question about the legality and the end of a model's path (p. 27-28, 44-45)."""

    type: Literal["move"]
    model: ModelId
    path: Annotated[tuple[PathStep, ...], Field(min_length=1, max_length=QUESTIONS_LIMIT)]
    speed: Height
    flight: StrictBool = False
    pathfinder: StrictBool = False


def _ask(table: Table, question: PathQuestion, progress: Progress | None) -> Move:
    path = [step if isinstance(step, tuple) else step.model_dump() for step in question.path]
    return move(
        table,
        table.body(question.model),
        path,
        question.speed,
        flight=question.flight,
        pathfinder=question.pathfinder,
    )


def _describe(table: Table, question: PathQuestion, verdict: Move) -> list[str]:
    if not verdict.legal:
        return [
            f"{question.model} cannot move this way: {add_page(table, verdict.reason, SpaceRule.MOVE)}"
        ]
    measured = f"{format_brief_inches(verdict.length)} of {format_brief_inches(verdict.allowance)}"
    source = cite(table, SpaceRule.MOVE)
    return [
        f"{question.model} can move this way: {measured}, to {format_point(verdict.end)}{describe_fall(verdict.fall)}{source}"
    ]


def _corners(table: Table, body: Body, question: PathQuestion) -> list[XYZ]:
    """Return the corners of the question at their heights; ladders change the level."""
    x, y, z = body.at
    path: list[XYZ] = [(x, y, z)]
    for step in question.path:
        if isinstance(step, LadderOnPath):
            ladder = next(rungs for rungs in table.ladders if rungs.id == step.ladder)
            x, y, new = step.to
            path += [(*ladder.at, z), (*ladder.at, new), (x, y, new)]
            z = new
        else:
            x, y = step.jump if isinstance(step, JumpOnPath) else step[:2]
            z = step[2] if isinstance(step, tuple) and len(step) == 3 else z
            path.append((x, y, z))
    return path


def _evidence_view(table: Table, question: PathQuestion, verdict: Move) -> EvidenceView:
    """Return the path with its length and end, or the obstacle of an illegal path."""
    body = table.body(question.model)
    end = verdict.end
    legal = verdict.legal
    path = (
        list(verdict.track) if legal and len(verdict.track) > 1 else _corners(table, body, question)
    )
    stop = end if legal else path[-1]
    pen = Pen.PATH if legal else Pen.REFUSED
    strokes, cut, at = path_marks(
        body,
        path,
        stop,
        pen,
        f"{format_inches(verdict.length)} of {format_inches(verdict.allowance)}",
    )
    facts = [
        ("Length", f"{format_inches(verdict.length)} of {format_inches(verdict.allowance)}"),
        ("Speed", format_inches(question.speed)),
        ("Ends at", format_place(end)),
        ("Reason", verdict.reason or "nothing in the way"),
    ]
    if verdict.fall:
        facts.insert(3, ("Falls", format_inches(verdict.fall)))
    features = {f.id for f in table.features}
    marked = {id: "IN THE WAY" for id in verdict.blockers if id in features}
    roles, notes = mark_blockers(table, assign_roles(table, **{"from": body.id}), verdict.blockers)
    words = "ends here" if legal else "would end here"
    headline = (
        f"{body.id} moves {format_inches(verdict.length)}"
        if legal
        else f"{body.id}: {verdict.reason}"
    )
    return EvidenceView(
        kind="move",
        verdict="LEGAL" if legal else "NOT LEGAL",
        is_good=legal,
        rule="Moving, p. 27-28 and 44-45",
        headline=headline,
        facts=tuple(facts),
        roles=roles,
        notes=notes,
        strokes=strokes,
        cut=cut,
        marked_models=marked,
        ghosts=(
            Ghost(
                base_volume_at(table, body.base, stop), Role.END if legal else Role.HIT, words, at
            ),
        ),
    )


def _prove(
    table: Table, question: PathQuestion, inches: Displacement, progress: Progress | None
) -> str:
    body = table.body(question.model)
    return prove_move(table, body, question.path, question.speed, inches)


DECIDING = ("legal",)
"""The attributes of the verdict that a doubt must not change."""

MOVE = QuestionType(
    fields=PathQuestion,
    answer=("legal", "reason", "length", "allowance", "end", "fall"),
    form=(
        FormField("model", "model", "model"),
        FormField("path", "path", "path"),
        FormField("speed", "inches", "number", 6.0),
        FormField("flight", "Flight", "flag"),
        FormField("pathfinder", "Pathfinder", "flag"),
    ),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=DECIDING,
    doubt=make_doubt_function(_ask, DECIDING, proof=_prove),
    uses_all_models=True,
    rulings=(
        "climb_cost",
        "obstacle_height",
        "rough_cost",
        "rough_minimum",
        "jump_clear_of_rough",
        "ladder_within",
        "ladder_cost",
    ),
    terrain=("standable",),
)
