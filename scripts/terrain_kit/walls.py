"""Walls with windows: one of concrete and steel, one of stone with arches."""

from __future__ import annotations

import math

from terrain_kit.masonry import ASH, Opening, Wall, raise_wall, shingle
from terrain_kit.metalwork import DARK, TEAL, beam, stripes
from terrain_kit.piece import Piece, Tint
from terrain_kit.ruins import as_drawn, bars, buttress
from terrain_kit.solids import block, cut_block, slab, tube

PALE: Tint = (0.86, 0.85, 0.8)


def frame(piece: Piece, opening: Opening, depth: float = 0.26, tint: Tint = DARK) -> None:
    """A steel frame around a window, with one bar down its middle."""
    left = opening.left
    right = opening.right
    foot = opening.foot
    head = opening.head
    for x0, x1 in ((left - 0.06, left + 0.07), (right - 0.07, right + 0.06)):
        piece.add(
            block((x0, -depth, foot - 0.06), (x1, depth, head + 0.06), 0.03, "y"), "metal", tint
        )
    for z0, z1 in ((foot - 0.06, foot + 0.07), (head - 0.07, head + 0.06)):
        piece.add(
            block((left - 0.06, -depth, z0), (right + 0.06, depth, z1), 0.03, "y"), "metal", tint
        )
    middle = (left + right) / 2
    piece.add(
        block((middle - 0.05, -0.06, foot), (middle + 0.05, 0.06, head), 0.02, "y"), "metal", tint
    )


def factory_wall(piece: Piece) -> None:
    """A concrete wall, 3.5" high, with a doorway and two windows in steel frames; a corner is shot away."""
    windows = [Opening(0.8, 2.3, 1.15, 2.5), Opening(5.0, 6.5, 1.15, 2.5)]
    door = Opening(2.9, 4.4, 0, 2.5)
    t = 0.2
    for x0, x1, z0, z1 in ((0.8, 2.3, 0.45, 1.15), (5.0, 6.5, 0.45, 1.15)):
        piece.add(block((x0 - 0.01, -t, z0), (x1 + 0.01, t, z1), 0.05, "y"), "concrete", PALE, 0.05)
    for x0, x1 in ((0.0, 0.8), (2.3, 2.9), (4.4, 5.0)):
        piece.add(
            block((x0 - 0.01, -t, 0.45), (x1 + 0.01, t, 2.51), 0.05, "y"), "concrete", PALE, 0.05
        )
    broken = [
        (6.49, 0.45),
        (7.2, 0.45),
        (7.15, 1.0),
        (7.3, 1.3),
        (7.05, 1.8),
        (7.1, 2.2),
        (6.75, 2.51),
        (6.49, 2.51),
    ]
    piece.add(slab(broken, -t, t, 0.05).upright(), "concrete", PALE, 0.05)
    head = [(0, 2.49), (6.55, 2.49), (6.6, 2.75), (6.2, 2.95), (6.3, 3.2), (5.9, 3.5), (0, 3.5)]
    parts = [
        [(x0, 2.49), (x1, 2.49), (x1, 3.2), (x0, 3.2)]
        for x0, x1 in ((-0.01, 1.6), (1.59, 3.2), (3.19, 4.8))
    ]
    for outline in parts:
        piece.add(slab(outline, -t, t, 0.05).upright(), "concrete", PALE, 0.06)
    piece.add(
        slab([(4.79, 2.49), *head[1:4], (4.79, 3.2)], -t, t, 0.05).upright(), "concrete", PALE, 0.05
    )
    for x0, x1 in ((-0.08, 2.91), (4.39, 7.3)):
        piece.add(
            block((x0, -0.3, 0), (x1, 0.3, 0.47), 0.07, "x"), "concrete", (0.62, 0.62, 0.62), 0.05
        )
    piece.add(
        slab(
            [(-0.1, 3.18), (5.75, 3.18), (5.6, 3.35), (5.7, 3.5), (-0.1, 3.5)], -0.3, 0.3, 0.06
        ).upright(),
        "concrete",
        (0.66, 0.67, 0.66),
    )
    for opening in windows:
        frame(piece, opening)
    _doorway(piece, door)
    for x in (0.08, 2.6, 4.7):
        for y in (-0.24, 0.24):
            piece.add(
                cut_block((x - 0.14, y - 0.1, 0), (x + 0.14, y + 0.1, 3.3), 0.04), "metal", TEAL
            )
    stripes(piece, (2.95, -0.3), (4.35, -0.3), 2.62, 2.86, 0.04)
    bars(piece, [((6.3, 0), (6.95, 0.1)), ((6.1, 0.1), (6.7, -0.1))], 3.0)
    bars(piece, [((7.1, 0), (7.6, 0.1))], 1.6)
    piece.add(tube([(0.5, -0.27, 0.5), (0.5, -0.27, 2.85), (2.4, -0.27, 2.85)], 0.06, 6), "rust")
    shingle(piece, (5.9, 7.6), 0.55, 0.25, 8, as_drawn, ASH)
    shingle(piece, (5.9, 7.6), -0.55, 0.25, 8, as_drawn, ASH)


