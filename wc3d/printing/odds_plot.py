"""A bar plot of an attack's chances, with one bar per number of damage points."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image
from shapely import box

from wc3d.presentation.palette import FAINT_COLOR, INK_COLOR, PAPER_COLOR, PLAIN_COLOR, RGB, Pattern
from wc3d.printing.canvas import Canvas

HEIGHT_PT, TOP_MARGIN_PT, BOTTOM_MARGIN_PT, LEFT_MARGIN_PT, RIGHT_MARGIN_PT = (
    430.0,
    96.0,
    62.0,
    66.0,
    26.0,
)
"""The height and the margins of the sheet, in points."""

COLUMN_WIDTH_PT = 78.0
MIN_WIDTH_PT, MAX_WIDTH_PT = 620.0, 1500.0
BAR_RGB: RGB = (206, 220, 236)
DESTROYED_BAR_RGB: RGB = (240, 206, 186)
DESTROYED_INK_RGB: RGB = (150, 60, 30)


def draw_odds_plot(
    title: str, summary: str, chances: Sequence[float], remaining: int
) -> Image.Image:
    """Return the plot. The bar for `remaining`, the target's health, has its own pattern."""
    words = (
        max(Canvas.text_width(title, 16.0, True), Canvas.text_width(summary, 13.0))
        + 2 * RIGHT_MARGIN_PT
    )
    width = min(
        MAX_WIDTH_PT,
        max(MIN_WIDTH_PT, words, LEFT_MARGIN_PT + RIGHT_MARGIN_PT + COLUMN_WIDTH_PT * len(chances)),
    )
    sheet = Canvas(width, HEIGHT_PT)
    sheet.text((RIGHT_MARGIN_PT, 18), title, _fit_size(sheet, title, 16.0, True), INK_COLOR, True)
    sheet.text((RIGHT_MARGIN_PT, 44), summary, _fit_size(sheet, summary, 13.0, False), INK_COLOR)
    top = _axis_top(max(chances))
    _draw_axes(sheet, top)
    step = (width - LEFT_MARGIN_PT - RIGHT_MARGIN_PT) / len(chances)
    for points, chance in enumerate(chances):
        _draw_bar(
            sheet,
            LEFT_MARGIN_PT + step * (points + 0.5),
            step * 0.62,
            chance,
            top,
            points,
            points == remaining,
        )
    sheet.text(
        (LEFT_MARGIN_PT + (width - LEFT_MARGIN_PT - RIGHT_MARGIN_PT) / 2, HEIGHT_PT - 16),
        "damage points",
        12.5,
        FAINT_COLOR,
        anchor="mm",
    )
    return sheet.to_image()


def _fit_size(sheet: Canvas, words: str, size: float, bold: bool) -> float:
    """Return the largest font size up to `size` at which the words fit the sheet."""
    return min(
        size, size * (sheet.width - 2 * RIGHT_MARGIN_PT) / Canvas.text_width(words, size, bold)
    )


def _axis_top(largest: float) -> float:
    """Return the top of the axis: the next tenth above the largest chance."""
    return min(1.0, (int(largest * 10) + 1) / 10)


def _y(chance: float, top: float) -> float:
    return (
        HEIGHT_PT - BOTTOM_MARGIN_PT - (HEIGHT_PT - TOP_MARGIN_PT - BOTTOM_MARGIN_PT) * chance / top
    )


def _draw_axes(sheet: Canvas, top: float) -> None:
    lines = round(top * 10)
    step = 1 if lines <= 5 else 2
    for tenth in range(0, lines + 1, step):
        y = _y(tenth / 10, top)
        sheet.line(
            [(LEFT_MARGIN_PT, y), (sheet.width - RIGHT_MARGIN_PT, y)],
            (*FAINT_COLOR, 90) if tenth else INK_COLOR,
            0.8 if tenth else 1.4,
        )
        sheet.text((LEFT_MARGIN_PT - 8, y), f"{tenth * 10}%", 12.0, FAINT_COLOR, anchor="rm")


def _draw_bar(
    sheet: Canvas, x: float, wide: float, chance: float, top: float, points: int, deadly: bool
) -> None:
    """Draw a bar with its chance and number. Crossed lines mark a destroyed target."""
    y = _y(chance, top)
    ground = _y(0.0, top)
    if ground - y > 0.5:
        shape = box(x - wide / 2, y, x + wide / 2, ground)
        fill, ink, pattern = (
            (DESTROYED_BAR_RGB, DESTROYED_INK_RGB, Pattern.CROSSED)
            if deadly
            else (BAR_RGB, PLAIN_COLOR, Pattern.SLANTED)
        )
        sheet.area(shape, lambda a, b: (a, b), fill, ink, pattern=pattern)
    percent = f"{chance:.1%}" if chance >= 0.0005 or chance == 0 else "<0.1%"
    half = Canvas.text_width(percent, 12.5) / 2 + 3
    sheet.box((x - half, y - 20, x + half, y - 3), PAPER_COLOR, radius=2.0)
    sheet.text((x, y - 4), percent, 12.5, INK_COLOR, anchor="mb")
    sheet.text((x, ground + 6), str(points), 14.0, INK_COLOR, True, "ma")
    if deadly:
        sheet.text((x, ground + 24), "destroyed", 12.0, DESTROYED_INK_RGB, True, "ma")
