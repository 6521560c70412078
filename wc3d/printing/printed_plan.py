"""A printable plan at true size, on one sheet (SVG) or on pages to tape together (PDF)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from xml.sax.saxutils import escape

import shapely

from wc3d._internal.suggestions import pluralize
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Cylinder
from wc3d.presentation.palette import INK_COLOR, RGB, Pattern, terrain_look
from wc3d.printing.canvas import PATTERN_ANGLES_DEG, Box, Canvas, hatch_lines, pattern_points
from wc3d.scene.terrain_meshes import crease_edges, make_feature_mesh, plan_outline
from wc3d.table.features import Feature, Kind
from wc3d.table.table import Table
from wc3d.table.table_state import TableState

WHITE_RGB: RGB = (255, 255, 255)
GRID_RGB: RGB = (196, 190, 178)
GLUE_RGB: RGB = (120, 120, 120)
RUNG_RGB: RGB = (150, 104, 30)


@dataclass(frozen=True)
class ShapeMark:
    """Rings (a polygon and its holes), filled and outlined, or an open line. In inches, y up."""

    rings: tuple[tuple[XY, ...], ...]
    fill: RGB | None = None
    ink: RGB | None = None
    width: float = 0.02
    dash: float = 0.0
    is_closed: bool = True


@dataclass(frozen=True)
class TextMark:
    """A line of text, `size` inches high, with its middle or left end at a point.

    `has_plate` draws it on a white background.
    """

    at: XY
    text: str
    size: float = 0.16
    ink: RGB = INK_COLOR
    is_bold: bool = False
    is_centered: bool = True
    has_plate: bool = False

    @property
    def width(self) -> float:
        """The approximate width of the text."""
        return Canvas.text_width(self.text, 100.0, self.is_bold) / 100.0 * self.size


Mark = ShapeMark | TextMark


@dataclass(frozen=True)
class PaperSize:
    """A paper format in portrait orientation: its name and size in inches."""

    name: str
    width: float
    height: float


PAPER_SIZES = {
    "a4": PaperSize("A4", 210 / 25.4, 297 / 25.4),
    "letter": PaperSize("Letter", 8.5, 11.0),
}
PRINTER_MARGIN_IN = 0.4
"""The page margin that printers leave blank, in inches."""
FOOT_HEIGHT_IN = 0.5
"""The height of the page's foot with its name and the check bar, in inches."""
OVERLAP_IN = 0.5
"""The overlap with the page to the left and the page below, for gluing, in inches."""


