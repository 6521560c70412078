"""Fallen trunks: a box with the bark, the light and the cut ends of a round log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.solids import Piece, Prism
from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.rings import chance
from wc3d.scene.terrain_details.solid_bodies import Part
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, WallStyle

Floats = NDArray[np.float64]
CUT_RGB: RGB = (188, 150, 104)
CORNER_IN = 0.09
"""The width in inches of the chamfers along a log, which are half as deep."""
PLATE_IN, STEP_IN = 0.2, 0.4
"""The width of a plate of bark, and the distance between places where plates bend, in inches."""
GROOVE_IN = 0.022
"""Half the width of a groove between plates in inches."""
GROOVE_RELIEF = 2.5
"""How many times as deep a groove is for the light."""
GROOVE_TONE = 0.42
END_RINGS = (
    (1.0, 0.55),
    (0.93, 0.6),
    (0.91, 1.08),
    (0.76, 1.0),
    (0.72, 0.74),
    (0.68, 1.02),
    (0.5, 0.98),
    (0.46, 0.72),
    (0.42, 1.0),
    (0.22, 0.94),
    (0.17, 0.68),
    (0.13, 0.96),
    (0.0, 0.8),
)
"""The growth rings of a cut end: shares of its width, and the factor of the color at each."""
COARSE_END_RINGS = ((1.0, 0.6), (0.86, 1.0), (0.0, 0.7))


def make_log(
    pieces: Sequence[Piece], style: WallStyle, seed: int, is_fine: bool = True
) -> list[Part]:
    """Return a lying trunk that fills a box; no parts for other solids and other styles.

    Without `is_fine` it has few triangles.
    """
    box = _lying_box(pieces) if style.name == "log" else None
    if box is None:
        return []
    start, along, across, low = box
    length, width = float(np.hypot(*along)), float(np.hypot(*across))
    height = pieces[0].high - low
    section, depth, tone, is_free = _section(width, height, seed, is_fine)
    count = max(2, round(length / STEP_IN) + 1) if is_fine else 2
    at = np.linspace(0.0, length, count)
    at[1:-1] += 0.3 * STEP_IN * (chance(np.column_stack([at, at])[1:-1], seed + 41) - 0.5)
    rows, lit_rows, tones = [], [], []
    for k, x in enumerate(at.tolist()):
        moved = section.copy()
        if 0 < k < count - 1:
            moved += _wander(section, is_free, (width, height), k, seed)
        rows.append(np.column_stack([np.full(len(moved), x), _inset(moved, depth, width, height)]))
        lit = _round(moved, width, height, depth * GROOVE_RELIEF)
        lit_rows.append(np.column_stack([np.full(len(lit), x), lit]))
        spots = np.column_stack([np.arange(len(section)) // 3, np.full(len(section), k // 2)])
        tones.append(tone * (0.78 + 0.4 * chance(spots.astype(float), seed + 42)))

    def place(points: Floats) -> Floats:
        plan = (
            start + points[:, :1] * along / length + (points[:, 1:2] + width / 2) * across / width
        )
        return np.column_stack([plan, points[:, 2] + low])

    n = len(section)
    strips = np.array(
        [(k, k + 1, k + 1 + n) for k in range(n - 1)]
        + [(k, k + 1 + n, k + n) for k in range(n - 1)]
    )
    faces = (strips[None] + n * np.arange(count - 1)[:, None, None]).reshape(-1, 3)
    bark = Part(
        DrawnMesh(place(np.concatenate(rows)), faces),
        style.rgb,
        m.PLAIN,
        np.concatenate(tones),
        place(np.concatenate(lit_rows)),
    )
    outline = _inset(section, depth, width, height)
    rings = END_RINGS if is_fine else COARSE_END_RINGS
    ends = [_end(outline, x, (width, height), rings, place, seed) for x in (0.0, length)]
    return [bark, *ends]


def _lying_box(pieces: Sequence[Piece]) -> tuple[Floats, Floats, Floats, float] | None:
    """Return a corner of a level box, its longer and its shorter side, and its foot."""
    if len(pieces) != 1 or not isinstance(pieces[0], Prism) or not pieces[0].is_level:
        return None
    corners = pieces[0].points
    if len(corners) != 4:
        return None
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    if np.abs(corners[0] + corners[2] - corners[1] - corners[3]).max() > 1e-3:
        return None
    wide, deep = np.hypot(*first), np.hypot(*second)
    if (
        abs(float(first @ second)) > 1e-3 * wide * deep
        or pieces[0].high - pieces[0].low < 4 * CORNER_IN
    ):
        return None
    if min(wide, deep) < 4 * CORNER_IN:
        return None
    if wide >= deep:
        return corners[0], first, second, pieces[0].low
    return corners[1], second, -first, pieces[0].low


def _section(
    width: float, height: float, seed: int, is_fine: bool
) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
    """Return the corners of half of a log's outline from the ground over the top to the ground.

    With each corner come its inset, its tone, and whether it may move along the outline.
    """
    w, c = width / 2, CORNER_IN
    sides = [
        ((w, 0.0), (w, height - c)),
        ((w - c, height), (c - w, height)),
        ((-w, height - c), (-w, 0.0)),
    ]
    points: list[Floats] = []
    depths: list[float] = []
    tones: list[float] = []
    for number, (first, last) in enumerate(sides):
        begin, way = np.array(first), np.array(last) - np.array(first)
        size = float(np.hypot(*way))
        count = max(1, round(size / PLATE_IN)) if is_fine else 2
        cuts = np.arange(1, count) / count
        cuts += (
            0.4
            / count
            * (chance(np.column_stack([cuts, np.full(count - 1, number)]), seed + 43) - 0.5)
        )
        points.append(begin)
        depths.append(0.0)
        tones.append(0.9)
        for cut in cuts.tolist():
            for shift, depth, tone in ((-1, 0.008, 1.0), (0, 0.048, GROOVE_TONE), (1, 0.008, 1.0)):
                points.append(begin + way * (cut + shift * GROOVE_IN / size))
                depths.append(depth)
                tones.append(tone)
        points.append(begin + way)
        depths.append(0.0)
        tones.append(0.9)
    depth = np.minimum(np.array(depths), MAX_INSET_IN)
    is_free = depth > 0
    return np.array(points), depth, np.array(tones), is_free


def _wander(
    section: Floats, is_free: NDArray[np.bool_], size: tuple[float, float], step: int, seed: int
) -> Floats:
    """Return how far the grooves move along the outline at a step along the log."""
    group = np.arange(len(section)) // 3
    spots = np.column_stack([group, np.full(len(section), step)]).astype(float)
    shift = 0.09 * PLATE_IN * 4 * (chance(spots, seed + 44) - 0.5)
    is_top = section[:, 1] > size[1] - 1e-9
    moved = np.zeros_like(section)
    moved[:, 0] = np.where(is_top, shift, 0.0)
    moved[:, 1] = np.where(is_top, 0.0, shift)
    moved[~is_free] = 0.0
    return moved


def _inset(section: Floats, depth: Floats, width: float, height: float) -> Floats:
    """Return corners of the outline moved into the box."""
    result = section.copy()
    is_top = section[:, 1] > height - 1e-9
    result[:, 0] -= np.where(is_top, 0.0, np.sign(section[:, 0]) * depth)
    result[:, 1] -= np.where(is_top, depth, 0.0)
    return result


def _round(section: Floats, width: float, height: float, depth: Floats | float) -> Floats:
    """Return corners of the box's outline on the round outline of a log."""
    u, v = section[:, 0] / (width / 2), section[:, 1] / (height / 2) - 1
    disc = np.column_stack([u * np.sqrt(1 - v * v / 2), v * np.sqrt(1 - u * u / 2)])
    radius = max(width, height) / 2
    result: Floats = disc * radius * (1 - np.reshape(depth, (-1, 1)) / radius)
    return result + (0.0, height / 2)


