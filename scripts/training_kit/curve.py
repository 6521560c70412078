"""Draw how the score of the network grows while it learns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from wc3d.cli.simulate.win_rate_table import wilson_interval

SIZE = (900, 420)
MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 70, 40, 30, 60
PAPER, INK, GRID, LINE = "#faf9f5", "#20242a", "#d9d6cc", "#1f5f8b"


def draw_curve(stages: Sequence[Mapping[str, float]], rival: str, path: Path) -> None:
    """Draw the score of each stage with its interval over the minutes of training."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(15)
    right, bottom = SIZE[0] - MARGIN_RIGHT, SIZE[1] - MARGIN_BOTTOM
    most = max(stage["minutes"] for stage in stages) * 1.05

    def place(minutes: float, score: float) -> tuple[float, float]:
        x = MARGIN_LEFT + (right - MARGIN_LEFT) * minutes / most
        return x, bottom - (bottom - MARGIN_TOP) * score

    for percent in range(0, 101, 20):
        x, y = place(0.0, percent / 100)
        draw.line((x, y, right, y), fill=INK if percent == 0 else GRID)
        draw.text((x - 12, y), f"{percent} %", INK, font, anchor="rm")
    for stage in stages:
        x, _ = place(stage["minutes"], 0.0)
        low, high = wilson_interval(stage["score"], int(stage["games"]))
        draw.line((*place(stage["minutes"], low), *place(stage["minutes"], high)), LINE, 2)
        draw.text((x, bottom + 8), f"{stage['minutes']:.0f}", INK, font, anchor="mt")
    points = [place(stage["minutes"], stage["score"]) for stage in stages]
    draw.line(points, LINE, 3)
    for x, y in points:
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), LINE)
    draw.text((MARGIN_LEFT, 12), f"Score against {rival}, with 95 % intervals", INK, font)
    draw.text((right, bottom + 30), "minutes of training", INK, font, anchor="rt")
    image.save(path)
