"""What years outdoors do to a piece: paint worn off its edges, dirt and moss, darkness in its corners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BARE = {"metal": (0.8, 0.78, 0.74)}
"""What shows where the edges of a material are rubbed."""

MOSSY = ("stone", "concrete")
MUD = np.array([0.44, 0.36, 0.26])
MOSS = np.array([0.4, 0.46, 0.24])


def worn_tint(tint: Floats, worn: NDArray[np.bool_], material: str) -> Floats:
    """The tint (n, 3) of triangles of one solid: those that lie on an edge (`worn`) are rubbed."""
    rubbed = tint * 0.45 + np.array(BARE[material]) * 0.55 if material in BARE else tint * 1.22
    return np.where(worn[:, None], np.minimum(rubbed, 1.0), tint * 0.94)


def patches(points: Floats, size: float, seed: int) -> Floats:
    """Smooth noise in space, 0 to 1, in patches that many inches across. Points (..., 3)."""
    values = np.random.RandomState(seed).random_sample((16, 16, 16))
    cells = points / size
    low = np.floor(cells).astype(int)
    part = cells - low
    part = part * part * (3 - 2 * part)
    total = np.zeros(points.shape[:-1])
    for corner in np.ndindex(2, 2, 2):
        weight = np.where(np.array(corner) == 1, part, 1 - part).prod(axis=-1)
        at = (low + np.array(corner)) % 16
        total += weight * values[at[..., 0], at[..., 1], at[..., 2]]
    return total


def weathered(
    shade: Floats, corners: Floats, normals: Floats, light: Floats, mossy: NDArray[np.bool_]
) -> Floats:
    """The colors of corners (n, 3, 3) with weather on them; `light` (n, 3, 1) is how much sky each sees."""
    high = corners[..., 2:]
    blotch = patches(corners, 1.3, 5)[..., None] * 0.6 + patches(corners, 0.6, 6)[..., None] * 0.4
    shade = shade * (0.84 + 0.32 * blotch)
    mud = np.clip(1 - high / (0.35 + 1.1 * blotch), 0, 1) * 0.55
    shade = shade * (1 - mud) + MUD * mud
    damp = np.clip(normals[..., 2:], 0, 1) * 0.7 + np.clip(1 - high / 2.5, 0, 1) * 0.5
    moss = (
        np.clip((patches(corners, 1.7, 7)[..., None] + 0.25 * damp - 0.72) * 4, 0, 0.7)
        * mossy[:, None, None]
    )
    shade = shade * (1 - moss) + MOSS * moss
    return np.clip(shade * (0.3 + 0.7 * light), 0, 1)
