"""The finish of a figure: normals that make bevels catch light, washes in recesses, pale edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from terrain_kit.shading import halved, openness
from terrain_kit.weather import patches

from figure_kit.paints import CHIPPED, CLOTH, EARTH, EDGE, GLOW, METAL, POLISHED, SKIN, TEAM, Paint

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
COVERED_IN = 0.004
"""Inches below the surface of a solid where a detail is not seen."""
TINY_IN = 0.075
"""Inches: what is smaller shades nothing."""
DUST = np.array([0.47, 0.40, 0.30])
ZENITH = np.array([1.0, 0.965, 0.87])
"""The color of the highlights where the light from above meets a part."""
BARE = np.array([0.60, 0.59, 0.58])
"""The steel below chipped paint."""
CHIPS = (*CHIPPED, TEAM)
"""The paints below which it shows."""
CHIP_IN = 0.15
"""Inches: edges so short, as at the corners of armor, may have lost their paint."""
BLENDED_IN = 0.24
"""Inches: parts so tall have the whole blend from a dark foot to a light top."""
FACE_BLEND = 0.35
"""How much of that blend skin has, so that a chin is not dark."""
FACE_LIGHT = 0.6
"""How much less skin is shaded, and tinted by lenses, so that faces in hoods are seen."""
GLOW_REACH_IN = 0.13
"""Inches over which light of its own tints the parts around it."""


class Painted(NamedTuple):
    """A solid in its paint; surfaces that turn by less than `crease` degrees look round."""

    corners: Floats
    faces: NDArray[np.int64]
    worn: NDArray[np.bool_]
    paint: Paint
    crease: float
    is_detail: bool = False
    """Whether it is left out where another solid covers it."""


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
    worn = np.concatenate([solid.worn for solid in solids]).astype(float)
    rise = np.concatenate([_rise(solid) for solid in solids])[..., None]
    base, kinds = _chipped(corners, base, kinds, worn)
    skin = np.repeat([float(solid.paint == SKIN) for solid in solids], sizes)
    if is_fine:
        flags = np.column_stack([base, kinds, owner, worn, skin])
        spread = np.repeat(flags[:, None], 3, axis=1)
        corners, (normals, spread, rise) = halved(corners, [normals, spread, rise], LONGEST_IN)
        base, kinds, owner, worn, skin = spread[:, 0, :3], *spread[:, 0, 3:].T
        normals = normals / np.linalg.norm(normals, axis=2, keepdims=True)
    light = np.ones((len(corners), 3, 1))
    dull = kinds != GLOW
    light[dull] = _openness(corners[dull], normals[dull], _shading_triangles(solids))
    light = 1 - (1 - light) * (1 - FACE_LIGHT * skin[:, None, None])
    plain = base[:, None, :] * np.ones((1, 3, 1))
    shade = _paint(plain, corners, normals, light, kinds, rise)
    shade = np.where(dull[:, None, None], shade, plain)
    shade = _drybrushed(shade, plain, corners, normals, light, kinds, worn > 0)
    lit = _lit_by_glow(shade, corners, normals, kinds, solids)
    shade = lit + (shade - lit) * FACE_LIGHT * skin[:, None, None]
    shade = _evened(shade, corners, base, owner + 0.25 * worn)
    alpha = np.where((worn > 0) & np.isin(kinds, CHIPPED), kinds - EDGE, kinds) / 255.0
    alpha = np.broadcast_to(alpha[:, None, None], (*shade.shape[:2], 1))
    return Finished(corners, normals, np.concatenate([shade, alpha], axis=2))


def _rise(solid: Painted) -> Floats:
    """The height of corners (n, 3) within their part, from -0.5 to 0.5; less for small parts."""
    high = solid.corners[solid.faces][..., 2]
    low, top = float(high.min()), float(high.max())
    tall = max(top - low, 1e-9)
    blended = FACE_BLEND if solid.paint == SKIN else 1.0
    return np.asarray(((high - low) / tall - 0.5) * min(1.0, tall / BLENDED_IN) * blended)


def _chipped(corners: Floats, base: Floats, kinds: Floats, worn: Floats) -> tuple[Floats, Floats]:
    """The colors and kinds of triangles; at corners of armor the steel shows here and there."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).max(axis=1)
    spots = patches(corners.mean(axis=1) * 3, 0.26, 9)
    bare = (worn > 0) & np.isin(kinds, CHIPS) & (sides < CHIP_IN) & (spots > 0.6)
    return np.where(bare[:, None], BARE, base), np.where(bare, float(METAL), kinds)


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


