"""Whether an answer holds at all places where the marks may have been, and what to measure if not.

All models of a question move together within one joint 95 % region (one bound of chi-square). The
judge's own proofs cover the region; a place in it with another answer refutes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy as np

from wc3d._internal.progress import Progress
from wc3d.judging.displacement import JointDisplacement
from wc3d.judging.doubt import UNDECIDED, Doubt
from wc3d.judging.question_fields import JudgeQuestion, named_models
from wc3d.judging.question_type import QuestionType
from wc3d.photo.chi_square import chi_square_bound
from wc3d.photo.placed_models import PlacedModels
from wc3d.presentation.format_inches import format_brief_inches, format_inches
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, distance_to_feature
from wc3d.table.table import Table

MEASURABLE_IN = 0.005
"""The least change of a gap that is worth measuring. Inches."""

WAYS_TRIED = 10
"""The ways out of the solved places that are searched for the nearest change."""

HALVINGS = 8
PROOF_LIMIT_S = 0.8
"""The processor time after which a proof ends without a result."""

EDGE_WEIGHT = 0.5
"""How much less a gap to the table's edge counts than one to terrain or a model."""

RELATED_FIELDS = ("blockers", "features", "intervening", "contacts", "stopped_by", "hidden")
"""The attributes of verdicts that name what decides them."""


@dataclass(frozen=True)
class Certainty:
    """Whether an answer is certain (see `CertainAnswer`), what to measure if not, and why."""

    certain: bool | None
    measure: str = ""
    why: str = ""
    places: tuple[Body, ...] = ()
    other: str = ""


def limit_time(seconds: float) -> Progress:
    """Return a progress function that ends the work after this processor time."""
    end = time.process_time() + seconds
    return lambda done, total: time.process_time() < end


def displacement_of(
    placements: PlacedModels, table: Table, type: QuestionType, question: JudgeQuestion
) -> JointDisplacement:
    """Return the joint displacement of the models that matter to a question."""
    named = dict.fromkeys(named_models(question).values())
    ids = tuple(
        id for id in placements.ids if id in named or (type.uses_all_models and table.has_body(id))
    )
    rows = [2 * placements.ids.index(id) + k for id in ids for k in (0, 1)]
    return JointDisplacement(
        ids, placements.covariance[np.ix_(rows, rows)], chi_square_bound(2 * len(ids))
    )


def assess_certainty(
    table: Table, type: QuestionType, question: JudgeQuestion, placements: PlacedModels
) -> Certainty:
    """Return whether the answer to a question holds at all places in the joint region."""
    displacement = displacement_of(placements, table, type, question)
    if not displacement.ids:
        return Certainty(True, why="no model in the picture matters")
    if is_rival_elsewhere(placements, displacement):
        why = "the marks fit two cameras: mark another corner of the table or of terrain"
        return Certainty(None, why=why)
    doubt = type.doubt(table, question, displacement, limit_time(PROOF_LIMIT_S))
    if doubt.measured:
        return _measured(doubt, type, question)
    if doubt.stands is False:
        measure = suggest_measure(table, type, question, displacement, doubt.places)
        return Certainty(False, measure, doubt.words, doubt.places, doubt.other)
    return Certainty(doubt.stands, why=f"{doubt.words}: {doubt.why}")


def is_rival_elsewhere(placements: PlacedModels, displacement: JointDisplacement) -> bool:
    """Return whether another camera that fits the marks puts the models outside their region."""
    at = [placements.ids.index(id) for id in displacement.ids]
    solved = np.array([placements.positions[k][:2] for k in at])
    inverse = np.linalg.pinv(displacement.covariance, hermitian=True)
    for rival in placements.rivals:
        off = (rival[at] - solved).ravel()
        if not float(off @ inverse @ off) <= displacement.bound:
            return True
    return False


def _measured(doubt: Doubt, type: QuestionType, question: JudgeQuestion) -> Certainty:
    """Return the certainty of a measure: any other place changes it."""
    ids = dict.fromkeys(named_models(question).values())
    measure = f"measure the {type.label} between {' and '.join(ids)}: it is {doubt.words}"
    return Certainty(False, measure, f"the {type.label} is {doubt.words}")


# What to measure


def deciding_values(type: QuestionType, verdict: Any) -> tuple[object, ...]:
    """Return what decides an answer: values that are equal for the same answer."""
    names = type.deciding or tuple(name for name in type.answer if name not in type.evidence)
    values = []
    for name in names:
        value = getattr(verdict, name, None)
        if isinstance(value, list | tuple):
            value = tuple(sorted(value)) if all(isinstance(v, str) for v in value) else None
        if type.deciding or (isinstance(value, bool | str | tuple) and name != "reason"):
            values.append(value)
    return tuple(values)


