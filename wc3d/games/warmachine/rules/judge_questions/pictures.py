"""Common parts of the pictures: facings, melee ranges, outlines and citations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.geometry.plane.half_disc import HalfDisc
from wc3d.judging.answer_text import format_citations
from wc3d.presentation.evidence_view import XY, XYZ, Stroke, assign_roles
from wc3d.presentation.palette import Pen, Role
from wc3d.table.table import Table

ARC_CORNERS = 48
"""The number of corners of a drawn half circle."""


def cite_rules(table: Table, *rules: str) -> str:
    """Return the citation at the end of a sentence: "(WM-GEO-05)"."""
    return f"({format_citations(table, *rules)})"


def points_at_height(points: Iterable[XY], height: float) -> tuple[XYZ, ...]:
    """Return points of the plane at a height."""
    return tuple((x, y, height) for x, y in points)


def facing_stroke(model: Fighter, label: str = "facing") -> Stroke:
    """Return a line from a model's center to an inch beyond its base, along its facing."""
    (x, y), (u, v), length = model.place, model.facing_vector, model.radius + 1.0
    return Stroke(
        points_at_height(((x, y), (x + length * u, y + length * v)), model.at[2]),
        Pen.MEASURE,
        label,
        is_bold=False,
    )


def arc_stroke(model: Fighter, length: float) -> Stroke:
    """Return the line between a model's front arc and back arc, `length` inches to either side."""
    (x, y), (u, v) = model.place, model.facing_vector
    ends = ((x - length * v, y + length * u), (x + length * v, y - length * u))
    return Stroke(
        points_at_height(ends, model.at[2]), Pen.MEASURE, "front arc / back arc", is_bold=False
    )


def range_stroke(half: HalfDisc, height: float, label: str) -> Stroke:
    """Return the outline of a melee range."""
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
    """Return the roles and marks of the models in `parts`, and of those hit or in the way."""
    roles = assign_roles(table, **parts)
    ids = list(hit)
    roles.update({id: Role.HIT for id in ids if id in roles and id not in parts.values()})
    return {"roles": roles}


def feature_marks(table: Table, ids: Iterable[str], word: str) -> dict[str, str]:
    """Return a mark with a word for each feature among some ids."""
    features = {feature.id for feature in table.features}
    return {id: word for id in ids if id in features}


def cut_through(model: Fighter, half_width: float) -> tuple[XY, XY]:
    """Return a cut from west to east through a model."""
    x, y = model.place
    return (x - half_width, y), (x + half_width, y)


def cut_along(points: Sequence[XY], model: Fighter) -> tuple[XY, ...]:
    """Return a cut along points, or from west to east through the model if they coincide."""
    long = sum(math.dist(a, b) for a, b in pairwise(points))
    return tuple(points) if long > 1e-6 else cut_through(model, 2.0)
