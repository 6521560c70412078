"""The minimum width of a figure: the smallest distance of two parallel lines around it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.distance import Section
from wc3d.geometry.tolerances import MIN_THICKNESS_IN

Discs = NDArray[np.float64]
"""Rows (x, y, radius)."""


def min_hull_width(sections: Iterable[Section]) -> float:
    """Return the minimum width of the convex hull of sections.

    Between two directions in which the outermost points change, the width is a cosine without a
    minimum inside. So the minimum is where one of the lines touches two discs or corners.
    """
    section_list = list(sections)
    round_ones = np.array([(*s[0], s[1]) for s in section_list if isinstance(s, tuple)]).reshape(
        -1, 3
    )
    corners = np.concatenate(
        [np.zeros((0, 2)), *(s for s in section_list if not isinstance(s, tuple))]
    )
    if len(corners) > 2:
        corners = shapely.get_coordinates(shapely.MultiPoint(corners).convex_hull)
        corners = corners[:-1] if len(corners) > 2 else corners
    discs = np.concatenate([round_ones, np.column_stack([corners, np.zeros(len(corners))])])
    if not len(discs):
        return 0.0
    outward = (ways := _touching_normals(discs, len(round_ones))) @ discs[:, :2].T
    widths = (outward + discs[:, 2]).max(axis=1) + (discs[:, 2] - outward).max(axis=1)
    return max(0.0, float(widths.min())) if len(ways) else 0.0


def _touching_normals(discs: Discs, round_ones: int) -> Discs:
    """Return the normals of a hull's sides and of lines that touch two discs on one side."""
    i, j = np.triu_indices(len(discs), 1)
    has_disc = i < round_ones
    sides = np.arange(round_ones, len(discs))
    i, j = np.concatenate([i[has_disc], sides]), np.concatenate([j[has_disc], np.roll(sides, -1)])
    offsets = discs[j] - discs[i]
    long = np.hypot(offsets[:, 0], offsets[:, 1])
    is_apart = long > np.maximum(np.abs(offsets[:, 2]), MIN_THICKNESS_IN)
    if not is_apart.any():  # one disc contains all others
        return np.array([[1.0, 0.0]])
    along = offsets[is_apart, :2] / long[is_apart, None]
    wider = offsets[is_apart, 2]
    long = long[is_apart]
    lean = -wider / long
    rest = np.sqrt(np.maximum(0.0, 1.0 - lean**2))
    aside = np.column_stack([-along[:, 1], along[:, 0]])
    return np.concatenate(
        [along * lean[:, None] + side * aside * rest[:, None] for side in (1.0, -1.0)]
    )
