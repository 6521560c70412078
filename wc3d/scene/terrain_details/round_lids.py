"""The tops of drums and round towers: rings of paving, a metal lid with bolts, or a concrete slab.

A lid is level triangles within the outline of a top. Its tones show stones, joints and bolts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from wc3d.geometry.solids import Cylinder, Piece
from wc3d.scene import materials as m
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_details.rings import chance
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
MIN_CORNERS, MIN_RADIUS_IN, MAX_UNEVENNESS = 16, 0.5, 0.1
"""The fewest corners and the smallest radius in inches of a round outline, and the largest share by
which its corners are nearer or farther than the radius."""
COURSE_IN, STONE_IN, JOINT_IN = 0.46, 0.62, 0.035
"""The width of a ring of paving, the length of a stone, and the width of a joint in inches."""
JOINT_TONE, STONE_TONES = 0.5, (0.78, 1.1)
RIM_SHARE, HATCH_SHARE = 0.82, 0.34
"""The inner edge of a rim and the outer edge of the ring in the middle, as shares of the radius."""
BOLTS, BOLT_SHARE, BOLT_HALF, BOLT_TURN = 16, 0.925, 0.035, 0.011
"""The number of bolts, their place and half width as shares of the radius, and the half width as a
share of a turn."""
RIM_TONE, BOLT_TONE = 1.1, 0.42
COARSE_SECTORS, COARSE_COURSE_IN, COARSE_STONE_IN = 12, 1.0, 1.5
"""The sides of the area within the rim of a coarse lid, and its stones in inches."""
METAL_SIDES = frozenset({m.METAL, m.CORRUGATED, m.HAZARD})
LIDLESS_TOPS = frozenset({m.GROUND, m.LEAVES, m.GRASS, m.EARTH, m.BARK, m.ROCK, m.PLANKS})


@dataclass(frozen=True, eq=False)
class Lid:
    """Level triangles (n, 3, 2) and the tone of each of their corners (n, 3)."""

    triangles: Floats
    tones: Floats


def has_lid(style: WallStyle) -> bool:
    """Return whether the round tops of a style have lids: soil, rock and planks have none."""
    return style.top not in LIDLESS_TOPS and style.side not in LIDLESS_TOPS


def is_round(outline: Floats) -> bool:
    """Return whether an outline is about a circle."""
    if len(outline) < MIN_CORNERS:
        return False
    reach = np.hypot(*(outline - _center(outline)).T)
    mean = float(reach.mean())
    return mean > MIN_RADIUS_IN and float(np.abs(reach / mean - 1).max()) < MAX_UNEVENNESS


def make_lid(outline: Floats, style: WallStyle, seed: int) -> Lid:
    """Return the lid of a round top with this outline, counter-clockwise."""
    if style.side in METAL_SIDES:
        rings = list(_metal_rings())
    elif _is_slab(style):
        rings = [_Band(0.0, 0.8, 1.0), _Band(0.8, 0.84, JOINT_TONE), _Band(0.84, 1.0, 1.12)]
    else:
        rings = list(_paving_rings(outline, seed, COURSE_IN, STONE_IN))
    parts = [ring.cover(outline) for ring in rings]
    return Lid(
        np.concatenate([triangles for triangles, _ in parts]),
        np.concatenate([tones for _, tones in parts]),
    )


def split_lids(
    mesh: DrawnMesh, pieces: Sequence[Piece], style: WallStyle, seed: int
) -> tuple[DrawnMesh, list[tuple[Lid, float]]]:
    """Return a mesh without the whole tops of its cylinders, and their lids with their heights."""
    lids: list[tuple[Lid, float]] = []
    faces = mesh.faces
    for piece in pieces:
        if not isinstance(piece, Cylinder):
            continue
        corners = mesh.vertices[faces]
        is_level = np.abs(corners[..., 2] - piece.high).max(axis=1, initial=0.0) < 1e-6
        reach = np.hypot(*np.moveaxis(corners[..., :2] - piece.center, 2, 0))
        chosen = is_level & (reach.max(axis=1, initial=0.0) < piece.radius + 1e-6)
        spots = np.unique(np.round(corners[chosen].reshape(-1, 3)[:, :2], 9), axis=0)
        way = spots - piece.center
        outline = spots[np.argsort(np.arctan2(way[:, 1], way[:, 0]))]
        if is_round(outline) and _is_filled(outline, corners[chosen]):
            lids.append((make_coarse_lid(outline, style, seed), piece.high))
            faces = faces[~chosen]
    return DrawnMesh(mesh.vertices, faces), lids


def _is_filled(outline: Floats, triangles: Floats) -> bool:
    """Return whether level triangles fill an outline."""
    sides = np.diff(triangles, axis=1)
    area = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1).sum() / 2
    return abs(float(area) / Polygon(outline).area - 1) < 1e-3


def make_coarse_lid(outline: Floats, style: WallStyle, seed: int) -> Lid:
    """Return a lid with few triangles: a rim around larger stones, plates or a slab."""
    center = _center(outline)
    n = len(outline)
    spokes = np.linspace(0, n, COARSE_SECTORS + 1).round().astype(int)
    inner = center + RIM_SHARE * (outline[spokes[:-1] % n] - center)
    if style.side in METAL_SIDES:
        rings = [_Band(0.0, 0.4, 0.8), _Band(0.4, 0.94, 0.97), _Band(0.94, 1.0, JOINT_TONE)]
    elif _is_slab(style):
        rings = [_Band(0.0, 0.96, 1.0), _Band(0.96, 1.0, JOINT_TONE)]
    else:
        rings = list(_paving_rings(inner, seed, COARSE_COURSE_IN, COARSE_STONE_IN))
    parts = [ring.cover(inner) for ring in rings]
    triangles = [triangle for triangle, _ in parts]
    tones = [tone for _, tone in parts]
    for first, last in pairwise(spokes.tolist()):
        arc = outline[np.arange(first, last + 1) % n]
        start, end = (center + RIM_SHARE * (spot - center) for spot in (arc[0], arc[-1]))
        fan = np.array([*((start, a, b) for a, b in pairwise(arc)), (start, arc[-1], end)])
        triangles.append(fan)
        tones.append(np.full(fan.shape[:2], STONE_TONES[1]))
    return Lid(np.concatenate(triangles), np.concatenate(tones))


def _is_slab(style: WallStyle) -> bool:
    return style.side == m.CONCRETE and style.name == "concrete"


def _center(outline: Floats) -> Floats:
    center: Floats = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return center


@dataclass(frozen=True)
class _Band:
    """A part of a lid between two shares of its radius and, if given, two shares of a turn."""

    inner: float
    outer: float
    tone: float
    start: float = 0.0
    end: float = 1.0

    def cover(self, outline: Floats) -> tuple[Floats, Floats]:
        """Return the triangles of the part and their tones."""
        center = _center(outline)
        n = len(outline)
        corners = np.arange(np.floor(self.start * n) + 1, np.ceil(self.end * n))
        at = np.array([self.start * n, *corners.tolist(), self.end * n])
        whole = np.floor(at).astype(int)
        share = (at - whole)[:, None]
        edge = outline[whole % n] * (1 - share) + outline[(whole + 1) % n] * share - center
        outer = center + edge * self.outer
        inner = center + edge * self.inner
        quads = np.stack([inner[:-1], outer[:-1], outer[1:], inner[1:]], axis=1)
        order = [(0, 1, 2), (0, 2, 3)] if self.inner > 0 else [(0, 1, 2)]
        triangles = quads[:, order].reshape(-1, 3, 2)
        return triangles, np.full(triangles.shape[:2], self.tone)


def _paving_rings(outline: Floats, seed: int, course_in: float, stone_in: float) -> Iterator[_Band]:
    """Yield stones in rings around a middle stone, and the joints between them."""
    radius = float(np.hypot(*(outline - _center(outline)).T).mean())
    courses = max(1, round(radius / course_in - 0.5))
    joint = JOINT_IN / radius
    step = 1.0 / (courses + 0.5)
    low, high = STONE_TONES
    yield _Band(0.0, step / 2, high)
    for number in range(courses):
        inner = (number + 0.5) * step
        outer = inner + step
        yield _Band(inner, inner + joint, JOINT_TONE)
        stones = max(5, round(2 * np.pi * (inner + outer) / 2 * radius / stone_in))
        gap = joint / (np.pi * (inner + outer))
        tones = chance(np.column_stack([np.full(stones, number), np.arange(stones)]), seed + 81)
        for k, tone in enumerate((low + (high - low) * tones).tolist()):
            start = k / stones
            yield _Band(inner + joint, outer, JOINT_TONE, start, start + gap)
            yield _Band(inner + joint, outer, tone, start + gap, (k + 1) / stones)


def _metal_rings() -> Iterator[_Band]:
    """Yield a hatch in the middle, plates with seams around it, and a raised rim."""
    yield _Band(0.0, HATCH_SHARE - 0.1, 0.82)
    yield _Band(HATCH_SHARE - 0.1, HATCH_SHARE - 0.04, 1.12)
    yield _Band(HATCH_SHARE - 0.04, HATCH_SHARE, 0.5)
    for k in range(8):
        yield _Band(HATCH_SHARE, RIM_SHARE, 0.92 + 0.1 * (k % 2), k / 8, (k + 0.93) / 8)
        yield _Band(HATCH_SHARE, RIM_SHARE, 0.6, (k + 0.93) / 8, (k + 1) / 8)
    yield _Band(RIM_SHARE, RIM_SHARE + 0.03, 0.5)
    low, high = BOLT_SHARE - BOLT_HALF, BOLT_SHARE + BOLT_HALF
    yield _Band(RIM_SHARE + 0.03, low, RIM_TONE)
    for k in range(BOLTS):
        first, last = (k + 0.5) / BOLTS - BOLT_TURN, (k + 0.5) / BOLTS + BOLT_TURN
        yield _Band(low, high, RIM_TONE, k / BOLTS, first)
        yield _Band(low, high, BOLT_TONE, first, last)
        yield _Band(low, high, RIM_TONE, last, (k + 1) / BOLTS)
    yield _Band(high, 1.0, RIM_TONE)
