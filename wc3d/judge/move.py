"""May a model move along a path, and where does it end (p. 27-28, 44-45)?"""
from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from wc3d._internal.progress import Progress
from wc3d.judge.fields import QUESTIONS_LIMIT, AskedQuestion, ModelId
from wc3d.judge.perturbation import by_trials
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.words import cite, fall_words, point, with_page
from wc3d.presentation.evidence_view import XYZ, Exhibit, Ghost, place, roles_of
from wc3d.presentation.format_inches import brief_inches, inches
from wc3d.presentation.moves import in_the_way, travel, volume_at
from wc3d.presentation.palette import Pen, Role
from wc3d.table.body import Body
from wc3d.table.maps.reading import Flat, Height, Id, Point, Strict, Switch
from wc3d.table.moves.movement import Move, move
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class LadderOnPath(Strict, title="LadderStep"):
    """A step of a path: up or down a ladder, put down at `to` (p. 45)."""

    ladder: Id
    to: Point


class JumpOnPath(Strict, title="JumpStep"):
    """A step of a path: a jump (p. 45)."""

    jump: Flat


def _kind_of_step(step: Any) -> str:
    if isinstance(step, LadderOnPath) or (isinstance(step, dict) and "ladder" in step):
        return "a ladder"
    if isinstance(step, JumpOnPath | dict):
        return "a jump"
    return "a corner with its height" if isinstance(step, list | tuple) and len(step) == 3 else "a corner"


Step = Annotated[
    Annotated[Flat, Tag("a corner")]
    | Annotated[Point, Tag("a corner with its height")]
    | Annotated[LadderOnPath, Tag("a ladder")]
    | Annotated[JumpOnPath, Tag("a jump")],
    Discriminator(_kind_of_step),
]


class PathQuestion(AskedQuestion, title="MoveQuestion"):
    """May a model move along a path, and where does it end (p. 27-28, 44-45)?"""

    type: Literal["move"]
    model: ModelId
    path: Annotated[tuple[Step, ...], Field(min_length=1, max_length=QUESTIONS_LIMIT)]
    speed: Height
    flight: Switch = False
    pathfinder: Switch = False


def _ask(table: Table, question: PathQuestion, progress: Progress | None) -> Move:
    path = [step if isinstance(step, tuple) else step.model_dump() for step in question.path]
    return move(table, table.body(question.model), path, question.speed, flight=question.flight, pathfinder=question.pathfinder)


def _tell(table: Table, question: PathQuestion, verdict: Move) -> list[str]:
    if not verdict.legal:
        return [f"{question.model} cannot move this way: {with_page(table, verdict.reason, SpaceRule.MOVE)}"]
    measured = f"{brief_inches(verdict.length)} of {brief_inches(verdict.allowance)}"
    source = cite(table, SpaceRule.MOVE)
    return [f"{question.model} can move this way: {measured}, to {point(verdict.end)}{fall_words(verdict.fall)} ({source})"]


def _corners(table: Table, body: Body, question: PathQuestion) -> list[XYZ]:
    """The corners that were asked for, at the heights they name: ladders change the level."""
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


def _exhibit(table: Table, question: PathQuestion, verdict: Move) -> Exhibit:
    """The path, its length and where it ends; of an illegal one, what is in the way."""
    body = table.body(question.model)
    end, legal = verdict.end, verdict.legal
    path = list(verdict.track) if legal and len(verdict.track) > 1 else _corners(table, body, question)
    stop = end if legal else path[-1]
    pen = Pen.PATH if legal else Pen.REFUSED
    strokes, cut, at = travel(body, path, stop, pen, f"{inches(verdict.length)} of {inches(verdict.allowance)}")
    facts = [
        ("Length", f"{inches(verdict.length)} of {inches(verdict.allowance)}"),
        ("Speed", inches(question.speed)),
        ("Ends at", place(end)),
        ("Reason", verdict.reason or "nothing in the way"),
    ]
    if verdict.fall:
        facts.insert(3, ("Falls", inches(verdict.fall)))
    features = {f.id for f in table.features}
    marked = {id: "IN THE WAY" for id in verdict.blockers if id in features}
    roles, notes = in_the_way(table, roles_of(table, **{"from": body.id}), verdict.blockers)
    words = "ends here" if legal else "would end here"
    headline = f"{body.id} moves {inches(verdict.length)}" if legal else f"{body.id}: {verdict.reason}"
    return Exhibit(
        kind="move", verdict="LEGAL" if legal else "NOT LEGAL", good=legal, rule="Moving, p. 27-28 and 44-45",
        headline=headline, facts=tuple(facts), roles=roles, notes=notes, strokes=strokes, cut=cut, marked=marked,
        ghosts=(Ghost(volume_at(table, body.base, stop), Role.END if legal else Role.HIT, words, at),),
    )  # fmt: skip


MOVE = QuestionType(
    fields=PathQuestion,
    answer=("legal", "reason", "length", "allowance", "end", "fall"),
    form=(
        FormField("model", "model", "model"), FormField("path", "path", "path"), FormField("speed", "inches", "number", 6.0),
        FormField("flight", "Flight", "flag"), FormField("pathfinder", "Pathfinder", "flag"),
    ),
    ask=_ask,
    tell=_tell,
    exhibit=_exhibit,
    doubt=by_trials(_ask, ("legal",)),
    looks_at_all=True,
    rulings=(
        "climb_cost", "obstacle_height", "rough_cost", "rough_minimum", "jump_clear_of_rough", "ladder_within", "ladder_cost",
    ),
    terrain=("standable",),
)  # fmt: skip
