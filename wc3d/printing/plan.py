"""The plan: the table from above, north up and to scale, with the marks of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, cos, floor, radians, sin

import numpy as np
from shapely import Point, Polygon

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.display_values import BoardMarker, CloudMark
from wc3d.presentation.evidence_view import EvidenceView, Stroke
from wc3d.presentation.palette import (
    BAD_COLOR,
    DASHED_PENS,
    FAINT_COLOR,
    INK_COLOR,
    PEN_COLORS,
    RGB,
    ROLE_COLORS,
    ROLE_PINS,
    Livery,
    Pen,
    Role,
    terrain_look,
)
from wc3d.printing.canvas import XY, Box, Canvas, LabelPlacer
from wc3d.scene.picture_composition import evidence_volumes
from wc3d.scene.terrain_meshes import crease_edges, footprint, make_feature_mesh, plan_outline
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.table import Table

SCALE_MARGIN_PT = 26.0
"""Room for the scale's numbers on the left and at the bottom, in points."""


def evidence_box(table: Table, evidence: EvidenceView, pad: float = 2.5) -> Box:
    """Return the part of the table that a view is about: lowest and highest corner, in inches."""
    if evidence.shows_whole_table:
        return 0.0, 0.0, table.size[0], table.size[1]
    points: list[XY] = list(evidence.cut)
    for stroke in evidence.strokes:
        points += [(p[0], p[1]) for p in stroke.points]
    boxes = [volume.box for volume in evidence_volumes(table, evidence)] + [
        (x, y, x, y) for x, y in points
    ]
    boxes += [Cylinder(circle.center, circle.radius, 0.0, 0.0).box for circle in evidence.circles]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    return x0 - pad, y0 - pad, x1 + pad, y1 + pad


