"""Asks the table each type of question and keeps the verdict with the contract's fields and the rules it applied."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Protocol

import numpy as np

from wc3d.judge.question_case import Dispute, at_height
from wc3d.judge.questions import AnyQuestion, models_named
from wc3d.table.table import Table

DIGITS = 9
"""Numbers are printed to so many digits after the point: far below every tolerance."""

FIELDS: dict[str, tuple[str, ...]] = {
    "sight": ("verdict", "line", "clearance", "short_by", "blockers", "tolerance"),
    "range": ("distance",),
    "seen_from": ("levels", "cell"),
    "cover": ("cover", "features", "intervening"),
    "spray": ("hits", "line"),
    "blast": ("models", "tied"),
    "stand": ("standable", "reason"),
    "move": ("legal", "reason", "length", "allowance", "end", "fall"),
    "jump": ("legal", "end", "length", "fall", "power", "stopped_by", "ends_move", "entered_rough"),
    "slam": ("end", "moved", "contacts", "fall", "power", "destroyed", "rough", "power_die", "collateral"),
}
"""The fields of each type of answer, as the contract fixes them."""

LOOKS_AT_ALL = {"spray", "blast", "stand", "move", "jump", "slam"}
"""Questions whose answer may depend on every model on the table, not only on those they name."""


@dataclass(frozen=True)
class Answer:
    """A question, its verdict (with its evidence), the rules it applied, and remarks about where the models stand.

    `remarks` are about the models it names; `others` about the rest of the table, where the answer may depend on it.
    """

    question: AnyQuestion
    verdict: Any
    rules: tuple[str, ...]
    remarks: tuple[str, ...]
    others: tuple[str, ...]
    table: Table = field(repr=False)

    @property
    def type(self) -> str:
        """The question's type."""
        return self.question.type

    def contract(self) -> dict[str, Any]:
        """The answer as `--json` prints it: `notes` stand in it only when there are any."""
        answer: dict[str, Any] = {"type": self.type}
        answer |= {name: plain(getattr(self.verdict, name)) for name in FIELDS[self.type]}
        answer["rules"] = list(self.rules)
        if self.remarks or self.others:
            answer["notes"] = [*self.remarks, *self.others]
        return answer


@dataclass(frozen=True, slots=True)
class Range:
    """How far it is from base to base, in inches."""

    distance: float


class Progress(Protocol):
    """Told how much of a long answer is done; False stops it."""

    def __call__(self, done: int, total: int) -> bool: ...


def answer(dispute: Dispute, question: AnyQuestion, progress: Progress | None = None) -> Answer:
    """The answer to one question of a dispute."""
    verdict = _ASK[question.type](dispute.table, question, progress)
    named = set(models_named(question).values())
    rest = [b.id for b in dispute.table.bodies if b.id not in named] if question.type in LOOKS_AT_ALL else []
    remarks = tuple(remark for b in dispute.table.bodies if b.id in named and (remark := dispute.remark(b.id)))
    others = tuple(remark for id in rest if (remark := dispute.remark(id)))
    rules = rules_applied(dispute.table, question, verdict)
    return Answer(question, verdict, rules, remarks, others, dispute.table)