@dataclass(frozen=True)
class PrintedPage:
    """A page to print.

    `view` is the displayed part of the board, in the board's inches; None shows the whole board,
    reduced. `at` is the place of this part on the page. `marks` are in the page's inches, `board`
    are marks in the board's inches; y is up in both.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    board: tuple[Mark, ...] = ()
    view: Box | None = None
    at: XY = (0.0, 0.0)
    scale: float = 1.0


def line_mark(points: Iterable[XY], ink: RGB, width: float = 0.02, dash: float = 0.0) -> ShapeMark:
    """Return an open line."""
    return ShapeMark(
        (tuple((float(x), float(y)) for x, y in points),), None, ink, width, dash, is_closed=False
    )


def rectangle_mark(
    box: Box, fill: RGB | None, ink: RGB | None, width: float = 0.02, dash: float = 0.0
) -> ShapeMark:
    """Return a box."""
    x0, y0, x1, y1 = box
    return ShapeMark((((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), fill, ink, width, dash)


# Board


def board_marks(table: TableState) -> list[Mark]:
    """Return the board from above: grid, terrain from the lowest to the highest, ladders."""
    width, depth = table.size
    marks: list[Mark] = [rectangle_mark((0, 0, width, depth), WHITE_RGB, None)]
    for axis, end, cross_length in ((0, width, depth), (1, depth, width)):
        for k in range(1, math.ceil(end)):
            ends = [(k, 0.0), (k, cross_length)] if axis == 0 else [(0.0, k), (cross_length, k)]
            marks.append(line_mark(ends, GRID_RGB, 0.012 if k % 6 == 0 else 0.005))
    features = sorted(
        (f for f in table.features if f.pieces and f.kind is not Kind.OBJECTIVE),
        key=lambda f: f.high,
    )
    for feature in features:
        marks += _feature(feature, shapely.box(0, 0, width, depth))
    for ladder in table.ladders:
        marks += _ladder(ladder.at)
    marks.append(rectangle_mark((0, 0, width, depth), None, INK_COLOR, 0.04))
    return marks + _name_marks(table, features)


def _feature(feature: Feature, board: shapely.Polygon) -> Iterator[Mark]:
    look = terrain_look(feature)
    outline = plan_outline(feature.pieces)
    rings = [[_ring(ring) for ring in shapely.get_rings(polygon)] for polygon in outline.geoms]
    for polygon in rings:
        yield ShapeMark(tuple(polygon), look.paper, None)
    if not (
        visible_part := outline if board.covers(outline) else outline.intersection(board)
    ).is_empty:
        yield from _pattern(visible_part, look.pattern, look.ink)
    edges = crease_edges(make_feature_mesh(feature).body)
    for a, b in edges[:4000] if len(edges) else ():
        if math.dist(a[:2], b[:2]) > 0.02:
            yield line_mark([a[:2], b[:2]], look.ink, 0.01)
    for piece in feature.pieces:
        if isinstance(piece, Cylinder):
            x, y = piece.center
            yield line_mark([(x - 0.1, y), (x + 0.1, y)], look.ink, 0.01)
            yield line_mark([(x, y - 0.1), (x, y + 0.1)], look.ink, 0.01)
    for ring in chain.from_iterable(rings):
        yield ShapeMark((ring,), None, look.ink, 0.03)


def _ring(ring: shapely.LinearRing) -> tuple[XY, ...]:
    return tuple((float(x), float(y)) for x, y in ring.coords[:-1])


def _pattern(outline: shapely.Geometry, pattern: Pattern, ink: RGB) -> Iterator[Mark]:
    if pattern not in (Pattern.DOTTED, Pattern.TREES):
        for angle in PATTERN_ANGLES_DEG[pattern]:
            for part in hatch_lines(outline, 0.3, angle):
                yield line_mark(part, ink, 0.006, 0.12 if pattern is Pattern.LEVEL else 0.0)
        return
    inner = outline.buffer(-0.1)
    r, step = (0.03, 0.4) if pattern is Pattern.DOTTED else (0.13, 0.7)
    for x, y in pattern_points(inner, inner.bounds, step) if not inner.is_empty else ():
        yield ShapeMark(
            (((x - r, y - r), (x + r, y - r), (x, y + 1.2 * r)),),
            ink if pattern is Pattern.DOTTED else None,
            ink,
            0.006,
        )


def _ladder(at: XY) -> Iterator[Mark]:
    x, y = at
    for dx in (-0.18, 0.18):
        yield line_mark([(x + dx, y - 0.4), (x + dx, y + 0.4)], RUNG_RGB, 0.04)
    for dy in (-0.24, 0.0, 0.24):
        yield line_mark([(x - 0.18, y + dy), (x + 0.18, y + dy)], RUNG_RGB, 0.04)


def describe_heights(feature: Feature) -> str:
    """Return a feature's heights in words."""
    if feature.high <= feature.low:
        return "flat"
    return (
        f'{feature.high:.4g}" high'
        if abs(feature.low) < 1e-9
        else f'from {feature.low:.4g}" to {feature.high:.4g}"'
    )


def _name_marks(table: TableState, features: Sequence[Feature]) -> list[Mark]:
    """Return the names and heights of terrain, placed without overlaps."""
    boxes: list[Box] = []
    marks: list[Mark] = []
    labels: list[tuple[XY, tuple[str, ...], RGB]]
    labels = [
        (_middle(f), (f.name, describe_heights(f), f.kind.value), terrain_look(f).ink)
        for f in features
    ]
    labels += [
        ((r.at[0], r.at[1] - 0.65), (f'ladder {r.bottom:g}" to {r.top:g}"',), RUNG_RGB)
        for r in table.ladders
    ]
    for (x, y), lines, ink in labels:
        rows = [
            TextMark((x, y), words, 0.2 if k == 0 else 0.15, ink, k == 0, has_plate=True)
            for k, words in enumerate(lines)
        ]
        wide = max(w.width for w in rows)
        high = 0.24 * len(rows)
        x = min(max(x, wide / 2 + 0.1), table.size[0] - wide / 2 - 0.1)
        y = _free_height(
            boxes, x, min(max(y, high / 2 + 0.1), table.size[1] - high / 2 - 0.1), wide, high
        )
        boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        top = y + high / 2 - 0.12
        marks += [
            TextMark((x, top - 0.24 * k), w.text, w.size, w.ink, w.is_bold, has_plate=True)
            for k, w in enumerate(rows)
        ]
    return marks


