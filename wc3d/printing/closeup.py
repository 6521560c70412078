"""Close-up sections of the narrowest gap between an open line and a solid that could block it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import dist, hypot

from shapely import MultiPolygon, Polygon, box, union_all

from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.solids import Cylinder, Piece, footprint_between
from wc3d.geometry.vertical_section import cut_along
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.palette import FAINT_COLOR, INK_COLOR, PEN_COLORS, Pen, terrain_look
from wc3d.printing.canvas import XY, Canvas
from wc3d.scene.terrain_meshes import footprint
from wc3d.table.table import Table

GOLDEN_RATIO = 0.6180339887498949
MAX_CLOSEUP_GAP_IN = 0.5
"""The widest gap that gets a close-up, in inches."""


@dataclass(frozen=True)
class NarrowestGap:
    """The narrowest gap between a line and a feature: both nearest points and the distance."""

    at: XYZ
    obstacle_point: XYZ
    gap: float
    feature: str

    @property
    def is_vertical(self) -> bool:
        """Return whether the gap is more vertical than horizontal."""
        return abs(self.obstacle_point[2] - self.at[2]) > hypot(
            self.obstacle_point[0] - self.at[0], self.obstacle_point[1] - self.at[1]
        )


def find_narrowest_gap(table: Table, line: tuple[XYZ, XYZ]) -> NarrowestGap | None:
    """Return the narrowest gap between an open line and the solids that block sight, or None."""
    best: tuple[float, Piece, str] | None = None
    for feature in table.features:
        for piece in feature.pieces if feature.blocks_sight else ():
            if piece.high - piece.low > 1e-9:
                gap = segment_to_piece(*line, piece)
                if best is None or gap < best[0]:
                    best = gap, piece, feature.id
    if best is None:
        return None
    gap, piece, id = best

    def on_line(share: float) -> XYZ:
        (ax, ay, az), (bx, by, bz) = line
        return ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share

    at = on_line(_minimize(lambda share: segment_to_piece(on_line(share), on_line(share), piece)))
    return NarrowestGap(at, _nearest_wall(at, piece, gap), gap, id)


def _minimize(value: Callable[[float], float]) -> float:
    """Return the minimizer between 0 and 1 of a convex function.

    The distance to a convex solid is convex along a line.
    """
    low, high = 0.0, 1.0
    a, b = high - GOLDEN_RATIO, low + GOLDEN_RATIO
    at_a, at_b = value(a), value(b)
    for _ in range(60):
        if at_a <= at_b:
            high = b
            b = a
            at_b = at_a
            a = high - GOLDEN_RATIO * (high - low)
            at_a = value(a)
        else:
            low = a
            a = b
            at_a = at_b
            b = low + GOLDEN_RATIO * (high - low)
            at_b = value(b)
    return (low + high) / 2


def _nearest_wall(at: XYZ, piece: Piece, gap: float) -> XYZ:
    """Return the nearest point of a solid, `gap` inches down the distance's gradient."""
    step = max(1e-6, gap * 1e-3)
    slope = []
    for axis in range(3):
        ends = [tuple(v + sign * step * (k == axis) for k, v in enumerate(at)) for sign in (-1, 1)]
        low, high = (segment_to_piece(end, end, piece) for end in ends)  # type: ignore[arg-type]
        slope.append((high - low) / (2 * step))
    long = max(1e-9, hypot(*slope))
    x, y, z = (v - gap * s / long for v, s in zip(at, slope, strict=True))
    return x, y, z


def level_section(pieces: tuple[Piece, ...], height: float) -> MultiPolygon:
    """Return the horizontal section of a feature at a height."""
    parts = []
    for piece in pieces:
        cut = footprint_between(piece, height - 1e-9, height + 1e-9)
        if cut is not None:
            parts.append(Polygon(footprint(piece) if isinstance(piece, Cylinder) else cut))
    whole = union_all(parts)
    return MultiPolygon(
        [whole]
        if isinstance(whole, Polygon) and not whole.is_empty
        else list(getattr(whole, "geoms", []))
    )


