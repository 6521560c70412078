"""A canvas that draws SVG instead of pixels. Plans and side cuts stay sharp at every zoom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from shapely import MultiPolygon, Polygon, get_rings

from wc3d.presentation.palette import INK_COLOR, PAPER_COLOR, RGB, Pattern
from wc3d.printing.canvas import (
    PATTERN_ANGLES_DEG,
    PATTERN_STEPS_PT,
    XY,
    Box,
    Canvas,
    Color,
    ToSheet,
    hatch_lines,
    pattern_points,
    polygon_on_sheet,
)
from wc3d.web.escape_html import escape_html

FONT_FAMILY = "Roboto,'Helvetica Neue',Arial,sans-serif"
SVG_ANCHORS = {"l": "start", "m": "middle", "r": "end"}
BASELINE_SHIFTS = {"a": 0.86, "m": 0.35, "s": 0.0}
"""The baseline below the anchor, in text sizes, by the second letter of Pillow's anchors."""
MIN_TEXT_WIDTH_SHARE = 0.72
"""The minimum share of the natural width to which text is condensed at the sheet's edge."""


class SvgCanvas(Canvas):
    """A `printing.Canvas` that produces SVG. It merges consecutive shapes of the same style."""

    def __init__(self, width: float, height: float, background: RGB = PAPER_COLOR) -> None:
        super().__init__(1, 1)
        self.width, self.height = width, height
        self._parts: list[str] = []
        self._style = ""
        self._path = ""
        self.box((0, 0, width, height), background, radius=0)

    def to_svg(self, title: str) -> str:
        """Return the drawing as an HTML element. `title` describes it to screen readers."""
        self._end_path()
        size = f'viewBox="0 0 {_format_number(self.width)} {_format_number(self.height)}"'
        words = f"<title>{escape_html(title)}</title>{''.join(self._parts)}"
        return f'<svg role="img" {size} font-family="{FONT_FAMILY}">{words}</svg>'

    def _end_path(self) -> None:
        if self._path:
            self._parts.append(f'<path {self._style} d="{self._path}"/>')
        self._style = self._path = ""

    def _add_path(self, style: str, path: str) -> None:
        # overlapping translucent shapes stay apart
        if style != self._style or "fill-opacity" in style:
            self._end_path()
        self._style = style
        self._path = self._path + path

    def _is_visible(self, points: Sequence[XY]) -> bool:
        (left, top), (right, foot) = (
            tuple(pick(p[k] for p in points) for k in (0, 1)) for pick in (min, max)
        )
        return left <= self.width and top <= self.height and right >= 0 and foot >= 0

    def _add_element(self, element: str) -> None:
        self._end_path()
        self._parts.append(element)

    def fill(self, points: Iterable[XY], color: Color) -> None:
        """Fill a polygon."""
        corners = list(points)
        if len(corners) >= 3:
            self._add_path(_fill_style(color), _outline_path(corners))

    def line(
        self,
        points: Sequence[XY],
        color: Color,
        width: float = 1.0,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """Draw a polyline. `dash` gives the drawn and the empty length in points."""
        if len(points) >= 2 and self._is_visible(points):
            self._add_path(_stroke_style(color, width, dash), _polyline_path(points))

    def disc(
        self,
        center: XY,
        radius: float,
        fill: Color | None = None,
        edge: Color | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a disc, filled or as an outline."""
        x, y = center
        inner = max(0.1, radius - (width / 2 if edge else 0))
        self._add_element(
            f'<circle cx="{_format_number(x)}" cy="{_format_number(y)}" r="{_format_number(inner)}" {_shape_style(fill, edge, width)}/>'
        )

    def box(
        self,
        box: Box,
        fill: Color | None,
        edge: Color | None = None,
        radius: float = 4.0,
        width: float = 1.0,
    ) -> None:
        """Draw a box with rounded corners."""
        x0, y0, x1, y1 = box
        place = f'x="{_format_number(x0)}" y="{_format_number(y0)}" width="{_format_number(x1 - x0)}" height="{_format_number(y1 - y0)}"'
        self._add_element(
            f'<rect {place} rx="{_format_number(radius)}" {_shape_style(fill, edge, width)}/>'
        )

    def text(
        self,
        at: XY,
        words: str,
        size: float = 13.0,
        color: Color = INK_COLOR,
        bold: bool = False,
        anchor: str = "la",
    ) -> None:
        """Draw text as wide as on printed sheets. `anchor` follows Pillow (la: top left)."""
        x, y = at[0], at[1] + BASELINE_SHIFTS[anchor[1]] * size
        wide = self.text_width(words, size, bold)
        if anchor[0] == "l" and x + wide > self.width - 4:
            wide = max(MIN_TEXT_WIDTH_SHARE * wide, self.width - 4 - x)
        weight = ' font-weight="700"' if bold else ""
        fit = (
            f'textLength="{_format_number(wide)}" lengthAdjust="spacingAndGlyphs"'
            if len(words) > 1
            else ""
        )
        place = f'x="{_format_number(x)}" y="{_format_number(y)}" font-size="{_format_number(size)}" text-anchor="{SVG_ANCHORS[anchor[0]]}"'
        self._add_element(
            f"<text {place} {_fill_style(color)}{weight} {fit}>{escape_html(words)}</text>"
        )

    def area(
        self,
        shape: Polygon | MultiPolygon,
        place: ToSheet,
        fill: Color | None,
        ink: RGB | None = None,
        *,
        pattern: Pattern | None = None,
        width: float = 1.4,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """Fill a shape in inches without its holes, with a pattern and an outline."""
        window = Polygon(
            [
                (-4, -4),
                (self.width + 4, -4),
                (self.width + 4, self.height + 4),
                (-4, self.height + 4),
            ]
        )
        for polygon in getattr(shape, "geoms", [shape]):
            overlap = polygon_on_sheet(polygon, place).intersection(window)
            for part in getattr(overlap, "geoms", [overlap]):
                if isinstance(part, Polygon) and not part.is_empty:
                    self._add_polygon(
                        part,
                        fill,
                        ink,
                        pattern,
                        _stroke_style(ink, width, dash) if ink is not None else "",
                    )

    def _add_polygon(
        self, part: Polygon, fill: Color | None, ink: RGB | None, pattern: Pattern | None, edge: str
    ) -> None:
        rings = "".join(_outline_path(list(ring.coords)) for ring in get_rings(part))
        if fill is not None:
            self._add_path(f'{_fill_style(fill)} fill-rule="evenodd"', rings)
        if pattern is not None and ink is not None:
            self._draw_pattern(part, pattern, ink)
        if edge:
            self._add_path(edge, rings)

    def _draw_pattern(self, polygon: Polygon, pattern: Pattern, ink: RGB) -> None:
        if pattern in PATTERN_ANGLES_DEG:
            style = _stroke_style(
                (*ink, 120), 0.8, (7.0, 5.0) if pattern is Pattern.LEVEL else None
            )
            rows = [
                row
                for angle in PATTERN_ANGLES_DEG[pattern]
                for row in hatch_lines(polygon, 9.0, angle)
            ]
            self._add_path(style, "".join(_polyline_path(row) for row in rows))
            return
        signs = pattern_points(polygon.buffer(-4.0), polygon.bounds, PATTERN_STEPS_PT[pattern])
        if pattern is Pattern.DOTTED:
            style = f'{_stroke_style((*ink, 170), 2.2, None)} stroke-linecap="round"'
            self._add_path(
                style, "".join(f"M{_format_number(x)} {_format_number(y)}h0" for x, y in signs)
            )
        else:
            self._add_path(
                _fill_style((*ink, 110)),
                "".join(
                    f"M{_format_number(x)} {_format_number(y - 4.5)}l3.6 7.5h-7.2z"
                    for x, y in signs
                ),
            )


def _format_number(value: float) -> str:
    """Return a number with up to one digit after the decimal point."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def _polyline_path(points: Sequence[Sequence[float]]) -> str:
    (x, y), *rest = ((p[0], p[1]) for p in points)
    return f"M{_format_number(x)} {_format_number(y)}L" + " ".join(
        f"{_format_number(x)} {_format_number(y)}" for x, y in rest
    )


def _outline_path(points: Sequence[Sequence[float]]) -> str:
    return f"{_polyline_path(points)}z"


def _color_attributes(name: str, color: Color) -> str:
    red, green, blue = (int(v) for v in color[:3])
    opacity = (
        f' {name}-opacity="{color[3] / 255:.2f}"' if len(color) == 4 and color[3] < 255 else ""
    )
    return f'{name}="#{red:02x}{green:02x}{blue:02x}"{opacity}'


def _fill_style(color: Color) -> str:
    return _color_attributes("fill", color)


def _stroke_style(color: Color, width: float, dash: tuple[float, float] | None) -> str:
    dashes = (
        f' stroke-dasharray="{_format_number(dash[0])} {_format_number(dash[1])}"' if dash else ""
    )
    return f'fill="none" {_color_attributes("stroke", color)} stroke-width="{_format_number(width)}" stroke-linejoin="round"{dashes}'


def _shape_style(fill: Color | None, edge: Color | None, width: float) -> str:
    outline = (
        f' {_color_attributes("stroke", edge)} stroke-width="{_format_number(width)}"'
        if edge is not None
        else ""
    )
    return (_fill_style(fill) if fill is not None else 'fill="none"') + outline


class Drawing(Protocol):
    """A plan or a side cut."""

    sheet: Any
    labels: Any

    def draw(self) -> object:
        """Draw everything on the sheet."""


def drawing_to_svg(words: str, drawing: Drawing) -> str:
    """Return a drawing as SVG. `words` describe it to screen readers."""
    sheet = drawing.sheet
    drawing.sheet = drawing.labels.sheet = paper = SvgCanvas(
        sheet.width, sheet.height, (238, 235, 228)
    )
    drawing.draw()
    return paper.to_svg(words)
