"""Walls of courses of stones, with openings and broken tops, and what fell off them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import numpy as np

from terrain_kit.piece import Piece, Tint
from terrain_kit.solids import Point, Solid, block, rock

Place = Callable[[Solid], Solid]
Run = tuple[float, float]

SAND: Tint = (0.86, 0.76, 0.62)
ASH: Tint = (0.66, 0.67, 0.68)
MOSS: Tint = (0.55, 0.57, 0.43)
SOOT: Tint = (0.46, 0.43, 0.42)
BRICK: Tint = (0.66, 0.45, 0.38)

OVERLAP = 0.012
"""Broken stones reach into their neighbors, so that no line passes between them."""

GROOVE = 0.05
"""How deep and half how wide the grooves between stones are."""


@dataclass(frozen=True)
class Opening:
    """A window or door: from `left` to `right` along the wall, from `foot` to `head`; arched, its head is half round."""

    left: float
    right: float
    foot: float
    head: float
    arched: bool = False

    def free(self, low: float, high: float) -> Run | None:
        """What it leaves open between two heights, or None."""
        middle = (low + high) / 2
        if not self.foot < middle < self.head:
            return None
        half = (self.right - self.left) / 2
        rise = middle - (self.head - half)
        if self.arched and rise > 0:
            half = (half * half - rise * rise) ** 0.5
        center = (self.left + self.right) / 2
        return center - half, center + half


@dataclass(frozen=True)
class Wall:
    """A wall along +x from the origin, its middle on y = 0."""

    length: float
    top: Sequence[Point]
    """The broken top: heights along the wall, straight between."""

    openings: Sequence[Opening] = ()
    thickness: float = 0.5
    course: float = 0.5
    stone: float = 1.05
    tint: Tint = SAND
    odd: Tint = ASH

    def height(self, x: float) -> float:
        """How high it still stands there."""
        for (x0, z0), (x1, z1) in pairwise(self.top):
            if x0 <= x <= x1:
                return z0 + (z1 - z0) * (x - x0) / max(x1 - x0, 1e-9)
        return 0.0


def _runs(wall: Wall, low: float, high: float) -> list[Run]:
    """Where a course has stones, openings left out."""
    holes = sorted(run for opening in wall.openings if (run := opening.free(low, high)))
    runs = []
    at = 0.0
    for left, right in holes:
        if left - at > 0.1:
            runs.append((at, left))
        at = max(at, right)
    return [*runs, (at, wall.length)] if wall.length - at > 0.1 else runs


def _split(run: Run, stone: float, shifted: bool, random: Random) -> list[Run]:
    """A run cut into stones; every other course starts with a half."""
    left, right = run
    edges = [left]
    at = left + stone * (0.5 if shifted else 1) * random.uniform(0.85, 1.15)
    while at < right - stone * 0.35:
        edges.append(at)
        at += stone * random.uniform(0.8, 1.2)
    edges.append(right)
    return list(pairwise(edges))


def raise_wall(piece: Piece, wall: Wall, place: Place) -> None:
    """Lays a wall course by course; stones on top are broken. Whole ones beside one another are one solid, level on top."""
    courses = round(max(z for _, z in wall.top) / wall.course)
    for row in range(courses):
        low, high = row * wall.course, (row + 1) * wall.course
        for run in _runs(wall, low, high):
            whole: list[Run] = []
            for left, right in _split(run, wall.stone, row % 2 == 1, piece.random):
                stands = wall.height((left + right) / 2)
                if high + wall.course <= stands:
                    whole.append((left, right))
                    continue
                _lay_course(piece, wall, whole, low, place)
                whole = []
                if (low + high) / 2 <= stands:
                    _lay_broken(piece, wall, (left, right), low, place)
            _lay_course(piece, wall, whole, low, place)


def _lay_broken(piece: Piece, wall: Wall, run: Run, low: float, place: Place) -> None:
    random = piece.random
    out = random.choice((0, 0.02))
    back = random.choice((0, 0.02))
    top = low + wall.course * random.uniform(0.7, 1)
    half = wall.thickness / 2
    stone = block(
        (run[0] - OVERLAP, -half - out, low), (run[1] + OVERLAP, half + back, top), GROOVE, "y"
    )
    piece.add(place(_chipped(stone, random)), "stone", _weathered(wall, low, random), 0.1)


def _lay_course(piece: Piece, wall: Wall, stones: Sequence[Run], low: float, place: Place) -> None:
    if not stones:
        return
    random = piece.random
    swells = [(random.choice((0, 0.012, 0.025)), random.choice((0, 0.012, 0.025))) for _ in stones]
    tints = [_weathered(wall, low, random) for _ in stones]
    solid = _course(stones, low, low + wall.course, wall.thickness / 2, swells)
    piece.add_parts(place(solid), "stone", tints, 0.1)


def _course(
    stones: Sequence[Run],
    low: float,
    high: float,
    half: float,
    swells: Sequence[tuple[float, float]],
) -> Solid:
    """Stones side by side as one solid, with grooves between their faces; `swells`: how far each stands out, front and back."""
    edges = [stones[0][0], *(right for _, right in stones)]
    rim = half - GROOVE
    corners = []
    for x in edges:  # four corners to an edge: front below and above, back below and above
        corners += [(x, -rim, low), (x, -rim, high), (x, rim, low), (x, rim, high)]
    quads: list[tuple[int, int, int, int]] = []
    worn: list[bool] = []
    for k, ((left, right), swell) in enumerate(zip(stones, swells, strict=True)):
        a, b = 4 * k, 4 * (k + 1)
        for side, own in enumerate(swell):
            y = (half + own) * (2 * side - 1)
            first = len(corners)
            x0, x1, z0, z1 = left + GROOVE, right - GROOVE, low + GROOVE, high - GROOVE
            corners += [(x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)]
            outer = [n + 2 * side for n in (a, b, b + 1, a + 1)]
            face = [first, first + 1, first + 2, first + 3]
            ring_ = [(outer[i], outer[(i + 1) % 4], face[(i + 1) % 4], face[i]) for i in range(4)]
            quads += [
                quad[::-1] if side else quad  # type: ignore[misc]
                for quad in (ring_[0], ring_[1], ring_[2], ring_[3], tuple(face))
            ]
            worn += [True] * 4 + [False]
        quads += [(a + 1, b + 1, b + 3, a + 3), (a, a + 2, b + 2, b)]
        worn += [False] * 2
    last = 4 * len(stones)
    quads += [(2, 0, 1, 3), (last, last + 2, last + 3, last + 1)]
    parts = [k for k in range(len(stones)) for _ in range(12)] + [0, len(stones) - 1]
    triangles = [three for a, b, c, d in quads for three in ((a, b, c), (a, c, d))]
    return Solid.of(
        corners,
        triangles,
        [w for w in [*worn, False, False] for _ in range(2)],
        [p for p in parts for _ in range(2)],
    )


def _chipped(stone: Solid, random: Random) -> Solid:
    middle = stone.corners[:, 2].mean()
    upper = stone.corners[:, 2:] > middle
    chipped = np.where(upper, stone.roughened(0.07, random).corners, stone.corners)
    chipped[:, 2] = np.minimum(
        chipped[:, 2], stone.corners[:, 2].max()
    )  # level with a floor beside it, never above
    return replace(stone, corners=chipped)


def _weathered(wall: Wall, low: float, random: Random) -> Tint:
    drawn = random.random()
    if drawn < 0.3 - low * 0.2:
        return MOSS
    return wall.odd if drawn > 0.82 else wall.tint


def heap(
    piece: Piece, at: Point, size: Point, height: float, tint: Tint = SAND, stones: int = 5
) -> None:
    """Rubble: stones on a mound of broken rock."""
    random = piece.random
    x, y = at
    for _ in range(max(3, stones // 2)):
        w = random.uniform(0.5, 0.8)
        high = height * random.uniform(0.5, 1)
        chunk = rock((size[0] * w, size[1] * w, high), random)
        spot = (
            x + random.uniform(-0.25, 0.25) * size[0],
            y + random.uniform(-0.25, 0.25) * size[1],
            0.0,
        )
        piece.add(chunk.moved(spot), "stone", _dirty(tint, random), 0.12)
    for _ in range(stones):
        dx, dy = random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)
        length = random.uniform(0.35, 0.8)
        brick = block((-length / 2, -0.2, -0.17), (length / 2, 0.2, 0.17), 0.05, "y").roughened(
            0.04, random
        )
        brick = (
            brick.turned(random.uniform(-28, 28), "x")
            .turned(random.uniform(-25, 25), "y")
            .turned(random.uniform(0, 360))
        )
        rest = max(0.0, height * (0.75 - 2 * max(abs(dx), abs(dy)) * 0.7)) * random.uniform(
            0.4, 0.9
        )
        brick = brick.grounded(rest).moved((x + dx * size[0], y + dy * size[1], 0))
        piece.add(brick, "stone", _dirty(tint, random), 0.12)


def _dirty(tint: Tint, random: Random) -> Tint:
    other = random.choice((ASH, MOSS, SOOT, tint))
    share = random.uniform(0, 0.5)
    return tuple(a * (1 - share) + b * share for a, b in zip(tint, other, strict=True))  # type: ignore[return-value]


def shingle(
    piece: Piece, along: Run, at: float, spread: float, count: int, place: Place, tint: Tint = SAND
) -> None:
    """Pebbles and shards at a wall's foot."""
    random = piece.random
    for _ in range(count):
        w = random.uniform(0.15, 0.42)
        chunk = rock((w, w * random.uniform(0.7, 1.1), w * random.uniform(0.4, 0.8)), random, 6)
        spot = (random.uniform(*along), at + random.uniform(-spread, spread), 0.0)
        piece.add(place(chunk.moved(spot)), "stone", _dirty(tint, random), 0.1)
