"""Trees, rocks and holes in the ground."""

from __future__ import annotations

import math
from random import Random

import numpy as np

from terrain_kit.piece import Piece, Tint
from terrain_kit.solids import Corner, Floats, Solid, circle, loft, ring, rock, tube

SLATE: Tint = (0.6, 0.62, 0.64)
GRASS: Tint = (0.85, 0.9, 0.6)


def wobbly(radius: float, sides: int, random: Random, by: float = 0.12, turn: float = 0) -> Floats:
    """A rough circle's corners in plan."""
    rough = np.array([random.uniform(1 - by, 1 + by) for _ in range(sides)])
    return np.array(circle(radius, sides, turn)) * rough[:, None]


def mound(piece: Piece, radius: float, high: float, tint: Tint = (0.9, 0.88, 0.8)) -> None:
    """Low ground under a tree."""
    outline = wobbly(radius, 11, piece.random)
    levels = [
        ring(outline, 0),
        ring(outline * 0.9, high * 0.55),
        ring(outline * 0.55, high),
        ring(outline * 0.2, high * 1.1),
    ]
    piece.add(loft(levels, [False, False, False]), "earth", tint)


def tuft(piece: Piece, at: Corner, size: float) -> None:
    """A few blades of grass."""
    random = piece.random
    for _ in range(4):
        lean = (random.uniform(-0.5, 0.5) * size, random.uniform(-0.5, 0.5) * size)
        x, y, z = at
        tip = (x + lean[0], y + lean[1], z + size * random.uniform(0.8, 1.3))
        piece.add(
            tube([(x + lean[0] * 0.2, y + lean[1] * 0.2, z + 0.04), tip], [size * 0.16, 0.012], 4),
            "foliage",
            GRASS,
            0.15,
        )


def tier(radius: float, low: float, high: float, random: Random, points: int = 9) -> Solid:
    """A skirt of branches: hanging tips around a cone."""
    turn = random.uniform(0, 360)
    tips = wobbly(radius, points, random, 0.12, turn)
    dents = wobbly(radius * 0.68, points, random, 0.08, turn + 180 / points)
    droop = [random.uniform(-0.14, 0.06) for _ in range(points)]
    star = np.array(
        [
            [*tips[k], low + droop[k]] if half == 0 else [*dents[k], low + 0.2 * high]
            for k in range(points)
            for half in (0, 1)
        ]
    )
    sides = 2 * points
    mid = ring(np.array(circle(radius * 0.5, sides, turn)), low + 0.48 * high)
    inside = ring(np.array(circle(radius * 0.25, sides, turn)), low + 0.22 * high)
    top = ring(np.array(circle(radius * 0.1, sides, turn)), low + high)
    return loft([inside, star, mid, top], [False, True, False])


def pine(piece: Piece) -> None:
    """A pine, five tiers, 6.5" tall, on a little rough ground."""
    random = piece.random
    mound(piece, 1.1, 0.14)
    lean = (0.08, 0.05)
    piece.add(
        tube([(0, 0, 0), (0.0, 0.0, 0.5), (lean[0], lean[1], 5.8)], [0.36, 0.24, 0.06], 8), "bark"
    )
    for k in range(4):
        a = math.radians(90 * k + 25)
        end = (0.62 * math.cos(a), 0.62 * math.sin(a), 0.08)
        piece.add(
            tube([(0.1 * math.cos(a), 0.1 * math.sin(a), 0.42), end], [0.14, 0.05], 5), "bark"
        )
    for k, (radius, low, high) in enumerate(
        (
            (1.55, 1.25, 1.75),
            (1.32, 2.2, 1.6),
            (1.08, 3.1, 1.5),
            (0.82, 3.95, 1.4),
            (0.56, 4.75, 1.75),
        )
    ):
        tint = (0.62 + 0.07 * k, 0.76 + 0.05 * k, 0.6 + 0.03 * k)
        piece.add(
            tier(radius, low, high, random).moved((lean[0] * low / 6, lean[1] * low / 6, 0)),
            "foliage",
            tint,
            0.05,
        )
    for x, y in ((0.75, 0.3), (-0.6, 0.55), (-0.2, -0.8), (0.5, -0.6)):
        tuft(piece, (x, y, 0.05), random.uniform(0.25, 0.4))
    piece.add(rock((0.5, 0.45, 0.35), random).moved((0.65, -0.35, 0)), "stone", SLATE)


