"""Outlines grown or shrunk by a distance."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.errors import InputError


def offset_outline(
    points: NDArray[np.float64], distance: float
) -> tuple[tuple[float, float], ...] | None:
    """Return an outline (n, 2) moved outward by a distance in inches, inward if it is negative.

    Returns None if nothing is left of it, or several parts. Raises InputError if it crosses itself.
    """
    polygon = shapely.Polygon(points)
    if not polygon.is_valid:
        raise InputError("the outline crosses itself; mark its points going round")
    moved = polygon if distance == 0.0 else polygon.buffer(distance, join_style="mitre")
    if moved.is_empty or not isinstance(moved, shapely.Polygon):
        return None
    return tuple((round(x, 4), round(y, 4)) for x, y in moved.exterior.coords[:-1])
