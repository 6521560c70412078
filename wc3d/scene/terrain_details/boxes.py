"""Boxes as triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Axes = tuple[Floats, Floats, Floats]
"""Half the sides of a box: along it, across it to the left, and up."""
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
FACES = np.array(
    [(4, 6, 7), (4, 7, 5), (0, 1, 3), (0, 3, 2), (2, 3, 7), (2, 7, 6), (0, 4, 5), (0, 5, 1)]
    + [(1, 5, 7), (1, 7, 3), (0, 2, 6), (0, 6, 4)]
)
"""The triangles of a box; those of its lower side are the last two."""


def make_box_triangles(middle: Floats, axes: Axes, has_underside: bool = False) -> Floats:
    """Return a box as triangles (n, 3, 3), from its middle and half its sides."""
    points = middle + CORNERS @ np.array(axes)
    result: Floats = points[FACES if has_underside else FACES[:10]]
    return result
