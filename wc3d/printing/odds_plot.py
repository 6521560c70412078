"""A plot of the chances of an attack: a bar for each number of damage points, on paper."""
from __future__ import annotations

from collections.abc import Sequence

from PIL import Image
from shapely import box

from wc3d.presentation.palette import FAINT, INK, PAPER, PLAIN, RGB, Pattern
from wc3d.printing.canvas import Canvas

HEIGHT, TOP, BOTTOM, LEFT, RIGHT = 430.0, 96.0, 62.0, 66.0, 26.0
"""Points of the sheet and of its margins."""

COLUMN = 78.0
NARROWEST, WIDEST = 620.0, 1500.0
LIGHT: RGB = (206, 220, 236)
DEADLY: RGB = (240, 206, 186)
DEADLY_INK: RGB = (150, 60, 30)


def draw_odds(title: str, summary: str, chances: Sequence[float], remaining: int) -> Image.Image:
    """The picture. `remaining`: the damage points the target had left; the bar of so many has its own pattern and a word."""
    words = max(Canvas.wide(title, 16.0, True), Canvas.wide(summary, 13.0)) + 2 * RIGHT
    width = min(WIDEST, max(NARROWEST, words, LEFT + RIGHT + COLUMN * len(chances)))
    sheet = Canvas(width, HEIGHT)
    sheet.text((RIGHT, 18), title, _fitting(sheet, title, 16.0, True), INK, True)
    sheet.text((RIGHT, 44), summary, _fitting(sheet, summary, 13.0, False), INK)
    top = _scale(max(chances))
    _axes(sheet, top)
    step = (width - LEFT - RIGHT) / len(chances)
    for points, chance in enumerate(chances):
        _bar(sheet, LEFT + step * (points + 0.5), step * 0.62, chance, top, points, points == remaining)
    sheet.text((LEFT + (width - LEFT - RIGHT) / 2, HEIGHT - 16), "damage points", 12.5, FAINT, anchor="mm")
    return sheet.finish()


def _fitting(sheet: Canvas, words: str, size: float, bold: bool) -> float:
    """The size at which words fit the sheet, at most the one given."""
    return min(size, size * (sheet.width - 2 * RIGHT) / Canvas.wide(words, size, bold))


def _scale(largest: float) -> float:
    """The top of the axis: the next tenth above the largest chance."""
    return min(1.0, (int(largest * 10) + 1) / 10)


def _y(chance: float, top: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * chance / top


def _axes(sheet: Canvas, top: float) -> None:
    lines = round(top * 10)
    step = 1 if lines <= 5 else 2
    for tenth in range(0, lines + 1, step):
        y = _y(tenth / 10, top)
        sheet.line([(LEFT, y), (sheet.width - RIGHT, y)], (*FAINT, 90) if tenth else INK, 0.8 if tenth else 1.4)
        sheet.text((LEFT - 8, y), f"{tenth * 10}%", 12.0, FAINT, anchor="rm")


def _bar(sheet: Canvas, x: float, wide: float, chance: float, top: float, points: int, deadly: bool) -> None:
    """One bar with its chance above and its number below; slanted lines, crossed where the target is destroyed."""
    y, ground = _y(chance, top), _y(0.0, top)
    if ground - y > 0.5:
        shape = box(x - wide / 2, y, x + wide / 2, ground)
        fill, ink, pattern = (DEADLY, DEADLY_INK, Pattern.CROSSED) if deadly else (LIGHT, PLAIN, Pattern.SLANTED)
        sheet.area(shape, lambda a, b: (a, b), fill, ink, pattern=pattern)
    percent = f"{chance:.1%}" if chance >= 0.0005 or chance == 0 else "<0.1%"
    half = Canvas.wide(percent, 12.5) / 2 + 3
    sheet.box((x - half, y - 20, x + half, y - 3), PAPER, radius=2.0)
    sheet.text((x, y - 4), percent, 12.5, INK, anchor="mb")
    sheet.text((x, ground + 6), str(points), 14.0, INK, True, "ma")
    if deadly:
        sheet.text((x, ground + 24), "destroyed", 12.0, DEADLY_INK, True, "ma")