def branch(
    piece: Piece, start: Corner, along: Corner, length: float, radius: float, forks: int
) -> None:
    """A bent branch that forks again."""
    random = piece.random
    points = [start]
    step = along
    radii = [radius]
    for k in range(3):
        step = tuple(c + random.uniform(-0.28, 0.28) for c in step)  # type: ignore[assignment]
        norm = math.sqrt(sum(c * c for c in step))
        step = tuple(c / norm for c in step)  # type: ignore[assignment]
        points.append(tuple(p + c * length / 3 for p, c in zip(points[-1], step, strict=True)))  # type: ignore[arg-type]
        radii.append(radius * (0.78, 0.52, 0.22)[k])
    piece.add(tube(points, radii, 6 if radius > 0.1 else 5), "bark", (0.92, 0.88, 0.84), 0.05)
    if forks:
        for k in (1, 2, 2):
            side = (random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9), random.uniform(0.1, 0.6))
            aim = tuple(0.6 * a + b for a, b in zip(step, side, strict=True))
            branch(
                piece,
                points[k],
                aim,  # type: ignore[arg-type]
                length * random.uniform(0.5, 0.65),
                radii[k] * 0.62,
                forks - 1,
            )


def dead_tree(piece: Piece) -> None:
    """A bare, bent tree with its roots out of the ground."""
    random = piece.random
    mound(piece, 1.0, 0.12, (0.8, 0.76, 0.72))
    trunk: list[Corner] = [
        (0, 0, 0),
        (0, 0, 0.45),
        (0.22, 0.1, 1.5),
        (0.12, 0.2, 2.6),
        (0.3, 0.1, 3.4),
    ]
    piece.add(tube(trunk, [0.52, 0.34, 0.27, 0.23, 0.17], 8), "bark", (0.9, 0.86, 0.82))
    for k in range(5):
        a = math.radians(72 * k + 10)
        c, s, r = math.cos(a), math.sin(a), random.uniform(0.85, 1.2)
        piece.add(
            tube(
                [(0.15 * c, 0.15 * s, 0.5), (0.5 * c, 0.5 * s, 0.22), (r * c, r * s, 0.07)],
                [0.2, 0.15, 0.05],
                6,
            ),
            "bark",
        )
    branch(piece, trunk[4], (0.25, -0.35, 1), 2.2, 0.17, 2)
    branch(piece, trunk[4], (-0.7, 0.3, 0.8), 1.9, 0.15, 2)
    branch(piece, trunk[3], (0.9, 0.5, 0.55), 1.7, 0.14, 1)
    branch(piece, trunk[2], (-0.7, -0.7, 0.45), 1.3, 0.13, 1)
    for x, y in ((0.7, -0.4), (-0.5, 0.6)):
        tuft(piece, (x, y, 0.05), 0.3)


def boulder(size: Corner, random: Random, sides: int = 7) -> Solid:
    """A rock of slanting ledges."""
    slope = np.array([random.uniform(-0.28, 0.28), random.uniform(-0.28, 0.28)])
    turn = random.uniform(0, 90)
    shape = wobbly(0.5, sides, random, 0.2, turn)
    levels = []
    for height, wide in (
        (0, 1.0),
        (0.3, 1.02),
        (0.52, 0.94),
        (0.57, 0.8),
        (0.84, 0.74),
        (0.92, 0.58),
    ):
        rough = np.array([random.uniform(0.88, 1.1) for _ in range(sides)])
        outline = (
            shape * wide * rough[:, None] * (size[0], size[1]) - slope * height * size[2] * 0.5
        )
        level = ring(outline, height * size[2])
        if height:
            level[:, 2] += (outline * slope).sum(axis=1) * min(1, 2 * height) + [
                random.uniform(-0.05, 0.05) * size[2] for _ in range(sides)
            ]
        levels.append(level)
    return loft(levels, [False, False, True, False, True])


