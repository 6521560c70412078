"""The finish of a figure: normals that make bevels catch light, washes in recesses, pale edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from terrain_kit.shading import halved, openness
from terrain_kit.weather import patches

from figure_kit.paints import EARTH, GLOW, METAL, POLISHED, TEAM, Paint

Floats = NDArray[np.float64]

CLOSER = 5.0
"""Figures are shaded as if they were so much larger: what shades a wall from afar would shade all of them."""
RAYS = 16
"""How many directions are tried from a corner."""
TALLEST = 2.6
LONGEST_IN = 0.46
"""Inches: longer sides are cut, so that the shade of what stands before a large face shows on it."""
SHARED_IN = 0.022
"""Inches: corners so close share the shade that one of them has."""
TINY_IN = 0.075
"""Inches: what is smaller shades nothing."""
DUST = np.array([0.47, 0.40, 0.30])


class Painted(NamedTuple):
    """A solid in its paint; surfaces that turn by less than `crease` degrees look round."""

    corners: Floats
    faces: NDArray[np.int64]
    worn: NDArray[np.bool_]
    paint: Paint
    crease: float


class Finished(NamedTuple):
    """The triangles of a figure: corners and normals (n, 3, 3), and colors with materials (n, 3, 4)."""

    corners: Floats
    normals: Floats
    shade: Floats


def finish(solids: Sequence[Painted], is_fine: bool) -> Finished:
    """Shade solids; large faces are cut if the figure is looked at closely."""
    corners = np.concatenate([solid.corners[solid.faces] for solid in solids])
    normals = np.concatenate([corner_normals(solid) for solid in solids])
    base = np.concatenate([_tints(k, solid) for k, solid in enumerate(solids)])
    sizes = [len(solid.faces) for solid in solids]
    kinds: Floats = np.repeat([float(solid.paint.kind) for solid in solids], sizes)
    owner: Floats = np.repeat(np.arange(float(len(solids))), sizes)
    if is_fine:
        flags = np.column_stack([base, kinds, owner])
        spread = np.repeat(flags[:, None], 3, axis=1)
        corners, (normals, spread) = halved(corners, [normals, spread], LONGEST_IN)
        base, kinds, owner = spread[:, 0, :3], spread[:, 0, 3], spread[:, 0, 4]
        normals = normals / np.linalg.norm(normals, axis=2, keepdims=True)
    light = np.ones((len(corners), 3, 1))
    dull = kinds != GLOW
    light[dull] = _openness(corners[dull], normals[dull], _shading_triangles(solids))
    shade = _paint(base[:, None, :] * np.ones((1, 3, 1)), corners, normals, light, kinds)
    shade = _evened(shade, corners, base, owner)
    alpha = np.broadcast_to(kinds[:, None, None] / 255.0, (*shade.shape[:2], 1))
    return Finished(corners, normals, np.concatenate([shade, alpha], axis=2))


def _openness(corners: Floats, normals: Floats, shading: Floats) -> Floats:
    """How open the sky is over corners (n, 3, 3); those close by that face the same way share it."""
    spots, ways = corners.reshape(-1, 3), normals.reshape(-1, 3)
    keys = np.column_stack([np.round(spots / SHARED_IN), np.round(ways * 2.5)]) + 0.0
    _, first, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    light = openness(spots[first] * CLOSER, ways[first], shading * CLOSER, RAYS)
    return np.asarray(light[which.reshape(-1)].reshape(-1, 3, 1))


def _shading_triangles(solids: Sequence[Painted]) -> Floats:
    """The triangles that shade others: not those of cut edges, nor of what is tiny."""
    large = [solid for solid in solids if np.ptp(solid.corners, axis=0).max() > TINY_IN]
    return np.concatenate([solid.corners[solid.faces[~solid.worn]] for solid in large or solids])


def count_triangles(solids: Sequence[Painted], is_fine: bool) -> int:
    """Return how many triangles `finish` makes."""
    corners = np.concatenate([solid.corners[solid.faces] for solid in solids])
    return len(halved(corners, [], LONGEST_IN)[0] if is_fine else corners)


def corner_normals(solid: Painted) -> Floats:
    """Return the normal of each corner (n, 3, 3): the mean of the faces round it, by their area.

    So a large face stays flat up to its rim, and the narrow bevel beside it turns the light.
    """
    triangles = solid.corners[solid.faces]
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    facing = across / np.maximum(np.linalg.norm(across, axis=1), 1e-12)[:, None]
    _, spot = np.unique(np.round(triangles.reshape(-1, 3), 5) + 0.0, axis=0, return_inverse=True)
    spot = spot.reshape(-1)
    order = np.argsort(spot, kind="stable")
    row = np.repeat(np.arange(len(triangles)), 3)
    sums = across[row].copy()
    limit = np.cos(np.radians(solid.crease))
    for step in range(1, int(np.bincount(spot).max())):
        one, other = order[:-step], order[step:]
        same = spot[one] == spot[other]
        one, other = one[same], other[same]
        close = (facing[row[one]] * facing[row[other]]).sum(axis=1) > limit
        one, other = one[close], other[close]
        np.add.at(sums, one, across[row[other]])
        np.add.at(sums, other, across[row[one]])
    sums /= np.maximum(np.linalg.norm(sums, axis=1), 1e-12)[:, None]
    return np.asarray(sums.reshape(-1, 3, 3))


def _tints(number: int, solid: Painted) -> Floats:
    """The colors of a solid's triangles, 0 to 1: each solid a little lighter or darker than the next."""
    paint = solid.paint
    own = paint.kind in (GLOW, TEAM, EARTH)
    vary = 1.0 if own else 0.955 + 0.09 * ((number * 0.618034) % 1.0)
    plain = np.array(paint.rgb) / 255.0 * vary
    return np.where(solid.worn[:, None], np.array(paint.worn()) / 255.0, plain)


