"""Draw a line of scores with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from wc3d.cli.simulate.win_rate_table import wilson_interval

SIZE = (900, 420)
MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 70, 40, 30, 60
PAPER, INK, GRID, LINE = "#faf9f5", "#20242a", "#d9d6cc", "#1f5f8b"


def draw_score_chart(
    scores: Sequence[tuple[float, str, float, int]], title: str, x_title: str, path: Path
) -> None:
    """Draw each score, 0 to 1, with its 95 % interval.

    A score has a place on the horizontal axis, 0 or more, the label of that place, the score and
    the number of games.
    """
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(15)
    right, bottom = SIZE[0] - MARGIN_RIGHT, SIZE[1] - MARGIN_BOTTOM
    most = max(x for x, *_ in scores) * 1.05

    def place(x: float, score: float) -> tuple[float, float]:
        across = MARGIN_LEFT + (right - MARGIN_LEFT) * x / most
        return across, bottom - (bottom - MARGIN_TOP) * score

    for percent in range(0, 101, 20):
        x, y = place(0.0, percent / 100)
        draw.line((x, y, right, y), fill=INK if percent == 0 else GRID)
        draw.text((x - 12, y), f"{percent} %", INK, font, anchor="rm")
    for at, label, score, games in scores:
        x, _ = place(at, 0.0)
        low, high = wilson_interval(score, games)
        draw.line((*place(at, low), *place(at, high)), LINE, 2)
        draw.text((x, bottom + 8), label, INK, font, anchor="mt")
    points = [place(at, score) for at, _, score, _ in scores]
    draw.line(points, LINE, 3)
    for x, y in points:
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), LINE)
    draw.text((MARGIN_LEFT, 12), f"{title}, with 95 % intervals", INK, font)
    draw.text((right, bottom + 30), x_title, INK, font, anchor="rt")
    image.save(path)