def _middle(feature: Feature) -> XY:
    point = plan_outline(feature.pieces).representative_point()
    return float(point.x), float(point.y)


def _free_height(boxes: list[Box], x: float, y: float, wide: float, high: float) -> float:
    """Return a y coordinate near `y` at which a plate covers none of the boxes."""
    for step in (0, 1, -1, 2, -2, 3, -3, 4, -4):
        at = y + step * 0.3
        box = (x - wide / 2, at - high / 2, x + wide / 2, at + high / 2)
        if not any(
            box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in boxes
        ):
            return at
    return y


def check_bar_marks(x: float, y: float) -> list[Mark]:
    """Return a bar of exactly one inch with its instructions; its left end is at (x, y)."""
    ends: list[Mark] = [
        line_mark([(x + k, y - 0.07), (x + k, y + 0.07)], INK_COLOR, 0.012) for k in (0.0, 1.0)
    ]
    quarters = [(x + k / 4, y - 0.03, x + (k + 1) / 4, y + 0.03) for k in range(4)]
    bar = [
        rectangle_mark(quarter, INK_COLOR if k % 2 == 0 else WHITE_RGB, INK_COLOR, 0.006)
        for k, quarter in enumerate(quarters)
    ]
    return [
        *bar,
        *ends,
        TextMark(
            (x + 1.1, y),
            'this bar measures 1" when printed at 100%',
            0.11,
            GLUE_RGB,
            is_centered=False,
        ),
    ]


# One sheet, and pages


def make_single_sheet(table: Table) -> PrintedPage:
    """Return the board on one sheet of its own size, with its name and the check bar."""
    width, depth = table.size
    title = TextMark(
        (PRINTER_MARGIN_IN, depth + 2.6 * PRINTER_MARGIN_IN),
        table.name or "Board",
        0.3,
        is_bold=True,
        is_centered=False,
    )
    marks = [title, *check_bar_marks(PRINTER_MARGIN_IN, 0.7 * PRINTER_MARGIN_IN)]
    size = width + 2 * PRINTER_MARGIN_IN, depth + 3.5 * PRINTER_MARGIN_IN
    return PrintedPage(
        *size,
        tuple(marks),
        tuple(board_marks(table)),
        (0, 0, width, depth),
        (PRINTER_MARGIN_IN, 1.4 * PRINTER_MARGIN_IN),
    )


@dataclass(frozen=True)
class PageTiling:
    """The division of a board into pages: page size, columns, rows and step between pages."""

    page_size: XY
    columns: int
    rows: int
    step: XY

    @property
    def view_size(self) -> XY:
        """The size of the part of the board on each page."""
        return self.step[0] + OVERLAP_IN, self.step[1] + OVERLAP_IN

    def board_part(self, column: int, row: int) -> Box:
        """Return the part of the board on a page. The first row is the southernmost."""
        x, y = column * self.step[0], row * self.step[1]
        return x, y, x + self.view_size[0], y + self.view_size[1]

    def page_name(self, column: int, row: int) -> str:
        """Return a page's name: its row's letter (A is northernmost) and column's number."""
        return f"{chr(65 + (self.rows - 1 - row) % 26)}{column + 1}"


def choose_tiling(size: XY, paper: PaperSize) -> PageTiling:
    """Return the tiling with the fewest pages, in portrait or landscape."""
    options = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        step = (
            width - 2 * PRINTER_MARGIN_IN - OVERLAP_IN,
            height - 2 * PRINTER_MARGIN_IN - FOOT_HEIGHT_IN - OVERLAP_IN,
        )
        columns, rows = (
            max(1, math.ceil((s - OVERLAP_IN) / d - 1e-9)) for s, d in zip(size, step, strict=True)
        )
        options.append(PageTiling((width, height), columns, rows, step))
    return min(options, key=lambda t: t.columns * t.rows)


