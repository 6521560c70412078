"""The side cut: a vertical section along a line, with one scale for heights and lengths."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import ceil, floor, hypot

import numpy as np
from shapely import LineString, MultiPolygon, Polygon, box, get_parts, union_all

from wc3d.geometry.solids import Plane, Prism
from wc3d.geometry.vertical_section import cut_along, footprint_chord, segment_parts_inside
from wc3d.presentation.evidence_view import XY, EvidenceView, Stroke, path_length
from wc3d.presentation.palette import (
    BAD_COLOR,
    DASHED_PENS,
    FAINT_COLOR,
    INK_COLOR,
    PEN_COLORS,
    RGB,
    ROLE_COLORS,
    ROLE_PINS,
    Pen,
    Role,
    terrain_look,
)
from wc3d.printing.canvas import FIRST_OPTIONAL_LABEL, Bitmap, Canvas, LabelPlacer
from wc3d.printing.mesh_side_cut import file_section, inner_section
from wc3d.printing.plan import darken
from wc3d.table.body import Body
from wc3d.table.table import Table

LEFT_MARGIN_PT, RIGHT_MARGIN_PT, TOP_MARGIN_PT, BOTTOM_MARGIN_PT = 40.0, 14.0, 30.0, 40.0
MAX_SCALE_PT_PER_IN = 64.0
"""The largest scale, in points per inch."""
CUT_OVERHANG_IN = 2.0
"""The length of the cut beyond each end of the line, in inches."""


def extend_path(cut: tuple[XY, ...], by: float = CUT_OVERHANG_IN) -> tuple[XY, ...]:
    """Extend both ends of a polyline straight by `by` inches."""
    first = cut[0]
    second = cut[1]
    second_last = cut[-2]
    last = cut[-1]
    return (_extend(second, first, by), *cut[1:-1], _extend(second_last, last, by))


def _extend(start: XY, end: XY, by: float) -> XY:
    long = hypot(end[0] - start[0], end[1] - start[1])
    return end[0] + (end[0] - start[0]) / long * by, end[1] + (end[1] - start[1]) / long * by


MIN_PANEL_WIDTH_PT = 480.0
"""The smallest width of a side cut in a panel, in points."""
MIN_LABELED_WIDTH_PT = 460.0
"""The smallest width with labels for objects outside the verdict, in points."""
AXIS_STEPS_IN = (1, 2, 3, 6, 12, 24, 60, 120, 300, 600, 1200, 3000, 6000, 12000)
"""The possible steps of an axis, in inches. The first one with enough room is used."""


class SideCutDrawing:
    """A drawing of the section along a view's cut, on a sheet of `width` by `height` points.

    `called` gives display names of models. Narrow sheets label only the objects that matter.
    """

    def __init__(
        self,
        table: Table,
        evidence: EvidenceView,
        width: float,
        height: float,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.table = table
        self.evidence_view = evidence
        self.display_names = called or {}
        self.sheet = Canvas(width, height, (238, 235, 228))
        self.path = _remove_repeats(evidence.cut)
        self.length = path_length(self.path)
        self.extended_path = extend_path(self.path)
        self.sections = {f.id: cut_along(f.pieces, self.extended_path) for f in table.features}
        self.bodies = {b.id: self._body_section(b) for b in table.bodies}
        self._inner: dict[str, MultiPolygon] = {}
        self._fit()
        self.labels = LabelPlacer(
            self.sheet,
            [
                (0, 0, width, TOP_MARGIN_PT - 6),
                (0, height - BOTTOM_MARGIN_PT + 2, width, height),
                (0, 0, LEFT_MARGIN_PT, height),
            ],
        )

    def _body_section(self, body: Body) -> MultiPolygon:
        return cut_along([body.volume], self.extended_path)

    def _fit(self) -> None:
        tops = [2.0] + [
            shape.bounds[3]
            for shape in (*self.sections.values(), *self.bodies.values())
            if not shape.is_empty
        ]
        tops += [p[2] for stroke in self.evidence_view.strokes for p in stroke.points] + [
            g.volume.high for g in self.evidence_view.ghosts
        ]
        lows = [0.0] + [p[2] for stroke in self.evidence_view.strokes for p in stroke.points]
        self.high, self.low = max(tops) + 0.6, min(lows) - 0.35
        wide = self.sheet.width - LEFT_MARGIN_PT - RIGHT_MARGIN_PT
        tall = self.sheet.height - TOP_MARGIN_PT - BOTTOM_MARGIN_PT
        self.scale = min(
            wide / (self.length + 2 * CUT_OVERHANG_IN),
            tall / (self.high - self.low),
            MAX_SCALE_PT_PER_IN,
        )
        spare = wide / self.scale - self.length
        self.start = -spare / 2
        if spare > 2 * CUT_OVERHANG_IN:
            self.extended_path = extend_path(self.path, spare / 2)
            self.sections = {
                f.id: cut_along(f.pieces, self.extended_path) for f in self.table.features
            }
            self.bodies = {b.id: self._body_section(b) for b in self.table.bodies}
        self.end = self.start + wide / self.scale
        self.ground = self.sheet.height - BOTTOM_MARGIN_PT + self.low * self.scale

    def to_sheet(self, along: float, height: float) -> XY:
        """Return a point in sheet coordinates. `along` counts from the start of the line."""
        return LEFT_MARGIN_PT + (along - self.start) * self.scale, self.ground - height * self.scale

    def _place_section(self, along: float, height: float) -> XY:
        return self.to_sheet(along + self.start, height)

    def draw(self) -> Canvas:
        """Return the finished sheet."""
        self._draw_scales()
        for feature in self.table.features:
            self._draw_feature(feature.id)
        if self.evidence_view.hull is not None:
            self._draw_hull()
        for body in self.table.bodies:
            self._draw_body(body)
        self._draw_ghosts()
        for stroke in self.evidence_view.strokes:
            self._draw_stroke(stroke)
        self._draw_areas()
        self._draw_frame()
        if self.sheet.width < MIN_LABELED_WIDTH_PT:
            self.labels.requests = [
                label for label in self.labels.requests if label[0] < FIRST_OPTIONAL_LABEL
            ]
        self.labels.draw_labels()
        return self.sheet

    def _bends(self) -> list[float]:
        distance = 0.0
        bends = []
        for a, b, c in zip(self.path, self.path[1:], self.path[2:], strict=False):
            distance += hypot(b[0] - a[0], b[1] - a[1])
            if abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1e-6:
                bends.append(distance)
        return bends

    def _draw_scales(self) -> None:
        left, right = LEFT_MARGIN_PT, self.sheet.width - RIGHT_MARGIN_PT
        self.sheet.fill(
            [
                (left, TOP_MARGIN_PT),
                (right, TOP_MARGIN_PT),
                (right, self.ground),
                (left, self.ground),
            ],
            (250, 248, 243),
        )
        for k in range(0, floor(self.high) + 1):
            y = self.to_sheet(0, k)[1]
            if y > TOP_MARGIN_PT:
                self.sheet.line([(left, y), (right, y)], (222, 218, 206), 0.8)
        step = next(k for k in AXIS_STEPS_IN if k * self.scale >= 4)
        for k in range(-(-ceil(self.start) // step) * step, floor(self.end) + 1, step):
            x = self.to_sheet(k, 0)[0]
            self.sheet.line([(x, TOP_MARGIN_PT), (x, self.ground)], (236, 232, 224), 0.6)
        low = self.sheet.height - BOTTOM_MARGIN_PT + 4
        for a, b in self._table_spans():
            self.sheet.fill(
                [(a, self.ground), (b, self.ground), (b, low), (a, low)], (150, 136, 112)
            )
            self.sheet.line([(a, self.ground), (b, self.ground)], (84, 68, 46), 2.0)

    def _table_spans(self) -> list[tuple[float, float]]:
        """Return the spans on the sheet where the cut is over the table."""
        width, depth = self.table.size
        top = Prism(
            np.array([(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)]),
            Plane(0.0),
            Plane(0.0),
        )
        distance = 0.0
        spans = []
        for start, end in pairwise(self.extended_path):
            interval = footprint_chord(top, start, end)
            if interval is not None:
                a, b = (self._place_section(distance + s, 0.0)[0] for s in interval)
                spans.append((max(a, LEFT_MARGIN_PT), min(b, self.sheet.width - RIGHT_MARGIN_PT)))
            distance += hypot(end[0] - start[0], end[1] - start[1])
        return spans

    def _draw_feature(self, id: str) -> None:
        feature = self.table.feature(id)
        shape = self.sections[id]
        if shape.is_empty:
            self._draw_flat(id)
            return
        look = terrain_look(feature)
        marked = self.evidence_view.marked_models.get(id)
        deciding = marked is not None and marked != "intervening"
        fill = (
            (*look.paper, 150)
            if feature.kind.obscuring and not feature.blocks_sight
            else look.paper
        )
        if feature.meshes:
            self.sheet.area(
                shape, self._place_section, (*look.paper, 70), look.ink, width=0.5, dash=(3, 3)
            )
        solid = self._certain_section(id)
        self.sheet.area(
            solid,
            self._place_section,
            fill,
            None if feature.meshes else look.ink,
            pattern=look.pattern,
        )
        if marked:
            ink = BAD_COLOR if deciding else look.ink
            self.sheet.area(
                solid, self._place_section, (*BAD_COLOR, 36) if deciding else None, ink, width=3.0
            )
        for mesh in feature.meshes:
            for a, b in file_section(mesh, self.extended_path).tolist():
                self.sheet.line(
                    [self._place_section(*a), self._place_section(*b)], darken(look.ink, 0.5), 1.3
                )
        for part in _topmost_parts(shape):
            x0, _, x1, top = part.bounds
            at = self._place_section((x0 + x1) / 2, top)
            words = f'{feature.name or id} {top:.3g}"' + (f": {marked}" if marked else "")
            self.labels.request_label(
                (at[0], at[1] + 4),
                words,
                BAD_COLOR if deciding else look.ink,
                first=2 if marked else 6,
                size=11.5,
            )

    def _certain_section(self, id: str) -> MultiPolygon:
        """Return the certainly solid section: for a mesh, that of its inner solid."""
        feature = self.table.feature(id)
        if not feature.meshes:
            return self.sections[id]
        if id not in self._inner:
            parts = [
                cut_along(feature.solid_pieces, self.extended_path),
                *(inner_section(m, self.extended_path) for m in feature.meshes),
            ]
            whole = union_all(parts)
            self._inner[id] = MultiPolygon(
                [p for p in get_parts(whole).tolist() if isinstance(p, Polygon) and not p.is_empty]
            )
        return self._inner[id]

    def _draw_flat(self, id: str) -> None:
        """Draw flat ground as a band just above the surface."""
        feature = self.table.feature(id)
        distance = 0.0
        look = terrain_look(feature)
        for start, end in pairwise(self.extended_path):
            for piece in feature.pieces:
                interval = footprint_chord(piece, start, end)
                if interval is not None:
                    a, b = (self._place_section(distance + s, piece.high) for s in interval)
                    self.sheet.fill([a, b, (b[0], b[1] + 6), (a[0], a[1] + 6)], look.ink)
                    self.labels.request_label(
                        ((a[0] + b[0]) / 2, a[1] + 4),
                        f"{feature.name or id} (flat)",
                        look.ink,
                        first=7,
                        size=11,
                    )
            distance += hypot(end[0] - start[0], end[1] - start[1])

    def _draw_hull(self) -> None:
        assert self.evidence_view.hull is not None
        a, b = self.evidence_view.hull
        length = self.length
        between = box(-a.radius, a.low, a.radius, a.high).union(
            box(length - b.radius, b.low, length + b.radius, b.high)
        )
        self.sheet.area(
            between.convex_hull,
            self.to_sheet,
            (*PEN_COLORS[Pen.MEASURE], 60),
            (170, 130, 20),
            width=1.6,
        )
        for circle in self.evidence_view.circles:
            for s in (self.length - circle.radius, self.length + circle.radius):
                self.sheet.line(
                    [self.to_sheet(s, circle.height), self.to_sheet(s, circle.height + 1.2)],
                    circle.rgb,
                    1.6,
                    (5, 3),
                )

    def _draw_body(self, body: Body) -> None:
        shape = self.bodies[body.id]
        if shape.is_empty:
            return
        role = self.evidence_view.roles.get(body.id, Role.OTHER)
        rgb = ROLE_COLORS[role]
        self.sheet.area(
            shape,
            self._place_section,
            (*rgb, 90),
            darken(rgb),
            width=1.6,
            dash=None if role in ROLE_PINS else (5, 3),
        )
        x0, low, x1, top = shape.geoms[0].bounds
        base = ((x0, low), (x1, low), (x1, low + 0.1), (x0, low + 0.1))
        self.sheet.fill([self._place_section(s, z) for s, z in base], darken(rgb))
        note = self.evidence_view.notes.get(body.id)
        at = self._place_section((x0 + x1) / 2, top)
        words = f'{self.display_names.get(body.id, body.id)}{f" ({note})" if note else ""} {low:.3g}–{top:.4g}"'
        is_prominent = role in ROLE_PINS or note is not None
        self.labels.request_label(
            (at[0], at[1] + 3),
            words,
            darken(rgb),
            solid=is_prominent,
            first=1 if is_prominent else 7,
            size=11.5,
        )

    def _draw_ghosts(self) -> None:
        for ghost in self.evidence_view.ghosts:
            if ghost.along is None:
                continue
            v = ghost.volume
            rgb = ROLE_COLORS[ghost.role]
            shape = box(ghost.along - v.radius, v.low, ghost.along + v.radius, v.high)
            self.sheet.area(shape, self.to_sheet, (*rgb, 60), darken(rgb), width=1.8)
            if ghost.role is Role.HIT:
                self.sheet.cross(
                    self.to_sheet(ghost.along, (v.low + v.high) / 2), 9, darken(rgb), 2
                )
            at = self.to_sheet(ghost.along, v.high)
            self.labels.request_label(
                (at[0], at[1] + 3),
                f'{ghost.label}, {v.low:.3g}–{v.high:.4g}"',
                darken(rgb),
                first=2,
                size=11.5,
            )

    def stroke_in_cut(self, stroke: Stroke) -> list[XY]:
        """Return a stroke's points in the cut as (distance, height)."""
        if stroke.along:
            return [(s, p[2]) for s, p in zip(stroke.along, stroke.points, strict=True)]
        (ax, ay), (bx, by) = self.path[0], self.path[1]
        long = hypot(bx - ax, by - ay)
        return [
            (((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, z) for x, y, z in stroke.points
        ]

    def _is_in_cut_plane(self, stroke: Stroke) -> bool:
        """Return whether the stroke is in the plane of the cut. Unrolled strokes are."""
        (ax, ay), (bx, by) = self.path[0], self.path[1]
        long = hypot(bx - ax, by - ay)
        return bool(stroke.along) or all(
            abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / long < 0.05
            for x, y, _ in stroke.points
        )

    def _draw_stroke(self, stroke: Stroke) -> None:
        if not self._is_in_cut_plane(stroke):
            return
        cut = self.stroke_in_cut(stroke)
        points = [self.to_sheet(*p) for p in cut]
        self.labels.avoid_line(points)
        rgb = PEN_COLORS[stroke.pen]
        if not stroke.is_bold:
            self.sheet.line(points, (*darken(rgb, 0.8), 150), 1.1, (4, 4))
            if stroke.pen is not Pen.BLOCKED:
                self._draw_stroke_label(points, stroke, rgb)
            return
        wide = 5.0 if stroke.pen is Pen.INSIDE else 2.4
        self.sheet.line(points, (255, 255, 255, 190), wide + 2.4)
        self.sheet.line(
            points, darken(rgb, 0.8), wide, (10, 6) if stroke.pen in DASHED_PENS else None
        )
        for at in (points[0], points[-1]):
            self.sheet.disc(at, 3, fill=darken(rgb, 0.7))
        if stroke.pen in (Pen.PATH, Pen.SPRAY, Pen.REFUSED, Pen.FALL):
            self.sheet.arrow(points[-2], points[-1], darken(rgb, 0.8))
        if stroke.pen is Pen.BLOCKED:
            self._draw_crossings(cut[0], cut[-1])
        self._draw_stroke_label(points, stroke, rgb)

    def _draw_stroke_label(self, points: list[XY], stroke: Stroke, rgb: RGB) -> None:
        k = max(1, len(points) // 2)
        middle = ((points[k - 1][0] + points[k][0]) / 2, (points[k - 1][1] + points[k][1]) / 2)
        self.labels.request_label(middle, stroke.label, darken(rgb, 0.6), first=3, size=12)

    def _draw_crossings(self, start: XY, end: XY) -> None:
        """Draw the parts of the line inside blocking terrain: thick, with a cross at each entry."""
        shift = -self.start
        for id in self.evidence_view.marked_models:
            area = self._certain_section(id) if id in self.sections else MultiPolygon()
            if area.is_empty:
                continue
            for low, high in segment_parts_inside(
                area, (start[0] + shift, start[1]), (end[0] + shift, end[1])
            ):
                ends = [
                    (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
                    for t in (low, high)
                ]
                spots = [self.to_sheet(*p) for p in ends]
                self.sheet.line(spots, BAD_COLOR, 4.0)
                self.sheet.cross(spots[0], 7, BAD_COLOR, 2.6)

    def _draw_areas(self) -> None:
        """Draw the areas of sight under the cut as bands on their levels."""
        for area in self.evidence_view.areas:
            segments = LineString(self.extended_path).intersection(area.shape)
            for part in getattr(segments, "geoms", [segments]):
                if part.geom_type == "LineString" and not part.is_empty:
                    first = self.extended_path[0]
                    s = [hypot(x - first[0], y - first[1]) for x, y in part.coords]
                    a = self._place_section(s[0], area.height)
                    b = self._place_section(s[-1], area.height)
                    self.sheet.fill([a, b, (b[0], b[1] - 5), (a[0], a[1] - 5)], area.rgb)

    def _draw_frame(self) -> None:
        sheet = self.sheet
        low = self.sheet.height - BOTTOM_MARGIN_PT + 4
        paper = (238, 235, 228)
        sheet.fill(
            [(0, 0), (LEFT_MARGIN_PT, 0), (LEFT_MARGIN_PT, sheet.height), (0, sheet.height)], paper
        )
        right = sheet.width - RIGHT_MARGIN_PT
        sheet.fill(
            [(right, 0), (sheet.width, 0), (sheet.width, sheet.height), (right, sheet.height)],
            paper,
        )
        sheet.fill(
            [(0, low), (sheet.width, low), (sheet.width, sheet.height), (0, sheet.height)], paper
        )
        sheet.fill(
            [(0, 0), (sheet.width, 0), (sheet.width, TOP_MARGIN_PT - 4), (0, TOP_MARGIN_PT - 4)],
            paper,
        )
        sheet.text((10, 7), "SIDE CUT", 12.5, INK_COLOR, True)
        words = "along the line from A to B, in inches, heights and lengths to scale"
        if self._bends():
            words = "unrolled along the path from A to B, in inches, to scale"
        if any(not self.sections[f.id].is_empty for f in self.table.features if f.meshes):
            words = "from A to B, in inches, to scale. Meshes: line = file, dark = blocks sight, pale = blocks movement"
        sheet.text(
            (76, 7),
            words if sheet.width >= MIN_LABELED_WIDTH_PT else "from A to B, in inches",
            12,
            FAINT_COLOR,
        )
        step = next(k for k in AXIS_STEPS_IN if k * self.scale >= 13)
        for k in range(0, floor(self.high) + 1, step):
            y = self.to_sheet(0, k)[1]
            if y > TOP_MARGIN_PT:
                sheet.text((LEFT_MARGIN_PT - 6, y), f'{k}"', 11, FAINT_COLOR, anchor="rm")
        step = next(k for k in AXIS_STEPS_IN if k * self.scale >= 22)
        for k in range(ceil(self.start), floor(self.end) + 1):
            if k % step == 0:
                sheet.text((self.to_sheet(k, 0)[0], low + 3), f"{k}", 11, FAINT_COLOR, anchor="ma")
        for name, s in (("A", 0.0), ("B", self.length)):
            x = self.to_sheet(s, 0)[0]
            sheet.disc((x, low + 24), 8, fill=(255, 255, 255), edge=INK_COLOR, width=1.0)
            sheet.text((x, low + 24), name, 11, INK_COLOR, True, "mm")
        for distance in self._bends():
            x = self.to_sheet(distance, 0)[0]
            sheet.line([(x, TOP_MARGIN_PT), (x, self.ground)], (*INK_COLOR, 110), 1.0, (2, 4))
            sheet.text((x, low + 18), "corner", 10.5, FAINT_COLOR, anchor="ma")


def _topmost_parts(section: MultiPolygon) -> list[Polygon]:
    """Return the parts of a section that have no other part above them."""
    parts = sorted(section.geoms, key=lambda part: -part.bounds[3])
    topmost: list[Polygon] = []
    for part in parts:
        low, _, high, _ = part.bounds
        if not any(low < other.bounds[2] and other.bounds[0] < high for other in topmost):
            topmost.append(part)
    return topmost


def _remove_repeats(cut: tuple[XY, ...]) -> tuple[XY, ...]:
    """Return the polyline without repeated points."""
    points = [cut[0]]
    for point in cut[1:]:
        if hypot(point[0] - points[-1][0], point[1] - points[-1][1]) > 1e-6:
            points.append(point)
    if len(points) == 1:
        points.append((points[0][0] + 1.0, points[0][1]))
    return tuple(points)


def draw_side_cut(
    table: Table,
    evidence: EvidenceView,
    wide: float,
    high: float,
    scale: float = 1.0,
    called: Mapping[str, str] | None = None,
) -> Bitmap | None:
    """Return the side cut of a view, or None if the view has no cut line.

    The size is up to `wide` by `high` points, with `scale` pixels per point.
    """
    if len(evidence.cut) < 2 or evidence.shows_whole_table:
        return None
    cut = SideCutDrawing(table, evidence, wide, high, called)
    needed_width = max(
        MIN_PANEL_WIDTH_PT,
        LEFT_MARGIN_PT + RIGHT_MARGIN_PT + (cut.length + 4 * CUT_OVERHANG_IN) * cut.scale,
    )
    return (
        (
            cut
            if needed_width >= wide
            else SideCutDrawing(table, evidence, needed_width, high, called)
        )
        .draw()
        .to_bitmap(scale)
    )
