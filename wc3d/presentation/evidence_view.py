"""The evidence for a verdict as lines, volumes, areas and text, in inches.

An `EvidenceView` is made from a question and its verdict, and adds nothing to them. The 3D scene,
the plan and the side cut draw the same view, so they always agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

from shapely import MultiPolygon, Polygon

from wc3d.geometry.solids import Cylinder
from wc3d.geometry.vertical_section import cut_along, segment_parts_inside
from wc3d.presentation.palette import (
    BAD_COLOR,
    GOOD_COLOR,
    PLAIN_COLOR,
    RGB,
    Pen,
    Role,
    is_translucent,
)
from wc3d.table.body import Body
from wc3d.table.table import Table

XY = tuple[float, float]
XYZ = tuple[float, float, float]


@dataclass(frozen=True)
class Stroke:
    """A line in space. `along` are distances along the side cut; if empty, points are projected."""

    points: tuple[XYZ, ...]
    pen: Pen
    label: str = ""
    along: tuple[float, ...] = ()
    is_bold: bool = True


@dataclass(frozen=True)
class Ghost:
    """A volume without a model: the end of a move, or a base in a question."""

    volume: Cylinder
    role: Role
    label: str
    along: float | None = None


@dataclass(frozen=True)
class Circle:
    """A level circle, such as the reach around a base."""

    center: XY
    radius: float
    height: float
    rgb: RGB
    label: str


@dataclass(frozen=True, eq=False)
class Area:
    """A painted part of a level."""

    shape: MultiPolygon | Polygon
    height: float
    rgb: RGB
    label: str
    is_hatched: bool = False


@dataclass(frozen=True, eq=False)
class EvidenceView:
    """The contents of a picture that explains one verdict.

    `is_good` is True for yes, False for no and None for a measurement. `roles` gives the part each
    model plays. `notes` are texts for models and features. `marked_models` maps the ids that
    decide the verdict to a word for their effect. `cut` is the line in plan of the side cut; a
    polyline is unrolled.
    """

    kind: str
    verdict: str
    headline: str
    is_good: bool | None
    rule: str
    facts: tuple[tuple[str, str], ...] = ()
    roles: Mapping[str, Role] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    marked_models: Mapping[str, str] = field(default_factory=dict)
    strokes: tuple[Stroke, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    circles: tuple[Circle, ...] = ()
    areas: tuple[Area, ...] = ()
    hull: tuple[Cylinder, Cylinder] | None = None
    cut: tuple[XY, ...] = ()
    shows_whole_table: bool = False

    @property
    def open_line(self) -> tuple[XYZ, XYZ] | None:
        """The open line of sight that the view proves, or None."""
        points = next((stroke.points for stroke in self.strokes if stroke.pen is Pen.CLEAR), ())
        return (points[0], points[-1]) if points else None

    @property
    def color(self) -> RGB:
        """The color of the verdict."""
        return PLAIN_COLOR if self.is_good is None else (GOOD_COLOR if self.is_good else BAD_COLOR)


def format_place(point: Sequence[float]) -> str:
    """Return a point as text, with two decimals."""
    return "(" + ", ".join(f"{v:.2f}" for v in point) + ")"


def join_ids(ids: Iterable[str]) -> str:
    """Return ids separated by commas, or "none"."""
    return ", ".join(ids) or "none"


def join_display_names(table: Table, ids: Iterable[str]) -> str:
    """Return the display names of models and features separated by commas, or "none"."""
    return join_ids(map(table.display_name, ids))


def path_length(points: Sequence[XY]) -> float:
    """Return the length of a polyline in plan."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def obscured_strokes(table: Table, line: tuple[XYZ, XYZ]) -> tuple[list[Stroke], float]:
    """Return the stretches of a line in woods and smoke, and their total length.

    Features that overlap count once (p. 44).
    """
    (ax, ay, az), (bx, by, bz) = line
    flat = hypot(bx - ax, by - ay)
    pieces = [
        piece for feature in table.features if is_translucent(feature) for piece in feature.pieces
    ]
    if flat < 1e-9 or not pieces:
        return [], 0.0
    area = cut_along(pieces, [(ax, ay), (bx, by)])
    strokes = []
    total = 0.0
    long = hypot(flat, bz - az)
    for low, high in segment_parts_inside(area, (0.0, az), (flat, bz)):
        ends = tuple(
            (ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t) for t in (low, high)
        )
        strokes.append(Stroke(ends, Pen.INSIDE, f'{(high - low) * long:.2f}" inside'))
        total += (high - low) * long
    return strokes, total


def assign_roles(table: Table, **parts: str) -> dict[str, Role]:
    """Return all models' roles. Those not in `parts` are OTHER, or MARKER if not plain."""
    named_roles = {id: Role(role) for role, id in parts.items()}
    rest = {body.id: Role.OTHER if body.is_plain else Role.MARKER for body in table.bodies}
    return {**rest, **named_roles}


def body_center(body: Body) -> XYZ:
    """Return the center of a model's volume."""
    x, y, z = body.at
    return x, y, z + body.height / 2


def line_through_models(a: Body, b: Body) -> tuple[XY, XY]:
    """Return a line in plan through two models, from center to center.

    If one model is directly above the other, the line runs from west to east.
    """
    (ax, ay, _), (bx, by, _) = a.at, b.at
    if hypot(bx - ax, by - ay) < 1e-6:
        return (ax - a.radius, ay), (ax + a.radius, ay)
    return (ax, ay), (bx, by)
