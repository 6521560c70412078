"""A drawing surface on Pillow for lines, patterns and text, with supersampling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from math import atan2, ceil, cos, dist, hypot, sin
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from shapely import (
    LineString,
    MultiLineString,
    MultiPolygon,
    Polygon,
    affinity,
    contains_xy,
    get_rings,
)

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.points import XY
from wc3d.presentation.palette import INK_COLOR, PAPER_COLOR, RGB, Pattern

SUPERSAMPLING = 2
"""The ratio of drawn to displayed size."""

Box = tuple[float, float, float, float]
Color = tuple[int, ...]
"""Red, green, blue and optionally opacity, each 0 to 255."""
ToSheet = Callable[[float, float], XY]
"""A function that converts inches to points on the sheet."""
PATTERN_ANGLES_DEG: dict[Pattern, tuple[int, ...]] = {
    Pattern.SLANTED: (45,),
    Pattern.BACK_SLANTED: (-45,),
    Pattern.CROSSED: (45, -45),
    Pattern.LEVEL: (0,),
    Pattern.UPRIGHT: (90,),
}
"""The directions of a pattern's lines, in degrees."""
PATTERN_STEPS_PT = {Pattern.DOTTED: 11.0, Pattern.TREES: 17.0}
"""The distance between the signs of a pattern, in points."""


@dataclass(frozen=True)
class Bitmap:
    """A picture for a panel: rows of pixels from the top, three bytes per pixel."""

    width: int
    height: int
    rgb: bytes

    @staticmethod
    def load(path: Path) -> Bitmap:
        """Return a picture that is included in the program."""
        with Image.open(path) as image:
            return Bitmap(image.width, image.height, image.convert("RGB").tobytes())

    def to_png(self) -> bytes:
        """Return the picture as a PNG file."""
        buffer = BytesIO()
        Image.frombytes("RGB", (self.width, self.height), self.rgb).save(
            buffer, "PNG", optimize=True
        )
        return buffer.getvalue()