def _end(
    outline: Floats,
    x: float,
    size: tuple[float, float],
    rings: Sequence[tuple[float, float]],
    place: Callable[[Floats], Floats],
    seed: int,
) -> Part:
    """Return a cut end with its growth rings, which turn from the box's outline to circles."""
    width, height = size
    middle = np.array(
        [0.06 * width * (chance(np.array([[x, 1.0]]), seed + 45)[0] - 0.5), height / 2]
    )
    circle = _round(outline, width, height, 0.0) - (0.0, height / 2)
    circle *= min(width, height) / max(width, height)
    rows, tones = [], []
    for share, tone in rings:
        shape = share * (outline - (0.0, height / 2)) + (1 - share) * share * (
            circle - (outline - (0.0, height / 2))
        )
        rows.append(
            shape + (0.0, height / 2) * np.ones(2) + (1 - share) * (middle - (0.0, height / 2))
        )
        spots = np.column_stack([np.arange(len(outline)), np.full(len(outline), x)]).astype(float)
        tones.append(tone * (0.9 + 0.2 * chance(spots, seed + 46)))
    n = len(outline)
    at = np.arange(n)
    ahead = (at + 1) % n
    strips = np.concatenate(
        [np.column_stack([at, ahead, ahead + n]), np.column_stack([at, ahead + n, at + n])]
    )
    faces = (strips[None] + n * np.arange(len(rows) - 1)[:, None, None]).reshape(-1, 3)
    points = np.concatenate([np.column_stack([np.full(n, x), row]) for row in rows])
    if x == 0.0:
        faces = faces[:, ::-1]
    return Part(DrawnMesh(place(points), faces), CUT_RGB, m.PLAIN, np.concatenate(tones))