def make_pages(table: Table, paper: PaperSize) -> list[PrintedPage]:
    """Return the pages of a board.

    The first page shows the whole board and how the pages fit together. The others follow row by
    row from the north-west.
    """
    cut = choose_tiling(table.size, paper)
    marks = tuple(board_marks(table))
    result = [_overview(table, cut, marks)]
    for row in reversed(range(cut.rows)):
        for column in range(cut.columns):
            view = cut.board_part(column, row)
            at = PRINTER_MARGIN_IN, PRINTER_MARGIN_IN + FOOT_HEIGHT_IN
            result.append(
                PrintedPage(
                    *cut.page_size,
                    tuple(_frame(table, cut, column, row)),
                    _visible_marks(marks, view),
                    view,
                    at,
                )
            )
    return result


def _visible_marks(marks: Iterable[Mark], view: Box) -> tuple[Mark, ...]:
    """Return the marks that are partly visible on a page."""
    x0, y0, x1, y1 = view

    def meets(mark: Mark) -> bool:
        if isinstance(mark, TextMark):
            half = mark.width
            return (
                x0 < mark.at[0] + half
                and mark.at[0] - half < x1
                and y0 < mark.at[1] + 0.3
                and mark.at[1] - 0.3 < y1
            )
        xs, ys = zip(*mark.rings[0], strict=True)
        return (
            x0 < max(xs) + 0.1 and min(xs) - 0.1 < x1 and y0 < max(ys) + 0.1 and min(ys) - 0.1 < y1
        )

    return tuple(mark for mark in marks if meets(mark))


def _frame(table: Table, cut: PageTiling, column: int, row: int) -> Iterator[Mark]:
    """Yield a page's name, check bar, cut marks and dashed lines for its neighbors."""
    width, high = cut.view_size
    x0, y0 = PRINTER_MARGIN_IN, PRINTER_MARGIN_IN + FOOT_HEIGHT_IN
    yield rectangle_mark((x0, y0, x0 + width, y0 + high), None, GRID_RGB, 0.008)
    for x, y in ((x0, y0), (x0 + width, y0), (x0 + width, y0 + high), (x0, y0 + high)):
        yield line_mark([(x - 0.15, y), (x + 0.15, y)], INK_COLOR, 0.01)
        yield line_mark([(x, y - 0.15), (x, y + 0.15)], INK_COLOR, 0.01)
    if column > 0:
        yield line_mark([(x0 + OVERLAP_IN, y0), (x0 + OVERLAP_IN, y0 + high)], GLUE_RGB, 0.012, 0.1)
        yield TextMark(
            (x0 + OVERLAP_IN / 2, y0 + 0.15),
            f"goes under {cut.page_name(column - 1, row)}",
            0.08,
            GLUE_RGB,
            has_plate=True,
        )
    if row > 0:
        yield line_mark(
            [(x0, y0 + OVERLAP_IN), (x0 + width, y0 + OVERLAP_IN)], GLUE_RGB, 0.012, 0.1
        )
        yield TextMark(
            (x0 + width - 0.4, y0 + 0.15),
            f"goes under {cut.page_name(column, row - 1)}",
            0.08,
            GLUE_RGB,
            has_plate=True,
        )
    foot = PRINTER_MARGIN_IN + FOOT_HEIGHT_IN / 2 - 0.08
    yield TextMark((x0, foot), cut.page_name(column, row), 0.32, is_bold=True, is_centered=False)
    place = f"{table.name or 'Board'}: column {column + 1} of {cut.columns}, row {cut.rows - row} of {cut.rows}; north is up"
    yield TextMark((x0 + 0.6, foot + 0.1), place, 0.11, is_centered=False)
    yield from check_bar_marks(x0 + 0.6, foot - 0.1)