def _sight(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.sight.sight import sight

    return sight(table, table.body(q.from_), table.body(q.to))


def _range(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.sight.ranges import distance

    return Range(distance(table, table.body(q.from_), table.body(q.to)))


def _seen_from(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.sight.sight import seen_from

    return seen_from(table, table.body(q.model), q.base, q.cell, progress)


def _cover(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.sight.cover import cover

    return cover(table, table.body(q.from_), table.body(q.to))


def _spray(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.sight.templates import spray

    return spray(table, table.body(q.from_), table.body(q.to), q.range)


def _blast(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.sight.templates import blast

    return blast(table, table.body(q.target))


def _stand(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.terrain.standing import stand

    return stand(table, q.base, at_height(table, q.base, q.position))


def _move(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.moves.movement import move

    path = [step if isinstance(step, tuple) else step.model_dump() for step in q.path]
    return move(table, table.body(q.model), path, q.speed, flight=q.flight, pathfinder=q.pathfinder)


def _jump(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.moves.jumping import jump

    return jump(table, table.body(q.model), q.to, pathfinder=q.pathfinder)


def _slam(table: Table, q: Any, progress: Progress | None) -> Any:
    from wc3d.table.moves.slams import slam

    return slam(table, table.body(q.model), table.body(q.from_), q.distance, pathfinder=q.pathfinder)


_ASK: dict[str, Callable[[Table, Any, Progress | None], Any]] = {
    "sight": _sight,
    "range": _range,
    "seen_from": _seen_from,
    "cover": _cover,
    "spray": _spray,
    "blast": _blast,
    "stand": _stand,
    "move": _move,
    "jump": _jump,
    "slam": _slam,
}


def rules_applied(table: Table, question: Any, verdict: Any) -> tuple[str, ...]:
    """The ids of the rules that decided: the type's own, and those that only matter on such a table or for such an end."""
    rules = list(_RULES[question.type])
    rough = any(f.kind.rough for f in table.features)
    if question.type in ("sight", "seen_from", "spray") and any(f.kind.obscuring and f.high > f.low for f in table.features):
        rules += ["NM-TER-06", "NM-TER-07"]
    if question.type in ("move", "jump", "slam"):
        if rough and getattr(question, "pathfinder", False):
            rules.append("NM-STA-16")
        elif rough:
            rules.append({"move": "NM-TER-02", "jump": "NM-TER-27", "slam": "NM-SLM-10"}[question.type])
        if any(f.kind.value == "impassable" for f in table.features):
            rules.append("NM-TER-29")
        if verdict.fall > 0:
            rules += ["NM-SLM-12"] if question.type == "slam" else ["NM-TER-18"] if question.type == "move" else []
            rules.append("NM-TER-19")
    if question.type == "move":
        rules += _rules_of_a_move(table, question)
    if question.type == "jump" and verdict.stopped_by is not None:
        rules.append("NM-TER-24")
    if question.type == "slam":
        chosen = {"NM-SLM-11": verdict.destroyed, "NM-SLM-04": verdict.power_die, "NM-SLM-05": bool(verdict.collateral)}
        rules += [rule for rule, applies in chosen.items() if applies]
    if question.type == "blast" and verdict.tied:
        rules.append("NM-BLA-03")
    return tuple(rules)


_RULES = {
    "sight": ("NM-ATK-05", "NM-ATK-06"),
    "range": ("NM-ATK-04", "NM-ATK-08"),
    "seen_from": ("NM-ATK-05", "NM-ATK-06", "NM-TER-01"),
    "cover": ("NM-ATK-11", "NM-TER-12"),
    "spray": ("NM-SPR-02", "NM-SPR-03", "NM-SPR-06"),
    "blast": ("NM-BLA-02", "NM-ATK-08"),
    "stand": ("NM-TER-01", "NM-MOV-02"),
    "move": ("NM-MOV-03", "NM-MOV-01", "NM-MOV-02"),
    "jump": ("NM-TER-23", "NM-TER-26"),
    "slam": ("NM-SLM-01", "NM-SLM-02"),
}


def _rules_of_a_move(table: Table, question: Any) -> list[str]:
    rules = ["NM-MOV-08"] if question.flight else []
    kinds = {f.kind.value for f in table.features}
    rules += ["NM-TER-13"] if "structure" in kinds and not question.flight else []
    rules += ["NM-TER-09"] if "obstacle" in kinds and not question.flight else []
    rules += ["NM-MOV-16"] if any(b.kind == "gate" for b in table.bodies) else []
    rules += ["NM-TER-14", "NM-TER-15"] if any(hasattr(step, "ladder") for step in question.path) else []
    rules += ["NM-TER-23", "NM-TER-26"] if any(hasattr(step, "jump") for step in question.path) else []
    return rules


def plain(value: Any) -> Any:
    """A value as JSON knows it: tuples and arrays are lists, nouns are objects, numbers are rounded far below any tolerance."""
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value