@memo_per_process(Size.SMALL)
def load_font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font, `size` points high on the sheet."""
    return ImageFont.truetype(str(font_path(bold)), round(size * SUPERSAMPLING))


def font_path(bold: bool = False) -> Path:
    """Return the path of the font: Roboto, with Latin, Greek and Cyrillic letters."""
    return Path(__file__).parent / "fonts" / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"


class Canvas:
    """A sheet of `width` by `height` points, with (0, 0) at the top left."""

    def __init__(self, width: float, height: float, background: RGB = PAPER_COLOR) -> None:
        self.width, self.height = width, height
        self.image = Image.new(
            "RGB", (round(width * SUPERSAMPLING), round(height * SUPERSAMPLING)), background
        )
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def fill(self, points: Iterable[XY], color: Color) -> None:
        """Fill a polygon."""
        scaled = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
        if len(scaled) >= 3:
            self.pen.polygon(scaled, fill=color)

    def line(
        self,
        points: Sequence[XY],
        color: Color,
        width: float = 1.0,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """Draw a polyline. `dash` gives the lengths of dashes and gaps in points."""
        if len(points) < 2:
            return
        for part in split_into_dashes(points, dash) if dash else [points]:
            scaled = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in part]
            self.pen.line(
                scaled, fill=color, width=max(1, round(width * SUPERSAMPLING)), joint="curve"
            )

    def disc(
        self,
        center: XY,
        radius: float,
        fill: Color | None = None,
        edge: Color | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a disc, filled or outlined."""
        x, y, r = center[0] * SUPERSAMPLING, center[1] * SUPERSAMPLING, radius * SUPERSAMPLING
        self.pen.ellipse(
            (x - r, y - r, x + r, y + r),
            fill=fill,
            outline=edge,
            width=round(width * SUPERSAMPLING) if edge else 0,
        )

    def box(
        self,
        box: Box,
        fill: Color | None,
        edge: Color | None = None,
        radius: float = 4.0,
        width: float = 1.0,
    ) -> None:
        """Draw a box with round corners."""
        scaled = tuple(v * SUPERSAMPLING for v in box)
        self.pen.rounded_rectangle(
            scaled,
            radius * SUPERSAMPLING,
            fill=fill,
            outline=edge,
            width=round(width * SUPERSAMPLING) if edge else 0,
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
        """Draw text. `anchor` follows Pillow (la: `at` is the top left)."""
        self.pen.text(
            (at[0] * SUPERSAMPLING, at[1] * SUPERSAMPLING),
            words,
            font=load_font(size, bold),
            fill=color,
            anchor=anchor,
        )

    @staticmethod
    def text_width(words: str, size: float = 13.0, bold: bool = False) -> float:
        """Return the width of a text in points."""
        return load_font(size, bold).getlength(words) / SUPERSAMPLING

    def arrow(
        self, start: XY, end: XY, color: Color, width: float = 2.0, head: float = 9.0
    ) -> None:
        """Draw an arrowhead at `end` that points away from `start`."""
        turn = atan2(end[1] - start[1], end[0] - start[0])
        wings = [
            (end[0] - head * cos(turn + a), end[1] - head * sin(turn + a)) for a in (0.42, -0.42)
        ]
        self.fill([end, *wings], color)

    def cross(self, at: XY, size: float, color: Color, width: float = 2.5) -> None:
        """Draw an X."""
        x, y = at
        self.line([(x - size, y - size), (x + size, y + size)], color, width)
        self.line([(x - size, y + size), (x + size, y - size)], color, width)

    def tick(self, at: XY, size: float, color: Color, width: float = 2.5) -> None:
        """Draw a check mark."""
        x, y = at
        self.line(
            [(x - size, y), (x - size * 0.25, y + size * 0.75), (x + size, y - size * 0.8)],
            color,
            width,
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
        """Draw a shape given in inches, with its holes, pattern and outline."""
        for polygon in getattr(shape, "geoms", [shape]):
            sheet_polygon = polygon_on_sheet(polygon, place)
            if sheet_polygon.is_empty:
                continue
            if fill is not None:
                self._fill_with_holes(sheet_polygon, fill)
            if pattern is not None and ink is not None:
                self._draw_pattern(sheet_polygon, pattern, ink)
            if ink is not None:
                for ring in get_rings(sheet_polygon):
                    self.line(list(ring.coords), ink, width, dash)

    def _fill_with_holes(self, polygon: Polygon, color: Color) -> None:
        x0, y0, x1, y1 = (v * SUPERSAMPLING for v in polygon.bounds)
        left = max(0, int(x0) - 1)
        top = max(0, int(y0) - 1)
        right = min(self.image.width, ceil(x1) + 1)
        bottom = min(self.image.height, ceil(y1) + 1)
        if right <= left or bottom <= top:
            return
        mask = Image.new("L", (right - left, bottom - top), 0)
        pen = ImageDraw.Draw(mask)
        opacity = color[3] if len(color) == 4 else 255
        for ring, value in (
            (polygon.exterior, opacity),
            *((hole, 0) for hole in polygon.interiors),
        ):
            pen.polygon(
                [(x * SUPERSAMPLING - left, y * SUPERSAMPLING - top) for x, y in ring.coords],
                fill=value,
            )
        self.image.paste(color[:3], (left, top, right, bottom), mask)

    def _draw_pattern(self, polygon: Polygon, pattern: Pattern, ink: RGB) -> None:
        view = polygon.intersection(
            Polygon([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)])
        )
        if view.is_empty:
            return
        faint = (*ink, 120)
        if pattern in PATTERN_STEPS_PT:
            self._stipple(view, pattern, ink)
            return
        for angle in PATTERN_ANGLES_DEG[pattern]:
            for part in hatch_lines(view, 9.0, angle):
                self.line(part, faint, 0.8, (7.0, 5.0) if pattern is Pattern.LEVEL else None)

    def _stipple(self, view: Polygon, pattern: Pattern, ink: RGB) -> None:
        for x, y in pattern_points(view.buffer(-4.0), view.bounds, PATTERN_STEPS_PT[pattern]):
            if pattern is Pattern.DOTTED:
                self.disc((x, y), 1.1, fill=(*ink, 170))
            else:
                self.fill([(x, y - 4.5), (x + 3.6, y + 3), (x - 3.6, y + 3)], (*ink, 110))

    def paste(self, picture: Canvas | Image.Image, at: XY) -> None:
        """Paste another sheet, or a picture that is already `SUPERSAMPLING` times larger."""
        image = picture.image if isinstance(picture, Canvas) else picture
        self.image.paste(image, (round(at[0] * SUPERSAMPLING), round(at[1] * SUPERSAMPLING)))

    def to_image(self) -> Image.Image:
        """Return the sheet at its displayed size."""
        return self.image.reduce(SUPERSAMPLING)

    def to_bitmap(self, scale: float) -> Bitmap:
        """Return the sheet for a panel, with `scale` pixels per point."""
        size = round(self.width * scale), round(self.height * scale)
        return Bitmap(*size, self.image.resize(size, Image.Resampling.LANCZOS).tobytes())


def polygon_on_sheet(polygon: Polygon, place: ToSheet) -> Polygon:
    """Return a polygon given in inches in the coordinates of a sheet."""
    outer, *holes = ([place(*corner[:2]) for corner in ring.coords] for ring in get_rings(polygon))
    return Polygon(outer, holes).buffer(0)


def pattern_points(shape: Polygon | MultiPolygon, box: Box, step: float) -> list[XY]:
    """Return the grid points over a box that are inside a shape. Every other row is shifted."""
    x0, y0, x1, y1 = box
    xs, ys = np.meshgrid(np.arange(x0, x1, step), np.arange(y0, y1, step))
    xs[1::2] += step / 2
    is_inside = contains_xy(shape, xs, ys)
    return list(zip(xs[is_inside], ys[is_inside], strict=True))


def hatch_lines(shape: Polygon | MultiPolygon, step: float, degrees: float) -> list[list[XY]]:
    """Return parallel lines across a shape, `step` apart."""
    rotated_shape = affinity.rotate(shape, -degrees, origin=(0, 0))
    x0, y0, x1, y1 = rotated_shape.bounds
    rows = MultiLineString(
        [
            LineString([(x0 - 1, y), (x1 + 1, y)])
            for y in np.arange(np.floor(y0 / step) * step, y1, step)
        ]
    )
    lines = affinity.rotate(rows.intersection(rotated_shape), degrees, origin=(0, 0))
    parts = getattr(lines, "geoms", [lines])
    return [
        list(part.coords) for part in parts if part.geom_type == "LineString" and not part.is_empty
    ]


def split_into_dashes(points: Sequence[XY], dash: tuple[float, float]) -> list[list[XY]]:
    """Split a polyline into dashes."""
    dash_length, gap = dash
    parts: list[list[XY]] = []
    at = 0.0
    is_drawn = True
    remaining = dash_length
    current: list[XY] = [points[0]]
    for a, b in pairwise(points):
        length = hypot(b[0] - a[0], b[1] - a[1])
        at = 0.0
        while length - at > remaining:
            at += remaining
            spot = (a[0] + (b[0] - a[0]) * at / length, a[1] + (b[1] - a[1]) * at / length)
            if is_drawn:
                parts.append([*current, spot])
            current = [spot]
            is_drawn = not is_drawn
            remaining = dash_length if is_drawn else gap
        remaining -= length - at
        if is_drawn:
            current.append(b)
    if is_drawn and len(current) > 1:
        parts.append(current)
    return parts


FIRST_OPTIONAL_LABEL = 6
"""The first priority of labels that are omitted where they have no room nearby."""
LABEL_GAP_PT = 1.5
"""The least distance between two labels, in points."""
LEADER_SHARE = 1.3
"""The distance of a label from its point, in heights of the label, from which a line joins them."""
FAR_STEP_PT = 12.0
"""The distance in points of the places that are tried all over a sheet."""


class LabelPlacer:
    """Labels that avoid each other. They are requested at points and placed together."""

    def __init__(self, sheet: Canvas, obstacles: Iterable[Box] = ()) -> None:
        self.sheet = sheet
        self.reserved_boxes: list[Box] = list(obstacles)
        self.label_boxes: list[Box] = []
        """The boxes of the labels, once they are drawn."""
        self.requests: list[tuple[int, XY, str, RGB, bool, float]] = []

    def request_label(
        self,
        at: XY,
        words: str,
        color: RGB = INK_COLOR,
        *,
        solid: bool = False,
        size: float = 12.5,
        first: int = 5,
    ) -> None:
        """Request a label near a point.

        `solid` draws it on a background of its color. Labels with the lowest `first` are placed
        first.
        """
        if words and -40 < at[0] < self.sheet.width + 40 and -40 < at[1] < self.sheet.height + 40:
            self.requests.append((first, at, words, color, solid, size))

    def reserve_box(self, box: Box) -> None:
        """Keep labels off this box."""
        self.reserved_boxes.append(box)

    def avoid_line(self, points: Sequence[XY], step: float = 9.0) -> None:
        """Avoid covering this polyline with labels where possible."""
        for a, b in pairwise(points):
            for k in range(int(hypot(b[0] - a[0], b[1] - a[1]) / step) + 1):
                share = min(1.0, k * step / max(1e-9, hypot(b[0] - a[0], b[1] - a[1])))
                x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                self.reserved_boxes.append((x - 2, y - 2, x + 2, y + 2))

    def draw_labels(self) -> None:
        """Draw the labels that have room. No label covers another or a line to a label's point."""
        requests = sorted(self.requests, key=lambda label: label[0])
        self.requests.clear()
        chosen = []
        for request in requests:
            first, at, words, _, solid, size = request
            wide = self.sheet.text_width(words, size, solid) + 10
            high = size + 7
            box = self._find_room(at, wide, high, may_omit=first >= FIRST_OPTIONAL_LABEL)
            if box is not None:
                self.label_boxes.append(box)
                chosen.append((request, box))
        for (_, at, _, color, _, _), (x0, y0, x1, y1) in chosen:
            near = min(max(at[0], x0), x1), min(max(at[1], y0), y1)
            is_on_sheet = 0 <= at[0] <= self.sheet.width and 0 <= at[1] <= self.sheet.height
            if is_on_sheet and dist(near, at) > LEADER_SHARE * (y1 - y0):
                self.sheet.line([at, near], (*color, 200), 1.0)
        for (_, _, words, color, solid, size), box in chosen:
            ground = (*color, 235) if solid else (255, 255, 255, 235)
            self.sheet.box(box, ground, None if solid else (*color, 200), 4.0)
            light = solid and sum(color) < 480
            self.sheet.text(
                ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2),
                words,
                size,
                (255, 255, 255) if light else (INK_COLOR if solid else color),
                solid,
                "mm",
            )

    def _find_room(self, at: XY, wide: float, high: float, may_omit: bool) -> Box | None:
        """Return the best place near a point, else anywhere on the sheet.

        Return None if every place covers a label, or if an optional label would be far away.
        """
        reserved, labels = (
            np.array(boxes).reshape(-1, 4) for boxes in (self.reserved_boxes, self.label_boxes)
        )
        for places in (self._near_places(at, wide, high), self._far_places(at, wide, high)):
            best: tuple[float, Box] | None = None
            for cost, box in places:
                if best is not None and cost >= best[0]:
                    continue
                if overlap_area(_grown(box, LABEL_GAP_PT), labels) > 0:
                    continue
                cost += overlap_area(box, reserved)
                if best is None or cost < best[0]:
                    best = (cost, box)
            if best is not None or may_omit:
                return None if best is None else best[1]
        return None

    def _near_places(self, at: XY, wide: float, high: float) -> Iterator[tuple[float, Box]]:
        """Yield the cost and the box of each place around a point, the nearest first."""
        for ring in (0.9, 1.7, 2.7, 4.0, 5.5):
            for turn in (-1.57, 1.57, 0.0, 3.14, -0.6, -2.5, 0.6, 2.5):
                x = at[0] + cos(turn) * (wide / 2 + 8 * ring)
                y = at[1] + sin(turn) * high * ring
                yield ring * 4, self._box_on_sheet(x, y, wide, high)

    def _far_places(self, at: XY, wide: float, high: float) -> Iterator[tuple[float, Box]]:
        """Yield the cost and the box of places all over the sheet, the nearest first."""
        grid = [
            (hypot(x - at[0], y - at[1]), x, y)
            for x in np.arange(wide / 2, self.sheet.width, FAR_STEP_PT).tolist()
            for y in np.arange(high / 2, self.sheet.height, FAR_STEP_PT).tolist()
        ]
        for distance, x, y in sorted(grid):
            yield distance, self._box_on_sheet(x, y, wide, high)

    def _box_on_sheet(self, x: float, y: float, wide: float, high: float) -> Box:
        x = min(max(x, wide / 2 + 2), self.sheet.width - wide / 2 - 2)
        y = min(max(y, high / 2 + 2), self.sheet.height - high / 2 - 2)
        return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _grown(box: Box, gap: float) -> Box:
    """Return a box with a gap around it."""
    return box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap


def overlap_area(box: Box, boxes: NDArray[np.float64]) -> float:
    """Return the total area that a box shares with other boxes (n, 4)."""
    wide = np.minimum(box[2], boxes[:, 2]) - np.maximum(box[0], boxes[:, 0])
    high = np.minimum(box[3], boxes[:, 3]) - np.maximum(box[1], boxes[:, 1])
    return float((np.maximum(wide, 0.0) * np.maximum(high, 0.0)).sum())