def rocks_low(piece: Piece) -> None:
    """Boulders and stones an inch high."""
    random = piece.random
    spots: list[tuple[Corner, Corner]] = [
        ((-1.2, 0.2, 0), (1.9, 1.5, 1.05)),
        ((0.6, -0.2, 0), (1.7, 1.9, 0.8)),
        ((1.9, 0.6, 0), (1.2, 1.0, 0.6)),
    ]
    for at, size in spots:
        piece.add(boulder(size, random).moved(at), "stone", SLATE, 0.1)
    for _ in range(9):
        size_ = random.uniform(0.25, 0.6)
        at = (random.uniform(-2.2, 2.4), random.uniform(-1.1, 1.2), 0.0)
        piece.add(rock((size_, size_ * 0.9, size_ * 0.6), random).moved(at), "stone", SLATE, 0.15)
    for x, y in ((-0.2, 0.8), (1.2, -0.9), (-1.9, -0.6), (1.4, 1.1)):
        tuft(piece, (x, y, 0), random.uniform(0.25, 0.4))


def crag(piece: Piece) -> None:
    """Three tall rocks that lean together, the highest 3.6"."""
    random = piece.random
    spots: list[tuple[Corner, Corner]] = [
        ((-0.6, 0.1, 0), (2.3, 2.1, 3.6)),
        ((0.9, 0.4, 0), (1.8, 1.9, 2.4)),
        ((0.4, -0.9, 0), (1.8, 1.5, 1.4)),
        ((-1.7, -0.7, 0), (1.2, 1.2, 0.9)),
    ]
    for at, size in spots:
        piece.add(boulder(size, random, 8).moved(at), "stone", (0.66, 0.62, 0.6), 0.08)
    for _ in range(9):
        size_ = random.uniform(0.25, 0.6)
        a = random.uniform(0, 2 * math.pi)
        piece.add(
            rock((size_, size_, size_ * 0.6), random).moved(
                (2.0 * math.cos(a), 1.6 * math.sin(a), 0)
            ),
            "stone",
            SLATE,
            0.15,
        )
    for x, y in ((1.6, -0.9), (-1.4, 0.9), (-0.5, -1.7)):
        tuft(piece, (x, y, 0), 0.35)


def crater(piece: Piece) -> None:
    """A shell hole, 5" across: a rim of thrown earth and rock around a scorched bowl."""
    random = piece.random
    sides = 18
    profile = (
        (2.6, 0.0),
        (2.45, 0.08),
        (2.0, 0.3),
        (1.65, 0.52),
        (1.4, 0.46),
        (1.0, 0.16),
        (0.5, 0.05),
    )
    shape = wobbly(1, sides, random, 0.09)
    levels = []
    for radius, height in profile:
        level = ring(shape * radius, height)
        level[:, 2] += [random.uniform(-0.22, 0.22) * height for _ in range(sides)]
        levels.append(level)
    piece.add(
        loft(levels, [False, False, True, True, False, False], dented=True), "earth", (1, 0.96, 0.9)
    )
    scorched = [
        ring(shape * r, z) for r, z in ((1.25, 0.02), (1.3, 0.4), (0.95, 0.17), (0.5, 0.07))
    ]
    piece.add(loft(scorched, dented=True), "earth", (0.42, 0.4, 0.4))
    for k in range(22):
        a = math.radians(360 * k / 22 + random.uniform(-9, 9))
        r = random.uniform(1.5, 2.35)
        size = random.uniform(0.2, 0.6)
        piece.add(
            rock((size, size * 0.8, size * 0.75), random).moved(
                (r * math.cos(a), r * math.sin(a), 0.75 * (2.5 - r) * 0.45)
            ),
            "stone",
            (0.62, 0.58, 0.54),
            0.15,
        )


PIECES = {
    "pine": pine,
    "dead-tree": dead_tree,
    "rocks-low": rocks_low,
    "rocks-tall": crag,
    "crater": crater,
}