def without_covered(solids: Sequence[Painted]) -> list[Painted]:
    """Return the solids without the details that lie within others."""
    spots = np.array([solid.corners.mean(axis=0) for solid in solids if solid.is_detail])
    covered = np.zeros(len(spots), bool)
    for solid in solids:
        if solid.is_detail or not len(spots):
            continue
        a, b, c = (solid.corners[solid.faces[:, k]] for k in range(3))
        outward = np.cross(b - a, c - a)
        outward /= np.linalg.norm(outward, axis=1, keepdims=True)
        over = spots @ outward.T - (a * outward).sum(axis=1)
        covered |= over.max(axis=1) < -COVERED_IN
    visibility = iter(~covered)
    return [solid for solid in solids if not solid.is_detail or next(visibility)]


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
    vary = 1.0 if own else 0.94 + 0.12 * ((number * 0.618034) % 1.0)
    return np.tile(np.array(paint.rgb) / 255.0 * vary, (len(solid.faces), 1))


def _paint(
    base: Floats, corners: Floats, normals: Floats, light: Floats, kinds: Floats, rise: Floats
) -> Floats:
    """The colors with washes in the hollows, light from above, and a little dust at the feet."""
    earthen = (kinds == EARTH)[:, None, None]
    steel = np.isin(kinds, (METAL, POLISHED))[:, None, None]
    high = np.clip(corners[..., 2:] / TALLEST, 0, 1)
    deep = np.clip(1.06 - light * 1.16, 0, 1)
    wash = np.where(earthen, 0.80, np.where(steel, 0.94, 0.90)) * deep**0.85
    pale = np.where(earthen, 0, np.clip(base.mean(axis=2, keepdims=True) - 0.55, 0, 1))
    base = base * (1 - 0.45 * pale)
    inked = base * (1 - wash) + base**1.7 * np.array([0.42, 0.36, 0.40]) * wash
    above = 0.70 + 0.20 * normals[..., 2:] + 0.62 * np.where(earthen, 0, rise) + 0.12 * high
    above = np.where(earthen, 0.84 + 0.17 * normals[..., 2:], np.maximum(above, 0.3))
    blotch = 0.92 + 0.16 * patches(corners * 3, 0.5, 5)[..., None]
    dusty = np.where(earthen, 0.0, np.clip(1 - corners[..., 2:] / 0.3, 0, 1) * 0.28)
    lit = (inked * (1 - dusty) + DUST * dusty) * np.minimum(above, 1.32) * blotch
    lit = np.where(
        (lit > 0.7) & ~earthen, 0.7 + (lit - 0.7) * 0.55, lit
    )  # pale paint keeps its shades
    lit = lit + np.clip(above - 0.9, 0, 0.4) * 0.2 * np.where(earthen, 0, ZENITH)
    lit = np.where(steel, lit * (0.84 + 0.40 * patches(corners * 3, 0.35, 6)[..., None]), lit)
    return np.clip(lit, 0, 1)


def _drybrushed(
    shade: Floats,
    base: Floats,
    corners: Floats,
    normals: Floats,
    light: Floats,
    kinds: Floats,
    worn: NDArray[np.bool_],
) -> Floats:
    """The colors with edges that a dry brush has touched: most from above, and unevenly."""
    lifts = {TEAM: 0.7, METAL: 0.8, CLOTH: 0.8, EARTH: 0.0, GLOW: 0.0}
    lift = np.array([lifts.get(int(kind), 1.0) for kind in kinds])[:, None, None]
    pale = np.clip(base * 1.45 + np.array([0.17, 0.15, 0.12]), 0, 1)
    uneven = 0.5 + 0.8 * patches(corners * 3, 0.3, 8)[..., None]
    strength = lift * (0.7 + 0.3 * normals[..., 2:]) * uneven * (0.3 + 0.7 * light)
    brushed = shade + np.clip(strength, 0, 1) * (pale - shade)
    return np.where(worn[:, None, None], brushed, shade)


def _lit_by_glow(
    shade: Floats, corners: Floats, normals: Floats, kinds: Floats, solids: Sequence[Painted]
) -> Floats:
    """The colors with the light that eyes and lenses throw on what is around them."""
    lit = shade
    dull = np.isin(kinds, (GLOW, EARTH), invert=True)[:, None, None]
    for solid in solids:
        if solid.paint.kind != GLOW:
            continue
        low, high = solid.corners.min(axis=0), solid.corners.max(axis=0)
        away = np.clip(corners, low, high) - corners
        distance = np.linalg.norm(away, axis=2, keepdims=True)
        toward = (low + high) / 2 - corners
        toward = toward / np.maximum(np.linalg.norm(toward, axis=2, keepdims=True), 1e-9)
        faces = np.clip((normals * toward).sum(axis=2, keepdims=True) + 0.35, 0, 1)
        strength = min(0.5, 0.1 + 3 * float(np.ptp(solid.corners, axis=0).min()))
        share = strength * np.exp(-((distance / GLOW_REACH_IN) ** 2)) * faces * dull
        lit = lit + share * (np.array(solid.paint.rgb) / 255.0 - lit)
    return lit


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
