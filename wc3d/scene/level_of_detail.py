"""The level of detail of each mesh, by its size in the picture and a total budget of triangles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wc3d.scene.camera import PictureSize

MAX_TRIANGLES_PER_PX = 0.5
"""Triangles a pixel; more are not visible."""
MIN_DISTANCE_IN = 0.05
"""The minimum distance from the camera in inches for this calculation."""
SEARCH_STEPS = 24


def choose_detail_levels(
    counts: Sequence[tuple[int, ...]],
    places: NDArray[np.float64],
    radii: NDArray[np.float64],
    spread: tuple[float, float],
    size: PictureSize,
    max_triangles: int,
) -> list[int]:
    """Return the index of each mesh's level of detail.

    `counts`: the falling triangle counts of each mesh's levels. `places` (n, 3): each center, to
    the right of the camera, forward and up. `radii`: each mesh's radius. `spread`: the view's
    extent to the right and up at one inch. `max_triangles`: the limit of all triangles together,
    unless the coarsest levels have more.
    """
    if not counts:
        return []
    table = np.zeros((len(counts), max(map(len, counts))), np.int64)
    for row, triangle_counts in zip(table, counts, strict=True):
        row[:] = triangle_counts[-1]
        row[: len(triangle_counts)] = triangle_counts
    ahead = np.maximum(places[:, 1], MIN_DISTANCE_IN)
    is_visible = places[:, 1] > -radii
    for axis, half_width in ((0, spread[0]), (2, spread[1])):
        is_visible &= np.abs(places[:, axis]) - radii * np.hypot(
            1.0, half_width
        ) < half_width * np.maximum(places[:, 1], 0.0)
    share = np.minimum((radii / np.maximum(ahead - radii, ahead / 4) / spread[1]) ** 2, 4.0)
    pixels = np.where(is_visible, share, 0.0) * size[0] * size[1]

    def forms(density: float) -> NDArray[np.int64]:
        fits = table <= np.maximum(density * pixels, 1.0)[:, None]
        numbers: NDArray[np.int64] = np.where(
            fits.any(axis=1), fits.argmax(axis=1), table.shape[1] - 1
        )
        return numbers

    def drawn(density: float) -> int:
        return int(table[np.arange(len(table)), forms(density)][is_visible].sum())

    low, high = 0.0, MAX_TRIANGLES_PER_PX
    if drawn(high) > max_triangles:
        for _ in range(SEARCH_STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if drawn(middle) > max_triangles else (middle, high)
        high = low
    return [
        min(int(form), len(triangle_counts) - 1)
        for form, triangle_counts in zip(forms(high), counts, strict=True)
    ]