def suggest_measure(
    table: Table,
    type: QuestionType,
    question: JudgeQuestion,
    displacement: JointDisplacement,
    places: Sequence[Body],
) -> str:
    """Return a sentence on what to measure, and at which distance the answer changes."""
    solved_verdict = type.ask(table, question, None)
    solved = deciding_values(type, solved_verdict)

    def changes(bodies: Sequence[Body]) -> bool | None:
        """Return whether the answer is another; None if it is too close to call."""
        moved = table.with_bodies(*bodies)
        values = deciding_values(type, type.ask(moved, question, None))
        return None if UNDECIDED in values else values != solved

    nearest: tuple[float, tuple[Body, ...]] | None = None
    for way in _ways_out(table, displacement, places):
        low, high = 0.0, 1.0 if nearest is None else nearest[0]
        if not changes(_between(table, way, high)):
            continue
        is_other: bool | None = True
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            is_other = changes(_between(table, way, middle))
            if is_other is None:
                break
            low, high = (low, middle) if is_other else (middle, high)
        nearest = high, _between(table, way, high)
        if is_other is None:  # such answers take long, and this is the place of the change
            break
    if nearest is None:
        return "measure where the models stand, and ask the judge again"
    moved = table.with_bodies(*nearest[1])
    verdicts = (solved_verdict, type.ask(moved, question, None))
    return _describe_gap(table, moved, displacement.ids, _related_ids(verdicts))


def _ways_out(
    table: Table, displacement: JointDisplacement, places: Sequence[Body]
) -> Iterator[tuple[Body, ...]]:
    """Yield places to search towards: those that changed the answer first."""
    yield tuple(places)
    yield from islice(displacement.placements(table, displacement.ids, False), WAYS_TRIED)


def _between(table: Table, bodies: Sequence[Body], part: float) -> tuple[Body, ...]:
    """Return the bodies on the way from their solved places, `part` of the way."""
    moved = []
    for body in bodies:
        if table.has_body(body.id):
            start = np.array(table.body(body.id).at)
            x, y, z = (start + part * (np.array(body.at) - start)).tolist()
            moved.append(body.moved((x, y, z)))
    return tuple(moved)


def _related_ids(verdicts: Sequence[Any]) -> set[str]:
    """Return the ids of features and models that verdicts name."""
    ids: set[str] = set()
    for verdict in verdicts:
        for name in RELATED_FIELDS:
            value = getattr(verdict, name, None)
            ids |= {value} if isinstance(value, str) else set(value or ())
    return ids


def _describe_gap(table: Table, moved: Table, ids: Sequence[str], related: set[str]) -> str:
    """Return the sentence about the gap that changes most on the way to another answer."""
    gaps = [
        (weight * abs(after - before), words, before, after)
        for weight, words, before, after in _list_gaps(table, moved, ids, related)
    ]
    change, words, before, after = max(gaps, key=lambda gap: gap[0])
    if change < MEASURABLE_IN:
        return f"the answer changes within {format_brief_inches(MEASURABLE_IN)}: agree on it"
    texts = [format_inches(length) for length in (after, before)]
    if texts[0] == texts[1]:
        texts = [format_inches(length, decimals=4) for length in (after, before)]
    return f"measure {words}: the verdict changes at {texts[0]} (the picture shows {texts[1]})"


def _list_gaps(
    table: Table, moved: Table, ids: Sequence[str], related: set[str]
) -> Iterator[tuple[float, str, float, float]]:
    """Yield gaps that a tape measures: a weight, words, the solved and the changed length."""
    for id in ids:
        before, after = table.body(id), moved.body(id)
        for feature in table.features:
            if feature.id in related and feature.pieces:
                yield (
                    1.0,
                    f"the gap between {table.display_name(feature.id)} and {id}",
                    distance_to_feature(table, before, feature),
                    distance_to_feature(table, after, feature),
                )
        for name, gap in _edge_gaps(table, before).items():
            words = f"the gap between {id} and the {name} edge of the table"
            yield EDGE_WEIGHT, words, gap, _edge_gaps(table, after)[name]
    for first, second in combinations(ids, 2):
        yield (
            0.9,
            f"the gap between {first} and {second}",
            distance(table, table.body(first), table.body(second)),
            distance(moved, moved.body(first), moved.body(second)),
        )


def _edge_gaps(table: Table, body: Body) -> dict[str, float]:
    (x, y, _), (width, depth) = body.at, table.size
    return {
        "west": x - body.radius,
        "east": width - x - body.radius,
        "south": y - body.radius,
        "north": depth - y - body.radius,
    }
