"""Revetments of trenches: posts, boards and sheets of iron that hold the earth of a bank.

They are decoration outside of the rules' solids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.plans import Side, straight_sides
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
REVETTED_GROUNDS = frozenset({"mud"})
"""The grounds whose banks are the sides of trenches."""
MIN_HEIGHT_IN, MIN_LENGTH_IN = 0.8, 0.9
"""The lowest bank and the shortest part of a bank in inches with a revetment."""
SECTION_IN = (1.8, 3.6)
"""The least and the greatest length of a section in inches."""
BARE_SHARE, IRON_SHARE = 0.16, 0.16
"""The shares of the sections of bare earth and of iron."""
POST_STEP_IN, POST_IN = 0.95, 0.13
"""The distance and the width of posts in inches."""
POST_REACH_IN, BOARD_REACH_IN = 0.13, (0.03, 0.065)
"""How far posts and boards stand out of the earth in inches."""
POST_RISE_IN = 0.07
"""The height in inches of the highest posts above the bank."""
BOARD_IN, GAP_IN = (0.24, 0.36), 0.025
"""The heights of boards, and the gaps between them, in inches."""
MISSING_SHARE = 0.12
SIDE_FACES = slice(0, 6)
"""The triangles of the front and of both sides of a box."""
POST_RGB: RGB = (96, 74, 54)
BOARD_RGBS: tuple[RGB, ...] = ((128, 102, 74), (112, 88, 64), (120, 106, 86))
IRON_RGB: RGB = (122, 92, 72)


def make_revetment(
    layers: Sequence[Layer],
    style: WallStyle,
    ground: GroundKind,
    seed: int,
    circles: Floats,
    is_fine: bool = True,
) -> ColoredArrays:
    """Return what holds the earth of a bank, outside of circles (x, y, radius) of ladders.

    With few triangles the boards of a section are one, and posts are farther apart.
    """
    if style.name != "earth" or ground.name not in REVETTED_GROUNDS:
        return join_arrays([])
    rng = np.random.default_rng(seed + 93)
    parts: list[ColoredArrays] = []
    for layer in layers:
        if layer.low > 1e-3 or layer.high < MIN_HEIGHT_IN:
            continue
        for polygon in layer.polygons:
            for side in straight_sides(polygon, MIN_LENGTH_IN):
                wall = _Bank(side, layer.low, layer.high)
                for left, right in wall.free_spans(circles):
                    parts += _sections(wall, left, right, rng, is_fine)
    return join_arrays(parts)


class _Bank:
    """A straight side of a bank: places along it (x), up (z) and outward."""

    def __init__(self, side: Side, low: float, high: float) -> None:
        self.side = side
        self.low = low
        self.high = high

    def free_spans(self, circles: Floats) -> Iterator[tuple[float, float]]:
        """Yield the parts of the bank without a ladder in front of them."""
        side = self.side
        away = circles[:, :2] - side.start
        along, radius = away @ side.way, circles[:, 2]
        near = (np.abs(away @ side.outward) < radius) & (along > 0) & (along < side.length)
        edge = 0.06
        for at, room in sorted(zip(along[near].tolist(), radius[near].tolist(), strict=True)):
            yield edge, at - room
            edge = at + room
        yield edge, side.length - 0.06

    def make_box(
        self,
        x: tuple[float, float],
        reach: tuple[float, float],
        z: tuple[float, float],
        tilt: float = 0.0,
    ) -> Floats:
        """Return a box without a back as triangles (10, 3, 3); `tilt` raises its right end."""
        spots = [
            (x[i], reach[j], z[k] + (tilt if i else 0.0))
            for i, j, k in np.ndindex(2, 2, 2)  # along, outward, up
        ]
        start, way, outward = self.side.start, self.side.way, self.side.outward
        corners = np.array([[*(start + a * way + o * outward), up] for a, o, up in spots])
        quads = [(2, 6, 7, 3), (4, 5, 7, 6), (0, 2, 3, 1), (3, 7, 5, 1), (0, 4, 6, 2)]
        faces = [f for q in quads for f in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]
        result: Floats = corners[faces]
        return result


def _sections(
    wall: _Bank, left: float, right: float, rng: np.random.Generator, is_fine: bool
) -> Iterator[ColoredArrays]:
    """Yield the sections of a part of a bank: boards, iron, or nothing."""
    at = left
    while right - at > MIN_LENGTH_IN:
        end = min(at + rng.uniform(*SECTION_IN), right)
        if right - end < MIN_LENGTH_IN:
            end = right
        kind = rng.random()
        if kind > BARE_SHARE:
            is_iron = kind < BARE_SHARE + IRON_SHARE
            if not is_fine:
                top = wall.high - rng.uniform(0.08, 0.4)
                panel = wall.make_box((at, end), (0.0, BOARD_REACH_IN[1]), (wall.low, top))
                rgb, material = (IRON_RGB, m.CORRUGATED) if is_iron else (BOARD_RGBS[0], m.PLANKS)
                yield flat_triangles(panel[:2], rgb, material, rng.uniform(0.8, 1.0))
            elif is_iron:
                yield _iron(wall, at, end, rng)
            else:
                yield from _boards(wall, at, end, rng)
            yield _posts(wall, at, end, rng, is_fine)
        at = end


def _posts(
    wall: _Bank, left: float, right: float, rng: np.random.Generator, is_fine: bool
) -> ColoredArrays:
    """Return posts of uneven heights along a section, those of few triangles without tops."""
    step = POST_STEP_IN if is_fine else 2.6 * POST_STEP_IN
    count = max(2, round((right - left) / step) + 1)
    parts = []
    for x in np.linspace(left + POST_IN, right - POST_IN, count).tolist():
        middle = x + rng.uniform(-0.06, 0.06)
        half = POST_IN / 2 * rng.uniform(0.8, 1.15)
        top = wall.high + rng.uniform(-0.3, 1.0) * POST_RISE_IN - rng.random() ** 6 * 0.5
        box = wall.make_box((middle - half, middle + half), (-0.03, POST_REACH_IN), (wall.low, top))
        box = box if is_fine else box[SIDE_FACES]
        lean = rng.uniform(-0.05, 0.05)
        box[..., :2] += (box[..., 2:] - wall.low) * lean / max(top, 0.1) * wall.side.way
        parts.append(flat_triangles(box, POST_RGB, m.BARK, rng.uniform(0.75, 1.15)))
    return join_arrays(parts)


def _boards(
    wall: _Bank, left: float, right: float, rng: np.random.Generator
) -> Iterator[ColoredArrays]:
    """Yield boards one above the other, with uneven ends and gaps, some of them missing."""
    z = wall.low + rng.uniform(-0.05, 0.03)
    top = wall.high - rng.uniform(0.08, 0.4)
    while z < top - 0.1:
        high = min(rng.uniform(*BOARD_IN), top - z)
        if rng.random() > MISSING_SHARE:
            ends = left + rng.uniform(0.0, 0.14), right - rng.uniform(0.0, 0.14)
            if rng.random() < 0.15:  # broken off
                ends = ends[0], ends[0] + (ends[1] - ends[0]) * rng.uniform(0.4, 0.8)
            reach = rng.uniform(*BOARD_REACH_IN)
            tilt = rng.uniform(-0.035, 0.035)
            box = wall.make_box(ends, (-0.03, reach), (z, z + high - GAP_IN), tilt)
            rgb = BOARD_RGBS[int(rng.integers(len(BOARD_RGBS)))]
            yield flat_triangles(box, rgb, m.PLANKS, rng.uniform(0.72, 1.15))
        z += high


def _iron(wall: _Bank, left: float, right: float, rng: np.random.Generator) -> ColoredArrays:
    """Return sheets of rusty corrugated iron side by side."""
    parts = []
    for a, b in pairwise(np.linspace(left, right, max(2, round((right - left) / 1.3) + 1))):
        top = wall.high - rng.uniform(0.02, 0.3)
        reach = rng.uniform(*BOARD_REACH_IN)
        box = wall.make_box(
            (a, b + 0.05), (-0.03, reach), (wall.low, top), rng.uniform(-0.05, 0.05)
        )
        parts.append(flat_triangles(box, IRON_RGB, m.CORRUGATED, rng.uniform(0.8, 1.15)))
    return join_arrays(parts)