class PlanDrawing:
    """A drawing of the table on a sheet of `width` by `height` points.

    `liveries` distinguish the sides of a game. `markers` are its objectives.
    """

    def __init__(
        self,
        table: Table,
        evidence: EvidenceView | None,
        width: float,
        height: float,
        liveries: Mapping[str, Livery] | None = None,
        markers: Sequence[BoardMarker] = (),
        clouds: Sequence[CloudMark] = (),
    ) -> None:
        self.table = table
        self.evidence_view = evidence
        self.liveries = liveries or {}
        self.markers = markers
        self.clouds = clouds
        self.sheet = Canvas(width, height, (238, 235, 228))
        box = evidence_box(table, evidence) if evidence else (0.0, 0.0, *table.size)
        self._fit(box)
        self.labels = LabelPlacer(
            self.sheet,
            [
                (0, 0, width, 22),
                (0, height - SCALE_MARGIN_PT, width, height),
                (0, 0, SCALE_MARGIN_PT, height),
            ],
        )

    def _fit(self, box: Box) -> None:
        wide = self.sheet.width - SCALE_MARGIN_PT - 8
        high = self.sheet.height - SCALE_MARGIN_PT - 28
        x0, y0, x1, y1 = box
        across = max(x1 - x0, 10.0)
        view_height = max(y1 - y0, 10.0)
        across, view_height = (
            max(across, view_height * wide / high),
            max(view_height, across * high / wide),
        )
        whole = max(self.table.size[0] + 1, (self.table.size[1] + 1) * wide / high)
        if across > 0.75 * whole:
            across = whole
            view_height = whole * high / wide
            x0, y0, x1, y1 = 0, 0, *self.table.size
        middle_x = _clamp_middle((x0 + x1) / 2, across, self.table.size[0])
        middle_y = _clamp_middle((y0 + y1) / 2, view_height, self.table.size[1])
        self.scale = wide / across
        self.west = middle_x - across / 2
        self.south = middle_y - view_height / 2
        self.east = middle_x + across / 2
        self.north = middle_y + view_height / 2

    def to_sheet(self, x: float, y: float) -> XY:
        """Return a point of the table in sheet coordinates."""
        return SCALE_MARGIN_PT + (x - self.west) * self.scale, 28 + (self.north - y) * self.scale

    def draw(self) -> Canvas:
        """Return the finished sheet."""
        self._draw_ground()
        for feature in sorted(self.table.features, key=lambda f: f.high if f.pieces else 0):
            if feature.pieces:
                self._draw_feature(feature)
        self._draw_ladders()
        if self.evidence_view is not None:
            self._draw_underlay(self.evidence_view)
        for marker in self.markers:
            self._draw_marker(marker)
        for cloud in self.clouds:
            self._draw_cloud(cloud)
        for body in sorted(self.table.bodies, key=lambda b: b.at[2]):
            self._draw_body(body)
        if self.evidence_view is not None:
            self._draw_overlay(self.evidence_view)
        self._draw_frame()
        self.labels.draw_labels()
        return self.sheet

    def _draw_ground(self) -> None:
        width, depth = self.table.size
        corners = [self.to_sheet(*p) for p in ((0, 0), (width, 0), (width, depth), (0, depth))]
        self.sheet.fill(corners, (250, 248, 243))
        for axis, low, high, limit in (
            (0, self.west, self.east, width),
            (1, self.south, self.north, depth),
        ):
            for k in range(max(0, ceil(low)), min(floor(limit), floor(high)) + 1):
                cross_length = self.table.size[1 - axis]
                ends = [(k, 0.0), (k, cross_length)] if axis == 0 else [(0.0, k), (cross_length, k)]
                strong = k % 6 == 0
                if strong or self.scale > 9:
                    shade = (206, 200, 186) if strong else (230, 226, 216)
                    self.sheet.line(
                        [self.to_sheet(*p) for p in ends], shade, 1.0 if strong else 0.6
                    )
        self.sheet.line([*corners, corners[0]], (90, 70, 50), 3.0)

    @property
    def _has_areas(self) -> bool:
        """Return whether the view paints areas, which the names of terrain would hide."""
        return self.evidence_view is not None and bool(self.evidence_view.areas)

    def _draw_feature(self, feature: Feature) -> None:
        look = terrain_look(feature)
        shape = plan_outline(feature.pieces)
        marked = self.evidence_view.marked_models.get(feature.id) if self.evidence_view else None
        self.sheet.area(shape, self.to_sheet, (*look.paper, 225), look.ink, pattern=look.pattern)
        self._draw_inner_edges(feature, look.ink)
        deciding = marked is not None and marked != "intervening"
        if marked:
            self.sheet.area(
                shape,
                self.to_sheet,
                (*BAD_COLOR, 40) if deciding else None,
                BAD_COLOR if deciding else look.ink,
                width=3.0,
            )
        spot = shape.representative_point()
        words = feature.name or feature.id
        heights = (
            f'{round(feature.low, 2) + 0.0:g}–{feature.high:.3g}"'
            if feature.high > feature.low
            else "flat"
        )
        words = f"{words} {heights}" + (f": {marked}" if marked else "")
        if (marked or not self._has_areas) and feature.id not in {
            marker.id for marker in self.markers
        }:
            self._request_label(
                (spot.x, spot.y), words, BAD_COLOR if deciding else look.ink, 2 if marked else 6
            )

    def _draw_inner_edges(self, feature: Feature, ink: RGB) -> None:
        """Draw the steps, floors and parapets within a feature."""
        edges = crease_edges(make_feature_mesh(feature).body)
        edges = (
            edges[np.hypot(*(edges[:, 1] - edges[:, 0])[:, :2].T) > 0.05] if len(edges) else edges
        )
        for a, b in edges[:4000]:
            self.sheet.line([self.to_sheet(a[0], a[1]), self.to_sheet(b[0], b[1])], (*ink, 90), 0.8)

    def _request_label(
        self, at: XY, words: str, color: tuple[int, int, int], first: int, solid: bool = False
    ) -> None:
        x, y = self.to_sheet(*at)
        if self._is_on_sheet((x, y)):
            self.labels.request_label((x, y), words, color, first=first, solid=solid, size=11.5)

    def _is_on_sheet(self, at: XY, radius: float = 0.0) -> bool:
        """Return whether a disc of the sheet reaches inside the scales at its edges."""
        x, y = at
        low = self.sheet.height - SCALE_MARGIN_PT
        return (
            x + radius > SCALE_MARGIN_PT
            and x - radius < self.sheet.width
            and y + radius > 0
            and y - radius < low
        )

    def _draw_ladders(self) -> None:
        for ladder in self.table.ladders:
            x, y = self.to_sheet(*ladder.at)
            for dx in (-4, 4):
                self.sheet.line([(x + dx, y - 8), (x + dx, y + 8)], (150, 104, 30), 1.6)
            for dy in (-5, 0, 5):
                self.sheet.line([(x - 4, y + dy), (x + 4, y + dy)], (150, 104, 30), 1.6)
            if not self._has_areas:
                self._request_label(
                    ladder.at, f'ladder {ladder.bottom:g}–{ladder.top:g}"', (150, 104, 30), 7
                )

    def _draw_underlay(self, evidence: EvidenceView) -> None:
        for area in evidence.areas:
            self.sheet.area(
                area.shape,
                self.to_sheet,
                (*area.rgb, 110),
                area.rgb,
                width=1.2,
                dash=(5, 3) if area.is_hatched else None,
            )
            if not area.shape.is_empty:
                spot = area.shape.representative_point()
                self._request_label((spot.x, spot.y), area.label, INK_COLOR, 3)
        if evidence.hull is not None:
            a, b = evidence.hull
            between = _disc(a).union(_disc(b)).convex_hull
            self.sheet.area(
                between, self.to_sheet, (*PEN_COLORS[Pen.MEASURE], 60), (170, 130, 20), width=1.6
            )
        for circle in evidence.circles:
            self._draw_circle(circle.center, circle.radius, circle.rgb)
            self._request_label(
                (circle.center[0], circle.center[1] + circle.radius), circle.label, circle.rgb, 4
            )

    def _draw_circle(self, center: XY, radius: float, rgb: tuple[int, int, int]) -> None:
        turn = np.linspace(0, 2 * np.pi, 97)
        ring = [
            self.to_sheet(center[0] + radius * np.cos(t), center[1] + radius * np.sin(t))
            for t in turn
        ]
        self.sheet.line(ring, rgb, 1.8, (7, 4))

    def _draw_marker(self, marker: BoardMarker) -> None:
        """Draw an objective's ring: solid for side 1, dashed for side 2, dotted for neither."""
        turn = np.linspace(0, 2 * np.pi, 49)
        x, y, _ = marker.foot
        ring = [self.to_sheet(x + 0.6 * np.cos(t), y + 0.6 * np.sin(t)) for t in turn]
        self.sheet.line(
            ring,
            darken(marker.rgb, 0.7),
            2.4,
            {0: (1.5, 3.0), 1: None, 2: (6.0, 4.0)}[marker.owner],
        )
        words = marker.name + (f", {marker.worth}" if marker.worth else "")
        self.labels.request_label(
            self.to_sheet(x, y), words, darken(marker.rgb, 0.5), first=5, size=11.5
        )

    def _draw_side_base(self, body: Body, at: XY, r: float) -> None:
        """Draw a base in its side's style: dark with a light ring, or pale with a notched ring."""
        livery = self.liveries[body.id]
        if livery.side != 2:
            self.sheet.disc(at, r, fill=darken(livery.rgb, 0.55), edge=INK_COLOR, width=1.2)
            self.sheet.disc(at, r * 0.68, edge=(255, 255, 255), width=1.6)
            return
        self.sheet.disc(at, r, fill=(246, 242, 230), edge=INK_COLOR, width=1.2)
        for k in range(6):
            turn = np.linspace(k * np.pi / 3, (k + 0.6) * np.pi / 3, 6)
            arc = [(at[0] + r * 0.72 * np.cos(t), at[1] + r * 0.72 * np.sin(t)) for t in turn]
            self.sheet.line(arc, darken(livery.rgb, 0.8), 3.0)

    def _draw_cloud(self, cloud: CloudMark) -> None:
        """Draw a cloud as a disc. A harmful cloud has a second rim and a cross."""
        at = self.to_sheet(*cloud.center)
        r = cloud.radius * self.scale
        edge = darken(cloud.rgb)
        self.sheet.disc(at, r, fill=(*cloud.rgb, 90), edge=edge, width=1.6)
        if cloud.is_harmful:
            self.sheet.disc(at, r * 0.88, edge=edge, width=1.0)
            self.sheet.cross(at, r * 0.3, edge, 1.4)
        self._request_label(cloud.center, cloud.short, edge, 4)

    def _draw_facing(self, body: Body) -> None:
        """Draw a model's facing, if any: a pointer at its front and ticks at its arcs."""
        if body.facing is None:
            return
        (x, y), r = body.at[:2], body.radius

        def spot(distance: float, angle: float) -> XY:
            turn = radians(body.facing + angle) if body.facing is not None else 0.0
            return self.to_sheet(x + distance * cos(turn), y + distance * sin(turn))

        self.sheet.line([spot(r, 30.0), spot(r * 1.55, 0.0), spot(r, -30.0)], INK_COLOR, 1.6)
        for side in (90.0, -90.0):
            self.sheet.line([spot(r * 0.8, side), spot(r * 1.25, side)], INK_COLOR, 1.2)

    def _draw_body(self, body: Body) -> None:
        role = (
            self.evidence_view.roles.get(body.id, Role.OTHER)
            if self.evidence_view
            else (Role.FROM if body.is_plain else Role.MARKER)
        )
        rgb = ROLE_COLORS[role]
        at = self.to_sheet(*body.at[:2])
        r = body.radius * self.scale
        if body.id in self.liveries and (self.evidence_view is None or role not in ROLE_PINS):
            self._draw_side_base(body, at, r)
        else:
            self.sheet.disc(at, r, fill=(*rgb, 150), edge=darken(rgb), width=1.8)
        sign = ROLE_PINS.get(role) if self.evidence_view else None
        if sign == "target":
            self.sheet.disc(at, r * 0.55, edge=darken(rgb), width=1.4)
        elif sign == "cross":
            self.sheet.cross(at, r * 0.45, darken(rgb), 1.6)
        elif not body.is_plain:
            self.sheet.disc(at, r * 0.5, fill=darken(rgb))
        self.sheet.disc(at, 1.6, fill=INK_COLOR)
        self._draw_facing(body)
        note = self.evidence_view.notes.get(body.id) if self.evidence_view else None
        height = f' z {body.at[2]:.3g}"' if body.at[2] > 0 else ""
        words = body.id + (f" ({note})" if note else "") + height
        if not self._is_on_sheet(at, r):
            return
        self.labels.reserve_box((at[0] - r, at[1] - r, at[0] + r, at[1] + r))
        is_prominent = (
            sign is not None
            or note is not None
            or (self.evidence_view is None and not self.liveries)
        )
        ink = darken(rgb) if is_prominent else darken(rgb, 0.5)
        self.labels.request_label(
            (at[0], at[1] - r + 4),
            words,
            ink,
            solid=is_prominent,
            first=1 if is_prominent else 8,
            size=12,
        )

    def _draw_overlay(self, evidence: EvidenceView) -> None:
        for ghost in evidence.ghosts:
            (x, y), rgb = ghost.volume.center, ROLE_COLORS[ghost.role]
            at, r = self.to_sheet(x, y), ghost.volume.radius * self.scale
            self.sheet.disc(at, r, fill=(*rgb, 70), edge=darken(rgb), width=2.0)
            if ghost.role is Role.HIT:
                self.sheet.cross(at, r * 0.6, darken(rgb), 1.6)
            self.labels.reserve_box((at[0] - r, at[1] - r, at[0] + r, at[1] + r))
            self.labels.request_label(
                (at[0], at[1] + r - 4),
                f'{ghost.label}, z {ghost.volume.low:.3g}"',
                darken(rgb),
                first=2,
                size=12,
            )
        for stroke in evidence.strokes:
            self._draw_stroke(stroke)
        if len(evidence.cut) > 1 and not evidence.shows_whole_table:
            self._draw_cut_ends(evidence.cut)

    def _draw_stroke(self, stroke: Stroke) -> None:
        points = [self.to_sheet(x, y) for x, y, _ in stroke.points]
        if (
            stroke.pen is Pen.FALL
            and max(abs(a - b) for a, b in zip(points[0], points[-1], strict=True)) < 4
        ):
            return
        self.labels.avoid_line(points)
        rgb = PEN_COLORS[stroke.pen]
        dash = ((9.0, 6.0) if stroke.is_bold else (3.0, 5.0)) if stroke.pen in DASHED_PENS else None
        if not stroke.is_bold:
            if stroke.pen is Pen.BLOCKED:
                return
            self.sheet.line(points, (*darken(rgb), 170), 1.2, dash or (3.0, 3.0))
        else:
            wide = 4.6 if stroke.pen is Pen.INSIDE else 2.4
            self.sheet.line(points, (255, 255, 255, 200), wide + 2.4)
            self.sheet.line(points, darken(rgb, 0.8), wide, dash)
            for at in (points[0], points[-1]):
                self.sheet.disc(at, 2.6, fill=darken(rgb, 0.7))
            if stroke.pen in (Pen.PATH, Pen.SPRAY, Pen.REFUSED):
                self.sheet.arrow(points[-2], points[-1], darken(rgb, 0.8))
        middle = ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2)
        if stroke.is_bold and len(points) > 2:
            middle = points[len(points) // 2]
        self.labels.request_label(middle, stroke.label, darken(rgb, 0.6), first=3, size=12)

    def _draw_cut_ends(self, cut: tuple[XY, ...]) -> None:
        """Draw the small arrows at the ends of the side cut, in the direction of view."""
        for name, end, neighbor in (("A", cut[0], cut[1]), ("B", cut[-1], cut[-2])):
            x, y = self.to_sheet(*end)
            u, v = self.to_sheet(*neighbor)
            long = max(1e-6, ((x - u) ** 2 + (y - v) ** 2) ** 0.5)
            reach = 1.7 * self.scale
            tip = (x + (x - u) / long * reach, y + (y - v) / long * reach)
            self.sheet.line([(x, y), tip], (*INK_COLOR, 130), 1.0, (8, 3))
            self.sheet.disc(tip, 8, fill=(255, 255, 255, 220), edge=INK_COLOR, width=1.0)
            self.sheet.text(tip, name, 11, INK_COLOR, True, "mm")
            self.labels.reserve_box((tip[0] - 9, tip[1] - 9, tip[0] + 9, tip[1] + 9))

    def _draw_frame(self) -> None:
        sheet = self.sheet
        sheet.fill([(0, 0), (sheet.width, 0), (sheet.width, 28), (0, 28)], (238, 235, 228))
        sheet.fill(
            [(0, 0), (SCALE_MARGIN_PT, 0), (SCALE_MARGIN_PT, sheet.height), (0, sheet.height)],
            (238, 235, 228),
        )
        low = sheet.height - SCALE_MARGIN_PT
        sheet.fill(
            [(0, low), (sheet.width, low), (sheet.width, sheet.height), (0, sheet.height)],
            (238, 235, 228),
        )
        sheet.text((10, 7), "PLAN", 12.5, INK_COLOR, True)
        sheet.text((52, 7), "from above, north is up, in inches", 12, FAINT_COLOR)
        interval = next(step for step in (1, 2, 3, 6, 12, 24) if step * self.scale >= 24)
        for k in range(max(0, ceil(self.west)), floor(min(self.east, self.table.size[0])) + 1):
            if k % interval == 0:
                sheet.text((self.to_sheet(k, 0)[0], low + 4), f"{k}", 11, FAINT_COLOR, anchor="ma")
        for k in range(max(0, ceil(self.south)), floor(min(self.north, self.table.size[1])) + 1):
            if k % interval == 0:
                sheet.text(
                    (SCALE_MARGIN_PT - 5, self.to_sheet(0, k)[1]),
                    f"{k}",
                    11,
                    FAINT_COLOR,
                    anchor="rm",
                )
        right = sheet.width - 12
        for k in range(6):
            x0, x1 = right - (6 - k) * self.scale, right - (5 - k) * self.scale
            if 6 * self.scale < sheet.width * 0.45:
                sheet.fill(
                    [(x0, 12), (x1, 12), (x1, 17), (x0, 17)],
                    INK_COLOR if k % 2 == 0 else (190, 186, 178),
                )
        if 6 * self.scale < sheet.width * 0.45:
            sheet.text((right - 6 * self.scale - 6, 14), '6"', 11, INK_COLOR, anchor="rm")


def _clamp_middle(middle: float, span: float, size: float) -> float:
    """Return the middle of a view, moved to show at most half an inch beyond the table."""
    if span >= size + 1:
        return size / 2
    return min(max(middle, span / 2 - 0.5), size - span / 2 + 0.5)


def _disc(volume: Cylinder) -> Polygon:
    return Polygon(footprint(volume)) if volume.radius > 0 else Point(volume.center).buffer(1e-6)


def darken(rgb: tuple[int, int, int], share: float = 0.62) -> tuple[int, int, int]:
    """Return a darker color, for ink on paper."""
    r, g, b = rgb
    return int(r * share), int(g * share), int(b * share)
