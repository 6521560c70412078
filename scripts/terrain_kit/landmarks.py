"""Pieces to fight for: a monument and a comms tower."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from terrain_kit.masonry import ASH, heap
from terrain_kit.metalwork import BLACK, DARK, RED, STEEL, TEAL, YELLOW, ladder, lamp, stripes
from terrain_kit.piece import Piece, Tint
from terrain_kit.solids import Corner, Solid, block, circle, cut_block, loft, post, ring, slab, tube

BRONZE: Tint = (0.44, 0.66, 0.57)
GOLD: Tint = (0.86, 0.68, 0.32)


def step(radius: float, low: float, high: float) -> Solid:
    """An eight-sided step, bevelled above."""
    return loft(
        [
            ring(circle(r, 8, 22.5), z)
            for r, z in ((radius, low), (radius, high - 0.07), (radius - 0.08, high))
        ],
        [False, True],
    )


def monument(piece: Piece) -> None:
    """A bronze sentinel leaning on a great sword, on a pedestal with three steps."""
    for radius, low, high in ((2.3, 0, 0.35), (1.85, 0.3, 0.7), (1.45, 0.65, 1.05)):
        piece.add(step(radius, low, high), "stone", (0.8, 0.77, 0.72), 0.05)
    piece.add(cut_block((-0.85, -0.85, 1.0), (0.85, 0.85, 2.5), 0.08), "stone", ASH)
    piece.add(cut_block((-1.0, -1.0, 1.0), (1.0, 1.0, 1.3), 0.08), "stone", (0.82, 0.79, 0.74))
    piece.add(cut_block((-1.02, -1.02, 2.4), (1.02, 1.02, 2.7), 0.09), "stone", (0.82, 0.79, 0.74))
    for side in range(4):
        plate = block((-0.5, -0.92, 1.5), (0.5, -0.8, 2.2), 0.04, "y").turned(90 * side)
        piece.add(plate, "metal", GOLD if side == 0 else BRONZE)
    sentinel(piece, 2.68)
    heap(piece, (1.75, 1.35), (0.9, 0.8), 0.35, ASH, 4)


Level = tuple[float, float, float, float]


def body(levels: Sequence[Level], sides: int = 10) -> Solid:
    """A trunk through ovals: height, half width, half depth and shift along y of each."""
    return loft(
        [
            ring([(x * wide, y * deep + shift) for x, y in circle(1, sides, 18)], z)
            for z, wide, deep, shift in levels
        ]
    )


def sentinel(piece: Piece, foot: float) -> None:
    """A cloaked figure in armor that leans on a sword, 3.4" tall."""
    crest = [(-0.3, 3.0), (-0.08, 3.42), (0.24, 3.45), (0.4, 3.1), (0.24, 3.2), (0.0, 3.12)]
    bronze = [
        body(
            [
                (0, 0.62, 0.55, 0.06),
                (0.12, 0.64, 0.57, 0.06),
                (0.9, 0.48, 0.42, 0.03),
                (1.5, 0.38, 0.3, 0),
            ]
        ),  # skirts
        body(
            [
                (0.02, 0.74, 0.3, 0.42),
                (0.9, 0.62, 0.26, 0.32),
                (2.0, 0.52, 0.2, 0.2),
                (2.45, 0.3, 0.16, 0.1),
            ]
        ),  # cloak
        body(
            [
                (1.4, 0.36, 0.3, 0),
                (1.75, 0.44, 0.36, -0.02),
                (2.15, 0.54, 0.38, 0),
                (2.45, 0.4, 0.28, 0),
                (2.55, 0.18, 0.18, 0),
            ]
        ),
        body(
            [
                (2.5, 0.17, 0.19, 0),
                (2.65, 0.25, 0.28, -0.03),
                (2.95, 0.25, 0.28, -0.02),
                (3.15, 0.17, 0.2, 0),
                (3.22, 0.06, 0.08, 0),
            ],
            8,
        ),
        slab(crest, -0.045, 0.045, 0.015).upright().turned(-90).moved((0, 0.02, 0)),
        cut_block((-0.2, -0.76, 1.62), (0.2, -0.52, 1.84), 0.06),  # hands
    ]
    for side in (-1, 1):
        shoulder = body(
            [
                (z, 0.3 * w, 0.32 * w, 0)
                for z, w in ((2.1, 0.75), (2.25, 1.0), (2.45, 0.9), (2.6, 0.45))
            ],
            8,
        )
        arm = [(side * 0.6, 0.0, 2.25), (side * 0.66, -0.2, 1.75), (side * 0.08, -0.62, 1.72)]
        bronze += [shoulder.moved((side * 0.56, 0, 0)), tube(arm, [0.17, 0.16, 0.13], 7)]
    blade = slab(
        [(-0.13, 0.25), (0, 0.02), (0.13, 0.25), (0.13, 1.5), (-0.13, 1.5)], 0.6, 0.7, 0.04
    ).upright()
    pommel = tube([(0, -0.65, 1.9), (0, -0.65, 2.0), (0, -0.65, 2.08)], [0.07, 0.13, 0.05], 8)
    hilt = [
        block((-0.42, -0.74, 1.46), (0.42, -0.57, 1.6), 0.05),
        post((0, -0.65), 1.55, 1.95, 0.07, 8),
        pommel,
    ]
    for solids, tint in ((bronze, BRONZE), ([blade], (0.7, 0.8, 0.76)), (hilt, GOLD)):
        piece.add([solid.moved((0, 0, foot)) for solid in solids], "metal", tint, 0.05)


