"""What the pictures of this game's answers share: facings, melee ranges, outlines, and the words at the end of a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.geometry.plane.half_disc import HalfDisc
from wc3d.judge.answer_text import format_citations
from wc3d.presentation.evidence_view import XY, XYZ, Stroke, assign_roles
from wc3d.presentation.palette import Pen, Role
from wc3d.table.table import Table

ARC_CORNERS = 48
"""A half circle is drawn with so many corners."""


def cite_rules(table: Table, *rules: str) -> str:
    """The rules that a sentence rests on, for its end: "(WM-GEO-05)"."""
    return f"({format_citations(table, *rules)})"


def points_at_height(points: Iterable[XY], height: float) -> tuple[XYZ, ...]:
    """Points of the plane at a height."""
    return tuple((x, y, height) for x, y in points)


def facing_stroke(model: Fighter, label: str = "facing") -> Stroke:
    """Where a model looks: from its center an inch beyond its base."""
    (x, y), (u, v), length = model.place, model.facing_vector, model.radius + 1.0
    return Stroke(
        points_at_height(((x, y), (x + length * u, y + length * v)), model.at[2]),
        Pen.MEASURE,
        label,
        is_bold=False,
    )


def arc_stroke(model: Fighter, length: float) -> Stroke:
    """The line between a model's front arc and its back arc, so far to either side."""
    (x, y), (u, v) = model.place, model.facing_vector
    ends = ((x - length * v, y + length * u), (x + length * v, y - length * u))
    return Stroke(
        points_at_height(ends, model.at[2]), Pen.MEASURE, "front arc / back arc", is_bold=False
    )


def range_stroke(half: HalfDisc, height: float, label: str) -> Stroke:
    """The outline of a melee range."""
    (x, y), (u, v), r = half.center, half.ahead, half.radius
    turns = [math.pi * (k / ARC_CORNERS - 0.5) for k in range(ARC_CORNERS + 1)]
    rim = [
        (x + r * (math.cos(t) * u - math.sin(t) * v), y + r * (math.cos(t) * v + math.sin(t) * u))
        for t in turns
    ]
    return Stroke(points_at_height((*rim, rim[0]), height), Pen.MEASURE, label)


def picture_roles(
    table: Table, parts: Mapping[str, str], hit: Iterable[str] = ()
) -> dict[str, Any]:
    """The roles and the marks of what an answer names: models by their parts, then those that are hit or in the way."""
    roles = assign_roles(table, **parts)
    ids = list(hit)
    roles.update({id: Role.HIT for id in ids if id in roles and id not in parts.values()})
    return {"roles": roles}


def feature_marks(table: Table, ids: Iterable[str], word: str) -> dict[str, str]:
    """The features among some ids, each with a word."""
    features = {feature.id for feature in table.features}
    return {id: word for id in ids if id in features}


def cut_through(model: Fighter, half_width: float) -> tuple[XY, XY]:
    """A cut from west to east through a model."""
    x, y = model.place
    return (x - half_width, y), (x + half_width, y)


def cut_along(points: Sequence[XY], model: Fighter) -> tuple[XY, ...]:
    """A cut along some points; from west to east through a model where they are one point."""
    long = sum(math.dist(a, b) for a, b in pairwise(points))
    return tuple(points) if long > 1e-6 else cut_through(model, 2.0)
