"""A lookout of timber, and a felled trunk."""

from __future__ import annotations

import math

from terrain_kit.nature import tuft
from terrain_kit.piece import Piece, Tint
from terrain_kit.ruins import OAK
from terrain_kit.solids import Corner, block, rock, slab, tube

ROPE: Tint = (0.9, 0.82, 0.62)
PALE: Tint = (0.86, 0.72, 0.54)


def pole(piece: Piece, start: Corner, end: Corner, radius: float, tint: Tint = OAK) -> None:
    """A trimmed trunk."""
    piece.add(tube([start, end], [radius, radius * 0.9], 7), "bark", tint)


def lookout(piece: Piece) -> None:
    """A platform of planks at 3.5" on four poles, with a parapet on three sides, half a roof and a ladder."""
    for x in (-1.65, 1.65):
        for y in (-1.65, 1.65):
            high = 6.6 if y > 0 else 4.6
            pole(piece, (x * 1.1, y * 1.1, 0.03), (x, y, high), 0.17)
            piece.add(
                rock((0.7, 0.7, 0.3), piece.random).moved((x * 1.1, y * 1.1, 0)),
                "stone",
                (0.6, 0.6, 0.6),
            )
            for z in (3.2, 4.4):
                collar = [(x, y, z - 0.1), (x, y, z + 0.1)]
                piece.add(tube(collar, 0.215, 7), "wood", ROPE)
    for side in (-1.65, 1.65):
        pole(piece, (-2.05, side, 3.2), (2.05, side, 3.2), 0.13)
        pole(piece, (side, -2.0, 3.02), (side, 2.0, 3.02), 0.13)
        pole(piece, (side * 1.07, -1.75, 0.5), (side * 1.02, 1.7, 2.8), 0.09)
    pole(piece, (-1.75, 1.75, 0.6), (1.7, 1.7, 2.8), 0.09)
    for k in range(8):
        left = -2 + 0.5 * k
        ends = [piece.random.uniform(1.92, 2.05) for _ in range(2)]
        plank = block((left, -ends[0], 3.32), (left + 0.505, ends[1], 3.5), 0.035, "z")
        piece.add(plank, "wood", piece.random.choice((OAK, PALE, (0.62, 0.52, 0.42))), 0.1)
    parapet(piece)
    roof(piece)
    for x in (-0.4, 0.4):
        pole(piece, (x, -2.75, 0.03), (x, -2.0, 4.2), 0.07, PALE)
    for k in range(10):
        z = 0.35 + 0.38 * k
        y = -2.75 + 0.75 * z / 4.2
        piece.add(tube([(-0.48, y, z), (0.48, y, z)], 0.05, 5), "bark", PALE)
    for x, y in ((1.3, 1.9), (-1.9, 1.2), (1.9, -1.2)):
        tuft(piece, (x, y, 0), 0.35)


def parapet(piece: Piece) -> None:
    """Upright boards around three sides, an inch high and more."""
    random = piece.random
    for turn in (0, 90, 180, 270):
        for k in range(8):
            left = -1.95 + 0.49 * k
            if turn == 0 and 2 <= k <= 5:
                continue
            high = 3.5 + random.uniform(0.9, 1.15)
            board = [
                (left, 3.3),
                (left + 0.46, 3.3),
                (left + 0.46, high - 0.1),
                (left + 0.23, high),
                (left, high - 0.08),
            ]
            piece.add(
                slab(board, 1.8, 1.92, 0.03).upright().turned(turn),
                "wood",
                random.choice((OAK, PALE)),
                0.12,
            )


def roof(piece: Piece) -> None:
    """Boards on two rafters, sloping to the back."""
    for x in (-1.65, 1.65):
        pole(piece, (x, 2.3, 6.25), (x, -0.9, 7.5), 0.1)
    for k in range(9):
        left = -2.2 + 0.49 * k
        ragged = piece.random.uniform(-0.2, 0.15)
        outline = [
            (left, -2.4),
            (left + 0.5, -2.45),
            (left + 0.5, 1.0 + ragged),
            (left, 1.05 + ragged),
        ]
        board = slab(outline, 0, 0.1, 0.02).turned(180).turned(-21.3, "x").moved((0, 0, 7.24))
        piece.add(
            board, "wood", piece.random.choice((OAK, (0.56, 0.48, 0.4), (0.5, 0.5, 0.42))), 0.12
        )


def log(piece: Piece) -> None:
    """A felled trunk, 5" long, with stubs of branches, and its stump."""
    trunk: list[Corner] = [(-2.1, 0, 0.42), (-0.5, 0.08, 0.4), (1.2, -0.05, 0.36), (2.4, 0.1, 0.32)]
    piece.add(tube(trunk, [0.42, 0.4, 0.36, 0.32], 9), "bark")
    piece.add(tube([(-2.16, 0, 0.42), (-2.08, 0, 0.42)], [0.33, 0.36], 9), "wood", PALE)
    piece.add(tube([(2.36, 0.1, 0.32), (2.45, 0.1, 0.32)], [0.28, 0.24], 9), "wood", PALE)
    for x, turn, length in ((-0.9, 35, 0.6), (0.4, -50, 0.75), (1.5, 10, 0.5)):
        a = math.radians(turn)
        tip = (x + 0.3, 0.05 + length * math.sin(a), 0.4 + length * math.cos(a))
        piece.add(tube([(x, 0, 0.4), tip], [0.13, 0.08], 6), "bark")
    piece.add(
        tube([(-3.1, 0.2, 0), (-3.1, 0.2, 0.2), (-3.1, 0.2, 0.6)], [0.55, 0.42, 0.38], 9), "bark"
    )
    piece.add(tube([(-3.1, 0.2, 0.58), (-3.1, 0.2, 0.63)], 0.31, 9), "wood", PALE)
    for k in range(5):
        a = math.radians(72 * k + 20)
        end = (-3.1 + 0.85 * math.cos(a), 0.2 + 0.85 * math.sin(a), 0.06)
        piece.add(
            tube([(-3.1 + 0.2 * math.cos(a), 0.2 + 0.2 * math.sin(a), 0.25), end], [0.16, 0.05], 5),
            "bark",
        )
    for x, y in ((-1.4, 0.5), (0.9, -0.5), (2.2, 0.6), (-2.5, -0.4)):
        tuft(piece, (x, y, 0), 0.3)


PIECES = {"lookout": lookout, "log": log}
