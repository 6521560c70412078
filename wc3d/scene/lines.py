"""Lines in space as segments for drawing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import GROUND_PENS

LIFT_IN = 0.04
"""Inches between a surface and a line along it."""


def polyline_segments(points: ArrayLike) -> NDArray[Any]:
    """Return the segments (n - 1, 2, 3) of a polyline (n, 3)."""
    corners = np.asarray(points, float).reshape(-1, 3)
    return np.stack([corners[:-1], corners[1:]], axis=1)


def circle_segments(
    center: tuple[float, float], radius: float, z: float, corners: int = 64
) -> NDArray[Any]:
    """Return the segments of a level circle."""
    turn = np.linspace(0, 2 * np.pi, corners + 1)
    x, y = center[0] + radius * np.cos(turn), center[1] + radius * np.sin(turn)
    return polyline_segments(np.column_stack([x, y, np.full(corners + 1, z)]))


def stroke_segments(stroke: Stroke) -> NDArray[Any]:
    """Return the segments of a stroke, lifted a little if its pen draws along the ground."""
    return polyline_segments(stroke.points) + (
        0.0,
        0.0,
        LIFT_IN if stroke.pen in GROUND_PENS else 0.0,
    )