def _doorway(piece: Piece, door: Opening) -> None:
    for x in (door.left, door.right):
        piece.add(
            block((x - 0.08, -0.27, 0), (x + 0.06, 0.27, door.head + 0.06), 0.03, "y"),
            "metal",
            DARK,
        )
    beam(piece, (door.left - 0.1, 0), (door.right + 0.1, 0), door.head + 0.28, 0.3)


def arch(piece: Piece, opening: Opening, stones: int = 9, tint: Tint = ASH) -> None:
    """Wedges around the round head of an opening, and a sill."""
    half = (opening.right - opening.left) / 2
    x, z = (opening.left + opening.right) / 2, opening.head - half
    for k in range(stones):
        a0, a1 = (math.pi * (k + e) / stones for e in (-0.02, 1.02))
        outer = half + (0.42 if k == stones // 2 else 0.3)
        outline = [
            (x + r * math.cos(a), z + r * math.sin(a))
            for r, a in ((half, a0), (outer, a0), (outer, a1), (half, a1))
        ]
        piece.add(slab(outline, -0.34, 0.34, 0.05).upright(), "stone", tint, 0.12)
    for side in (opening.left - 0.1, opening.right + 0.1):
        piece.add(
            cut_block((side - 0.11, -0.33, opening.foot), (side + 0.11, 0.33, z + 0.02), 0.05),
            "stone",
            tint,
            0.08,
        )
    low = (opening.left - 0.3, -0.42, opening.foot - 0.14)
    high = (opening.right + 0.3, 0.42, opening.foot + 0.05)
    piece.add(block(low, high, 0.06, "x"), "stone", tint)


def arched_wall(piece: Piece) -> None:
    """The side of a chapel: three arched windows between buttresses, its cornice half gone."""
    openings = [Opening(1.0 + 2.5 * k, 2.3 + 2.5 * k, 1.2, 3.4, True) for k in range(3)]
    top = [
        (0, 5.4),
        (2.4, 5.5),
        (3.6, 5.0),
        (4.4, 4.95),
        (5.6, 5.0),
        (6.6, 4.6),
        (7.3, 4.4),
        (7.7, 3.2),
        (8.3, 2.2),
    ]
    raise_wall(
        piece, Wall(8.3, top, openings, tint=(0.72, 0.7, 0.74), odd=(0.6, 0.56, 0.6)), as_drawn
    )
    for opening in openings:
        arch(piece, opening, tint=(0.88, 0.8, 0.66))
    for x in (0.35, 2.9, 5.4):
        for side in (-1, 1):
            buttress(piece, x, 4.2 if x < 5 else 3.4, side)
    for x0, x1 in ((-0.05, 0.9), (0.88, 1.9), (1.88, 2.7)):
        piece.add(
            block((x0, -0.42, 5.45), (x1, 0.42, 5.75), 0.08, "x"), "stone", (0.88, 0.8, 0.66), 0.08
        )
    for x0, x1 in ((-0.1, 2.0), (1.99, 4.2), (4.19, 6.3), (6.29, 8.4)):
        piece.add(block((x0, -0.4, 0), (x1, 0.4, 0.42), 0.08, "x"), "stone", (0.6, 0.58, 0.6), 0.08)
    shingle(piece, (6.0, 8.4), 0.65, 0.3, 9, as_drawn, ASH)
    shingle(piece, (6.0, 8.4), -0.65, 0.3, 9, as_drawn, ASH)


PIECES = {"factory-wall": factory_wall, "arched-wall": arched_wall}
