"""The whirl of light in void gates and portals."""

from __future__ import annotations

from math import cos, pi, radians, sin

from figure_kit.model import Figure
from figure_kit.paints import Paint

ARMS, ARM_POINTS = 5, 6
ARM_TURN_DEG = 190.0
"""The angle by which an arm winds around the middle."""
ARM_WIDTH = 0.085
"""The greatest half width of an arm, as a share of the whirl's radius."""


def draw_whirl(
    f: Figure, radius: float, thickness: float, paint: Paint, height: float = 1.0
) -> None:
    """Draw winding arms and a bright middle on both sides of an upright disc.

    The disc is around the origin, `radius` inches wide and `height` times as high to each side.
    `thickness` is that of the disc in inches.
    """
    for number in range(ARMS):
        sides: list[list[tuple[float, float]]] = [[], []]
        for step in range(ARM_POINTS + 1):
            share = step / ARM_POINTS
            turn = radians(360 / ARMS * number + ARM_TURN_DEG * share**0.7)
            half_width = ARM_WIDTH * radius * (0.15 + sin(pi * min(0.97, 0.1 + share)))
            for side, points in zip((-1, 1), sides, strict=True):
                reach = radius * (0.16 + 0.80 * share) + side * half_width
                reach = min(reach, radius * 0.98)
                points.append((reach * cos(turn), height * reach * sin(turn)))
        f.plate([*sides[0], *reversed(sides[1])], thickness + 0.008, paint, 0.0)
    f.lathe(
        [(0.13 * radius, -thickness / 2 - 0.008), (0.13 * radius, thickness / 2 + 0.008)],
        paint,
        x=90,
        flat=(1, height),
        sides=10,
    )