def draw_closeup(table: Table, line: tuple[XYZ, XYZ], width: float, height: float) -> Canvas | None:
    """Draw the narrowest gap of an open line, or return None if nothing is near."""
    narrow = find_narrowest_gap(table, line)
    if narrow is None or not 0 < narrow.gap < MAX_CLOSEUP_GAP_IN:
        return None
    sheet = Canvas(width, height, (250, 248, 243))
    scale = min(0.3 * height / narrow.gap, 4000.0)
    upright, ends, middle, wall, shapes = _sections(table, line, narrow)

    def place(x: float, y: float) -> XY:
        return width / 2 + (x - middle[0]) * scale, height / 2 + 8 - (y - middle[1]) * scale

    _draw_sections(sheet, table, shapes, place, middle, 2 * (width + height) / scale)
    _draw_line_and_gap(sheet, place, ends, middle, wall, narrow.gap, scale)
    cut_name = "cut along the line" if upright else f'horizontal cut at {narrow.at[2]:.3f}"'
    sheet.box((0, 0, width, 22), (255, 255, 255, 235), None, 0)
    sheet.text((8, 4), "CLOSE-UP", 12, INK_COLOR, True)
    sheet.text(
        (78, 4), f"{narrow.feature}, {cut_name}, enlarged {scale / 96:.1f} times", 11, FAINT_COLOR
    )
    sheet.box((0, 0, width, height), None, (120, 116, 108), 2, 1.2)
    return sheet


def _sections(
    table: Table, line: tuple[XYZ, XYZ], narrow: NarrowestGap
) -> tuple[bool, list[XY], XY, XY, dict[str, MultiPolygon]]:
    """Return the section that shows a gap.

    The values are: whether the section is vertical, the line's ends in it, the narrowest point,
    the obstacle's point, and the sections of the solids.
    """
    (ax, ay, az), (bx, by, bz) = line
    flat = hypot(bx - ax, by - ay)
    blocking = [f for f in table.features if f.blocks_sight]
    if narrow.is_vertical and flat > 1e-6:
        middle = (hypot(narrow.at[0] - ax, narrow.at[1] - ay), narrow.at[2])
        wall_distance = (
            (narrow.obstacle_point[0] - ax) * (bx - ax)
            + (narrow.obstacle_point[1] - ay) * (by - ay)
        ) / flat
        shapes = {f.id: cut_along(f.pieces, [(ax, ay), (bx, by)]) for f in blocking}
        return (
            True,
            [(0.0, az), (flat, bz)],
            middle,
            (wall_distance, narrow.obstacle_point[2]),
            shapes,
        )
    shapes = {f.id: level_section(f.pieces, narrow.at[2]) for f in blocking}
    return False, [(ax, ay), (bx, by)], narrow.at[:2], narrow.obstacle_point[:2], shapes


def _draw_sections(
    sheet: Canvas,
    table: Table,
    shapes: dict[str, MultiPolygon],
    place: Callable[[float, float], XY],
    middle: XY,
    reach: float,
) -> None:
    x, y = middle
    window = box(x - reach, y - reach, x + reach, y + reach)
    for id, shape in shapes.items():
        look = terrain_look(table.feature(id))
        part = shape.intersection(window)
        for polygon in getattr(part, "geoms", [part]):
            if isinstance(polygon, Polygon) and not polygon.is_empty:
                sheet.area(polygon, place, look.paper, look.ink, pattern=look.pattern, width=1.6)


def _draw_line_and_gap(
    sheet: Canvas,
    place: Callable[[float, float], XY],
    ends: list[XY],
    middle: XY,
    wall: XY,
    gap: float,
    scale: float,
) -> None:
    green = tuple(int(v * 0.8) for v in PEN_COLORS[Pen.CLEAR])
    long = max(1e-9, dist(*ends))
    way = (ends[1][0] - ends[0][0]) / long, (ends[1][1] - ends[0][1]) / long
    reach = (sheet.width + sheet.height) / scale
    back_length = min(reach, dist(middle, ends[0]))
    front_length = min(reach, dist(middle, ends[1]))
    start = place(middle[0] - way[0] * back_length, middle[1] - way[1] * back_length)
    end = place(middle[0] + way[0] * front_length, middle[1] + way[1] * front_length)
    sheet.line([start, end], green, 2.4)
    a, b = place(*middle), place(*wall)
    sheet.line([a, b], INK_COLOR, 1.4)
    for spot in (a, b):
        sheet.disc(spot, 3, fill=INK_COLOR)
    words = format_inches(gap)
    x, y = (a[0] + b[0]) / 2 + 10, (a[1] + b[1]) / 2
    sheet.box(
        (x - 4, y - 10, x + sheet.text_width(words, 13, True) + 4, y + 10), (255, 255, 255, 225)
    )
    sheet.text((x, y), words, 13, INK_COLOR, True, "lm")
