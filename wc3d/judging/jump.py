"""Jump questions: the end of a jump (p. 45-46)."""

from __future__ import annotations

from math import hypot
from typing import Literal

from wc3d._internal.progress import Progress
from wc3d.judging.answer_text import add_page, cite, describe_fall, format_point
from wc3d.judging.displacement import Displacement
from wc3d.judging.doubt_proofs import prove_jump
from wc3d.judging.motion_proofs import prove_stopped_jump
from wc3d.judging.perturbation import make_doubt_function
from wc3d.judging.question_fields import JudgeQuestion, ModelId
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.presentation.evidence_view import EvidenceView, Ghost, Stroke, assign_roles, format_place
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.presentation.movement_marks import base_volume_at, path_marks
from wc3d.presentation.palette import Pen, Role
from wc3d.table.maps.strict_json import Point2D, StrictBool
from wc3d.table.moves.jumping import Jump, jump
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table


class JumpQuestion(JudgeQuestion):
    """A question about the end of a jump (p. 45-46)."""

    type: Literal["jump"]
    model: ModelId
    to: Point2D
    pathfinder: StrictBool = False


def _ask(table: Table, question: JumpQuestion, progress: Progress | None) -> Jump:
    return jump(table, table.body(question.model), question.to, pathfinder=question.pathfinder)


def _describe(table: Table, question: JumpQuestion, verdict: Jump) -> list[str]:
    if not verdict.legal:
        return [
            f"{question.model} cannot jump there: {add_page(table, verdict.reason, SpaceRule.JUMP)}"
        ]
    stopped = (
        f", stopped by {table.display_name(verdict.stopped_by)}"
        if verdict.stopped_by is not None
        else ""
    )
    end = (
        f"to {format_point(verdict.end)}{describe_fall(verdict.fall)}{cite(table, SpaceRule.JUMP)}"
    )
    lines = [f"{question.model} jumps {format_brief_inches(verdict.length)}{stopped}, {end}"]
    lines += ["  its movement ends"] if verdict.ends_move else []
    shorter = f"  the jump enters rough ground, so the whole move is {format_brief_inches(table.policy.rough_cost)} shorter"
    return lines + ([shorter] if verdict.entered_rough else [])


def _evidence_view(table: Table, question: JumpQuestion, verdict: Jump) -> EvidenceView:
    """Return the jump's path, level, straight, then down, and the part that was not reached."""
    body = table.body(question.model)
    end = verdict.end
    legal = verdict.legal
    x, y, z = body.at
    u, v = question.to
    flat = hypot(end[0] - x, end[1] - y)
    full_length = hypot(u - x, v - y)
    turn = verdict.turn if legal else (u, v, z)
    pen = Pen.PATH if legal else Pen.REFUSED
    strokes, cut, at = path_marks(
        body, [body.at, turn], end if legal else turn, pen, format_inches(verdict.length)
    )
    stopped = verdict.stopped_by
    if legal and stopped is not None and full_length - verdict.length > 1e-6:
        strokes += (
            Stroke(
                (turn, (u, v, z)),
                Pen.REFUSED,
                "not reached",
                (verdict.length, full_length),
                is_bold=False,
            ),
        )
        cut = ((x, y), (u, v)) if flat > 1e-6 or full_length > 1e-6 else cut
    facts = [
        ("Length", format_inches(verdict.length)),
        ("Ends at", format_place(end)),
        ("Falls", format_inches(verdict.fall)),
    ]
    facts.append(("POW of the fall", str(verdict.power)))
    if stopped is not None:
        facts.append(("Stopped by", table.display_name(stopped)))
    if verdict.reason:
        facts.append(("Reason", verdict.reason))
    marked = {stopped: "STOPS THE JUMP"} if stopped in {f.id for f in table.features} else {}
    roles = assign_roles(table, **{"from": body.id})
    notes = {stopped: "stops the jump"} if stopped in roles else {}
    roles.update(dict.fromkeys(notes, Role.HIT))
    went = f"jumps {format_inches(verdict.length)}" + (
        f" and falls {format_inches(verdict.fall)}" if verdict.fall else ""
    )
    return EvidenceView(
        kind="jump",
        verdict="JUMPS" if legal else "NOT LEGAL",
        is_good=legal,
        rule="Jumping, p. 45-46",
        facts=tuple(facts),
        headline=f"{body.id} {went}" if legal else f"{body.id} cannot jump there",
        roles=roles,
        notes=notes,
        strokes=strokes,
        cut=cut,
        marked_models=marked,
        ghosts=(Ghost(base_volume_at(table, body.base, end), Role.END, "ends here", at),)
        if legal
        else (),
    )


def _prove(
    table: Table, question: JumpQuestion, inches: Displacement, progress: Progress | None
) -> str:
    body = table.body(question.model)
    return prove_jump(table, body, question.to, inches) or prove_stopped_jump(
        table, body, question.to, inches
    )


DECIDING = ("legal", "stopped_by", "power")
"""The attributes of the verdict that a doubt must not change."""

JUMP = QuestionType(
    fields=JumpQuestion,
    answer=("legal", "end", "length", "fall", "power", "stopped_by", "ends_move", "entered_rough"),
    form=(
        FormField("model", "model", "model"),
        FormField("to", "to", "point"),
        FormField("pathfinder", "Pathfinder", "flag"),
    ),
    ask=_ask,
    describe=_describe,
    evidence_view=_evidence_view,
    deciding=DECIDING,
    doubt=make_doubt_function(_ask, DECIDING, proof=_prove),
    uses_all_models=True,
    rulings=("jump_clear_of_rough",),
    terrain=("standable",),
)