def dish(piece: Piece, at: Corner, turn: float, lift: float, size: float) -> None:
    """A dish on an arm, with its horn."""
    profile = [
        (0.16, 0.0),
        (0.6, 0.12),
        (0.92, 0.3),
        (1.0, 0.4),
        (0.96, 0.41),
        (0.6, 0.2),
        (0.14, 0.1),
    ]
    bowl = loft(
        [ring(circle(r * size, 14), z * size) for r, z in profile],
        [False, False, True, True, False, False],
    )
    horn = [
        tube([(0, 0, 0.08 * size), (0, 0, 0.62 * size)], 0.03, 5),
        tube([(0, 0, 0.56 * size), (0, 0, 0.72 * size)], [0.05, 0.1], 8),
    ]
    arm = tube([(0, 0, -0.3 * size), (0, 0, 0.05 * size)], 0.1, 8)
    for solid, tint in ((bowl, (0.9, 0.9, 0.86)), (horn[0], DARK), (horn[1], RED), (arm, DARK)):
        piece.add(solid.turned(90 - lift, "y").turned(turn).moved(at), "metal", tint, 0.03)


def mast(
    piece: Piece, x: float, y: float, low: float, high: float, wide: float, tint: Tint
) -> None:
    """A lattice of four legs that draw together, in red and white by turns."""
    bays = 6
    levels = [
        (low + (high - low) * k / bays, wide * (1 - 0.62 * k / bays)) for k in range(bays + 1)
    ]
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    for k, ((z0, w0), (z1, w1)) in enumerate(pairwise(levels)):
        own = tint if k % 2 == 0 else (0.88, 0.87, 0.84)
        lower, upper = (
            [(x + sx * w, y + sy * w, z) for sx, sy in signs]
            for w, z in ((w0, z0 - 0.03), (w1, z1))
        )
        for i in range(4):
            j = (i + 1) % 4
            piece.add(tube([lower[i], upper[i]], 0.065, 5), "metal", own)
            piece.add(tube([upper[i], upper[j]], 0.045, 5), "metal", own)
            start, end = (lower[i], upper[j]) if (k + i) % 2 else (lower[j], upper[i])
            piece.add(tube([start, end], 0.035, 5), "metal", own)


def comms_tower(piece: Piece) -> None:
    """A hut with a flat roof at 3.5", and a lattice mast with dishes beside it; a ladder goes up to the roof."""
    piece.add(cut_block((-2.1, -1.8, 0), (2.9, 1.8, 0.25), 0.06), "concrete", (0.72, 0.72, 0.7))
    piece.add(cut_block((-1.85, -1.5, 0.1), (1.15, 1.5, 3.3), 0.1), "concrete", (0.84, 0.83, 0.78))
    piece.add(cut_block((-2.0, -1.65, 3.12), (1.3, 1.65, 3.5), 0.08), "concrete", (0.7, 0.7, 0.68))
    for px, py in ((-1.8, -1.45), (1.1, -1.45), (-1.8, 1.45), (1.1, 1.45)):
        piece.add(
            cut_block((px - 0.16, py - 0.16, 0.1), (px + 0.16, py + 0.16, 3.2), 0.05), "metal", TEAL
        )
    door = [
        ((-0.75, -1.62, 0.2), (0.75, -1.4, 2.66), DARK),
        ((-0.6, -1.66, 0.2), (0.6, -1.4, 2.5), TEAL),
        ((0.3, -1.72, 1.2), (0.42, -1.6, 1.55), YELLOW),
    ]
    for low, high, tint in door:
        piece.add(block(low, high, 0.04, "y"), "metal", tint)
    stripes(piece, (-0.8, -1.66), (0.8, -1.66), 2.72, 2.98, 0.04)
    for k in range(5):
        z = 1.3 + 0.26 * k
        piece.add(block((-2.02, -0.7, z), (-1.8, 0.7, z + 0.16), 0.03, "y"), "metal", DARK)
    piece.add(cut_block((-1.1, 1.44, 0.2), (0.3, 1.95, 1.5), 0.07), "metal", (0.6, 0.66, 0.6))
    for z in (0.5, 0.8, 1.1):
        piece.add(block((-0.95, 1.9, z), (0.15, 1.98, z + 0.12), 0.02), "metal", BLACK)
    piece.add(tube([(0.6, 1.58, 0.1), (0.6, 1.58, 2.6), (1.9, 1.2, 2.9)], 0.06, 6), "metal", BLACK)
    ladder(piece, (1.42, -0.85), 0.1, 4.2, 180)
    piece.add(cut_block((1.25, 0.1, 0.1), (2.75, 1.6, 0.5), 0.08), "concrete", (0.66, 0.66, 0.64))
    mast(piece, 2.0, 0.85, 0.4, 9.2, 0.62, RED)
    piece.add(post((2.0, 0.85), 9.0, 10.2, 0.05, 6), "metal", STEEL)
    lamp(piece, (2.0, 0.85, 10.15), (1.0, 0.3, 0.2))
    piece.add(block((1.5, 0.35, 6.3), (2.5, 1.35, 6.42), 0.03), "metal", DARK)
    piece.add(block((1.6, 0.45, 8.0), (2.4, 1.25, 8.1), 0.03), "metal", DARK)
    dish(piece, (2.05, 0.25, 7.0), -60, 18, 0.85)
    dish(piece, (2.55, 0.95, 5.4), 15, 8, 0.65)
    dish(piece, (1.5, 1.1, 8.4), 160, 30, 0.55)
    for dx, dy in ((-0.32, -0.3), (0.32, 0.3)):
        piece.add(
            tube([(2 + dx, 0.85 + dy, 8.05), (2 + dx, 0.85 + dy, 9.3)], 0.03, 5), "metal", STEEL
        )


PIECES = {"monument": monument, "comms-tower": comms_tower}
