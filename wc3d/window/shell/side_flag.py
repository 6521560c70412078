"""Side flags and the colors of health and points, for the labels and the legend."""

from __future__ import annotations

from typing import Any

from wc3d.presentation.palette import RGB
from wc3d.window.shell.widgets import pack_color

POINTS_RGB: RGB = (120, 226, 255)
HURT_RGB: RGB = (255, 120, 104)
HEALTHY_RGB: RGB = (132, 224, 140)
GOLD_RGB: RGB = (255, 214, 110)
SIDE_ICONS = {1: "\uf0c8", 2: "\uf04b"}
"""The sides' icons in text: a square and a triangle."""


def draw_side_flag(draw: Any, side: int, rgb: RGB, x: float, y: float, s: float) -> None:
    """Draw a side's flag of half height `s`: square, pointed (second side) or round (no side)."""
    ink = pack_color(rgb)
    edge = pack_color((255, 255, 255), 0.9)
    if side == 1:
        draw.add_rect_filled((x, y - s), (x + 2 * s, y + s), ink)
        draw.add_rect((x, y - s), (x + 2 * s, y + s), edge)
    elif side == 2:
        corners = (x, y - s * 1.1), (x + 2.3 * s, y), (x, y + s * 1.1)
        draw.add_triangle_filled(*corners, ink)
        draw.add_triangle(*corners, edge)
    else:
        draw.add_circle_filled((x + s, y), s, ink)