def _overview(table: Table, cut: PageTiling, marks: tuple[Mark, ...]) -> PrintedPage:
    """Return a page with the whole board, reduced, the pages on it, and instructions."""
    width = cut.page_size[0] - 2 * PRINTER_MARGIN_IN
    high = cut.page_size[1] - 2 * PRINTER_MARGIN_IN - 1.7
    scale = min(width / table.size[0], high / table.size[1])
    x0, y0 = PRINTER_MARGIN_IN, cut.page_size[1] - PRINTER_MARGIN_IN - 1.1 - table.size[1] * scale
    tiles: list[Mark] = []
    for row in range(cut.rows):
        for column in range(cut.columns):
            a, b, c, d = cut.board_part(column, row)
            c, d = min(c, table.size[0]), min(d, table.size[1])
            box = (x0 + a * scale, y0 + b * scale, x0 + c * scale, y0 + d * scale)
            tiles.append(rectangle_mark(box, None, (170, 40, 40), 0.012, 0.08))
            middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            tiles.append(
                TextMark(
                    middle, cut.page_name(column, row), 0.22, (170, 40, 40), True, has_plate=True
                )
            )
    top = cut.page_size[1] - PRINTER_MARGIN_IN - 0.2
    pieces = pluralize(len(table.features), "terrain piece")
    count = cut.columns * cut.rows
    rows = (
        f'{table.size[0]:g}" by {table.size[1]:g}", {pieces}, {pluralize(count, "page")} to tape or glue together.',
        "Print at 100% (not 'fit to page') and measure the bar. Cut each page along the top and",
        "right edge of its frame. Glue it over the strip of the next page, up to the dashed line.",
    )
    texts = [
        TextMark(
            (PRINTER_MARGIN_IN, top), table.name or "Board", 0.26, is_bold=True, is_centered=False
        )
    ]
    texts += [
        TextMark((PRINTER_MARGIN_IN, top - 0.3 - 0.19 * k), words, 0.12, is_centered=False)
        for k, words in enumerate(rows)
    ]
    plain = tuple(m for m in marks if isinstance(m, ShapeMark))
    return PrintedPage(
        *cut.page_size,
        (*texts, *tiles, *check_bar_marks(PRINTER_MARGIN_IN, PRINTER_MARGIN_IN + 0.1)),
        plain,
        (0, 0, *table.size),
        (x0, y0),
        scale,
    )


# SVG


def render_svg(page: PrintedPage, width_px: float | None = None) -> str:
    """Return a page as SVG with its coordinates in inches, and its size too without `width_px`."""
    w, h = page.width, page.height
    size = (
        f'width="{w:.6g}in" height="{h:.6g}in"'
        if width_px is None
        else f'width="{width_px:.6g}" height="{width_px * h / w:.6g}"'
    )
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {w:.6g} {h:.6g}">',
        f'<rect width="{w:.6g}" height="{h:.6g}" fill="white"/>',
    ]
    x, y = page.at
    s, (vx, vy) = page.scale, (page.view or (0.0, 0.0))[:2]
    rows.append(f'<g id="board" data-inches-per-inch="{s:g}">')
    rows += [_svg(m, lambda p: (x + (p[0] - vx) * s, h - y - (p[1] - vy) * s)) for m in page.board]
    rows.append('</g>\n<g id="page">')
    rows += [_svg(m, lambda p: (p[0], h - p[1])) for m in page.marks]
    return "\n".join([*rows, "</g>", "</svg>", ""])


def _svg(mark: Mark, place: Callable[[XY], XY]) -> str:
    if isinstance(mark, TextMark):
        return _svg_words(mark, place(mark.at))
    closing = "Z" if mark.is_closed else ""
    path = " ".join(
        "M" + " L".join(f"{x:.5f},{y:.5f}" for x, y in map(place, ring)) + closing
        for ring in mark.rings
    )
    fill = _hex(mark.fill) if mark.fill else "none"
    stroke = f' stroke="{_hex(mark.ink)}" stroke-width="{mark.width:g}"' if mark.ink else ""
    dash = f' stroke-dasharray="{mark.dash:g}"' if mark.dash else ""
    return f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{stroke}{dash}/>'


def _svg_words(mark: TextMark, at: XY) -> str:
    x, y = at
    weight = ' font-weight="bold"' if mark.is_bold else ""
    anchor = ' text-anchor="middle"' if mark.is_centered else ""
    plate = ""
    if mark.has_plate:
        left = x - mark.width / 2 if mark.is_centered else x
        plate = (
            f'<rect x="{left - 0.04:.4f}" y="{y - 0.62 * mark.size:.4f}" width="{mark.width + 0.08:.4f}" '
            f'height="{1.24 * mark.size:.4f}" fill="white" fill-opacity="0.85"/>'
        )
    baseline = y + 0.36 * mark.size
    return (
        f'{plate}<text x="{x:.5f}" y="{baseline:.5f}" font-family="Helvetica, Arial, sans-serif" font-size="{mark.size:g}"'
        f'{weight}{anchor} fill="{_hex(mark.ink)}">{escape(mark.text)}</text>'
    )


def _hex(rgb: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