def _paint(
    shade: Floats, corners: Floats, normals: Floats, light: Floats, kinds: NDArray[np.float64]
) -> Floats:
    """The colors with washes in the hollows, light from above, and a little dust at the feet."""
    high = np.clip(corners[..., 2:] / TALLEST, 0, 1)
    above = 0.84 + 0.16 * normals[..., 2:] + 0.10 * high
    open_ = np.clip(light * 1.16 - 0.06, 0, 1)
    wash = 0.2 + 0.8 * open_ ** np.array([1.0, 1.06, 1.1])  # brown, as ink runs into recesses
    blotch = 0.95 + 0.1 * patches(corners * 3, 0.5, 5)[..., None]
    earthen = (kinds == EARTH)[:, None, None]
    dusty = np.where(earthen, 0.0, np.clip(1 - corners[..., 2:] / 0.28, 0, 1) * 0.22)
    lit = (shade * (1 - dusty) + DUST * dusty) * above * wash * blotch
    steel = np.isin(kinds, (METAL, POLISHED))[:, None, None]
    lit = np.where(steel, lit * (0.92 + 0.26 * patches(corners * 3, 0.35, 6)[..., None]), lit)
    return np.clip(np.where((kinds == GLOW)[:, None, None], shade, lit), 0, 1)


def _evened(shade: Floats, corners: Floats, base: Floats, solid: NDArray[np.float64]) -> Floats:
    """One color where corners of a solid in one paint meet, so that they are one corner in the file."""
    flat = shade.reshape(-1, 3)
    keys = np.column_stack(
        [corners.reshape(-1, 3), np.repeat(base, 3, axis=0), np.repeat(solid, 3)]
    )
    _, which = np.unique(np.round(keys, 6), axis=0, return_inverse=True)
    which = which.reshape(-1)
    sums = (
        np.column_stack([np.bincount(which, flat[:, k]) for k in range(3)])
        / np.bincount(which)[:, None]
    )
    return np.asarray(sums[which].reshape(shade.shape))
