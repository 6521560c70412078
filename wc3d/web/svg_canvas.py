"""A sheet that draws as SVG instead of dots: plan and side cut stay sharp however large a browser shows them."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapely import MultiPolygon, Polygon, get_rings

from wc3d.presentation.palette import INK, PAPER, RGB, Pattern
from wc3d.printing.canvas import (
    ANGLES,
    STEPS,
    XY,
    Box,
    Canvas,
    Color,
    Place,
    hatch,
    on_sheet,
    spots,
)
from wc3d.web.wording import in_html

FONT = "Roboto,'Helvetica Neue',Arial,sans-serif"
ANCHORS = {"l": "start", "m": "middle", "r": "end"}
LOWER = {"a": 0.86, "m": 0.35, "s": 0.0}
"""How far below its anchor a text's foot is, in its own size, by the second letter of Pillow's anchors."""
TIGHTEST = 0.72
"""Words that would run off the sheet are set tighter, down to this share of their width."""


class SvgCanvas(Canvas):
    """A sheet as `printing.Canvas`, kept as SVG. What is drawn alike one after the other becomes one path."""

    def __init__(self, width: float, height: float, background: RGB = PAPER) -> None:
        super().__init__(1, 1)
        self.width, self.height = width, height
        self._parts: list[str] = []
        self._style, self._path = "", ""
        self.box((0, 0, width, height), background, radius=0)

    def svg(self, title: str) -> str:
        """The finished drawing, as an element of HTML; `title` is what it says to those who do not see it."""
        self._end()
        size = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        words = f"<title>{in_html(title)}</title>{''.join(self._parts)}"
        return f'<svg role="img" {size} font-family="{FONT}">{words}</svg>'

    def _end(self) -> None:
        if self._path:
            self._parts.append(f'<path {self._style} d="{self._path}"/>')
        self._style = self._path = ""

    def _draw(self, style: str, path: str) -> None:
        if style != self._style or "fill-opacity" in style:  # see-through shapes that overlap must stay apart
            self._end()
        self._style, self._path = style, self._path + path

    def _shows(self, points: Sequence[XY]) -> bool:
        (left, top), (right, foot) = (tuple(pick(p[k] for p in points) for k in (0, 1)) for pick in (min, max))
        return left <= self.width and top <= self.height and right >= 0 and foot >= 0

    def _put(self, element: str) -> None:
        self._end()
        self._parts.append(element)

    def fill(self, points: Iterable[XY], color: Color) -> None:
        """Fill a polygon."""
        corners = list(points)
        if len(corners) >= 3:
            self._draw(_fill_style(color), _outline(corners))

    def line(
        self, points: Sequence[XY], color: Color, width: float = 1.0, dash: tuple[float, float] | None = None
    ) -> None:
        """A polyline, in dashes of (drawn, left out) points if given."""
        if len(points) >= 2 and self._shows(points):
            self._draw(_stroke_style(color, width, dash), _polyline(points))

    def disc(
        self, center: XY, radius: float, fill: Color | None = None, edge: Color | None = None, width: float = 1.0
    ) -> None:
        """A disc, filled or only its edge."""
        x, y = center
        inner = max(0.1, radius - (width / 2 if edge else 0))
        self._put(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(inner)}" {_both(fill, edge, width)}/>')

    def box(
        self, box: Box, fill: Color | None, edge: Color | None = None, radius: float = 4.0, width: float = 1.0
    ) -> None:
        """A box with round corners."""
        x0, y0, x1, y1 = box
        place = f'x="{_n(x0)}" y="{_n(y0)}" width="{_n(x1 - x0)}" height="{_n(y1 - y0)}"'
        self._put(f'<rect {place} rx="{_n(radius)}" {_both(fill, edge, width)}/>')

    def text(
        self, at: XY, words: str, size: float = 13.0, color: Color = INK, bold: bool = False, anchor: str = "la"
    ) -> None:
        """Words; `anchor` as Pillow's (la: their top left is `at`). They are as wide as paper's typeface makes them."""
        x, y = at[0], at[1] + LOWER[anchor[1]] * size
        wide = self.wide(words, size, bold)
        if anchor[0] == "l" and x + wide > self.width - 4:
            wide = max(TIGHTEST * wide, self.width - 4 - x)
        weight = ' font-weight="700"' if bold else ""
        fit = f'textLength="{_n(wide)}" lengthAdjust="spacingAndGlyphs"' if len(words) > 1 else ""
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{ANCHORS[anchor[0]]}"'
        self._put(f"<text {place} {_fill_style(color)}{weight} {fit}>{in_html(words)}</text>")

    def area(
        self, shape: Polygon | MultiPolygon, place: Place, fill: Color | None, ink: RGB | None = None, *,
        pattern: Pattern | None = None, width: float = 1.4, dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """Fill a shape given in inches, holes left open, with its pattern and outline."""
        window = Polygon([(-4, -4), (self.width + 4, -4), (self.width + 4, self.height + 4), (-4, self.height + 4)])
        for polygon in getattr(shape, "geoms", [shape]):
            overlap = on_sheet(polygon, place).intersection(window)
            for part in getattr(overlap, "geoms", [overlap]):
                if isinstance(part, Polygon) and not part.is_empty:
                    self._part(part, fill, ink, pattern, _stroke_style(ink, width, dash) if ink is not None else "")

    def _part(self, part: Polygon, fill: Color | None, ink: RGB | None, pattern: Pattern | None, edge: str) -> None:
        rings = "".join(_outline(list(ring.coords)) for ring in get_rings(part))
        if fill is not None:
            self._draw(f'{_fill_style(fill)} fill-rule="evenodd"', rings)
        if pattern is not None and ink is not None:
            self._pattern(part, pattern, ink)
        if edge:
            self._draw(edge, rings)

    def _pattern(self, polygon: Polygon, pattern: Pattern, ink: RGB) -> None:
        if pattern in ANGLES:
            style = _stroke_style((*ink, 120), 0.8, (7.0, 5.0) if pattern is Pattern.LEVEL else None)
            rows = [row for angle in ANGLES[pattern] for row in hatch(polygon, 9.0, angle)]
            self._draw(style, "".join(_polyline(row) for row in rows))
            return
        signs = spots(polygon.buffer(-4.0), polygon.bounds, STEPS[pattern])
        if pattern is Pattern.DOTTED:
            style = f'{_stroke_style((*ink, 170), 2.2, None)} stroke-linecap="round"'
            self._draw(style, "".join(f"M{_n(x)} {_n(y)}h0" for x, y in signs))
        else:
            self._draw(_fill_style((*ink, 110)), "".join(f"M{_n(x)} {_n(y - 4.5)}l3.6 7.5h-7.2z" for x, y in signs))


def _n(value: float) -> str:
    """A number with one digit after the point, and no more than it needs."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def _polyline(points: Sequence[Sequence[float]]) -> str:
    (x, y), *rest = ((p[0], p[1]) for p in points)
    return f"M{_n(x)} {_n(y)}L" + " ".join(f"{_n(x)} {_n(y)}" for x, y in rest)


def _outline(points: Sequence[Sequence[float]]) -> str:
    return f"{_polyline(points)}z"


def _color(name: str, color: Color) -> str:
    red, green, blue = (int(v) for v in color[:3])
    opacity = f' {name}-opacity="{color[3] / 255:.2f}"' if len(color) == 4 and color[3] < 255 else ""
    return f'{name}="#{red:02x}{green:02x}{blue:02x}"{opacity}'


def _fill_style(color: Color) -> str:
    return _color("fill", color)


def _stroke_style(color: Color, width: float, dash: tuple[float, float] | None) -> str:
    dashes = f' stroke-dasharray="{_n(dash[0])} {_n(dash[1])}"' if dash else ""
    return f'fill="none" {_color("stroke", color)} stroke-width="{_n(width)}" stroke-linejoin="round"{dashes}'


def _both(fill: Color | None, edge: Color | None, width: float) -> str:
    outline = f' {_color("stroke", edge)} stroke-width="{_n(width)}"' if edge is not None else ""
    return (_fill_style(fill) if fill is not None else 'fill="none"') + outline
