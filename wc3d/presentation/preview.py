"""Previews: the effect of an action before the player chooses it.

A preview has marks on the board, signs, facts and a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any

from wc3d.engine.actions import Action
from wc3d.geometry.solids import Cylinder
from wc3d.presentation.evidence_view import (
    XY,
    XYZ,
    Area,
    Circle,
    EvidenceView,
    Ghost,
    Stroke,
    assign_roles,
)
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.palette import RGB, Role
from wc3d.table.body import Body
from wc3d.table.table import Table

FactRows = tuple[tuple[str, str], ...]

YES_COLOR: RGB = (96, 214, 140)
NO_COLOR: RGB = (255, 120, 104)
MAYBE_COLOR: RGB = (246, 190, 72)
NEUTRAL_COLOR: RGB = (150, 160, 170)
"""The color of a neutral sign. Each sign also has a text."""


@dataclass(frozen=True)
class FloatingTag:
    """A small sign at a point in space. Its shape has the same meaning as its color.

    Pages join the sign with its `target` by a line.
    """

    at: XYZ
    words: str
    rgb: RGB = (150, 200, 230)
    is_bold: bool = False
    target: XYZ | None = None


@dataclass(frozen=True, eq=False)
class Preview:
    """The effect of an action that the player considers.

    `legal` is None if the rules do not restrict it. `action` carries it out; None if that is not
    possible now. `verdict` is the result that the preview was made from (a Verdict, a Spray, a
    Blast, a Slam, ...).
    """

    kind: str
    legal: bool | None
    words: str
    marks: EvidenceView
    tags: tuple[FloatingTag, ...] = ()
    facts: FactRows = ()
    action: Action | None = None
    verdict: Any = None


def make_preview(
    table: Table,
    kind: str,
    legal: bool | None,
    words: str,
    *,
    badge: str = "",
    rule: str = "",
    facts: FactRows = (),
    tags: Sequence[FloatingTag] = (),
    roles: Mapping[str, Role] | None = None,
    strokes: Iterable[Stroke] = (),
    ghosts: Iterable[Ghost] = (),
    circles: Iterable[Circle] = (),
    areas: Iterable[Area] = (),
    notes: Mapping[str, str] | None = None,
    marked: Mapping[str, str] | None = None,
    hull: tuple[Cylinder, Cylinder] | None = None,
    cut: Sequence[XY] = (),
    action: Action | None = None,
    verdict: Any = None,
) -> Preview:
    """Return a preview. `badge` is the verdict in a word or two; `rule` is its source."""
    feature_ids = {f.id for f in table.features}
    marks = EvidenceView(
        kind=kind,
        verdict=badge or {True: "LEGAL", False: "NOT LEGAL", None: kind.upper()}[legal],
        headline=words,
        is_good=legal,
        rule=rule,
        facts=facts,
        roles={**assign_roles(table), **(roles or {})},
        notes=notes or {},
        marked_models={id: word for id, word in (marked or {}).items() if id in feature_ids},
        strokes=tuple(strokes),
        ghosts=tuple(ghosts),
        circles=tuple(circles),
        areas=tuple(areas),
        hull=hull,
        cut=tuple(cut),
    )
    return Preview(kind, legal, words, marks, tuple(tags), facts, action, verdict)


def point_above_model(body: Body, clearance: float = 0.25) -> XYZ:
    """Return a point `clearance` inches above a model."""
    x, y, z = body.at
    return x, y, z + body.height + clearance


def track_midpoint(points: Sequence[XYZ]) -> XYZ:
    """Return the point halfway along a track."""
    lengths = [dist(a, b) for a, b in pairwise(points)]
    half = sum(lengths) / 2
    for (a, b), long in zip(pairwise(points), lengths, strict=True):
        if long >= half and long > 0:
            x, y, z = (p + (q - p) * half / long for p, q in zip(a, b, strict=True))
            return x, y, z
        half -= long
    return points[-1]


def format_rounded_inches(value: float) -> str:
    """Return inches with one decimal, or with two if one decimal would show 0."""
    return format_inches(value, decimals=1, finer_below=0.095, finer=2)


def format_percent(chance: float) -> str:
    """Return a chance in percent. It shows 0% or 100% only for an exact 0 or 1."""
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 < chance < 1 - 1e-12:
        return ">99%"
    return f"{chance:.0%}"
